/** One topic in several instances, with pollers that publish on request. */
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RedisLink } from '../../src/redis/link.ts';
import { Sealing } from '../../src/redis/sealing.ts';
import { Credential } from '../../src/rest/credential.ts';
import { RestError } from '../../src/rest/errors.ts';
import { systemClock } from '../../src/watch/clock.ts';
import type { RequestedInterval, Source, SubscriberOptions } from '../../src/watch/hub.ts';
import { RedisTopics } from '../../src/watch/redis-topics.ts';
import type { ReadState, State } from '../../src/watch/state.ts';
import { type CuttingProxy, hasRedis, type RedisServer, startCuttingProxy, startRedis } from '../redis/server.ts';
import { brief } from './upstream.ts';

const secret = 'a secret of these tests that is long enough';
const intervals = { firstIntervalMs: 2000, maxIntervalMs: 2000, errorGracePeriodMs: 1000 };
const alice = Credential.privateToken('token-of-alice');

let lastAt = 0;
/** A state that is read now, later than all before it. */
function seen(status: string): ReadState {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return { kind: 'read', readAt: lastAt, version: status, attributes: { status } };
}

/** One instance with one topic. */
class Instance {
  readonly proxy: CuttingProxy;
  readonly received: State[] = [];
  /** Requests of the topic to the pollers of this instance. */
  readonly log: string[] = [];
  readonly #link: RedisLink;
  readonly #topics: RedisTopics;
  #source: Source | undefined;
  #publish: ((state: State) => void) | undefined;
  requested: () => RequestedInterval = () => expect.fail('no poller');
  wish: RequestedInterval = { intervalMs: undefined, usesDefaultInterval: true };
  writtenAt = 0;

  private constructor(proxy: CuttingProxy) {
    this.proxy = proxy;
    const logger = pino({ level: 'silent' });
    this.#link = new RedisLink({ url: proxy.url, timeout: 100, logger, probeKey: 'probe' });
    this.#topics = new RedisTopics(this.#link, new Sealing(secret, 'https://code.example.com/'));
  }

  static async open(port: number): Promise<Instance> {
    const instance = new Instance(await startCuttingProxy(port));
    await instance.#link.open();
    return instance;
  }

