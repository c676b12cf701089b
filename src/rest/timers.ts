/** Milliseconds of the longest delay; a timer of more than 2^31 - 1 would fire at once. */
const longestDelay = 24 * 60 * 60 * 1000;

/** Bounds a delay to a day at the most, which also stands in for NaN. */
export function boundedDelay(milliseconds: number): number {
  if (Number.isNaN(milliseconds)) return longestDelay;
  return Math.min(Math.max(0, milliseconds), longestDelay);
}

/** Runs something after so many milliseconds, at the most a day. */
export function after(milliseconds: number, run: () => void): NodeJS.Timeout {
  return setTimeout(run, boundedDelay(milliseconds));
}

/** Runs something after so many milliseconds, when what had arrived by then is read, for which a busy process may have had no time. */
export function afterReading(milliseconds: number, run: () => void): NodeJS.Timeout {
  return after(milliseconds, () => setImmediate(() => setImmediate(run)));
}
