/** Slices of a list of 2,000 items, for many sizes and both directions, without a server. */
import { describe, expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import type { Cursor } from '../../src/graph/kit/paging/cursors.ts';
import { planPageSlice } from '../../src/graph/kit/paging/offset-slice.ts';
import type { PageSlice, PageSliceArgs, ReadPage } from '../../src/graph/kit/paging/page-slice.ts';
import { readSlice } from '../../src/graph/kit/paging/slice.ts';
import { PageSizes } from '../../src/rest/paging.ts';
import type { RestRequest, RestResponse } from '../../src/rest/request.ts';

const listRequest: RestRequest = { operation: 'listPipelines', path: { id: 14 } };
const noArgs: PageSliceArgs = { first: undefined, last: undefined, after: undefined, before: undefined };

const readByNumber = (request: RestRequest, args: PageSliceArgs, read: ReadPage, pageSizes = new PageSizes()) =>
  readSlice({ contract: standardContract, request, args, keyset: false, pageSizes }, read);
const readByLinks = (request: RestRequest, args: PageSliceArgs, read: ReadPage, pageSizes = new PageSizes()) =>
  readSlice({ contract: standardContract, request, args, keyset: true, pageSizes }, read);

interface ListOptions {
  readonly length: number;
  /** Whether the page headers contain the number of items. */
  readonly totals?: boolean;
  /** Whether responses have page headers. */
  readonly headers?: boolean;
}

/** Creates a list that records its requests. */
function createList({ length, totals = true, headers = true }: ListOptions) {
  const requests: RestRequest[] = [];
  const read = (request: RestRequest): Promise<RestResponse> => {
    requests.push(request);
    const [page, perPage] = [Number(request.query?.page), Number(request.query?.per_page)];
    const end = page * perPage;
    const items = Array.from({ length: Math.max(0, Math.min(end, length) - (end - perPage)) }, (_, index) => ({
      id: end - perPage + index,
    }));
    const pageHeaders = { 'x-page': String(page), 'x-next-page': end < length ? String(page + 1) : '' };
    const responseHeaders = {
      ...(headers ? pageHeaders : {}),
      ...(headers && totals ? { 'x-total': String(length) } : {}),
    };
    return Promise.resolve({ status: 200, headers: responseHeaders, body: items });
  };
  return { requests, read };
}

const getCursors = ({ items, cursorAt }: PageSlice) => items.map((_, index) => cursorAt(index));
const getIds = ({ items }: PageSlice): unknown[] => items.map((item) => (item instanceof Error ? undefined : item.id));
const createIds = (length: number): number[] => Array.from({ length }, (_, id) => id);

const maxSize = 250;
const sizes = Array.from({ length: maxSize }, (_, index) => index + 1);
const manyItems = 2000;

describe('offset paging', () => {
  test(`returns every item once, in order, forward with each first from 1 to ${maxSize}`, async () => {
    for (const first of sizes) {
      const { read, requests } = createList({ length: manyItems });
      const pageSizes = new PageSizes();
      const items: unknown[] = [];
      let after: Cursor | undefined;
      let sliceCount = 0;
      for (let more = true; more; sliceCount++) {
        const slice = await readByNumber(listRequest, { ...noArgs, first, after }, read, pageSizes);
        expect(slice.total).toBe(manyItems);
        expect(slice.hasPreviousPage).toBe(sliceCount > 0);
        items.push(...getIds(slice));
        after = getCursors(slice).at(-1);
        more = slice.hasNextPage;
      }
      expect(items, `first: ${first}`).toEqual(createIds(manyItems));
      expect(sliceCount).toBe(Math.ceil(manyItems / first));
      if (first <= 100) expect(requests).toHaveLength(sliceCount);
    }
  });

  test(`returns every item once, in order, backward with each last from 1 to ${maxSize}`, async () => {
    for (const last of sizes) {
      const { read } = createList({ length: manyItems });
      const pageSizes = new PageSizes();
      const items: unknown[] = [];
      let before: Cursor | undefined;
      for (let more = true, sliceCount = 0; more; sliceCount++) {
        const slice = await readByNumber(listRequest, { ...noArgs, last, before }, read, pageSizes);
        expect(slice.hasNextPage).toBe(sliceCount > 0);
        items.unshift(...getIds(slice));
        before = getCursors(slice)[0];
        more = slice.hasPreviousPage;
      }
      expect(items, `last: ${last}`).toEqual(createIds(manyItems));
    }
  });

  test('returns every item once, in order, forward in steps of varying size', async () => {
    const { read } = createList({ length: manyItems });
    const items: unknown[] = [];
    let after: Cursor | undefined;
    for (let more = true, step = 1; more; step = (step * 37 + 11) % maxSize || 1) {
      const slice = await readByNumber(listRequest, { ...noArgs, first: step, after }, read);
      items.push(...getIds(slice));
      after = getCursors(slice).at(-1);
      more = slice.hasNextPage;
    }
    expect(items).toEqual(createIds(manyItems));
  });

  test('returns every item once without totals, and requests no page beyond the end', async () => {
    for (const first of [1, 20, 99, 100, 101, 250]) {
      const { read, requests } = createList({ length: 350, totals: false });
      const items: unknown[] = [];
      let after: Cursor | undefined;
      for (let more = true; more; ) {
        const slice = await readByNumber(listRequest, { ...noArgs, first, after }, read);
        expect(slice.total).toBeUndefined();
        items.push(...getIds(slice));
        after = getCursors(slice).at(-1);
        more = slice.hasNextPage;
      }
      expect(items, `first: ${first}`).toEqual(createIds(350));
      for (const { query } of requests)
        expect((Number(query?.page) - 1) * Number(query?.per_page), `first: ${first}`).toBeLessThan(350);
    }
  });

  test('continues after a full page without any page headers', async () => {
    const { read } = createList({ length: 40, headers: false });
    const args = (index: number): PageSliceArgs => ({ ...noArgs, first: 20, after: { kind: 'offset', index } });
    const slices = [
      await readByNumber(listRequest, { ...noArgs, first: 20 }, read),
      await readByNumber(listRequest, args(19), read),
      await readByNumber(listRequest, args(39), read),
    ];
    expect(slices.flatMap(getIds)).toEqual(createIds(40));
    expect(slices.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, false]);
  });

  test('returns a slice of a list that the upstream does not page', async () => {
    const body = createIds(30).map((id) => ({ id }));
    const read = () => Promise.resolve({ status: 200, headers: {}, body });
    const slice = await readByNumber(listRequest, { ...noArgs, first: 7, after: { kind: 'offset', index: 6 } }, read);
    expect(getIds(slice)).toEqual([7, 8, 9, 10, 11, 12, 13]);
    expect(slice).toMatchObject({ total: 30, hasNextPage: true, hasPreviousPage: true });
  });

  test('makes one further call for last without before, to read the total', async () => {
    const { read, requests } = createList({ length: manyItems });
    expect(getIds(await readByNumber(listRequest, { ...noArgs, last: 20 }, read))).toEqual(createIds(2000).slice(-20));
    expect(requests.map(({ query }) => query)).toEqual([
      { page: 1, per_page: 1 },
      { page: 100, per_page: 20 },
    ]);
  });

  test.each([0, 7])('makes one call for an empty slice with last of a list of %i items', async (length) => {
    const { read, requests } = createList({ length });
    const last = length === 0 ? 5 : 0;
    const slice = await readByNumber(listRequest, { ...noArgs, last }, read);
    expect(slice).toMatchObject({ items: [], total: length, hasNextPage: false, hasPreviousPage: length > 0 });
    expect(slice.cursorAt(-1)).toEqual(length === 0 ? undefined : { kind: 'offset', index: length - 1 });
    expect(requests.map(({ query }) => query)).toEqual([{ page: 1, per_page: 1 }]);
    expect(planPageSlice(listRequest, { ...noArgs, last: 0 }, false).calls).toBe(1);
  });

  test('rejects last without before if there are no totals', async () => {
    const { read } = createList({ length: manyItems, totals: false });
    await expect(readByNumber(listRequest, { ...noArgs, last: 20 }, read)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['last'] }],
    });
  });

  test('returns the items between after and before', async () => {
    const { read } = createList({ length: manyItems });
    const between = { after: { kind: 'offset', index: 99 }, before: { kind: 'offset', index: 105 } } as const;
    expect(getIds(await readByNumber(listRequest, { ...noArgs, ...between, first: 10 }, read))).toEqual([
      100, 101, 102, 103, 104,
    ]);
    expect(getIds(await readByNumber(listRequest, { ...noArgs, ...between, last: 2 }, read))).toEqual([103, 104]);
  });

  test.each([1, 7, 20, 100, 101, 250])(
    'returns an empty last slice after a cursor at or beyond the end, with first: %i',
    async (first) => {
      for (const index of [1999, 2000, 5003, 123_456]) {
        const { read } = createList({ length: manyItems });
        const slice = await readByNumber(listRequest, { ...noArgs, first, after: { kind: 'offset', index } }, read);
        expect(slice).toMatchObject({ items: [], hasNextPage: false, hasPreviousPage: true });
      }
    },
  );

  test('returns hasNextPage for first: 0 with one call', async () => {
    const { read, requests } = createList({ length: 3 });
    expect(await readByNumber(listRequest, { ...noArgs, first: 0 }, read)).toMatchObject({
      items: [],
      hasNextPage: true,
      hasPreviousPage: false,
      total: 3,
    });
    expect(requests).toHaveLength(1);
  });

  test('returns an empty slice of an empty list', async () => {
    for (const args of [{ first: 20 }, { last: 20 }]) {
      const { read } = createList({ length: 0 });
      expect(await readByNumber(listRequest, { ...noArgs, ...args }, read)).toMatchObject({
        items: [],
        hasNextPage: false,
        hasPreviousPage: false,
        total: 0,
      });
    }
  });
});

