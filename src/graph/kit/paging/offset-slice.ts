/** Windows of lists as pages of the upstream, by number; by next links where the upstream goes over to them. */
import { badInput } from '../../../rest/errors.ts';
import { maxPageSize, type Page, pageEnd, pageFacts, pageStart, pagesCovering } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import { itemsOf } from '../resources/resource.ts';
import { linkedRequest, positionIn, readKeysetSlice, withoutKeyset } from './keyset-slice.ts';
import { type PageItems, pageRequest, sliceOf } from './page-items.ts';
import { defaultPageSliceLength, type PageSlice, type PageSliceArgs, pageSizeIn, type Read } from './page-slice.ts';
import { readUnmarkedSlice } from './unmarked-slice.ts';

const totalPage: Page = { page: 1, perPage: 1 };

/** The smallest call that tells how many items there are. */
export function totalRequest(request: RestRequest): RestRequest {
  return pageRequest(request, totalPage);
}

/** How many items the whole list has. */
export async function readTotal(request: RestRequest, read: Read): Promise<number | undefined> {
  const answer = await read(totalRequest(request));
  return pageFacts(answer).total ?? lengthOfUnpaged(answer, totalPage);
}

/** Items of a list of which an answer without page headers cannot have been a part; undefined where it may be one. */
function lengthOfUnpaged(answer: RestResponse, { page, perPage }: Page): number | undefined {
  if (pageFacts(answer).known) return undefined;
  const { length } = itemsOf(answer);
  return length > perPage || (page === 1 && length < perPage) ? length : undefined;
}

/** Start and end of a window that pages by number; the end of the list has to be learned first when `end` is undefined. */
function boundsOf(args: PageSliceArgs): { start: number; end: number | undefined } {
  const start = args.after?.kind === 'offset' ? args.after.index + 1 : 0;
  const before = args.before?.kind === 'offset' ? args.before.index : undefined;
  if (args.last === undefined) {
    const end = start + (args.first ?? defaultPageSliceLength);
    return { start, end: before === undefined ? end : Math.min(end, before) };
  }
  return { start: before === undefined ? start : Math.max(start, before - args.last), end: before };
}

/** The page that says what stands around a window without items. */
const emptyWindowPage = (start: number): Page => ({ page: start + 1, perPage: 1 });

/** Whether a window continues by next links: because the list does, or because its cursor came from one. */
const goesByLinks = ({ after }: PageSliceArgs, keyset: boolean): boolean =>
  after === undefined ? keyset : after.kind === 'keyset';

/** Plans the calls of a page slice: the first one, and the maximum number of calls. */
export function planPageSlice(
  request: RestRequest,
  args: PageSliceArgs,
  keyset: boolean,
): { first: RestRequest; calls: number } {
  const count = args.first ?? args.last ?? defaultPageSliceLength;
  if (goesByLinks(args, keyset)) {
    const from = args.after?.kind === 'keyset' ? args.after : undefined;
    const first = linkedRequest(request, from?.page ?? {}, count + (from?.skip ?? 0));
    return { first, calls: Math.max(1, Math.ceil(count / maxPageSize)) };
  }
  const { start, end } = boundsOf(args);
  if (end === undefined) return { first: totalRequest(request), calls: 2 + Math.ceil(count / maxPageSize) };
  const pages = pagesCovering(start, end, pageSizeIn(args));
  const first = pageRequest(keyset ? withoutKeyset(request) : request, pages[0] ?? emptyWindowPage(start));
  return { first, calls: Math.max(1, pages.length) };
}

/** The window of a list that pages by number. */
export async function readOffsetSlice(request: RestRequest, args: PageSliceArgs, read: Read): Promise<PageSlice> {
  if (goesByLinks(args, false)) return readKeysetSlice(request, args, read);
  let { start, end } = boundsOf(args);
  if (end === undefined) {
    end = await readTotal(request, read);
    if (end === undefined)
      throw badInput([
        { path: ['last'], message: 'needs before, as the upstream does not tell how long this list is' },
      ]);
    start = Math.max(start, end - (args.last ?? 0));
  }
  if (start >= end) return readAround(request, start, read);
  const previousPage = args.after?.kind === 'offset' ? args.after.page : undefined;
  return readPages({ request, start, end, previousPage, read, pageSize: pageSizeIn(args) });
}

