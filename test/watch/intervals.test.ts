/** The interval between two polls of a resource, and the age of first events. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { next, startWatched, type WatchedFacade } from './facade.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const query = 'subscription ($id: ID!, $every: Int) { vulnerabilityExport(id: $id, every: $every) { status } }';
const intervalMs = 1000;

let facade: WatchedFacade;
beforeEach(async () => {
  facade = await startWatched({
    env: { WATCH_FIRST_INTERVAL_MS: String(intervalMs), WATCH_LONGEST_INTERVAL_MS: '5000' },
  });
});
afterEach(async () => {
  await facade.idle();
  await facade.close();
});

const countPolls = () => facade.requests.filter(({ operation }) => operation === 'getVulnerabilityExport').length;

/** Waits until the facade has noticed that the last subscriber has left. */
const waitForPollerEnd = () => expect.poll(() => facade.activity.pollers, { interval: 5, timeout: 3000 }).toBe(0);

/** Upper bound on the polls since a reading of `performance.now()`. */
const maxPolls = (startedAt: number) => Math.ceil((performance.now() - startedAt) / intervalMs) + 1;

test('polls a resource at most at its interval, although clients subscribe repeatedly', async () => {
  const id = await facade.startExport();
  const startedAt = performance.now();
  let events = 0;
  while (performance.now() - startedAt < 2500) {
    const stream = facade.follow(query, { id });
    expect(await next(stream)).toEqual({ data: { vulnerabilityExport: { status: 'CREATED' } } });
    events += 1;
    await stream.return();
    await waitForPollerEnd();
  }
  expect(events).toBeGreaterThan(maxPolls(startedAt));
  expect(countPolls()).toBeLessThanOrEqual(maxPolls(startedAt));
});

test('polls a resource at most at its interval, although subscribers leave before the response', async () => {
  const id = await facade.startExport();
  const removeFault = facade.sandbox.faults.add({ match: { operation: 'getVulnerabilityExport' }, latencyMs: 60_000 });
  const startedAt = performance.now();
  for (let time = 0; time < 20; time++) {
    const stream = facade.follow(query, { id }, { signal: AbortSignal.timeout(100) });
    await next(stream).catch(() => undefined);
    await waitForPollerEnd();
  }
  expect(countPolls()).toBeLessThanOrEqual(maxPolls(startedAt));
  removeFault();
});

test('polls a resource at most at its interval, although it does not exist', async () => {
  const startedAt = performance.now();
  for (let time = 0; time < 3; time++) {
    const stream = facade.follow(query, { id: 'gid://service/VulnerabilityExport/999999' });
    expect(await next(stream)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect((await stream.next()).done).toBe(true);
  }
  expect(countPolls()).toBe(3);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * intervalMs);
});

test('sends a first event that is no older than the interval, also if another subscriber has a longer interval', async () => {
  const id = await facade.startExport();
  const slow = facade.follow(query, { id, every: 60 });
  await next(slow);
  facade.sandbox.clock.advance(4000);
  await pause(intervalMs);
  const late = facade.follow(query, { id });
  expect(await next(late)).toEqual({ data: { vulnerabilityExport: { status: 'FINISHED' } } });
  await Promise.all([slow.return(), late.return()]);
});

test('sends no first event from before a write, also without a subscription during the write', async () => {
  const as = { as: 'developer' } as const;
  const { data } = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
    'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
    {},
    as,
  );
  const { id } = data.pipelineCreate.pipeline;
  const pipeline = `subscription { pipeline(id: "${id}", until: FOREVER) { status } }`;
  const before = facade.follow(pipeline);
  expect(await next(before)).toMatchObject({ data: { pipeline: { status: 'PENDING' } } });
  await before.return();
  await waitForPollerEnd();
  await facade.execute(`mutation { pipelineCancel(input: { id: "${id}" }) { errors { message } } }`, {}, as);
  const after = facade.follow(pipeline);
  expect(await next(after)).toMatchObject({ data: { pipeline: { status: 'CANCELED' } } });
  await after.return();
});

test('ends the subscription to a deleted export', async () => {
  const id = await facade.startExport();
  const stream = facade.follow(query, { id });
  expect(await next(stream)).toEqual({ data: { vulnerabilityExport: { status: 'CREATED' } } });
  const removeFault = facade.sandbox.faults.add({ match: { operation: 'getVulnerabilityExport' }, status: 404 });
  expect(await next(stream)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  expect((await stream.next()).done).toBe(true);
  removeFault();
});
