/**
 * Mixed load for a long time on two instances with a real Redis, to find what leaks. `npm run soak`, or shorter:
 *
 *     npm run soak -- --minutes 3 --seed 4711
 *
 * Everything in it comes again twelve times: faults of the upstream for most of a cycle, then none. Ends with a line for each thing that
 * must hold, and writes what was found to bench/SOAK.md, or where `--out` says.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../src/sandbox/index.ts';
import { Random } from '../../src/sandbox/kit/random.ts';
import { callers, strangersIn } from '../chaos/callers.ts';
import { Asker, lateWebSocket } from '../chaos/clients.ts';
import { followKinds, keepFollowing } from '../chaos/follow.ts';
import { keepAsking, loadKinds, readAll as readEverything, type Truth } from '../chaos/load.ts';
import { startProxy } from '../chaos/proxy.ts';
import { failings, Tally } from '../chaos/tally.ts';
import { eachOf, learnTruths } from '../chaos/truths.ts';
import { faultKinds, Weather } from '../chaos/weather.ts';
import { writtenProject } from '../chaos/writes.ts';
import { type FacadeProcess, startFacadeProcess } from '../process/facade.ts';
import { hasRedis, startRedis } from '../redis/server.ts';
import { Crowd } from './crowd.ts';
import { keepSendingHashes } from './known-documents.ts';
import { type Finding, present, presentFinding, type Report } from './report.ts';
import { growthOf, readAll, type Sample } from './samples.ts';
import { keepVanishing, vanishings } from './vanishing.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, out: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 60);
/** Failings that the page tells, and characters of each. */
const [mostDetails, longestDetail] = [50, 600];
const seed = values.seed ?? String(Date.now() % 1_000_000);
const out = values.out ?? join(import.meta.dirname, '../../bench/SOAK.md');
if (!(minutes >= 1)) throw new Error('--minutes must be a number from 1 on');

const duration = minutes * 60_000;
const [cycles, stormyPart] = [12, 0.8];
/** Seldom enough that collecting garbage takes little of the time. */
const sampleInterval = Math.max(duration / 60, 10_000);
/** Part of the time after which Redis is killed, and milliseconds until it is started again. */
const [redisEnds, redisAway] = [0.4, 5000];
const [staying, comingAndGoing, silent] = [1600, 400, 24];
const resources = 12;
/** Milliseconds between two operations of one asker, at the most, and between two retries of followed pipelines. */
const [longestPause, retryInterval] = [3000, 5000];
const memoryMargin = 0.05;
/** Milliseconds that subscribers get to hear of the end when nothing goes wrong any more. Pollers wait 60 s where a reset cannot be read. */
const lastWait = 150_000;
/** Milliseconds until everything that clients had open must be gone. */
const grace = 120_000;
/** Part by which timers and descriptors may be more than before the load: connections to the upstream that are kept. */
const restMargin = 0.1;

const settings = {
  CALL_TIMEOUT_MS: '5000',
  OPERATION_TIMEOUT_MS: '15000',
  UPSTREAM_CONNECTIONS: '128',
  WATCH_FIRST_INTERVAL_MS: '1000',
  WATCH_LONGEST_INTERVAL_MS: '10000',
  WATCH_PATIENCE_MS: '5000',
  // Full before memory is compared.
  KEPT_ANSWER_BYTES: String(4 * 1024 * 1024),
  DOCUMENT_CACHE_BYTES: String(4 * 1024 * 1024),
  CURSOR_KEY: 'a key for the cursors of this load, long enough',
  REDIS_SECRET: 'a secret of this load, which is long enough',
  // More than anybody needs, so that all calls are counted and none is refused.
  MAX_REST_CALLS_PER_MINUTE: '100000',
  // Everything runs on two processors, so that an instance may have to wait for one.
  REDIS_TIMEOUT_MS: '500',
};

/** Minutes since the start. */
const clock = (): string => (performance.now() / 60_000).toFixed(2).padStart(5);

function tell(text: string): void {
  console.log(`${clock()} min  ${text}`);
}

function taking<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const taken = all[turn++ % all.length];
    if (taken === undefined) throw new Error('There is nothing to take');
    return taken;
  };
}

/** Creates the pipelines that the crowd follows, at the upstream itself. */
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

/** Lets followed pipelines run again, one after the other. */
async function keepRetrying(asker: Asker, pipelines: readonly string[], isOver: () => boolean): Promise<void> {
  const next = taking(pipelines);
  while (!isOver()) {
    await asker.ask('POST', {
      query: `mutation { pipelineRetry(input: { id: "${next()}" }) { errors { code } pipeline { status } } }`,
    });
    await pause(retryInterval);
  }
}

