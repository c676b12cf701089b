import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { failureOf, readOnce, startClient, startUpstream } from './upstream.ts';

const alice = Credential.privateToken('alice-token');
const bob = Credential.privateToken('bob-token');
const project = { operation: 'getProject', path: { id: 5 } } as const;
const url = '/projects/5';

const as = (credential: Credential, cancellation = new Cancellation()) => ({ credential, cancellation });

async function read(...how: Parameters<typeof readOnce>) {
  const { response: answer, source } = readOnce(...how);
  return { answer: await answer, source };
}

/** An upstream that answers with the caller's token, once it is told to. */
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
      for (const answer of waiting.splice(0)) answer();
    },
  });
}

describe('reads in flight', () => {
  test('that are identical, with one credential, are one call', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const reads = [read(client, project, url, as(alice)), read(client, project, url, as(alice))];
    await upstream.release(1);
    const [first, second] = await Promise.all(reads);
    expect(upstream.calls).toEqual(['GET /api/v4/projects/5']);
    expect([first?.source, second?.source]).toEqual(['upstream', 'shared']);
    expect(second?.answer.body).toBe(first?.answer.body);
  });

  test('with two credentials are never mixed', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const reads = [alice, bob, alice, bob, Credential.anonymous].map((credential) =>
      read(client, project, url, as(credential)),
    );
    await upstream.release(3);
    const tokens = (await Promise.all(reads)).map(({ answer }) => (answer.body as { token?: string }).token);
    expect(tokens).toEqual(['alice-token', 'bob-token', 'alice-token', 'bob-token', undefined]);
    expect(upstream.calls).toHaveLength(3);
  });

  test('continue for the other readers when one is cancelled', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const leaving = new Cancellation();
    const left = failureOf(read(client, project, url, as(alice, leaving)));
    const stays = read(client, project, url, as(alice));
    leaving.cancel();
    expect((await left).code).toBe('CANCELLED');
    await upstream.release(1);
    expect((await stays).answer.status).toBe(200);
    expect(upstream.calls).toHaveLength(1);
  });

  test('are cancelled with the last reader', async () => {
    let closed: ((value: unknown) => void) | undefined;
    const gone = new Promise((resolve) => {
      closed = resolve;
    });
    await using upstream = await startUpstream(
      (_, response: ServerResponse) => void response.on('close', () => closed?.(0)),
    );
    await using client = startClient(upstream.baseUrl);
    const leaving = new Cancellation();
    const left = failureOf(read(client, project, url, as(alice, leaving)));
    while (upstream.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    leaving.cancel();
    expect((await left).code).toBe('CANCELLED');
    await gone;
  });

  test('that started before a write are not shared after it', async () => {
    await using upstream = await startHeldUpstream();
    await using client = startClient(upstream.baseUrl);
    const before = read(client, project, url, as(alice));
    const write = client.write(
      { operation: 'retryPipeline', path: { id: 5, pipeline_id: 1 } },
      { credential: alice, cancellation: new Cancellation() },
    );
    await upstream.release(2);
    await write;
    const after = read(client, project, url, as(alice));
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
    const first = await read(client, project, url, as(alice));
    const second = await read(client, project, url, as(alice));
    expect(upstream.requests[1]?.headers['if-none-match']).toBe('W/"of alice-token"');
    expect(second.answer.body).toBe(first.answer.body);
    expect(second.answer.status).toBe(200);
  });

  test('are cached for their credential only', async () => {
    await using upstream = await start();
    await using client = startClient(upstream.baseUrl);
    await read(client, project, url, as(alice));
    const { answer } = await read(client, project, url, as(bob));
    expect(upstream.requests[1]?.headers['if-none-match']).toBeUndefined();
    expect(answer.body).toEqual({ id: 5, token: 'bob-token' });
  });

  test.each([
    ['that must not be stored', { 'cache-control': 'private, no-store' }, 1_000_000, project],
    ['that do not fit', {}, 100, project],
    ['whose key alone does not fit', {}, 1100, project],
    // The runners token of a group is a secret.
    ['that may hold a secret', {}, 1_000_000, { operation: 'getGroup', path: { id: 5 } } as const],
  ])('%s are not kept', async (_, headers, keptBytes, request) => {
    await using upstream = await start(headers);
    await using client = startClient(upstream.baseUrl, { etagCacheBytes: keptBytes });
    await read(client, request, 'any', as(alice));
    await read(client, request, 'any', as(alice));
    expect(upstream.requests[1]?.headers['if-none-match']).toBeUndefined();
  });
});
