import { describe, expect, test } from 'vitest';
import {
  getPageStart,
  maxPageSize,
  type Page,
  pagesCovering,
  parseNextLink,
  parsePageHeaders,
} from '../../src/rest/paging.ts';

const pageEnd = ({ page, perPage }: Page): number => page * perPage;

/** The fewest calls for a window: from where one page ends, always on to the furthest that another can reach. */
function fewestCalls(start: number, end: number): number {
  let calls = 0;
  for (let reached = start; reached < end; calls++) {
    const from = reached;
    for (let perPage = 1; perPage <= maxPageSize; perPage++)
      reached = Math.max(reached, (Math.floor(from / perPage) + 1) * perPage);
  }
  return calls;
}

/** The fewest items with which pages of one size cover a window in that many calls. */
function fewestItems(start: number, end: number, calls: number): number {
  for (let perPage = 1; perPage <= maxPageSize; perPage++)
    if (pageEnd({ page: Math.floor(start / perPage) + calls, perPage }) >= end) return calls * perPage;
  return Number.POSITIVE_INFINITY;
}

function expectCovering(start: number, end: number): void {
  const pages = pagesCovering(start, end);
  const what = `${start} to ${end}`;
  let reached = start;
  for (const page of pages) {
    expect(page.perPage, what).toBeLessThanOrEqual(maxPageSize);
    expect(getPageStart(page), what).toBeLessThanOrEqual(reached);
    reached = pageEnd(page);
  }
  expect(reached, what).toBeGreaterThanOrEqual(end);
  expect(pages.length, what).toBe(fewestCalls(start, end));
  const items = pages.reduce((sum, { perPage }) => sum + perPage, 0);
  expect(items, what).toBe(fewestItems(start, end, pages.length));
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
    expect(pagesCovering(0, 0)).toEqual([]);
  });

  test('the largest window at the worst offset costs nothing to compute', () => {
    const startedAt = performance.now();
    for (let index = 0; index < 1000; index++) pagesCovering(9_999 + index, 19_999 + index);
    // A search takes seconds for each of them.
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test('pages are no larger than the upstream makes them', () => {
    expect(pagesCovering(0, 100, 50)).toEqual([
      { page: 1, perPage: 50 },
      { page: 2, perPage: 50 },
    ]);
  });
});

describe('page headers of a list', () => {
  const facts = (headers: Readonly<Record<string, string>>) => parsePageHeaders({ headers });

  test('a page in the middle', () => {
    const {
      total,
      next,
      hasPageHeaders: known,
    } = facts({
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
    ).toEqual({ total: 45, next: undefined, perPage: undefined, hasPageHeaders: true });
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

  test.each([
    '100000000000000000000',
    '99999999999999999999999999',
    '2147483648',
    '-1',
    '1e3',
    '0x10',
    '١٢',
    'many',
    '',
  ])('a total of %s is none', (total) => {
    expect(facts({ 'x-total': total, 'x-page': '1', 'x-per-page': '20' })).toMatchObject({
      total: undefined,
      perPage: 20,
      hasPageHeaders: true,
    });
  });

  test('no page headers at all', () => {
    expect(facts({})).toEqual({ total: undefined, next: undefined, perPage: undefined, hasPageHeaders: false });
  });

  test.each([
    ['quoted', '<http://a/?page=2>; rel="next"', 'http://a/?page=2'],
    ['bare', '<http://a/?page=2>; rel=next', 'http://a/?page=2'],
    ['after other parameters', '<http://a/?page=2>; title="x"; rel="next"', 'http://a/?page=2'],
    ['with a comma in the address', '<http://a/?ids=1,2>; rel="next"', 'http://a/?ids=1,2'],
    ['of several relations', '<http://a/?page=2>; rel="last next"', 'http://a/?page=2'],
    ['of a relation that begins alike', '<http://a/?page=2>; rel="nextish"', undefined],
    ['bare, of a relation that begins alike', '<http://a/?page=2>; rel=nextish', undefined],
    ['that never ends', '<'.repeat(20_000), undefined],
    ['of another relation', '<http://a/?page=2>; rel="prev"', undefined],
    ['not a link', 'nonsense', undefined],
  ])('a link %s', (_, link, target) => {
    expect(parseNextLink(link)).toBe(target);
  });
});
