/** Rate limits: announced on every answer, enforced only when a sandbox was asked to. */

/** Calls a minute for one token. */
export interface RateLimit {
  readonly perMinute: number;
  readonly enforced: boolean;
}

const mostTokens = 100_000;

/** Counts the calls of each token by the minutes of the sandbox's clock. */
export class RateLimits {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  /** Calls of the minute, by token. */
  readonly #used = new Map<string, number>();
  #minute = 0;

  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts a call and gives the headers that say how many are left. */
  count(token: string): { headers: Readonly<Record<string, string>>; exceeded: boolean } {
    const { perMinute, enforced } = this.#limit;
    const now = this.#now();
    const minute = Math.floor(now / 60_000);
    // Tokens can be invented without end; those of past minutes are not kept.
    if (minute !== this.#minute || this.#used.size >= mostTokens) this.#used.clear();
    this.#minute = minute;
    const calls = (this.#used.get(token) ?? 0) + 1;
    this.#used.set(token, calls);
    const reset = (minute + 1) * 60;
    const exceeded = enforced && calls > perMinute;
    const headers = {
      'ratelimit-limit': String(perMinute),
      'ratelimit-remaining': String(Math.max(0, perMinute - calls)),
      'ratelimit-reset': String(reset),
      ...(exceeded ? { 'retry-after': String(Math.max(1, Math.ceil(reset - now / 1000))) } : {}),
    };
    return { headers, exceeded };
  }
}
