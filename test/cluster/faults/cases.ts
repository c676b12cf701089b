/** Faults around two instances, and the permitted effects of each. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../../../package/sandbox.ts';
import { freePort } from '../../redis/server.ts';
import type { Site } from './site.ts';

/** Active fault. */
export interface Incident {
  /** Ends the fault. */
  heal(): Promise<void> | void;
  /** Further requirements, evaluated when clients have recovered. @returns descriptions of those that do not hold */
  check?(): Promise<readonly string[]> | readonly string[];
}

export interface FaultCase {
  readonly name: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly flags?: (instance: number) => readonly string[];
  /** Duration of the fault. Defaults to 30 s. */
  readonly durationMs?: number;
  /** Upper bound on failed queries. Unlimited if the upstream cannot respond. */
  readonly maxFailures?: number;
  /** Whether the states of pipelines can be polled, so that an open stream must not miss one. Defaults to true. */
  readonly isPolled?: boolean;
  /** Alerts that must fire. */
  readonly alerts: readonly string[];
  /** Critical alerts that may fire as well. */
  readonly possibleAlerts?: readonly string[];
  /** String that the log must contain. */
  readonly log?: string;
  /** Called before the instances start, with the URL of the upstream. @returns further settings */
  prepare?(upstream: string): Promise<NodeJS.ProcessEnv>;
  inject(site: Site): Promise<Incident> | Incident;
}

/** Alerts for an upstream that does not respond in time. Few calls end, because identical ones are sent once, so that the breaker may stay closed. */
const slowUpstreamAlerts = ['PorticoUpstreamFailing', 'PorticoErrorBudgetBurnsFast'];
const failingUpstreamAlerts = [...slowUpstreamAlerts, 'PorticoBreakerOpen'];

/** Returns a fault of all reads at the upstream. */
const upstreamFault = (name: string, fault: Fault, alerts = failingUpstreamAlerts): FaultCase => ({
  name,
  isPolled: false,
  alerts,
  // The line of the circuit breaker contains these words, too.
  log: '"msg":"the upstream fails"',
  async inject(site) {
    await site.fail(fault);
    return {
      heal: () => site.clearFaults(),
      check: () => {
        // Two instances; a line for each outage, not for each call.
        const lines = site.logs.split('"the upstream fails"').length - 1;
        return lines > 4 ? [`the log contains "the upstream fails" ${lines} times`] : [];
      },
    };
  },
});

const preload = (name: string): readonly string[] => ['--import', new URL(name, import.meta.url).href];

function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function limitDescriptors(pid: number, limit: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:20000`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit failed: ${stderr}`);
}

/** Two network addresses with one port in front of an upstream, whose name moves from one to the other. */
class MovingUpstream {
  readonly #file = join(tmpdir(), `portico-address-${process.pid}`);
  /** Times of the last bytes to each address. */
  readonly #lastUsedAt = new Map<string, number>();
  readonly #sockets = new Set<Socket>();

