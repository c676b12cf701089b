import { describe, expect, test } from 'vitest';
import { Credential } from '../../src/rest/credential.ts';
import type { CredentialEvents, CredentialListener } from '../../src/rest/credential-events.ts';
import { UpstreamLimits } from '../../src/rest/upstream-limits.ts';
import { systemClock } from '../../src/watch/clock.ts';
import { PollBudget, PollBudgets } from '../../src/watch/poll-budget.ts';
import { FakeClock, waitForPromises } from './clock.ts';
import { collect, failure, formatState, pipeline, Scene } from './upstream.ts';

const [alice, bob] = [Credential.privateToken('alice'), Credential.privateToken('bob')];
const day = 24 * 60 * 60 * 1000;

interface Limits {
  readonly remaining?: string;
  readonly reset?: string;
}

const createHeaders = ({ remaining, reset }: Limits) => ({
  'ratelimit-remaining': remaining,
  'ratelimit-reset': reset,
});

const createLimits = (clock: FakeClock, events?: CredentialEvents) =>
  new UpstreamLimits({ events, now: () => clock.now() });
const createBudget = (clock: FakeClock) => new PollBudget(clock, alice, createLimits(clock));
const createBudgets = (clock: FakeClock) => new PollBudgets(clock, createLimits(clock));

/** Subscribes to the given number of topics. */
function subscribe(scene: Scene, count: number) {
  const subscriptions = Array.from({ length: count }, (_, index) =>
    scene.subscribe({ intervalMs: 1000 }, `topic ${index}`),
  );
  const received = subscriptions.map((subscription) => collect(subscription).received);
  const leave = () => Promise.all(subscriptions.map((subscription) => subscription.return()));
  return { received, leave };
}

describe('pollers of one credential', () => {
  // Half of the remaining calls, and the first poll, whose response reports their number.
  test.each([
    ['0', 1],
    ['1', 1],
    ['2', 2],
    ['3', 2],
    ['100', 51],
    ['1400', 701],
  ])(
    'make the first poll, and then at most half of the %s remaining calls before the reset',
    async (remaining, maxPolls) => {
      const scene = new Scene();
      scene.clock.jitter = 0.3;
      scene.reaction = pipeline('running', createHeaders({ remaining, reset: '60' }));
      const { leave } = subscribe(scene, 700);
      await scene.clock.advance(59_000);
      expect(scene.polls.length).toBeLessThanOrEqual(maxPolls);
      expect(scene.polls.length).toBeGreaterThan(maxPolls * 0.9);
      await leave();
      expect([scene.clock.timers, scene.pollers]).toEqual([0, 0]);
    },
  );

  test('make one poll before the reset, and all poll after it', async () => {
    const scene = new Scene();
    scene.clock.jitter = 0.3;
    scene.reaction = pipeline('running', createHeaders({ remaining: '0', reset: '60' }));
    const { received, leave } = subscribe(scene, 100);
    await scene.clock.advance(59_000);
    expect(scene.polls).toEqual([0]);
    scene.reaction = pipeline('running', createHeaders({ remaining: '1000', reset: '60' }));
    await scene.clock.advance(10_000);
    expect(received.every((states) => states.some(({ kind }) => kind === 'read'))).toBe(true);
    await leave();
  });

  test('do not wait for the first poll if its subscriber leaves before the response', async () => {
    const scene = new Scene();
    scene.reaction = 'never';
    const first = scene.subscribe({}, 'first');
    collect(first);
    await waitForPromises();
    const second = scene.subscribe({}, 'second');
    const { received } = collect(second);
    await waitForPromises();
    expect(scene.polls).toHaveLength(1);
    scene.reaction = pipeline('running');
    await first.return();
    await waitForPromises();
    expect(received.map(formatState)).toEqual(['running']);
    await second.return();
  });

  test('make no poll before the reset in the headers of a failed poll', async () => {
    const scene = new Scene();
    scene.reaction = failure('UPSTREAM_FAILED', 503);
    scene.failureHeaders = createHeaders({ remaining: '0', reset: '600' });
    const { leave } = subscribe(scene, 20);
    await scene.clock.advance(599_000);
    expect(scene.polls).toEqual([0]);
    await leave();
  });

  test('poll one at a time, at growing intervals, after a 429 without headers', async () => {
    const scene = new Scene();
    scene.reaction = failure('RATE_LIMITED', 429);
    const { leave } = subscribe(scene, 100);
    await scene.clock.advance(60_000);
    // One poll at a time, at growing intervals.
    expect(scene.polls.length).toBeLessThan(60);
    await leave();
  });

  test('report a pause above 30 seconds to their subscribers', async () => {
    const scene = new Scene();
    scene.budget.pauseUntil(scene.clock.now() + day);
    const subscription = scene.subscribe();
    const { received } = collect(subscription);
    await scene.clock.advance(31_000);
    expect(scene.polls).toEqual([]);
    expect(received.map(formatState)).toEqual(['RATE_LIMITED']);
    await scene.clock.advance(day);
    expect(received.map(formatState)).toEqual(['RATE_LIMITED', 'running']);
    await subscription.return();
    expect(scene.clock.timers).toBe(0);
  });
});

