/** Pages of the upstream: their headers, and which pages cover a window of a list. */
import { header, type RestResponse } from './request.ts';

/** The upstream never puts more items on a page. */
export const maxPageSize = 100;

/** Common upper bounds on the items of a page, to which some services reduce a larger `per_page` without page headers. */
const commonPageSizes: ReadonlySet<number> = new Set([20, 50, maxPageSize]);

/** Requests for pages of at most this size are not reduced. */
export const minReducedPageSize = Math.min(...commonPageSizes);

/** Whether a response without page headers may be a page that the upstream reduced, and so not the last one. */
export function mayBeReduced(length: number, perPage: number): boolean {
  return length < perPage && commonPageSizes.has(length);
}

/** The longest list whose length fits into GraphQL's Int; a longer one has no total. */
const longestTotal = 2 ** 31 - 1;

/** The page headers of a list. */
export interface PageFacts {
  /** Items of the whole list; absent on very large lists and with keyset paging. */
  readonly total: number | undefined;
  /** Query parameters of the next page, whatever they are; absent on the last page. */
  readonly next: ReadonlyMap<string, string> | undefined;
  /** Items on a page by the upstream's header, which may be fewer than requested. */
  readonly perPage: number | undefined;
  /** Whether there are any page headers. */
  readonly known: boolean;
}

const nextRelation = /;\s*rel=(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i;

/** Target of the relation `next` of a `Link` header. */
export function nextLink(link: string | undefined): string | undefined {
  // Each link begins with `<`, which neither targets nor parameters contain.
  for (const part of (link ?? '').split('<')) {
    const end = part.indexOf('>');
    if (end >= 0 && nextRelation.test(part.slice(end + 1))) return part.slice(0, end);
  }
  return undefined;
}

function integerHeader(response: Pick<RestResponse, 'headers'>, name: string, most: number): number | undefined {
  const value = header(response, name);
  const number = value !== undefined && /^\d{1,16}$/.test(value) ? Number(value) : undefined;
  return number !== undefined && number <= most ? number : undefined;
}

/** Parses the page headers and `Link` of a response. Numbers that no list can have count as absent. */
export function pageFacts(response: Pick<RestResponse, 'headers'>): PageFacts {
  const link = header(response, 'link');
  const target = nextLink(link);
  const nextPage = integerHeader(response, 'x-next-page', Number.MAX_SAFE_INTEGER);
  const queryStart = target?.indexOf('?') ?? -1;
  let next: ReadonlyMap<string, string> | undefined;
  if (target !== undefined && queryStart >= 0) next = new Map(new URLSearchParams(target.slice(queryStart + 1)));
  else if (nextPage !== undefined) next = new Map([['page', String(nextPage)]]);
  return {
    total: integerHeader(response, 'x-total', longestTotal),
    next,
    perPage: integerHeader(response, 'x-per-page', Number.MAX_SAFE_INTEGER) || undefined,
    known:
      link !== undefined || header(response, 'x-next-page') !== undefined || header(response, 'x-page') !== undefined,
  };
}

/** One page of a list, by number and size. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Index of the first item of a page in the whole list. */
export function pageStart({ page, perPage }: Page): number {
  return (page - 1) * perPage;
}

/** Index after the last item of a full page. */
export function pageEnd({ page, perPage }: Page): number {
  return page * perPage;
}

/** The pages of one size that contain the items from `start` up to but without `end`. */
export function pagesOfSize(start: number, end: number, perPage: number): readonly Page[] {
  const first = Math.floor(start / perPage) + 1;
  const length = Math.max(0, Math.ceil(end / perPage) - first + 1);
  return Array.from({ length }, (_, index) => ({ page: first + index, perPage }));
}

/**
 * The pages that hold the items from `start` up to but without `end`: pages of one size, as few as can be and, among those, of as few items.
 * Pages are aligned to multiples of their size, so a window that is not costs larger pages or one more.
 * @param largest items on a page at the most
 */
export function pagesCovering(start: number, end: number, largest = maxPageSize): readonly Page[] {
  if (end <= start) return [];
  let perPage = largest;
  let calls = Number.POSITIVE_INFINITY;
  for (let size = 1; size <= largest; size++) {
    const needed = Math.ceil(end / size) - Math.floor(start / size);
    if (needed >= calls) continue;
    calls = needed;
    perPage = size;
  }
  return pagesOfSize(start, end, perPage);
}
