/** Promises that an execution waits for. */
import type { OutputType } from './output-type.ts';
import type { Position } from './position.ts';
import { ignoreRejections } from './runtime-values.ts';

/** Value of the response that a promise provides. */
export interface PendingValue {
  /** Object or list that contains the value. Once the response no longer contains it, the value is not awaited. */
  readonly position: Position;
  readonly output: OutputType;
}

/** Receiver of the results of promises. The callbacks must not throw. */
export interface PendingValueHandler<Value extends PendingValue> {
  completePending(pending: Value, result: unknown): void;
  failPending(pending: Value, error: unknown): void;
}

/** Values that wait for one promise: attributes of a detail, for example. */
interface Group<Value> {
  readonly promise: PromiseLike<unknown>;
  readonly values: Value[];
  /** Number of values at the start whose position the response does not contain any more. */
  removedCount: number;
}

export class PendingValues<Value extends PendingValue> {
  readonly #handler: PendingValueHandler<Value>;
  /** Groups by their promise, until it is settled. */
  readonly #groups = new Map<PromiseLike<unknown>, Group<Value>>();
  #isCompletingGroup = false;
  #isClosed = false;
  #isHeld = false;
  #onEmpty: (() => void) | undefined;
  #onFinished: (() => void) | undefined;

  constructor(handler: PendingValueHandler<Value>) {
    this.#handler = handler;
  }

  /** Whether the response contains no position that waits for a value, and nothing holds the execution. */
  get isEmpty(): boolean {
    if (this.#isHeld || this.#isCompletingGroup) return false;
    for (const group of this.#groups.values()) {
      while (group.values[group.removedCount]?.position.isRemoved) group.removedCount += 1;
      if (group.removedCount < group.values.length) return false;
      this.#groups.delete(group.promise);
    }
    return true;
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
  add(promise: PromiseLike<unknown>, value: Value): void {
    const group = this.#groups.get(promise);
    if (group !== undefined) {
      group.values.push(value);
      return;
    }
    const created = { promise, values: [value], removedCount: 0 };
    this.#groups.set(promise, created);
    this.#waitFor(created);
  }

  /** Fails all pending values, then continues: see `onEmpty` and `onFinished`. */
  failAll(reason: Error): void {
    for (const group of this.#groups.values()) {
      this.#groups.delete(group.promise);
      this.#fail(group, reason);
    }
    this.#continueIfEmpty();
  }

  /** Stops waiting. */
  close(): void {
    this.#isClosed = true;
    this.#groups.clear();
  }

  /** Completes a group when its promise settles. `await` continues once, and throws if a thenable throws. */
  async #waitFor(group: Group<Value>): Promise<void> {
    let result: unknown;
    try {
      result = await group.promise;
    } catch (error) {
      // A thenable may throw synchronously, while values of the same object are being completed: fail in a later microtask.
      await undefined;
      if (this.#end(group)) this.#fail(group, error);
      this.#continueIfEmpty();
      return;
    }
    const isPending = this.#end(group);
    this.#isCompletingGroup = true;
    for (const value of group.values) {
      if (isPending && !this.#isClosed && !value.position.isRemoved) this.#handler.completePending(value, result);
      else ignoreRejections(value.output, result);
    }
    this.#isCompletingGroup = false;
    this.#continueIfEmpty();
  }

  /** Ends a group, so that values that are added from now on await the promise anew. Returns `false` if it is not pending any more. */
  #end(group: Group<Value>): boolean {
    return this.#groups.get(group.promise) === group && this.#groups.delete(group.promise);
  }

  #fail({ values, removedCount }: Group<Value>, error: unknown): void {
    this.#isCompletingGroup = true;
    for (const value of values.slice(removedCount)) this.#handler.failPending(value, error);
    this.#isCompletingGroup = false;
  }

  #continueIfEmpty(): void {
    while (this.isEmpty) {
      const continuation = this.#onEmpty;
      if (continuation === undefined) {
        if (this.#isClosed) return;
        this.#isClosed = true;
        this.#onFinished?.();
        return;
      }
      this.#onEmpty = undefined;
      continuation();
    }
  }
}
