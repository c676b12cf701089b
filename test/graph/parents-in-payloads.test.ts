/** Payloads of mutations that change a list return the object that has the list. */
import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { operation } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { getKind, getOwnOperations } from '../../src/graph/kit/fields/kind.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const parents = ['project', 'group', 'noteable', 'mergeRequest', 'serviceAccount'];

test('offers a parent field in each payload of a mutation that creates, updates or deletes below a project or group', () => {
  const withoutParent = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(
    ({ name, extensions, type }) => {
      const kind = getKind({ extensions });
      const isBelow = getOwnOperations(kind ?? expect.fail(name)).some((id) =>
        /^\/(?:projects|groups)\/\{id\}\/./.test(operation(id).path),
      );
      const fields = isObjectType(type) ? Object.keys(type.getFields()) : [];
      const changesList = /(?:Create|Update|Delete|Rotate|Revoke)(?:ByName)?$/.test(name);
      return isBelow && changesList && !parents.some((parent) => fields.includes(parent)) ? [name] : [];
    },
  );
  expect(withoutParent).toEqual([]);
});

const project = 'project { id }';
const group = 'group { id }';
const expectedProject = { project: { id: 'gid://service/Project/5' } };
const expectedGroup = { group: { id: 'gid://service/Group/5' } };

test.each([
  ['labelCreate', 'POST /projects/5/labels', { project: '5', name: 'a', color: '#112233' }, project, expectedProject],
  [
    'labelUpdate',
    'PUT /projects/5/labels/7',
    { id: 'gid://service/Label/5/7', color: '#112233' },
    project,
    expectedProject,
  ],
  ['labelPromote', 'PUT /projects/5/labels/7/promote', { id: 'gid://service/Label/5/7' }, project, expectedProject],
  [
    'labelSubscribe',
    'POST /projects/5/labels/7/subscribe',
    { id: 'gid://service/Label/5/7' },
    project,
    expectedProject,
  ],
  [
    'pipelineRetry',
    'POST /projects/5/pipelines/7/retry',
    { id: 'gid://service/Pipeline/5/7' },
    project,
    expectedProject,
  ],
  [
    'pipelineCancel',
    'POST /projects/5/pipelines/7/cancel',
    { id: 'gid://service/Pipeline/5/7' },
    project,
    expectedProject,
  ],
  ['pullMirrorStart', 'POST /projects/5/mirror/pull', { project: '5' }, project, expectedProject],
  [
    'serviceAccountUpdate',
    'PATCH /groups/5/service_accounts/7',
    { id: 'gid://service/ServiceAccount/5/7', name: 'b' },
    group,
    expectedGroup,
  ],
  [
    'runnerCreate',
    'POST /user/runners',
    { target: { project: '5' } },
    `${project} ${group}`,
    { ...expectedProject, group: null },
  ],
  [
    'noteUpdate',
    'PUT /projects/5/issues/3/notes/7',
    { id: 'gid://service/Note/issue/5/3/7', body: 'b' },
    'noteable { id }',
    { noteable: { id: 'gid://service/Issue/5/3' } },
  ],
  ['labelDelete', 'DELETE /projects/5/labels/7', { id: 'gid://service/Label/5/7' }, project, expectedProject],
  ['labelDeleteByName', 'DELETE /projects/5/labels?name=a', { project: '5', name: 'a' }, project, expectedProject],
  ['pipelineCreate', 'POST /projects/5/pipeline', { project: '5', ref: 'main' }, project, expectedProject],
  ['pipelineDelete', 'DELETE /projects/5/pipelines/7', { id: 'gid://service/Pipeline/5/7' }, project, expectedProject],
  [
    'invitationCreate',
    'POST /projects/5/invitations',
    { target: { project: '5' }, emails: ['a@example.com'] },
    `${project} ${group}`,
    { ...expectedProject, group: null },
  ],
  [
    'invitationUpdate',
    'PUT /projects/5/invitations/a%40example.com',
    { id: 'gid://service/Invitation/project/5/a%40example.com', accessLevel: 'GUEST' },
    `${project} ${group}`,
    { ...expectedProject, group: null },
  ],
  [
    'invitationUpdate',
    'PUT /groups/5/invitations/a%40example.com',
    { id: 'gid://service/Invitation/group/5/a%40example.com', accessLevel: 'GUEST' },
    `${project} ${group}`,
    { ...expectedGroup, project: null },
  ],
  [
    'groupShare',
    'POST /groups/6/share',
    { id: '6', invitedGroup: '5', groupAccessLevel: 'GUEST' },
    'invitedGroup { id }',
    { invitedGroup: { id: 'gid://service/Group/5' } },
  ],
  [
    'groupUnshare',
    'DELETE /groups/6/share/5',
    { id: '6', invitedGroup: 'gid://service/Group/5' },
    'invitedGroup { id }',
    { invitedGroup: { id: 'gid://service/Group/5' } },
  ],
  [
    'invitationDelete',
    'DELETE /groups/5/invitations/a%40example.com',
    { id: 'gid://service/Invitation/group/5/a%40example.com' },
    `${project} ${group}`,
    { ...expectedGroup, project: null },
  ],
  ['memberRoleDelete', 'DELETE /groups/5/member_roles/7', { id: 'gid://service/MemberRole/5/7' }, group, expectedGroup],
  ['memberRoleDelete', 'DELETE /member_roles/7', { id: 'gid://service/MemberRole/7' }, group, { group: null }],
  [
    'serviceAccountDelete',
    'DELETE /groups/5/service_accounts/7',
    { id: 'gid://service/ServiceAccount/5/7' },
    group,
    expectedGroup,
  ],
  [
    'serviceAccountTokenRevoke',
    'DELETE /groups/5/service_accounts/7/personal_access_tokens/9',
    { id: 'gid://service/ServiceAccountToken/5/7/9' },
    'serviceAccount { id }',
    { serviceAccount: { id: 'gid://service/ServiceAccount/5/7' } },
  ],
  [
    'noteDelete',
    'DELETE /projects/5/issues/3/notes/7',
    { id: 'gid://service/Note/issue/5/3/7' },
    'noteable { __typename id }',
    { noteable: { __typename: 'Issue', id: 'gid://service/Issue/5/3' } },
  ],
  [
    'noteDelete',
    'DELETE /projects/5/merge_requests/3/notes/7',
    { id: 'gid://service/Note/merge_request/5/3/7' },
    'noteable { __typename id }',
    { noteable: { __typename: 'MergeRequest', id: 'gid://service/MergeRequest/5/3' } },
  ],
  [
    'mergeRequestBlockDelete',
    'DELETE /projects/5/merge_requests/3/blocks/7',
    { id: 'gid://service/MergeRequestBlock/5/3/7' },
    'mergeRequest { id }',
    { mergeRequest: { id: 'gid://service/MergeRequest/5/3' } },
  ],
  [
    'groupIntegrationDisable',
    'DELETE /groups/5/integrations/chat-a',
    { group: '5', tool: 'CHAT_A' },
    group,
    expectedGroup,
  ],
])('%s returns the parent without a further call: %s', async (name, route, input, selection, expected) => {
  const [path = ''] = route.split('?');
  const facade = await startStubbed({ [path]: { status: 200, body: { id: 7, iid: 7, status: 'success' } } });
  const { response, payload } = await mutate(facade, name, input, selection);
  expect(response.errors).toBeUndefined();
  expect(payload).toEqual({ ...expected, errors: [] });
  expect(facade.calls).toEqual([route]);
});

