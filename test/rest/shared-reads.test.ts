import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { catchRestError, readOnce, startClient, startUpstream } from './upstream.ts';

const alice = Credential.privateToken('alice-token');
const bob = Credential.privateToken('bob-token');
const project = { operation: 'getProject', path: { id: 5 } } as const;

const as = (credential: Credential, cancellation = new Cancellation()) => ({ credential, cancellation });

async function read(...args: Parameters<typeof readOnce>) {
  const { response, getSource } = readOnce(...args);
  return { response: await response, source: getSource() };
}

/** Starts an upstream that responds with the token of the caller when `release` is called. */
async function startHeldUpstream() {
  const waiting: (() => void)[] = [];
  const upstream = await startUpstream((request, response) => {
    waiting.push(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 5, token: request.headers['private-token'], url: request.url }));
    });
  });
  return Object.assign(upstream, {
    async release(count: number) {
      while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
      for (const respond of waiting.splice(0)) respond();
    },
  });
}

describe('reads in flight', () => {
  test('make one call if they are identical and have the same credential', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const reads = [read(client, project, as(alice)), read(client, project, as(alice))];
    await upstream.release(1);
    const [first, second] = await Promise.all(reads);
    expect(upstream.calls).toEqual(['GET /api/v4/projects/5']);
    expect([first?.source, second?.source]).toEqual(['upstream', 'shared']);
    expect(second?.response.body).toBe(first?.response.body);
  });

  test('are not shared between credentials', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const reads = [alice, bob, alice, bob, Credential.anonymous].map((credential) =>
      read(client, project, as(credential)),
    );
    await upstream.release(3);
    const tokens = (await Promise.all(reads)).map(({ response }) => (response.body as { token?: string }).token);
    expect(tokens).toEqual(['alice-token', 'bob-token', 'alice-token', 'bob-token', undefined]);
    expect(upstream.calls).toHaveLength(3);
  });

  test('continue for the other readers when one is cancelled', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const cancellation = new Cancellation();
    const cancelledRead = catchRestError(read(client, project, as(alice, cancellation)));
    const remainingRead = read(client, project, as(alice));
    cancellation.cancel();
    expect((await cancelledRead).code).toBe('CANCELLED');
    await upstream.release(1);
    expect((await remainingRead).response.status).toBe(200);
    expect(upstream.calls).toHaveLength(1);
  });

  test('are cancelled when the last reader is cancelled', async () => {
    let closed: ((value: unknown) => void) | undefined;
    const callClosed = new Promise((resolve) => {
      closed = resolve;
    });
    await using upstream = await startUpstream(
      (_, response: ServerResponse) => void response.on('close', () => closed?.(0)),
    );
    await using client = startClient(upstream.baseUrl);
    const cancellation = new Cancellation();
    const cancelledRead = catchRestError(read(client, project, as(alice, cancellation)));
    while (upstream.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    cancellation.cancel();
    expect((await cancelledRead).code).toBe('CANCELLED');
    await callClosed;
  });

  test('are not shared after a write that started later', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const before = read(client, project, as(alice));
    const write = client.call(
      { operation: 'retryPipeline', path: { id: 5, pipeline_id: 1 } },
      { credential: alice, cancellation: new Cancellation() },
    );
    await upstream.release(2);
    await write;
    const after = read(client, project, as(alice));
    await upstream.release(1);
    expect((await after).source).toBe('upstream');
    await before;
    expect(upstream.calls.filter((call) => call.startsWith('GET'))).toHaveLength(2);
  });
});

describe('responses with an ETag', () => {
  const start = (headers: Record<string, string> = {}) =>
    startUpstream((request, response) => {
      const etag = `W/"of ${request.headers['private-token']}"`;
      response.setHeader('etag', etag);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.end(JSON.stringify({ id: 5, token: request.headers['private-token'] }));
    });

  test('are revalidated, and their parsed body is reused', async () => {
    await using upstream = await start();
    await using client = startClient(upstream.baseUrl);
    const first = await read(client, project, as(alice));
    const second = await read(client, project, as(alice));
    expect(upstream.requests[1]?.headers['if-none-match']).toBe('W/"of alice-token"');
    expect(second.response.body).toBe(first.response.body);
    expect(second.response.status).toBe(200);
  });

  test('are cached for their credential only', async () => {
    await using upstream = await start();
    await using client = startClient(upstream.baseUrl);
    await read(client, project, as(alice));
    const { response } = await read(client, project, as(bob));
    expect(upstream.requests[1]?.headers['if-none-match']).toBeUndefined();
    expect(response.body).toEqual({ id: 5, token: 'bob-token' });
  });

  test.each([
    ['Cache-Control: no-store', { 'cache-control': 'private, no-store' }, 1_000_000, project],
    ['a body above the cache size', {}, 100, project],
    ['a key above the cache size', {}, 1100, project],
    // A group contains its runners token.
    ['a secret attribute in the schema', {}, 1_000_000, { operation: 'getGroup', path: { id: 5 } } as const],
  ])('are not cached with %s', async (_, headers, responseCacheBytes, request) => {
    await using upstream = await start(headers);
    await using client = startClient(upstream.baseUrl, { responseCacheBytes });
    await read(client, request, as(alice));
    await read(client, request, as(alice));
    expect(upstream.requests[1]?.headers['if-none-match']).toBeUndefined();
  });
});
