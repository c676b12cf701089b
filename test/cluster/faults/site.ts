/** Two instances with a Redis behind a proxy, under load and observed by Prometheus. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../../../package/sandbox.ts';
import { type FacadeProcess, startFacadeProcess } from '../../process/facade.ts';
import { type RedisServer, startRedis } from '../../redis/server.ts';
import { type Followers, startFollowers } from '../followers.ts';
import { findServicePort } from '../ports.ts';
import { proxyKinds, type ReverseProxy, startProxy } from '../proxies.ts';
import { type Load, startLoad } from './load.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';

const instances = 2;
const subscribers = 20;

/** As in `deploy/compose.yaml`, with shorter times. */
const settings = {
  TRUST_PROXY: '127.0.0.1',
  MAX_CONNECTIONS_PER_ADDRESS: '10000',
  CURSOR_KEY: 'a key for the cursors of this proof, long enough',
  REDIS_SECRET: 'a secret of this proof, which is long enough',
  // All processes share one machine.
  REDIS_TIMEOUT_MS: '500',
  CALL_TIMEOUT_MS: '3000',
  WATCH_FIRST_INTERVAL_MS: '250',
  WATCH_LONGEST_INTERVAL_MS: '500',
  LAME_DUCK_MS: '1000',
  LOG_LEVEL: 'warn',
  // The end of the log is searched for other lines.
  SLOW_OPERATION_MS: '0',
};

export interface SiteOptions {
  /** Settings in addition to those of all sites. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Options of Node.js for an instance. */
  readonly flags?: ((instance: number) => readonly string[]) | undefined;
  /** Called with the URL of the upstream before the instances start. @returns further settings */
  readonly prepare?: ((upstream: string) => Promise<NodeJS.ProcessEnv>) | undefined;
  readonly queriesPerSecond: number;
}

interface Upstream {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startUpstream(): Promise<Upstream> {
  const script = fileURLToPath(new URL('upstream.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const [line] = await once(child.stdout, 'data');
  return { process: child, url: String(line).trim() };
}

interface SiteParts
  extends Pick<Site, 'upstream' | 'redis' | 'facades' | 'proxy' | 'prometheus' | 'load' | 'followers'> {
  readonly metricsPorts: readonly number[];
  /** Starts an instance. */
  readonly start: (index: number) => Promise<FacadeProcess>;
}

export class Site {
  readonly upstream: Upstream;
  readonly redis: RedisServer;
  readonly facades: FacadeProcess[];
  readonly proxy: ReverseProxy;
  readonly prometheus: Prometheus;
  readonly load: Load;
  readonly followers: Followers;
  readonly #metricsPorts: readonly number[];
  readonly #start: SiteParts['start'];

  private constructor(parts: SiteParts) {
    this.upstream = parts.upstream;
    this.redis = parts.redis;
    this.facades = parts.facades;
    this.proxy = parts.proxy;
    this.prometheus = parts.prometheus;
    this.load = parts.load;
    this.followers = parts.followers;
    this.#metricsPorts = parts.metricsPorts;
    this.#start = parts.start;
  }

  static async start({ env, flags = () => [], prepare, queriesPerSecond }: SiteOptions): Promise<Site> {
    const [upstream, redis] = await Promise.all([startUpstream(), startRedis()]);
    const preparedSettings = await prepare?.(upstream.url);
    const ports: { port: number; metricsPort: number }[] = [];
    while (ports.length < instances)
      ports.push({ port: await findServicePort(), metricsPort: await findServicePort() });
    const start = (index: number) =>
      startFacadeProcess(
        {
          ...settings,
          UPSTREAM_URL: upstream.url,
          REDIS_URL: redis.url,
          PORT: String(ports[index]?.port),
          METRICS_PORT: String(ports[index]?.metricsPort),
          ...env,
          ...preparedSettings,
        },
        flags(index),
      );
    const facades = await Promise.all(ports.map((_, index) => start(index)));
    const [nginx] = proxyKinds;
    if (nginx === undefined) throw new Error('nginx is not among the proxies');
    const proxy = await startProxy(
      nginx,
      ports.map(({ port }) => new URL(`http://127.0.0.1:${port}`)),
    );
    const metricsPorts = ports.map(({ metricsPort }) => metricsPort);
    const prometheus = await startPrometheus(metricsPorts);
    const load = startLoad(proxy.url, queriesPerSecond);
    const followers = startFollowers(proxy.url, upstream.url, subscribers);
    return new Site({ upstream, redis, facades, proxy, prometheus, load, followers, metricsPorts, start });
  }

  /** First instance, which faults of a single instance affect. */
  get first(): FacadeProcess {
    const [first] = this.facades;
    if (first === undefined) throw new Error('There is no instance');
    return first;
  }

  /** Last characters of the logs of all instances. */
  get logs(): string {
    return this.facades.map(({ log }) => log).join('');
  }

  /** Restarts the first instance after its exit. */
  async restartFirst(): Promise<void> {
    this.facades[0] = await this.#start(0);
  }

  /** Returns the sum of a metric without labels over all instances. */
  async getMetric(name: string): Promise<number> {
    const values = await Promise.all(
      this.#metricsPorts.map(async (port) => {
        const response = await fetch(`http://127.0.0.1:${port}/metrics`);
        return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())?.[1] ?? 0);
      }),
    );
    return values.reduce((sum, value) => sum + value, 0);
  }

  /** Adds a fault to each GET at the upstream. */
  async fail(fault: Fault): Promise<void> {
    await this.#control('POST', JSON.stringify({ match: { method: 'GET' }, ...fault }));
  }

  async clearFaults(): Promise<void> {
    await this.#control('DELETE');
  }

  async #control(method: string, body?: string): Promise<void> {
    const init = { method, headers: { 'content-type': 'application/json' }, ...(body !== undefined && { body }) };
    const { ok, status } = await fetch(new URL('/__faults', this.upstream.url), init);
    if (!ok) throw new Error(`The sandbox rejects a fault with ${status}`);
  }

  async close(): Promise<void> {
    await this.prometheus.close();
    await Promise.all(this.facades.map((facade) => facade.kill()));
    await this.proxy.close();
    await this.redis.close();
    this.upstream.process.kill('SIGKILL');
  }
}
