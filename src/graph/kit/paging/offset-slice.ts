/**
 * Slices of lists with offset paging, which request pages by number. If the upstream switches to next links, the slices
 * follow them.
 */
import type { Contract } from '../../../contract/index.ts';
import { badInput } from '../../../rest/errors.ts';
import {
  getPageEnd,
  getPageStart,
  maxPageSize,
  type Page,
  pagesCovering,
  parsePageHeaders,
} from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import { parseItems } from '../resources/resource.ts';
import type { Cursor, KeysetCursor } from './cursors.ts';
import { type HeaderlessSlice, readSliceWithoutPageHeaders } from './headerless-slice.ts';
import { parsePosition, readKeysetPages, toLinkedRequest, toPageStart, withoutKeyset } from './keyset-slice.ts';
import { toPageRequest, toPageSlice } from './page-items.ts';
import {
  defaultPageSliceLength,
  getReducedPageSize,
  offsetCursor,
  type PageSlice,
  type PageSliceArgs,
  type ReadPage,
  type SliceOptions,
} from './page-slice.ts';

const totalPage: Page = { page: 1, perPage: 1 };

/** Returns the smallest request whose response contains the total. */
export function toTotalRequest<Parameter>(request: RestRequest<Parameter>): RestRequest<Parameter> {
  return toPageRequest(request, totalPage);
}

/** Reads the number of items of the list. */
export async function readTotal(request: RestRequest, read: ReadPage): Promise<number | undefined> {
  const response = await read(toTotalRequest(request));
  return parsePageHeaders(response).total ?? getUnpagedLength(response, totalPage);
}

/**
 * Returns the number of items of a list if a response without page headers contains all of them; `undefined` if it may
 * be one page of several.
 */
function getUnpagedLength(response: RestResponse, { page, perPage }: Page): number | undefined {
  if (parsePageHeaders(response).hasPageHeaders) return undefined;
  const { length } = parseItems(response);
  return length > perPage || (page === 1 && length < perPage) ? length : undefined;
}

/**
 * Returns start and end of a slice with offset paging. If `end` is `undefined`, the end of the list has to be read
 * first.
 */
function getSliceBounds(args: PageSliceArgs): { start: number; end: number | undefined } {
  const start = args.after?.kind === 'offset' ? args.after.index + 1 : 0;
  const before = args.before?.kind === 'offset' ? args.before.index : undefined;
  if (args.last === undefined) {
    const end = start + (args.first ?? defaultPageSliceLength);
    return { start, end: before === undefined ? end : Math.min(end, before) };
  }
  return { start: before === undefined ? start : Math.max(start, before - args.last), end: before };
}

/** Returns the page whose response shows whether items follow an empty slice. */
const getPageAfterEmptySlice = (start: number): Page => ({ page: start + 1, perPage: 1 });

/** Whether a slice follows next links: because the list does, or because the cursor comes from one. */
const usesNextLinks = ({ after }: PageSliceArgs, keyset: boolean): boolean =>
  after === undefined ? keyset : after.kind === 'keyset';

/**
 * Plans the calls of a page slice: the first one, and the maximum number of calls.
 * @param maxSize upper bound of the upstream on items per page
 */
export function planPageSlice<Parameter>(
  request: RestRequest<Parameter>,
  args: PageSliceArgs,
  keyset: boolean,
  maxSize = maxPageSize,
): { first: RestRequest<Parameter>; calls: number; firstLength: number } {
  const count = args.first ?? args.last ?? defaultPageSliceLength;
  if (usesNextLinks(args, keyset)) {
    const from = args.after?.kind === 'keyset' ? args.after : undefined;
    const { position = {}, skip = 0 } = from ?? {};
    const first = toLinkedRequest(request, position, count + skip);
    const size = Math.min(maxSize, Number(position.per_page ?? maxSize));
    const calls = Math.max(1, Math.ceil((count + skip) / size));
    return { first, calls, firstLength: Math.max(0, Math.min(count, size - skip)) };
  }
  const { start, end } = getSliceBounds(args);
  if (end === undefined)
    return {
      first: toTotalRequest(request),
      calls: count === 0 ? 1 : 2 + Math.ceil(count / maxSize),
      firstLength: 0,
    };
  const pages = pagesCovering(start, end, getReducedPageSize(args) ?? maxSize);
  const page = pages[0] ?? getPageAfterEmptySlice(start);
  const first = toPageRequest(keyset ? withoutKeyset(request) : request, page);
  return { first, calls: Math.max(1, pages.length), firstLength: getPageEnd(page) - start };
}