describe('rate limits of the upstream', () => {
  const now = 1_700_000_000;
  // Limits, and the milliseconds for which no poll is allowed.
  const cases: readonly (readonly [Limits, number])[] = [
    [{}, 0],
    [{ reset: '60' }, 0],
    [{ remaining: '0' }, 60_000],
    [{ remaining: '0', reset: 'soon' }, 60_000],
    [{ remaining: '0', reset: '90' }, 90_000],
    [{ remaining: '0', reset: '1.5' }, 1500],
    [{ remaining: '0', reset: String(now + 90) }, 90_000],
    [{ remaining: '0', reset: String((now + 90) * 1000) }, 90_000],
    [{ remaining: '0', reset: '0' }, 1000],
    [{ remaining: '0', reset: '-5' }, 1000],
    [{ remaining: '0', reset: String(now - 500_000) }, 1000],
    [{ remaining: '0', reset: '999999999' }, day],
    [{ remaining: '0', reset: '9999999999' }, day],
    [{ remaining: '0', reset: '1e300' }, day],
    [{ remaining: '0', reset: 'Infinity' }, 60_000],
    [{ remaining: '-3', reset: '90' }, 90_000],
    [{ remaining: '0.9', reset: '90' }, 90_000],
    [{ remaining: '1', reset: '90' }, 90_000],
    [{ remaining: '2.5', reset: '90' }, 0],
    [{ remaining: 'many', reset: '90' }, 0],
    [{ remaining: '', reset: '' }, 0],
  ];

  test.each(cases)('with %j delay polls by %i ms', (limits, waitMs) => {
    const budget = createBudget(new FakeClock());
    budget.pollers = 1;
    budget.recordResponse({ status: 200, headers: createHeaders(limits) });
    expect(budget.waitMs).toBe(waitMs);
    expect(budget.minIntervalMs).toBeGreaterThanOrEqual(0);
    expect(budget.minIntervalMs).toBeLessThanOrEqual(day);
  });

  test('treats a 429 with only a reset as an exhausted limit', () => {
    const budget = createBudget(new FakeClock());
    budget.recordResponse({ status: 429, headers: createHeaders({ reset: '90' }) });
    expect(budget.waitMs).toBe(90_000);
  });

  test('shortens a pause of more than a day to a day', () => {
    const clock = new FakeClock();
    const budget = createBudget(clock);
    budget.pauseUntil(clock.now() + 1e12);
    expect(budget.waitMs).toBe(day);
  });
});

