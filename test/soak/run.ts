/**
 * Long mixed load on two instances with a real Redis, to find leaks. `npm run soak`, or shorter:
 *
 *     npm run soak -- --minutes 3 --seed 4711
 *
 * Repeats twelve cycles, each with faults of the upstream for most of its time, then without. Ends with a line for each check, and writes
 * the report to bench/SOAK.md, or to the file of `--out`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random, startSandbox } from '../../sandbox/index.ts';
import { callers, findForeignMarks } from '../chaos/callers.ts';
import { lateWebSocket, OperationSender } from '../chaos/clients.ts';
import { readExpectedResponses, runForEach } from '../chaos/expected-responses.ts';
import { FaultSchedule, faultKinds } from '../chaos/fault-schedule.ts';
import { followKinds, keepFollowing } from '../chaos/follow.ts';
import { type ExpectedResponses, keepSending, loadKinds, readAll as readEverything } from '../chaos/load.ts';
import { startProxy } from '../chaos/proxy.ts';
import { Tally, violationKinds } from '../chaos/tally.ts';
import { writtenProject } from '../chaos/writes.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { hasRedis, startRedis } from '../redis/server.ts';
import { keepSendingHashes } from './persisted-documents.ts';
import { type Finding, formatFinding, formatReport, type Report } from './report.ts';
import { measureGrowth, readAll, type Sample } from './samples.ts';
import { runSilentClient, silentClientKinds } from './silent-clients.ts';
import { Subscribers } from './subscribers.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, out: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 60);
/** Number of violations in the report, and characters of each. */
const [maxDetails, maxDetailLength] = [50, 600];
const seed = values.seed ?? String(Date.now() % 1_000_000);
const out = values.out ?? join(import.meta.dirname, '../../bench/SOAK.md');
if (!(minutes >= 1)) throw new Error('--minutes must be a number from 1 on');

const duration = minutes * 60_000;
const [cycles, faultyPart] = [12, 0.8];
/** Long enough that garbage collections use little of the time. */
const sampleIntervalMs = Math.max(duration / 60, 10_000);
/** Start of the outage of Redis as a fraction of the run, and its duration. */
const [redisOutageStart, redisOutageMs] = [0.4, 5000];
const [permanent, temporary, silent] = [1600, 400, 24];
const resources = 12;
/** Upper bound of the pause between two operations of one sender, and the pause between two retries of followed pipelines. */
const [maxPauseMs, retryIntervalMs] = [3000, 5000];
const memoryMargin = 0.05;
/** Time for subscribers to receive the last state after the faults. Pollers wait 60 s after an unreadable reset of a rate limit. */
const maxFinalWaitMs = 150_000;
/** Time until resources of disconnected clients must be released. */
const maxSettleMs = 120_000;
/** Fraction by which timers and descriptors may exceed those before the load, because connections to the upstream stay open. */
const remainderMargin = 0.1;

const settings = {
  CALL_TIMEOUT_MS: '5000',
  OPERATION_TIMEOUT_MS: '15000',
  UPSTREAM_CONNECTIONS: '128',
  WATCH_FIRST_INTERVAL_MS: '1000',
  WATCH_LONGEST_INTERVAL_MS: '10000',
  // Small enough to be full before memory is compared.
  RESPONSE_CACHE_BYTES: String(4 * 1024 * 1024),
  DOCUMENT_CACHE_BYTES: String(4 * 1024 * 1024),
  CURSOR_KEY: 'a key for the cursors of this load, long enough',
  REDIS_SECRET: 'a secret of this load, which is long enough',
  // Higher than any caller needs, so that all calls are counted and none is rejected.
  MAX_REST_CALLS_PER_MINUTE: '100000',
  // All processes share two processors, so that an instance may have to wait.
  REDIS_TIMEOUT_MS: '500',
};

/** Formats the minutes since the start. */
const formatMinutes = (): string => (performance.now() / 60_000).toFixed(2).padStart(5);

function logProgress(text: string): void {
  console.log(`${formatMinutes()} min  ${text}`);
}

