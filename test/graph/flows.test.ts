import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../src/sandbox/index.ts';
import { type ExampledFacade, type Facade, type SandboxedFacade, startExampled, startSandboxed } from '../harness.ts';
import { mutate } from './mutate.ts';

interface Flow {
  readonly id: string;
  readonly databaseId: number;
  readonly [attribute: string]: unknown;
}

const attributes = `id databaseId status summary workflowDefinition environment image aiCatalogItemVersionId
  agentPrivileges agentPrivilegesNames preApprovedAgentPrivileges preApprovedAgentPrivilegesNames
  allowAgentToRequestUser mcpEnabled projectId namespaceId serviceUrl workload { id message }`;

const workflows = '/ai/agent_workflows/workflows';

const create = (facade: Facade, input: Readonly<Record<string, unknown>>, as: Role, selection = attributes) =>
  mutate<{ flow: Flow | null }>(facade, 'flowCreate', input, `flow { ${selection} }`, as);

async function read(facade: Facade, id: string | number, as: Role, selection = attributes): Promise<Flow | null> {
  const document = `query ($id: ID!) { flow(id: $id) { ${selection} } }`;
  const { data } = await facade.ask<{ flow: Flow | null }>(document, { id: String(id) }, { as });
  return data.flow;
}

const { busyProject, publicGroup } = landmarks;
const project = busyProject.path;

