import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CallPriority } from '../../src/rest/call-priority.ts';
import { CallQueue, type CallQueueOptions, type Slot } from '../../src/rest/call-queue.ts';
import { Callers } from '../../src/rest/callers.ts';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { isRestError, RestError } from '../../src/rest/errors.ts';
import { catchRestError, startClient, startUpstream } from './upstream.ts';

const emptySize = { active: 0, waiting: 0, callers: 0 };

const createQueue = (options: CallQueueOptions) => new CallQueue(options, new Callers());

/** Anonymous credential of the client at an address, which is a caller. */
const at = (address: string): Credential => Credential.anonymous.withAddress(address);

/** Queue whose calls end when `end` is called. */
class TestQueue {
  readonly queue: CallQueue;
  /** Names of the calls, in the order in which they started. */
  readonly started: string[] = [];
  readonly slots = new Map<string, Slot>();

  constructor(
    maxActive: number,
    maxActivePerCaller = Number.POSITIVE_INFINITY,
    maxWaitingPerCaller = Number.POSITIVE_INFINITY,
  ) {
    this.queue = createQueue({
      maxActive,
      maxActivePerCaller,
      maxWaitingPerCaller,
    });
  }

  call(caller: string, name: string, priority?: CallPriority): Slot {
    const slot = this.queue.enter(at(caller), () => this.started.push(name), priority);
    if (slot.phase === 'active') this.started.push(name);
    this.slots.set(name, slot);
    return slot;
  }

  calls(caller: string, count: number): void {
    for (let index = 1; index <= count; index++) this.call(caller, `${caller}${index}`);
  }

  end(name: string): void {
    this.slots.get(name)?.release();
  }
}

