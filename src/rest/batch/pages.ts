/** Windows of one list, asked for under several aliases in a tick, share the page that holds them all. */
import { maxPageSize, type Page, pageFacts, pageStart, pagesCovering } from '../paging.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import { urlOf } from '../url.ts';

type Send = (request: RestRequest, index: number) => Promise<RestResponse>;

interface Windowed {
  readonly index: number;
  readonly request: RestRequest;
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

/** The one page that holds the items of all these pages; undefined where none does. */
function sharedPage(pages: readonly Page[]): Page | undefined {
  const start = Math.min(...pages.map(pageStart));
  const end = Math.max(...pages.map((page) => pageStart(page) + page.perPage));
  if (end - start > maxPageSize) return undefined;
  const covering = pagesCovering(start, end);
  return covering.length === 1 ? covering[0] : undefined;
}

/** The part of a shared page that one request asked for, with the headers it would have got. */
function partOf(answer: RestResponse, shared: Page, page: Page): RestResponse {
  if (!Array.isArray(answer.body)) return answer;
  const { known, next } = pageFacts(answer);
  const { length } = answer.body;
  // More than a page is a list that is not paged, and so is every part of it.
  if (!known && length > shared.perPage) return answer;
  const from = pageStart(page) - pageStart(shared);
  const body = answer.body.slice(from, from + page.perPage);
  const { link: _, ...headers } = answer.headers;
  // Without page headers, nobody knows what follows a full page.
  if (!known && length === shared.perPage && from + page.perPage >= length)
    return { status: answer.status, headers, body };
  const more = length > from + page.perPage || next !== undefined;
  return {
    status: answer.status,
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

/** Answers reads of one operation, those of one list by one call where one page holds what they ask for. */
export function readFromPages(requests: readonly RestRequest[], send: Send): Promise<RestResponse>[] {
  const groups = new Map<string, Windowed[]>();
  for (const [index, request] of requests.entries()) {
    const page = pageOf(request);
    if (page === undefined) continue;
    const key = withoutPage(request);
    groups.set(key, [...(groups.get(key) ?? []), { index, request, page }]);
  }
  const answers = new Map<number, Promise<RestResponse>>();
  for (const group of groups.values()) {
    const [first] = group;
    const shared = group.length > 1 ? sharedPage(group.map(({ page }) => page)) : undefined;
    if (first === undefined || shared === undefined) continue;
    const query = { ...first.request.query, page: shared.page, per_page: shared.perPage };
    const answer = send({ ...first.request, query }, first.index);
    for (const { index, request, page } of group)
      answers.set(
        index,
        answer.then((whole) =>
          // Of a smaller page than was asked for, nobody knows where the others would begin.
          (pageFacts(whole).perPage ?? shared.perPage) < shared.perPage
            ? send(request, index)
            : partOf(whole, shared, page),
        ),
      );
  }
  return requests.map((request, index) => answers.get(index) ?? send(request, index));
}
