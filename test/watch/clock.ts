import type { Clock } from '../../src/watch/clock.ts';

/** Clock that is advanced by `advance` only. Its random numbers are `jitter`, which is 0 by default. */
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

  /** Advances the time and runs the timers that expire, also those that these start. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await waitForPromises();
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await waitForPromises();
    }
    this.#now = end;
  }
}

/** Waits until all pending promise callbacks have run. */
export function waitForPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
