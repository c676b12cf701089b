/** Limit on the REST calls of a caller per minute, for operations, downloads and subscriptions. */
import { once } from 'node:events';
import { request } from 'node:http';
import { createClient } from 'graphql-ws';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CallQuota, type SharedCount } from '../../src/edge/operation/call-quota.ts';
import { Callers } from '../../src/rest/callers.ts';
import { Credential } from '../../src/rest/credential.ts';
import { RestError } from '../../src/rest/errors.ts';
import { type StubbedFacade, startSandboxed, startWithResponses } from '../harness.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import type { FacadeSettings } from '../settings.ts';
import { headersOf, next, startWatched } from '../watch/facade.ts';
import { type Instances, startInstances } from '../watch/instances.ts';
import { startEdge, startUpstream } from './harness.ts';

const perMinute = (calls: number, more: FacadeSettings = {}) => ({
  MAX_REST_CALLS_PER_MINUTE: String(calls),
  ...more,
});

const projects: Parameters<typeof startWithResponses>[0] = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [`GET /projects/${index + 1}`, { body: { id: index + 1, path: 'p' } }]),
);

const project = (id: number) => `{ project(id: "${id}") { path } }`;
const twoProjects = '{ one: project(id: "1") { path } other: project(id: "2") { path } }';

async function post(facade: Pick<StubbedFacade, 'url'>, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
}

