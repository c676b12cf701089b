import type { ServerResponse } from 'node:http';
import { RestError } from '../rest/errors.ts';
import { after } from '../rest/timers.ts';

/** Milliseconds, of those that a stop may take, for answering after being cut short. */
export function lastWords(timeout: number): number {
  return Math.min(1000, timeout / 5);
}

/** Waits for `settled`, but no longer than `timeout` milliseconds. */
export async function within(timeout: number, settled: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = after(timeout, late.resolve);
  await Promise.race([settled, late.promise]);
  clearTimeout(timer);
}

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

  /** Lets all requests finish within `timeout` milliseconds; those that are not done shortly before are cut short. */
  async drain(timeout: number): Promise<void> {
    this.#idle = Promise.withResolvers<void>();
    for (const response of this.#requests.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    if (this.#requests.size > 0) await within(timeout - lastWords(timeout), this.#idle.promise);
    if (this.#requests.size === 0) return;
    for (const abort of this.#requests.values()) abort.abort(new RestError('CANCELLED', 'The facade is stopping'));
    await within(lastWords(timeout), this.#idle.promise);
  }
}
