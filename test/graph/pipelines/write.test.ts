/** Mutations of pipelines in the sandbox. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';

const { busyProject, childPipelineId, latestPipelineId, privateProject } = landmarks;
const gid = (id: number, project: number = busyProject.id) => `gid://service/Pipeline/${project}/${id}`;
const missingId = gid(999_999_999);
const minute = 60_000;

interface PipelinePayload {
  readonly pipeline: {
    readonly id: string;
    readonly databaseId: number;
    readonly iid: number;
    readonly status: string;
  };
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const attributes = 'pipeline { id databaseId iid status }';
const createPipeline = (input: object, as: Role = 'developer') =>
  mutate<PipelinePayload>(
    facade,
    'pipelineCreate',
    { project: busyProject.path, ref: 'main', ...input },
    attributes,
    as,
  );
const retryPipeline = (id: string, as: Role = 'developer') =>
  mutate<PipelinePayload>(facade, 'pipelineRetry', { id }, attributes, as);
const cancelPipeline = (id: string, as: Role = 'developer') =>
  mutate<PipelinePayload>(facade, 'pipelineCancel', { id }, attributes, as);
const deletePipeline = (id: string, as: Role = 'owner') =>
  mutate<{ deletedPipelineId: string | null }>(facade, 'pipelineDelete', { id }, 'deletedPipelineId', as);

async function readStatus(id: number): Promise<string | null> {
  const { data } = await facade.execute<{ project: { pipeline: { status: string } | null } }>(
    `{ project(id: ${busyProject.id}) { pipeline(id: ${id}) { status } } }`,
    {},
    { as: 'developer' },
  );
  return data.project.pipeline?.status ?? null;
}

/** Finds a pipeline with a status and a valid configuration, and returns its global id. */
async function findPipelineWithStatus(status: string): Promise<string> {
  const { data } = await facade.execute<{
    project: { pipelines: { nodes: { id: string; yamlErrors: string | null }[] } };
  }>(
    `{ project(id: ${busyProject.id}) { pipelines(filter: { status: ${status} }, first: 20) { nodes { id yamlErrors } } } }`,
  );
  facade.forget();
  return data.project.pipelines.nodes.find(({ yamlErrors }) => yamlErrors === null)?.id ?? '';
}

