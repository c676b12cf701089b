/** Completion of lists: of loaded, streamed and asynchronous ones. */
import { GraphQLError } from 'graphql';
import type { Deferrals, LoadedItems, PendingItems } from './deferrals.ts';
import type { VariableValues } from './field-arguments.ts';
import type { ListOutput, OutputType } from './output-type.ts';
import { Position, type ResponseKey } from './position.ts';
import { closeIterator, ignoreRejections, ignoreRemaining, isIterable } from './runtime-values.ts';
import type { SelectedField } from './selection.ts';
import type { StreamUsage } from './stream-usage.ts';

/** Completes the items of a list. */
export interface ItemCompleter {
  /** Returns the completed item; `null` as long as it is pending. */
  completeItem(output: OutputType<SelectedField>, item: unknown, position: Position, index: number): unknown;
}

/** Asynchronous list whose items are being read. */
interface ReadList {
  /** Settles after the last item. */
  readonly promise: Promise<void>;
  readonly position: Position;
  /** Returns the items. */
  readonly complete: () => unknown[];
  readonly onFailed: () => void;
}

export class ListCompletion {
  readonly #completer: ItemCompleter;
  readonly #variableValues: VariableValues;
  readonly #deferrals: Deferrals | undefined;

  /** @param deferrals `undefined` if nothing is deferred */
  constructor(completer: ItemCompleter, variableValues: VariableValues, deferrals: Deferrals | undefined) {
    this.#completer = completer;
    this.#variableValues = variableValues;
    this.#deferrals = deferrals;
  }

  /** Completes a list, or its first items if the others are streamed. @throws GraphQLError if the value is no list */
  complete(output: ListOutput<SelectedField>, value: unknown, parent: Position, key: ResponseKey): unknown {
    if (!isIterable(value))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${output.field.coordinate}".`);
    const position = new Position(parent, key, output.isNonNull, undefined);
    const stream = this.#getStream(output, key, value);
    if (stream !== undefined) return this.#completeStreamed(output, value, position, stream);
    const items: unknown[] = [];
    try {
      for (const item of value) {
        if (position.isNull) ignoreRejections(output.item, item);
        else items.push(this.#completer.completeItem(output.item, item, position, items.length));
      }
    } catch (error) {
      // The iterator failed: items before it may be pending.
      position.isNull = true;
      throw error;
    }
    if (position.isNull) return null;
    position.container = items;
    return items;
  }

  /** `@stream` of a list; `undefined` if it does not apply. */
  #getStream(output: ListOutput<SelectedField>, key: ResponseKey, value: unknown): StreamUsage | undefined {
    // `@stream` applies to the outer list only.
    if (this.#deferrals === undefined || typeof key === 'number' || this.#deferrals.isFull) return undefined;
    try {
      return output.field.getStream(this.#variableValues);
    } catch (error) {
      ignoreRejections(output, value);
      throw error;
    }
  }

  /** Completes the first items of a list, and leaves the others to later parts. */
  #completeStreamed(
    output: ListOutput<SelectedField>,
    iterable: Iterable<unknown>,
    position: Position,
    stream: StreamUsage,
  ): unknown {
    const items: unknown[] = [];
    const iterator = iterable[Symbol.iterator]();
    try {
      while (items.length < stream.initialCount) {
        const { done, value } = iterator.next();
        if (done) break;
        items.push(this.#completer.completeItem(output.item, value, position, items.length));
        if (position.isNull) {
          ignoreRemaining(output.item, iterator);
          return null;
        }
      }
    } catch (error) {
      position.isNull = true;
      throw error;
    }
    position.container = items;
    if (items.length >= stream.initialCount) this.#stream(output, position, stream, { isAsync: false, iterator });
    return items;
  }

  #stream(
    { field }: ListOutput<SelectedField>,
    position: Position,
    stream: StreamUsage,
    items: LoadedItems | PendingItems,
  ): void {
    const index = stream.initialCount;
    this.#deferrals?.stream({ stream, output: field.streamedItem, position, index, ...items });
  }

  /** Reads the items of an asynchronous list, and completes each when it is read. Pending items do not hold the next ones back. */
  read(
    output: ListOutput<SelectedField>,
    iterable: AsyncIterable<unknown>,
    parent: Position,
    key: ResponseKey,
  ): ReadList {
    const stream = this.#getStream(output, key, undefined);
    const position = new Position(parent, key, output.isNonNull, undefined);
    const items: unknown[] = [];
    position.container = items;
    const iterator = iterable[Symbol.asyncIterator]();
    const read = async () => {
      for (let index = 0; ; index += 1) {
        if (index === stream?.initialCount) {
          if (!position.isRemoved) this.#stream(output, position, stream, { isAsync: true, iterator });
          return;
        }
        const { done, value } = await iterator.next();
        if (done) return;
        if (position.isRemoved) ignoreRejections(output.item, value);
        else items[index] = this.#completer.completeItem(output.item, value, position, index);
        if (position.isRemoved) {
          closeIterator(iterator);
          return;
        }
      }
    };
    return {
      promise: read(),
      position,
      complete: () => items,
      onFailed: () => {
        closeIterator(iterator);
        position.isNull = true;
      },
    };
  }
}
