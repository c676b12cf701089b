/**
 * Proves that three instances that share a Redis behave as one, behind a load balancer; that instances behind nginx and HAProxy can be
 * stopped under load without a failed query or a lost subscription; what faults around two instances cost; and what WebSockets do.
 * `npm run cluster`, which takes about 80 minutes, or smaller:
 *
 *     npm run cluster -- --subscribers 300 --resources 9 --stops 4 --sockets 1000 --faults Redis
 *
 * `--faults` is a part of the names of the faults. `--subscribers 0`, `--stops 0`, `--sockets 0` and `--faults none` leave a part out.
 * Prints a line with its figure for each proof and the table of the faults, and fails where one does not hold.
 */
import { parseArgs } from 'node:util';
import { startSandbox, tokens } from '../../src/sandbox/index.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { hasRedis, startRedis } from '../redis/server.ts';
import { type FaultRow, formatTable, runFaults } from './faults/index.ts';
import { type LoadBalancer, startLoadBalancer } from './proxy.ts';
import { measureSockets } from './sockets.ts';
import { stopBehindProxies } from './stops.ts';
import { type Crowd, faultsOf, gather } from './subscribers.ts';

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
  throw new Error('--resources must be 3 or more, and --subscribers 0 or not less than that');
if (!(stops >= 0 && sockets >= 0)) throw new Error('--stops and --sockets must be numbers');

const instances = 3;
/** Milliseconds between two polls, jitter aside, which adds a fifth at the most. */
const interval = 1000;
const jitter = 1.2;
/** Milliseconds for which polls are counted. */
const countedTime = 10_000;
/** Part by which instances together may poll more often than one, as the polls of a window vary with jitter. */
const tolerance = 0.1;
/** Milliseconds in which everybody has to be told of something, on a machine that does much else. */
const patience = 60_000;
const queriesAtOnce = 20;
const maxBytesPerSocket = 40 * 1024;
const maxRemainingShare = 1.1;
const statuses = ['PENDING', 'RUNNING', 'FAILED'] as const;
/** Milliseconds after which pipelines of the sandbox run, and are over. */
const [runs, ends] = [4000, 60_000];

const settings = {
  WATCH_FIRST_INTERVAL_MS: String(interval),
  WATCH_LONGEST_INTERVAL_MS: String(interval),
  MAX_STREAMS_PER_CALLER: '10000',
  MAX_SOCKETS_PER_CALLER: '10000',
  LAME_DUCK_MS: '3000',
  CURSOR_KEY: 'a key for the cursors of this proof, long enough',
};
const shared = { REDIS_SECRET: 'a secret of this proof, which is long enough' };

let passed = 0;
let failed = 0;

