import { RestError } from './errors.ts';

/** What a call fails with that nobody waits for any more. */
export function cancelled(): RestError {
  return new RestError('CANCELLED', 'The operation was cancelled before the upstream answered');
}

/** Cancels calls that nobody waits for any more. It is a set of listeners because an AbortSignal costs more than a small call. */
export class Cancellation {
  readonly #listeners = new Set<(reason: RestError) => void>();
  readonly #signal: AbortSignal | undefined;
  #reason: RestError | undefined;

  /** @param signal cancels as well; it references the cancellation only while something listens */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Why the call was cancelled; undefined while it is not. */
  get reason(): RestError | undefined {
    if (this.#reason === undefined && this.#signal?.aborted) this.cancel(this.#signal.reason);
    return this.#reason;
  }

  /** @param reason error that the call fails with; anything but a RestError becomes `CANCELLED` */
  cancel(reason?: unknown): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason instanceof RestError ? reason : cancelled();
    this.#signal?.removeEventListener('abort', this.#follow);
    for (const listener of this.#listeners) listener(this.#reason);
    this.#listeners.clear();
  }

  listen(listener: (reason: RestError) => void): void {
    if (this.#listeners.size === 0) this.#signal?.addEventListener('abort', this.#follow);
    this.#listeners.add(listener);
  }

  unlisten(listener: (reason: RestError) => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#signal?.removeEventListener('abort', this.#follow);
  }

  readonly #follow = (): void => this.cancel(this.#signal?.reason);
}