/** Waits until instances have no more open than before, as long as that may take. */
async function settle(baseline: Sample, read: () => Promise<Sample>): Promise<{ sample: Sample; rest: string[] }> {
  const until = performance.now() + grace;
  for (;;) {
    const sample = await read();
    const rest = sample.instances.flatMap(({ counts }, index) =>
      Object.entries(baseline.instances[index]?.counts ?? {})
        .filter(([name]) => name !== 'cpuSeconds')
        .filter(([name, before]) => (counts[name] ?? Number.NaN) > before * (1 + restMargin))
        .map(([name, before]) => `instance ${index + 1} has ${counts[name]} ${name}, ${before} before`),
    );
    const { redis } = sample;
    // Each instance listens to one channel all the time.
    const channels = (redis?.channels ?? 0) - (baseline.redis?.channels ?? 0);
    if (redis === undefined || redis.leases + channels + redis.lasting > 0)
      rest.push(`Redis has ${redis?.leases} leases, ${channels} more channels, ${redis?.lasting} lasting keys`);
    if (rest.length === 0 || performance.now() > until) return { sample, rest };
    await pause(5000);
  }
}

function findingsOf(tally: Tally, samples: readonly Sample[], instances: readonly FacadeProcess[]): Finding[] {
  const findings = instances.map((_, index): Finding => {
    const growth = growthOf(samples, index);
    const text = `memory of instance ${index + 1}, last third against second: ${growth < 0 ? '-' : '+'}${Math.abs(growth * 100).toFixed(1)} %`;
    return { holds: Math.abs(growth) <= memoryMargin, text };
  });
  const uncaught = instances.flatMap((instance) => instance.uncaught);
  findings.push({ holds: uncaught.length === 0, text: `rejections and errors uncaught: ${uncaught.length}` });
  for (const failing of failings) {
    if (failing === 'unhandled') continue;
    findings.push({ holds: tally.count(failing) === 0, text: `answers or events ${failing}: ${tally.count(failing)}` });
  }
  const leaked = instances.flatMap(({ log }) => strangersIn(log, undefined));
  findings.push({ holds: leaked.length === 0, text: `tokens in the logs: ${leaked.length}` });
  const after = samples.filter(({ at }) => at > duration * redisEnds + redisAway + 2 * sampleInterval);
  const used = after.length > 0 && after.every(({ redis }) => redis !== undefined && redis.leases > 0);
  findings.push({ holds: used, text: 'Redis used again after its restart' });
  return findings;
}

