/** WebSockets of clients that send too much, read too little, or end only one side. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge } from '../edge/harness.ts';
import { measureMemory } from '../memory.ts';
import { frame, handshake, openWebSocket, subscribe, toFrame } from './websocket-wire.ts';
import { exchange, open, parseResponse, request } from './wire.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;

const unhandledRejections: unknown[] = [];
const recordRejection = (reason: unknown) => unhandledRejections.push(reason);
beforeEach(() => process.on('unhandledRejection', recordRejection));
afterEach(() => {
  process.off('unhandledRejection', recordRejection);
  expect(unhandledRejections.splice(0)).toEqual([]);
});

async function connectClient({ url }: Edge): Promise<WebSocket> {
  const socket = new WebSocket(new URL('/graphql', url).href.replace('http', 'ws'), 'graphql-transport-ws');
  await once(socket, 'open');
  return socket;
}

const init = '{"type":"connection_init"}';

/** Upper bound on what the operating system buffers for a connection, in bytes. */
const maxConnectionBytes = 16 << 20;

async function initialize(socket: WebSocket): Promise<void> {
  const acknowledged = once(socket, 'message');
  socket.send(init);
  await acknowledged;
}

describe('WebSocket messages', () => {
  test('beyond MAX_BODY_BYTES close the connection with 1009, even in report-only mode', async () => {
    await using edge = await startEdge({ MAX_BODY_BYTES: '2000', LIMITS_REPORT_ONLY: 'true' });
    const socket = await connectClient(edge);
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(3000) } }));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  test('with a connection_init beyond maxHeaderBytes close the connection with 4400', async () => {
    await using edge = await startEdge();
    const socket = await connectClient(edge);
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'x'.repeat(20_000) } }));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([
      4400,
      expect.stringContaining('The first message is too large: the limit is 16384 bytes'),
    ]);
  });

  test('with an operation id of more than 128 characters close the connection with 4400', async () => {
    await using edge = await startEdge();
    const socket = await connectClient(edge);
    await initialize(socket);
    socket.send(JSON.stringify({ id: 'x'.repeat(129), type: 'subscribe', payload: { query: '{ hello }' } }));
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([4400, expect.stringContaining('128')]);
  });

  test('with the type ping receive a pong without their payload', async () => {
    await using edge = await startEdge();
    const socket = await connectClient(edge);
    socket.send('{"type":"ping","payload":{"large":"x"}}');
    expect(String((await once(socket, 'message'))[0])).toBe('{"type":"pong"}');
    socket.terminate();
  });

  test('in ping frames receive a pong frame with their payload', async () => {
    await using edge = await startEdge();
    const socket = await connectClient(edge);
    socket.ping('sign of life');
    expect(String((await once(socket, 'pong'))[0])).toBe('sign of life');
    socket.terminate();
  });

  test('that start an operation beyond maxStreamsPerConnection receive STREAM_LIMIT, even in report-only mode', async () => {
    await using edge = await startEdge({ maxStreamsPerConnection: 2, LIMITS_REPORT_ONLY: 'true' });
    const socket = await connectClient(edge);
    await initialize(socket);
    const received = once(socket, 'message');
    for (const id of ['a', 'b', 'c'])
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: 'subscription { silence }' } }));
    expect(JSON.parse(String((await received)[0]))).toMatchObject({
      id: 'c',
      type: 'error',
      payload: [{ extensions: { code: 'STREAM_LIMIT' } }],
    });
    socket.terminate();
  });
});

test('messages that arrive together are handled in different turns of the event loop', async () => {
  await using edge = await startEdge();
  using socket = await openWebSocket(edge);
  const count = 200;
  const endedByTurn: number[] = [];
  const finished = new Promise<void>((resolve) => {
    let ended = edge.lines.length;
    const countEnded = () => {
      endedByTurn.push(edge.lines.length - ended);
      ended = edge.lines.length;
      if (ended < count) setImmediate(countEnded);
      else resolve();
    };
    setImmediate(countEnded);
  });
  socket.write(Buffer.concat(Array.from({ length: count }, (_, id) => subscribe(String(id), '{ unknown }'))));
  await finished;
  expect(edge.lines.every(({ msg }) => msg === 'operation')).toBe(true);
  expect(Math.max(...endedByTurn)).toBeLessThanOrEqual(2);
});

