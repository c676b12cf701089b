import { RestError } from './errors.ts';

/** Tells calls that nobody waits for them any more. A set of listeners, as an AbortSignal costs more than a small call does. */
export class Cancellation {
  readonly #listeners = new Set<(reason: RestError) => void>();
  readonly #signal: AbortSignal | undefined;
  #reason: RestError | undefined;

  /** @param signal cancels too; it holds on to the cancellation only while something listens */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Why the call is not wanted any more; undefined as long as it is. */
  get reason(): RestError | undefined {
    if (this.#reason === undefined && this.#signal?.aborted) this.cancel(this.#signal.reason);
    return this.#reason;
  }

  /** @param reason what the call fails with, where it is an error of the calls already */
  cancel(reason?: unknown): void {
    if (this.#reason !== undefined) return;
    this.#reason =
      reason instanceof RestError
        ? reason
        : new RestError('CANCELLED', 'The operation was cancelled before the upstream answered');
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

/**
 * A shared answer for one who may leave before it is there.
 * @param left is told when that happens
 */
export function untilCancelled<T>(answer: Promise<T>, cancellation: Cancellation, left?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (reason: RestError) => {
      reject(reason);
      left?.();
    };
    if (cancellation.reason !== undefined) return leave(cancellation.reason);
    cancellation.listen(leave);
    answer.then(
      (value) => {
        cancellation.unlisten(leave);
        resolve(value);
      },
      (error: unknown) => {
        cancellation.unlisten(leave);
        reject(error);
      },
    );
  });
}
