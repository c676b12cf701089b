/** Pipelines of the sandbox: permissions, REST calls, and invalid ids. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type GraphResponse, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';

const { busyProject, hiddenPipelinesProject, privateProject, refWithoutPipeline, latestPipelineId } = landmarks;
const missingId = 999_999_999;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface ProjectData {
  readonly project: Readonly<Record<string, unknown>> | null;
}

const execute = (
  project: number | string,
  selection: string,
  as: Role = 'anonymous',
): Promise<GraphResponse<ProjectData>> =>
  facade.execute('query ($id: ID!) { project(id: $id) { '.concat(selection, ' } }'), { id: String(project) }, { as });

const getCodes = ({ errors = [] }: GraphResponse<unknown>) => errors.map(({ extensions }) => extensions?.code);

/** Selection of each read, and the field that contains its result. */
const reads: readonly [operation: string, selection: (id: number) => string, field: string][] = [
  ['listPipelines', () => 'result: pipelines { totalCount nodes { iid } }', 'result'],
  ['getPipeline', (id) => `result: pipeline(id: ${id}) { iid }`, 'result'],
  ['getLatestPipeline', () => 'result: latestPipeline { iid }', 'result'],
  ['getPipelineTestReport', (id) => `result: pipeline(id: ${id}) { testReport { totalCount } }`, 'result'],
  [
    'getPipelineTestReportSummary',
    (id) => `result: pipeline(id: ${id}) { testReportSummary { total { totalCount } } }`,
    'result',
  ],
  ['listPipelineVariables', (id) => `result: pipeline(id: ${id}) { variables { nodes { key } } }`, 'result'],
];

describe.each(reads)('%s', (operation, selection, field) => {
  test('returns the selected values in one call', async () => {
    const response = await execute(busyProject.id, selection(latestPipelineId), 'developer');
    expect(response.errors).toBeUndefined();
    expect(response.data.project?.[field]).not.toBeNull();
    expect(JSON.stringify(response.data)).not.toContain('null');
    expect(facade.requests.map((request) => request.operation)).toEqual([operation]);
  });

  test('accepts the full path of the project', async () => {
    const response = await execute(busyProject.path, selection(latestPipelineId), 'developer');
    expect(response.errors).toBeUndefined();
    expect(facade.calls[0]).toContain('/projects/meridian%2Fplatform%2Fengine/pipelines');
  });

  test('returns NOT_FOUND, or null for getPipeline, if the project does not exist', async () => {
    const response = await execute(missingId, selection(latestPipelineId), 'developer');
    // A lookup of an object that does not exist is null; its lists and reports are errors.
    expect(getCodes(response)).toEqual(operation === 'getPipeline' ? [] : ['NOT_FOUND']);
    expect(JSON.stringify(response.data)).toContain('null');
    expect(facade.calls).toHaveLength(1);
  });

  test('returns NOT_FOUND, or null for getPipeline, to anonymous callers if the project is private', async () => {
    const response = await execute(privateProject.path, selection(latestPipelineId));
    expect(getCodes(response)).toEqual(operation === 'getPipeline' ? [] : ['NOT_FOUND']);
  });

  test('returns FORBIDDEN for a project with restricted pipelines', async () => {
    const response = await execute(hiddenPipelinesProject.id, selection(1), 'outsider');
    expect(getCodes(response)).toEqual(['FORBIDDEN']);
    expect(response.errors?.[0]).toMatchObject({
      message: 'The upstream rejected this REST call (403 Forbidden): the token may lack a scope, or its user a role',
      extensions: { status: 403 },
    });
  });

  test('returns UNAUTHENTICATED for an invalid credential', async () => {
    const response = await facade.execute<ProjectData>(
      `{ project(id: ${busyProject.id}) { ${selection(latestPipelineId)} } }`,
      {},
      { headers: { 'private-token': 'nobody' } },
    );
    expect(getCodes(response)).toEqual(['UNAUTHENTICATED']);
  });
});

describe('a pipeline that does not exist', () => {
  test('returns null', async () => {
    const response = await execute(busyProject.id, `pipeline(id: ${missingId}) { status }`);
    expect(response).toEqual({ data: { project: { pipeline: null } } });
  });

  test.each(['testReport { totalCount }', 'testReportSummary { total { totalCount } }', 'variables { nodes { key } }'])(
    'makes no call for the pipeline if only %s is selected, which has the error NOT_FOUND',
    async (selection) => {
      const response = await execute(busyProject.id, `pipeline(id: ${missingId}) { ${selection} }`, 'developer');
      expect(getCodes(response)).toEqual(['NOT_FOUND']);
      expect(facade.calls).toHaveLength(1);
    },
  );
});

describe('invalid ids', () => {
  test.each([
    'latest',
    '-5',
    '1.5',
    '../7',
    '',
    'gid://service/Project/14',
    'gid://service/Pipeline/14/3000/1',
    'gid://service/Pipeline/15/3000',
    '9007199254740993',
  ])('are rejected without a REST call: %j', async (id) => {
    const { data, errors } = await facade.execute(
      'query ($id: ID!) { project(id: 14) { pipeline(id: $id) { status } } }',
      {
        id,
      },
    );
    expect(data).toEqual({ project: { pipeline: null } });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
    expect(facade.calls).toEqual([]);
  });
});

