/** An upstream that lacks operations and attributes: its profile is recorded, and the facade does not use them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type Sandbox, startSandbox, tokens } from '../../sandbox/index.ts';
import type { OperationId } from '../../src/contract/index.ts';
import { folderWith, portico } from '../cli/run.ts';
import { type Facade, startFacade } from '../harness.ts';
import { loadMapping } from '../name-mapping/renaming.ts';

const absentOperations: readonly OperationId[] = ['listFeatureFlags', 'listLabels', 'retryPipeline'];
const attributes = { Pipeline: { attributes: { coverage: 'zzz', before_sha: 'qqq' } } };

/** Starts a sandbox that lacks operations and attributes. */
async function startLimitedSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox({ keptRequests: 1000, words: loadMapping({ schemas: attributes }) });
  onTestFinished(() => sandbox.close());
  for (const operation of absentOperations) sandbox.faults.add({ match: { operation }, status: 404 });
  return sandbox;
}

async function startFacadeFor(sandbox: Sandbox, profile: object | undefined, env = {}): Promise<Facade> {
  const folder = folderWith({ 'profile.yaml': JSON.stringify(profile ?? {}) });
  const settings = profile === undefined ? {} : { UPSTREAM_PROFILE: join(folder, 'profile.yaml') };
  const facade = await startFacade(sandbox.url, { TRACE: 'true', ...settings, ...env });
  onTestFinished(() => facade.close());
  return facade;
}

const profile = { absentOperations, absentAttributes: { Pipeline: ['coverage', 'before_sha'] } };

const calls = ({ requests }: Sandbox) => requests.map(({ method, url }) => `${method} ${url}`);

test('starts with the profile in which doctor records absent operations and attributes', async () => {
  const sandbox = await startLimitedSandbox();
  const file = join(folderWith({}), 'profile.yaml');
  const env = { UPSTREAM_URL: sandbox.url, UPSTREAM_TOKEN: tokens.administrator };
  const { stderr } = await portico(['doctor', '--profile', file], { env });
  expect(stderr).toMatch(/Recorded 2 absent operations and \d+ absent attributes/);
  const recorded = parse(readFileSync(file, 'utf8'));
  expect(stderr).toContain('No write was sent');
  expect(recorded.absentOperations.toSorted()).toEqual(['listFeatureFlags', 'listLabels']);
  expect(recorded.absentAttributes.Pipeline).toEqual(['before_sha', 'coverage']);
  expect(readFileSync(file, 'utf8')).not.toContain(tokens.administrator);
  const facade = await startFacadeFor(sandbox, recorded);
  sandbox.clearRequests();
  const { data, errors } = await facade.execute(
    '{ project(id: 14) { pipelines(first: 2) { nodes { iid coverage } } } }',
    undefined,
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    project: { pipelines: { nodes: [{ iid: expect.any(Number), coverage: null }, expect.anything()] } },
  });
  expect(calls(sandbox)).toEqual([expect.stringMatching(/^GET \/projects\/14\/pipelines\?/)]);
});

test('reads the detail of each pipeline without a profile', async () => {
  const sandbox = await startLimitedSandbox();
  const facade = await startFacadeFor(sandbox, undefined);
  await facade.execute('{ project(id: 14) { pipelines(first: 2) { nodes { coverage } } } }', undefined, {
    as: 'developer',
  });
  expect(calls(sandbox)).toHaveLength(3);
});

