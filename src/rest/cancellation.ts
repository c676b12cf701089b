import { RestError } from './errors.ts';
import { setBoundedTimeout } from './timers.ts';

/**
 * Error of a call that no consumer awaits any more. Shared, because every operation over a WebSocket ends with a
 * cancellation, and a stack trace costs as much as half of a small one.
 */
export const cancelledError = new RestError('CANCELLED', 'The operation was cancelled before the upstream responded');

/** Lightweight AbortController: creating and observing one takes a quarter of the time. */
export class Cancellation {
  readonly #listeners = new Set<(reason: RestError) => void>();
  #reason: RestError | undefined;

  /** Creates a cancellation that is already cancelled. */
  static createCancelled(reason?: RestError): Cancellation {
    const cancellation = new Cancellation();
    cancellation.cancel(reason);
    return cancellation;
  }

  /** Cancellation that is cancelled together with another, or earlier. */
  static derivedFrom(source: Cancellation): Cancellation {
    const cancellation = new Cancellation();
    source.onCancelled((reason) => cancellation.cancel(reason));
    return cancellation;
  }

  /** Reason of the cancellation; `undefined` while it is not cancelled. */
  get reason(): RestError | undefined {
    return this.#reason;
  }

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  /** Number of listeners. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Cancels with a reason that calls fail with. No-op if already cancelled. */
  cancel(reason = cancelledError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener(reason);
    this.#listeners.clear();
  }

  /** Adds a listener, which is called once when it is cancelled. It is not called if that has already happened. */
  listen(listener: (reason: RestError) => void): void {
    this.#listeners.add(listener);
  }

  /** @param listener called once: now if it is cancelled already, else when it is cancelled */
  onCancelled(listener: (reason: RestError) => void): void {
    if (this.#reason === undefined) this.listen(listener);
    else listener(this.#reason);
  }

  unlisten(listener: (reason: RestError) => void): void {
    this.#listeners.delete(listener);
  }

  /** Settles like a promise. @throws RestError the reason, if cancelled before */
  waitFor<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onCancelled(reject);
      promise.finally(() => this.unlisten(reject)).then(resolve, reject);
    });
  }

  /** Resolves after the delay, which is capped at a day. @throws RestError the reason, if cancelled before */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#reason !== undefined) return reject(this.#reason);
      const fail = (reason: RestError) => {
        clearTimeout(timer);
        reject(reason);
      };
      const timer = setBoundedTimeout(milliseconds, () => {
        this.unlisten(fail);
        resolve();
      });
      this.listen(fail);
    });
  }
}
