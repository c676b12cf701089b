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

/** Returns the minimum number of calls for a slice: each page reaches as far as possible from the end of the previous one. */
function minCalls(start: number, end: number): number {
  let calls = 0;
  for (let reached = start; reached < end; calls++) {
    const from = reached;
    for (let perPage = 1; perPage <= maxPageSize; perPage++)
      reached = Math.max(reached, (Math.floor(from / perPage) + 1) * perPage);
  }
  return calls;
}

/** Returns the minimum number of items with which pages of one size cover a slice in the given number of calls. */
function minItems(start: number, end: number, calls: number): number {
  for (let perPage = 1; perPage <= maxPageSize; perPage++)
    if (pageEnd({ page: Math.floor(start / perPage) + calls, perPage }) >= end) return calls * perPage;
  return Number.POSITIVE_INFINITY;
}

function expectCovering(start: number, end: number): void {
  const pages = pagesCovering(start, end);
  const range = `${start} to ${end}`;
  let reached = start;
  for (const page of pages) {
    expect(page.perPage, range).toBeLessThanOrEqual(maxPageSize);
    expect(getPageStart(page), range).toBeLessThanOrEqual(reached);
    reached = pageEnd(page);
  }
  expect(reached, range).toBeGreaterThanOrEqual(end);
  expect(pages.length, range).toBe(minCalls(start, end));
  const items = pages.reduce((sum, { perPage }) => sum + perPage, 0);
  expect(items, range).toBe(minItems(start, end, pages.length));
}

describe('pagesCovering', () => {
  test.each(Array.from({ length: 20 }, (_, index) => index * 7))(
    'has the minimum number of calls and then of items, for slices from %i',
    (start) => {
      for (const size of [1, 2, 3, 5, 8, 13, 20, 33, 50, 51, 64, 77, 99, 100, 101, 130, 199, 200, 250])
        expectCovering(start, start + size);
    },
  );

  test('covers slices far from the start of the list', () => {
    for (const start of [1999, 12_345, 99_999])
      for (const size of [1, 7, 60, 100, 250]) expectCovering(start, start + size);
  });

  test('returns one page for an aligned slice of up to 100 items', () => {
    for (let size = 1; size <= maxPageSize; size++)
      expect(pagesCovering(3 * size, 4 * size)).toEqual([{ page: 4, perPage: size }]);
  });

  test('returns no pages for an empty slice', () => {
    expect(pagesCovering(0, 0)).toEqual([]);
  });

  test('computes 1000 slices of 10,000 items in less than a second', () => {
    const startedAt = performance.now();
    for (let index = 0; index < 1000; index++) pagesCovering(9_999 + index, 19_999 + index);
    // A search takes seconds for each of them.
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test('returns pages of at most the given size', () => {
    expect(pagesCovering(0, 100, 50)).toEqual([
      { page: 1, perPage: 50 },
      { page: 2, perPage: 50 },
    ]);
  });
});

describe('page headers of a list', () => {
  const parseHeaders = (headers: Readonly<Record<string, string>>, body: unknown = []) =>
    parsePageHeaders({ headers, body });

  test('contain total and next page', () => {
    const { total, next, hasPageHeaders } = parseHeaders({
      'x-total': '45',
      'x-page': '2',
      'x-next-page': '3',
      link: '<http://upstream/api/v4/users?page=1&per_page=20>; rel="prev", <http://upstream/api/v4/users?page=3&per_page=20>; rel="next"',
    });
    expect(total).toBe(45);
    expect(hasPageHeaders).toBe(true);
    expect([...(next ?? [])]).toEqual([
      ['page', '3'],
      ['per_page', '20'],
    ]);
  });

  test('contain no page size that is lower than the number of items', () => {
    expect(parseHeaders({ 'x-per-page': '2' }, [1, 2]).perPage).toBe(2);
    expect(parseHeaders({ 'x-per-page': '2' }, [1, 2, 3]).perPage).toBeUndefined();
  });

  test('contain no next page if X-Next-Page is empty', () => {
    expect(
      parseHeaders({
        'x-total': '45',
        'x-page': '3',
        'x-next-page': '',
        link: '<http://upstream/users?page=1>; rel="first"',
      }),
    ).toEqual({ total: 45, next: undefined, perPage: undefined, hasPageHeaders: true });
  });

  test('contain the next page of X-Next-Page without Link', () => {
    expect([...(parseHeaders({ 'x-next-page': '3' }).next ?? [])]).toEqual([['page', '3']]);
  });

  test('contain no total without X-Total', () => {
    expect(parseHeaders({ 'x-next-page': '2' }).total).toBeUndefined();
  });

  test('contain all parameters of the link for keyset pagination', () => {
    const { total, next } = parseHeaders({
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
  ])('contain no total for X-Total: %s', (total) => {
    expect(parseHeaders({ 'x-total': total, 'x-page': '1', 'x-per-page': '20' })).toMatchObject({
      total: undefined,
      perPage: 20,
      hasPageHeaders: true,
    });
  });

  test.each([
    [{ 'x-next-page': '2.5', 'x-page': '1' }],
    [{ 'x-next-page': 'null' }],
    [{ 'x-next-page': '0', link: '<http://upstream/users?page=1>; rel="first"' }],
    [{ link: '<next>; rel="next"' }],
    [{ link: 'nonsense' }],
  ])('do not state whether pages follow if they are invalid: %j', (headers) => {
    expect(parseHeaders(headers)).toMatchObject({ next: undefined, hasPageHeaders: false });
  });

  test('are absent', () => {
    expect(parseHeaders({})).toEqual({ total: undefined, next: undefined, perPage: undefined, hasPageHeaders: false });
  });

  test.each([
    ['quoted', '<http://a/?page=2>; rel="next"', 'http://a/?page=2'],
    ['unquoted', '<http://a/?page=2>; rel=next', 'http://a/?page=2'],
    ['after other parameters', '<http://a/?page=2>; title="x"; rel="next"', 'http://a/?page=2'],
    ['with a comma in the URL', '<http://a/?ids=1,2>; rel="next"', 'http://a/?ids=1,2'],
    ['with several relations', '<http://a/?page=2>; rel="last next"', 'http://a/?page=2'],
    ['with a relation that starts with next', '<http://a/?page=2>; rel="nextish"', undefined],
    ['with an unquoted relation that starts with next', '<http://a/?page=2>; rel=nextish', undefined],
    ['without an end', '<'.repeat(20_000), undefined],
    ['with another relation', '<http://a/?page=2>; rel="prev"', undefined],
    ['that is invalid', 'nonsense', undefined],
  ])('contain the next link or none, for a link %s', (_, link, target) => {
    expect(parseNextLink(link)).toBe(target);
  });
});
