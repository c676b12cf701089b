/** Calls that are repeated until they succeed or must not be retried. */
import type { RestError } from './errors.ts';
import { createPauseError, toConnectionError } from './failure.ts';
import type { OperationDeadline } from './operation-deadline.ts';
import { setBoundedTimeout } from './timers.ts';

/** Receives the result of a step of a call, or its failure. Two callbacks, because a promise for each step of a call costs more than a small call. */
export interface ResultReceiver<A> {
  onResult(value: A): void;
  onFailure(reason: unknown): void;
}

/** Wait before an attempt. */
export interface Wait {
  readonly delayMs: number;
  /** Called once, when the wait is over or no consumer awaits the call any more. */
  readonly onEnd: () => void;
}

/** Readers of a call, whose deadlines limit its waits. */
export interface CallReaders {
  /** Longest wait that any reader allows. */
  readonly maxWaitMs: number;
  /** Called when a wait starts. @param failure error for readers that cannot wait */
  onWait?(delayMs: number, failure: RestError): void;
}

/** Limit of the waits of a call. */
export interface WaitOptions {
  /** Deadline of the operation of the only reader; `maxRetryDelayMs` limits the waits if `undefined`. */
  readonly deadline?: Pick<OperationDeadline, 'remainingMs'> | undefined;
  /** Readers of a shared call; overrides `deadline`. */
  readonly readers?: CallReaders | undefined;
}

export interface RetryOptions {
  /** Timeout of one exchange. */
  readonly callTimeoutMs: number;
  /** Upper bound on retries of a read after a transient failure. */
  readonly retries: number;
  /** Delay before the first retry; doubles with each retry, with jitter. */
  readonly retryDelayMs: number;
  /** Upper bound on `Retry-After`. A call with a longer one fails, and the client decides. */
  readonly maxRetryDelayMs: number;
}

const transientStatuses = new Set([429, 502, 503, 504]);
/** Upper bound on the delay between two attempts. */
const maxBackoffMs = 10_000;

/** Upper bound on the time before a deadline that is reserved for the call after a wait. */
const maxReservedMs = 1000;

/**
 * Upper bound on the wait of a read before an attempt. A wait that ended with the deadline would leave no time for the
 * call itself. It is `maxRetryDelayMs` without a deadline.
 */
export function getMaxWaitMs(
  deadline: WaitOptions['deadline'],
  { maxRetryDelayMs }: Pick<RetryOptions, 'maxRetryDelayMs'>,
): number {
  if (deadline === undefined) return maxRetryDelayMs;
  const { remainingMs } = deadline;
  return remainingMs - Math.min(maxReservedMs, remainingMs / 2);
}

/** Milliseconds before a retry; `undefined` if the call must not be retried. */
function getRetryDelay(
  attempt: number,
  failure: RestError,
  { retryDelayMs, maxRetryDelayMs }: RetryOptions,
  maxDelayMs: number,
) {
  const isTransient =
    failure.code === 'UPSTREAM_UNREACHABLE' ||
    failure.code === 'RESOURCE_EXHAUSTED' ||
    (failure.status !== undefined && transientStatuses.has(failure.status));
  if (!isTransient) return undefined;
  if (failure.retryAfter !== undefined) {
    const delay = failure.retryAfter * 1000;
    return delay <= (failure.status === 429 ? maxDelayMs : Math.min(maxRetryDelayMs, maxDelayMs)) ? delay : undefined;
  }
  const backoffMs = Math.min(retryDelayMs * 2 ** attempt, maxBackoffMs);
  return backoffMs * (0.5 + Math.random() / 2);
}

export abstract class RetryableCall<A> {
  readonly #options: RetryOptions;
  readonly #retries: number;
  #receiver: ResultReceiver<A> | undefined;
  #attempt = 0;
  #timer: NodeJS.Timeout | undefined;
  #wait: Wait | undefined;
  #reason: RestError | undefined;
  /** Failure of the latest attempt that is retried. */
  #attemptFailure: RestError | undefined;

  readonly #readers: CallReaders;

  /** @param retries upper bound on retries */
  constructor(options: RetryOptions, retries: number, receiver: ResultReceiver<A>, { deadline, readers }: WaitOptions) {
    this.#options = options;
    this.#retries = retries;
    this.#readers = readers ?? {
      get maxWaitMs() {
        return getMaxWaitMs(deadline, options);
      },
    };
    this.#receiver = receiver;
  }

  /** Begins the wait before an attempt; returns `undefined` if none is needed. @throws RestError if there must be no attempt */
  protected abstract beginWait(): Wait | undefined;

  /** Starts an attempt, which ends with `succeed` or `fail`. */
  protected abstract startAttempt(): void;

  /** Ends the current attempt, which then fails. */
  protected abstract abort(reason: RestError): void;

  /** Adds the effect of a failed attempt to its error. */
  protected explain(failure: RestError): RestError {
    return failure;
  }

  start(): void {
    try {
      if (this.#reason !== undefined) throw this.#reason;
      this.#wait = this.beginWait();
      if (this.#wait === undefined) this.startAttempt();
      else {
        const { delayMs } = this.#wait;
        this.#startAfter(delayMs);
        this.#readers.onWait?.(delayMs, createPauseError(delayMs));
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the call with this reason. No-op if the call has ended. */
  cancel(reason: RestError): void {
    if (this.#receiver === undefined) return;
    this.#reason ??= reason;
    if (this.#timer === undefined) this.abort(reason);
    else {
      clearTimeout(this.#timer);
      this.#endWait();
      this.#finish(reason);
    }
  }

  protected succeed(value: A): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.onResult(value);
  }

  protected fail(error: unknown): void {
    const failure = this.explain(this.#reason ?? toConnectionError(error, this.#options.callTimeoutMs));
    // The response to a sent attempt takes precedence over the circuit breaker, which has opened since.
    if (failure.code === 'UPSTREAM_DOWN' && this.#attemptFailure !== undefined) {
      this.#finish(this.#attemptFailure);
      return;
    }
    const mayRetry = this.#reason === undefined && this.#attempt < this.#retries;
    const delay = mayRetry ? getRetryDelay(this.#attempt, failure, this.#options, this.maxWaitMs) : undefined;
    if (delay === undefined) this.#finish(failure);
    else {
      this.#attempt += 1;
      this.#attemptFailure = failure;
      // `beginWait` makes all reads of the credential wait for the Retry-After of a 429.
      if (failure.status === 429 && failure.retryAfter !== undefined) this.#startAfter(0);
      else {
        this.#startAfter(delay);
        this.#readers.onWait?.(delay, failure);
      }
    }
  }

  /** Upper bound on the wait for the upstream. */
  protected get maxWaitMs(): number {
    return this.#readers.maxWaitMs;
  }

  #startAfter(delayMs: number): void {
    this.#timer = setBoundedTimeout(delayMs, () => {
      this.#timer = undefined;
      this.#endWait();
      this.start();
    });
  }

  #endWait(): void {
    this.#wait?.onEnd();
    this.#wait = undefined;
  }

  /** Whether no consumer awaits the call any more. */
  protected get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  #finish(failure: RestError): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.onFailure(failure);
  }
}
