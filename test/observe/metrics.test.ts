/** Metrics on the management port. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Role, tokens } from '../../sandbox/index.ts';
import { startUpstream } from '../edge/harness.ts';
import { type Facade, startFacade, startSandboxed } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { scrape, seriesValue } from './scrape.ts';

/** Writes a manifest of documents by invented hashes. Returns its path. */
function writeManifest(...documents: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'persisted-documents.json');
  writeFileSync(path, JSON.stringify(Object.fromEntries(documents.map((text, index) => [`hash-${index}`, text]))));
  return path;
}

async function startWithMetrics(env: FacadeSettings = {}) {
  const facade = await startSandboxed({ env: { METRICS_PORT: '0', ...env } });
  onTestFinished(() => facade.close());
  return facade;
}

/** Returns the label values of all series whose name starts with `portico_`. */
async function getLabelValues(facade: Facade): Promise<ReadonlySet<string>> {
  const series = await scrape(facade);
  const own = series.filter(({ name }) => name.startsWith('portico_'));
  return new Set(own.flatMap(({ labels }) => Object.values(labels)));
}

test('counts operations by type and outcome', async () => {
  const facade = await startWithMetrics();
  await facade.execute('query NamedByItsClient { groups(first: 1) { nodes { fullPath } } }');
  await facade.execute('query NamedOtherwise { groups(first: 1) { nodes { fullPath } } }');
  await facade.execute('{ thereIsNoSuchField }');
  await facade.execute('{ groups(first: 1');
  const series = await scrape(facade);
  const countOperations = (outcome: string, type: string) =>
    seriesValue(series, 'portico_operations_total', {
      operation: 'other',
      type,
      outcome,
      fault: outcome === 'success' ? 'none' : 'client',
    });
  expect(countOperations('success', 'query')).toBe(2);
  expect(countOperations('refused', 'query')).toBe(1);
  expect(countOperations('refused', 'none')).toBe(1);
  expect(seriesValue(series, 'portico_operation_duration_seconds_count', { operation: 'other', type: 'query' })).toBe(
    3,
  );
  expect(seriesValue(series, 'portico_errors_total', { code: 'GRAPHQL_VALIDATION_FAILED' })).toBe(1);
  expect(seriesValue(series, 'portico_refused_total', { code: 'GRAPHQL_PARSE_FAILED' })).toBe(1);
});

/** Returns the label `operation` of ended operations with their number. */
const getOperationLabels = async (facade: Facade) => {
  const series = await scrape(facade);
  const ended = series.filter(({ name, value }) => name === 'portico_operations_total' && value > 0);
  return ended.map(({ labels: { operation }, value }) => [operation, value]);
};

const createQuery = (name: string) => `query ${name} { currentUser { username } }`;

describe('operation names', () => {
  test('are labels only if the manifest contains their documents', async () => {
    const facade = await startWithMetrics({ PERSISTED_DOCUMENTS: writeManifest(createQuery('Listed')) });
    await facade.execute(createQuery('Listed'), {}, { as: 'developer' });
    await facade.execute(createQuery('NotListed'), {}, { as: 'developer' });
    expect(await getOperationLabels(facade)).toEqual([['Listed', 1]]);
    expect(seriesValue(await scrape(facade), 'portico_refused_total', { code: 'DOCUMENT_NOT_LISTED' })).toBe(1);
    expect(await getLabelValues(facade)).not.toContain('NotListed');
  });

  test('are labels if the upstream accepts the caller, up to metricsMaxLabels', async () => {
    const facade = await startWithMetrics({ metricsMaxLabels: 2 });
    await facade.execute(createQuery('OfNobody'));
    await facade.execute(createQuery('OfNoUser'), {}, { headers: { 'private-token': 'no-such-token' } });
    for (const name of ['First', 'Second', 'Third', 'First'])
      await facade.execute(createQuery(name), {}, { as: 'developer' });
    expect(await getOperationLabels(facade)).toEqual([
      ['other', 1],
      ['other', 2],
      ['First', 2],
      ['Second', 1],
    ]);
  });

  test('are not labels if the operation is not executed', async () => {
    const facade = await startWithMetrics();
    await facade.execute(createQuery('Executed'), {}, { as: 'developer' });
    await facade.execute('query Invalid { nothing }', {}, { as: 'developer' });
    await facade.execute(`query ${'Long'.repeat(30)} { currentUser { username } }`, {}, { as: 'developer' });
    expect(await getOperationLabels(facade)).toEqual([
      ['other', 1],
      ['other', 1],
      ['Executed', 1],
    ]);
  });
});

