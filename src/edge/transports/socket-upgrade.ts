/** Upgrades HTTP requests to WebSockets, within the limits on WebSockets. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEPRECATED_GRAPHQL_WS_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { Config } from '../../config/config.ts';
import type { Callers } from '../../rest/callers.ts';
import { Credential } from '../../rest/credential.ts';
import { isRestError } from '../../rest/errors.ts';
import type { ClientAddresses } from '../client-address.ts';
import { closeWithRequestError } from '../http-error.ts';
import type { ByteBudget } from '../operation/byte-budget.ts';
import type { ConcurrencyLimits } from '../operation/concurrency-limits.ts';
import type { HeaderValues } from '../operation/context.ts';
import { RequestError } from '../operation/request-error.ts';
import { PendingConnections } from '../pending-connections.ts';
import { pathOf, validateHead } from '../request-head.ts';
import { connectionHeaders, validateOrigin } from './connection-headers.ts';
import { boundUnfinished } from './message-limits.ts';
import { type MessageOptions, SocketConnection, tryAgainLater } from './socket-connection.ts';

/** Milliseconds that clients have to complete the closing handshake. */
const closeTimeout = 1000;
/** Seconds after which the client may retry. */
const retryAfter = 30;

export const subprotocolRule = `The WebSocket subprotocol must be "${GRAPHQL_TRANSPORT_WS_PROTOCOL}" (header Sec-WebSocket-Protocol)`;

/** Subprotocols that are accepted, the preferred one first. The deprecated one is closed with an error in its own format. */
const subprotocols = [GRAPHQL_TRANSPORT_WS_PROTOCOL, DEPRECATED_GRAPHQL_WS_PROTOCOL];

const selectProtocol = (offered: ReadonlySet<string>): string | false =>
  subprotocols.find((name) => offered.has(name)) ?? false;

export interface SocketUpgradeOptions extends MessageOptions {
  readonly config: MessageOptions['config'] &
    Pick<
      Config,
      'corsOrigins' | 'maxStreams' | 'maxSocketsPerCaller' | 'limitsReportOnly' | 'maxBodyBytes' | 'bodyTimeout'
    >;
  readonly logger: Logger;
  readonly addresses: ClientAddresses;
  /** Counts the messages that are arriving. */
  readonly incoming: ByteBudget;
  /** Called with the code of each rejected WebSocket. */
  readonly onRejected?: ((code: string) => void) | undefined;
  /** Returns the credential of a connection. @throws if it is malformed */
  readonly authenticate: (headers: HeaderValues) => Credential;
  /** Counts the WebSockets of callers. */
  readonly concurrency: Pick<ConcurrencyLimits, 'acquire'>;
  readonly callers: Callers;
  /** Counts the connection of a WebSocket for its caller. @returns whether the connection remains open */
  readonly admitConnection: (stream: Duplex, credential: Credential) => boolean;
  /** State of the server of the WebSockets. */
  readonly state: () => { readonly open: number; readonly isDraining: boolean };
  readonly onOpen: (connection: SocketConnection, request: IncomingMessage) => void;
}

export class SocketUpgrade {
  readonly #options: SocketUpgradeOptions;
  readonly #server: WebSocketServer;
  readonly #pending: PendingConnections<SocketConnection>;

