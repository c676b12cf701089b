/** Incremental results over every transport: `@defer` and `@stream` of clients that accept them. */
import { createClient as createSocketClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';
import { partsAccepted, readAllParts, readParts, startGated, toArray } from '../gated-upstream.ts';
import { mergeParts } from '../incremental-parts.ts';
import { startGroups } from '../slow-readers.ts';

const page = /* GraphQL */ `
  query Page {
    project(id: 14) {
      name
      pipelines(first: 1) { nodes { iid } }
      ... @defer(label: "labels") { labels(first: 2) { nodes { name } } }
    }
  }
`;
const pageCalls = [
  'GET /projects/14',
  'GET /projects/14/labels?page=1&per_page=2',
  'GET /projects/14/pipelines?page=1&per_page=1',
];
const withoutDefer = page.replace(' @defer(label: "labels")', '');

test('sends a deferred fragment when its REST call has ended, and makes the same calls as for a single response', async () => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  const response = await facade.send(page);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('multipart/mixed; boundary="-"');
  const parts = readParts(response);
  const { value: first } = await parts.next();
  expect(first).toEqual({
    data: { project: { name: expect.any(String), pipelines: { nodes: [{ iid: expect.any(Number) }] } } },
    pending: [{ id: '0', path: ['project'], label: 'labels' }],
    hasNext: true,
  });
  release();
  const { value: second } = await parts.next();
  expect(second).toEqual({
    incremental: [
      { id: '0', data: { labels: { nodes: [{ name: expect.any(String) }, { name: expect.any(String) }] } } },
    ],
    completed: [{ id: '0' }],
    hasNext: false,
  });
  expect(await parts.next()).toEqual({ done: true, value: undefined });
  expect([...facade.calls].sort()).toEqual(pageCalls);
  if (first === undefined || second === undefined) throw new Error('There are two parts');
  const { data } = await (await facade.send(withoutDefer)).json();
  expect(mergeParts([first, second])).toEqual({ data });
});

test('sends a single response if all data are available with the initial result', async () => {
  const facade = await startGated();
  const response = await facade.send('{ project(id: 14) { ... @defer { name } id } }');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-accel-buffering')).toBeNull();
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({ data: { project: { name: expect.any(String), id: expect.any(String) } } });
  expect(text.indexOf('name')).toBeLessThan(text.indexOf('id"'));
});

test.each([
  ['application/json'],
  ['*/*'],
  ['multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json;q=0.9'],
])('sends one complete response to clients that accept %s', async (accept) => {
  const facade = await startGated();
  const response = await facade.send(page, { accept });
  expect(response.headers.get('content-type')).toContain('json');
  expect(await response.json()).toEqual(await (await facade.send(withoutDefer)).json());
});

test.each([
  ['multipart/mixed;incrementalSpec=v0.2,application/json', 'multipart/mixed; boundary="-"; incrementalSpec=v0.2'],
  ['multipart/mixed', 'multipart/mixed; boundary="-"'],
  ['text/event-stream', 'text/event-stream'],
  ['application/json, text/event-stream, multipart/mixed', 'text/event-stream'],
])('sends parts to clients that accept %s as %s', async (accept, type) => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  const response = await facade.send(page, { accept });
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const parts = readParts(response);
  const { value: first } = await parts.next();
  if (first === undefined) throw new Error('There is a first part');
  expect(first.pending).toHaveLength(1);
  release();
  const merged = mergeParts([first, ...(await toArray(parts))]);
  expect(merged).toEqual(await (await facade.send(withoutDefer)).json());
});

test('sends a single result over multipart/mixed with the status of one of type application/json', async () => {
  const facade = await startGated();
  for (const query of ['{ unknown }', '{ currentUser { username } }']) {
    const [json, multipart] = await Promise.all(
      ['application/json', 'multipart/mixed'].map((accept) => facade.send(query, { accept })),
    );
    expect(multipart?.status).toBe(json?.status);
    expect(multipart?.headers.get('content-type')).toBe('multipart/mixed; boundary="-"');
    expect(multipart && (await readAllParts(multipart))).toEqual([await json?.json()]);
  }
});

