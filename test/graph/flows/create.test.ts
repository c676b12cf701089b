import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { landmarks } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { createFlow, workflows } from './flow.ts';

const { busyProject, publicGroup } = landmarks;
const project = busyProject.path;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const getSentBody = (): unknown => facade.requests.findLast(({ method }) => method === 'POST')?.body;

test('creates a flow with the defaults of the service', async () => {
  const { payload } = await createFlow(facade, {}, 'developer');
  expect(payload).toEqual({
    flow: {
      id: `gid://service/Flow/${payload?.flow?.databaseId}`,
      databaseId: expect.any(Number),
      status: 'CREATED',
      summary: '',
      workflowDefinition: 'software_development',
      environment: null,
      image: null,
      aiCatalogItemVersionId: null,
      agentPrivilegeIds: [1, 2, 3, 4, 5, 6],
      agentPrivilegeNames: [
        'read_write_files',
        'read_only_service',
        'read_write_service',
        'run_commands',
        'use_git',
        'run_mcp_tools',
      ],
      preApprovedAgentPrivilegeIds: [],
      preApprovedAgentPrivilegeNames: [],
      allowAgentToRequestUser: true,
      mcpEnabled: true,
      project: null,
      namespaceId: null,
      serviceUrl: 'https://sandbox.example.com',
      workload: null,
    },
    errors: [],
  });
  // The response omits the workload of a flow that was not started.
  const { databaseId } = payload?.flow ?? {};
  expect(facade.calls).toEqual([`POST ${workflows}`, `GET ${workflows}/${databaseId}`]);
  expect(getSentBody()).toEqual({});
});

test('sends every parameter, and returns the created flow', async () => {
  const input = {
    project,
    namespace: publicGroup.path,
    goal: 'Draw rivers',
    source: { workflowDefinition: 'convert_pipeline' },
    agentPrivilegeIds: [1, 2, 5],
    preApprovedAgentPrivilegeIds: [2, 5],
    additionalContext: [{ category: 'repository', content: '{"branch":"main"}' }],
    allowAgentToRequestUser: false,
    environment: 'CHAT_PARTIAL',
    image: 'registry.example.com/agents:1',
    issue: { inProject: { project, iid: 7 } },
    mergeRequest: { inProject: { project, iid: 12 } },
    shallowClone: false,
    sourceBranch: 'main',
    startWorkflow: true,
  };
  const { payload } = await createFlow(facade, input, 'developer');
  expect(payload?.errors).toEqual([]);
  expect(payload?.flow).toMatchObject({
    status: 'RUNNING',
    summary: 'Draw rivers',
    workflowDefinition: 'convert_pipeline',
    agentPrivilegeIds: [1, 2, 5],
    preApprovedAgentPrivilegeNames: ['read_only_service', 'use_git'],
    allowAgentToRequestUser: false,
    environment: 'CHAT_PARTIAL',
    image: 'registry.example.com/agents:1',
    mcpEnabled: false,
    project: { databaseId: busyProject.id },
    namespaceId: publicGroup.id,
  });
  expect(getSentBody()).toEqual({
    project_id: project,
    namespace_id: publicGroup.path,
    goal: 'Draw rivers',
    workflow_definition: 'convert_pipeline',
    agent_privileges: [1, 2, 5],
    pre_approved_agent_privileges: [2, 5],
    additional_context: [{ Category: 'repository', Content: '{"branch":"main"}' }],
    allow_agent_to_request_user: false,
    environment: 'chat_partial',
    image: 'registry.example.com/agents:1',
    issue_id: 7,
    merge_request_id: 12,
    shallow_clone: false,
    source_branch: 'main',
    start_workflow: true,
  });
});

test('returns the workload of a flow that is started immediately', async () => {
  const { payload } = await createFlow(
    facade,
    { startWorkflow: true },
    'developer',
    'status workload { workloadId message }',
  );
  expect(payload?.flow).toEqual({
    status: 'RUNNING',
    workload: { workloadId: expect.stringMatching(/^\d+$/), message: 'Workload started' },
  });
});

test.each([
  [`gid://service/Project/${busyProject.id}`, `gid://service/Group/${publicGroup.id}`, '14', '9'],
  ['14', '9', '14', '9'],
  [busyProject.path, publicGroup.path, busyProject.path, publicGroup.path],
])(
  'sends the project %s and the namespace %s as the strings "%s" and "%s"',
  async (project, namespace, project_id, namespace_id) => {
    const { payload } = await createFlow(
      facade,
      { project, namespace },
      'developer',
      'project { databaseId } namespaceId',
    );
    expect(payload?.flow).toEqual({ project: { databaseId: 14 }, namespaceId: 9 });
    expect(getSentBody()).toEqual({ project_id, namespace_id });
  },
);

