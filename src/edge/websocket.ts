/** GraphQL over WebSocket, in the protocol of graphql-ws. Operations go through the same pipeline as those over HTTP. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type GraphQLError, type GraphQLFormattedError, type GraphQLSchema, parse } from 'graphql';
import { type Context, handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import { createGraphQLError, type GraphQLParams } from 'graphql-yoga';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../config.ts';
import { Credential } from '../rest/credential.ts';
import { isRestError } from '../rest/errors.ts';
import { connectionHeaders, originProblem } from './connection.ts';
import type { EdgeContext } from './context.ts';
import { networkOf } from './operation/shares.ts';
import { type Answer, RefusedOperation, SocketOperation } from './socket-operation.ts';

/** Milliseconds between two questions for a sign of life. */
const usualHeartbeat = 15_000;
/** Milliseconds that clients get to answer a close. */
const lastWords = 1000;
const goingAway = 1001;
const tryAgainLater = 1013;
const badRequest = 4400;

type SocketSettings = Pick<
  Config,
  'corsOrigins' | 'maxStreams' | 'maxStreamsPerConnection' | 'maxBodyBytes' | 'limitsReportOnly'
>;

export interface SocketOptions {
  readonly config: SocketSettings;
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
  /** Milliseconds between two questions for a sign of life; a client that answers none of them before the next is taken for lost. */
  readonly heartbeat?: number;
  /** Gives the credential of a connection, or fails where it is not acceptable. */
  readonly authenticate: (headers: Headers) => Credential;
  /**
   * Takes a WebSocket's place in the share of its caller, and gives a function that gives it back. Fails with a RestError where there is none
   * left.
   */
  readonly share: (credential: Credential) => () => void;
  /** Runs one operation. */
  readonly run: (params: GraphQLParams, headers: Headers, context: EdgeContext) => Answer | Promise<Answer>;
}

interface Extra {
  readonly request: IncomingMessage;
  readonly connection: Connection;
}

/** One WebSocket. */
class Connection {
  readonly socket: WebSocket;
  readonly operations = new Set<SocketOperation>();
  readonly address: string;
  headers = new Headers();
  alive = true;
  /** Gives its place in the share of its caller back. */
  leave: () => void;

  constructor(socket: WebSocket, address: string, leave: () => void) {
    this.socket = socket;
    this.address = address;
    this.leave = leave;
    socket.on('pong', () => {
      this.alive = true;
    });
  }

  /** Whether a query or mutation has not been answered yet. */
  get busy(): boolean {
    return this.operations.values().some((operation) => !operation.isStream);
  }
}

/** graphql-ws wants to know a document, though it is the pipeline that parses the real one. */
const placeholder = parse('{ __typename }');

function presented(errors: readonly GraphQLError[]): GraphQLFormattedError[] {
  return errors.map((error) => {
    const { extensions, ...formatted } = error.toJSON();
    const { http, unexpected, ...shown } = extensions ?? {};
    return Object.keys(shown).length === 0 ? formatted : { ...formatted, extensions: shown };
  });
}

function refuseUpgrade(socket: Duplex, status: string, reason: string, retryAfter?: number): void {
  const retry = retryAfter === undefined ? '' : `\r\nRetry-After: ${retryAfter}`;
  const head = `HTTP/1.1 ${status}${retry}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(reason)}`;
  socket.end(`${head}\r\n\r\n${reason}`);
}

