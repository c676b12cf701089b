/** Promises that an execution waits for. */

interface PendingValue {
  previous: PendingValue | undefined;
  next: PendingValue | undefined;
  readonly fail: (error: unknown) => void;
}

export class PendingValues {
  /** Linked, since a Set that grows and shrinks with each operation keeps young objects alive. */
  #first: PendingValue | undefined;
  #isClosed = false;
  #onEmpty: (() => void) | undefined;
  #onFinished: (() => void) | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Whether no value is awaited any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `continuation` once when no value is pending, before the execution is finished. */
  onEmpty(continuation: () => void): void {
    this.#onEmpty = continuation;
  }

  /** Calls `callback` once when no value is pending and nothing continues. */
  onFinished(callback: () => void): void {
    this.#onFinished = callback;
  }

  /** Waits for a promise. Neither callback is called after `close` or `failAll`. They must not throw. */
  add(promise: PromiseLike<unknown>, complete: (value: unknown) => void, fail: (error: unknown) => void): void {
    const pending: PendingValue = { previous: undefined, next: this.#first, fail };
    if (this.#first !== undefined) this.#first.previous = pending;
    this.#first = pending;
    const settle = (act: () => void) => {
      if (!this.#remove(pending)) return;
      act();
      this.#continueIfEmpty();
    };
    // A thenable may call back repeatedly, or throw.
    Promise.resolve(promise).then(
      (value) => settle(() => complete(value)),
      (error: unknown) => settle(() => fail(error)),
    );
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
  }

  #remove(pending: PendingValue): boolean {
    const { previous, next } = pending;
    const isFirst = this.#first === pending;
    if (this.#isClosed || (previous === undefined && !isFirst)) return false;
    if (isFirst) this.#first = next;
    else if (previous !== undefined) previous.next = next;
    if (next !== undefined) next.previous = previous;
    pending.previous = undefined;
    pending.next = undefined;
    return true;
  }

  #continueIfEmpty(): void {
    while (this.#first === undefined && this.#onEmpty !== undefined) {
      const continuation = this.#onEmpty;
      this.#onEmpty = undefined;
      continuation();
    }
    if (this.#first !== undefined || this.#isClosed) return;
    this.#isClosed = true;
    this.#onFinished?.();
  }
}
