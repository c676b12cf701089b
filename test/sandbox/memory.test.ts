import { expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import { RateLimits } from '../../sandbox/kit/limits.ts';
import type { Recording } from '../../sandbox/kit/record.ts';
import { Recordings } from '../../sandbox/kit/record.ts';
import { pipelineTable } from '../../sandbox/pipelines/rows.ts';

const recording = (url: string): Recording => ({
  operation: undefined,
  method: 'GET',
  path: url,
  url,
  pathParameters: {},
  query: {},
  body: undefined,
  status: 200,
  headers: {},
  tokenRole: undefined,
  aborted: false,
});

test('keeps requests only on demand, and at least the newest of the given number, at most twice as many', async () => {
  const sandbox = await startSandbox();
  await fetch(`${sandbox.url}/projects/14`);
  expect(sandbox.requests).toEqual([]);
  await sandbox.close();
  const recordings = new Recordings(10);
  for (let index = 0; index < 1000; index++) recordings.add(recording(String(index)));
  expect(recordings.all.length).toBeLessThanOrEqual(20);
  expect(recordings.all.slice(-10).map(({ url }) => url)).toEqual(
    Array.from({ length: 10 }, (_, index) => String(990 + index)),
  );
});

test('resets the count of calls of a token after a minute', () => {
  let now = 0;
  const limits = new RateLimits(10, () => now);
  for (let index = 0; index < 11; index++) limits.count('a');
  expect(limits.count('a').exceeded).toBe(true);
  now = 60_000;
  expect(limits.count('a').headers).toMatchObject({ 'ratelimit-remaining': '9' });
});

test('deletes the oldest rows that callers created above createdRows, keeps those of the seed, and returns no server error afterwards', async () => {
  const sandbox = await startSandbox({ createdRows: 5 });
  const seeded = pipelineTable(sandbox.store).size;
  const execute = async (path: string, body?: unknown) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'private-token': sandbox.tokens.administrator, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const created: number[] = [];
  for (let index = 0; index < 12; index++) {
    const { status, body } = await execute('/projects/14/pipeline', { ref: 'main' });
    expect(status).toBe(201);
    created.push(body.id);
    for (const [path, input] of [
      ['/projects/14/labels', { name: `label ${index}`, color: '#123456' }],
      ['/groups', { name: `group ${index}`, path: `group-${index}` }],
      ['/service_accounts', { name: `account ${index}`, username: `account-${index}` }],
      ['/projects/14/merge_requests', { title: 't', source_branch: `branch-${index}`, target_branch: 'main' }],
    ] as const)
      expect((await execute(path, input)).status).toBeLessThan(500);
  }
  expect(pipelineTable(sandbox.store).size).toBe(seeded + 5);
  const statuses = await Promise.all(created.map(async (id) => (await execute(`/projects/14/pipelines/${id}`)).status));
  expect(statuses).toEqual([...created.slice(0, -5).map(() => 404), ...created.slice(-5).map(() => 200)]);
  for (const path of [
    '/projects/14/pipelines',
    `/projects/14/pipelines/${created.at(-1)}/jobs`,
    '/projects/14/labels',
    '/groups',
    '/users',
    '/service_accounts',
    '/projects/14/merge_requests',
    '/merge_requests?scope=all',
  ])
    expect([path, (await execute(path)).status < 500]).toEqual([path, true]);
  expect(sandbox.contractViolations).toEqual([]);
  await sandbox.close();
});
