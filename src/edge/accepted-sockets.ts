import type { Socket } from 'node:net';
import type { Logger } from 'pino';

const longestSweep = 5000;
const mebibyte = 1024 * 1024;

/** How much of what a connection has been given it had passed on, and since when. */
interface Progress {
  readonly passedOn: number;
  readonly since: number;
}

/**
 * All connections of clients, whatever they are used for. One that has something to send and passes on nothing of it is cut off: its client
 * does not read.
 */
export class AcceptedSockets {
  readonly #sockets = new Map<Socket, Progress | undefined>();
  readonly #sendTimeout: number;
  readonly #logger: Logger;
  #sweep: NodeJS.Timeout | undefined;

  /** @param sendTimeout milliseconds for a client to take something, for each MiB that is on its way at once */
  constructor(sendTimeout: number, logger: Logger) {
    this.#sendTimeout = sendTimeout;
    this.#logger = logger;
  }

  /** Follows a connection to its end. */
  add(socket: Socket): void {
    this.#sockets.set(socket, undefined);
    this.#sweep ??= setInterval(() => this.#cutStalled(), Math.min(longestSweep, this.#sendTimeout / 4));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    });
  }

  destroyAll(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  #cutStalled(): void {
    const now = performance.now();
    for (const [socket, before] of this.#sockets) {
      const pending = socket.writableLength;
      if (pending === 0) {
        if (before !== undefined) this.#sockets.set(socket, undefined);
        continue;
      }
      const passedOn = socket.bytesWritten - pending;
      if (passedOn !== before?.passedOn) this.#sockets.set(socket, { passedOn, since: now });
      else if (now - before.since >= this.#sendTimeout * Math.max(1, pending / mebibyte)) {
        this.#logger.info({ pending }, 'a client that does not read is cut off');
        socket.destroy();
      }
    }
  }
}
