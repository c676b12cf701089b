import { describe, expect, test } from 'vitest';
import { linkTarget, maxPageSize, type Page, pageFacts, pageStart, pagesCovering } from '../../src/rest/paging.ts';

const pageEnd = ({ page, perPage }: Page): number => page * perPage;

interface Cost {
  readonly calls: number;
  readonly items: number;
}

const cheaper = (a: Cost, b: Cost): boolean => a.calls < b.calls || (a.calls === b.calls && a.items < b.items);

/** The least cost of covering a window, by trying every page that could hold its first item. */
function leastCost(start: number, end: number, known = new Map<number, Cost>()): Cost {
  if (start >= end) return { calls: 0, items: 0 };
  const found = known.get(start);
  if (found) return found;
  let best: Cost = { calls: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY };
  for (let perPage = 1; perPage <= maxPageSize; perPage++) {
    const page = { page: Math.floor(start / perPage) + 1, perPage };
    const rest = leastCost(Math.min(pageEnd(page), end), end, known);
    const cost = { calls: rest.calls + 1, items: rest.items + perPage };
    if (cheaper(cost, best)) best = cost;
  }
  known.set(start, best);
  return best;
}

function costOf(pages: readonly Page[]): Cost {
  return { calls: pages.length, items: pages.reduce((sum, { perPage }) => sum + perPage, 0) };
}

function expectCovering(start: number, end: number): void {
  const pages = pagesCovering(start, end);
  const held = new Set<number>();
  for (const page of pages) {
    expect(page.perPage).toBeLessThanOrEqual(maxPageSize);
    for (let index = pageStart(page); index < pageEnd(page); index++) held.add(index);
  }
  for (let index = start; index < end; index++) expect(held.has(index), `${index} of ${start} to ${end}`).toBe(true);
  expect(costOf(pages), `${start} to ${end}`).toEqual(leastCost(start, end));
}

describe('pagesCovering', () => {
  test.each(Array.from({ length: 20 }, (_, index) => index * 7))(
    'has the fewest calls and then the fewest items, from %i on',
    (start) => {
      for (const size of [1, 2, 3, 5, 8, 13, 20, 33, 50, 51, 64, 77, 99, 100, 101, 130, 199, 200, 250])
        expectCovering(start, start + size);
    },
  );

  test('covers windows far from the start as well', () => {
    for (const start of [1999, 12_345, 99_999])
      for (const size of [1, 7, 60, 100, 250]) expectCovering(start, start + size);
  });

  test('an aligned window of up to 100 items is one page of its size', () => {
    for (let size = 1; size <= maxPageSize; size++)
      expect(pagesCovering(3 * size, 4 * size)).toEqual([{ page: 4, perPage: size }]);
  });

  test('nothing is covered by nothing', () => {
    expect(pagesCovering(0, 0).length).toBeLessThanOrEqual(1);
  });
});

describe('what the headers of a list say', () => {
  const facts = (headers: Readonly<Record<string, string>>) => pageFacts({ status: 200, headers, body: [] });

  test('a page in the middle', () => {
    const { total, next, known } = facts({
      'x-total': '45',
      'x-page': '2',
      'x-next-page': '3',
      link: '<http://upstream/api/v4/users?page=1&per_page=20>; rel="prev", <http://upstream/api/v4/users?page=3&per_page=20>; rel="next"',
    });
    expect(total).toBe(45);
    expect(known).toBe(true);
    expect([...(next ?? [])]).toEqual([
      ['page', '3'],
      ['per_page', '20'],
    ]);
  });

  test('the last page: an empty next page is none', () => {
    expect(
      facts({ 'x-total': '45', 'x-page': '3', 'x-next-page': '', link: '<http://upstream/users?page=1>; rel="first"' }),
    ).toEqual({ total: 45, next: undefined, known: true });
  });

  test('without Link, the next page is that of the header', () => {
    expect([...(facts({ 'x-next-page': '3' }).next ?? [])]).toEqual([['page', '3']]);
  });

  test('a very large list: no total', () => {
    expect(facts({ 'x-next-page': '2' }).total).toBeUndefined();
  });

  test('keyset: whatever parameter the link carries', () => {
    const { total, next } = facts({
      link: '<http://upstream/api/v4/groups?cursor=eyJpZCI6IjkifQ%3D%3D&order_by=id&pagination=keyset>; rel="next"',
    });
    expect(total).toBeUndefined();
    expect(next?.get('cursor')).toBe('eyJpZCI6IjkifQ==');
  });

  test('no page headers at all', () => {
    expect(facts({})).toEqual({ total: undefined, next: undefined, known: false });
  });

  test.each([
    ['quoted', '<http://a/?page=2>; rel="next"', 'http://a/?page=2'],
    ['bare', '<http://a/?page=2>; rel=next', 'http://a/?page=2'],
    ['after other parameters', '<http://a/?page=2>; title="x"; rel="next"', 'http://a/?page=2'],
    ['with a comma in the address', '<http://a/?ids=1,2>; rel="next"', 'http://a/?ids=1,2'],
    ['of another relation', '<http://a/?page=2>; rel="prev"', undefined],
    ['not a link', 'nonsense', undefined],
  ])('a link %s', (_, link, target) => {
    expect(linkTarget(link, 'next')).toBe(target);
  });
});
