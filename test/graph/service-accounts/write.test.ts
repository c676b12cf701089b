import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { callRest } from '../../rest-client.ts';
import { outcomes } from '../roles.ts';
import {
  type Account,
  createAccount,
  createGroupAccount,
  deleteAccount,
  type Input,
  instanceTarget,
  readNode,
  updateAccount,
} from './account.ts';

const { publicGroup, nestedGroup, foreignGroup, largeIdGroup } = landmarks;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('creating', () => {
  test('creates an account of the instance without any attribute', async () => {
    const { payload } = await createAccount(facade, instanceTarget, 'administrator');
    const { databaseId, username } = payload?.serviceAccount ?? {};
    expect(payload).toEqual({
      serviceAccount: {
        id: `gid://service/ServiceAccount/${databaseId}`,
        databaseId: expect.any(Number),
        username: expect.stringMatching(/^service_account_(?!group)/),
        name: 'Service account user',
        email: `${username}@noreply.forge.example.com`,
        unconfirmedEmail: null,
        user: { databaseId },
      },
      errors: [],
    });
    // The response omits the unconfirmed email address, so that the list is read.
    expect(facade.calls).toEqual(['POST /service_accounts', 'GET /service_accounts?page=1&per_page=100']);
    expect(facade.requests[0]?.body).toEqual({});
  });

  test.each(['meridian', '9', 'gid://service/Group/9'])('creates an account of the group %s', async (group) => {
    const { payload } = await createAccount(facade, { target: { group } });
    expect(payload?.serviceAccount).toMatchObject({
      id: `gid://service/ServiceAccount/9/${payload?.serviceAccount?.databaseId}`,
      username: expect.stringMatching(/^service_account_group_/),
      email: expect.stringMatching(/^service_account_group_.*@noreply/),
    });
  });

  test.each<[Input, Role]>([
    [instanceTarget, 'administrator'],
    [{ target: { group: publicGroup.path } }, 'owner'],
  ])('sends name, username and email address, which awaits confirmation: %j', async (target, as) => {
    const username = `mailer-${as}`;
    const email = `${username}@elsewhere.example.net`;
    const { payload } = await createAccount(facade, { ...target, name: 'Mailer', username, email }, as);
    expect(payload?.serviceAccount).toMatchObject({
      name: 'Mailer',
      username,
      email: expect.stringContaining('@noreply'),
      unconfirmedEmail: email,
    });
    expect(facade.requests[0]?.body).toEqual({ name: 'Mailer', username, email });
  });

  test('requires no confirmation for an email address of a verified domain of the group', async () => {
    const email = 'bot1@meridian.example.com';
    const { payload } = await createAccount(facade, { target: { group: nestedGroup.path }, email });
    expect(payload?.serviceAccount).toMatchObject({ email, unconfirmedEmail: null });
  });

  test.each<[Input, Role]>([
    [instanceTarget, 'administrator'],
    [{ target: { group: publicGroup.path } }, 'owner'],
  ])('rejects an email address in use: %j', async (target, as) => {
    const { payload } = await createAccount(facade, { ...target, email: 'dana.kim@corp.example.com' }, as);
    expect(payload).toMatchObject({
      serviceAccount: null,
      errors: [{ code: 'BAD_USER_INPUT', message: 'Email has already been taken' }],
    });
  });

  test('rejects the 101st account of a root group on the Free tier', async () => {
    const call = { path: { id: foreignGroup.id }, body: {} };
    await Promise.all(Array.from({ length: 100 }, () => callRest(facade, 'createGroupServiceAccount', call)));
    const { payload } = await createAccount(facade, { target: { group: foreignGroup.id } }, 'administrator');
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'BAD_USER_INPUT' }] });
  });

  test('rejects ids that are not ids of groups without a REST call, and returns NOT_FOUND for a group that does not exist', async () => {
    for (const group of ['gid://service/Project/9', '', '..']) {
      const { payload } = await createAccount(facade, { target: { group } });
      expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    }
    expect(facade.calls).toEqual([]);
    const { payload } = await createAccount(facade, { target: { group: 'no/such' } });
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'NOT_FOUND' }] });
  });
});

