/** Handles pipelined requests of a connection sequentially. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export class PipelinedRequests {
  readonly #maxWaiting: number;
  /** Active response and waiting requests by connection. */
  readonly #connections = new WeakMap<Duplex, Connection>();

  /** @param maxWaiting maximum number of requests that wait on one connection */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** The response of a connection that is not complete. */
  current(socket: Duplex): ServerResponse | undefined {
    return this.#connections.get(socket)?.current;
  }

  /** Whether a connection has a request whose response is not complete. */
  isBusy(socket: Duplex): boolean {
    const connection = this.#connections.get(socket);
    return connection !== undefined && (connection.current !== undefined || connection.waiting.length > 0);
  }

  /**
   * Starts a request when the previous response is complete.
   * @returns `false` if the maximum number of requests is waiting
   */
  add(socket: Duplex, response: ServerResponse, start: () => void): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) {
      this.#connections.set(socket, { current: undefined, waiting: [] });
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
      // An idle connection must not retain what its last response has sent.
      connection.current = undefined;
      const next = connection.waiting.shift();
      if (next !== undefined) this.#start(socket, next);
    });
    start();
  }
}

interface Connection {
  current: ServerResponse | undefined;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly response: ServerResponse;
  readonly start: () => void;
}
