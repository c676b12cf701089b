/** WebSockets: allowed connections, credentials of operations, and limits. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from 'graphql-ws';
import { createSchema } from 'graphql-yoga';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ClientAddresses } from '../../src/edge/client-address.ts';
import { ByteBudget } from '../../src/edge/operation/byte-budget.ts';
import { UnsentBytes } from '../../src/edge/operation/unsent-bytes.ts';
import { Sockets } from '../../src/edge/transports/websocket.ts';
import { Callers } from '../../src/rest/callers.ts';
import { Credential } from '../../src/rest/credential.ts';
import { startEdge, startUpstream } from './harness.ts';

const token = 'glpat-a-secret-token';

const socketUrl = ({ url }: { url: URL }) => new URL('/graphql', url).href.replace('http', 'ws');

interface Options {
  readonly params?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** Returns the first result of an operation over a new WebSocket. */
async function execute(
  edge: { url: URL },
  query: string,
  { params = {}, headers = {} }: Options = {},
): Promise<unknown> {
  const client = createClient({
    url: socketUrl(edge),
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers });
      }
    },
    connectionParams: params,
    retryAttempts: 0,
  });
  try {
    for await (const result of client.iterate({ query })) return result;
    return undefined;
  } finally {
    await client.dispose();
  }
}

/** Returns status and body of the response to a rejected upgrade. */
async function rejectUpgrade(
  url: string,
  headers: Record<string, string> = {},
  protocol = 'graphql-transport-ws',
): Promise<[number | undefined, string]> {
  const socket = new WebSocket(url, protocol, { headers });
  const [, response] = await once(socket, 'unexpected-response');
  return [response.statusCode, (await response.toArray()).join('')];
}

const project = '{ project }';

test.each<[string, Options, Record<string, string>]>([
  ['token', { params: { token } }, { 'private-token': token }],
  ['authorization', { params: { authorization: `Bearer ${token}` } }, { authorization: `Bearer ${token}` }],
  ['Authorization', { params: { Authorization: `Bearer ${token}` } }, { authorization: `Bearer ${token}` }],
  ['headers', { params: { headers: { 'PRIVATE-TOKEN': token } } }, { 'private-token': token }],
  ['headers', { params: { headers: { Authorization: `Bearer ${token}` } } }, { authorization: `Bearer ${token}` }],
  ['the headers of the request', { headers: { 'private-token': token } }, { 'private-token': token }],
])('accepts a credential as %s', async (_, options, sent) => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  expect(await execute(edge, project, options)).toEqual({ data: { project: '{"id":1}' } });
  const [request] = upstream.requests;
  expect({ 'private-token': undefined, authorization: undefined, ...request?.headers }).toMatchObject(sent);
  expect(JSON.stringify(edge.lines)).not.toContain(token);
});

test.each([
  [{ token: 7 }, 'connectionParams.token must be a string'],
  [{ token: 'a\nb' }, 'connectionParams.token contains a space, a control character or a character outside ASCII'],
  [{ token: 'a b' }, 'connectionParams.token contains a space, a control character'],
  [{ headers: { 'X-Portico-Trace': 'a\nb' } }, 'connectionParams.headers["X-Portico-Trace"] contains a line break'],
  [{ headers: 'PRIVATE-TOKEN: a' }, 'connectionParams.headers must be an object, not a string'],
  [{ headers: ['PRIVATE-TOKEN', 'a'] }, 'connectionParams.headers must be an object, not an array'],
  [{ authorization: 'Basic abc' }, 'connectionParams.authorization must have the form "Bearer <token>"'],
  [{ token: 'a', authorization: 'Bearer b' }, 'different tokens'],
  [{ headers: { authorization: ['Bearer b'] } }, 'must be a string'],
  [{ authToken: 'a' }, 'connectionParams.authToken is not read. Send the token as connectionParams.token'],
  [{ auth: { token: 'a' } }, 'connectionParams.auth is not read'],
  [{ headers: { 'X-Api-Key': 'a' } }, 'connectionParams.headers["X-Api-Key"] is not read'],
  [{ [`${'é'.repeat(200)}Token`]: 'a' }, 'connectionParams.éé'],
])('closes the connection with 4400 for connectionParams %j', async (params, reason) => {
  await using edge = await startEdge();
  await expect(execute(edge, '{ hello }', { params })).rejects.toMatchObject({
    code: 4400,
    reason: expect.stringContaining(reason),
  });
});