describe('createPipeline', () => {
  test('returns a pending pipeline with its iid, in one call', async () => {
    const { payload, code } = await createPipeline({});
    expect(code).toBeUndefined();
    expect(payload?.pipeline).toMatchObject({ status: 'PENDING', iid: expect.any(Number) });
    expect(payload?.pipeline.id).toBe(gid(payload?.pipeline.databaseId ?? 0));
    expect(facade.calls).toEqual(['POST /projects/meridian%2Fplatform%2Fengine/pipeline']);
    expect(facade.requests[0]?.body).toEqual({ ref: 'main' });
  });

  test('sends variables, of the type env_var by default', async () => {
    const { payload } = await createPipeline({
      variables: [
        { key: 'UPLOAD_TO_S3', value: 'true' },
        { key: 'KUBECONFIG', value: '', variableType: 'FILE' },
      ],
    });
    expect(facade.requests[0]?.body).toEqual({
      ref: 'main',
      variables: [
        { key: 'UPLOAD_TO_S3', value: 'true' },
        { key: 'KUBECONFIG', value: '', variable_type: 'file' },
      ],
    });
    const { data } = await facade.execute(
      'query ($id: ID!) { node(id: $id) { ... on Pipeline { variables { nodes { key variableType } } } } }',
      { id: payload?.pipeline.id },
      { as: 'developer' },
    );
    expect(data).toEqual({
      node: {
        variables: {
          nodes: [
            { key: 'UPLOAD_TO_S3', variableType: 'ENV_VAR' },
            { key: 'KUBECONFIG', variableType: 'FILE' },
          ],
        },
      },
    });
  });

  test('sends inputs as strings, booleans and numbers', async () => {
    const { code } = await createPipeline({
      inputs: [
        { name: 'environment', value: { string: 'staging' } },
        { name: 'empty', value: { string: '' } },
        { name: 'scan_security', value: { boolean: false } },
        { name: 'level', value: { number: 3 } },
        { name: 'ratio', value: { number: 0.5 } },
        { name: 'none', value: { number: 0 } },
      ],
    });
    expect(code).toBeUndefined();
    expect(facade.requests[0]?.body).toEqual({
      ref: 'main',
      inputs: { environment: 'staging', empty: '', scan_security: false, level: 3, ratio: 0.5, none: 0 },
    });
  });

  test.each([
    ['two values', { string: 'a', number: 1 }],
    ['no value', {}],
    ['null', { string: null }],
  ])('rejects an input with %s without a REST call, also if the operation is repeated', async (_, value) => {
    for (const _try of [1, 2]) {
      const { payload, response } = await createPipeline({ inputs: [{ name: 'level', value }] });
      expect(payload).toBeNull();
      expect(response.errors).toHaveLength(1);
    }
    expect(facade.calls).toEqual([]);
  });

  test('rejects a duplicate input without a REST call', async () => {
    const level = { name: 'level', value: { number: 3 } };
    const { code } = await createPipeline({ inputs: [level, level] });
    expect(code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    const { payload } = await createPipeline({ ref: '', variables: [{ key: '', value: 'x' }] });
    expect(payload?.pipeline).toBeNull();
    expect(payload?.errors.map(({ code, path }) => ({ code, path }))).toEqual(
      expect.arrayContaining([
        { code: 'BAD_USER_INPUT', path: ['input', 'ref'] },
        { code: 'BAD_USER_INPUT', path: ['input', 'variables', '0', 'key'] },
      ]),
    );
    expect(facade.calls).toEqual([]);
  });

  test('returns BAD_USER_INPUT for a ref that does not exist', async () => {
    const { payload } = await createPipeline({ ref: 'no-such-branch' });
    expect(payload).toMatchObject({
      pipeline: null,
      errors: [{ code: 'BAD_USER_INPUT', message: 'Reference not found' }],
    });
  });

  test.each([
    ['reporter', {}, 'FORBIDDEN'],
    ['developer', { project: '999999999' }, 'NOT_FOUND'],
    ['outsider', { project: privateProject.path }, 'NOT_FOUND'],
  ] as const)('returns to the role %s for the input %j the payload error %s', async (role, input, code) => {
    const { payload } = await createPipeline(input, role);
    expect(payload).toMatchObject({ pipeline: null, errors: [{ code }] });
  });

  test('returns the GraphQL error UNAUTHENTICATED to anonymous callers', async () => {
    const { payload, response } = await createPipeline({}, 'anonymous');
    expect(payload).toBeNull();
    expect(response.errors).toMatchObject([{ path: ['pipelineCreate'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('creates a pipeline whose later status a read returns', async () => {
    const { payload } = await createPipeline({ variables: [{ key: 'OUTCOME', value: 'failed' }] });
    const id = payload?.pipeline.databaseId ?? 0;
    facade.sandbox.clock.advance(minute);
    expect(await readStatus(id)).toBe('FAILED');
  });
});

describe('retryPipeline', () => {
  test.each(['FAILED', 'CANCELED'])('changes the status of a pipeline from %s to pending', async (status) => {
    const id = await findPipelineWithStatus(status);
    const { payload, code } = await retryPipeline(id);
    expect(code).toBeUndefined();
    expect(payload?.pipeline).toMatchObject({ id, status: 'PENDING' });
    expect(facade.calls).toEqual([expect.stringMatching(/^POST \/projects\/14\/pipelines\/\d+\/retry$/)]);
  });

  test('returns the unchanged pipeline if no job failed or was canceled', async () => {
    const { payload, code } = await retryPipeline(gid(latestPipelineId));
    expect(code).toBeUndefined();
    expect(payload?.pipeline.status).toBe('SUCCESS');
  });
});

describe('cancelPipeline', () => {
  test.each(['RUNNING', 'SUCCESS'])('cancels a pipeline with the status %s', async (status) => {
    const id = await findPipelineWithStatus(status);
    const { payload, code } = await cancelPipeline(id);
    expect(code).toBeUndefined();
    expect(payload?.pipeline).toMatchObject({ id, status: 'CANCELED' });
    expect(await readStatus(payload?.pipeline.databaseId ?? 0)).toBe('CANCELED');
  });
});

describe('deletePipeline', () => {
  test('deletes the pipeline, but not its child pipeline, and returns NOT_FOUND when it is repeated', async () => {
    const { payload, code } = await deletePipeline(gid(latestPipelineId));
    expect(code).toBeUndefined();
    expect(payload?.deletedPipelineId).toBe(gid(latestPipelineId));
    expect(facade.calls).toEqual([`DELETE /projects/14/pipelines/${latestPipelineId}`]);
    expect(await readStatus(latestPipelineId)).toBeNull();
    expect(await readStatus(childPipelineId)).not.toBeNull();
    expect((await deletePipeline(gid(latestPipelineId))).code).toBe('NOT_FOUND');
  });

  test('returns FORBIDDEN to a maintainer', async () => {
    const { payload } = await deletePipeline(gid(1001), 'maintainer');
    expect(payload).toMatchObject({ deletedPipelineId: null, errors: [{ code: 'FORBIDDEN' }] });
  });
});

describe.each([
  ['pipelineRetry', retryPipeline],
  ['pipelineCancel', cancelPipeline],
  ['pipelineDelete', deletePipeline],
] as const)('%s', (_, runMutation) => {
  test('returns NOT_FOUND for a pipeline that does not exist', async () => {
    const { payload, code } = await runMutation(missingId, 'owner');
    expect(code).toBe('NOT_FOUND');
    expect(payload?.errors).toHaveLength(1);
  });

  test('returns FORBIDDEN to a reporter', async () => {
    expect((await runMutation(gid(1005), 'reporter')).code).toBe('FORBIDDEN');
  });

  test('returns UNAUTHENTICATED to anonymous callers', async () => {
    const { payload, code } = await runMutation(gid(1005), 'anonymous');
    expect(payload).toBeNull();
    expect(code).toBe('UNAUTHENTICATED');
  });

  test.each(['1005', 'gid://service/Project/14', 'gid://service/Pipeline/1005', 'gid://service/Pipeline/14/..', ''])(
    'rejects %j without a REST call',
    async (id) => {
      const { code } = await runMutation(id, 'owner');
      expect(code).toBe('BAD_USER_INPUT');
      expect(facade.calls).toEqual([]);
    },
  );
});
