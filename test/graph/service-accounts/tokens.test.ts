import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import { secretPrefix } from '../../../src/sandbox/service-accounts/tokens.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { type Page, pageInfo } from '../page-through.ts';
import { outcomes } from '../roles.ts';

const now = '2025-06-01T12:00:00Z';
const account = 'gid://service/ServiceAccount/9/3100000001';
const quietAccount = 'gid://service/ServiceAccount/9/3100000002';
const tokensPath = '/groups/9/service_accounts/3100000001/personal_access_tokens';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse(now) } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface Token {
  readonly id: string;
  readonly databaseId: number;
  readonly name: string;
  readonly revoked: boolean;
  readonly active: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresOn: string | null;
}
interface Tokens extends Page<Token> {
  readonly totalCount: number;
}

const every = everything('ServiceAccountToken');

const read = (args = '', as: Role = 'owner', id = account) =>
  facade.execute<{ node: { personalAccessTokens: Tokens | null } | null }>(
    `query ($id: ID!) {
      node(id: $id) {
        ... on ServiceAccount { personalAccessTokens${args} { nodes { ${every} } totalCount ${pageInfo} } }
      }
    }`,
    { id },
    { as },
  );

async function tokens(args = '', id = account): Promise<Tokens> {
  const { data, errors } = await read(args, 'owner', id);
  expect(errors).toBeUndefined();
  return data.node?.personalAccessTokens ?? expect.unreachable();
}

const listCall = () => facade.calls.find((call) => call.includes('personal_access_tokens'));

interface Written {
  readonly serviceAccountToken: Token | null;
  readonly token: string | null;
  readonly revokedToken: { readonly id: string } | null;
}
type Input = Readonly<Record<string, unknown>>;
const create = (input: Input, as: Role = 'owner') =>
  mutate<Written>(
    facade,
    'serviceAccountTokenCreate',
    { serviceAccount: quietAccount, name: 'ci', scopes: ['api'], ...input },
    `serviceAccountToken { ${every} } token`,
    as,
  );
const rotate = (input: Input, as: Role = 'owner') =>
  mutate<Written>(
    facade,
    'serviceAccountTokenRotate',
    input,
    `serviceAccountToken { ${every} } token revokedToken { id }`,
    as,
  );
const revoke = (id: string, as: Role = 'owner', selection = 'serviceAccountToken { id revoked active }') =>
  mutate<Written>(facade, 'serviceAccountTokenRevoke', { id }, selection, as);

async function newToken(input: Input = {}): Promise<Token> {
  const { payload } = await create(input);
  facade.forget();
  return payload?.serviceAccountToken ?? expect.unreachable();
}