test('accepts connections of pages from CORS_ORIGINS only', async () => {
  await using open = await startEdge();
  const hello = { data: { hello: 'world' } };
  expect(await execute(open, '{ hello }', { headers: { origin: 'https://elsewhere.example' } })).toEqual(hello);
  await using closed = await startEdge({ CORS_ORIGINS: 'https://app.example' });
  expect(await execute(closed, '{ hello }', { headers: { origin: 'https://app.example' } })).toEqual(hello);
  expect(await execute(closed, '{ hello }', { headers: { origin: closed.url.origin } })).toEqual(hello);
  expect(await execute(closed, '{ hello }')).toEqual(hello);
  for (const origin of ['https://elsewhere.example', 'null', 'nonsense'])
    expect(await rejectUpgrade(socketUrl(closed), { origin })).toEqual([
      403,
      expect.stringContaining(`Pages of the origin \\"${origin}\\" may not connect`),
    ]);
});

test('uses the ambient credential only for pages of this facade and clients without Origin', async () => {
  await using upstream = await startUpstream();
  const env = { UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: token };
  await using edge = await startEdge(env);
  expect(await execute(edge, project)).toMatchObject({ data: {} });
  expect(upstream.requests[0]?.headers['private-token']).toBe(token);
  expect((await rejectUpgrade(socketUrl(edge), { origin: 'https://elsewhere.example' }))[0]).toBe(403);
  // Pages of other origins need their own credential, also if every origin may connect.
  await using open = await startEdge({ ...env, CORS_ORIGINS: '*' });
  const headers = { origin: 'https://elsewhere.example' };
  await expect(execute(open, project, { headers })).rejects.toMatchObject({
    code: 4400,
    reason: expect.stringContaining('UPSTREAM_TOKEN'),
  });
  await expect(execute(open, project, { headers: { host: 'rebound.example' } })).rejects.toMatchObject({ code: 4400 });
  expect(await execute(open, project, { headers, params: { token: 'own' } })).toMatchObject({ data: {} });
  expect(upstream.requests.at(-1)?.headers['private-token']).toBe('own');
});

test('applies the limits of HTTP to operations, and masks, traces and logs their errors', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({
    UPSTREAM_URL: upstream.url,
    MAX_DEPTH: '2',
    MAX_REST_CALLS: '1',
    OPERATION_TIMEOUT_MS: '100',
    INTROSPECTION: 'false',
  });
  const codes = [
    ['{ nested { nested { hello } } }', 'DEPTH_LIMIT'],
    ['{ __schema { description } }', 'GRAPHQL_VALIDATION_FAILED'],
  ] as const;
  for (const [query, code] of codes)
    await expect(execute(edge, query)).rejects.toMatchObject([{ extensions: { code } }]);
  expect(await execute(edge, '{ a: project(id: 1) b: project(id: 2) }')).toMatchObject({
    errors: [{ extensions: { code: 'REST_CALL_LIMIT' } }],
  });
  const masked = await execute(edge, '{ secretBug }', { params: { token } });
  expect(masked).toMatchObject({
    data: { secretBug: null },
    errors: [{ message: 'Unexpected error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
  });
  expect(JSON.stringify(masked)).not.toContain('unexpected"');
  const traced = await execute(edge, project, { params: { headers: { 'x-portico-trace': '1' } } });
  expect(traced).toMatchObject({ extensions: { rest: [{ path: '/projects/{id}', status: 200 }] } });
  const logged = edge.lines.filter(({ msg }) => msg === 'operation');
  expect(logged).toHaveLength(5);
  expect(JSON.stringify(edge.lines)).not.toContain(token);
});

test.each([
  [{ token: 'a', 'private-token': 'b' }, 'connectionParams.private-token and connectionParams.token differ'],
  [{ token: 'a', headers: { 'Private-Token': 'b' } }, 'connectionParams.headers["Private-Token"] and'],
  [{ authorization: 'Bearer a', Authorization: 'Bearer b' }, 'connectionParams.authorization and'],
  [
    { token: 'a', authorization: 'Bearer b' },
    'connectionParams.authorization and connectionParams.token contain different tokens',
  ],
])('closes a connection with two different credentials: %j', async (params, reason) => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  await expect(execute(edge, project, { params })).rejects.toMatchObject({
    code: 4400,
    reason: expect.stringContaining(reason),
  });
  expect(upstream.requests).toEqual([]);
});