test.each([
  ['multipart/mixed;incrementalSpec=v0.2', 'multipart/mixed; boundary="-"; incrementalSpec=v0.2'],
  ['multipart/mixed', 'multipart/mixed; boundary="-"'],
])('sends parts of a GET to clients that accept %s as %s', async (accept, type) => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  const url = new URL(`/graphql?${new URLSearchParams({ query: page })}`, facade.url);
  const response = await fetch(url, { headers: { accept, 'private-token': tokens.owner } });
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const parts = readParts(response);
  const { value: first } = await parts.next();
  expect(first).toMatchObject({ pending: [{ label: 'labels' }], hasNext: true });
  release();
  expect(await toArray(parts)).toHaveLength(1);
});

test.each(['multipart/mixed', 'text/event-stream'])(
  'reports the remaining calls of the caller over %s',
  async (accept) => {
    const facade = await startGated({ MAX_REST_CALLS_PER_MINUTE: '100' });
    await facade.send('{ currentUser { username } }');
    const release = facade.hold('/labels');
    const response = await facade.send(page, { accept });
    release();
    expect(response.headers.get('ratelimit')).toMatch(/^"caller";r=96;t=\d+/);
    expect(await readAllParts(response)).toHaveLength(2);
  },
);

test('sends parts over WebSockets', async () => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  const client = createSocketClient({
    url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { token: tokens.owner },
  });
  const results = client.iterate({ query: page });
  const { value: first } = await results.next();
  expect(first).toMatchObject({ pending: [{ id: '0', label: 'labels' }], hasNext: true });
  release();
  const subsequentParts = await toArray(results);
  expect(mergeParts([first, ...subsequentParts])).toEqual(await (await facade.send(withoutDefer)).json());
  await client.dispose();
});

test('does not defer if the condition is false', async () => {
  const facade = await startGated();
  const query = page.replace('query Page', 'query Page($defer: Boolean!)').replace('(label', '(if: $defer, label');
  for (const defer of [false, true, false]) {
    const release = facade.hold('/labels');
    const sending = facade.send(query, { variables: { defer } });
    if (!defer) {
      await expect.poll(() => facade.calls.some((call) => call.includes('/labels'))).toBe(true);
      release();
    }
    const response = await sending;
    expect(response.headers.get('content-type')).toContain(defer ? 'multipart' : 'json');
    release();
    await response.text();
  }
});

test('returns errors of parts with the path and the masked message of a single response', async () => {
  const facade = await startGated();
  facade.fail('/labels');
  const release = facade.hold('/labels');
  const response = await facade.send(page);
  release();
  const merged = mergeParts(await readAllParts(response));
  expect(merged.errors).toEqual([
    expect.objectContaining({ path: ['project', 'labels'], extensions: expect.objectContaining({ status: 500 }) }),
  ]);
  expect(JSON.stringify(merged)).not.toContain('secret');
  const { data, errors } = await (await facade.send(withoutDefer)).json();
  expect(merged.data).toEqual(data);
  expect(merged.errors?.map(({ message }) => message)).toEqual(errors.map(({ message }: Error) => message));
});

test('reports the REST calls in the last part', async () => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  const response = await facade.send(page, { headers: { 'x-portico-trace': '1' } });
  release();
  const parts = await readAllParts(response);
  expect(parts.at(-1)?.extensions?.rest).toHaveLength(3);
  expect(parts.at(-1)?.extensions?.rest).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'Project.labels', part: { at: 'project', label: 'labels' } }),
      expect.not.objectContaining({ part: expect.anything() }),
    ]),
  );
});

test('reports the pause of a call for a page that has been delivered', async () => {
  await using facade = await startGroups({ length: 300, rowBytes: 10, limitedCalls: 1 }, { READ_RETRIES: '1' });
  const query = '{ groups(first: 300) { nodes @stream(initialCount: 0) { databaseId } } }';
  const response = await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: partsAccepted, 'x-portico-trace': '1' },
    body: JSON.stringify({ query }),
  });
  const parts = await readAllParts(response);
  const rest: readonly { readonly pausedMs?: number }[] = Object(parts.at(-1)?.extensions).rest;
  expect(rest).toHaveLength(3);
  expect(rest.filter(({ pausedMs }) => pausedMs !== undefined)).toHaveLength(1);
});

test('starts deferred calls after those of the initial result if no connection is free', async () => {
  const facade = await startGated({ UPSTREAM_CONNECTIONS: '1' });
  const release = facade.hold('/projects/14?');
  const query = `{
    ... @defer { late: project(id: 14) { labels(first: 1) { nodes { name } } } }
    currentUser { username }
    project(id: 14) { name pipelines(first: 1) { nodes { iid } } }
  }`;
  release();
  const parts = await readAllParts(await facade.send(query));
  expect(facade.calls.at(-1)).toContain('/labels');
  expect(mergeParts(parts).data).toMatchObject({ late: { labels: {} }, project: { pipelines: {} } });
});