describe('reading', () => {
  test('returns a token with its days and times, without its secret', async () => {
    const { nodes, totalCount } = await tokens('(first: 1)');
    expect(totalCount).toBe(30);
    expect(nodes[0]).toEqual({
      id: 'gid://service/ServiceAccountToken/9/3100000001/9001',
      databaseId: 9001,
      name: expect.any(String),
      description: null,
      scopes: expect.any(Array),
      user: { databaseId: 3100000001 },
      revoked: false,
      active: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      lastUsedAt: null,
      expiresOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const { data } = await facade.execute<{ __type: { fields: { name: string }[] } }>(
      '{ __type(name: "ServiceAccountToken") { fields { name } } }',
    );
    expect(data.__type.fields.map(({ name }) => name)).not.toContain('token');
  });

  const is = {
    created: ({ createdAt }: Token) => createdAt,
    used: ({ lastUsedAt }: Token) => lastUsedAt ?? '',
    expires: ({ expiresOn }: Token) => expiresOn ?? '',
  };

  test.each<[string, string, (token: Token) => boolean]>([
    [
      'filter: { createdAfter: "2025-01-01T00:00:00Z" }',
      'created_after=2025-01-01T00%3A00%3A00Z',
      (t) => is.created(t) > '2025-01',
    ],
    [
      'filter: { createdBefore: "2025-01-01T00:00:00Z" }',
      'created_before=2025-01-01T00%3A00%3A00Z',
      (t) => is.created(t) < '2025-01',
    ],
    [
      'filter: { lastUsedAfter: "2025-01-01T00:00:00Z" }',
      'last_used_after=2025-01-01T00%3A00%3A00Z',
      (t) => is.used(t) > '2025-01',
    ],
    [
      'filter: { lastUsedBefore: "2025-01-01T00:00:00Z" }',
      'last_used_before=2025-01-01T00%3A00%3A00Z',
      (t) => is.used(t) !== '' && is.used(t) < '2025-01',
    ],
    ['filter: { expiresAfter: "2025-07-01" }', 'expires_after=2025-07-01', (t) => is.expires(t) > '2025-07-01'],
    ['filter: { expiresBefore: "2025-07-01" }', 'expires_before=2025-07-01', (t) => is.expires(t) < '2025-07-01'],
    ['filter: { revokedOnly: true }', 'revoked=true', ({ revoked }) => revoked],
    ['filter: { search: "MIRROR" }', 'search=MIRROR', ({ name }) => name.includes('mirror')],
    ['filter: { state: ACTIVE }', 'state=active', ({ active }) => active],
    ['filter: { state: INACTIVE }', 'state=inactive', ({ active }) => !active],
  ])('filters by %s', async (args, sent, matches) => {
    const all = await tokens('(first: 100)');
    facade.forget();
    const { nodes } = await tokens(`(first: 100, ${args})`);
    expect(nodes).toEqual(all.nodes.filter(matches));
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.length).toBeLessThan(30);
    expect(listCall()?.split(/[?&]/)).toContain(sent);
  });

  test.each([
    ['CREATED_AT', is.created],
    ['EXPIRES_ON', is.expires],
    ['LAST_USED_AT', is.used],
    ['NAME', ({ name }: Token) => name],
  ])('orders by %s, both ways', async (word, key) => {
    const ascending = (await tokens(`(first: 100, orderBy: { field: ${word}, direction: ASC })`)).nodes
      .map(key)
      .filter((value) => value !== '');
    expect(listCall()).toContain(`sort=${word.replace(/_(?:AT|ON)$/, '').toLowerCase()}_asc`);
    facade.forget();
    const descending = (await tokens(`(first: 100, orderBy: { field: ${word}, direction: DESC })`)).nodes
      .map(key)
      .filter((value) => value !== '');
    expect(listCall()).toContain(`sort=${word.replace(/_(?:AT|ON)$/, '').toLowerCase()}_desc`);
    expect(ascending).toEqual(ascending.toSorted());
    expect(descending).toEqual(ascending.toReversed());
  });

  test('finds a token by node, and its account', async () => {
    const { data, errors } = await facade.execute(
      '{ node(id: "gid://service/ServiceAccountToken/9/3100000001/9030") { id ... on ServiceAccountToken { databaseId serviceAccount { id username } } } }',
      {},
      { as: 'owner' },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      node: {
        id: 'gid://service/ServiceAccountToken/9/3100000001/9030',
        databaseId: 9030,
        serviceAccount: { id: account, username: 'service_account_group_9_tiles' },
      },
    });
    expect(facade.calls.toSorted()).toEqual(
      [`GET ${tokensPath}?page=1&per_page=100`, 'GET /groups/9/service_accounts?page=1&per_page=100'].toSorted(),
    );
  });

  test('returns null by node for a token that does not exist', async () => {
    const { data } = await facade.execute(
      '{ node(id: "gid://service/ServiceAccountToken/9/3100000001/1") { id } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ node: null });
  });

  test('returns null for an account of the instance without a call', async () => {
    const { data, errors } = await facade.execute(
      '{ serviceAccounts { nodes { name personalAccessTokens { totalCount } } } }',
      {},
      { as: 'administrator' },
    );
    expect(data).toEqual({ serviceAccounts: { nodes: [{ name: 'Deployment service', personalAccessTokens: null }] } });
    expect(errors).toBeUndefined();
    expect(facade.calls).toEqual(['GET /service_accounts?page=1&per_page=20']);
  });

  test('reports every invalid argument in one error, before the call', async () => {
    const { errors } = await read('(first: 10001, after: "nothing", last: 1)');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['first'] }, { path: ['after'] }, { path: ['last'] }],
    });
    expect(listCall()).toBeUndefined();
  });

  test('requires a valid credential and a group', async () => {
    const code = async (as: Role, id = account) => ({ code: (await read('', as, id)).errors?.[0]?.extensions?.code });
    expect(await outcomes((as) => code(as))).toEqual({
      anonymous: 'UNAUTHENTICATED',
      guest: 'FORBIDDEN',
      developer: 'FORBIDDEN',
      maintainer: 'FORBIDDEN',
    });
    const { errors } = await facade.execute(
      '{ group(id: "9") { serviceAccounts { nodes { personalAccessTokens { totalCount } } } } }',
      {},
      { headers: { 'private-token': 'expired' } },
    );
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    expect((await read('', 'owner', 'gid://service/ServiceAccount/4294967297/5')).data).toEqual({ node: null });
  });
});

