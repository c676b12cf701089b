/** Lists of a service that limits its pages to fewer items than requested: the limit that a response shows bounds later plans and requests. */
import { expect, test } from 'vitest';
import { startList } from './list-upstream.ts';

const headers = { 'private-token': 'token-1' };

/** Plans the query, then executes it. Returns the planned calls, the calls of the query and the response header with both. */
async function planAndExecute(facade: Awaited<ReturnType<typeof startList>>, query: string, token = headers) {
  const send = (trace: string) =>
    fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json', 'x-portico-trace': trace },
      body: JSON.stringify({ query }),
    });
  const { extensions } = await (await send('plan')).json();
  facade.calls.length = 0;
  const response = await send('1');
  const body = await response.json();
  expect(body.errors).toBeUndefined();
  return {
    worst: extensions.plan.worst,
    calls: [...facade.calls],
    counts: response.headers.get('x-portico-calls'),
    body,
  };
}

const toPageHeaders = (length: number) => (page: number, perPage: number) => ({
  'x-page': String(page),
  'x-per-page': String(perPage),
  'x-total': String(length),
  'x-next-page': page * perPage < length ? String(page + 1) : '',
});

type HeadersOf = (page: number, perPage: number, url: URL) => Readonly<Record<string, string>>;

const query = '{ project(id: 5) { labels(first: 100) { nodes { databaseId } pageInfo { hasNextPage } } } }';

test('plans and requests pages of the size to which the service has reduced earlier ones', async () => {
  const facade = await startList({ length: 130, maxPerPage: 50, getHeaders: toPageHeaders(130) });
  const first = await planAndExecute(facade, query);
  expect(first).toMatchObject({ worst: 1, counts: 'planned=1, made=3' });
  const second = await planAndExecute(facade, query);
  expect(second).toMatchObject({
    worst: 2,
    calls: ['/projects/5/labels?page=1&per_page=50', '/projects/5/labels?page=2&per_page=50'],
    counts: 'planned=2, made=2',
    body: { data: first.body.data },
  });
});

test('learns the limit of each caller', async () => {
  const facade = await startList({ length: 130, getHeaders: toPageHeaders(130) });
  facade.setMaxPerPage(40, 'token-1');
  await planAndExecute(facade, query);
  expect(await planAndExecute(facade, query)).toMatchObject({ worst: 3 });
  expect(await planAndExecute(facade, query, { 'private-token': 'token-2' })).toMatchObject({
    worst: 1,
    calls: ['/projects/5/labels?page=1&per_page=100'],
  });
});

test('reads the items once if the limit becomes lower', async () => {
  const facade = await startList({ length: 130, maxPerPage: 50, getHeaders: toPageHeaders(130) });
  const first = await planAndExecute(facade, query);
  facade.setMaxPerPage(20);
  const lower = await planAndExecute(facade, query);
  expect(lower.body.data).toEqual(first.body.data);
  expect(await planAndExecute(facade, query)).toMatchObject({ worst: 5, counts: 'planned=5, made=5' });
});

test('plans keyset pages of the size that their links show', async () => {
  const getHeaders = (_: number, perPage: number, url: URL): Record<string, string> => {
    const start = Number(url.searchParams.get('cursor') ?? 0);
    url.searchParams.set('cursor', String(start + perPage));
    url.searchParams.set('page', String(start / perPage + 2));
    url.searchParams.set('per_page', String(perPage));
    return start + perPage < 500 ? { link: `<${url.href}>; rel="next"` } : {};
  };
  const facade = await startList({ length: 500, maxPerPage: 50, getHeaders });
  const keyset = '{ users(first: 200) { nodes { databaseId } } }';
  const first = await planAndExecute(facade, keyset);
  expect(first.counts).toBe('planned=2, made=4');
  const second = await planAndExecute(facade, keyset);
  expect(second.counts).toBe('planned=4, made=4');
});

test('records no limit for a keyset page from which the service has omitted items', async () => {
  const getHeaders = (page: number, perPage: number, url: URL): Record<string, string> => {
    url.searchParams.set('page', String(page + 1));
    return page < 3 ? { 'x-per-page': '100', link: `<${url.href}>; rel="next"` } : { 'x-per-page': String(perPage) };
  };
  const facade = await startList({ length: 130, maxPerPage: 50, getHeaders });
  const keyset = '{ users(first: 100) { nodes { databaseId } } }';
  await planAndExecute(facade, keyset);
  expect(await planAndExecute(facade, keyset)).toMatchObject({ worst: 1 });
});