/** Returns a function that returns one item after another, and then the first again. */
function createRoundRobin<T>(all: readonly T[]): () => T {
  let count = 0;
  return () => {
    const item = all[count++ % all.length];
    if (item === undefined) throw new Error('The list is empty');
    return item;
  };
}

/** Creates the pipelines of the subscribers, at the upstream directly. */
async function createPipelines(upstream: URL): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < resources) {
    const [caller] = callers;
    const response = await fetch(new URL(`${upstream.pathname}/projects/${writtenProject}/pipeline`, upstream), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': caller?.roleToken ?? '' },
      body: JSON.stringify({ ref: 'main', variables: [{ key: 'OUTCOME', value: 'failed' }] }),
    });
    const { id }: { readonly id: number } = await response.json();
    ids.push(id);
  }
  return ids;
}

/** Retries the followed pipelines one after the other until `isOver`. */
async function keepRetrying(
  sender: OperationSender,
  pipelines: readonly string[],
  isOver: () => boolean,
): Promise<void> {
  const next = createRoundRobin(pipelines);
  while (!isOver()) {
    await sender.send('POST', {
      query: `mutation { pipelineRetry(input: { id: "${next()}" }) { errors { code } pipeline { status } } }`,
    });
    await pause(retryIntervalMs);
  }
}

/** Waits until instances have no more open resources than before, at most `maxSettleMs`. @returns the last sample, and descriptions of the remaining resources */
async function settle(baseline: Sample, read: () => Promise<Sample>): Promise<{ sample: Sample; remaining: string[] }> {
  const until = performance.now() + maxSettleMs;
  for (;;) {
    const sample = await read();
    const remaining = sample.instances.flatMap(({ counts }, index) =>
      Object.entries(baseline.instances[index]?.counts ?? {})
        .filter(([name]) => name !== 'cpuSeconds')
        .filter(([name, before]) => (counts[name] ?? Number.NaN) > before * (1 + remainderMargin))
        .map(([name, before]) => `instance ${index + 1} has ${counts[name]} ${name}, ${before} before`),
    );
    const { redis } = sample;
    // Each instance always subscribes to one channel.
    const channels = (redis?.channels ?? 0) - (baseline.redis?.channels ?? 0);
    if (redis === undefined || redis.leases + channels + redis.keysWithoutExpiry > 0)
      remaining.push(
        `Redis has ${redis?.leases} leases, ${channels} more channels, ${redis?.keysWithoutExpiry} keys without an expiry`,
      );
    if (remaining.length === 0 || performance.now() > until) return { sample, remaining };
    await pause(5000);
  }
}

function getFindings(tally: Tally, samples: readonly Sample[], instances: readonly FacadeProcess[]): Finding[] {
  const findings = instances.map((_, index): Finding => {
    const growth = measureGrowth(samples, index);
    const text = `memory of instance ${index + 1}, last third against second: ${growth < 0 ? '-' : '+'}${Math.abs(growth * 100).toFixed(1)} %`;
    return { holds: Math.abs(growth) <= memoryMargin, text };
  });
  const uncaught = instances.flatMap((instance) => instance.uncaught);
  findings.push({ holds: uncaught.length === 0, text: `uncaught rejections and errors: ${uncaught.length}` });
  for (const violation of violationKinds) {
    if (violation === 'unhandled') continue;
    findings.push({
      holds: tally.count(violation) === 0,
      text: `responses or events ${violation}: ${tally.count(violation)}`,
    });
  }
  const leakedMarks = instances.flatMap(({ log }) => findForeignMarks(log, undefined));
  findings.push({ holds: leakedMarks.length === 0, text: `tokens in the logs: ${leakedMarks.length}` });
  const after = samples.filter(({ atMs }) => atMs > duration * redisOutageStart + redisOutageMs + 2 * sampleIntervalMs);
  const isUsed = after.length > 0 && after.every(({ redis }) => redis !== undefined && redis.leases > 0);
  findings.push({ holds: isUsed, text: 'Redis is used again after its restart' });
  return findings;
}

