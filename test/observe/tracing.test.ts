/** Spans of operations and REST calls, as an exporter of the OpenTelemetry SDK receives them. */
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createClient } from 'graphql-ws';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';
import { OperationNames } from '../../src/edge/observe/operation-names.ts';
import { Tracing } from '../../src/edge/observe/tracing.ts';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { startFacade, startSandboxed } from '../harness.ts';

const groupsAndProjects =
  'query Chosen($first: Int!) { groups(first: $first) { nodes { projects(first: 1) { nodes { fullPath } } } } }';

afterEach(() => trace.disable());

/** Registers the SDK, as `node --import` does before the facade is loaded. */
function startSdk(sampler?: Sampler) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors, ...(sampler && { sampler }) }));
  return exporter;
}

const findParent = (span: ReadableSpan, spans: readonly ReadableSpan[]) =>
  spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
const getTraceId = (span: ReadableSpan | undefined) => span?.spanContext().traceId;
const filterByName = (spans: readonly ReadableSpan[], name: string) => spans.filter((span) => span.name === name);

/** Starts the SDK, then a facade. */
async function startTraced(options: Parameters<typeof startSandboxed>[0] = {}) {
  const exporter = startSdk();
  const facade = await startSandboxed(options);
  onTestFinished(() => facade.close());
  return { facade, spans: () => exporter.getFinishedSpans() };
}

test('the span of an operation contains its plan and its execution, which contains the REST calls', async () => {
  const { facade, spans } = await startTraced();
  await facade.execute(groupsAndProjects, { first: 2 });
  const endedSpans = spans();
  expect(endedSpans.map((span) => [span.name, findParent(span, endedSpans)?.name]).toSorted()).toEqual([
    ['GET /groups', 'graphql.execute'],
    ['GET /groups/{id}/projects', 'graphql.execute'],
    ['GET /groups/{id}/projects', 'graphql.execute'],
    ['graphql.execute', 'query'],
    ['graphql.plan', 'query'],
    ['query', undefined],
  ]);
  expect(new Set(endedSpans.map(getTraceId)).size).toBe(1);
  const [operation] = filterByName(endedSpans, 'query');
  expect(operation?.kind).toBe(SpanKind.SERVER);
  expect(operation?.attributes).toEqual({
    'graphql.operation.type': 'query',
    'graphql.operation.name': 'Chosen',
    'portico.outcome': 'success',
  });
  const [call] = filterByName(endedSpans, 'GET /groups');
  expect(call?.kind).toBe(SpanKind.CLIENT);
  expect(call?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'url.template': '/groups',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(facade.sandbox.url).port),
    'portico.source': 'upstream',
  });
});

test('sends the upstream the traceparent of each call, and neither baggage nor tracestate', async () => {
  const { facade, spans } = await startTraced();
  await facade.execute(
    '{ groups(first: 1) { nodes { fullPath } } }',
    {},
    { headers: { baggage: 'secret=1', tracestate: 'a=b' } },
  );
  await facade.execute(
    'mutation { labelCreate(input: { project: "gid://service/Project/14", name: "traced", color: "#123456" }) { errors { code } } }',
    {},
    { as: 'developer' },
  );
  const requestHeaders = facade.requests.map(({ headers }) => headers);
  const calls = spans().filter(({ kind }) => kind === SpanKind.CLIENT);
  expect(calls.map(({ name }) => name)).toEqual(['GET /groups', 'POST /projects/{id}/labels']);
  expect(requestHeaders.map(({ traceparent }) => traceparent)).toEqual(
    calls.map((call) => `00-${call.spanContext().traceId}-${call.spanContext().spanId}-01`),
  );
  for (const headers of requestHeaders) expect(Object.keys(headers)).not.toContain('baggage');
  for (const headers of requestHeaders) expect(Object.keys(headers)).not.toContain('tracestate');
});

