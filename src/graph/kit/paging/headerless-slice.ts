/** Slices of lists whose responses have no page headers. */
import { hash } from 'node:crypto';
import { RestError } from '../../../rest/errors.ts';
import { maxPageSize, type Page, type PageSizes, pagesCovering, pagesOfSize } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import { type Item, parseItems } from '../resources/resource.ts';
import { type PageItems, toPageRequest, toPageSlice } from './page-items.ts';
import type { Items, PageSlice, ReadPage } from './page-slice.ts';

/** Attributes that distinguish the items of a list. */
const identifyingAttributes = ['id', 'iid', 'key', 'slug'] as const;

/** Returns an identifying attribute of an item; the whole item if it has none. */
function getIdentity(item: Item): unknown {
  if (item instanceof RestError) return null;
  const name = identifyingAttributes.find((attribute) => ['number', 'string'].includes(typeof item[attribute]));
  return name === undefined ? item : item[name];
}

/** Returns the fingerprint of a page: its items and their order. `undefined` if the items are too deep to serialize. */
function createFingerprint(items: Items): string | undefined {
  try {
    return hash('sha256', JSON.stringify(items.map(getIdentity)), 'base64url').slice(0, 16);
  } catch {
    return undefined;
  }
}

/** Slice of a list without page headers that has at least one item. */
export interface HeaderlessSlice {
  readonly request: RestRequest;
  readonly start: number;
  readonly end: number;
  /** Fingerprint of the page before the slice; `undefined` at the start of the list. */
  readonly previousFingerprint: string | undefined;
  readonly read: ReadPage;
  readonly pageSizes: PageSizes;
  /** Upper bound on the items of requested pages, if it is lower than that of the contract. */
  readonly pageSize: number | undefined;
}

interface PageResponse {
  readonly page: Page;
  readonly response: RestResponse;
}

/** Page size of a slice, and the responses of this size that are available, by page number. */
interface SizedPages {
  readonly perPage: number;
  readonly responses: ReadonlyMap<number, RestResponse>;
}

/**
 * Determines the page size by the first page of a slice. The upstream may have reduced the page: then only page 1 starts at the
 * requested item, and shows the size.
 */
async function findPageSize(
  { request, pageSizes, pageSize, read }: HeaderlessSlice,
  { page, response }: PageResponse,
): Promise<SizedPages> {
  const { perPage } = page;
  const asRequested = { perPage, responses: new Map([[page.page, response]]) };
  if (!pageSizes.mayBeReduced(request.operation, page, parseItems(response).length, pageSize)) return asRequested;
  const first = page.page === 1 ? response : await read(toPageRequest(request, { page: 1, perPage }));
  const { length } = parseItems(first);
  return length === 0 || length >= perPage ? asRequested : { perPage: length, responses: new Map([[1, first]]) };
}

/** Reads the first page of a slice. */
async function readFirstPage({ request, start, end, read, pageSize }: HeaderlessSlice): Promise<PageResponse> {
  const [page] = pagesCovering(start, end, pageSize);
  if (page === undefined) throw new RangeError('A slice has at least one page');
  return { page, response: await read(toPageRequest(request, page)) };
}

/**
 * Reads a slice of a list without page headers. The list ends with a page that is not full or that repeats the one before it; a response
 * with more items than requested is the whole list. A page that the upstream may have reduced counts as full: if a request of 100 items
 * returns 50, the list may have 50 items, or the upstream reduces pages to 50; the next page of 50 shows which.
 */
export async function readSliceWithoutPageHeaders(
  slice: HeaderlessSlice,
  firstPage?: PageResponse,
): Promise<PageSlice> {
  const { request, start, end, read, pageSizes } = slice;
  const first = firstPage ?? (await readFirstPage(slice));
  const { perPage, responses } = await findPageSize(slice, first);
  const from = Math.floor(start / perPage) * perPage;
  const items: Item[] = [];
  let { previousFingerprint } = slice;
  let isEnd = false;
  let total: number | undefined;
  for (const page of pagesOfSize(start, end, perPage)) {
    const response = responses.get(page.page) ?? (await read(toPageRequest(request, page)));
    const pageItems = parseItems(response);
    if (pageItems.length > perPage)
      return { ...toPageSlice(toCompleteList(pageItems), start, end), completeList: pageItems };
    const fingerprint = createFingerprint(pageItems);
    const isRepeated = pageItems.length > 0 && fingerprint !== undefined && fingerprint === previousFingerprint;
    isEnd = isRepeated || pageItems.length < perPage;
    if (!isRepeated) items.push(...pageItems);
    // Whether an empty page after the items is read must not change the cursor of the last one.
    if (pageItems.length > 0) previousFingerprint = fingerprint;
    if (isEnd) {
      // A list without paging returns all of its items again for the first page after its end. A larger page may also
      // start with the last page of the previous slice.
      const isWhole = isRepeated && items.length === 0 && pageItems.length === start;
      total = isWhole ? pageItems.length : from === 0 ? items.length : undefined;
      break;
    }
  }
  // Items after the first page prove that the upstream reduced it.
  const isReduced = perPage < first.page.perPage && from + items.length > perPage;
  if (isReduced) pageSizes.recordLimit(request.operation, perPage);
  const pageSize = isReduced ? perPage : (slice.pageSize ?? maxPageSize);
  const endCursor = {
    kind: 'offset',
    index: from + items.length - 1,
    fingerprint: previousFingerprint,
    pageSize,
  } as const;
  return toPageSlice({ items, from, more: !isEnd, total, endCursor, pageSize }, start, end);
}

/** Returns the pages of a list that a single response contains. */
function toCompleteList(items: Items): PageItems {
  const { length } = items;
  const endCursor = { kind: 'offset', index: length - 1, fingerprint: createFingerprint(items) } as const;
  return { items, from: 0, more: false, total: length, endCursor };
}
