/**
 * Proves that three instances that share a Redis behave as one, behind a load balancer; that instances behind nginx and HAProxy can be
 * stopped under load without a failed query or a lost subscription. Measures the cost of faults around two instances, and the memory of
 * WebSockets. `npm run cluster`, which takes about 80 minutes, or smaller:
 *
 *     npm run cluster -- --subscribers 300 --resources 9 --stops 4 --sockets 1000 --faults Redis
 *
 * `--faults` selects faults by a part of their names. `--subscribers 0`, `--stops 0`, `--sockets 0` and `--faults none` skip a part.
 * Prints a line with the figure of each proof and the table of the faults. Fails if a proof does not hold.
 */
import { parseArgs } from 'node:util';
import { startSandbox, tokens } from '../../sandbox/index.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { hasRedis, startRedis } from '../redis/server.ts';
import { type FaultRow, formatTable, runFaults } from './faults/index.ts';
import { type LoadBalancer, startLoadBalancer } from './proxy.ts';
import { measureSockets } from './sockets.ts';
import { stopBehindProxies } from './stops.ts';
import { findFaults, type SubscriberGroup, startSubscribers } from './subscribers.ts';

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string' },
    resources: { type: 'string' },
    stops: { type: 'string' },
    sockets: { type: 'string' },
    faults: { type: 'string' },
  },
});
const subscribers = Number(values.subscribers ?? 3000);
const resources = Number(values.resources ?? 30);
const stops = Number(values.stops ?? 50);
const sockets = Number(values.sockets ?? 5000);
if (!(resources >= 3) || !(subscribers === 0 || subscribers >= resources))
  throw new Error('--resources must be 3 or more, and --subscribers 0 or at least the number of resources');
if (!(stops >= 0 && sockets >= 0)) throw new Error('--stops and --sockets must be numbers');

const instances = 3;
/** Interval of polls without jitter, and the maximum factor of jitter. */
const [intervalMs, maxJitter] = [1000, 1.2];
/** Time in which polls are counted. */
const countedMs = 10_000;
/** Fraction by which instances together may poll more often than one, because the number of polls varies with jitter. */
const tolerance = 0.1;
/** Time in which each subscriber must receive a state, on a busy machine. */
const timeoutMs = 60_000;
const concurrentQueries = 20;
const maxBytesPerSocket = 40 * 1024;
const maxRemainingShare = 1.1;
const statuses = ['PENDING', 'RUNNING', 'FAILED'] as const;
/** Times after which pipelines of the sandbox run, and then end. */
const [runsAfterMs, endsAfterMs] = [4000, 60_000];

const settings = {
  WATCH_FIRST_INTERVAL_MS: String(intervalMs),
  WATCH_LONGEST_INTERVAL_MS: String(intervalMs),
  MAX_STREAMS_PER_CALLER: '10000',
  LAME_DUCK_MS: '3000',
  CURSOR_KEY: 'a key for the cursors of this proof, long enough',
};
const shared = { REDIS_SECRET: 'a secret of this proof, which is long enough' };

let passed = 0;
let failed = 0;

