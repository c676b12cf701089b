/** Pages of the upstream: page headers, and the pages that cover a slice of a list. */
import type { LRUCache } from 'lru-cache';
import type { OperationId } from '../contract/index.ts';
import { createCache } from '../helpers/bounded-cache.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';

/** Upper bound of the upstream on items per page. */
export const maxPageSize = 100;

/** Time after which the longest page is forgotten, so that a service may lower its upper bound. */
const pageLengthTtlMs = 60 * 1000;
/** Time after which the size of reduced pages is forgotten. */
const reducedSizeTtlMs = 60 * 60 * 1000;
const maxEntries = 50_000;
/** Time after which a page limit is forgotten, so that a service may raise its upper bound. */
const pageLimitTtlMs = 60 * 1000;
/** Smallest page limit that is recorded. A smaller one may apply to a single list of the operation, and would multiply the calls for all its other lists. */
const minPageLimit = 20;

/** Page sizes to which services commonly limit lists. A service may have lowered its limit to one of these since the longest page. */
const commonPageSizes: ReadonlySet<number> = new Set([20, 25, 30, 40, 50]);

/** Whether services commonly limit their pages to this number of items. */
export const isCommonPageSize = (length: number): boolean => commonPageSizes.has(length);

/**
 * Page sizes that the upstream is known to accept from one caller: its upper bound on the items per page of an operation cannot be lower than
 * the longest page of the operation. It may differ for other callers, and may become lower later: a page may be reduced if its length is a
 * common upper bound, or an upper bound that the upstream has applied to any caller.
 */
export class PageSizes {
  /** Lengths by caller and operation. */
  readonly #longest: LRUCache<string, number>;
  /** Operations with the sizes to which the upstream reduced their pages. */
  readonly #reduced: LRUCache<string, true>;
  /** Upper bounds on items per page by caller and operation. */
  readonly #limits: LRUCache<string, number>;
  readonly #caller: string;

  /**
   * @param caller key of the requests for which the upstream has the same upper bound
   * @param shared page sizes of other callers
   */
  constructor(caller = '', shared?: PageSizes) {
    this.#caller = caller;
    this.#longest = shared === undefined ? createCache(maxEntries, pageLengthTtlMs) : shared.#longest;
    this.#reduced = shared === undefined ? createCache(maxEntries, reducedSizeTtlMs) : shared.#reduced;
    this.#limits = shared === undefined ? createCache(maxEntries, pageLimitTtlMs) : shared.#limits;
  }

  forCaller(caller: string): PageSizes {
    return new PageSizes(caller, this);
  }

  /** Returns the upper bound of the upstream on the items per page of an operation, as far as responses have shown it. */
  getLimit(operation: OperationId): number {
    return this.#limits.get(this.#toKey(operation)) ?? maxPageSize;
  }

  /** Records that the upstream returned pages of at most `size` items although more were requested. */
  recordLimit(operation: OperationId, size: number): void {
    this.#reduced.set(`${operation} ${size}`, true);
    if (size >= minPageLimit) this.#limits.set(this.#toKey(operation), size);
  }

  /** Records the length of a page. A response with more items than requested is not a page. */
  record({ operation, query }: RestRequest, { body }: Pick<RestResponse, 'body'>): void {
    const perPage = query?.per_page;
    if (!Array.isArray(body) || typeof perPage !== 'number' || body.length > perPage) return;
    if (body.length > this.getLimit(operation)) this.#limits.delete(this.#toKey(operation));
    if (body.length > 0 && body.length >= this.#getLongest(operation))
      this.#longest.set(this.#toKey(operation), body.length);
  }

  /**
   * Whether a page without page headers may be shorter than requested because the upstream limits its size, so that further items
   * follow and, after the first page, the page begins at another item. `false` for an empty page and for a full one.
   * @param size to which the upstream has already reduced earlier pages, if it has
   */
  mayBeReduced(operation: OperationId, { page, perPage }: Page, length: number, size?: number): boolean {
    if (length === 0 || length >= perPage) return false;
    const longest = this.#getLongest(operation);
    if (page === 1 ? length >= longest : perPage > longest) return true;
    return (size === undefined && isCommonPageSize(length)) || this.#reduced.has(`${operation} ${length}`);
  }

  #getLongest(operation: OperationId): number {
    return this.#longest.get(this.#toKey(operation)) ?? 0;
  }

  #toKey(operation: OperationId): string {
    return `${operation} ${this.#caller}`;
  }
}

/** Longest list whose length fits into GraphQL's Int; `totalCount` of a longer one is null. */
const maxTotal = 2 ** 31 - 1;