describe('client applications', () => {
  const getClients = async (facade: Facade) => {
    const series = await scrape(facade);
    const counted = series.filter(({ name }) => name === 'portico_client_operations_total');
    return counted.map(({ labels: { client, version }, value }) => [client, version, value]);
  };
  const execute = (facade: Facade, headers: Readonly<Record<string, string>>, as: Role = 'developer') =>
    facade.execute(createQuery('Any'), {}, { as, headers });

  test('are labels, with their versions, up to metricsMaxLabels', async () => {
    const facade = await startWithMetrics({ metricsMaxLabels: 2 });
    await execute(facade, {});
    await execute(facade, { 'x-client-name': 'web', 'x-client-version': '1.2.0' });
    await execute(facade, { 'apollographql-client-name': 'web', 'apollographql-client-version': '1.3.0' });
    await execute(facade, { 'x-client-name': 'web', 'x-client-version': '1.4.0' });
    await execute(facade, { 'x-client-name': 'ios' });
    await execute(facade, { 'x-client-name': 'android' });
    expect(await getClients(facade)).toEqual([
      ['none', 'none', 1],
      ['web', '1.2.0', 1],
      ['web', '1.3.0', 1],
      ['web', 'other', 1],
      ['ios', 'other', 1],
      ['other', 'other', 1],
    ]);
  });

  test('are other for callers that the upstream does not accept, and none for invalid names', async () => {
    const facade = await startWithMetrics();
    await execute(facade, { 'x-client-name': 'web' }, 'anonymous');
    await execute(facade, { 'x-client-name': 'a"b\\c' });
    await execute(facade, { 'x-client-name': 'x'.repeat(65) });
    expect(await getClients(facade)).toEqual([
      ['other', 'other', 1],
      ['none', 'none', 2],
    ]);
  });

  test('are read from connectionParams of a WebSocket', async () => {
    const facade = await startWithMetrics();
    const client = createClient({
      url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { 'private-token': tokens.developer, 'apollographql-client-name': 'web' },
    });
    for await (const { data } of client.iterate({ query: createQuery('Any') })) expect(data).toBeTruthy();
    await client.dispose();
    expect(await getClients(facade)).toEqual([['web', 'none', 1]]);
  });
});

test('exports the versions of Portico and Node.js as labels', async () => {
  const facade = await startWithMetrics();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(seriesValue(await scrape(facade), 'portico_build_info', { version, node: process.version })).toBe(1);
});

test('reports reads that wait after a 429 in gauges, and once in the log', async () => {
  const statuses = [429, 429];
  const upstream = await startUpstream((_, response) => {
    const status = statuses.shift() ?? 200;
    response.writeHead(status, status === 429 ? { 'retry-after': '300' } : {}).end('{"id":1}');
  });
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const lines: { readonly msg: string }[] = [];
  const log = { level: 'warn', write: (line: string) => lines.push(JSON.parse(line)) };
  const facade = await startFacade(upstream.url, { METRICS_PORT: '0', OPERATION_TIMEOUT_MS: '600000' }, { log });
  onTestFinished(() => facade.close());
  const gauges = async () => {
    const series = await scrape(facade);
    return ['credentials', 'rest_calls'].map((name) =>
      seriesValue(series, name === 'credentials' ? 'portico_paused_credentials' : 'portico_rest_calls_paused'),
    );
  };
  expect(await gauges()).toEqual([0, 0]);
  const abort = new AbortController();
  const execute = (token: string) =>
    fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      signal: abort.signal,
      headers: { 'content-type': 'application/json', 'private-token': token },
      body: JSON.stringify({ query: '{ project(id: 1) { fullPath } }' }),
    }).catch(() => undefined);
  const executions = [execute('first'), execute('second')];
  await expect.poll(() => upstream.requests.length).toBe(2);
  await Promise.race(executions);
  executions.push(execute('first'));
  await expect.poll(gauges).toEqual([2, 1]);
  const ready = await fetch(new URL('/ready', facade.managementUrl));
  expect(await ready.json()).toMatchObject({ restCalls: { paused: 1, pausedCredentials: 2 } });
  expect(lines.filter(({ msg }) => msg === 'the upstream limits calls; reads wait')).toMatchObject([
    { pauseMs: expect.any(Number), credential: expect.stringMatching(/^[\w-]{16}$/) },
  ]);
  abort.abort();
  await Promise.all(executions);
  await expect.poll(gauges).toEqual([2, 0]);
});

