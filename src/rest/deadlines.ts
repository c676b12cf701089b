/** The deadlines of all exchanges of a client. They are equally far away, so that one timer serves them in the order in which they began. */
import { after, boundedDelay } from './timers.ts';

/** Something that ends when its time is up. */
export interface Expiring {
  expire(): void;
}

export class Deadlines {
  readonly #milliseconds: number;
  /** The moment at which each expires, in the order in which they do. */
  readonly #expiring = new Map<Expiring, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds from the start to the end of each */
  constructor(milliseconds: number) {
    this.#milliseconds = boundedDelay(milliseconds);
  }

  add(expiring: Expiring): void {
    this.#expiring.set(expiring, performance.now() + this.#milliseconds);
    if (this.#timer === undefined) this.#wait(this.#milliseconds);
  }

  remove(expiring: Expiring): void {
    this.#expiring.delete(expiring);
  }

  #wait(milliseconds: number): void {
    // The sockets of what is under way keep the process alive.
    this.#timer = after(milliseconds, this.#expire).unref();
  }

  readonly #expire = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const [expiring, end] of this.#expiring) {
      if (end > now) {
        this.#wait(Math.ceil(end - now));
        return;
      }
      this.#expiring.delete(expiring);
      expiring.expire();
    }
  };
}
