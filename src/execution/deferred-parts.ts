/** Parts of incremental delivery: fragments, the fields that are executed for them, and items of lists. */
import type { GraphQLError } from 'graphql';
import type { DeferUsage } from './defer-usage.ts';
import type { Deferrals, StreamedItems } from './deferrals.ts';
import type { Executor } from './executor.ts';
import type { OperationResult } from './executor-args.ts';
import { ItemQueue } from './item-queue.ts';
import { setProperty } from './object-writer.ts';
import { PartRoot, type Position, type ResponseKey } from './position.ts';
import { closeIterator, ignoreRemaining } from './runtime-values.ts';
import type { DeferredFields, Selection } from './selection.ts';

/** Errors of a fragment or list, and the number of those that were omitted. */
export type PartErrors = Pick<OperationResult, 'errors' | 'omittedErrors'>;

/** Fragment or list that the response announces to clients by an id while it is pending. */
export interface Deliverable {
  readonly position: Position;
  readonly label: string | undefined;
  /** `undefined` unless it is pending. */
  id: string | undefined;
}

/** Deferred fragment of one object. It is delivered whole. */
export class DeferredFragment implements Deliverable {
  readonly position: Position;
  readonly label: string | undefined;
  /** Fragment that has to be delivered before; `undefined` if that is the first part, or an item of a list. */
  readonly parent: DeferredFragment | undefined;
  id: string | undefined;
  /** `waiting` for its parent, `pending`, `delivered`, or `failed`. */
  state: 'waiting' | 'pending' | 'delivered' | 'failed' = 'waiting';
  /** Tasks whose data are not delivered. */
  readonly tasks = new Set<DeferredTask>();
  readonly children: DeferredFragment[] = [];
  unfinishedTasks = 0;
  /** Errors for which the fragment has no data. */
  failure: PartErrors | undefined;

  constructor(usage: DeferUsage, position: Position, parent: DeferredFragment | undefined) {
    this.position = position;
    this.label = usage.label;
    this.parent = parent;
  }
}

/** Fields of one object that are executed together, for one or several fragments. */
export class DeferredTask {
  readonly fragments: readonly DeferredFragment[];
  readonly position: Position;
  readonly source: unknown;
  readonly #fields: DeferredFields;
  readonly #selection: Selection;
  readonly root: PartRoot;
  part: ExecutedPart | undefined;
  executor: Executor | undefined;
  result: OperationResult | undefined;
  /** Whether the part that contains the object has been executed. */
  isIntegrated = false;

  constructor(
    fragments: readonly DeferredFragment[],
    fields: DeferredFields,
    selection: Selection,
    source: unknown,
    position: Position,
  ) {
    this.fragments = fragments;
    this.position = position;
    this.source = source;
    this.#fields = fields;
    this.#selection = selection;
    this.root = new PartRoot(position);
  }

  start(executor: Executor): OperationResult | Promise<OperationResult> {
    this.executor = executor;
    return executor.executeFields(this.#fields.writer, this.source);
  }

  /** Adds the data to the object itself, in the order of its selection. */
  mergeData(): void {
    const { container } = this.position;
    if (container === undefined || Array.isArray(container)) return;
    for (const [key, value] of Object.entries(this.result?.data ?? {})) setProperty(container, key, value);
    this.root.container = container;
    const keys = this.#selection.fields.flatMap(({ key }) => (Object.hasOwn(container, key) ? [key] : []));
    if (Object.keys(container).every((key, index) => key === keys[index])) return;
    for (const key of keys) {
      const value: unknown = Object.getOwnPropertyDescriptor(container, key)?.value;
      delete container[key];
      setProperty(container, key, value);
    }
  }
}

/** Item of a streamed list. */
export class StreamedItem {
  readonly index: number;
  readonly root: PartRoot;
  readonly part: ExecutedPart;
  readonly executor: Executor;
  result: OperationResult | undefined;

  constructor(index: number, root: PartRoot, part: ExecutedPart, executor: Executor) {
    this.index = index;
    this.root = root;
    this.part = part;
    this.executor = executor;
  }

  get value(): unknown {
    return Reflect.get(this.result?.data ?? {}, this.index);
  }
}

/** List whose further items are delivered in their order when they are executed. */
export class StreamedList implements Deliverable {
  readonly items: StreamedItems;
  id: string | undefined;
  /** Items that are not delivered. */
  readonly waiting = new ItemQueue<StreamedItem>();
  /** Number of items that are not executed. */
  #unexecutedCount = 0;
  /** Whether there are no further items. */
  isEnded = false;
  /** Number of items that are ahead of the client: it has not requested them, and they cost more than the items of a loaded list. */
  itemsAhead = 0;
  /** Continues reading after a pause. */
  #onResume: (() => void) | undefined;
  /** Errors of reading the items, which end the list after those that were read. */
  readFailure: PartErrors | undefined;
  #itemFailure: PartErrors | undefined;

  constructor(items: StreamedItems) {
    this.items = items;
  }

  get position(): Position {
    return this.items.position;
  }

  get label(): string | undefined {
    return this.items.stream.label;
  }

  /** Adds an item that is being executed. */
  addItem(item: StreamedItem): void {
    this.waiting.add(item);
    this.#unexecutedCount += 1;
  }

  /** Ends the execution of an item. */
  endItem(item: StreamedItem, result: OperationResult): void {
    item.result = result;
    this.#unexecutedCount -= 1;
  }

  /** Removes the items that can be delivered. An item without data ends the list. */
  takeFinished(): readonly StreamedItem[] {
    const finished: StreamedItem[] = [];
    for (let item = this.waiting.first; item?.result !== undefined; item = this.waiting.first) {
      if (item.result.data === null) {
        this.#itemFailure = item.result;
        break;
      }
      finished.push(item);
      this.waiting.removeFirst();
    }
    return finished;
  }

