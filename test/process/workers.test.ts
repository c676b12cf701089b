/** Several worker processes that serve one port. */
import cluster from 'node:cluster';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox, tokens } from '../../sandbox/index.ts';
import { mergeMetrics, WorkerMetrics } from '../../src/cli/workers/merged-metrics.ts';
import { WorkerStartError, Workers } from '../../src/cli/workers/primary.ts';
import { readConfig } from '../../src/config/config.ts';
import { freePort } from '../redis/server.ts';
import { startFacadeProcess } from './facade.ts';

const timeout = 120_000;

async function launch(env: NodeJS.ProcessEnv = {}, node?: string) {
  const sandbox = await startSandbox({ keptRequests: 10_000 });
  const port = await freePort();
  const managementUrl = new URL(`http://127.0.0.1:${port}`);
  const settings = { UPSTREAM_URL: sandbox.url, WORKERS: '3', METRICS_PORT: String(port), LOG_LEVEL: 'warn', ...env };
  const facade = await startFacadeProcess(settings, [], undefined, node);
  const execute = async (query: string, variables = {}) => {
    const response = await fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': tokens.developer, connection: 'close' },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  const readManagement = async (path: string) => {
    const response = await fetch(new URL(path, managementUrl));
    return response.text();
  };
  const workers = async () => {
    const { workers: all }: { workers: readonly { readonly pid: number }[] } = JSON.parse(
      await readManagement('/ready'),
    );
    return all.map(({ pid }) => pid);
  };
  const close = async () => {
    await facade.stop();
    await sandbox.close();
  };
  return { sandbox, facade, execute, readManagement, workers, close };
}

type Launched = Awaited<ReturnType<typeof launch>>;

/** Starts a facade that stops at the end of the test. */
async function start(env: NodeJS.ProcessEnv, node?: string): Promise<Launched> {
  const launched = await launch(env, node);
  onTestFinished(launched.close);
  return launched;
}