describe('against the sandbox', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
  });
  afterEach(() => facade.forget());
  afterAll(() => facade.close());

  const sent = (): unknown => facade.requests.at(-1)?.body;

  describe('flowCreate', () => {
    test('R-FLO-02 R-FLO-04 R-FLO-11 R-FLO-12 creates a flow with the defaults of the service', async () => {
      const { payload } = await create(facade, {}, 'developer');
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
          agentPrivileges: [1, 2, 3, 4, 5, 6],
          agentPrivilegesNames: [
            'read_write_files',
            'read_only_service',
            'read_write_service',
            'run_commands',
            'use_git',
            'run_mcp_tools',
          ],
          preApprovedAgentPrivileges: [],
          preApprovedAgentPrivilegesNames: [],
          allowAgentToRequestUser: true,
          mcpEnabled: true,
          projectId: null,
          namespaceId: null,
          serviceUrl: 'https://sandbox.example.com',
          workload: null,
        },
        errors: [],
      });
      expect(facade.calls).toEqual([`POST ${workflows}`]);
      expect(sent()).toEqual({});
    });

    test('sends every parameter, and shows what came of it', async () => {
      const input = {
        project,
        namespace: publicGroup.path,
        goal: 'Draw rivers',
        workflowDefinition: 'convert_pipeline',
        agentPrivileges: [1, 2, 5],
        preApprovedAgentPrivileges: [2, 5],
        additionalContext: [{ category: 'repository', content: '{"branch":"main"}' }],
        aiCatalogItemVersionId: 4294967297,
        allowAgentToRequestUser: false,
        environment: 'CHAT_PARTIAL',
        image: 'registry.example.com/agents:1',
        issueIid: 7,
        mergeRequestIid: 12,
        shallowClone: false,
        sourceBranch: 'main',
        startWorkflow: true,
      };
      const { payload } = await create(facade, input, 'developer');
      expect(payload?.errors).toEqual([]);
      expect(payload?.flow).toMatchObject({
        status: 'RUNNING',
        summary: 'Draw rivers',
        workflowDefinition: 'convert_pipeline',
        agentPrivileges: [1, 2, 5],
        preApprovedAgentPrivilegesNames: ['read_only_service', 'use_git'],
        allowAgentToRequestUser: false,
        environment: 'CHAT_PARTIAL',
        image: 'registry.example.com/agents:1',
        aiCatalogItemVersionId: 4294967297,
        mcpEnabled: false,
        projectId: busyProject.id,
        namespaceId: publicGroup.id,
      });
      expect(sent()).toEqual({
        project_id: project,
        namespace_id: publicGroup.path,
        goal: 'Draw rivers',
        workflow_definition: 'convert_pipeline',
        agent_privileges: [1, 2, 5],
        pre_approved_agent_privileges: [2, 5],
        additional_context: [{ Category: 'repository', Content: '{"branch":"main"}' }],
        ai_catalog_item_version_id: 4294967297,
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

    test('R-FLO-03 R-FLO-17 a flow that is started runs at once, in a workload', async () => {
      const { payload } = await create(facade, { startWorkflow: true }, 'developer', 'status workload { id message }');
      expect(payload?.flow).toEqual({
        status: 'RUNNING',
        workload: { id: expect.stringMatching(/^\d+$/), message: 'Workload started' },
      });
    });

    test('takes null for absent', async () => {
      const names = [
        'project',
        'namespace',
        'issueIid',
        'aiCatalogItemConsumer',
        'goal',
        'agentPrivileges',
        'environment',
      ];
      await create(facade, Object.fromEntries(names.map((name) => [name, null])), 'developer');
      expect(sent()).toEqual({});
    });

    test.each([
      [`gid://service/Project/${busyProject.id}`, `gid://service/Group/${publicGroup.id}`, '14', '9'],
      ['14', '9', '14', '9'],
      [busyProject.path, publicGroup.path, busyProject.path, publicGroup.path],
    ])('R-FLO-09 names project and namespace %s %s as texts', async (project, namespace, project_id, namespace_id) => {
      const { payload } = await create(facade, { project, namespace }, 'developer', 'projectId namespaceId');
      expect(payload?.flow).toEqual({ projectId: 14, namespaceId: 9 });
      expect(sent()).toEqual({ project_id, namespace_id });
    });

    test.each(['gid://service/AiCatalogItemConsumer/35', '35'])(
      'R-FLO-15 runs the catalog item %s',
      async (consumer) => {
        const input = { project, aiCatalogItemConsumer: consumer };
        const { payload } = await create(facade, input, 'developer', 'workflowDefinition');
        expect(payload).toEqual({ flow: { workflowDefinition: 'catalog/fix-pipeline' }, errors: [] });
        expect(sent()).toEqual({ project_id: project, ai_catalog_item_consumer_id: 35 });
      },
    );

    test('R-FLO-15 a catalog item that is not enabled for the project is not found', async () => {
      const input = { project, aiCatalogItemConsumer: 'gid://service/AiCatalogItemConsumer/5000000001' };
      const { payload } = await create(facade, input, 'developer');
      expect(payload).toMatchObject({ flow: null, errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }] });
    });

    test('R-FLO-16 a branch that does not exist is refused; left out, the default branch is meant', async () => {
      const { payload } = await create(facade, { project, sourceBranch: 'no-such' }, 'developer');
      expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', message: 'source_branch does not exist' }]);
    });

    const refused = (path: string, message: string) => [
      { __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', message, path: ['input', ...path.split('.')] },
    ];
    const needsProject = 'needs project as well';

    test.each<[string, Readonly<Record<string, unknown>>, string, string]>([
      ['R-FLO-08', { issueIid: 7 }, 'issueIid', needsProject],
      ['R-FLO-08', { mergeRequestIid: 7, namespace: 'meridian' }, 'mergeRequestIid', needsProject],
      ['R-FLO-06', { aiCatalogItemConsumer: '35' }, 'aiCatalogItemConsumer', needsProject],
      [
        'R-FLO-07',
        { aiCatalogItemConsumer: '35', project, workflowDefinition: 'chat' },
        'workflowDefinition',
        'cannot be combined with aiCatalogItemConsumer',
      ],
      [
        'R-FLO-05',
        { agentPrivileges: [1, 2], preApprovedAgentPrivileges: [2, 5] },
        'preApprovedAgentPrivileges.1',
        'must be one of agentPrivileges',
      ],
      [
        'R-FLO-10',
        { additionalContext: [{ category: 'file', content: '{"path":' }] },
        'additionalContext.0.content',
        'must be serialized JSON',
      ],
      ['R-FLO-12', { environment: 'UNKNOWN' }, 'environment', 'must be one of IDE, WEB, CHAT_PARTIAL, CHAT, AMBIENT'],
      ['R-FLO-09', { project: ' ' }, 'project', 'must not be empty'],
      ['R-FLO-09', { project: 'gid://service/Group/9' }, 'project', 'must be the id of a Project, not of a Group'],
      ['R-FLO-09', { namespace: 'gid://service/User/9' }, 'namespace', 'must be the id of a Group, not of a User'],
      [
        'R-FLO-15',
        { project, aiCatalogItemConsumer: 'fix-pipeline' },
        'aiCatalogItemConsumer',
        'must be the global id of an AiCatalogItemConsumer, or its number',
      ],
      [
        'R-FLO-15',
        { project, aiCatalogItemConsumer: 'gid://service/AiCatalogItem/35' },
        'aiCatalogItemConsumer',
        'must be the id of a AiCatalogItemConsumer, not of a AiCatalogItem',
      ],
    ])('%s %j is refused before any call', async (_, input, path, message) => {
      const { payload } = await create(facade, input, 'developer');
      expect(payload).toEqual({ flow: null, errors: refused(path, message) });
      expect(facade.calls).toEqual([]);
    });

    test('every violation is told at once, before any call', async () => {
      const input = {
        issueIid: 1,
        mergeRequestIid: 2,
        aiCatalogItemConsumer: '35',
        workflowDefinition: 'chat',
        namespace: '',
        agentPrivileges: [1],
        preApprovedAgentPrivileges: [2],
        additionalContext: [{ category: 'file', content: 'plain text' }],
        environment: 'UNKNOWN',
      };
      const { payload } = await create(facade, input, 'developer');
      expect(payload?.errors.map(({ path }) => path?.slice(1).join('.')).toSorted()).toEqual([
        'additionalContext.0.content',
        'aiCatalogItemConsumer',
        'environment',
        'issueIid',
        'mergeRequestIid',
        'namespace',
        'preApprovedAgentPrivileges.0',
        'workflowDefinition',
      ]);
      expect(facade.calls).toEqual([]);
    });

    test('R-FLO-05 pre-approved privileges need no list of privileges, which is all of them then', async () => {
      const input = { preApprovedAgentPrivileges: [6] };
      const { payload } = await create(facade, input, 'developer', 'preApprovedAgentPrivilegesNames');
      expect(payload?.flow).toEqual({ preApprovedAgentPrivilegesNames: ['run_mcp_tools'] });
    });

    test('for a project it is for Developers and up', async () => {
      const outcomes: Record<string, string | undefined> = {};
      for (const as of ['guest', 'reporter', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const)
        outcomes[as] = (await create(facade, { project }, as)).code;
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

    test('a project that the caller may not see is not found', async () => {
      const { payload } = await create(facade, { project: landmarks.privateProject.path }, 'outsider');
      expect(payload?.errors).toMatchObject([{ code: 'NOT_FOUND', message: expect.stringContaining('Project') }]);
    });
  });

  describe('reading a flow again', () => {
    test.each([
      ['', 'FINISHED'],
      ['fail', 'FAILED'],
      ['ask', 'INPUT_REQUIRED'],
      ['plan', 'PLAN_APPROVAL_REQUIRED'],
      ['tool', 'TOOL_CALL_APPROVAL_REQUIRED'],
    ])('R-FLO-13 follows it from running to its end (%s)', async (goal, end) => {
      const { payload } = await create(facade, { goal, startWorkflow: true }, 'developer');
      const id = payload?.flow?.id ?? '';
      facade.forget();
      expect(await read(facade, id, 'developer', 'status')).toEqual({ status: 'RUNNING' });
      facade.sandbox.clock.advance(10_000);
      expect(await read(facade, id, 'developer', 'status')).toEqual({ status: end });
      expect(facade.calls).toEqual(Array(2).fill(`GET ${workflows}/${payload?.flow?.databaseId}`));
    });

    test('by number, by global id and as a node it is the same, all attributes in one call', async () => {
      const { payload } = await create(facade, { goal: 'Find the way', project }, 'developer');
      const flow = payload?.flow;
      facade.forget();
      expect(await read(facade, flow?.databaseId ?? 0, 'developer')).toEqual(flow);
      expect(facade.calls).toEqual([`GET ${workflows}/${flow?.databaseId}`]);
      expect(await read(facade, flow?.id ?? '', 'developer')).toEqual(flow);
      const document = `query ($id: ID!) { node(id: $id) { ... on Flow { ${attributes} } } }`;
      const { data } = await facade.ask(document, { id: flow?.id }, { as: 'developer' });
      expect(data).toEqual({ node: flow });
    });

    test('its project is an object of the graph', async () => {
      const selection = 'id project { fullPath }';
      expect(await read(facade, 4_100_000_001, 'developer', selection)).toEqual({
        id: 'gid://service/Flow/4100000001',
        project: { fullPath: project },
      });
      expect(facade.calls).toEqual([`GET ${workflows}/4100000001`, `GET /projects/${busyProject.id}`]);
    });

    test("another user's flow is null, as is one that does not exist", async () => {
      expect(await read(facade, 4_100_000_001, 'owner')).toBeNull();
      expect(await read(facade, 987_654, 'developer')).toBeNull();
    });

    test('needs a credential', async () => {
      const { errors } = await facade.ask(
        '{ flow(id: 4100000001) { status } agentPrivileges { allPrivileges { id } } }',
      );
      expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])).toEqual([
        ['flow', 'UNAUTHENTICATED'],
        ['agentPrivileges', 'UNAUTHENTICATED'],
      ]);
    });

    test('refuses the id of something else before any call', async () => {
      const { errors } = await facade.ask('{ flow(id: "gid://service/Project/14") { status } }');
      expect(errors?.[0]?.message).toContain('must be the id of a Flow, not of a Project');
      expect(facade.calls).toEqual([]);
    });
  });

  test('R-FLO-14 lists what agents can be allowed to do', async () => {
    const { data } = await facade.ask<{ agentPrivileges: { allPrivileges: unknown[] } }>(
      '{ agentPrivileges { allPrivileges { id name description defaultEnabled } } }',
      {},
      { as: 'guest' },
    );
    const { allPrivileges } = data.agentPrivileges;
    expect(allPrivileges).toHaveLength(6);
    expect(allPrivileges[4]).toEqual({
      id: 5,
      name: 'use_git',
      description: 'Allow git commits, push and other git commands',
      defaultEnabled: true,
    });
    expect(facade.calls).toEqual([`GET ${workflows}/agent_privileges`]);
  });

  test('R-FLO-01 says that it is an experiment, and where a consumer id comes from', async () => {
    const { data } = await facade.ask<{
      __type: { fields: { name: string; description: string }[] };
      input: { inputFields: { name: string; description: string }[] };
    }>(`{
      __type(name: "Mutation") { fields { name description } }
      input: __type(name: "FlowCreateInput") { inputFields { name description } }
    }`);
    const field = data.__type.fields.find(({ name }) => name === 'flowCreate');
    expect(field?.description).toContain('an experiment');
    const consumer = data.input.inputFields.find(({ name }) => name === 'aiCatalogItemConsumer');
    expect(consumer?.description).toContain('gid://service/AiCatalogItemConsumer/<number>');
  });
});

