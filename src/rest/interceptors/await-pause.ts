import type { Call, Interceptor, Next } from '../call.ts';
import type { Callers } from '../callers.ts';
import { createPauseError } from '../failure.ts';
import type { RestResponse } from '../request.ts';
import type { UpstreamLimits } from '../upstream-limits.ts';
import { getMaxWaitMs, type WaitLimit, waitForAttempt } from './retry-reads.ts';

/** Timers may fire this early; a read that starts too early would have to wait again. */
const timerToleranceMs = 2;

/** Makes reads wait while the upstream limits the rate of calls with their credential. */
export function awaitPause(limits: UpstreamLimits, callers: Callers, waitLimit: WaitLimit): Interceptor {
  const wait = async (call: Call, pauseMs: number, next: Next): Promise<RestResponse> => {
    const delayMs = pauseMs + timerToleranceMs;
    const endWait = limits.beginWait(callers.identify(call.credential), pauseMs, getMaxWaitMs(call, waitLimit));
    try {
      await waitForAttempt(call, delayMs, createPauseError(delayMs));
    } finally {
      endWait();
    }
    return intercept(call, next);
  };
  const intercept: Interceptor = (call, next) => {
    if (call.operation.method !== 'GET') return next(call);
    const pauseMs = limits.getPauseMs(call.credential);
    return pauseMs <= 0 ? next(call) : wait(call, pauseMs, next);
  };
  return intercept;
}
