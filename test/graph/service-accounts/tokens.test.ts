import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { type Page, pageInfo } from '../page-through.ts';
import { outcomes } from '../roles.ts';
import { secretPrefix } from './account.ts';

const now = '2025-06-01T12:00:00Z';
const account = 'gid://service/ServiceAccount/9/3100000001';
const otherAccount = 'gid://service/ServiceAccount/9/3100000002';
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

const tokenFields = everything('ServiceAccountToken');

const executeTokenQuery = (args = '', as: Role = 'owner', id = account) =>
  facade.execute<{ node: { personalAccessTokens: Tokens | null } | null }>(
    `query ($id: ID!) {
      node(id: $id) {
        ... on ServiceAccount { personalAccessTokens${args} { nodes { ${tokenFields} } totalCount ${pageInfo} } }
      }
    }`,
    { id },
    { as },
  );

async function readTokens(args = '', id = account): Promise<Tokens> {
  const { data, errors } = await executeTokenQuery(args, 'owner', id);
  expect(errors).toBeUndefined();
  return data.node?.personalAccessTokens ?? expect.unreachable();
}

const findListCall = () => facade.calls.find((call) => call.includes('personal_access_tokens'));

interface TokenPayload {
  readonly serviceAccountToken: Token | null;
  readonly token: string | null;
  readonly revokedToken: { readonly id: string } | null;
}
type Input = Readonly<Record<string, unknown>>;
const createToken = (input: Input, as: Role = 'owner') =>
  mutate<TokenPayload>(
    facade,
    'serviceAccountTokenCreate',
    { serviceAccount: otherAccount, name: 'ci', scopes: ['api'], ...input },
    `serviceAccountToken { ${tokenFields} } token`,
    as,
  );
const rotateToken = (input: Input, as: Role = 'owner') =>
  mutate<TokenPayload>(
    facade,
    'serviceAccountTokenRotate',
    input,
    `serviceAccountToken { ${tokenFields} } token revokedToken { id }`,
    as,
  );
const revokeToken = (id: string, as: Role = 'owner', selection = 'serviceAccountToken { id revoked active }') =>
  mutate<TokenPayload>(facade, 'serviceAccountTokenRevoke', { id }, selection, as);

async function createTestToken(input: Input = {}): Promise<Token> {
  const { payload } = await createToken(input);
  facade.forget();
  return payload?.serviceAccountToken ?? expect.unreachable();
}

