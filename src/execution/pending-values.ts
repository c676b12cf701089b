/** Promises that an execution waits for. */
import type { OutputType } from './output-type.ts';
import type { Position } from './position.ts';
import { ignoreRejections } from './runtime-values.ts';

interface PendingValue {
  previous: PendingValue | undefined;
  next: PendingValue | undefined;
  readonly position: Position;
  readonly output: OutputType;
  readonly fail: (error: unknown) => void;
}

export class PendingValues {
  /** Linked, since a Set that grows and shrinks with each operation keeps young objects alive. */
  #first: PendingValue | undefined;
  #last: PendingValue | undefined;
  #isClosed = false;
  #onEmpty: (() => void) | undefined;
  #onFinished: (() => void) | undefined;

  /** Whether the response contains no position that waits for a value. */
  get isEmpty(): boolean {
    while (this.#first?.position.isRemoved) this.#remove(this.#first);
    return this.#first === undefined;
  }

  /** Calls `continuation` once when no value is pending, before the execution is finished. */
  onEmpty(continuation: () => void): void {
    this.#onEmpty = continuation;
  }

  /** Calls `callback` once when no value is pending and nothing continues. */
  onFinished(callback: () => void): void {
    this.#onFinished = callback;
  }

  /**
   * Waits for a promise of a value in the object or list at `position`, until the response does not contain that any more. Neither callback
   * is called after `close` or `failAll`. They must not throw.
   */
  add(
    promise: PromiseLike<unknown>,
    position: Position,
    output: OutputType,
    complete: (value: unknown) => void,
    fail: (error: unknown) => void,
  ): void {
    const pending: PendingValue = { previous: this.#last, next: undefined, position, output, fail };
    if (this.#last === undefined) this.#first = pending;
    else this.#last.next = pending;
    this.#last = pending;
    this.#waitFor(promise, pending, complete);
  }

  /** Fails all values that are pending, and those that the failures leave to wait for. */
  failAll(reason: Error): void {
    while (this.#first !== undefined) {
      const pending = this.#first;
      this.#remove(pending);
      pending.fail(reason);
    }
    this.#continueIfEmpty();
  }

  /** Stops waiting. */
  close(): void {
    this.#isClosed = true;
    this.#first = undefined;
    this.#last = undefined;
  }

  /** `await` calls back once, and rejects if a thenable throws. */
  async #waitFor(
    promise: PromiseLike<unknown>,
    pending: PendingValue,
    complete: (value: unknown) => void,
  ): Promise<void> {
    let value: unknown;
    try {
      value = await promise;
    } catch (error) {
      // Not yet, if the promise throws when it is awaited: the values before and after it are being completed.
      await undefined;
      if (this.#remove(pending)) pending.fail(error);
      this.#continueIfEmpty();
      return;
    }
    const isPending = this.#remove(pending) && !pending.position.isRemoved;
    if (isPending) complete(value);
    else ignoreRejections(pending.output, value);
    this.#continueIfEmpty();
  }

  /** Returns `false` if the value is not pending any more. */
  #remove(pending: PendingValue): boolean {
    const { previous, next } = pending;
    if (previous === undefined && this.#first !== pending) return false;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    pending.previous = undefined;
    pending.next = undefined;
    return true;
  }

  #continueIfEmpty(): void {
    while (this.isEmpty && this.#onEmpty !== undefined) {
      const continuation = this.#onEmpty;
      this.#onEmpty = undefined;
      continuation();
    }
    if (!this.isEmpty || this.#isClosed) return;
    this.#isClosed = true;
    this.#onFinished?.();
  }
}
