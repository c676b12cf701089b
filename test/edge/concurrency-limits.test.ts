/** Limits on the concurrent resources of a caller. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { landmarks } from '../../package/sandbox.ts';
import { ConcurrencyLimits } from '../../src/edge/operation/concurrency-limits.ts';
import { Callers } from '../../src/rest/callers.ts';
import { Credential } from '../../src/rest/credential.ts';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { headersOf, next, startWatched } from '../watch/facade.ts';
import { startEdge } from './harness.ts';

/** Starts an upstream that accepts some tokens and responds when `respondToAll` is called, and a facade for it. */
async function startSlow(env: FacadeSettings, accepted: readonly string[] = ['alice', 'bob']) {
  const waiting: (() => void)[] = [];
  const state = { slow: true };
  const server = createServer((request, response: ServerResponse) => {
    const token = String(request.headers['private-token'] ?? '');
    const respond = () => {
      response.writeHead(token === '' || accepted.includes(token) ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 1, path: 'p' }));
    };
    if (state.slow) waiting.push(respond);
    else respond();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  const respondToAll = () => {
    for (const respond of waiting.splice(0)) respond();
  };
  return {
    facade,
    state,
    waiting,
    respondToAll,
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
      respondToAll();
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const sharedLimitHint = 'share one limit per network address';

describe('active operations', () => {
  test('reject operations over MAX_OPERATIONS_PER_CALLER with the setting and Retry-After', async () => {
    await using setup = await startSlow({ MAX_OPERATIONS_PER_CALLER: '2' });
    const operations = [setup.post('', 1), setup.post('', 2)];
    await expect.poll(() => setup.waiting.length).toBe(2);
    const rejected = await setup.post('', 3);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await rejected.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining(
            'Too many active queries and mutations: the limit is 2 per caller (MAX_OPERATIONS_PER_CALLER). End one of them, or retry after 1 s.',
          ),
          extensions: { code: 'CALLER_LIMIT', retryAfter: 1 },
        },
      ],
    });
    // The rejected operation made no call.
    expect(setup.waiting.length).toBe(2);
    setup.respondToAll();
    expect((await Promise.all(operations)).map(({ status }) => status)).toEqual([200, 200]);
    setup.state.slow = false;
    expect((await setup.post('', 3)).status).toBe(200);
  });

  test('count for a credential after its first success, and for the address with unknown tokens', async () => {
    await using setup = await startSlow({ MAX_OPERATIONS_PER_CALLER: '2' });
    setup.state.slow = false;
    expect(await (await setup.post('alice')).json()).not.toHaveProperty('errors');
    await Promise.all(Array.from({ length: 5 }, (_, index) => setup.post(`invented-${index}`).catch(() => undefined)));
    setup.state.slow = true;
    // Two operations with unknown tokens use the limit of their address.
    const operations = [setup.post('invented-1'), setup.post('invented-2')];
    await expect.poll(() => setup.waiting.length).toBe(2);
    for (const token of ['invented-3', 'bob', ''])
      expect(await (await setup.post(token)).json()).toMatchObject({
        errors: [{ message: expect.stringContaining(sharedLimitHint), extensions: { code: 'CALLER_LIMIT' } }],
      });
    operations.push(setup.post('alice'));
    await expect.poll(() => setup.waiting.length).toBe(3);
    setup.respondToAll();
    const responses = await Promise.all(operations.map(async (response) => (await response).json()));
    expect(responses.map(({ errors }) => errors?.[0].extensions.code)).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
      undefined,
    ]);
  });

  test('are executed above the limit in report-only mode', async () => {
    await using setup = await startSlow({ MAX_OPERATIONS_PER_CALLER: '1', LIMITS_REPORT_ONLY: 'true' });
    const operations = [setup.post('', 1), setup.post('', 2)];
    await expect.poll(() => setup.waiting.length).toBe(2);
    setup.respondToAll();
    expect((await Promise.all(operations)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('are no longer counted after a rejection, a failure or the disconnection of their client', async () => {
    await using setup = await startSlow({ MAX_OPERATIONS_PER_CALLER: '3' });
    setup.state.slow = false;
    const execute = (query: string, variables: unknown = {}) =>
      fetch(new URL('/graphql', setup.facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': 'alice', 'x-portico-trace': 'plan' },
        body: JSON.stringify({ query, variables }),
      });
    for (let round = 0; round < 5; round++) {
      await execute('{ project(id: "1") { path } }');
      await execute('query ($id: ID!) { project(id: $id) { path } }', { id: {} });
      await execute('{ project(id: "../..") { path } }');
      await setup.post('nobody');
    }
    setup.state.slow = true;
    for (let round = 0; round < 5; round++) {
      const abort = new AbortController();
      const aborted = fetch(new URL('/graphql', setup.facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': 'alice' },
        body: JSON.stringify({ query: `{ project(id: "${round + 10}") { path } }` }),
        signal: abort.signal,
      }).catch(() => undefined);
      await expect.poll(() => setup.waiting.length).toBe(round + 1);
      abort.abort();
      await aborted;
    }
    setup.state.slow = false;
    await expect.poll(async () => (await setup.post('alice')).status).toBe(200);
  });
});

describe('active REST calls', () => {
  test('above MAX_CALLS_PER_CALLER wait, and all succeed', async () => {
    await using setup = await startSlow({ MAX_CALLS_PER_CALLER: '2' });
    const operations = Array.from({ length: 6 }, (_, id) => setup.post('', id + 1));
    await expect.poll(() => setup.waiting.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(setup.waiting.length).toBe(2);
    setup.state.slow = false;
    setup.respondToAll();
    expect((await Promise.all(operations)).map(({ status }) => status)).toEqual(operations.map(() => 200));
  });

  test('are rejected above maxWaitingCallsPerCaller waiting calls', async () => {
    await using setup = await startSlow({ MAX_CALLS_PER_CALLER: '1', maxWaitingCallsPerCaller: 1 });
    const operations = [setup.post('', 1)];
    await expect.poll(() => setup.waiting.length).toBe(1);
    operations.push(setup.post('', 2), setup.post('', 3));
    const rejected = await Promise.race(operations);
    expect(await rejected.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('Too many waiting REST calls'),
          extensions: { code: 'CALLER_LIMIT', retryAfter: 1 },
        },
      ],
    });
  });
});

