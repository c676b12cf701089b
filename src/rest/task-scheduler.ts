import { LinkedList } from './linked-list.ts';

/** Step of a task. @returns the next step of the same task, if any */
export type Step = () => Step | undefined;

/** Runs long tasks step by step, one step per event loop iteration, so that other work proceeds between two steps. */
export class TaskScheduler {
  readonly #tasks = new LinkedList<Step>();
  /** Next step of the current task, which runs before other tasks because it frees its memory sooner. */
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
