/** Large response bodies that arrive at the same time. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { catchRestError, startClient, startUpstream } from './upstream.ts';

const mebibyte = 1024 * 1024;
const text = `{"id":1,"name":"${'x'.repeat(mebibyte)}"}`;
const limits = { maxAnswerBytes: 2 * mebibyte, maxBufferedBytes: 4 * mebibyte, connections: 32, callTimeoutMs: 30_000 };

/** Starts an upstream that sends each large body except its last two characters, with Content-Length or in chunks. */
async function startSlow(isChunked: boolean) {
  const open: ServerResponse[] = [];
  const upstream = await startUpstream(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url?.endsWith('/projects/0')) {
      response.end('{"id":0}');
      return;
    }
    if (!isChunked) response.setHeader('content-length', text.length);
    response.write(text.slice(0, -2));
    open.push(response);
  });
  return { ...upstream, open };
}

const read = (client: ReturnType<typeof startClient>, token: string, id: number, cancellation = new Cancellation()) =>
  client.call({ operation: 'getProject', path: { id } }, { credential: Credential.privateToken(token), cancellation });

describe.each([
  ['with Content-Length', false],
  ['in chunks', true],
])('bodies %s', (_, isChunked) => {
  test('reserve their bytes, wait above maxBufferedBytes, and all arrive', async () => {
    await using upstream = await startSlow(isChunked);
    await using client = startClient(upstream.baseUrl, limits);
    const calls = Array.from({ length: 12 }, (_, id) => read(client, `token ${id % 3}`, id + 1));
    await expect.poll(() => upstream.open.length).toBe(12);
    await expect.poll(() => client.bodies.size.waiting).toBeGreaterThan(0);
    expect(client.bodies.size.bytes).toBeLessThanOrEqual(limits.maxBufferedBytes + limits.maxAnswerBytes);
    // A small body does not wait.
    expect(await read(client, 'token 0', 0)).toMatchObject({ body: { id: 0 } });
    for (const response of upstream.open) response.end(text.slice(-2));
    for (const call of calls) expect(await call).toMatchObject({ status: 200, size: text.length });
    expect(client.bodies.size).toEqual({ bytes: 0, waiting: 0 });
  });

  test('release their bytes when they are cancelled', async () => {
    await using upstream = await startSlow(isChunked);
    await using client = startClient(upstream.baseUrl, limits);
    const cancellation = new Cancellation();
    const calls = Array.from({ length: 8 }, (_, id) => catchRestError(read(client, 'alice', id + 1, cancellation)));
    await expect.poll(() => client.bodies.size.waiting).toBeGreaterThan(0);
    cancellation.cancel();
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 'CANCELLED'));
    expect(client.bodies.size).toEqual({ bytes: 0, waiting: 0 });
  });

  test('do not time out while they wait for the budget', async () => {
    await using upstream = await startSlow(isChunked);
    await using client = startClient(upstream.baseUrl, { ...limits, maxBufferedBytes: 1, callTimeoutMs: 1000 });
    const first = catchRestError(read(client, 'alice', 1));
    await expect.poll(() => upstream.open.length).toBe(1);
    const second = read(client, 'bob', 2);
    await expect.poll(() => client.bodies.size.waiting).toBe(1);
    upstream.open[1]?.end(text.slice(-2));
    // The first body reserves all bytes until its call times out.
    expect((await first).code).toBe('DEADLINE_EXCEEDED');
    expect(await second).toMatchObject({ status: 200 });
  });

  test('are rejected above maxAnswerBytes, and release their bytes', async () => {
    await using upstream = await startSlow(isChunked);
    await using client = startClient(upstream.baseUrl, { ...limits, maxAnswerBytes: mebibyte / 2 });
    expect((await catchRestError(read(client, 'alice', 1))).message).toContain('MAX_ANSWER_BYTES');
    expect(client.bodies.size).toEqual({ bytes: 0, waiting: 0 });
  });
});

test('parses at most 512 KiB of bodies that arrive together in one iteration of the event loop', async () => {
  const count = 64;
  const body = `{"id":1,"name":"${'x'.repeat(100 * 1024)}"}`;
  const open: ServerResponse[] = [];
  await using upstream = await startUpstream((_, response) => {
    response.setHeader('content-type', 'application/json');
    open.push(response);
  });
  await using client = startClient(upstream.baseUrl, { ...limits, connections: 2 * count });
  const calls = Array.from({ length: count }, (_, id) => read(client, 'alice', id + 1));
  await expect.poll(() => open.length).toBe(count);
  // Counts the characters that are parsed between two immediates.
  const parse = vi.spyOn(JSON, 'parse');
  let largest = 0;
  let parsed = 0;
  let isOver = false;
  const countIteration = () => {
    const sum = parse.mock.calls.reduce((characters, [text]) => characters + text.length, 0);
    parse.mockClear();
    largest = Math.max(largest, sum);
    parsed += sum;
    if (!isOver) setImmediate(countIteration);
  };
  setImmediate(countIteration);
  for (const response of open) response.end(body);
  for (const call of calls) expect(await call).toMatchObject({ status: 200, size: body.length });
  isOver = true;
  countIteration();
  parse.mockRestore();
  expect(parsed).toBeGreaterThanOrEqual(count * body.length);
  expect(largest).toBeLessThanOrEqual(512 * 1024);
  // A call keeps its connection until its body is parsed.
  expect(client.queue.size.active).toBe(0);
});
