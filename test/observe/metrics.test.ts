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
import { type Role, tokens } from '../../src/sandbox/index.ts';
import { startUpstream } from '../edge/harness.ts';
import { type Facade, startFacade, startSandboxed } from '../harness.ts';
import { scrape, seriesValue } from './scrape.ts';

/** A manifest of documents, by invented hashes. */
function manifestOf(...documents: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'persisted-documents.json');
  writeFileSync(path, JSON.stringify(Object.fromEntries(documents.map((text, index) => [`hash-${index}`, text]))));
  return path;
}

async function measured(env: NodeJS.ProcessEnv = {}) {
  const facade = await startSandboxed({ env: { METRICS_PORT: '0', ...env } });
  onTestFinished(() => facade.close());
  return facade;
}

/** The labels of all series, without those of the process. */
async function labelValues(facade: Facade): Promise<ReadonlySet<string>> {
  const series = await scrape(facade);
  const own = series.filter(({ name }) => name.startsWith('portico_'));
  return new Set(own.flatMap(({ labels }) => Object.values(labels)));
}

test('counts operations by type and outcome', async () => {
  const facade = await measured();
  await facade.execute('query NamedByItsClient { groups(first: 1) { nodes { fullPath } } }');
  await facade.execute('query NamedOtherwise { groups(first: 1) { nodes { fullPath } } }');
  await facade.execute('{ thereIsNoSuchField }');
  await facade.execute('{ groups(first: 1');
  const series = await scrape(facade);
  const operations = (outcome: string, type: string) =>
    seriesValue(series, 'portico_operations_total', {
      operation: 'other',
      type,
      outcome,
      fault: outcome === 'success' ? 'none' : 'client',
    });
  expect(operations('success', 'query')).toBe(2);
  expect(operations('refused', 'query')).toBe(1);
  expect(operations('refused', 'none')).toBe(1);
  expect(seriesValue(series, 'portico_operation_duration_seconds_count', { operation: 'other', type: 'query' })).toBe(
    3,
  );
  expect(seriesValue(series, 'portico_errors_total', { code: 'GRAPHQL_VALIDATION_FAILED' })).toBe(1);
  expect(seriesValue(series, 'portico_refused_total', { code: 'GRAPHQL_PARSE_FAILED' })).toBe(1);
});

/** Values of the label `operation` of operations that have ended. */
const operationNames = async (facade: Facade) => {
  const series = await scrape(facade);
  const ended = series.filter(({ name, value }) => name === 'portico_operations_total' && value > 0);
  return ended.map(({ labels: { operation }, value }) => [operation, value]);
};

const named = (name: string) => `query ${name} { currentUser { username } }`;

describe('names of operations', () => {
  test('uses only names of the manifest as labels', async () => {
    const facade = await measured({ PERSISTED_DOCUMENTS: manifestOf(named('Listed')) });
    await facade.execute(named('Listed'), {}, { as: 'developer' });
    await facade.execute(named('NotListed'), {}, { as: 'developer' });
    expect(await operationNames(facade)).toEqual([['Listed', 1]]);
    expect(seriesValue(await scrape(facade), 'portico_refused_total', { code: 'DOCUMENT_NOT_LISTED' })).toBe(1);
    expect(await labelValues(facade)).not.toContain('NotListed');
  });

  test('are labels if the upstream accepts their callers, up to METRICS_MAX_LABELS', async () => {
    const facade = await measured({ METRICS_MAX_LABELS: '2' });
    await facade.execute(named('OfNobody'));
    await facade.execute(named('OfNoUser'), {}, { headers: { 'private-token': 'no-such-token' } });
    for (const name of ['First', 'Second', 'Third', 'First'])
      await facade.execute(named(name), {}, { as: 'developer' });
    expect(await operationNames(facade)).toEqual([
      ['other', 1],
      ['other', 2],
      ['First', 2],
      ['Second', 1],
    ]);
  });

  test('uses no names of operations that are not executed', async () => {
    const facade = await measured();
    await facade.execute(named('Executed'), {}, { as: 'developer' });
    await facade.execute('query Invalid { nothing }', {}, { as: 'developer' });
    await facade.execute(`query ${'Long'.repeat(30)} { currentUser { username } }`, {}, { as: 'developer' });
    expect(await operationNames(facade)).toEqual([
      ['other', 1],
      ['other', 1],
      ['Executed', 1],
    ]);
  });
});

describe('client applications', () => {
  const clientsOf = async (facade: Facade) => {
    const series = await scrape(facade);
    const counted = series.filter(({ name }) => name === 'portico_client_operations_total');
    return counted.map(({ labels: { client, version }, value }) => [client, version, value]);
  };
  const execute = (facade: Facade, headers: Readonly<Record<string, string>>, as: Role = 'developer') =>
    facade.execute(named('Any'), {}, { as, headers });

  test('are labels, with their versions, up to METRICS_MAX_LABELS', async () => {
    const facade = await measured({ METRICS_MAX_LABELS: '2' });
    await execute(facade, {});
    await execute(facade, { 'x-client-name': 'web', 'x-client-version': '1.2.0' });
    await execute(facade, { 'apollographql-client-name': 'web', 'apollographql-client-version': '1.3.0' });
    await execute(facade, { 'x-client-name': 'web', 'x-client-version': '1.4.0' });
    await execute(facade, { 'x-client-name': 'ios' });
    await execute(facade, { 'x-client-name': 'android' });
    expect(await clientsOf(facade)).toEqual([
      ['none', 'none', 1],
      ['web', '1.2.0', 1],
      ['web', '1.3.0', 1],
      ['web', 'other', 1],
      ['ios', 'other', 1],
      ['other', 'other', 1],
    ]);
  });

  test('combines names of callers that the upstream does not accept, and invalid names', async () => {
    const facade = await measured();
    await execute(facade, { 'x-client-name': 'web' }, 'anonymous');
    await execute(facade, { 'x-client-name': 'a"b\\c' });
    await execute(facade, { 'x-client-name': 'x'.repeat(65) });
    expect(await clientsOf(facade)).toEqual([
      ['other', 'other', 1],
      ['none', 'none', 2],
    ]);
  });

  test('name themselves over a WebSocket in connectionParams', async () => {
    const facade = await measured();
    const client = createClient({
      url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { 'private-token': tokens.developer, 'apollographql-client-name': 'web' },
    });
    for await (const { data } of client.iterate({ query: named('Any') })) expect(data).toBeTruthy();
    await client.dispose();
    expect(await clientsOf(facade)).toEqual([['web', 'none', 1]]);
  });
});

