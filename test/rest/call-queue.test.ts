import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CallPriority } from '../../src/rest/call-priority.ts';
import { CallQueue, type Slot } from '../../src/rest/call-queue.ts';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { Credential } from '../../src/rest/credential.ts';
import { isRestError } from '../../src/rest/errors.ts';
import { failureOf, startClient, startUpstream } from './upstream.ts';

const nothing = { active: 0, waiting: 0, callers: 0 };

/** A queue whose calls end when the test says so. */
class Scene {
  readonly queue: CallQueue;
  /** Names of the calls, in the order in which they began. */
  readonly begun: string[] = [];
  readonly places = new Map<string, Slot>();

  constructor(places: number, placesPerCaller = Number.POSITIVE_INFINITY, waitingPerCaller = Number.POSITIVE_INFINITY) {
    this.queue = new CallQueue({
      maxActive: places,
      maxActivePerCaller: placesPerCaller,
      maxWaitingPerCaller: waitingPerCaller,
    });
  }

  call(caller: string, name: string, priority?: CallPriority): Slot {
    const place = this.queue.enter(caller, { start: () => this.begun.push(name) }, undefined, priority);
    if (place.phase === 'active') this.begun.push(name);
    this.places.set(name, place);
    return place;
  }

  calls(caller: string, count: number): void {
    for (let index = 1; index <= count; index++) this.call(caller, `${caller}${index}`);
  }

  end(name: string): void {
    this.places.get(name)?.release();
  }
}

