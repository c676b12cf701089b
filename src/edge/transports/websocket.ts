/** GraphQL over WebSocket, in the protocol of graphql-ws. Operations go through the same pipeline as those over HTTP. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { setTimeoutAfterPendingIo } from '../../rest/timers.ts';
import { abortTime, within } from '../active-requests.ts';
import { describeError } from '../operation/masking.ts';
import type { SocketConnection } from './socket-connection.ts';
import { SocketProtocol, type SocketProtocolOptions } from './socket-protocol.ts';
import { SocketUpgrade, type SocketUpgradeOptions } from './socket-upgrade.ts';

/** Milliseconds between two pings. */
const defaultPingIntervalMs = 15_000;
/** Maximum number of pings without a pong. A slow client receives a ping only after the results that the buffers of the kernel contain. */
const maxPingsWithoutPong = 4;
const goingAway = 1001;
const initialisationTimedOut = 4408;
/** Time for the first message of a connection. */
const initTimeoutMs = 3000;

export interface SocketOptions
  extends Omit<SocketUpgradeOptions, 'config' | 'concurrency' | 'state' | 'onOpen'>,
    Omit<SocketProtocolOptions, 'config' | 'concurrency' | 'onOperationEnd'> {
  readonly config: SocketUpgradeOptions['config'] & SocketProtocolOptions['config'];
  readonly concurrency: SocketUpgradeOptions['concurrency'] & SocketProtocolOptions['concurrency'];
  readonly logger: Logger;
  /** Milliseconds between two pings; a connection without a pong to four of them is closed. */
  readonly heartbeat?: number;
}

export class Sockets {
  readonly #logger: Logger;
  readonly #pingInterval: number;
  readonly #connections = new Set<SocketConnection>();
  readonly #upgrade: SocketUpgrade;
  readonly #protocol: SocketProtocol;
  #heartbeat: NodeJS.Timeout | undefined;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: SocketOptions) {
    this.#logger = options.logger;
    this.#pingInterval = options.heartbeat ?? defaultPingIntervalMs;
    this.#upgrade = new SocketUpgrade({
      ...options,
      state: () => ({ open: this.open, isDraining: this.#drained !== undefined }),
      onOpen: (connection, request) => this.#opened(connection, request),
    });
    this.#protocol = new SocketProtocol({
      ...options,
      onOperationEnd: (connection) => {
        // Its last message is sent after this.
        if (this.#drained !== undefined) setImmediate(() => this.#closeIfIdle(connection));
      },
    });
  }

  get open(): number {
    return this.#connections.size;
  }

  /** Handles a request to upgrade to a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#upgrade.handle(request, socket, head);
  }

  /**
   * Closes all connections within `timeout` milliseconds: immediately if only subscriptions are open, otherwise after the last query or
   * mutation.
   */
  async drain(timeout: number): Promise<void> {
    this.#drained = Promise.withResolvers();
    for (const connection of this.#connections) this.#closeIfIdle(connection);
    if (this.open > 0) await within(timeout - abortTime(timeout), this.#drained.promise);
    for (const { socket } of this.#connections) socket.close(goingAway, 'This server is stopping. Reconnect');
    if (this.open > 0) await within(abortTime(timeout), this.#drained.promise);
    if (this.open === 0) return;
    for (const { socket } of this.#connections) socket.terminate();
    await this.#drained.promise;
  }

  #opened(connection: SocketConnection, { headers }: IncomingMessage): void {
    const { socket } = connection;
    this.#connections.add(connection);
    this.#heartbeat ??= setInterval(() => this.#beat(), this.#pingInterval);
    connection.initTimer = setTimeoutAfterPendingIo(initTimeoutMs, () => {
      if (!connection.isInitialized)
        socket.close(initialisationTimedOut, `Send connection_init within ${initTimeoutMs / 1000} s of the opening`);
    });
    const closed = this.#protocol.open(connection, headers);
    // ws closes the connection itself after a violation of the protocol, such as a message that is too large.
    socket.on('error', (error) => this.#logger.debug({ problem: error.message }, 'WebSocket failed'));
    socket.once('close', (code, reason) => {
      this.#connections.delete(connection);
      clearTimeout(connection.initTimer);
      connection.releaseCount();
      connection.endOperations();
      closed(code, String(reason)).catch((error: unknown) =>
        this.#logger.error({ error: describeError(error) }, 'a WebSocket was not closed in order'),
      );
      if (this.open > 0) return;
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
      this.#drained?.resolve();
    });
  }

  #closeIfIdle({ busy, socket }: SocketConnection): void {
    if (!busy) socket.close(goingAway, 'This server is stopping. Reconnect');
  }

  /**
   * Pings all clients, and terminates the connections of those that no longer respond. A pong is not read while the client has too much to
   * read; `sendTimeout` limits that time.
   */
  #beat(): void {
    for (const connection of this.#connections) {
      const { pingsWithoutPong, socket } = connection;
      if (pingsWithoutPong >= maxPingsWithoutPong && !socket.isPaused) socket.terminate();
      else socket.ping();
      connection.pingsWithoutPong += 1;
    }
  }
}
