import { setImmediate as immediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RedisLink, Script } from '../../src/redis/link.ts';
import { type CuttingProxy, hasRedis, type RedisServer, startCuttingProxy, startRedis } from './server.ts';

const echo = new Script('return {ARGV[1]}');
const write = new Script(`redis.call('SET', KEYS[1], ARGV[1]) return {1}`);

describe.skipIf(!hasRedis)('the connection to Redis', () => {
  let redis: RedisServer;
  let proxy: CuttingProxy;
  let link: RedisLink;
  let lines: string[];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    proxy = await startCuttingProxy(redis.port);
    lines = [];
    link = open(proxy.url);
    await link.open();
  });
  afterEach(async () => {
    await link.close();
    await proxy.close();
  });

  function open(url: string, log = lines): RedisLink {
    const logger = pino({ base: null, timestamp: false }, { write: (line) => log.push(line.trim()) });
    return new RedisLink({ url, timeout: 250, logger, probeKey: 'probe' });
  }

  const execute = async () => String((await link.runScript(echo, [], ['answer']))?.[0]);
  const isUp = (up: boolean) => expect.poll(() => link.isAvailable, { timeout: 10_000 }).toBe(up);
  const warning = (reason: string) => ({
    level: 40,
    reason,
    msg: 'Redis unavailable; continuing without shared state',
  });
  const isBack = { level: 30, msg: 'Redis available again; sharing state' };
  const logged = () => lines.map((line): unknown => JSON.parse(line));
  /** Waits until it was tried to connect so many times more. */
  const attempts = async (count: number) => {
    const before = proxy.connections;
    await expect.poll(() => proxy.connections, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + count);
  };

  test('runs scripts', async () => {
    expect(await execute()).toBe('answer');
    expect([link.isAvailable, link.outages, lines]).toEqual([true, 0, []]);
  });

  test('reconnects after a cut connection, with one warning and one line about the recovery', async () => {
    proxy.refuses = true;
    proxy.cut();
    await isUp(false);
    expect(await execute()).toBe('undefined');
    await attempts(2);
    expect(logged()).toEqual([warning(expect.stringMatching(/^\w+$/))]);
    proxy.refuses = false;
    await isUp(true);
    expect(await execute()).toBe('answer');
    expect(logged().slice(1)).toEqual([isBack]);
    expect(link.outages).toBe(1);
  });

  test('waits for a slow Redis once, and sends nothing until it is fast again', async () => {
    proxy.delay = 1000;
    expect(await execute()).toBe('undefined');
    expect(link.isAvailable).toBe(false);
    const nextTurn = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([execute(), nextTurn])).toBe('undefined');
    expect(logged()).toEqual([warning('TIMEOUT')]);
    proxy.delay = 0;
    await isUp(true);
    expect(await execute()).toBe('answer');
  });

  const work = (milliseconds: number) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };

  test('continues with Redis if the process is busy before it sends a command', async () => {
    proxy.delay = 20;
    const reply = execute();
    work(600);
    expect(await reply).toBe('answer');
    expect([link.isAvailable, link.outages, lines]).toEqual([true, 0, []]);
  });

  test('continues with Redis if the process is busy before it reads the reply', async () => {
    const log: string[] = [];
    // A proxy in this process would be busy, too.
    const direct = open(redis.url, log);
    await direct.open();
    const reply = direct.runScript(echo, [], ['answer']);
    await immediate();
    work(600);
    expect(String((await reply)?.[0])).toBe('answer');
    expect([direct.isAvailable, direct.outages, log]).toEqual([true, 0, []]);
    await direct.close();
  });

  test('detects a silently lost connection, even without commands', async () => {
    proxy.swallows = true;
    await isUp(false);
    await attempts(1);
    proxy.swallows = false;
    await isUp(true);
    expect(await execute()).toBe('answer');
    expect(logged()).toEqual([warning('TIMEOUT'), isBack]);
    expect(link.outages).toBe(1);
  });

  test('a restart that loses the scripts and channels', async () => {
    const heard: string[] = [];
    link.subscribe('channel', (message) => heard.push(String(message)));
    expect(await execute()).toBe('answer');
    await redis.kill();
    await isUp(false);
    await redis.start();
    await isUp(true);
    expect(await execute()).toBe('answer');
    expect(logged()).toEqual([warning(expect.stringMatching(/^\w+$/)), isBack]);
    expect(link.outages).toBe(1);
    await redis.command('PUBLISH', 'channel', 'one');
    await expect.poll(() => heard).toEqual(['one']);
  });

  test('the scripts are flushed', async () => {
    expect(await execute()).toBe('answer');
    await redis.command('SCRIPT', 'FLUSH');
    expect(await execute()).toBe('undefined');
    await isUp(true);
    expect(await execute()).toBe('answer');
  });

  test.each([
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], 'OOM'],
    ['a replica after a failover', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], 'READONLY'],
  ])('a Redis that takes no writes: %s', async (_, refuse, accept, reason) => {
    await redis.command(...refuse);
    expect(await link.runScript(write, ['key'], ['text'])).toBeUndefined();
    expect(link.isAvailable).toBe(false);
    await attempts(2);
    expect(link.isAvailable).toBe(false);
    expect(logged()).toEqual([warning(reason)]);
    await redis.command(...accept);
    await isUp(true);
    expect(await link.runScript(write, ['key'], ['text'])).toEqual([1]);
    expect(logged()).toEqual([warning(reason), isBack]);
    expect(link.outages).toBe(1);
  });

  test('receives messages of a channel that is unsubscribed and resubscribed immediately', async () => {
    const heard: string[] = [];
    link.subscribe('again', (message) => heard.push(`first ${message}`));
    await execute();
    link.unsubscribe('again');
    link.subscribe('again', (message) => heard.push(`second ${message}`));
    await execute();
    await redis.command('PUBLISH', 'again', 'one');
    await expect.poll(() => heard).toEqual(['second one']);
    link.unsubscribe('again');
    await execute();
    expect(await redis.command('PUBLISH', 'again', 'two')).toBe(':0\r\n');
  });

  test('subscribes after a reconnection to the channels that were added meanwhile, and not to removed ones', async () => {
    const heard: string[] = [];
    const listen = (channel: string) => link.subscribe(channel, (message) => heard.push(`${channel} ${message}`));
    listen('early');
    listen('left');
    await execute();
    proxy.delay = 20;
    proxy.cut();
    await isUp(false);
    const channels: string[] = ['early'];
    while (!link.isAvailable) {
      const [channel, passing] = [`joined-${channels.length}`, `passing-${channels.length}`];
      channels.push(channel);
      listen(channel);
      listen(passing);
      await new Promise((resolve) => setTimeout(resolve, 10));
      link.unsubscribe(passing);
      // The last one that was there before, at a time when it may have been joined already.
      if (channels.length === 30) link.unsubscribe('left');
    }
    link.unsubscribe('left');
    expect(await execute()).toBe('answer');
    for (const channel of channels) await redis.command('PUBLISH', channel, 'news');
    await expect.poll(() => heard).toHaveLength(channels.length);
    expect(heard.toSorted()).toEqual(channels.map((channel) => `${channel} news`).toSorted());
    const open = await redis.command('PUBSUB', 'CHANNELS');
    expect(open).not.toMatch(/left|passing/);
  });

  test('starts without Redis, and logs neither its URL nor its password', async () => {
    proxy.refuses = true;
    const late = open(proxy.url.replace('//', '//user:geheim@'));
    await late.open();
    expect(late.isAvailable).toBe(false);
    proxy.refuses = false;
    await attempts(2);
    // There is no such user.
    expect(late.isAvailable).toBe(false);
    await late.close();
    expect(lines.join()).not.toMatch(/geheim|user|127\.0\.0\.1/);
    expect(lines).toHaveLength(1);
  });

  test('leaves nothing open after close', async () => {
    await link.close();
    await expect.poll(() => proxy.open).toBe(0);
    expect(await execute()).toBe('undefined');
  });
});
