/** Rate limits of a sandbox with a `rateLimit`. Every response contains their headers. */

const maxTokens = 100_000;

/** Counts the calls of each token per minute of the clock of the sandbox. */
export class RateLimits {
  readonly #perMinute: number;
  readonly #now: () => number;
  /** Calls in the current minute by token. */
  readonly #used = new Map<string, number>();
  #minute = 0;

  /** @param perMinute maximum number of calls per minute of one token */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a call. @returns the headers with the remaining calls */
  count(token: string): { headers: Readonly<Record<string, string>>; exceeded: boolean } {
    const now = this.#now();
    const minute = Math.floor(now / 60_000);
    // Bounds the memory: clients can send any number of invalid tokens.
    if (minute !== this.#minute || this.#used.size >= maxTokens) this.#used.clear();
    this.#minute = minute;
    const calls = (this.#used.get(token) ?? 0) + 1;
    this.#used.set(token, calls);
    const reset = (minute + 1) * 60;
    const exceeded = calls > this.#perMinute;
    const headers = {
      'ratelimit-limit': String(this.#perMinute),
      'ratelimit-remaining': String(Math.max(0, this.#perMinute - calls)),
      'ratelimit-reset': String(reset),
      ...(exceeded ? { 'retry-after': String(Math.max(1, Math.ceil(reset - now / 1000))) } : {}),
    };
    return { headers, exceeded };
  }
}
