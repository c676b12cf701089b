/** The calls that a caller may still make, as one operation, download or poll sees it. */
export interface Allowance {
  /**
   * Counts calls before they are made.
   * @returns a promise where others have to be asked
   * @throws RestError `RATE_LIMITED` where the caller may not make them
   */
  reserve(calls: number): void | Promise<void>;
  /** Counts one call as it is sent, unless it is reserved. @throws RestError `RATE_LIMITED` where the caller may make no more for now */
  take(): void;
  /** Gives back what was reserved and not made. Further calls have no effect. */
  end(): void;
}
