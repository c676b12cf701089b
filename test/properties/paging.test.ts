/** Pagination through lists of any length and each kind of upstream: returns each item once, with as few calls as possible. */
import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import { type Cursor, Cursors } from '../../src/graph/kit/paging/cursors.ts';
import { withKeyset } from '../../src/graph/kit/paging/keyset-slice.ts';
import type { PageSlice, PageSliceArgs, ReadPage } from '../../src/graph/kit/paging/page-slice.ts';
import { readSlice } from '../../src/graph/kit/paging/slice.ts';
import { PageSizes, pagesCovering, pagesOfSize } from '../../src/rest/paging.ts';
import type { RestRequest, RestResponse } from '../../src/rest/request.ts';
import { partsAccepted, readAllParts } from '../gated-upstream.ts';
import { type Facade, type GraphResponse, type StubbedFacade, startFacade, startWithResponses } from '../harness.ts';
import { mergeParts } from '../incremental-parts.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';

/** Time in seconds of most properties. */
const seconds = 0.6;
const timeout = timeoutMs(2 * seconds);

const noArgs: PageSliceArgs = { first: undefined, last: undefined, after: undefined, before: undefined };
const pipelines: RestRequest = { operation: 'listPipelines', path: { id: 14 } };

const readByNumber = (request: RestRequest, args: PageSliceArgs, read: ReadPage, pageSizes = new PageSizes()) =>
  readSlice({ contract: standardContract, request, args, keyset: false, pageSizes }, read);
const readByLinks = (request: RestRequest, args: PageSliceArgs, read: ReadPage, pageSizes = new PageSizes()) =>
  readSlice({ contract: standardContract, request, args, keyset: true, pageSizes }, read);

interface Style {
  /** Number of items of the list. */
  readonly length: number;
  /**
   * `links`: only a link to the next page, which repeats the requested page size; `none`: no page headers; `unpaged`: always the whole list,
   * without page headers.
   */
  readonly headers: 'totals' | 'next' | 'links' | 'none' | 'unpaged';
  /** Maximum number of items of a page. */
  readonly cap: number;
  /** Maximum after a change. Only page headers show a change within a slice; without them, it happens between two slices. */
  readonly laterCap: number;
  /** Maximum for another caller, who reads the first items before each slice. */
  readonly otherCap: number;
  /** Number of requests before the change. */
  readonly changeAfter: number;
}

/** Maxima to which a service may lower its maximum at any time. */
const commonCaps = [20, 25, 30, 40, 50];

const cap = fc.oneof(
  { weight: 2, arbitrary: fc.constant(100) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 2, arbitrary: fc.constantFrom(...commonCaps) },
);

const style: fc.Arbitrary<Style> = fc
  .record({
    length: fc.oneof(
      fc.integer({ min: 0, max: 450 }),
      fc.constantFrom(0, 1, 20, 40, 50, 99, 100, 101, 120, 150, 200, 300),
    ),
    headers: fc.constantFrom('totals', 'next', 'links', 'none', 'unpaged'),
    cap,
    laterCap: cap,
    otherCap: cap,
    changeAfter: fc.nat(12),
  })
  // A link that repeats the requested size does not show that the upstream has reduced a page to another one than before.
  .map((each) => (each.headers === 'links' ? { ...each, laterCap: each.cap } : each));

const everyId = (length: number): number[] => Array.from({ length }, (_, id) => id);

