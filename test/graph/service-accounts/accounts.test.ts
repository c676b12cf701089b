import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../src/sandbox/index.ts';
import { pipelineTable } from '../../../src/sandbox/pipelines/rows.ts';
import { freeGroupIds, serviceAccounts } from '../../../src/sandbox/service-accounts/accounts.ts';
import { groups } from '../../../src/sandbox/world/groups.ts';
import { members } from '../../../src/sandbox/world/members.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { type Page, pageInfo, pageThrough } from '../page-through.ts';
import { outcomes } from '../roles.ts';

const { publicGroup, nestedGroup } = landmarks;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface Account {
  readonly id: string;
  readonly databaseId: number;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
  readonly unconfirmedEmail: string | null;
}
interface Accounts extends Page<Account> {
  readonly totalCount: number;
}

const every = everything('ServiceAccount');
const list = (args = '') => `serviceAccounts${args} { nodes { ${every} } totalCount ${pageInfo} }`;
const readInstance = (args = '', as: Role = 'administrator') =>
  facade.ask<{ serviceAccounts: Accounts | null }>(`{ ${list(args)} }`, {}, { as });
const readGroup = (args = '', as: Role = 'owner', group: string = publicGroup.path) =>
  facade.ask<{ group: { serviceAccounts: Accounts | null } }>(
    `query ($group: ID!) { group(id: $group) { ${list(args)} } }`,
    { group },
    { as },
  );
const node = (id: string, as: Role = 'administrator') =>
  facade.ask<{ node: Account | null }>(
    `query ($id: ID!) { node(id: $id) { id ... on ServiceAccount { ${every} } } }`,
    { id },
    { as },
  );

interface Changed {
  readonly serviceAccount: Account | null;
}
type Input = Readonly<Record<string, unknown>>;
const create = (input: Input, as: Role = 'owner') =>
  mutate<Changed>(facade, 'serviceAccountCreate', input, `serviceAccount { ${every} }`, as);
const update = (input: Input, as: Role = 'owner') =>
  mutate<Changed>(facade, 'serviceAccountUpdate', input, `serviceAccount { ${every} }`, as);
const remove = (input: Input, as: Role = 'owner') =>
  mutate<{ deletedServiceAccountId: string | null }>(
    facade,
    'serviceAccountDelete',
    input,
    'deletedServiceAccountId',
    as,
  );

/** An account of a group, made for one test. */
async function newAccount(input: Input = {}): Promise<Account> {
  const { payload } = await create({ group: publicGroup.path, ...input });
  facade.forget();
  return payload?.serviceAccount ?? expect.unreachable();
}

