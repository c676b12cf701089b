/** REST-call budget of one operation, download or poll. */
export interface CallBudget {
  /**
   * Reserves calls before they are sent.
   * @returns a promise if the shared counter has to be consulted
   * @throws RestError `RATE_LIMITED` if the caller has too few calls left
   */
  reserve(calls: number): void | Promise<void>;
  /**
   * Consumes one call as it is sent, unless it is reserved. @throws RestError `RATE_LIMITED` if the caller has no call
   * left for now
   */
  consume(): void;
  /** Refunds reserved calls that were not sent. Further calls have no effect. */
  release(): void;
}
