import { RestError } from './errors.ts';
import { after } from './timers.ts';

/** What a call fails with that nobody waits for any more. */
export function cancelled(): RestError {
  return new RestError('CANCELLED', 'The operation was cancelled before the upstream answered');
}

/** Cancels what nobody waits for any more. It stands in place of an AbortController, which takes four times as long. */
export class Cancellation {
  readonly #listeners = new Set<(reason: RestError) => void>();
  #reason: RestError | undefined;

  /** One that is cancelled already. */
  static ended(reason?: RestError): Cancellation {
    const cancellation = new Cancellation();
    cancellation.cancel(reason);
    return cancellation;
  }

  /** Why it was cancelled; undefined while it is not. */
  get reason(): RestError | undefined {
    return this.#reason;
  }

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  /** Number of listeners. */
  get listening(): number {
    return this.#listeners.size;
  }

  /** Has no effect where it is cancelled already. @param reason error that calls fail with */
  cancel(reason = cancelled()): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener(reason);
    this.#listeners.clear();
  }

  /** @param listener called once when it is cancelled from now on */
  listen(listener: (reason: RestError) => void): void {
    this.#listeners.add(listener);
  }

  unlisten(listener: (reason: RestError) => void): void {
    this.#listeners.delete(listener);
  }

  /** Waits so many milliseconds, at the most a day. Fails with the reason when it is cancelled. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#reason !== undefined) return reject(this.#reason);
      const fail = (reason: RestError) => {
        clearTimeout(timer);
        reject(reason);
      };
      const timer = after(milliseconds, () => {
        this.unlisten(fail);
        resolve();
      });
      this.listen(fail);
    });
  }
}
