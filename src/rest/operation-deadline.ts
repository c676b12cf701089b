import type { Cancellation } from './cancellation.ts';
import { RestError } from './errors.ts';
import { setBoundedTimeout } from './timers.ts';

/** Limits the time of an operation, measured from its arrival: its reads wait no longer, and once it is enforced, its REST calls are cancelled. */
export class OperationDeadline {
  readonly #expire: () => void;
  /** Reading of `performance.now()`, later by each pause that has ended. */
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

  /** Starts to cancel the calls when the time is over. */
  enforce(): void {
    if (this.remainingMs <= 0) this.#expire();
    this.#timer = setBoundedTimeout(this.remainingMs, this.#expire);
  }

  /** Stops the clock. */
  pause(): void {
    if (this.#pausedAt !== undefined) return;
    this.#pausedAt = performance.now();
    clearTimeout(this.#timer);
  }

  /** Continues after a pause. */
  resume(): void {
    if (this.#pausedAt === undefined) return;
    this.#expiresAt += performance.now() - this.#pausedAt;
    this.#pausedAt = undefined;
    this.enforce();
  }
}
