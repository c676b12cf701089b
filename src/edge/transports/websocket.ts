/** GraphQL over WebSocket, in the protocol of graphql-ws. Operations go through the same pipeline as those over HTTP. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { type Context, handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../../config.ts';
import { Credential } from '../../rest/credential.ts';
import { isRestError } from '../../rest/errors.ts';
import { afterReading } from '../../rest/timers.ts';
import type { ByteBudget } from '../byte-budget.ts';
import type { ClientAddresses } from '../client-address.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import { checkJson, type JsonLimits } from '../operation/json.ts';
import { describeError } from '../operation/masking.ts';
import type { Parameters } from '../operation/parameters.ts';
import { presentErrors } from '../operation/response.ts';
import type { Shares } from '../operation/shares.ts';
import { RefusedRequest, refuseConnection } from '../refusal.ts';
import { headProblem, pathOf } from '../request-head.ts';
import { abortTime, within } from '../running.ts';
import type { UnsentResponses } from '../unsent.ts';
import { connectionHeaders, originProblem } from './connection-headers.ts';
import { PendingConnections } from './pending-connections.ts';
import { SocketConnection } from './socket-connection.ts';
import { type OperationResult, RefusedOperation, SocketOperation } from './socket-operation.ts';
import { boundUnfinished } from './unfinished-messages.ts';

/** Milliseconds between two pings. */
const usualHeartbeat = 15_000;
/** Milliseconds that clients have to complete the closing handshake. */
const closeTimeout = 1000;
/** Characters of the id that a client gives an operation. */
const longestId = 128;
const goingAway = 1001;
const tryAgainLater = 1013;
const badRequest = 4400;
const initialisationTimedOut = 4408;
/** Milliseconds for the first message of a connection. */
const initialisationTimeout = 3000;

type SocketSettings = JsonLimits &
  Pick<
    Config,
    | 'corsOrigins'
    | 'maxStreams'
    | 'maxSocketsPerCaller'
    | 'limitsReportOnly'
    | 'maxStreamsPerConnection'
    | 'maxBodyBytes'
    | 'maxHeaderBytes'
    | 'maxSocketBufferBytes'
    | 'bodyTimeout'
  >;

export interface SocketOptions {
  readonly config: SocketSettings;
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  readonly addresses: ClientAddresses;
  /** Milliseconds between two pings; a connection without a pong before the next one is closed. */
  readonly heartbeat?: number;
  /** Counts the messages that are arriving. */
  readonly incoming: ByteBudget;
  readonly unsent: UnsentResponses;
  /** Told the code of each WebSocket and operation that is refused. */
  readonly refused?: ((code: string) => void) | undefined;
  /** The caller that responses to a credential are counted for. */
  readonly callerOf: (credential: Credential) => string;
  /** The credential of a connection; fails where it is malformed. */
  readonly authenticate: (headers: HeaderValues) => Credential;
  /** Counts the WebSockets of callers. */
  readonly shares: Pick<Shares, 'isAccepted' | 'take'>;
  /** Counts the connection of a WebSocket for its caller. @returns whether the connection remains open */
  readonly identify: (stream: Duplex, credential: Credential) => boolean;
  /** Runs one operation. */
  readonly run: (parameters: Parameters, request: OperationRequest) => OperationResult | Promise<OperationResult>;
}

interface Extra {
  readonly request: IncomingMessage;
  readonly connection: SocketConnection;
}

/** graphql-ws requires a document, but the real one is parsed by the pipeline. */
const placeholder = parse('{ __typename }');