/** Creates an upstream of this style, with a facade that reads it. */
function createList({ length, headers, cap, laterCap, otherCap, changeAfter }: Style) {
  const requests: RestRequest[] = [];
  const items = everyId(length).map((id) => ({ id }));
  const hasHeaders = headers === 'totals' || headers === 'next';
  let pageSizes = new PageSizes();
  let maxPerPage = cap;
  const changeCap = () => {
    // Without page headers, a facade that has read longer pages trusts them until it forgets them.
    if (!hasHeaders && laterCap < maxPerPage) pageSizes = new PageSizes();
    maxPerPage = laterCap;
  };
  const read = (request: RestRequest): Promise<RestResponse> => {
    if (hasHeaders && requests.length === changeAfter) changeCap();
    requests.push(request);
    return respond(request, maxPerPage);
  };
  const respond = (request: RestRequest, max: number): Promise<RestResponse> => {
    if (headers === 'unpaged') return Promise.resolve({ status: 200, headers: {}, body: items });
    const page = Number(request.query?.page);
    const perPage = Math.min(max, Number(request.query?.per_page));
    const end = page * perPage;
    const pageHeaders = {
      'x-page': String(page),
      'x-per-page': String(perPage),
      'x-next-page': end < length ? String(page + 1) : '',
      ...(headers === 'totals' ? { 'x-total': String(length) } : {}),
    };
    const link = `<http://upstream/list?page=${page + 1}&per_page=${request.query?.per_page}>; rel="next"`;
    const linkHeaders = headers === 'links' && end < length ? { link } : {};
    return Promise.resolve({
      status: 200,
      headers: hasHeaders ? pageHeaders : linkHeaders,
      body: items.slice(end - perPage, end),
    });
  };
  const readNumbered = async (args: PageSliceArgs) => {
    if (!hasHeaders && requests.length >= changeAfter) changeCap();
    const readAsOther = (request: RestRequest) => respond(request, otherCap);
    const others = await readByNumber(pipelines, { ...noArgs, first: 100 }, readAsOther, pageSizes.forCaller('other'));
    expect(ids(others)).toEqual(everyId(Math.min(100, length)));
    if (length > 100) expect(others.hasNextPage).toBe(true);
    return readByNumber(pipelines, args, read, pageSizes);
  };
  return { requests, readNumbered, getCap: () => (headers === 'unpaged' ? 100 : maxPerPage) };
}

const ids = ({ items }: PageSlice): unknown[] => items.map((item) => (item instanceof Error ? undefined : item.id));
const size = fc.oneof(fc.integer({ min: 1, max: 260 }), fc.constantFrom(1, 20, 50, 99, 100, 101, 200, 250));

