import type { Clock } from '../../src/watch/clock.ts';

/** A clock that stands still until it is advanced. Its random numbers are all 0: no jitter, unless a test wants some. */
export class FakeClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #timers = new Set<{ at: number; readonly run: () => void }>();
  jitter = 0;

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.jitter;
  }

  setTimeout(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Sets the time back. Timers run after the same delay, like those of Node. */
  setBack(milliseconds: number): void {
    this.#now -= milliseconds;
    for (const timer of this.#timers) timer.at -= milliseconds;
  }

  /** Lets time pass, what is due and what follows from it included. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
    }
    this.#now = end;
  }
}

/** Lets everything run that waits for nothing but promises. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