test('starts a waiting deferred call before others if the initial result needs its response', async () => {
  const facade = await startGated({ UPSTREAM_CONNECTIONS: '1' });
  // The merge request has the label "feature"; both labels of the fragment are read in one call.
  const query = `{
    project(id: 14) { mergeRequest(iid: 1) { labels { color } } }
    ... @defer {
      late: project(id: 14) {
        pipelines(first: 1) { nodes { iid } }
        mergeRequests(first: 1) { nodes { iid } }
        bug: label(by: { name: "bug" }) { color }
        feature: label(by: { name: "feature" }) { color }
      }
    }
  }`;
  const parts = await readAllParts(await facade.send(query, { headers: { 'x-portico-trace': '1' } }));
  expect(facade.calls).toEqual([
    'GET /projects/14/merge_requests/1',
    'GET /projects/14/pipelines?page=1&per_page=1',
    'GET /projects/14/labels?page=1&per_page=100&with_counts=true',
    'GET /projects/14/merge_requests?page=1&per_page=1&view=simple',
  ]);
  expect(mergeParts(parts).data).toMatchObject({ project: { mergeRequest: { labels: [{ color: '#428BCA' }] } } });
  const rest: readonly { readonly url: string; readonly part?: object }[] = Object(parts.at(-1)?.extensions).rest;
  expect(rest.filter(({ part }) => part === undefined).map(({ url }) => url)).toEqual([
    '/projects/14/merge_requests/1',
    '/projects/14/labels?page=1&per_page=100&with_counts=true',
  ]);
});

test('starts a waiting deferred call of another operation before others if an initial result shares it', async () => {
  const facade = await startGated({ UPSTREAM_CONNECTIONS: '1' });
  const release = facade.hold('/merge_requests/');
  const late = (fields: string) => `... @defer { late: project(id: 14) { ${fields} } }`;
  const [pipelines, label] = ['pipelines(first: 1) { nodes { iid } }', 'label(by: { name: "feature" }) { color }'];
  const first = facade.send(
    `{ one: project(id: 14) { mergeRequest(iid: 1) { title } } ${late(`${pipelines} mergeRequests(first: 1) { nodes { iid } } ${label}`)} }`,
  );
  await expect.poll(() => facade.calls).toHaveLength(1);
  // The initial result of the second operation needs the call that the first operation defers.
  const second = facade.send(`{ two: project(id: 14) { mergeRequest(iid: 1) { labels { color } } } ${late(label)} }`);
  await expect.poll(() => facade.activity.subscriptions).toBe(2);
  release();
  for (const sending of [first, second]) mergeParts(await readAllParts(await sending));
  expect(facade.calls.indexOf('GET /projects/14/labels/feature')).toBeLessThan(
    facade.calls.indexOf('GET /projects/14/merge_requests?page=1&per_page=1&view=simple'),
  );
});

const deferredLabels = '{ project(id: 14) { name ... @defer { labels(first: 2) { nodes { name } } } } }';

test('fails pending parts at OPERATION_TIMEOUT_MS', async () => {
  const facade = await startGated({ OPERATION_TIMEOUT_MS: '400' });
  facade.hold('/labels');
  const [first, second] = await readAllParts(await facade.send(deferredLabels));
  expect(first).toMatchObject({ data: { project: { name: expect.any(String) } }, hasNext: true });
  expect(second).toEqual({
    completed: [
      {
        id: '0',
        errors: [
          expect.objectContaining({
            path: ['project'],
            extensions: expect.objectContaining({ code: 'DEADLINE_EXCEEDED' }),
          }),
        ],
      },
    ],
    hasNext: false,
  });
  await expect.poll(() => facade.abandoned).toHaveLength(1);
});