describe('paging by number', { timeout }, () => {
  test('returns each item once, forward in slices of any size, with as few calls as possible', async () => {
    await holds(
      fc.asyncProperty(style, fc.array(size, { minLength: 1, maxLength: 6 }), async (list, sizes) => {
        const { readNumbered, requests, getCap } = createList(list);
        const items: unknown[] = [];
        let after: Cursor | undefined;
        let more = true;
        /** Page size that the cursor recommends. */
        let size = 100;
        /** Lowest upper bound so far, which the facade keeps after the upstream has raised it. */
        let lowestCap = getCap();
        for (let step = 0; more; step++) {
          const first = sizes[step % sizes.length] ?? 20;
          const before = requests.length;
          const start = items.length;
          const capBefore = getCap();
          const slice = await readNumbered({ ...noArgs, first, after });
          items.push(...ids(slice));
          after = slice.cursorAt(slice.items.length - 1);
          more = slice.hasNextPage;
          const calls = requests.length - before;
          const cap = getCap();
          lowestCap = Math.min(lowestCap, cap);
          // An upstream that reduces the page size is requested again with its own size. Without page headers, one call shows the
          // size, and one call that the list has ended.
          const hasHeaders = list.headers === 'totals' || list.headers === 'next';
          const minCalls = pagesCovering(start, start + first, size).length;
          const countPages = (perPage: number) => pagesOfSize(start, start + first, perPage).length;
          // The facade may not have seen the lowest one, and larger pages may begin at more distant items.
          const reducedCalls = 1 + Math.max(countPages(lowestCap), countPages(cap));
          if (cap === capBefore)
            expect(calls).toBeLessThanOrEqual(
              (lowestCap < Math.min(100, size) ? Math.max(minCalls, reducedCalls) : minCalls) + (hasHeaders ? 0 : 1),
            );
          if (after?.kind === 'offset') size = after.pageSize ?? 100;
          expect(step).toBeLessThanOrEqual(list.length + 1);
          if (more) expect(after).toBeDefined();
          if (slice.total !== undefined) expect(slice.total).toBe(list.length);
          expect(slice.hasPreviousPage).toBe(start > 0);
        }
        expect(items).toEqual(everyId(list.length));
      }),
      seconds,
    );
  });

  test('returns each item before a cursor once, backward in slices of any size', async () => {
    await holds(
      fc.asyncProperty(style, size, fc.nat(450), async (list, last, from) => {
        fc.pre(from <= list.length);
        const { readNumbered } = createList(list);
        const items: unknown[] = [];
        let before: Cursor | undefined = { kind: 'offset', index: from };
        for (let more = from > 0; more; ) {
          const slice: PageSlice = await readNumbered({ ...noArgs, last, before });
          items.unshift(...ids(slice));
          before = slice.cursorAt(0);
          more = slice.hasPreviousPage;
          expect(slice.items.length).toBeGreaterThan(0);
        }
        expect(items).toEqual(everyId(from));
      }),
      seconds,
    );
  });

  test('returns the items between any two cursors', async () => {
    const index = fc.option(fc.nat(500), { nil: undefined });
    await holds(
      fc.asyncProperty(
        style,
        index,
        index,
        fc.nat(260),
        fc.boolean(),
        fc.boolean(),
        async (list, afterIndex, beforeIndex, count, forward, withSize) => {
          fc.pre(forward || beforeIndex !== undefined || list.headers === 'totals');
          // Without page headers, the cursor of the last item contains more than its index.
          fc.pre(list.headers === 'totals' || list.headers === 'next' || (afterIndex ?? -1) < list.length - 1);
          fc.pre(forward || (beforeIndex ?? 0) <= list.length);
          const { readNumbered } = createList(list);
          // Cursors of a list whose pages are reduced contain its page size, which may have changed since.
          const size = withSize ? { pageSize: list.laterCap } : {};
          const args: PageSliceArgs = {
            first: forward ? count : undefined,
            last: forward ? undefined : count,
            after: afterIndex === undefined ? undefined : { kind: 'offset', index: afterIndex, ...size },
            before: beforeIndex === undefined ? undefined : { kind: 'offset', index: beforeIndex, ...size },
          };
          const slice = await readNumbered(args);
          const between = everyId(list.length).slice(afterIndex === undefined ? 0 : afterIndex + 1, beforeIndex);
          expect(ids(slice)).toEqual(forward ? between.slice(0, count) : count === 0 ? [] : between.slice(-count));
        },
      ),
      seconds,
    );
  });
});

test('returns no items after the last item of a list without pages, for any number of requested items', {
  timeout,
}, async () => {
  const count = fc.integer({ min: 1, max: 260 });
  await holds(
    fc.asyncProperty(fc.integer({ min: 1, max: 250 }), count, count, async (length, first, next) => {
      const caps = { cap: 100, laterCap: 100, otherCap: 100 };
      const { readNumbered } = createList({ length, headers: 'unpaged', ...caps, changeAfter: 0 });
      const completeSlice = await readNumbered({ ...noArgs, first: Math.max(first, length) });
      const after = completeSlice.cursorAt(completeSlice.items.length - 1);
      expect(ids(await readNumbered({ ...noArgs, first: next, after }))).toEqual([]);
    }),
    seconds,
  );
});

