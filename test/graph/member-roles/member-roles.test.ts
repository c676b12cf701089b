import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { callRest } from '../../rest-client.ts';
import { mutate } from '../mutate.ts';
import { type Page, pageInfo } from '../page-through.ts';

const { publicGroup, nestedGroup } = landmarks;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface MemberRole {
  readonly id: string;
  readonly databaseId: number;
  readonly name: string;
  readonly permissions: readonly string[] | null;
}
interface Roles extends Page<MemberRole> {
  readonly totalCount: number;
}

const roleFields = 'id databaseId name description baseAccessLevel permissions group { databaseId fullPath }';
const selectPage = (args = '') => `memberRoles${args} { nodes { ${roleFields} } totalCount ${pageInfo} }`;

const readInstance = (args = '', as: Role = 'administrator') =>
  facade.execute<{ memberRoles: Roles | null }>(`{ ${selectPage(args)} }`, {}, { as });
const readGroup = (args = '', as: Role = 'owner', group: string | number = publicGroup.id) =>
  facade.execute<{ group: { memberRoles: Roles | null } }>(
    `query ($group: ID!) { group(id: $group) { ${selectPage(args)} } }`,
    { group },
    { as },
  );

const gatekeeper = {
  id: 'gid://service/MemberRole/9/3',
  databaseId: 3,
  name: 'Gatekeeper',
  description: 'Approves merge requests',
  baseAccessLevel: 'DEVELOPER',
  permissions: ['ADMIN_MERGE_REQUEST', 'MANAGE_MERGE_REQUEST_SETTINGS'],
  group: { databaseId: 9, fullPath: 'meridian' },
};
const runnerKeeper = {
  id: 'gid://service/MemberRole/1',
  databaseId: 1,
  name: 'Runner keeper',
  description: 'Looks after runners',
  baseAccessLevel: 'REPORTER',
  permissions: ['ADMIN_RUNNERS'],
  group: null,
};

