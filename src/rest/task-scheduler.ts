import { LinkedList } from './linked-list.ts';

/** Step of a task. @returns the next step of the same task, if any */
export type TaskStep = () => TaskStep | undefined;

interface Task {
  readonly bytes: number;
  readonly step: TaskStep;
}

/** Upper bound on the bytes that tasks process together before other work proceeds. A larger task runs alone. */
export const maxBytesPerRun = 256 * 1024;

/**
 * Runs tasks immediately, as long as they process few bytes in one event loop iteration, and the others step by step in later iterations, so
 * that other work proceeds between them. Tasks that wait leave the immediate ones their bytes: small responses do not wait behind large ones.
 */
export class TaskScheduler {
  readonly #tasks = new LinkedList<Task>();
  /** Next step of the current task, which runs before other tasks because it frees its memory sooner. */
  #current: Task | undefined;
  /** Bytes of the tasks that ran immediately in this iteration. */
  #immediateBytes = 0;
  #isScheduled = false;

  /** @param bytes number of bytes that the task processes */
  add(bytes: number, step: TaskStep): void {
    const isImmediate = this.#immediateBytes + bytes <= maxBytesPerRun;
    this.#schedule();
    if (!isImmediate) {
      this.#tasks.append({ bytes, step });
      return;
    }
    this.#immediateBytes += bytes;
    const next = step();
    if (next !== undefined) this.#tasks.append({ bytes, step: next });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#run);
  }

  readonly #run = (): void => {
    this.#isScheduled = false;
    this.#immediateBytes = 0;
    let bytes = 0;
    try {
      for (let task = this.#next(bytes); task !== undefined; task = this.#next(bytes)) {
        bytes += task.bytes;
        const next = task.step();
        if (next !== undefined) this.#current = { bytes: task.bytes, step: next };
      }
    } finally {
      if (this.#current !== undefined || this.#tasks.size > 0) this.#schedule();
    }
  };

  /** Removes the next task if it may run after others of the given bytes. */
  #next(bytes: number): Task | undefined {
    const { first } = this.#tasks;
    const task = this.#current ?? first?.value;
    if (task === undefined || (bytes > 0 && bytes + task.bytes > maxBytesPerRun)) return undefined;
    if (this.#current !== undefined) this.#current = undefined;
    else if (first !== undefined) this.#tasks.remove(first);
    return task;
  }
}
