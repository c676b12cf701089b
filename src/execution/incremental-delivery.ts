/**
 * Delivers the result of an operation incrementally, in the format of graphql-js 17. Deferred fields are executed as soon as their object is
 * loaded; those that are complete when the first part is sent are delivered with it.
 */
import type { GraphQLError } from 'graphql';
import { DeferredExecution, type DeferredExecutionListener, type IncrementalArgs } from './deferred-execution.ts';
import {
  DeferredFragment,
  type DeferredTask,
  ExecutedPart,
  type IncrementalResult,
  type PartErrors,
  type StreamedList,
  type SubsequentResult,
  toPartErrors,
} from './deferred-parts.ts';
import type { OperationResult } from './executor-args.ts';
import { PartBuffer } from './part-buffer.ts';

export class IncrementalDelivery implements DeferredExecutionListener {
  readonly #execution: DeferredExecution;
  readonly #buffer = new PartBuffer();
  /** Lists that the client waits for. */
  readonly #pendingLists = new Set<StreamedList>();
  readonly firstPart: ExecutedPart;

  constructor(args: IncrementalArgs) {
    this.#execution = new DeferredExecution(args, this);
    this.firstPart = new ExecutedPart(this.#execution);
  }

  onTaskEnd(task: DeferredTask): void {
    if (task.isIntegrated) this.#applyResult(task);
  }

  onItemsEnd(list: StreamedList): void {
    this.#deliver(list);
  }

  /** Merges what is complete into the result of the first part, and announces the rest. */
  publish(result: OperationResult): OperationResult | IncrementalResult {
    this.#execution.startAll();
    if (result.data === null || result.data === undefined) {
      this.close();
      return result;
    }
    const errors = [...(result.errors ?? [])];
    let omittedErrors = result.omittedErrors ?? 0;
    const merge = (other: OperationResult | undefined) => {
      errors.push(...(other?.errors ?? []));
      omittedErrors += other?.omittedErrors ?? 0;
    };
    const lists: StreamedList[] = [];
    const fragments: DeferredFragment[] = [];
    const queue = this.#integrate(this.firstPart, lists);
    const listQueue = lists.splice(0);
    while (queue.length > 0 || listQueue.length > 0) {
      const list = listQueue.shift();
      if (list !== undefined) {
        for (const item of list.takeFinished()) {
          merge(item.result);
          list.mergeItem(item);
          queue.push(...this.#integrate(item.part, listQueue));
        }
        list.resume();
        if (!list.isFinished || list.failure !== undefined) lists.push(list);
        continue;
      }
      const fragment = queue.shift();
      if (fragment === undefined) continue;
      if (fragment.failure !== undefined || fragment.unfinishedTasks > 0) {
        fragments.push(fragment);
        continue;
      }
      for (const task of this.#takeTasks(fragment)) {
        merge(task.result);
        task.mergeData();
        listQueue.push(...(task.part?.lists ?? []).filter(isInResponse));
      }
      queue.push(...withoutEmpty(fragment.children));
    }
    const merged = { ...toPartErrors(errors, omittedErrors), data: result.data };
    for (const fragment of fragments) this.#announce(fragment);
    for (const list of lists) this.#announce(list);
    if (!this.#buffer.hasNext) {
      this.close();
      return merged;
    }
    const initialResult = { ...merged, pending: this.#buffer.takePending(), hasNext: true } as const;
    for (const fragment of fragments) this.#deliver(fragment);
    for (const list of lists) this.#deliver(list);
    return { initialResult, subsequentResults: this.#createResults() };
  }

  /**
   * Registers the deferred fields and items of a part, once it is executed and its `null`s have propagated.
   * @param lists receives the lists of the first part and of items
   * @returns the fragments that wait for no other fragment
   */
  #integrate(part: ExecutedPart, lists?: StreamedList[]): DeferredFragment[] {
    const released: DeferredFragment[] = [];
    for (const fragment of part.fragments) {
      const { parent } = fragment;
      if (parent === undefined || parent.state === 'delivered') released.push(fragment);
      else if (parent.state === 'failed') fragment.state = 'failed';
      else parent.children.push(fragment);
    }
    const tasks: DeferredTask[] = [];
    for (const task of part.tasks) {
      const fragments = task.fragments.filter(({ state }) => state !== 'failed');
      if (task.position.isRemoved || fragments.length === 0) this.#execution.abort(task);
      else tasks.push(task);
      if (task.position.isRemoved) continue;
      for (const fragment of fragments) {
        fragment.tasks.add(task);
        fragment.unfinishedTasks += 1;
      }
    }
    for (const list of part.lists)
      if (list.position.isRemoved) this.#execution.abort(list);
      else lists?.push(list);
    for (const task of tasks) {
      task.isIntegrated = true;
      if (task.result !== undefined) this.#applyResult(task);
    }
    return withoutEmpty(released);
  }

  /** Applies the result of a task whose part is integrated. */
  #applyResult(task: DeferredTask): void {
    const { result, part } = task;
    if (result === undefined || part === undefined) return;
    if (result.data === null) {
      this.#execution.abortPart(part);
      for (const fragment of task.fragments) {
        fragment.failure ??= result;
        if (fragment.state === 'pending') this.#deliver(fragment);
      }
      return;
    }
    this.#integrate(part);
    for (const fragment of task.fragments) {
      fragment.unfinishedTasks -= 1;
      if (fragment.state === 'pending') this.#deliver(fragment);
    }
  }

  /** Ends a fragment as delivered. Returns the tasks whose data no other fragment has delivered. */
  #takeTasks(fragment: DeferredFragment): readonly DeferredTask[] {
    const tasks = [...fragment.tasks];
    fragment.state = 'delivered';
    for (const task of tasks) for (const each of task.fragments) each.tasks.delete(task);
    return tasks;
  }

  #announce(deferred: DeferredFragment | StreamedList): void {
    this.#buffer.announce(deferred);
    if (deferred instanceof DeferredFragment) deferred.state = 'pending';
    else this.#pendingLists.add(deferred);
  }

