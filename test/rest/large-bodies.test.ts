/** Large response bodies that arrive at the same time. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
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