test.each([
  ['REST_CALL_LIMIT', { MAX_REST_CALLS: '2' }, 'labels { color }'],
  ['RATE_LIMITED', { MAX_REST_CALLS_PER_MINUTE: '2' }, 'labels { color }'],
  [
    'CALLER_LIMIT',
    { maxWaitingCallsPerCaller: 1, UPSTREAM_CONNECTIONS: '4' },
    'pipelines(first: 5) { nodes { coverage } }',
  ],
])('fails all pending parts if a later part exceeds the limit with the code %s', async (code, env, fields) => {
  const facade = await startGated(env);
  facade.hold('/pipelines?page=1&per_page=1');
  const query = `{ project(id: 14) {
    ... @defer(label: "pipelines") { pipelines(first: 1) { nodes { iid } } }
    mergeRequest(iid: 2) { title ... @defer(label: "limited") { ${fields} } }
  } }`;
  const [first, second] = await readAllParts(await facade.send(query));
  expect(first).toEqual({
    data: { project: { mergeRequest: { title: expect.any(String) } } },
    pending: [
      { id: '0', path: ['project'], label: 'pipelines' },
      { id: '1', path: ['project', 'mergeRequest'], label: 'limited' },
    ],
    hasNext: true,
  });
  const failed = (path: readonly string[]) => [
    expect.objectContaining({ path, extensions: expect.objectContaining({ code }) }),
  ];
  expect(second).toEqual({
    completed: [
      { id: '0', errors: failed(['project']) },
      { id: '1', errors: failed(['project', 'mergeRequest']) },
    ],
    hasNext: false,
  });
  await expect.poll(() => facade.abandoned).toContain('GET /projects/14/pipelines?page=1&per_page=1');
});

test('ends a streamed list after the loaded pages if it exceeds MAX_REST_CALLS_PER_MINUTE', async () => {
  const facade = await startGated({ MAX_REST_CALLS_PER_MINUTE: '1' });
  const query = '{ users(first: 250) { nodes @stream(initialCount: 1) { username } } }';
  const parts = await readAllParts(await facade.send(query));
  expect(mergeParts(parts).data).toMatchObject({ users: { nodes: { length: 100 } } });
  expect(parts.at(-1)).toMatchObject({
    completed: [{ id: '0', errors: [{ path: ['users', 'nodes'], extensions: { code: 'RATE_LIMITED' } }] }],
    hasNext: false,
  });
  expect(facade.calls).toHaveLength(1);
});

test('returns at most maxErrors errors in all parts together', async () => {
  const facade = await startGated({ maxErrors: 2 });
  for (const path of ['/labels', '/pipelines']) facade.fail(path);
  const release = facade.hold('/pipelines');
  const response = await facade.send(`{ project(id: 14) {
    name
    ... @defer { labels(first: 1) { nodes { id } } more: labels(first: 1) { nodes { name } } }
    ... @defer { pipelines(first: 1) { nodes { id } } }
  } }`);
  await expect.poll(() => facade.calls).toHaveLength(3);
  release();
  const { errors = [] } = mergeParts(await readAllParts(response));
  expect(errors.map(({ message, extensions }) => extensions.code ?? message)).toEqual([
    'UPSTREAM_FAILED',
    'UPSTREAM_FAILED',
    'ERROR_LIMIT',
  ]);
  expect(errors.at(-1)?.message).toBe(
    '1 more error is omitted: the limit is 2 per response. Correct the reported ones first',
  );
});

test('fails a part if the parts together exceed MAX_RESPONSE_BYTES', async () => {
  const facade = await startGated({ MAX_RESPONSE_BYTES: '1024' });
  const release = facade.hold('/labels');
  const query = '{ project(id: 14) { name ... @defer { labels(first: 20) { nodes { name description color id } } } } }';
  const response = await facade.send(query);
  release();
  const [first, second] = await readAllParts(response);
  expect(first?.hasNext).toBe(true);
  expect(second).toEqual({
    completed: [
      {
        id: '0',
        errors: [
          expect.objectContaining({
            message: expect.stringContaining('The largest part is at "project.labels.nodes"'),
            extensions: expect.objectContaining({ code: 'RESPONSE_LIMIT' }),
          }),
        ],
      },
    ],
    hasNext: false,
  });
});

test('sends deferred fragments above maxDeferredParts with the part that contains them', async () => {
  const facade = await startGated({ maxDeferredParts: 1 });
  const release = facade.hold('/labels');
  const releasePipelines = facade.hold('/pipelines');
  const query = `{ project(id: 14) {
    name
    ... @defer(label: "a") { labels(first: 1) { nodes { name } } }
    ... @defer(label: "b") { pipelines(first: 1) { nodes { iid } } }
  } }`;
  const sending = facade.send(query);
  await expect.poll(() => facade.calls).toHaveLength(3);
  releasePipelines();
  const parts = readParts(await sending);
  const { value: first } = await parts.next();
  expect(first).toMatchObject({ data: { project: { pipelines: {} } }, pending: [{ label: 'a' }] });
  expect(first?.pending).toHaveLength(1);
  release();
  expect(await toArray(parts)).toHaveLength(1);
});

