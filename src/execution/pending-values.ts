/** Promises that an execution waits for. */
import type { OutputType } from './output-type.ts';
import type { Position } from './position.ts';
import { ignoreRejections } from './runtime-values.ts';

/** Value of the response that a promise provides. */
export interface PendingValue {
  /** Object or list without which the value is not awaited. */
  readonly position: Position;
  readonly output: OutputType;
}

/** Receiver of the results of promises. The callbacks must not throw. */
export interface PendingValueHandler<Value extends PendingValue> {
  completePending(pending: Value, result: unknown): void;
  failPending(pending: Value, error: unknown): void;
}

interface Entry<Value> {
  previous: Entry<Value> | undefined;
  next: Entry<Value> | undefined;
  readonly pending: Value;
}

/** Values that wait for one promise: attributes of a detail, for example. */
type Group<Value> = Entry<Value>[];

export class PendingValues<Value extends PendingValue> {
  readonly #handler: PendingValueHandler<Value>;
  /** Linked, since a Set that grows and shrinks with each operation keeps young objects alive. */
  #first: Entry<Value> | undefined;
  #last: Entry<Value> | undefined;
  /** Groups by their promise, until it is settled. */
  readonly #groups = new Map<PromiseLike<unknown>, Group<Value>>();
  #isClosed = false;
  #isHeld = false;
  #onEmpty: (() => void) | undefined;
  #onFinished: (() => void) | undefined;

  constructor(handler: PendingValueHandler<Value>) {
    this.#handler = handler;
  }

  /** Whether the response contains no position that waits for a value, and nothing holds the execution. */
  get isEmpty(): boolean {
    if (this.#isHeld) return false;
    while (this.#first?.pending.position.isRemoved) this.#remove(this.#first);
    return this.#first === undefined;
  }

  /** Calls `continuation` once when no value is pending, before the execution is finished. */
  onEmpty(continuation: () => void): void {
    this.#onEmpty = continuation;
  }

  /** Lets the execution wait until the returned function is called. */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.#continueIfEmpty();
    };
  }

  /** Calls `callback` once when no value is pending and nothing continues. */
  onFinished(callback: () => void): void {
    this.#onFinished = callback;
  }

  /**
   * Waits for the promise of a value, until the response does not contain its position any more. The handler is not called after `close` or
   * `failAll`.
   */
  add(promise: PromiseLike<unknown>, pending: Value): void {
    const entry: Entry<Value> = { previous: this.#last, next: undefined, pending };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
    const group = this.#groups.get(promise);
    if (group !== undefined) {
      group.push(entry);
      return;
    }
    const created = [entry];
    this.#groups.set(promise, created);
    this.#waitFor(promise, created);
  }

  /** Fails all values that are pending, and those that the failures leave to wait for. */
  failAll(reason: Error): void {
    while (this.#first !== undefined) {
      const entry = this.#first;
      this.#remove(entry);
      this.#handler.failPending(entry.pending, reason);
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
  async #waitFor(promise: PromiseLike<unknown>, group: Group<Value>): Promise<void> {
    let result: unknown;
    try {
      result = await promise;
    } catch (error) {
      // Not yet, if the promise throws when it is awaited: the values before and after it are being completed.
      await undefined;
      this.#groups.delete(promise);
      for (const entry of group) if (this.#remove(entry)) this.#handler.failPending(entry.pending, error);
      this.#continueIfEmpty();
      return;
    }
    // Values that are added from now on await the promise anew.
    this.#groups.delete(promise);
    for (const entry of group) {
      const { pending } = entry;
      const isPending = this.#remove(entry) && !pending.position.isRemoved;
      if (isPending) this.#handler.completePending(pending, result);
      else ignoreRejections(pending.output, result);
    }
    this.#continueIfEmpty();
  }

  /** Returns `false` if the value is not pending any more. */
  #remove(entry: Entry<Value>): boolean {
    const { previous, next } = entry;
    if (previous === undefined && this.#first !== entry) return false;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    entry.previous = undefined;
    entry.next = undefined;
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