test('reads the confirmed email address of an account of the instance from its user, and returns unconfirmedEmail in payloads only', async () => {
  const email = 'described@elsewhere.example.net';
  const { payload } = await createAccount(facade, { ...instanceTarget, email }, 'administrator');
  const { id, email: confirmedEmail, unconfirmedEmail } = payload?.serviceAccount ?? {};
  expect(unconfirmedEmail).toBe(email);
  const { data } = await facade.execute<{ __type: { fields: { name: string; description: string }[] } }>(
    `query ($id: ID!) {
      serviceAccount(id: $id) { email unconfirmedEmail user { email } }
      __type(name: "ServiceAccount") { fields { name description } }
    }`,
    { id },
    { as: 'administrator' },
  );
  expect(data).toMatchObject({
    serviceAccount: { email: confirmedEmail, unconfirmedEmail: null, user: { email: confirmedEmail } },
  });
  const unconfirmed = data.__type.fields.find(({ name }) => name === 'unconfirmedEmail');
  expect(unconfirmed?.description).toContain('For accounts of the whole instance, null outside of payloads');
});

describe('changing', () => {
  test('changes an account of the instance, whose new email address requires confirmation', async () => {
    const { payload: created } = await createAccount(facade, instanceTarget, 'administrator');
    const before = created?.serviceAccount ?? expect.unreachable();
    facade.forget();
    const change = { name: 'Renamed', username: 'renamed-account', email: 'renamed@elsewhere.example.net' };
    const { payload } = await updateAccount(facade, { id: before.id, ...change }, 'administrator');
    expect(payload?.serviceAccount).toEqual({
      ...before,
      name: 'Renamed',
      username: 'renamed-account',
      unconfirmedEmail: 'renamed@elsewhere.example.net',
    });
    expect(facade.calls).toEqual([`PATCH /service_accounts/${before.databaseId}`]);
    expect(facade.requests[0]?.body).toEqual(change);
  });

  test('changes an account of a group, whose email address of a verified domain needs no confirmation', async () => {
    const before = await createGroupAccount(facade);
    facade.forget();
    const change = { name: 'Renamed', username: 'renamed-in-group', email: 'renamed@meridian.example.com' };
    const { payload } = await updateAccount(facade, { id: before.id, ...change });
    expect(payload?.serviceAccount).toEqual({ ...before, ...change });
    expect(facade.calls).toEqual([
      `PATCH /groups/9/service_accounts/${before.databaseId}`,
      'GET /groups/9/service_accounts?page=1&per_page=100',
    ]);
    expect(facade.requests[0]?.body).toEqual(change);
  });

  test('does not change attributes that the input omits', async () => {
    const before = await createGroupAccount(facade, { name: 'Stays' });
    facade.forget();
    const { payload } = await updateAccount(facade, { id: before.id, username: 'only-this' });
    expect(payload?.serviceAccount).toEqual({ ...before, username: 'only-this' });
    expect(facade.requests[0]?.body).toEqual({ username: 'only-this' });
  });

  test('rejects a new username for an account with a composite identity', async () => {
    const id = 'gid://service/ServiceAccount/9/3100000003';
    const { payload } = await updateAccount(facade, { id, username: 'somebody-else' });
    expect(payload).toMatchObject({ serviceAccount: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    const renamed = await updateAccount(facade, { id, name: 'Another name' });
    expect(renamed.payload?.serviceAccount).toMatchObject({ name: 'Another name' });
  });

  test.each(['11', 'gid://service/User/11', 'gid://service/ServiceAccount/1/2/3'])('rejects the id %s', async (id) => {
    const { payload } = await updateAccount(facade, { id, name: 'x' }, 'administrator');
    expect(payload).toMatchObject({ errors: [{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }] });
    expect(facade.calls).toEqual([]);
  });

  test.each(['gid://service/ServiceAccount/5', 'gid://service/ServiceAccount/9/5'])(
    'returns NotFoundError for %s',
    async (id) => {
      const { payload } = await updateAccount(facade, { id, name: 'x' }, 'administrator');
      expect(payload).toMatchObject({ serviceAccount: null, errors: [{ __typename: 'NotFoundError' }] });
    },
  );
});

describe('deleting', () => {
  afterEach(() => facade.sandbox.reset());

  /** Creates an account of a group without members, and makes the account the only owner of the group. */
  async function createOwner(): Promise<Account> {
    const { payload } = await createAccount(facade, { target: { group: largeIdGroup.id } }, 'administrator');
    const account = payload?.serviceAccount ?? expect.unreachable();
    await callRest(facade, 'createGroupInvitation', {
      path: { id: largeIdGroup.id },
      body: { user_id: account.databaseId, access_level: 50 },
    });
    facade.forget();
    return account;
  }
  const readGroup = () => callRest(facade, 'getGroup', { path: { id: largeIdGroup.id } });
  const getPath = ({ databaseId }: Account) => `/groups/${largeIdGroup.id}/service_accounts/${databaseId}`;

  test.each([{}, { hardDelete: false }])('deletes an account, but no group: %j', async (options) => {
    const account = await createOwner();
    const { payload } = await deleteAccount(facade, { id: account.id, ...options }, 'administrator');
    expect(payload).toEqual({ deletedServiceAccountId: account.id, errors: [] });
    const query = options.hardDelete === false ? '?hard_delete=false' : '';
    expect(facade.calls).toEqual([`DELETE ${getPath(account)}${query}`]);
    expect(await readGroup()).toMatchObject({ id: largeIdGroup.id });
    expect((await readNode(facade, account.id)).data).toEqual({ node: null });
  });

  test('deletes groups without another owner, too, if hardDelete is true', async () => {
    const account = await createOwner();
    await deleteAccount(facade, { id: account.id, hardDelete: true }, 'administrator');
    expect(facade.calls).toEqual([`DELETE ${getPath(account)}?hard_delete=true`]);
    await expect(readGroup()).rejects.toThrow('404');
  });

  test('rejects an account of the instance without a REST call', async () => {
    const { payload } = await deleteAccount(facade, { id: 'gid://service/ServiceAccount/11' }, 'administrator');
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

  test('returns NOT_FOUND for an account that does not exist', async () => {
    const { payload } = await deleteAccount(facade, { id: 'gid://service/ServiceAccount/9/5' });
    expect(payload).toMatchObject({ deletedServiceAccountId: null, errors: [{ code: 'NOT_FOUND' }] });
  });
});

test('requires an Owner for changes of accounts of a group, and an administrator for those of the instance', async () => {
  const expectedCodes = {
    anonymous: 'UNAUTHENTICATED',
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: 'FORBIDDEN',
  };
  const { id } = await createGroupAccount(facade);
  expect(await outcomes((as) => createAccount(facade, { target: { group: publicGroup.path } }, as))).toEqual(
    expectedCodes,
  );
  expect(await outcomes((as) => updateAccount(facade, { id, name: as }, as))).toEqual(expectedCodes);
  expect(
    await outcomes(async (as) => deleteAccount(facade, { id: (await createGroupAccount(facade)).id }, as)),
  ).toEqual(expectedCodes);
  expect(await outcomes((as) => createAccount(facade, instanceTarget, as))).toEqual({
    ...expectedCodes,
    owner: 'FORBIDDEN',
  });
  const accountOfInstance = { id: 'gid://service/ServiceAccount/11', name: 'Deployment service' };
  expect(await outcomes((as) => updateAccount(facade, accountOfInstance, as))).toEqual({
    ...expectedCodes,
    owner: 'FORBIDDEN',
  });
});
