/** Slices of consecutive pages. */
import type { Page } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { Cursor } from './cursors.ts';
import { type Items, offsetCursor, type PageSlice, withQuery } from './page-slice.ts';

/** Returns the request of a page by its number. */
export const toPageRequest = <Parameter>(
  request: RestRequest<Parameter>,
  { page, perPage }: Page,
): RestRequest<Parameter> => withQuery(request, { page, per_page: perPage });

/** Items of consecutive pages. */
export interface PageItems {
  readonly items: Items;
  /** Index of the first item in the list. */
  readonly from: number;
  /** Whether pages follow. */
  readonly more: boolean;
  readonly total: number | undefined;
  /** Cursor of the end of the pages. Defaults to that of the last item, which the upstream may have omitted. */
  readonly endCursor?: Cursor | undefined;
  /** Size to which the upstream reduced the pages of a list without page headers; 100 if it reduced none. */
  readonly pageSize?: number | undefined;
}

/** Returns the items from `start` to `end` (exclusive). */
export function toPageSlice(pages: PageItems, start: number, end: number): PageSlice {
  const { items, from, more, total, endCursor, pageSize } = pages;
  const selected = items.slice(start - from, end - from);
  const endsPage = start - from + selected.length >= items.length;
  const cursorAt = (index: number) =>
    endCursor !== undefined && endsPage && index === selected.length - 1
      ? endCursor
      : offsetCursor(start + index, pageSize);
  return { items: selected, cursorAt, hasNextPage: more || !endsPage, hasPreviousPage: start > 0, total };
}
