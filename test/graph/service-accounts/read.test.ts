import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { type Page, pageInfo } from '../page-through.ts';
import { outcomes } from '../roles.ts';
import { type Account, accountFields, createAccount, instanceTarget, readNode } from './account.ts';

const { publicGroup } = landmarks;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface Accounts extends Page<Account> {
  readonly totalCount: number;
}

const selectAccounts = (args = '') => `serviceAccounts${args} { nodes { ${accountFields} } totalCount ${pageInfo} }`;
const readInstance = (args = '', as: Role = 'administrator') =>
  facade.execute<{ serviceAccounts: Accounts | null }>(`{ ${selectAccounts(args)} }`, {}, { as });
const readGroup = (args = '', as: Role = 'owner', group: string = publicGroup.path) =>
  facade.execute<{ group: { serviceAccounts: Accounts | null } }>(
    `query ($group: ID!) { group(id: $group) { ${selectAccounts(args)} } }`,
    { group },
    { as },
  );
test('reads the email address of each account of the instance from its user', async () => {
  const { data, errors } = await readInstance();
  expect(errors).toBeUndefined();
  expect(data.serviceAccounts).toMatchObject({
    nodes: [
      {
        id: 'gid://service/ServiceAccount/11',
        databaseId: 11,
        username: 'service_account_deploy',
        name: 'Deployment service',
        email: 'service_account_deploy@corp.example.com',
        unconfirmedEmail: null,
      },
    ],
    totalCount: 1,
  });
  expect(facade.calls).toEqual(['GET /service_accounts?page=1&per_page=20', 'GET /users/11']);
});

test.each([
  ['serviceAccounts { nodes { email } }', true],
  ['group(id: 9) { serviceAccounts { nodes { email } } }', false],
])('contains calls for users in the plan of %s: %s', async (query, isPlanned) => {
  const response = await facade.execute(`{ ${query} }`, {}, { headers: { 'x-portico-trace': 'plan' } });
  expect(JSON.stringify(response).includes('"/users/{id}"')).toBe(isPlanned);
});

test('returns the email address from the list of a group', async () => {
  const { data, errors } = await readGroup();
  expect(errors).toBeUndefined();
  expect(data.group.serviceAccounts?.nodes.at(-1)).toEqual({
    id: 'gid://service/ServiceAccount/9/3100000001',
    databaseId: 3100000001,
    username: 'service_account_group_9_tiles',
    name: 'Tile renderer',
    email: 'service_account_group_9_tiles@noreply.forge.example.com',
    unconfirmedEmail: null,
    user: { databaseId: 3100000001 },
  });
  expect(facade.calls).toEqual([
    'GET /groups/meridian/service_accounts?page=1&per_page=20',
    'GET /groups/meridian?with_projects=false',
  ]);
});

test('returns the user of an account', async () => {
  const { data, errors } = await facade.execute(
    '{ serviceAccounts { nodes { user { username state isBot } } } }',
    {},
    { as: 'administrator' },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    serviceAccounts: { nodes: [{ user: { username: 'service_account_deploy', state: 'ACTIVE', isBot: true } }] },
  });
  expect(facade.calls).toEqual(['GET /service_accounts?page=1&per_page=20', 'GET /users/11']);
});

test.each([
  ['', 'page=1&per_page=20', [3100000003, 3100000002, 3100000001]],
  [
    '(orderBy: { field: ID, direction: ASC })',
    'order_by=id&page=1&per_page=20&sort=asc',
    [3100000001, 3100000002, 3100000003],
  ],
  [
    '(orderBy: { field: ID, direction: DESC })',
    'order_by=id&page=1&per_page=20&sort=desc',
    [3100000003, 3100000002, 3100000001],
  ],
  [
    '(orderBy: { field: USERNAME })',
    'order_by=username&page=1&per_page=20&sort=desc',
    [3100000001, 3100000003, 3100000002],
  ],
  [
    '(orderBy: { field: USERNAME, direction: ASC })',
    'order_by=username&page=1&per_page=20&sort=asc',
    [3100000002, 3100000003, 3100000001],
  ],
])(
  'sorts by id in descending order by default, and otherwise by the requested order: %s',
  async (args, expectedQuery, ids) => {
    const { data } = await readGroup(args);
    expect(data.group.serviceAccounts?.nodes.map(({ databaseId }) => databaseId)).toEqual(ids);
    expect(facade.calls).toContain(`GET /groups/meridian/service_accounts?${expectedQuery}`);
  },
);

test('sorts accounts of the instance by id and by username', async () => {
  const { payload } = await createAccount(facade, instanceTarget, 'administrator');
  facade.forget();
  const ascending = await readInstance('(orderBy: { field: ID, direction: ASC })');
  const descending = await readInstance('(orderBy: { field: USERNAME, direction: DESC })');
  const newest = payload?.serviceAccount?.databaseId;
  expect(ascending.data.serviceAccounts?.nodes.map(({ databaseId }) => databaseId)).toEqual([11, newest]);
  expect(descending.data.serviceAccounts?.nodes.map(({ databaseId }) => databaseId)).toEqual([11, newest]);
  expect(facade.calls.filter((call) => call.startsWith('GET /service_accounts'))).toEqual([
    'GET /service_accounts?order_by=id&page=1&per_page=20&sort=asc',
    'GET /service_accounts?order_by=username&page=1&per_page=20&sort=desc',
  ]);
});

test('rejects an unknown order without a REST call', async () => {
  const { errors } = await readGroup('(orderBy: { field: UNKNOWN, direction: UNKNOWN })');
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(Array(2).fill('GRAPHQL_VALIDATION_FAILED'));
  expect(facade.calls).toEqual([]);
});

test.each([
  [
    'gid://service/ServiceAccount/11',
    'Deployment service',
    ['GET /service_accounts?page=1&per_page=100', 'GET /users/11'],
  ],
  ['gid://service/ServiceAccount/9/3100000002', 'Alert relay', ['GET /groups/9/service_accounts?page=1&per_page=100']],
])('returns %s from node', async (id, name, calls) => {
  const { data, errors } = await readNode(facade, id);
  expect(errors).toBeUndefined();
  expect(data.node).toMatchObject({ id, name });
  expect(facade.calls).toEqual(calls);
});

test.each(['gid://service/ServiceAccount/12', 'gid://service/ServiceAccount/10/3100000001'])(
  'returns null from node for %s, which does not exist',
  async (id) => expect((await readNode(facade, id)).data).toEqual({ node: null }),
);

test('returns null and NOT_FOUND for the list of a group that does not exist', async () => {
  const { data, errors } = await facade.execute(
    '{ group(id: "no/such") { serviceAccounts { nodes { name } } } }',
    {},
    { as: 'owner' },
  );
  expect(data).toEqual({ group: { serviceAccounts: null } });
  expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
});

test('requires an Owner for accounts of a group, and an administrator for those of the instance', async () => {
  const getCode = async (read: Promise<{ errors?: readonly { extensions?: { code?: string } }[] }>) => ({
    code: (await read).errors?.[0]?.extensions?.code,
  });
  const expectedCodes = {
    anonymous: 'UNAUTHENTICATED',
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: 'FORBIDDEN',
  };
  expect(await outcomes((as) => getCode(readGroup('', as)))).toEqual(expectedCodes);
  expect(await outcomes((as) => getCode(readInstance('', as)))).toEqual({ ...expectedCodes, owner: 'FORBIDDEN' });
});