test.each([
  { token, authToken: 'other' },
  { token, csrfToken: 'a' },
  { csrfToken: 'a' },
  { authToken: '' },
  { isAuth: false },
  { locale: 'en' },
])('ignores members of connectionParams that replace no credential: %j', async (params) => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  expect(await execute(edge, project, { params })).toMatchObject({ data: {} });
  expect(upstream.requests[0]?.headers['private-token']).toBe(params.token);
});

test('accepts the same credential in several members of connectionParams', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const params = {
    token,
    'private-token': token,
    authorization: `Bearer ${token}`,
    headers: { 'PRIVATE-TOKEN': token },
  };
  expect(await execute(edge, project, { params })).toMatchObject({ data: {} });
  expect(upstream.requests[0]?.headers['private-token']).toBe(token);
});

test('closes the connection after a message beyond MAX_BODY_BYTES', async () => {
  await using edge = await startEdge({ MAX_BODY_BYTES: '1000' });
  await expect(execute(edge, `{ hello } # ${'x'.repeat(1000)}`)).rejects.toMatchObject({ code: 1009 });
});

test('rejects other protocols and paths', async () => {
  await using edge = await startEdge({ MAX_STREAMS: '1', MAX_STREAMS_PER_CALLER: '1', maxSocketsPerCaller: 1 });
  expect((await rejectUpgrade(new URL('/elsewhere', socketUrl(edge)).href))[0]).toBe(404);
  expect(await rejectUpgrade(socketUrl(edge), {}, 'mqtt')).toEqual([
    400,
    expect.stringContaining('graphql-transport-ws'),
  ]);
  const invalidClient = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
  await once(invalidClient, 'open');
  expect(await rejectUpgrade(socketUrl(edge))).toEqual([503, expect.stringContaining('MAX_STREAMS')]);
  invalidClient.send('{"type":"connection_ack"}');
  expect((await once(invalidClient, 'close'))[0]).toBe(4400);
  await expect.poll(() => edge.activity.sockets).toBe(0);
});

test('names the supported subprotocol to clients of the legacy protocol in its own message, and to others in the close', async () => {
  await using edge = await startEdge();
  const legacy = new WebSocket(socketUrl(edge), 'graphql-ws');
  const [message] = await once(legacy, 'message');
  expect(JSON.parse(String(message))).toEqual({
    type: 'connection_error',
    payload: { message: expect.stringContaining('must be "graphql-transport-ws" (header Sec-WebSocket-Protocol)') },
  });
  expect((await once(legacy, 'close'))[0]).toBe(4406);
  const [code, reason] = await once(new WebSocket(socketUrl(edge)), 'close');
  expect([code, String(reason)]).toEqual([4406, expect.stringContaining('"graphql-transport-ws"')]);
});

test.each([
  ['{', 4400, 'The message is not valid JSON at character 2'],
  ['{"type":"connection_init"}', 4429, 'already received a connection_init'],
  ['[]', 4400, 'The message must be a JSON object, not an array'],
  ['{}', 4400, 'The "type" of a message must be connection_init, subscribe, complete, ping, or pong, not null'],
  ['{"type":"other"}', 4400, 'must be connection_init, subscribe, complete, ping, or pong, not "other"'],
  [`{"type":"${'é'.repeat(1000)}"}`, 4400, 'must be connection_init, subscribe, complete, ping, or pong, not "éé'],
  ['{"type":"subscribe","payload":{"query":"{hello}"}}', 4400, "'id' property to be a string"],
  [
    '{"id":"1","type":"subscribe","payload":{}}',
    4400,
    'contains no GraphQL document. Send it as "query" in its payload',
  ],
  ['{"id":"1","type":"subscribe","payload":{"query":5}}', 4400, "expects the 'query' property to be a string"],
  [
    '{"id":"1","type":"next","payload":{}}',
    4400,
    'must be connection_init, subscribe, complete, ping, or pong, not "next"',
  ],
  [Buffer.from([0x7b, 0xff]), 4400, 'The message is not valid text in UTF-8'],
])('closes the connection for the message %s with code and reason', async (message, code, reason) => {
  await using edge = await startEdge();
  const socket = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  socket.send(message);
  const [closeCode, closeReason] = await once(socket, 'close');
  expect([closeCode, String(closeReason)]).toEqual([code, expect.stringContaining(reason)]);
});

