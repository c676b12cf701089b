/**
 * Load from twenty credentials through a proxy that lets calls go wrong. `npm run chaos`, or shorter and repeated:
 *
 *     npm run chaos -- --seconds 40 --seed 4711
 *
 * Ends with one line of counts. Fails where one is not 0, where memory has not come back, and where something was not tested at all.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../src/sandbox/index.ts';
import { Random } from '../../src/sandbox/kit/random.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { strangersIn } from './callers.ts';
import { Asker } from './clients.ts';
import { followKinds, keepFollowing } from './follow.ts';
import { keepAsking, loadKinds, readAll, type Truth } from './load.ts';
import { type FaultyProxy, startProxy } from './proxy.ts';
import { failings, Tally } from './tally.ts';
import { eachOf, learnTruths } from './truths.ts';
import { faultKinds, Weather } from './weather.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 360);
const seed = values.seed ?? String(Date.now() % 1_000_000);
if (!(seconds >= 10)) throw new Error('--seconds must be a number from 10 on');

/** Operations that a caller has under way at a time, beside what is followed. */
const operationsAtOnce = 2;
/** Milliseconds of load before memory is measured for the first time: faults as they come, then none. */
const warmUp = seconds < 120 ? 8000 : 20_000;
/** Milliseconds that subscribers get to hear of the end when nothing goes wrong any more. Pollers wait 60 s where a reset cannot be read. */
const lastWait = 75_000;
/** Milliseconds that memory gets to come back, and the part by which it may be more than before. */
const memoryWait = 20_000;
const memoryMargin = 0.1;

const settings = {
  CALL_TIMEOUT_MS: '5000',
  OPERATION_TIMEOUT_MS: '15000',
  KEPT_ANSWER_BYTES: String(16 * 1024 * 1024),
  UPSTREAM_CONNECTIONS: '64',
  WATCH_FIRST_INTERVAL_MS: '250',
  WATCH_LONGEST_INTERVAL_MS: '3000',
  WATCH_PATIENCE_MS: '5000',
};

const tally = new Tally({ operations: [...loadKinds, ...followKinds, 'read, afterwards'], faults: faultKinds });
const weather = new Weather(seed);

interface Load {
  readonly asker: Asker;
  readonly truth: Truth;
}

function tell(text: string): void {
  console.log(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`);
}

/** Lets all callers do what they do for so many milliseconds, with faults until shortly before. */
async function run(loads: readonly Load[], upstream: URL, facade: FacadeProcess, duration: number): Promise<void> {
  let over = false;
  const giveUp = new AbortController();
  const isOver = () => over || facade.ended;
  weather.storm(duration);
  const all = Promise.all(
    loads.flatMap(({ asker, truth }) => [
      ...Array.from({ length: operationsAtOnce }, () => keepAsking(asker, truth, isOver)),
      ...(asker.caller.mayWrite ? [keepFollowing(asker, upstream, isOver, giveUp.signal)] : []),
    ]),
  );
  await Promise.race([pause(duration), all]);
  over = true;
  const timer = setTimeout(() => giveUp.abort(), facade.ended ? 0 : lastWait);
  await all;
  clearTimeout(timer);
  for (const { asker } of loads) await asker.disconnect();
}

/** Bytes that the facade holds when it does nothing, at the most so many where it gets there in time. */
async function settledMemory(facade: FacadeProcess, enough = 0): Promise<number> {
  const until = performance.now() + memoryWait;
  let least = Number.POSITIVE_INFINITY;
  do {
    await pause(2000);
    least = Math.min(least, (await facade.read()).heapBytes);
  } while (least > enough && enough > 0 && performance.now() < until);
  return least;
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
  const proxy = await startProxy(upstream, weather, tally);
  // The sandbox remembers every request.
  const forgetting = setInterval(() => sandbox.clearRequests(), 1000);
  const truths = await learnTruths(proxy, tally);
  tell('the right answers are known');
  const facade = await startFacadeProcess({ UPSTREAM_URL: proxy.url, ...settings });
  const loads = [...truths].map(([caller, truth]): Load => {
    const random = new Random(`${caller.name} ${seed}`);
    return { asker: new Asker(caller, { url: () => facade.url, random, tally, proxy }), truth };
  });
  let growth = Number.NaN;
  try {
    await run(loads, upstream, facade, warmUp);
    await eachOf(loads, ({ asker, truth }) => readAll(asker, truth));
    const before = await settledMemory(facade);
    tell(`warm: ${mebibytes(before)}`);
    await run(loads, upstream, facade, seconds * 1000);
    tell('the faults are over');
    await eachOf(loads, ({ asker, truth }) => readAll(asker, truth));
    const after = await settledMemory(facade, before * (1 + memoryMargin));
    growth = after / before - 1;
    tell(`heapUsed and external after garbage collection: ${mebibytes(before)} before, ${mebibytes(after)} after`);
  } catch (error) {
    // An end of the facade is told below.
    if (!facade.ended) throw error;
  } finally {
    clearInterval(forgetting);
    // An end that nobody asked for is among what was not caught.
    const exitCode = facade.ended ? 0 : await facade.stop();
    if (exitCode !== 0) tally.fail('unhandled', `exit code ${exitCode} after SIGTERM`);
    await proxy.close();
    await sandbox.close();
  }
  checkWrites(proxy);
  for (const uncaught of facade.uncaught) tally.fail('unhandled', uncaught);
  const leaked = strangersIn(facade.log, undefined);
  if (leaked.length > 0) tally.fail('crossed', `the log has ${leaked}`);
  console.log(
    `${tally.details()}\n\n${tally.table()}\ncalls that arrived: ${proxy.calls}, writes: ${proxy.writes.size}`,
  );
  if (facade.log !== '') console.log(`the facade's log ends with\n${facade.log.slice(-2000)}`);
  const { untested } = tally;
  if (untested.length > 0) console.log(`never happened: ${untested.join(', ')}`);
  const counts = failings.map((failing) => `${failing} ${tally.count(failing)}`).join(', ');
  console.log(`\nchaos: ${counts}, memory ${percent(growth)}`);
  return untested.length === 0 && growth <= memoryMargin && failings.every((failing) => tally.count(failing) === 0);
}

process.exit((await main()) ? 0 : 1);
