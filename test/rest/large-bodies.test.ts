/** Large response bodies that arrive at the same time. */
import type { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import zlib, { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { catchRestError, startClient, startUpstream } from './upstream.ts';

const mebibyte = 1024 * 1024;
const text = `{"id":1,"name":"${'x'.repeat(mebibyte)}"}`;
const limits = {
  maxUpstreamResponseBytes: 2 * mebibyte,
  maxBufferedBytes: 4 * mebibyte,
  connections: 32,
  callTimeoutMs: 30_000,
};

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
    expect(client.bodies.size.bytes).toBeLessThanOrEqual(limits.maxBufferedBytes + limits.maxUpstreamResponseBytes);
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

  test('are rejected above maxUpstreamResponseBytes, and release their bytes', async () => {
    await using upstream = await startSlow(isChunked);
    await using client = startClient(upstream.baseUrl, { ...limits, maxUpstreamResponseBytes: mebibyte / 2 });
    expect((await catchRestError(read(client, 'alice', 1))).message).toContain('MAX_UPSTREAM_RESPONSE_BYTES');
    expect(client.bodies.size).toEqual({ bytes: 0, waiting: 0 });
  });
});

describe('compressed bodies that wait for the budget', () => {
  /** Makes 12 calls with 4 connections, of which the first reserves all bytes. */
  async function startWaiting(cancellation = new Cancellation()) {
    const first = Promise.withResolvers<ServerResponse>();
    const upstream = await startUpstream(({ url }, response) => {
      response.setHeader('content-type', 'application/json');
      if (url?.endsWith('/projects/1')) {
        response.setHeader('content-length', text.length).write(text.slice(0, -2));
        first.resolve(response);
      } else response.setHeader('content-encoding', 'gzip').end(gzipSync(text));
    });
    const client = startClient(upstream.baseUrl, { ...limits, maxBufferedBytes: 1, connections: 4 });
    const calls = [read(client, 'alice', 1, cancellation)];
    const response = await first.promise;
    await expect.poll(() => client.bodies.size.bytes).toBeGreaterThan(0);
    for (let id = 2; id <= 12; id++) calls.push(read(client, 'alice', id, cancellation));
    await expect.poll(() => client.bodies.size.waiting).toBeGreaterThanOrEqual(2);
    await pause(200);
    const close = async () => {
      await client.close();
      await upstream.close();
    };
    return { upstream, client, calls, response, [Symbol.asyncDispose]: close };
  }

  test('occupy their connections, and all arrive', async () => {
    await using waiting = await startWaiting();
    expect(waiting.upstream.calls.length).toBeLessThanOrEqual(4);
    waiting.response.end(text.slice(-2));
    for (const call of waiting.calls) expect(await call).toMatchObject({ status: 200, size: text.length });
    expect(waiting.client.bodies.size).toEqual({ bytes: 0, waiting: 0 });
    expect(waiting.client.queue.size.active).toBe(0);
  });

  test('release their connections when they are cancelled', async () => {
    const cancellation = new Cancellation();
    await using waiting = await startWaiting(cancellation);
    const errors = waiting.calls.map(catchRestError);
    cancellation.cancel();
    expect((await Promise.all(errors)).map(({ code }) => code)).toEqual(errors.map(() => 'CANCELLED'));
    await expect.poll(() => waiting.client.queue.size.active).toBe(0);
    expect(waiting.client.bodies.size).toEqual({ bytes: 0, waiting: 0 });
  });
});

test.each([
  ['parses', undefined],
  ['decompresses and parses', 'gzip'],
])('%s at most 512 KiB of bodies that arrive together in one iteration of the event loop', async (_, encoding) => {
  const count = 64;
  const body = `{"id":1,"name":"${'x'.repeat(100 * 1024)}"}`;
  const open: ServerResponse[] = [];
  await using upstream = await startUpstream((_, response) => {
    response.setHeader('content-type', 'application/json');
    if (encoding !== undefined) response.setHeader('content-encoding', encoding);
    open.push(response);
  });
  await using client = startClient(upstream.baseUrl, { ...limits, connections: 2 * count });
  const calls = Array.from({ length: count }, (_, id) => read(client, 'alice', id + 1));
  await expect.poll(() => open.length).toBe(count);
  // Counts the characters that are parsed between two immediates.
  const parse = vi.spyOn(JSON, 'parse');
  const gunzip = vi.spyOn(zlib, 'gunzipSync');
  syncBuiltinESMExports();
  let largestContent = 0;
  let largest = 0;
  let parsed = 0;
  let isOver = false;
  const countIteration = () => {
    const sum = parse.mock.calls.reduce((characters, [text]) => characters + text.length, 0);
    parse.mockClear();
    const contents = gunzip.mock.results.map(({ value }) => value.length);
    largestContent = Math.max(
      largestContent,
      contents.reduce((bytes, length) => bytes + length, 0),
    );
    gunzip.mockClear();
    largest = Math.max(largest, sum);
    parsed += sum;
    if (!isOver) setImmediate(countIteration);
  };
  setImmediate(countIteration);
  for (const response of open) response.end(encoding === undefined ? body : gzipSync(body));
  for (const call of calls) expect(await call).toMatchObject({ status: 200, size: body.length });
  isOver = true;
  countIteration();
  parse.mockRestore();
  gunzip.mockRestore();
  syncBuiltinESMExports();
  expect(parsed).toBeGreaterThanOrEqual(count * body.length);
  expect(largest).toBeLessThanOrEqual(512 * 1024);
  expect(largestContent).toBeLessThanOrEqual(512 * 1024);
  expect(largestContent > 0).toBe(encoding !== undefined);
  // A call keeps its connection until its body is parsed.
  expect(client.queue.size.active).toBe(0);
});