test.each(['Retry-After', 'reset'])('makes no further polls for almost a day after a %s years ahead', async (limit) => {
  const scene = new Scene();
  scene.reaction = failure('RATE_LIMITED', 429, limit === 'reset' ? undefined : 1_000_000_000);
  scene.failureHeaders = limit === 'reset' ? createHeaders({ remaining: '0', reset: '99999999999' }) : {};
  const { leave } = subscribe(scene, 3);
  await scene.clock.advance(day - 1000);
  expect(scene.polls).toEqual([0]);
  await leave();
});

test('polls a failing upstream with a Retry-After of 30 years again after a day', async () => {
  const scene = new Scene();
  scene.reaction = failure('UPSTREAM_FAILED', 503, 1_000_000_000);
  const subscription = scene.subscribe();
  collect(subscription);
  await scene.clock.advance(day + 1000);
  expect(scene.polls).toEqual([0, day]);
  await subscription.return();
});

test.each([2 ** 31, 1e12, Number.POSITIVE_INFINITY, Number.NaN])(
  'does not run a timer of %d ms immediately',
  async (delayMs) => {
    let hasRun = false;
    const cancel = systemClock.setTimeout(delayMs, () => {
      hasRun = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    cancel();
    expect(hasRun).toBe(false);
  },
);

describe('the budgets', () => {
  test('share pauses and writes with other instances', () => {
    const clock = new FakeClock();
    const received: string[] = [];
    const listeners = new Map<string, CredentialListener>();
    const events: CredentialEvents = {
      publishPause: ({ fingerprint }, until) => received.push(`${fingerprint} until ${until - clock.now()}`),
      publishWrite: async () => undefined,
      loadLastWrite: async () => undefined,
      subscribe({ fingerprint }, listener) {
        listeners.set(fingerprint, listener);
        return () => listeners.delete(fingerprint);
      },
      takeRemotePause: () => undefined,
    };
    const limits = createLimits(clock, events);
    const budgets = new PollBudgets(clock, limits, events);
    const budget = budgets.join(alice);
    budgets.join(alice);
    expect([...listeners.keys()]).toEqual([alice.fingerprint]);
    limits.pause(alice, clock.now() + 5000);
    limits.pause(alice, clock.now() + 4000);
    expect(budget.waitMs).toBe(5000);
    expect(received).toEqual([`${alice.fingerprint} until 5000`]);
    // Events of another instance are not published again.
    listeners.get(alice.fingerprint)?.onPause(clock.now() + 9000);
    listeners.get(alice.fingerprint)?.onWrite(clock.now());
    expect([budget.waitMs, budget.writtenAt, received.length]).toEqual([9000, clock.now(), 1]);
    budgets.leave(alice.fingerprint);
    expect(listeners.size).toBe(1);
    budgets.leave(alice.fingerprint);
    expect(listeners.size).toBe(0);
  });

  test('keep a pause when the last poller ends', () => {
    const clock = new FakeClock();
    const budgets = createBudgets(clock);
    budgets.join(alice).pauseUntil(clock.now() + 60_000);
    budgets.leave(alice.fingerprint);
    expect(budgets.pollers).toBe(0);
    expect(budgets.join(alice).waitMs).toBe(60_000);
    expect(budgets.join(bob).waitMs).toBe(0);
  });

  test('keep the remaining calls when the last poller ends', () => {
    const budgets = createBudgets(new FakeClock());
    const budget = budgets.join(alice);
    expect(budget.tryAcquire()).toBe(true);
    budget.recordResponse({ status: 200, headers: createHeaders({ remaining: '2', reset: '60' }) });
    budget.done(true);
    budgets.leave(alice.fingerprint);
    const again = budgets.join(alice);
    expect([again.waitMs, again.tryAcquire(), again.waitMs]).toEqual([0, true, 60_000]);
  });

  test('are removed with their last poller if they pause nothing', async () => {
    const clock = new FakeClock();
    const budgets = createBudgets(clock);
    const first = budgets.join(alice);
    budgets.leave(alice.fingerprint);
    expect(budgets.join(alice)).not.toBe(first);
  });
});
