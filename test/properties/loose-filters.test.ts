/** Services whose filters match loosely: a lookup that searches a list returns the requested object or null. */
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, tokens } from '../../sandbox/index.ts';
import { isRecord } from '../../src/helpers/is-record.ts';
import { type Facade, startFacade } from '../harness.ts';
import { pseudoRandom } from './arbitraries/alterations.ts';
import { env, startFixedSandbox } from './fixed-sandbox.ts';
import { holds, setupTimeoutMs, timeoutMs } from './holds.ts';

const filters = ['username', 'search', 'query'];
/** Attributes of similar items that differ. */
const names = ['username', 'name', 'invite_email'];

/** Names of objects that the sandbox has, in other letter cases, and of some that it lacks. */
const usernames = ['dana.kim', 'Dana.KIM', 'dana', 'dana.kim2', 'root', 'ravi.patel', 'no.one', 'olivia.marsh'];

/** Extent to which filters are loose. */
interface Looseness {
  readonly seed: number;
  readonly similarItems: number;
  readonly isFilterIgnored: boolean;
}

let looseness: Looseness | undefined;
/** Whether the list of a loose filter has a second page. */
let hasSecondPage = false;
let sandbox: Sandbox;
let proxy: Server;
let facade: Facade;

const similarTo = (item: unknown, index: number): unknown =>
  isRecord(item)
    ? {
        ...item,
        id: 900_000 + index,
        ...Object.fromEntries(names.filter((name) => name in item).map((name) => [name, `${item[name]}${index}`])),
      }
    : item;

/** Returns the items of a loose filter in an order of its own. */
function loosen(items: readonly unknown[], others: readonly unknown[], { seed, similarItems }: Looseness): unknown[] {
  const similar = Array.from({ length: items.length === 0 ? 0 : similarItems }, (_, index) =>
    similarTo(items[index % items.length], index),
  );
  const exactItems = new Set(items.map((item) => JSON.stringify(item)));
  const all = [...items, ...similar, ...others.filter((item) => !exactItems.has(JSON.stringify(item)))];
  return all
    .map((item, index) => ({ item, rank: pseudoRandom(seed, `rank ${index}`, 1_000_000) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

async function fetchAll(url: URL, headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let page = 1; ; page += 1) {
    url.searchParams.set('page', String(page));
    url.searchParams.set('per_page', '100');
    const body: unknown = await (await fetch(url, { headers })).json();
    if (!Array.isArray(body)) throw new Error(`${url} is not a list`);
    items.push(...body);
    if (body.length < 100) return items;
  }
}

/** Responds to a request of a filtered list; `undefined` for any other request. */
async function respondLoosely(url: URL, headers: Readonly<Record<string, string>>) {
  if (looseness === undefined || !filters.some((name) => url.searchParams.has(name))) return undefined;
  const unfiltered = new URL(url);
  for (const name of filters) unfiltered.searchParams.delete(name);
  const [page, perPage] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name) ?? 0));
  const others = looseness.isFilterIgnored ? await fetchAll(unfiltered, headers) : [];
  const items = loosen(await fetchAll(new URL(url), headers), others, looseness);
  const size = perPage || 20;
  const number = page || 1;
  hasSecondPage ||= items.length > 100;
  return {
    body: JSON.stringify(items.slice((number - 1) * size, number * size)),
    headers: {
      'content-type': 'application/json',
      'x-page': String(number),
      'x-per-page': String(size),
      'x-total': String(items.length),
      'x-next-page': number * size < items.length ? String(number + 1) : '',
    },
  };
}

beforeAll(async () => {
  sandbox = await startFixedSandbox({ words: undefined });
  proxy = createServer((request, response) => {
    const url = new URL(request.url ?? '', sandbox.url);
    const token = request.headers['private-token'];
    const headers = { 'private-token': String(token) };
    respondLoosely(url, headers)
      .then(async (loose) => {
        if (loose !== undefined) return response.writeHead(200, loose.headers).end(loose.body);
        const received = await fetch(url, { headers });
        const forwarded = [...received.headers].filter(([name]) => /^(?:content-type|link|x-)/.test(name));
        return response.writeHead(received.status, Object.fromEntries(forwarded)).end(await received.text());
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
}, setupTimeoutMs);

afterAll(async () => {
  await facade.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await sandbox.close();
});

const lookups = [
  `query ($username: String!) { user(by: { username: $username }) { id username name } }`,
  `query ($username: String!) {
    _entities(representations: [{ __typename: "User", username: $username }]) { ... on User { id username } }
  }`,
];
const documents = [
  ...lookups,
  `{ group(id: 9) { invitations(first: 5) { nodes { id } } }
     project(id: 14) { mergeRequests(first: 3) { nodes { labels { name color description } } } } }`,
];

async function execute(query: string, variables: Record<string, unknown>, extent: Looseness | undefined) {
  looseness = extent;
  hasSecondPage = false;
  return facade.execute(query, variables, { headers: { 'private-token': tokens.administrator } });
}

test(
  'returns the same objects as with exact filters, or an error if only the first of several pages is searched',
  async () => {
    const { data } = await execute('{ group(id: 9) { invitations(first: 20) { nodes { id } } } }', {}, undefined);
    const invitations = (data as { group: { invitations: { nodes: readonly { id: string }[] } } }).group.invitations;
    const searches = [
      ...documents.flatMap((query) => usernames.map((username) => ({ query, variables: { username } }))),
      ...invitations.nodes.map(({ id }) => ({
        query: `{ node(id: ${JSON.stringify(id)}) { id ... on Invitation { inviteEmail createdAt } } }`,
        variables: {},
      })),
    ];
    const extents = fc.record({
      seed: fc.nat(1_000_000),
      similarItems: fc.constantFrom(1, 3, 120),
      isFilterIgnored: fc.boolean(),
    });
    await holds(
      fc.asyncProperty(fc.constantFrom(...searches), extents, async ({ query, variables }, extent) => {
        const exact = await execute(query, variables, undefined);
        expect(exact.errors).toBeUndefined();
        const actual = await execute(query, variables, extent);
        if (actual.errors === undefined || !lookups.includes(query)) expect(actual).toEqual(exact);
        else expect([hasSecondPage, actual.errors]).toMatchObject([true, [{ extensions: { code: 'UNPROCESSABLE' } }]]);
      }),
      3,
    );
  },
  timeoutMs(3),
);