describe('keyset paging', () => {
  /** Creates a list whose Link headers contain the position of the next page in the parameter `position`. */
  function createKeysetList(length: number) {
    const requests: RestRequest[] = [];
    const read = (request: RestRequest): Promise<RestResponse> => {
      requests.push(request);
      const start = Number(request.query?.position ?? 0);
      const end = start + Number(request.query?.per_page);
      const body = createIds(length)
        .slice(start, end)
        .map((id) => ({ id }));
      const link = `<http://upstream/api/v4/users?position=${end}&per_page=20&private_token=secret>; rel="next"`;
      return Promise.resolve({ status: 200, headers: end < length ? { link } : {}, body });
    };
    return { requests, read };
  }

  test(`returns every item once, in order, with each first from 1 to ${maxSize}`, async () => {
    for (const first of sizes) {
      const { read, requests } = createKeysetList(600);
      const pageSizes = new PageSizes();
      const items: unknown[] = [];
      let after: Cursor | undefined;
      let sliceCount = 0;
      for (let more = true; more; sliceCount++) {
        const slice = await readByLinks(listRequest, { ...noArgs, first, after }, read, pageSizes);
        expect(slice.total).toBeUndefined();
        items.push(...getIds(slice));
        after = getCursors(slice).at(-1);
        more = slice.hasNextPage;
      }
      expect(items, `first: ${first}`).toEqual(createIds(600));
      if (first <= 100) expect(requests).toHaveLength(sliceCount);
    }
  });

  test('continues after each cursor of a page', async () => {
    const { read } = createKeysetList(50);
    const cursors = getCursors(await readByLinks(listRequest, { ...noArgs, first: 20 }, read));
    for (const [index, after] of cursors.entries()) {
      const slice = await readByLinks(listRequest, { ...noArgs, first: 25, after }, read);
      expect(getIds(slice)).toEqual(createIds(50).slice(index + 1, index + 26));
    }
  });

  test('omits credentials of Link headers from cursors', async () => {
    const { read } = createKeysetList(50);
    const cursors = getCursors(await readByLinks(listRequest, { ...noArgs, first: 20 }, read));
    expect(JSON.stringify(cursors)).not.toContain('secret');
  });
});