function tell(holds: boolean, text: string): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'passed' : 'FAILED'}  ${text}`);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The facades in front of one sandbox. */
class Cluster {
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  readonly balancer: LoadBalancer;
  readonly #env: NodeJS.ProcessEnv;
  readonly facades: FacadeProcess[] = [];
  /** What the facades that were stopped left uncaught. */
  readonly uncaught: string[] = [];

  private constructor(sandbox: Cluster['sandbox'], balancer: LoadBalancer, env: NodeJS.ProcessEnv) {
    this.sandbox = sandbox;
    this.balancer = balancer;
    this.#env = { UPSTREAM_URL: sandbox.url, ...settings, ...env };
  }

  static async start(count: number, env: NodeJS.ProcessEnv): Promise<Cluster> {
    const sandbox = await startSandbox({ now: new Date('2026-01-05T12:00:00Z'), keptRequests: 1_000_000 });
    const cluster = new Cluster(sandbox, await startLoadBalancer(), env);
    for (let index = 0; index < count; index++) await cluster.add();
    return cluster;
  }

  async add(): Promise<void> {
    const facade = await startFacadeProcess(this.#env);
    this.facades.push(facade);
    this.balancer.add(facade.url);
  }

  /** Stops the oldest instance as an orchestrator does, and starts one in its place. */
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
      const { data } = await this.ask(
        'mutation { pipelineCreate(input: { project: "14", ref: "main", variables: [{ key: "OUTCOME", value: "failed" }] }) { pipeline { id } } }',
      );
      ids.push(data.pipelineCreate.pipeline.id);
    }
    return ids;
  }

  async ask(query: string) {
    const response = await fetch(new URL('/graphql', this.balancer.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': tokens.developer },
      body: JSON.stringify({ query }),
    });
    return response.json();
  }

  /** The polls so far, by their URLs. */
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

function tellFaults(crowd: Crowd, text: string): void {
  const faulty = crowd.all.flatMap((subscriber) => faultsOf(subscriber, statuses));
  tell(faulty.length === 0, `${text}: ${subscribers} subscribers, ${faulty.length} faults`);
  for (const [fault, count] of Map.groupBy(faulty, (fault) => fault))
    console.log(`        ${count.length} times ${fault.slice(0, 200)}`);
}

/** Counts the polls of a while in which nothing changes, then lets everybody see all states. */
async function countPolls(count: number, env: NodeJS.ProcessEnv): Promise<number> {
  const cluster = await Cluster.start(count, env);
  const crowd = gather(cluster.balancer.url, await cluster.createPipelines(), subscribers);
  await crowd.reached('PENDING', patience);
  const before = cluster.polls.length;
  await pause(countedTime);
  const polls = cluster.polls.length - before;
  cluster.sandbox.clock.advance(runs);
  await crowd.reached('RUNNING', patience);
  cluster.sandbox.clock.advance(ends);
  await crowd.completed(patience);
  tellFaults(crowd, `each state seen with ${count === 1 ? 'one instance' : `${count} instances`}`);
  await crowd.close();
  await cluster.close();
  return polls;
}

async function provePolls(env: NodeJS.ProcessEnv): Promise<void> {
  const alone = await countPolls(1, {});
  const together = await countPolls(instances, env);
  const text = `polls as with one instance: ${together} in ${countedTime / 1000} s of ${resources} resources, ${alone} with one`;
  tell(together <= alone * (1 + tolerance), text);
}

async function proveRollingRestart(env: NodeJS.ProcessEnv): Promise<void> {
  const cluster = await Cluster.start(instances, env);
  const crowd = gather(cluster.balancer.url, await cluster.createPipelines(), subscribers);
  await crowd.reached('PENDING', patience);
  let asked = 0;
  const failures: string[] = [];
  let isOver = false;
  const load = Array.from({ length: queriesAtOnce }, async () => {
    while (!isOver) {
      asked += 1;
      const answer = await cluster.ask('{ currentUser { username } }').catch(String);
      if (answer?.data?.currentUser?.username === undefined) failures.push(JSON.stringify(answer));
      await pause(20);
    }
  });
  await cluster.replaceOldest();
  const [second] = [cluster.replaceOldest()];
  cluster.sandbox.clock.advance(runs);
  await second;
  await crowd.reached('RUNNING', patience);
  const third = cluster.replaceOldest();
  cluster.sandbox.clock.advance(ends);
  await third;
  const lost = await crowd.completed(patience);
  isOver = true;
  await Promise.all(load);
  tell(
    failures.length === 0,
    `rolling restart, queries: ${asked} asked, ${failures.length} failed ${failures[0] ?? ''}`,
  );
  tell(lost === 0, `rolling restart, terminal states: ${subscribers - lost} of ${subscribers} arrived`);
  tellFaults(crowd, 'rolling restart, each state seen in order');
  await crowd.close();
  await cluster.close();
  tell(cluster.uncaught.length === 0, `rolling restart, nothing uncaught: ${cluster.uncaught.join('; ') || 0}`);
}

/** Milliseconds until each resource has been polled again. */
async function longestGap(cluster: Cluster): Promise<number> {
  const begun = performance.now();
  const before = cluster.polls.length;
  for (;;) {
    const polled = new Set(cluster.polls.slice(before));
    if (polled.size >= resources || performance.now() - begun > patience) return performance.now() - begun;
    await pause(10);
  }
}

async function proveTakeover(env: NodeJS.ProcessEnv): Promise<void> {
  const cluster = await Cluster.start(instances, env);
  const crowd = gather(cluster.balancer.url, await cluster.createPipelines(), subscribers);
  await crowd.reached('PENDING', patience);
  await cluster.killOldest();
  const gap = await longestGap(cluster);
  const intervals = gap / (interval * jitter);
  tell(
    intervals <= 2,
    `holder killed: every resource polled again after ${Math.round(gap)} ms, ${intervals.toFixed(1)} intervals`,
  );
  cluster.sandbox.clock.advance(runs);
  await crowd.reached('RUNNING', patience);
  await cluster.killOldest();
  cluster.sandbox.clock.advance(ends);
  await crowd.completed(patience);
  tellFaults(crowd, 'two of three killed, each state seen in order');
  await crowd.close();
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
    tell(failures.length === 0, `${stops} stops behind ${proxy}: ${queries} queries, ${failures.length} failed`);
    for (const failure of new Set(failures)) console.log(`        ${failure}`);
    const { completed, interruptions, failedAttempts, missed, missedBetween } = subscriptions;
    const problems = [...subscriptions.problems, ...subscriptions.errors];
    tell(
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
    alerts: 'not watched',
  }));
}

async function proveFaults(): Promise<readonly FaultRow[]> {
  const rows: FaultRow[] = [];
  if (values.faults === 'none') return rows;
  for await (const { row, problems } of runFaults(values.faults)) {
    rows.push(row);
    tell(
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
  tell(bytesPerSocket <= maxBytesPerSocket, `${sockets} WebSockets with a subscription: ${kilobytes} KB each`);
  const percent = ((remainingShare - 1) * 100).toFixed(1);
  tell(remainingShare <= maxRemainingShare, `${sockets} WebSockets closed: ${percent} % more memory than before`);
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
