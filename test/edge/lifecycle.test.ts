import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startEdge, startUpstream } from './harness.ts';

const silent = () => {};

test('responds to /health and /ready, and reports the state of the upstream only in the log', async () => {
  const statuses = [503, 404];
  await using upstream = await startUpstream((_, response) =>
    response.writeHead(statuses.shift() ?? 200).end('{"id":1}'),
  );
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, READ_RETRIES: '0', BREAKER_FAILURES: '0' });
  expect((await edge.get('/health')).status).toBe(200);
  for (let reads = 0; reads < 20; reads++) {
    const { status, body } = await edge.get('/ready');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ready' } });
    await edge.query('{ project }');
  }
  const lines = edge.lines.filter(({ msg }) => String(msg).startsWith('the upstream'));
  expect(lines).toMatchObject([
    { msg: 'the upstream fails', cause: 'failed', code: 'UPSTREAM_FAILED', status: 503, operation: 'getProject' },
    { msg: 'the upstream responds again' },
  ]);
});

test('redirects / to GraphiQL', async () => {
  await using edge = await startEdge();
  const { status, headers } = await edge.get('/');
  expect([status, headers.get('location')]).toEqual([302, 'graphql']);
});

test('cancels the calls of an operation at OPERATION_TIMEOUT_MS, and returns the fields that are complete', async () => {
  await using upstream = await startUpstream(silent);
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, OPERATION_TIMEOUT_MS: '100' });
  const { body } = await edge.query('{ hello project }');
  expect(body.data).toEqual({ hello: 'world', project: null });
  expect(body.errors).toMatchObject([
    { path: ['project'], message: expect.stringContaining('100 ms'), extensions: { code: 'DEADLINE_EXCEEDED' } },
  ]);
  expect(edge.lines.filter(({ msg }) => msg === 'the upstream fails')).toEqual([]);
});

test('cancels the calls of an operation when its client disconnects', async () => {
  const arrived = Promise.withResolvers<void>();
  const callClosed = Promise.withResolvers<void>();
  await using upstream = await startUpstream((_, response) => {
    response.once('close', callClosed.resolve);
    arrived.resolve();
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const client = new AbortController();
  const response = fetch(new URL('/graphql?query={project}', edge.url), { signal: client.signal });
  await arrived.promise;
  client.abort();
  await expect(response).rejects.toThrow();
  await callClosed.promise;
});

test('finishes active operations on a stop, and accepts no new ones', async () => {
  await using edge = await startEdge();
  const execution = edge.query('{ slow(ms: 300) }');
  await pause(100);
  const closed = edge.close();
  await expect(edge.query('{ hello }')).rejects.toThrow();
  const { body, headers } = await execution;
  expect(body).toEqual({ data: { slow: 'done' } });
  expect(headers.get('connection')).toBe('close');
  await closed;
});

test('cancels operations that do not finish within DRAIN_TIMEOUT_MS, with a response', async () => {
  await using upstream = await startUpstream(silent);
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, DRAIN_TIMEOUT_MS: '500' });
  const execution = edge.query('{ hello project }');
  await pause(100);
  const started = performance.now();
  await edge.close();
  expect(performance.now() - started).toBeLessThan(5000);
  expect((await execution).body).toMatchObject({
    data: { hello: 'world' },
    errors: [{ message: 'This server is stopping', extensions: { code: 'CANCELLED' } }],
  });
});
