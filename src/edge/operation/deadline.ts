import { RestError } from '../../rest/errors.ts';
import { setBoundedTimeout } from '../../rest/timers.ts';
import type { OperationRequest } from './context.ts';

/** Cancels the REST calls of a query or mutation that takes too long, measured from its arrival. */
export class Deadline {
  readonly #expire: () => void;
  #remainingMs: number;
  #resumedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number, { cancellation, startedAt }: Pick<OperationRequest, 'cancellation' | 'startedAt'>) {
    this.#expire = () => {
      const message = `The operation did not finish within ${timeoutMs} ms (OPERATION_TIMEOUT_MS). Select less, or retry`;
      cancellation.cancel(new RestError('DEADLINE_EXCEEDED', message));
    };
    this.#remainingMs = startedAt + timeoutMs - performance.now();
    this.resume();
  }

  /** Suspends the timeout while the client does not read. */
  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs -= performance.now() - this.#resumedAt;
  }

  /** Continues after a pause. */
  resume(): void {
    if (this.#timer !== undefined) return;
    if (this.#remainingMs <= 0) this.#expire();
    this.#resumedAt = performance.now();
    this.#timer = setBoundedTimeout(this.#remainingMs, this.#expire);
  }
}
