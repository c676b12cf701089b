import { setTimeout as pause } from 'node:timers/promises';
import { createSchema, createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { Health, useReadiness } from '../../src/edge/health.ts';
import { startEdge, startUpstream } from './harness.ts';

const silent = () => {};

test('lives, is ready, and tells how the upstream last did', async () => {
  const statuses = [200, 404, 503];
  await using upstream = await startUpstream((_, response) => response.writeHead(statuses.shift() ?? 200).end('{}'));
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  expect((await edge.get('/health')).status).toBe(200);
  const readiness = async () => {
    const { status, body } = await edge.get('/ready');
    expect(status).toBe(200);
    expect(body.status).toBe('ready');
    return body.upstream;
  };
  expect(await readiness()).toEqual({ state: 'unknown' });
  expect(upstream.requests).toEqual([]);
  for (const [state, status] of [
    ['answering', 200],
    ['answering', 404],
    ['failing', 503],
  ]) {
    await edge.query('{ project }');
    expect(await readiness()).toEqual({ state, status, at: expect.any(String) });
  }
});

test.each([
  ['starting', 503],
  ['ready', 200],
  ['draining', 503],
] as const)('%s is %i', async (phase, status) => {
  const health = new Health();
  health.phase = phase;
  const schema = createSchema({ typeDefs: 'type Query { a: Int }' });
  const response = await createYoga({ schema, plugins: [useReadiness(health)] }).fetch('http://localhost/ready');
  expect(response.status).toBe(status);
});

test('the bare host leads to GraphiQL', async () => {
  await using edge = await startEdge();
  const { status, headers } = await edge.get('/');
  expect([status, headers.get('location')]).toEqual([302, '/graphql']);
});

test('an operation that takes too long ends its calls; what is there is answered', async () => {
  await using upstream = await startUpstream(silent);
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, OPERATION_TIMEOUT_MS: '100' });
  const { body } = await edge.query('{ hello project }');
  expect(body.data).toEqual({ hello: 'world', project: null });
  expect(body.errors).toMatchObject([
    { path: ['project'], message: expect.stringContaining('100 ms'), extensions: { code: 'DEADLINE_EXCEEDED' } },
  ]);
  expect((await edge.get('/ready')).body.upstream?.state).toBe('unknown');
});

test('a client that leaves ends the calls of its operation', async () => {
  const arrived = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await using upstream = await startUpstream((_, response) => {
    response.once('close', left.resolve);
    arrived.resolve();
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const client = new AbortController();
  const answer = fetch(new URL('/graphql?query={project}', edge.url), { signal: client.signal });
  await arrived.promise;
  client.abort();
  await expect(answer).rejects.toThrow();
  await left.promise;
});

test('a stop lets running operations finish and takes no new ones', async () => {
  await using edge = await startEdge();
  const answer = edge.query('{ slow(ms: 300) }');
  await pause(100);
  const closed = edge.close();
  await expect(edge.query('{ hello }')).rejects.toThrow();
  const { body, headers } = await answer;
  expect(body).toEqual({ data: { slow: 'done' } });
  expect(headers.get('connection')).toBe('close');
  await closed;
});

test('a stop cuts short what does not finish in time, with an answer', async () => {
  await using upstream = await startUpstream(silent);
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, DRAIN_TIMEOUT_MS: '50' });
  const answer = edge.query('{ hello project }');
  await pause(100);
  const started = performance.now();
  await edge.close();
  expect(performance.now() - started).toBeLessThan(1000);
  expect((await answer).body).toMatchObject({
    data: { hello: 'world' },
    errors: [{ message: 'The facade is stopping', extensions: { code: 'CANCELLED' } }],
  });
});
