/** Reads of users from the sandbox: filters in the request and their effect, permissions, and rejected arguments. */
import { resolveSchemaCoordinate } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../package/sandbox.ts';
import { schema } from '../../src/graph/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { everything } from './everything.ts';
import { startStubbed } from './stub-upstream.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface UserNode {
  readonly databaseId: number;
  readonly username: string;
  readonly state: string;
}

/** Reads a list of users. @returns its items, their usernames, and the query of the call without the parameters of paging */
async function list(args: string, as: Role) {
  facade.forget();
  const { data, errors } = await facade.execute<{ users: { nodes: UserNode[] } }>(
    `{ users(first: 200${args === '' ? '' : `, ${args}`}) { nodes { databaseId username state } } }`,
    {},
    { as },
  );
  expect(errors).toBeUndefined();
  const [request] = facade.requests;
  const { page, per_page, pagination, ...query } = request?.query ?? {};
  const { nodes } = data.users;
  return { nodes, names: nodes.map(({ username }) => username), query, keyset: pagination === 'keyset' };
}

describe('filters', () => {
  const forEveryone: readonly [
    string,
    args: string,
    query: object,
    included: readonly string[],
    excluded: readonly string[],
  ][] = [
    [
      'username, in any letter case',
      'filter: { username: "DANA.KIM" }',
      { username: 'DANA.KIM' },
      ['dana.kim'],
      ['ravi.patel'],
    ],
    [
      'publicEmail in full',
      'filter: { publicEmail: "dana.kim@example.net" }',
      { public_email: 'dana.kim@example.net' },
      ['dana.kim'],
      ['ravi.patel'],
    ],
    ['search by name', 'filter: { search: "Marsh" }', { search: 'Marsh' }, ['olivia.marsh'], ['dana.kim']],
    ['state: ACTIVE', 'filter: { state: ACTIVE }', { active: 'true' }, ['dana.kim'], ['boris.gone', 'derek.dormant']],
    [
      'state: BLOCKED',
      'filter: { state: BLOCKED }',
      { blocked: 'true' },
      ['boris.gone'],
      ['dana.kim', 'derek.dormant'],
    ],
    ['kinds: [EXTERNAL]', 'filter: { kinds: [EXTERNAL] }', { external: 'true' }, ['derek.dormant'], ['dana.kim']],
    [
      'kinds: [HUMAN]',
      'filter: { kinds: [HUMAN] }',
      { humans: 'true' },
      ['dana.kim'],
      ['ghost', 'project_14_bot_release'],
    ],
    [
      'state: INACTIVE',
      'filter: { state: INACTIVE }',
      { exclude_active: 'true' },
      ['boris.gone', 'derek.dormant'],
      ['dana.kim'],
    ],
    [
      'excludedKinds: [EXTERNAL]',
      'filter: { excludedKinds: [EXTERNAL] }',
      { exclude_external: 'true' },
      ['dana.kim'],
      ['derek.dormant'],
    ],
    [
      'excludedKinds: [HUMAN]',
      'filter: { excludedKinds: [HUMAN] }',
      { exclude_humans: 'true' },
      ['ghost'],
      ['dana.kim'],
    ],
    [
      'excludedKinds: [INTERNAL]',
      'filter: { excludedKinds: [INTERNAL] }',
      { exclude_internal: 'true' },
      ['dana.kim'],
      ['ghost', 'alert-bot'],
    ],
    [
      'excludedKinds: [PROJECT_BOT]',
      'filter: { excludedKinds: [PROJECT_BOT] }',
      { without_project_bots: 'true' },
      ['service_account_deploy'],
      ['project_14_bot_release'],
    ],
    [
      'createdAfter',
      'filter: { createdAfter: "2024-06-01T00:00:00Z" }',
      { created_after: '2024-06-01T00:00:00Z' },
      ['oscar.nguyen'],
      ['dana.kim'],
    ],
    [
      'createdBefore',
      'filter: { createdBefore: "2024-06-01T00:00:00Z" }',
      { created_before: '2024-06-01T00:00:00Z' },
      ['dana.kim'],
      ['oscar.nguyen'],
    ],
  ];

  test.each(forEveryone)('filters by %s', async (_, args, query, included, excluded) => {
    const matches = await list(args, 'developer');
    expect(matches.query).toEqual(query);
    expect(matches.keyset).toBe(true);
    expect(matches.names).toEqual(expect.arrayContaining([...included]));
    for (const name of excluded) expect(matches.names).not.toContain(name);
  });

  const forAdministrators: typeof forEveryone = [
    [
      'search by private e-mail',
      'filter: { search: "ravi.patel@corp.example.com" }',
      { search: 'ravi.patel@corp.example.com' },
      ['ravi.patel'],
      ['dana.kim'],
    ],
    [
      'identity',
      'filter: { identity: { provider: "ldapmain", externUid: "uid=mateo,ou=people,dc=example,dc=com" } }',
      { extern_uid: 'uid=mateo,ou=people,dc=example,dc=com', provider: 'ldapmain' },
      ['mateo.silva'],
      ['dana.kim'],
    ],
    [
      'identity of scim',
      'filter: { identity: { provider: "scim", externUid: "ravi-4711" } }',
      { extern_uid: 'ravi-4711', provider: 'scim' },
      ['ravi.patel'],
      ['dana.kim'],
    ],
    ['twoFactor enabled', 'filter: { twoFactor: ENABLED }', { two_factor: 'enabled' }, ['olivia.marsh'], ['dana.kim']],
    [
      'twoFactor disabled',
      'filter: { twoFactor: DISABLED }',
      { two_factor: 'disabled' },
      ['dana.kim'],
      ['olivia.marsh'],
    ],
    [
      'kinds: [WITHOUT_PROJECTS]',
      'filter: { kinds: [WITHOUT_PROJECTS] }',
      { without_projects: 'true' },
      ['oscar.nguyen'],
      ['project_14_bot_release'],
    ],
    [
      'kinds: [ADMINISTRATOR]',
      'filter: { kinds: [ADMINISTRATOR] }',
      { admins: 'true' },
      ['amara.okafor'],
      ['dana.kim'],
    ],
    ['kinds: [AUDITOR]', 'filter: { kinds: [AUDITOR] }', { auditors: 'true' }, ['august.lindqvist'], ['amara.okafor']],
    [
      'excludedKinds: [LDAP]',
      'filter: { excludedKinds: [LDAP] }',
      { skip_ldap: 'true' },
      ['dana.kim'],
      ['mateo.silva'],
    ],
  ];

  test.each(forAdministrators)('filters by %s for an administrator', async (_, args, query, included, excluded) => {
    const matches = await list(args, 'administrator');
    expect(matches.query).toEqual(query);
    expect(matches.names).toEqual(expect.arrayContaining([...included]));
    for (const name of excluded) expect(matches.names).not.toContain(name);
  });

  test('filters by one or several custom attributes', async () => {
    const both = await list(
      'filter: { customAttributes: [{ key: "department", value: "routing" }, { key: "office", value: "Lisbon" }] }',
      'administrator',
    );
    expect(both.query).toEqual({
      'custom_attributes[department]': 'routing',
      'custom_attributes[office]': 'Lisbon',
    });
    expect(both.names).toEqual(['olivia.marsh']);
    expect(
      (await list('filter: { customAttributes: [{ key: "department", value: "routing" }] }', 'administrator')).names,
    ).toEqual(['mateo.silva', 'olivia.marsh']);
  });

  test.each([
    ['[{ key: "a", value: "b" }, { key: "a", value: "c" }]', 1, 'must differ from the preceding keys'],
    ['[{ key: " ", value: "b" }]', 0, 'must not be blank'],
    ['[{ key: "b]c", value: "d" }]', 0, 'must not contain [ or ]'],
    ['[{ key: "b", value: "d" }, { key: "[c", value: "d" }]', 1, 'must not contain [ or ]'],
  ])('rejects the custom attributes %s before any call', async (attributes, index, message) => {
    const query = `{ users(filter: { customAttributes: ${attributes} }) { nodes { id } } }`;
    const { errors } = await facade.execute(query, {}, { as: 'administrator' });
    const path = ['filter', 'customAttributes', index, 'key'];
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', violations: [{ path, message }] } }]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    ['provider: "", externUid: "ravi-4711"', 'provider', 'must be a name that is not blank'],
    ['provider: "scim", externUid: " "', 'externUid', 'must be an id that is not blank'],
  ])('rejects the identity %s before any call', async (identity, member, message) => {
    const query = `{ users(filter: { identity: { ${identity} } }) { nodes { id } } }`;
    const { errors } = await facade.execute(query, {}, { as: 'administrator' });
    const violation = { path: ['filter', 'identity', member], message };
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', violations: [violation] } }]);
    expect(facade.calls).toEqual([]);
  });

  test('sends nothing for an empty list of custom attributes and a null identity', async () => {
    const { query } = await list('filter: { customAttributes: [], identity: null }', 'administrator');
    expect(query).toEqual({});
  });

  test('combines several kinds, and ignores an empty list', async () => {
    const several = await list('filter: { kinds: [HUMAN], excludedKinds: [EXTERNAL, INTERNAL] }', 'developer');
    expect(several.query).toEqual({ humans: 'true', exclude_external: 'true', exclude_internal: 'true' });
    expect(several.names).toContain('dana.kim');
    expect(several.names).not.toContain('derek.dormant');
    const all = await list('filter: { kinds: [], excludedKinds: [], state: null }', 'developer');
    expect(all.query).toEqual({});
    expect(all.names).toEqual(expect.arrayContaining(['dana.kim', 'boris.gone', 'derek.dormant', 'ghost']));
  });

  test('lists bots, and internal, external and blocked accounts by default', async () => {
    const { names, query } = await list('', 'developer');
    expect(query).toEqual({});
    expect(names).toEqual(expect.arrayContaining(['ghost', 'project_14_bot_release', 'derek.dormant', 'boris.gone']));
  });
});