describe('streams', () => {
  const follow = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';

  test('are rejected above MAX_STREAMS_PER_CALLER, and above maxPollersPerCaller watched objects', async () => {
    const facade = await startWatched({ env: { MAX_STREAMS_PER_CALLER: '3', maxPollersPerCaller: 1 } });
    try {
      const exportId = await facade.startExport();
      const pipelineId = `gid://service/Pipeline/${landmarks.busyProject.id}/${landmarks.latestPipelineId}`;
      const followPipeline = `subscription { pipeline(id: "${pipelineId}", until: FOREVER) { status } }`;
      const streams = [facade.follow(follow, { id: exportId }), facade.follow(follow, { id: exportId })];
      for (const stream of streams) expect(await next(stream)).not.toHaveProperty('errors');
      // The limit on streams allows another one, but the limit on pollers allows no other object.
      const third = facade.follow(followPipeline);
      expect(await next(third)).toMatchObject({
        errors: [
          {
            message: expect.stringContaining(
              'Too many watched objects: the limit is 1 per caller (MAX_STREAMS_PER_CALLER)',
            ),
            extensions: { code: 'STREAM_LIMIT', retryAfter: 30 },
          },
        ],
      });
      expect((await third.next()).done).toBe(true);
      const fourth = facade.follow(follow, { id: exportId });
      expect(await next(fourth)).not.toHaveProperty('errors');
      const response = await fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf('developer') },
        body: JSON.stringify({ query: follow, variables: { id: exportId } }),
      });
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await response.text()).toContain('MAX_STREAMS_PER_CALLER');
      // Ended subscriptions are no longer counted.
      await Promise.all([...streams, fourth].map((stream) => stream.return()));
      await facade.idle();
      const again = facade.follow(followPipeline);
      expect(await next(again)).not.toHaveProperty('errors');
      await again.return();
      await facade.idle();
    } finally {
      await facade.close();
    }
  });

  test('are no longer counted after their client disconnects, at any time of their start', async () => {
    const facade = await startWatched();
    try {
      const id = await facade.startExport();
      const byPath = `subscription { projectImport(id: "${landmarks.busyProject.path}") { importStatus } }`;
      for (const latencyMs of [0, 5, 20, 60]) {
        const removeFault = facade.sandbox.faults.add({ latencyMs });
        // Aborts before the first event, while the number of the project is read, and during a poll.
        for (const query of [follow, byPath])
          for (const abortAfterMs of [0, 3, 10, 40]) {
            const abort = new AbortController();
            const stream = facade.follow(query, query === follow ? { id } : {}, { signal: abort.signal });
            const first = stream.next().catch(() => undefined);
            setTimeout(() => abort.abort(), abortAfterMs);
            await first;
            await stream.return().catch(() => undefined);
          }
        removeFault();
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

  test('are rejected above maxSocketsPerCaller, which accepted credentials do not share with their address', async () => {
    await using setup = await startSlow({ maxSocketsPerCaller: 2 });
    setup.state.slow = false;
    await setup.post('alice');
    const url = new URL('/graphql', setup.facade.url).href.replace('http', 'ws');
    const sockets = [
      await open(url, { token: 'alice' }),
      await open(url, { token: 'alice' }),
      // Above the limit of alice.
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
    await expect.poll(() => setup.facade.activity.sockets).toBe(0);
    const last = await open(url);
    expect(last.acknowledged).toBe(true);
    last.socket.close();
  });
});

test('rejects downloads over maxDownloadsPerCaller', async () => {
  await using setup = await startSlow({ maxDownloadsPerCaller: 1 });
  const download = () => fetch(new URL('/downloads/groups/1/avatar', setup.facade.url));
  const firstDownload = download();
  await expect.poll(() => setup.waiting.length).toBe(1);
  const rejected = await download();
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await rejected.json()).toMatchObject({
    errors: [
      {
        message: expect.stringContaining('Too many active downloads: the limit is 1 per caller'),
        extensions: { code: 'CALLER_LIMIT' },
      },
    ],
  });
  setup.state.slow = false;
  setup.respondToAll();
  expect((await firstDownload).status).toBe(200);
  await (await firstDownload).text();
  await expect.poll(async () => (await download()).status).toBe(200);
});

describe('slots', () => {
  const settings = {
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
    const limits = new ConcurrencyLimits(settings, callers, pino({ level: 'silent' }));
    const alice = Credential.privateToken('alice').withAddress('192.0.2.1');
    const bob = Credential.privateToken('bob').withAddress('192.0.2.1');
    const releases = [limits.acquire('streams', alice), limits.acquire('streams', alice)];
    expect(() => limits.acquire('streams', bob)).toThrow('MAX_STREAMS_PER_CALLER');
    callers.accept(alice);
    releases.push(limits.acquire('streams', bob));
    expect(() => limits.acquire('streams', alice)).toThrow('MAX_STREAMS_PER_CALLER');
    for (const release of [...releases, ...releases]) release();
    for (const credential of [alice, alice, bob, bob]) limits.acquire('streams', credential);
  });
});
