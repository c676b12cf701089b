import { expect, test } from 'vitest';
import { type StateSource, TopicHub } from '../../src/watch/hub.ts';
import type { State } from '../../src/watch/state.ts';
import { waitForPromises } from './clock.ts';
import { collect, endOnFailure, formatState, pipeline, Scene } from './upstream.ts';

const createState = (status: string, readAt: number): State => ({
  kind: 'read',
  readAt,
  version: status,
  attributes: { status },
});

/** Source that publishes on request. */
function manualSource() {
  const log: string[] = [];
  let publish: (state: State) => void = () => expect.fail('not started');
  const source: StateSource = {
    start: (listener) => {
      log.push('start');
      publish = listener;
    },
    onSubscribe: (_, satisfied) => log.push(satisfied ? 'joined' : 'joined, not satisfied'),
    wake: () => log.push('woken'),
    stop: () => log.push('stop'),
  };
  return { log, source: () => source, publish: (state: State) => publish(state) };
}

const options = { intervalMs: undefined, newerThanAt: 0 };

test('starts one source when the first subscriber of a topic reads, and stops it after the last one leaves', async () => {
  const hub = new TopicHub();
  const { log, source, publish } = manualSource();
  const subscriptions = Array.from({ length: 100 }, () => hub.subscribe('a', options, endOnFailure(), source));
  expect(log).toEqual([]);
  const all = subscriptions.map(collect);
  publish(createState('running', 1));
  await waitForPromises();
  expect(all.map(({ received }) => received.map(formatState))).toEqual(subscriptions.map(() => ['running']));
  expect(hub.subscribers).toBe(100);
  await Promise.all(subscriptions.slice(1).map((subscription) => subscription.return()));
  expect(log.filter((entry) => entry === 'stop')).toEqual([]);
  await subscriptions[0]?.return();
  expect(log.filter((entry) => !entry.startsWith('joined'))).toEqual(['start', 'stop']);
  expect(hub.subscribers).toBe(0);
});

test('sends a slow subscriber the newest state only, a quick one all states, and no event for a reverted change', async () => {
  const hub = new TopicHub();
  const { source, publish } = manualSource();
  const slow = hub.subscribe('a', options, endOnFailure(), source);
  const quick = hub.subscribe('a', options, endOnFailure(), source);
  const { received } = collect(quick);
  const first = slow.next();
  publish(createState('created', 1));
  await first;
  for (const [at, status] of ['pending', 'running', 'canceling', 'canceled'].entries()) {
    publish(createState(status, at + 2));
    await waitForPromises();
  }
  expect(formatState((await slow.next()).value ?? expect.fail())).toBe('canceled');
  expect(received.map(formatState)).toEqual(['created', 'pending', 'running', 'canceling', 'canceled']);
  // A change that is reverted before the subscriber reads it causes no event.
  publish(createState('running', 7));
  publish(createState('canceled', 8));
  const pendingState = Promise.race([slow.next(), waitForPromises()]);
  expect(await pendingState).toBeUndefined();
  await Promise.all([slow.return(), quick.return()]);
  expect(hub.subscribers).toBe(0);
});

test('sends a new subscriber the current state immediately if it is new enough, and the next poll otherwise', async () => {
  const hub = new TopicHub();
  const { log, source, publish } = manualSource();
  collect(hub.subscribe('a', options, endOnFailure(), source));
  publish(createState('running', 1000));
  const satisfiedSubscription = hub.subscribe('a', { intervalMs: undefined, newerThanAt: 999 }, endOnFailure(), source);
  expect(formatState((await satisfiedSubscription.next()).value ?? expect.fail())).toBe('running');
  const unsatisfiedSubscription = hub.subscribe(
    'a',
    { intervalMs: undefined, newerThanAt: 1000 },
    endOnFailure(),
    source,
  );
  const next = unsatisfiedSubscription.next();
  expect(log).toEqual(['start', 'joined', 'joined, not satisfied']);
  publish(createState('running', 1001));
  expect(formatState((await next).value ?? expect.fail())).toBe('running');
});

test('makes one immediate poll for all subscribers that need a newer state than that of the last poll', async () => {
  const scene = new Scene();
  const firstSubscription = scene.subscribe();
  collect(firstSubscription);
  await scene.clock.advance(100);
  scene.reaction = pipeline('success');
  const laterSubscriptions = [1, 2, 3].map(() => scene.subscribe({ newerThanAt: scene.clock.now() - 1 }));
  const received = laterSubscriptions.map((subscription) => subscription.next());
  await scene.clock.advance(0);
  expect((await Promise.all(received)).map(({ value }) => formatState(value ?? expect.fail()))).toEqual(
    laterSubscriptions.map(() => 'success'),
  );
  expect(scene.polls).toEqual([0, 100]);
  await Promise.all([firstSubscription, ...laterSubscriptions].map((subscription) => subscription.return()));
  expect([scene.pollers, scene.clock.timers]).toEqual([0, 0]);
});
