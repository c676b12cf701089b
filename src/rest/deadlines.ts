/** Deadlines of all exchanges of a client. All have the same duration, so one timer serves them in the order of their start. */
import { type Link, LinkedList } from './linked-list.ts';
import { clampDelayMs, setBoundedTimeout } from './timers.ts';

/** Object with a deadline. */
export interface Expiring {
  /** Reading of `performance.now()`. */
  expiresAt: number;
  expire(): void;
}

export class Deadlines {
  readonly #durationMs: number;
  /** Sorted by deadline. */
  readonly #expiring = new LinkedList<Expiring>();
  #timer: NodeJS.Timeout | undefined;

  /** @param durationMs time from the start to the deadline of each */
  constructor(durationMs: number) {
    this.#durationMs = clampDelayMs(durationMs);
  }

  /** @returns the link to remove it by */
  add(expiring: Expiring): Link<Expiring> {
    expiring.expiresAt = performance.now() + this.#durationMs;
    if (this.#timer === undefined) this.#wait(this.#durationMs);
    return this.#expiring.append(expiring);
  }

  remove(link: Link<Expiring>): void {
    this.#expiring.remove(link);
  }

  #wait(delayMs: number): void {
    // The sockets of active calls keep the process alive.
    this.#timer = setBoundedTimeout(delayMs, this.#expire).unref();
  }

  readonly #expire = (): void => {
    const now = performance.now();
    try {
      for (let next = this.#expiring.first; next && next.value.expiresAt <= now; next = this.#expiring.first) {
        this.#expiring.remove(next);
        next.value.expire();
      }
    } finally {
      // Reset last: an expired call may start another one, which shares the next timer.
      this.#timer = undefined;
      const { first } = this.#expiring;
      if (first !== undefined) this.#wait(Math.ceil(first.value.expiresAt - now));
    }
  };
}