describe('against hand-typed answers', () => {
  let facade: ExampledFacade | undefined;
  afterEach(() => facade?.close());

  const flow = {
    id: 1,
    project_id: 5,
    namespace_id: null,
    agent_privileges: [1, 2, 3, 4, 5, 6],
    agent_privileges_names: ['read_write_files', 'read_only_service'],
    pre_approved_agent_privileges: [1],
    pre_approved_agent_privileges_names: ['read_write_files'],
    workflow_definition: 'software_development',
    status: 'running',
    allow_agent_to_request_user: true,
    image: null,
    environment: null,
    ai_catalog_item_version_id: null,
    summary: 'Fix the pipeline',
    mcp_enabled: true,
    service_url: 'https://service.example.com',
    workload: { id: '123', message: 'Workload created' },
  };

  test('a flow with every attribute of section 2.11', async () => {
    facade = await startExampled({ [`POST ${workflows}`]: { body: flow } });
    const { payload } = await create(facade, { startWorkflow: true }, 'developer');
    expect(payload).toEqual({
      flow: {
        id: 'gid://service/Flow/1',
        databaseId: 1,
        status: 'RUNNING',
        summary: 'Fix the pipeline',
        workflowDefinition: 'software_development',
        environment: null,
        image: null,
        aiCatalogItemVersionId: null,
        agentPrivileges: [1, 2, 3, 4, 5, 6],
        agentPrivilegesNames: ['read_write_files', 'read_only_service'],
        preApprovedAgentPrivileges: [1],
        preApprovedAgentPrivilegesNames: ['read_write_files'],
        allowAgentToRequestUser: true,
        mcpEnabled: true,
        projectId: 5,
        namespaceId: null,
        serviceUrl: 'https://service.example.com',
        workload: { id: '123', message: 'Workload created' },
      },
      errors: [],
    });
    expect(facade.calls).toEqual([`POST ${workflows}`]);
  });

  test('words nobody knows, missing and odd attributes', async () => {
    facade = await startExampled({
      [`GET ${workflows}/4294967297`]: {
        body: {
          id: 4294967297,
          status: 'waiting_for_the_moon',
          environment: 'hologram',
          agent_privileges: null,
          workload: [],
          novelty: { deep: true },
        },
      },
    });
    const selection = 'id status environment agentPrivileges workload { id } summary project { id } mcpEnabled';
    expect(await read(facade, '4294967297', 'developer', selection)).toEqual({
      id: 'gid://service/Flow/4294967297',
      status: 'UNKNOWN',
      environment: 'UNKNOWN',
      agentPrivileges: null,
      workload: { id: null },
      summary: null,
      project: null,
      mcpEnabled: null,
    });
  });

  test.each([
    'created',
    'running',
    'paused',
    'finished',
    'failed',
    'stopped',
    'input_required',
    'plan_approval_required',
    'tool_call_approval_required',
  ])('R-FLO-13 knows the status %s', async (status) => {
    facade = await startExampled({ [`GET ${workflows}/1`]: { body: { id: 1, status } } });
    expect(await read(facade, 1, 'developer', 'status')).toEqual({ status: status.toUpperCase() });
  });

  test('the privileges as section 4.9 wraps them', async () => {
    facade = await startExampled({
      [`GET ${workflows}/agent_privileges`]: {
        body: {
          all_privileges: [
            {
              id: 1,
              name: 'read_write_files',
              description: 'Allow local filesystem read/write access',
              default_enabled: true,
            },
            { id: 7, name: 'teleport', default_enabled: false },
          ],
        },
      },
    });
    const { data } = await facade.ask('{ agentPrivileges { allPrivileges { id name description defaultEnabled } } }');
    expect(data).toEqual({
      agentPrivileges: {
        allPrivileges: [
          {
            id: 1,
            name: 'read_write_files',
            description: 'Allow local filesystem read/write access',
            defaultEnabled: true,
          },
          { id: 7, name: 'teleport', description: null, defaultEnabled: false },
        ],
      },
    });
  });

  test('an empty answer is a success without an object', async () => {
    facade = await startExampled({ [`POST ${workflows}`]: { status: 201 } });
    const { payload } = await create(facade, {}, 'developer');
    expect(payload).toEqual({ flow: null, errors: [] });
  });
});