describe('the queue', () => {
  test('serves callers round robin, and the calls of one in their order', () => {
    const scene = new Scene(1);
    for (const caller of ['a', 'b', 'c']) scene.calls(caller, 3);
    for (let ended = 0; ended < scene.begun.length; ended++) scene.end(scene.begun[ended] ?? '');
    // The first of the first caller found a place at once.
    expect(scene.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'b3', 'c3']);
    expect(scene.queue.size).toEqual(nothing);
  });

  test.each([2, 3, 4, 10, 1024])('leaves some of %i slots free for other callers', (places) => {
    const scene = new Scene(places);
    scene.calls('hog', 3000);
    const { active: held } = scene.queue.size;
    expect(held).toBeGreaterThanOrEqual(Math.ceil(places / 2));
    expect(held).toBeLessThan(places);
    expect(scene.call('other', 'other').phase).toBe('active');
  });

  test('starts deferred calls of a caller after its other calls, in turn with other callers', () => {
    const scene = new Scene(1);
    scene.call('a', 'active');
    scene.call('a', 'deferred 1', new CallPriority());
    scene.call('a', 'deferred 2', new CallPriority());
    scene.call('a', 'first part');
    scene.call('b', 'other');
    for (let ended = 0; ended < scene.begun.length; ended++) scene.end(scene.begun[ended] ?? '');
    expect(scene.begun).toEqual(['active', 'first part', 'other', 'deferred 1', 'deferred 2']);
    expect(scene.queue.size).toEqual(nothing);
  });

  test('starts a deferred call with the others once they need it, too', () => {
    const scene = new Scene(1);
    const [waiting, starting] = [new CallPriority(), new CallPriority()];
    starting.raise();
    scene.call('a', 'active');
    scene.call('a', 'deferred', new CallPriority());
    scene.call('a', 'raised', waiting);
    scene.call('a', 'first part');
    scene.call('a', 'raised before', starting);
    waiting.raise();
    for (let ended = 0; ended < scene.begun.length; ended++) scene.end(scene.begun[ended] ?? '');
    expect(scene.begun).toEqual(['active', 'first part', 'raised before', 'raised', 'deferred']);
    expect(scene.queue.size).toEqual(nothing);
  });

  test('counts deferred calls among those that wait', () => {
    const scene = new Scene(1, 1, 1);
    scene.call('a', 'active');
    const place = scene.call('a', 'deferred', new CallPriority());
    expect(scene.queue.size.waiting).toBe(1);
    expect(() => scene.call('a', 'beyond')).toThrow('MAX_WAITING_CALLS_PER_CALLER');
    place.release();
    expect(scene.queue.size.waiting).toBe(0);
  });

  test('keeps a slot free for the eleventh of ten callers with many calls', () => {
    const scene = new Scene(100);
    for (let caller = 0; caller < 10; caller++) scene.calls(`hog ${caller} `, 200);
    // Whoever came first gives up what it holds too much as its calls end.
    for (let round = 0; round < 500; round++) scene.end(scene.begun[round] ?? '');
    expect(scene.call('other', 'other').phase).toBe('active');
  });

  test('limits each caller to its share', () => {
    const scene = new Scene(100, 7);
    scene.calls('a', 20);
    expect(scene.queue.size).toEqual({ active: 7, waiting: 13, callers: 1 });
  });

  test('removes a cancelled call from any position', () => {
    const scene = new Scene(1);
    scene.call('first', 'first');
    const order = Array.from({ length: 10_000 }, (_, index) => index);
    const waiting = order.map((index) => scene.call(`caller ${index % 7}`, String(index)));
    // Neither in the order of arrival nor against it.
    for (const index of order) waiting[(index * 7919) % 10_000]?.release();
    expect(scene.queue.size).toEqual({ active: 1, waiting: 0, callers: 1 });
    for (const place of waiting) place.release();
    scene.end('first');
    expect(scene.queue.size).toEqual(nothing);
    expect(scene.begun).toEqual(['first']);
  });

  test('releases a slot once, however often release is called', () => {
    const scene = new Scene(2);
    const place = scene.call('a', 'a');
    scene.call('b', 'b');
    place.release();
    place.release();
    expect(scene.queue.size).toEqual({ active: 1, waiting: 0, callers: 1 });
  });

  test('does not recurse for calls that end when they start', () => {
    const queue = new CallQueue({ maxActive: 1, maxActivePerCaller: 1, maxWaitingPerCaller: 100_000 });
    const first = queue.enter('a', { start() {} });
    for (let index = 0; index < 50_000; index++) {
      const place: Slot = queue.enter('a', { start: () => place.release() });
    }
    first.release();
    expect(queue.size).toEqual(nothing);
  });

  test('rejects a caller with too many waiting calls, and no other', () => {
    const scene = new Scene(1, 1, 5);
    scene.calls('a', 6);
    const rejected = (() => {
      try {
        scene.call('a', 'too many');
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(isRestError(rejected, 'CALLER_LIMIT') && [rejected.message, rejected.retryAfter]).toEqual([
      'Too many waiting REST calls: the limit is 5 per caller (MAX_WAITING_CALLS_PER_CALLER). Retry after 1 s',
      1,
    ]);
    expect(scene.call('b', 'b').phase).toBe('waiting');
    expect(scene.queue.size).toEqual({ active: 1, waiting: 6, callers: 2 });
  });

  test('rejects a waiting call when it is cancelled', async () => {
    const queue = new CallQueue({ maxActive: 1, maxActivePerCaller: 1, maxWaitingPerCaller: 10 });
    const held = await queue.waitForSlot('a', new Cancellation());
    const cancellation = new Cancellation();
    const waiting = failureOf(queue.waitForSlot('a', cancellation));
    cancellation.cancel();
    expect((await waiting).code).toBe('CANCELLED');
    held.release();
    expect(queue.size).toEqual(nothing);
  });
});

describe('in the client', () => {
  const alice = Credential.privateToken('alice');

  test('releases the slots of calls that are cancelled in any state', async () => {
    await using upstream = await startUpstream((request, response) => {
      // Some are answered, some hang, some break.
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
    for (const settled of await Promise.allSettled(calls))
      if (settled.status === 'fulfilled' && settled.value.body instanceof Readable) settled.value.body.destroy();
    await expect.poll(() => client.queue.size).toEqual(nothing);
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
    await expect.poll(() => client.queue.size).toEqual(nothing);
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
    const failures = Promise.all([failureOf(read), failureOf(file)]);
    await expect.poll(() => upstream.calls).toHaveLength(1);
    expect(client.queue.size).toEqual({ active: 1, waiting: 1, callers: 1 });
    first.cancel();
    second.cancel();
    expect((await failures).map(({ code }) => code)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(upstream.calls).toHaveLength(1);
    expect(client.queue.size).toEqual(nothing);
  });

  test('starts the timeout of a call when it has a connection', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 60));
    await using client = startClient(upstream.baseUrl, { connections: 1, callTimeoutMs: 500 });
    const cancellation = new Cancellation();
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, id) =>
        client.call({ operation: 'getProject', path: { id } }, { credential: alice, cancellation }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('rejects waiting calls when the client is closed', async () => {
    await using upstream = await startUpstream(() => {});
    const client = startClient(upstream.baseUrl, { connections: 1 });
    const cancellation = new Cancellation();
    const calls = Array.from({ length: 50 }, (_, id) =>
      failureOf(client.call({ operation: 'getProject', path: { id } }, { credential: alice, cancellation })),
    );
    await expect.poll(() => upstream.calls.length).toBe(1);
    await client.close();
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 'UPSTREAM_UNREACHABLE'));
    expect(client.queue.size).toEqual(nothing);
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
    // Alice's success frees one place of the address and gives her places of her own.
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
    expect(client.queue.size).toEqual(nothing);
  });

  test('counts a credential separately after its first success', async () => {
    let status = 401;
    await using upstream = await startUpstream((_, response) => response.writeHead(status).end('{"id":1}'));
    await using client = startClient(upstream.baseUrl);
    const here = alice.withAddress('192.0.2.1');
    const call = () =>
      client.call({ operation: 'getProject', path: { id: 1 } }, { credential: here, cancellation: new Cancellation() });
    expect(client.callers.identify(here)).toBe('192.0.2.1');
    await failureOf(call());
    expect(client.callers.identify(here)).toBe('192.0.2.1');
    status = 200;
    await call();
    expect(client.callers.identify(here)).toBe(alice.fingerprint);
    expect(client.callers.identify(alice.withAddress('192.0.2.2'))).toBe(alice.fingerprint);
    expect(client.callers.identify(Credential.anonymous.withAddress('192.0.2.2'))).toBe('192.0.2.2');
  });
});
