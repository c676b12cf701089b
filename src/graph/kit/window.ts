/** Relay's `first`, `after`, `last`, `before` as pages of the upstream, by number or by next links. */
import { badInput, type Violation } from '../../rest/errors.ts';
import { maxPageSize, type Page, pageEnd, pageFacts, pageStart, pagesCovering } from '../../rest/paging.ts';
import type { Answer, Request } from '../../rest/request.ts';
import type { Args } from './declaration.ts';
import { type Attributes, itemsOf } from './held.ts';

/** Items of a window at the most, so that one field does not stand for an unbounded number of calls. */
export const maxWindow = 10_000;
/** Items of a window when neither `first` nor `last` says otherwise; the upstream's own page size. */
export const defaultWindow = 20;

export type Read = (request: Request) => Promise<Answer>;

export interface WindowArgs {
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly after: Cursor | undefined;
  readonly before: Cursor | undefined;
}

/** Position of an item: its index in the list, or a keyset page (its query parameters) and the index on it. */
export type Cursor =
  | { readonly kind: 'offset'; readonly index: number }
  | { readonly kind: 'keyset'; readonly page: Readonly<Record<string, string>>; readonly skip: number };

/** A part of a list. */
export interface Window {
  readonly items: readonly (Attributes | null)[];
  /** The cursor of the item at an index of the window. */
  cursorAt(index: number): Cursor | undefined;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Items of the whole list; undefined where the upstream does not tell. */
  readonly total: number | undefined;
}

/** The cursor of an item by its index; undefined before the first. */
export function offsetCursor(index: number): Cursor | undefined {
  return index < 0 ? undefined : { kind: 'offset', index };
}

export function encodeCursor(cursor: Cursor): string {
  const text =
    cursor.kind === 'offset' ? `o:${cursor.index}` : `k:${cursor.skip}:${new URLSearchParams(cursor.page).toString()}`;
  return Buffer.from(text).toString('base64url');
}

export function decodeCursor(text: string): Cursor | undefined {
  const plain = Buffer.from(text, 'base64url').toString('utf8');
  const offset = /^o:(\d{1,15})$/.exec(plain);
  if (offset) return { kind: 'offset', index: Number(offset[1]) };
  const keyset = /^k:(\d{1,3}):(.*)$/s.exec(plain);
  if (!keyset) return undefined;
  return { kind: 'keyset', skip: Number(keyset[1]), page: Object.fromEntries(new URLSearchParams(keyset[2])) };
}

function readCursor(args: Args, name: string, violations: Violation[]): Cursor | undefined {
  const text = args[name];
  if (typeof text !== 'string') return undefined;
  const cursor = decodeCursor(text);
  if (cursor === undefined) violations.push({ path: [name], message: 'must be a cursor of this connection' });
  return cursor;
}

function readCount(args: Args, name: string, violations: Violation[]): number | undefined {
  const count = args[name];
  if (typeof count !== 'number') return undefined;
  if (count < 0 || count > maxWindow) violations.push({ path: [name], message: `must be between 0 and ${maxWindow}` });
  return count;
}

/** Reads the paging arguments and notes everything that is wrong with them. */
export function readWindowArgs(args: Args, keyset: boolean, violations: Violation[]): WindowArgs {
  const window = {
    first: readCount(args, 'first', violations),
    last: readCount(args, 'last', violations),
    after: readCursor(args, 'after', violations),
    before: readCursor(args, 'before', violations),
  };
  if (window.first !== undefined && window.last !== undefined)
    violations.push({ path: ['last'], message: 'cannot be combined with first' });
  if (keyset)
    for (const name of ['last', 'before'] as const)
      if (window[name] !== undefined)
        violations.push({ path: [name], message: 'is not available with keyset paging, which goes forward only' });
  if (!keyset && window.after?.kind === 'keyset' && (window.last !== undefined || window.before !== undefined))
    violations.push({ path: ['after'], message: 'is a cursor that only goes forward, so first is needed' });
  if (window.before?.kind === 'keyset')
    violations.push({ path: ['before'], message: 'is a cursor that only goes forward' });
  return window;
}

function withQuery(request: Request, query: Readonly<Record<string, unknown>>): Request {
  return { ...request, query: { ...request.query, ...query } };
}

/** The smallest call that tells how many items there are. */
function totalRequest(request: Request): Request {
  return withQuery(request, { page: 1, per_page: 1 });
}

/** How many items the whole list has. */
export async function readTotal(request: Request, read: Read): Promise<number | undefined> {
  return pageFacts(await read(totalRequest(request))).total;
}

