/** Windows of one list that are requested in the same tick, under several aliases, share the page that contains them all. */
import { maxPageSize, mayBeReduced, type Page, pageFacts, pageStart, pagesCovering } from '../paging.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import { urlOf } from '../url.ts';
import type { Send, WaitingRead } from './waiting-read.ts';

interface Windowed {
  readonly index: number;
  readonly read: WaitingRead;
  readonly page: Page;
}

/** The page that a request names by number; undefined for any other request. */
function pageOf({ query }: RestRequest): Page | undefined {
  const { page, per_page: perPage } = query ?? {};
  return typeof page === 'number' && typeof perPage === 'number' ? { page, perPage } : undefined;
}

function withoutPage(request: RestRequest): string {
  const { page: _, per_page: __, ...query } = request.query ?? {};
  return urlOf({ ...request, query });
}

/** The one page that contains the items of all these pages; undefined where none does. */
function sharedPage(pages: readonly Page[]): Page | undefined {
  const start = Math.min(...pages.map(pageStart));
  const end = Math.max(...pages.map((page) => pageStart(page) + page.perPage));
  if (end - start > maxPageSize) return undefined;
  const covering = pagesCovering(start, end);
  return covering.length === 1 ? covering[0] : undefined;
}

/** Whether the upstream limits pages to a smaller size, by its header or by the number of items that it sends without one. */
function isReduced(response: RestResponse, { perPage }: Page): boolean {
  const facts = pageFacts(response);
  if ((facts.perPage ?? perPage) < perPage) return true;
  return !facts.known && Array.isArray(response.body) && mayBeReduced(response.body.length, perPage);
}

/** The part of a shared page that one request asked for, with the headers that it would have had alone. */
function partOf(response: RestResponse, shared: Page, page: Page): RestResponse {
  if (!Array.isArray(response.body)) return response;
  const { known, next } = pageFacts(response);
  const { length } = response.body;
  // A list that is longer than a page is not paged, so each request would have got the whole list.
  if (!known && length > shared.perPage) return response;
  const from = pageStart(page) - pageStart(shared);
  const body = response.body.slice(from, from + page.perPage);
  const { link: _, ...headers } = response.headers;
  // Without page headers it is unknown whether anything follows a full page.
  if (!known && length === shared.perPage && from + page.perPage >= length)
    return { status: response.status, headers, body };
  const more = length > from + page.perPage || next !== undefined;
  return {
    status: response.status,
    headers: {
      ...headers,
      ...(!known && length < shared.perPage && shared.page === 1 ? { 'x-total': String(length) } : {}),
      'x-page': String(page.page),
      'x-per-page': String(page.perPage),
      'x-next-page': more ? String(page.page + 1) : '',
    },
    body,
  };
}

/**
 * Answers those of several reads of one operation that share a page: reads of one list are one call where one page contains what they ask
 * for.
 * @returns the reads that are answered
 */
export function readFromPages(reads: readonly WaitingRead[], send: Send): ReadonlySet<WaitingRead> {
  const groups = new Map<string, Windowed[]>();
  for (const [index, read] of reads.entries()) {
    const page = pageOf(read.request);
    if (page === undefined) continue;
    const key = withoutPage(read.request);
    groups.set(key, [...(groups.get(key) ?? []), { index, read, page }]);
  }
  const answered = new Set<WaitingRead>();
  for (const group of groups.values()) {
    const [first] = group;
    const shared = group.length > 1 ? sharedPage(group.map(({ page }) => page)) : undefined;
    if (first === undefined || shared === undefined) continue;
    const { request } = first.read;
    const query = { ...request.query, page: shared.page, per_page: shared.perPage };
    const response = send({ ...request, query }, first.index);
    for (const { index, read, page } of group) {
      answered.add(read);
      const part = response.then((whole) =>
        // The window may be on another page of the smaller size.
        isReduced(whole, shared) ? send(read.request, index) : partOf(whole, shared, page),
      );
      read.resolve(part);
    }
  }
  return answered;
}
