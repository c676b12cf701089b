import type { TracedCall } from '../rest/request.ts';

/** Polls that are kept for subscribers who ask what led to a state. */
const kept = 20;

/** The newest polls of a topic. */
export class Polls {
  #newest: readonly TracedCall[] = [];
  #count = 0;

  /** How many there have been. */
  get count(): number {
    return this.#count;
  }

  add(poll: TracedCall): void {
    this.#count += 1;
    this.#newest = [...this.#newest, poll].slice(-kept);
  }

  /** Those after the first so many, as far as they are kept. */
  after(count: number): readonly TracedCall[] {
    const wanted = this.#count - count;
    return wanted > 0 ? this.#newest.slice(-wanted) : [];
  }
}