/** Returns the ids of the child processes of a process. */
function getChildren(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Returns the state of a process, such as `S` or, if nothing waits for its end, `Z`; empty if it has ended. */
function getState(pid: number): string {
  try {
    return /\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

const query = '{ currentUser { username } }';

/** Adds the values of the series that match. */
function sumSeries(text: string, series: RegExp): number {
  return text
    .split('\n')
    .filter((line) => series.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

describe('three workers', { timeout }, () => {
  let shared: Launched;
  beforeAll(async () => {
    // The port of PORT=0 changes when all workers have ended.
    shared = await launch({ PORT: String(await freePort()), LOG_LEVEL: 'info', LAME_DUCK_MS: '300' });
  }, timeout);
  afterEach(() => shared.facade.clearLog());
  afterAll(() => shared.close());

  const count = async (series: RegExp) => sumSeries(await shared.readManagement('/metrics'), series);
  const countSuccesses = () => count(/^portico_operations_total\{.*outcome="success"/);
  const countMeasured = () => count(/^portico_operation_duration_seconds_count\{/);

  test('serves one port and one management port with summed metrics, and every worker reads the cursors of the others', async () => {
    const { facade, execute, readManagement, workers } = shared;
    const countBefore = await countSuccesses();
    const pids = new Set(await workers());
    expect(pids.size).toBe(3);
    for (let index = 0; index < 30; index += 1)
      expect(await execute(query)).toEqual({ data: { currentUser: { username: expect.any(String) } } });
    const text = await readManagement('/metrics');
    expect(await countSuccesses()).toBe(countBefore + 30);
    expect(sumSeries(text, /^portico_build_info/)).toBe(1);
    let after: string | null = null;
    for (let page = 0; page < 12; page += 1) {
      const usersQuery =
        'query ($after: String) { users(first: 1, after: $after) { pageInfo { endCursor hasNextPage } } }';
      const response: { data: { users: { pageInfo: { endCursor: string; hasNextPage: boolean } } }; errors?: unknown } =
        await execute(usersQuery, { after });
      expect(response.errors).toBeUndefined();
      after = response.data.users.pageInfo.endCursor;
      if (!response.data.users.pageInfo.hasNextPage) break;
    }
    expect(facade.log).toContain('workers share no state without REDIS_URL');
    const lines: readonly { msg: string; pid?: number }[] = facade.log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const operations = lines.filter(({ msg }) => msg === 'operation');
    expect(operations.length).toBeGreaterThan(0);
    for (const { pid } of operations) expect(pids).toContain(pid);
  });

  test('replaces a worker that ends unexpectedly, while the others continue', async () => {
    const { facade, execute, readManagement, workers } = shared;
    const countBefore = await countSuccesses();
    const countMeasuredBefore = await countMeasured();
    const [ended = 0, ...remaining] = await workers();
    for (let index = 0; index < 12; index += 1) await execute(query);
    const before = await readManagement('/metrics');
    expect(before).toContain('\nportico_workers 3\n');
    expect(before).toContain('\nportico_workers_replaced_total 0\n');
    process.kill(ended, 'SIGKILL');
    await expect.poll(async () => (await workers()).length, { timeout: 30_000 }).toBe(3);
    const after = await workers();
    expect(after).not.toContain(ended);
    expect(after).toEqual(expect.arrayContaining(remaining));
    expect(await execute(query)).toHaveProperty('data.currentUser.username');
    expect(facade.log).toContain('a worker ended and is replaced');
    const text = await readManagement('/metrics');
    expect(text).toContain('\nportico_workers 3\n');
    expect(text).toContain('\nportico_workers_replaced_total 1\n');
    // Counts of the ended worker remain.
    expect(await countSuccesses()).toBe(countBefore + 13);
    expect(await countMeasured()).toBe(countMeasuredBefore + 13);
  });

  test('/ready contains the pid of the first process, and the status starting while no worker accepts requests', async () => {
    const { facade, readManagement, workers } = shared;
    const state = async () => JSON.parse(await readManagement('/ready'));
    expect(await state()).toMatchObject({ status: 'ready', pid: facade.pid });
    for (const worker of await workers()) process.kill(worker, 'SIGKILL');
    await expect
      .poll(state, { timeout: 30_000, interval: 20 })
      .toEqual({ status: 'starting', pid: facade.pid, workers: [] });
    await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('ready');
    await expect.poll(async () => (await workers()).length, { timeout: 60_000 }).toBe(3);
  });

  test('replaces all workers on SIGHUP without a failed query, and keeps the counters of the replaced ones', async () => {
    const { facade, execute, workers } = shared;
    const countBefore = await countSuccesses();
    const before = await workers();
    let isOver = false;
    const failures: unknown[] = [];
    let successes = 0;
    const load = (async () => {
      while (!isOver) {
        const response = await execute(query).catch(String);
        if (response?.data?.currentUser === undefined) failures.push(response);
        else successes += 1;
      }
    })();
    process.kill(facade.pid, 'SIGHUP');
    await expect.poll(() => facade.log, { timeout: 60_000 }).toContain('all workers were replaced');
    isOver = true;
    await load;
    expect(failures).toEqual([]);
    const after = await workers();
    expect(after).toHaveLength(3);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(await countSuccesses()).toBe(countBefore + successes);
  });

  test.each([
    ['while its successor starts', 0],
    ['before its replacement', 2],
  ])('replaces a worker that ends %s in a restart only once', async (_, index) => {
    const { facade, execute, workers } = shared;
    const before = await workers();
    process.kill(facade.pid, 'SIGHUP');
    process.kill(before[index] ?? 0, 'SIGKILL');
    await expect.poll(() => facade.log, { timeout: 60_000 }).toContain('all workers were replaced');
    // Includes workers that are starting.
    expect(getChildren(facade.pid)).toHaveLength(3);
    await expect.poll(async () => (await workers()).length, { timeout: 30_000 }).toBe(3);
    const after = await workers();
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(getChildren(facade.pid).toSorted()).toEqual(after.toSorted());
    expect(await execute(query)).toHaveProperty('data.currentUser.username');
  });

  test('SIGHUP of the process group ends no worker', async () => {
    const { facade, workers } = shared;
    for (const pid of await workers()) process.kill(pid, 'SIGHUP');
    process.kill(facade.pid, 'SIGHUP');
    await expect.poll(() => facade.log, { timeout: 60_000 }).toContain('all workers were replaced');
    expect(facade.log).not.toContain('a worker ended');
  });

  // The last test with this facade.
  test('ends all workers on SIGTERM', async () => {
    const { facade, workers } = shared;
    const pids = await workers();
    expect(await facade.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

test('keeps its workers if SIGHUP cannot start new ones, and replaces them when it can', { timeout }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-workers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  const { facade, execute, workers } = await start({ WORKERS: '2', LOG_LEVEL: 'info', LAME_DUCK_MS: '300' }, node);
  const before = await workers();
  renameSync(node, `${node}-away`);
  process.kill(facade.pid, 'SIGHUP');
  await expect.poll(() => facade.log, { timeout: 60_000 }).toContain('"msg":"not all workers were replaced"');
  expect(facade.log).toContain(`"problem":"spawn ${node} ENOENT"`);
  expect(await workers()).toEqual(before);
  expect(await execute(query)).toHaveProperty('data.currentUser.username');
  renameSync(`${node}-away`, node);
  process.kill(facade.pid, 'SIGHUP');
  await expect.poll(() => facade.log, { timeout: 60_000 }).toContain('"msg":"all workers were replaced"');
  expect((await workers()).filter((pid) => before.includes(pid))).toEqual([]);
  expect(facade.uncaught).toEqual([]);
});

const total = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Number of reads of a project, without the check at the start. */
const countReads = ({ requests }: Pick<Sandbox, 'requests'>): number =>
  requests.filter(({ operation }) => operation === 'getProject').length;

test('finishes the operations of replaced workers on SIGTERM during a restart', { timeout }, async () => {
  const { sandbox, facade, execute, workers } = await start({
    LAME_DUCK_MS: '300',
    CALL_TIMEOUT_MS: '60000',
    DRAIN_TIMEOUT_MS: '60000',
  });
  const before = await workers();
  sandbox.faults.add({ match: { operation: 'getProject' }, latencyMs: 10_000 });
  const responses = Array.from({ length: 9 }, () => execute('{ project(id: 14) { name } }').catch(String));
  // Identical reads of a worker share a call.
  await expect.poll(() => countReads(sandbox), { timeout: 5000 }).toBeGreaterThan(1);
  process.kill(facade.pid, 'SIGHUP');
  const countReplaced = async () => (await workers()).filter((pid) => !before.includes(pid)).length;
  await expect.poll(countReplaced, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await facade.stop()).toBe(0);
  for (const response of await Promise.all(responses)) expect(response).toHaveProperty('data.project.name');
});

test.each([
  ['with workers', '2'],
  ['in one process', '1'],
])('finishes operations %s if each process receives the signal to stop twice', { timeout }, async (_, count) => {
  const { sandbox, facade, execute, readManagement } = await start({ WORKERS: count, CALL_TIMEOUT_MS: '60000' });
  sandbox.faults.add({ match: { operation: 'getProject' }, latencyMs: 6000 });
  const responses = Array.from({ length: 6 }, () => execute('{ project(id: 14) { name } }').catch(String));
  // Connections that a process has not accepted when it stops are refused.
  const countConnections = async () =>
    total([...(await readManagement('/ready')).matchAll(/"connections":(\d+)/g)].map(([, digits]) => Number(digits)));
  await expect.poll(countConnections, { timeout: 30_000 }).toBe(responses.length);
  await expect.poll(() => countReads(sandbox), { timeout: 30_000 }).toBe(Number(count));
  const pids = [facade.pid, ...getChildren(facade.pid)];
  // A terminal sends SIGINT to the process group, and npm and the first process send another signal.
  for (const pid of pids) process.kill(pid, 'SIGINT');
  await pause(50);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  expect(await facade.stop()).toBe(0);
  for (const response of await Promise.all(responses)) expect(response).toHaveProperty('data.project.name');
});

test('a later signal ends the first process and its workers immediately', { timeout }, async () => {
  const { facade, workers } = await start({ WORKERS: '2', LAME_DUCK_MS: '60000' });
  const pids = await workers();
  const signal = () => {
    if (!facade.ended) process.kill(facade.pid, 'SIGTERM');
    return facade.ended;
  };
  await expect.poll(signal, { timeout: 30_000 }).toBe(true);
  for (const pid of pids) await expect.poll(() => getState(pid)).toMatch(/^$|Z/);
});

test('SIGHUP replaces suspended workers, and SIGTERM ends them', { timeout }, async () => {
  const { facade, execute, workers } = await start({ WORKERS: '2', LOG_LEVEL: 'info', DRAIN_TIMEOUT_MS: '0' });
  const before = await workers();
  for (const pid of before) process.kill(pid, 'SIGSTOP');
  process.kill(facade.pid, 'SIGHUP');
  await expect.poll(() => facade.log, { timeout: 60_000 }).toContain('all workers were replaced');
  for (const pid of before)
    await expect.poll(() => facade.log).toContain(`"pid":${pid},"problem":"did not stop within 7000 ms"`);
  expect(await execute(query)).toHaveProperty('data.currentUser.username');
  const after = await workers();
  expect(after).toHaveLength(2);
  for (const pid of after) process.kill(pid, 'SIGSTOP');
  expect(await workers()).toEqual([]);
  for (const pid of after)
    await expect.poll(() => facade.log).toContain(`"pid":${pid},"problem":"no response within 2000 ms"`);
  expect(await facade.stop()).toBe(0);
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('kills a worker that does not start in time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-workers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const exec = join(folder, 'worker.mjs');
  writeFileSync(exec, 'setInterval(() => undefined, 1000);');
  cluster.setupPrimary({ exec, execArgv: [] });
  const lines: object[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const workers = new Workers({ count: 1, env: {}, startTimeoutMs: 100, stopTimeoutMs: 1000, logger });
  await expect(workers.start()).rejects.toBeInstanceOf(WorkerStartError);
  expect(lines).toMatchObject([{ msg: 'a worker is killed', problem: 'did not start within 100 ms' }]);
});

describe('settings', () => {
  const upstream = { UPSTREAM_URL: 'http://upstream/api' };

  test('divide a quota among workers unless they share a Redis', () => {
    const quota = { ...upstream, WORKERS: '4', MAX_REST_CALLS_PER_MINUTE: '1001' };
    expect(readConfig(quota).maxRestCallsPerMinute).toBe(251);
    const secret = 's'.repeat(32);
    const redis = { REDIS_URL: 'redis://redis', REDIS_SECRET: secret, CURSOR_KEY: secret };
    expect(readConfig({ ...quota, ...redis }).maxRestCallsPerMinute).toBe(1001);
  });

  test('accept auto or a number of workers, and only one process with the sandbox', () => {
    expect(readConfig({ ...upstream, WORKERS: 'auto' }).workers).toBeGreaterThanOrEqual(1);
    for (const WORKERS of ['0', '-1', '1.5', 'many', '257'])
      expect(() => readConfig({ ...upstream, WORKERS })).toThrow('WORKERS must be auto or an integer from 1 to 256');
    expect(() => readConfig({ SANDBOX: 'true', WORKERS: '2' })).toThrow('WORKERS needs UPSTREAM_URL');
  });
});

test('adds metrics by series, except for gauges of states, which have their maximum', () => {
  const first =
    '# HELP a_total A.\n# TYPE a_total counter\na_total{code="X"} 1\na_total{code="Y"} 2\n# TYPE portico_ready gauge\nportico_ready 1\n';
  const second =
    '# HELP a_total A.\n# TYPE a_total counter\na_total{code="X"} 4\n# TYPE portico_ready gauge\nportico_ready 0\n';
  expect(mergeMetrics([first, second])).toBe(
    '# HELP a_total A.\n# TYPE a_total counter\na_total{code="X"} 5\na_total{code="Y"} 2\n\n# TYPE portico_ready gauge\nportico_ready 1\n',
  );
});

test('adds both the open files of workers and their limits', () => {
  const worker =
    '# TYPE process_open_fds gauge\nprocess_open_fds 50\n# TYPE process_max_fds gauge\nprocess_max_fds 100\n';
  const merged = mergeMetrics([worker, worker]);
  expect(merged).toContain('\nprocess_open_fds 100\n');
  expect(merged).toContain('\nprocess_max_fds 200\n');
});

test('keeps the counters of workers that have ended or do not respond, and drops their gauges', () => {
  const createMetrics = (count: number, open: number) =>
    `# HELP a_total A.\n# TYPE a_total counter\na_total{code="X"} ${count}\n# HELP open Open.\n# TYPE open gauge\nopen ${open}\n`;
  const metrics = new WorkerMetrics();
  metrics.update(1, createMetrics(5, 2));
  metrics.update(2, createMetrics(7, 4));
  metrics.retire(1);
  metrics.update(3, createMetrics(1, 1));
  const expected =
    '# HELP a_total A.\n# TYPE a_total counter\na_total{code="X"} 13\n\n# HELP open Open.\n# TYPE open gauge\nopen 5';
  expect(metrics.merge('')).toBe(`${expected}\n`);
  metrics.retire(3);
  metrics.retire(3);
  metrics.retire(2);
  expect(metrics.merge('# TYPE replaced_total counter\nreplaced_total 2\n')).toBe(
    '# HELP a_total A.\n# TYPE a_total counter\na_total{code="X"} 13\n\n# TYPE replaced_total counter\nreplaced_total 2\n',
  );
});