/** Page headers of a list. */
export interface PageHeaders {
  /** Items of the whole list; `undefined` for very large lists and keyset paging. */
  readonly total: number | undefined;
  /** All query parameters of the next page; `undefined` on the last page. */
  readonly next: ReadonlyMap<string, string> | undefined;
  /**
   * Items per page by the upstream's headers, possibly fewer than requested; `undefined` if the response has more items, or if only a link,
   * which may repeat the requested size, has another number than the response.
   */
  readonly perPage: number | undefined;
  /** Whether the response has page headers. */
  readonly hasPageHeaders: boolean;
}

const nextRelation = /;\s*rel=(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i;

/**
 * Target of the relation `next` of a `Link` header; `undefined` if none exists. `http-link-header` rejects the whole header if any link in it is
 * malformed, and takes 15 times as long (2.4 instead of 0.16 µs for three links).
 */
export function parseNextLink(link: string | undefined): string | undefined {
  // Each link begins with `<`, which neither targets nor parameters contain.
  for (const part of (link ?? '').split('<')) {
    const end = part.indexOf('>');
    if (end >= 0 && nextRelation.test(part.slice(end + 1))) return part.slice(0, end);
  }
  return undefined;
}

function integerHeader(response: Pick<RestResponse, 'headers'>, name: string, max: number): number | undefined {
  const value = header(response, name);
  const number = value !== undefined && /^\d{1,16}$/.test(value) ? Number(value) : undefined;
  return number !== undefined && number <= max ? number : undefined;
}

/** Items per page of a link to a page by its number. */
function getLinkedPageSize(next: ReadonlyMap<string, string> | undefined): number | undefined {
  const perPage = next?.has('page') ? next.get('per_page') : undefined;
  return perPage !== undefined && /^\d{1,3}$/.test(perPage) ? Number(perPage) : undefined;
}

/**
 * Parses the page headers and `Link` of a response. Numbers that no list can have are ignored. Headers that announce a next page without
 * identifying it do not count as page headers, because the list has not ended.
 */
export function parsePageHeaders(response: Pick<RestResponse, 'headers' | 'body'>): PageHeaders {
  const link = header(response, 'link');
  const target = parseNextLink(link);
  const nextPage = integerHeader(response, 'x-next-page', Number.MAX_SAFE_INTEGER);
  const queryStart = target?.indexOf('?') ?? -1;
  let next: ReadonlyMap<string, string> | undefined;
  if (target !== undefined && queryStart >= 0) next = new Map(new URLSearchParams(target.slice(queryStart + 1)));
  else if (nextPage !== undefined && nextPage > 0) next = new Map([['page', String(nextPage)]]);
  const nextPageText = header(response, 'x-next-page');
  const isEnd = next === undefined && target === undefined && (nextPageText ?? '').trim() === '';
  const hasLinks = link?.includes('<') === true;
  const length = Array.isArray(response.body) ? response.body.length : 0;
  const linkedSize = getLinkedPageSize(next);
  const sizeOfFullPage = linkedSize === length ? linkedSize : 0;
  const perPage = integerHeader(response, 'x-per-page', Number.MAX_SAFE_INTEGER) ?? sizeOfFullPage;
  return {
    total: integerHeader(response, 'x-total', maxTotal),
    next,
    perPage: perPage > 0 && length <= perPage ? perPage : undefined,
    hasPageHeaders:
      next !== undefined ||
      (isEnd && (hasLinks || nextPageText !== undefined || header(response, 'x-page') !== undefined)),
  };
}

/** Page of a list, by number and size. */
export interface Page {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Index of the first item of a page in the list. */
export function getPageStart({ page, perPage }: Page): number {
  return (page - 1) * perPage;
}

/** Index after the last item of a full page in the list. */
export function getPageEnd({ page, perPage }: Page): number {
  return page * perPage;
}

/** Pages of one size that contain the items from `start` to `end`, exclusive. */
export function pagesOfSize(start: number, end: number, perPage: number): readonly Page[] {
  const first = Math.floor(start / perPage) + 1;
  const length = Math.max(0, Math.ceil(end / perPage) - first + 1);
  return Array.from({ length }, (_, index) => ({ page: first + index, perPage }));
}

/**
 * Pages that contain the items from `start` to `end`, exclusive: pages of one size, as few as possible and, among
 * those, with as few items as possible. Pages are aligned to multiples of their size, so an unaligned slice needs
 * larger pages or one more.
 * @param maxSize upper bound on items per page
 */
export function pagesCovering(start: number, end: number, maxSize = maxPageSize): readonly Page[] {
  if (end <= start) return [];
  let perPage = maxSize;
  let calls = Number.POSITIVE_INFINITY;
  for (let size = 1; size <= maxSize; size++) {
    const needed = Math.ceil(end / size) - Math.floor(start / size);
    if (needed >= calls) continue;
    calls = needed;
    perPage = size;
  }
  return pagesOfSize(start, end, perPage);
}
