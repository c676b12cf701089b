/** Topic of several instances, with pollers that publish on request. */
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Credential } from '../../src/rest/credential.ts';
import { RestError } from '../../src/rest/errors.ts';
import { systemClock } from '../../src/watch/clock.ts';
import type { RequestedInterval, StateSource, SubscriberOptions } from '../../src/watch/hub.ts';
import { RedisLink } from '../../src/watch/redis/link.ts';
import { Sealing } from '../../src/watch/redis/sealing.ts';
import { RedisTopics } from '../../src/watch/redis-topics.ts';
import type { ResourceState, State } from '../../src/watch/state.ts';
import { holds, timeoutMs } from '../properties/holds.ts';
import { type CuttingProxy, hasRedis, type RedisServer, startCuttingProxy, startRedis } from '../redis/server.ts';
import { formatState } from './upstream.ts';

const secret = 'a secret of these tests that is long enough';
const intervals = { firstIntervalMs: 2000, maxIntervalMs: 2000, errorGracePeriodMs: 1000 };
const alice = Credential.privateToken('token-of-alice');

let lastAt = 0;
/** Creates a state that is read now, later than all previous ones. */
function createState(status: string): ResourceState {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return { kind: 'read', readAt: lastAt, version: status, attributes: { status } };
}

/** Instance with one topic. */
class Instance {
  readonly proxy: CuttingProxy;
  readonly received: State[] = [];
  /** Calls of the topic to the pollers of this instance. */
  readonly log: string[] = [];
  readonly #link: RedisLink;
  readonly #topics: RedisTopics;
  #source: StateSource | undefined;
  #publish: ((state: State) => void) | undefined;
  requested: () => RequestedInterval = () => expect.fail('no poller');
  demand: RequestedInterval = { intervalMs: undefined, usesDefaultInterval: true };
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

