/**
 * Executes deferred fields and the further items of lists. Fields start as soon as their object is loaded, items as they are read. Of each
 * list, at most 100 items that are read or wait for something are ahead of the client.
 */
import { locatedError } from 'graphql';
import type { DeferUsage } from './defer-usage.ts';
import {
  type DeferralRegistry,
  type DeferredFragment,
  type DeferredTask,
  ExecutedPart,
  StreamedItem,
  StreamedList,
} from './deferred-parts.ts';
import { Executor } from './executor.ts';
import type { ExecutorArgs, OperationResult } from './executor-args.ts';
import { PartRoot, type Position } from './position.ts';
import { ignoreRejections, isPartIterator } from './runtime-values.ts';

export interface IncrementalArgs extends ExecutorArgs {
  /** Maximum number of fragments and lists that are delivered later; `@defer` and `@stream` are ignored beyond it. Defaults to no maximum. */
  readonly maxParts?: number | undefined;
  /** Creates the context of the fields that a fragment or list delivers later. Defaults to the context of the operation. */
  readonly createPartContext?: ((position: Position, label: string | undefined) => unknown) | undefined;
  /** Whether an error of a later part is a limit of the operation, which ends all parts that are not executed. Defaults to no limit. */
  readonly isLimit?: ((error: unknown) => error is Error) | undefined;
}

/** Maximum number of items of a list that the client has not requested, except items of a loaded list that wait for nothing. */
const maxItemsAhead = 100;

/** Notified of what is executed. */
export interface DeferredExecutionListener {
  onTaskEnd(task: DeferredTask): void;
  onItemsEnd(list: StreamedList): void;
}

export class DeferredExecution implements DeferralRegistry {
  readonly #args: IncrementalArgs;
  readonly #listener: DeferredExecutionListener;
  readonly #scopes = new Map<Position, Map<DeferUsage, DeferredFragment | null>>();
  #partCount = 0;
  /** Created, but not started. */
  #queue: (DeferredTask | StreamedList)[] = [];
  /** Created, and not finished. */
  readonly #running = new Set<DeferredTask | StreamedList>();
  #onIdle: (() => void)[] = [];
  #cancelReason: Error | undefined;
  #isClosed = false;

