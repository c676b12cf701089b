/**
 * Page slices of one list that are requested in the same tick, under several aliases, share a page that contains them
 * all.
 */
import type { Contract } from '../../contract/index.ts';
import { getPageEnd, getPageStart, type Page, type PageSizes, pagesCovering, parsePageHeaders } from '../paging.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import { getRequestUrl } from '../url.ts';
import type { BatchedRead, Send } from './batched-read.ts';

interface PagedRead<R> {
  readonly read: R;
  readonly page: Page;
}

/** Page that a request selects by number; `undefined` for any other request. */
function getPage({ query }: RestRequest): Page | undefined {
  const { page, per_page: perPage } = query ?? {};
  return typeof page === 'number' && typeof perPage === 'number' ? { page, perPage } : undefined;
}

function withoutPage(contract: Contract, request: RestRequest): string {
  const { page: _, per_page: __, ...query } = request.query ?? {};
  return getRequestUrl(contract, { ...request, query });
}

/** Single page of at most `maxSize` items that contains those of all pages; `undefined` if none exists. */
function sharedPage(pages: readonly Page[], maxSize: number): Page | undefined {
  const start = Math.min(...pages.map(getPageStart));
  const end = Math.max(...pages.map((page) => getPageStart(page) + page.perPage));
  if (end - start > maxSize) return undefined;
  const covering = pagesCovering(start, end, maxSize);
  return covering.length === 1 ? covering[0] : undefined;
}

/**
 * Slice of a shared page for one request, with the headers that a separate response would have; `undefined` if the shared page may be
 * another one, because the upstream reduced its size.
 */
function slicePage(response: RestResponse, shared: Page, page: Page, mayBeReduced: boolean): RestResponse | undefined {
  if (!Array.isArray(response.body)) return response;
  const { hasPageHeaders, next, perPage = shared.perPage } = parsePageHeaders(response);
  const { length } = response.body;
  if (perPage < shared.perPage) return undefined;
  // A list longer than a page is not paged, so each request would have received the whole list.
  if (!hasPageHeaders && length > shared.perPage) return response;
  const from = getPageStart(page) - getPageStart(shared);
  const body = response.body.slice(from, from + page.perPage);
  const { link: _, ...headers } = response.headers;
  if (!hasPageHeaders && mayBeReduced)
    return shared.page === 1 && (page.page === 1 || getPageEnd(page) <= length)
      ? { status: response.status, headers, body }
      : undefined;
  // Without page headers, a full page may be followed by another.
  if (!hasPageHeaders && length === shared.perPage && from + page.perPage >= length)
    return { status: response.status, headers, body };
  const more = length > from + page.perPage || next !== undefined;
  return {
    status: response.status,
    headers: {
      ...headers,
      ...(!hasPageHeaders && length < shared.perPage && shared.page === 1 ? { 'x-total': String(length) } : {}),
      'x-page': String(page.page),
      'x-per-page': String(page.perPage),
      'x-next-page': more ? String(page.page + 1) : '',
    },
    body,
  };
}

/**
 * Reads slices of one list from a single page, if one page contains all of them.
 * @returns the responses to the reads that the page replaces
 */
export function readFromPages<R extends BatchedRead>(
  contract: Contract,
  reads: readonly R[],
  pageSizes: PageSizes,
  send: Send<R>,
): ReadonlyMap<R, Promise<RestResponse>> {
  const groups = new Map<string, PagedRead<R>[]>();
  for (const read of reads) {
    const page = getPage(read.request);
    if (page === undefined) continue;
    const key = withoutPage(contract, read.request);
    groups.set(key, [...(groups.get(key) ?? []), { read, page }]);
  }
  const responses = new Map<R, Promise<RestResponse>>();
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const { request } = first.read;
    const pages = group.map(({ page }) => page);
    const shared = sharedPage(pages, pageSizes.getLimit(request.operation));
    if (shared === undefined) continue;
    const query = { ...request.query, page: shared.page, per_page: shared.perPage };
    const response = send(
      { ...request, query },
      group.map(({ read }) => read),
    ).then((whole) => {
      pageSizes.record({ ...request, query }, whole);
      const length = Array.isArray(whole.body) ? whole.body.length : 0;
      return { whole, mayBeReduced: pageSizes.mayBeReduced(request.operation, shared, length) };
    });
    for (const { read, page } of group)
      responses.set(
        read,
        // With the reduced size, the slice may be on another page.
        response.then(
          ({ whole, mayBeReduced }) => slicePage(whole, shared, page, mayBeReduced) ?? send(read.request, [read]),
        ),
      );
  }
  return responses;
}