test('closes the connection with a reason for an operation before connection_init, and accepts a byte order mark', async () => {
  await using edge = await startEdge();
  const socket = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send('{"id":"1","type":"subscribe","payload":{"query":"{hello}"}}');
  const [code, reason] = await once(socket, 'close');
  expect([code, String(reason)]).toEqual([4401, expect.stringContaining('Send connection_init')]);
  const other = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
  await once(other, 'open');
  other.send('\ufeff{"type":"connection_init"}');
  expect(String((await once(other, 'message'))[0])).toContain('connection_ack');
  other.close();
});

test('cancels queries that the client completes', async () => {
  const arrived = Promise.withResolvers<void>();
  const callClosed = Promise.withResolvers<void>();
  await using upstream = await startUpstream((_, response) => {
    response.once('close', callClosed.resolve);
    arrived.resolve();
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const client = createClient({ url: socketUrl(edge), webSocketImpl: WebSocket, lazyCloseTimeout: 5000 });
  const results = client.iterate({ query: project });
  const firstResult = results.next();
  await arrived.promise;
  await results.return?.();
  await callClosed.promise;
  expect((await firstResult).done).toBe(true);
  expect(edge.activity.sockets).toBe(1);
  await client.dispose();
});

describe('messages of a reused operation id', () => {
  const createSubscribe = (id: string, query: string) => JSON.stringify({ id, type: 'subscribe', payload: { query } });
  const complete = '{"id":"same","type":"complete"}';
  /** More than the buffers of unread connections can contain. */
  const length = 20_000_000;

  /** Opens a connection, and collects results and types of the messages for its operation "same". */
  async function connect(edge: { url: URL }) {
    const socket = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
    const [response]: IncomingMessage[] = await once(socket, 'upgrade');
    const received: unknown[] = [];
    socket.on('message', (data) => {
      const { id, type, payload } = JSON.parse(String(data));
      if (id === 'same') received.push(payload?.data ?? type);
      if (id === 'other' && type === 'complete') socket.emit('other');
    });
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    return {
      received,
      /** Sends messages in one chunk, and waits until the facade has handled them. */
      async send(...messages: readonly string[]) {
        const handled = once(socket, 'other');
        response?.socket.cork();
        for (const message of [...messages, createSubscribe('other', '{ hello }')]) socket.send(message);
        response?.socket.uncork();
        await handled;
      },
      async [Symbol.asyncDispose]() {
        socket.terminate();
      },
    };
  }

  test.each([
    ['while the earlier subscription waits for an event', 'subscription { silence }', false],
    ['while an earlier query that cannot be cancelled is active', '{ earlier: slow(ms: 400) }', false],
    ['while the earlier query starts', '{ earlier: slow(ms: 400) }', true],
  ])('belong to the new operation only, %s', async (_, earlier, isInOneChunk) => {
    await using edge = await startEdge();
    await using client = await connect(edge);
    const [first, later] = [createSubscribe('same', earlier), [complete, createSubscribe('same', '{ slow(ms: 600) }')]];
    if (!isInOneChunk) await client.send(first);
    await client.send(...(isInOneChunk ? [first, ...later] : later));
    await expect.poll(() => client.received).toContain('complete');
    await client.send();
    expect(client.received).toEqual([{ slow: 'done' }, 'complete']);
  });

  test('belong to the new operation only, while the document of the earlier one is loaded', async () => {
    const lookup = Promise.withResolvers<string>();
    await using edge = await startEdge({}, { sharedDocuments: { get: () => lookup.promise, put: () => undefined } });
    await using client = await connect(edge);
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'hash' } };
    await client.send(JSON.stringify({ id: 'same', type: 'subscribe', payload: { query: '', extensions } }));
    await client.send(complete, createSubscribe('same', 'subscription { silence }'));
    lookup.resolve('{ earlier: hello }');
    await client.send();
    expect(edge.activity.subscriptions).toBe(1);
    await client.send(complete);
    expect(edge.activity.subscriptions).toBe(0);
    expect(client.received).toEqual([]);
  });

  test('belong to the operation that sent them, while the last message of the earlier one waits to be read', async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    await using upstream = await startUpstream((_, response) => arrived.resolve(response));
    await using edge = await startEdge({
      UPSTREAM_URL: upstream.url,
      MAX_RESPONSE_BYTES: '30000000',
      maxSocketBufferBytes: 30_000_000,
    });
    const socket = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
    const [response]: IncomingMessage[] = await once(socket, 'upgrade');
    const received: unknown[] = [];
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data));
      received.push(Object.keys(payload?.data ?? {})[0] ?? type);
    });
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    socket.send(createSubscribe('same', `{ large(length: ${length}) }`));
    if (response) await once(response.socket, 'data');
    socket.pause();
    socket.send(complete);
    socket.send(createSubscribe('same', project));
    const waiting = await arrived.promise;
    socket.resume();
    await expect.poll(() => received).toEqual(['connection_ack', 'large', 'complete']);
    waiting.end('{"id":1}');
    await expect.poll(() => received).toEqual(['connection_ack', 'large', 'complete', 'project', 'complete']);
    socket.terminate();
  });
});

