import { expect, test } from 'vitest';
import { waitForPromises } from './clock.ts';
import { collect, failure, formatState, pipeline, Scene } from './upstream.ts';

/** Returns the differences between successive times. */
const getIntervals = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

async function withScene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = new Scene();
  await run(scene);
  expect([scene.clock.timers, scene.pollers, scene.pending.size, scene.hub.subscribers]).toEqual([0, 0, 0, 0]);
}

test('starts with a short interval, which grows up to a maximum while nothing changes', () =>
  withScene(async (scene) => {
    const subscription = scene.subscribe();
    collect(subscription);
    await scene.clock.advance(180_000);
    const intervals = getIntervals(scene.polls);
    expect(intervals.slice(0, 5)).toEqual([1000, 1500, 2250, 3375, 5062.5]);
    expect(intervals.at(-1)).toBe(30_000);
    expect(Math.max(...intervals)).toBe(30_000);
    expect(scene.polls.length).toBeLessThan(15);
    await subscription.return();
  }));

test('resets the interval after a change', () =>
  withScene(async (scene) => {
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await scene.clock.advance(60_000);
    scene.reaction = pipeline('canceling');
    await scene.clock.advance(30_000);
    const changed = scene.polls.length;
    scene.polls.length = 0;
    await scene.clock.advance(30_000);
    expect(changed).toBeGreaterThan(0);
    expect(received.map(formatState)).toEqual(['running', 'canceling']);
    expect(getIntervals(scene.polls)[0]).toBeLessThan(15_000);
    await subscription.return();
  }));

test('sends no event for a 202 without a body if the operation does not document it', () =>
  withScene(async (scene) => {
    scene.reaction = { status: 202 };
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await waitForPromises();
    expect(received).toEqual([]);
    scene.reaction = pipeline('success');
    await scene.clock.advance(30_000);
    expect(received.map(formatState)).toEqual(['success']);
    await subscription.return();
  }));

test('sends no ETag after a response without a body', () =>
  withScene(async (scene) => {
    scene.request = { operation: 'getVulnerabilityExport', path: { id: 1 } };
    scene.reaction = { status: 200, headers: { etag: 'W/"1"' } };
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await scene.clock.advance(10_000);
    expect(scene.headers.length).toBeGreaterThan(1);
    expect(scene.headers).toEqual(scene.headers.map(() => ({})));
    scene.reaction = pipeline('success', { etag: 'W/"1"' });
    await scene.clock.advance(30_000);
    expect(received.map(formatState).at(-1)).toBe('success');
    await subscription.return();
  }));

test('adds jitter to intervals, and never shortens them', () =>
  withScene(async (scene) => {
    scene.clock.jitter = 0.5;
    const subscription = scene.subscribe();
    collect(subscription);
    await scene.clock.advance(4000);
    expect(getIntervals(scene.polls).map(Math.round)).toEqual([1100, 1650]);
    await subscription.return();
  }));

test('sends no event for a 304', () =>
  withScene(async (scene) => {
    scene.reaction = pipeline('running', { etag: 'W/"1"' });
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await waitForPromises();
    scene.reaction = { status: 304 };
    await scene.clock.advance(10_000);
    expect(scene.headers).toEqual([{}, ...scene.polls.slice(1).map(() => ({ 'if-none-match': 'W/"1"' }))]);
    scene.reaction = pipeline('success', { etag: 'W/"2"' });
    await scene.clock.advance(10_000);
    expect(received.map(formatState)).toEqual(['running', 'success']);
    expect(scene.headers.at(-1)).toEqual({ 'if-none-match': 'W/"2"' });
    await subscription.return();
  }));

test('polls without a condition after a 304 with another ETag', () =>
  withScene(async (scene) => {
    scene.reaction = pipeline('running', { etag: '"1"' });
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await waitForPromises();
    scene.reaction = { status: 304, headers: { etag: '"2"' } };
    await scene.clock.advance(1000);
    scene.reaction = pipeline('success', { etag: '"2"' });
    await scene.clock.advance(10_000);
    expect(received.map(formatState)).toEqual(['running', 'success']);
    expect(scene.headers.slice(0, 3)).toEqual([{}, { 'if-none-match': '"1"' }, {}]);
    await subscription.return();
  }));

