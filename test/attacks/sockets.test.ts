/** WebSockets of clients that send too much, read too little, or end only one side. */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge } from '../edge/harness.ts';
import { frame, handshake, openWebSocket, subscribe, toFrame } from './websocket-wire.ts';
import { exchange, open, parseResponse, request } from './wire.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;

const rejections: unknown[] = [];
const note = (reason: unknown) => rejections.push(reason);
beforeEach(() => process.on('unhandledRejection', note));
afterEach(() => {
  process.off('unhandledRejection', note);
  expect(rejections.splice(0)).toEqual([]);
});

async function client({ url }: Edge): Promise<WebSocket> {
  const socket = new WebSocket(new URL('/graphql', url).href.replace('http', 'ws'), 'graphql-transport-ws');
  await once(socket, 'open');
  return socket;
}

const init = '{"type":"connection_init"}';

async function accepted(socket: WebSocket): Promise<void> {
  const acknowledged = once(socket, 'message');
  socket.send(init);
  await acknowledged;
}

describe('messages', () => {
  test('beyond MAX_BODY_BYTES closes the connection, in report-only mode too', async () => {
    await using edge = await startEdge({ MAX_BODY_BYTES: '2000', LIMITS_REPORT_ONLY: 'true' });
    const socket = await client(edge);
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(3000) } }));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  test('first is bounded like the head of a request', async () => {
    await using edge = await startEdge();
    const socket = await client(edge);
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'x'.repeat(20_000) } }));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4400, expect.stringContaining('MAX_HEADER_BYTES')]);
  });

  test('as the id of an operation is bounded, as it comes back with each result', async () => {
    await using edge = await startEdge();
    const socket = await client(edge);
    await accepted(socket);
    socket.send(JSON.stringify({ id: 'x'.repeat(129), type: 'subscribe', payload: { query: '{ hello }' } }));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4400, expect.stringContaining('128')]);
  });

  test('with a ping of GraphQL does not come back', async () => {
    await using edge = await startEdge();
    const socket = await client(edge);
    socket.send('{"type":"ping","payload":{"large":"x"}}');
    expect(String((await once(socket, 'message'))[0])).toBe('{"type":"pong"}');
    socket.terminate();
  });

  test('with a ping of WebSockets comes back, as they demand', async () => {
    await using edge = await startEdge();
    const socket = await client(edge);
    socket.ping('sign of life');
    expect(String((await once(socket, 'pong'))[0])).toBe('sign of life');
    socket.terminate();
  });

  test('as more operations than MAX_STREAMS_PER_CONNECTION is refused, in report-only mode too', async () => {
    await using edge = await startEdge({ MAX_STREAMS_PER_CONNECTION: '2', LIMITS_REPORT_ONLY: 'true' });
    const socket = await client(edge);
    await accepted(socket);
    const answered = once(socket, 'message');
    for (const id of ['a', 'b', 'c'])
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: 'subscription { silence }' } }));
    expect(JSON.parse(String((await answered)[0]))).toMatchObject({
      id: 'c',
      type: 'error',
      payload: [{ extensions: { code: 'STREAM_LIMIT' } }],
    });
    socket.terminate();
  });
});

describe('a client that does not read', () => {
  test.each<[string, (index: number) => Buffer]>([
    ['pings of WebSockets', () => Buffer.concat(Array.from({ length: 1000 }, () => frame(9, 'x'.repeat(125))))],
    ['pings of GraphQL', () => Buffer.concat(Array.from({ length: 1000 }, () => toFrame({ type: 'ping' })))],
  ])('receives no more than a bounded number of responses to %s', async (_, batch) => {
    await using edge = await startEdge();
    using socket = await openWebSocket(edge);
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 300; index += 1) if (!socket.write(batch(index))) await once(socket, 'drain');
    // 300,000 answers that wait would be more than 100 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6);
    expect(edge.activity.sockets).toBe(1);
  });

  test('closes when more than MAX_SOCKET_BUFFER_BYTES wait for it', async () => {
    await using edge = await startEdge({ MAX_SOCKET_BUFFER_BYTES: '1000000', LIMITS_REPORT_ONLY: 'true' });
    using socket = await openWebSocket(edge);
    for (let id = 0; id < 100; id += 1) socket.write(subscribe(String(id), '{ large(length: 1000000) }'));
    await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
    expect(edge.lines).toContainEqual(expect.objectContaining({ code: 'SOCKET_BUFFER_LIMIT', limit: 1_000_000 }));
  });

  test('closes when that many bytes of rejected messages wait for it', async () => {
    await using edge = await startEdge({ MAX_SOCKET_BUFFER_BYTES: '1000000', MAX_NESTING: '5' });
    using socket = await openWebSocket(edge);
    socket.on('error', () => undefined);
    const nested = frame(1, `{"id":"${'x'.repeat(128)}","type":"subscribe","payload":${'['.repeat(20)}`);
    const batch = Buffer.concat(Array.from({ length: 500 }, () => nested));
    // Data that is written to a closed connection is lost.
    for (let index = 0; index < 200 && !socket.destroyed; index += 1)
      await new Promise((written) => socket.write(batch, written));
    await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
    expect(edge.lines).toContainEqual(expect.objectContaining({ code: 'SOCKET_BUFFER_LIMIT', limit: 1_000_000 }));
  });

  test('closes when it reads nothing for SEND_TIMEOUT_MS, and its subscriptions end', async () => {
    await using edge = await startEdge({ SEND_TIMEOUT_MS: '300' });
    using socket = await openWebSocket(edge);
    socket.write(subscribe('a', 'subscription { texts }'));
    await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => edge.activity.subscriptions).toBe(0);
  });
});

