import { RestError } from './errors.ts';

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
 * Settles as a shared response does, or rejects as soon as this caller cancels.
 * @param left called when the caller cancels first
 */
export function untilCancelled<T>(response: Promise<T>, cancellation: Cancellation, left?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (reason: RestError) => {
      reject(reason);
      left?.();
    };
    if (cancellation.reason !== undefined) return leave(cancellation.reason);
    cancellation.listen(leave);
    response.then(
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
