/** Commands without a server use the part of the graph that the settings offer. */
import { expect, test } from 'vitest';
import { folderWith, portico } from './run.ts';

const readOnly = { READ_ONLY: 'true' };
const retry = 'mutation Retry { pipelineRetry(input: { id: "gid://service/Pipeline/14/1" }) { errors { code } } }';

test('schema prints only offered types, also with --subgraph', async () => {
  const { stdout } = await portico(['schema'], { env: { ...readOnly, DENIED_AREAS: 'pipelines' } });
  expect(stdout).toContain('type Project');
  expect(stdout).not.toMatch(/^type Mutation|^type Pipeline\b/m);
  const subgraph = await portico(['schema', '--subgraph'], { env: readOnly });
  expect(subgraph.stdout).toContain('@key');
  expect(subgraph.stdout).not.toMatch(/type Mutation|Payload/);
});

test('explain and check reject fields that are not offered', async () => {
  const explanation = await portico(['explain', '-'], { env: readOnly, stdin: retry });
  expect(explanation.status).toBe(1);
  expect(explanation.stderr).toMatch(/mutation/i);
  const folder = folderWith({ 'retry.graphql': retry });
  expect((await portico(['check', folder])).status).toBe(0);
  const result = await portico(['check', folder], { env: { DENIED_MUTATIONS: 'pipelineRetry' } });
  expect(result.status).toBe(1);
  expect(result.stdout).toContain('Cannot query field "pipelineRetry"');
});

test('explain names REST operations that are not called because their area is not offered', async () => {
  const create =
    'mutation { labelCreate(input: { project: "a/b", name: "x", color: "red" }) { label { id } errors { code } } }';
  const { stdout } = await portico(['explain', '-'], { env: { DENIED_AREAS: 'projects' }, stdin: create });
  expect(stdout).toContain('POST /projects/{id}/labels');
  expect(stdout).toContain('GET /projects/{id} is not called; fields that need it fail with NOT_OFFERED.');
});

test('find does not return fields that are not offered', async () => {
  const call = 'POST /projects/14/pipelines/2991/retry';
  expect((await portico(['find', call])).stdout).toContain('Mutation.pipelineRetry');
  const { status, stderr } = await portico(['find', call], { env: readOnly });
  expect(status).toBe(1);
  expect(stderr).toContain('no field of the graph calls retryPipeline');
  const file = await portico(['find', 'GET /groups/22/avatar'], { env: { DENIED_FIELDS: 'Group.avatarDownloadUrl' } });
  expect(file.status).toBe(1);
});

test('schema fails for a misspelled field in DENIED_FIELDS, with a suggestion', async () => {
  const { status, stderr } = await portico(['schema'], { env: { DENIED_FIELDS: 'Pipeline.coverge' } });
  expect(status).toBe(1);
  expect(stderr).toContain('did you mean Pipeline.coverage?');
});

test('find and schema omit the field extra with EXTRA=false', async () => {
  const env = { EXTRA: 'false' };
  const match = await portico(['find', 'GET /features'], { env });
  expect(match).toMatchObject({ status: 0, stdout: expect.stringContaining('featureFlags') });
  expect(match.stdout).not.toContain('extra');
  expect((await portico(['schema'], { env })).stdout).not.toMatch(/^ +extra:/m);
});
