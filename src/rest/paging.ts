/** Pages of the upstream: their headers, and which pages cover a window of a list. */
import { type Answer, header } from './request.ts';

/** The upstream never puts more items on a page. */
export const maxPageSize = 100;

/** What the headers of a list answer say. */
export interface PageFacts {
  /** Items of the whole list; absent on very large lists and with keyset paging. */
  readonly total: number | undefined;
  /** Query parameters of the next page, whatever they are; absent on the last page. */
  readonly next: ReadonlyMap<string, string> | undefined;
  /** Whether the answer says anything about pages at all. */
  readonly known: boolean;
}

/** Target of one relation of a `Link` header. */
export function linkTarget(link: string | undefined, relation: string): string | undefined {
  for (const [, target, parameters] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g))
    if (new RegExp(`;\\s*rel="?${relation}"?`).test(parameters ?? '')) return target;
  return undefined;
}

function integerHeader(answer: Answer, name: string): number | undefined {
  const value = header(answer, name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Page headers and `Link` of an answer. */
export function pageFacts(answer: Answer): PageFacts {
  const link = header(answer, 'link');
  const target = linkTarget(link, 'next');
  const nextPage = integerHeader(answer, 'x-next-page');
  const queryStart = target?.indexOf('?') ?? -1;
  let next: ReadonlyMap<string, string> | undefined;
  if (target !== undefined && queryStart >= 0) next = new Map(new URLSearchParams(target.slice(queryStart + 1)));
  else if (nextPage !== undefined) next = new Map([['page', String(nextPage)]]);
  return {
    total: integerHeader(answer, 'x-total'),
    next,
    known: link !== undefined || header(answer, 'x-next-page') !== undefined || header(answer, 'x-page') !== undefined,
  };
}

/** One page of a list by number, and the part of it that a window needs. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Index of the first item of a page in the whole list. */
export function pageStart({ page, perPage }: Page): number {
  return (page - 1) * perPage;
}

/** The page of this size that holds an index. */
function pageHolding(index: number, perPage: number): Page {
  return { page: Math.floor(index / perPage) + 1, perPage };
}

/** Index after the last item of a full page. */
export function pageEnd(page: Page): number {
  return page.page * page.perPage;
}

interface Cover {
  readonly calls: number;
  readonly items: number;
  readonly last: Page;
  readonly before: Cover | undefined;
}

/**
 * The pages that hold the items from `start` up to but without `end`: as few pages as can be and, among those, as few items.
 * Pages are aligned to multiples of their size, so a window that is not costs a larger page or a second one.
 */
export function pagesCovering(start: number, end: number): readonly Page[] {
  for (let perPage = Math.max(1, end - start); perPage <= maxPageSize; perPage++) {
    const page = pageHolding(start, perPage);
    if (pageEnd(page) >= end) return [page];
  }
  // Full pages cover such a window exactly, so that there is nothing to search.
  if (start % maxPageSize === 0 && end % maxPageSize === 0)
    return Array.from({ length: (end - start) / maxPageSize }, (_, index) => ({
      page: start / maxPageSize + index + 1,
      perPage: maxPageSize,
    }));
  const covers: (Cover | undefined)[] = [];
  for (let from = start; from < end; from++) {
    const before = covers[from - start];
    if (from > start && before === undefined) continue;
    for (let perPage = 1; perPage <= maxPageSize; perPage++) {
      const last = pageHolding(from, perPage);
      const at = Math.min(pageEnd(last), end) - start;
      const cover = { calls: (before?.calls ?? 0) + 1, items: (before?.items ?? 0) + perPage, last, before };
      const known = covers[at];
      if (
        known === undefined ||
        cover.calls < known.calls ||
        (cover.calls === known.calls && cover.items < known.items)
      )
        covers[at] = cover;
    }
  }
  const pages: Page[] = [];
  for (let cover = covers[end - start]; cover !== undefined; cover = cover.before) pages.unshift(cover.last);
  return pages;
}
