import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from './client-address.ts';

const longestSweep = 5000;
const mebibyte = 1024 * 1024;

/** The bytes that a connection had passed on when that was last checked, and the time since when it has been too slow. */
interface Progress {
  readonly passedOn: number;
  readonly since: number;
}

export interface AcceptedSocketLimits {
  /** Milliseconds for a client to read each MiB that waits for it. */
  readonly sendTimeout: number;
  /** Connections of one address at once. */
  readonly maxConnectionsPerAddress: number;
}

/**
 * All connections of clients, of any protocol. A connection whose client reads too slowly or not at all is cut off.
 */
export class AcceptedSockets {
  readonly #sockets = new Map<Socket, Progress | undefined>();
  readonly #addresses = new Map<string, number>();
  readonly #limits: AcceptedSocketLimits;
  readonly #logger: Logger;
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: AcceptedSocketLimits, logger: Logger) {
    this.#limits = limits;
    this.#logger = logger;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Follows a connection to its end. Closes it at once where its address has too many. */
  add(socket: Socket): void {
    const { sendTimeout, maxConnectionsPerAddress } = this.#limits;
    socket.on('error', () => socket.destroy());
    const address = networkOf(socket.remoteAddress);
    const count = (this.#addresses.get(address) ?? 0) + 1;
    if (count > maxConnectionsPerAddress) {
      this.#logger.info(
        { limit: maxConnectionsPerAddress },
        'a connection beyond MAX_CONNECTIONS_PER_ADDRESS is closed',
      );
      socket.destroy();
      return;
    }
    this.#addresses.set(address, count);
    this.#sockets.set(socket, undefined);
    this.#sweep ??= setInterval(() => this.#cutSlow(), Math.min(longestSweep, sendTimeout / 4));
    socket.once('close', () => {
      this.#leave(address);
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    });
  }

  destroyAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  #leave(address: string): void {
    const count = (this.#addresses.get(address) ?? 0) - 1;
    if (count > 0) this.#addresses.set(address, count);
    else this.#addresses.delete(address);
  }

  #cutSlow(): void {
    const now = performance.now();
    for (const [socket, before] of this.#sockets) {
      const pending = socket.writableLength;
      if (pending === 0) {
        if (before !== undefined) this.#sockets.set(socket, undefined);
        continue;
      }
      const passedOn = socket.bytesWritten - pending;
      if (before === undefined || passedOn - before.passedOn >= mebibyte)
        this.#sockets.set(socket, { passedOn, since: now });
      // A large chunk counts as pending until all of it has been passed on, so the time grows with what is pending.
      else if (now - before.since >= this.#limits.sendTimeout * Math.max(1, pending / mebibyte)) {
        this.#logger.info({ pending }, 'a client that does not read is cut off');
        socket.destroy();
      }
    }
  }
}