async function main(): Promise<boolean> {
  if (!hasRedis) return true;
  console.log(`seed ${seed}, ${minutes} minutes`);
  const random = new Random(`soak ${seed}`);
  const failed: string[] = [];
  const tally = new Tally({ operations: [...loadKinds, ...followKinds], faults: faultKinds }, (violation, detail) => {
    const line = `minute ${formatMinutes().trim()}, ${violation}: ${detail.slice(0, maxDetailLength)}`;
    if (failed.length < maxDetails) failed.push(line);
    console.log(line);
  });
  const schedule = new FaultSchedule(seed);
  const redis = await startRedis();
  const sandbox = await startSandbox({ timeScale: 0.4, createdRows: 20_000 });
  const upstream = new URL(sandbox.url);
  const proxy = await startProxy(upstream, schedule, tally);
  const expectedResponses = await readExpectedResponses(proxy, tally);
  const ids = await createPipelines(upstream);
  const pipelines = ids.map((id) => `gid://service/Pipeline/${writtenProject}/${id}`);
  const env = { UPSTREAM_URL: proxy.url, REDIS_URL: redis.url, ...settings };
  const script = fileURLToPath(new URL('instance.ts', import.meta.url));
  const instances = await Promise.all([1, 2].map(() => startFacadeProcess(env, [], script)));
  const url = createRoundRobin(instances.map((instance) => instance.url));
  const loads = [...expectedResponses].map(
    ([caller, expected]): { sender: OperationSender; expected: ExpectedResponses } => ({
      sender: new OperationSender(caller, { url, random: new Random(`${caller.name} ${seed}`), tally, proxy }),
      expected,
    }),
  );
  await runForEach([...loads, ...loads], ({ sender, expected }) => readEverything(sender, expected));
  await pause(10_000);
  const baseline = await readAll(0, instances, redis);

  let hasEnded = false;
  const isOver = () => hasEnded || instances.some(({ ended }) => ended);
  const giveUp = new AbortController();
  const disconnection = new AbortController();
  const silentClients = new Map<string, number>(silentClientKinds.map((kind) => [kind, 0]));
  const hashes = { sent: 0, cached: 0 };
  const subscribers = new Subscribers({ url, pipelines, random, isOver });
  const startedAt = performance.now();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const senders = loads.map(({ sender }) => sender);
  const [retrier] = senders;
  const running = [
    ...loads.map(({ sender, expected }) => keepSending(sender, expected, isOver, maxPauseMs)),
    ...senders
      .filter(({ caller }) => caller.mayWrite)
      .map((sender) => keepFollowing(sender, upstream, isOver, giveUp.signal)),
    ...(retrier ? [keepRetrying(retrier, pipelines, isOver)] : []),
    ...senders.slice(0, 2).map((sender) =>
      keepSendingHashes(sender, isOver, (isCached) => {
        hashes.sent += 1;
        if (isCached) hashes.cached += 1;
      }),
    ),
    ...Array.from({ length: silent }, () =>
      runSilentClient({
        url,
        pipelines,
        random,
        signal: disconnection.signal,
        count: (kind) => silentClients.set(kind, (silentClients.get(kind) ?? 0) + 1),
      }),
    ),
  ];
  subscribers.addPermanent(permanent);
  subscribers.addTemporary(
    temporary,
    senders.filter(({ caller }) => caller.mayWrite),
  );

  const samples: Sample[] = [];
  let final: Sample | undefined;
  let findings: readonly Finding[] = [];
  const report = (): Report => {
    const seconds = (performance.now() - startedAt) / 1000;
    const rate = (count: number) => (count / Math.min(seconds, duration / 1000)).toFixed(1);
    const cpu = samples.at(-1)?.instances.map(({ counts }) => counts.cpuSeconds ?? Number.NaN) ?? [];
    const { user, system } = process.cpuUsage();
    const cpuShares = cpu.map((each) => ((each * 1000) / (samples.at(-1)?.atMs ?? 1)).toFixed(2));
    return {
      minutes,
      baseline,
      samples,
      final,
      findings,
      failed,
      load: [
        `${permanent} permanent subscribers over ${permanent / 10} WebSockets, and ${temporary} that disconnect without a message after 5 to 60 s, over WebSockets and Server-Sent Events: ${subscribers.started} streams started, ${rate(subscribers.events)} events a second to permanent subscribers, of ${resources} pipelines, one of which is retried every ${retryIntervalMs / 1000} s`,
        `${loads.length} credentials that read in every form and over every transport, write, disconnect early, read slowly, follow pipelines and exports to their last state and download: ${rate(tally.operations)} operations a second; every response is compared with the expected one`,
        `persisted documents: ${hashes.sent} hashes sent, ${hashes.cached} of cached documents`,
        `clients that fall silent: ${[...silentClients].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
        `faults of the upstream in ${rate(tally.faults)} calls a second of ${rate(proxy.calls)}, in ${cycles} cycles`,
        `Redis killed once, after ${(redisOutageStart * minutes).toFixed(1)} minutes, and started empty ${redisOutageMs / 1000} s later`,
        `WebSockets closed because their first message was late, and reopened: ${tally.getCodeCount(lateWebSocket)}; the clients and the upstream, which are one process, were blocked for at most ${(delay.max / 1e9).toFixed(1)} s`,
        `processor time: ${cpuShares.join(' and ')} of a core for the instances, ${((user + system) / 1_000_000 / (performance.now() / 1000)).toFixed(2)} for clients and upstream`,
      ],
    };
  };

  const restart = pause(duration * redisOutageStart).then(async () => {
    await redis.kill();
    logProgress('Redis killed');
    await pause(redisOutageMs);
    await redis.start();
    logProgress('Redis restarted');
  });
  const faultCycles = (async () => {
    for (let cycle = 0; cycle < cycles && !isOver(); cycle++) {
      schedule.start((duration / cycles) * faultyPart);
      await pause(startedAt + ((cycle + 1) * duration) / cycles - performance.now());
    }
  })();
  for (
    let next = startedAt + sampleIntervalMs;
    next <= startedAt + duration + 1 && !isOver();
    next += sampleIntervalMs
  ) {
    await pause(Math.max(0, next - performance.now()));
    const sample = await readAll(performance.now() - startedAt, instances, redis);
    samples.push(sample);
    const [heaps, streams] = [
      sample.instances.map(({ heapBytes }) => (heapBytes / 1024 / 1024).toFixed(1)),
      sample.instances.map(({ counts }) => counts.streams),
    ];
    logProgress(`heap ${heaps.join(' / ')} MiB, streams ${streams.join(' / ')}, leases ${sample.redis?.leases}`);
    writeFileSync(out, formatReport(report()));
  }
  await Promise.all([restart, faultCycles]);
  hasEnded = true;
  disconnection.abort();
  const timer = setTimeout(() => giveUp.abort(), maxFinalWaitMs);
  await subscribers.disconnect();
  await Promise.all(running);
  clearTimeout(timer);
  await Promise.all(senders.map((sender) => sender.disconnect()));
  logProgress('all clients have disconnected');
  const settled = await settle(baseline, () => readAll(performance.now() - startedAt, instances, redis));
  final = settled.sample;
  const exitCodes = await Promise.all(instances.map((instance) => instance.stop()));
  // Retries of the followed pipelines are the same call every time.
  for (const [key, { arrived }] of proxy.writes)
    if (arrived > 1 && !key.endsWith('/retry')) tally.fail('repeated', `${key} arrived ${arrived} times`);
  findings = [
    ...getFindings(tally, samples, instances),
    {
      holds: settled.remaining.length === 0,
      text: `remaining streams, sockets, pollers, leases and timers: ${settled.remaining.join('; ') || 'none'}`,
    },
    { holds: exitCodes.every((code) => code === 0), text: `exit codes after SIGTERM: ${exitCodes.join(', ')}` },
  ];
  writeFileSync(out, formatReport(report()));
  await proxy.close();
  await sandbox.close();
  await redis.close();
  console.log(`${tally.details()}\n\n${tally.table()}`);
  for (const { uncaught, log } of instances) console.log([...uncaught, log.slice(-2000)].join('\n'));
  console.log(`\n${findings.map(formatFinding).join('\n')}`);
  const passed = findings.filter(({ holds }) => holds).length;
  console.log(`soak: ${passed} passed, ${findings.length - passed} failed`);
  return passed === findings.length;
}

// End the started processes with this one.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

process.exit((await main()) ? 0 : 1);
