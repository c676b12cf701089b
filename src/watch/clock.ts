import { after } from '../rest/timers.ts';

/** Time as pollers see it, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 to below 1, for jitter. */
  random(): number;
  /**
   * Runs something after so many milliseconds, or earlier where that is longer than a timer can wait.
   * @returns a function that cancels it
   */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  after(milliseconds, run) {
    const timer = after(milliseconds, run);
    return () => clearTimeout(timer);
  },
};
