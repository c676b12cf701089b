/** Retries of reads after transient failures. Writes are never repeated. */
import type { Call, Interceptor } from '../call.ts';
import type { RestError } from '../errors.ts';
import { toConnectionError } from '../failure.ts';

/** Limit of the waits of a call without a deadline. */
export interface WaitLimit {
  /** Upper bound on `Retry-After`. A call with a longer one fails, and the client decides. */
  readonly maxRetryDelayMs: number;
}

export interface RetryOptions extends WaitLimit {
  /** Timeout of one exchange. */
  readonly callTimeoutMs: number;
  /** Upper bound on retries of a read after a transient failure. */
  readonly retries: number;
  /** Delay before the first retry; doubles with each retry, with jitter. */
  readonly retryDelayMs: number;
}

const transientStatuses = new Set([429, 502, 503, 504]);
/** Upper bound on the delay between two attempts. */
const maxBackoffMs = 10_000;

/** Upper bound on the time before a deadline that is reserved for the call after a wait. */
const maxReservedMs = 1000;

/**
 * Upper bound on the wait of a read before an attempt. A wait that ended with the deadline would leave no time for the
 * call itself.
 */
export function getMaxWaitMs({ readers, deadline }: Call, { maxRetryDelayMs }: WaitLimit): number {
  if (readers !== undefined) return readers.maxWaitMs;
  if (deadline === undefined) return maxRetryDelayMs;
  const { remainingMs } = deadline;
  return remainingMs - Math.min(maxReservedMs, remainingMs / 2);
}

/** Waits before an attempt. @param failure error for readers that cannot wait @throws RestError the reason, if cancelled before */
export function waitForAttempt(call: Call, delayMs: number, failure: RestError): Promise<void> {
  if (failure.code === 'RATE_LIMITED') call.pausedMs += delayMs;
  call.readers?.onWait(delayMs, failure);
  return call.cancellation.pause(delayMs);
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

/** Repeats a read until it succeeds or must not be retried. Converts each failure to a RestError. */
export function retryReads(options: RetryOptions): Interceptor {
  return (call, receiver, next) => {
    const { cancellation, operation, retries = options.retries } = call;
    const maxRetries = operation.method === 'GET' ? retries : 0;
    const send = (attempt: number, retried?: RestError): void =>
      next(call, {
        resolve: receiver.resolve,
        reject(error) {
          const failure = cancellation.reason ?? toConnectionError(error, options.callTimeoutMs);
          // The response to a sent attempt takes precedence over the circuit breaker, which has opened since.
          if (failure.code === 'UPSTREAM_DOWN' && retried !== undefined) return receiver.reject(retried);
          const isLast = cancellation.isCancelled || attempt >= maxRetries;
          const delayMs = isLast ? undefined : getRetryDelay(attempt, failure, options, getMaxWaitMs(call, options));
          if (delayMs === undefined) return receiver.reject(failure);
          // `awaitPause` makes all reads of the credential wait for the Retry-After of a 429.
          const isPaused = failure.status === 429 && failure.retryAfter !== undefined;
          const wait = isPaused ? cancellation.pause(0) : waitForAttempt(call, delayMs, failure);
          wait.then(() => send(attempt + 1, failure), receiver.reject);
        },
      });
    send(0);
  };
}