function report(holds: boolean, text: string): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'passed' : 'FAILED'}  ${text}`);
}

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Facades with one sandbox. */
class Cluster {
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  readonly balancer: LoadBalancer;
  readonly #env: NodeJS.ProcessEnv;
  readonly facades: FacadeProcess[] = [];
  /** Uncaught errors of the facades that were stopped. */
  readonly uncaught: string[] = [];

  private constructor(sandbox: Cluster['sandbox'], balancer: LoadBalancer, env: NodeJS.ProcessEnv) {
    this.sandbox = sandbox;
    this.balancer = balancer;
    this.#env = { UPSTREAM_URL: sandbox.url, ...settings, ...env };
  }

  static async start(count: number, env: NodeJS.ProcessEnv): Promise<Cluster> {
    // The load of queries would exhaust the default rate limit of the sandbox, and polls would wait for the next minute.
    const sandbox = await startSandbox({
      now: new Date('2026-01-05T12:00:00Z'),
      keptRequests: 1_000_000,
      rateLimit: 1_000_000,
    });
    const cluster = new Cluster(sandbox, await startLoadBalancer(), env);
    for (let index = 0; index < count; index++) await cluster.add();
    return cluster;
  }

  async add(): Promise<void> {
    const facade = await startFacadeProcess(this.#env);
    this.facades.push(facade);
    this.balancer.add(facade.url);
  }

  /** Stops the oldest instance like an orchestrator, and starts another one. */
  async replaceOldest(): Promise<void> {
    const facade = this.facades.shift();
    if (facade === undefined) throw new Error('There is no instance');
    const exitCode = await facade.stop();
    this.balancer.remove(facade.url);
    this.uncaught.push(...facade.uncaught, ...(exitCode === 0 ? [] : [`exit code ${exitCode}`]));
    await this.add();
  }

  async killOldest(): Promise<void> {
    const facade = this.facades.shift();
    if (facade === undefined) throw new Error('There is no instance');
    await facade.kill();
    this.balancer.remove(facade.url);
  }

  async createPipelines(): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < resources; index++) {
      const { data } = await this.execute(
        'mutation { pipelineCreate(input: { project: "14", ref: "main", variables: [{ key: "OUTCOME", value: "failed" }] }) { pipeline { id } } }',
      );
      ids.push(data.pipelineCreate.pipeline.id);
    }
    return ids;
  }

  async execute(query: string) {
    const response = await fetch(new URL('/graphql', this.balancer.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': tokens.developer },
      body: JSON.stringify({ query }),
    });
    return response.json();
  }

  /** URLs of the polls so far. */
  get polls(): readonly string[] {
    return this.sandbox.requests.filter(({ operation }) => operation === 'getPipeline').map(({ url }) => url);
  }

  async close(): Promise<void> {
    for (const facade of this.facades) {
      await facade.stop();
      this.uncaught.push(...facade.uncaught);
    }
    await this.balancer.close();
    await this.sandbox.close();
  }
}

function reportFaults(group: SubscriberGroup, text: string): void {
  const faults = group.all.flatMap((subscriber) => findFaults(subscriber, statuses));
  report(faults.length === 0, `${text}: ${subscribers} subscribers, ${faults.length} faults`);
  for (const [fault, count] of Map.groupBy(faults, (fault) => fault))
    console.log(`        ${count.length} times ${fault.slice(0, 200)}`);
}

/** Counts polls while nothing changes, then checks that each subscriber receives all states. */
async function countPolls(count: number, env: NodeJS.ProcessEnv): Promise<number> {
  const cluster = await Cluster.start(count, env);
  const group = startSubscribers(cluster.balancer.url, await cluster.createPipelines(), subscribers);
  await group.waitForStatus('PENDING', timeoutMs);
  const before = cluster.polls.length;
  await pause(countedMs);
  const polls = cluster.polls.length - before;
  cluster.sandbox.clock.advance(runsAfterMs);
  await group.waitForStatus('RUNNING', timeoutMs);
  cluster.sandbox.clock.advance(endsAfterMs);
  await group.waitForEnd(timeoutMs);
  reportFaults(group, `each state seen with ${count === 1 ? 'one instance' : `${count} instances`}`);
  await group.close();
  await cluster.close();
  return polls;
}

async function provePolls(env: NodeJS.ProcessEnv): Promise<void> {
  const single = await countPolls(1, {});
  const clustered = await countPolls(instances, env);
  const text = `as many polls as with one instance: ${clustered} in ${countedMs / 1000} s of ${resources} resources, ${single} with one`;
  report(clustered <= single * (1 + tolerance), text);
}

async function proveRollingRestart(env: NodeJS.ProcessEnv): Promise<void> {
  const cluster = await Cluster.start(instances, env);
  const group = startSubscribers(cluster.balancer.url, await cluster.createPipelines(), subscribers);
  await group.waitForStatus('PENDING', timeoutMs);
  let sent = 0;
  const failures: string[] = [];
  let isOver = false;
  const load = Array.from({ length: concurrentQueries }, async () => {
    while (!isOver) {
      sent += 1;
      const response = await cluster.execute('{ currentUser { username } }').catch(String);
      if (response?.data?.currentUser?.username === undefined) failures.push(JSON.stringify(response));
      await pause(20);
    }
  });
  await cluster.replaceOldest();
  const second = cluster.replaceOldest();
  cluster.sandbox.clock.advance(runsAfterMs);
  await second;
  await group.waitForStatus('RUNNING', timeoutMs);
  const third = cluster.replaceOldest();
  cluster.sandbox.clock.advance(endsAfterMs);
  await third;
  const lost = await group.waitForEnd(timeoutMs);
  isOver = true;
  await Promise.all(load);
  report(
    failures.length === 0,
    `rolling restart, queries: ${sent} sent, ${failures.length} failed ${failures[0] ?? ''}`,
  );
  report(lost === 0, `rolling restart, terminal states: ${subscribers - lost} of ${subscribers} arrived`);
  reportFaults(group, 'rolling restart, each state seen in order');
  await group.close();
  await cluster.close();
  report(cluster.uncaught.length === 0, `rolling restart, uncaught errors: ${cluster.uncaught.join('; ') || 'none'}`);
}

/** Waits until each resource has been polled again. @returns the time in milliseconds */
async function measureLongestGap(cluster: Cluster): Promise<number> {
  const startedAt = performance.now();
  const before = cluster.polls.length;
  for (;;) {
    const polled = new Set(cluster.polls.slice(before));
    if (polled.size >= resources || performance.now() - startedAt > timeoutMs) return performance.now() - startedAt;
    await pause(10);
  }
}

async function proveTakeover(env: NodeJS.ProcessEnv): Promise<void> {
  const cluster = await Cluster.start(instances, env);
  const group = startSubscribers(cluster.balancer.url, await cluster.createPipelines(), subscribers);
  await group.waitForStatus('PENDING', timeoutMs);
  await cluster.killOldest();
  const gapMs = await measureLongestGap(cluster);
  const intervals = gapMs / (intervalMs * maxJitter);
  report(
    intervals <= 2,
    `holder killed: every resource polled again after ${Math.round(gapMs)} ms, ${intervals.toFixed(1)} intervals`,
  );
  cluster.sandbox.clock.advance(runsAfterMs);
  await group.waitForStatus('RUNNING', timeoutMs);
  await cluster.killOldest();
  cluster.sandbox.clock.advance(endsAfterMs);
  await group.waitForEnd(timeoutMs);
  reportFaults(group, 'two of three killed, each state seen in order');
  await group.close();
  await cluster.close();
}

async function proveInstances(): Promise<void> {
  const redis = await startRedis();
  try {
    for (const prove of [provePolls, proveRollingRestart, proveTakeover]) {
      await redis.command('FLUSHALL');
      await prove({ ...shared, REDIS_URL: redis.url });
    }
  } finally {
    await redis.close();
  }
}

/** @returns rows of the table of faults */
async function proveStops(): Promise<readonly FaultRow[]> {
  const results = await stopBehindProxies(stops);
  for (const { proxy, queries, failures, subscriptions } of results) {
    report(failures.length === 0, `${stops} stops behind ${proxy}: ${queries} queries, ${failures.length} failed`);
    for (const failure of new Set(failures)) console.log(`        ${failure}`);
    const { completed, interruptions, failedAttempts, missed, missedBetween } = subscriptions;
    const problems = [...subscriptions.problems, ...subscriptions.errors];
    report(
      failedAttempts + missed + missedBetween + problems.length === 0,
      `${stops} stops behind ${proxy}: ${completed} subscriptions, ${interruptions} cut off, ${failedAttempts} attempts to resume failed, ` +
        `${missed + missedBetween} states missed, ${problems.length} problems`,
    );
    for (const problem of new Set(problems)) console.log(`        ${problem.slice(0, 300)}`);
  }
  return results.map(({ proxy, queries, failures, subscriptions: { missed, missedBetween, interruptions } }) => ({
    fault: `instance stopped by SIGTERM ${stops} times, behind ${proxy}`,
    failed: `${failures.length} of ${queries}`,
    lost: String(missed + missedBetween),
    recovery: `${interruptions} streams resumed`,
    alerts: 'not observed',
  }));
}

async function proveFaults(): Promise<readonly FaultRow[]> {
  const rows: FaultRow[] = [];
  if (values.faults === 'none') return rows;
  for await (const { row, problems } of runFaults(values.faults)) {
    rows.push(row);
    report(
      problems.length === 0,
      `${row.fault}: ${row.failed} queries failed, lost ${row.lost}; ${row.recovery}; ${row.alerts}`,
    );
    for (const problem of problems) console.log(`        ${problem.slice(0, 300)}`);
  }
  return rows;
}

async function proveSockets(): Promise<void> {
  const { bytesPerSocket, remainingShare } = await measureSockets(sockets);
  const kilobytes = (bytesPerSocket / 1024).toFixed(1);
  report(bytesPerSocket <= maxBytesPerSocket, `${sockets} WebSockets with a subscription: ${kilobytes} KB each`);
  const percent = ((remainingShare - 1) * 100).toFixed(1);
  report(remainingShare <= maxRemainingShare, `${sockets} WebSockets closed: ${percent} % more memory than before`);
}

async function main(): Promise<boolean> {
  if (hasRedis && subscribers > 0) await proveInstances();
  if (sockets > 0) await proveSockets();
  const rows = [...(stops > 0 ? await proveStops() : []), ...(hasRedis ? await proveFaults() : [])];
  if (rows.length > 0) console.log(`\n${formatTable(rows)}\n`);
  console.log(`cluster: ${passed} passed, ${failed} failed`);
  return failed === 0;
}

process.exit((await main()) ? 0 : 1);
