import { expect, test } from 'vitest';
import { type Source, TopicHub } from '../../src/watch/hub.ts';
import type { State } from '../../src/watch/state.ts';
import { settled } from './clock.ts';
import { brief, collect, endOnFailure, pipeline, Scene } from './upstream.ts';

const seen = (status: string, readAt: number): State => ({
  kind: 'read',
  readAt,
  version: status,
  attributes: { status },
});

/** Source that publishes on request. */
function manualSource() {
  const log: string[] = [];
  let publish: (state: State) => void = () => expect.fail('not started');
  const source: Source = {
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

test('one source serves all subscribers of a topic, from the first to the last', async () => {
  const hub = new TopicHub();
  const { log, source, publish } = manualSource();
  const subscriptions = Array.from({ length: 100 }, () => hub.subscribe('a', options, endOnFailure(), source));
  expect(log).toEqual([]);
  const all = subscriptions.map(collect);
  publish(seen('running', 1));
  await settled();
  expect(all.map(({ received }) => received.map(brief))).toEqual(subscriptions.map(() => ['running']));
  expect(hub.subscribers).toBe(100);
  await Promise.all(subscriptions.slice(1).map((subscription) => subscription.return()));
  expect(log.filter((entry) => entry === 'stop')).toEqual([]);
  await subscriptions[0]?.return();
  expect(log.filter((entry) => !entry.startsWith('joined'))).toEqual(['start', 'stop']);
  expect(hub.subscribers).toBe(0);
});

test('sends a slow subscriber the newest state, and skips those in between', async () => {
  const hub = new TopicHub();
  const { source, publish } = manualSource();
  const slow = hub.subscribe('a', options, endOnFailure(), source);
  const quick = hub.subscribe('a', options, endOnFailure(), source);
  const { received } = collect(quick);
  const first = slow.next();
  publish(seen('created', 1));
  await first;
  for (const [at, status] of ['pending', 'running', 'canceling', 'canceled'].entries()) {
    publish(seen(status, at + 2));
    await settled();
  }
  expect(brief((await slow.next()).value ?? expect.fail())).toBe('canceled');
  expect(received.map(brief)).toEqual(['created', 'pending', 'running', 'canceling', 'canceled']);
  // A change that is undone before the subscriber asks for it is no change.
  publish(seen('running', 7));
  publish(seen('canceled', 8));
  const nothing = Promise.race([slow.next(), settled()]);
  expect(await nothing).toBeUndefined();
  await Promise.all([slow.return(), quick.return()]);
  expect(hub.subscribers).toBe(0);
});

test('sends a new subscriber the current state immediately if it is new enough, and the next poll otherwise', async () => {
  const hub = new TopicHub();
  const { log, source, publish } = manualSource();
  collect(hub.subscribe('a', options, endOnFailure(), source));
  publish(seen('running', 1000));
  const content = hub.subscribe('a', { intervalMs: undefined, newerThanAt: 999 }, endOnFailure(), source);
  expect(brief((await content.next()).value ?? expect.fail())).toBe('running');
  const particular = hub.subscribe('a', { intervalMs: undefined, newerThanAt: 1000 }, endOnFailure(), source);
  const next = particular.next();
  expect(log).toEqual(['start', 'joined', 'joined, not satisfied']);
  publish(seen('running', 1001));
  expect(brief((await next).value ?? expect.fail())).toBe('running');
});

test('makes one more call for subscribers who join during a call that started too early', async () => {
  const scene = new Scene();
  const early = scene.subscribe();
  collect(early);
  await scene.clock.advance(100);
  scene.reaction = pipeline('success');
  const late = [1, 2, 3].map(() => scene.subscribe({ newerThanAt: scene.clock.now() - 1 }));
  const received = late.map((subscription) => subscription.next());
  await scene.clock.advance(0);
  expect((await Promise.all(received)).map(({ value }) => brief(value ?? expect.fail()))).toEqual(
    late.map(() => 'success'),
  );
  expect(scene.polls).toEqual([0, 100]);
  await Promise.all([early, ...late].map((subscription) => subscription.return()));
  expect([scene.pollers, scene.clock.timers]).toEqual([0, 0]);
});