  constructor(options: SocketUpgradeOptions) {
    this.#options = options;
    const { maxSocketsPerCaller, limitsReportOnly, maxBodyBytes } = options.config;
    this.#pending = new PendingConnections(limitsReportOnly ? Number.POSITIVE_INFINITY : maxSocketsPerCaller);
    const settings = {
      noServer: true,
      clientTracking: false,
      handleProtocols: selectProtocol,
      maxPayload: maxBodyBytes,
      autoPong: false,
      // At most one message of each connection is handled in a turn of the event loop, so that one client cannot block it with many small ones.
      allowSynchronousEvents: false,
      closeTimeout,
    };
    this.#server = new WebSocketServer(settings);
    this.#server.on('wsClientError', ({ message }, socket) => {
      const problem = message.includes('Sec-WebSocket-Version')
        ? 'The header Sec-WebSocket-Version must be 13'
        : message;
      closeWithRequestError(
        socket,
        new RequestError('BAD_REQUEST', problem, { headers: { 'sec-websocket-version': '13' } }),
      );
    });
  }

  /** Handles a request to upgrade to a WebSocket. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const problem = this.#problem(request);
    if (problem === undefined) this.#admit(request, socket, head);
    else this.#reject(socket, problem);
  }

  /**
   * Counts a connection for the accepted credential of its request. Any other is pending until `connection_init`, which may contain an accepted
   * credential; if an address has too many of these, its oldest is closed.
   */
  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { addresses, concurrency, callers, admitConnection, onOpen } = this.#options;
    const clientNetwork = addresses.networkOf(request);
    const credential = this.#credentialOf(request).withAddress(clientNetwork);
    try {
      const isPending = !callers.isAccepted(credential);
      const releaseCount = isPending ? () => undefined : concurrency.acquire('sockets', credential);
      socket.once('close', releaseCount);
      if (!isPending && !admitConnection(socket, credential)) return;
      this.#server.handleUpgrade(request, socket, head, (opened) => {
        const origin = {
          clientNetwork,
          forwardedFor: addresses.addressOf(request),
          traceHeaders: addresses.traceHeadersOf(request),
        };
        const connection = new SocketConnection(opened, socket, origin, releaseCount, credential, this.#options);
        if (isPending) this.#addPending(connection);
        onOpen(connection, request);
        this.#boundUnfinished(connection);
      });
    } catch (error) {
      if (!isRestError(error)) throw error;
      const retry = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) };
      this.#reject(socket, new RequestError(error.code, error.message, { headers: retry }));
    }
  }

  #reject(socket: Duplex, error: RequestError): void {
    this.#options.onRejected?.(error.code);
    closeWithRequestError(socket, error);
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
    const { excess, remove } = this.#pending.add(connection.clientNetwork, connection);
    connection.releaseCount = remove;
    if (excess === undefined) return;
    const { config, logger, onRejected } = this.#options;
    logger.info(
      { limit: config.maxSocketsPerCaller },
      'a WebSocket without connection_init is closed, as its address has too many of these',
    );
    onRejected?.('STREAM_LIMIT');
    excess.releaseCount();
    excess.socket.close(
      tryAgainLater,
      `Too many WebSockets lack connection_init (limit: ${config.maxSocketsPerCaller} per address, a fifth of MAX_STREAMS_PER_CALLER). Send it earlier`,
    );
  }

  #boundUnfinished(connection: SocketConnection): void {
    const { config, incoming, logger } = this.#options;
    boundUnfinished(connection, {
      timeout: config.bodyTimeout,
      incoming,
      exceeded(problem) {
        logger.info({ problem }, 'a WebSocket with an unfinished message is cut off');
        connection.socket.terminate();
      },
    });
  }

  #problem(request: IncomingMessage): RequestError | undefined {
    const { corsOrigins, maxStreams } = this.#options.config;
    const problem = validateHead(request);
    if (problem !== undefined) return problem;
    if (request.method !== 'GET')
      return new RequestError('METHOD_NOT_ALLOWED', 'Open a WebSocket with a GET request', {
        headers: { allow: 'GET' },
      });
    if (pathOf(request) !== '/graphql') return new RequestError('NOT_FOUND', 'WebSockets are served at /graphql only');
    const { open, isDraining } = this.#options.state();
    if (isDraining) return new RequestError('CANCELLED', 'This server is stopping. Reconnect');
    const offered = request.headers['sec-websocket-protocol'];
    // A client that offers none receives the reason of the close.
    if (offered !== undefined && selectProtocol(new Set(offered.split(/\s*,\s*/))) === false)
      return new RequestError('BAD_REQUEST', subprotocolRule);
    const origin = validateOrigin(request.headers, corsOrigins);
    if (origin !== undefined) return new RequestError('CROSS_SITE_REFUSED', origin);
    if (open < maxStreams) return undefined;
    const message = `Too many open WebSockets: the limit is ${maxStreams} on this server (MAX_STREAMS). Retry after ${retryAfter} s`;
    return new RequestError('STREAM_LIMIT', message, { status: 503, headers: { 'retry-after': String(retryAfter) } });
  }
}
