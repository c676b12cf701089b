import type { TracedCall } from '../rest/request.ts';

/** Upper bound on stored polls, for subscribers that request the polls behind a state. */
const maxPolls = 20;

/** Newest polls of a topic. */
export class PollLog {
  #newest: readonly TracedCall[] = [];
  #count = 0;

  /** Number of polls so far. */
  get count(): number {
    return this.#count;
  }

  add(poll: TracedCall): void {
    this.#count += 1;
    this.#newest = [...this.#newest, poll].slice(-maxPolls);
  }

  /** Stored polls after the first `count` ones. */
  after(count: number): readonly TracedCall[] {
    const wanted = this.#count - count;
    return wanted > 0 ? this.#newest.slice(-wanted) : [];
  }
}
