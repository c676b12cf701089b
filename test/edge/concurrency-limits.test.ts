/** Limits on the concurrent resources of one caller, through the public interface. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ConcurrencyLimits } from '../../src/edge/operation/concurrency-limits.ts';
import { Callers } from '../../src/rest/callers.ts';
import { Credential } from '../../src/rest/credential.ts';
import { landmarks } from '../../src/sandbox/index.ts';
import { startFacade } from '../harness.ts';
import { headersOf, next, startWatched } from '../watch/facade.ts';
import { startEdge } from './harness.ts';

/** An upstream that knows some tokens, and answers when the test says so; a facade before it. */
async function startSlow(env: NodeJS.ProcessEnv, accepted: readonly string[] = ['alice', 'bob']) {
  const waiting: (() => void)[] = [];
  const state = { slow: true };
  const server = createServer((request, response: ServerResponse) => {
    const token = String(request.headers['private-token'] ?? '');
    const answer = () => {
      response.writeHead(token === '' || accepted.includes(token) ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 1, path: 'p' }));
    };
    if (state.slow) waiting.push(answer);
    else answer();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return {
    facade,
    state,
    waiting,
    answerAll,
    post: (token: string, id = 1) =>
      fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...(token === '' ? {} : { 'private-token': token }),
        },
        body: JSON.stringify({ query: `{ project(id: "${id}") { path } }` }),
      }),
    async [Symbol.asyncDispose]() {
      state.slow = false;
      answerAll();
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const about = 'share the limit of their network address';

describe('active operations', () => {
  test('reject operations over MAX_OPERATIONS_PER_CALLER with the setting and Retry-After', async () => {
    await using scene = await startSlow({ MAX_OPERATIONS_PER_CALLER: '2' });
    const held = [scene.post('', 1), scene.post('', 2)];
    await expect.poll(() => scene.waiting.length).toBe(2);
    const rejected = await scene.post('', 3);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await rejected.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining(
            'Too many active queries and mutations: the limit is 2 per caller (MAX_OPERATIONS_PER_CALLER). Retry after 1 s.',
          ),
          extensions: { code: 'CALLER_LIMIT', retryAfter: 1 },
        },
      ],
    });
    // It cost no call.
    expect(scene.waiting.length).toBe(2);
    scene.answerAll();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    scene.state.slow = false;
    expect((await scene.post('', 3)).status).toBe(200);
  });

  test('count for a credential after its first success, and for the address with invented tokens', async () => {
    await using scene = await startSlow({ MAX_OPERATIONS_PER_CALLER: '2' });
    scene.state.slow = false;
    expect(await (await scene.post('alice')).json()).not.toHaveProperty('errors');
    await Promise.all(Array.from({ length: 5 }, (_, index) => scene.post(`invented-${index}`).catch(() => undefined)));
    scene.state.slow = true;
    // Two invented ones hold what their address has.
    const held = [scene.post('invented-1'), scene.post('invented-2')];
    await expect.poll(() => scene.waiting.length).toBe(2);
    for (const token of ['invented-3', 'bob', ''])
      expect(await (await scene.post(token)).json()).toMatchObject({
        errors: [{ message: expect.stringContaining(about), extensions: { code: 'CALLER_LIMIT' } }],
      });
    held.push(scene.post('alice'));
    await expect.poll(() => scene.waiting.length).toBe(3);
    scene.answerAll();
    const answers = await Promise.all(held.map(async (response) => (await response).json()));
    expect(answers.map(({ errors }) => errors?.[0].extensions.code)).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      undefined,
    ]);
  });

  test('are executed and logged beyond the limit in report-only mode', async () => {
    await using scene = await startSlow({ MAX_OPERATIONS_PER_CALLER: '1', LIMITS_REPORT_ONLY: 'true' });
    const held = [scene.post('', 1), scene.post('', 2)];
    await expect.poll(() => scene.waiting.length).toBe(2);
    scene.answerAll();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('are no longer counted after a rejection, a failure or the disconnection of their client', async () => {
    await using scene = await startSlow({ MAX_OPERATIONS_PER_CALLER: '3' });
    scene.state.slow = false;
    const execute = (query: string, variables: unknown = {}) =>
      fetch(new URL('/graphql', scene.facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': 'alice', 'x-portico-trace': 'plan' },
        body: JSON.stringify({ query, variables }),
      });
    for (let round = 0; round < 5; round++) {
      await execute('{ project(id: "1") { path } }');
      await execute('query ($id: ID!) { project(id: $id) { path } }', { id: {} });
      await execute('{ project(id: "../..") { path } }');
      await scene.post('nobody');
    }
    scene.state.slow = true;
    for (let round = 0; round < 5; round++) {
      const abort = new AbortController();
      const left = fetch(new URL('/graphql', scene.facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': 'alice' },
        body: JSON.stringify({ query: `{ project(id: "${round + 10}") { path } }` }),
        signal: abort.signal,
      }).catch(() => undefined);
      await expect.poll(() => scene.waiting.length).toBe(round + 1);
      abort.abort();
      await left;
    }
    scene.state.slow = false;
    await expect.poll(async () => (await scene.post('alice')).status).toBe(200);
  });
});