describe('reading', () => {
  test('returns a token with its dates, without its secret', async () => {
    const { nodes, totalCount } = await readTokens('(first: 1)');
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

  const dates = {
    created: ({ createdAt }: Token) => createdAt,
    used: ({ lastUsedAt }: Token) => lastUsedAt ?? '',
    expires: ({ expiresOn }: Token) => expiresOn ?? '',
  };

  test.each<[string, string, (token: Token) => boolean]>([
    [
      'filter: { createdAfter: "2025-01-01T00:00:00Z" }',
      'created_after=2025-01-01T00%3A00%3A00Z',
      (t) => dates.created(t) > '2025-01',
    ],
    [
      'filter: { createdBefore: "2025-01-01T00:00:00Z" }',
      'created_before=2025-01-01T00%3A00%3A00Z',
      (t) => dates.created(t) < '2025-01',
    ],
    [
      'filter: { lastUsedAfter: "2025-01-01T00:00:00Z" }',
      'last_used_after=2025-01-01T00%3A00%3A00Z',
      (t) => dates.used(t) > '2025-01',
    ],
    [
      'filter: { lastUsedBefore: "2025-01-01T00:00:00Z" }',
      'last_used_before=2025-01-01T00%3A00%3A00Z',
      (t) => dates.used(t) !== '' && dates.used(t) < '2025-01',
    ],
    ['filter: { expiresAfter: "2025-07-01" }', 'expires_after=2025-07-01', (t) => dates.expires(t) > '2025-07-01'],
    ['filter: { expiresBefore: "2025-07-01" }', 'expires_before=2025-07-01', (t) => dates.expires(t) < '2025-07-01'],
    ['filter: { revokedOnly: true }', 'revoked=true', ({ revoked }) => revoked],
    ['filter: { search: "MIRROR" }', 'search=MIRROR', ({ name }) => name.includes('mirror')],
    ['filter: { state: ACTIVE }', 'state=active', ({ active }) => active],
    ['filter: { state: INACTIVE }', 'state=inactive', ({ active }) => !active],
  ])('filters by %s', async (args, parameter, matches) => {
    const all = await readTokens('(first: 100)');
    facade.forget();
    const { nodes } = await readTokens(`(first: 100, ${args})`);
    expect(nodes).toEqual(all.nodes.filter(matches));
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.length).toBeLessThan(30);
    expect(findListCall()?.split(/[?&]/)).toContain(parameter);
  });

  test.each([
    ['CREATED_AT', dates.created],
    ['EXPIRES_ON', dates.expires],
    ['LAST_USED_AT', dates.used],
    ['NAME', ({ name }: Token) => name],
  ])('sorts by %s in both directions', async (field, key) => {
    const ascending = (await readTokens(`(first: 100, orderBy: { field: ${field}, direction: ASC })`)).nodes
      .map(key)
      .filter((value) => value !== '');
    expect(findListCall()).toContain(`sort=${field.replace(/_(?:AT|ON)$/, '').toLowerCase()}_asc`);
    facade.forget();
    const descending = (await readTokens(`(first: 100, orderBy: { field: ${field}, direction: DESC })`)).nodes
      .map(key)
      .filter((value) => value !== '');
    expect(findListCall()).toContain(`sort=${field.replace(/_(?:AT|ON)$/, '').toLowerCase()}_desc`);
    expect(ascending).toEqual(ascending.toSorted());
    expect(descending).toEqual(ascending.toReversed());
  });

  test('returns a token and its account from node', async () => {
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

  test('returns null from node for a token that does not exist', async () => {
    const { data } = await facade.execute(
      '{ node(id: "gid://service/ServiceAccountToken/9/3100000001/1") { id } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ node: null });
  });

  test('returns null for an account of the instance without a further call', async () => {
    const { data, errors } = await facade.execute(
      '{ serviceAccounts { nodes { name personalAccessTokens { totalCount } } } }',
      {},
      { as: 'administrator' },
    );
    expect(data).toEqual({ serviceAccounts: { nodes: [{ name: 'Deployment service', personalAccessTokens: null }] } });
    expect(errors).toBeUndefined();
    expect(facade.calls).toEqual(['GET /service_accounts?page=1&per_page=20']);
  });

  test('reports every invalid argument in one error, without a call for the tokens', async () => {
    const { errors } = await executeTokenQuery('(first: 10001, after: "nothing", last: 1)');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['first'] }, { path: ['after'] }, { path: ['last'] }],
    });
    expect(findListCall()).toBeUndefined();
  });

  test('requires a valid credential and an Owner, and returns null for a group that does not exist', async () => {
    const getCode = async (as: Role, id = account) => ({
      code: (await executeTokenQuery('', as, id)).errors?.[0]?.extensions?.code,
    });
    expect(await outcomes((as) => getCode(as))).toEqual({
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
    expect((await executeTokenQuery('', 'owner', 'gid://service/ServiceAccount/4294967297/5')).data).toEqual({
      node: null,
    });
  });
});

describe('creating', () => {
  test('returns the secret, and a token that expires after a year by default', async () => {
    const { payload } = await createToken({});
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
    const { payload } = await createToken(input);
    expect(payload?.serviceAccountToken).toMatchObject(input);
    expect(facade.requests[0]?.body).toEqual({
      name: 'ci',
      description: 'For the nightly run',
      scopes: ['read_user', 'read_repository'],
      expires_at: '2025-08-01',
    });
  });

  test('returns null for the token if the service rejects the input', async () => {
    const { payload } = await createToken({ expiresOn: '2020-01-01' });
    const errors = [{ code: 'BAD_USER_INPUT', path: ['input', 'expiresOn'] }];
    expect(payload).toMatchObject({ serviceAccountToken: null, token: null, errors });
  });

  test.each([
    ['gid://service/ServiceAccount/11', 'is for service accounts of groups only, not for those of the whole instance'],
    ['gid://service/User/11', 'must be the global id of a ServiceAccount, not of a User'],
  ])('rejects the account %s without a REST call', async (serviceAccount, message) => {
    const { payload } = await createToken({ serviceAccount }, 'administrator');
    expect(payload?.errors).toMatchObject([{ path: ['input', 'serviceAccount'], message }]);
    expect(facade.calls).toEqual([]);
  });

  test('returns NotFoundError for a user that is not a service account', async () => {
    const { payload } = await createToken({ serviceAccount: 'gid://service/ServiceAccount/9/5' });
    expect(payload).toMatchObject({ token: null, errors: [{ __typename: 'NotFoundError' }] });
  });
});

describe('rotating', () => {
  test('replaces the old token by a new one that expires after a week', async () => {
    const oldToken = await createTestToken({ description: 'Kept', scopes: ['read_user'] });
    const { payload } = await rotateToken({ id: oldToken.id });
    const { databaseId } = payload?.serviceAccountToken ?? {};
    expect(payload).toEqual({
      serviceAccountToken: {
        ...oldToken,
        id: `gid://service/ServiceAccountToken/9/3100000002/${databaseId}`,
        databaseId: expect.any(Number),
        expiresOn: '2025-06-08',
      },
      token: expect.stringContaining(secretPrefix),
      revokedToken: { id: oldToken.id },
      errors: [],
    });
    expect(databaseId).not.toBe(oldToken.databaseId);
    expect(facade.calls).toEqual([
      `POST /groups/9/service_accounts/3100000002/personal_access_tokens/${oldToken.databaseId}/rotate`,
    ]);
    const { nodes } = await readTokens('(filter: { revokedOnly: true })', otherAccount);
    expect(nodes.map(({ id }) => id)).toContain(oldToken.id);
  });

  test('sets the expiry of the new token to expiresOn', async () => {
    const { id } = await createTestToken();
    const { payload } = await rotateToken({ id, expiresOn: '2025-12-31' });
    expect(payload?.serviceAccountToken?.expiresOn).toBe('2025-12-31');
    expect(facade.requests[0]?.body).toEqual({ expires_at: '2025-12-31' });
  });

  test('returns BAD_USER_INPUT for a revoked token, and NOT_FOUND for an unknown one', async () => {
    const { id } = await createTestToken();
    await revokeToken(id);
    const nullObjects = { serviceAccountToken: null, token: null, revokedToken: null };
    expect((await rotateToken({ id })).payload).toMatchObject({ ...nullObjects, errors: [{ code: 'BAD_USER_INPUT' }] });
    const unknown = await rotateToken({ id: 'gid://service/ServiceAccountToken/9/3100000002/1' });
    expect(unknown.payload).toMatchObject({ ...nullObjects, errors: [{ code: 'NOT_FOUND' }] });
  });
});

describe('revoking', () => {
  test('makes one call, and one more if attributes of the token are selected', async () => {
    const [first, second] = [await createTestToken(), await createTestToken()];
    const revocation = await revokeToken(first.id);
    expect(revocation.payload).toEqual({
      serviceAccountToken: { id: first.id, revoked: true, active: false },
      errors: [],
    });
    const path = '/groups/9/service_accounts/3100000002/personal_access_tokens';
    expect(facade.calls).toEqual([`DELETE ${path}/${first.databaseId}`, `GET ${path}?page=1&per_page=100`]);
    facade.forget();
    await revokeToken(second.id, 'owner', '__typename');
    expect(facade.calls).toEqual([`DELETE ${path}/${second.databaseId}`]);
  });

  test('returns BAD_USER_INPUT for a token that is already revoked, and NOT_FOUND for an unknown one', async () => {
    const { id } = await createTestToken();
    await revokeToken(id);
    expect((await revokeToken(id)).payload).toMatchObject({
      serviceAccountToken: null,
      errors: [{ code: 'BAD_USER_INPUT' }],
    });
    const unknown = await revokeToken('gid://service/ServiceAccountToken/9/3100000002/1');
    expect(unknown.payload).toMatchObject({ serviceAccountToken: null, errors: [{ code: 'NOT_FOUND' }] });
  });

  test.each(['9001', 'gid://service/ServiceAccount/9/3100000002', 'gid://service/ServiceAccountToken/9/9001'])(
    'rejects the id %s without a REST call',
    async (id) => {
      for (const { payload } of [await revokeToken(id), await rotateToken({ id })])
        expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
      expect(facade.calls).toEqual([]);
    },
  );
});

test('requires an Owner of the group for tokens', async () => {
  const expectedCodes = {
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: 'FORBIDDEN',
    anonymous: 'UNAUTHENTICATED',
  };
  expect(await outcomes((as) => createToken({}, as))).toEqual(expectedCodes);
  expect(await outcomes(async (as) => rotateToken({ id: (await createTestToken()).id }, as))).toEqual(expectedCodes);
  expect(await outcomes(async (as) => revokeToken((await createTestToken()).id, as))).toEqual(expectedCodes);
});
