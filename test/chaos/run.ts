/**
 * Load from twenty credentials through a proxy that applies faults to calls. `npm run chaos`, or shorter and reproducible:
 *
 *     npm run chaos -- --seconds 40 --seed 4711
 *
 * Ends with one line of counts. Fails if a count is not 0, if memory is not released, or if a kind of operation or fault did not occur.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random, startSandbox } from '../../sandbox/index.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { findForeignMarks } from './callers.ts';
import { OperationSender } from './clients.ts';
import { readExpectedResponses, runForEach } from './expected-responses.ts';
import { FaultSchedule, faultKinds } from './fault-schedule.ts';
import { followKinds, keepFollowing } from './follow.ts';
import { type ExpectedResponses, keepSending, loadKinds, readAll } from './load.ts';
import { type FaultyProxy, startProxy } from './proxy.ts';
import { Tally, violationKinds } from './tally.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 360);
const seed = values.seed ?? String(Date.now() % 1_000_000);
if (!(seconds >= 10)) throw new Error('--seconds must be a number from 10 on');

/** Concurrent operations of a caller, without subscriptions. */
const operationsPerCaller = 2;
/** Duration of the load before the first measurement of memory, with faults at first and without at its end. */
const warmUpMs = seconds < 120 ? 8000 : 20_000;
/** Time for subscribers to receive the last state after the faults. Pollers wait 60 s after an unreadable reset of a rate limit. */
const maxFinalWaitMs = 75_000;
/** Time until memory is released, and the fraction by which it may exceed the first measurement. */
const maxMemoryWaitMs = 20_000;
const memoryMargin = 0.1;

const settings = {
  CALL_TIMEOUT_MS: '5000',
  OPERATION_TIMEOUT_MS: '15000',
  RESPONSE_CACHE_BYTES: String(16 * 1024 * 1024),
  UPSTREAM_CONNECTIONS: '64',
  WATCH_FIRST_INTERVAL_MS: '250',
  WATCH_LONGEST_INTERVAL_MS: '3000',
};

const tally = new Tally({ operations: [...loadKinds, ...followKinds, 'read, afterwards'], faults: faultKinds });
const schedule = new FaultSchedule(seed);

interface Load {
  readonly sender: OperationSender;
  readonly expected: ExpectedResponses;
}

function logProgress(text: string): void {
  console.log(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

/** Runs the load of all callers for `durationMs`, with faults. */
async function run(loads: readonly Load[], upstream: URL, facade: FacadeProcess, durationMs: number): Promise<void> {
  let hasEnded = false;
  const giveUp = new AbortController();
  const isOver = () => hasEnded || facade.ended;
  schedule.start(durationMs);
  const all = Promise.all(
    loads.flatMap(({ sender, expected }) => [
      ...Array.from({ length: operationsPerCaller }, () => keepSending(sender, expected, isOver)),
      ...(sender.caller.mayWrite ? [keepFollowing(sender, upstream, isOver, giveUp.signal)] : []),
    ]),
  );
  await Promise.race([pause(durationMs), all]);
  hasEnded = true;
  const timer = setTimeout(() => giveUp.abort(), facade.ended ? 0 : maxFinalWaitMs);
  await all;
  clearTimeout(timer);
  for (const { sender } of loads) await sender.disconnect();
}

/** Returns the heap bytes of the idle facade. With `targetBytes`, waits until they are at most that, or until the timeout. */
async function measureIdleMemory(facade: FacadeProcess, targetBytes = 0): Promise<number> {
  const until = performance.now() + maxMemoryWaitMs;
  let minBytes = Number.POSITIVE_INFINITY;
  do {
    await pause(2000);
    minBytes = Math.min(minBytes, (await facade.read()).heapBytes);
  } while (minBytes > targetBytes && targetBytes > 0 && performance.now() < until);
  return minBytes;
}

function checkWrites(proxy: FaultyProxy): void {
  for (const [key, { arrived }] of proxy.writes)
    if (arrived > 1) tally.fail('repeated', `${key} arrived ${arrived} times`);
}

const percent = (part: number): string =>
  Number.isNaN(part) ? 'unknown' : `${part < 0 ? '-' : '+'}${Math.abs(part * 100).toFixed(0)} %`;

const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

async function main(): Promise<boolean> {
  console.log(`seed ${seed}, ${seconds} s of faults`);
  const sandbox = await startSandbox({ timeScale: 0.4 });
  const upstream = new URL(sandbox.url);
  const proxy = await startProxy(upstream, schedule, tally);
  // The sandbox records every request.
  const clearing = setInterval(() => sandbox.clearRequests(), 1000);
  const expectedResponses = await readExpectedResponses(proxy, tally);
  logProgress('the expected responses are complete');
  const facade = await startFacadeProcess({ UPSTREAM_URL: proxy.url, ...settings });
  const loads = [...expectedResponses].map(([caller, expected]): Load => {
    const random = new Random(`${caller.name} ${seed}`);
    return { sender: new OperationSender(caller, { url: () => facade.url, random, tally, proxy }), expected };
  });
  let growth = Number.NaN;
  try {
    await run(loads, upstream, facade, warmUpMs);
    await runForEach(loads, ({ sender, expected }) => readAll(sender, expected));
    const before = await measureIdleMemory(facade);
    logProgress(`warm: ${mebibytes(before)}`);
    await run(loads, upstream, facade, seconds * 1000);
    logProgress('the faults have ended');
    await runForEach(loads, ({ sender, expected }) => readAll(sender, expected));
    const after = await measureIdleMemory(facade, before * (1 + memoryMargin));
    growth = after / before - 1;
    logProgress(
      `heapUsed and external after garbage collection: ${mebibytes(before)} before, ${mebibytes(after)} after`,
    );
  } catch (error) {
    // An exit of the facade is reported below.
    if (!facade.ended) throw error;
  } finally {
    clearInterval(clearing);
    // An unexpected exit is among the uncaught errors.
    const exitCode = facade.ended ? 0 : await facade.stop();
    if (exitCode !== 0) tally.fail('unhandled', `exit code ${exitCode} after SIGTERM`);
    await proxy.close();
    await sandbox.close();
  }
  checkWrites(proxy);
  for (const uncaught of facade.uncaught) tally.fail('unhandled', uncaught);
  const leakedMarks = findForeignMarks(facade.log, undefined);
  if (leakedMarks.length > 0) tally.fail('crossed', `the log contains ${leakedMarks}`);
  console.log(
    `${tally.details()}\n\n${tally.table()}\ncalls that arrived: ${proxy.calls}, writes: ${proxy.writes.size}`,
  );
  if (facade.log !== '') console.log(`the facade's log ends with\n${facade.log.slice(-2000)}`);
  const { untested } = tally;
  if (untested.length > 0) console.log(`did not occur: ${untested.join(', ')}`);
  const counts = violationKinds.map((violation) => `${violation} ${tally.count(violation)}`).join(', ');
  console.log(`\nchaos: ${counts}, memory ${percent(growth)}`);
  return (
    untested.length === 0 && growth <= memoryMargin && violationKinds.every((violation) => tally.count(violation) === 0)
  );
}

process.exit((await main()) ? 0 : 1);