test('returns root lists below `query` of a payload, read after the write', async () => {
  const facade = await startStubbed({
    'POST /features/a': { body: { name: 'a', state: 'on' } },
    'GET /features': { body: [{ name: 'a', state: 'on' }] },
  });
  const selection = 'query { featureFlags { nodes { name } } }';
  const { response, payload } = await mutate(
    facade,
    'featureFlagSet',
    { id: 'a', value: { boolean: true } },
    selection,
  );
  expect(response.errors).toBeUndefined();
  expect(payload).toEqual({ query: { featureFlags: { nodes: [{ name: 'a' }] } }, errors: [] });
  expect(facade.calls).toEqual(['POST /features/a', 'GET /features?page=1&per_page=20']);
});

test('returns null for `query` of a payload if the write was rejected', async () => {
  const facade = await startStubbed({ 'DELETE /features/a': { status: 403, body: { message: 'no' } } });
  const { payload } = await mutate(
    facade,
    'featureFlagDelete',
    { id: 'a' },
    'query { featureFlags { nodes { name } } }',
  );
  expect(payload).toMatchObject({ query: null, errors: [{ code: 'FORBIDDEN' }] });
  expect(facade.calls).toEqual(['DELETE /features/a']);
});

test('implements MutationPayload in every payload', () => {
  for (const { name, type } of Object.values(schema.getMutationType()?.getFields() ?? {}))
    expect(isObjectType(type) && type.getInterfaces().map(String), name).toEqual(['MutationPayload']);
});

