import { LinkedList } from './linked-list.ts';

/** Part of a task. @returns the next part of the same task, if any */
export type Step = () => Step | undefined;

/** Runs long tasks step by step, one step in each turn of the event loop, so that everything else proceeds between two steps. */
export class WorkTurns {
  readonly #tasks = new LinkedList<Step>();
  /** Next step of the task that has begun, which frees its memory sooner than another task would. */
  #current: Step | undefined;
  #isScheduled = false;

  add(step: Step): void {
    this.#tasks.append(step);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#run);
  }

  readonly #run = (): void => {
    this.#isScheduled = false;
    const { first } = this.#tasks;
    let step = this.#current;
    this.#current = undefined;
    if (step === undefined && first !== undefined) {
      this.#tasks.remove(first);
      step = first.value;
    }
    try {
      this.#current = step?.();
    } finally {
      if (this.#current !== undefined || this.#tasks.size > 0) this.#schedule();
    }
  };
}
