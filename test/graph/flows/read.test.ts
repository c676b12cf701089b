import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { attributes, create, read, workflows } from './flow.ts';

const { busyProject } = landmarks;
const project = busyProject.path;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('reading a flow again', () => {
  test.each([
    ['', 'FINISHED'],
    ['fail', 'FAILED'],
    ['ask', 'INPUT_REQUIRED'],
    ['plan', 'PLAN_APPROVAL_REQUIRED'],
    ['tool', 'TOOL_CALL_APPROVAL_REQUIRED'],
  ])('shows its status from running to its end (%s)', async (goal, end) => {
    const { payload } = await create(facade, { goal, startWorkflow: true }, 'developer');
    const id = payload?.flow?.id ?? '';
    facade.forget();
    expect(await read(facade, id, 'developer', 'status')).toEqual({ status: 'RUNNING' });
    facade.sandbox.clock.advance(10_000);
    expect(await read(facade, id, 'developer', 'status')).toEqual({ status: end });
    expect(facade.calls).toEqual(Array(2).fill(`GET ${workflows}/${payload?.flow?.databaseId}`));
  });

  test('returns the same by number, by global id and as a node, all attributes in one call', async () => {
    const { payload } = await create(facade, { goal: 'Find the way', project }, 'developer');
    const flow = payload?.flow;
    facade.forget();
    expect(await read(facade, flow?.databaseId ?? 0, 'developer')).toEqual(flow);
    expect(facade.calls).toEqual([`GET ${workflows}/${flow?.databaseId}`]);
    expect(await read(facade, flow?.id ?? '', 'developer')).toEqual(flow);
    const document = `query ($id: ID!) { node(id: $id) { ... on Flow { ${attributes} } } }`;
    const { data } = await facade.execute(document, { id: flow?.id }, { as: 'developer' });
    expect(data).toEqual({ node: flow });
  });

  test('returns its project as an object of the graph', async () => {
    const selection = 'id project { fullPath }';
    expect(await read(facade, 4_100_000_001, 'developer', selection)).toEqual({
      id: 'gid://service/Flow/4100000001',
      project: { fullPath: project },
    });
    expect(facade.calls).toEqual([`GET ${workflows}/4100000001`, `GET /projects/${busyProject.id}`]);
  });

  test('returns null for the flow of another user, and for a missing one', async () => {
    expect(await read(facade, 4_100_000_001, 'owner')).toBeNull();
    expect(await read(facade, 987_654, 'developer')).toBeNull();
  });

  test('requires a credential', async () => {
    const { errors } = await facade.execute('{ flow(id: 4100000001) { status } agentPrivileges { databaseId } }');
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code])).toEqual([
      ['flow', 'UNAUTHENTICATED'],
      ['agentPrivileges', 'UNAUTHENTICATED'],
    ]);
  });

  test('rejects the id of another type before any call', async () => {
    const { errors } = await facade.execute('{ flow(id: "gid://service/Project/14") { status } }');
    expect(errors?.[0]?.message).toContain('must be the id of a Flow, not of a Project');
    expect(facade.calls).toEqual([]);
  });
});

test('lists the privileges that agents can have', async () => {
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

test('describes itself as an experiment, and the source of a consumer id', async () => {
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
