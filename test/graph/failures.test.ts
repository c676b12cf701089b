/** An upstream in trouble: a clear error on the field within the deadline, while other fields answer. */
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, landmarks, tokens } from '../../src/sandbox/index.ts';
import { type Facade, type GraphResponse, type SandboxedFacade, startFacade, startSandboxed } from '../harness.ts';

const { busyProject } = landmarks;
// A sandbox that has just started needs some time for its first answer on a busy machine.
const callTimeout = 2000;
const token = tokens.developer;

let facade: SandboxedFacade;
// Each test has a facade of its own, which remembers nothing of what the upstream of another asked for.
beforeEach(async () => {
  facade = await startSandboxed({ env: { CALL_TIMEOUT_MS: String(callTimeout), OPERATION_TIMEOUT_MS: '6000' } });
});
afterEach(() => facade.close());

/** One field that fails and two that do not. */
const query = `{
  before: __typename
  failing: project(id: ${busyProject.id}) { pipelines(first: 3) { nodes { iid } } }
  fine: group(id: 9) { name }
}`;

async function askWith(fault: Fault): Promise<{ answer: GraphResponse<unknown>; milliseconds: number }> {
  facade.sandbox.faults.add({ match: { operation: 'listPipelines' }, ...fault });
  const startedAt = performance.now();
  const answer = await facade.execute(query, {}, { as: 'developer' });
  return { answer, milliseconds: performance.now() - startedAt };
}

const failures: readonly [string, Fault, code: string, message: RegExp][] = [
  ['slow', { latencyMs: 60_000 }, 'DEADLINE_EXCEEDED', /did not respond within \d+ ms \(CALL_TIMEOUT_MS\)/],
  ['gone while it answers', { reset: true }, 'UPSTREAM_UNREACHABLE', /is unreachable/],
  ['cut off in the middle', { truncate: true }, 'UPSTREAM_UNREACHABLE', /is unreachable/],
  ['a proxy with HTML, 502', { html: true }, 'UPSTREAM_FAILED', /The proxy of the upstream could not reach it/],
  ['HTML with status 200', { html: true, status: 200 }, 'UPSTREAM_INVALID_ANSWER', /not valid JSON/],
  [
    'truncated JSON',
    { body: '[{"id": 1, "iid"', headers: { 'content-type': 'application/json' } },
    'UPSTREAM_INVALID_ANSWER',
    /not valid JSON/,
  ],
  ['an empty body', { emptyBody: true }, 'UPSTREAM_INVALID_ANSWER', /its body is missing/],
  [
    '429 as text',
    { status: 429, body: 'Retry later', headers: { 'retry-after': '30' } },
    'RATE_LIMITED',
    /rate limit is exceeded/,
  ],
  [
    '503 as JSON',
    { status: 503, body: { message: '503 Service Unavailable' } },
    'UPSTREAM_FAILED',
    /temporarily unavailable/,
  ],
  ['500 without a word', { status: 500, emptyBody: true }, 'UPSTREAM_FAILED', /^The upstream failed$/],
  [
    'a redirect to sign in',
    { status: 302, headers: { location: 'https://elsewhere.example.com/users/sign_in' } },
    'UPSTREAM_REFUSED',
    /redirect that is not followed/,
  ],
];