  /** Errors for which the list has no further items, once those before are delivered. */
  get failure(): PartErrors | undefined {
    return this.#itemFailure ?? (this.waiting.isEmpty ? this.readFailure : undefined);
  }

  /** Whether all items are executed. */
  get isExecuted(): boolean {
    return this.isEnded && (this.waiting.isEmpty || this.#unexecutedCount === 0);
  }

  /** Whether all items have been delivered. */
  get isFinished(): boolean {
    return this.failure !== undefined || (this.isEnded && this.waiting.isEmpty);
  }

  /** Waits until the client has requested executed items. */
  pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#onResume = resolve;
    });
  }

  /** Records that the client has requested the items that are delivered. */
  resume(): void {
    this.itemsAhead = Math.min(this.itemsAhead, this.waiting.size);
    const onResume = this.#onResume;
    this.#onResume = undefined;
    onResume?.();
  }

  /** Adds an item to the list itself. */
  mergeItem({ value, index, root }: StreamedItem): void {
    this.position.set(index, value);
    root.container = this.position.container;
  }

  /** Stops reading and executing items. */
  abort(): void {
    const { iterator, isAsync, output } = this.items;
    for (const { executor } of this.waiting.removeAll()) executor.abort();
    if (this.isEnded) return;
    this.isEnded = true;
    this.resume();
    if (isAsync) closeIterator(iterator);
    else ignoreRemaining(output, iterator);
  }
}

/** Registry of the fragments, tasks and lists of all parts. */
export interface DeferralRegistry {
  readonly isFull: boolean;
  /** Fragment of a usage at a position; `null` if the usage is ignored, or belongs to the first part or an item. */
  findFragment(usage: DeferUsage, position: Position): DeferredFragment | null;
  /** Adds a position at which fragments are deferred. @returns the fragments of usages, to be filled; `null` for a usage that is ignored */
  addScope(position: Position): Map<DeferUsage, DeferredFragment | null>;
  countPart(): void;
  start(deferred: DeferredTask | StreamedList): void;
  wait(onIdle: () => void): boolean;
}

/** Fields and list items that a part of a response defers while it is executed. */
export class ExecutedPart implements Deferrals {
  readonly #registry: DeferralRegistry;
  /** Fragments to which the part belongs; none for the first part and for items. */
  readonly #own: readonly DeferredFragment[];
  readonly fragments: DeferredFragment[] = [];
  readonly tasks: DeferredTask[] = [];
  readonly lists: StreamedList[] = [];

  constructor(registry: DeferralRegistry, own: readonly DeferredFragment[] = []) {
    this.#registry = registry;
    this.#own = own;
  }

  get isFull(): boolean {
    return this.#registry.isFull;
  }

  enter(usages: readonly DeferUsage[], position: Position): void {
    if (usages.length === 0) return;
    const scope = this.#registry.addScope(position);
    for (const usage of usages) {
      const parent =
        usage.parent === undefined ? (this.#own[0] ?? null) : this.#registry.findFragment(usage.parent, position);
      if (this.#registry.isFull) {
        scope.set(usage, parent);
        continue;
      }
      this.#registry.countPart();
      const fragment = new DeferredFragment(usage, position, parent ?? undefined);
      scope.set(usage, fragment);
      this.fragments.push(fragment);
    }
  }

  defer(fields: DeferredFields, selection: Selection, source: unknown, position: Position): boolean {
    const fragments = new Set<DeferredFragment>();
    for (const usage of fields.usages) {
      const fragment = this.#registry.findFragment(usage, position);
      if (fragment === null || this.#own.includes(fragment)) return false;
      fragments.add(fragment);
    }
    const task = new DeferredTask([...fragments], fields, selection, source, position);
    this.tasks.push(task);
    this.#registry.start(task);
    return true;
  }

  stream(items: StreamedItems): void {
    this.#registry.countPart();
    const list = new StreamedList(items);
    this.lists.push(list);
    this.#registry.start(list);
  }

  wait(onIdle: () => void): boolean {
    return this.#registry.wait(onIdle);
  }
}

/** Announcement of a fragment or list that is delivered later. */
export interface PendingPart {
  readonly id: string;
  readonly path: readonly ResponseKey[];
  readonly label?: string;
}

/** Data of a fragment, or items of a list. */
export interface IncrementalData extends PartErrors {
  readonly id: string;
  readonly subPath?: readonly ResponseKey[];
  readonly data?: OperationResult['data'];
  readonly items?: unknown[];
}

/** Announcement that nothing more follows for an id. */
export interface CompletedPart extends PartErrors {
  readonly id: string;
}

/** Part of a response after the first one. */
export interface SubsequentResult {
  readonly pending?: readonly PendingPart[];
  readonly incremental?: readonly IncrementalData[];
  readonly completed?: readonly CompletedPart[];
  readonly hasNext: boolean;
}

/** First part of a response that has others. */
export interface InitialResult extends OperationResult {
  readonly pending: readonly PendingPart[];
  readonly hasNext: true;
}

export interface IncrementalResult {
  readonly initialResult: InitialResult;
  /** Ends the execution when it is closed. */
  readonly subsequentResults: AsyncIterableIterator<SubsequentResult, undefined>;
}

/** Errors in the form of a result; empty if none exist. */
export const toPartErrors = (errors: readonly GraphQLError[], omittedErrors = 0): PartErrors => ({
  ...(errors.length > 0 && { errors }),
  ...(omittedErrors > 0 && { omittedErrors }),
});