describe('active REST calls', () => {
  test('beyond the limit of a caller wait, and all succeed', async () => {
    await using scene = await startSlow({ MAX_CALLS_PER_CALLER: '2' });
    const held = Array.from({ length: 6 }, (_, id) => scene.post('', id + 1));
    await expect.poll(() => scene.waiting.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(scene.waiting.length).toBe(2);
    scene.state.slow = false;
    scene.answerAll();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200));
  });

  test('are rejected if too many wait', async () => {
    await using scene = await startSlow({ MAX_CALLS_PER_CALLER: '1', MAX_WAITING_CALLS_PER_CALLER: '1' });
    const held = [scene.post('', 1)];
    await expect.poll(() => scene.waiting.length).toBe(1);
    held.push(scene.post('', 2), scene.post('', 3));
    const rejected = await Promise.race(held);
    expect(await rejected.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('MAX_WAITING_CALLS_PER_CALLER'),
          extensions: { code: 'CALLER_LIMIT', retryAfter: 1 },
        },
      ],
    });
  });
});

describe('streams', () => {
  const follow = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';

  test('have a limit on subscriptions and one on pollers, each with its own setting', async () => {
    const facade = await startWatched({ env: { MAX_STREAMS_PER_CALLER: '3', MAX_POLLERS_PER_CALLER: '1' } });
    try {
      const one = await facade.startExport();
      const other = `gid://service/Pipeline/${landmarks.busyProject.id}/${landmarks.latestPipelineId}`;
      const followOther = `subscription { pipeline(id: "${other}", until: FOREVER) { status } }`;
      const streams = [facade.follow(follow, { id: one }), facade.follow(follow, { id: one })];
      for (const stream of streams) expect(await next(stream)).not.toHaveProperty('errors');
      // There is room for a stream, but not for another object to watch.
      const third = facade.follow(followOther);
      expect(await next(third)).toMatchObject({
        errors: [
          {
            message: expect.stringContaining(
              'Too many watched objects: the limit is 1 per caller (MAX_POLLERS_PER_CALLER)',
            ),
            extensions: { code: 'STREAM_LIMIT', retryAfter: 30 },
          },
        ],
      });
      expect((await third.next()).done).toBe(true);
      const fourth = facade.follow(follow, { id: one });
      expect(await next(fourth)).not.toHaveProperty('errors');
      const response = await fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf('developer') },
        body: JSON.stringify({ query: follow, variables: { id: one } }),
      });
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await response.text()).toContain('MAX_STREAMS_PER_CALLER');
      // Ended subscriptions make room for others.
      await Promise.all([...streams, fourth].map((stream) => stream.return()));
      await facade.idle();
      const again = facade.follow(followOther);
      expect(await next(again)).not.toHaveProperty('errors');
      await again.return();
      await facade.idle();
    } finally {
      await facade.close();
    }
  });

  test('are counted once, however their client disconnects', async () => {
    const facade = await startWatched();
    try {
      const id = await facade.startExport();
      const byPath = `subscription { projectImport(id: "${landmarks.busyProject.path}") { importStatus } }`;
      for (const latencyMs of [0, 5, 20, 60]) {
        const takeBack = facade.sandbox.faults.add({ latencyMs });
        // Before the first event, while the project's number is looked up, and during a look.
        for (const query of [follow, byPath])
          for (const patience of [0, 3, 10, 40]) {
            const abort = new AbortController();
            const stream = facade.follow(query, query === follow ? { id } : {}, { signal: abort.signal });
            const first = stream.next().catch(() => undefined);
            setTimeout(() => abort.abort(), patience);
            await first;
            await stream.return().catch(() => undefined);
          }
        takeBack();
      }
      await facade.idle();
      expect(facade.calls.filter((call) => call.includes('/import'))).not.toEqual([]);
    } finally {
      await facade.close();
    }
  });
});