interface PagesOptions extends HeaderlessSlice, Pick<SliceOptions, 'contract' | 'getPagesAhead'> {
  readonly after: Cursor | undefined;
  /** Whether the slice ends before a cursor, so that clients continue before its first item. */
  readonly isBackward: boolean;
}

/** Reads the pages of a slice with offset paging. */
export function readOffsetPages(slice: SliceOptions): AsyncGenerator<PageSlice> {
  const { args, ...list } = slice;
  if (usesNextLinks(args, false)) return readKeysetPages(slice);
  const { start, end } = getSliceBounds(args);
  const previousFingerprint = args.after?.kind === 'offset' ? args.after.fingerprint : undefined;
  const pageSize = getReducedPageSize(args);
  const isBackward = args.before !== undefined;
  const options = { ...list, start, previousFingerprint, pageSize, after: args.after, isBackward };
  return end === undefined ? readLastPages(options, args.last ?? 0) : readPages({ ...options, end });
}

/** Reads the pages of the last `count` items of a list from `start` on, after the length of the list. */
async function* readLastPages(options: Omit<PagesOptions, 'end'>, count: number): AsyncGenerator<PageSlice> {
  const end = await readTotal(options.request, options.read);
  if (end === undefined)
    throw badInput([
      { path: ['last'], message: 'requires before, because the upstream does not report the length of this list' },
    ]);
  const start = Math.max(options.start, end - count);
  if (start < end) yield* readPages({ ...options, start, end });
  else yield createEmptySlice({ ...options, start }, false, end);
}

function createEmptySlice(
  { start, pageSize, after }: Pick<PagesOptions, 'start' | 'pageSize' | 'after'>,
  hasNextPage: boolean,
  total: number | undefined,
): PageSlice {
  return {
    items: [],
    cursorAt: () => after ?? offsetCursor(start - 1, pageSize),
    hasNextPage,
    hasPreviousPage: start > 0,
    total,
  };
}

/** Reads whether items follow a slice without items. */
async function readEmptySlice(options: PagesOptions): Promise<PageSlice> {
  const { request, start, read } = options;
  const page = getPageAfterEmptySlice(start);
  const response = await read(toPageRequest(request, page));
  const { total, next } = parsePageHeaders(response);
  const length = getUnpagedLength(response, page);
  const follows = next !== undefined || parseItems(response).length > 0;
  return createEmptySlice(options, length === undefined ? follows : length > start, total ?? length);
}