test.each([
  ['filter: { kinds: [ADMINISTRATOR] }', 'UserKindFilter.ADMINISTRATOR'],
  ['filter: { kinds: [AUDITOR] }', 'UserKindFilter.AUDITOR'],
  ['filter: { kinds: [WITHOUT_PROJECTS] }', 'UserKindFilter.WITHOUT_PROJECTS'],
  ['filter: { excludedKinds: [LDAP] }', 'UserKindExclusion.LDAP'],
  ['filter: { twoFactor: ENABLED }', 'UsersFilter.twoFactor'],
  ['filter: { identity: { provider: "ldapmain", externUid: "x" } }', 'UsersFilter.identity'],
  ['filter: { customAttributes: [{ key: "x", value: "y" }] }', 'UsersFilter.customAttributes'],
  ['orderBy: { field: NAME, direction: ASC }', 'Query.users(orderBy:)'],
])('%s has no effect for a developer, as the description of %s states', async (args, coordinate) => {
  expect((await list(args, 'developer')).names).toEqual((await list('', 'developer')).names);
  const element = resolveSchemaCoordinate(schema, coordinate);
  const described =
    element?.kind === 'FieldArgument'
      ? element.fieldArgument
      : element?.kind === 'InputField'
        ? element.inputField
        : element?.kind === 'EnumValue' && element.enumValue;
  expect(described).toMatchObject({
    description: expect.stringContaining('Administrators only; no effect for others.'),
  });
});