test('reads labels of a merge request from the list of labels if the service lacks getLabel', async () => {
  const sandbox = await startSandbox({ keptRequests: 1000 });
  onTestFinished(() => sandbox.close());
  const facade = await startFacadeFor(sandbox, { absentOperations: ['getLabel'] });
  const { data, errors } = await facade.execute<{ project: { mergeRequest: { labels: readonly unknown[] } } }>(
    '{ project(id: 14) { mergeRequest(iid: 2) { labels { color } } } }',
    undefined,
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  expect(data.project.mergeRequest.labels).toContainEqual({ color: expect.stringMatching(/^#/) });
});

test('writes no profile if the service rejects the token', async () => {
  const sandbox = await startLimitedSandbox();
  const file = join(folderWith({}), 'profile.yaml');
  const env = { UPSTREAM_URL: sandbox.url, UPSTREAM_TOKEN: 'wrong' };
  const { status, stderr } = await portico(['doctor', '--profile', file], { env });
  expect(status).toBe(1);
  expect(stderr).toContain('no profile is written');
  expect(() => readFileSync(file)).toThrow();
});

test('returns null for absent attributes of an object without any call', async () => {
  const sandbox = await startLimitedSandbox();
  const facade = await startFacadeFor(sandbox, profile);
  const { data } = await facade.execute(
    '{ project(id: 14) { pipeline(id: 2991) { coverage beforeSha } } }',
    undefined,
    {
      as: 'developer',
    },
  );
  expect(data).toEqual({ project: { pipeline: { coverage: null, beforeSha: null } } });
  expect(calls(sandbox)).toEqual([]);
});

test('returns NOT_OFFERED for a read of an absent operation, and does not read an absent list in place of its items', async () => {
  const sandbox = await startLimitedSandbox();
  const facade = await startFacadeFor(sandbox, profile);
  const { data, errors } = await facade.execute(
    '{ project(id: 14) { name labels(first: 2) { nodes { name } } } }',
    undefined,
    { as: 'developer' },
  );
  expect(data).toEqual({ project: { name: expect.any(String), labels: null } });
  expect(errors).toMatchObject([{ path: ['project', 'labels'], extensions: { code: 'NOT_OFFERED' } }]);
  expect(calls(sandbox)).toEqual(['GET /projects/14']);
  sandbox.clearRequests();
  const several = '{ project(id: 14) { a: label(by: { id: 1 }) { name } b: label(by: { id: 2 }) { name } } }';
  await facade.execute(several, undefined, { as: 'developer' });
  expect(calls(sandbox).toSorted()).toEqual(['GET /projects/14/labels/1', 'GET /projects/14/labels/2']);
});

test('returns NOT_OFFERED for a write of an absent operation, and does not trace it', async () => {
  const sandbox = await startLimitedSandbox();
  const facade = await startFacadeFor(sandbox, profile);
  const { data, errors, extensions } = await facade.execute(
    'mutation { pipelineRetry(input: { id: "gid://service/Pipeline/14/2991" }) { errors { code } } }',
    undefined,
    { as: 'developer', headers: { 'x-portico-trace': '1' } },
  );
  expect(data).toEqual({ pipelineRetry: null });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_OFFERED' } }]);
  expect(extensions?.rest).toEqual([]);
  expect(calls(sandbox)).toEqual([]);
});

test('reports absent operations and attributes in descriptions, plans, explain and find', async () => {
  const sandbox = await startLimitedSandbox();
  const facade = await startFacadeFor(sandbox, profile);
  const { data } = await facade.execute<IntrospectionQuery>(getIntrospectionQuery());
  const getDescription = (typename: string, field: string) => {
    const type = data.__schema.types.find(({ name }) => name === typename);
    return type !== undefined && 'fields' in type
      ? type.fields.find(({ name }) => name === field)?.description
      : undefined;
  };
  expect(getDescription('Pipeline', 'coverage')).toContain('The REST service does not send this attribute');
  expect(getDescription('Pipeline', 'status')).not.toContain('does not send');
  expect(getDescription('Project', 'labels')).toContain('The REST service does not offer `GET /projects/{id}/labels`');
  expect(getDescription('Mutation', 'pipelineRetry')).toContain('does not offer');
  const document = '{ project(id: 14) { name labels(first: 2) { nodes { name } } } }';
  const planResult = await facade.execute<unknown>(document, undefined, { headers: { 'x-portico-trace': 'plan' } });
  expect(planResult.extensions).toMatchObject({
    plan: { worst: 1, notOffered: [{ method: 'GET', path: '/projects/{id}/labels' }] },
  });
  const folder = folderWith({ 'profile.yaml': JSON.stringify(profile) });
  const env = { UPSTREAM_PROFILE: join(folder, 'profile.yaml') };
  const explainResult = await portico(['explain', '-'], { env, stdin: document });
  expect(explainResult.stdout).toContain('GET /projects/{id}/labels is not called');
  const { status, stderr } = await portico(['find', 'POST /projects/14/pipelines/2991/retry'], { env });
  expect(status).toBe(1);
  expect(stderr).toContain('the REST service does not offer retryPipeline (UPSTREAM_PROFILE)');
});

test('removes @semanticNonNull from the field of an absent attribute', async () => {
  const env = (content: object) => {
    const folder = folderWith({ 'profile.yaml': JSON.stringify(content) });
    return { env: { UPSTREAM_PROFILE: join(folder, 'profile.yaml') } };
  };
  const sdl = async (content: object) => (await portico(['schema'], env(content))).stdout;
  expect(await sdl({})).toMatch(/^ {2}status: PipelineStatus @semanticNonNull/m);
  expect(await sdl({ absentAttributes: { Pipeline: ['status'] } })).not.toMatch(
    /^ {2}status: PipelineStatus @semanticNonNull/m,
  );
});

test.each([
  [
    'absentOperations: [retryPipelin]',
    'UPSTREAM_PROFILE contains retryPipelin, which is no operation of the contract; did you mean retryPipeline?',
  ],
  ['absentAttributes: { Pipelin: [a] }', 'did you mean Pipeline?'],
  ['absentAttributes: { Pipeline: [coverge] }', 'did you mean coverage?'],
  ['absent: [x]', 'Unrecognized key'],
  ['[', 'must be a readable YAML or JSON file'],
])('rejects the profile %j', async (text, message) => {
  const folder = folderWith({ 'profile.yaml': text });
  const { status, stderr } = await portico(['schema'], { env: { UPSTREAM_PROFILE: join(folder, 'profile.yaml') } });
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

test('makes no call for the caller if the service lacks getCurrentUser', async () => {
  const sandbox = await startLimitedSandbox();
  const facade = await startFacadeFor(sandbox, { absentOperations: ['getCurrentUser'], absentAttributes: {} });
  const query = '{ user(by: { id: 5 }) { email } __type(name: "User") { fields { name description } } }';
  const { data, errors } = await facade.execute<{
    user: unknown;
    __type: { fields: { name: string; description: string }[] };
  }>(query, {}, { as: 'developer' });
  expect(errors).toBeUndefined();
  expect(data.user).toEqual({ email: null });
  expect(calls(sandbox)).toEqual(['GET /users/5']);
  expect(data.__type.fields.find(({ name }) => name === 'email')?.description).not.toContain('`GET /user`');
});