describe('reading', () => {
  test('R-SVC-07 the list of the instance shows id, username and name only, at one call', async () => {
    const { data, errors } = await readInstance();
    expect(errors).toBeUndefined();
    expect(data.serviceAccounts).toMatchObject({
      nodes: [
        {
          id: 'gid://service/ServiceAccount/11',
          databaseId: 11,
          username: 'service_account_deploy',
          name: 'Deployment service',
          email: null,
          unconfirmedEmail: null,
        },
      ],
      totalCount: 1,
    });
    expect(facade.calls).toEqual(['GET /service_accounts?page=1&per_page=20']);
  });

  test('R-SVC-07 the list of a group shows the email address too', async () => {
    const { data, errors } = await readGroup();
    expect(errors).toBeUndefined();
    expect(data.group.serviceAccounts?.nodes.at(-1)).toEqual({
      id: 'gid://service/ServiceAccount/9/3100000001',
      databaseId: 3100000001,
      username: 'service_account_group_9_tiles',
      name: 'Tile renderer',
      email: 'service_account_group_9_tiles@noreply.forge.example.com',
      unconfirmedEmail: null,
    });
    expect(facade.calls).toEqual([
      'GET /groups/meridian/service_accounts?page=1&per_page=20',
      'GET /groups/meridian?with_projects=false',
    ]);
  });

  test('the user behind an account', async () => {
    const { data, errors } = await facade.ask(
      '{ serviceAccounts { nodes { user { username state bot } } } }',
      {},
      { as: 'administrator' },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      serviceAccounts: { nodes: [{ user: { username: 'service_account_deploy', state: 'ACTIVE', bot: true } }] },
    });
    expect(facade.calls).toEqual(['GET /service_accounts?page=1&per_page=20', 'GET /users/11']);
  });

  test.each([
    ['', 'page=1&per_page=20', [3100000003, 3100000002, 3100000001]],
    ['(sort: ASC)', 'page=1&per_page=20&sort=asc', [3100000001, 3100000002, 3100000003]],
    ['(orderBy: ID, sort: DESC)', 'order_by=id&page=1&per_page=20&sort=desc', [3100000003, 3100000002, 3100000001]],
    ['(orderBy: USERNAME)', 'order_by=username&page=1&per_page=20', [3100000001, 3100000003, 3100000002]],
    [
      '(orderBy: USERNAME, sort: ASC)',
      'order_by=username&page=1&per_page=20&sort=asc',
      [3100000002, 3100000003, 3100000001],
    ],
  ])('R-SVC-08 orders by id from the last unless told otherwise: %s', async (args, sent, ids) => {
    const { data } = await readGroup(args);
    expect(data.group.serviceAccounts?.nodes.map(({ databaseId }) => databaseId)).toEqual(ids);
    expect(facade.calls).toContain(`GET /groups/meridian/service_accounts?${sent}`);
  });

  test('R-SVC-08 orders accounts of the instance', async () => {
    const { payload } = await create({}, 'administrator');
    facade.forget();
    const ascending = await readInstance('(orderBy: ID, sort: ASC)');
    const descending = await readInstance('(orderBy: USERNAME, sort: DESC)');
    const newest = payload?.serviceAccount?.databaseId;
    expect(ascending.data.serviceAccounts?.nodes.map(({ databaseId }) => databaseId)).toEqual([11, newest]);
    expect(descending.data.serviceAccounts?.nodes.map(({ databaseId }) => databaseId)).toEqual([11, newest]);
    expect(facade.calls).toEqual([
      'GET /service_accounts?order_by=id&page=1&per_page=20&sort=asc',
      'GET /service_accounts?order_by=username&page=1&per_page=20&sort=desc',
    ]);
  });

  test('refuses an unknown order before the call', async () => {
    const { errors } = await readGroup('(orderBy: UNKNOWN, sort: UNKNOWN)');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['orderBy'] }, { path: ['sort'] }],
    });
    expect(facade.calls.filter((call) => call.includes('service_accounts'))).toEqual([]);
  });

  test('pages to the end, forward and backward', async () => {
    const { forward, backward } = await pageThrough(async (args) => {
      const { data } = await readGroup(`(${args})`);
      return data.group.serviceAccounts ?? expect.unreachable();
    }, 2);
    expect(forward.map(({ databaseId }) => databaseId)).toEqual([3100000003, 3100000002, 3100000001]);
    expect(backward).toEqual(forward);
  });

  test('a group without accounts has an empty list', async () => {
    const { data } = await readGroup('', 'owner', landmarks.internalGroup.path);
    expect(data.group.serviceAccounts).toMatchObject({ nodes: [], totalCount: 0 });
  });

  test.each([
    ['gid://service/ServiceAccount/11', 'Deployment service', 'GET /service_accounts?page=1&per_page=100'],
    ['gid://service/ServiceAccount/9/3100000002', 'Alert relay', 'GET /groups/9/service_accounts?page=1&per_page=100'],
  ])('node finds %s', async (id, name, call) => {
    const { data, errors } = await node(id);
    expect(errors).toBeUndefined();
    expect(data.node).toMatchObject({ id, name });
    expect(facade.calls).toEqual([call]);
  });

  test.each(['gid://service/ServiceAccount/12', 'gid://service/ServiceAccount/10/3100000001'])(
    'node is null for %s, which is none',
    async (id) => expect((await node(id)).data).toEqual({ node: null }),
  );

  test('a group that does not exist is an error of the list', async () => {
    const { data, errors } = await facade.ask(
      '{ group(id: "no/such") { serviceAccounts { nodes { name } } } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ group: { serviceAccounts: null } });
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  test('R-SVC-22 accounts of a group are for its Owners, those of the instance for administrators', async () => {
    const code = async (read: Promise<{ errors?: readonly { extensions?: { code?: string } }[] }>) => ({
      code: (await read).errors?.[0]?.extensions?.code,
    });
    const refused = {
      anonymous: 'UNAUTHENTICATED',
      guest: 'FORBIDDEN',
      developer: 'FORBIDDEN',
      maintainer: 'FORBIDDEN',
    };
    expect(await outcomes((as) => code(readGroup('', as)))).toEqual(refused);
    expect(await outcomes((as) => code(readInstance('', as)))).toEqual({ ...refused, owner: 'FORBIDDEN' });
  });
});

describe('creating', () => {
  test('R-SVC-01 R-SVC-02 R-SVC-03 an account of the instance needs nothing', async () => {
    const { payload } = await create({}, 'administrator');
    const { databaseId, username } = payload?.serviceAccount ?? {};
    expect(payload).toEqual({
      serviceAccount: {
        id: `gid://service/ServiceAccount/${databaseId}`,
        databaseId: expect.any(Number),
        username: expect.stringMatching(/^service_account_(?!group)/),
        name: 'Service account user',
        email: `${username}@noreply.forge.example.com`,
        unconfirmedEmail: null,
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /service_accounts']);
    expect(facade.requests[0]?.body).toEqual({});
  });

  test.each(['meridian', '9', 'gid://service/Group/9'])('R-SVC-02 an account of the group %s', async (group) => {
    const { payload } = await create({ group });
    expect(payload?.serviceAccount).toMatchObject({
      id: `gid://service/ServiceAccount/9/${payload?.serviceAccount?.databaseId}`,
      username: expect.stringMatching(/^service_account_group_/),
      email: expect.stringMatching(/^service_account_group_.*@noreply/),
    });
  });

  test.each<[Input, Role]>([
    [{}, 'administrator'],
    [{ group: publicGroup.path }, 'owner'],
  ])('R-SVC-04 sends name, username and email address, which awaits confirmation: %j', async (where, as) => {
    const username = `mailer-${as}`;
    const email = `${username}@elsewhere.example.net`;
    const { payload } = await create({ ...where, name: 'Mailer', username, email }, as);
    expect(payload?.serviceAccount).toMatchObject({
      name: 'Mailer',
      username,
      email: expect.stringContaining('@noreply'),
      unconfirmedEmail: email,
    });
    expect(facade.requests[0]?.body).toEqual({ name: 'Mailer', username, email });
  });

  test('R-SVC-05 an address of a verified domain of the group needs no confirmation', async () => {
    const email = 'bot1@meridian.example.com';
    const { payload } = await create({ group: nestedGroup.path, email });
    expect(payload?.serviceAccount).toMatchObject({ email, unconfirmedEmail: null });
  });

  test.each<[Input, Role]>([
    [{}, 'administrator'],
    [{ group: publicGroup.path }, 'owner'],
  ])('R-SVC-06 refuses an email address in use: %j', async (where, as) => {
    const { payload } = await create({ ...where, email: 'dana.kim@corp.example.com' }, as);
    expect(payload).toMatchObject({
      serviceAccount: null,
      errors: [{ code: 'BAD_USER_INPUT', message: 'Email has already been taken' }],
    });
  });

  test('R-SVC-21 refuses the 101st account of a root group on the Free tier', async () => {
    const [groupId = 0] = freeGroupIds;
    const table = serviceAccounts(facade.sandbox.store);
    for (let id = 1; id <= 100; id++) table.put({ id: -id, groupId, unconfirmedEmail: undefined, composite: false });
    const { payload } = await create({ group: groupId }, 'administrator');
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    for (let id = 1; id <= 100; id++) table.delete(-id);
  });

  test('refuses what names no group, before the call', async () => {
    for (const group of ['gid://service/Project/9', '', '..']) {
      const { payload } = await create({ group });
      expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    }
    expect(facade.calls).toEqual([]);
    const { payload } = await create({ group: 'no/such' });
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'NOT_FOUND' }] });
  });
});