  /** Starts the topic for a first subscriber. */
  subscribe({ newerThanAt = 0, credential = alice, name = 'topic' } = {}): void {
    this.#source = this.#topics.source({
      name,
      credential,
      intervals,
      clock: systemClock,
      poller: (newest) => this.#poller(newest),
      writtenAt: () => this.writtenAt,
      onEnd: () => this.log.push('ended'),
    });
    this.#source.start(
      (state) => this.received.push(state),
      () => this.demand,
      { intervalMs: undefined, newerThanAt },
    );
  }

  join(options: SubscriberOptions, satisfied: boolean): void {
    this.#source?.onSubscribe(options, satisfied);
  }

  leave(): void {
    this.#source?.stop();
  }

  #poller(newest: ResourceState | undefined) {
    return {
      nextIn: undefined,
      start: (publish: (state: State) => void, requested: () => RequestedInterval) => {
        this.log.push(newest === undefined ? 'polls' : `polls after ${formatState(newest)}`);
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

  /** Lets the poller of this instance read a state. */
  read(state: State): void {
    (this.#publish ?? expect.fail('this instance does not poll'))(state);
  }

  get receivedStatuses(): unknown[] {
    return this.received.map(formatState);
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
  const waitUntil = (read: () => unknown) => expect.poll(read, { timeout: 10_000 });

  /** Starts an instance that polls and one that follows it. */
  async function startPair(): Promise<[holder: Instance, follower: Instance]> {
    const holder = await open();
    holder.subscribe();
    await waitUntil(() => holder.polls).toBe(true);
    const follower = await open();
    follower.subscribe();
    await waitUntil(() => holder.log.length).toBeGreaterThan(1);
    return [holder, follower];
  }

  test('polls in the first instance, and sends its states to all instances, each once and in order', async () => {
    const [holder, follower] = await startPair();
    for (const status of ['created', 'running', 'running', 'failed', 'running']) holder.read(createState(status));
    await waitUntil(() => follower.received.length).toBe(5);
    expect(follower.receivedStatuses).toEqual(['created', 'running', 'running', 'failed', 'running']);
    expect(holder.receivedStatuses).toEqual(follower.receivedStatuses);
    expect(follower.log).toEqual([]);
    const error = new RestError('UPSTREAM_FAILED', 'It fails', { status: 502, retryAfter: 3, requestId: 'r1' });
    const { readAt } = createState('');
    holder.read({ kind: 'failed', readAt, version: 'failed: UPSTREAM_FAILED', error, last: false });
    await waitUntil(() => follower.received.length).toBe(6);
    expect(follower.received[5]).toMatchObject({
      kind: 'failed',
      last: false,
      error: { ...error, message: 'It fails' },
    });
  });

  test('sends the current state to an instance that joins later', async () => {
    const [holder] = await startPair();
    holder.read(createState('created'));
    holder.read(createState('running'));
    const late = await open();
    late.subscribe();
    await waitUntil(() => late.receivedStatuses).toEqual(['running']);
    expect(polling()).toEqual([holder]);
  });

  test('sends no first state from before a write, and demands another from the lease holder', async () => {
    const [holder] = await startPair();
    holder.read(createState('failed'));
    const late = await open();
    late.writtenAt = Date.now() + 5;
    lastAt = late.writtenAt + 20;
    late.subscribe();
    await waitUntil(() => holder.log.at(-1)).toBe('joined, not satisfied');
    holder.read(createState('running'));
    await waitUntil(() => late.receivedStatuses).toEqual(['running']);
  });

  test('continues in another instance from the newest state when the last subscriber of the lease holder leaves', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('running'));
    await waitUntil(() => follower.receivedStatuses).toEqual(['running']);
    holder.leave();
    await waitUntil(() => follower.log).toEqual(['polls after running']);
    expect(holder.log.slice(-2)).toEqual(['stops', 'ended']);
    follower.read(createState('success'));
    expect(follower.receivedStatuses).toEqual(['running', 'success']);
  });

  test('sends the last state that the lease holder publishes before its last subscriber leaves', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('success'));
    holder.leave();
    await waitUntil(() => follower.receivedStatuses).toEqual(['success']);
  });

  test('replaces a lease holder that ends without releasing the lease', async () => {
    const [holder, follower] = await startPair();
    const third = await open();
    third.subscribe();
    holder.read(createState('running'));
    await waitUntil(() => third.receivedStatuses).toEqual(['running']);
    holder.proxy.refuses = true;
    holder.proxy.cut();
    await waitUntil(() => [follower, third].filter(({ polls }) => polls).length).toBe(1);
    const [newHolder, remainingFollower] = follower.polls ? [follower, third] : [third, follower];
    newHolder.read(createState('success'));
    await waitUntil(() => remainingFollower.receivedStatuses).toEqual(['running', 'success']);
    // The old holder polls for its own subscribers, and follows the new holder when it can connect.
    expect(holder.polls).toBe(true);
    holder.proxy.refuses = false;
    await waitUntil(() => holder.polls).toBe(false);
    await waitUntil(() => holder.receivedStatuses).toEqual(['running', 'success']);
    expect(polling()).toEqual([newHolder]);
  });

  test('publishes states of the lease holder only', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('created'));
    await waitUntil(() => follower.receivedStatuses).toEqual(['created']);
    const [lease = expect.fail('no lease')] = /portico\S*:lease/.exec(await redis.command('KEYS', '*:lease')) ?? [];
    await redis.command('SET', lease, 'another', 'PX', '60000');
    holder.read(createState('running'));
    await waitUntil(() => holder.polls).toBe(false);
    expect(follower.receivedStatuses).toEqual(['created']);
    await redis.command('DEL', lease);
    await redis.command('SET', lease, 'another', 'PX', '1');
  });

  test('acquires a lease that Redis contains with the token of the same instance', async () => {
    const holder = await open();
    holder.subscribe();
    await waitUntil(() => holder.polls).toBe(true);
    const [lease = expect.fail('no lease')] = /portico\S*:lease/.exec(await redis.command('KEYS', '*:lease')) ?? [];
    const token = /\S+:\S+/.exec(await redis.command('GET', lease))?.[0] ?? '';
    holder.leave();
    await waitUntil(() => redis.command('KEYS', '*:lease')).toBe('*0\r\n');
    await redis.command('SET', lease, token, 'PX', '60000');
    holder.subscribe();
    await waitUntil(() => holder.polls).toBe(true);
  });

  test('sends the demand of other instances to the lease holder', async () => {
    const [holder, follower] = await startPair();
    holder.demand = { intervalMs: 5000, usesDefaultInterval: false };
    expect(holder.requested()).toEqual({ intervalMs: 5000, usesDefaultInterval: true });
    follower.demand = { intervalMs: 300, usesDefaultInterval: false };
    follower.join({ intervalMs: 300, newerThanAt: 0 }, true);
    await waitUntil(() => holder.requested()).toEqual({ intervalMs: 300, usesDefaultInterval: false });
    holder.read(createState('running'));
    await waitUntil(() => follower.received.length).toBe(1);
    follower.join({ intervalMs: 300, newerThanAt: Date.now() + 5 }, false);
    await waitUntil(() => holder.log.at(-1)).toBe('joined every 300, not satisfied');
  });

  test('repeats the demand for a state if the clock error allows that it is from before the write', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('failed'));
    await waitUntil(() => follower.receivedStatuses).toEqual(['failed']);
    for (const instance of instances) instance.setClockError(300);
    const writtenAt = lastAt;
    const demands = () => holder.log.filter((entry) => entry === 'joined, not satisfied').length;
    const before = demands();
    follower.join({ intervalMs: undefined, newerThanAt: writtenAt }, false);
    await waitUntil(demands).toBeGreaterThan(before);
    // The clock error is 600 ms, so that the state may be from before the write.
    lastAt = writtenAt + 100;
    holder.read({ ...createState('running'), readAt: lastAt });
    await waitUntil(() => follower.receivedStatuses).toEqual(['failed', 'running']);
    const state = follower.received.at(-1) ?? expect.fail();
    expect(state.readAt).toBeLessThanOrEqual(writtenAt);
    await waitUntil(demands).toBeGreaterThan(demands());
    lastAt = writtenAt + 1000;
    holder.read({ ...createState('running'), readAt: lastAt });
    await waitUntil(() => follower.received.length).toBe(3);
    expect(follower.received.at(-1)?.readAt).toBeGreaterThan(writtenAt);
  });

  test('demands another first state if it is from before a write', async () => {
    const holder = await open();
    holder.subscribe();
    await waitUntil(() => holder.polls).toBe(true);
    const old = createState('failed');
    holder.writtenAt = old.readAt + 1;
    lastAt = holder.writtenAt;
    holder.read(old);
    expect([holder.received, holder.log]).toEqual([[], ['polls', 'joined, not satisfied']]);
    holder.read(createState('running'));
    expect(holder.receivedStatuses).toEqual(['running']);
  });

  test('publishes the current state again if Redis has lost it', async () => {
    const [holder] = await startPair();
    holder.read(createState('running'));
    await waitUntil(async () => (await redis.command('KEYS', '*:state')).includes('portico')).toBe(true);
    await redis.command('DEL', /portico\S*:state/.exec(await redis.command('KEYS', '*:state'))?.[0] ?? '');
    const late = await open();
    // The difference between the clocks of two instances is known up to the duration of a request to Redis.
    late.subscribe({ newerThanAt: lastAt - 1000 });
    await waitUntil(() => late.receivedStatuses).toEqual(['running']);
  });

  test('ends the topic in all instances after a final failure', async () => {
    const [holder, follower] = await startPair();
    const error = new RestError('FORBIDDEN', 'No', { status: 403 });
    const { readAt } = createState('');
    holder.read({ kind: 'failed', readAt, version: 'failed: FORBIDDEN', error, last: true });
    await waitUntil(() => follower.receivedStatuses).toEqual(['FORBIDDEN, over']);
    expect([holder.log.at(-1), follower.log.at(-1)]).toEqual(['ended', 'ended']);
    expect(await redis.command('KEYS', '*:lease')).toBe('*0\r\n');
  });

  test('ends the topic in all instances after a final failure by a clock that is 30 s late', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('running'));
    await waitUntil(() => follower.receivedStatuses).toEqual(['running']);
    const error = new RestError('FORBIDDEN', 'No', { status: 403 });
    holder.read({ kind: 'failed', readAt: Date.now() - 30_000, version: 'failed: FORBIDDEN', error, last: true });
    await waitUntil(() => follower.receivedStatuses).toEqual(['running', 'FORBIDDEN, over']);
    expect(holder.receivedStatuses).toEqual(follower.receivedStatuses);
  });

  test('rejects at most one state if a clock was wrong while Redis was unavailable', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('created'));
    await waitUntil(() => follower.receivedStatuses).toEqual(['created']);
    await redis.kill();
    await waitUntil(() => polling().length).toBe(2);
    for (const [index, instance] of instances.entries())
      instance.read({ ...createState(`alone ${index}`), readAt: Date.now() + 30_000 + index });
    await redis.start();
    await waitUntil(() => instances.every(({ isUp }) => isUp) && polling().length).toBe(1);
    const [newHolder = expect.fail()] = polling();
    for (const status of ['pending', 'running', 'success']) newHolder.read(createState(status));
    for (const instance of instances)
      await waitUntil(() => instance.receivedStatuses.slice(-2)).toEqual(['running', 'success']);
  });

  /** Event of a topic: the number of an instance that joins or leaves, or the error of the clock of a poll in milliseconds. */
  const topicEvents = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('toggle'), instance: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ kind: fc.constant('poll'), clockErrorMs: fc.integer({ min: -60_000, max: 60_000 }) }),
    ),
    { minLength: 1, maxLength: 12 },
  );

  test(
    'sends every state to all instances in order, whatever their clocks do',
    async () => {
      let polls = 0;
      let topics = 0;
      for (let count = 0; count < 3; count += 1) await open();
      const property = fc.asyncProperty(topicEvents, async (events) => {
        const name = `topic ${++topics}`;
        const joined = new Set<Instance>();
        const toggle = async (instance: Instance) => {
          if (joined.delete(instance)) instance.leave();
          else {
            instance.received.length = 0;
            joined.add(instance);
            instance.subscribe({ name });
          }
          await waitUntil(() => polling().length).toBe(Math.min(joined.size, 1));
        };
        const poll = async (clockErrorMs: number) => {
          const [holder] = polling();
          if (holder === undefined) return;
          const status = `poll ${++polls}`;
          holder.read({ ...createState(status), readAt: Date.now() + clockErrorMs });
          for (const instance of joined) await waitUntil(() => instance.receivedStatuses.at(-1)).toBe(status);
        };
        try {
          for (const event of events)
            await ('instance' in event ? toggle(instances[event.instance] ?? expect.fail()) : poll(event.clockErrorMs));
          for (const { receivedStatuses } of joined)
            expect(receivedStatuses).toEqual(
              receivedStatuses.toSorted((a, b) => Number(String(a).slice(5)) - Number(String(b).slice(5))),
            );
        } finally {
          for (const instance of joined) instance.leave();
        }
      });
      await holds(property, 3);
    },
    timeoutMs(3),
  );

  test('polls in all instances while Redis is unavailable, and in one afterwards, without sending older states', async () => {
    const [holder, follower] = await startPair();
    holder.read(createState('created'));
    await waitUntil(() => follower.receivedStatuses).toEqual(['created']);
    await redis.kill();
    await waitUntil(() => polling().length).toBe(2);
    expect(follower.log).toEqual(['polls after created']);
    holder.read(createState('pending'));
    follower.read(createState('running'));
    await redis.start();
    await waitUntil(() => instances.every(({ isUp }) => isUp) && polling().length).toBe(1);
    const [newHolder = expect.fail()] = polling();
    newHolder.read(createState('success'));
    await waitUntil(() => instances.map(({ receivedStatuses }) => receivedStatuses.at(-1))).toEqual([
      'success',
      'success',
    ]);
    expect(follower.receivedStatuses).toEqual(['created', 'running', 'success']);
  });

  test('polls in each instance if a state is too large to be shared', async () => {
    const [holder, follower] = await startPair();
    const large = () => ({ ...createState('running'), attributes: { status: 'running', text: 'x'.repeat(2_000_000) } });
    holder.read(large());
    await waitUntil(() => follower.polls).toBe(true);
    follower.read(large());
    expect([holder.polls, follower.polls]).toEqual([true, true]);
    expect([holder.receivedStatuses, follower.receivedStatuses]).toEqual([['running'], ['running']]);
  });

  test('sends Redis no names of callers and resources, and no state that another credential can decrypt', async () => {
    const wire = await redis.monitor();
    const [holder, follower] = await startPair();
    holder.read(createState('a-status-that-nobody-reads'));
    await waitUntil(() => follower.received.length).toBe(1);
    const mallory = await open();
    mallory.subscribe({ credential: Credential.privateToken('token-of-mallory') });
    const [channel = expect.fail('no state')] = /portico\S*:state/.exec(await redis.command('KEYS', '*:state')) ?? [];
    await waitUntil(() => redis.command('PUBSUB', 'NUMSUB', channel)).toMatch(/:3\r\n$/);
    // When the follower has received two further states, the third instance has received the first one.
    for (const count of [2, 3]) {
      holder.read(createState('a-status-that-nobody-reads'));
      await waitUntil(() => follower.received.length).toBe(count);
    }
    expect(mallory.log).toEqual([]);
    expect(mallory.received).toEqual([]);
    const sentText = wire.text();
    wire.close();
    expect(sentText).toContain('portico:2:');
    for (const text of ['a-status', 'alice', 'mallory', 'topic', alice.fingerprint, secret])
      expect(sentText).not.toContain(text);
  });
});