describe('the parent in a payload', () => {
  test('reads the parent and its lists after the write if they are selected', async () => {
    const facade = await startStubbed({
      'DELETE /projects/5/labels/7': { status: 204 },
      'GET /projects/5': { body: { id: 5, name: 'Five' } },
      'GET /projects/5/labels': { body: [{ id: 8, name: 'left' }] },
    });
    const selection = 'project { name labels { nodes { name } } }';
    const { payload } = await mutate(facade, 'labelDelete', { id: 'gid://service/Label/5/7' }, selection);
    expect(payload).toEqual({ project: { name: 'Five', labels: { nodes: [{ name: 'left' }] } }, errors: [] });
    expect(facade.calls[0]).toBe('DELETE /projects/5/labels/7');
    expect(facade.calls.slice(1).toSorted()).toEqual(['GET /projects/5', 'GET /projects/5/labels?page=1&per_page=20']);
  });

  test('returns null for the parent if the write was rejected', async () => {
    const facade = await startStubbed({ 'DELETE /projects/5/labels/7': { status: 403, body: { message: 'no' } } });
    const { payload } = await mutate(facade, 'labelDelete', { id: 'gid://service/Label/5/7' }, 'project { name }');
    expect(payload).toMatchObject({ project: null, errors: [{ code: 'FORBIDDEN' }] });
    expect(facade.calls).toEqual(['DELETE /projects/5/labels/7']);
  });
});

describe('the group of a promoted label', () => {
  const project = (namespace: object | null) => ({ 'GET /projects/5': { body: { id: 5, namespace } } });
  const promote = { 'PUT /projects/5/labels/7/promote': { body: { id: 7, name: 'bug', is_project_label: false } } };
  const promoteByName = { 'PUT /projects/5/labels/promote': { body: { id: 7, name: 'bug', is_project_label: false } } };

  test.each([
    ['labelPromote', { id: 'gid://service/Label/5/7' }, promote],
    ['labelPromoteByName', { project: '5', name: 'bug' }, promoteByName],
  ] as const)('%s reads the project for its id, and the group for other fields', async (name, input, write) => {
    const facade = await startStubbed({
      ...write,
      ...project({ kind: 'group', id: 9 }),
      'GET /groups/9': { body: { id: 9, name: 'Nine' } },
    });
    const { payload } = await mutate(facade, name, input, 'label { isProjectLabel } group { id }');
    expect(payload).toEqual({ label: { isProjectLabel: false }, group: { id: 'gid://service/Group/9' }, errors: [] });
    expect(facade.calls).toEqual([...Object.keys(write), 'GET /projects/5']);
    const withName = await mutate(facade, name, input, 'group { name }');
    expect(withName.payload).toEqual({ group: { name: 'Nine' }, errors: [] });
    expect(facade.calls.slice(3)).toEqual(['GET /projects/5', 'GET /groups/9?with_projects=false']);
  });

  test.each([{ kind: 'user', id: 3 }, null])('returns null for the namespace %j', async (namespace) => {
    const facade = await startStubbed({ ...promote, ...project(namespace) });
    const { response, payload } = await mutate(
      facade,
      'labelPromote',
      { id: 'gid://service/Label/5/7' },
      'group { id }',
    );
    expect(response.errors).toBeUndefined();
    expect(payload).toEqual({ group: null, errors: [] });
  });

  test('returns the label if the project cannot be read, and makes no read after a rejected write', async () => {
    const failing = await startStubbed({ ...promote, 'GET /projects/5': { status: 500, body: {} } });
    const { response, payload } = await mutate(
      failing,
      'labelPromote',
      { id: 'gid://service/Label/5/7' },
      'label { name } group { id }',
    );
    expect(payload).toEqual({ label: { name: 'bug' }, group: null, errors: [] });
    expect(response.errors).toMatchObject([{ path: ['labelPromote', 'group'] }]);
    const rejected = await startStubbed({ 'PUT /projects/5/labels/7/promote': { status: 403, body: {} } });
    const rejectedResult = await mutate(rejected, 'labelPromote', { id: 'gid://service/Label/5/7' }, 'group { id }');
    expect(rejectedResult.payload).toMatchObject({ group: null, errors: [{ code: 'FORBIDDEN' }] });
    expect(rejected.calls).toEqual(['PUT /projects/5/labels/7/promote']);
  });
});