/** A window without items, and whether any follow. */
async function readAround(request: RestRequest, start: number, read: Read): Promise<PageSlice> {
  const page = emptyWindowPage(start);
  const answer = await read(pageRequest(request, page));
  const { total, next } = pageFacts(answer);
  const length = lengthOfUnpaged(answer, page);
  const follows = next !== undefined || itemsOf(answer).length > 0;
  return {
    items: [],
    cursorAt: () => undefined,
    hasNextPage: length === undefined ? follows : length > start,
    hasPreviousPage: start > 0,
    total: total ?? length,
  };
}

interface PagesOptions {
  readonly request: RestRequest;
  readonly start: number;
  readonly end: number;
  /** Fingerprint of the page before the window, where the upstream did not say whether it was the last. */
  readonly previousPage: string | undefined;
  readonly read: Read;
  /** Upper bound on the items of a page, if it is lower than that of the contract. */
  readonly pageSize: number | undefined;
}

/** The first page tells whether there are more, and how the others are to be had. */
async function readPages(options: PagesOptions): Promise<PageSlice> {
  const { request, start, end, read, pageSize } = options;
  const [page, ...others] = pagesCovering(start, end, pageSize);
  if (page === undefined) throw new RangeError('a window has at least one page');
  const answer = await read(pageRequest(request, page));
  const { total, next, known, perPage = page.perPage } = pageFacts(answer);
  if (perPage < page.perPage && pageSize === undefined) return readPages({ ...options, pageSize: perPage });
  if (!known) return readUnmarkedSlice(options, { page, response: answer });
  const items = itemsOf(answer);
  const linked = next === undefined || next.has('page') ? undefined : nonEmpty(positionIn(next, request));
  const more = next !== undefined;
  const given = { items, from: pageStart(page), reach: pageEnd(page), more, total, linked };
  const head = sliceOf(given, start, end);
  if (!more || others.length === 0) return head;
  if (linked !== undefined) return readOn(head, end - start - head.items.length, linked, request, read);
  const needed = total === undefined ? others : others.filter((other) => pageStart(other) < total);
  const rest = total === undefined ? await inTurn(request, needed, read) : await together(request, needed, read);
  return sliceOf(joined(given, start, needed, rest), start, end);
}

/** A position; undefined where a link names none, so that its page can only be asked for by number. */
function nonEmpty(position: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(position).length === 0 ? undefined : position;
}

/** The items from an index of a first page on and those of further pages. A page that lacks some of its items leaves no gap. */
function joined(first: PageItems, start: number, pages: readonly Page[], answers: readonly RestResponse[]): PageItems {
  const items = first.items.slice(start - first.from);
  let { reach, more } = first;
  for (const [index, answer] of answers.entries()) {
    const page = pages[index];
    if (page === undefined) break;
    items.push(...itemsOf(answer));
    reach = pageEnd(page);
    more = pageFacts(answer).next !== undefined;
  }
  return { ...first, items, from: start, reach, more };
}

/** The rest of a window after a page whose next link goes on by keyset. */
async function readOn(
  head: PageSlice,
  count: number,
  page: Readonly<Record<string, string>>,
  request: RestRequest,
  read: Read,
): Promise<PageSlice> {
  const after = { kind: 'keyset', page, skip: 0 } as const;
  const tail = await readKeysetSlice(request, { first: count, after, last: undefined, before: undefined }, read);
  return {
    ...head,
    items: [...head.items, ...tail.items],
    cursorAt: (index) => (index < head.items.length ? head.cursorAt(index) : tail.cursorAt(index - head.items.length)),
    hasNextPage: tail.hasNextPage,
  };
}

function together(request: RestRequest, pages: readonly Page[], read: Read): Promise<RestResponse[]> {
  return Promise.all(pages.map((page) => read(pageRequest(request, page))));
}

/** Where nobody knows the end, a page is asked for only when the one before it was not the last. */
async function inTurn(request: RestRequest, pages: readonly Page[], read: Read): Promise<RestResponse[]> {
  const answers: RestResponse[] = [];
  for (const page of pages) {
    const answer = await read(pageRequest(request, page));
    answers.push(answer);
    if (pageFacts(answer).next === undefined) break;
  }
  return answers;
}