/** Reads the pages of a slice. The response to the first page determines whether and how the others are read. */
async function* readPages(options: PagesOptions): AsyncGenerator<PageSlice> {
  const { contract, request, start, end, read, pageSizes, pageSize } = options;
  const [page, ...others] = pagesCovering(start, end, pageSize ?? pageSizes.getLimit(request.operation));
  if (page === undefined) {
    yield readEmptySlice(options);
    return;
  }
  const response = await read(toPageRequest(request, page));
  const headers = parsePageHeaders(response);
  const { total, next, hasPageHeaders, perPage } = headers;
  if (perPage !== undefined && perPage < page.perPage) {
    pageSizes.recordLimit(request.operation, perPage);
    yield* readPages({ ...options, pageSize: perPage });
    return;
  }
  const { length } = parseItems(response);
  // Only a link has announced further pages: the upstream may have reduced this page, or have omitted some of its items. The page after it
  // follows in both cases; which items other pages contain depends on the size.
  const isShort = next !== undefined && perPage === undefined && length < page.perPage;
  const dependsOnSize = options.isBackward || page.page > 1 || length < start;
  if (!hasPageHeaders || (isShort && dependsOnSize && pageSizes.mayBeReduced(request.operation, page, length))) {
    yield readSliceWithoutPageHeaders(options, { page, response });
    return;
  }
  const nextStart = next && getNextStart(contract, next, request, isShort ? page : undefined);
  const toSlice = (each: Page, pageResponse: RestResponse, pageHeaders = parsePageHeaders(pageResponse)) => {
    const [from, reach] = [getPageStart(each), getPageEnd(each)];
    const more = pageHeaders.next !== undefined;
    // The next page starts after the last item of a page, even if the upstream omitted items of the page.
    const endCursor = more ? (nextStart ?? offsetCursor(reach - 1)) : undefined;
    const pages = { items: parseItems(pageResponse), from, more, total, endCursor };
    return toPageSlice(pages, Math.max(start, from), Math.min(end, reach));
  };
  const first = toSlice(page, response, headers);
  yield first;
  const count = end - start - first.items.length;
  if (next === undefined || count <= 0 || (others.length === 0 && !isShort)) return;
  if (nextStart === undefined) {
    yield* readFurtherPages(options, others, total, toSlice);
    return;
  }
  const remainingArgs = { first: count, after: nextStart, last: undefined, before: undefined };
  yield* readKeysetPages({
    contract,
    request,
    args: remainingArgs,
    pageSizes,
    read,
    getPagesAhead: options.getPagesAhead,
  });
}

/**
 * Returns the cursor of a next link; `undefined` if it leads to a page that can only be requested by number.
 * @param shortPage page with fewer items than requested, after whose last item the page of the link begins
 */
function getNextStart(
  contract: Contract,
  next: ReadonlyMap<string, string>,
  request: RestRequest,
  shortPage: Page | undefined,
): KeysetCursor | undefined {
  if (next.has('page'))
    return shortPage && toPageStart({ page: String(shortPage.page + 1), per_page: String(shortPage.perPage) });
  const position = parsePosition(contract, next, request);
  return Object.keys(position).length === 0 ? undefined : toPageStart(position);
}

/**
 * Reads the pages after the first one by their numbers: ahead of the consumer or, without the length of the list, one after another until the
 * last one.
 */
async function* readFurtherPages(
  options: PagesOptions,
  others: readonly Page[],
  total: number | undefined,
  toSlice: (page: Page, response: RestResponse) => PageSlice,
): AsyncGenerator<PageSlice> {
  const { request, read, pageSizes, getPagesAhead } = options;
  const needed = total === undefined ? others : others.filter((other) => getPageStart(other) < total);
  const send = (page: Page) => {
    const response = read(toPageRequest(request, page));
    // The error of a page is thrown when the iteration reaches that page.
    response.catch(() => {});
    return response;
  };
  const pending: Promise<RestResponse>[] = [];
  for (const [index, each] of needed.entries()) {
    const end = total === undefined ? index + 1 : index + 1 + getPagesAhead(index);
    pending.push(...needed.slice(index + pending.length, end).map(send));
    const response = await (pending.shift() ?? send(each));
    const { perPage = each.perPage, hasPageHeaders } = parsePageHeaders(response);
    if (perPage < each.perPage) {
      pageSizes.recordLimit(request.operation, perPage);
      yield* readPages({ ...options, start: getPageStart(each), pageSize: perPage });
      return;
    }
    if (!hasPageHeaders) {
      const start = getPageStart(each);
      yield readSliceWithoutPageHeaders(
        { ...options, start, previousFingerprint: undefined },
        { page: each, response },
      );
      return;
    }
    const slice = toSlice(each, response);
    yield slice;
    if (total === undefined && !slice.hasNextPage) return;
  }
}
