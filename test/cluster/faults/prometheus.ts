/** Prometheus with the rules of `deploy`, with shorter durations. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../../redis/server.ts';

/** Divisor of all durations of the rules. An outage of 30 seconds counts like one of six minutes. */
export const speed = 12;
const scrapeIntervalMs = 15_000 / speed;
const pollIntervalMs = 250;
const maxStartMs = 30_000;

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

const shorten = (duration: string): string => {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  return `${Math.round((Number(count) * (unitsMs[unit] ?? Number.NaN)) / speed)}ms`;
};

interface Rule {
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity?: string };
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

const readRules = (name: string): Rules =>
  parse(readFileSync(new URL(`../../../deploy/prometheus/${name}.yaml`, import.meta.url), 'utf8'));

function accelerate({ groups }: Rules): Rules {
  return {
    groups: groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: rule.expr
          .replace(/\[(\d+[smh])\]/g, (_, range: string) => `[${shorten(range)}]`)
          // A shorter range contains fewer events.
          .replace(/>= (\d+)/g, (_, events: string) => `>= ${Number(events) / speed}`),
        ...(rule.for !== undefined && { for: shorten(rule.for) }),
      })),
    })),
  };
}

/** Names of the alerts with the severity critical. */
export const criticalAlerts: ReadonlySet<string> = new Set(
  readRules('alerts').groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, labels }) => (alert !== undefined && labels.severity === 'critical' ? [alert] : [])),
  ),
);

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

export interface Prometheus {
  /** Names of the alerts that have fired since the last `forget`. */
  readonly fired: ReadonlySet<string>;
  forget(): void;
  close(): Promise<void>;
}

/** Waits until each instance has been scraped once, because an instance without file descriptors responds only on a connection that was open before. */
async function waitForScrapes(address: string, instances: number): Promise<void> {
  const query = new URL(`http://${address}/api/v1/query?query=up`);
  const deadline = performance.now() + maxStartMs;
  while (performance.now() < deadline) {
    try {
      const response = await fetch(query);
      const { data }: { data: { result: { value: [number, string] }[] } } = await response.json();
      if (data.result.filter(({ value: [, up] }) => up === '1').length === instances) return;
    } catch {
      // Prometheus does not listen yet.
    }
    await pause(pollIntervalMs);
  }
  throw new Error(`Prometheus did not scrape ${instances} instances within ${maxStartMs} ms`);
}

/** @param ports management ports of the instances */
export async function startPrometheus(ports: readonly number[]): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-prometheus-'));
  for (const name of ['rules', 'alerts'])
    writeFileSync(join(folder, `${name}.yaml`), stringify(accelerate(readRules(name))));
  const interval = `${scrapeIntervalMs}ms`;
  const config = {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: ['rules.yaml', 'alerts.yaml'],
    scrape_configs: [{ job_name: 'portico', static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }] }],
  };
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const fired = new Set<string>();
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      try {
        const response = await fetch(`http://${address}/api/v1/alerts`);
        const { data }: { data: { alerts: { labels: { alertname: string }; state: string }[] } } =
          await response.json();
        for (const { labels, state } of data.alerts) if (state === 'firing') fired.add(labels.alertname);
      } catch {
        // Prometheus does not listen yet.
      }
      await pause(pollIntervalMs);
    }
  };
  const watchLoop = watch();
  await waitForScrapes(address, ports.length);
  return {
    fired,
    forget: () => fired.clear(),
    async close() {
      isOver = true;
      await watchLoop;
      const exited = once(child, 'exit');
      kill();
      await exited;
      process.off('exit', kill);
      rmSync(folder, { recursive: true });
    },
  };
}