describe('an upstream that fails', () => {
  test.each(failures)('causes an error of one field: %s', async (_, fault, code, message) => {
    const { answer, milliseconds } = await askWith(fault);
    expect(answer.data).toEqual({ before: 'Query', failing: { pipelines: null }, fine: { name: 'Meridian Maps' } });
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors?.[0]).toMatchObject({
      path: ['failing', 'pipelines'],
      message: expect.stringMatching(message),
      extensions: { code },
    });
    expect(milliseconds).toBeLessThan(callTimeout + 1500);
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${token}|127\\.0\\.0\\.1|<html|per_page|at Object|node:`));
  });

  test('reports how long to wait after 429', async () => {
    const { answer } = await askWith({ status: 429, body: { message: 'later' }, headers: { 'retry-after': '30' } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 30 });
  });

  test('reports the request id of a failing upstream', async () => {
    const { answer } = await askWith({ status: 500, headers: { 'x-request-id': '01J-upstream' } });
    expect(JSON.stringify(answer.errors)).toContain('01J-upstream');
  });

  test('ends an operation at its own deadline if every call is slow', async () => {
    facade.sandbox.faults.add({ latencyMs: 60_000 });
    const startedAt = performance.now();
    const { data, errors } = await facade.execute<object>(query, {}, { as: 'developer' });
    expect(performance.now() - startedAt).toBeLessThan(3500);
    expect(data).toEqual({ before: 'Query', failing: { pipelines: null }, fine: null });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED']);
  });
});

describe('a write', () => {
  const create = (): Promise<GraphResponse<unknown>> =>
    facade.execute(
      `mutation { pipelineCreate(input: { project: "${busyProject.id}", ref: "main" }) { pipeline { iid } errors { code message } } }`,
      {},
      { as: 'developer' },
    );

  test.each([
    ['a failing upstream', { status: 502, html: true }, 'UPSTREAM_FAILED'],
    ['a slow upstream', { latencyMs: 60_000 }, 'DEADLINE_EXCEEDED'],
    ['a cut connection', { reset: true }, 'UPSTREAM_UNREACHABLE'],
    ['a page with status 200', { html: true, status: 200 }, 'UPSTREAM_INVALID_ANSWER'],
  ] as const)('returns %s as a GraphQL error, and does not retry the write', async (_, fault, code) => {
    facade.sandbox.faults.add({ match: { operation: 'createPipeline' }, ...fault });
    const { data, errors } = await create();
    expect(data).toEqual({ pipelineCreate: null });
    expect(errors).toMatchObject([
      {
        path: ['pipelineCreate'],
        message: expect.stringMatching(/the write may have happened, so read the object before you repeat it$/),
        extensions: { code },
      },
    ]);
    expect(facade.requests.filter(({ operation }) => operation === 'createPipeline')).toHaveLength(1);
  });

  test('does not take a page in place of the empty response for a successful deletion', async () => {
    facade.sandbox.faults.add({ match: { operation: 'deleteLabelByName' }, html: true, status: 200 });
    const mutation = `mutation { labelDeleteByName(input: { project: "${busyProject.id}", name: "bug" }) { deleted } }`;
    const { data, errors } = await facade.execute(mutation, {}, { as: 'developer' });
    expect(data).toEqual({ labelDeleteByName: null });
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_ANSWER' } }]);
  });

  test('returns 429 in the payload, as the caller can act on it', async () => {
    facade.sandbox.faults.add({ match: { operation: 'createPipeline' }, status: 429, body: 'Retry later' });
    const { data, errors } = await create();
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ pipelineCreate: { pipeline: null, errors: [{ code: 'RATE_LIMITED' }] } });
  });
});

describe('retries of reads', () => {
  let patient: SandboxedFacade;
  beforeAll(async () => {
    patient = await startSandboxed({ env: { READ_RETRIES: '2' } });
  });
  afterAll(() => patient.close());

  test.each([
    ['502', { status: 502 }],
    ['a cut connection', { reset: true }],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' } }],
  ] as const)('returns a result after %s once', async (_, fault) => {
    patient.forget();
    patient.sandbox.faults.add({ ...fault, times: 1 });
    const { data, errors } = await patient.execute('{ group(id: 9) { name } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ group: { name: 'Meridian Maps' } });
    expect(patient.calls).toHaveLength(2);
  });
});

describe('an upstream that is unavailable', () => {
  let alone: Facade;
  beforeAll(async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => listener.close(resolve));
    alone = await startFacade(`http://127.0.0.1:${port}/api/v4`, {});
  });
  afterAll(() => alone.close());

  test('causes an error in each field that needs it', async () => {
    const { data, errors } = await alone.execute(query);
    expect(data).toEqual({ before: 'Query', failing: { pipelines: null }, fine: null });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code]).toSorted()).toEqual([
      ['failing.pipelines', 'UPSTREAM_UNREACHABLE'],
      ['fine', 'UPSTREAM_UNREACHABLE'],
    ]);
    expect(JSON.stringify(errors)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
  });

  test('does not affect fields that do not need it', async () => {
    const { data, errors } = await alone.execute('{ __schema { queryType { name } } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  });
});
