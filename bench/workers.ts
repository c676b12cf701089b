/**
 * Throughput and processor time by `WORKERS`: a fixed upstream, one instance for each number of workers, and clients on this machine.
 *
 *     node bench/workers.ts --workers 1,2,4 --seconds 60
 *
 * Or only clients, for an instance on another machine; run it on several machines if one of them is at its limit:
 *
 *     node bench/workers.ts --url http://10.0.0.5:4000/graphql --connections 200 --seconds 60
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { quantile } from './load.ts';
import { cpuTime, type Running, start, stop } from './processes.ts';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
    url: { type: 'string' },
    token: { type: 'string', default: 'token-0' },
    query: { type: 'string', default: '{ project(id: "101") { name webUrl } }' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const counts = values.workers.split(',').map(Number);
if (![seconds, connections, ...counts].every((value) => value > 0))
  throw new Error('--seconds, --connections and --workers must be positive numbers');

/** Milliseconds of load before the measurement. */
const warmUpMs = 3000;

interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

async function load(url: URL, durationMs: number): Promise<LoadResult> {
  const pool = new Pool(url.origin, { connections });
  const times: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (performance.now() - startedAt < durationMs) {
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: url.pathname,
        headers: { 'content-type': 'application/json', 'private-token': values.token },
        body: JSON.stringify({ query: values.query }),
      });
      const text = await body.text();
      if (statusCode !== 200 || text.includes('"errors"')) failures += 1;
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const elapsedMs = performance.now() - startedAt;
  await pool.close();
  const perSecond = (times.length * 1000) / elapsedMs;
  return { perSecond, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), failures };
}

/** A process and its children. */
function withChildren(server: Running): readonly Running[] {
  const tasks = readdirSync(`/proc/${server.pid}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${server.pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return [server, ...children.map((pid) => ({ ...server, pid: Number(pid) }))];
}

async function totalCpuTime(server: Running): Promise<number> {
  const times = await Promise.all(withChildren(server).map(cpuTime));
  return times.reduce((sum, time) => sum + time, 0);
}

const formatMs = (value: number): string => value.toFixed(1);

async function measureWorkers(upstream: Running, workers: number): Promise<string> {
  const server = await start('src/main.ts', {
    UPSTREAM_URL: `http://127.0.0.1:${upstream.port}/api/v4`,
    WORKERS: String(workers),
    LOG_LEVEL: 'error',
    UNEXPECTED_NULLS: 'log',
  });
  const url = new URL(`http://127.0.0.1:${server.port}/graphql`);
  await load(url, warmUpMs);
  const before = await totalCpuTime(server);
  const { perSecond, p50Ms, p99Ms, failures } = await load(url, seconds * 1000);
  const cpuMs = (await totalCpuTime(server)) - before;
  await stop(server);
  const perOperation = cpuMs / (perSecond * seconds);
  const columns = [
    String(workers),
    perSecond.toFixed(0),
    formatMs(p50Ms),
    formatMs(p99Ms),
    (perOperation * 1000).toFixed(0),
    (cpuMs / seconds / 1000).toFixed(2),
    String(failures),
  ];
  return `| ${columns.join(' | ')} |`;
}

if (values.url !== undefined) {
  const url = new URL(values.url);
  await load(url, warmUpMs);
  const { perSecond, p50Ms, p99Ms, failures } = await load(url, seconds * 1000);
  console.log(
    `${perSecond.toFixed(0)} operations a second, median ${formatMs(p50Ms)} ms, 99th percentile ${formatMs(p99Ms)} ms, ${failures} failed`,
  );
} else {
  const upstream = await start('bench/upstream.ts', {});
  console.log(
    '| workers | operations per second | median ms | 99th percentile ms | CPU µs per operation | cores used | failed |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  for (const workers of counts) {
    console.log(await measureWorkers(upstream, workers));
    await pause(1000);
  }
  await stop(upstream);
}