  /** The first subscriber comes. */
  subscribe({ newerThanAt = 0, credential = alice, name = 'topic' } = {}): void {
    this.#source = this.#topics.source({
      name,
      credential,
      intervals,
      clock: systemClock,
      poller: (known) => this.#poller(known),
      writtenAt: () => this.writtenAt,
      onEnd: () => this.log.push('ended'),
    });
    this.#source.start(
      (state) => this.received.push(state),
      () => this.wish,
      { intervalMs: undefined, newerThanAt },
    );
  }

  join(options: SubscriberOptions, satisfied: boolean): void {
    this.#source?.onSubscribe(options, satisfied);
  }

  leave(): void {
    this.#source?.stop();
  }

  #poller(known: ReadState | undefined) {
    return {
      nextIn: undefined,
      start: (publish: (state: State) => void, requested: () => RequestedInterval) => {
        this.log.push(known === undefined ? 'polls' : `polls on from ${brief(known)}`);
        this.#publish = publish;
        this.requested = requested;
      },
      onSubscribe: ({ intervalMs }: SubscriberOptions, satisfied: boolean) => {
        this.log.push(
          `joined${intervalMs === undefined ? '' : ` every ${intervalMs}`}${satisfied ? '' : ', not satisfied'}`,
        );
      },
      wake: () => {
        this.log.push('woken');
      },
      stop: () => {
        if (this.#publish !== undefined) this.log.push('stops');
        this.#publish = undefined;
      },
    };
  }

  get polls(): boolean {
    return this.#publish !== undefined;
  }

  get isUp(): boolean {
    return this.#link.isAvailable;
  }

  /** Makes the measured difference between the clocks of this instance and of Redis uncertain. */
  setClockError(errorMs: number): void {
    vi.spyOn(this.#link.time, 'errorMs', 'get').mockReturnValue(errorMs);
  }

  /** The poller of this instance reads a state. */
  read(state: State): void {
    (this.#publish ?? expect.fail('this instance does not poll'))(state);
  }

  get briefly(): unknown[] {
    return this.received.map(brief);
  }

  async close(): Promise<void> {
    this.leave();
    await this.#link.close();
    await this.proxy.close();
  }
}

describe.skipIf(!hasRedis)('a topic that instances share', () => {
  let redis: RedisServer;
  let instances: Instance[];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    await redis.command('FLUSHALL');
    instances = [];
  });
  afterEach(() => Promise.all(instances.map((instance) => instance.close())));

  async function open(): Promise<Instance> {
    const instance = await Instance.open(redis.port);
    instances.push(instance);
    return instance;
  }

  const polling = () => instances.filter(({ polls }) => polls);
  const until = (read: () => unknown) => expect.poll(read, { timeout: 10_000 });

  /** An instance that polls, and one that follows it. */
  async function pair(): Promise<[holder: Instance, follower: Instance]> {
    const holder = await open();
    holder.subscribe();
    await until(() => holder.polls).toBe(true);
    const follower = await open();
    follower.subscribe();
    await until(() => holder.log.length).toBeGreaterThan(1);
    return [holder, follower];
  }

  test('polls in the first instance, and sends its states to all, each once and in order', async () => {
    const [holder, follower] = await pair();
    for (const status of ['created', 'running', 'running', 'failed', 'running']) holder.read(seen(status));
    await until(() => follower.received.length).toBe(5);
    expect(follower.briefly).toEqual(['created', 'running', 'running', 'failed', 'running']);
    expect(holder.briefly).toEqual(follower.briefly);
    expect(follower.log).toEqual([]);
    const error = new RestError('UPSTREAM_FAILED', 'It fails', { status: 502, retryAfter: 3, requestId: 'r1' });
    const { readAt } = seen('');
    holder.read({ kind: 'failed', readAt, version: 'failed: UPSTREAM_FAILED', error, last: false });
    await until(() => follower.received.length).toBe(6);
    expect(follower.received[5]).toMatchObject({
      kind: 'failed',
      last: false,
      error: { ...error, message: 'It fails' },
    });
  });

  test('sends the current state to an instance that joins later', async () => {
    const [holder] = await pair();
    holder.read(seen('created'));
    holder.read(seen('running'));
    const late = await open();
    late.subscribe();
    await until(() => late.briefly).toEqual(['running']);
    expect(polling()).toEqual([holder]);
  });

  test('sends no first state from before a write, and demands another from the lease holder', async () => {
    const [holder] = await pair();
    const old = seen('failed');
    holder.read(old);
    const late = await open();
    late.writtenAt = Date.now() + 5;
    lastAt = late.writtenAt + 20;
    late.subscribe();
    await until(() => holder.log.at(-1)).toBe('joined, not satisfied');
    holder.read(seen('running'));
    await until(() => late.briefly).toEqual(['running']);
  });

  test('continues in another instance from the newest state when the last subscriber of the lease holder leaves', async () => {
    const [holder, follower] = await pair();
    holder.read(seen('running'));
    await until(() => follower.briefly).toEqual(['running']);
    holder.leave();
    await until(() => follower.log).toEqual(['polls on from running']);
    expect(holder.log.slice(-2)).toEqual(['stops', 'ended']);
    follower.read(seen('success'));
    expect(follower.briefly).toEqual(['running', 'success']);
  });

  test('delivers a last state that is published on leaving', async () => {
    const [holder, follower] = await pair();
    holder.read(seen('success'));
    holder.leave();
    await until(() => follower.briefly).toEqual(['success']);
  });

  test('replaces a lease holder that ends without releasing the lease', async () => {
    const [holder, follower] = await pair();
    const third = await open();
    third.subscribe();
    holder.read(seen('running'));
    await until(() => third.briefly).toEqual(['running']);
    holder.proxy.refuses = true;
    holder.proxy.cut();
    await until(() => [follower, third].filter(({ polls }) => polls).length).toBe(1);
    const [next, other] = follower.polls ? [follower, third] : [third, follower];
    next.read(seen('success'));
    await until(() => other.briefly).toEqual(['running', 'success']);
    // The old one goes on for its own subscribers, and follows the new one as soon as it can.
    expect(holder.polls).toBe(true);
    holder.proxy.refuses = false;
    await until(() => holder.polls).toBe(false);
    await until(() => holder.briefly).toEqual(['running', 'success']);
    expect(polling()).toEqual([next]);
  });

  test('publishes states of the lease holder only', async () => {
    const [holder, follower] = await pair();
    holder.read(seen('created'));
    await until(() => follower.briefly).toEqual(['created']);
    const [lease = expect.fail('no lease')] = /portico\S*:lease/.exec(await redis.command('KEYS', '*:lease')) ?? [];
    await redis.command('SET', lease, 'another', 'PX', '60000');
    holder.read(seen('running'));
    await until(() => holder.polls).toBe(false);
    expect(follower.briefly).toEqual(['created']);
    await redis.command('DEL', lease);
    await redis.command('SET', lease, 'another', 'PX', '1');
  });

  test('acquires a lease again that Redis contains with its own token', async () => {
    const holder = await open();
    holder.subscribe();
    await until(() => holder.polls).toBe(true);
    const [lease = expect.fail('no lease')] = /portico\S*:lease/.exec(await redis.command('KEYS', '*:lease')) ?? [];
    const token = /\S+:\S+/.exec(await redis.command('GET', lease))?.[0] ?? '';
    holder.leave();
    await until(() => redis.command('KEYS', '*:lease')).toBe('*0\r\n');
    await redis.command('SET', lease, token, 'PX', '60000');
    holder.subscribe();
    await until(() => holder.polls).toBe(true);
  });

  test('sends the demand of other instances to the lease holder', async () => {
    const [holder, follower] = await pair();
    holder.wish = { intervalMs: 5000, usesDefaultInterval: false };
    expect(holder.requested()).toEqual({ intervalMs: 5000, usesDefaultInterval: true });
    follower.wish = { intervalMs: 300, usesDefaultInterval: false };
    follower.join({ intervalMs: 300, newerThanAt: 0 }, true);
    await until(() => holder.requested()).toEqual({ intervalMs: 300, usesDefaultInterval: false });
    holder.read(seen('running'));
    await until(() => follower.received.length).toBe(1);
    follower.join({ intervalMs: 300, newerThanAt: Date.now() + 5 }, false);
    await until(() => holder.log.at(-1)).toBe('joined every 300, not satisfied');
  });

  test('repeats the demand for a state whose time is too uncertain', async () => {
    const [holder, follower] = await pair();
    holder.read(seen('failed'));
    await until(() => follower.briefly).toEqual(['failed']);
    for (const instance of instances) instance.setClockError(300);
    const writtenAt = lastAt;
    const demands = () => holder.log.filter((entry) => entry === 'joined, not satisfied').length;
    const before = demands();
    follower.join({ intervalMs: undefined, newerThanAt: writtenAt }, false);
    await until(demands).toBeGreaterThan(before);
    // The clock of the follower may be ahead of this time by 600 ms, so that the state may be from before the write.
    lastAt = writtenAt + 100;
    holder.read({ ...seen('running'), readAt: lastAt });
    await until(() => follower.briefly).toEqual(['failed', 'running']);
    const state = follower.received.at(-1) ?? expect.fail();
    expect(state.readAt).toBeLessThanOrEqual(writtenAt);
    await until(demands).toBeGreaterThan(demands());
    lastAt = writtenAt + 1000;
    holder.read({ ...seen('running'), readAt: lastAt });
    await until(() => follower.received.length).toBe(3);
    expect(follower.received.at(-1)?.readAt).toBeGreaterThan(writtenAt);
  });

  test('reads another first state if it is from before a write', async () => {
    const holder = await open();
    holder.subscribe();
    await until(() => holder.polls).toBe(true);
    const old = seen('failed');
    holder.writtenAt = old.readAt + 1;
    lastAt = holder.writtenAt;
    holder.read(old);
    expect([holder.received, holder.log]).toEqual([[], ['polls', 'joined, not satisfied']]);
    holder.read(seen('running'));
    expect(holder.briefly).toEqual(['running']);
  });

  test('publishes a missed state again', async () => {
    const [holder] = await pair();
    holder.read(seen('running'));
    await until(async () => (await redis.command('KEYS', '*:state')).includes('portico')).toBe(true);
    await redis.command('DEL', /portico\S*:state/.exec(await redis.command('KEYS', '*:state'))?.[0] ?? '');
    const late = await open();
    // Differences between the clocks of two instances are measured to within the time of a request to Redis.
    late.subscribe({ newerThanAt: lastAt - 1000 });
    await until(() => late.briefly).toEqual(['running']);
  });

  test('ends the topic in all instances', async () => {
    const [holder, follower] = await pair();
    const error = new RestError('FORBIDDEN', 'No', { status: 403 });
    const { readAt } = seen('');
    holder.read({ kind: 'failed', readAt, version: 'failed: FORBIDDEN', error, last: true });
    await until(() => follower.briefly).toEqual(['FORBIDDEN, over']);
    expect([holder.log.at(-1), follower.log.at(-1)]).toEqual(['ended', 'ended']);
    expect(await redis.command('KEYS', '*:lease')).toBe('*0\r\n');
  });

  test('polls in all instances while Redis is unavailable, and in one afterwards, without sending older states', async () => {
    const [holder, follower] = await pair();
    holder.read(seen('created'));
    await until(() => follower.briefly).toEqual(['created']);
    await redis.kill();
    await until(() => polling().length).toBe(2);
    expect(follower.log).toEqual(['polls on from created']);
    holder.read(seen('pending'));
    follower.read(seen('running'));
    await redis.start();
    await until(() => instances.every(({ isUp }) => isUp) && polling().length).toBe(1);
    const [next = expect.fail()] = polling();
    next.read(seen('success'));
    await until(() => instances.map(({ briefly }) => briefly.at(-1))).toEqual(['success', 'success']);
    expect(follower.briefly).toEqual(['created', 'running', 'success']);
  });

  test('polls in each instance if a state is too large to be shared', async () => {
    const [holder, follower] = await pair();
    const large = () => ({ ...seen('running'), attributes: { status: 'running', text: 'x'.repeat(2_000_000) } });
    holder.read(large());
    await until(() => follower.polls).toBe(true);
    follower.read(large());
    expect([holder.polls, follower.polls]).toEqual([true, true]);
    expect([holder.briefly, follower.briefly]).toEqual([['running'], ['running']]);
  });

  test('stores in Redis no names of callers and resources, and no state that another credential can decrypt', async () => {
    const wire = await redis.monitor();
    const [holder, follower] = await pair();
    holder.read(seen('a-status-that-nobody-reads'));
    await until(() => follower.received.length).toBe(1);
    const mallory = await open();
    mallory.subscribe({ credential: Credential.privateToken('token-of-mallory') });
    const [channel = expect.fail('no state')] = /portico\S*:state/.exec(await redis.command('KEYS', '*:state')) ?? [];
    await until(() => redis.command('PUBSUB', 'NUMSUB', channel)).toMatch(/:3\r\n$/);
    // States that the follower has received twice since have reached the third instance, too.
    for (const count of [2, 3]) {
      holder.read(seen('a-status-that-nobody-reads'));
      await until(() => follower.received.length).toBe(count);
    }
    expect(mallory.log).toEqual([]);
    expect(mallory.received).toEqual([]);
    const text = wire.text();
    wire.close();
    expect(text).toContain('portico:2:');
    for (const word of ['a-status', 'alice', 'mallory', 'topic', alice.fingerprint, secret])
      expect(text).not.toContain(word);
  });
});