describe('the order', () => {
  test.each([
    ['NAME', 'name'],
    ['USERNAME', 'username'],
    ['CREATED_AT', 'created_at'],
    ['UPDATED_AT', 'updated_at'],
  ])('sorts by %s in both directions, with offset paging', async (orderBy, restName) => {
    const sorted = await list(`orderBy: { field: ${orderBy}, direction: DESC }`, 'administrator');
    expect(sorted.query).toEqual({ order_by: restName, sort: 'desc' });
    expect(sorted.keyset).toBe(false);
    const ascending = await list(`orderBy: { field: ${orderBy}, direction: ASC }`, 'administrator');
    expect(ascending.names).toEqual(sorted.names.toReversed());
  });

  test.each([
    ['', 'desc'],
    ['orderBy: { field: ID, direction: DESC }', 'desc'],
    ['orderBy: { field: ID }', 'desc'],
    ['orderBy: { field: ID, direction: ASC }', 'asc'],
  ])('sorts by id in the requested direction, descending by default, with keyset paging: %s', async (args, sort) => {
    const { nodes, query, keyset } = await list(args, 'administrator');
    const ids = nodes.map(({ databaseId }) => databaseId);
    expect(ids).toEqual(ids.toSorted((a, b) => (sort === 'asc' ? a - b : b - a)));
    expect(query).toEqual(args === '' ? {} : { order_by: 'id', sort });
    expect(keyset).toBe(true);
  });
});

