/** Personal access tokens of the users that a group manages. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { landmarks, type Role } from '../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed, startWithResponses } from '../harness.ts';
import { everything, inGraphNames } from './everything.ts';

type Token = Readonly<Record<string, unknown>> & { readonly databaseId: number; readonly name: string };

interface Tokens {
  readonly nodes: readonly Token[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string; readonly startCursor: string };
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const path = '/groups/9/manage/personal_access_tokens';

async function readTokens(args = '', { as = 'owner' as Role, id = '9', selection = 'nodes { databaseId name }' } = {}) {
  const { data, errors } = await facade.execute<{ group: { managedTokens: Tokens | null } | null }>(
    `query ($id: ID!) { group(id: $id) { managedTokens${args} { ${selection} } } }`,
    { id },
    { as },
  );
  return { tokens: data?.group?.managedTokens, code: errors?.[0]?.extensions?.code, errors };
}

test('lists the tokens of managed users, without their secrets', async () => {
  const all = `nodes { ${everything('ManagedToken')} user { username } }`;
  const { tokens } = await readTokens('(first: 1)', { selection: all });
  expect(tokens?.nodes).toEqual([
    {
      id: 'gid://service/ManagedToken/9/701',
      databaseId: 701,
      name: expect.stringMatching(/ 1$/),
      description: expect.toSatisfy((text) => text === null || typeof text === 'string'),
      scopes: expect.arrayContaining([expect.any(String)]),
      active: expect.any(Boolean),
      revoked: expect.any(Boolean),
      createdAt: '2025-05-05T12:00:00.000Z',
      lastUsedAt: expect.toSatisfy((text) => text === null || !Number.isNaN(Date.parse(text))),
      expiresOn: expect.toSatisfy((text) => text === null || /^\d{4}-\d\d-\d\d$/.test(text)),
      user: { databaseId: expect.any(Number), username: expect.any(String) },
    },
  ]);
  expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=1`, expect.stringMatching(/^GET \/users\/\d+$/)]);
  expect(everything('ManagedToken').split(' ')).not.toContain('token');
});

test.each<[string, string, (token: Token) => boolean]>([
  [
    'filter: { createdAfter: "2025-10-01T00:00:00Z" }',
    'created_after=2025-10-01T00%3A00%3A00Z',
    (t) => String(t.createdAt) > '2025-10-01',
  ],
  [
    'filter: { createdBefore: "2025-06-01T00:00:00Z" }',
    'created_before=2025-06-01T00%3A00%3A00Z',
    (t) => String(t.createdAt) < '2025-06-01',
  ],
  [
    'filter: { lastUsedAfter: "2025-09-01T00:00:00Z" }',
    'last_used_after=2025-09-01T00%3A00%3A00Z',
    (t) => String(t.lastUsedAt) > '2025-09-01' && t.lastUsedAt !== null,
  ],
  [
    'filter: { lastUsedBefore: "2025-09-01T00:00:00Z" }',
    'last_used_before=2025-09-01T00%3A00%3A00Z',
    (t) => t.lastUsedAt !== null && String(t.lastUsedAt) < '2025-09-01',
  ],
  ['filter: { revoked: true }', 'revoked=true', (t) => t.revoked === true],
  ['filter: { revoked: false }', 'revoked=false', (t) => t.revoked === false],
  ['filter: { search: "mirror" }', 'search=mirror', (t) => t.name.includes('mirror')],
  ['filter: { state: ACTIVE }', 'state=active', (t) => t.active === true],
  ['filter: { state: INACTIVE }', 'state=inactive', (t) => t.active === false],
])('filters by %s', async (filter, query, isMatch) => {
  const selection = 'nodes { databaseId name createdAt lastUsedAt revoked active }';
  const { tokens: all } = await readTokens('(first: 100)', { selection });
  facade.forget();
  const { tokens: matches } = await readTokens(`(first: 100, ${filter})`, { selection });
  expect(matches?.nodes).toEqual(all?.nodes.filter(isMatch));
  expect(matches?.nodes.length).toBeGreaterThan(0);
  expect(matches?.nodes.length).toBeLessThan(all?.nodes.length ?? 0);
  expect(facade.calls).toHaveLength(1);
  expect(facade.calls[0]).toContain(query);
});

test.each<[string, keyof Token]>([
  ['CREATED_AT', 'createdAt'],
  ['EXPIRES_ON', 'expiresOn'],
  ['LAST_USED_AT', 'lastUsedAt'],
  ['NAME', 'name'],
])('sorts by %s in both directions', async (sort, attribute) => {
  const selection = `nodes { databaseId ${attribute} }`;
  const readValues = async (direction: string) => {
    const { tokens } = await readTokens(`(first: 100, orderBy: { field: ${sort}, direction: ${direction} })`, {
      selection,
    });
    return tokens?.nodes.map((token) => token[attribute]).filter((value) => value !== null);
  };
  const ascending = await readValues('ASC');
  const key = (value: unknown) => String(value).toLowerCase();
  expect(ascending?.map(key)).toEqual(ascending?.map(key).toSorted());
  expect((await readValues('DESC'))?.map(key)).toEqual(ascending?.map(key).toReversed());
  expect(facade.calls[0]).toContain(`sort=${sort.replace(/_(?:AT|ON)$/, '').toLowerCase()}_asc`);
});

test('sorts in ascending order by default', async () => {
  await readTokens('(first: 1, orderBy: { field: NAME })');
  expect(facade.calls[0]).toContain('sort=name_asc');
});

test('returns all 45 tokens in forward pages of 20, and the last 5 backward', async () => {
  const selection = 'nodes { databaseId } pageInfo { hasNextPage endCursor } totalCount';
  const ids: number[] = [];
  let after = '';
  for (let more = true; more; ) {
    const { tokens: page } = await readTokens(`(first: 20${after})`, { selection });
    ids.push(...(page?.nodes ?? []).map(({ databaseId }) => databaseId));
    expect(page?.totalCount).toBe(45);
    more = page?.pageInfo.hasNextPage ?? false;
    after = `, after: "${page?.pageInfo.endCursor}"`;
  }
  expect(ids).toEqual(Array.from({ length: 45 }, (_, index) => 701 + index));
  const { tokens: last } = await readTokens('(last: 5)');
  expect(last?.nodes.map(({ databaseId }) => databaseId)).toEqual(ids.slice(-5));
});

test('returns a token by `nodes`, and null if it does not exist', async () => {
  const { data } = await facade.execute(
    '{ nodes(ids: ["gid://service/ManagedToken/9/703", "gid://service/ManagedToken/9/1"]) { id } }',
    {},
    { as: 'owner' },
  );
  expect(data).toEqual({ nodes: [{ id: 'gid://service/ManagedToken/9/703' }, null] });
});

test('requires an Owner or administrator', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const as of ['guest', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const) {
    const { tokens, code } = await readTokens('(first: 1)', { as });
    outcomes[as] = tokens === null ? code : tokens?.nodes.length;
  }
  expect(outcomes).toEqual({
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: 'FORBIDDEN',
    owner: 1,
    administrator: 1,
    anonymous: 'UNAUTHENTICATED',
  });
});

test('returns BAD_USER_INPUT for a subgroup, NOT_FOUND for a missing group, and no tokens for a group that manages no users', async () => {
  const subgroup = await readTokens('', { id: landmarks.nestedGroup.path });
  expect([subgroup.tokens, subgroup.code]).toEqual([null, 'BAD_USER_INPUT']);
  expect((await readTokens('', { id: '999999' })).code).toBe('NOT_FOUND');
  expect((await readTokens('', { id: '70' })).tokens?.nodes).toEqual([]);
});

test('reports all invalid arguments in one error, before any call', async () => {
  const { errors } = await readTokens('(first: 10001, after: "nothing", last: 1)');
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    violations: [{ path: ['first'] }, { path: ['after'] }, { path: ['last'] }],
  });
  expect((await readTokens('(filter: { createdAfter: "yesterday" })')).errors).toHaveLength(1);
  expect(facade.calls).toEqual([]);
});

test('accepts unexpected values in a documented response', async () => {
  const token = {
    id: 4_200_000_001,
    name: 'My Token',
    revoked: false,
    created_at: '2024-06-13T07:47:13.900Z',
    description: null,
    scopes: ['api', 'a_new_scope'],
    user_id: 3_000_000_003,
    last_used_at: null,
    active: true,
    expires_at: '2025-06-13',
  };
  const upstream = await startWithResponses({
    [`GET ${path}`]: { body: [{ ...token, token: 'glpat-should-not-be-here', something_new: 1 }, { id: 2 }, null] },
  });
  const { data } = await upstream.execute<{ group: { managedTokens: { nodes: unknown[] } } }>(
    `{ group(id: 9) { managedTokens { nodes { ${everything('ManagedToken')} } } } }`,
  );
  const { id, expires_at: expiresOn, ...others } = token;
  const nulls = Object.fromEntries(Object.keys(others).map((name) => [name, null]));
  expect(data.group.managedTokens.nodes).toEqual([
    { id: 'gid://service/ManagedToken/9/4200000001', databaseId: id, expiresOn, ...Object(inGraphNames(others)) },
    { id: 'gid://service/ManagedToken/9/2', databaseId: 2, expiresOn: null, ...Object(inGraphNames(nulls)) },
    null,
  ]);
  expect(JSON.stringify(data)).not.toContain('glpat');
  await upstream.close();
});