describe('reading', () => {
  test('returns roles of the instance without a group', async () => {
    const { data, errors } = await readInstance();
    expect(errors).toBeUndefined();
    expect(data.memberRoles).toMatchObject({ nodes: [runnerKeeper], totalCount: 1 });
    expect(facade.calls).toEqual(['GET /member_roles?page=1&per_page=20']);
  });

  test('returns roles of a group with that group', async () => {
    const { data, errors } = await readGroup();
    expect(errors).toBeUndefined();
    expect(data.group.memberRoles?.nodes.at(1)).toEqual(gatekeeper);
    expect(facade.calls.toSorted()).toEqual([
      'GET /groups/9/member_roles?page=1&per_page=20',
      'GET /groups/9?with_projects=false',
    ]);
  });

  test('returns global ids with the number of a group that is queried by its path, without a further call', async () => {
    const { data } = await facade.execute(
      '{ group(id: "meridian") { memberRoles { nodes { id } } } }',
      {},
      { as: 'administrator' },
    );
    expect(data).toEqual({
      group: { memberRoles: { nodes: [{ id: 'gid://service/MemberRole/9/2' }, { id: gatekeeper.id }] } },
    });
    expect(facade.calls).toEqual(['GET /groups/meridian/member_roles?page=1&per_page=20']);
  });

  test.each([
    [runnerKeeper, ['GET /member_roles?page=1&per_page=100']],
    [gatekeeper, ['GET /groups/9/member_roles?page=1&per_page=100', 'GET /groups/9?with_projects=false']],
  ])('returns %j from node', async (role, calls) => {
    const { data, errors } = await facade.execute(
      `query ($id: ID!) { node(id: $id) { id ... on MemberRole { ${roleFields} } } }`,
      { id: role.id },
      { as: 'administrator' },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: role });
    expect(facade.calls.toSorted()).toEqual(calls);
  });

  test.each(['gid://service/MemberRole/3', 'gid://service/MemberRole/9/1', 'gid://service/MemberRole/4294967297'])(
    'returns null from node for %s, which has another owner or does not exist',
    async (id) => {
      const { data, errors } = await facade.execute(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id },
        { as: 'administrator' },
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({ node: null });
    },
  );

  test.each(['gid://service/MemberRole/9/2/1', 'gid://service/MemberRole/9/'])('rejects %s in node', async (id) => {
    const { errors } = await facade.execute(
      'query ($id: ID!) { node(id: $id) { id } }',
      { id },
      { as: 'administrator' },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });

  test('returns null and NOT_FOUND for the list of a group that does not exist', async () => {
    const { data, errors } = await facade.execute(
      '{ group(id: "no/such") { memberRoles { nodes { name } } } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ group: { memberRoles: null } });
    expect(errors).toMatchObject([{ path: ['group', 'memberRoles'], extensions: { code: 'NOT_FOUND' } }]);
  });

  test.each<[Role, string | undefined, string | undefined]>([
    ['anonymous', 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
    ['guest', 'FORBIDDEN', 'FORBIDDEN'],
    ['developer', 'FORBIDDEN', 'FORBIDDEN'],
    ['maintainer', 'FORBIDDEN', 'FORBIDDEN'],
    ['owner', 'FORBIDDEN', undefined],
    ['administrator', undefined, undefined],
  ])(
    'returns to the role %s the code %s for roles of the instance, and %s for those of a group',
    async (as, instance, group) => {
      const responses = [await readInstance('', as), await readGroup('', as)];
      expect(responses.map(({ errors }) => errors?.[0]?.extensions?.code)).toEqual([instance, group]);
    },
  );
});

const createRole = (input: Readonly<Record<string, unknown>>, as: Role) =>
  mutate<{ memberRole: MemberRole | null }>(facade, 'memberRoleCreate', input, `memberRole { ${roleFields} }`, as);
const deleteRole = (id: string, as: Role) =>
  mutate<{ deletedMemberRoleId: string | null }>(facade, 'memberRoleDelete', { id }, 'deletedMemberRoleId', as);

const role = { name: 'Auditor', baseAccessLevel: 'REPORTER' };
const instanceRole = { ...role, target: { instance: true } };
const groupRole = { ...role, target: { group: publicGroup.path } };

describe('creating', () => {
  test('creates a role of the instance with a name, a base level and no permissions', async () => {
    const { payload } = await createRole(instanceRole, 'administrator');
    expect(payload).toEqual({
      memberRole: {
        id: `gid://service/MemberRole/${payload?.memberRole?.databaseId}`,
        databaseId: expect.any(Number),
        name: 'Auditor',
        description: null,
        baseAccessLevel: 'REPORTER',
        permissions: [],
        group: null,
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /member_roles']);
    expect(facade.requests[0]?.body).toEqual({ name: 'Auditor', base_access_level: 20 });
  });

  test.each([publicGroup.path, `gid://service/Group/${publicGroup.id}`, String(publicGroup.id)])(
    'creates a role of the group %s, with description and permissions',
    async (group) => {
      const { payload } = await createRole(
        { ...role, target: { group }, description: 'Reads only', permissions: ['READ_CODE', 'READ_RUNNERS'] },
        'owner',
      );
      expect(payload?.memberRole).toEqual({
        id: `gid://service/MemberRole/9/${payload?.memberRole?.databaseId}`,
        databaseId: expect.any(Number),
        name: 'Auditor',
        description: 'Reads only',
        baseAccessLevel: 'REPORTER',
        permissions: ['READ_CODE', 'READ_RUNNERS'],
        group: { databaseId: 9, fullPath: 'meridian' },
      });
      expect(facade.requests[0]?.body).toEqual({
        name: 'Auditor',
        description: 'Reads only',
        base_access_level: 20,
        read_code: true,
        read_runners: true,
      });
    },
  );

  test.each([instanceRole, groupRole])('sends and returns all 21 permissions for %j', async (input) => {
    const { data } = await facade.execute<{ __type: { enumValues: { name: string }[] } }>(
      '{ __type(name: "MemberRolePermissionInput") { enumValues { name } } }',
    );
    const permissions = data.__type.enumValues.map(({ name }) => name);
    expect(permissions).toHaveLength(21);
    const { payload } = await createRole({ ...input, description: 'Everything', permissions }, 'administrator');
    expect(payload?.memberRole?.permissions?.toSorted()).toEqual(permissions.toSorted());
    const flags = permissions.map((permission) => [permission.toLowerCase(), true]);
    expect(facade.requests[0]?.body).toEqual({
      name: 'Auditor',
      description: 'Everything',
      base_access_level: 20,
      ...Object.fromEntries(flags),
    });
  });

  test.each(['GUEST', 'PLANNER', 'REPORTER', 'SECURITY_MANAGER', 'DEVELOPER', 'MAINTAINER', 'OWNER'])(
    'accepts the base level %s',
    async (baseAccessLevel) => {
      const { payload } = await createRole({ ...instanceRole, baseAccessLevel }, 'administrator');
      expect(payload?.memberRole).toMatchObject({ baseAccessLevel });
    },
  );

  test.each(['NO_ACCESS', 'MINIMAL_ACCESS'])('rejects the base level %s', async (baseAccessLevel) => {
    const { response } = await createRole({ ...instanceRole, baseAccessLevel }, 'administrator');
    expect(response.errors).toMatchObject([
      {
        message: expect.stringContaining(
          `Value "${baseAccessLevel}" does not exist in "MemberRoleBaseAccessLevelInput"`,
        ),
      },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([{}, { target: {} }, { target: { group: null } }, { target: { group: '9', instance: true } }])(
    'rejects %j, as exactly one target is required',
    async (input) => {
      const { response } = await createRole({ ...role, ...input }, 'administrator');
      expect(response.errors).toHaveLength(1);
      expect(facade.calls).toEqual([]);
    },
  );

  test('reports every violation of the input in one response, without a REST call', async () => {
    const target = { group: 'gid://service/Project/1' };
    const { payload } = await createRole({ ...role, name: '\ud800', target }, 'owner');
    expect(payload?.errors.map(({ path }) => path?.join('.')).toSorted()).toEqual(['input.name', 'input.target.group']);
    expect(facade.calls).toEqual([]);
  });

  test('rejects the target { instance: false }', async () => {
    const { payload } = await createRole({ ...role, target: { instance: false } }, 'administrator');
    expect(payload).toMatchObject({
      memberRole: null,
      errors: [{ code: 'BAD_USER_INPUT', path: ['input', 'target', 'instance'], message: 'must be true' }],
    });
    expect(facade.calls).toEqual([]);
  });

  test('rejects an empty group instead of creating a role of the instance', async () => {
    const { payload } = await createRole({ ...role, target: { group: '' } }, 'administrator');
    expect(payload).toMatchObject({ memberRole: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    expect(facade.calls).toEqual([]);
  });

  test('rejects a group that has a parent', async () => {
    const { payload } = await createRole({ ...role, target: { group: nestedGroup.path } }, 'owner');
    expect(payload).toMatchObject({ memberRole: null, errors: [{ code: 'BAD_USER_INPUT' }] });
    expect(facade.calls).toEqual(['POST /groups/meridian%2Fplatform%2Frouting/member_roles']);
  });

  test('returns NotFoundError for a group that does not exist', async () => {
    const { payload } = await createRole({ ...role, target: { group: 'no/such' } }, 'owner');
    expect(payload).toMatchObject({ memberRole: null, errors: [{ __typename: 'NotFoundError' }] });
  });
});

describe('deleting', () => {
  test('deletes a role of the instance and one of a group with different calls, and returns NOT_FOUND for a deleted role', async () => {
    const first = await createRole(instanceRole, 'administrator');
    const second = await createRole(groupRole, 'owner');
    facade.forget();
    const [roleOfInstance, roleOfGroup] = [first.payload?.memberRole, second.payload?.memberRole];
    const deleted = [
      await deleteRole(roleOfInstance?.id ?? '', 'administrator'),
      await deleteRole(roleOfGroup?.id ?? '', 'owner'),
    ];
    expect(deleted.map(({ payload }) => payload)).toEqual([
      { deletedMemberRoleId: roleOfInstance?.id, errors: [] },
      { deletedMemberRoleId: roleOfGroup?.id, errors: [] },
    ]);
    expect(facade.calls).toEqual([
      `DELETE /member_roles/${roleOfInstance?.databaseId}`,
      `DELETE /groups/9/member_roles/${roleOfGroup?.databaseId}`,
    ]);
    const again = await deleteRole(roleOfGroup?.id ?? '', 'owner');
    expect(again.payload).toMatchObject({ deletedMemberRoleId: null, errors: [{ code: 'NOT_FOUND' }] });
  });

  test.each(['gid://service/MemberRole/1/2/3', '7'])('rejects the id %s', async (id) => {
    const { payload } = await deleteRole(id, 'administrator');
    expect(payload).toMatchObject({ errors: [{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }] });
    expect(facade.calls).toEqual([]);
  });
});

test.each<[Role, string | undefined, string | undefined]>([
  ['anonymous', 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  ['guest', 'FORBIDDEN', 'FORBIDDEN'],
  ['developer', 'FORBIDDEN', 'FORBIDDEN'],
  ['maintainer', 'FORBIDDEN', 'FORBIDDEN'],
  ['owner', 'FORBIDDEN', undefined],
  ['administrator', undefined, undefined],
])(
  'returns to the role %s the code %s for writes of roles of the instance, and %s for those of a group',
  async (as, instance, group) => {
    const body = { name: 'x', base_access_level: 10 };
    const roleOfInstance = await callRest<{ id: number }>(facade, 'createInstanceMemberRole', { body });
    const path = { id: publicGroup.id };
    const roleOfGroup = await callRest<{ id: number }>(facade, 'createGroupMemberRole', { path, body });
    const codes = [
      await createRole(instanceRole, as),
      await deleteRole(`gid://service/MemberRole/${roleOfInstance.id}`, as),
      await createRole({ ...role, target: { group: publicGroup.id } }, as),
      await deleteRole(`gid://service/MemberRole/9/${roleOfGroup.id}`, as),
    ].map(({ code }) => code);
    expect(codes).toEqual([instance, instance, group, group]);
  },
);

test('has only the mutations memberRoleCreate and memberRoleDelete for roles', async () => {
  const { data } = await facade.execute<{ __type: { fields: { name: string }[] } }>(
    '{ __type(name: "Mutation") { fields { name } } }',
  );
  const names = data.__type.fields.map(({ name }) => name).filter((name) => name.startsWith('memberRole'));
  expect(names.toSorted()).toEqual(['memberRoleCreate', 'memberRoleDelete']);
});
