/** Slices of lists that Relay's `first`, `after`, `last` and `before` select. */

import type { FieldArguments as Args } from '../../../execution/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { maxPageSize, minReducedPageSize } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { Item } from '../resources/resource.ts';
import type { Cursor } from './cursors.ts';

/** Maximum number of items of a slice, which bounds the number of calls of a field. */
export const maxPageSliceLength = 10_000;
/** Number of items of a slice without `first` and `last`. It equals the default page size of the upstream. */
export const defaultPageSliceLength = 20;

/** Sends the request for one page of a list. */
export type ReadPage = (request: RestRequest) => Promise<RestResponse>;

export type Items = readonly Item[];

export interface PageSliceArgs {
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly after: Cursor | undefined;
  readonly before: Cursor | undefined;
}

export interface PageSlice {
  readonly items: Items;
  /**
   * Returns the cursor of the item at an index of the slice; at -1, the cursor from which to resume after a slice
   * without items. `undefined` if there is no such position.
   */
  cursorAt(index: number): Cursor | undefined;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Number of items of the list; `undefined` if the upstream does not report it. */
  readonly total: number | undefined;
  /** All items of the list, if a single response contains them. */
  readonly completeList?: Items;
}

/** Returns the cursor of an item by its index; `undefined` before the first item. */
export function offsetCursor(index: number, pageSize?: number): Cursor | undefined {
  return index < 0 ? undefined : { kind: 'offset', index, ...(pageSize !== undefined && { pageSize }) };
}

/** Returns the upper bound on the items of a page that a cursor shows; `undefined` if it is that of the contract. */
export function getReducedPageSize({ after, before }: Pick<PageSliceArgs, 'after' | 'before'>): number | undefined {
  const sizes = [after, before].map((cursor) => (cursor?.kind === 'offset' ? cursor.pageSize : undefined));
  const size = sizes.find((each) => each !== undefined);
  return size === undefined || size >= maxPageSize ? undefined : Math.max(minReducedPageSize, size);
}

function readCursor(
  args: Args,
  name: string,
  decode: (text: string) => Cursor | undefined,
  violations: Violation[],
): Cursor | undefined {
  const text = args[name];
  if (typeof text !== 'string') return undefined;
  const cursor = decode(text);
  if (cursor === undefined)
    violations.push({ path: [name], message: 'must be a cursor of this connection in the same order' });
  return cursor;
}

function readCount(args: Args, name: string, violations: Violation[]): number | undefined {
  const count = args[name];
  if (typeof count !== 'number') return undefined;
  if (count < 0 || count > maxPageSliceLength)
    violations.push({ path: [name], message: `must be between 0 and ${maxPageSliceLength}` });
  return count;
}

/** Parses the paging arguments. @param violations receives all violations */
export function readPageSliceArgs(
  args: Args,
  keyset: boolean,
  decode: (text: string) => Cursor | undefined,
  violations: Violation[],
): PageSliceArgs {
  const sliceArgs = {
    first: readCount(args, 'first', violations),
    last: readCount(args, 'last', violations),
    after: readCursor(args, 'after', decode, violations),
    before: readCursor(args, 'before', decode, violations),
  };
  if (sliceArgs.first !== undefined && sliceArgs.last !== undefined)
    violations.push({ path: ['last'], message: 'cannot be combined with first' });
  if (keyset)
    for (const name of ['last', 'before'] as const)
      if (sliceArgs[name] !== undefined)
        violations.push({ path: [name], message: 'is not available with keyset paging, which goes forward only' });
  if (keyset && sliceArgs.after?.kind === 'offset' && sliceArgs.after.pageSize === undefined)
    violations.push({
      path: ['after'],
      message: 'was issued for offset paging, but this list uses keyset paging',
    });
  if (!keyset && sliceArgs.after?.kind === 'keyset' && (sliceArgs.last !== undefined || sliceArgs.before !== undefined))
    violations.push({
      path: ['after'],
      message: 'was issued for keyset paging, which goes forward only, and requires first',
    });
  if (sliceArgs.before?.kind === 'keyset')
    violations.push({ path: ['before'], message: 'was issued for keyset paging, which goes forward only' });
  return sliceArgs;
}

export function withQuery(request: RestRequest, query: Readonly<Record<string, unknown>>): RestRequest {
  return { ...request, query: { ...request.query, ...query } };
}
