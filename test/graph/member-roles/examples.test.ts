import { afterEach, expect, test } from 'vitest';
import { nullsAccepted, type StubbedFacade, startWithResponses } from '../../harness.ts';
import { mutate } from '../mutate.ts';

let facade: StubbedFacade | undefined;
afterEach(() => facade?.close());

const flags = {
  admin_cicd_variables: false,
  admin_compliance_framework: false,
  admin_group_member: false,
  admin_merge_request: false,
  admin_push_rules: false,
  admin_iac_state: false,
  admin_vulnerability: false,
  admin_web_hook: false,
  archive_project: false,
  manage_deploy_tokens: false,
  manage_group_access_tokens: false,
  manage_merge_request_settings: false,
  manage_project_access_tokens: false,
  manage_security_policy_link: false,
  read_code: true,
  read_runners: false,
  read_dependency: false,
  read_vulnerability: false,
  remove_group: false,
  remove_project: true,
};

const roleFields = 'id databaseId name description baseAccessLevel permissions group { databaseId }';

test('returns every documented attribute of the roles of the instance', async () => {
  facade = await startWithResponses({
    'GET /member_roles': {
      body: [
        { id: 1, name: 'Instance custom role', description: null, group_id: null, base_access_level: 10, ...flags },
      ],
    },
  });
  const { data, errors } = await facade.execute(`{ memberRoles { nodes { ${roleFields} } } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    memberRoles: {
      nodes: [
        {
          id: 'gid://service/MemberRole/1',
          databaseId: 1,
          name: 'Instance custom role',
          description: null,
          baseAccessLevel: 'GUEST',
          permissions: ['READ_CODE', 'REMOVE_PROJECT'],
          group: null,
        },
      ],
    },
  });
});

test('returns an id above 2^32, UNKNOWN for unknown enum values, null for missing attributes, and null with an error for an invalid item', async () => {
  facade = await startWithResponses(
    {
      'GET /groups/84/member_roles': {
        body: [
          { id: 4294967297, name: null, group_id: 84, base_access_level: 35, read_code: true, launch_rockets: true },
          { id: 5 },
          { group_id: null, name: 'Nameless', admin_web_hook: null, read_code: false },
          'nonsense',
        ],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(
    `{ group(id: 84) { memberRoles { nodes { ${roleFields.replace('id ', '')} } } } }`,
  );
  expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['group.memberRoles.nodes.3']);
  const nullFields = { databaseId: null, name: null, description: null, baseAccessLevel: null, group: null };
  expect(data).toEqual({
    group: {
      memberRoles: {
        nodes: [
          {
            ...nullFields,
            databaseId: 4294967297,
            baseAccessLevel: 'UNKNOWN',
            permissions: ['READ_CODE', 'UNKNOWN'],
            group: { databaseId: 84 },
          },
          { ...nullFields, databaseId: 5, permissions: null, group: { databaseId: 84 } },
          { ...nullFields, name: 'Nameless', permissions: [] },
          null,
        ],
      },
    },
  });
  expect(facade.calls).toEqual(['GET /groups/84/member_roles?page=1&per_page=20']);
});

test('returns an error for permissions if the response to a write contains neither them nor an id', async () => {
  facade = await startWithResponses({ 'POST /member_roles': { status: 201, body: {} } });
  const { data, errors } = await facade.execute(
    'mutation { memberRoleCreate(input: { target: { instance: true }, name: "Auditor", baseAccessLevel: GUEST }) { memberRole { permissions } } }',
  );
  expect(data).toEqual({ memberRoleCreate: { memberRole: { permissions: null } } });
  expect(errors).toMatchObject([
    {
      path: ['memberRoleCreate', 'memberRole', 'permissions'],
      message: expect.stringMatching(/its response contains neither this field nor the id/),
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
  expect(facade.calls).toEqual(['POST /member_roles']);
});

test('creates and deletes roles for responses with and without a body', async () => {
  const role = { id: 3, name: 'Custom guest', group_id: 84, base_access_level: 10, ...flags };
  facade = await startWithResponses({
    'POST /groups/84/member_roles': { status: 201, body: role },
    'POST /member_roles': { status: 200, body: '' },
    'DELETE /groups/84/member_roles/3': { status: 204 },
    'DELETE /member_roles/4294967297': { status: 200, body: '' },
  });
  const input = { name: 'Custom guest', baseAccessLevel: 'GUEST' };
  const created = await mutate(
    facade,
    'memberRoleCreate',
    { ...input, target: { group: 84 } },
    'memberRole { id permissions }',
  );
  const createdWithoutBody = await mutate(
    facade,
    'memberRoleCreate',
    { ...input, target: { instance: true } },
    'memberRole { id permissions }',
  );
  const deleted = await mutate(
    facade,
    'memberRoleDelete',
    { id: 'gid://service/MemberRole/84/3' },
    'deletedMemberRoleId',
  );
  const id = 'gid://service/MemberRole/4294967297';
  const deletedOfInstance = await mutate(facade, 'memberRoleDelete', { id }, 'deletedMemberRoleId');
  expect([created, createdWithoutBody, deleted, deletedOfInstance].map(({ payload }) => payload)).toEqual([
    { memberRole: { id: 'gid://service/MemberRole/84/3', permissions: ['READ_CODE', 'REMOVE_PROJECT'] }, errors: [] },
    { memberRole: null, errors: [] },
    { deletedMemberRoleId: 'gid://service/MemberRole/84/3', errors: [] },
    { deletedMemberRoleId: id, errors: [] },
  ]);
});
