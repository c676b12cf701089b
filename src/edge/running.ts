import type { ServerResponse } from 'node:http';
import type { Cancellation } from '../rest/cancellation.ts';
import { RestError } from '../rest/errors.ts';
import { LinkedList } from '../rest/linked-list.ts';
import { after } from '../rest/timers.ts';

/** Milliseconds of the timeout of a stop that are reserved for the responses of aborted requests. */
export function abortTime(timeout: number): number {
  return Math.min(1000, timeout / 5);
}

/** Waits for `settled`, but no longer than `timeout` milliseconds. */
export async function within(timeout: number, settled: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = after(timeout, late.resolve);
  await Promise.race([settled, late.promise]);
  clearTimeout(timer);
}

interface Request {
  readonly response: ServerResponse;
  readonly cancellation: Cancellation;
}

/** The requests under way, which a facade that stops lets finish. */
export class Running {
  readonly #requests = new LinkedList<Request>();
  #idle: PromiseWithResolvers<void> | undefined;

  /** Follows a request to its end. Its operation is cancelled when the client leaves. */
  add(response: ServerResponse, cancellation: Cancellation): void {
    const link = this.#requests.append({ response, cancellation });
    if (this.#idle) response.setHeader('Connection', 'close');
    response.on('close', () => {
      this.#requests.remove(link);
      if (!response.writableFinished) cancellation.cancel();
      if (this.#requests.size === 0) this.#idle?.resolve();
    });
  }

  /** Lets all requests finish within `timeout` milliseconds, and aborts the rest shortly before. */
  async drain(timeout: number): Promise<void> {
    this.#idle = Promise.withResolvers<void>();
    for (const { response } of this.#requests.values)
      if (!response.headersSent) response.setHeader('Connection', 'close');
    if (this.#requests.size > 0) await within(timeout - abortTime(timeout), this.#idle.promise);
    if (this.#requests.size === 0) return;
    for (const { cancellation } of this.#requests.values)
      cancellation.cancel(new RestError('CANCELLED', 'The facade is stopping'));
    await within(abortTime(timeout), this.#idle.promise);
  }
}