describe('the REST calls of one caller within a minute', () => {
  test.each([
    ['plain JSON', {}],
    ['content negotiation', { accept: 'text/event-stream, application/graphql-response+json;q=0.5' }],
  ])('above MAX_REST_CALLS_PER_MINUTE cause status 429 with the setting and Retry-After: %s', async (_, headers) => {
    const facade = await startWithResponses(projects, perMinute(3));
    try {
      expect((await post(facade, twoProjects, headers)).status).toBe(200);
      const rejected = await post(facade, twoProjects, headers);
      expect(rejected.status).toBe(429);
      const retryAfter = Number(rejected.retryAfter);
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect(rejected.body).toEqual({
        errors: [
          {
            message: expect.stringContaining(
              `The operation needs at least 2 REST calls; 1 of 3 per minute (MAX_REST_CALLS_PER_MINUTE) remain for the caller. Retry after ${retryAfter} s. Requests without a token `,
            ),
            extensions: { code: 'RATE_LIMITED', retryAfter },
          },
        ],
      });
      // The rejected operation made no call, so one call remains.
      expect((await post(facade, project(3), headers)).body.data).toEqual({ project: { path: 'p' } });
      expect((await post(facade, project(4), headers)).status).toBe(429);
      expect(facade.calls).toEqual(['GET /projects/1', 'GET /projects/2', 'GET /projects/3']);
      // Operations without REST calls have no limit.
      expect((await post(facade, '{ __typename }', headers)).body).toEqual({ data: { __typename: 'Query' } });
    } finally {
      await facade.close();
    }
  });

  test('above the quota cause status 200 as application/json, and headers contain the remaining calls', async () => {
    const facade = await startWithResponses(projects, perMinute(3));
    const execute = async (query: string, accept: string) => {
      const response = await fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query }),
      });
      expect(response.headers.get('ratelimit-policy')).toBe('"caller";q=3;w=60');
      const [, remaining, reset] = /^"caller";r=(\d+);t=(\d+)$/.exec(response.headers.get('ratelimit') ?? '') ?? [];
      expect(Number(reset)).toBeGreaterThan(0);
      expect(Number(reset)).toBeLessThanOrEqual(60);
      return { status: response.status, remaining: Number(remaining), body: await response.json() };
    };
    const accepted = ['application/json', '*/*', 'application/json, text/event-stream;q=0.5'];
    try {
      for (const accept of accepted)
        expect(await execute('{ __typename }', accept)).toMatchObject({ status: 200, remaining: 3 });
      expect(await execute(twoProjects, 'application/json')).toMatchObject({ status: 200, remaining: 1 });
      for (const accept of accepted)
        expect(await execute(twoProjects, accept)).toMatchObject({
          status: 200,
          remaining: 1,
          body: { errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }] },
        });
    } finally {
      await facade.close();
    }
  });

  test('are in the header ratelimit if the upstream reports the remaining ones', async () => {
    const limits = { 'ratelimit-remaining': '41', 'ratelimit-reset': '30' };
    const facade = await startWithResponses({ 'GET /projects/1': { body: { id: 1, path: 'p' }, headers: limits } });
    try {
      const response = await fetch(new URL(`/graphql?query=${encodeURIComponent(project(1))}`, facade.url));
      expect(response.headers.get('ratelimit')).toMatch(/^"upstream";r=41;t=(?:29|30)$/);
      expect(response.headers.has('ratelimit-policy')).toBe(false);
    } finally {
      await facade.close();
    }
  });

  test('cause status 429 without Retry-After if an operation needs more than the complete quota', async () => {
    const facade = await startWithResponses(projects, perMinute(1));
    try {
      const { status, retryAfter, body } = await post(facade, twoProjects);
      expect([status, retryAfter]).toEqual([429, null]);
      expect(body.errors).toEqual([
        {
          message:
            'The operation needs at least 2 REST calls, more than the limit of 1 per minute (MAX_REST_CALLS_PER_MINUTE). Split the operation',
          extensions: { code: 'RATE_LIMITED' },
        },
      ]);
      expect(facade.calls).toEqual([]);
    } finally {
      await facade.close();
    }
  });

  test('count for a credential after its first success, including that operation', async () => {
    const facade = await startWithResponses(projects, perMinute(2));
    try {
      for (const token of ['alice', 'bob', 'carol']) {
        expect((await post(facade, twoProjects, { 'private-token': token })).status).toBe(200);
        expect((await post(facade, project(1), { 'private-token': token })).status).toBe(429);
      }
      expect((await post(facade, twoProjects)).status).toBe(200);
      expect((await post(facade, project(1))).status).toBe(429);
    } finally {
      await facade.close();
    }
  });

  test('count for the address with unknown tokens', async () => {
    const refusing = { status: 401, body: { message: '401 Unauthorized' } };
    const facade = await startWithResponses({ 'GET /projects/1': refusing }, perMinute(3));
    try {
      const statuses: number[] = [];
      for (let token = 0; token < 6; token++)
        statuses.push((await post(facade, project(1), { 'private-token': `invented-${token}` })).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
      expect(facade.calls).toHaveLength(3);
    } finally {
      await facade.close();
    }
  });

  test('count when they are sent if the plan does not contain them', async () => {
    const facade = await startSandboxed({ env: perMinute(4) });
    try {
      const query = '{ project(id: "14") { pipelines(first: 6) { nodes { coverage } } } }';
      const { data, errors } = await facade.execute<{ project: { pipelines: { nodes: unknown[] } } }>(
        query,
        {},
        { as: 'developer' },
      );
      expect(facade.calls).toHaveLength(4);
      expect(data.project.pipelines.nodes).toHaveLength(6);
      expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['RATE_LIMITED']));
      expect(errors?.[0]?.extensions?.retryAfter).toBeGreaterThan(0);
    } finally {
      await facade.close();
    }
  });

  test('count once if concurrent operations share them', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 1500));
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...perMinute(2) });
    const responses = await Promise.all(Array.from({ length: 5 }, () => edge.query('{ project }')));
    expect(responses.map(({ body }) => body.errors)).toEqual(responses.map(() => undefined));
    expect((await edge.query('{ project(id: 2) }')).body.errors).toBeUndefined();
    const { errors } = (await edge.query('{ project(id: 3) }')).body;
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['RATE_LIMITED']);
    expect(upstream.requests).toHaveLength(2);
  });

  test('count for each address of anonymous clients, also for identical reads', async () => {
    await using upstream = await startUpstream(
      (_, response) => void setTimeout(() => response.writeHead(503).end(), 300),
    );
    await using edge = await startEdge({
      UPSTREAM_URL: upstream.url,
      HOST: '0.0.0.0',
      READ_RETRIES: '1',
      ...perMinute(1),
    });
    const queryFrom = async (localAddress: string): Promise<string> => {
      const url = `http://127.0.0.1:${edge.url.port}/graphql`;
      const clientRequest = request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        localAddress,
      });
      const [response] = await once(clientRequest.end(JSON.stringify({ query: '{ project }' })), 'response');
      return JSON.parse((await response.toArray()).join('')).errors[0].extensions.code;
    };
    // Each address may make one call, which fails, and no retry.
    expect(await Promise.all([queryFrom('127.0.0.1'), queryFrom('127.0.0.2')])).toEqual([
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect(upstream.requests).toHaveLength(2);
  });

  test('include retries', async () => {
    await using upstream = await startUpstream((_, response) => response.writeHead(503).end());
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, READ_RETRIES: '9', ...perMinute(3) });
    expect((await edge.query('{ project }')).body.errors).toHaveLength(1);
    expect(upstream.requests).toHaveLength(3);
  });

  test('include those of downloads', async () => {
    await using upstream = await startUpstream((_, response) => response.end('"x"'));
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...perMinute(2) });
    const file = '/downloads/groups/9/avatar';
    expect((await edge.get(file)).status).toBe(200);
    expect((await edge.query('{ project }')).body.errors).toBeUndefined();
    const rejected = await edge.get(file);
    expect([rejected.status, rejected.body.errors?.[0]?.extensions?.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(upstream.requests).toHaveLength(2);
  });

  test('over a WebSocket are rejected as errors of their operations', async () => {
    const facade = await startWithResponses(projects, perMinute(2));
    const client = createClient({
      url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
    });
    try {
      expect(await next(client.iterate({ query: twoProjects }))).toEqual({
        data: { one: { path: 'p' }, other: { path: 'p' } },
      });
      await expect(next(client.iterate({ query: project(3) }))).rejects.toMatchObject([
        { extensions: { code: 'RATE_LIMITED' } },
      ]);
      expect(await next(client.iterate({ query: '{ __typename }' }))).toEqual({ data: { __typename: 'Query' } });
    } finally {
      await client.dispose();
      await facade.close();
    }
  });

  test('above the quota are made and logged once in report-only mode', async () => {
    await using upstream = await startUpstream();
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...perMinute(1), LIMITS_REPORT_ONLY: 'true' });
    for (let id = 1; id <= 4; id++) expect((await edge.query(`{ project(id: ${id}) }`)).body.errors).toBeUndefined();
    expect((await edge.get('/downloads/groups/9/avatar')).status).toBe(200);
    expect(upstream.requests).toHaveLength(5);
    const reported = edge.lines.filter(({ msg }) => msg === 'beyond a limit');
    expect(reported).toMatchObject([{ code: 'RATE_LIMITED' }]);
    expect(edge.quotaRejections).toBe(4);
  });

  test('include polls, and subscriptions receive RATE_LIMITED when polls exceed the quota', async () => {
    const facade = await startWatched({ env: perMinute(6) });
    try {
      const id = await facade.startExport();
      facade.forget();
      const follow = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';
      const stream = facade.follow(follow, { id });
      expect(await next(stream)).not.toHaveProperty('errors');
      // One call created the export. The subscriber receives the error when polls have been rejected for the error grace period.
      expect(await next(stream)).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
      expect(facade.calls).toHaveLength(5);
      const response = await fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headersOf('developer') },
        body: JSON.stringify({ query: follow, variables: { id } }),
      });
      expect(response.status).toBe(429);
      await stream.return();
      await facade.idle();
    } finally {
      await facade.close();
    }
  });
});