describe('creating', () => {
  test('shows the secret; the token is valid as long as possible by default', async () => {
    const { payload } = await create({});
    const { databaseId } = payload?.serviceAccountToken ?? {};
    expect(payload).toEqual({
      serviceAccountToken: {
        id: `gid://service/ServiceAccountToken/9/3100000002/${databaseId}`,
        databaseId: expect.any(Number),
        name: 'ci',
        description: null,
        scopes: ['api'],
        user: { databaseId: 3100000002 },
        revoked: false,
        active: true,
        createdAt: '2025-06-01T12:00:00.000Z',
        lastUsedAt: null,
        expiresOn: '2026-06-01',
      },
      token: expect.stringContaining(secretPrefix),
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /groups/9/service_accounts/3100000002/personal_access_tokens']);
    expect(facade.requests[0]?.body).toEqual({ name: 'ci', scopes: ['api'] });
  });

  test('sends every parameter', async () => {
    const input = {
      description: 'For the nightly run',
      scopes: ['read_user', 'read_repository'],
      expiresOn: '2025-08-01',
    };
    const { payload } = await create(input);
    expect(payload?.serviceAccountToken).toMatchObject(input);
    expect(facade.requests[0]?.body).toEqual({
      name: 'ci',
      description: 'For the nightly run',
      scopes: ['read_user', 'read_repository'],
      expires_at: '2025-08-01',
    });
  });

  test('keeps the token out of an error of the service', async () => {
    const { payload } = await create({ expiresOn: '2020-01-01' });
    const errors = [{ code: 'BAD_USER_INPUT', path: ['input', 'expiresOn'] }];
    expect(payload).toMatchObject({ serviceAccountToken: null, token: null, errors });
  });

  test.each([
    ['gid://service/ServiceAccount/11', 'is for service accounts of groups only, not for those of the whole instance'],
    ['gid://service/User/11', 'must be the global id of a ServiceAccount'],
  ])('rejects the account %s before the call', async (serviceAccount, message) => {
    const { payload } = await create({ serviceAccount }, 'administrator');
    expect(payload?.errors).toMatchObject([{ path: ['input', 'serviceAccount'], message }]);
    expect(facade.calls).toEqual([]);
  });

  test('reports an account of another type as not found', async () => {
    const { payload } = await create({ serviceAccount: 'gid://service/ServiceAccount/9/5' });
    expect(payload).toMatchObject({ token: null, errors: [{ __typename: 'NotFoundError' }] });
  });
});

describe('rotating', () => {
  test('replaces the old token by a new one, for a week', async () => {
    const old = await newToken({ description: 'Kept', scopes: ['read_user'] });
    const { payload } = await rotate({ id: old.id });
    const { databaseId } = payload?.serviceAccountToken ?? {};
    expect(payload).toEqual({
      serviceAccountToken: {
        ...old,
        id: `gid://service/ServiceAccountToken/9/3100000002/${databaseId}`,
        databaseId: expect.any(Number),
        expiresOn: '2025-06-08',
      },
      token: expect.stringContaining(secretPrefix),
      revokedToken: { id: old.id },
      errors: [],
    });
    expect(databaseId).not.toBe(old.databaseId);
    expect(facade.calls).toEqual([
      `POST /groups/9/service_accounts/3100000002/personal_access_tokens/${old.databaseId}/rotate`,
    ]);
    const { nodes } = await tokens('(filter: { revokedOnly: true })', quietAccount);
    expect(nodes.map(({ id }) => id)).toContain(old.id);
  });

  test('keeps the new token valid until the given day', async () => {
    const { id } = await newToken();
    const { payload } = await rotate({ id, expiresOn: '2025-12-31' });
    expect(payload?.serviceAccountToken?.expiresOn).toBe('2025-12-31');
    expect(facade.requests[0]?.body).toEqual({ expires_at: '2025-12-31' });
  });

  test('rejects a revoked token, and reports an unknown one as not found', async () => {
    const { id } = await newToken();
    await revoke(id);
    const nothing = { serviceAccountToken: null, token: null, revokedToken: null };
    expect((await rotate({ id })).payload).toMatchObject({ ...nothing, errors: [{ code: 'BAD_USER_INPUT' }] });
    const unknown = await rotate({ id: 'gid://service/ServiceAccountToken/9/3100000002/1' });
    expect(unknown.payload).toMatchObject({ ...nothing, errors: [{ code: 'NOT_FOUND' }] });
  });
});

describe('revoking', () => {
  test('costs one call, and one more to show the token', async () => {
    const [first, second] = [await newToken(), await newToken()];
    const shown = await revoke(first.id);
    expect(shown.payload).toEqual({ serviceAccountToken: { id: first.id, revoked: true, active: false }, errors: [] });
    const path = '/groups/9/service_accounts/3100000002/personal_access_tokens';
    expect(facade.calls).toEqual([`DELETE ${path}/${first.databaseId}`, `GET ${path}?page=1&per_page=100`]);
    facade.forget();
    await revoke(second.id, 'owner', '__typename');
    expect(facade.calls).toEqual([`DELETE ${path}/${second.databaseId}`]);
  });

  test('rejects a token that is already revoked, and reports an unknown one as not found', async () => {
    const { id } = await newToken();
    await revoke(id);
    expect((await revoke(id)).payload).toMatchObject({
      serviceAccountToken: null,
      errors: [{ code: 'BAD_USER_INPUT' }],
    });
    const unknown = await revoke('gid://service/ServiceAccountToken/9/3100000002/1');
    expect(unknown.payload).toMatchObject({ serviceAccountToken: null, errors: [{ code: 'NOT_FOUND' }] });
  });

  test.each(['9001', 'gid://service/ServiceAccount/9/3100000002', 'gid://service/ServiceAccountToken/9/9001'])(
    'rejects the id %s before the call',
    async (id) => {
      for (const { payload } of [await revoke(id), await rotate({ id })])
        expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
      expect(facade.calls).toEqual([]);
    },
  );
});

test('requires an Owner of the group for tokens', async () => {
  const rejected = {
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: 'FORBIDDEN',
    anonymous: 'UNAUTHENTICATED',
  };
  expect(await outcomes((as) => create({}, as))).toEqual(rejected);
  expect(await outcomes(async (as) => rotate({ id: (await newToken()).id }, as))).toEqual(rejected);
  expect(await outcomes(async (as) => revoke((await newToken()).id, as))).toEqual(rejected);
});