test('uses the shortest requested interval while its subscriber remains, at least one second', () =>
  withScene(async (scene) => {
    const slow = scene.subscribe({ intervalMs: 60_000 });
    collect(slow);
    await scene.clock.advance(70_000);
    expect(scene.polls).toEqual([0, 60_000]);
    const quick = scene.subscribe({ intervalMs: 5000 });
    collect(quick);
    await scene.clock.advance(15_000);
    expect(scene.polls).toEqual([0, 60_000, 70_000, 75_000, 80_000, 85_000]);
    await quick.return();
    await scene.clock.advance(70_000);
    expect(getIntervals(scene.polls).slice(-1)).toEqual([60_000]);
    const impatient = scene.subscribe({ intervalMs: 1 });
    collect(impatient);
    scene.polls.length = 0;
    await scene.clock.advance(3000);
    expect(Math.min(...getIntervals(scene.polls))).toBe(1000);
    await Promise.all([slow.return(), impatient.return()]);
  }));

test.each([
  ['later', 60_000],
  ['during a poll', 0],
])(
  'polls for a subscriber that joins %s when its required time, which may be a fraction of a millisecond, has passed',
  (_, delayMs) =>
    withScene(async (scene) => {
      const early = scene.subscribe();
      collect(early);
      await scene.clock.advance(delayMs);
      const { length } = scene.polls;
      const joinedAt = scene.clock.now();
      const late = scene.subscribe({ newerThanAt: joinedAt + 300.5 });
      const { received } = collect(late);
      await scene.clock.advance(310);
      expect(received.map(({ readAt }) => readAt - joinedAt)).toEqual([302]);
      expect(scene.polls).toHaveLength(length + 1);
      await Promise.all([early.return(), late.return()]);
    }),
);

test('starts with the poll whose state the first subscriber needs', () =>
  withScene(async (scene) => {
    const subscription = scene.subscribe({ newerThanAt: scene.clock.now() + 300 });
    const { received } = collect(subscription);
    await scene.clock.advance(310);
    expect(scene.polls).toEqual([302]);
    expect(received.map(formatState)).toEqual(['running']);
    await subscription.return();
  }));

test('polls a failing upstream at growing intervals, and reports the error after the grace period', () =>
  withScene(async (scene) => {
    const subscription = scene.subscribe({ intervalMs: 1000 });
    const { received } = collect(subscription);
    await waitForPromises();
    scene.polls.length = 0;
    scene.reaction = failure('UPSTREAM_FAILED', 502);
    await scene.clock.advance(30_000);
    expect(received.map(formatState)).toEqual(['running']);
    expect(getIntervals(scene.polls)).toEqual([2000, 4000, 8000]);
    await scene.clock.advance(1000);
    expect(received.map(formatState)).toEqual(['running', 'UPSTREAM_FAILED']);
    await scene.clock.advance(200_000);
    expect(getIntervals(scene.polls).at(-1)).toBe(30_000);
    expect(received.map(formatState)).toEqual(['running', 'UPSTREAM_FAILED']);
    // A new subscriber receives the same, and causes no calls.
    const before = scene.polls.length;
    const newcomer = scene.subscribe({ newerThanAt: scene.clock.now() });
    expect(formatState((await newcomer.next()).value ?? expect.fail())).toBe('UPSTREAM_FAILED');
    expect(scene.polls.length).toBe(before);
    await newcomer.return();
    // Subscribers that received the failure receive the same state again.
    scene.reaction = pipeline('running');
    await scene.clock.advance(31_000);
    expect(received.map(formatState)).toEqual(['running', 'UPSTREAM_FAILED', 'running']);
    scene.polls.length = 0;
    await scene.clock.advance(3000);
    expect(getIntervals(scene.polls)).toEqual([1000, 1000]);
    await subscription.return();
  }));

test('does not report a single failure', () =>
  withScene(async (scene) => {
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    for (const reaction of [failure('UPSTREAM_UNREACHABLE'), { body: [] }, failure('DEADLINE_EXCEEDED')]) {
      scene.reaction = reaction;
      await scene.clock.advance(2000);
      scene.reaction = pipeline('running');
      await scene.clock.advance(10_000);
    }
    expect(received.map(formatState)).toEqual(['running']);
    await subscription.return();
  }));