describe('paging by next links', { timeout }, () => {
  const users: RestRequest = withKeyset(standardContract, {
    operation: 'listUsers',
    query: { search: 'a', active: true },
  });

  test('returns each item once, and cursors that contain only the position', async () => {
    const listing = fc.record({
      length: fc.nat(450),
      /** Maximum number of items of a page. */
      cap: fc.integer({ min: 1, max: 100 }),
      /** Numbers of empty pages before further pages, from 0. */
      empty: fc.uniqueArray(fc.nat(5)),
      echoed: fc.constantFrom(
        'search=a&active=true',
        'search[]=a&created_after=2025-01-01&custom_attributes[a]=b',
        'SUDO=root&private_token=secret&sudo=1',
        '',
      ),
    });
    await holds(
      fc.asyncProperty(listing, size, async ({ length, cap, empty, echoed }, first) => {
        let pages = 0;
        const read = (request: RestRequest): Promise<RestResponse> => {
          const start = Number(request.query?.position ?? 0);
          const isEmpty = empty.includes(pages++);
          const end = isEmpty ? start : start + Math.min(cap, Number(request.query?.per_page));
          const link = `<http://upstream/api/v4/users?position=${end}&turn=${pages}&per_page=20&${echoed}>; rel="next"`;
          const body = everyId(length)
            .slice(start, end)
            .map((id) => ({ id }));
          return Promise.resolve({ status: 200, headers: end < length ? { link } : {}, body });
        };
        const items: unknown[] = [];
        const names = new Set<string>();
        let after: Cursor | undefined;
        for (let more = true; more; ) {
          const slice = await readByLinks(users, { ...noArgs, first, after }, read);
          items.push(...ids(slice));
          after = slice.cursorAt(slice.items.length - 1);
          more = slice.hasNextPage;
          for (let index = 0; index < slice.items.length; index++) {
            const cursor = slice.cursorAt(index);
            for (const name of Object.keys(cursor?.kind === 'keyset' ? cursor.position : {})) names.add(name);
          }
        }
        expect(items).toEqual(everyId(length));
        for (const name of names) expect(['position', 'turn']).toContain(name);
      }),
      seconds,
    );
  });
});