  /** Delivers what is complete of a pending fragment or list. */
  #deliver(deferred: DeferredFragment | StreamedList): void {
    if (deferred.id === undefined) return;
    if (!(deferred instanceof DeferredFragment)) this.#deliverItems(deferred, deferred.id);
    else if (deferred.failure !== undefined) this.#failFragment(deferred, deferred.id, deferred.failure);
    else if (deferred.unfinishedTasks === 0) this.#deliverFragment(deferred, deferred.id);
  }

  #deliverFragment(fragment: DeferredFragment, id: string): void {
    const lists: StreamedList[] = [];
    for (const task of this.#takeTasks(fragment)) {
      const path = task.position.keys;
      let best = { id, length: fragment.position.keys.length };
      for (const each of task.fragments) {
        const { length } = each.position.keys;
        if (each.id !== undefined && length > best.length) best = { id: each.id, length };
      }
      const subPath = path.slice(best.length);
      const { data, errors = [], omittedErrors } = task.result ?? {};
      this.#buffer.addData({
        id: best.id,
        ...(subPath.length > 0 && { subPath }),
        data: data ?? {},
        ...toPartErrors(errors, omittedErrors),
      });
      lists.push(...(task.part?.lists ?? []).filter(isInResponse));
    }
    this.#buffer.complete(fragment, { id });
    const released = [...withoutEmpty(fragment.children), ...lists];
    for (const each of released) this.#announce(each);
    for (const each of released) this.#deliver(each);
    this.#buffer.flush();
  }

  #failFragment(fragment: DeferredFragment, id: string, failure: PartErrors): void {
    this.#buffer.complete(fragment, { id, ...toPartErrors(failure.errors ?? [], failure.omittedErrors) });
    this.#dropFragment(fragment);
    this.#buffer.flush();
  }

  /** Drops a fragment without data, and those that wait for it. */
  #dropFragment(fragment: DeferredFragment): void {
    fragment.state = 'failed';
    for (const task of fragment.tasks)
      if (task.fragments.every(({ state }) => state === 'failed' || state === 'delivered')) this.#execution.abort(task);
    fragment.tasks.clear();
    for (const child of fragment.children) this.#dropFragment(child);
  }

  #deliverItems(list: StreamedList, id: string): void {
    const finished = list.takeFinished();
    const released: (DeferredFragment | StreamedList)[] = [];
    if (finished.length > 0) {
      const lists: StreamedList[] = [];
      let omittedErrors = 0;
      const errors: GraphQLError[] = [];
      for (const { result, part } of finished) {
        errors.push(...(result?.errors ?? []));
        omittedErrors += result?.omittedErrors ?? 0;
        released.push(...this.#integrate(part, lists));
      }
      released.push(...lists);
      this.#buffer.addItems(
        id,
        finished.map(({ value }) => value),
        toPartErrors(errors, omittedErrors),
      );
    }
    if (list.isFinished) {
      const { errors = [], omittedErrors } = list.failure ?? {};
      this.#pendingLists.delete(list);
      this.#buffer.complete(list, { id, ...toPartErrors(errors, omittedErrors) });
      if (list.failure !== undefined) this.#execution.abort(list);
    }
    for (const each of released) this.#announce(each);
    for (const each of released) this.#deliver(each);
    if (finished.length > 0 || list.isFinished) this.#buffer.flush();
  }

  /** Stops everything. */
  close(): void {
    this.#execution.close();
    this.#buffer.close();
  }

  /** The next part, with everything that is complete; `undefined` after the last one. */
  async #next(): Promise<SubsequentResult | undefined> {
    const part = await this.#buffer.take();
    if (part === undefined) return undefined;
    for (const list of this.#pendingLists) list.resume();
    if (!part.hasNext) this.close();
    return part;
  }

  #createResults(): IncrementalResult['subsequentResults'] {
    const close = () => this.close();
    const next = () => this.#next();
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        const value = await next();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      async return() {
        close();
        return { done: true, value: undefined };
      },
    };
  }
}

const isInResponse = ({ position }: StreamedList): boolean => !position.isRemoved;

/** Replaces fragments without fields of their own by those that they contain. */
function withoutEmpty(fragments: readonly DeferredFragment[]): DeferredFragment[] {
  return fragments.flatMap((fragment) => {
    if (fragment.state === 'failed') return [];
    if (fragment.tasks.size > 0) return [fragment];
    fragment.state = 'delivered';
    return withoutEmpty(fragment.children);
  });
}
