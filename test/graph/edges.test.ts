/** Fields that lead from one object to another, and the calls that they require. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notFound, type SandboxedFacade, startSandboxed } from '../harness.ts';
import { startStubbed } from './stub-upstream.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const id = (path: string) => ({ id: `gid://service/${path}` });

test.each([
  ['authored', 'author_id'],
  ['assigned', 'assignee_id'],
  ['reviewRequested', 'reviewer_id'],
])('User.%sMergeRequests lists merge requests of all projects by %s', async (name, parameter) => {
  const field = `${name}MergeRequests`;
  const { data, errors } = await facade.execute<{ user: Record<string, { nodes: unknown[]; totalCount: number }> }>(
    `{ user(by: { id: 5 }) { ${field}(first: 2, filter: { state: OPENED }) { nodes { id } totalCount } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.user[field]?.nodes).toHaveLength(2);
  expect(facade.requests.map(({ path, query }) => [path, query])).toEqual([
    ['/merge_requests', { page: '1', per_page: '2', scope: 'all', state: 'opened', [parameter]: '5' }],
  ]);
});

test('returns a user by username in one call, and null for an unknown username', async () => {
  const { data } = await facade.execute(
    '{ user(by: { username: "dana.kim" }) { id name } missing: user(by: { username: "no.one" }) { id } }',
  );
  expect(data).toEqual({ user: { ...id('User/5'), name: 'Dana Kim' }, missing: null });
  expect(facade.calls.toSorted()).toEqual([
    'GET /users?per_page=100&username=dana.kim',
    'GET /users?per_page=100&username=no.one',
  ]);
});

describe('an upstream whose filter by username also returns similar names', () => {
  const user = (id: number, username: string) => ({ id, username, name: username });
  const document = `{
    user(by: { username: "ann" }) { username }
    _entities(representations: [{ __typename: "User", username: "ann" }]) { ... on User { username } }
  }`;

  const list = 'GET /users?per_page=100&username=ann';

  test.each([
    ['only a similar one', [user(9, 'ann2')], null],
    ['the requested one in another letter case', [user(9, 'Ann')], { username: 'Ann' }],
    ['the requested one after others', [user(9, 'ann2'), user(10, 'joann'), user(1, 'ann')], { username: 'ann' }],
  ])('returns null or the requested user for %s', async (_, users, expected) => {
    const { execute, calls } = await startStubbed({ [list]: { body: users } });
    expect(await execute(document)).toEqual({ data: { user: expected, _entities: [expected] } });
    expect(calls).toEqual([list]);
  });

  test.each([
    ['a page header', [user(9, 'ann2')], { 'x-next-page': '2' }],
    ['a full page without page headers', Array.from({ length: 100 }, (_, index) => user(9 + index, `ann${index}`)), {}],
  ])('returns an error after the planned call if %s shows that more follow', async (_, users, headers) => {
    const { execute, calls } = await startStubbed({ [list]: { body: users, headers } });
    const { data, errors } = await execute(document);
    expect(data).toEqual({ user: null, _entities: [null] });
    const message =
      'The User is not on the first page of its list, and further pages are not searched. Identify it by its global id';
    expect(errors).toMatchObject([
      { path: ['user'], message, extensions: { code: 'UNPROCESSABLE' } },
      { path: ['_entities', 0], message, extensions: { code: 'UNPROCESSABLE' } },
    ]);
    expect(calls).toEqual([list]);
  });

  test('finds the author of a note for an anonymous caller', async () => {
    const notes = 'GET /projects/14/issues/1/notes?page=1&per_page=20';
    const { execute, calls } = await startStubbed({
      [notes]: { body: [{ id: 1, author: user(1, 'ann') }] },
      [list]: { body: [user(9, 'ann2'), { ...user(1, 'ann'), avatar_url: 'https://example.com/1.png' }] },
    });
    const { data, errors } = await execute(
      '{ project(id: 14) { issue(iid: 1) { notes { nodes { author { avatarUrl } } } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      project: { issue: { notes: { nodes: [{ author: { avatarUrl: 'https://example.com/1.png' } }] } } },
    });
    expect(calls).toEqual([notes, list]);
  });
});

test.each(['user', 'user(by: {})', 'user(by: { id: 5, username: "dana.kim" })'])(
  'rejects %s before any call: exactly one of id and username is required',
  async (field) => {
    const { errors } = await facade.execute(`{ ${field} { id } }`);
    expect(errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(facade.calls).toEqual([]);
  },
);

test('Project.group and MergeRequest.group return the group of the project', async () => {
  const { data } = await facade.execute(`{ project(id: 14) {
    group { id }
    mergeRequest(iid: 2) { group { id } targetProject { id } }
  } }`);
  const group = id('Group/10');
  expect(data).toEqual({ project: { group, mergeRequest: { group, targetProject: id('Project/14') } } });
  expect(facade.calls.toSorted()).toEqual(['GET /projects/14', 'GET /projects/14/merge_requests/2']);
});

test('Label.mergeRequests lists merge requests with the label, below a lookup and below `node`', async () => {
  const mergeRequests = '{ mergeRequests { nodes { id } } }';
  const { data } = await facade.execute(`{
    project(id: 15) { label(by: { id: 1 }) ${mergeRequests} }
    node(id: "gid://service/Label/15/1") { ... on Label ${mergeRequests} }
  }`);
  const expectedData = { mergeRequests: { nodes: [id('MergeRequest/15/3')] } };
  expect(data).toEqual({ project: { label: expectedData }, node: expectedData });
  expect(facade.calls.toSorted()).toEqual([
    'GET /projects/15/labels/1',
    'GET /projects/15/merge_requests?labels=bug&page=1&per_page=20',
  ]);
});

test('Milestone.mergeRequests lists merge requests of the project or group of the milestone', async () => {
  const milestone = 'milestone { id group { id } project { id } mergeRequests(first: 1) { totalCount } }';
  const { data } = await facade.execute(
    `{ project(id: 14) { one: mergeRequest(iid: 1) { ${milestone} } seven: mergeRequest(iid: 7) { ${milestone} } } }`,
  );
  expect(data).toEqual({
    project: {
      one: {
        milestone: { ...id('Milestone/2'), group: null, project: id('Project/14'), mergeRequests: { totalCount: 2 } },
      },
      seven: {
        milestone: { ...id('Milestone/1'), group: id('Group/9'), project: null, mergeRequests: { totalCount: 2 } },
      },
    },
  });
  expect(facade.calls.filter((call) => call.includes('milestone')).sort()).toEqual([
    'GET /groups/9/merge_requests?milestone=Spring%20map&page=1&per_page=1',
    'GET /projects/14/merge_requests?milestone=Engine%203.0&page=1&per_page=1',
  ]);
});

test('Note.noteable returns the merge request or issue, and reads it only for an attribute that is not in the path', async () => {
  const { data } = await facade.execute<{
    project: Record<string, { notes: { nodes: readonly { noteable: object }[] } }>;
  }>(
    `{ project(id: 14) {
      mergeRequest(iid: 2) { notes(first: 1) { nodes { noteable { __typename id ... on MergeRequest { title } } project { id } } } }
      issue(iid: 1) { notes(first: 1) { nodes { noteable { __typename id } } } }
    } }`,
  );
  expect(data.project.mergeRequest?.notes.nodes).toEqual([
    {
      noteable: { __typename: 'MergeRequest', ...id('MergeRequest/14/2'), title: 'Draw coastlines before rivers' },
      project: id('Project/14'),
    },
  ]);
  expect(data.project.issue?.notes.nodes).toEqual([{ noteable: { __typename: 'Issue', ...id('Issue/14/1') } }]);
  expect(facade.calls.filter((call) => !call.includes('notes'))).toEqual(['GET /projects/14/merge_requests/2']);
});

test('MergeRequest.pipelines lists pipelines of the source branch, and its filter lacks `ref`', async () => {
  const { data } = await facade.execute<{
    project: { mergeRequest: { sourceBranch: string; pipelines: { nodes: readonly { ref: string }[] } } };
  }>('{ project(id: 14) { mergeRequest(iid: 2) { sourceBranch pipelines(first: 5) { nodes { id ref } } } } }');
  const { sourceBranch, pipelines } = data.project.mergeRequest;
  expect(pipelines.nodes.map(({ ref }) => ref)).toEqual(Array(pipelines.nodes.length).fill(sourceBranch));
  expect(pipelines.nodes.length).toBeGreaterThan(0);
  const { errors } = await facade.execute(
    '{ project(id: 14) { mergeRequest(iid: 2) { pipelines(filter: { ref: "main" }) { totalCount } } } }',
  );
  expect(errors).toMatchObject([
    { message: expect.stringMatching(/type "MergeRequestPipelinesFilter" not to include unknown field "ref"/) },
  ]);
  expect(facade.requests.map(({ operation }) => operation)).toEqual(['getMergeRequest', 'listPipelines']);
});

test('Job.runner returns the runner below its jobs, and null below a resource group', async () => {
  const { data } = await facade.execute(
    '{ runner(id: 5) { jobs(first: 1, filter: { status: RUNNING }) { nodes { runner { id } } } } project(id: 14) { resourceGroup(key: "production") { currentJob { runner { id } } } } }',
    {},
    { as: 'administrator' },
  );
  expect(data).toEqual({
    runner: { jobs: { nodes: [{ runner: id('Runner/5') }] } },
    project: { resourceGroup: { currentJob: { runner: null } } },
  });
});

test('Invitation.project and Invitation.group return the target of the invitation, and null for the other type', async () => {
  const invitation = 'invitations(first: 1) { nodes { group { id } project { id } } }';
  const { data } = await facade.execute(
    `{ group(id: 9) { ${invitation} } project(id: 14) { ${invitation} } }`,
    {},
    { as: 'owner' },
  );
  expect(data).toEqual({
    group: { invitations: { nodes: [{ group: id('Group/9'), project: null }] } },
    project: { invitations: { nodes: [{ group: null, project: id('Project/14') }] } },
  });
});

test.each(['None', 'any', 'bug,feature'])(
  'Label.mergeRequests returns BAD_USER_INPUT for the label %s, which the upstream would parse as another filter',
  async (name) => {
    const { execute, calls } = await startStubbed({ 'GET /projects/5/labels/7': { body: { id: 7, name } } });
    const { data, errors } = await execute(
      '{ project(id: 5) { label(by: { id: 7 }) { name mergeRequests { totalCount } } } }',
    );
    expect(data).toEqual({ project: { label: { name, mergeRequests: null } } });
    expect(errors).toMatchObject([
      { path: ['project', 'label', 'mergeRequests'], extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(calls).toEqual(['GET /projects/5/labels/7']);
  },
);

test('User.authoredMergeRequests returns BAD_USER_INPUT for an id that is not a number, as the list would contain those of all users', async () => {
  const { data, errors } = await facade.execute(
    '{ user(by: { id: "dana.kim" }) { authoredMergeRequests { totalCount } } }',
  );
  expect(data).toEqual({ user: { authoredMergeRequests: null } });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(facade.calls).toEqual([]);
});

test('makes no call for the id of a referenced object, and reads the object for its other fields', async () => {
  const facade = await startStubbed({
    'GET /projects/9/merge_requests': {
      body: [{ id: 1, iid: 1, project_id: 9, source_project_id: 8, target_project_id: 9, milestone: { group_id: 7 } }],
    },
    'GET /groups/5': { body: { id: 5, shared_with_groups: [{ group_id: 6 }] } },
    'GET /projects/8': notFound,
  });
  const { data } = await facade.execute(`{
    project(id: 9) { mergeRequests { nodes {
      project { __typename id databaseId } source: sourceProject { id } hidden: sourceProject { id name }
      targetProject { databaseId } milestone { group { id } }
    } } }
    group(id: 5) { sharedWithGroups { group { id databaseId } } }
  }`);
  expect(data).toEqual({
    project: {
      mergeRequests: {
        nodes: [
          {
            project: { __typename: 'Project', ...id('Project/9'), databaseId: 9 },
            source: id('Project/8'),
            hidden: null,
            targetProject: { databaseId: 9 },
            milestone: { group: id('Group/7') },
          },
        ],
      },
    },
    group: { sharedWithGroups: [{ group: { ...id('Group/6'), databaseId: 6 } }] },
  });
  expect(facade.calls.toSorted()).toEqual([
    'GET /groups/5?with_projects=false',
    'GET /projects/8',
    'GET /projects/9/merge_requests?page=1&per_page=20',
  ]);
});

test('Pipeline.project returns its id from a loaded pipeline, and otherwise reads the project', async () => {
  const facade = await startStubbed({
    'GET /projects/a%2Fb/pipelines/3': { body: { id: 3, project_id: 9, status: 'success' } },
    'GET /projects/a%2Fb/pipelines/4': { body: { id: 4, status: 'success' } },
    'GET /projects/a%2Fb': { body: { id: 9 } },
  });
  const { data } = await facade.execute(
    '{ project(id: "a/b") { three: pipeline(id: 3) { status project { id } } four: pipeline(id: 4) { project { id } } } }',
  );
  expect(data).toEqual({
    project: { three: { status: 'SUCCESS', project: id('Project/9') }, four: { project: id('Project/9') } },
  });
  expect(facade.calls.toSorted()).toEqual(['GET /projects/a%2Fb', 'GET /projects/a%2Fb/pipelines/3']);
});

test('Flow.group reads the group of the namespace, and returns null if it does not exist', async () => {
  const facade = await startStubbed({
    'GET /ai/agent_workflows/workflows/2': { body: { id: 2, namespace_id: 9 } },
    'GET /groups/9': notFound,
  });
  const { data } = await facade.execute('{ flow(id: 2) { namespaceId group { id } } }');
  expect(data).toEqual({ flow: { namespaceId: 9, group: null } });
  expect(facade.calls.at(-1)).toMatch('/groups/9');
});

test('FeatureFlagDefinition.featureFlag returns the flag, or null if it is not set', async () => {
  const facade = await startStubbed({
    'GET /features/definitions': { body: [{ name: 'a' }, { name: 'b' }] },
    'GET /features': { body: [{ name: 'a', state: 'on' }] },
  });
  const { data } = await facade.execute('{ featureFlagDefinitions { nodes { name featureFlag { id name } } } }');
  const flag = { ...id('FeatureFlag/a'), name: 'a' };
  expect(data).toEqual({
    featureFlagDefinitions: {
      nodes: [
        { name: 'a', featureFlag: flag },
        { name: 'b', featureFlag: null },
      ],
    },
  });
});
