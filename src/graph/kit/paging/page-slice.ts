/** Slices of lists that Relay's `first`, `after`, `last` and `before` select. */

import type { Contract } from '../../../contract/index.ts';
import type { FieldArguments as Args } from '../../../execution/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { maxPageSize, type PageSizes } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { Item } from '../resources/resource.ts';
import type { Cursor } from './cursors.ts';

/** Maximum number of items of a slice, which bounds the number of calls of a field. */
export const maxPageSliceLength = 10_000;
/** Number of items of a slice without `first` and `last`. It equals the default page size of the upstream. */
export const defaultPageSliceLength = 20;

/** Sends the request for one page of a list. */
export type ReadPage = (request: RestRequest) => Promise<RestResponse>;

/** Number of pages after a page that may be read before a consumer requests them. @param index index of the page among those after the first */
export type GetPagesAhead = (index: number) => number;

/** List, the slice of it that is to be read, and the function that reads a page. */
export interface SliceOptions {
  readonly contract: Contract;
  /** Request without page parameters. */
  readonly request: RestRequest;
  readonly args: PageSliceArgs;
  readonly pageSizes: PageSizes;
  readonly read: ReadPage;
  readonly getPagesAhead: GetPagesAhead;
}

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

/**
 * Returns the size to which the upstream reduced the pages before a cursor; `undefined` if it reduced none. The upstream may accept
 * another one now.
 */
export function getReducedPageSize({ after, before }: Pick<PageSliceArgs, 'after' | 'before'>): number | undefined {
  const sizes = [after, before].map((cursor) => (cursor?.kind === 'offset' ? cursor.pageSize : undefined));
  const size = sizes.find((each) => each !== undefined);
  return size === undefined || size >= maxPageSize ? undefined : size;
}

/** Parses the paging arguments. @param violations receives all violations */
export function readPageSliceArgs(
  args: Args,
  keyset: boolean,
  decode: (text: string) => Cursor | undefined,
  violations: Violation[],
): PageSliceArgs {
  const reject = (name: string, message: string) => violations.push({ path: [name], message });
  const readCount = (name: string): number | undefined => {
    const count = args[name];
    if (typeof count !== 'number') return undefined;
    if (count < 0 || count > maxPageSliceLength) reject(name, `must be between 0 and ${maxPageSliceLength}`);
    return count;
  };
  const readCursor = (name: string): Cursor | undefined => {
    const text = args[name];
    // Clients without a cursor may send an empty one.
    if (typeof text !== 'string' || text === '') return undefined;
    const cursor = decode(text);
    if (cursor === undefined) reject(name, 'must be a cursor of this field with the same filter and order');
    return cursor;
  };
  const first = readCount('first');
  const last = readCount('last');
  const after = readCursor('after');
  const before = keyset ? undefined : readCursor('before');
  if (first !== undefined && last !== undefined) reject('last', 'cannot be combined with first');
  if (keyset)
    for (const name of ['last', 'before'])
      if (args[name] !== undefined && args[name] !== null)
        reject(name, 'is not available: with keyset paging, this list pages forward only. Use first and after');
  if (keyset && after?.kind === 'offset' && after.pageSize === undefined)
    reject(
      'after',
      'is a cursor of offset paging, but this list uses keyset paging. Omit after to read from the start, or repeat the arguments that the cursor was issued for',
    );
  if (!keyset && after?.kind === 'keyset' && (last !== undefined || before !== undefined))
    reject('after', 'is a cursor of keyset paging, which pages forward only. Use first, and omit last and before');
  if (before?.kind === 'keyset')
    reject(
      'before',
      'is a cursor of keyset paging, which pages forward only. To read the items that follow it, pass it as after',
    );
  return { first, last, after, before };
}

export function withQuery<Parameter>(
  request: RestRequest<Parameter>,
  query: Readonly<Record<string, unknown>>,
): RestRequest<Parameter> {
  return { ...request, query: { ...request.query, ...query } };
}
