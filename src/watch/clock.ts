import { setBoundedTimeout } from '../rest/timers.ts';

/** Clock of pollers, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 to below 1, for jitter. */
  random(): number;
  /**
   * Calls a function after a delay, which is capped at the longest delay of a timer.
   * @returns a function that cancels it
   */
  setTimeout(delayMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  setTimeout(milliseconds, run) {
    const timer = setBoundedTimeout(milliseconds, run);
    return () => clearTimeout(timer);
  },
};
