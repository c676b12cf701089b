/** Items of consecutive pages as a slice of their list. */
import type { Page } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { Cursor } from './cursors.ts';
import { type Items, offsetCursor, type PageSlice, withQuery } from './page-slice.ts';

/** The call for one page by its number. */
export const pageRequest = (request: RestRequest, { page, perPage }: Page): RestRequest =>
  withQuery(request, { page, per_page: perPage });

/** Items of consecutive pages, up to where the last page reaches even if it is not full. */
export interface PageItems {
  readonly items: Items;
  /** Index of the first item in the list. */
  readonly from: number;
  /** Index after the last page. */
  readonly reach: number;
  /** Whether pages follow. */
  readonly more: boolean;
  readonly total: number | undefined;
  /** Position of the next page by a next link that contains no page number. */
  readonly linked?: Readonly<Record<string, string>> | undefined;
  /** Fingerprint of the last page, where the upstream does not say whether it is the last. */
  readonly page?: string | undefined;
  /** Of a list without page headers: number of items of its full pages, or 100 if none was full. */
  readonly pageSize?: number | undefined;
}

/** The items from `start` up to but without `end`. */
export function sliceOf(pages: PageItems, start: number, end: number): PageSlice {
  const { items, from, reach, more, total, linked, page, pageSize } = pages;
  const selected = items.slice(start - from, end - from);
  const endsPage = start - from + selected.length >= items.length;
  // After the last item of a page comes the next page, even where the upstream left some items out of this one.
  const atEnd: Cursor =
    linked === undefined
      ? { kind: 'offset', index: reach - 1, page, ...(pageSize !== undefined && { pageSize }) }
      : { kind: 'keyset', page: linked, skip: 0 };
  const cursorAt = (index: number) =>
    endsPage && (more || page !== undefined) && index === selected.length - 1
      ? atEnd
      : offsetCursor(start + index, pageSize);
  return { items: selected, cursorAt, hasNextPage: more || !endsPage, hasPreviousPage: start > 0, total };
}