describe('getUser', () => {
  const user = (id: string | number, selection: string, as: Role) =>
    facade.execute('query ($id: ID!) { user(by: { id: $id }) { '.concat(selection, ' } }'), { id: String(id) }, { as });

  test('returns a user with an id above 2^31 and all of its attributes in one call', async () => {
    const { data, errors } = await user(
      landmarks.largeUserId,
      `${everything('User')} createdBy { username }`,
      'administrator',
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ user: { id: `gid://service/User/${landmarks.largeUserId}`, plan: 'ultimate' } });
    expect(facade.calls).toHaveLength(1);
  });

  test('returns a user by number, by global id and by node with one call', async () => {
    const { data } = await facade.execute(
      '{ a: user(by: { id: 5 }) { username } b: user(by: { id: "gid://service/User/5" }) { username } c: node(id: "gid://service/User/5") { ... on User { username } } }',
      {},
      { as: 'guest' },
    );
    expect(data).toEqual({ a: { username: 'dana.kim' }, b: { username: 'dana.kim' }, c: { username: 'dana.kim' } });
    expect(facade.calls).toEqual(['GET /users/5']);
  });

  test('returns null for a user that does not exist', async () => {
    expect(await user(999_999, 'username', 'developer')).toEqual({ data: { user: null } });
  });

  test('returns UNAUTHENTICATED to an anonymous caller', async () => {
    const { data, errors } = await user(5, 'username', 'anonymous');
    expect(data).toEqual({ user: null });
    expect(errors).toMatchObject([
      {
        path: ['user'],
        message:
          'The upstream requires a token; the request had no token. Send the header PRIVATE-TOKEN, the header Authorization: Bearer <token> or, over a WebSocket, connectionParams.token',
        extensions: { code: 'UNAUTHENTICATED', status: 401 },
      },
    ]);
  });

  test('returns UNAUTHENTICATED to an anonymous caller for an attribute that lists lack, as the description of User states', async () => {
    const { data, errors } = await facade.execute<{ user: object; __type: { description: string } }>(
      '{ user(by: { username: "dana.kim" }) { name createdAt } __type(name: "User") { description } }',
      {},
      { as: 'anonymous' },
    );
    expect(data).toMatchObject({ user: { name: expect.any(String), createdAt: null } });
    expect(errors).toMatchObject([{ path: ['user', 'createdAt'], extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(data.__type.description).toContain('require a signed-in caller');
  });

  test.each(['signInCount', 'isAdmin', 'email', 'usingLicenseSeat'])(
    'returns null for %s to a developer, as its description states',
    async (name) => {
      const { data, errors } = await facade.execute<{
        user: Record<string, unknown>;
        __type: { fields: { name: string; description: string }[] };
      }>(
        `{ user(by: { id: "3" }) { ${name} } __type(name: "User") { fields { name description } } }`,
        {},
        { as: 'developer' },
      );
      expect(errors).toBeUndefined();
      expect(data.user).toEqual({ [name]: null });
      const field = data.__type.fields.find((each) => each.name === name);
      expect(field?.description).toMatch(/Administrators.*; null for others\./);
      expect(field?.description).not.toContain('does not send it');
    },
  );

  describe('attributes that only administrators and the user may read', () => {
    const own = { email: 'dana.kim@corp.example.com', projectsLimit: 100_000 };
    const plan = async (query: string) => {
      const { extensions } = await facade.execute(
        query,
        {},
        { as: 'developer', headers: { 'x-portico-trace': 'plan' } },
      );
      return extensions;
    };

    test.each<[string, data: object, as: Role, calls: readonly string[]]>([
      ['{ currentUser { email projectsLimit } }', { currentUser: own }, 'developer', ['GET /user']],
      [
        '{ me: user(by: { id: 5 }) { email projectsLimit } other: user(by: { id: 4 }) { email } }',
        { me: own, other: { email: null } },
        'developer',
        ['GET /users/5', 'GET /users/4', 'GET /user'],
      ],
      [
        '{ project(id: 14) { pipeline(id: 3000) { user { email } } } currentUser { email } }',
        { project: { pipeline: { user: { email: null } } }, currentUser: { email: own.email } },
        'developer',
        ['GET /projects/14/pipelines/3000', 'GET /user', 'GET /users/3'],
      ],
      [
        '{ node(id: "gid://service/User/5") { ... on User { email projectsLimit } } }',
        { node: own },
        'administrator',
        ['GET /users/5'],
      ],
    ])('reads %s with at most one call for the caller, which is in the plan', async (query, data, as, calls) => {
      const { errors, data: actual } = await facade.execute(query, {}, { as });
      expect(errors).toBeUndefined();
      expect(actual).toEqual(data);
      expect([...facade.calls].sort()).toEqual([...calls].sort());
      if (as === 'developer') expect(await plan(query)).toMatchObject({ plan: { worst: calls.length } });
    });

    test('makes no call for the caller without a credential', async () => {
      const users = { 'GET /users': { body: [{ id: 5, username: 'dana.kim', email: null }] } };
      const stub = await startStubbed(users);
      const { data, errors } = await stub.execute('{ user(by: { username: "dana.kim" }) { email } }');
      expect(errors).toBeUndefined();
      expect(data).toEqual({ user: { email: null } });
      expect(stub.calls).toEqual(['GET /users?per_page=100&username=dana.kim']);
    });

    test.each([
      [401, undefined],
      [403, undefined],
      [503, [{ path: ['user', 'email'], extensions: { code: 'UPSTREAM_FAILED' } }]],
    ])('returns null if the call for the caller fails with %d', async (status, expected) => {
      const stub = await startStubbed({
        'GET /users/5': { body: { id: 5 } },
        'GET /user': { status, body: { message: 'failed' } },
      });
      const headers = { 'private-token': 'of-a-job' };
      const { data, errors } = await stub.execute('{ user(by: { id: 5 }) { email } }', {}, { headers });
      expect(data).toEqual({ user: { email: null } });
      if (expected === undefined) expect(errors).toBeUndefined();
      else expect(errors).toMatchObject(expected);
    });
  });

  test('returns null for attributes of a private profile to a developer', async () => {
    const { data, errors } = await user(landmarks.privateProfileUserId, 'username bio email isAdmin', 'developer');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ user: { username: 'ines.quiet', bio: null, email: null, isAdmin: null } });
  });

  test('returns the redacted name of a bot to an outsider, and its name to an administrator', async () => {
    const bot = 'user(by: { id: 9 }) { name }';
    const asOutsider = await facade.execute(`{ ${bot} }`, {}, { as: 'outsider' });
    const asAdministrator = await facade.execute(`{ ${bot} }`, {}, { as: 'administrator' });
    expect(asOutsider.data).toEqual({ user: { name: '****' } });
    expect(asAdministrator.data).toEqual({ user: { name: 'Release automation' } });
  });

  test('returns a user that is both active and locked', async () => {
    const { data } = await user(17, 'state locked', 'developer');
    expect(data).toEqual({ user: { state: 'ACTIVE', locked: true } });
  });

  test('returns custom attributes to administrators only, and requests them only if selected', async () => {
    const selection = 'username customAttributes { key value }';
    const asAdministrator = await user(4, selection, 'administrator');
    expect(asAdministrator.data).toMatchObject({
      user: { customAttributes: [{ key: 'department', value: 'routing' }] },
    });
    expect(facade.calls).toEqual(['GET /users/4?with_custom_attributes=true']);
    expect((await user(4, selection, 'developer')).data).toMatchObject({ user: { customAttributes: null } });
    facade.forget();
    await user(4, 'username', 'administrator');
    expect(facade.calls).toEqual(['GET /users/4']);
  });

  test.each([
    'gid://service/Project/5',
    '-1',
    '1.5',
    '../projects/14',
    '',
    'gid://service/User/',
    'gid://service/User/a/b',
  ])('rejects %j before any call', async (id) => {
    const { data, errors } = await user(id, 'username', 'developer');
    expect(data).toEqual({ user: null });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
    expect(facade.calls).toEqual([]);
  });
});

