/** Slices of lists whose responses have no page headers. */
import { hash } from 'node:crypto';
import { RestError } from '../../../rest/errors.ts';
import { maxPageSize, mayBeReduced, type Page, pagesCovering, pagesOfSize } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import { type Item, itemsOf } from '../resources/resource.ts';
import { pageRequest, sliceOf } from './page-items.ts';
import type { Items, PageSlice, Read } from './page-slice.ts';

/** Attributes that tell the items of a list from each other. */
const identifying = ['id', 'iid', 'key', 'slug'] as const;

/** What tells an item from others; all of it where it has nothing of the kind. */
function identityOf(item: Item): unknown {
  if (item instanceof RestError) return null;
  const name = identifying.find((attribute) => ['number', 'string'].includes(typeof item[attribute]));
  return name === undefined ? item : item[name];
}

/** By what a page is known again: which items it holds, in which order. Undefined where they nest too deep to be written. */
function fingerprintOf(items: Items): string | undefined {
  try {
    return hash('sha256', JSON.stringify(items.map(identityOf)), 'base64url').slice(0, 16);
  } catch {
    return undefined;
  }
}

/** A slice of a list without page headers, which is not empty. */
export interface UnmarkedSlice {
  readonly request: RestRequest;
  readonly start: number;
  readonly end: number;
  /** Fingerprint of the page before the slice; `undefined` at the start of the list. */
  readonly previousPage: string | undefined;
  readonly read: Read;
  /** Upper bound on the items of a page, if it is lower than that of the contract. */
  readonly pageSize: number | undefined;
}

/** A page and its response. */
interface PageResponse {
  readonly page: Page;
  readonly response: RestResponse;
}

/** The size to which the upstream may have reduced the first page of a slice; `undefined` if the page is complete. */
function reducedSize({ start, previousPage, pageSize }: UnmarkedSlice, { page, response }: PageResponse) {
  if (pageSize !== undefined) return undefined;
  const items = itemsOf(response);
  // A list that is not paged sends all of its items again in place of those after its end.
  const isRepeated = items.length === start && fingerprintOf(items) === previousPage;
  return !isRepeated && mayBeReduced(items.length, page.perPage) ? items.length : undefined;
}

/** The first page of a slice, unless it has been read. */
async function readFirstPage({ request, start, end, read, pageSize }: UnmarkedSlice): Promise<PageResponse> {
  const [page] = pagesCovering(start, end, pageSize);
  if (page === undefined) throw new RangeError('a slice has at least one page');
  return { page, response: await read(pageRequest(request, page)) };
}

/**
 * Reads a slice of a list without page headers. The list ends with a page that is not full or that repeats the one before it; a response
 * with more items than requested is the whole list. A page that the upstream may have reduced counts as full.
 */
export async function readUnmarkedSlice(slice: UnmarkedSlice, firstPage?: PageResponse): Promise<PageSlice> {
  const { request, start, end, read } = slice;
  const first = firstPage ?? (await readFirstPage(slice));
  const reduced = reducedSize(slice, first);
  const perPage = reduced ?? first.page.perPage;
  const pages = pagesOfSize(start, end, perPage);
  const from = Math.floor(start / perPage) * perPage;
  // Page 1 is the same in any size; other pages begin elsewhere.
  const isFirst = ({ page }: Page) => page === first.page.page && (reduced === undefined || page === 1);
  const items: Item[] = [];
  let { previousPage, pageSize = maxPageSize } = slice;
  let isEnd = false;
  let total: number | undefined;
  for (const page of pages) {
    const response = isFirst(page) ? first.response : await read(pageRequest(request, page));
    const pageItems = itemsOf(response);
    if (pageItems.length > perPage) return { ...sliceOf(wholeList(pageItems), start, end), whole: pageItems };
    const fingerprint = fingerprintOf(pageItems);
    const isRepeated = pageItems.length > 0 && fingerprint !== undefined && fingerprint === previousPage;
    isEnd = isRepeated || pageItems.length < perPage;
    if (!isRepeated) items.push(...pageItems);
    // Pages of a larger size, which the upstream may reduce, would begin elsewhere.
    if (!isEnd) pageSize = Math.max(slice.pageSize ?? 0, perPage);
    previousPage = fingerprint;
    if (isEnd) {
      // A list that is not paged repeats itself as a whole in place of the first page after its end.
      const isWhole = isRepeated && items.length === 0;
      total = isWhole ? pageItems.length : from === 0 ? items.length : undefined;
      break;
    }
  }
  return sliceOf(
    {
      items,
      from,
      reach: from + items.length,
      more: !isEnd,
      total,
      page: previousPage,
      pageSize,
    },
    start,
    end,
  );
}

/** A list that came in one response. */
function wholeList(items: Items) {
  return { items, from: 0, reach: items.length, more: false, total: items.length, page: fingerprintOf(items) };
}
