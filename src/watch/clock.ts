import { after } from '../rest/timers.ts';

/** Time as pollers see it, so that tests can let it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 up to but without 1, for jitter. */
  random(): number;
  /**
   * Runs something after so many milliseconds, or earlier where that is longer than a timer can wait.
   * @returns A function that calls it off.
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