describe('the quota of a minute', () => {
  const credential = Credential.privateToken('alice').withAddress('192.0.2.1');

  function createQuota(options: { shared?: SharedCount; limit?: number } = {}) {
    const state = { now: 0 };
    const callers = new Callers();
    const counts = new CallQuota({
      limit: options.limit ?? 3,
      settings: { limitsReportOnly: false },
      callers,
      logger: pino({ level: 'silent' }),
      shared: options.shared,
      now: () => state.now,
    });
    return { state, counts, callers };
  }

  test('resets after it', () => {
    const { state, counts } = createQuota();
    for (let call = 0; call < 3; call++) counts.open(credential).consume();
    state.now = 59_999;
    expect(() => counts.open(credential).consume()).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 1 }),
    );
    expect(counts.rejections).toBe(1);
    state.now = 60_000;
    counts.open(credential).consume();
  });

  test('counts all operations, also one that started in the previous minute', () => {
    const { state, counts } = createQuota();
    const long = counts.open(credential);
    long.consume();
    state.now = 60_000;
    for (let call = 0; call < 3; call++) counts.open(credential).consume();
    expect(() => long.consume()).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 60 }));
    expect(() => counts.open(credential).consume()).toThrow(RestError);
  });

  test('refunds reserved calls that were not made, once', () => {
    const { counts } = createQuota();
    const budget = counts.open(credential);
    budget.reserve(3);
    budget.consume();
    budget.release();
    budget.release();
    const nextBudget = counts.open(credential);
    nextBudget.reserve(2);
    expect(() => nextBudget.consume() ?? nextBudget.consume() ?? nextBudget.consume()).toThrow(RestError);
  });

  test('refunds no calls of the previous minute', async () => {
    const { counts, state, callers } = createQuota({ limit: 3 });
    const [reservingBudget, consumingBudget] = [counts.open(credential), counts.open(credential)];
    reservingBudget.reserve(2);
    consumingBudget.consume();
    state.now = 60_000;
    for (let call = 0; call < 3; call++) counts.open(credential).consume();
    reservingBudget.release();
    callers.accept(credential);
    consumingBudget.release();
    const [sameAddress, sameCredential] = [
      credential.withAddress('192.0.2.1'),
      Credential.privateToken('bob').withAddress('192.0.2.1'),
    ];
    expect(() => counts.open(sameCredential).consume()).toThrow(RestError);
    // The quota window of the credential itself has not started.
    for (let call = 0; call < 3; call++) counts.open(sameAddress).consume();
  });

  describe('shared by instances', () => {
    /** Creates a quota that instances share, without Redis. */
    function createSharedQuota(limit: number) {
      const quotaRequests: { readonly spent: number; readonly needed: number; readonly prefetch: number }[] = [];
      const state = { up: true, remaining: limit, resetIn: 30_000, window: 1 };
      const shared: SharedCount = {
        async request(_, { spent, windowId, needed, prefetch }) {
          quotaRequests.push({ spent, needed, prefetch });
          await Promise.resolve();
          if (!state.up) return undefined;
          if (spent > 0 || windowId === state.window) state.remaining -= spent;
          const granted = needed <= state.remaining;
          const prefetched = granted ? Math.min(prefetch, Math.floor((state.remaining - needed) / 20)) : 0;
          if (granted) state.remaining -= needed + prefetched;
          return {
            granted,
            prefetched,
            remaining: state.remaining,
            resetInMs: state.resetIn,
            windowId: state.window,
          };
        },
      };
      return { quotaRequests, state, shared };
    }

    /** Runs an operation that reserves calls and makes `callCount` calls. */
    async function operate(counts: CallQuota, reserved: number, callCount = reserved) {
      const budget = counts.open(credential);
      const reserving = budget.reserve(reserved);
      await reserving;
      for (let call = 0; call < callCount; call++) budget.consume();
      budget.release();
      return { requestsShared: reserving !== undefined };
    }

    /** Runs operations of one call each until one is rejected. @returns the number of calls */
    async function countRemainingCalls(counts: CallQuota): Promise<number> {
      for (let callCount = 0; ; callCount++)
        try {
          await operate(counts, 1);
        } catch (error) {
          expect(error).toMatchObject({ code: 'RATE_LIMITED' });
          return callCount;
        }
    }

    const waitForImmediate = () => new Promise((resolve) => setImmediate(resolve));

    test('contacts Redis rarely, because each instance prefetches a few calls', async () => {
      const { quotaRequests, state, shared } = createSharedQuota(2000);
      const { counts } = createQuota({ shared, limit: 2000 });
      expect(await operate(counts, 2)).toEqual({ requestsShared: true });
      for (let turn = 0; turn < 200; turn++) {
        expect(await operate(counts, 2)).toEqual({ requestsShared: false });
        await waitForImmediate();
      }
      expect(quotaRequests.length).toBeLessThan(25);
      expect(quotaRequests.filter(({ needed }) => needed > 0)).toHaveLength(1);
      // Counted calls that were not made are prefetched.
      expect(2000 - state.remaining - 402).toBeGreaterThanOrEqual(0);
      expect(2000 - state.remaining - 402).toBeLessThanOrEqual(100);
    });

    test('counts exactly if the limit is small', async () => {
      const { quotaRequests, state, shared } = createSharedQuota(10);
      const [first, second] = [createQuota({ shared, limit: 10 }).counts, createQuota({ shared, limit: 10 }).counts];
      await operate(first, 4);
      await operate(second, 4);
      await expect(operate(first, 3)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        retryAfter: 30,
        message: expect.stringContaining('2 of '),
      });
      await operate(second, 2);
      await expect(operate(first, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30 });
      expect(state.remaining).toBe(0);
      expect(quotaRequests.map(({ prefetch }) => prefetch)).toEqual([0, 0, 0, 0, 0]);
    });

    test('refunds immediately the calls that an operation reserved and did not make', async () => {
      const { state, shared } = createSharedQuota(10);
      const [first, second] = [createQuota({ shared, limit: 10 }).counts, createQuota({ shared, limit: 10 }).counts];
      await operate(first, 8, 1);
      await waitForImmediate();
      expect(state.remaining).toBe(9);
      await operate(second, 9);
    });

    test('counts calls that were not planned', async () => {
      const { quotaRequests, state, shared } = createSharedQuota(10);
      const { counts } = createQuota({ shared, limit: 10 });
      await operate(counts, 1, 4);
      await waitForImmediate();
      await waitForImmediate();
      expect(state.remaining).toBe(6);
      expect(quotaRequests.map(({ spent, needed }) => [spent, needed])).toEqual([
        [0, 1],
        [1, 0],
        [2, 0],
      ]);
      // Other instances may have made the remaining calls meanwhile.
      state.remaining = 0;
      await expect(operate(counts, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      expect(() => counts.open(credential).consume()).toThrow(RestError);
    });

    test('discards prefetched and refunded calls when its minute ends', async () => {
      const { state, shared } = createSharedQuota(2000);
      const { counts, state: clock } = createQuota({ shared, limit: 2000 });
      await operate(counts, 1);
      expect(await operate(counts, 1)).toEqual({ requestsShared: false });
      const budget = counts.open(credential);
      await budget.reserve(5);
      clock.now = 30_000;
      Object.assign(state, { remaining: 3, window: 2 });
      // Refunds of the previous window do not count for the new one.
      budget.release();
      await expect(operate(counts, 4)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      expect(await operate(counts, 3)).toEqual({ requestsShared: true });
      expect(state.remaining).toBe(0);
    });

    test('refunds no calls if the minute has already ended on other instances', async () => {
      const { state, shared } = createSharedQuota(1000);
      const { counts, state: clock } = createQuota({ shared, limit: 1000 });
      const budget = counts.open(credential);
      await budget.reserve(500);
      clock.now = 29_999;
      Object.assign(state, { remaining: 1000, window: 2 });
      const callCount = 500;
      await operate(counts, callCount);
      budget.release();
      expect(callCount + (await countRemainingCalls(counts))).toBe(1000);
      expect(state.remaining).toBe(0);
    });

    test('discards prefetched calls when a new minute starts', async () => {
      const { state, shared } = createSharedQuota(1000);
      const { counts, state: clock } = createQuota({ shared, limit: 1000 });
      await operate(counts, 1);
      await operate(counts, 1);
      clock.now = 29_999;
      Object.assign(state, { remaining: 1000, window: 2 });
      const callCount = 100;
      await operate(counts, callCount);
      await waitForImmediate();
      expect(callCount + (await countRemainingCalls(counts))).toBe(1000);
      expect(state.remaining).toBe(0);
    });

    test('continues per instance while Redis is unavailable, and reports the calls later', async () => {
      const { quotaRequests, state, shared } = createSharedQuota(3);
      const { counts } = createQuota({ shared });
      state.up = false;
      await operate(counts, 2);
      await expect(operate(counts, 2)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      state.up = true;
      await operate(counts, 1);
      expect(quotaRequests.map(({ spent, needed }) => [spent, needed])).toEqual([
        [0, 2],
        [2, 2],
        [2, 1],
      ]);
      expect(state.remaining).toBe(0);
    });

    test('never exceeds the limit under concurrency', async () => {
      const { state, shared } = createSharedQuota(500);
      const instances = [0, 1, 2].map(() => createQuota({ shared, limit: 500 }).counts);
      let callCount = 0;
      const sendOperations = async (counts: CallQuota, calls: number) => {
        for (let turn = 0; turn < 30; turn++) {
          const rejected = await operate(counts, calls).catch(() => 'rejected');
          if (rejected !== 'rejected') callCount += calls;
        }
      };
      await Promise.all(instances.flatMap((counts) => [1, 2, 3, 4].map((calls) => sendOperations(counts, calls))));
      expect(callCount).toBeGreaterThan(400);
      expect(callCount).toBeLessThanOrEqual(500);
      expect(state.remaining).toBeGreaterThanOrEqual(0);
    });
  });
});

describe.skipIf(!hasRedis)('with Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  async function withInstances(calls: number, run: (instances: Instances) => Promise<void>) {
    await redis.command('FLUSHALL');
    const instances = await startInstances(redis, 3, perMinute(calls));
    try {
      await run(instances);
    } finally {
      await instances.close();
    }
  }

  const executeForCode = async (facade: Instances['all'][number], id: number) => {
    const { errors } = await facade.execute(project(id), {}, { as: 'developer' });
    return errors?.[0]?.extensions?.code;
  };

  test('all instances share the quota', () =>
    withInstances(7, async ({ all, calls }) => {
      const codes: unknown[] = [];
      for (let round = 0; round < 4; round++)
        for (const instance of all) codes.push(await executeForCode(instance, 14));
      expect(codes.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => undefined));
      expect(codes.slice(7)).toEqual(Array.from({ length: 5 }, () => 'RATE_LIMITED'));
      expect(calls('getProject')).toBe(7);
    }));

  test('all instances together make exactly the calls of the quota, although each prefetches calls', () =>
    withInstances(100, async ({ all, calls }) => {
      // More operations than the quota, because concurrent identical reads share a call.
      const ids = Array.from({ length: 360 }, (_, index) => index);
      const codes: unknown[] = [];
      const sendOperations = async (): Promise<void> => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          const instance = all[id % all.length];
          if (instance !== undefined) codes.push(await executeForCode(instance, 14));
        }
      };
      await Promise.all(Array.from({ length: 6 }, sendOperations));
      // Every instance has used its prefetched calls.
      expect(calls('getProject')).toBe(100);
      expect(new Set(codes)).toEqual(new Set([undefined, 'RATE_LIMITED']));
    }));

  test('each instance counts for itself while Redis is unavailable', () =>
    withInstances(3, async ({ all, calls }) => {
      const [first, second] = all;
      if (first === undefined || second === undefined) throw new Error('There are three instances');
      expect(await executeForCode(first, 14)).toBeUndefined();
      first.proxy.refuses = true;
      first.proxy.cut();
      for (let round = 0; round < 3; round++) await executeForCode(first, 14);
      expect(await executeForCode(first, 14)).toBe('RATE_LIMITED');
      expect(await executeForCode(second, 14)).toBeUndefined();
      expect(calls('getProject')).toBe(4);
    }));
});
