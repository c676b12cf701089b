import type { ServerResponse } from 'node:http';
import { RestError } from '../rest/errors.ts';

/** Milliseconds that operations get to answer after they have been cut short. */
const lastWords = 1000;

/** The requests that are being answered, so that a facade that stops can let them finish. */
export class Running {
  readonly #requests = new Map<ServerResponse, AbortController>();
  #idle: PromiseWithResolvers<void> | undefined;

  /** Follows a request to its end. Its operation is aborted when the client leaves. */
  add(response: ServerResponse, abort: AbortController): void {
    this.#requests.set(response, abort);
    if (this.#idle) response.setHeader('Connection', 'close');
    response.once('close', () => {
      this.#requests.delete(response);
      if (!response.writableFinished) abort.abort();
      if (this.#requests.size === 0) this.#idle?.resolve();
    });
  }

  /** Lets all requests finish; those that are not done by then are cut short. */
  async drain(timeout: number): Promise<void> {
    this.#idle = Promise.withResolvers<void>();
    for (const response of this.#requests.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    if (await this.#idleWithin(timeout)) return;
    for (const abort of this.#requests.values()) abort.abort(new RestError('CANCELLED', 'The facade is stopping'));
    await this.#idleWithin(lastWords);
  }

  async #idleWithin(timeout: number): Promise<boolean> {
    if (this.#requests.size === 0) return true;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, timeout);
    await Promise.race([this.#idle?.promise, late.promise]);
    clearTimeout(timer);
    return this.#requests.size === 0;
  }
}
