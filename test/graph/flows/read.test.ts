import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { attributes, createFlow, readFlow, workflows } from './flow.ts';

const { busyProject } = landmarks;
const project = busyProject.path;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('reading a flow', () => {
  test.each([
    ['', 'FINISHED'],
    ['fail', 'FAILED'],
    ['ask', 'INPUT_REQUIRED'],
    ['plan', 'PLAN_APPROVAL_REQUIRED'],
    ['tool', 'TOOL_CALL_APPROVAL_REQUIRED'],
  ])(
    'returns the status RUNNING, and the final status after 10 s (goal "%s", status %s)',
    async (goal, finalStatus) => {
      const { payload } = await createFlow(facade, { goal, startWorkflow: true }, 'developer');
      const id = payload?.flow?.id ?? '';
      facade.forget();
      expect(await readFlow(facade, id, 'developer', 'status')).toEqual({ status: 'RUNNING' });
      facade.sandbox.clock.advance(10_000);
      expect(await readFlow(facade, id, 'developer', 'status')).toEqual({ status: finalStatus });
      expect(facade.calls).toEqual(Array(2).fill(`GET ${workflows}/${payload?.flow?.databaseId}`));
    },
  );

  test('returns the same flow by number, by global id and from node, with all attributes in one call', async () => {
    const { payload } = await createFlow(facade, { goal: 'Find the way', project }, 'developer');
    const flow = payload?.flow;
    facade.forget();
    expect(await readFlow(facade, flow?.databaseId ?? 0, 'developer')).toEqual(flow);
    expect(facade.calls).toEqual([`GET ${workflows}/${flow?.databaseId}`]);
    expect(await readFlow(facade, flow?.id ?? '', 'developer')).toEqual(flow);
    const document = `query ($id: ID!) { node(id: $id) { ... on Flow { ${attributes} } } }`;
    const { data } = await facade.execute(document, { id: flow?.id }, { as: 'developer' });
    expect(data).toEqual({ node: flow });
  });

  test('returns its project as a Project, which is read with one more call', async () => {
    const selection = 'id project { fullPath }';
    expect(await readFlow(facade, 4_100_000_001, 'developer', selection)).toEqual({
      id: 'gid://service/Flow/4100000001',
      project: { fullPath: project },
    });
    expect(facade.calls).toEqual([`GET ${workflows}/4100000001`, `GET /projects/${busyProject.id}`]);
  });

  test('returns null for the flow of another user, and for one that does not exist', async () => {
    expect(await readFlow(facade, 4_100_000_001, 'owner')).toBeNull();
    expect(await readFlow(facade, 987_654, 'developer')).toBeNull();
  });

  test('requires a credential', async () => {
    const { errors } = await facade.execute('{ flow(id: 4100000001) { status } agentPrivileges { databaseId } }');
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])).toEqual([
      ['flow', 'UNAUTHENTICATED'],
      ['agentPrivileges', 'UNAUTHENTICATED'],
    ]);
  });

  test('rejects the global id of another type without a REST call', async () => {
    const { errors } = await facade.execute('{ flow(id: "gid://service/Project/14") { status } }');
    expect(errors?.[0]?.message).toContain('must be the id of a Flow, not of a Project');
    expect(facade.calls).toEqual([]);
  });
});

test('returns all six agent privileges', async () => {
  const { data } = await facade.execute<{ agentPrivileges: unknown[] }>(
    '{ agentPrivileges { databaseId name description defaultEnabled } }',
    {},
    { as: 'guest' },
  );
  expect(data.agentPrivileges).toHaveLength(6);
  expect(data.agentPrivileges[4]).toEqual({
    databaseId: 5,
    name: 'use_git',
    description: 'Allow git commits, push and other git commands',
    defaultEnabled: true,
  });
  expect(facade.calls).toEqual([`GET ${workflows}/agent_privileges`]);
});

test('describes flowCreate as an experiment, and the form of the global id of a consumer', async () => {
  const { data } = await facade.execute<{
    __type: { fields: { name: string; description: string }[] };
    input: { inputFields: { name: string; description: string }[] };
  }>(`{
    __type(name: "Mutation") { fields { name description } }
    input: __type(name: "FlowCatalogItemInput") { inputFields { name description } }
  }`);
  const field = data.__type.fields.find(({ name }) => name === 'flowCreate');
  expect(field?.description).toContain('an experiment');
  const consumer = data.input.inputFields.find(({ name }) => name === 'consumer');
  expect(consumer?.description).toContain('gid://service/AiCatalogItemConsumer/<number>');
});
