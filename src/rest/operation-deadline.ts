import type { Cancellation } from './cancellation.ts';
import { RestError } from './errors.ts';
import { setBoundedTimeout } from './timers.ts';

/** Deadline of an operation, measured from its arrival. Reads do not wait beyond it, and after `enforce()` it cancels the REST calls. */
export class OperationDeadline {
  readonly #expire: () => void;
  /** Expiry on the clock of `performance.now()`. `resume()` adds the duration of each pause. */
  #expiresAt: number;
  #pausedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param startedAt reading of `performance.now()` at the arrival of the operation */
  constructor(timeoutMs: number, startedAt: number, cancellation: Cancellation) {
    this.#expire = () => {
      const message = `The operation did not finish within ${timeoutMs} ms (OPERATION_TIMEOUT_MS). Select less, or retry a query`;
      cancellation.cancel(new RestError('DEADLINE_EXCEEDED', message));
    };
    this.#expiresAt = startedAt + timeoutMs;
  }

  get remainingMs(): number {
    return this.#expiresAt - (this.#pausedAt ?? performance.now());
  }

  /** Cancels the REST calls when the deadline expires. */
  enforce(): void {
    if (this.remainingMs <= 0) this.#expire();
    this.#timer = setBoundedTimeout(this.remainingMs, this.#expire);
  }

  /** Pauses the deadline. No-op if it is paused. */
  pause(): void {
    if (this.#pausedAt !== undefined) return;
    this.#pausedAt = performance.now();
    clearTimeout(this.#timer);
  }

  /** Resumes the deadline, extended by the duration of the pause. */
  resume(): void {
    if (this.#pausedAt === undefined) return;
    this.#expiresAt += performance.now() - this.#pausedAt;
    this.#pausedAt = undefined;
    this.enforce();
  }
}
