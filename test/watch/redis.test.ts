/** Subscriptions and operations through several facades that share a Redis, with and without failures of Redis. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerTime } from '../../src/watch/redis/server-time.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import type { FacadeSettings } from '../settings.ts';
import { type Events, headersOf, next, noActivity } from './facade.ts';
import { type Instance, type Instances, startInstances } from './instances.ts';

/** Polling intervals with which a test sees first polls only, or frequent polls. */
const rarely = { WATCH_FIRST_INTERVAL_MS: '600000', WATCH_LONGEST_INTERVAL_MS: '600000' };
const often = { WATCH_FIRST_INTERVAL_MS: '50', WATCH_LONGEST_INTERVAL_MS: '100', watchErrorGracePeriod: 5000 };

const getNextStatus = async (stream: Events): Promise<unknown> => {
  const { data, errors } = await next(stream);
  expect(errors).toBeUndefined();
  return Object(data?.pipeline).status;
};

describe.skipIf(!hasRedis)('facades that share a Redis', () => {
  let redis: RedisServer;
  let instances: Instances;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    await redis.command('FLUSHALL');
  });
  afterEach(async () => {
    for (const instance of instances.all)
      await expect.poll(() => instance.activity, { timeout: 5000 }).toEqual(noActivity);
    await instances.close();
  });

  /** Sends a query, a write and an unknown hash to an instance, and a new subscription. @returns the new stream */
  async function expectService(instance: Instance, query: string): Promise<Events> {
    const as = { as: 'developer' } as const;
    expect(await instance.execute('{ currentUser { username } }', {}, as)).toMatchObject({
      data: { currentUser: { username: expect.any(String) } },
    });
    const write = 'mutation { labelDelete(input: { id: "gid://service/ProjectLabel/14/0" }) { errors { code } } }';
    expect(await instance.execute(write, {}, as)).toMatchObject({ data: { labelDelete: { errors: [{}] } } });
    const persistedQuery = { version: 1, sha256Hash: '0'.repeat(64) };
    const response = await fetch(new URL('/graphql', instance.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf('developer') },
      body: JSON.stringify({ extensions: { persistedQuery } }),
    });
    expect(await response.json()).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] });
    return instance.follow(query);
  }

  /** Starts three instances, and a pipeline to follow. */
  async function start(env: FacadeSettings) {
    instances = await startInstances(redis, 3, env);
    const [a, b, c] = instances.all;
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are three instances');
    const id = await instances.createPipeline(a);
    const query = `subscription { pipeline(id: "${id}") { status } }`;
    const forever = `subscription { pipeline(id: "${id}", until: FOREVER) { status } }`;
    const retry = (instance: Instance) =>
      instance.execute(
        `mutation { pipelineRetry(input: { id: "${id}" }) { errors { message } } }`,
        {},
        { as: 'developer' },
      );
    return { a, b, c, id, query, forever, retry, advance: (ms: number) => instances.sandbox.clock.advance(ms) };
  }

  test('polls once for all subscribers of all instances', async () => {
    const { query } = await start(rarely);
    const before = instances.calls('getPipeline');
    // After a write with the same credential, a state whose time is uncertain between instances is read again.
    const streams = [...instances.all, ...instances.all, ...instances.all].map((instance) =>
      instance.follow(query, 'reporter'),
    );
    expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'PENDING'));
    expect(instances.calls('getPipeline') - before).toBe(1);
    await Promise.all(streams.map((stream) => stream.return()));
  });

  test('shares the polls of a list among all instances', async () => {
    const { a, id, advance } = await start(often);
    const list = 'subscription { pipelines(project: "14", first: 2) { nodes { id status } totalCount } }';
    const streams = instances.all.map((instance) => instance.follow(list));
    const newest = async (stream: Events) => Object((await next(stream)).data?.pipelines).nodes[0];
    expect(await Promise.all(streams.map(newest))).toEqual(streams.map(() => ({ id, status: 'PENDING' })));
    advance(4000);
    expect(await Promise.all(streams.map(newest))).toEqual(streams.map(() => ({ id, status: 'RUNNING' })));
    const created = await instances.createPipeline(a);
    expect(await Promise.all(streams.map(newest))).toEqual(streams.map(() => ({ id: created, status: 'PENDING' })));
    expect(instances.all.reduce((sum, { activity }) => sum + activity.activePollers, 0)).toBe(1);
    await Promise.all(streams.map((stream) => stream.return()));
  });

  test('sends each state once and in order to each subscriber, and then completes', async () => {
    const { query, advance } = await start(often);
    const streams = [...instances.all, ...instances.all].map((instance) => instance.follow(query));
    for (const [wait, status] of [
      [0, 'PENDING'],
      [4000, 'RUNNING'],
      [60_000, 'FAILED'],
    ] as const) {
      advance(wait);
      expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => status));
    }
    expect(await Promise.all(streams.map(async (stream) => (await stream.next()).done))).toEqual(
      streams.map(() => true),
    );
  });

  test.each([
    ['as measured', undefined],
    ['uncertain by up to 400 ms', 400],
  ])(
    'sends no state from before a write through another instance to a later subscriber, with clocks %s',
    async (_, errorMs) => {
      using error = vi.spyOn(ServerTime.prototype, 'errorMs', 'get');
      if (errorMs !== undefined) error.mockReturnValue(errorMs);
      const { a, b, c, query, forever, retry, advance } = await start(rarely);
      advance(60_000);
      const old = [a, b].map((instance) => instance.follow(forever));
      for (const stream of old) expect(await getNextStatus(stream)).toBe('FAILED');
      await retry(c);
      const later = [b, c].map((instance) => instance.follow(query));
      for (const stream of later) expect(await getNextStatus(stream)).toBe('PENDING');
      await Promise.all([...old, ...later].map((stream) => stream.return()));
    },
  );

  test('shares a document that one instance registered with all instances and callers', async () => {
    const { a, b, c } = await start(rarely);
    const query = '{ currentUser { username } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const send = async (instance: Instance, body: object): Promise<unknown> => {
      const response = await fetch(new URL('/graphql', instance.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf('reporter') },
        body: JSON.stringify({ ...body, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
      });
      return response.json();
    };
    const unknown = { errors: [{ message: 'PersistedQueryNotFound' }] };
    expect(await send(a, {})).toMatchObject(unknown);
    expect(await send(a, { query: '{ __typename }' })).toMatchObject({ errors: [{}] });
    expect(await send(b, {})).toMatchObject(unknown);
    const result = await send(a, { query });
    expect(result).toMatchObject({ data: { currentUser: { username: expect.any(String) } } });
    await expect.poll(() => send(b, {})).toEqual(result);
    // An instance caches documents of other instances.
    await redis.command('FLUSHALL');
    expect(await send(b, {})).toEqual(result);
    expect(await send(c, {})).toMatchObject(unknown);
  });

  test('polls separately for another credential', async () => {
    const { a, b, query } = await start(rarely);
    const before = instances.calls('getPipeline');
    const streams = [a.follow(query, 'maintainer'), b.follow(query, 'reporter'), a.follow(query, 'reporter')];
    for (const stream of streams) expect(await getNextStatus(stream)).toBe('PENDING');
    expect(instances.calls('getPipeline') - before).toBe(2);
    await Promise.all(streams.map((stream) => stream.return()));
  });

  test.each([
    ['slow', (proxy: Instance['proxy']) => Object.assign(proxy, { delay: 1000 })],
    ['silent', (proxy: Instance['proxy']) => Object.assign(proxy, { swallows: true })],
    ['cut off', (proxy: Instance['proxy']) => Object.assign(proxy, { refuses: true }).cut()],
  ])('sends every state to all subscribers while Redis is %s for two instances', async (_, disturb) => {
    const { a, b, c, query, advance } = await start(often);
    const streams = [a, b, c].map((instance) => instance.follow(query));
    expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'PENDING'));
    for (const { proxy } of [a, b]) disturb(proxy);
    advance(4000);
    expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'RUNNING'));
    const late = await expectService(b, query);
    expect(await getNextStatus(late)).toBe('RUNNING');
    for (const { proxy } of [a, b]) Object.assign(proxy, { delay: 0, swallows: false, refuses: false });
    advance(60_000);
    expect(await Promise.all([...streams, late].map(getNextStatus))).toEqual([...streams, late].map(() => 'FAILED'));
    await Promise.all([...streams, late].map((stream) => stream.next()));
  });

  test.each([
    [
      'full',
      () => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
      () => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
    ],
    ['a replica', () => redis.command('REPLICAOF', '127.0.0.1', '1'), () => redis.command('REPLICAOF', 'NO', 'ONE')],
    ['stopped', () => redis.kill(), () => redis.start()],
  ])(
    'sends every state to all subscribers while Redis is %s, and uses it again afterwards',
    async (_, disturb, restore) => {
      const { query, forever, retry, advance, a } = await start(often);
      const streams = instances.all.map((instance) => instance.follow(query));
      expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'PENDING'));
      await disturb();
      advance(4000);
      expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'RUNNING'));
      const late = await expectService(a, query);
      expect(await getNextStatus(late)).toBe('RUNNING');
      streams.push(late);
      await restore();
      advance(60_000);
      expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'FAILED'));
      await Promise.all(streams.map((stream) => stream.next()));
      // A lease shows that Redis is used again.
      const again = instances.all.map((instance) => instance.follow(forever));
      expect(await Promise.all(again.map(getNextStatus))).toEqual(again.map(() => 'FAILED'));
      await expect.poll(() => redis.command('KEYS', '*:lease'), { timeout: 10_000 }).toContain(':lease');
      await retry(a);
      expect(await Promise.all(again.map(getNextStatus))).toEqual(again.map(() => 'PENDING'));
      await Promise.all(again.map((stream) => stream.return()));
    },
  );

  test('sends every state to all subscribers while a replica replaces Redis, and uses the replica afterwards', async () => {
    const { query, forever, retry, advance, a } = await start(often);
    await redis.command('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
    const replica = await startRedis(['--replicaof', '127.0.0.1', String(redis.port)]);
    try {
      await expect
        .poll(() => replica.command('INFO', 'replication'), { timeout: 20_000 })
        .toContain('master_link_status:up');
      const streams = instances.all.map((instance) => instance.follow(query));
      expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'PENDING'));
      // The proxies connect to the replica before it accepts writes.
      for (const { proxy } of instances.all) proxy.port = replica.port;
      await redis.kill();
      advance(4000);
      expect(await Promise.all(streams.map(getNextStatus))).toEqual(streams.map(() => 'RUNNING'));
      await replica.command('REPLICAOF', 'NO', 'ONE');
      const late = await expectService(a, query);
      expect(await getNextStatus(late)).toBe('RUNNING');
      advance(60_000);
      expect(await Promise.all([...streams, late].map(getNextStatus))).toEqual([...streams, late].map(() => 'FAILED'));
      await Promise.all([...streams, late].map((stream) => stream.next()));
      const again = instances.all.map((instance) => instance.follow(forever));
      expect(await Promise.all(again.map(getNextStatus))).toEqual(again.map(() => 'FAILED'));
      await expect.poll(() => replica.command('KEYS', '*:lease'), { timeout: 10_000 }).toContain(':lease');
      await retry(a);
      expect(await Promise.all(again.map(getNextStatus))).toEqual(again.map(() => 'PENDING'));
      await Promise.all(again.map((stream) => stream.return()));
    } finally {
      await redis.start();
      await replica.close();
    }
  });
});
