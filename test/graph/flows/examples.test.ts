import { afterEach, expect, test } from 'vitest';
import { type StubbedFacade, startWithResponses } from '../../harness.ts';
import { createFlow, readFlow, workflows } from './flow.ts';

let facade: StubbedFacade | undefined;
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

test('returns every documented attribute of a flow', async () => {
  facade = await startWithResponses({ [`POST ${workflows}`]: { body: flow } });
  const { payload } = await createFlow(facade, { startWorkflow: true }, 'developer');
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
      agentPrivilegeIds: [1, 2, 3, 4, 5, 6],
      agentPrivilegeNames: ['read_write_files', 'read_only_service'],
      preApprovedAgentPrivilegeIds: [1],
      preApprovedAgentPrivilegeNames: ['read_write_files'],
      allowAgentToRequestUser: true,
      mcpEnabled: true,
      project: { databaseId: 5 },
      namespaceId: null,
      serviceUrl: 'https://service.example.com',
      workload: { workloadId: '123', message: 'Workload created' },
    },
    errors: [],
  });
  expect(facade.calls).toEqual([`POST ${workflows}`]);
});

test('returns UNKNOWN for unknown enum values, and null for missing and invalid attributes', async () => {
  facade = await startWithResponses({
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
  const selection = 'id status environment agentPrivilegeIds workload { workloadId } summary project { id } mcpEnabled';
  expect(await readFlow(facade, '4294967297', 'developer', selection)).toEqual({
    id: 'gid://service/Flow/4294967297',
    status: 'UNKNOWN',
    environment: 'UNKNOWN',
    agentPrivilegeIds: null,
    workload: null,
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
])('returns the status %s as an enum value', async (status) => {
  facade = await startWithResponses({ [`GET ${workflows}/1`]: { body: { id: 1, status } } });
  expect(await readFlow(facade, 1, 'developer', 'status')).toEqual({ status: status.toUpperCase() });
});

test('returns the privileges in the documented all_privileges', async () => {
  facade = await startWithResponses({
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
  const { data } = await facade.execute('{ agentPrivileges { databaseId name description defaultEnabled } }');
  expect(data).toEqual({
    agentPrivileges: [
      {
        databaseId: 1,
        name: 'read_write_files',
        description: 'Allow local filesystem read/write access',
        defaultEnabled: true,
      },
      { databaseId: 7, name: 'teleport', description: null, defaultEnabled: false },
    ],
  });
});

test.each([
  [{}, 'Invalid response from the upstream: its object has none of the documented attributes'],
  [
    { all_privileges: null },
    'Query.agentPrivileges must not be null, but the upstream sent null or omitted the attribute',
  ],
  [{ all_privileges: 'all' }, 'Invalid response from the upstream: expected a JSON array, got a string'],
  [[], 'Invalid response from the upstream: expected a JSON object, got an array'],
])('returns null and UPSTREAM_INVALID_RESPONSE for the privileges %j', async (body, message) => {
  facade = await startWithResponses({ [`GET ${workflows}/agent_privileges`]: { body } });
  const { data, errors } = await facade.execute('{ agentPrivileges { name } }');
  expect(data).toEqual({ agentPrivileges: null });
  expect(errors).toEqual([
    expect.objectContaining({
      message,
      path: ['agentPrivileges'],
      extensions: expect.objectContaining({ code: 'UPSTREAM_INVALID_RESPONSE' }),
    }),
  ]);
});

test('returns a null flow and no payload errors for a response without a body', async () => {
  facade = await startWithResponses({ [`POST ${workflows}`]: { status: 201 } });
  const { payload } = await createFlow(facade, {}, 'developer');
  expect(payload).toEqual({ flow: null, errors: [] });
});
