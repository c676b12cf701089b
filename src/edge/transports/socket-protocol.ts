/** Protocol of graphql-ws on one WebSocket: its credential, its operations and their results. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ExecutionArgs, GraphQLError, type GraphQLSchema } from 'graphql';
import { type Context, DEPRECATED_GRAPHQL_WS_PROTOCOL, makeServer, parseMessage, type ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { isRecord } from '../../helpers/is-record.ts';
import { nameJsonType } from '../../helpers/json-type.ts';
import { quote } from '../../helpers/truncate.ts';
import type { Credential } from '../../rest/credential.ts';
import { isRestError } from '../../rest/errors.ts';
import type { ByteBudget } from '../operation/byte-budget.ts';
import type { ConcurrencyLimits } from '../operation/concurrency-limits.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import { checkJson, decodeUtf8, describeSyntaxError, type JsonLimits } from '../operation/json.ts';
import type { AcceptedOperation, SingleResult } from '../operation/operation.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { presentErrors } from '../operation/response.ts';
import { connectionHeaders } from './connection-headers.ts';
import { closeSocket, type SocketConnection, tryAgainLater } from './socket-connection.ts';
import { RequestErrors, SocketOperation } from './socket-operation.ts';
import { subprotocolRule } from './socket-upgrade.ts';

/** Characters of the id that a client gives an operation. */
const maxIdLength = 128;
const badRequest = 4400;

export interface SocketProtocolOptions {
  readonly config: JsonLimits & Pick<Config, 'maxStreamsPerConnection' | 'maxHeaderBytes'>;
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  /** Called with the code of each rejected WebSocket and operation. */
  readonly onRejected?: ((code: string) => void) | undefined;
  /** Returns the credential of a connection. @throws if it is malformed */
  readonly authenticate: (headers: HeaderValues) => Credential;
  /** Counts the WebSockets of callers. */
  readonly concurrency: Pick<ConcurrencyLimits, 'acquire'>;
  /** Counts the connection of a WebSocket for its caller. @returns whether the connection remains open */
  readonly admitConnection: (stream: SocketConnection['stream'], credential: Credential) => boolean;
  readonly pipeline: Pick<Pipeline, 'accept' | 'execute'>;
  /** Counts the messages that are arriving, or whose operation is in progress. */
  readonly incoming: ByteBudget;
  /** Called when an operation of a connection has ended. */
  readonly onOperationEnd: (connection: SocketConnection) => void;
}

/** State of a connection that graphql-ws stores. */
interface Extra {
  readonly headers: IncomingHttpHeaders;
  readonly connection: SocketConnection;
}

type ConnectionParams = Record<string, unknown>;

/** Arguments of an accepted operation, or the errors of its request. */
type Started = ExecutionArgs | readonly GraphQLError[];

