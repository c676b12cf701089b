/** Tries to do something until it succeeds or should not be tried again. */
import type { RestError } from './errors.ts';
import { callsPaused, connectionFailureOf } from './failure.ts';
import { after } from './timers.ts';

/** Whoever waits for something. Two functions, as a promise for each step of a call costs more than a small call. */
export interface Receiver<A> {
  succeeded(value: A): void;
  failed(reason: unknown): void;
}

/** A wait before a try. */
export interface Wait {
  readonly milliseconds: number;
  /** Called once when it is over, or when nobody waits any more. */
  readonly end: () => void;
}

/** Readers of a call, whose deadlines limit its waits. */
export interface Waiters {
  /** Milliseconds that the most patient reader may wait. */
  maxWaitMs(): number;
  /** Called when a wait begins. @param failure error for readers that cannot wait */
  onWait?(milliseconds: number, failure: RestError): void;
}

/** Limit of the waits of a call. */
export interface WaitOptions {
  /** Reading of `performance.now()` at which the only reader's operation ends; `maxRetryDelay` limits the waits if `undefined`. */
  readonly deadline?: number | undefined;
  /** Readers of a shared call, in place of `deadline`. */
  readonly waiters?: Waiters | undefined;
}

export interface RetryOptions {
  /** Milliseconds for one exchange. */
  readonly callTimeout: number;
  /** Further tries of a read that failed for a passing reason. */
  readonly retries: number;
  /** Milliseconds before the first further try; doubles with each, with jitter. */
  readonly retryDelay: number;
  /** Milliseconds that `Retry-After` may ask for; after a longer one the call fails, so that the caller can decide. */
  readonly maxRetryDelay: number;
}

const passingStatuses = new Set([429, 502, 503, 504]);
/** Milliseconds between two tries at the most. */
const longestRetryDelay = 10_000;

/** Upper bound on the milliseconds that a deadline reserves for the call after a wait. */
const maxReservedMs = 1000;

/**
 * Milliseconds that a read may wait before a try. A wait that ends with the deadline would leave no time for the call itself.
 * @param deadline reading of `performance.now()`; as long as `maxRetryDelay` if `undefined`
 */
export function maxWaitMs(
  deadline: number | undefined,
  { maxRetryDelay }: Pick<RetryOptions, 'maxRetryDelay'>,
): number {
  if (deadline === undefined) return maxRetryDelay;
  const remainingMs = deadline - performance.now();
  return remainingMs - Math.min(maxReservedMs, remainingMs / 2);
}

/** Milliseconds to wait before another try, or undefined when there should be none. */
function delayBefore(
  attempt: number,
  failure: RestError,
  { retryDelay, maxRetryDelay }: RetryOptions,
  longest: number,
) {
  const passing =
    failure.code === 'UPSTREAM_UNREACHABLE' || (failure.status !== undefined && passingStatuses.has(failure.status));
  if (!passing) return undefined;
  if (failure.retryAfter !== undefined) {
    const delay = failure.retryAfter * 1000;
    return delay <= (failure.status === 429 ? longest : Math.min(maxRetryDelay, longest)) ? delay : undefined;
  }
  const growing = Math.min(retryDelay * 2 ** attempt, longestRetryDelay);
  return growing * (0.5 + Math.random() / 2);
}

export abstract class Tries<A> {
  readonly #options: RetryOptions;
  readonly #retries: number;
  #receiver: Receiver<A> | undefined;
  #attempt = 0;
  #pause: NodeJS.Timeout | undefined;
  #wait: Wait | undefined;
  #reason: RestError | undefined;

  readonly #waiters: Waiters;

  /** @param retries further tries at the most */
  constructor(options: RetryOptions, retries: number, receiver: Receiver<A>, { deadline, waiters }: WaitOptions) {
    this.#options = options;
    this.#retries = retries;
    this.#waiters = waiters ?? { maxWaitMs: () => maxWaitMs(deadline, options) };
    this.#receiver = receiver;
  }

  /** The wait before a try; undefined where there is none. Fails where there should be no try. */
  protected abstract wait(): Wait | undefined;

  /** Begins a try, which ends with `settle` or `fail`. */
  protected abstract begin(): void;

  /** Ends the try under way, which then fails. */
  protected abstract abort(reason: RestError): void;

  /** Adds what a failure means for the call. */
  protected explain(failure: RestError): RestError {
    return failure;
  }

  start(): void {
    try {
      if (this.#reason !== undefined) throw this.#reason;
      this.#wait = this.wait();
      if (this.#wait === undefined) this.begin();
      else {
        const { milliseconds } = this.#wait;
        this.#startAfter(milliseconds);
        this.#waiters.onWait?.(milliseconds, callsPaused(milliseconds));
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends with this reason, unless it has ended. */
  cancel(reason: RestError): void {
    if (this.#receiver === undefined) return;
    this.#reason ??= reason;
    if (this.#pause === undefined) this.abort(reason);
    else {
      clearTimeout(this.#pause);
      this.#endWait();
      this.#finish(reason);
    }
  }

  protected settle(value: A): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.succeeded(value);
  }

  protected fail(error: unknown): void {
    const failure = this.explain(this.#reason ?? connectionFailureOf(error, this.#options.callTimeout));
    const mayRetry = this.#reason === undefined && this.#attempt < this.#retries;
    const delay = mayRetry ? delayBefore(this.#attempt, failure, this.#options, this.longestWait) : undefined;
    if (delay === undefined) this.#finish(failure);
    else {
      this.#attempt += 1;
      // The Retry-After of a 429 pauses all reads of the credential, for which `wait` lets them wait.
      if (failure.status === 429 && failure.retryAfter !== undefined) this.#startAfter(0);
      else {
        this.#startAfter(delay);
        this.#waiters.onWait?.(delay, failure);
      }
    }
  }

  /** Milliseconds that it may wait for the upstream. */
  protected get longestWait(): number {
    return this.#waiters.maxWaitMs();
  }

  #startAfter(delay: number): void {
    this.#pause = after(delay, () => {
      this.#pause = undefined;
      this.#endWait();
      this.start();
    });
  }

  #endWait(): void {
    this.#wait?.end();
    this.#wait = undefined;
  }

  /** Whether nobody waits for it any more. */
  protected get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  #finish(failure: RestError): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.failed(failure);
  }
}
