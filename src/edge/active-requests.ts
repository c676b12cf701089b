import type { ServerResponse } from 'node:http';
import type { Cancellation } from '../rest/cancellation.ts';
import { RestError } from '../rest/errors.ts';
import { LinkedList } from '../rest/linked-list.ts';
import { setBoundedTimeout } from '../rest/timers.ts';

/** Milliseconds of the stop timeout that are reserved for the responses of aborted requests. */
export function abortTime(timeout: number): number {
  return Math.min(1000, timeout / 5);
}

/** Waits for a promise up to a timeout in milliseconds. */
export async function within(timeout: number, settled: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setBoundedTimeout(timeout, late.resolve);
  await Promise.race([settled, late.promise]);
  clearTimeout(timer);
}

interface Request {
  readonly response: ServerResponse;
  readonly cancellation: Cancellation;
}

/** Active requests, which finish when the facade stops. */
export class ActiveRequests {
  readonly #requests = new LinkedList<Request>();
  #isClosing = false;
  #idle: PromiseWithResolvers<void> | undefined;

  /** Observes a request until its end. Its operation is cancelled when the client disconnects. */
  add(response: ServerResponse, cancellation: Cancellation): void {
    const link = this.#requests.append({ response, cancellation });
    if (this.#isClosing) response.setHeader('Connection', 'close');
    response.on('close', () => {
      this.#requests.remove(link);
      if (!response.writableFinished) cancellation.cancel();
      if (this.#requests.size === 0) this.#idle?.resolve();
    });
  }

  /** Closes the connection with every response that has not started, including those of later requests. */
  closeConnections(): void {
    this.#isClosing = true;
    for (const { response } of this.#requests.values)
      if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  /** Waits for all requests up to a timeout in milliseconds, and aborts the rest shortly before. */
  async drain(timeout: number): Promise<void> {
    this.#idle = Promise.withResolvers<void>();
    if (this.#requests.size > 0) await within(timeout - abortTime(timeout), this.#idle.promise);
    if (this.#requests.size === 0) return;
    for (const { cancellation } of this.#requests.values)
      cancellation.cancel(new RestError('CANCELLED', 'This server is stopping'));
    await within(abortTime(timeout), this.#idle.promise);
  }
}
