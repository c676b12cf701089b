/** What instances share besides topics: documents, events of credentials, counts. */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRedis, type Redis } from '../../src/redis/index.ts';
import { Credential } from '../../src/rest/credential.ts';
import { hasRedis, type RedisServer, startRedis } from './server.ts';

const [alice, bob] = [Credential.privateToken('token-of-alice'), Credential.privateToken('token-of-bob')];
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const text = '{ currentUser { username } }';

describe.skipIf(!hasRedis)('what instances share', () => {
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

    test('are held against their hash, and put again where they do not fit', async () => {
      const [one, other] = [await open(), await open()];
      const wrong = hashOf('something else');
      one.documents.put(wrong, text);
      await until(async () => (await keysLike('*:texts')).length).toBe(1);
      expect(await other.documents.get(wrong)).toBeUndefined();
      one.documents.put(wrong, 'something else');
      await until(() => other.documents.get(wrong)).toBe('something else');
    });

    test('cannot be moved to the place of another', async () => {
      const [one, other] = [await open(), await open()];
      one.documents.put(hashOf(text), text);
      await until(() => other.documents.get(hashOf(text))).toBe(text);
      const [texts = expect.fail()] = await keysLike('*:texts');
      // What stands there is neither the text nor the hash.
      const dump = await redis.command('HGETALL', texts);
      expect(dump).not.toContain('currentUser');
      expect(dump).not.toContain(hashOf(text));
      const [field = expect.fail()] = (await redis.command('HKEYS', texts)).match(/portico\S+/g) ?? [];
      await redis.command('HSET', texts, field, 'x'.repeat(60));
      expect(await other.documents.get(hashOf(text))).toBeUndefined();
    });

    test('take a bounded memory; those that were not used for longest go first', async () => {
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
        paused: (until: number) => {
          heard.push('paused');
          last = until;
        },
        written: (at: number) => {
          heard.push('written');
          last = at;
        },
      };
    }

    test('reach who follows it in other instances, and who begins to', async () => {
      const [one, other] = [await open(), await open()];
      const [early, late, stranger] = [listener(), listener(), listener()];
      const ends = [other.credentialEvents.follow(alice, early), other.credentialEvents.follow(bob, stranger)];
      await other.documents.get('');
      const [before, pause] = [Date.now(), Date.now() + 60_000];
      one.credentialEvents.written(alice);
      one.credentialEvents.paused(alice, pause);
      await until(() => early.heard).toEqual(['written', 'paused']);
      expect(Math.abs(early.last() - pause)).toBeLessThan(1000);
      ends.push(one.credentialEvents.follow(alice, late));
      await until(() => late.heard).toEqual(['written', 'paused']);
      expect(stranger.heard).toEqual([]);
      one.credentialEvents.written(alice);
      await until(() => early.heard.at(-1)).toBe('written');
      expect(early.last()).toBeGreaterThanOrEqual(before);
      for (const end of ends) end();
    });

    test('say nothing about it to others', async () => {
      const one = await open();
      const wire = await redis.monitor();
      one.credentialEvents.written(alice);
      one.credentialEvents.paused(alice, Date.now() + 60_000);
      await until(() => wire.text()).toContain(':paused');
      expect(wire.text()).not.toMatch(/token-of-alice|"kind"/);
      expect(wire.text()).not.toContain(alice.fingerprint);
      wire.close();
    });
  });

  describe('counts', () => {
    const quota = { name: 'quota', points: 5, seconds: 60 };

    test('are shared by all instances', async () => {
      const [one, other] = [(await open()).counter(quota), (await open()).counter(quota)];
      expect(await one.consume('alice', 3)).toMatchObject({ consumed: 3 });
      expect(await other.consume('alice', 2)).toMatchObject({ consumed: 5 });
      const { consumed, resetIn } = (await one.consume('alice', 1)) ?? expect.fail('Redis is away');
      expect(consumed).toBe(6);
      expect(resetIn).toBeGreaterThan(0);
      expect(resetIn).toBeLessThanOrEqual(60_000);
      expect(await one.consume('bob', 1)).toMatchObject({ consumed: 1 });
      expect(await one.consume('alice', -2)).toMatchObject({ consumed: 4 });
      expect(await keysLike('*alice*')).toEqual([]);
    });

    test('are not told while Redis is away', async () => {
      const { counter, link } = await open();
      const count = counter(quota);
      expect(await count.consume('alice', 5)).toMatchObject({ consumed: 5 });
      await redis.kill();
      try {
        expect(await count.consume('alice', 5)).toBeUndefined();
        expect(link.isUp).toBe(false);
      } finally {
        await redis.start();
      }
      await expect.poll(() => link.isUp, { timeout: 10_000 }).toBe(true);
      expect(await count.consume('alice', 5)).toMatchObject({ consumed: 5 });
    });
  });
});
