/** Documents that abuse `@defer` and `@stream`, and clients that disconnect, stop reading or read slowly between parts. */
import { once } from 'node:events';
import { createClient as createSocketClient } from 'graphql-ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';
import { startEdge } from '../edge/harness.ts';
import { type GatedFacade, readParts, startGated, toArray } from '../gated-upstream.ts';
import { mergeParts } from '../incremental-parts.ts';
import { measureMemory } from '../memory.ts';
import { openWebSocket, subscribe } from './websocket-wire.ts';
import { open, request } from './wire.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Expects the merged parts to equal the single response. */
async function expectSameResult(facade: GatedFacade, query: string) {
  const parts = await toArray(readParts(await facade.send(query)));
  const single = await (await facade.send(query, { accept: 'application/json' })).json();
  expect(mergeParts(parts)).toEqual(single);
  return parts;
}

const getCodes = ({ errors = [] }: { errors?: readonly { extensions?: { code?: string } }[] }) =>
  errors.map(({ extensions }) => extensions?.code);

test.each([
  [
    '300 deferred fragments',
    `{ project(id: 14) { ${range(300)
      .map((index) => `... @defer { a${index}: name }`)
      .join(' ')} } }`,
  ],
  ['300 deferred fragments of one field', `{ project(id: 14) { ${'... @defer { name } '.repeat(300)} } }`],
  ['90 nested deferred fragments', `{ project(id: 14) { ${'... @defer { '.repeat(90)} name ${'} '.repeat(90)} id } }`],
  [
    'a field in each of 90 nested deferred fragments',
    `{ project(id: 14) { ${range(90)
      .map((index) => `... @defer { a${index}: name `)
      .join('')} ${'} '.repeat(90)} } }`,
  ],
  [
    'a fragment that is spread with and without @defer',
    '{ project(id: 14) { ...F @defer ...F ... @defer { ...F } } } fragment F on Project { name labels(first: 1) { nodes { id } } }',
  ],
  [
    'overlapping deferred fragments',
    '{ project(id: 14) { ... @defer { labels(first: 2) { nodes { id } } } ... @defer { labels(first: 2) { nodes { id name } } name } } }',
  ],
  [
    'deferred fragments of each streamed item',
    '{ project(id: 14) { labels(first: 100) { nodes @stream(initialCount: 1) { id ... @defer { name ... @defer { color } } } } } }',
  ],
])('delivers the result of the single response incrementally for %s', async (_, query) => {
  await expectSameResult(await startGated({ MAX_ALIASES: '1000' }), query);
});

test('counts the selections of deferred fragments at each spread', async () => {
  const facade = await startGated({ maxSelections: 500 });
  const fields = range(20).map((index) => `a${index}: name`);
  const query = `{ project(id: 14) { ${'...F @defer '.repeat(30)} } } fragment F on Project { ${fields.join(' ')} }`;
  expect(getCodes(await (await facade.send(query)).json())).toEqual(['SELECTION_LIMIT']);
  expect(facade.calls).toEqual([]);
});

test('delivers no more parts than maxDeferredParts for items of lists', async () => {
  const facade = await startGated({ maxDeferredParts: 5 });
  const release = facade.hold('/pipelines/');
  const query = '{ project(id: 14) { pipelines(first: 8) { nodes { iid ... @defer { coverage } } } } }';
  const sending = facade.send(query);
  await expect.poll(() => facade.calls).toHaveLength(9);
  release();
  const parts = await toArray(readParts(await sending));
  const pending = parts.flatMap((part) => part.pending ?? []);
  expect(pending.length).toBeLessThanOrEqual(5);
  const single = await (await facade.send(query, { accept: 'application/json' })).json();
  expect(mergeParts(parts)).toEqual(single);
});

test.each([
  ['a repeated label', '{ project(id: 14) { ... @defer(label: "a") { name } ... @defer(label: "a") { id } } }'],
  ['a variable as a label', 'query ($a: String) { project(id: 14) { ... @defer(label: $a) { name } } }'],
  [
    '@defer at the root of a mutation',
    'mutation { ... @defer { labelDelete(input: { id: "a" }) { errors { code } } } }',
  ],
  ['@stream on a field that is not a list', '{ project(id: 14) { name @stream } }'],
  [
    '@defer in a subscription',
    'subscription { pipeline(id: "gid://service/Pipeline/14/2999") { ... @defer { status } } }',
  ],
])('rejects %s', async (_, query) => {
  const facade = await startGated();
  expect(getCodes(await (await facade.send(query)).json())[0]).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(facade.calls).toEqual([]);
});

test('reports a negative initialCount as an error of the list', async () => {
  const facade = await startGated();
  const query = '{ project(id: 14) { labels(first: 3) { nodes @stream(initialCount: -1) { id } } } }';
  const { errors } = mergeParts(await toArray(readParts(await facade.send(query))));
  expect(errors).toEqual([
    expect.objectContaining({
      path: ['project', 'labels', 'nodes'],
      extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
    }),
  ]);
});

test('ends the operation if the client disconnects before or after the first part', async () => {
  const facade = await startGated();
  const query = '{ project(id: 14) { name ... @defer { labels(first: 2) { nodes { id } } } } }';
  const release = facade.hold('/labels');
  for (const reads of [0, 1]) {
    const abort = new AbortController();
    const response = await facade.send(query, { signal: abort.signal });
    const parts = readParts(response);
    for (let read = 0; read < reads; read += 1) await parts.next();
    abort.abort();
  }
  await expect.poll(() => facade.abandoned).toHaveLength(2);
  await expect.poll(() => facade.activity.subscriptions).toBe(0);
  release();
  await expectSameResult(facade, query);
});

type Parts = AsyncIterator<unknown, unknown>;

/** Sends an operation over a transport. Returns the parts, and a function that disconnects the client. */
const senders: Readonly<Record<string, (facade: GatedFacade, query: string) => Promise<[Parts, () => void]>>> = {
  async 'text/event-stream'(facade, query) {
    const abort = new AbortController();
    const response = await facade.send(query, { accept: 'text/event-stream', signal: abort.signal });
    return [readParts(response), () => abort.abort()];
  },
  async 'a WebSocket'(facade, query) {
    const client = createSocketClient({
      url: new URL('/graphql', facade.url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { token: tokens.owner },
    });
    onTestFinished(() => client.dispose());
    const results = client.iterate({ query });
    return [results, () => void results.return?.()];
  },
};

describe.each(Object.keys(senders))('over %s', (transport) => {
  const query = '{ project(id: 14) { name ... @defer { labels(first: 2) { nodes { id } } } } }';
  async function send(facade: GatedFacade) {
    const sender = senders[transport];
    if (sender === undefined) throw new Error(`There is no transport ${transport}`);
    return sender(facade, query);
  }

  test('ends the operation if the client disconnects between two parts', async () => {
    const facade = await startGated();
    facade.hold('/labels');
    const [parts, disconnect] = await send(facade);
    expect((await parts.next()).value).toMatchObject({ hasNext: true });
    disconnect();
    await expect.poll(() => facade.abandoned).toHaveLength(1);
    await expect.poll(() => facade.activity.subscriptions).toBe(0);
  });

  test('completes a pending part with DEADLINE_EXCEEDED after OPERATION_TIMEOUT_MS', async () => {
    const facade = await startGated({ OPERATION_TIMEOUT_MS: '400' });
    facade.hold('/labels');
    const [parts] = await send(facade);
    expect((await parts.next()).value).toMatchObject({ hasNext: true });
    expect((await parts.next()).value).toMatchObject({
      completed: [{ id: '0', errors: [{ path: ['project'], extensions: { code: 'DEADLINE_EXCEEDED' } }] }],
      hasNext: false,
    });
    expect((await parts.next()).done).toBe(true);
  });

  test('reports a call that fails between two parts as an error of its field', async () => {
    const facade = await startGated();
    const release = facade.hold('/labels');
    facade.fail('/labels');
    const [parts] = await send(facade);
    const { value: first } = await parts.next();
    expect(first).toMatchObject({ hasNext: true });
    release();
    expect((await parts.next()).value).toMatchObject({
      incremental: [{ data: { labels: null }, errors: [{ extensions: { code: 'UPSTREAM_FAILED' } }] }],
      completed: [{ id: '0' }],
      hasNext: false,
    });
  });
});

test('delivers the other deferred fragment if a call fails between two parts', async () => {
  const facade = await startGated();
  const release = facade.hold('/labels');
  facade.fail('/labels');
  const query = `{ project(id: 14) {
    name
    ... @defer { labels(first: 2) { nodes { id } } }
    ... @defer { pipelines(first: 2) { nodes { id } } }
  } }`;
  const response = await facade.send(query);
  release();
  const { data, errors } = mergeParts(await toArray(readParts(response)));
  expect(data).toMatchObject({
    project: { name: expect.any(String), labels: null, pipelines: { nodes: { length: 2 } } },
  });
  expect(errors?.map(({ path }) => path)).toEqual([['project', 'labels']]);
});

const post = (query: string, accept: string) => {
  const body = JSON.stringify({ query });
  const headers = ['Host: localhost', 'Content-Type: application/json', `Accept: ${accept}`];
  return request('POST /graphql HTTP/1.1', [...headers, `Content-Length: ${body.length}`], body);
};

describe.each(['multipart/mixed', 'text/event-stream', 'a WebSocket'])('over %s', (transport) => {
  /** Sends an operation, and reads nothing of its result. */
  async function sendUnread(edge: Awaited<ReturnType<typeof startEdge>>, query: string) {
    if (transport !== 'a WebSocket') {
      const socket = await open(edge);
      socket.pause();
      socket.write(post(query, transport));
      return socket;
    }
    const socket = await openWebSocket(edge);
    socket.write(subscribe('a', query));
    return socket;
  }

  test('disconnects a client that stops reading, and occupies less than 100 MB until then', async () => {
    await using edge = await startEdge({ sendTimeout: 200, MAX_RESPONSE_BYTES: `${2 ** 30}` });
    const before = await measureMemory();
    using _socket = await sendUnread(edge, '{ hello texts @stream }');
    await expect.poll(() => edge.activity.subscriptions).toBe(1);
    let peak = 0;
    while (edge.activity.subscriptions > 0) {
      peak = Math.max(peak, (await measureMemory()) - before);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // At most 100 strings of 100 kB are pending. Without a limit, an endless list exhausts the memory.
    expect(peak).toBeLessThan(100e6);
    expect(edge.lines).toContainEqual(expect.objectContaining({ msg: 'a client that does not read is cut off' }));
  });

  test('delivers the complete list to a client that reads slowly', async () => {
    // Client and facade share a process, which a busy machine can stop for more than a second.
    await using edge = await startEdge({ sendTimeout: 5000, MAX_RESPONSE_BYTES: '100000000' });
    using socket = await sendUnread(edge, '{ hello texts(count: 300) @stream }');
    let size = 0;
    let end = '';
    const isComplete = () => (transport === 'a WebSocket' ? end.includes('"type":"complete"') : socket.readableEnded);
    socket.on('data', (data) => {
      size += data.length;
      end = (end + String(data)).slice(-1000);
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.resume();
    if (transport !== 'a WebSocket') await once(socket, 'end');
    else await expect.poll(isComplete, { timeout: 20_000 }).toBe(true);
    expect(size).toBeGreaterThan(300 * 100_000);
    expect(end).toContain('"completed":[{"id":"0"}]');
    expect(edge.activity.subscriptions).toBe(0);
  });
});

test('ends an endless list with RESPONSE_LIMIT at MAX_RESPONSE_BYTES', async () => {
  await using edge = await startEdge({ MAX_RESPONSE_BYTES: '5000000' });
  const { text } = await edge.query('{ texts @stream }', { accept: 'multipart/mixed' });
  expect(text.length).toBeLessThan(5_000_000);
  expect(text).toMatch(/"completed":\[\{"id":"0","errors":\[\{[^\]]*"code":"RESPONSE_LIMIT"/);
});