export class Sockets {
  readonly #options: SocketOptions;
  readonly #connections = new Set<Connection>();
  readonly #server: WebSocketServer;
  readonly #protocol: ReturnType<typeof makeServer<Record<string, unknown>, Extra>>;
  #heartbeat: NodeJS.Timeout | undefined;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    const { maxBodyBytes, limitsReportOnly } = options.config;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      handleProtocols,
      maxPayload: limitsReportOnly ? 0 : maxBodyBytes,
    });
    this.#protocol = makeServer<Record<string, unknown>, Extra>(this.#hooks());
  }

  get open(): number {
    return this.#connections.size;
  }

  /** Takes over the connection of a request that asks for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { corsOrigins, maxStreams } = this.#options.config;
    const path = (request.url ?? '').replace(/\?.*/s, '');
    const problem = originProblem(request.headers, corsOrigins);
    socket.on('error', () => socket.destroy());
    if (path !== '/graphql') refuseUpgrade(socket, '404 Not Found', 'WebSockets are at /graphql');
    else if (this.#drained !== undefined) refuseUpgrade(socket, '503 Service Unavailable', 'The facade is stopping');
    else if (problem !== undefined) refuseUpgrade(socket, '403 Forbidden', problem);
    else if (this.open >= maxStreams)
      refuseUpgrade(
        socket,
        '503 Service Unavailable',
        `There are ${this.open} WebSockets already; MAX_STREAMS allows no more`,
      );
    else this.#admit(request, socket, head);
  }

  /** Takes a connection within the share of its address, as its credential may come later. */
  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = networkOf(request.socket.remoteAddress);
    try {
      const leave = this.#options.share(Credential.anonymous.from(address));
      socket.once('close', leave);
      this.#server.handleUpgrade(request, socket, head, (opened) =>
        this.#opened(opened, request, new Connection(opened, address, leave)),
      );
    } catch (error) {
      if (!isRestError(error)) throw error;
      refuseUpgrade(socket, '429 Too Many Requests', error.message, error.retryAfter);
    }
  }

  /** Closes all connections: at once where nothing but streams is open, else when the last query or mutation is answered. */
  async drain(timeout: number): Promise<void> {
    this.#drained = Promise.withResolvers();
    for (const connection of this.#connections) this.#closeIfIdle(connection);
    if (await this.#emptyWithin(timeout)) return;
    for (const { socket } of this.#connections) socket.close(goingAway, 'Going away');
    if (await this.#emptyWithin(lastWords)) return;
    for (const { socket } of this.#connections) socket.terminate();
    await this.#drained.promise;
  }

  #opened(socket: WebSocket, request: IncomingMessage, connection: Connection): void {
    const { logger } = this.#options;
    this.#connections.add(connection);
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#options.heartbeat ?? usualHeartbeat);
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        // Settles when the message has left, so that a slow client is given the next one when it is ready for it.
        send: (message) =>
          new Promise((resolve) => {
            if (socket.readyState === socket.OPEN) socket.send(message, () => resolve());
            else resolve();
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (receive) => {
          socket.on('message', (data) => {
            receive(String(data)).catch((error: unknown) => {
              // The protocol library throws what it cannot make sense of.
              logger.debug({ problem: error instanceof Error ? error.message : '' }, 'unusable WebSocket message');
              socket.close(badRequest, 'Unusable message');
            });
          });
        },
      },
      { request, connection },
    );
    // What breaks the protocol of WebSockets, such as too large a message, has been answered by closing the connection.
    socket.on('error', (error) => logger.debug({ problem: error.message }, 'WebSocket failed'));
    socket.once('close', (code, reason) => {
      this.#connections.delete(connection);
      connection.leave();
      for (const operation of connection.operations) void operation.return();
      void closed(code, String(reason));
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
      onConnect: (context) => this.#connect(context),
      onSubscribe: ({ extra: { connection } }, _, { query, operationName, variables, extensions }) => {
        const problem = this.#limitProblem(connection);
        if (problem !== undefined) return [problem];
        const params = {
          query,
          ...(operationName ? { operationName } : {}),
          ...(variables ? { variables } : {}),
          ...(extensions ? { extensions } : {}),
        };
        return { schema: this.#options.schema, document: placeholder, rootValue: this.#begin(connection, params) };
      },
      execute: operate,
      subscribe: operate,
      onNext: (_context, _id, _payload, _args, result) => {
        const { errors, data = null, extensions } = result;
        if (errors === undefined) return undefined;
        return { data, errors: presented(errors), ...(extensions === undefined ? {} : { extensions }) };
      },
      onError: (_context, _id, _payload, errors) => {
        const [{ originalError } = {}] = errors;
        return presented(originalError instanceof RefusedOperation ? originalError.errors : errors);
      },
    };
  }

  /** Resolves the credential of a connection once. */
  #connect({ connectionParams, extra: { request, connection } }: Context<Record<string, unknown>, Extra>): boolean {
    try {
      connection.headers = connectionHeaders(request.headers, connectionParams);
      const credential = this.#options.authenticate(connection.headers);
      connection.leave();
      connection.leave = this.#options.share(credential.from(connection.address));
      return true;
    } catch (error) {
      if (isRestError(error)) {
        connection.socket.close(tryAgainLater, error.message.slice(0, 120));
        return false;
      }
      connection.socket.close(badRequest, error instanceof Error ? error.message.slice(0, 120) : '');
      return false;
    }
  }

  #limitProblem({ operations }: Connection): GraphQLError | undefined {
    const { config, logger } = this.#options;
    const { maxStreamsPerConnection, limitsReportOnly } = config;
    if (operations.size < maxStreamsPerConnection) return undefined;
    const problem = createGraphQLError(
      `The connection has ${operations.size} operations open already; MAX_STREAMS_PER_CONNECTION allows no more`,
      { extensions: { code: 'STREAM_LIMIT' } },
    );
    if (!limitsReportOnly) return problem;
    logger.warn({ code: 'STREAM_LIMIT', problem: problem.message }, 'beyond a limit');
    return undefined;
  }

  #begin(connection: Connection, params: GraphQLParams): SocketOperation {
    const { run } = this.#options;
    const operation = new SocketOperation(
      (abort) =>
        run(params, connection.headers, {
          requestId: randomUUID(),
          address: connection.address,
          abort,
          startedAt: performance.now(),
        }),
      (ended) => {
        connection.operations.delete(ended);
        // Its last message has not been sent yet.
        if (this.#drained !== undefined) setImmediate(() => this.#closeIfIdle(connection));
      },
    );
    connection.operations.add(operation);
    return operation;
  }

  #closeIfIdle({ busy, socket }: Connection): void {
    if (!busy) socket.close(goingAway, 'Going away');
  }

  /** Asks all clients for a sign of life, and gives up those that gave none since the last time. */
  #beat(): void {
    for (const connection of this.#connections) {
      const { alive, socket } = connection;
      connection.alive = false;
      if (alive) socket.ping();
      else socket.terminate();
    }
  }

  async #emptyWithin(timeout: number): Promise<boolean> {
    if (this.open === 0) return true;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, timeout);
    await Promise.race([this.#drained?.promise, late.promise]);
    clearTimeout(timer);
    return this.open === 0;
  }
}
