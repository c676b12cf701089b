/** `portico/sandbox`: the sandbox as a service for tests. */
import { describe, expect, test } from 'vitest';
import { landmarks, type Sandbox, type SandboxOptions, startSandbox } from '../../package/sandbox.ts';

const { busyProject } = landmarks;

async function get({ url, tokens }: Sandbox, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`, { headers: { 'private-token': tokens.developer } });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

async function post({ url, tokens }: Sandbox, path: string, body: object): Promise<unknown> {
  const headers = { 'private-token': tokens.developer, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

const readUsers = async (options: SandboxOptions): Promise<unknown> => {
  await using sandbox = await startSandbox(options);
  return (await get(sandbox, '/users?per_page=50')).body;
};

test.each<readonly [unknown, string]>([
  [null, 'The options of the sandbox must be an object'],
  [{ seed: null }, 'seed of the sandbox must be a string or a number'],
  [{ pace: '1' }, 'pace of the sandbox must be a number from 0'],
  [{ faults: null }, 'faults of the sandbox must be a list of faults'],
  [{ faults: [null] }, 'faults of the sandbox must be a list of faults'],
  [{ now: new Date('soon') }, 'now of the sandbox must be a Date or a number of milliseconds'],
  [{ callsPerMinute: -1 }, 'callsPerMinute of the sandbox must be an integer from 0'],
  [{ areas: null }, 'areas of the sandbox must be a list of areas'],
  [{ port: 65_536 }, 'port of the sandbox must be an integer from 0 to 65535'],
  [{ host: null }, 'host of the sandbox must be an address'],
  [{ sed: 1 }, 'sed is not an option of the sandbox; did you mean seed?'],
])('rejects the options %j', async (options, message) => {
  await expect(Reflect.apply(startSandbox, undefined, [options])).rejects.toMatchObject({
    name: 'ConfigError',
    message,
  });
});

describe('seed', () => {
  test('determines the data', async () => {
    const now = new Date('2026-01-01T12:00:00Z');
    expect(await readUsers({ seed: 7, now })).toEqual(await readUsers({ seed: '7', now }));
    expect(await readUsers({ seed: 7, now })).not.toEqual(await readUsers({ seed: 8, now }));
  });

  test.each([1, 'another'])('does not change the landmarks: %s', async (seed) => {
    await using sandbox = await startSandbox({ seed });
    expect(await get(sandbox, `/projects/${busyProject.id}`)).toMatchObject({
      status: 200,
      body: { id: busyProject.id, path_with_namespace: busyProject.path },
    });
    expect(await get(sandbox, `/projects/14/pipelines/${landmarks.latestPipelineId}`)).toMatchObject({ status: 200 });
  });
});

test('advance changes states that depend on time', async () => {
  await using sandbox = await startSandbox({ now: new Date('2026-01-01T12:00:00Z') });
  const created = await post(sandbox, '/projects/14/pipeline', { ref: 'main' });
  const id = typeof created === 'object' && created !== null && 'id' in created ? created.id : undefined;
  const status = async () => (await get(sandbox, `/projects/14/pipelines/${id}`)).body;
  expect(await status()).toMatchObject({ status: 'pending' });
  sandbox.advance(24 * 60 * 60_000);
  expect(await status()).toMatchObject({ status: expect.stringMatching(/^(?:success|failed)$/) });
});

test('ends a pipeline immediately with pace 0', async () => {
  await using sandbox = await startSandbox({ pace: 0 });
  expect(await post(sandbox, '/projects/14/pipeline', { ref: 'main' })).toMatchObject({
    status: expect.stringMatching(/^(?:success|failed)$/),
  });
});

describe('fail', () => {
  test('makes the calls of one operation fail until the fault is removed', async () => {
    await using sandbox = await startSandbox();
    const removeFault = sandbox.fail('getProject');
    expect((await get(sandbox, '/projects/14')).status).toBe(500);
    expect((await get(sandbox, '/groups/9')).status).toBe(200);
    removeFault();
    expect((await get(sandbox, '/projects/14')).status).toBe(200);
  });

  test('accepts the status, the body and the number of calls', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail('getProject', { status: 503, times: 1, body: { message: 'maintenance' } });
    expect(await get(sandbox, '/projects/14')).toEqual({ status: 503, body: { message: 'maintenance' } });
    expect((await get(sandbox, '/projects/14')).status).toBe(200);
  });

  test('rejects an operation that does not exist', async () => {
    await using sandbox = await startSandbox();
    expect(() => sandbox.fail('getProjct')).toThrow(
      'The contract has no operation getProjct; did you mean getProject?',
    );
  });
});

test('records requests with operation, role and status', async () => {
  await using sandbox = await startSandbox();
  await get(sandbox, '/projects/14/labels?search=new-label');
  expect(sandbox.requests()).toMatchObject([
    { operation: 'listLabels', url: '/projects/14/labels?search=new-label', tokenRole: 'developer', status: 200 },
  ]);
});

test('limits the calls of a token by callsPerMinute', async () => {
  await using sandbox = await startSandbox({ callsPerMinute: 1 });
  expect((await get(sandbox, '/projects/14')).status).toBe(200);
  expect((await get(sandbox, '/projects/14')).status).toBe(429);
});

test('reset restores data, time, faults and requests', async () => {
  const now = new Date('2026-01-01T12:00:00Z');
  await using sandbox = await startSandbox({
    now,
    faults: [{ match: { operation: 'getGroup' }, status: 502, times: 1 }],
  });
  const readState = async () => [
    (await get(sandbox, '/groups/9')).status,
    (await get(sandbox, '/projects/14')).status,
    (await get(sandbox, '/projects/14/labels?search=new-label')).body,
    (await get(sandbox, '/projects/14/pipelines/3000')).body,
    sandbox.requests().length,
  ];
  const before = await readState();
  expect(before).toMatchObject([502, 200, [], {}, 4]);
  await post(sandbox, '/projects/14/labels', { name: 'new-label', color: '#112233' });
  sandbox.advance(60_000);
  sandbox.fail('getProject');
  expect(await readState()).not.toEqual(before);
  sandbox.reset();
  expect(await readState()).toEqual(before);
});
