/** Reading pipelines from the sandbox: who may, what it costs, and what is refused. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../src/sandbox/index.ts';
import { type GraphResponse, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';

const { busyProject, hiddenPipelinesProject, privateProject, refWithoutPipeline, latestPipelineId } = landmarks;
const missing = 999_999_999;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface ProjectAnswer {
  readonly project: Readonly<Record<string, unknown>> | null;
}

const execute = (
  project: number | string,
  selection: string,
  as: Role = 'anonymous',
): Promise<GraphResponse<ProjectAnswer>> =>
  facade.execute('query ($id: ID!) { project(id: $id) { '.concat(selection, ' } }'), { id: String(project) }, { as });

const codes = ({ errors = [] }: GraphResponse<unknown>) => errors.map(({ extensions }) => extensions?.code);

/** Selection of each read, and the field that contains its result. */
const reads: readonly [operation: string, selection: (id: number) => string, field: string][] = [
  ['listPipelines', () => 'found: pipelines { totalCount nodes { iid } }', 'found'],
  ['getPipeline', (id) => `found: pipeline(id: ${id}) { iid }`, 'found'],
  ['getLatestPipeline', () => 'found: latestPipeline { iid }', 'found'],
  ['getPipelineTestReport', (id) => `found: pipeline(id: ${id}) { testReport { totalCount } }`, 'found'],
  [
    'getPipelineTestReportSummary',
    (id) => `found: pipeline(id: ${id}) { testReportSummary { total { totalCount } } }`,
    'found',
  ],
  ['listPipelineVariables', (id) => `found: pipeline(id: ${id}) { variables { nodes { key } } }`, 'found'],
];

describe.each(reads)('%s', (operation, selection, field) => {
  test('returns the objects', async () => {
    const answer = await execute(busyProject.id, selection(latestPipelineId), 'developer');
    expect(answer.errors).toBeUndefined();
    expect(answer.data.project?.[field]).not.toBeNull();
    expect(JSON.stringify(answer.data)).not.toContain('null');
    expect(facade.requests.map((request) => request.operation)).toEqual([operation]);
  });

  test('returns the same by path', async () => {
    const answer = await execute(busyProject.path, selection(latestPipelineId), 'developer');
    expect(answer.errors).toBeUndefined();
    expect(facade.calls[0]).toContain('/projects/meridian%2Fplatform%2Fengine/pipelines');
  });

  test('reports a project that does not exist', async () => {
    const answer = await execute(missing, selection(latestPipelineId), 'developer');
    // A lookup of the thing itself gives null; a list or a part of a thing that is not there is an error.
    expect(codes(answer)).toEqual(operation === 'getPipeline' ? [] : ['NOT_FOUND']);
    expect(JSON.stringify(answer.data)).toContain('null');
    expect(facade.calls).toHaveLength(1);
  });

  test('reports a private project as missing to anonymous callers', async () => {
    const answer = await execute(privateProject.path, selection(latestPipelineId));
    expect(codes(answer)).toEqual(operation === 'getPipeline' ? [] : ['NOT_FOUND']);
  });

  test('reports a project whose pipelines are restricted', async () => {
    const answer = await execute(hiddenPipelinesProject.id, selection(1), 'outsider');
    expect(codes(answer)).toEqual(['FORBIDDEN']);
    expect(answer.errors?.[0]).toMatchObject({ message: '403 Forbidden', extensions: { status: 403 } });
  });

  test('rejects an invalid credential', async () => {
    const answer = await facade.execute<ProjectAnswer>(
      `{ project(id: ${busyProject.id}) { ${selection(latestPipelineId)} } }`,
      {},
      { headers: { 'private-token': 'nobody' } },
    );
    expect(codes(answer)).toEqual(['UNAUTHENTICATED']);
  });
});