const groupsAndProjects = '{ groups(first: 2) { nodes { projects(first: 2) { nodes { fullPath } } } } }';

test('counts REST calls by operation, status and source, and the numbers of planned and made calls', async () => {
  const facade = await startWithMetrics();
  await facade.execute(groupsAndProjects);
  await facade.execute('{ project(id: 424242) { fullPath } }');
  const series = await scrape(facade);
  const callSeries = series.filter(({ name }) => name === 'portico_rest_calls_total');
  expect(
    callSeries.map(({ labels: { operation, status, source, error }, value }) => [
      operation,
      status,
      source,
      error,
      value,
    ]),
  ).toEqual([
    ['listGroups', '200', 'upstream', 'none', 1],
    ['listGroupProjects', '200', 'upstream', 'none', 2],
    ['getProject', '404', 'upstream', 'rejected', 1],
  ]);
  expect(seriesValue(series, 'portico_made_calls_total')).toBe(facade.calls.length);
  expect(seriesValue(series, 'portico_planned_calls_total')).toBe(facade.calls.length);
  expect(seriesValue(series, 'portico_rest_call_duration_seconds_count', { operation: 'listGroupProjects' })).toBe(2);
});

test('counts shared reads and revalidated responses as different sources', async () => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const upstream = await startUpstream(async (request, response) => {
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else {
      await released;
      response.writeHead(200, { etag: '"1"' }).end('{"id":1,"path_with_namespace":"a/b"}');
    }
  });
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const facade = await startFacade(upstream.url, { METRICS_PORT: '0' });
  onTestFinished(() => facade.close());
  const query = '{ project(id: 1) { fullPath } }';
  const executions = [facade.execute(query, {}, { as: 'guest' }), facade.execute(query, {}, { as: 'guest' })];
  await expect.poll(() => upstream.requests.length).toBe(1);
  await expect
    .poll(async () => seriesValue(await scrape(facade), 'portico_connections') ?? 0)
    .toBeGreaterThanOrEqual(2);
  release();
  await Promise.all(executions);
  await facade.execute(query, {}, { as: 'guest' });
  const series = await scrape(facade);
  const count = (source: string) =>
    seriesValue(series, 'portico_rest_calls_total', {
      operation: 'getProject',
      status: '200',
      source,
      error: 'none',
    });
  expect([count('upstream'), count('shared'), count('kept')]).toEqual([1, 1, 1]);
  expect(upstream.requests.length).toBe(2);
  expect(seriesValue(series, 'portico_rest_call_duration_seconds_count', { operation: 'getProject' })).toBe(2);
});

test('exports gauges of open sockets, subscriptions, subscribers and pollers', async () => {
  const facade = await startWithMetrics();
  const client = createClient({
    url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { 'private-token': tokens.developer },
  });
  const gauges = async () => {
    const series = await scrape(facade);
    return ['sockets', 'subscriptions', 'subscribers', 'pollers'].map((name) => seriesValue(series, `portico_${name}`));
  };
  const created = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
    'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
    {},
    { as: 'developer' },
  );
  const { id } = created.data.pipelineCreate.pipeline;
  const events = client.iterate({ query: `subscription { pipeline(id: "${id}", until: FOREVER) { status } }` });
  const first = events.next();
  await expect.poll(gauges).toEqual([1, 1, 1, 1]);
  await first;
  await events.return?.();
  await client.dispose();
  await expect.poll(gauges).toEqual([0, 0, 0, 0]);
});

