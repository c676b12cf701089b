/** The deadlines of all exchanges of a client. They are equally far away, so that one timer serves them in the order in which they began. */
import { type Link, LinkedList } from './linked-list.ts';
import { after, boundedDelay } from './timers.ts';

/** Something that ends when its time is up. */
export interface Expiring {
  /** Reading of `performance.now()`. */
  expiresAt: number;
  expire(): void;
}

export class Deadlines {
  readonly #milliseconds: number;
  /** In the order in which they expire. */
  readonly #expiring = new LinkedList<Expiring>();
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds from the start to the end of each */
  constructor(milliseconds: number) {
    this.#milliseconds = boundedDelay(milliseconds);
  }

  /** @returns what takes it out again */
  add(expiring: Expiring): Link<Expiring> {
    expiring.expiresAt = performance.now() + this.#milliseconds;
    if (this.#timer === undefined) this.#wait(this.#milliseconds);
    return this.#expiring.append(expiring);
  }

  remove(link: Link<Expiring>): void {
    this.#expiring.remove(link);
  }

  #wait(milliseconds: number): void {
    // The sockets of what is under way keep the process alive.
    this.#timer = after(milliseconds, this.#expire).unref();
  }

  readonly #expire = (): void => {
    const now = performance.now();
    try {
      for (let next = this.#expiring.first; next && next.value.expiresAt <= now; next = this.#expiring.first) {
        this.#expiring.remove(next);
        next.value.expire();
      }
    } finally {
      // Only now, as one that expires may let another begin, which is waited for with the others.
      this.#timer = undefined;
      const { first } = this.#expiring;
      if (first !== undefined) this.#wait(Math.ceil(first.value.expiresAt - now));
    }
  };
}
