/** Clock of the sandbox. States that change with time are computed from it when they are read; there are no timers. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Advances the clock immediately. */
  advance(milliseconds: number): void;
  /** Undoes all advances. */
  reset(): void;
}

/** Creates a clock that follows real time or, with a fixed time, changes only when it is advanced. */
export function createClock(fixedTime?: number | Date): Clock {
  const fixed = fixedTime === undefined ? undefined : Number(fixedTime);
  let advanced = 0;
  return {
    now: () => (fixed ?? Date.now()) + advanced,
    advance: (milliseconds) => {
      advanced += milliseconds;
    },
    reset: () => {
      advanced = 0;
    },
  };
}

/** Formats a time as in responses. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Formats a date as in responses. */
export function isoDay(time: number): string {
  return iso(time).slice(0, 10);
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