describe('the management port', () => {
  test('does not open unless it is configured', async () => {
    const facade = await startSandboxed();
    onTestFinished(() => facade.close());
    expect(facade.managementUrl).toBeUndefined();
    for (const path of ['/metrics', '/ready/details'])
      expect((await fetch(new URL(path, facade.url))).status).toBe(404);
  });

  test('exports the metrics of the process, each once', async () => {
    const facade = await startWithMetrics();
    const names = (await scrape(facade)).map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds {}');
    expect(names).toContain('nodejs_heap_size_used_bytes {}');
    expect(new Set(names).size).toBe(names.length);
  });

  test('reports readiness with its details, and a failing upstream', async () => {
    const facade = await startFacade('http://127.0.0.1:9/api/v4', { METRICS_PORT: '0' });
    onTestFinished(() => facade.close());
    const ready = async () => {
      const response = await fetch(new URL('/ready', facade.managementUrl));
      return { status: response.status, body: await response.json() };
    };
    const state = {
      status: 'ready',
      upstream: 'responding',
      redis: 'unused',
      restCalls: { active: 0, waiting: 0, callers: 0, paused: 0, pausedCredentials: 0 },
    };
    expect(await ready()).toMatchObject({ status: 200, body: state });
    await facade.execute('{ project(id: 1) { fullPath } }');
    expect(await ready()).toMatchObject({ status: 200, body: { upstream: 'failing' } });
    expect((await fetch(new URL('/health', facade.managementUrl))).status).toBe(200);
  });

  test('closes a connection with pipelined requests, and responds to requests that follow one after the other', async () => {
    const facade = await startWithMetrics();
    const port = Number(facade.managementUrl?.port);
    const sendBatches = async (batches: readonly string[]) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      for (const [index, requests] of batches.entries()) {
        socket.write(requests);
        await expect.poll(() => socket.closed || text.split('\r\n0\r\n\r\n').length > index + 1).toBe(true);
      }
      return { responses: text.match(/^HTTP\/1\.1 200/gm)?.length ?? 0, isClosed: socket.closed };
    };
    const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
    expect(await sendBatches([request.repeat(100)])).toEqual({ responses: 0, isClosed: true });
    expect(await sendBatches([request, request])).toEqual({ responses: 2, isClosed: false });
  });

  test.each([
    ['localhost', undefined, 200],
    ['LOCALHOST:9464', undefined, 200],
    ['10.1.2.3:9464', undefined, 200],
    ['[fd00::1]:9464', undefined, 200],
    ['portico-1:9464', undefined, 421],
    ['rebinding.example', undefined, 421],
    ['127.0.0.1.rebinding.example', undefined, 421],
    ['localhost.rebinding.example', 'portico-1', 421],
    ['Portico-1:9464', 'portico-2, Portico-1', 200],
    ['rebinding.example', '*', 200],
    ['a b', '*', 400],
  ])('with Host %s and METRICS_ALLOWED_HOSTS %s, returns %i', async (host, allowed, status) => {
    const facade = await startWithMetrics(allowed === undefined ? {} : { METRICS_ALLOWED_HOSTS: allowed });
    for (const path of ['/metrics', '/ready', '/health', '/']) {
      const sent = get(new URL(path, facade.managementUrl), { headers: { host } });
      const [response]: IncomingMessage[] = await once(sent, 'response');
      expect(response?.statusCode).toBe(path === '/' && status === 200 ? 404 : status);
      const text = (await response?.toArray())?.join('') ?? '';
      expect(text.includes('portico_')).toBe(path === '/metrics' && status === 200);
    }
  });

  test('returns 404 for other URLs and 405 for POST, and closes with the facade', async () => {
    const facade = await startSandboxed({ env: { METRICS_PORT: '0' } });
    const toUrl = (path: string) => new URL(path, facade.managementUrl);
    expect((await fetch(toUrl('/graphql'))).status).toBe(404);
    expect((await fetch(toUrl('/metrics?name[]=x'))).status).toBe(404);
    expect((await fetch(toUrl('/metrics'), { method: 'POST', body: '{}' })).status).toBe(405);
    await facade.close();
    await expect(fetch(toUrl('/metrics'))).rejects.toThrow();
  });
});