describe('the queue', () => {
  test('serves callers round robin, and the calls of one in their order', () => {
    const testQueue = new TestQueue(1);
    for (const caller of ['a', 'b', 'c']) testQueue.calls(caller, 3);
    for (let ended = 0; ended < testQueue.started.length; ended++) testQueue.end(testQueue.started[ended] ?? '');
    // The first call of the first caller starts immediately.
    expect(testQueue.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'b3', 'c3']);
    expect(testQueue.queue.size).toEqual(emptySize);
  });

  test.each([2, 3, 4, 10, 1024])('leaves some of %i slots free for other callers', (maxActive) => {
    const testQueue = new TestQueue(maxActive);
    testQueue.calls('hog', 3000);
    const { active } = testQueue.queue.size;
    expect(active).toBeGreaterThanOrEqual(Math.ceil(maxActive / 2));
    expect(active).toBeLessThan(maxActive);
    expect(testQueue.call('other', 'other').phase).toBe('active');
  });

  test('starts deferred calls of a caller after its other calls, in turn with other callers', () => {
    const testQueue = new TestQueue(1);
    testQueue.call('a', 'active');
    testQueue.call('a', 'deferred 1', new CallPriority());
    testQueue.call('a', 'deferred 2', new CallPriority());
    testQueue.call('a', 'first part');
    testQueue.call('b', 'other');
    for (let ended = 0; ended < testQueue.started.length; ended++) testQueue.end(testQueue.started[ended] ?? '');
    expect(testQueue.started).toEqual(['active', 'first part', 'other', 'deferred 1', 'deferred 2']);
    expect(testQueue.queue.size).toEqual(emptySize);
  });

  test('starts a deferred call with the other calls after its priority is raised', () => {
    const testQueue = new TestQueue(1);
    const [waiting, starting] = [new CallPriority(), new CallPriority()];
    starting.raise();
    testQueue.call('a', 'active');
    testQueue.call('a', 'deferred', new CallPriority());
    testQueue.call('a', 'raised', waiting);
    testQueue.call('a', 'first part');
    testQueue.call('a', 'raised before', starting);
    waiting.raise();
    for (let ended = 0; ended < testQueue.started.length; ended++) testQueue.end(testQueue.started[ended] ?? '');
    expect(testQueue.started).toEqual(['active', 'first part', 'raised before', 'raised', 'deferred']);
    expect(testQueue.queue.size).toEqual(emptySize);
  });

  test('counts deferred calls among those that wait', () => {
    const testQueue = new TestQueue(1, 1, 1);
    testQueue.call('a', 'active');
    const slot = testQueue.call('a', 'deferred', new CallPriority());
    expect(testQueue.queue.size.waiting).toBe(1);
    expect(() => testQueue.call('a', 'beyond')).toThrow('Too many waiting REST calls');
    slot.release();
    expect(testQueue.queue.size.waiting).toBe(0);
  });

  test('keeps a slot free for a new caller while ten callers have many calls', () => {
    const testQueue = new TestQueue(100);
    for (let caller = 0; caller < 10; caller++) testQueue.calls(`hog ${caller} `, 200);
    // Callers that came first lose excess slots as their calls end.
    for (let round = 0; round < 500; round++) testQueue.end(testQueue.started[round] ?? '');
    expect(testQueue.call('other', 'other').phase).toBe('active');
  });

  test('limits the active calls of each caller to maxActivePerCaller', () => {
    const testQueue = new TestQueue(100, 7);
    testQueue.calls('a', 20);
    expect(testQueue.queue.size).toEqual({ active: 7, waiting: 13, callers: 1 });
  });

  test('removes a cancelled call from any position', () => {
    const testQueue = new TestQueue(1);
    testQueue.call('first', 'first');
    const order = Array.from({ length: 10_000 }, (_, index) => index);
    const waiting = order.map((index) => testQueue.call(`caller ${index % 7}`, String(index)));
    // Neither in the order of arrival nor against it.
    for (const index of order) waiting[(index * 7919) % 10_000]?.release();
    expect(testQueue.queue.size).toEqual({ active: 1, waiting: 0, callers: 1 });
    for (const slot of waiting) slot.release();
    testQueue.end('first');
    expect(testQueue.queue.size).toEqual(emptySize);
    expect(testQueue.started).toEqual(['first']);
  });

  test('releases a slot once, however often release is called', () => {
    const testQueue = new TestQueue(2);
    const slot = testQueue.call('a', 'a');
    testQueue.call('b', 'b');
    slot.release();
    slot.release();
    expect(testQueue.queue.size).toEqual({ active: 1, waiting: 0, callers: 1 });
  });

  test('does not recurse for calls that end when they start', () => {
    const queue = createQueue({ maxActive: 1, maxActivePerCaller: 1, maxWaitingPerCaller: 100_000 });
    const first = queue.enter(at('a'), () => {});
    for (let index = 0; index < 50_000; index++) {
      const slot: Slot = queue.enter(at('a'), () => slot.release());
    }
    first.release();
    expect(queue.size).toEqual(emptySize);
  });

  test('rejects a caller with too many waiting calls, and no other', () => {
    const testQueue = new TestQueue(1, 1, 5);
    testQueue.calls('a', 6);
    const rejected = (() => {
      try {
        testQueue.call('a', 'too many');
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(isRestError(rejected, 'CALLER_LIMIT') && [rejected.message, rejected.retryAfter]).toEqual([
      'Too many waiting REST calls: the limit is 5 per caller. Select less in one operation, or retry after 1 s',
      1,
    ]);
    expect(testQueue.call('b', 'b').phase).toBe('waiting');
    expect(testQueue.queue.size).toEqual({ active: 1, waiting: 6, callers: 2 });
  });

  test('keeps nothing of callers that may have no waiting calls', () => {
    const queue = createQueue({ maxActive: 1, maxActivePerCaller: 1, maxWaitingPerCaller: 0 });
    const active = queue.enter(at('a'), () => {});
    for (let index = 0; index < 100; index += 1)
      expect(() => queue.enter(at(`caller ${index}`), () => {})).toThrow(RestError);
    expect(queue.size).toEqual({ active: 1, waiting: 0, callers: 1 });
    expect(() => queue.enter(at('a'), () => {})).toThrow(RestError);
    active.release();
    expect(queue.size).toEqual(emptySize);
  });
});

describe('the client', () => {
  const alice = Credential.privateToken('alice');

  test('releases the slots of calls that are cancelled in any state', async () => {
    await using upstream = await startUpstream((request, response) => {
      // Calls succeed, fail or remain pending.
      const kind = Number(request.url?.at(-1)) % 3;
      if (kind === 0) response.end('{}');
      if (kind === 1) request.socket.destroy();
    });
    await using client = startClient(upstream.baseUrl, { connections: 4, callTimeoutMs: 60_000 });
    const calls = Array.from({ length: 300 }, (_, id) => {
      const cancellation = new Cancellation();
      const options = { credential: alice, cancellation };
      const call =
        id % 5 === 0
          ? client.download({ operation: 'downloadGroupAvatar', path: { id } }, options)
          : client.call({ operation: 'getProject', path: { id } }, options);
      setTimeout(() => cancellation.cancel(), id);
      return call;
    });
    for (const result of await Promise.allSettled(calls))
      if (result.status === 'fulfilled' && result.value.body instanceof Readable) result.value.body.destroy();
    await expect.poll(() => client.queue.size).toEqual(emptySize);
  });

  test('rejects a waiting call when it is cancelled', async () => {
    await using upstream = await startUpstream(() => {});
    await using client = startClient(upstream.baseUrl, { connections: 1 });
    const cancellation = new Cancellation();
    const read = (id: number, cancellation: Cancellation) =>
      catchRestError(client.call({ operation: 'getProject', path: { id } }, { credential: alice, cancellation }));
    const [active, waiting] = [read(1, new Cancellation()), read(2, cancellation)];
    await expect.poll(() => upstream.calls).toHaveLength(1);
    expect(client.queue.size).toEqual({ active: 1, waiting: 1, callers: 1 });
    cancellation.cancel();
    expect((await waiting).code).toBe('CANCELLED');
    expect(client.queue.size).toEqual({ active: 1, waiting: 0, callers: 1 });
    expect(cancellation.listenerCount).toBe(0);
    await client.close();
    expect((await active).code).toBe('UPSTREAM_UNREACHABLE');
  });

  test('keeps the slot of a file until its body has been read', async () => {
    await using upstream = await startUpstream((_, response) => response.end('file'));
    await using client = startClient(upstream.baseUrl);
    const { body } = await client.download(
      { operation: 'downloadGroupAvatar', path: { id: 1 } },
      { credential: alice, cancellation: new Cancellation() },
    );
    expect(client.queue.size.active).toBe(1);
    expect((await body.toArray()).join('')).toBe('file');
    await expect.poll(() => client.queue.size).toEqual(emptySize);
  });

  test('does not request a file that is cancelled when the queue assigns its slot', async () => {
    await using upstream = await startUpstream((_, response) => void response.writeHead(200).flushHeaders());
    await using client = startClient(upstream.baseUrl, { connections: 1 });
    const [first, second] = [new Cancellation(), new Cancellation()];
    const read = client.call({ operation: 'getProject', path: { id: 1 } }, { credential: alice, cancellation: first });
    const file = client.download(
      { operation: 'downloadGroupAvatar', path: { id: 1 } },
      { credential: alice, cancellation: second },
    );
    const failures = Promise.all([catchRestError(read), catchRestError(file)]);
    await expect.poll(() => upstream.calls).toHaveLength(1);
    expect(client.queue.size).toEqual({ active: 1, waiting: 1, callers: 1 });
    first.cancel();
    second.cancel();
    expect((await failures).map(({ code }) => code)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(upstream.calls).toHaveLength(1);
    expect(client.queue.size).toEqual(emptySize);
  });

  test('starts the timeout of a call when it has a connection', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 60));
    await using client = startClient(upstream.baseUrl, { connections: 1, callTimeoutMs: 500 });
    const cancellation = new Cancellation();
    const responses = await Promise.all(
      Array.from({ length: 15 }, (_, id) =>
        client.call({ operation: 'getProject', path: { id } }, { credential: alice, cancellation }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });

  test('rejects waiting calls when the client is closed', async () => {
    await using upstream = await startUpstream(() => {});
    const client = startClient(upstream.baseUrl, { connections: 1 });
    const cancellation = new Cancellation();
    const calls = Array.from({ length: 50 }, (_, id) =>
      catchRestError(client.call({ operation: 'getProject', path: { id } }, { credential: alice, cancellation })),
    );
    await expect.poll(() => upstream.calls.length).toBe(1);
    await client.close();
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 'UPSTREAM_UNREACHABLE'));
    expect(client.queue.size).toEqual(emptySize);
  });

  test('moves waiting calls of an accepted credential out of the queue of its address', async () => {
    const pending: (() => void)[] = [];
    let isSlow = true;
    await using upstream = await startUpstream((_, response) => {
      const respond = () => response.writeHead(200).end('{"id":1}');
      if (isSlow) pending.push(respond);
      else respond();
    });
    await using client = startClient(upstream.baseUrl, {
      connections: 8,
      maxCallsPerCaller: 2,
      maxWaitingCallsPerCaller: 10,
    });
    const call = (credential: Credential, id: number) =>
      client.call(
        { operation: 'getProject', path: { id } },
        { credential: credential.withAddress('192.0.2.1'), cancellation: new Cancellation() },
      );
    const first = call(alice, 1);
    const calls = [call(Credential.anonymous, 2)];
    await expect.poll(() => upstream.calls.length).toBe(2);
    for (let id = 3; id < 9; id++) calls.push(call(Credential.anonymous, id));
    calls.push(call(alice, 10), call(alice, 11));
    // The success of alice releases one slot of the address, and alice has her own slots.
    pending.shift()?.();
    await first;
    await expect.poll(() => upstream.calls.length).toBe(5);
    expect(
      upstream.calls
        .slice(2)
        .map((url) => Number(/\d+$/.exec(url)?.[0]))
        .toSorted((a, b) => a - b),
    ).toEqual([3, 10, 11]);
    isSlow = false;
    for (const respond of pending) respond();
    await Promise.all(calls);
    expect(client.queue.size).toEqual(emptySize);
  });

  test('counts a credential separately after its first success', async () => {
    let status = 401;
    await using upstream = await startUpstream((_, response) => response.writeHead(status).end('{"id":1}'));
    await using client = startClient(upstream.baseUrl);
    const here = alice.withAddress('192.0.2.1');
    const call = () =>
      client.call({ operation: 'getProject', path: { id: 1 } }, { credential: here, cancellation: new Cancellation() });
    expect(client.callers.identify(here)).toBe('192.0.2.1');
    await catchRestError(call());
    expect(client.callers.identify(here)).toBe('192.0.2.1');
    status = 200;
    await call();
    expect(client.callers.identify(here)).toBe(alice.fingerprint);
    expect(client.callers.identify(alice.withAddress('192.0.2.2'))).toBe(alice.fingerprint);
    expect(client.callers.identify(Credential.anonymous.withAddress('192.0.2.2'))).toBe('192.0.2.2');
  });
});
