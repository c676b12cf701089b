/**
 * Slices of lists with offset paging, which request pages by number. If the upstream switches to next links, the slices
 * follow them.
 */
import type { Contract } from '../../../contract/index.ts';
import { badInput } from '../../../rest/errors.ts';
import { maxPageSize, type Page, pageEnd, pageStart, pagesCovering, parsePageHeaders } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import { parseItems } from '../resources/resource.ts';
import { type HeaderlessSlice, readSliceWithoutPageHeaders } from './headerless-slice.ts';
import { parsePosition, readKeysetSlice, toLinkedRequest, withoutKeyset } from './keyset-slice.ts';
import { type PageItems, toPageRequest, toPageSlice } from './page-items.ts';
import {
  defaultPageSliceLength,
  getReducedPageSize,
  type PageSlice,
  type PageSliceArgs,
  type ReadPage,
} from './page-slice.ts';

const totalPage: Page = { page: 1, perPage: 1 };

/** Returns the smallest request whose response contains the total. */
export function toTotalRequest(request: RestRequest): RestRequest {
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
export function getSliceBounds(args: PageSliceArgs): { start: number; end: number | undefined } {
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
export const usesNextLinks = ({ after }: PageSliceArgs, keyset: boolean): boolean =>
  after === undefined ? keyset : after.kind === 'keyset';

/** Plans the calls of a page slice: the first one, and the maximum number of calls. */
export function planPageSlice(
  request: RestRequest,
  args: PageSliceArgs,
  keyset: boolean,
): { first: RestRequest; calls: number; firstLength: number } {
  const count = args.first ?? args.last ?? defaultPageSliceLength;
  if (usesNextLinks(args, keyset)) {
    const from = args.after?.kind === 'keyset' ? args.after : undefined;
    const first = toLinkedRequest(request, from?.position ?? {}, count + (from?.skip ?? 0));
    return { first, calls: Math.max(1, Math.ceil(count / maxPageSize)), firstLength: Math.min(count, maxPageSize) };
  }
  const { start, end } = getSliceBounds(args);
  if (end === undefined)
    return { first: toTotalRequest(request), calls: 2 + Math.ceil(count / maxPageSize), firstLength: 0 };
  const pages = pagesCovering(start, end, getReducedPageSize(args));
  const page = pages[0] ?? getPageAfterEmptySlice(start);
  const first = toPageRequest(keyset ? withoutKeyset(request) : request, page);
  return { first, calls: Math.max(1, pages.length), firstLength: pageEnd(page) - start };
}

/** Reads a slice of a list with offset paging. */
export async function readOffsetSlice(
  contract: Contract,
  request: RestRequest,
  args: PageSliceArgs,
  read: ReadPage,
): Promise<PageSlice> {
  if (usesNextLinks(args, false)) return readKeysetSlice(contract, request, args, read);
  let { start, end } = getSliceBounds(args);
  if (end === undefined) {
    end = await readTotal(request, read);
    if (end === undefined)
      throw badInput([
        { path: ['last'], message: 'requires before, because the upstream does not report the length of this list' },
      ]);
    start = Math.max(start, end - (args.last ?? 0));
  }
  if (start >= end) return readEmptySlice(request, start, read);
  const previousFingerprint = args.after?.kind === 'offset' ? args.after.fingerprint : undefined;
  return readPages({ contract, request, start, end, previousFingerprint, read, pageSize: getReducedPageSize(args) });
}

/** Reads whether items follow a slice without items. */
async function readEmptySlice(request: RestRequest, start: number, read: ReadPage): Promise<PageSlice> {
  const page = getPageAfterEmptySlice(start);
  const response = await read(toPageRequest(request, page));
  const { total, next } = parsePageHeaders(response);
  const length = getUnpagedLength(response, page);
  const follows = next !== undefined || parseItems(response).length > 0;
  return {
    items: [],
    cursorAt: () => undefined,
    hasNextPage: length === undefined ? follows : length > start,
    hasPreviousPage: start > 0,
    total: total ?? length,
  };
}

interface PagesOptions extends HeaderlessSlice {
  readonly contract: Contract;
}

/** Reads the pages of a slice. The response to the first page determines whether and how the others are read. */
async function readPages(options: PagesOptions): Promise<PageSlice> {
  const { contract, request, start, end, read, pageSize } = options;
  const [page, ...others] = pagesCovering(start, end, pageSize);
  if (page === undefined) throw new RangeError('A slice has at least one page');
  const response = await read(toPageRequest(request, page));
  const { total, next, hasPageHeaders, perPage = page.perPage } = parsePageHeaders(response);
  if (perPage < page.perPage && pageSize === undefined) return readPages({ ...options, pageSize: perPage });
  if (!hasPageHeaders) return readSliceWithoutPageHeaders(options, { page, response: response });
  const items = parseItems(response);
  const nextPosition =
    next === undefined || next.has('page') ? undefined : toNonEmpty(parsePosition(contract, next, request));
  const more = next !== undefined;
  const firstItems = { items, from: pageStart(page), reach: pageEnd(page), more, total, nextPosition };
  const head = toPageSlice(firstItems, start, end);
  if (!more || others.length === 0) return head;
  if (nextPosition !== undefined)
    return continueByKeyset(contract, head, end - start - head.items.length, nextPosition, request, read);
  const needed = total === undefined ? others : others.filter((other) => pageStart(other) < total);
  const rest =
    total === undefined ? await readSequentially(request, needed, read) : await readConcurrently(request, needed, read);
  return toPageSlice(joinPages(firstItems, start, needed, rest), start, end);
}

/**
 * Returns a position; `undefined` if the link has no parameters for it, so that its page can only be requested by
 * number.
 */
function toNonEmpty(position: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(position).length === 0 ? undefined : position;
}

/**
 * Joins the items of the first page from an index on with those of further pages. Missing items of a page leave no gap.
 */
function joinPages(
  first: PageItems,
  start: number,
  pages: readonly Page[],
  responses: readonly RestResponse[],
): PageItems {
  const items = first.items.slice(start - first.from);
  let { reach, more } = first;
  for (const [index, response] of responses.entries()) {
    const page = pages[index];
    if (page === undefined) break;
    items.push(...parseItems(response));
    reach = pageEnd(page);
    more = parsePageHeaders(response).next !== undefined;
  }
  return { ...first, items, from: start, reach, more };
}

/** Reads the rest of a slice after a page whose next link uses keyset paging. */
async function continueByKeyset(
  contract: Contract,
  head: PageSlice,
  count: number,
  position: Readonly<Record<string, string>>,
  request: RestRequest,
  read: ReadPage,
): Promise<PageSlice> {
  const after = { kind: 'keyset', position, skip: 0 } as const;
  const tail = await readKeysetSlice(
    contract,
    request,
    { first: count, after, last: undefined, before: undefined },
    read,
  );
  return {
    ...head,
    items: [...head.items, ...tail.items],
    cursorAt: (index) => (index < head.items.length ? head.cursorAt(index) : tail.cursorAt(index - head.items.length)),
    hasNextPage: tail.hasNextPage,
  };
}

function readConcurrently(request: RestRequest, pages: readonly Page[], read: ReadPage): Promise<RestResponse[]> {
  return Promise.all(pages.map((page) => read(toPageRequest(request, page))));
}

/** Reads pages one after another until the last one, because the length of the list is unknown. */
async function readSequentially(request: RestRequest, pages: readonly Page[], read: ReadPage): Promise<RestResponse[]> {
  const responses: RestResponse[] = [];
  for (const page of pages) {
    const response = await read(toPageRequest(request, page));
    responses.push(response);
    if (parsePageHeaders(response).next === undefined) break;
  }
  return responses;
}
