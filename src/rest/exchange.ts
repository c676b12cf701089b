import type { Dispatcher } from 'undici';
import { RestError } from './errors.ts';

/** A whole answer as it came. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Takes one answer in, at undici's lowest level: no stream and no signal, which cost more than a small answer itself. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #limit: number;
  readonly #settled = Promise.withResolvers<Received>();
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  #status = 0;
  #headers: Received['headers'] = {};
  #chunks: Buffer[] = [];
  #size = 0;

  /** @param limit bytes of the answer at the most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The answer, whatever its status; fails with an error of the connection, or with why the exchange was ended. */
  get received(): Promise<Received> {
    return this.#settled.promise;
  }

  /** Ends the exchange, wherever it stands. */
  abort(reason: Error): void {
    this.#ended ??= reason;
    this.#settled.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Ended while it waited for a connection.
    if (this.#ended !== undefined) controller.abort(this.#ended);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Received['headers']): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit)
      this.abort(new RestError('UPSTREAM_INVALID_ANSWER', `The upstream's answer is larger than ${this.#limit} bytes`));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : only;
    this.#settled.resolve({ status: this.#status, headers: this.#headers, text: bytes.toString('utf8') });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settled.reject(error);
  }
}