test('has the versions of Portico and Node as labels', async () => {
  const facade = await measured();
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
  const leaving = new AbortController();
  const execute = (token: string) =>
    fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', 'private-token': token },
      body: JSON.stringify({ query: '{ project(id: 1) { fullPath } }' }),
    }).catch(() => undefined);
  const both = [execute('first'), execute('second')];
  await expect.poll(() => upstream.requests.length).toBe(2);
  await Promise.race(both);
  both.push(execute('first'));
  await expect.poll(gauges).toEqual([2, 1]);
  const ready = await fetch(new URL('/ready', facade.managementUrl));
  expect(await ready.json()).toMatchObject({ restCalls: { paused: 1, pausedCredentials: 2 } });
  expect(lines.filter(({ msg }) => msg === 'the upstream limits calls; reads wait')).toMatchObject([
    { pauseMs: expect.any(Number), credential: expect.stringMatching(/^[\w-]{16}$/) },
  ]);
  leaving.abort();
  await Promise.all(both);
  await expect.poll(gauges).toEqual([2, 0]);
});

const groupsAndProjects = '{ groups(first: 2) { nodes { projects(first: 2) { nodes { fullPath } } } } }';

test('REST calls are counted by operation, status and source, with what was planned and what was made', async () => {
  const facade = await measured();
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

test('distinguishes shared reads from responses that the upstream confirms', async () => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const upstream = await startUpstream(async (request, response) => {
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else {
      await held;
      response.writeHead(200, { etag: '"1"' }).end('{"id":1,"path_with_namespace":"a/b"}');
    }
  });
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const facade = await startFacade(upstream.url, { METRICS_PORT: '0' });
  onTestFinished(() => facade.close());
  const query = '{ project(id: 1) { fullPath } }';
  const both = [facade.execute(query, {}, { as: 'guest' }), facade.execute(query, {}, { as: 'guest' })];
  await expect.poll(() => upstream.requests.length).toBe(1);
  await expect
    .poll(async () => seriesValue(await scrape(facade), 'portico_connections') ?? 0)
    .toBeGreaterThanOrEqual(2);
  release();
  await Promise.all(both);
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

test('reports open resources while they are open', async () => {
  const facade = await measured();
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
    const facade = await measured();
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
      upstream: 'answering',
      redis: 'unused',
      restCalls: { active: 0, waiting: 0, callers: 0, paused: 0, pausedCredentials: 0 },
    };
    expect(await ready()).toMatchObject({ status: 200, body: state });
    await facade.execute('{ project(id: 1) { fullPath } }');
    expect(await ready()).toMatchObject({ status: 200, body: { upstream: 'failing' } });
    expect((await fetch(new URL('/health', facade.managementUrl))).status).toBe(200);
  });

  test('closes a connection that asks again before it has been answered, and answers one after the other', async () => {
    const facade = await measured();
    const port = Number(facade.managementUrl?.port);
    const received = async (batches: readonly string[]) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const answers = () => text.match(/^HTTP\/1\.1 200/gm)?.length ?? 0;
      for (const [index, requests] of batches.entries()) {
        socket.write(requests);
        await expect.poll(() => socket.closed || text.split('\r\n0\r\n\r\n').length > index + 1).toBe(true);
      }
      return { answers: answers(), isClosed: socket.closed };
    };
    const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
    expect(await received([request.repeat(100)])).toEqual({ answers: 0, isClosed: true });
    expect(await received([request, request])).toEqual({ answers: 2, isClosed: false });
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
  ])('responds to the host %s, with METRICS_ALLOWED_HOSTS %s, by %i', async (host, allowed, status) => {
    const facade = await measured(allowed === undefined ? {} : { METRICS_ALLOWED_HOSTS: allowed });
    for (const path of ['/metrics', '/ready', '/health', '/']) {
      const sent = get(new URL(path, facade.managementUrl), { headers: { host } });
      const [response]: IncomingMessage[] = await once(sent, 'response');
      expect(response?.statusCode).toBe(path === '/' && status === 200 ? 404 : status);
      const text = (await response?.toArray())?.join('') ?? '';
      expect(text.includes('portico_')).toBe(path === '/metrics' && status === 200);
    }
  });

  test('gives nothing else, takes nothing, and ends with the facade', async () => {
    const facade = await startSandboxed({ env: { METRICS_PORT: '0' } });
    const at = (path: string) => new URL(path, facade.managementUrl);
    expect((await fetch(at('/graphql'))).status).toBe(404);
    expect((await fetch(at('/metrics?name[]=x'))).status).toBe(404);
    expect((await fetch(at('/metrics'), { method: 'POST', body: '{}' })).status).toBe(405);
    await facade.close();
    await expect(fetch(at('/metrics'))).rejects.toThrow();
  });
});