  constructor(args: IncrementalArgs, listener: DeferredExecutionListener) {
    this.#args = args;
    this.#listener = listener;
    const { cancellation } = args;
    if (cancellation?.reason !== undefined) this.#cancel(cancellation.reason);
    else cancellation?.listen(this.#cancel);
  }

  get isFull(): boolean {
    return this.#partCount >= (this.#args.maxParts ?? Number.POSITIVE_INFINITY);
  }

  countPart(): void {
    this.#partCount += 1;
  }

  addScope(position: Position): Map<DeferUsage, DeferredFragment | null> {
    const scope = new Map<DeferUsage, DeferredFragment | null>();
    this.#scopes.set(position, scope);
    return scope;
  }

  findFragment(usage: DeferUsage, position: Position): DeferredFragment | null {
    for (let each: Position | undefined = position; each !== undefined; each = each.outer) {
      const fragment = this.#scopes.get(each)?.get(usage);
      if (fragment !== undefined) return fragment;
    }
    return null;
  }

  start(deferred: DeferredTask | StreamedList): void {
    this.#running.add(deferred);
    // It starts after the fields of the part that contains it, so that their reads are queued first.
    if (this.#queue.length === 0) queueMicrotask(this.startAll);
    this.#queue.push(deferred);
  }

  wait(onIdle: () => void): boolean {
    this.startAll();
    if (this.#running.size === 0) return false;
    this.#onIdle.push(onIdle);
    for (const deferred of this.#running) if (deferred instanceof StreamedList) deferred.resume();
    return true;
  }

  /** Starts everything that is deferred and not started. */
  readonly startAll = (): void => {
    for (;;) {
      const queue = this.#queue;
      if (queue.length === 0) return;
      this.#queue = [];
      for (const deferred of queue) this.#startOne(deferred);
    }
  };

  #startOne(deferred: DeferredTask | StreamedList): void {
    if (!this.#running.has(deferred)) return;
    if (this.#cancelReason !== undefined) this.#fail(deferred, this.#cancelReason);
    else if (deferred instanceof StreamedList) this.#readItems(deferred);
    else this.#startTask(deferred);
  }

  #startTask(task: DeferredTask): void {
    const [fragment] = task.fragments;
    task.part = new ExecutedPart(this, task.fragments);
    const executor = new Executor(this.#argsFor(task.position, fragment?.label), task.part, task.root);
    const result = task.start(executor);
    if (result instanceof Promise) result.then((settled) => this.#endTask(task, settled));
    else this.#endTask(task, result);
  }

  /** Arguments of the execution of a part. The delivery itself ends it when the operation is cancelled. */
  #argsFor(position: Position, label: string | undefined): ExecutorArgs {
    const { createPartContext, contextValue, isLimit } = this.#args;
    const context = createPartContext === undefined ? contextValue : createPartContext(position, label);
    const onError = isLimit && ((error: unknown) => isLimit(error) && this.#cancel(error));
    return { ...this.#args, cancellation: undefined, contextValue: context, onError };
  }

  #endTask(task: DeferredTask, result: OperationResult): void {
    if (!this.#running.has(task)) return;
    task.result = result;
    this.#settle(task);
    this.#listener.onTaskEnd(task);
  }

  async #readItems(list: StreamedList): Promise<void> {
    const { index: firstIndex, output, iterator } = list.items;
    const args = this.#argsFor(list.position, list.label);
    if (isPartIterator(iterator)) iterator.enterPart(args.contextValue);
    try {
      for (let index = firstIndex; !list.isEnded; index += 1) {
        if (list.itemsAhead >= maxItemsAhead) await this.#waitForClient(list);
        if (list.isEnded) return;
        const { done, value } = list.items.isAsync ? await list.items.iterator.next() : list.items.iterator.next();
        if (list.isEnded) {
          ignoreRejections(output, value);
          return;
        }
        if (done) list.isEnded = true;
        else this.#executeItem(list, args, value, index);
      }
    } catch (error) {
      if (list.isEnded) return;
      list.isEnded = true;
      list.readFailure = { errors: [locatedError(error, output.field.nodes, list.position.keys)] };
    }
    this.#settleList(list);
  }

  /** Lets a list be read no faster than the client reads its items. */
  async #waitForClient(list: StreamedList): Promise<void> {
    if (this.#onIdle.length === 0) return list.pause();
    // A mutation waits for all items before its next root field, and so before the first part.
    await new Promise((resolve) => setImmediate(resolve));
    list.itemsAhead = 0;
  }

  #executeItem(list: StreamedList, args: ExecutorArgs, value: unknown, index: number): void {
    const root = new PartRoot(list.position);
    const part = new ExecutedPart(this);
    const executor = new Executor(args, part, root);
    const item = new StreamedItem(index, root, part, executor);
    list.addItem(item);
    const end = (result: OperationResult) => {
      list.endItem(item, result);
      this.#settleList(list);
    };
    const result = executor.executeItem(list.items.output, value, index);
    if (list.items.isAsync || result instanceof Promise) list.itemsAhead += 1;
    if (result instanceof Promise) result.then(end);
    else end(result);
  }

  /** Reports the items of a list that are executed, and ends it if all are. */
  #settleList(list: StreamedList): void {
    if (!this.#running.has(list)) return;
    this.#listener.onItemsEnd(list);
    if (list.isExecuted) this.#settle(list);
  }

  #settle(deferred: DeferredTask | StreamedList): void {
    this.#running.delete(deferred);
    if (this.#running.size > 0 || this.#onIdle.length === 0) return;
    const callbacks = this.#onIdle;
    this.#onIdle = [];
    for (const callback of callbacks) callback();
  }

  /** Stops what is not in the response, and what it has deferred. */
  abort(deferred: DeferredTask | StreamedList): void {
    if (deferred instanceof StreamedList) {
      for (const { part } of deferred.waiting) this.abortPart(part);
      deferred.abort();
    } else {
      deferred.executor?.abort();
      if (deferred.part !== undefined) this.abortPart(deferred.part);
    }
    if (this.#running.has(deferred)) this.#settle(deferred);
  }

  /** Stops what a part has deferred. */
  abortPart({ tasks, lists }: ExecutedPart): void {
    for (const deferred of [...tasks, ...lists]) this.abort(deferred);
  }

  /** Fails everything that is not executed. */
  readonly #cancel = (reason: Error): void => {
    if (this.#isClosed) return;
    this.#cancelReason ??= reason;
    for (const deferred of [...this.#running]) this.#fail(deferred, reason);
  };

  /** Fails a fragment or list with an error. */
  #fail(deferred: DeferredTask | StreamedList, reason: Error): void {
    if (!this.#running.has(deferred)) return;
    const errors = [locatedError(reason, undefined, deferred.position.keys)];
    if (deferred instanceof StreamedList) {
      deferred.abort();
      deferred.readFailure = { errors };
      this.#settleList(deferred);
      return;
    }
    deferred.executor?.abort();
    this.#endTask(deferred, { errors, data: null });
  }

  /** Stops everything. */
  close(): void {
    this.#isClosed = true;
    this.#args.cancellation?.unlisten(this.#cancel);
    for (const deferred of [...this.#running]) this.abort(deferred);
    this.#queue = [];
  }
}
