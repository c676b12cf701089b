import type { Call, Interceptor } from '../call.ts';
import type { Callers } from '../callers.ts';
import { createPauseError } from '../failure.ts';
import type { UpstreamLimits } from '../upstream-limits.ts';
import { getMaxWaitMs, type WaitLimit, waitForAttempt } from './retry-reads.ts';

/** Timers may fire this early; a read that starts too early would have to wait again. */
const timerToleranceMs = 2;

/** Makes reads wait while the upstream limits the rate of calls with their credential. */
export function awaitPause(limits: UpstreamLimits, callers: Callers, waitLimit: WaitLimit): Interceptor {
  const wait = async (call: Call, pauseMs: number): Promise<void> => {
    const delayMs = pauseMs + timerToleranceMs;
    const endWait = limits.beginWait(callers.identify(call.credential), pauseMs, getMaxWaitMs(call, waitLimit));
    try {
      await waitForAttempt(call, delayMs, createPauseError(delayMs));
    } finally {
      endWait();
    }
  };
  const intercept: Interceptor = (call, receiver, next) => {
    const pauseMs = call.operation.method === 'GET' ? limits.getPauseMs(call.credential) : 0;
    if (pauseMs <= 0) next(call, receiver);
    else wait(call, pauseMs).then(() => intercept(call, receiver, next), receiver.reject);
  };
  return intercept;
}
