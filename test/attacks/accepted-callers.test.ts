/** Anonymous clients that use up the limits of an address, and a caller at that address whose token the upstream has accepted. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge, startUpstream } from '../edge/harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { exchange, open, parseResponse, readUntilClose, request } from './wire.ts';

const accepted = { 'private-token': 'alice' };

/** Starts a facade whose upstream has accepted the token. */
async function start(env: FacadeSettings) {
  const upstream = await startUpstream();
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env });
  onTestFinished(() => edge[Symbol.asyncDispose]());
  expect((await edge.query('{ project }', { ...accepted, connection: 'close' })).body.errors).toBeUndefined();
  return edge;
}

type Edge = Awaited<ReturnType<typeof start>>;

const getWebSocketUrl = ({ url }: Edge) =>
  new URL('/graphql', url).href.replace('http:', 'ws:').replace('localhost', '127.0.0.1');

async function openSocket(edge: Edge, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(getWebSocketUrl(edge), 'graphql-transport-ws', { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

/** Sends `connection_init` and returns the type of the first message, or the close code. */
async function initialize(socket: WebSocket, payload: object = {}): Promise<unknown> {
  const closed = once(socket, 'close').then(([code]) => code);
  const received = once(socket, 'message').then(([data]) => JSON.parse(String(data)).type);
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  return Promise.race([closed, received]);
}

describe('WebSockets', () => {
  test.each([
    ['without connection_init', false],
    ['with an anonymous connection_init', true],
  ])('accept an accepted caller at maxSocketsPerCaller anonymous WebSockets %s', async (_, isInitialized) => {
    const edge = await start({ maxSocketsPerCaller: 5 });
    const anonymousSockets: WebSocket[] = [];
    for (let index = 0; index < 5; index++) {
      const socket = await openSocket(edge);
      if (isInitialized) expect(await initialize(socket)).toBe('connection_ack');
      anonymousSockets.push(socket);
    }
    expect(await initialize(await openSocket(edge, accepted))).toBe('connection_ack');
    expect(await initialize(await openSocket(edge), { token: 'alice' })).toBe('connection_ack');
    if (isInitialized) expect(await initialize(await openSocket(edge))).toBe(1013);
  });

  test('without connection_init beyond maxSocketsPerCaller of an address close the oldest one', async () => {
    const edge = await start({ maxSocketsPerCaller: 2 });
    const first = await openSocket(edge);
    const closed = once(first, 'close');
    await openSocket(edge);
    await openSocket(edge);
    expect((await closed)[0]).toBe(1013);
    await expect.poll(() => edge.activity.sockets).toBe(2);
  });
});

describe('connections', () => {
  const limit = 20;
  const hello = (headers: readonly string[]) =>
    request(
      'POST /graphql HTTP/1.1',
      ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 21', ...headers],
      '{"query":"{ hello }"}',
    );

  async function occupy(edge: Edge): Promise<void> {
    for (let index = 0; index < limit; index++) {
      const socket = await open(edge);
      onTestFinished(() => void socket.destroy());
      socket.write('POST /graphql HTTP/1.1\r\nHost: localhost\r\n');
    }
  }

  test('serve accepted callers at MAX_CONNECTIONS_PER_ADDRESS anonymous connections, and close for other callers', async () => {
    const edge = await start({ MAX_CONNECTIONS_PER_ADDRESS: String(limit) });
    await occupy(edge);
    for (let index = 0; index < 5; index++)
      expect(parseResponse(await exchange(edge, hello(['PRIVATE-TOKEN: alice']))).status).toBe(200);
    expect(await exchange(edge, hello([]))).toBe('');
    expect(await exchange(edge, hello(['PRIVATE-TOKEN: invented']))).toBe('');
    expect(await initialize(await openSocket(edge, accepted))).toBe('connection_ack');
    expect(await initialize(await openSocket(edge), { token: 'alice' })).toBe('connection_ack');
    expect(await initialize(await openSocket(edge))).not.toBe('connection_ack');
  });

  test('beyond the limit that send nothing are closed, and an accepted caller is served meanwhile', async () => {
    const edge = await start({ MAX_CONNECTIONS_PER_ADDRESS: String(limit) });
    await occupy(edge);
    const silent = Array.from({ length: 30 }, () => connect(Number(edge.url.port), '127.0.0.1').on('error', () => {}));
    onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
    await expect.poll(() => silent.filter(({ closed }) => closed).length).toBe(28);
    expect(parseResponse(await exchange(edge, hello(['PRIVATE-TOKEN: alice']))).status).toBe(200);
    await expect.poll(() => silent.every(({ closed }) => closed), { timeout: 10_000 }).toBe(true);
  });

  test('with an accepted credential are closed if their own limit and that of the address are reached', async () => {
    const edge = await start({ MAX_CONNECTIONS_PER_ADDRESS: '3' });
    for (let index = 0; index < 3; index++) {
      const socket = await open(edge);
      onTestFinished(() => void socket.destroy());
      socket.write(hello(['PRIVATE-TOKEN: alice']).replace('Connection: close\r\n', ''));
      await once(socket, 'data');
    }
    // Three anonymous connections reach the limit of the address.
    for (let index = 0; index < 3; index++) {
      const socket = await open(edge);
      onTestFinished(() => void socket.destroy());
      socket.write('POST');
    }
    expect(await exchange(edge, hello(['PRIVATE-TOKEN: alice']))).toBe('');
  });
});

describe('request bodies', () => {
  const size = 3 * 1024 * 1024;
  const half = 'x'.repeat(size / 2);

  /** Sends the first half of a body. */
  async function sendFirstHalf(edge: Edge, headers: readonly string[]) {
    const socket = await open(edge);
    onTestFinished(() => void socket.destroy());
    const lines = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${size}`, ...headers];
    socket.write(request('POST /graphql HTTP/1.1', lines));
    socket.write(half);
    return {
      async end() {
        const response = readUntilClose(socket);
        socket.write(half);
        return parseResponse(await response);
      },
    };
  }

  test('from accepted callers are read while anonymous ones reach maxIncomingBytesPerAddress', async () => {
    const edge = await start({ maxIncomingBytesPerAddress: 4_200_000 });
    await sendFirstHalf(edge, []);
    await expect.poll(async () => (await (await sendFirstHalf(edge, [])).end()).code).toBe('INCOMING_LIMIT');
    // The body was read; it is not JSON.
    expect((await (await sendFirstHalf(edge, ['PRIVATE-TOKEN: alice'])).end()).code).toBe('BAD_REQUEST');
  });
});

test('subscriptions of an accepted caller open at MAX_STREAMS_PER_CALLER anonymous subscriptions', async () => {
  const edge = await start({ MAX_STREAMS_PER_CALLER: '2' });
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const subscribe = (headers: Record<string, string> = {}) =>
    fetch(new URL('/graphql', edge.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ query: 'subscription { silence }' }),
      signal: abort.signal,
    });
  // fetch cancels the body of a response that is garbage collected, so the responses stay referenced.
  const responses = [await subscribe(), await subscribe()];
  await expect.poll(() => edge.activity.subscriptions).toBe(2);
  expect(await (await subscribe()).text()).toContain('STREAM_LIMIT');
  responses.push(await subscribe(accepted));
  await expect.poll(() => edge.activity.subscriptions).toBe(3);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
});
