import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Callers } from '../rest/callers.ts';
import { Credential } from '../rest/credential.ts';
import { networkOf } from './client-address.ts';
import type { ConcurrencyLimits } from './operation/concurrency-limits.ts';
import { PendingConnections } from './pending-connections.ts';

const maxSweepIntervalMs = 5000;
const mebibyte = 1024 * 1024;
/** Timeout of a connection beyond the limit of its address, unless a request on it has an accepted credential. */
const provisionalTimeoutMs = 5000;
/** Maximum number of provisional connections of an address, as a share of the limit of the address. */
const provisionalShare = 0.1;

/**
 * Number of bytes that the operating system has accepted from a connection. `bytesWritten` and `writableLength` count a chunk, which may be a
 * response of many MiB, as a whole. The internal `_handle` of the socket counts single bytes; without such a handle, a chunk counts after all of
 * its bytes are accepted.
 */
function countAcceptedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  if (typeof handle === 'object' && handle !== null) {
    const { bytesWritten, writeQueueSize }: { bytesWritten?: unknown; writeQueueSize?: unknown } = handle;
    if (typeof bytesWritten === 'number' && typeof writeQueueSize === 'number') return bytesWritten - writeQueueSize;
  }
  return socket.bytesWritten - socket.writableLength;
}

/** Bytes that a connection had sent when its client last read enough, and the time of that check. */
interface Progress {
  readonly acceptedBytes: number;
  readonly since: number;
}

interface Connection {
  readonly address: string;
  progress: Progress | undefined;
  /** Fingerprint of the credential that the connection counts for; `undefined` while it counts for its address alone. */
  fingerprint: string | undefined;
  /** Releases its count; `undefined` for a provisional connection, which is not counted. */
  releaseCount: (() => void) | undefined;
  /** Ends the provisional state; `undefined` for a connection that was never provisional. Further calls have no effect. */
  settle: (() => void) | undefined;
}

export interface ClientConnectionLimits {
  /** Milliseconds for a client to read each MiB of pending data. */
  readonly sendTimeout: number;
  /** Upper bound on connections of one address, and of one accepted credential. */
  readonly maxConnectionsPerAddress: number;
}

/**
 * All connections of clients, of any protocol. A connection whose client reads too slowly or not at all is cut off.
 *
 * A connection counts for its address until a request on it shows a credential that the upstream has accepted, and for that credential from
 * then on. Beyond the limit of its address a connection is provisional: it is closed unless it shows such a credential soon, so that other
 * clients of an address cannot keep accepted callers from connecting.
 */
export class ClientConnections {
  readonly #sockets = new Map<Socket, Connection>();
  readonly #provisional: PendingConnections<Socket>;
  readonly #limits: ClientConnectionLimits;
  readonly #concurrency: ConcurrencyLimits;
  readonly #callers: Callers;
  readonly #logger: Logger;
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: ClientConnectionLimits, concurrency: ConcurrencyLimits, callers: Callers, logger: Logger) {
    this.#limits = limits;
    this.#concurrency = concurrency;
    this.#callers = callers;
    this.#logger = logger;
    this.#provisional = new PendingConnections(Math.ceil(limits.maxConnectionsPerAddress * provisionalShare));
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Observes a connection until it is closed. */
  add(socket: Socket): void {
    const { sendTimeout } = this.#limits;
    socket.on('error', () => socket.destroy());
    const address = networkOf(socket.remoteAddress);
    const anonymous = Credential.anonymous.withAddress(address);
    const connection: Connection = {
      address,
      progress: undefined,
      fingerprint: undefined,
      releaseCount: undefined,
      settle: undefined,
    };
    if (this.#concurrency.isExhausted('connections', anonymous)) this.#addProvisional(socket, connection);
    else connection.releaseCount = this.#concurrency.add('connections', anonymous);
    this.#sockets.set(socket, connection);
    this.#sweep ??= setInterval(() => this.#cutSlow(), Math.min(maxSweepIntervalMs, sendTimeout / 4));
    socket.once('close', () => {
      connection.settle?.();
      connection.releaseCount?.();
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    });
  }

  /** Counts a connection for the credential of a request on it, unless the credential has as many connections as it may. */
  countFor(socket: Socket, credential: Credential): void {
    const connection = this.#sockets.get(socket);
    if (connection === undefined || credential.isAnonymous || connection.fingerprint === credential.fingerprint) return;
    const own = credential.withAddress(connection.address);
    const isAccepted = this.#callers.isAccepted(own);
    // A connection that counts for an accepted credential never returns to its address, whose limit it may exceed.
    const countsForAddress = connection.releaseCount !== undefined && connection.fingerprint === undefined;
    if (isAccepted ? this.#concurrency.isExhausted('connections', own) : !countsForAddress) return;
    connection.settle?.();
    connection.releaseCount?.();
    // A pending credential is moved when the upstream accepts it.
    connection.releaseCount = this.#concurrency.add('connections', own);
    connection.fingerprint = credential.fingerprint;
  }

  /** Closes a connection that is still provisional. @returns whether the connection is still open */
  closeIfProvisional(socket: Socket): boolean {
    const connection = this.#sockets.get(socket);
    if (connection !== undefined && connection.releaseCount === undefined) this.#reject(socket);
    return !socket.destroyed;
  }

  destroyAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  #addProvisional(socket: Socket, connection: Connection): void {
    const { excess, remove } = this.#provisional.add(connection.address, socket);
    const timer = setTimeout(() => this.#reject(socket), provisionalTimeoutMs);
    connection.settle = () => {
      clearTimeout(timer);
      remove();
    };
    if (excess !== undefined) this.#reject(excess);
  }

  #reject(socket: Socket): void {
    this.#sockets.get(socket)?.settle?.();
    this.#logger.info(
      { limit: this.#limits.maxConnectionsPerAddress },
      'a connection beyond MAX_CONNECTIONS_PER_ADDRESS is closed',
    );
    socket.destroy();
  }

  #cutSlow(): void {
    const now = performance.now();
    for (const [socket, connection] of this.#sockets) {
      const { progress } = connection;
      const pending = socket.writableLength;
      if (pending === 0) {
        connection.progress = undefined;
        continue;
      }
      const acceptedBytes = countAcceptedBytes(socket);
      if (progress === undefined || acceptedBytes - progress.acceptedBytes >= mebibyte)
        connection.progress = { acceptedBytes, since: now };
      else if (now - progress.since >= this.#limits.sendTimeout) {
        this.#logger.info({ pending }, 'a client that does not read is cut off');
        socket.destroy();
      }
    }
  }
}