describe('a client that does not read', () => {
  test.each<[string, (index: number) => Buffer]>([
    ['ping frames', () => Buffer.concat(Array.from({ length: 1000 }, () => frame(9, 'x'.repeat(125))))],
    ['messages of type ping', () => Buffer.concat(Array.from({ length: 1000 }, () => toFrame({ type: 'ping' })))],
  ])('occupies less than 100 MB with responses to 300,000 %s', async (_, batch) => {
    await using edge = await startEdge();
    using socket = await openWebSocket(edge);
    const before = await measureMemory();
    for (let index = 0; index < 300; index += 1) if (!socket.write(batch(index))) await once(socket, 'drain');
    // 300,000 pending responses would occupy more than 100 MB.
    expect((await measureMemory()) - before).toBeLessThan(100e6);
    expect(edge.activity.sockets).toBe(1);
  });

  const countOperations = ({ lines }: Edge) => lines.filter(({ msg }) => msg === 'operation').length;
  /** Waits until no more operations end, as far as 200 ms without one prove it. @returns their number */
  async function waitUntilIdle(edge: Edge): Promise<number> {
    for (let last = -1; ; ) {
      const count = countOperations(edge);
      if (count > 0 && count === last) return count;
      last = count;
      await pause(200);
    }
  }
  /** Reads until the socket has received this number of messages of a type. */
  async function readMessages(socket: Socket, type: string, count: number): Promise<void> {
    const part = `"type":"${type}"`;
    let received = 0;
    let rest = '';
    await new Promise<void>((resolve) => {
      socket.on('data', (data: Buffer) => {
        const parts = (rest + data.toString('latin1')).split(part);
        received += parts.length - 1;
        rest = (parts.at(-1) ?? '').slice(-part.length);
        if (received === count) resolve();
      });
      socket.resume();
    });
  }

  test('executes few of its operations, and receives all results when it reads again', {
    timeout: 60_000,
  }, async () => {
    const [count, resultBytes] = [3000, 12_000];
    await using edge = await startEdge({ LIMITS_REPORT_ONLY: 'true' });
    using socket = await openWebSocket(edge);
    const query = `{ large(length: ${resultBytes}) }`;
    socket.write(Buffer.concat(Array.from({ length: count }, (_, id) => subscribe(String(id), query))));
    expect(await waitUntilIdle(edge)).toBeLessThan(maxConnectionBytes / resultBytes);
    await readMessages(socket, 'complete', count);
    expect(countOperations(edge)).toBe(count);
  });

  test('receives all results of operations in progress when it reads again', { timeout: 60_000 }, async () => {
    const count = 60;
    await using edge = await startEdge({ maxSocketBufferBytes: 100_000 });
    using socket = await openWebSocket(edge);
    for (let id = 0; id < count; id += 1) socket.write(subscribe(String(id), '{ large(length: 500000) }'));
    await waitUntilIdle(edge);
    await readMessages(socket, 'complete', count);
    expect(countOperations(edge)).toBe(count);
  });

  test('can complete a subscription when it reads again, although that has further events', async () => {
    await using edge = await startEdge();
    using socket = await openWebSocket(edge);
    socket.write(subscribe('a', 'subscription { texts }'));
    await expect.poll(() => edge.activity.subscriptions).toBe(1);
    await pause(500);
    for (const id of ['b', 'c']) socket.write(subscribe(id, 'subscription { silence }'));
    socket.write(toFrame({ id: 'a', type: 'complete' }));
    socket.resume();
    await expect.poll(() => edge.activity.subscriptions).toBe(2);
    let received = 0;
    socket.on('data', ({ length }) => {
      received += length;
    });
    await pause(200);
    const before = received;
    await pause(200);
    expect(received).toBe(before);
  });

  test('loses its connection if it reads nothing for sendTimeout, and its subscriptions end', async () => {
    await using edge = await startEdge({ sendTimeout: 300 });
    using socket = await openWebSocket(edge);
    socket.write(subscribe('a', 'subscription { texts }'));
    await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
    await expect.poll(() => edge.activity.subscriptions).toBe(0);
  });
});

test('a WebSocket whose client reads nothing of a large result is cut off after sendTimeout, whatever its size', {
  timeout: 40_000,
}, async () => {
  const sendTimeoutMs = 1500;
  await using edge = await startEdge({ sendTimeout: sendTimeoutMs });
  using socket = await openWebSocket(edge);
  socket.write(subscribe('a', '{ large(length: 16000000) }'));
  // A deadline for each MiB of the result would be later.
  await expect.poll(() => edge.activity.sockets, { timeout: 10 * sendTimeoutMs }).toBe(0);
  expect(edge.lines).toContainEqual(expect.objectContaining({ msg: 'a client that does not read is cut off' }));
});

