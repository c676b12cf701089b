import { setBoundedTimeout, steadyNow } from '../rest/timers.ts';

/** Clock of pollers, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970, of a clock that does not step. */
  now(): number;
  /** Milliseconds since 1970 by the system clock, to which times in headers refer. Defaults to `now`. */
  readonly systemNow?: (() => number) | undefined;
  /** A number from 0 to below 1, for jitter. */
  random(): number;
  /**
   * Calls a function after a delay, which is capped at the longest delay of a timer.
   * @returns a function that cancels it
   */
  setTimeout(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: steadyNow,
  systemNow: Date.now,
  random: Math.random,
  setTimeout(milliseconds, run) {
    const timer = setBoundedTimeout(milliseconds, run);
    return () => clearTimeout(timer);
  },
};
