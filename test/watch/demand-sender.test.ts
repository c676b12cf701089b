import { expect, test } from 'vitest';
import { type Demand, DemandSender } from '../../src/watch/demand-sender.ts';
import { FakeClock } from './clock.ts';

const defaultIntervals = { intervalMs: undefined, usesDefaultInterval: true };

/** Sender whose demands are recorded with the time since the start. */
function startSender() {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const sent: (Demand & { readonly sentAt: number })[] = [];
  const sender = new DemandSender(clock, (demand) => sent.push({ ...demand, sentAt: clock.now() - startedAt }));
  return {
    clock,
    startedAt,
    sender,
    sent,
    getTimes: () => sent.map(({ sentAt }) => sentAt),
    /** @param newerThanMs since the start */
    update: (newerThanMs: number | undefined, intervals = defaultIntervals) =>
      sender.update({
        ...intervals,
        newerThanAt: newerThanMs === undefined ? undefined : startedAt + newerThanMs,
      }),
  };
}

test('sends a demand if it changes, and refreshes it every 30 seconds', async () => {
  const { clock, update, sent, getTimes } = startSender();
  const states = async (count: number) => {
    for (let index = 0; index < count; index++) {
      update(undefined);
      await clock.advance(1000);
    }
  };
  await states(65);
  expect(getTimes()).toEqual([0, 30_000, 60_000]);
  update(undefined, { intervalMs: undefined, usesDefaultInterval: false });
  expect(sent.slice(3)).toMatchObject([{ sentAt: 65_000, usesDefaultInterval: false }]);
  expect(clock.timers).toBe(0);
});

test('repeats a demand for a state at doubling delays, at most five getTimes, while states do not satisfy it', async () => {
  const { clock, update, getTimes } = startSender();
  for (let second = 0; second < 29; second++) {
    update(-1);
    await clock.advance(1000);
  }
  expect(getTimes()).toEqual([0, 1000, 3000, 7000, 15_000]);
  await clock.advance(1_000_000);
  expect(getTimes()).toEqual([0, 1000, 3000, 7000, 15_000, 31_000]);
  update(-1);
  await clock.advance(1_000_000);
  expect(getTimes().slice(6)).toEqual([1_029_000]);
  expect(clock.timers).toBe(0);
});

test('ends the repetitions when a state satisfies the demand', async () => {
  const { clock, update, getTimes } = startSender();
  update(-1);
  await clock.advance(1500);
  update(undefined);
  expect(clock.timers).toBe(0);
  await clock.advance(20_000);
  expect(getTimes()).toEqual([0, 1000]);
});

test('sends no further demand for a state that a pending demand requests', async () => {
  const { clock, update, getTimes } = startSender();
  update(-500);
  await clock.advance(500);
  update(-1000);
  update(-500);
  expect(getTimes()).toEqual([0]);
  update(undefined);
});

test('sends and repeats a demand for a later state than that of a pending demand', async () => {
  const { clock, update, sent, startedAt } = startSender();
  update(-100);
  await clock.advance(1100);
  // The repetition at 1000 ms is for a state that the polling instance may already have.
  for (let count = 0; count < 3; count++) update(900);
  await clock.advance(1500);
  expect(sent.map(({ sentAt, newerThanAt = 0 }) => [sentAt, newerThanAt - startedAt])).toEqual([
    [0, -100],
    [1000, -100],
    [1100, 900],
    [2100, 900],
  ]);
  update(undefined);
});

test('sends a demand after a satisfied one', async () => {
  const { clock, update, getTimes } = startSender();
  update(-1000);
  await clock.advance(500);
  update(undefined);
  update(-500);
  expect(getTimes()).toEqual([0, 500]);
  update(undefined);
});

test('sends an unchanged demand after a reset', () => {
  const { clock, sender, update, getTimes } = startSender();
  update(-1);
  sender.reset();
  expect(clock.timers).toBe(0);
  update(-1);
  expect(getTimes()).toEqual([0, 0]);
  sender.reset();
});
