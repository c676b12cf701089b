/** Relay's windows over a list of 2,000 items, for every size and both directions, without a server. */
import { describe, expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import type { Cursor } from '../../src/graph/kit/paging/cursors.ts';
import { planPageSlice } from '../../src/graph/kit/paging/offset-slice.ts';
import type { PageSlice, PageSliceArgs, ReadPage } from '../../src/graph/kit/paging/page-slice.ts';
import { readSlice } from '../../src/graph/kit/paging/slice.ts';
import type { RestRequest, RestResponse } from '../../src/rest/request.ts';

const listRequest: RestRequest = { operation: 'listPipelines', path: { id: 14 } };
const none: PageSliceArgs = { first: undefined, last: undefined, after: undefined, before: undefined };

const readByNumber = (request: RestRequest, args: PageSliceArgs, read: ReadPage) =>
  readSlice({ contract: standardContract, request, args, keyset: false }, read);
const readByLinks = (request: RestRequest, args: PageSliceArgs, read: ReadPage) =>
  readSlice({ contract: standardContract, request, args, keyset: true }, read);

interface ListOptions {
  readonly length: number;
  /** Whether the page headers tell how many items there are. */
  readonly totals?: boolean;
  /** Whether there are page headers at all. */
  readonly headers?: boolean;
}

/** A list upstream, and how often it was asked. */
function listOf({ length, totals = true, headers = true }: ListOptions) {
  const requests: RestRequest[] = [];
  const read = (request: RestRequest): Promise<RestResponse> => {
    requests.push(request);
    const [page, perPage] = [Number(request.query?.page), Number(request.query?.per_page)];
    const end = page * perPage;
    const items = Array.from({ length: Math.max(0, Math.min(end, length) - (end - perPage)) }, (_, index) => ({
      id: end - perPage + index,
    }));
    const pageHeaders = { 'x-page': String(page), 'x-next-page': end < length ? String(page + 1) : '' };
    const answered = { ...(headers ? pageHeaders : {}), ...(headers && totals ? { 'x-total': String(length) } : {}) };
    return Promise.resolve({ status: 200, headers: answered, body: items });
  };
  return { requests, read };
}

const cursorsOf = ({ items, cursorAt }: PageSlice) => items.map((_, index) => cursorAt(index));
const ids = ({ items }: PageSlice): unknown[] => items.map((item) => (item instanceof Error ? undefined : item.id));
const everyId = (length: number): number[] => Array.from({ length }, (_, id) => id);

const longest = 250;
const sizes = Array.from({ length: longest }, (_, index) => index + 1);
const manyItems = 2000;

describe('paging by number', () => {
  test(`contains every item once, in order, forward with any first from 1 to ${longest}`, async () => {
    for (const first of sizes) {
      const { read, requests } = listOf({ length: manyItems });
      const items: unknown[] = [];
      let after: Cursor | undefined;
      let windows = 0;
      for (let more = true; more; windows++) {
        const window = await readByNumber(listRequest, { ...none, first, after }, read);
        expect(window.total).toBe(manyItems);
        expect(window.hasPreviousPage).toBe(windows > 0);
        items.push(...ids(window));
        after = cursorsOf(window).at(-1);
        more = window.hasNextPage;
      }
      expect(items, `first: ${first}`).toEqual(everyId(manyItems));
      expect(windows).toBe(Math.ceil(manyItems / first));
      if (first <= 100) expect(requests).toHaveLength(windows);
    }
  });

  test(`contains every item once, in order, backward with any last from 1 to ${longest}`, async () => {
    for (const last of sizes) {
      const { read } = listOf({ length: manyItems });
      const items: unknown[] = [];
      let before: Cursor | undefined;
      for (let more = true, windows = 0; more; windows++) {
        const window = await readByNumber(listRequest, { ...none, last, before }, read);
        expect(window.hasNextPage).toBe(windows > 0);
        items.unshift(...ids(window));
        before = cursorsOf(window)[0];
        more = window.hasPreviousPage;
      }
      expect(items, `last: ${last}`).toEqual(everyId(manyItems));
    }
  });

  test('contains every item forward in steps of different sizes, few of which are aligned to pages', async () => {
    const { read } = listOf({ length: manyItems });
    const items: unknown[] = [];
    let after: Cursor | undefined;
    for (let more = true, step = 1; more; step = (step * 37 + 11) % longest || 1) {
      const window = await readByNumber(listRequest, { ...none, first: step, after }, read);
      items.push(...ids(window));
      after = cursorsOf(window).at(-1);
      more = window.hasNextPage;
    }
    expect(items).toEqual(everyId(manyItems));
  });

  test('contains the same without totals, and requests no page beyond the end', async () => {
    for (const first of [1, 20, 99, 100, 101, 250]) {
      const { read, requests } = listOf({ length: 350, totals: false });
      const items: unknown[] = [];
      let after: Cursor | undefined;
      for (let more = true; more; ) {
        const window = await readByNumber(listRequest, { ...none, first, after }, read);
        expect(window.total).toBeUndefined();
        items.push(...ids(window));
        after = cursorsOf(window).at(-1);
        more = window.hasNextPage;
      }
      expect(items, `first: ${first}`).toEqual(everyId(350));
      for (const { query } of requests)
        expect((Number(query?.page) - 1) * Number(query?.per_page), `first: ${first}`).toBeLessThan(350);
    }
  });

  test('continues after a full page without any page headers', async () => {
    const { read } = listOf({ length: 40, headers: false });
    const args = (index: number): PageSliceArgs => ({ ...none, first: 20, after: { kind: 'offset', index } });
    const windows = [
      await readByNumber(listRequest, { ...none, first: 20 }, read),
      await readByNumber(listRequest, args(19), read),
      await readByNumber(listRequest, args(39), read),
    ];
    expect(windows.flatMap(ids)).toEqual(everyId(40));
    expect(windows.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, false]);
  });

  test('returns what an unpaged list sent', async () => {
    const body = everyId(30).map((id) => ({ id }));
    const read = () => Promise.resolve({ status: 200, headers: {}, body });
    const window = await readByNumber(listRequest, { ...none, first: 7, after: { kind: 'offset', index: 6 } }, read);
    expect(ids(window)).toEqual([7, 8, 9, 10, 11, 12, 13]);
    expect(window).toMatchObject({ total: 30, hasNextPage: true, hasPreviousPage: true });
  });

  test('costs one more call for last without before, to read the total', async () => {
    const { read, requests } = listOf({ length: manyItems });
    expect(ids(await readByNumber(listRequest, { ...none, last: 20 }, read))).toEqual(everyId(2000).slice(-20));
    expect(requests.map(({ query }) => query)).toEqual([
      { page: 1, per_page: 1 },
      { page: 100, per_page: 20 },
    ]);
  });

  test.each([0, 7])('costs one call for last without items in a list of %i', async (length) => {
    const { read, requests } = listOf({ length });
    const last = length === 0 ? 5 : 0;
    const window = await readByNumber(listRequest, { ...none, last }, read);
    expect(window).toMatchObject({ items: [], total: length, hasNextPage: false, hasPreviousPage: length > 0 });
    expect(window.cursorAt(-1)).toEqual(length === 0 ? undefined : { kind: 'offset', index: length - 1 });
    expect(requests.map(({ query }) => query)).toEqual([{ page: 1, per_page: 1 }]);
    expect(planPageSlice(listRequest, { ...none, last: 0 }, false).calls).toBe(1);
  });

  test('rejects last without before if there are no totals', async () => {
    const { read } = listOf({ length: manyItems, totals: false });
    await expect(readByNumber(listRequest, { ...none, last: 20 }, read)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['last'] }],
    });
  });

  test('accepts after and before together', async () => {
    const { read } = listOf({ length: manyItems });
    const between = { after: { kind: 'offset', index: 99 }, before: { kind: 'offset', index: 105 } } as const;
    expect(ids(await readByNumber(listRequest, { ...none, ...between, first: 10 }, read))).toEqual([
      100, 101, 102, 103, 104,
    ]);
    expect(ids(await readByNumber(listRequest, { ...none, ...between, last: 2 }, read))).toEqual([103, 104]);
  });

  test.each([1, 7, 20, 100, 101, 250])(
    'returns an empty page after a cursor beyond the end, first %i, and no page after it',
    async (first) => {
      for (const index of [1999, 2000, 5003, 123_456]) {
        const { read } = listOf({ length: manyItems });
        const window = await readByNumber(listRequest, { ...none, first, after: { kind: 'offset', index } }, read);
        expect(window).toMatchObject({ items: [], hasNextPage: false, hasPreviousPage: true });
      }
    },
  );

  test('reports with first: 0 whether items follow', async () => {
    const { read, requests } = listOf({ length: 3 });
    expect(await readByNumber(listRequest, { ...none, first: 0 }, read)).toMatchObject({
      items: [],
      hasNextPage: true,
      hasPreviousPage: false,
      total: 3,
    });
    expect(requests).toHaveLength(1);
  });

  test('returns an empty list', async () => {
    for (const args of [{ first: 20 }, { last: 20 }]) {
      const { read } = listOf({ length: 0 });
      expect(await readByNumber(listRequest, { ...none, ...args }, read)).toMatchObject({
        items: [],
        hasNextPage: false,
        hasPreviousPage: false,
        total: 0,
      });
    }
  });
});