test('no longer counts a subscription whose client disconnects while its events are prepared', async () => {
  await using edge = await startEdge();
  await edge.query('subscription { abandoned }', { accept: 'text/event-stream' });
  expect(edge.activity.subscriptions).toBe(0);
});

describe('WebSockets', () => {
  async function open(url: string, payload: object = {}) {
    const socket = new WebSocket(url, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    const [message] = await Promise.race([once(socket, 'message'), once(socket, 'close')]);
    return { socket, acknowledged: String(message).includes('connection_ack'), code: message };
  }

  test('have a limit per caller; those of accepted credentials have their own', async () => {
    await using scene = await startSlow({ MAX_SOCKETS_PER_CALLER: '2' });
    scene.state.slow = false;
    await scene.post('alice');
    const url = new URL('/graphql', scene.facade.url).href.replace('http', 'ws');
    const sockets = [
      await open(url, { token: 'alice' }),
      await open(url, { token: 'alice' }),
      // One too many of alice's.
      await open(url, { token: 'alice' }),
    ];
    expect(sockets.map(({ acknowledged, code }) => acknowledged || code)).toEqual([true, true, 1013]);
    sockets.push(await open(url, { token: 'invented' }), await open(url));
    expect(sockets.slice(3).map(({ acknowledged }) => acknowledged)).toEqual([true, true]);
    expect((await open(url)).code).toBe(1013);
    const rejected = new WebSocket(url, 'graphql-transport-ws', { headers: { 'private-token': 'alice' } });
    const [, response] = await once(rejected, 'unexpected-response');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '30']);
    for (const { socket } of sockets) socket.close();
    await expect.poll(() => scene.facade.activity.sockets).toBe(0);
    const last = await open(url);
    expect(last.acknowledged).toBe(true);
    last.socket.close();
  });
});

test('rejects downloads over MAX_DOWNLOADS_PER_CALLER', async () => {
  await using scene = await startSlow({ MAX_DOWNLOADS_PER_CALLER: '1' });
  const download = () => fetch(new URL('/downloads/groups/1/avatar', scene.facade.url));
  const held = download();
  await expect.poll(() => scene.waiting.length).toBe(1);
  const rejected = await download();
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await rejected.json()).toMatchObject({
    errors: [{ message: expect.stringContaining('MAX_DOWNLOADS_PER_CALLER'), extensions: { code: 'CALLER_LIMIT' } }],
  });
  scene.state.slow = false;
  scene.answerAll();
  expect((await held).status).toBe(200);
  await (await held).text();
  await expect.poll(async () => (await download()).status).toBe(200);
});

describe('slots', () => {
  const limits = {
    maxOperationsPerCaller: 2,
    maxStreamsPerCaller: 2,
    maxPollersPerCaller: 2,
    maxSocketsPerCaller: 2,
    maxDownloadsPerCaller: 2,
    maxConnectionsPerAddress: 2,
    limitsReportOnly: false,
  };

  test('move from the address to the credential when the upstream accepts it', () => {
    const callers = new Callers();
    const shares = new ConcurrencyLimits(limits, callers, pino({ level: 'silent' }));
    const alice = Credential.privateToken('alice').withAddress('192.0.2.1');
    const bob = Credential.privateToken('bob').withAddress('192.0.2.1');
    const releases = [shares.acquire('streams', alice), shares.acquire('streams', alice)];
    expect(() => shares.acquire('streams', bob)).toThrow('MAX_STREAMS_PER_CALLER');
    callers.accept(alice);
    releases.push(shares.acquire('streams', bob));
    expect(() => shares.acquire('streams', alice)).toThrow('MAX_STREAMS_PER_CALLER');
    for (const release of [...releases, ...releases]) release();
    expect(shares.size).toBe(0);
  });
});
