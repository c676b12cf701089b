/** Polls during and after an outage of the upstream. */
import { expect, onTestFinished, test } from 'vitest';
import { Cancellation } from '../../src/rest/cancellation.ts';
import { CircuitBreaker } from '../../src/rest/circuit-breaker.ts';
import { Credential } from '../../src/rest/credential.ts';
import { Watcher } from '../../src/watch/watcher.ts';
import { startClient, startUpstream } from '../rest/upstream.ts';
import { FakeClock } from './clock.ts';

async function startWatcher() {
  const state = { isDown: true };
  const upstream = await startUpstream((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.writeHead(state.isDown ? 503 : 200).end('{"id":2,"status":"running"}');
  });
  const breaker = new CircuitBreaker({ failures: 3, pauseMs: 60_000 });
  const client = startClient(upstream.baseUrl, { breaker });
  const clock = new FakeClock();
  const lags: number[] = [];
  const watcher = new Watcher({
    client,
    clock,
    firstIntervalMs: 1000,
    maxIntervalMs: 600_000,
    errorGracePeriodMs: 600_000,
    onPollLag: (lagMs) => lags.push(lagMs),
  });
  const cancellation = new Cancellation();
  const openStream = () =>
    watcher.openStream(
      { comparedAttributes: ['status'], isOver: () => false },
      { operation: 'getPipeline', path: { id: 1, pipeline_id: 2 } },
      {
        credential: Credential.anonymous,
        intervalMs: undefined,
        forever: true,
        cancellation,
        field: 'any',
        writtenAt: undefined,
      },
    );
  onTestFinished(async () => {
    cancellation.cancel();
    await client.close();
    await upstream.close();
  });
  /** Resolves once the upstream has received the given number of polls and the last one has ended. */
  const waitForPolls = (count: number) =>
    expect.poll(() => [upstream.calls.length, watcher.activity.calls]).toEqual([count, 0]);
  return { state, breaker, clock, lags, watcher, openStream, waitForPolls };
}

/** Opens a breaker by failures of three callers. */
function openBreaker(breaker: CircuitBreaker): void {
  for (const caller of ['a', 'b', 'c']) breaker.onCallEnd('failed', () => caller, undefined);
  expect(breaker.state).toBe('open');
}

test('polls immediately when the circuit breaker closes, before the backoff ends', async () => {
  const { state, breaker, clock, openStream, waitForPolls } = await startWatcher();
  const events = openStream();
  const first = events.next();
  await waitForPolls(1);
  for (let poll = 2; poll <= 6; poll++) {
    await clock.advance(1000 * 2 ** (poll - 1));
    await waitForPolls(poll);
  }
  openBreaker(breaker);
  state.isDown = false;
  breaker.onCallEnd('responded', () => 'a', undefined);
  await clock.advance(0);
  await waitForPolls(7);
  expect((await first).value?.attributes).toEqual({ id: 2, status: 'running' });
});

test('sends a poll that the open breaker rejected when the breaker closes', async () => {
  const { state, breaker, clock, openStream, waitForPolls, watcher } = await startWatcher();
  const events = openStream();
  const first = events.next();
  await waitForPolls(1);
  openBreaker(breaker);
  await clock.advance(10_000);
  await expect.poll(() => breaker.rejections).toBeGreaterThan(0);
  await expect.poll(() => watcher.activity.calls).toBe(0);
  state.isDown = false;
  breaker.onCallEnd('responded', () => 'a', undefined);
  await clock.advance(0);
  await waitForPolls(2);
  expect((await first).value?.attributes).toEqual({ id: 2, status: 'running' });
});

test('reports a poller as overdue until a poll succeeds, and the lag of that poll', async () => {
  const { state, clock, openStream, lags, waitForPolls, watcher } = await startWatcher();
  const events = openStream();
  const first = events.next();
  await waitForPolls(1);
  expect(watcher.activity).toMatchObject({ activePollers: 1, overduePollers: 0 });
  let polls = 1;
  for (const interval of [2000, 4000, 8000, 16_000, 32_000]) {
    await clock.advance(interval);
    polls += 1;
    await waitForPolls(polls);
  }
  expect(watcher.activity).toMatchObject({ activePollers: 1, overduePollers: 1 });
  expect(lags).toEqual([]);
  state.isDown = false;
  await clock.advance(64_000);
  await first;
  expect(lags).toEqual([126_000]);
  expect(watcher.activity).toMatchObject({ activePollers: 1, overduePollers: 0 });
});

test('delivers a state to a subscriber ten seconds later if the clock was set back after a write', async () => {
  const { state, clock, watcher, openStream, waitForPolls } = await startWatcher();
  state.isDown = false;
  void watcher.recordWrite(Credential.anonymous);
  clock.setBack(3_600_000);
  const first = openStream().next();
  await clock.advance(10_010);
  expect(await first).toMatchObject({ done: false, value: { attributes: { status: 'running' } } });
  await waitForPolls(1);
});
