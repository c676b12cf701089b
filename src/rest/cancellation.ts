import { RestError } from './errors.ts';

/** Tells calls that nobody waits for them any more. A set of listeners, as an AbortSignal costs more than a small call does. */
export class Cancellation {
  readonly #listeners = new Set<(reason: RestError) => void>();
  #reason: RestError | undefined;

  /** Follows a signal for as long as that lives. */
  static by(signal: AbortSignal): Cancellation {
    const cancellation = new Cancellation();
    if (signal.aborted) cancellation.cancel(signal.reason);
    else signal.addEventListener('abort', () => cancellation.cancel(signal.reason), { once: true });
    return cancellation;
  }

  /** Follows a signal for the time of a call. */
  static async within<T>(signal: AbortSignal, call: (cancellation: Cancellation) => Promise<T>): Promise<T> {
    const cancellation = new Cancellation();
    const leave = () => cancellation.cancel(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await call(cancellation);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Why the call is not wanted any more; undefined as long as it is. */
  get reason(): RestError | undefined {
    return this.#reason;
  }

  /** @param reason what the call fails with, where it is an error of the calls already */
  cancel(reason?: unknown): void {
    if (this.#reason !== undefined) return;
    this.#reason =
      reason instanceof RestError
        ? reason
        : new RestError('CANCELLED', 'The operation was cancelled before the upstream answered');
    for (const listener of this.#listeners) listener(this.#reason);
    this.#listeners.clear();
  }

  listen(listener: (reason: RestError) => void): void {
    this.#listeners.add(listener);
  }

  unlisten(listener: (reason: RestError) => void): void {
    this.#listeners.delete(listener);
  }
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