describe('a WebSocket handshake after another request on its connection', () => {
  const post = (query: string) => {
    const body = JSON.stringify({ query });
    return request(
      'POST /graphql HTTP/1.1',
      ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`],
      body,
    ).replace('Connection: close\r\n', '');
  };

  test.each([
    ['one request', 1],
    ['three requests', 3],
  ])('receives 400 after the responses to %s in progress', async (_, count) => {
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

  test('succeeds after the response is complete', async () => {
    await using edge = await startEdge();
    using socket = await open(edge);
    socket.write(post('{ hello }'));
    let received = '';
    while (!received.includes('world')) received += String((await once(socket, 'data'))[0]);
    socket.write(handshake());
    socket.write(toFrame({ type: 'connection_init' }));
    while (!received.includes('connection_ack')) received += String((await once(socket, 'data'))[0]);
    expect(received).toContain('HTTP/1.1 101');
  });
});

describe('a rejected WebSocket handshake', () => {
  test.each<[string, string, readonly string[], number, string]>([
    ['on another path', '/any/where/graphql', [], 404, 'NOT_FOUND'],
    ['with /graphql in the query string', '/x?/graphql', [], 404, 'NOT_FOUND'],
    ['from another origin', '/graphql', ['Origin: https://evil.example'], 403, 'CROSS_SITE_REFUSED'],
    ['with two tokens', '/graphql', ['PRIVATE-TOKEN: a', 'PRIVATE-TOKEN: b'], 400, 'BAD_REQUEST'],
  ])(
    '%s receives an HTTP error and the end of the connection, even if the client keeps its side open',
    async (_, path, headers, status, code) => {
      await using edge = await startEdge({ CORS_ORIGINS: 'https://app.example' });
      expect(parseResponse(await exchange(edge, handshake(path, headers)))).toMatchObject({ status, code });
      // The connection closes also if the client continues to send.
      using socket = await open(edge);
      const closed = once(socket, 'close');
      socket.write(handshake(path, headers));
      socket.resume();
      await once(socket, 'end');
      socket.write('more');
      socket.end();
      await closed;
    },
  );

  test('without a token closes with 4400 if it was forwarded, although UPSTREAM_TOKEN is set', async () => {
    await using edge = await startEdge({ UPSTREAM_TOKEN: 'ambient' });
    const socket = new WebSocket(new URL('/graphql', edge.url).href.replace('http', 'ws'), 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': '1.2.3.4' },
    });
    await once(socket, 'open');
    socket.send(init);
    expect((await once(socket, 'close'))[0]).toBe(4400);
  });
});

describe('a broken connection', () => {
  test.each<[string, (edge: Edge) => Promise<unknown>]>([
    [
      'during the handshake',
      async (edge) => {
        using socket = await open(edge);
        socket.write(handshake().slice(0, 50));
        socket.resetAndDestroy();
      },
    ],
    [
      'during a message',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write(toFrame({ type: 'ping' }).subarray(0, 5));
        socket.resetAndDestroy();
      },
    ],
    [
      'during operations',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write(subscribe('a', '{ slow(ms: 100) }'));
        socket.write(subscribe('b', 'subscription { silence }'));
        socket.write(subscribe('c', 'subscription { texts }'));
        await expect.poll(() => edge.activity.subscriptions).toBe(2);
        socket.resetAndDestroy();
      },
    ],
    [
      'after data that is not a frame',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write('no frame at all');
        await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
      },
    ],
    [
      'after an operation without a document',
      async (edge) => {
        using socket = await openWebSocket(edge);
        socket.write(toFrame({ id: '__proto__', type: 'subscribe', payload: {} }));
        await expect.poll(() => edge.activity.sockets, { timeout: 10_000 }).toBe(0);
      },
    ],
  ])('%s leaves no socket or subscription open', async (_, breakConnection) => {
    await using edge = await startEdge();
    await breakConnection(edge);
    await expect.poll(() => edge.activity).toMatchObject({ sockets: 0, subscriptions: 0 });
    expect((await edge.query('{ hello }')).body).toEqual({ data: { hello: 'world' } });
    expect(edge.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
