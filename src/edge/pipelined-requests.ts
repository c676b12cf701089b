/** Handles pipelined requests of a connection sequentially. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export class PipelinedRequests {
  readonly #maxWaiting: number;
  /** Active response and waiting requests by connection. */
  readonly #connections = new WeakMap<Duplex, { current: ServerResponse; readonly waiting: Waiting[] }>();

  /** @param maxWaiting maximum number of requests that wait on one connection */
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
   * Starts a request when the previous response is complete.
   * @returns `false` if the maximum number of requests is waiting
   */
  add(socket: Duplex, response: ServerResponse, start: () => void): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) {
      this.#connections.set(socket, { current: response, waiting: [] });
      this.#start(socket, { response, start });
    } else if (!this.isBusy(socket)) this.#start(socket, { response, start });
    else if (connection.waiting.length < this.#maxWaiting) connection.waiting.push({ response, start });
    else return false;
    return true;
  }

  #start(socket: Duplex, { response, start }: Waiting): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || socket.destroyed) return;
    connection.current = response;
    response.on('close', () => {
      const next = connection.waiting.shift();
      if (next !== undefined) this.#start(socket, next);
    });
    start();
  }
}

interface Waiting {
  readonly response: ServerResponse;
  readonly start: () => void;
}