test('accepts the path of one project in different letter cases', async () => {
  const issue = { inProject: { project: busyProject.path.toUpperCase(), iid: 7 } };
  const { code } = await createFlow(facade, { project: busyProject.path, issue }, 'developer');
  expect(code).toBeUndefined();
  expect(getSentBody()).toEqual({ project_id: busyProject.path, issue_id: 7 });
});

test('derives the project from the global ids of an issue and a merge request', async () => {
  await createFlow(
    facade,
    { issue: { id: 'gid://service/Issue/14/7' }, mergeRequest: { id: 'gid://service/MergeRequest/14/12' } },
    'developer',
  );
  expect(getSentBody()).toEqual({ project_id: '14', issue_id: 7, merge_request_id: 12 });
  facade.forget();
  await createFlow(
    facade,
    { project: 'gid://service/Project/14', issue: { id: 'gid://service/Issue/14/7' } },
    'developer',
  );
  expect(getSentBody()).toEqual({ project_id: '14', issue_id: 7 });
});

test('derives the project from inProject of an issue or a merge request', async () => {
  await createFlow(facade, { issue: { inProject: { project: '14', iid: 7 } } }, 'developer');
  expect(getSentBody()).toEqual({ project_id: '14', issue_id: 7 });
  await createFlow(facade, { mergeRequest: { inProject: { project, iid: 12 } } }, 'developer');
  expect(getSentBody()).toEqual({ project_id: project, merge_request_id: 12 });
});

test.each(['gid://service/AiCatalogItemConsumer/35', '35'])(
  'creates a flow of the catalog item with the consumer %s',
  async (consumer) => {
    const input = { source: { catalogItem: { project, consumer, versionId: 4294967297 } } };
    const { payload } = await createFlow(facade, input, 'developer', 'workflowDefinition aiCatalogItemVersionId');
    expect(payload).toEqual({
      flow: { workflowDefinition: 'catalog/fix-pipeline', aiCatalogItemVersionId: 4294967297 },
      errors: [],
    });
    expect(getSentBody()).toEqual({
      project_id: project,
      ai_catalog_item_consumer_id: 35,
      ai_catalog_item_version_id: 4294967297,
    });
  },
);

test('returns NOT_FOUND for a catalog item that is not enabled for the project', async () => {
  const input = { source: { catalogItem: { project, consumer: 'gid://service/AiCatalogItemConsumer/5000000001' } } };
  const { payload } = await createFlow(facade, input, 'developer');
  expect(payload).toMatchObject({ flow: null, errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }] });
});

test('rejects a branch that does not exist', async () => {
  const { payload } = await createFlow(facade, { project, sourceBranch: 'no-such' }, 'developer');
  expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: 'does not exist' }]);
});