  /** @returns settings for instances that call the upstream by the name */
  async listen(upstreamUrl: string): Promise<NodeJS.ProcessEnv> {
    const port = await freePort();
    const upstreamPort = Number(new URL(upstreamUrl).port);
    this.moveTo('127.0.0.1');
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      const server = createServer((client) => {
        const upstream = connect(upstreamPort, '127.0.0.1');
        for (const socket of [client, upstream]) {
          this.#sockets.add(socket);
          socket.on('error', () => undefined);
          socket.on('close', () => this.#sockets.delete(socket));
        }
        client.on('data', () => this.#lastUsedAt.set(address, performance.now()));
        client.pipe(upstream).pipe(client);
      });
      server.unref();
      await new Promise<void>((resolve) => server.listen(port, address, resolve));
    }
    return { RESOLVED_ADDRESS_FILE: this.#file, UPSTREAM_URL: `http://upstream.test:${port}/api/v4` };
  }

  moveTo(address: string): void {
    writeFileSync(this.#file, address);
  }

  lastUsedAt(address: string): number {
    return this.#lastUsedAt.get(address) ?? 0;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    rmSync(this.#file, { force: true });
  }
}

const connectionMaxAgeMs = 2000;
const movingUpstream = new MovingUpstream();

/** Reads of many REST calls, whose plan is long. */
const slowQuery = `{ project(id: "14") { ${Array.from({ length: 30 }, (_, index) => `p${index}: pipeline(id: "${2900 + index}") { status user { name } }`).join(' ')} } }`;
const largeQuery =
  '{ project(id: "14") { pipelines(first: 100) { nodes { id status ref sha webUrl createdAt updatedAt user { name username webUrl } } } } }';
const largeQueries = 200;

/** Writes a long log line for every operation, until the backlog of the log is full. */
async function fillLog(site: Site): Promise<void> {
  const until = performance.now() + 60_000;
  while ((await site.getMetric('portico_log_lines_dropped_total')) === 0 && performance.now() < until)
    await Promise.all(Array.from({ length: 20 }, () => site.load.send(slowQuery)));
}

const verboseLogSettings = { LOG_LEVEL: 'info', SLOW_OPERATION_MS: '1' };

export const faultCases: readonly FaultCase[] = [
  {
    name: 'Redis killed',
    maxFailures: 0,
    alerts: ['PorticoRedisUnavailable'],
    log: 'Redis',
    async inject({ redis }) {
      await redis.kill();
      return { heal: () => redis.start() };
    },
  },
  {
    name: 'Redis stopped (SIGSTOP)',
    maxFailures: 0,
    alerts: ['PorticoRedisUnavailable'],
    log: 'Redis',
    inject({ redis }) {
      redis.signal('SIGSTOP');
      return { heal: () => redis.signal('SIGCONT') };
    },
  },
  {
    name: 'Redis full (noeviction)',
    maxFailures: 0,
    alerts: ['PorticoRedisUnavailable'],
    log: 'OOM',
    async inject({ redis }) {
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
      return { heal: async () => void (await redis.command('CONFIG', 'SET', 'maxmemory', '0')) };
    },
  },
  {
    name: 'instance killed, replaced after 30 s',
    // Operations of the killed instance.
    maxFailures: 10,
    alerts: ['PorticoDown'],
    async inject(site) {
      await site.first.kill();
      return { heal: () => site.restartFirst() };
    },
  },
  {
    name: 'instance stopped (SIGSTOP)',
    maxFailures: 0,
    isPolled: false,
    alerts: ['PorticoDown'],
    inject(site) {
      process.kill(site.first.pid, 'SIGSTOP');
      return { heal: () => void process.kill(site.first.pid, 'SIGCONT') };
    },
  },
  {
    name: 'upstream stopped (SIGSTOP)',
    isPolled: false,
    alerts: slowUpstreamAlerts,
    log: '"cause":"timeout"',
    inject({ upstream }) {
      upstream.process.kill('SIGSTOP');
      return { heal: () => void upstream.process.kill('SIGCONT') };
    },
  },
  upstreamFault('upstream returns 503', { status: 503 }),
  upstreamFault('upstream resets connections', { reset: true }),
  {
    name: 'upstream returns 429 with Retry-After: 5',
    // As long as the alert waits.
    durationMs: 45_000,
    isPolled: false,
    alerts: ['PorticoRateLimited'],
    log: 'the upstream limits calls; reads wait',
    async inject(site) {
      await site.fail({ status: 429, headers: { 'retry-after': '5' } });
      return { heal: () => site.clearFaults() };
    },
  },
  upstreamFault('upstream sends invalid JSON', {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id": 14, "name": ',
  }),
  upstreamFault('upstream sends HTML with status 200', { html: true, status: 200 }),
  upstreamFault('upstream responds later than CALL_TIMEOUT_MS', { latencyMs: 4000 }, slowUpstreamAlerts),
  {
    name: 'clock of one instance 5 min ahead',
    flags: (instance) => (instance === 0 ? preload('clock-ahead.ts') : []),
    maxFailures: 0,
    alerts: [],
    inject: () => ({ heal: () => undefined }),
  },
  {
    name: "upstream's DNS entry moves",
    flags: () => preload('moving-name.ts'),
    env: { UPSTREAM_CONNECTION_MAX_AGE_MS: String(connectionMaxAgeMs) },
    maxFailures: 0,
    alerts: [],
    prepare: (upstream) => movingUpstream.listen(upstream),
    inject() {
      const movedAt = performance.now();
      movingUpstream.moveTo('127.0.0.2');
      return {
        heal: () => undefined,
        check() {
          const lateMs = movingUpstream.lastUsedAt('127.0.0.1') - movedAt;
          const isUsed = movingUpstream.lastUsedAt('127.0.0.2') > movedAt;
          movingUpstream.close();
          // A connection is replaced when its call has ended.
          if (isUsed && lateMs < connectionMaxAgeMs + 3000) return [];
          return [`the old address was still called after ${Math.round(lateMs)} ms`];
        },
      };
    },
  },
  {
    name: 'no free file descriptors on one instance',
    // Opens connections to the upstream repeatedly.
    env: { UPSTREAM_CONNECTION_MAX_AGE_MS: '500' },
    isPolled: false,
    alerts: ['PorticoFileDescriptors'],
    log: 'no free file descriptor, port or memory for connections to the upstream',
    inject(site) {
      const { pid } = site.first;
      // Half of the open descriptors, so that a closed one is not free for another.
      limitDescriptors(pid, Math.floor(countDescriptors(pid) / 2));
      return {
        heal: () => limitDescriptors(pid, 20_000),
        check: () => (site.logs.includes('"the upstream fails"') ? ['the log reports a failing upstream'] : []),
      };
    },
  },
  {
    name: `${largeQueries} concurrent large queries with --max-old-space-size=128`,
    flags: () => ['--max-old-space-size=128'],
    env: { CALL_TIMEOUT_MS: '30000' },
    durationMs: 1000,
    maxFailures: 0,
    alerts: [],
    // Large queries take longer than the objective for latency.
    possibleAlerts: ['PorticoErrorBudgetBurnsFast'],
    async inject(site) {
      const succeeded = await Promise.all(Array.from({ length: largeQueries }, () => site.load.send(largeQuery)));
      return {
        heal: () => undefined,
        check: () => (succeeded.every(Boolean) ? [] : ['a large query failed']),
      };
    },
  },
  {
    name: 'pipe of the log closed',
    env: verboseLogSettings,
    maxFailures: 0,
    alerts: ['PorticoLogLinesDropped'],
    inject(site) {
      site.first.closeLog();
      return { heal: () => undefined };
    },
  },
  {
    name: 'reader of the log stalled, then a stop',
    env: verboseLogSettings,
    maxFailures: 0,
    alerts: ['PorticoLogLinesDropped'],
    async inject(site) {
      site.first.stallLog(true);
      await fillLog(site);
      return {
        heal: () => undefined,
        async check() {
          const startedAt = performance.now();
          const exitCode = await site.first.stop();
          const stopMs = Math.round(performance.now() - startedAt);
          return exitCode === 0 ? [] : [`SIGTERM took ${stopMs} ms and ended with ${exitCode}`];
        },
      };
    },
  },
];