test('a limit below 20 items bounds no pages of other lists', async () => {
  const facade = await startList({ length: 130, maxPerPage: 1, getHeaders: toPageHeaders(3) });
  const { body } = await planAndExecute(facade, query);
  expect(body.data.project.labels.nodes).toHaveLength(3);
  expect(await planAndExecute(facade, query)).toMatchObject({ worst: 1 });
});

test('a page with more items than X-Per-Page states is read once', async () => {
  const getHeaders = () => ({ ...toPageHeaders(80)(1, 100), 'x-per-page': '20' });
  const facade = await startList({ length: 80, getHeaders });
  expect(await planAndExecute(facade, query)).toMatchObject({ worst: 1, counts: 'planned=1, made=1' });
});

const linkNext =
  (change: (url: URL) => void): HeadersOf =>
  (page, perPage, url) => {
    url.searchParams.set('page', String(page + 1));
    change(url);
    return page * perPage < 250 ? { link: `<${url.href}>; rel="next"` } : { link: '' };
  };

/** Reads all items of a list, in slices of these sizes one after another. Asserts that no slice costs more calls than planned. */
async function readAll(
  facade: Awaited<ReturnType<typeof startList>>,
  sizes: readonly number[],
  toQuery: (args: string) => string,
  maxUnplanned = 0,
): Promise<readonly number[]> {
  const ids: number[] = [];
  let after = '';
  for (let step = 0; step === 0 || after !== ''; step++) {
    const query = toQuery(`first: ${sizes[step % sizes.length]}, after: "${after}"`);
    const { body, worst, calls } = await planAndExecute(facade, query);
    expect(calls.length).toBeLessThanOrEqual(worst + maxUnplanned);
    for (const call of calls) expect(Number(/per_page=(\d+)/.exec(call)?.[1])).toBeLessThanOrEqual(100);
    const { nodes, pageInfo } = body.data.list ?? body.data.project.list;
    ids.push(...nodes.map(({ databaseId }: { readonly databaseId: number }) => databaseId));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : '';
  }
  return ids;
}

const everyId = Array.from({ length: 250 }, (_, index) => index + 1);
const page = '{ nodes { databaseId } pageInfo { endCursor hasNextPage } }';

test.each<[string, HeadersOf]>([
  ['in page headers', (page, perPage) => toPageHeaders(250)(page, perPage)],
  ['without a page size', (page, perPage) => ({ ...toPageHeaders(250)(page, perPage), 'x-per-page': '' })],
  ['beside a larger X-Per-Page', (page, perPage) => ({ ...toPageHeaders(250)(page, perPage), 'x-per-page': '1000' })],
  ['beside a smaller X-Per-Page', (page, perPage) => ({ ...toPageHeaders(250)(page, perPage), 'x-per-page': '20' })],
  ['in links', linkNext(() => {})],
  ['in links without a page size', linkNext((url) => url.searchParams.delete('per_page'))],
])('reads each item once if the service responds to keyset requests with page numbers %s', async (_, getHeaders) => {
  const facade = await startList({ length: 250, getHeaders });
  for (const sizes of [[130, 90, 100], [30], [100], [10, 20]])
    expect(await readAll(facade, sizes, (args) => `{ list: users(${args}) ${page} }`)).toEqual(everyId);
});

test.each([7, 37, 50])(
  'reads each item once if a service with pages of %i items has only links that repeat the requested size',
  async (maxPerPage) => {
    for (const sizes of [[100], [1, 100], [20, 20, 100], [10]]) {
      const facade = await startList({
        length: 250,
        maxPerPage,
        getHeaders: (number, perPage, url) => {
          url.searchParams.set('page', String(number + 1));
          return number * perPage < 250 ? { link: `<${url.href}>; rel="next"` } : {};
        },
      });
      // The first slice shows that pages are smaller than requested, each further one at most that its pages are, too.
      const maxUnplanned = Math.ceil(100 / maxPerPage);
      const toQuery = (args: string) => `{ project(id: 5) { list: labels(${args}) ${page} } }`;
      expect(await readAll(facade, sizes, toQuery, maxUnplanned)).toEqual(everyId);
    }
  },
);
