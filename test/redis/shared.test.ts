/** State that instances share besides topics: documents, events of credentials, counts. */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '../../src/redis/index.ts';
import { Credential } from '../../src/rest/credential.ts';
import { hasRedis, type RedisServer, startRedis } from './server.ts';

const [alice, bob] = [Credential.privateToken('token-of-alice'), Credential.privateToken('token-of-bob')];
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
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
  const keysLike = async (pattern: string) => (await redis.command('KEYS', pattern)).match(/portico\S+/g) ?? [];

  describe('documents', () => {
    test('are known to all instances of one secret and upstream', async () => {
      const [one, other] = [await open(), await open()];
      const strangers = [
        await open({ secret: 'another secret that is long enough, too' }),
        await open({ upstream: 'https://other.example.com/api/v4/' }),
      ];
      expect(await other.documents.get(hashOf(text))).toBeUndefined();
      one.documents.put(hashOf(text), text);
      await until(() => other.documents.get(hashOf(text))).toBe(text);
      for (const stranger of strangers) expect(await stranger.documents.get(hashOf(text))).toBeUndefined();
    });

    test('are verified by their hash, and stored again if it does not match', async () => {
      const [one, other] = [await open(), await open()];
      const wrong = hashOf('something else');
      one.documents.put(wrong, text);
      await until(async () => (await keysLike('*:texts')).length).toBe(1);
      expect(await other.documents.get(wrong)).toBeUndefined();
      one.documents.put(wrong, 'something else');
      await until(() => other.documents.get(wrong)).toBe('something else');
    });

    test('are undefined if the stored value cannot be decrypted', async () => {
      const [one, other] = [await open(), await open()];
      one.documents.put(hashOf(text), text);
      await until(() => other.documents.get(hashOf(text))).toBe(text);
      const [texts = expect.fail()] = await keysLike('*:texts');
      // The stored value contains neither the document nor its hash.
      const dump = await redis.command('HGETALL', texts);
      expect(dump).not.toContain('currentUser');
      expect(dump).not.toContain(hashOf(text));
      const [field = expect.fail()] = (await redis.command('HKEYS', texts)).match(/portico\S+/g) ?? [];
      await redis.command('HSET', texts, field, 'x'.repeat(60));
      expect(await other.documents.get(hashOf(text))).toBeUndefined();
    });

    test('have a bounded size; the least recently used are evicted', async () => {
      const [one, other] = [await open({ documentBytes: 10_000 }), await open({ documentBytes: 10_000 })];
      const long = (index: number) => `{ currentUser { username } } #${String(index).padStart(900, '-')}`;
      for (let index = 0; index < 10; index++) {
        one.documents.put(hashOf(long(index)), long(index));
        // The first one is in use all the time.
        await until(() => other.documents.get(hashOf(long(0)))).toBe(long(0));
      }
      await until(() => other.documents.get(hashOf(long(9)))).toBe(long(9));
      for (let index = 10; index < 15; index++) one.documents.put(hashOf(long(index)), long(index));
      await until(() => other.documents.get(hashOf(long(14)))).toBe(long(14));
      expect(await other.documents.get(hashOf(long(1)))).toBeUndefined();
      const [texts = expect.fail()] = await keysLike('*:texts');
      expect(Number((await redis.command('HLEN', texts)).slice(1))).toBeLessThanOrEqual(10);
      const [bytes = expect.fail()] = await keysLike('*:bytes');
      expect(Number((await redis.command('GET', bytes)).split('\r\n')[1])).toBeLessThanOrEqual(10_000);
      expect(await redis.command('TTL', texts)).toMatch(/^:\d+/);
      // One that would take the place of all others is not kept.
      one.documents.put(hashOf('x'.repeat(5000)), 'x'.repeat(5000));
      await until(() => other.documents.get(hashOf(long(14)))).toBe(long(14));
      expect(await other.documents.get(hashOf('x'.repeat(5000)))).toBeUndefined();
    });
  });

  describe('events of a credential', () => {
    function listener() {
      const heard: string[] = [];
      let last = 0;
      return {
        heard,
        last: () => last,
        onPause: (until: number) => {
          heard.push('paused');
          last = until;
        },
        onWrite: (at: number) => {
          heard.push('written');
          last = at;
        },
      };
    }

    test('reach the instances that subscribe to it, and those that subscribe later', async () => {
      const [one, other] = [await open(), await open()];
      const [early, late, stranger] = [listener(), listener(), listener()];
      const ends = [other.credentialEvents.subscribe(alice, early), other.credentialEvents.subscribe(bob, stranger)];
      await other.documents.get('');
      const [before, pause] = [Date.now(), Date.now() + 60_000];
      one.credentialEvents.publishWrite(alice);
      one.credentialEvents.publishPause(alice, pause);
      await until(() => early.heard).toEqual(['written', 'paused']);
      expect(Math.abs(early.last() - pause)).toBeLessThan(1000);
      ends.push(one.credentialEvents.subscribe(alice, late));
      await until(() => late.heard).toEqual(['written', 'paused']);
      expect(stranger.heard).toEqual([]);
      one.credentialEvents.publishWrite(alice);
      await until(() => early.heard.at(-1)).toBe('written');
      expect(early.last()).toBeGreaterThanOrEqual(before);
      for (const end of ends) end();
    });

    test('do not reveal it', async () => {
      const one = await open();
      const wire = await redis.monitor();
      one.credentialEvents.publishWrite(alice);
      one.credentialEvents.publishPause(alice, Date.now() + 60_000);
      await until(() => wire.text()).toContain(':paused');
      expect(wire.text()).not.toMatch(/token-of-alice|"kind"/);
      expect(wire.text()).not.toContain(alice.fingerprint);
      wire.close();
    });
  });

  describe('counts', () => {
    const quota = { name: 'quota', points: 100, seconds: 60, prefetchShare: 1 / 20 };
    const wish = { spent: 0, windowId: undefined, needed: 0, prefetch: 0 };

    test('are shared by all instances', async () => {
      const [one, other] = [(await open()).counter(quota), (await open()).counter(quota)];
      expect(await one.request('alice', { ...wish, needed: 60 })).toMatchObject({
        granted: true,
        prefetched: 0,
        remaining: 40,
      });
      const { windowId, resetInMs, ...second } =
        (await other.request('alice', { ...wish, needed: 30 })) ?? expect.fail('Redis is away');
      expect(second).toEqual({ granted: true, prefetched: 0, remaining: 10 });
      expect(resetInMs).toBeGreaterThan(0);
      expect(resetInMs).toBeLessThanOrEqual(60_000);
      // What is too much is not granted at all, and costs nothing.
      expect(await one.request('alice', { ...wish, needed: 11 })).toMatchObject({
        granted: false,
        remaining: 10,
        windowId,
      });
      expect(await one.request('alice', { ...wish, needed: 10 })).toMatchObject({
        granted: true,
        remaining: 0,
        windowId,
      });
      expect(await one.request('bob', { ...wish, needed: 1 })).toMatchObject({ granted: true, remaining: 99 });
      expect(await keysLike('*alice*')).toEqual([]);
    });

    test('prefetch a part of the remaining calls beyond the requested ones', async () => {
      const one = (await open()).counter(quota);
      const draw = (needed: number, prefetch: number) => one.request('alice', { ...wish, needed, prefetch });
      expect(await draw(1, 3)).toMatchObject({ granted: true, prefetched: 3, remaining: 96 });
      expect(await draw(1, 50)).toMatchObject({ granted: true, prefetched: 4, remaining: 91 });
      expect(await draw(72, 50)).toMatchObject({ granted: true, prefetched: 0, remaining: 19 });
      expect(await draw(20, 50)).toMatchObject({ granted: false, prefetched: 0, remaining: 19 });
      expect(await draw(19, 50)).toMatchObject({ granted: true, prefetched: 0, remaining: 0 });
    });

    test('count calls that are reported beyond the limit, and refund only reservations of the same window', async () => {
      const one = (await open()).counter({ ...quota, seconds: 3 });
      const spent = (points: number, windowId?: number) => one.request('alice', { ...wish, spent: points, windowId });
      const { windowId } = (await spent(103)) ?? expect.fail('Redis is away');
      expect(await spent(-4, windowId)).toMatchObject({ remaining: 1, windowId });
      expect(await spent(-4)).toMatchObject({ remaining: 1, windowId });
      await until(async () => (await spent(0))?.windowId).toBeGreaterThan(windowId);
      expect(await spent(10)).toMatchObject({ remaining: 90 });
      expect(await spent(-4, windowId)).toMatchObject({ remaining: 90 });
    });

    test('are undefined while Redis is unavailable', async () => {
      const { counter, link } = await open();
      const count = counter(quota);
      const draw = () => count.request('alice', { ...wish, needed: 5 });
      expect(await draw()).toMatchObject({ remaining: 95 });
      await redis.kill();
      try {
        expect(await draw()).toBeUndefined();
        expect(link.isAvailable).toBe(false);
      } finally {
        await redis.start();
      }
      await expect.poll(() => link.isAvailable, { timeout: 10_000 }).toBe(true);
      expect(await draw()).toMatchObject({ remaining: 95 });
    });
  });
});
