/** Milliseconds that a timer can wait; a longer one would go off at once. */
export const longestTimer = 2 ** 31 - 1;

/** Runs something after so many milliseconds, or after the longest time that a timer can wait: whoever waits for more looks again. */
export function after(milliseconds: number, run: () => void): NodeJS.Timeout {
  return setTimeout(run, milliseconds < longestTimer ? milliseconds : longestTimer);
}