/** Start and end of a window that pages by number; the end of the list has to be learned first when `end` is undefined. */
function boundsOf(args: WindowArgs): { start: number; end: number | undefined } {
  const start = args.after?.kind === 'offset' ? args.after.index + 1 : 0;
  const before = args.before?.kind === 'offset' ? args.before.index : undefined;
  if (args.last === undefined) {
    const end = start + (args.first ?? defaultWindow);
    return { start, end: before === undefined ? end : Math.min(end, before) };
  }
  return { start: before === undefined ? start : Math.max(start, before - args.last), end: before };
}

const pageRequest = (request: Request, { page, perPage }: Page): Request =>
  withQuery(request, { page, per_page: perPage });

/** The page that says what stands around a window without items. */
const emptyWindowPage = (start: number): Page => ({ page: start + 1, perPage: 1 });

const firstKeysetPage = { pagination: 'keyset', order_by: 'id', sort: 'asc' } as const;

function keysetRequest(request: Request, page: Readonly<Record<string, string>>, count: number): Request {
  const perPage = Math.min(maxPageSize, Math.max(1, count));
  return { ...request, query: { ...page, ...request.query, per_page: perPage } };
}

/** Whether a window continues by next links: because the list does, or because its cursor came from one. */
const goesByLinks = (args: WindowArgs, keyset: boolean): boolean => keyset || args.after?.kind === 'keyset';

/** What the calls of a window are known to be before any of them: the first, and how many there are at worst. */
export function foreseeWindow(request: Request, args: WindowArgs, keyset: boolean): { first: Request; calls: number } {
  const count = args.first ?? args.last ?? defaultWindow;
  if (goesByLinks(args, keyset)) {
    const from = args.after?.kind === 'keyset' ? args.after : undefined;
    const first = keysetRequest(request, from?.page ?? firstKeysetPage, count + (from?.skip ?? 0));
    return { first, calls: Math.max(1, Math.ceil(count / maxPageSize)) };
  }
  const { start, end } = boundsOf(args);
  if (end === undefined) return { first: totalRequest(request), calls: 2 + Math.ceil(count / maxPageSize) };
  const pages = pagesCovering(start, end);
  return { first: pageRequest(request, pages[0] ?? emptyWindowPage(start)), calls: Math.max(1, pages.length) };
}

/** The window of a list that pages by number. */
export async function readOffsetWindow(request: Request, args: WindowArgs, read: Read): Promise<Window> {
  if (goesByLinks(args, false)) return readKeysetWindow(request, args, read);
  let { start, end } = boundsOf(args);
  if (end === undefined) {
    end = await readTotal(request, read);
    if (end === undefined)
      throw badInput([
        { path: ['last'], message: 'needs before, as the upstream does not tell how long this list is' },
      ]);
    start = Math.max(start, end - (args.last ?? 0));
  }
  if (start >= end) {
    const { total, next } = pageFacts(await read(pageRequest(request, emptyWindowPage(start))));
    return { items: [], cursorAt: () => undefined, hasNextPage: next !== undefined, hasPreviousPage: start > 0, total };
  }
  return readPages(request, start, end, read);
}

/** The first page tells whether there are more; the others then go out together. */
async function readPages(request: Request, start: number, end: number, read: Read): Promise<Window> {
  const pages = pagesCovering(start, end);
  const [firstPage, ...others] = pages;
  if (firstPage === undefined) throw new RangeError('a window has at least one page');
  const first = await read(pageRequest(request, firstPage));
  const { total, next, known } = pageFacts(first);
  const firstItems = itemsOf(first);
  const unpaged = !known && firstItems.length > firstPage.perPage;
  if (unpaged)
    return cut(
      { items: firstItems, from: 0, reach: firstItems.length, more: false, total: firstItems.length },
      start,
      end,
    );
  const more = known ? next !== undefined : firstItems.length === firstPage.perPage;
  const linked = next?.has('page') ? undefined : keysetNext(next, request);
  const page1 = { items: firstItems, from: pageStart(firstPage), reach: pageEnd(firstPage), more, total, linked };
  const head = cut(page1, start, end);
  if (!more || others.length === 0) return head;
  if (linked !== undefined) return readOn(head, end - start - head.items.length, linked, request, read);
  const needed = total === undefined ? others : others.filter((page) => pageStart(page) < total);
  const rest = total === undefined ? await inTurn(request, needed, read) : await together(request, needed, read);
  const items = firstItems.slice(start - pageStart(firstPage));
  let last = first;
  let position = pageStart(firstPage) + firstItems.length;
  let reach = pageEnd(firstPage);
  for (const [index, answer] of rest.entries()) {
    const page = needed[index];
    if (page === undefined) break;
    const pageItems = itemsOf(answer);
    items.push(...pageItems.slice(Math.max(0, position - pageStart(page))));
    position = pageStart(page) + pageItems.length;
    reach = pageEnd(page);
    last = answer;
  }
  return cut({ items, from: start, reach, more: pageFacts(last).next !== undefined, total }, start, end);
}