async function main(): Promise<boolean> {
  if (!hasRedis) return true;
  console.log(`seed ${seed}, ${minutes} minutes`);
  const random = new Random(`soak ${seed}`);
  const failed: string[] = [];
  const tally = new Tally({ operations: [...loadKinds, ...followKinds], faults: faultKinds }, (failing, detail) => {
    const line = `minute ${clock().trim()}, ${failing}: ${detail.slice(0, longestDetail)}`;
    if (failed.length < mostDetails) failed.push(line);
    console.log(line);
  });
  const weather = new Weather(seed);
  const redis = await startRedis();
  const sandbox = await startSandbox({ timeScale: 0.4, createdRows: 20_000 });
  const upstream = new URL(sandbox.url);
  const proxy = await startProxy(upstream, weather, tally);
  const truths = await learnTruths(proxy, tally);
  const ids = await createPipelines(upstream);
  const pipelines = ids.map((id) => `gid://service/Pipeline/${writtenProject}/${id}`);
  const env = { UPSTREAM_URL: proxy.url, REDIS_URL: redis.url, ...settings };
  const script = fileURLToPath(new URL('instance.ts', import.meta.url));
  const instances = await Promise.all([1, 2].map(() => startFacadeProcess(env, [], script)));
  const url = taking(instances.map((instance) => instance.url));
  const loads = [...truths].map(([caller, truth]): { asker: Asker; truth: Truth } => ({
    asker: new Asker(caller, { url, random: new Random(`${caller.name} ${seed}`), tally, proxy }),
    truth,
  }));
  await eachOf([...loads, ...loads], ({ asker, truth }) => readEverything(asker, truth));
  await pause(10_000);
  const baseline = await readAll(0, instances, redis);

  let over = false;
  const isOver = () => over || instances.some(({ ended }) => ended);
  const giveUp = new AbortController();
  const gone = new AbortController();
  const vanished = new Map<string, number>(vanishings.map((kind) => [kind, 0]));
  const known = { told: 0, asked: 0 };
  const crowd = new Crowd({ url, pipelines, random, isOver });
  const begun = performance.now();
  const delay = monitorEventLoopDelay();
  delay.enable();
  const askers = loads.map(({ asker }) => asker);
  const [stirrer] = askers;
  const running = [
    ...loads.map(({ asker, truth }) => keepAsking(asker, truth, isOver, longestPause)),
    ...askers
      .filter(({ caller }) => caller.mayWrite)
      .map((asker) => keepFollowing(asker, upstream, isOver, giveUp.signal)),
    ...(stirrer ? [keepRetrying(stirrer, pipelines, isOver)] : []),
    ...askers.slice(0, 2).map((asker) =>
      keepSendingHashes(asker, isOver, (wasKnown) => {
        known.asked += 1;
        if (wasKnown) known.told += 1;
      }),
    ),
    ...Array.from({ length: silent }, () =>
      keepVanishing({
        url,
        pipelines,
        random,
        over: gone.signal,
        count: (kind) => vanished.set(kind, (vanished.get(kind) ?? 0) + 1),
      }),
    ),
  ];
  crowd.gather(staying);
  crowd.comeAndGo(
    comingAndGoing,
    askers.filter(({ caller }) => caller.mayWrite),
  );

  const samples: Sample[] = [];
  let final: Sample | undefined;
  let findings: readonly Finding[] = [];
  const report = (): Report => {
    const seconds = (performance.now() - begun) / 1000;
    const rate = (count: number) => (count / Math.min(seconds, duration / 1000)).toFixed(1);
    const cpu = samples.at(-1)?.instances.map(({ counts }) => counts.cpuSeconds ?? Number.NaN) ?? [];
    const { user, system } = process.cpuUsage();
    const used = cpu.map((each) => ((each * 1000) / (samples.at(-1)?.at ?? 1)).toFixed(2));
    return {
      minutes,
      baseline,
      samples,
      final,
      findings,
      failed,
      load: [
        `${staying} subscribers who stay, over ${staying / 10} WebSockets, and ${comingAndGoing} who come, stay for 5 to 60 s, and leave without a word, over WebSockets and Server-Sent Events: ${crowd.begun} streams begun, ${rate(crowd.events)} events a second to those who stay, of ${resources} pipelines, one of which is retried every ${retryInterval / 1000} s`,
        `${loads.length} credentials that read in every shape and over every transport, write, leave early, read slowly, follow pipelines and exports to their end and download: ${rate(tally.operations)} operations a second; every answer is compared with the right one`,
        `known documents: ${known.asked} hashes sent, ${known.told} known`,
        `clients that fall silent: ${[...vanished].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
        `faults of the upstream in ${rate(tally.faults)} calls a second of ${rate(proxy.calls)}, in ${cycles} storms`,
        `Redis killed once, after ${(redisEnds * minutes).toFixed(1)} minutes, and started empty ${redisAway / 1000} s later`,
        `WebSockets closed as their first message was late, and opened again: ${tally.countOf(lateWebSocket)}; the clients and the upstream, which are one process, stood still for ${(delay.max / 1e9).toFixed(1)} s at the longest`,
        `processor time: ${used.join(' and ')} of a core for the instances, ${((user + system) / 1_000_000 / (performance.now() / 1000)).toFixed(2)} for clients and upstream`,
      ],
    };
  };

  const restart = pause(duration * redisEnds).then(async () => {
    await redis.kill();
    tell('Redis is killed');
    await pause(redisAway);
    await redis.start();
    tell('Redis runs again');
  });
  const storms = (async () => {
    for (let cycle = 0; cycle < cycles && !isOver(); cycle++) {
      weather.storm((duration / cycles) * stormyPart);
      await pause(begun + ((cycle + 1) * duration) / cycles - performance.now());
    }
  })();
  for (let next = begun + sampleInterval; next <= begun + duration + 1 && !isOver(); next += sampleInterval) {
    await pause(Math.max(0, next - performance.now()));
    const sample = await readAll(performance.now() - begun, instances, redis);
    samples.push(sample);
    const [heaps, streams] = [
      sample.instances.map(({ heapBytes }) => (heapBytes / 1024 / 1024).toFixed(1)),
      sample.instances.map(({ counts }) => counts.streams),
    ];
    tell(`heap ${heaps.join(' / ')} MiB, streams ${streams.join(' / ')}, leases ${sample.redis?.leases}`);
    writeFileSync(out, present(report()));
  }
  await Promise.all([restart, storms]);
  over = true;
  gone.abort();
  const timer = setTimeout(() => giveUp.abort(), lastWait);
  await crowd.left();
  await Promise.all(running);
  clearTimeout(timer);
  await Promise.all(askers.map((asker) => asker.disconnect()));
  tell('everybody has left');
  const settled = await settle(baseline, () => readAll(performance.now() - begun, instances, redis));
  final = settled.sample;
  const exitCodes = await Promise.all(instances.map((instance) => instance.stop()));
  // Retries of the followed pipelines are the same call every time.
  for (const [key, { arrived }] of proxy.writes)
    if (arrived > 1 && !key.endsWith('/retry')) tally.fail('repeated', `${key} arrived ${arrived} times`);
  findings = [
    ...findingsOf(tally, samples, instances),
    {
      holds: settled.rest.length === 0,
      text: `streams, sockets, pollers, leases and timers left behind: ${settled.rest.join('; ') || 'none'}`,
    },
    { holds: exitCodes.every((code) => code === 0), text: `exit codes after SIGTERM: ${exitCodes.join(', ')}` },
  ];
  writeFileSync(out, present(report()));
  await proxy.close();
  await sandbox.close();
  await redis.close();
  console.log(`${tally.details()}\n\n${tally.table()}`);
  for (const { uncaught, log } of instances) console.log([...uncaught, log.slice(-2000)].join('\n'));
  console.log(`\n${findings.map(presentFinding).join('\n')}`);
  const passed = findings.filter(({ holds }) => holds).length;
  console.log(`soak: ${passed} passed, ${findings.length - passed} failed`);
  return passed === findings.length;
}

// The processes that were started end with this one.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

process.exit((await main()) ? 0 : 1);
