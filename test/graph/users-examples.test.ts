/** Users in responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../harness.ts';
import { everything } from './everything.ts';
import { startStubbed } from './stub-upstream.ts';

const item = {
  id: 3_000_000_001,
  username: 'john_smith',
  name: 'John Smith',
  state: 'active',
  locked: false,
  avatar_url: 'https://forge.example.com/uploads/user/avatar/1/cd8.jpeg',
  web_url: 'https://forge.example.com/john_smith',
};

const profile = {
  ...item,
  created_at: '2012-05-23T08:00:58.000Z',
  bio: 'Maps & <b>more</b>',
  bot: false,
  location: null,
  public_email: 'john@example.com',
  profile_link_a: 'john-a',
  profile_link_b: 'john-b',
  profile_link_c: '',
  profile_link_d: 'john-d',
  website_url: 'https://john.example.com',
  organization: '',
  job_title: 'Operations Specialist',
  pronouns: 'he/him',
  work_information: null,
  followers: 1,
  following: 2,
  local_time: '3:38 PM',
  is_followed: false,
};

const creator = { ...item, id: 1, username: 'root', name: 'Administrator', state: 'deactivated', locked: true };

const administration = {
  email: 'john@corp.example.com',
  is_admin: false,
  last_sign_in_at: '2012-06-01T11:41:01.000Z',
  confirmed_at: '2012-05-23T09:05:22.000Z',
  current_sign_in_at: '2012-06-02T06:36:55.000Z',
  theme_id: 1,
  color_scheme_id: 2,
  projects_limit: 100_000,
  last_activity_on: '2012-05-23',
  note: 'DMCA Request: 2018-11-05 | DMCA Violation | Abuse',
  identities: [
    { provider: 'group_saml', extern_uid: '123789', saml_provider_id: 10 },
    { provider: 'ldapmain', extern_uid: 'uid=john,ou=people' },
  ],
  can_create_group: true,
  can_create_project: true,
  two_factor_enabled: true,
  external: false,
  private_profile: false,
  current_sign_in_ip: '196.165.1.102',
  last_sign_in_ip: '172.127.2.22',
  namespace_id: 4_000_000_002,
  created_by: creator,
  commit_email: 'john-commit@example.com',
  plan: 'gold',
  trial: true,
  sign_in_count: 1337,
  shared_runners_minutes_limit: 133,
  extra_shared_runners_minutes_limit: 133,
  is_auditor: false,
  using_license_seat: false,
  provisioned_by_group_id: 2_147_483_900,
  scim_identities: [{ extern_uid: '9f0c', group_id: 1, active: true }],
};

const graphItem = {
  databaseId: 3_000_000_001,
  username: 'john_smith',
  name: 'John Smith',
  state: 'ACTIVE',
  locked: false,
  avatarUrl: 'https://forge.example.com/uploads/user/avatar/1/cd8.jpeg',
  webUrl: 'https://forge.example.com/john_smith',
};

const graphProfile = {
  ...graphItem,
  createdAt: '2012-05-23T08:00:58.000Z',
  bio: 'Maps & <b>more</b>',
  isBot: false,
  location: null,
  publicEmail: 'john@example.com',
  profileLinkA: 'john-a',
  profileLinkB: 'john-b',
  profileLinkC: '',
  profileLinkD: 'john-d',
  websiteUrl: 'https://john.example.com',
  organization: '',
  jobTitle: 'Operations Specialist',
  pronouns: 'he/him',
  workInformation: null,
  followersCount: 1,
  followingCount: 2,
  localTime: '3:38 PM',
  isFollowed: false,
};

const graphAdministration = {
  email: 'john@corp.example.com',
  isAdmin: false,
  lastSignInAt: '2012-06-01T11:41:01.000Z',
  confirmedAt: '2012-05-23T09:05:22.000Z',
  currentSignInAt: '2012-06-02T06:36:55.000Z',
  themeId: 1,
  colorSchemeId: 2,
  projectsLimit: 100_000,
  lastActivityOn: '2012-05-23',
  note: 'DMCA Request: 2018-11-05 | DMCA Violation | Abuse',
  identities: [
    { provider: 'group_saml', externUid: '123789', samlProviderId: 10 },
    { provider: 'ldapmain', externUid: 'uid=john,ou=people', samlProviderId: null },
  ],
  canCreateGroup: true,
  canCreateProject: true,
  twoFactorEnabled: true,
  external: false,
  privateProfile: false,
  currentSignInIp: '196.165.1.102',
  lastSignInIp: '172.127.2.22',
  namespaceId: 4_000_000_002,
  commitEmail: 'john-commit@example.com',
  plan: 'gold',
  trial: true,
  signInCount: 1337,
  sharedRunnersMinutesLimit: 133,
  extraSharedRunnersMinutesLimit: 133,
  isAuditor: false,
  usingLicenseSeat: false,
  provisionedByGroup: { databaseId: 2_147_483_900 },
  scimIdentities: [{ externUid: '9f0c', group: { databaseId: 1 }, active: true }],
};

const id = 'gid://service/User/3000000001';
const query = (field: string) => `{ ${field} { ${everything('User')} createdBy { username state locked } } }`;
const createdBy = { username: 'root', state: 'DEACTIVATED', locked: true };

describe('getUser', () => {
  test('returns every attribute of the response for administrators in one call', async () => {
    const { execute, calls } = await startStubbed({
      'GET /users/3000000001': {
        body: { ...profile, ...administration, custom_attributes: [{ key: 'department', value: 'routing' }] },
      },
    });
    expect(await execute(query('user(by: { id: 3000000001 })'))).toEqual({
      data: {
        user: {
          id,
          ...graphProfile,
          ...graphAdministration,
          createdBy,
          customAttributes: [{ key: 'department', value: 'routing' }],
        },
      },
    });
    expect(calls).toEqual(['GET /users/3000000001?with_custom_attributes=true']);
  });

  test('returns a user by its global id in one call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /users/3000000001': { body: profile } });
    expect(await execute(`{ node(id: "${id}") { id ... on User { username bio } } }`)).toEqual({
      data: { node: { id, username: 'john_smith', bio: 'Maps & <b>more</b>' } },
    });
    expect(calls).toEqual(['GET /users/3000000001']);
  });

  test('returns null for attributes that the response for other callers omits, without a further call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /users/3000000001': { body: profile } });
    const { data, errors } = await execute<{ user: Record<string, unknown> }>(query('user(by: { id: 3000000001 })'));
    expect(errors).toBeUndefined();
    expect(data.user).toMatchObject(graphProfile);
    for (const name of [...Object.keys(graphAdministration), 'createdBy', 'customAttributes'])
      expect(data.user[name], name).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('returns null for attributes that a private profile omits', async () => {
    const { execute } = await startStubbed({
      'GET /users/3000000001': { body: { ...item, created_at: profile.created_at, is_followed: false } },
    });
    const { data, errors } = await execute<{ user: Record<string, unknown> }>(query('user(by: { id: 3000000001 })'));
    expect(errors).toBeUndefined();
    expect(data.user).toMatchObject({ ...graphItem, isFollowed: false, bio: null, followersCount: null, isBot: null });
  });

  test('returns null for the creator of a user without one', async () => {
    const { execute } = await startStubbed({ 'GET /users/3000000001': { body: { ...profile, created_by: null } } });
    const { data } = await execute('{ user(by: { id: 3000000001 }) { createdBy { username } } }');
    expect(data).toEqual({ user: { createdBy: null } });
  });

  test('returns UNKNOWN for an undocumented state, and `locked`', async () => {
    const { execute } = await startStubbed({
      'GET /users/3000000001': {
        body: { ...profile, state: 'blocked_pending_approval', locked: true, avatar_url: null },
      },
    });
    const { data } = await execute('{ user(by: { id: 3000000001 }) { state locked avatarUrl } }');
    expect(data).toEqual({ user: { state: 'UNKNOWN', locked: true, avatarUrl: null } });
  });
});

test('getCurrentUser returns attributes of the profile and of the account, and null for those of administrators', async () => {
  const { email, last_sign_in_at, confirmed_at, current_sign_in_at, theme_id, color_scheme_id } = administration;
  const { projects_limit, last_activity_on, identities } = administration;
  const account = { email, last_sign_in_at, confirmed_at, current_sign_in_at, theme_id, color_scheme_id };
  const { execute, calls } = await startStubbed({
    'GET /user': { body: { ...profile, ...account, projects_limit, last_activity_on, identities } },
    [`GET /users/${profile.id}`]: { body: profile },
  });
  const { data, errors } = await execute<{ currentUser: Record<string, unknown> }>(
    query('currentUser'),
    {},
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  expect(data.currentUser).toMatchObject({
    id,
    ...graphProfile,
    email: 'john@corp.example.com',
    lastSignInAt: '2012-06-01T11:41:01.000Z',
    themeId: 1,
    identities: graphAdministration.identities,
    isAdmin: null,
    plan: null,
  });
  // Only the call of a user by id has a parameter that requests custom attributes.
  expect(calls).toEqual(['GET /user', `GET /users/${profile.id}?with_custom_attributes=true`]);
});

describe('listUsers', () => {
  const nodes = (selection: string) => `{ users { nodes { ${selection} } } }`;

  test('returns every attribute of an item in one call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /users': { body: [item] } });
    expect(await execute(nodes('id databaseId username name state locked avatarUrl webUrl'))).toEqual({
      data: { users: { nodes: [{ id, ...graphItem }] } },
    });
    expect(calls).toEqual(['GET /users?pagination=keyset&per_page=20']);
  });

  test('returns null for attributes that an item omits, without a further call', async () => {
    const { execute, calls } = await startStubbed(
      { 'GET /users': { body: [{ id: 5, username: 'a' }] } },
      nullsAccepted,
    );
    expect(await execute(nodes('databaseId username name state locked avatarUrl webUrl'))).toEqual({
      data: {
        users: {
          nodes: [
            { databaseId: 5, username: 'a', name: null, state: null, locked: null, avatarUrl: null, webUrl: null },
          ],
        },
      },
    });
    expect(calls).toHaveLength(1);
  });

  test('returns attributes that the list contains for administrators in one call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /users': { body: [{ ...profile, ...administration }] } });
    const { data } = await execute(nodes('username email bio isAdmin identities { provider }'));
    expect(data).toEqual({
      users: {
        nodes: [
          {
            username: 'john_smith',
            email: 'john@corp.example.com',
            bio: 'Maps & <b>more</b>',
            isAdmin: false,
            identities: [{ provider: 'group_saml' }, { provider: 'ldapmain' }],
          },
        ],
      },
    });
    expect(calls).toHaveLength(1);
  });

  test('requests custom attributes with the list if they are selected', async () => {
    const { execute, calls } = await startStubbed({
      'GET /users': { body: [{ ...item, custom_attributes: [{ key: 'department', value: 'routing' }] }] },
    });
    expect(await execute(nodes('customAttributes { key value }'))).toEqual({
      data: { users: { nodes: [{ customAttributes: [{ key: 'department', value: 'routing' }] }] } },
    });
    expect(calls).toEqual(['GET /users?pagination=keyset&per_page=20&with_custom_attributes=true']);
  });

  test.each([
    ['', 'pagination=keyset&per_page=20'],
    ['(orderBy: { field: ID, direction: ASC })', 'order_by=id&pagination=keyset&per_page=20&sort=asc'],
    ['(orderBy: { field: ID })', 'order_by=id&pagination=keyset&per_page=20&sort=desc'],
    ['(orderBy: { field: NAME })', 'order_by=name&page=1&per_page=20&sort=desc'],
  ])('sends an order only if the client requests one: users%s', async (args, query) => {
    const { execute, calls } = await startStubbed({ 'GET /users': { body: [item] } });
    expect(await execute(`{ users${args} { nodes { username } } }`)).toEqual({
      data: { users: { nodes: [{ username: graphItem.username }] } },
    });
    expect(calls).toEqual([`GET /users?${query}`]);
  });

  test('requests one item for totalCount alone', async () => {
    const { execute, calls } = await startStubbed({
      'GET /users': { body: [item], headers: { 'x-page': '1', 'x-total': '7' } },
    });
    const document = '{ users(filter: { kinds: [HUMAN] }) { totalCount } }';
    const planResponse = await execute(document, {}, { headers: { 'x-portico-trace': 'plan' } });
    expect(planResponse.extensions).toMatchObject({ plan: { worst: 1 } });
    expect(await execute(document)).toEqual({ data: { users: { totalCount: 7 } } });
    expect(calls).toEqual(['GET /users?humans=true&page=1&per_page=1']);
  });

  test('follows the link to the next page', async () => {
    const link =
      '<https://forge.example.com/api/v4/users?order_by=id&pagination=keyset&per_page=1&sort=desc&token_of_page=abc>; rel="next"';
    const { execute, calls } = await startStubbed({ 'GET /users': { body: [item], headers: { link } } });
    const { data } = await execute<{ users: { pageInfo: { hasNextPage: boolean; endCursor: string } } }>(
      '{ users(first: 1) { pageInfo { hasNextPage endCursor } } }',
    );
    expect(data.users.pageInfo.hasNextPage).toBe(true);
    await execute('query ($after: String) { users(first: 1, after: $after) { nodes { username } } }', {
      after: data.users.pageInfo.endCursor,
    });
    expect(calls[1]).toBe('GET /users?order_by=id&pagination=keyset&per_page=1&sort=desc&token_of_page=abc');
  });
});