test('disconnects a client that does not respond to pings', async () => {
  const schema = createSchema({ typeDefs: 'type Query { a: Int }' });
  const callers = new Callers();
  const sockets = new Sockets({
    config: {
      corsOrigins: '*',
      maxStreams: 10,
      maxStreamsPerConnection: 10,
      maxSocketsPerCaller: 10,
      limitsReportOnly: false,
      maxBodyBytes: 1000,
      maxJsonValues: 50_000,
      maxNesting: 200,
      maxHeaderBytes: 1000,
      maxSocketBufferBytes: 1000,
      bodyTimeout: 1000,
    },
    addresses: new ClientAddresses(undefined),
    incoming: new ByteBudget(callers, { bytes: 1000, setting: '' }, { bytes: 1000, setting: '' }),
    unsent: new UnsentBytes({ maxUnsentBytes: 1000, maxUnsentBytesPerCaller: 1000 }, callers),
    callers,
    schema,
    logger: pino({ level: 'silent' }),
    heartbeat: 50,
    authenticate: () => Credential.anonymous,
    concurrency: { acquire: () => () => undefined },
    admitConnection: () => true,
    pipeline: { accept: () => expect.fail('no operation'), execute: () => expect.fail('no operation') },
  });
  const server = createServer().on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}/graphql`;
  const responsiveClient = new WebSocket(url, 'graphql-transport-ws');
  const silentClient = new WebSocket(url, 'graphql-transport-ws', { autoPong: false });
  const slowClient = new WebSocket(url, 'graphql-transport-ws', { autoPong: false });
  slowClient.on('ping', () => setTimeout(() => slowClient.pong(), 120));
  await Promise.all([responsiveClient, silentClient, slowClient].map((client) => once(client, 'open')));
  await once(silentClient, 'close');
  await expect.poll(() => sockets.open).toBe(2);
  expect([responsiveClient.readyState, slowClient.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  const closed = once(responsiveClient, 'close');
  await sockets.drain(100);
  expect((await closed)[0]).toBe(1001);
  server.close();
});

describe('a connection without connection_init', () => {
  /** Waits for the close code of a connection, or the type of its first message. */
  async function waitForFirst(socket: WebSocket): Promise<unknown> {
    const closed = once(socket, 'close').then(([code]) => code);
    const firstMessage = once(socket, 'message').then(([data]) => JSON.parse(String(data)).type);
    return Promise.race([closed, firstMessage]);
  }

  test('closes after three seconds', async () => {
    await using edge = await startEdge({});
    const socket = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
    expect(await waitForFirst(socket)).toBe(4408);
  });

  test('stays open if connection_init arrived while the process was blocked', async () => {
    await using edge = await startEdge({});
    const socket = new WebSocket(socketUrl(edge), 'graphql-transport-ws');
    const first = waitForFirst(socket);
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    // Facade and client run in one process.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
    expect(await first).toBe('connection_ack');
    socket.terminate();
  });
});
