/** Outcomes of operations, and classes of failed REST calls, in the metrics, the log and the readiness of the facade. */
import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startUpstream } from '../edge/harness.ts';
import { type FacadeOptions, startFacade, startSandboxed } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { scrape, seriesValue } from './scrape.ts';

type Line = Readonly<Record<string, unknown>>;

function recordLog() {
  const lines: Line[] = [];
  const log: FacadeOptions['log'] = { level: 'info', write: (line) => lines.push(JSON.parse(line)) };
  return { log, getLines: (message: string) => lines.filter(({ msg }) => msg === message) };
}

async function startLogged(env: FacadeSettings = {}) {
  const { log, getLines } = recordLog();
  const facade = await startSandboxed({ env: { METRICS_PORT: '0', ...env }, log });
  onTestFinished(() => facade.close());
  return { facade, getLines };
}

async function startWithUpstream(listener: RequestListener, env: FacadeSettings = {}) {
  const { log, getLines } = recordLog();
  const upstream = await startUpstream(listener);
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const facade = await startFacade(upstream.url, { METRICS_PORT: '0', ...env }, { log });
  onTestFinished(() => facade.close());
  const getReadiness = async () => (await fetch(new URL('/ready', facade.managementUrl))).json();
  return { facade, getLines, upstream, getReadiness };
}

const getOutcomes = async (facade: Parameters<typeof scrape>[0]) =>
  (await scrape(facade))
    .filter(({ name, value }) => name === 'portico_operations_total' && value > 0)
    .map(({ labels: { type, outcome, fault }, value }) => [type, outcome, fault, value]);

const twoRootFields = '{ project(id: 14) { fullPath } group(id: 9) { fullPath } }';

test('counts an operation without any root value as failed, and one with a root value as partial', async () => {
  const { facade, getLines } = await startLogged();
  const fail = (operation: 'getProject' | 'getGroup') =>
    facade.sandbox.faults.add({ match: { operation }, status: 503 });
  fail('getGroup');
  await facade.execute(twoRootFields, {}, { as: 'developer' });
  fail('getProject');
  await facade.execute(twoRootFields, {}, { as: 'developer' });
  expect(await getOutcomes(facade)).toEqual([
    ['query', 'partial', 'server', 1],
    ['query', 'failed', 'server', 1],
  ]);
  expect(getLines('operation').map(({ outcome }) => outcome)).toEqual(['partial', 'failed']);
});

test('does not count errors that the client has caused as a fault of the server', async () => {
  const { facade } = await startLogged();
  await facade.execute('{ currentUser { username } }', {}, { headers: { 'private-token': 'no-such-token' } });
  await facade.execute('{ nothing }');
  expect(await getOutcomes(facade)).toEqual([
    ['query', 'failed', 'client', 1],
    ['query', 'refused', 'client', 1],
  ]);
});

const create = /* GraphQL */ `
  mutation ($name: String!) {
    labelCreate(input: { project: "gid://service/Project/14", name: $name, color: "#123456" }) { label { name } }
  }
`;

test('counts errors in payloads as a separate outcome, even if the client does not select them', async () => {
  const { facade, getLines } = await startLogged();
  for (const _ of [1, 2]) await facade.execute(create, { name: 'twice' }, { as: 'developer' });
  expect(await getOutcomes(facade)).toEqual([
    ['mutation', 'success', 'none', 1],
    ['mutation', 'payload_errors', 'client', 1],
  ]);
  expect(seriesValue(await scrape(facade), 'portico_payload_errors_total', { code: 'CONFLICT' })).toBe(1);
  const [first, second] = getLines('operation');
  expect(first).not.toHaveProperty('payloadErrors');
  expect(second).toMatchObject({ outcome: 'payload_errors', errors: [], payloadErrors: ['CONFLICT'] });
});

const html: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>');
const object: RequestListener = (_, response) => response.end('{"message":"down"}');
const empty: RequestListener = (_, response) => response.end('{}');