test('ignores the directives if maxDeferredParts is 0', async () => {
  const facade = await startGated({ maxDeferredParts: 0 });
  const response = await facade.send(deferredLabels);
  expect(response.headers.get('content-type')).toContain('json');
});

test('counts an incremental response for MAX_STREAMS_PER_CALLER until it has been read', async () => {
  const facade = await startGated({ MAX_STREAMS_PER_CALLER: '1' });
  const release = facade.hold('/labels');
  const response = await facade.send(deferredLabels);
  const { errors } = await (await facade.send(deferredLabels)).json();
  expect(errors).toEqual([expect.objectContaining({ extensions: expect.objectContaining({ code: 'STREAM_LIMIT' }) })]);
  expect(facade.activity.subscriptions).toBe(1);
  release();
  await readAllParts(response);
  await expect.poll(() => facade.activity.subscriptions).toBe(0);
  expect(await (await facade.send(deferredLabels)).text()).not.toContain('STREAM_LIMIT');
});

test('cancels the pending REST calls if the client disconnects between two parts', async () => {
  const facade = await startGated();
  facade.hold('/labels');
  const abort = new AbortController();
  const response = await facade.send(deferredLabels, { signal: abort.signal });
  await readParts(response).next();
  await response.body?.cancel().catch(() => {});
  abort.abort();
  await expect.poll(() => facade.abandoned).toHaveLength(1);
  await expect.poll(() => facade.activity.subscriptions).toBe(0);
});

test('makes the deferred reads of a mutation field before the write of the next root field', async () => {
  const facade = await startGated();
  const release = facade.hold('/projects/14/pipelines');
  const create = (name: string) => `labelCreate(input: { project: "14", name: "${name}", color: "#ff0000" }) {
    label { name }
    project { ... @defer { pipelines(first: 1) { nodes { iid } } } }
  }`;
  const sending = facade.send(`mutation { one: ${create('deferred 1')} two: ${create('deferred 2')} }`);
  await expect.poll(() => facade.calls.filter((call) => call.includes('/pipelines'))).toHaveLength(1);
  expect(facade.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  release();
  const { data, errors } = mergeParts(await readAllParts(await sending));
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ one: { project: { pipelines: {} } }, two: { project: { pipelines: {} } } });
  const order = facade.calls.map((call) => call.replace(/\?.*/, '')).filter((call) => /^POST|pipelines/.test(call));
  expect(order).toEqual([
    'POST /projects/14/labels',
    'GET /projects/14/pipelines',
    'POST /projects/14/labels',
    'GET /projects/14/pipelines',
  ]);
});

test('reads the streamed lists of a payload to their end before the write of the next root field', async () => {
  const facade = await startGated();
  const create = (name: string) => `labelCreate(input: { project: "14", name: "${name}", color: "#ff0000" }) {
    project { pipelines(first: 250) { nodes @stream(initialCount: 1) { iid } } }
  }`;
  const parts = await readAllParts(
    await facade.send(`mutation { one: ${create('streamed 1')} two: ${create('streamed 2')} }`),
  );
  const nodes = { project: { pipelines: { nodes: { length: 250 } } } };
  expect(mergeParts(parts)).toMatchObject({ data: { one: nodes, two: nodes } });
  const methods = facade.calls.map((call) => call.replace(/ .*/, ''));
  expect(methods).toEqual(['POST', 'GET', 'GET', 'GET', 'POST', 'GET', 'GET', 'GET']);
});

test('sends all items of a streamed list that is loaded before the initial result is sent', async () => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  const sending = facade.send(
    '{ project(id: 14) { pipelines(first: 250) { nodes @stream { iid } } labels(first: 1) { nodes { name } } } }',
  );
  await expect.poll(() => facade.calls).toHaveLength(4);
  release();
  expect(mergeParts(await readAllParts(await sending))).toMatchObject({
    data: { project: { pipelines: { nodes: { length: 250 } }, labels: { nodes: { length: 1 } } } },
  });
});