describe('pages with @stream', { timeout }, () => {
  /** List that the upstream returns. */
  interface StreamedList {
    readonly length: number;
    readonly cap: number;
    /** Numbers of empty pages before further pages, from 0. */
    readonly empty: readonly number[];
    /** Whether the last item is followed by a link to an empty page. */
    readonly hasEmptyEnd: boolean;
  }
  interface StreamedPage {
    readonly edges: readonly { readonly node: { readonly databaseId: number } }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  }
  let list: StreamedList = { length: 0, cap: 100, empty: [], hasEmptyEnd: false };
  const upstream = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://upstream');
    const read = (name: string) => Number(searchParams.get(name) ?? 0);
    const turn = read('turn');
    const perPage = Math.min(list.cap, read('per_page'));
    const start = searchParams.has('page') ? (read('page') - 1) * perPage : read('position');
    const end = !searchParams.has('page') && list.empty.includes(turn) ? start : start + perPage;
    const hasNext = end < list.length || (list.hasEmptyEnd && start < list.length);
    const next = searchParams.has('page') ? `page=${read('page') + 1}` : `position=${end}&turn=${turn + 1}`;
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-per-page': String(perPage),
      'x-next-page': '',
      ...(hasNext ? { link: `<http://upstream/api/v4/list?${next}>; rel="next"` } : {}),
    });
    response.end(
      JSON.stringify(
        everyId(list.length)
          .slice(start, end)
          .map((id) => ({ id })),
      ),
    );
  });
  let facade: Facade;
  beforeAll(async () => {
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const address = upstream.address();
    facade = await startFacade(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v4`, {});
  }, setupTimeoutMs);
  afterAll(async () => {
    await facade.close();
    upstream.close();
  });

  test('equal the pages of a single response, and continue after the same item', async () => {
    const streamed = fc.record({
      length: fc.nat(250),
      cap,
      empty: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
      hasEmptyEnd: fc.boolean(),
    });
    const connection =
      'edges @stream(initialCount: 1) { cursor node { databaseId } } ... @defer { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } totalCount';
    await holds(
      fc.asyncProperty(
        streamed,
        fc.constantFrom('users', 'groups'),
        fc.integer({ min: 40, max: 260 }),
        async (style, field, first) => {
          list = style;
          const query = `query ($after: String) { list: ${field}(first: ${first}, after: $after) { ${connection} } }`;
          const send = (accept: string, after: string | null) =>
            fetch(new URL('/graphql', facade.url), {
              method: 'POST',
              headers: { 'content-type': 'application/json', accept },
              body: JSON.stringify({ query, variables: { after } }),
            });
          const items: unknown[] = [];
          let after: string | null = null;
          for (let hasNext = true; hasNext; ) {
            const single: GraphResponse<{ list: StreamedPage }> = await (await send('application/json', after)).json();
            expect(single.errors).toBeUndefined();
            expect(mergeParts(await readAllParts(await send(partsAccepted, after)))).toEqual(single);
            const { edges, pageInfo } = single.data.list;
            items.push(...edges.map(({ node }) => node.databaseId));
            if (edges.length > 0) expect(pageInfo.endCursor).not.toBeNull();
            ({ hasNextPage: hasNext, endCursor: after } = pageInfo);
          }
          expect(items).toEqual(everyId(style.length));
        },
      ),
      2 * seconds,
    );
  });
});

describe('cursors', { timeout }, () => {
  let facade: StubbedFacade;
  beforeAll(async () => {
    facade = await startWithResponses({}, { MAX_ALIASES: '1000' });
  }, setupTimeoutMs);
  afterAll(() => facade.close());

  const cursors = new Cursors();
  const position: fc.Arbitrary<Cursor> = fc.oneof(
    fc.record({
      kind: fc.constant('offset' as const),
      index: fc.nat(),
      fingerprint: fc.option(fc.constant('abc-_1'), { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('keyset' as const),
      position: fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
      skip: fc.nat(100),
    }),
  );

  test('are valid for their list in each instance with the key', async () => {
    const [encoder, decoder] = [new Cursors('k'.repeat(32)), new Cursors('k'.repeat(32))];
    await holds(
      fc.asyncProperty(position, async (cursor) => {
        const text = encoder.encode('listUsers', cursor);
        const decoded = decoder.decode('listUsers', text);
        expect(decoded).toEqual(cursor);
        expect(decoder.decode('listGroups', text)).toBeUndefined();
        expect(cursors.decode('listUsers', text)).toBeUndefined();
      }),
      seconds / 2,
    );
  });

  test('are rejected if one bit is changed', async () => {
    await holds(
      fc.asyncProperty(position, fc.nat(), fc.integer({ min: 0, max: 6 }), async (cursor, offset, bit) => {
        const bytes = Buffer.from(cursors.encode('listUsers', cursor));
        const index = offset % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        expect(cursors.decode('listUsers', bytes.toString('latin1'))).toBeUndefined();
      }),
      seconds / 2,
    );
  });

  test('cause a BAD_USER_INPUT error and no REST call if they are forged', async () => {
    // An empty one is absent.
    const forged = fc
      .oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.base64String(),
        fc
          .constantFrom('k:0:private_token=abc&sudo=root', 'o:0', 'o:999999999999999', 'k:0:page=2', 'o:5:abc')
          .map((text) => Buffer.from(text).toString('base64url')),
        // Cursors of another instance, which has another random key.
        position.map((cursor) => cursors.encode('listUsers', cursor)),
        position.map((cursor) => cursors.encode('listPipelines', cursor)),
        fc.nat(20_000).map((length) => 'A'.repeat(length)),
      )
      .filter((cursor) => cursor !== '');
    const execute = (field: string, cursor: string, argument: string) =>
      facade.execute(`query ($cursor: String) { ${field.replace('(', `(${argument}: $cursor, `)} }`, { cursor });
    const fields = [
      'users(first: 5) { nodes { username } }',
      'groups(keyset: true) { nodes { name } }',
      'groups(first: 5) { nodes { name } }',
    ] as const;
    await holds(
      fc.asyncProperty(
        forged,
        fc.constantFrom(...fields),
        fc.constantFrom('after', 'before'),
        async (cursor, field, argument) => {
          const { data, errors } = await execute(field, cursor, argument);
          expect(Object.values(Object(data))).toEqual([null]);
          expect(errors).toHaveLength(1);
          expect(errors?.[0]?.extensions).toMatchObject({
            code: 'BAD_USER_INPUT',
            violations: expect.arrayContaining([expect.objectContaining({ path: [argument] })]),
          });
        },
      ),
      2 * seconds,
    );
    expect(facade.calls).toEqual([]);
  });
});
