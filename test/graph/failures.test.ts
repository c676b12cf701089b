/** Failing upstreams: an error at the field within the deadline, and the data of other fields. */
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, landmarks, tokens } from '../../sandbox/index.ts';
import { type Facade, type GraphResponse, type SandboxedFacade, startFacade, startSandboxed } from '../harness.ts';

const { busyProject } = landmarks;
// On a busy machine, a sandbox that has just started needs some time for its first response.
const callTimeoutMs = 2000;
const token = tokens.developer;

let facade: SandboxedFacade;
// Each test starts its own facade, so that a pause that the upstream of another test requested has no effect.
beforeEach(async () => {
  facade = await startSandboxed({ env: { CALL_TIMEOUT_MS: String(callTimeoutMs), OPERATION_TIMEOUT_MS: '6000' } });
});
afterEach(() => facade.close());

/** One field that fails and two that do not. */
const query = `{
  before: __typename
  failing: project(id: ${busyProject.id}) { pipelines(first: 3) { nodes { iid } } }
  fine: group(id: 9) { name }
}`;

async function executeWithFault(fault: Fault): Promise<{ response: GraphResponse<unknown>; milliseconds: number }> {
  facade.sandbox.faults.add({ match: { operation: 'listPipelines' }, ...fault });
  const startedAt = performance.now();
  const response = await facade.execute(query, {}, { as: 'developer' });
  return { response, milliseconds: performance.now() - startedAt };
}

const failures: readonly [string, Fault, code: string, message: RegExp][] = [
  ['a slow response', { latencyMs: 60_000 }, 'DEADLINE_EXCEEDED', /did not respond within \d+ ms \(CALL_TIMEOUT_MS\)/],
  ['a reset connection', { reset: true }, 'UPSTREAM_UNREACHABLE', /connection to the upstream failed/],
  ['a truncated response', { truncate: true }, 'UPSTREAM_UNREACHABLE', /connection to the upstream failed/],
  ['502 with HTML', { html: true }, 'UPSTREAM_FAILED', /gateway in front of the upstream returned 502/],
  ['200 with HTML', { html: true, status: 200 }, 'UPSTREAM_INVALID_RESPONSE', /not valid JSON/],
  [
    'malformed JSON',
    { body: '[{"id": 1, "iid"', headers: { 'content-type': 'application/json' } },
    'UPSTREAM_INVALID_RESPONSE',
    /not valid JSON/,
  ],
  ['an empty body', { emptyBody: true }, 'UPSTREAM_INVALID_RESPONSE', /its body is missing/],
  [
    '429 with text',
    { status: 429, body: 'Retry later', headers: { 'retry-after': '30' } },
    'RATE_LIMITED',
    /rate limit is exceeded/,
  ],
  [
    '503 with JSON',
    { status: 503, body: { message: '503 Service Unavailable' } },
    'UPSTREAM_FAILED',
    /temporarily unavailable/,
  ],
  [
    '500 without a body',
    { status: 500, emptyBody: true },
    'UPSTREAM_FAILED',
    /^The upstream failed \(500 Internal Server Error\)$/,
  ],
  [
    'a redirect to sign in',
    { status: 302, headers: { location: 'https://elsewhere.example.com/users/sign_in' } },
    'UPSTREAM_REFUSED',
    /redirect, which this server does not follow/,
  ],
];