describe('an upgrade behind another request on its connection', () => {
  const post = (query: string) => {
    const body = JSON.stringify({ query });
    return request(
      'POST /graphql HTTP/1.1',
      ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`],
      body,
    ).replace('Connection: close\r\n', '');
  };

  test.each([
    ['one', 1],
    ['several', 3],
  ])('receives its rejection after the responses to %s, in order', async (_, count) => {
    await using edge = await startEdge();
    const posts = Array.from({ length: count }, () => post('{ slow(ms: 100) }')).join('');
    const received = await exchange(
      edge,
      Buffer.concat([Buffer.from(posts + handshake()), toFrame({ type: 'connection_init' })]),
    );
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status);
    expect(statuses).toEqual([...Array.from({ length: count }, () => '200'), '400']);
    expect(received.match(/"slow":"done"/g)).toHaveLength(count);
    expect(received).toContain('BAD_REQUEST');
    expect(edge.activity.sockets).toBe(0);
  });

  test('succeeds once those are complete', async () => {
    await using edge = await startEdge();
    using socket = await open(edge);
    socket.write(post('{ hello }'));
    let read = '';
    while (!read.includes('world')) read += String((await once(socket, 'data'))[0]);
    socket.write(handshake());
    socket.write(toFrame({ type: 'connection_init' }));
    while (!read.includes('connection_ack')) read += String((await once(socket, 'data'))[0]);
    expect(read).toContain('HTTP/1.1 101');
  });
});

describe('an upgrade that is refused', () => {
  test.each<[string, string, readonly string[], number, string]>([
    ['elsewhere', '/any/where/graphql', [], 404, 'NOT_FOUND'],
    ['with the path in the query', '/x?/graphql', [], 404, 'NOT_FOUND'],
    ['of another origin', '/graphql', ['Origin: https://evil.example'], 403, 'CROSS_SITE_REFUSED'],
    ['with two tokens', '/graphql', ['PRIVATE-TOKEN: a', 'PRIVATE-TOKEN: b'], 400, 'BAD_REQUEST'],
  ])('%s is answered and closed, though the client keeps its side open', async (_, path, headers, status, code) => {
    await using edge = await startEdge({ CORS_ORIGINS: 'https://app.example' });
    expect(parseResponse(await exchange(edge, handshake(path, headers)))).toMatchObject({ status, code });
    // A client that neither reads nor ends holds nothing.
    using silent = await open(edge);
    const closed = once(silent, 'close');
    silent.write(handshake(path, headers));
    silent.resume();
    await once(silent, 'end');
    silent.write('more');
    silent.end();
    await closed;
  });

  test('excludes forwarded requests with the ambient token', async () => {
    await using edge = await startEdge({ UPSTREAM_TOKEN: 'ambient' });
    const socket = new WebSocket(new URL('/graphql', edge.url).href.replace('http', 'ws'), 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': '1.2.3.4' },
    });
    await once(socket, 'open');
    socket.send(init);
    expect((await once(socket, 'close'))[0]).toBe(4400);
  });
});

describe('a connection that breaks', () => {
  test.each<[string, (edge: Edge) => Promise<unknown>]>([
    [
      'amid a handshake',
      async (edge) => {
        using socket = await open(edge);
        socket.write(handshake().slice(0, 50));
        socket.resetAndDestroy();
      },
    ],
    [
      'amid a message',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write(toFrame({ type: 'ping' }).subarray(0, 5));
        socket.resetAndDestroy();
      },
    ],
    [
      'amid operations',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write(subscribe('a', 'subscription { texts }'));
        socket.write(subscribe('b', 'subscription { silence }'));
        socket.write(subscribe('c', '{ slow(ms: 100) }'));
        await expect.poll(() => edge.activity.subscriptions).toBe(2);
        socket.resetAndDestroy();
      },
    ],
    [
      'with what is no frame',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write('no frame at all');
        await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
      },
    ],
    [
      'with an operation without a document',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write(toFrame({ id: '__proto__', type: 'subscribe', payload: {} }));
        await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
      },
    ],
  ])('%s leaves nothing behind', async (_, act) => {
    await using edge = await startEdge();
    await act(edge);
    await expect.poll(() => edge.activity).toMatchObject({ sockets: 0, subscriptions: 0 });
    expect((await edge.query('{ hello }')).body).toEqual({ data: { hello: 'world' } });
    expect(edge.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
