import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from './operation/shares.ts';

const longestSweep = 5000;
const mebibyte = 1024 * 1024;

/** How much of what a connection has been given it had passed on, and since when. */
interface Progress {
  readonly passedOn: number;
  readonly since: number;
}

export interface AcceptedSocketLimits {
  /** Milliseconds for a client to take each MiB of what waits for it. */
  readonly sendTimeout: number;
  /** Connections of one address at once. */
  readonly maxConnectionsPerAddress: number;
}

/**
 * All connections of clients, whatever they are used for. One that has something to send and passes on too little of it is cut off: its
 * client does not read, or as good as not.
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
      // How much of one large piece has been taken is not seen before all of it has.
      else if (now - before.since >= this.#limits.sendTimeout * Math.max(1, pending / mebibyte)) {
        this.#logger.info({ pending }, 'a client that does not read is cut off');
        socket.destroy();
      }
    }
  }
}