test.each([
  ['HTML', html, '{ project(id: 1) { name } }'],
  ['an object in place of a list', object, '{ groups(first: 1) { nodes { name } } }'],
  ['an object without documented attributes', empty, '{ project(id: 1) { name } }'],
])('reports %s with status 200 as a failure in outcome, metrics, log and readiness', async (_, listener, query) => {
  const { facade, getLines, getReadiness } = await startWithUpstream(listener);
  await facade.execute(query);
  expect(await getOutcomes(facade)).toEqual([['query', 'failed', 'server', 1]]);
  const series = await scrape(facade);
  expect(seriesValue(series, 'portico_rest_call_errors_total', { error: 'invalid_response' })).toBe(1);
  expect(seriesValue(series, 'portico_upstream_failing')).toBe(1);
  expect(series.find(({ name }) => name === 'portico_rest_calls_total')?.labels).toMatchObject({
    status: '200',
    error: 'invalid_response',
  });
  expect(getLines('the upstream fails')).toMatchObject([
    { cause: 'invalid_response', code: 'UPSTREAM_INVALID_RESPONSE', status: 200 },
  ]);
  expect(await getReadiness()).toMatchObject({ upstream: 'failing', upstreamError: 'invalid_response' });
});

test('keeps the circuit breaker closed after HTML responses with status 200 to tokens that were never accepted', async () => {
  const { facade, getReadiness } = await startWithUpstream(html, { BREAKER_FAILURES: '3', breakerPause: 60_000 });
  const tokens = ['a', 'b', 'c'];
  for (const _ of [1, 2, 3])
    for (const token of tokens)
      await facade.execute('{ project(id: 1) { name } }', {}, { headers: { 'private-token': token } });
  // If the tokens were accepted, the responses to three callers would open the breaker.
  expect((await getReadiness()).breaker).toBe('closed');
});

test('opens the circuit breaker for unusable responses to three accepted callers, and stays open after an unusable response to its probe', async () => {
  let isDown = false;
  const { facade, getReadiness, upstream } = await startWithUpstream(
    (request, response) => (isDown ? html(request, response) : response.end('{"id":1,"name":"one"}')),
    { BREAKER_FAILURES: '3', breakerPause: 10 },
  );
  const executeForAll = async () => {
    for (const token of ['a', 'b', 'c'])
      await facade.execute('{ project(id: 1) { name } }', {}, { headers: { 'private-token': token } });
  };
  await executeForAll();
  isDown = true;
  await executeForAll();
  expect((await getReadiness()).breaker).toBe('open');
  const probe = async () => {
    await executeForAll();
    return upstream.requests.length;
  };
  await expect.poll(probe).toBeGreaterThan(7);
  expect((await getReadiness()).breaker).toBe('open');
});

test('counts failed calls by their class of error', async () => {
  const { facade } = await startLogged({ CALL_TIMEOUT_MS: '100' });
  const { faults } = facade.sandbox;
  const executeWithFault = async (fault: Omit<Parameters<typeof faults.add>[0], 'match'>) => {
    faults.add({ match: { operation: 'getProject' }, times: 1, ...fault });
    await facade.execute('{ project(id: 14) { name } }', {}, { as: 'developer' });
  };
  await executeWithFault({ status: 500 });
  await executeWithFault({ status: 403 });
  await executeWithFault({ latencyMs: 2000 });
  const series = await scrape(facade);
  const classes = series.filter(({ name, value }) => name === 'portico_rest_call_errors_total' && value > 0);
  expect(classes.map(({ labels: { error } }) => error).toSorted()).toEqual(['failed', 'rejected', 'timeout']);
});

test('starts counters of failures at 0', async () => {
  const { facade } = await startLogged();
  const series = await scrape(facade);
  for (const error of ['invalid_response', 'timeout', 'unreachable', 'failed', 'rejected', 'not_sent', 'cancelled'])
    expect(seriesValue(series, 'portico_rest_call_errors_total', { error })).toBe(0);
  for (const code of ['INTERNAL_SERVER_ERROR', 'UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_UNREACHABLE'])
    expect(seriesValue(series, 'portico_errors_total', { code })).toBe(0);
  for (const type of ['query', 'mutation', 'subscription'])
    expect(
      seriesValue(series, 'portico_operations_total', { operation: 'other', type, outcome: 'failed', fault: 'server' }),
    ).toBe(0);
});
