/** Rate limits of the upstream: calls that wait, calls that are rejected, and calls that are not affected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../package/sandbox.ts';
import { startSandboxed, startWithResponses } from '../harness.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { next, startWatched } from '../watch/facade.ts';
import { startInstances } from '../watch/instances.ts';
import { startEdge, startUpstream } from './harness.ts';

const { busyProject } = landmarks;
const query = (id: number) => `{ project(id: ${id}) { name } }`;

// These tests wait for seconds, each with its own upstream.
describe.concurrent('after a 429 with Retry-After', () => {
  test('delays reads of the credential if their deadline allows it', async ({ expect }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) => {
      if (++rejected === 1) response.writeHead(429, { 'retry-after': '1' }).end('{}');
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
    expect((await edge.query('{ project }')).body.errors).toMatchObject([
      { extensions: { retryAfter: 1, status: 429 } },
    ]);
    const startedAt = performance.now();
    const responses = await Promise.all([edge.query('{ project }'), edge.query('{ project(id: 2) }')]);
    for (const { body } of responses) expect(body.errors).toBeUndefined();
    expect(performance.now() - startedAt).toBeGreaterThan(700);
    expect(upstream.requests).toHaveLength(3);
  });

  test('retries the read if its deadline allows it, although retries of other failures wait less', async ({
    expect,
  }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) => {
      if (++rejected === 1) response.writeHead(429, { 'retry-after': '1' }).end('{}');
      else response.end('{"id":1}');
    });
    // The harness delays other retries by at most 10 ms.
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, READ_RETRIES: '1' });
    expect((await edge.query('{ project }')).body.errors).toBeUndefined();
    expect(upstream.requests).toHaveLength(2);
  });

  test('rejects reads immediately if the wait would leave no time for the call', async ({ expect }) => {
    await using upstream = await startUpstream((_, response) =>
      response.writeHead(429, { 'retry-after': '20' }).end('{}'),
    );
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, OPERATION_TIMEOUT_MS: '20000' });
    const rejection = [{ extensions: { code: 'RATE_LIMITED', retryAfter: 20 } }];
    const startedAt = performance.now();
    expect((await edge.query('{ project }')).body.errors).toMatchObject(rejection);
    expect((await edge.query('{ project(id: 2) }')).body.errors).toMatchObject(rejection);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(upstream.requests).toHaveLength(1);
  });

  test('applies the deadline of each reader of a shared call', async ({ expect }) => {
    const release = Promise.withResolvers<void>();
    await using upstream = await startUpstream(async (_, response) => {
      if (upstream.requests.length > 1) return void response.end('{"id":1}');
      await release.promise;
      response.writeHead(429, { 'retry-after': '1' }).end('{}');
    });
    await using edge = await startEdge({
      UPSTREAM_URL: upstream.url,
      OPERATION_TIMEOUT_MS: '3000',
      READ_RETRIES: '1',
    });
    const first = edge.query('{ project }').then((response) => ({ ...response, endedAt: performance.now() }));
    await new Promise((resolve) => setTimeout(resolve, 1400));
    const second = edge.query('{ project }');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const releasedAt = performance.now();
    release.resolve();
    const { body, endedAt } = await first;
    expect(body.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect(endedAt - releasedAt).toBeLessThan(500);
    expect((await second).body.errors).toBeUndefined();
    expect(upstream.requests).toHaveLength(2);
  });

  test('rejects reads over maxWaitingCallsPerCaller', async ({ expect }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) => {
      if (++rejected === 1) response.writeHead(429, { 'retry-after': '2' }).end('{}');
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, maxWaitingCallsPerCaller: 2 });
    await edge.query('{ project }');
    const responses = await Promise.all([2, 3, 4, 5].map((id) => edge.query(`{ project(id: ${id}) }`)));
    const codes = responses.flatMap(({ body }) => (body.errors ?? []).map(({ extensions }) => extensions?.code));
    expect(codes).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect(upstream.requests).toHaveLength(3);
  });

  test('admits further reads when waiting ones are cancelled', async ({ expect }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) => {
      if (++rejected === 1) response.writeHead(429, { 'retry-after': '3' }).end('{}');
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, maxWaitingCallsPerCaller: 2 });
    await edge.query('{ project }');
    const sendAndAbort = async (id: number) => {
      const body = JSON.stringify({ query: `{ project(id: ${id}) }` });
      const headers = { 'content-type': 'application/json' };
      const signal = AbortSignal.timeout(200);
      await fetch(new URL('/graphql', edge.url), { method: 'POST', headers, body, signal }).catch(() => undefined);
    };
    await Promise.all([2, 3].map(sendAndAbort));
    const cancelled = () => edge.calls.filter(({ error }) => error === 'CANCELLED').length;
    await expect.poll(cancelled).toBe(2);
    const responses = await Promise.all([4, 5].map((id) => edge.query(`{ project(id: ${id}) }`)));
    for (const { body } of responses) expect(body.errors).toBeUndefined();
    expect(upstream.requests).toHaveLength(3);
  });

  test.for([0, 1])(
    'limits the waiting reads of an address to maxWaitingCallsPerCaller for unknown tokens (retries: %i)',
    async (retries, { expect }) => {
      await using upstream = await startUpstream((_, response) =>
        response.writeHead(429, { 'retry-after': '2' }).end('{}'),
      );
      await using edge = await startEdge({
        UPSTREAM_URL: upstream.url,
        READ_RETRIES: String(retries),
        maxWaitingCallsPerCaller: 2,
      });
      const execute = async (token: number) => {
        const { errors = [] } = (await edge.query('{ project }', { 'private-token': `invented-${token}` })).body;
        return errors.map(({ extensions }) => extensions);
      };
      const tokens = [1, 2, 3, 4];
      if (retries === 0) await Promise.all(tokens.map(execute));
      const extensionsOfAll = (await Promise.all(tokens.map(execute))).flat();
      // Two are sent after the pause, and two are rejected before.
      expect(upstream.requests).toHaveLength(6);
      expect(extensionsOfAll.filter((extensions) => extensions !== undefined && 'status' in extensions)).toHaveLength(
        2,
      );
      expect(extensionsOfAll).toHaveLength(4);
    },
  );

  test('rejects reads and downloads immediately if the deadline does not allow the wait, but no calls of other credentials', async ({
    expect,
  }) => {
    await using upstream = await startUpstream((request, response) => {
      if (request.headers['private-token'] === 'busy') response.writeHead(429, { 'retry-after': '600' }).end('{}');
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, OPERATION_TIMEOUT_MS: '5000' });
    const busy = { 'private-token': 'busy' };
    await edge.query('{ project }', busy);
    for (let id = 2; id < 5; id++) {
      const { errors } = (await edge.query(`{ project(id: ${id}) }`, busy)).body;
      expect(errors).toEqual([
        expect.objectContaining({
          message: expect.stringMatching(/^The upstream's rate limit is exceeded\. Retry after \d+ s$/),
          extensions: { code: 'RATE_LIMITED', retryAfter: 600 },
        }),
      ]);
    }
    const file = '/downloads/groups/9/avatar';
    const rejected = await edge.get(file, busy);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '600']);
    expect(upstream.requests).toHaveLength(1);
    expect((await edge.query('{ project }', { 'private-token': 'other' })).body.errors).toBeUndefined();
    expect((await edge.query('{ project }')).body.errors).toBeUndefined();
    expect((await edge.get(file, { 'private-token': 'other' })).status).toBe(200);
    // The pause is not logged as a failure of the upstream.
    expect(edge.lines.filter(({ msg }) => msg === 'the upstream fails')).toEqual([]);
  });

  test('sends writes, and pauses no reads after a write with 429', async ({ expect }) => {
    const facade = await startSandboxed();
    try {
      facade.sandbox.faults.add({
        match: { method: 'POST' },
        times: 1,
        status: 429,
        headers: { 'retry-after': '600' },
      });
      const create = (name: string) =>
        `mutation { labelCreate(input: { project: "${busyProject.id}", name: "${name}", color: "#112233" }) { label { name } errors { code } } }`;
      const as = { as: 'developer' } as const;
      expect((await facade.execute(create('one'), {}, as)).data).toMatchObject({
        labelCreate: { errors: [{ code: 'RATE_LIMITED' }] },
      });
      expect((await facade.execute(query(busyProject.id), {}, as)).errors).toBeUndefined();
      facade.sandbox.faults.add({ match: { method: 'GET' }, times: 1, status: 429, headers: { 'retry-after': '600' } });
      expect((await facade.execute(query(27), {}, as)).errors).toHaveLength(1);
      expect((await facade.execute(create('two'), {}, as)).data).toMatchObject({
        labelCreate: { label: { name: 'two' }, errors: [] },
      });
    } finally {
      await facade.close();
    }
  });

  test.for(['-5', '0', 'soon', '', 'NaN', '1e999x'])('ignores a Retry-After of %j', async (wait, { expect }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) =>
      ++rejected === 1 ? response.writeHead(429, { 'retry-after': wait }).end('{}') : response.end('{"id":1}'),
    );
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
    await edge.query('{ project }');
    expect((await edge.query('{ project }')).body.errors).toBeUndefined();
  });
});

describe('the number of remaining calls', () => {
  const headers = { 'ratelimit-remaining': '41', 'ratelimit-reset': '30' };

  test('occurs in the trace if the upstream reports it', async () => {
    const project = { body: { id: 1, name: 'p' } };
    const facade = await startWithResponses({ 'GET /projects/1': { ...project, headers }, 'GET /projects/2': project });
    try {
      const trace = { headers: { 'x-portico-trace': '1' } };
      expect((await facade.execute(query(2), {}, trace)).extensions).not.toHaveProperty('rateLimit');
      expect((await facade.execute(query(1), {}, trace)).extensions).toMatchObject({
        rateLimit: { remaining: 41, resetIn: 30 },
      });
      // Another credential has its own limit.
      const other = { headers: { 'x-portico-trace': '1', 'private-token': 'other' } };
      expect((await facade.execute(query(2), {}, other)).extensions).not.toHaveProperty('rateLimit');
    } finally {
      await facade.close();
    }
  });

  test('delays reads until the reset if it is 0, or rejects them immediately if the reset is after their deadline', async () => {
    await using upstream = await startUpstream((request, response) =>
      response
        .writeHead(200, { 'ratelimit-remaining': '0', 'ratelimit-reset': request.url?.endsWith('/1') ? '1' : '600' })
        .end('{"id":1}'),
    );
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
    expect((await edge.query('{ project(id: 1) }')).body.errors).toBeUndefined();
    expect((await edge.query('{ project(id: 2) }')).body.errors).toBeUndefined();
    const { errors } = (await edge.query('{ project(id: 3) }')).body;
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfter: 600 } }]);
    expect(upstream.requests).toHaveLength(2);
  });

  test('shows the pause in the trace and in the activity', async () => {
    const project = { body: { id: 1, name: 'p' } };
    const exhausted = { 'ratelimit-remaining': '0', 'ratelimit-reset': '1' };
    const facade = await startWithResponses({
      'GET /projects/1': { ...project, headers: exhausted },
      'GET /projects/2': project,
    });
    try {
      const trace = { headers: { 'x-portico-trace': '1' } };
      const { extensions } = await facade.execute(query(1), {}, trace);
      expect(extensions?.rest?.[0]).not.toHaveProperty('pausedMs');
      expect(facade.activity).toMatchObject({ pausedReads: 0 });
      const pausedResponse = facade.execute(query(2), {}, trace);
      await expect.poll(() => facade.activity).toMatchObject({ pausedReads: 1 });
      const call = (await pausedResponse).extensions?.rest?.[0];
      expect(call).toMatchObject({ status: 200, pausedMs: expect.any(Number) });
      expect(call?.pausedMs).toBeLessThanOrEqual(call?.durationMs ?? 0);
      expect(facade.activity).toMatchObject({ pausedReads: 0 });
    } finally {
      await facade.close();
    }
  });

  test.each([429, 503])(
    'determine the retryAfter of a write with status %i and without Retry-After',
    async (status) => {
      const facade = await startWithResponses({
        'POST /projects/1/labels': {
          status,
          headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(Math.floor(Date.now() / 1000) + 600) },
          body: {},
        },
        'POST /projects/2/labels': {
          status,
          headers: { 'ratelimit-remaining': '7', 'ratelimit-reset': '600' },
          body: {},
        },
      });
      try {
        const create = async (project: number) => {
          const { data, errors = [] } = await facade.execute<{
            labelCreate: { errors: { retryAfter: number }[] } | null;
          }>(
            `mutation { labelCreate(input: { project: "${project}", name: "a", color: "#fff000" }) { errors { ... on RateLimitError { retryAfter } } } }`,
          );
          return data.labelCreate?.errors[0]?.retryAfter ?? errors[0]?.extensions?.retryAfter ?? null;
        };
        const retryAfter = await create(1);
        expect(retryAfter).toBeGreaterThan(500);
        expect(retryAfter).toBeLessThanOrEqual(600);
        // Another limit rejected the write.
        expect(await create(2)).toBeNull();
      } finally {
        await facade.close();
      }
    },
  );

  test('stops polls at 1, so that a query can use the last call', async () => {
    const facade = await startWatched();
    try {
      const id = await facade.startExport();
      const follow = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';
      const stream = facade.follow(follow, { id });
      expect(await next(stream)).not.toHaveProperty('errors');
      // The response to a query of the same credential reports one remaining call.
      const removeFault = facade.sandbox.faults.add({
        headers: { 'ratelimit-remaining': '1', 'ratelimit-reset': '600' },
      });
      const as = { as: 'developer' } as const;
      expect((await facade.execute(query(busyProject.id), {}, as)).errors).toBeUndefined();
      // A poll may be in flight.
      await new Promise((resolve) => setTimeout(resolve, 150));
      facade.forget();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(facade.calls).toEqual([]);
      expect((await facade.execute(query(27), {}, as)).errors).toBeUndefined();
      removeFault();
      await stream.return();
      await facade.idle();
    } finally {
      await facade.close();
    }
  });
});

describe.skipIf(!hasRedis)('with Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  test('pauses only the rejected credential in all instances', async () => {
    const { all, sandbox, calls, close } = await startInstances(redis, 2, { OPERATION_TIMEOUT_MS: '5000' });
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('There are two instances');
    try {
      sandbox.faults.add({
        match: { operation: 'getProject' },
        times: 1,
        status: 429,
        headers: { 'retry-after': '600' },
      });
      const execute = async (instance: typeof first, as: 'developer' | 'maintainer') =>
        (await instance.execute(query(busyProject.id), {}, { as })).errors?.[0]?.extensions;
      expect(await execute(first, 'developer')).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
      await expect.poll(() => execute(second, 'developer')).toMatchObject({ code: 'RATE_LIMITED' });
      const before = calls('getProject');
      const extensionsOfSecond = await execute(second, 'developer');
      expect(extensionsOfSecond).not.toHaveProperty('status');
      expect(Number(extensionsOfSecond?.retryAfter)).toBeGreaterThan(590);
      expect(Number(extensionsOfSecond?.retryAfter)).toBeLessThan(610);
      expect(calls('getProject')).toBe(before);
      expect(await execute(second, 'maintainer')).toBeUndefined();
    } finally {
      await close();
    }
  });
});