describe('changing', () => {
  test('R-SVC-04 an account of the instance: a new address is held back', async () => {
    const { payload: created } = await create({}, 'administrator');
    const before = created?.serviceAccount ?? expect.unreachable();
    facade.forget();
    const change = { name: 'Renamed', username: 'renamed-account', email: 'renamed@elsewhere.example.net' };
    const { payload } = await update({ id: before.id, ...change }, 'administrator');
    expect(payload?.serviceAccount).toEqual({
      ...before,
      name: 'Renamed',
      username: 'renamed-account',
      unconfirmedEmail: 'renamed@elsewhere.example.net',
    });
    expect(facade.calls).toEqual([`PATCH /service_accounts/${before.databaseId}`]);
    expect(facade.requests[0]?.body).toEqual(change);
  });

  test('R-SVC-05 an account of a group: an address of its verified domain holds at once', async () => {
    const before = await newAccount();
    const change = { name: 'Renamed', username: 'renamed-in-group', email: 'renamed@meridian.example.com' };
    const { payload } = await update({ id: before.id, ...change });
    expect(payload?.serviceAccount).toEqual({ ...before, ...change });
    expect(facade.calls).toEqual([`PATCH /groups/9/service_accounts/${before.databaseId}`]);
    expect(facade.requests[0]?.body).toEqual(change);
  });

  test('what is left out or null stays', async () => {
    const before = await newAccount({ name: 'Stays' });
    const { payload } = await update({ id: before.id, name: null, username: 'only-this' });
    expect(payload?.serviceAccount).toEqual({ ...before, username: 'only-this' });
    expect(facade.requests[0]?.body).toEqual({ username: 'only-this' });
  });

  test('R-SVC-09 the username of an account with a composite identity cannot be changed', async () => {
    const id = 'gid://service/ServiceAccount/9/3100000003';
    const { payload } = await update({ id, username: 'somebody-else' });
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    const renamed = await update({ id, name: 'Another name' });
    expect(renamed.payload?.serviceAccount).toMatchObject({ name: 'Another name' });
  });

  test.each(['11', 'gid://service/User/11', 'gid://service/ServiceAccount/1/2/3'])('refuses the id %s', async (id) => {
    const { payload } = await update({ id, name: 'x' }, 'administrator');
    expect(payload).toMatchObject({ errors: [{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }] });
    expect(facade.calls).toEqual([]);
  });

  test.each(['gid://service/ServiceAccount/5', 'gid://service/ServiceAccount/9/5'])('%s is not found', async (id) => {
    const { payload } = await update({ id, name: 'x' }, 'administrator');
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ __typename: 'NotFoundError' }] });
  });
});