const invalidInput = (path: string, message: string) => [
  { __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', message, path: ['input', ...path.split('.')] },
];

test.each<[Readonly<Record<string, unknown>>, string, string]>([
  [
    { agentPrivilegeIds: [1, 2], preApprovedAgentPrivilegeIds: [2, 5] },
    'preApprovedAgentPrivilegeIds.1',
    'must be one of agentPrivilegeIds',
  ],
  [
    { additionalContext: [{ category: 'file', content: '{"path":' }] },
    'additionalContext.0.content',
    'must be serialized JSON',
  ],
  [{ issue: { inProject: { project: '1', iid: -3 } } }, 'issue.inProject.iid', 'must be at least 1'],
  [{ mergeRequest: { inProject: { project: '1', iid: 0 } } }, 'mergeRequest.inProject.iid', 'must be at least 1'],
  [
    { project: '14', issue: { inProject: { project: 'gid://service/Project/15', iid: 1 } } },
    'issue.inProject.project',
    'is in the project 15, not in 14',
  ],
  [
    { project, source: { catalogItem: { project: 'meridian/handbook', consumer: '35' } } },
    'source.catalogItem.project',
    'is in the project meridian/handbook, not in meridian/platform/engine',
  ],
  [
    { project: '14', issue: { id: '7' } },
    'issue.id',
    'must be the global id of an Issue, of the form gid://service/Issue/<project id>/<issue iid>, where <issue iid> is a number',
  ],
  [
    { issue: { id: 'gid://service/MergeRequest/14/7' } },
    'issue.id',
    'must be the global id of an Issue, not of a MergeRequest',
  ],
  [{ project: '15', issue: { id: 'gid://service/Issue/14/7' } }, 'issue.id', 'is in the project 14, not in 15'],
  [
    { project, issue: { id: 'gid://service/Issue/14/7' } },
    'issue.id',
    'is in the project 14, not in meridian/platform/engine: a path cannot be compared with a number, use one of them',
  ],
  [
    { issue: { id: 'gid://service/Issue/14/7' }, mergeRequest: { id: 'gid://service/MergeRequest/15/3' } },
    'mergeRequest.id',
    'is in the project 15, not in 14',
  ],
  [{ project: ' ' }, 'project', 'must not be blank'],
  [{ project: 'gid://service/Group/9' }, 'project', 'must be the id of a Project, not of a Group'],
  [{ namespace: 'gid://service/User/9' }, 'namespace', 'must be the id of a Group, not of a User'],
  [
    { source: { catalogItem: { project, consumer: 'fix-pipeline' } } },
    'source.catalogItem.consumer',
    'must be the global id of an AiCatalogItemConsumer, or its number',
  ],
  [
    { source: { catalogItem: { project, consumer: 'gid://service/AiCatalogItem/35' } } },
    'source.catalogItem.consumer',
    'must be the id of an AiCatalogItemConsumer, not of an AiCatalogItem',
  ],
])('rejects %j without a REST call', async (input, path, message) => {
  const { payload } = await createFlow(facade, input, 'developer');
  expect(payload).toEqual({ flow: null, errors: invalidInput(path, message) });
  expect(facade.calls).toEqual([]);
});

test('reports every violation of the input in one response, without a REST call', async () => {
  const input = {
    issue: { inProject: { project: '', iid: 0 } },
    mergeRequest: { id: '2' },
    source: { catalogItem: { project: 'gid://service/Group/9', consumer: 'x' } },
    namespace: '',
    agentPrivilegeIds: [1],
    preApprovedAgentPrivilegeIds: [2],
    additionalContext: [{ category: 'file', content: 'plain text' }],
  };
  const { payload } = await createFlow(facade, input, 'developer');
  expect(payload?.errors.map(({ path }) => path?.slice(1).join('.')).toSorted()).toEqual([
    'additionalContext.0.content',
    'issue.inProject.iid',
    'issue.inProject.project',
    'mergeRequest.id',
    'namespace',
    'preApprovedAgentPrivilegeIds.0',
    'source.catalogItem.consumer',
    'source.catalogItem.project',
  ]);
  expect(facade.calls).toEqual([]);
});

test('rejects several sources, and a consumer or iid without its project, without a REST call', async () => {
  const catalogItem = { project, consumer: '35' };
  for (const input of [
    { source: { workflowDefinition: 'chat', catalogItem } },
    { source: { catalogItem: { consumer: '35' } } },
    { issue: { inProject: { iid: 7 } } },
  ])
    expect((await createFlow(facade, input, 'developer')).response.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  expect(facade.calls).toEqual([]);
});

test('accepts pre-approved privileges without a list of privileges, which defaults to all of them', async () => {
  const input = { preApprovedAgentPrivilegeIds: [6] };
  const { payload } = await createFlow(facade, input, 'developer', 'preApprovedAgentPrivilegeNames');
  expect(payload?.flow).toEqual({ preApprovedAgentPrivilegeNames: ['run_mcp_tools'] });
});

test('requires at least the role Developer in the project', async () => {
  const outcomes: Record<string, string | undefined> = {};
  for (const as of ['guest', 'reporter', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const)
    outcomes[as] = (await createFlow(facade, { project }, as)).code;
  expect(outcomes).toEqual({
    guest: 'FORBIDDEN',
    reporter: 'FORBIDDEN',
    developer: undefined,
    maintainer: undefined,
    owner: undefined,
    administrator: undefined,
    anonymous: 'UNAUTHENTICATED',
  });
});

test('returns NOT_FOUND for a project that the caller may not read', async () => {
  const { payload } = await createFlow(facade, { project: landmarks.privateProject.path }, 'outsider');
  expect(payload?.errors).toMatchObject([{ code: 'NOT_FOUND', message: expect.stringContaining('Project') }]);
});
