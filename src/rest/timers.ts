/** Longest delay of a timer; Node fires one of more than 2^31 - 1 ms immediately. */
const maxDelayMs = 24 * 60 * 60 * 1000;

/**
 * Milliseconds since 1970 that never step: by the system clock at the start of the process, and by the monotonic clock from then on. Times that
 * are compared or waited for are readings of it.
 */
export function steadyNow(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}

/** Clamps a delay to a day; NaN becomes a day. */
export function clampDelayMs(delayMs: number): number {
  if (Number.isNaN(delayMs)) return maxDelayMs;
  return Math.min(Math.max(0, delayMs), maxDelayMs);
}

/** `setTimeout` with a delay that is clamped to a day. */
export function setBoundedTimeout(delayMs: number, callback: () => void): NodeJS.Timeout {
  return setTimeout(callback, clampDelayMs(delayMs));
}

/**
 * Like `setBoundedTimeout`, but first lets Node process input that has already arrived. Prevents false timeouts after
 * the event loop was blocked.
 */
export function setTimeoutAfterPendingIo(delayMs: number, callback: () => void): NodeJS.Timeout {
  return setBoundedTimeout(delayMs, () => setImmediate(() => setImmediate(callback)));
}