test('spans contain no argument value, URL or token', async () => {
  const { facade, spans } = await startTraced();
  const query =
    'query Q($id: ID!, $s: String) { project(id: $id) { fullPath } groups(first: 1, filter: { search: $s }) { nodes { fullPath } } }';
  await facade.execute(query, { id: '424242', s: 'searched-for' }, { as: 'owner' });
  expect(facade.calls.join()).toMatch(/424242.*searched-for/);
  const texts = spans().map(({ name, attributes, events, status, links }) =>
    JSON.stringify({ name, attributes, events, status, links }),
  );
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.join()).not.toMatch(/audit-2024|searched-for|424242|http:\/\/|per_page|fullPath/);
  expect(texts.join()).not.toContain(tokens.owner);
});

test('spans of failed calls and operations have the status error, those of rejected operations do not', async () => {
  const exporter = startSdk();
  const facade = await startFacade('http://127.0.0.1:9/api/v4', {});
  onTestFinished(() => facade.close());
  await facade.execute('{ project(id: 1) { fullPath } }');
  await facade.execute('query Broken { nope }');
  await facade.execute('{');
  const spans = exporter
    .getFinishedSpans()
    .filter(({ name }) => !name.startsWith('graphql.'))
    .map(({ name, status, attributes }) => [
      name,
      status.code,
      attributes['error.type'],
      attributes['portico.outcome'],
    ]);
  expect(spans).toEqual([
    ['GET /projects/{id}', SpanStatusCode.ERROR, 'UPSTREAM_UNREACHABLE', undefined],
    ['query', SpanStatusCode.ERROR, 'UPSTREAM_UNREACHABLE', 'failed'],
    ['query', SpanStatusCode.UNSET, 'GRAPHQL_VALIDATION_FAILED', 'refused'],
    ['GraphQL Operation', SpanStatusCode.UNSET, 'GRAPHQL_PARSE_FAILED', 'refused'],
  ]);
});

test('the log line of an operation contains the id of its trace', async () => {
  const lines: { readonly msg: string; readonly traceId?: string }[] = [];
  const { facade, spans } = await startTraced({
    log: { level: 'info', write: (line) => lines.push(JSON.parse(line)) },
  });
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }');
  expect(lines.find(({ msg }) => msg === 'operation')?.traceId).toBe(getTraceId(spans()[0]));
});

test('a download and its call are spans of one trace', async () => {
  const { facade, spans } = await startTraced();
  await (await fetch(new URL('/downloads/groups/9/avatar', facade.url))).text();
  await expect.poll(() => spans().length).toBe(2);
  expect(spans().map(({ name }) => name)).toEqual(['GET /groups/{id}/avatar', 'GET /downloads/groups/:id/avatar']);
  expect(new Set(spans().map(getTraceId)).size).toBe(1);
});

test('an event of a subscription has its own trace, with a link to that of the subscription', async () => {
  const { facade, spans } = await startTraced();
  const client = createClient({
    url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { 'private-token': tokens.developer },
  });
  const created = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
    'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
    {},
    { as: 'developer' },
  );
  const { id } = created.data.pipelineCreate.pipeline;
  const query = `subscription { pipeline(id: "${id}", until: FOREVER) { status } }`;
  const events = client.iterate({ query });
  await events.next();
  await events.return?.();
  await client.dispose();
  const [subscribed, event] = filterByName(spans(), 'subscription');
  expect(event?.parentSpanContext).toBeUndefined();
  expect(event?.links.map((link) => link.context.traceId)).toEqual([getTraceId(subscribed)]);
  expect(getTraceId(event)).not.toBe(getTraceId(subscribed));
  // The span of a poll has no parent.
  expect(
    spans().filter((span) => span.name.startsWith('GET ') && span.parentSpanContext === undefined).length,
  ).toBeGreaterThan(0);
});

