/** The time of the sandbox. Whatever moves with time is computed from it when it is read; nothing ticks. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets time pass at once. */
  advance(milliseconds: number): void;
}

/** A clock that follows real time or, given a time to stand at, moves only when it is advanced. */
export function createClock(standsAt?: number | Date): Clock {
  const standing = standsAt === undefined ? undefined : Number(standsAt);
  let advanced = 0;
  return {
    now: () => (standing ?? Date.now()) + advanced,
    advance: (milliseconds) => {
      advanced += milliseconds;
    },
  };
}

/** A time as answers give it. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** A day as answers give it. */
export function isoDay(time: number): string {
  return iso(time).slice(0, 10);
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
