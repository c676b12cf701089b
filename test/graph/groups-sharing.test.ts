/** Sharing groups with groups, and syncing them with a directory. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed, startWithResponses } from '../harness.ts';
import { mutate } from './mutate.ts';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const { publicGroup, foreignGroup, privateGroup } = landmarks;
const roles = ['guest', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const;
const ownersOnly = {
  guest: 'FORBIDDEN',
  developer: 'FORBIDDEN',
  maintainer: 'FORBIDDEN',
  owner: undefined,
  administrator: undefined,
  anonymous: 'UNAUTHENTICATED',
};
const selection =
  'group { sharedWithGroups { group { databaseId } groupName groupFullPath groupAccessLevel expiresOn } }';
const pair = { id: publicGroup.path, invitedGroup: String(foreignGroup.id) };

const share = (input: object = {}, as: Role = 'owner') =>
  mutate(facade, 'groupShare', { ...pair, groupAccessLevel: 'DEVELOPER', ...input }, selection, as);
const unshare = (input: object = {}, as: Role = 'owner') =>
  mutate(
    facade,
    'groupUnshare',
    { ...pair, ...input },
    'group { fullPath sharedWithGroups { group { databaseId } } }',
    as,
  );

describe('groupShare', () => {
  test('returns the group and its shares', async () => {
    const { payload } = await share({ expiresOn: '2099-01-31' });
    expect(payload).toEqual({
      group: {
        sharedWithGroups: [
          {
            group: { databaseId: foreignGroup.id },
            groupName: 'Lumen Observatory',
            groupFullPath: foreignGroup.path,
            groupAccessLevel: 'DEVELOPER',
            expiresOn: '2099-01-31',
          },
        ],
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /groups/meridian/share']);
    expect(facade.requests[0]?.body).toEqual({ group_id: 20, group_access: 30, expires_at: '2099-01-31' });
    const { payload: withoutExpiry } = await share({ invitedGroup: '30' });
    expect(withoutExpiry?.group).toMatchObject({
      sharedWithGroups: [{}, { group: { databaseId: 30 }, expiresOn: null }],
    });
  });

  test.each([
    ['global id', `gid://service/Group/${foreignGroup.id}`, []],
    ['path', foreignGroup.path, ['GET /groups/lumen?with_projects=false']],
  ])('accepts the invited group by %s', async (_, invitedGroup, reads) => {
    expect((await share({ invitedGroup })).code).toBeUndefined();
    expect(facade.calls).toEqual([...reads, 'POST /groups/meridian/share']);
    expect(facade.requests.at(-1)?.body).toEqual({ group_id: foreignGroup.id, group_access: 30 });
  });

  test('accepts every access level of a share', async () => {
    const access = [
      'MINIMAL_ACCESS',
      'GUEST',
      'PLANNER',
      'REPORTER',
      'SECURITY_MANAGER',
      'DEVELOPER',
      'MAINTAINER',
      'OWNER',
    ];
    for (const groupAccessLevel of access) {
      expect((await share({ groupAccessLevel })).code).toBeUndefined();
      await unshare();
    }
    const sent = facade.requests.flatMap(({ body }) => (body === undefined ? [] : [Object(body).group_access]));
    expect(sent).toEqual([5, 10, 15, 20, 25, 30, 40, 50]);
  });

  test('rejects the access level NO_ACCESS before any call', async () => {
    const { response } = await share({ groupAccessLevel: 'NO_ACCESS' });
    expect(response.errors).toMatchObject([
      { message: expect.stringContaining('Value "NO_ACCESS" does not exist in "GroupShareAccessLevelInput"') },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('accepts a member role only with its base access level, and returns NOT_FOUND for a missing one', async () => {
    const { payload } = await share({ memberRole: '3', groupAccessLevel: 'MAINTAINER' });
    expect(payload?.errors).toMatchObject([
      { __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', path: ['input', 'groupAccessLevel'] },
    ]);
    expect(
      (await share({ memberRole: 'gid://service/MemberRole/3', groupAccessLevel: 'DEVELOPER' })).code,
    ).toBeUndefined();
    expect(facade.requests.at(-1)?.body).toEqual({ group_id: 20, group_access: 30, member_role_id: 3 });
    expect((await share({ memberRole: '77' })).code).toBe('NOT_FOUND');
  });

  test('reports all violations in one payload, before any call', async () => {
    const { payload } = await share({
      id: 'gid://service/User/1',
      memberRole: 'gid://service/User/3',
    });
    expect(payload?.errors.map(({ path, message }) => [path?.join('.'), message])).toEqual([
      ['input.id', 'must be the id of a Group, not of a User'],
      ['input.memberRole', 'must be the global id of a MemberRole, not of a User'],
    ]);
    expect((await share({ expiresOn: 'tomorrow' })).response.errors).toHaveLength(1);
    expect(facade.calls).toEqual([]);
  });

  test('requires an administrator or Owner', async () => {
    const outcomes: Record<string, string | undefined> = {};
    for (const [index, as] of roles.entries())
      outcomes[as] = (await share({ invitedGroup: String([20, 21, 22, 30, 40, 41][index]) }, as)).code;
    expect(outcomes).toEqual(ownersOnly);
  });

  test('returns CONFLICT for a second share, and NOT_FOUND for a missing or invisible group', async () => {
    await share();
    expect((await share()).payload?.errors).toMatchObject([{ __typename: 'ConflictError', code: 'CONFLICT' }]);
    expect((await share({ invitedGroup: '999999' })).code).toBe('NOT_FOUND');
    expect((await share({ invitedGroup: 'no/such' })).payload?.errors).toMatchObject([
      { code: 'NOT_FOUND', path: ['input', 'invitedGroup'] },
    ]);
    expect((await share({ id: privateGroup.path }, 'outsider')).code).toBe('NOT_FOUND');
  });
});

describe('groupUnshare', () => {
  test('returns the group from a read after the write', async () => {
    await share();
    facade.forget();
    expect((await unshare()).payload).toEqual({
      group: { fullPath: publicGroup.path, sharedWithGroups: [] },
      errors: [],
    });
    expect(facade.requests[0]?.status).toBe(204);
    expect(facade.calls).toEqual(['DELETE /groups/meridian/share/20', 'GET /groups/meridian?with_projects=false']);
  });

  test('accepts the path of the invited group with one read', async () => {
    await share();
    facade.forget();
    await mutate(facade, 'groupUnshare', { ...pair, invitedGroup: 'lumen' }, 'group { id }', 'owner');
    expect(facade.calls.slice(0, 2)).toEqual([
      'GET /groups/lumen?with_projects=false',
      'DELETE /groups/meridian/share/20',
    ]);
  });

  test('requires an administrator or Owner', async () => {
    const outcomes: Record<string, string | undefined> = {};
    for (const as of roles) {
      await share({}, 'administrator');
      outcomes[as] = (await unshare({}, as)).code;
    }
    expect(outcomes).toEqual(ownersOnly);
  });

  test('returns NOT_FOUND for a missing share, and rejects the id of another type before any call', async () => {
    expect((await unshare()).payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
    facade.forget();
    expect((await unshare({ invitedGroup: 'gid://service/User/1' })).payload?.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', path: ['input', 'invitedGroup'] },
    ]);
    expect(facade.calls).toEqual([]);
  });
});

describe('groupDirectorySync', () => {
  const sync = (as: Role, id: string = publicGroup.path) =>
    mutate(facade, 'groupDirectorySync', { id }, 'group { id fullPath }', as);

  test('requires an administrator or Owner, and returns the group from a read after the write', async () => {
    const outcomes: Record<string, string | undefined> = {};
    for (const as of roles) outcomes[as] = (await sync(as)).code;
    expect(outcomes).toEqual(ownersOnly);
    facade.forget();
    expect((await sync('owner')).payload).toEqual({
      group: { id: 'gid://service/Group/9', fullPath: 'meridian' },
      errors: [],
    });
    expect(facade.requests[0]?.status).toBe(202);
    expect(facade.calls).toEqual(['POST /groups/meridian/ldap_sync', 'GET /groups/meridian?with_projects=false']);
  });

  test('returns NOT_FOUND for a missing group, and rejects the id of another type before any call', async () => {
    expect((await sync('owner', '999999')).code).toBe('NOT_FOUND');
    facade.forget();
    expect((await sync('owner', 'gid://service/Project/14')).code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });
});

test('accepts unexpected values in documented responses', async () => {
  const upstream = await startWithResponses({
    'POST /groups/5/share': {
      status: 200,
      body: {
        id: 5,
        shared_with_groups: [
          {
            group_id: 3_000_000_028,
            group_name: 'H5bp',
            group_full_path: 'h5bp',
            group_access_level: 20,
            expires_at: null,
          },
          { group_id: 29, group_access_level: 99, expires_at: '2026-01-01' },
        ],
      },
    },
    'DELETE /groups/5/share/28': { status: 204, body: '' },
    'POST /groups/5/ldap_sync': { status: 201, body: '' },
    'POST /groups/6/ldap_sync': { status: 202, body: '202' },
  });
  const shared = await mutate(
    upstream,
    'groupShare',
    { id: '5', invitedGroup: '28', groupAccessLevel: 'REPORTER' },
    selection,
  );
  expect(shared.payload).toEqual({
    group: {
      sharedWithGroups: [
        {
          group: { databaseId: 3_000_000_028 },
          groupName: 'H5bp',
          groupFullPath: 'h5bp',
          groupAccessLevel: 'REPORTER',
          expiresOn: null,
        },
        {
          group: { databaseId: 29 },
          groupName: null,
          groupFullPath: null,
          groupAccessLevel: 'UNKNOWN',
          expiresOn: '2026-01-01',
        },
      ],
    },
    errors: [],
  });
  expect(upstream.bodies).toEqual([{ group_id: 28, group_access: 20 }]);
  const unshared = await mutate(upstream, 'groupUnshare', { id: '5', invitedGroup: '28' }, 'group { id }');
  expect(unshared.payload).toEqual({ group: { id: 'gid://service/Group/5' }, errors: [] });
  for (const id of ['5', '6']) {
    const synced = await mutate(upstream, 'groupDirectorySync', { id }, 'group { id }');
    expect(synced.payload).toEqual({ group: { id: `gid://service/Group/${id}` }, errors: [] });
  }
  await upstream.close();
});