describe('listPipelineVariables', () => {
  const selection = `pipeline(id: ${latestPipelineId}) { variables { totalCount nodes { key variableType value } } }`;

  test('returns variables, with the type ENV_VAR by default', async () => {
    const { data } = await execute(busyProject.id, selection, 'developer');
    expect(data.project?.pipeline).toEqual({
      variables: {
        totalCount: 3,
        nodes: [
          { key: 'DEPLOY_TARGET', variableType: 'ENV_VAR', value: 'staging' },
          { key: 'KUBECONFIG', variableType: 'FILE', value: 'apiVersion: v1\nkind: Config\n' },
          { key: 'LEGACY_FLAG', variableType: 'ENV_VAR', value: '1' },
        ],
      },
    });
  });

  test.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['reporter', 'FORBIDDEN'],
  ] as const)('returns to the role %s the code %s', async (role, code) => {
    expect(getCodes(await execute(busyProject.id, selection, role))).toEqual([code]);
  });

  test('returns an empty list', async () => {
    const { data } = await execute(
      busyProject.id,
      'pipeline(id: 1001) { variables { totalCount nodes { key } } }',
      'developer',
    );
    expect(data.project?.pipeline).toEqual({ variables: { totalCount: 0, nodes: [] } });
  });
});

describe('getLatestPipeline', () => {
  const latest = (args = '') => `latestPipeline${args} { databaseId ref sha }`;

  test('returns the latest pipeline of the default branch by default', async () => {
    const byDefault = await execute(busyProject.id, latest());
    const byRef = await execute(busyProject.id, latest('(ref: "main")'));
    expect(byDefault.data.project).toEqual(byRef.data.project);
    expect(byDefault.data.project?.latestPipeline).toMatchObject({ databaseId: latestPipelineId, ref: 'main' });
    expect(facade.calls).toEqual(['GET /projects/14/pipelines/latest', 'GET /projects/14/pipelines/latest?ref=main']);
  });

  test('returns null if the latest commit has no pipeline, even if older commits have one', async () => {
    const response = await execute(
      busyProject.id,
      `${latest(`(ref: "${refWithoutPipeline}")`)} pipelines(filter: { ref: "${refWithoutPipeline}" }) { totalCount }`,
    );
    expect(response.errors).toBeUndefined();
    expect(response.data.project?.latestPipeline).toBeNull();
    expect(response.data.project?.pipelines).toMatchObject({ totalCount: expect.any(Number) });
    expect(response.data.project?.pipelines).not.toEqual({ totalCount: 0 });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/pipelines/latest?ref=docs-only',
      'GET /projects/14/pipelines?page=1&per_page=1&ref=docs-only',
    ]);
  });

  test('returns null for an empty repository', async () => {
    const response = await execute(landmarks.emptyProject.path, latest());
    expect(response).toEqual({ data: { project: { latestPipeline: null } } });
  });

  test('returns FORBIDDEN to a guest, after one further call', async () => {
    const response = await execute(hiddenPipelinesProject.id, latest(), 'guest');
    expect(getCodes(response)).toEqual(['FORBIDDEN']);
    expect(facade.calls).toEqual([
      `GET /projects/${hiddenPipelinesProject.id}/pipelines/latest`,
      `GET /projects/${hiddenPipelinesProject.id}/pipelines?page=1&per_page=1`,
    ]);
    facade.forget();
    expect(getCodes(await execute(hiddenPipelinesProject.id, latest(), 'reporter'))).toEqual([]);
    expect(facade.calls).toHaveLength(1);
  });
});

describe('REST calls', () => {
  test('one call reads a list if only attributes of its items are selected', async () => {
    const selection = 'id databaseId iid status source ref sha name webUrl createdAt updatedAt';
    const response = await execute(busyProject.id, `pipelines(first: 10) { nodes { ${selection} } }`);
    expect(response.errors).toBeUndefined();
    expect(facade.calls).toHaveLength(1);
  });

  test('one call reads a list, and one each pipeline if coverage is selected', async () => {
    await execute(busyProject.id, 'pipelines(first: 10) { nodes { iid coverage } }');
    expect(facade.calls).toHaveLength(1 + 10);
    expect(new Set(facade.calls).size).toBe(11);
  });

  test('one call reads all attributes of the detail of a pipeline', async () => {
    await execute(busyProject.id, `pipelines(first: 5) { nodes { ${everything('Pipeline')} user { username } } }`);
    expect(facade.calls).toHaveLength(1 + 5);
  });

  test('one call reads each user for an attribute that the pipelines omit, even if several pipelines have the user', async () => {
    const { data } = await execute(
      busyProject.id,
      'pipelines(first: 10) { nodes { user { databaseId username name state avatarUrl webUrl bio } } }',
      'developer',
    );
    const pipelines: { nodes: { user: { databaseId: number } }[] } = Object(data.project?.pipelines);
    const users = new Set(pipelines.nodes.map(({ user }) => user.databaseId));
    expect(facade.calls.filter((call) => call.startsWith('GET /users/'))).toHaveLength(users.size);
    expect(facade.calls).toHaveLength(1 + 10 + users.size);
  });

  test('one call reads a list that is selected under two aliases', async () => {
    const { data } = await facade.execute<Record<string, unknown>>(
      '{ a: project(id: 14) { pipelines(first: 3) { nodes { iid } } } b: project(id: "14") { pipelines(first: 3) { nodes { iid } } } }',
    );
    expect(data.a).toEqual(data.b);
    expect(facade.calls).toHaveLength(1);
  });

  test('one call reads the project of a pipeline if its fullPath is selected', async () => {
    const { data } = await execute(busyProject.id, `pipeline(id: ${latestPipelineId}) { status project { fullPath } }`);
    expect(data.project?.pipeline).toMatchObject({ project: { fullPath: busyProject.path } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/14', `GET /projects/14/pipelines/${latestPipelineId}`]);
  });
});