describe('an upstream that fails', () => {
  test.each(failures)(
    'returns an error of one field, and the data of the others, for %s',
    async (_, fault, code, message) => {
      const { response, milliseconds } = await executeWithFault(fault);
      expect(response.data).toEqual({ before: 'Query', failing: { pipelines: null }, fine: { name: 'Meridian Maps' } });
      expect(response.errors).toHaveLength(1);
      expect(response.errors?.[0]).toMatchObject({
        path: ['failing', 'pipelines'],
        message: expect.stringMatching(message),
        extensions: { code },
      });
      expect(milliseconds).toBeLessThan(callTimeoutMs + 1500);
      expect(JSON.stringify(response)).not.toMatch(
        new RegExp(`${token}|127\\.0\\.0\\.1|<html|per_page|at Object|node:`),
      );
    },
  );

  test('returns the seconds of Retry-After in `retryAfter` for 429', async () => {
    const { response } = await executeWithFault({
      status: 429,
      body: { message: 'later' },
      headers: { 'retry-after': '30' },
    });
    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 30 });
  });

  test('returns the request id of the upstream for 500', async () => {
    const { response } = await executeWithFault({ status: 500, headers: { 'x-request-id': '01J-upstream' } });
    expect(JSON.stringify(response.errors)).toContain('01J-upstream');
  });

  test('returns DEADLINE_EXCEEDED for each of two slow fields within 3.5 s', async () => {
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
    ['502 with HTML', { status: 502, html: true }, 'UPSTREAM_FAILED'],
    ['a slow response', { latencyMs: 60_000 }, 'DEADLINE_EXCEEDED'],
    ['a reset connection', { reset: true }, 'UPSTREAM_UNREACHABLE'],
    ['200 with HTML', { html: true, status: 200 }, 'UPSTREAM_INVALID_RESPONSE'],
  ] as const)('returns a GraphQL error for %s, and does not retry the write', async (_, fault, code) => {
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

  test('returns an error for a deletion whose response is an HTML page with status 200', async () => {
    facade.sandbox.faults.add({ match: { operation: 'deleteLabelByName' }, html: true, status: 200 });
    const mutation = `mutation { labelDeleteByName(input: { project: "${busyProject.id}", name: "bug" }) { deleted } }`;
    const { data, errors } = await facade.execute(mutation, {}, { as: 'developer' });
    expect(data).toEqual({ labelDeleteByName: null });
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }]);
  });

  test('returns 429 as RATE_LIMITED in `errors` of the payload', async () => {
    facade.sandbox.faults.add({ match: { operation: 'createPipeline' }, status: 429, body: 'Retry later' });
    const { data, errors } = await create();
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ pipelineCreate: { pipeline: null, errors: [{ code: 'RATE_LIMITED' }] } });
  });
});

describe('retries of reads', () => {
  let retryingFacade: SandboxedFacade;
  beforeAll(async () => {
    retryingFacade = await startSandboxed({ env: { READ_RETRIES: '2' } });
  });
  afterAll(() => retryingFacade.close());

  test.each([
    ['502', { status: 502 }],
    ['a reset connection', { reset: true }],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '0' } }],
  ] as const)('returns data after one retry for %s', async (_, fault) => {
    retryingFacade.forget();
    retryingFacade.sandbox.faults.add({ ...fault, times: 1 });
    const { data, errors } = await retryingFacade.execute('{ group(id: 9) { name } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ group: { name: 'Meridian Maps' } });
    expect(retryingFacade.calls).toHaveLength(2);
  });
});

describe('an unreachable upstream', () => {
  let unreachableFacade: Facade;
  beforeAll(async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => listener.close(resolve));
    unreachableFacade = await startFacade(`http://127.0.0.1:${port}/api/v4`, {});
  });
  afterAll(() => unreachableFacade.close());

  test('returns UPSTREAM_UNREACHABLE for each field that calls it', async () => {
    const { data, errors } = await unreachableFacade.execute(query);
    expect(data).toEqual({ before: 'Query', failing: { pipelines: null }, fine: null });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code]).toSorted()).toEqual([
      ['failing.pipelines', 'UPSTREAM_UNREACHABLE'],
      ['fine', 'UPSTREAM_UNREACHABLE'],
    ]);
    expect(JSON.stringify(errors)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
  });

  test('returns the data of fields that make no call', async () => {
    const { data, errors } = await unreachableFacade.execute('{ __schema { queryType { name } } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  });
});