describe('paging by next links', () => {
  /** Pages of any size, each telling the position of the next in a parameter of its own naming. */
  function keysetList(length: number) {
    const requests: RestRequest[] = [];
    const read = (request: RestRequest): Promise<RestResponse> => {
      requests.push(request);
      const start = Number(request.query?.position ?? 0);
      const end = start + Number(request.query?.per_page);
      const body = everyId(length)
        .slice(start, end)
        .map((id) => ({ id }));
      const link = `<http://upstream/api/v4/users?position=${end}&per_page=20&private_token=secret>; rel="next"`;
      return Promise.resolve({ status: 200, headers: end < length ? { link } : {}, body });
    };
    return { requests, read };
  }

  test(`contains every item once, in order, with any first from 1 to ${longest}`, async () => {
    for (const first of sizes) {
      const { read, requests } = keysetList(600);
      const items: unknown[] = [];
      let after: Cursor | undefined;
      let windows = 0;
      for (let more = true; more; windows++) {
        const window = await readByLinks(listRequest, { ...none, first, after }, read);
        expect(window.total).toBeUndefined();
        items.push(...ids(window));
        after = cursorsOf(window).at(-1);
        more = window.hasNextPage;
      }
      expect(items, `first: ${first}`).toEqual(everyId(600));
      if (first <= 100) expect(requests).toHaveLength(windows);
    }
  });

  test('continues from any cursor in the middle of a page', async () => {
    const { read } = keysetList(50);
    const cursors = cursorsOf(await readByLinks(listRequest, { ...none, first: 20 }, read));
    for (const [index, after] of cursors.entries()) {
      const window = await readByLinks(listRequest, { ...none, first: 25, after }, read);
      expect(ids(window)).toEqual(everyId(50).slice(index + 1, index + 26));
    }
  });

  test('keeps credentials out of cursors, even if the link contains one', async () => {
    const { read } = keysetList(50);
    const cursors = cursorsOf(await readByLinks(listRequest, { ...none, first: 20 }, read));
    expect(JSON.stringify(cursors)).not.toContain('secret');
  });
});