/** The rest of a window after a page whose next link goes on by keyset. */
async function readOn(
  head: Window,
  count: number,
  page: Readonly<Record<string, string>>,
  request: Request,
  read: Read,
): Promise<Window> {
  const after = { kind: 'keyset', page, skip: 0 } as const;
  const tail = await readKeysetWindow(request, { first: count, after, last: undefined, before: undefined }, read);
  return {
    ...head,
    items: [...head.items, ...tail.items],
    cursorAt: (index) => (index < head.items.length ? head.cursorAt(index) : tail.cursorAt(index - head.items.length)),
    hasNextPage: tail.hasNextPage,
  };
}

function together(request: Request, pages: readonly Page[], read: Read): Promise<Answer[]> {
  return Promise.all(pages.map((page) => read(pageRequest(request, page))));
}

/** Where nobody knows the end, a page is asked for only when the one before it was not the last. */
async function inTurn(request: Request, pages: readonly Page[], read: Read): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const page of pages) {
    const answer = await read(pageRequest(request, page));
    answers.push(answer);
    if (pageFacts(answer).next === undefined) break;
  }
  return answers;
}

/** What pages gave: items from an index on, up to where the last page reaches whether it was full or not. */
interface Given {
  readonly items: readonly (Attributes | null)[];
  readonly from: number;
  readonly reach: number;
  /** Whether pages follow. */
  readonly more: boolean;
  readonly total: number | undefined;
  /** Where a next link goes on that names no page number. */
  readonly linked?: Readonly<Record<string, string>> | undefined;
}

function cut({ items, from, reach, more, total, linked }: Given, start: number, end: number): Window {
  const wanted = items.slice(start - from, end - from);
  const endsPage = start - from + wanted.length >= items.length;
  // After the last item of a page comes the next page, even where the upstream left some items out of this one.
  const atEnd: Cursor =
    linked === undefined ? { kind: 'offset', index: reach - 1 } : { kind: 'keyset', page: linked, skip: 0 };
  const cursorAt = (index: number) =>
    endsPage && more && index === wanted.length - 1 ? atEnd : offsetCursor(start + index);
  return { items: wanted, cursorAt, hasNextPage: more || !endsPage, hasPreviousPage: start > 0, total };
}

/** The window of a list that pages by next links: forward only, in the upstream's order, without totals. */
export async function readKeysetWindow(request: Request, args: WindowArgs, read: Read): Promise<Window> {
  const count = args.first ?? defaultWindow;
  const from = args.after?.kind === 'keyset' ? args.after : undefined;
  let page: Readonly<Record<string, string>> = from?.page ?? firstKeysetPage;
  let skip = from?.skip ?? 0;
  const items: (Attributes | null)[] = [];
  const cursors: Cursor[] = [];
  for (;;) {
    const answer = await read(keysetRequest(request, page, count - items.length + skip));
    const pageItems = itemsOf(answer);
    const following = keysetNext(pageFacts(answer).next, request);
    const taken = pageItems.slice(skip, skip + count - items.length);
    for (const [index, item] of taken.entries()) {
      const position = skip + index + 1;
      items.push(item);
      cursors.push(
        following !== undefined && position === pageItems.length
          ? { kind: 'keyset', page: following, skip: 0 }
          : { kind: 'keyset', page, skip: position },
      );
    }
    const left = pageItems.length - skip - taken.length;
    if (following === undefined || items.length >= count)
      return {
        items,
        cursorAt: (index) => cursors[index],
        hasNextPage: following !== undefined || left > 0,
        hasPreviousPage: from !== undefined,
        total: undefined,
      };
    page = following;
    skip = 0;
  }
}

/** Never part of a cursor, even where an upstream repeats them in its links. */
const credentialParameters = new Set(['private_token', 'access_token', 'job_token', 'sudo']);

/** What the next link adds to the request itself: the position, under whatever name. */
function keysetNext(
  next: ReadonlyMap<string, string> | undefined,
  request: Request,
): Readonly<Record<string, string>> | undefined {
  if (next === undefined) return undefined;
  const known = new Set([...Object.keys(request.query ?? {}), ...credentialParameters, 'per_page']);
  return Object.fromEntries([...next].filter(([name]) => !known.has(name)));
}