describe('deleting', () => {
  /** An account that started a pipeline and alone owns a group. */
  async function contributor(): Promise<{ account: Account; pipelineId: number; groupId: number }> {
    const account = await newAccount();
    const { store } = facade.sandbox;
    const [sample] = pipelineTable(store).where(({ projectId }) => projectId === landmarks.busyProject.id);
    const [group] = groups(store).where(({ id }) => id === landmarks.foreignGroup.id);
    if (sample === undefined || group === undefined) return expect.unreachable();
    const userId = account.databaseId;
    const pipeline = pipelineTable(store).insert((id) => ({ ...sample, id, userId }));
    const owned = groups(store).insert((id) => ({ ...group, id, path: `owned-${id}` }));
    members(store).insert((id) => ({
      id,
      userId,
      in: 'group',
      holderId: owned.id,
      accessLevel: 50,
      expiresAt: null,
    }));
    return { account, pipelineId: pipeline.id, groupId: owned.id };
  }

  test.each([{}, { hardDelete: false }, { hardDelete: null }])(
    'moves contributions to a placeholder: %j',
    async (options) => {
      const { account, pipelineId, groupId } = await contributor();
      const { payload } = await remove({ id: account.id, ...options });
      expect(payload).toEqual({ deletedServiceAccountId: account.id, errors: [] });
      const query = options.hardDelete === false ? '?hard_delete=false' : '';
      expect(facade.calls).toEqual([`DELETE /groups/9/service_accounts/${account.databaseId}${query}`]);
      expect(pipelineTable(facade.sandbox.store).get(pipelineId)?.userId).toBe(14);
      expect(groups(facade.sandbox.store).get(groupId)).toBeDefined();
      expect((await node(account.id)).data).toEqual({ node: null });
    },
  );

  test('R-SVC-10 a hard deletion takes contributions and solely owned groups along', async () => {
    const { account, pipelineId, groupId } = await contributor();
    await remove({ id: account.id, hardDelete: true });
    expect(facade.calls).toEqual([`DELETE /groups/9/service_accounts/${account.databaseId}?hard_delete=true`]);
    expect(pipelineTable(facade.sandbox.store).get(pipelineId)).toBeUndefined();
    expect(groups(facade.sandbox.store).get(groupId)).toBeUndefined();
  });

  test('R-SVC-12 there is no call for an account of the instance', async () => {
    const { payload } = await remove({ id: 'gid://service/ServiceAccount/11' }, 'administrator');
    expect(payload).toMatchObject({
      deletedServiceAccountId: null,
      errors: [
        {
          code: 'BAD_USER_INPUT',
          path: ['input', 'id'],
          message: 'is for service accounts of groups only, not for those of the whole instance',
        },
      ],
    });
    expect(facade.calls).toEqual([]);
  });

  test('an account that is gone is not found', async () => {
    const { payload } = await remove({ id: 'gid://service/ServiceAccount/9/5' });
    expect(payload).toMatchObject({ deletedServiceAccountId: null, errors: [{ code: 'NOT_FOUND' }] });
  });
});

test('R-SVC-22 accounts of a group are changed by its Owners, those of the instance by administrators', async () => {
  const refused = { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', developer: 'FORBIDDEN', maintainer: 'FORBIDDEN' };
  const { id } = await newAccount();
  expect(await outcomes((as) => create({ group: publicGroup.path }, as))).toEqual(refused);
  expect(await outcomes((as) => update({ id, name: as }, as))).toEqual(refused);
  expect(await outcomes(async (as) => remove({ id: (await newAccount()).id }, as))).toEqual(refused);
  expect(await outcomes((as) => create({}, as))).toEqual({ ...refused, owner: 'FORBIDDEN' });
  const ofInstance = { id: 'gid://service/ServiceAccount/11', name: 'Deployment service' };
  expect(await outcomes((as) => update(ofInstance, as))).toEqual({ ...refused, owner: 'FORBIDDEN' });
});
