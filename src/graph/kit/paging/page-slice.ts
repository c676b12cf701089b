/** What a window of a list is: Relay's `first`, `after`, `last`, `before`, and what they give. */

import type { FieldArguments as Args } from '../../../execution/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { maxPageSize, minReducedPageSize } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { Item } from '../resources/resource.ts';
import type { Cursor } from './cursors.ts';

/** Items of a window at the most, so that one field does not stand for an unbounded number of calls. */
export const maxPageSliceLength = 10_000;
/** Items of a window when neither `first` nor `last` says otherwise; the upstream's own page size. */
export const defaultPageSliceLength = 20;

export type Read = (request: RestRequest) => Promise<RestResponse>;

export type Items = readonly Item[];

export interface PageSliceArgs {
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly after: Cursor | undefined;
  readonly before: Cursor | undefined;
}

/** A part of a list. */
export interface PageSlice {
  readonly items: Items;
  /** The cursor of the item at an index of the window; at -1, where to go on after a window without items. */
  cursorAt(index: number): Cursor | undefined;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Items of the whole list; undefined where the upstream does not tell. */
  readonly total: number | undefined;
  /** The whole list, where the upstream sent it at once. */
  readonly whole?: Items;
}

/** The cursor of an item by its index; undefined before the first. */
export function offsetCursor(index: number, pageSize?: number): Cursor | undefined {
  return index < 0 ? undefined : { kind: 'offset', index, ...(pageSize !== undefined && { pageSize }) };
}

/** Upper bound on the items of a page, if a cursor shows that it is lower than that of the contract. */
export function pageSizeIn({ after, before }: Pick<PageSliceArgs, 'after' | 'before'>): number | undefined {
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
  if (cursor === undefined) violations.push({ path: [name], message: 'must be a cursor of this connection' });
  return cursor;
}

function readCount(args: Args, name: string, violations: Violation[]): number | undefined {
  const count = args[name];
  if (typeof count !== 'number') return undefined;
  if (count < 0 || count > maxPageSliceLength)
    violations.push({ path: [name], message: `must be between 0 and ${maxPageSliceLength}` });
  return count;
}

/** Reads the paging arguments and notes everything that is wrong with them. */
export function readPageSliceArgs(
  args: Args,
  keyset: boolean,
  decode: (text: string) => Cursor | undefined,
  violations: Violation[],
): PageSliceArgs {
  const window = {
    first: readCount(args, 'first', violations),
    last: readCount(args, 'last', violations),
    after: readCursor(args, 'after', decode, violations),
    before: readCursor(args, 'before', decode, violations),
  };
  if (window.first !== undefined && window.last !== undefined)
    violations.push({ path: ['last'], message: 'cannot be combined with first' });
  if (keyset)
    for (const name of ['last', 'before'] as const)
      if (window[name] !== undefined)
        violations.push({ path: [name], message: 'is not available with keyset paging, which goes forward only' });
  if (keyset && window.after?.kind === 'offset' && window.after.pageSize === undefined)
    violations.push({
      path: ['after'],
      message: 'is a cursor of the list by page numbers, which this one does not have',
    });
  if (!keyset && window.after?.kind === 'keyset' && (window.last !== undefined || window.before !== undefined))
    violations.push({ path: ['after'], message: 'is a cursor that only goes forward, so first is needed' });
  if (window.before?.kind === 'keyset')
    violations.push({ path: ['before'], message: 'is a cursor that only goes forward' });
  return window;
}

export function withQuery(request: RestRequest, query: Readonly<Record<string, unknown>>): RestRequest {
  return { ...request, query: { ...request.query, ...query } };
}
