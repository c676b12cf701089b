import { setImmediate as immediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RedisLink, Script } from '../../src/watch/redis/link.ts';
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
  const waitForAvailability = (isAvailable: boolean) =>
    expect.poll(() => link.isAvailable, { timeout: 10_000 }).toBe(isAvailable);
  const warning = (reason: string) => ({
    level: 40,
    reason,
    msg: 'Redis unavailable; continuing without shared state',
  });
  const recovery = { level: 30, msg: 'Redis available again; sharing state' };
  const getLog = () => lines.map((line): unknown => JSON.parse(line));
  /** Waits for a number of further attempts to connect. */
  const waitForAttempts = async (count: number) => {
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
    await waitForAvailability(false);
    expect(await execute()).toBe('undefined');
    await waitForAttempts(2);
    expect(getLog()).toEqual([warning(expect.stringMatching(/^\w+$/))]);
    proxy.refuses = false;
    await waitForAvailability(true);
    expect(await execute()).toBe('answer');
    expect(getLog().slice(1)).toEqual([recovery]);
    expect(link.outages).toBe(1);
  });

  test('waits for a slow Redis once, and does not wait again until it is fast', async () => {
    proxy.delay = 1000;
    expect(await execute()).toBe('undefined');
    expect(link.isAvailable).toBe(false);
    const nextIteration = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([execute(), nextIteration])).toBe('undefined');
    expect(getLog()).toEqual([warning('TIMEOUT')]);
    proxy.delay = 0;
    await waitForAvailability(true);
    expect(await execute()).toBe('answer');
  });

  const blockEventLoop = (durationMs: number) => {
    const end = performance.now() + durationMs;
    while (performance.now() < end);
  };

  test('continues with Redis if the process is busy before it sends a command', async () => {
    proxy.delay = 20;
    const reply = execute();
    blockEventLoop(600);
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
    blockEventLoop(600);
    expect(String((await reply)?.[0])).toBe('answer');
    expect([direct.isAvailable, direct.outages, log]).toEqual([true, 0, []]);
    await direct.close();
  });

  test('detects a silently lost connection, even without commands', async () => {
    proxy.swallows = true;
    await waitForAvailability(false);
    await waitForAttempts(1);
    proxy.swallows = false;
    await waitForAvailability(true);
    expect(await execute()).toBe('answer');
    expect(getLog()).toEqual([warning('TIMEOUT'), recovery]);
    expect(link.outages).toBe(1);
  });

  test('loads its scripts and subscribes to its channels again after a restart of Redis', async () => {
    const messages: string[] = [];
    link.subscribe('channel', (message) => messages.push(String(message)));
    expect(await execute()).toBe('answer');
    await redis.kill();
    await waitForAvailability(false);
    await redis.start();
    await waitForAvailability(true);
    expect(await execute()).toBe('answer');
    expect(getLog()).toEqual([warning(expect.stringMatching(/^\w+$/)), recovery]);
    expect(link.outages).toBe(1);
    await redis.command('PUBLISH', 'channel', 'one');
    await expect.poll(() => messages).toEqual(['one']);
  });

  test('loads its scripts again after SCRIPT FLUSH', async () => {
    expect(await execute()).toBe('answer');
    await redis.command('SCRIPT', 'FLUSH');
    expect(await execute()).toBe('undefined');
    await waitForAvailability(true);
    expect(await execute()).toBe('answer');
  });

  test.each([
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], 'OOM'],
    ['a replica after a failover', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], 'READONLY'],
  ])('stays unavailable while Redis rejects writes: %s', async (_, rejectWrites, acceptWrites, reason) => {
    await redis.command(...rejectWrites);
    expect(await link.runScript(write, ['key'], ['text'])).toBeUndefined();
    expect(link.isAvailable).toBe(false);
    await waitForAttempts(2);
    expect(link.isAvailable).toBe(false);
    expect(getLog()).toEqual([warning(reason)]);
    await redis.command(...acceptWrites);
    await waitForAvailability(true);
    expect(await link.runScript(write, ['key'], ['text'])).toEqual([1]);
    expect(getLog()).toEqual([warning(reason), recovery]);
    expect(link.outages).toBe(1);
  });

  test('receives messages of a channel that is unsubscribed and resubscribed immediately', async () => {
    const messages: string[] = [];
    link.subscribe('again', (message) => messages.push(`first ${message}`));
    await execute();
    link.unsubscribe('again');
    link.subscribe('again', (message) => messages.push(`second ${message}`));
    await execute();
    await redis.command('PUBLISH', 'again', 'one');
    await expect.poll(() => messages).toEqual(['second one']);
    link.unsubscribe('again');
    await execute();
    expect(await redis.command('PUBLISH', 'again', 'two')).toBe(':0\r\n');
  });

  test('subscribes after a reconnection to the channels that were added meanwhile, and not to removed ones', async () => {
    const messages: string[] = [];
    const listen = (channel: string) => link.subscribe(channel, (message) => messages.push(`${channel} ${message}`));
    listen('early');
    listen('left');
    await execute();
    proxy.delay = 20;
    proxy.cut();
    await waitForAvailability(false);
    const channels: string[] = ['early'];
    while (!link.isAvailable) {
      const [channel, passing] = [`joined-${channels.length}`, `passing-${channels.length}`];
      channels.push(channel);
      listen(channel);
      listen(passing);
      await new Promise((resolve) => setTimeout(resolve, 10));
      link.unsubscribe(passing);
      // Unsubscribes from an earlier channel, to which the link may have subscribed again.
      if (channels.length === 30) link.unsubscribe('left');
    }
    link.unsubscribe('left');
    expect(await execute()).toBe('answer');
    for (const channel of channels) await redis.command('PUBLISH', channel, 'news');
    await expect.poll(() => messages).toHaveLength(channels.length);
    expect(messages.toSorted()).toEqual(channels.map((channel) => `${channel} news`).toSorted());
    const open = await redis.command('PUBSUB', 'CHANNELS');
    expect(open).not.toMatch(/left|passing/);
  });

  test('starts without Redis, and logs neither its URL nor its password', async () => {
    proxy.refuses = true;
    const invalidLink = open(proxy.url.replace('//', '//user:geheim@'));
    await invalidLink.open();
    expect(invalidLink.isAvailable).toBe(false);
    proxy.refuses = false;
    await waitForAttempts(2);
    // The user does not exist.
    expect(invalidLink.isAvailable).toBe(false);
    await invalidLink.close();
    expect(lines.join()).not.toMatch(/geheim|user|127\.0\.0\.1/);
    expect(lines).toHaveLength(1);
  });

  test('closes its connections and runs no script after close', async () => {
    await link.close();
    await expect.poll(() => proxy.open).toBe(0);
    expect(await execute()).toBe('undefined');
  });
});