describe('getCurrentUser', () => {
  const query = '{ currentUser { username email isAdmin } }';

  test('returns the user of the credential', async () => {
    const { data } = await facade.execute(query, {}, { as: 'developer' });
    expect(data).toEqual({ currentUser: { username: 'dana.kim', email: 'dana.kim@corp.example.com', isAdmin: null } });
    expect(facade.calls).toEqual(['GET /user']);
  });

  test('accepts Authorization: Bearer as well', async () => {
    const headers = { authorization: 'Bearer sandbox-developer-token' };
    const { data } = await facade.execute(query, {}, { headers });
    expect(data).toMatchObject({ currentUser: { username: 'dana.kim' } });
  });

  test('returns the bot of a project token', async () => {
    const { data } = await facade.execute('{ currentUser { username isBot } }', {}, { as: 'bot' });
    expect(data).toEqual({ currentUser: { username: 'project_14_bot_release', isBot: true } });
  });

  test('returns UNAUTHENTICATED without a credential', async () => {
    const { errors } = await facade.execute(query);
    expect(errors).toMatchObject([{ path: ['currentUser'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

describe('listUsers', () => {
  test('returns FORBIDDEN to anonymous callers', async () => {
    const { data, errors } = await facade.execute('{ users { nodes { username } } }');
    expect(data).toEqual({ users: null });
    expect(errors).toMatchObject([{ path: ['users'], extensions: { code: 'FORBIDDEN' } }]);
  });

  test('reads the detail of each user for a developer, and none for an administrator, whose list contains it', async () => {
    const query = '{ users(first: 4) { nodes { username bio } } }';
    await facade.execute(query, {}, { as: 'developer' });
    expect(facade.calls).toHaveLength(1 + 4);
    facade.forget();
    await facade.execute(query, {}, { as: 'administrator' });
    expect(facade.calls).toHaveLength(1);
  });

  test('requests custom attributes with the list, and returns them to administrators only', async () => {
    const query = '{ users(filter: { username: "olivia.marsh" }) { nodes { customAttributes { key value } } } }';
    const { data } = await facade.execute(query, {}, { as: 'administrator' });
    const attributes = [
      { key: 'department', value: 'routing' },
      { key: 'office', value: 'Lisbon' },
    ];
    expect(data).toEqual({ users: { nodes: [{ customAttributes: attributes }] } });
    expect(facade.requests[0]?.query).toMatchObject({ with_custom_attributes: 'true' });
    expect(await facade.execute(query, {}, { as: 'developer' })).toEqual({
      data: { users: { nodes: [{ customAttributes: null }] } },
    });
  });

  test.each([
    ['filter: { createdAfter: "yesterday" }', 'createdAfter'],
    ['filter: { twoFactor: UNKNOWN }', 'twoFactor'],
    ['orderBy: { field: UNKNOWN }', 'orderBy'],
  ])('rejects %s before any call', async (args) => {
    const { errors } = await facade.execute(`{ users(${args}) { nodes { username } } }`, {}, { as: 'administrator' });
    expect(errors?.length).toBeGreaterThan(0);
    expect(facade.calls).toEqual([]);
  });
});