test('applies Retry-After to all pollers of the credential', () =>
  withScene(async (scene) => {
    const first = scene.subscribe({}, 'one');
    collect(first);
    await waitForPromises();
    scene.reaction = failure('RATE_LIMITED', 429, 120);
    await scene.clock.advance(1000);
    const second = scene.subscribe({}, 'other');
    collect(second);
    scene.reaction = pipeline('running');
    await scene.clock.advance(119_000);
    expect(scene.polls).toEqual([0, 1000]);
    await scene.clock.advance(5000);
    expect(scene.polls.slice(2, 4)).toEqual([121_000, 121_000]);
    await Promise.all([first.return(), second.return()]);
  }));

test('waits for Retry-After of a failing upstream, without a longer grace period', () =>
  withScene(async (scene) => {
    scene.reaction = failure('UPSTREAM_FAILED', 503, 90);
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await scene.clock.advance(89_000);
    expect(scene.polls).toEqual([0]);
    expect(received.map(formatState)).toEqual(['UPSTREAM_FAILED']);
    scene.reaction = pipeline('running');
    await scene.clock.advance(2000);
    expect(scene.polls[1]).toBe(90_000);
    expect(received.map(formatState)).toEqual(['UPSTREAM_FAILED', 'running']);
    await subscription.return();
  }));

test.each([
  ['as a number of seconds', () => '60'],
  ['as a time', (now: number) => String(now / 1000 + 60)],
])('does not poll before the reset of an exhausted rate limit, with the reset %s', (_, reset) =>
  withScene(async (scene) => {
    const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': reset(scene.clock.now()) };
    scene.reaction = pipeline('running', headers);
    const subscription = scene.subscribe();
    collect(subscription);
    await scene.clock.advance(59_000);
    expect(scene.polls).toEqual([0]);
    scene.reaction = pipeline('running');
    await scene.clock.advance(2000);
    expect(scene.polls).toHaveLength(2);
    await subscription.return();
  }),
);

test('divides half of the remaining calls among the pollers', () =>
  withScene(async (scene) => {
    scene.reaction = pipeline('running', { 'ratelimit-remaining': '40', 'ratelimit-reset': '60' });
    const subscriptions = Array.from({ length: 10 }, (_, index) =>
      scene.subscribe({ intervalMs: 1000 }, `topic ${index}`),
    );
    for (const subscription of subscriptions) collect(subscription);
    await scene.clock.advance(59_000);
    expect(scene.polls.length).toBeLessThanOrEqual(30);
    expect(scene.polls.length).toBeGreaterThanOrEqual(20);
    await Promise.all(subscriptions.map((subscription) => subscription.return()));
  }));

test.each([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [400, 'BAD_USER_INPUT'],
] as const)('ends the stream with the error of status %i', (status, code) =>
  withScene(async (scene) => {
    const { received, end } = collect(scene.subscribe());
    await waitForPromises();
    scene.reaction = failure(code, status);
    await scene.clock.advance(2000);
    await end;
    expect(received.map(formatState)).toEqual(['running', `${code}, over`]);
    expect(scene.pollers).toBe(0);
    // A later subscriber has a new poller.
    scene.reaction = pipeline('running');
    const later = scene.subscribe();
    expect(formatState((await later.next()).value ?? expect.fail())).toBe('running');
    await later.return();
  }),
);

test('ends the stream with NOT_FOUND if the object is deleted', () =>
  withScene(async (scene) => {
    const { received, end } = collect(scene.subscribe());
    await waitForPromises();
    scene.reaction = failure('NOT_FOUND', 404);
    await scene.clock.advance(10_000);
    await end;
    expect(received.map(formatState)).toEqual(['running', 'NOT_FOUND, over']);
  }));

test('cancels the active call when the last subscriber leaves', () =>
  withScene(async (scene) => {
    scene.reaction = 'never';
    const [first, second] = [scene.subscribe(), scene.subscribe()];
    collect(first);
    collect(second);
    await waitForPromises();
    expect([scene.pollers, scene.pending.size]).toEqual([1, 1]);
    await first.return();
    expect(scene.pending.size).toBe(1);
    await second.return();
    expect(scene.pending.size).toBe(0);
  }));