/** The id of the operation in a `subscribe` message, where the message begins with it. */
function operationIdIn(message: string): string | undefined {
  return /^\{\s*"id"\s*:\s*"([\w-]{1,128})"\s*,\s*"type"\s*:\s*"subscribe"/.exec(message.slice(0, 300))?.[1];
}

export class Sockets {
  readonly #options: SocketOptions;
  readonly #connections = new Set<SocketConnection>();
  readonly #server: WebSocketServer;
  readonly #protocol: ReturnType<typeof makeServer<Record<string, unknown>, Extra>>;
  readonly #pending: PendingConnections<SocketConnection>;
  #heartbeat: NodeJS.Timeout | undefined;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    const { maxSocketsPerCaller, limitsReportOnly } = options.config;
    this.#pending = new PendingConnections(limitsReportOnly ? Number.POSITIVE_INFINITY : maxSocketsPerCaller);
    const settings = {
      noServer: true,
      clientTracking: false,
      handleProtocols,
      maxPayload: options.config.maxBodyBytes,
      autoPong: false,
      closeTimeout,
    };
    this.#server = new WebSocketServer(settings);
    this.#server.on('wsClientError', ({ message }, socket) =>
      refuseConnection(socket, new RefusedRequest(400, 'BAD_REQUEST', message, { 'sec-websocket-version': '13' })),
    );
    this.#protocol = makeServer<Record<string, unknown>, Extra>(this.#hooks());
  }

  get open(): number {
    return this.#connections.size;
  }

  /** Handles a request to upgrade to a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const problem = this.#upgradeProblem(request);
    if (problem === undefined) this.#admit(request, socket, head);
    else this.#refuse(socket, problem);
  }

  /**
   * Counts a connection for the accepted credential of its request. Any other is pending until `connection_init`, which may bring an accepted
   * credential; if an address has too many of these, its oldest is closed.
   */
  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { addresses, shares, identify, callerOf } = this.#options;
    const address = addresses.networkOf(request);
    const credential = this.#credentialOf(request).from(address);
    try {
      const isPending = !shares.isAccepted(credential);
      const leave = isPending ? () => undefined : shares.take('sockets', credential);
      socket.once('close', leave);
      if (!isPending && !identify(socket, credential)) return;
      this.#server.handleUpgrade(request, socket, head, (opened) => {
        const origin = { address, forwardedFor: addresses.addressOf(request) };
        const connection = new SocketConnection(opened, socket, origin, leave, credential);
        if (isPending) this.#addPending(connection);
        this.#opened(opened, request, connection);
        this.#boundUnfinished(opened, socket, () => callerOf(connection.credential));
      });
    } catch (error) {
      if (!isRestError(error)) throw error;
      const retry = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) };
      this.#refuse(socket, new RefusedRequest(429, error.code, error.message, retry));
    }
  }

  #refuse(socket: Duplex, refusal: RefusedRequest): void {
    this.#options.refused?.(refusal.code);
    refuseConnection(socket, refusal);
  }

  /** The credential of an upgrade request; the anonymous one if it is malformed, for which `connection_init` fails. */
  #credentialOf({ headers }: IncomingMessage): Credential {
    try {
      return this.#options.authenticate(connectionHeaders(headers));
    } catch {
      return Credential.anonymous;
    }
  }

  #addPending(connection: SocketConnection): void {
    const { excess, remove } = this.#pending.add(connection.address, connection);
    connection.leave = remove;
    if (excess === undefined) return;
    const { config, logger, refused } = this.#options;
    logger.info(
      { limit: config.maxSocketsPerCaller },
      'a WebSocket without connection_init is closed, as its address has more of these than MAX_SOCKETS_PER_CALLER',
    );
    refused?.('STREAM_LIMIT');
    excess.leave();
    excess.socket.close(tryAgainLater, 'The address has too many WebSockets without connection_init');
  }

  #boundUnfinished(opened: WebSocket, socket: Duplex, callerOf: () => string): void {
    const { config, incoming, logger } = this.#options;
    boundUnfinished(opened, socket, {
      timeout: config.bodyTimeout,
      incoming,
      callerOf,
      exceeded(problem) {
        logger.info({ problem }, 'a WebSocket with an unfinished message is cut off');
        opened.terminate();
      },
    });
  }

  #upgradeProblem(request: IncomingMessage): RefusedRequest | undefined {
    const { corsOrigins, maxStreams } = this.#options.config;
    const problem = headProblem(request);
    if (problem !== undefined) return problem;
    if (request.method !== 'GET')
      return new RefusedRequest(405, 'METHOD_NOT_ALLOWED', 'A WebSocket is opened by GET', { allow: 'GET' });
    if (pathOf(request) !== '/graphql') return new RefusedRequest(404, 'NOT_FOUND', 'WebSockets are at /graphql');
    if (this.#drained !== undefined) return new RefusedRequest(503, 'CANCELLED', 'The facade is stopping');
    const origin = originProblem(request.headers, corsOrigins);
    if (origin !== undefined) return new RefusedRequest(403, 'CROSS_SITE_REFUSED', origin);
    if (this.open < maxStreams) return undefined;
    const message = `There are ${this.open} WebSockets already; MAX_STREAMS allows no more`;
    return new RefusedRequest(503, 'STREAM_LIMIT', message);
  }

  /**
   * Closes all connections within `timeout` milliseconds: at once where only subscriptions are open, or else after the last query or
   * mutation.
   */
  async drain(timeout: number): Promise<void> {
    this.#drained = Promise.withResolvers();
    for (const connection of this.#connections) this.#closeIfIdle(connection);
    if (this.open > 0) await within(timeout - abortTime(timeout), this.#drained.promise);
    for (const { socket } of this.#connections) socket.close(goingAway, 'Going away');
    if (this.open > 0) await within(abortTime(timeout), this.#drained.promise);
    if (this.open === 0) return;
    for (const { socket } of this.#connections) socket.terminate();
    await this.#drained.promise;
  }

  #opened(socket: WebSocket, request: IncomingMessage, connection: SocketConnection): void {
    const { logger, config } = this.#options;
    const { maxHeaderBytes } = config;
    this.#connections.add(connection);
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#options.heartbeat ?? usualHeartbeat);
    connection.initialisation = afterReading(initialisationTimeout, () => {
      if (!connection.accepted) socket.close(initialisationTimedOut, 'Connection initialisation timeout');
    });
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (message) => this.#send(connection, message),
        close: (code, reason) => socket.close(code, reason),
        onPing: () => connection.pong(),
        onMessage: (receive) => {
          socket.on('message', (data) => {
            // Messages may still arrive after this side has closed the connection.
            if (socket.readyState !== socket.OPEN) return;
            const text = String(data);
            if (!connection.accepted && text.length > maxHeaderBytes) {
              socket.close(badRequest, `The first message is larger than MAX_HEADER_BYTES allows, ${maxHeaderBytes}`);
              return;
            }
            try {
              checkJson(text, config);
            } catch (error) {
              const id = connection.accepted ? operationIdIn(text) : undefined;
              if (id === undefined || !(error instanceof GraphQLError))
                socket.close(badRequest, error instanceof Error ? error.message.slice(0, 120) : '');
              else this.#send(connection, JSON.stringify({ id, type: 'error', payload: presentErrors([error]) }));
              return;
            }
            receive(text).catch((error: unknown) => {
              // graphql-ws throws on invalid messages.
              logger.debug({ problem: error instanceof Error ? error.message : '' }, 'unusable WebSocket message');
              socket.close(badRequest, 'Unusable message');
            });
          });
        },
      },
      { request, connection },
    );
    // ws closes the connection itself after a violation of the protocol, such as a message that is too large.
    socket.on('error', (error) => logger.debug({ problem: error.message }, 'WebSocket failed'));
    socket.once('close', (code, reason) => {
      this.#connections.delete(connection);
      clearTimeout(connection.initialisation);
      connection.leave();
      connection.endOperations();
      closed(code, String(reason)).catch((error: unknown) =>
        logger.error({ error: describeError(error) }, 'a WebSocket was not closed in order'),
      );
      if (this.open > 0) return;
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
      this.#drained?.resolve();
    });
  }

  #hooks(): ServerOptions<Record<string, unknown>, Extra> {
    const operate = ({ rootValue }: { rootValue?: unknown }) => {
      if (rootValue instanceof SocketOperation) return rootValue;
      throw new Error('An operation comes from onSubscribe');
    };
    return {
      // Ours lets a process that was busy read the message first.
      connectionInitWaitTimeout: 0,
      onConnect: (context) => this.#connect(context),
      onSubscribe: ({ extra: { connection } }, id, { query, operationName, variables, extensions }) => {
        const problem = this.#limitProblem(connection, id);
        if (problem !== undefined) return [problem];
        const parameters = { query, operationName: operationName || undefined, variables, extensions };
        const operation = this.#begin(connection, id, parameters);
        return { schema: this.#options.schema, document: placeholder, rootValue: operation };
      },
      execute: operate,
      subscribe: operate,
      onNext: (_context, _id, _payload, _args, result) => {
        const { errors, data = null, extensions } = result;
        if (errors === undefined) return undefined;
        return { data, errors: presentErrors(errors), ...(extensions === undefined ? {} : { extensions }) };
      },
      onError: (_context, _id, _payload, errors) => {
        const [{ cause } = {}] = errors;
        return presentErrors(cause instanceof RefusedOperation ? cause.errors : errors);
      },
    };
  }

  /** Takes the credential of a connection from its `connection_init`. */
  #connect({ connectionParams, extra: { request, connection } }: Context<Record<string, unknown>, Extra>): boolean {
    try {
      connection.headers = connectionHeaders(request.headers, connectionParams);
      const credential = this.#options.authenticate(connection.headers).from(connection.address);
      connection.credential = credential;
      connection.leave();
      connection.leave = this.#options.shares.take('sockets', credential);
      if (!this.#options.identify(connection.stream, credential)) return false;
      connection.accepted = true;
      clearTimeout(connection.initialisation);
      return true;
    } catch (error) {
      if (isRestError(error)) {
        this.#options.refused?.(error.code);
        connection.socket.close(tryAgainLater, error.message.slice(0, 120));
        return false;
      }
      connection.socket.close(badRequest, error instanceof Error ? error.message.slice(0, 120) : '');
      return false;
    }
  }

  /** Why a connection may not begin another operation, also in report-only mode, as this protects the process. */
  #limitProblem({ operations, socket }: SocketConnection, id: string): GraphQLError | undefined {
    const { maxStreamsPerConnection } = this.#options.config;
    if (id.length > longestId) {
      socket.close(badRequest, `The id of an operation has more than ${longestId} characters`);
      return new GraphQLError('The id of the operation is too long', { extensions: { code: 'BAD_REQUEST' } });
    }
    if (operations.size < maxStreamsPerConnection) return undefined;
    this.#options.refused?.('STREAM_LIMIT');
    return new GraphQLError(
      `The connection has ${operations.size} operations open already; MAX_STREAMS_PER_CONNECTION allows no more`,
      { extensions: { code: 'STREAM_LIMIT' } },
    );
  }

  /**
   * Sends a message. It is no promise: graphql-ws would wait for the last message of an operation, and forget its id after that, though it
   * may be the id of another operation by then.
   */
  #send(connection: SocketConnection, message: string): void {
    const { config, logger, unsent, callerOf } = this.#options;
    const { socket } = connection;
    const caller = callerOf(connection.credential);
    const size = Buffer.byteLength(message);
    const problem = unsent.problem(caller, size);
    const waiting = socket.bufferedAmount;
    const isOpen = socket.readyState === socket.OPEN;
    if (isOpen && problem !== undefined) {
      logger.info({ code: problem.code, problem: problem.message }, 'a WebSocket is cut off');
      socket.terminate();
    } else if (isOpen && waiting <= config.maxSocketBufferBytes) {
      const held = unsent.hold(caller, size);
      const sent = new Promise<void>((resolve) => {
        connection.send(message, (failure) => {
          held.release();
          // The results can no longer be delivered.
          if (failure) connection.endOperations();
          resolve();
        });
      });
      connection.delivery = waiting === 0 ? undefined : sent;
      return;
    } else if (isOpen) {
      logger.info(
        { code: 'SOCKET_BUFFER_LIMIT', waiting, limit: config.maxSocketBufferBytes },
        'a WebSocket that has more waiting than MAX_SOCKET_BUFFER_BYTES allows is cut off',
      );
      socket.terminate();
    }
    // The results can no longer be delivered, so the operations end before the connection is closed.
    connection.endOperations();
  }

  #begin(connection: SocketConnection, id: string, parameters: Parameters): SocketOperation {
    const { run } = this.#options;
    // An operation that is completed in the moment of its beginning is not told of it.
    connection.endOperations(id);
    const operation = new SocketOperation(
      id,
      (cancellation) =>
        run(parameters, {
          requestId: randomUUID(),
          address: connection.address,
          forwardedFor: connection.forwardedFor,
          cancellation,
          startedAt: performance.now(),
          headers: connection.headers,
          queriesOnly: false,
          takesStream: true,
          takesText: false,
        }),
      () => connection.delivery,
      () => {
        connection.operations.remove(link);
        // Its last message is sent after this.
        if (this.#drained !== undefined) setImmediate(() => this.#closeIfIdle(connection));
      },
    );
    const link = connection.operations.append(operation);
    return operation;
  }

  #closeIfIdle({ busy, socket }: SocketConnection): void {
    if (!busy) socket.close(goingAway, 'Going away');
  }

  /** Pings all clients, and terminates the connections of those that have not responded to the last ping. */
  #beat(): void {
    for (const connection of this.#connections) {
      const { alive, socket } = connection;
      connection.alive = false;
      if (alive) socket.ping();
      else socket.terminate();
    }
  }
}
