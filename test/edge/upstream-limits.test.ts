/** The upstream's own limits, as its headers tell them: who waits, who is refused at once, and who is not concerned. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../src/sandbox/index.ts';
import { startExampled, startSandboxed } from '../harness.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { next, startWatched } from '../watch/facade.ts';
import { startInstances } from '../watch/instances.ts';
import { startEdge, startUpstream } from './harness.ts';

const { busyProject } = landmarks;
const query = (id: number) => `{ project(id: ${id}) { name } }`;

// They wait for seconds, each with an upstream of its own.
describe.concurrent('after a 429 with Retry-After', () => {
  test('reads of the credential wait if their deadline allows it', async ({ expect }) => {
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
    const answers = await Promise.all([edge.query('{ project }'), edge.query('{ project(id: 2) }')]);
    for (const { body } of answers) expect(body.errors).toBeUndefined();
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
    // The harness allows 10 ms between tries otherwise.
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
    const held = Promise.withResolvers<void>();
    await using upstream = await startUpstream(async (_, response) => {
      if (upstream.requests.length > 1) return void response.end('{"id":1}');
      await held.promise;
      response.writeHead(429, { 'retry-after': '1' }).end('{}');
    });
    await using edge = await startEdge({
      UPSTREAM_URL: upstream.url,
      OPERATION_TIMEOUT_MS: '3000',
      READ_RETRIES: '1',
    });
    const first = edge.query('{ project }').then((answer) => ({ ...answer, endedAt: performance.now() }));
    await new Promise((resolve) => setTimeout(resolve, 1400));
    const second = edge.query('{ project }');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const releasedAt = performance.now();
    held.resolve();
    const { body, endedAt } = await first;
    expect(body.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect(endedAt - releasedAt).toBeLessThan(500);
    expect((await second).body.errors).toBeUndefined();
    expect(upstream.requests).toHaveLength(2);
  });

  test('rejects reads over MAX_WAITING_CALLS_PER_CALLER', async ({ expect }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) => {
      if (++rejected === 1) response.writeHead(429, { 'retry-after': '2' }).end('{}');
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, MAX_WAITING_CALLS_PER_CALLER: '2' });
    await edge.query('{ project }');
    const answers = await Promise.all([2, 3, 4, 5].map((id) => edge.query(`{ project(id: ${id}) }`)));
    const codes = answers.flatMap(({ body }) => (body.errors ?? []).map(({ extensions }) => extensions?.code));
    expect(codes).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect(upstream.requests).toHaveLength(3);
  });

  test('admits further reads when waiting ones are cancelled', async ({ expect }) => {
    let rejected = 0;
    await using upstream = await startUpstream((_, response) => {
      if (++rejected === 1) response.writeHead(429, { 'retry-after': '3' }).end('{}');
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, MAX_WAITING_CALLS_PER_CALLER: '2' });
    await edge.query('{ project }');
    const abandon = async (id: number) => {
      const body = JSON.stringify({ query: `{ project(id: ${id}) }` });
      const headers = { 'content-type': 'application/json' };
      const signal = AbortSignal.timeout(200);
      await fetch(new URL('/graphql', edge.url), { method: 'POST', headers, body, signal }).catch(() => undefined);
    };
    await Promise.all([2, 3].map(abandon));
    const cancelled = () => edge.calls.filter(({ error }) => error === 'CANCELLED').length;
    await expect.poll(cancelled).toBe(2);
    const answers = await Promise.all([4, 5].map((id) => edge.query(`{ project(id: ${id}) }`)));
    for (const { body } of answers) expect(body.errors).toBeUndefined();
    expect(upstream.requests).toHaveLength(3);
  });

  test.for([0, 1])(
    'invented tokens do not let one address wait more often (further tries: %i)',
    async (retries, { expect }) => {
      await using upstream = await startUpstream((_, response) =>
        response.writeHead(429, { 'retry-after': '2' }).end('{}'),
      );
      await using edge = await startEdge({
        UPSTREAM_URL: upstream.url,
        READ_RETRIES: String(retries),
        MAX_WAITING_CALLS_PER_CALLER: '2',
      });
      const execute = async (token: number) => {
        const { errors = [] } = (await edge.query('{ project }', { 'private-token': `invented-${token}` })).body;
        return errors.map(({ extensions }) => extensions);
      };
      const tokens = [1, 2, 3, 4];
      if (retries === 0) await Promise.all(tokens.map(execute));
      const extensionsOfAll = (await Promise.all(tokens.map(execute))).flat();
      // Two are sent again after the pause, and two are refused before.
      expect(upstream.requests).toHaveLength(6);
      expect(extensionsOfAll.filter((extensions) => extensions !== undefined && 'status' in extensions)).toHaveLength(
        2,
      );
      expect(extensionsOfAll).toHaveLength(4);
    },
  );

  test('rejects reads immediately if it does not, but no writes and no calls of other credentials', async ({
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
          message: "The upstream's rate limit is exceeded. Retry after the number of seconds in `retryAfter`",
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
    // Nobody takes the pause for a failure of the upstream.
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

describe('remaining calls', () => {
  const headers = { 'ratelimit-remaining': '41', 'ratelimit-reset': '30' };

  test('occurs in the trace if the upstream reports it', async () => {
    const project = { body: { id: 1, name: 'p' } };
    const facade = await startExampled({ 'GET /projects/1': { ...project, headers }, 'GET /projects/2': project });
    try {
      const trace = { headers: { 'x-portico-trace': '1' } };
      expect((await facade.execute(query(2), {}, trace)).extensions).not.toHaveProperty('rateLimit');
      expect((await facade.execute(query(1), {}, trace)).extensions).toMatchObject({
        rateLimit: { remaining: 41, resetIn: 30 },
      });
      // Another credential has a limit of its own.
      const other = { headers: { 'x-portico-trace': '1', 'private-token': 'other' } };
      expect((await facade.execute(query(2), {}, other)).extensions).not.toHaveProperty('rateLimit');
    } finally {
      await facade.close();
    }
  });

  test('at 0 let reads wait for the reset, or fail immediately if it is too late', async () => {
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

  test('are reserved for queries: watchers stop before they are used up', async () => {
    const facade = await startWatched();
    try {
      const id = await facade.startExport();
      const follow = 'subscription ($id: ID!) { vulnerabilityExport(id: $id) { status } }';
      const stream = facade.follow(follow, { id });
      expect(await next(stream)).not.toHaveProperty('errors');
      // A query of the same credential learns that one call is left.
      const remove = facade.sandbox.faults.add({ headers: { 'ratelimit-remaining': '1', 'ratelimit-reset': '600' } });
      const as = { as: 'developer' } as const;
      expect((await facade.execute(query(busyProject.id), {}, as)).errors).toBeUndefined();
      // A poll may have been under way.
      await new Promise((resolve) => setTimeout(resolve, 150));
      facade.forget();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(facade.calls).toEqual([]);
      expect((await facade.execute(query(27), {}, as)).errors).toBeUndefined();
      remove();
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

  test('pauses a credential, and no other, in all instances', async () => {
    const { all, sandbox, calls, close } = await startInstances(redis, 2, { OPERATION_TIMEOUT_MS: '5000' });
    const [one, other] = all;
    if (one === undefined || other === undefined) throw new Error('There are two instances');
    try {
      sandbox.faults.add({
        match: { operation: 'getProject' },
        times: 1,
        status: 429,
        headers: { 'retry-after': '600' },
      });
      const execute = async (instance: typeof one, as: 'developer' | 'maintainer') =>
        (await instance.execute(query(busyProject.id), {}, { as })).errors?.[0]?.extensions;
      expect(await execute(one, 'developer')).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
      await expect.poll(() => execute(other, 'developer')).toMatchObject({ code: 'RATE_LIMITED' });
      const before = calls('getProject');
      const extensionsOfOther = await execute(other, 'developer');
      expect(extensionsOfOther).not.toHaveProperty('status');
      expect(Number(extensionsOfOther?.retryAfter)).toBeGreaterThan(590);
      expect(Number(extensionsOfOther?.retryAfter)).toBeLessThan(610);
      expect(calls('getProject')).toBe(before);
      expect(await execute(other, 'maintainer')).toBeUndefined();
    } finally {
      await close();
    }
  });
});
