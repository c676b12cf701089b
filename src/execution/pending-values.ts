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

/** Values that consecutive calls of `add` have registered for one promise: the attributes of a detail, for example. */
interface Group<Value> {
  readonly promise: PromiseLike<unknown>;
  readonly entries: Entry<Value>[];
}

export class PendingValues<Value extends PendingValue> {
  readonly #handler: PendingValueHandler<Value>;
  /** Linked, since a Set that grows and shrinks with each operation keeps young objects alive. */
  #first: Entry<Value> | undefined;
  #last: Entry<Value> | undefined;
  /** Group of the latest value; `undefined` once its promise is settled. */
  #latestGroup: Group<Value> | undefined;
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
    if (this.#latestGroup?.promise === promise) {
      this.#latestGroup.entries.push(entry);
      return;
    }
    this.#latestGroup = { promise, entries: [entry] };
    this.#waitFor(this.#latestGroup);
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
  async #waitFor(group: Group<Value>): Promise<void> {
    let result: unknown;
    try {
      result = await group.promise;
    } catch (error) {
      // Not yet, if the promise throws when it is awaited: the values before and after it are being completed.
      await undefined;
      this.#endGroup(group);
      for (const entry of group.entries) if (this.#remove(entry)) this.#handler.failPending(entry.pending, error);
      this.#continueIfEmpty();
      return;
    }
    this.#endGroup(group);
    for (const entry of group.entries) {
      const { pending } = entry;
      const isPending = this.#remove(entry) && !pending.position.isRemoved;
      if (isPending) this.#handler.completePending(pending, result);
      else ignoreRejections(pending.output, result);
    }
    this.#continueIfEmpty();
  }

  /** Values that are added from now on await the promise anew. */
  #endGroup(group: Group<Value>): void {
    if (this.#latestGroup === group) this.#latestGroup = undefined;
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
