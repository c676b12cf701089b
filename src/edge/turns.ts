/** Handles pipelined requests one after the other. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export class Turns {
  readonly #maxWaiting: number;
  /** By connection, the response under way and the requests that wait. */
  readonly #connections = new WeakMap<Duplex, { current: ServerResponse; readonly waiting: Waiting[] }>();

  /** @param maxWaiting requests that may wait on one connection */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** The response that was started last on a connection. */
  current(socket: Duplex): ServerResponse | undefined {
    return this.#connections.get(socket)?.current;
  }

  /** Whether a connection has a request whose response is not complete. */
  isBusy(socket: Duplex): boolean {
    const connection = this.#connections.get(socket);
    return connection !== undefined && !(connection.current.closed && connection.waiting.length === 0);
  }

  /**
   * Begins a request when the response before it is complete.
   * @returns false where too many requests wait already
   */
  take(socket: Duplex, response: ServerResponse, begin: () => void): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) {
      this.#connections.set(socket, { current: response, waiting: [] });
      this.#begin(socket, { response, begin });
    } else if (!this.isBusy(socket)) this.#begin(socket, { response, begin });
    else if (connection.waiting.length < this.#maxWaiting) connection.waiting.push({ response, begin });
    else return false;
    return true;
  }

  #begin(socket: Duplex, { response, begin }: Waiting): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || socket.destroyed) return;
    connection.current = response;
    response.on('close', () => {
      const next = connection.waiting.shift();
      if (next !== undefined) this.#begin(socket, next);
    });
    begin();
  }
}

interface Waiting {
  readonly response: ServerResponse;
  readonly begin: () => void;
}
