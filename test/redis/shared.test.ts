/** Documents, events of credentials, and counts that instances share. */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Credential } from '../../src/rest/credential.ts';
import { openRedis, type Redis } from '../../src/watch/redis/index.ts';
import { hasRedis, type RedisServer, startRedis } from './server.ts';

const [alice, bob] = [Credential.privateToken('token-of-alice'), Credential.privateToken('token-of-bob')];
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const text = '{ currentUser { username } }';

describe.skipIf(!hasRedis)('state that instances share', () => {
  let redis: RedisServer;
  const opened: Redis[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    await redis.command('FLUSHALL');
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((instance) => instance.close()));
  });

  async function open(options: { secret?: string; upstream?: string; documentBytes?: number } = {}): Promise<Redis> {
    const instance = await openRedis({
      url: new URL(redis.url),
      secret: options.secret ?? 'a secret of these tests that is long enough',
      timeout: 1000,
      upstreamUrl: new URL(options.upstream ?? 'https://code.example.com/api/v4/'),
      documentBytes: options.documentBytes ?? 100_000,
      logger: pino({ level: 'silent' }),
    });
    opened.push(instance);
    return instance;
  }

  const until = (read: () => unknown) => expect.poll(read, { timeout: 5000 });
  const findKeys = async (pattern: string) => (await redis.command('KEYS', pattern)).match(/portico\S+/g) ?? [];

  describe('documents', () => {
    test('are shared by all instances with the same secret and upstream', async () => {
      const [first, second] = [await open(), await open()];
      const unrelated = [
        await open({ secret: 'another secret that is long enough, too' }),
        await open({ upstream: 'https://other.example.com/api/v4/' }),
      ];
      expect(await second.documents.get(hash(text))).toBeUndefined();
      first.documents.put(hash(text), text);
      await until(() => second.documents.get(hash(text))).toBe(text);
      for (const instance of unrelated) expect(await instance.documents.get(hash(text))).toBeUndefined();
    });

    test('are verified by their hash, and stored again if it does not match', async () => {
      const [first, second] = [await open(), await open()];
      const wrong = hash('something else');
      first.documents.put(wrong, text);
      await until(async () => (await findKeys('*:texts')).length).toBe(1);
      expect(await second.documents.get(wrong)).toBeUndefined();
      first.documents.put(wrong, 'something else');
      await until(() => second.documents.get(wrong)).toBe('something else');
    });

    test('are undefined if the stored value cannot be decrypted', async () => {
      const [first, second] = [await open(), await open()];
      first.documents.put(hash(text), text);
      await until(() => second.documents.get(hash(text))).toBe(text);
      const [texts = expect.fail()] = await findKeys('*:texts');
      // The stored value contains neither the document nor its hash.
      const dump = await redis.command('HGETALL', texts);
      expect(dump).not.toContain('currentUser');
      expect(dump).not.toContain(hash(text));
      const [field = expect.fail()] = (await redis.command('HKEYS', texts)).match(/portico\S+/g) ?? [];
      await redis.command('HSET', texts, field, 'x'.repeat(60));
      expect(await second.documents.get(hash(text))).toBeUndefined();
    });

    test('beyond documentBytes evict the least recently used ones', async () => {
      const [first, second] = [await open({ documentBytes: 10_000 }), await open({ documentBytes: 10_000 })];
      const createDocument = (index: number) => `{ currentUser { username } } #${String(index).padStart(900, '-')}`;
      for (let index = 0; index < 10; index++) {
        first.documents.put(hash(createDocument(index)), createDocument(index));
        // The first document is used all the time.
        await until(() => second.documents.get(hash(createDocument(0)))).toBe(createDocument(0));
      }
      await until(() => second.documents.get(hash(createDocument(9)))).toBe(createDocument(9));
      for (let index = 10; index < 15; index++) first.documents.put(hash(createDocument(index)), createDocument(index));
      await until(() => second.documents.get(hash(createDocument(14)))).toBe(createDocument(14));
      expect(await second.documents.get(hash(createDocument(1)))).toBeUndefined();
      const [texts = expect.fail()] = await findKeys('*:texts');
      expect(Number((await redis.command('HLEN', texts)).slice(1))).toBeLessThanOrEqual(10);
      const [bytes = expect.fail()] = await findKeys('*:bytes');
      expect(Number((await redis.command('GET', bytes)).split('\r\n')[1])).toBeLessThanOrEqual(10_000);
      expect(await redis.command('TTL', texts)).toMatch(/^:\d+/);
      // A document that would evict all others is not stored.
      first.documents.put(hash('x'.repeat(5000)), 'x'.repeat(5000));
      await until(() => second.documents.get(hash(createDocument(14)))).toBe(createDocument(14));
      expect(await second.documents.get(hash('x'.repeat(5000)))).toBeUndefined();
    });
  });

  describe('events of a credential', () => {
    function createListener() {
      const events: string[] = [];
      let last = 0;
      return {
        events,
        last: () => last,
        onPause: (until: number) => {
          events.push('paused');
          last = until;
        },
        onWrite: (at: number) => {
          events.push('written');
          last = at;
        },
      };
    }

    test('reach the instances that subscribe to it, and those that subscribe later', async () => {
      const [first, second] = [await open(), await open()];
      const [early, late, unrelated] = [createListener(), createListener(), createListener()];
      const unsubscribers = [
        second.credentialEvents.subscribe(alice, early),
        second.credentialEvents.subscribe(bob, unrelated),
      ];
      await second.documents.get('');
      const [before, pause] = [Date.now(), Date.now() + 60_000];
      first.credentialEvents.publishWrite(alice);
      first.credentialEvents.publishPause(alice, pause);
      await until(() => early.events).toEqual(['written', 'paused']);
      expect(Math.abs(early.last() - pause)).toBeLessThan(1000);
      unsubscribers.push(first.credentialEvents.subscribe(alice, late));
      await until(() => late.events).toEqual(['written', 'paused']);
      expect(unrelated.events).toEqual([]);
      first.credentialEvents.publishWrite(alice);
      await until(() => early.events.at(-1)).toBe('written');
      expect(early.last()).toBeGreaterThanOrEqual(before);
      for (const unsubscribe of unsubscribers) unsubscribe();
    });

    test('do not contain its token or fingerprint', async () => {
      const instance = await open();
      const monitor = await redis.monitor();
      instance.credentialEvents.publishWrite(alice);
      instance.credentialEvents.publishPause(alice, Date.now() + 60_000);
      await until(() => monitor.text()).toContain(':paused');
      expect(monitor.text()).not.toMatch(/token-of-alice|"kind"/);
      expect(monitor.text()).not.toContain(alice.fingerprint);
      monitor.close();
    });
  });

  describe('counts', () => {
    const quota = { name: 'quota', points: 100, seconds: 60, prefetchShare: 1 / 20 };
    const request = { spent: 0, windowId: undefined, needed: 0, prefetch: 0 };

    test('are shared by all instances', async () => {
      const [first, second] = [(await open()).counter(quota), (await open()).counter(quota)];
      expect(await first.request('alice', { ...request, needed: 60 })).toMatchObject({
        granted: true,
        prefetched: 0,
        remaining: 40,
      });
      const { windowId, resetInMs, ...reservation } =
        (await second.request('alice', { ...request, needed: 30 })) ?? expect.fail('Redis is unavailable');
      expect(reservation).toEqual({ granted: true, prefetched: 0, remaining: 10 });
      expect(resetInMs).toBeGreaterThan(0);
      expect(resetInMs).toBeLessThanOrEqual(60_000);
      // A request beyond the limit is not granted and consumes nothing.
      expect(await first.request('alice', { ...request, needed: 11 })).toMatchObject({
        granted: false,
        remaining: 10,
        windowId,
      });
      expect(await first.request('alice', { ...request, needed: 10 })).toMatchObject({
        granted: true,
        remaining: 0,
        windowId,
      });
      expect(await first.request('bob', { ...request, needed: 1 })).toMatchObject({ granted: true, remaining: 99 });
      expect(await findKeys('*alice*')).toEqual([]);
    });

    test('prefetch a part of the remaining calls beyond the requested ones', async () => {
      const counter = (await open()).counter(quota);
      const requestPoints = (needed: number, prefetch: number) =>
        counter.request('alice', { ...request, needed, prefetch });
      expect(await requestPoints(1, 3)).toMatchObject({ granted: true, prefetched: 3, remaining: 96 });
      expect(await requestPoints(1, 50)).toMatchObject({ granted: true, prefetched: 4, remaining: 91 });
      expect(await requestPoints(72, 50)).toMatchObject({ granted: true, prefetched: 0, remaining: 19 });
      expect(await requestPoints(20, 50)).toMatchObject({ granted: false, prefetched: 0, remaining: 19 });
      expect(await requestPoints(19, 50)).toMatchObject({ granted: true, prefetched: 0, remaining: 0 });
    });

    test('count calls that are reported beyond the limit, and refund only reservations of the same window', async () => {
      const counter = (await open()).counter({ ...quota, seconds: 3 });
      const reportSpent = (points: number, windowId?: number) =>
        counter.request('alice', { ...request, spent: points, windowId });
      const { windowId } = (await reportSpent(103)) ?? expect.fail('Redis is unavailable');
      expect(await reportSpent(-4, windowId)).toMatchObject({ remaining: 1, windowId });
      expect(await reportSpent(-4)).toMatchObject({ remaining: 1, windowId });
      await until(async () => (await reportSpent(0))?.windowId).toBeGreaterThan(windowId);
      expect(await reportSpent(10)).toMatchObject({ remaining: 90 });
      expect(await reportSpent(-4, windowId)).toMatchObject({ remaining: 90 });
    });

    test('are undefined while Redis is unavailable', async () => {
      const { counter, link } = await open();
      const count = counter(quota);
      const requestPoints = () => count.request('alice', { ...request, needed: 5 });
      expect(await requestPoints()).toMatchObject({ remaining: 95 });
      await redis.kill();
      try {
        expect(await requestPoints()).toBeUndefined();
        expect(link.isAvailable).toBe(false);
      } finally {
        await redis.start();
      }
      await expect.poll(() => link.isAvailable, { timeout: 10_000 }).toBe(true);
      expect(await requestPoints()).toMatchObject({ remaining: 95 });
    });
  });
});