describe('a pipeline that does not exist', () => {
  test('returns null', async () => {
    const answer = await execute(busyProject.id, `pipeline(id: ${missing}) { status }`);
    expect(answer).toEqual({ data: { project: { pipeline: null } } });
  });

  test.each(['testReport { totalCount }', 'testReportSummary { total { totalCount } }', 'variables { nodes { key } }'])(
    'makes no call of its own if only %s is selected, and reports the error of the child',
    async (selection) => {
      const answer = await execute(busyProject.id, `pipeline(id: ${missing}) { ${selection} }`, 'developer');
      expect(codes(answer)).toEqual(['NOT_FOUND']);
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
  ])('are rejected before any call: %j', async (id) => {
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

  test('returns variables with types, and one without a type', async () => {
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
  ] as const)('returns an error to %s', async (role, code) => {
    expect(codes(await execute(busyProject.id, selection, role))).toEqual([code]);
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

  test('returns that of the default branch without a ref', async () => {
    const unnamed = await execute(busyProject.id, latest());
    const named = await execute(busyProject.id, latest('(ref: "main")'));
    expect(unnamed.data.project).toEqual(named.data.project);
    expect(unnamed.data.project?.latestPipeline).toMatchObject({ databaseId: latestPipelineId, ref: 'main' });
    expect(facade.calls).toEqual(['GET /projects/14/pipelines/latest', 'GET /projects/14/pipelines/latest?ref=main']);
  });

  test('returns null if the latest commit has none, though older ones have', async () => {
    const answer = await execute(
      busyProject.id,
      `${latest(`(ref: "${refWithoutPipeline}")`)} pipelines(filter: { ref: "${refWithoutPipeline}" }) { totalCount }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.project?.latestPipeline).toBeNull();
    expect(answer.data.project?.pipelines).toMatchObject({ totalCount: expect.any(Number) });
    expect(answer.data.project?.pipelines).not.toEqual({ totalCount: 0 });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/pipelines/latest?ref=docs-only',
      'GET /projects/14/pipelines?page=1&per_page=1',
      'GET /projects/14/pipelines?page=1&per_page=1&ref=docs-only',
    ]);
  });

  test('returns null in an empty repository', async () => {
    const answer = await execute(landmarks.emptyProject.path, latest());
    expect(answer).toEqual({ data: { project: { latestPipeline: null } } });
  });

  test('reports an error of permissions, after exactly one further call', async () => {
    const answer = await execute(hiddenPipelinesProject.id, latest(), 'guest');
    expect(codes(answer)).toEqual(['FORBIDDEN']);
    expect(facade.calls).toEqual([
      `GET /projects/${hiddenPipelinesProject.id}/pipelines/latest`,
      `GET /projects/${hiddenPipelinesProject.id}/pipelines?page=1&per_page=1`,
    ]);
    facade.forget();
    expect(codes(await execute(hiddenPipelinesProject.id, latest(), 'reporter'))).toEqual([]);
    expect(facade.calls).toHaveLength(1);
  });
});

describe('cost of a pipeline', () => {
  test('includes one call for a list with list fields only', async () => {
    const selection = 'id databaseId iid status source ref sha name webUrl createdAt updatedAt';
    const answer = await execute(busyProject.id, `pipelines(first: 10) { nodes { ${selection} } }`);
    expect(answer.errors).toBeUndefined();
    expect(facade.calls).toHaveLength(1);
  });

  test('includes one call and one detail each with coverage', async () => {
    await execute(busyProject.id, 'pipelines(first: 10) { nodes { iid coverage } }');
    expect(facade.calls).toHaveLength(1 + 10);
    expect(new Set(facade.calls).size).toBe(11);
  });

  test('includes one detail each for several attributes of the detail', async () => {
    await execute(busyProject.id, `pipelines(first: 5) { nodes { ${everything('Pipeline')} user { username } } }`);
    expect(facade.calls).toHaveLength(1 + 5);
  });

  test('includes no call for the user that the detail embeds, and one call a user for the profile', async () => {
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

  test('includes no further call for the same project under two aliases', async () => {
    const { data } = await facade.execute<Record<string, unknown>>(
      '{ a: project(id: 14) { pipelines(first: 3) { nodes { iid } } } b: project(id: "14") { pipelines(first: 3) { nodes { iid } } } }',
    );
    expect(data.a).toEqual(data.b);
    expect(facade.calls).toHaveLength(1);
  });

  test('includes no call for the project of a pipeline, which is its parent', async () => {
    const { data } = await execute(busyProject.id, `pipeline(id: ${latestPipelineId}) { status project { fullPath } }`);
    expect(data.project?.pipeline).toMatchObject({ project: { fullPath: busyProject.path } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/14', `GET /projects/14/pipelines/${latestPipelineId}`]);
  });
});
