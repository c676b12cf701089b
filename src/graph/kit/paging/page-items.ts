/** Slices of consecutive pages. */
import type { Page } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { Cursor } from './cursors.ts';
import { type Items, offsetCursor, type PageSlice, withQuery } from './page-slice.ts';

/** Returns the request of a page by its number. */
export const toPageRequest = (request: RestRequest, { page, perPage }: Page): RestRequest =>
  withQuery(request, { page, per_page: perPage });

/** Items of consecutive pages. */
export interface PageItems {
  readonly items: Items;
  /** Index of the first item in the list. */
  readonly from: number;
  /** Index after the last page, even if the page is not full. */
  readonly reach: number;
  /** Whether pages follow. */
  readonly more: boolean;
  readonly total: number | undefined;
  /** Position of the next page, if the next link contains no page number. */
  readonly nextPosition?: Readonly<Record<string, string>> | undefined;
  /** Fingerprint of the last page, if the upstream does not report whether it is the last. */
  readonly fingerprint?: string | undefined;
  /** Number of items of full pages of a list without page headers; 100 if no page was full. */
  readonly pageSize?: number | undefined;
}

/** Returns the items from `start` to `end` (exclusive). */
export function toPageSlice(pages: PageItems, start: number, end: number): PageSlice {
  const { items, from, reach, more, total, nextPosition, fingerprint, pageSize } = pages;
  const selected = items.slice(start - from, end - from);
  const endsPage = start - from + selected.length >= items.length;
  // The next page starts after the last item of a page, even if the upstream omitted items of the page.
  const atEnd: Cursor =
    nextPosition === undefined
      ? { kind: 'offset', index: reach - 1, fingerprint, ...(pageSize !== undefined && { pageSize }) }
      : { kind: 'keyset', position: nextPosition, skip: 0 };
  const cursorAt = (index: number) =>
    endsPage && (more || fingerprint !== undefined) && index === selected.length - 1
      ? atEnd
      : offsetCursor(start + index, pageSize);
  return { items: selected, cursorAt, hasNextPage: more || !endsPage, hasPreviousPage: start > 0, total };
}