/** Operation id of a `subscribe` message whose first member is `id`; `undefined` for any other message. */
function operationIdIn(message: string): string | undefined {
  return /^\{\s*"id"\s*:\s*"([\w-]{1,128})"\s*,\s*"type"\s*:\s*"subscribe"/.exec(message.slice(0, 300))?.[1];
}

const legacyProtocol = `${subprotocolRule}, as in the library graphql-ws, not "${DEPRECATED_GRAPHQL_WS_PROTOCOL}", as in the library subscriptions-transport-ws`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Types of the messages that a client sends. */
const clientMessages = ['connection_init', 'subscribe', 'complete', 'ping', 'pong'];

/** Problem of a message that graphql-ws does not accept; the empty string for any other message. */
function findMessageProblem(message: string): string {
  try {
    const parsed: unknown = JSON.parse(message);
    if (!isRecord(parsed)) return `The message must be a JSON object, not ${nameJsonType(parsed)}`;
    const { type, payload } = parsed;
    if (typeof type !== 'string' || !clientMessages.includes(type)) {
      const actual = typeof type === 'string' ? quote(type) : nameJsonType(type);
      return `The "type" of a message must be ${listFormat.format(clientMessages)}, not ${actual}`;
    }
    if (type === 'subscribe' && isRecord(payload) && payload.query === undefined)
      return 'The message subscribe contains no GraphQL document. Send it as "query" in its payload';
    parseMessage(message);
    return '';
  } catch (error) {
    return error instanceof SyntaxError ? `The message ${describeSyntaxError(error)}` : messageOf(error);
  }
}

/** Reason of graphql-ws for a close, with what the client has to change. @param message that graphql-ws parses */
function explain(reason: string, message: string | undefined): string {
  if (message !== undefined && reason === 'Invalid message received') return findMessageProblem(message);
  if (reason === 'Unauthorized') return 'Send connection_init, and wait for connection_ack before the first subscribe';
  if (reason === 'Too many initialisation requests') return 'The connection has already received a connection_init';
  return reason === 'Subprotocol not acceptable' ? subprotocolRule : reason;
}

/** Results of the operation that `onSubscribe` has accepted. */
function resultsOf({ contextValue }: ExecutionArgs): SocketOperation {
  if (contextValue instanceof SocketOperation) return contextValue;
  throw new Error('onSubscribe did not create the operation');
}

export class SocketProtocol {
  readonly #options: SocketProtocolOptions;
  readonly #server: ReturnType<typeof makeServer<ConnectionParams, Extra>>;

  constructor(options: SocketProtocolOptions) {
    this.#options = options;
    const hooks: ServerOptions<ConnectionParams, Extra> = {
      // 0 disables the timer of graphql-ws. The timer of `Sockets` first reads messages that have arrived.
      connectionInitWaitTimeout: 0,
      onConnect: (context) => this.#connect(context),
      onSubscribe: ({ extra: { connection } }, id, parameters) => this.#start(connection, id, parameters),
      execute: resultsOf,
      subscribe: resultsOf,
      // graphql-ws sends its own message if the hook returns `undefined`.
      onNext: (_context, _id, _payload, _args, { errors, data = null, extensions, ...others }) =>
        errors && { data, errors: presentErrors(errors), ...(extensions && { extensions }), ...others },
      // graphql-ws converts an error that the stream of an operation throws to a GraphQLError, with the original as `cause`.
      onError: (_context, _id, _payload, errors) => {
        const [{ cause } = {}] = errors;
        return presentErrors(cause instanceof RequestErrors ? cause.errors : errors);
      },
    };
    this.#server = makeServer(hooks);
  }

  /** Handles the messages of a connection. @returns a function to call when it has been closed */
  open(connection: SocketConnection, headers: IncomingHttpHeaders): (code: number, reason: string) => Promise<void> {
    const { socket } = connection;
    if (socket.protocol === DEPRECATED_GRAPHQL_WS_PROTOCOL)
      // Clients of this protocol show the message, but not the reason of a close.
      socket.send(JSON.stringify({ type: 'connection_error', payload: { message: legacyProtocol } }));
    /** Message that graphql-ws parses; `undefined` afterwards. */
    let message: string | undefined;
    return this.#server.opened(
      {
        protocol: socket.protocol,
        send: (result) => connection.send(result),
        close: (code, reason = '') => closeSocket(socket, code, explain(reason, message)),
        onPing: () => connection.pong(),
        onMessage: (receive) => {
          const receiveText = (text: string) => {
            message = text;
            const received = receive(text);
            message = undefined;
            return received;
          };
          socket.on(
            'message',
            (data: Buffer) => void connection.receive(data.length, () => this.#receive(connection, data, receiveText)),
          );
        },
      },
      { headers, connection },
    );
  }

  #receive(connection: SocketConnection, data: Buffer, receive: (text: string) => Promise<void>): void {
    const { config, logger } = this.#options;
    const { socket, isInitialized } = connection;
    // Messages may still arrive after this side has closed the connection.
    if (socket.readyState !== socket.OPEN) return;
    if (!isInitialized && data.length > config.maxHeaderBytes) {
      socket.close(
        badRequest,
        `The first message is too large: the limit is ${config.maxHeaderBytes} bytes. Send a shorter connection_init`,
      );
      return;
    }
    let message = '';
    try {
      message = decodeUtf8(data, 'The message');
      checkJson(message, config);
    } catch (error) {
      const id = isInitialized ? operationIdIn(message) : undefined;
      if (id === undefined || !(error instanceof GraphQLError)) closeSocket(socket, badRequest, messageOf(error));
      else connection.send(JSON.stringify({ id, type: 'error', payload: presentErrors([error]) }));
      return;
    }
    connection.receivedBytes = data.length;
    receive(message).catch((error: unknown) => {
      // graphql-ws throws for types of messages that only servers send.
      logger.debug({ problem: messageOf(error) }, 'unusable WebSocket message');
      closeSocket(socket, badRequest, findMessageProblem(message) || messageOf(error));
    });
  }

  /** Reads the credential of a connection from its `connection_init`. */
  #connect({ connectionParams, extra: { headers, connection } }: Context<ConnectionParams, Extra>): boolean {
    try {
      connection.headers = connectionHeaders(headers, connectionParams);
      const credential = this.#options.authenticate(connection.headers).withAddress(connection.clientNetwork);
      connection.credential = credential;
      connection.releaseCount();
      connection.releaseCount = this.#options.concurrency.acquire('sockets', credential);
      if (!this.#options.admitConnection(connection.stream, credential)) return false;
      connection.isInitialized = true;
      clearTimeout(connection.initTimer);
      return true;
    } catch (error) {
      if (isRestError(error)) {
        this.#options.onRejected?.(error.code);
        closeSocket(connection.socket, tryAgainLater, error.message);
        return false;
      }
      closeSocket(connection.socket, badRequest, messageOf(error));
      return false;
    }
  }

  /**
   * Error for a connection at its limit of operations, also in report-only mode, because the limit protects the process; `undefined` for
   * any other connection. Closes the connection if the id of the operation is too long.
   */
  #getLimitError({ operationCount, socket }: SocketConnection, id: string): GraphQLError | undefined {
    const { maxStreamsPerConnection } = this.#options.config;
    if (id.length > maxIdLength) {
      socket.close(badRequest, `The id of an operation has more than ${maxIdLength} characters`);
      return new GraphQLError(`The id of the operation is too long: the limit is ${maxIdLength} characters`, {
        extensions: { code: 'BAD_REQUEST' },
      });
    }
    if (operationCount < maxStreamsPerConnection) return undefined;
    this.#options.onRejected?.('STREAM_LIMIT');
    return new GraphQLError(
      `Too many open operations: the limit is ${maxStreamsPerConnection} per connection. Complete one, or open another connection`,
      { extensions: { code: 'STREAM_LIMIT' } },
    );
  }

  /** @returns the accepted operation for graphql-ws, or the errors of the request */
  #start(connection: SocketConnection, id: string, parameters: Parameters): Started | Promise<Started> {
    const { pipeline, onOperationEnd, incoming } = this.#options;
    const problem = this.#getLimitError(connection, id);
    if (problem !== undefined) return [problem];
    const operation = new SocketOperation(id, connection);
    const reservation = incoming.reserve(connection.credential, connection.receivedBytes);
    connection.addOperation(operation, () => {
      reservation.release();
      onOperationEnd(connection);
    });
    const accepted = pipeline.accept(parameters, requestOf(connection, operation));
    return accepted instanceof Promise
      ? accepted.then((loaded) => this.#toArgs(operation, loaded))
      : this.#toArgs(operation, accepted);
  }

  #toArgs(operation: SocketOperation, accepted: AcceptedOperation | SingleResult): Started | Promise<Started> {
    if (operation.isEnded) return operation.waitForever();
    if ('result' in accepted) {
      operation.end();
      return accepted.result.errors ?? [];
    }
    const { pipeline, schema } = this.#options;
    const { selected, parameters } = accepted;
    operation.isSubscription = selected.definition.operation === 'subscription';
    operation.execute = () => pipeline.execute(accepted);
    return {
      schema,
      document: selected.document.node,
      operationName: selected.name,
      variableValues: parameters.variables,
      contextValue: operation,
    };
  }
}

function requestOf(connection: SocketConnection, { cancellation }: SocketOperation): OperationRequest {
  return {
    requestId: randomUUID(),
    clientNetwork: connection.clientNetwork,
    forwardedFor: connection.forwardedFor,
    traceHeaders: connection.traceHeaders,
    cancellation,
    startedAt: performance.now(),
    headers: connection.headers,
    isQueryOnly: false,
    acceptsStream: true,
    acceptsParts: true,
    wantsSerialized: false,
    onUnsentLimit: (problem) => connection.cutIfStalled(problem),
  };
}
