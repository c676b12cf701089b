/** Fields and list items that one part of a response defers to later parts. */
import type { DeferUsage } from './defer-usage.ts';
import type { OutputType } from './output-type.ts';
import type { Position } from './position.ts';
import type { DeferredFields, SelectedField, Selection } from './selection.ts';
import type { StreamUsage } from './stream-usage.ts';

/** Further items of a list. */
interface ListItems {
  readonly stream: StreamUsage;
  readonly output: OutputType<SelectedField>;
  readonly position: Position;
  /** Index of the first of the items. */
  readonly index: number;
}

export interface LoadedItems {
  readonly isAsync: false;
  readonly iterator: Iterator<unknown>;
}

export interface PendingItems {
  readonly isAsync: true;
  readonly iterator: AsyncIterator<unknown>;
}

/** Further items of a list that are executed later than the list. */
export type StreamedItems = ListItems & (LoadedItems | PendingItems);

/** Registry of the fields and list items that one part of a response defers to later parts. */
export interface Deferrals {
  /** Whether no further part may be created, so that `@defer` and `@stream` are ignored. */
  readonly isFull: boolean;
  /** Registers the deferred fragments of an object before its fields are executed. */
  enter(usages: readonly DeferUsage[], position: Position): void;
  /** Defers fields to a later part. Returns `false` if this part has to contain them. */
  defer(fields: DeferredFields, selection: Selection, source: unknown, position: Position): boolean;
  stream(items: StreamedItems): void;
  /** Calls `onIdle` when all deferred fields and items have been executed. Returns `false` if none is pending. */
  wait(onIdle: () => void): boolean;
}