describe('the traceparent of a request', () => {
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  /** Sends a request with this header, and returns the span of its operation. */
  async function getOperationSpan(traceparent: string, env: Record<string, string>) {
    const exporter = startSdk();
    await using upstream = await startUpstream();
    const tracing = Tracing.find({ upstreamUrl: new URL(upstream.url), names: new OperationNames() });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env }, { tracing });
    await edge.query('{ project }', { traceparent });
    return filterByName(exporter.getFinishedSpans(), 'query')[0];
  }

  const proxySettings = { TRUST_PROXY: '127.0.0.0/8,::1/128' };

  test('continues a trace from a trusted proxy', async () => {
    const span = await getOperationSpan(parent, proxySettings);
    expect(getTraceId(span)).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(span?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  });

  test.each([
    { env: proxySettings, traceId: '0af7651916cd43dd8448eb211c80319c' },
    { env: {}, traceId: expect.not.stringContaining('0af7651916cd43dd8448eb211c80319c') },
  ])(
    'of a WebSocket continues the trace in its operations only with a trusted proxy: $env',
    async ({ env, traceId }) => {
      const exporter = startSdk();
      await using upstream = await startUpstream();
      const tracing = Tracing.find({ upstreamUrl: new URL(upstream.url), names: new OperationNames() });
      await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env }, { tracing });
      class TracedSocket extends WebSocket {
        constructor(url: string, protocol: string) {
          super(url, protocol, { headers: { traceparent: parent } });
        }
      }
      const url = new URL('/graphql', edge.url).href.replace('http', 'ws');
      const client = createClient({ url, webSocketImpl: TracedSocket });
      for (const query of ['query First { project }', 'query Second { project }'])
        for await (const result of client.iterate({ query })) expect(result).toHaveProperty('data.project');
      await client.dispose();
      const operations = filterByName(exporter.getFinishedSpans(), 'query');
      expect(operations.map(getTraceId)).toEqual([traceId, traceId]);
    },
  );

  test('reaches the upstream with its tracestate if the proxy is trusted', async () => {
    startSdk();
    await using upstream = await startUpstream();
    const tracing = Tracing.find({ upstreamUrl: new URL(upstream.url), names: new OperationNames() });
    const headers = { traceparent: parent, tracestate: 'vendor=a:1,other=b' };
    for (const env of [proxySettings, {}]) {
      await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env }, { tracing });
      await edge.query('{ project }', headers);
    }
    expect(upstream.requests.map(({ headers: { tracestate } }) => tracestate)).toEqual([headers.tracestate, undefined]);
  });

  test.each([{}, { TRUST_PROXY: '10.0.0.0/8' }])(
    'is ignored with %o if the client is not a trusted proxy',
    async (env) => {
      const span = await getOperationSpan(parent, env);
      expect(span?.parentSpanContext).toBeUndefined();
      expect(getTraceId(span)).not.toBe('0af7651916cd43dd8448eb211c80319c');
    },
  );

  test.each([
    'nonsense',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    `${parent}-more`,
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ])('starts a new trace if it is invalid: %s', async (traceparent) => {
    const span = await getOperationSpan(traceparent, proxySettings);
    expect(span).toBeDefined();
    expect(span?.parentSpanContext).toBeUndefined();
  });
});

test('does not export traces that the sampler drops, and sends the upstream a traceparent without the sampled flag', async () => {
  const exporter = startSdk(new AlwaysOffSampler());
  const facade = await startSandboxed();
  onTestFinished(() => facade.close());
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }');
  expect(exporter.getFinishedSpans()).toEqual([]);
  expect(facade.requests.map(({ headers }) => headers.traceparent)).toEqual([expect.stringMatching(/-00$/)]);
});

test('exports the spans of an unfinished batch when the facade stops', async () => {
  const exporter = new InMemorySpanExporter();
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: 600_000 });
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const facade = await startSandboxed();
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }');
  expect(exporter.getFinishedSpans()).toEqual([]);
  await facade.close();
  expect(filterByName(exporter.getFinishedSpans(), 'query')).toHaveLength(1);
});

test('sends no traceparent without the SDK', async () => {
  const facade = await startSandboxed();
  onTestFinished(() => facade.close());
  expect(
    Tracing.find({ upstreamUrl: new URL('http://upstream.example'), names: new OperationNames() }),
  ).toBeUndefined();
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }');
  expect(facade.requests.map(({ headers }) => headers.traceparent)).toEqual([undefined]);
});
