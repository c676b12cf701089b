/** Anonymous clients that use up the limits of an address, and a caller at that address whose token the upstream has accepted. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { exchange, open, parseResponse, request, rest } from './wire.ts';

const accepted = { 'private-token': 'alice' };

/** A facade at which the token has been accepted. */
async function start(env: Record<string, string>) {
  const upstream = await startUpstream();
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env });
  onTestFinished(() => edge[Symbol.asyncDispose]());
  expect((await edge.query('{ project }', { ...accepted, connection: 'close' })).body.errors).toBeUndefined();
  return edge;
}

type Edge = Awaited<ReturnType<typeof start>>;

const urlOf = ({ url }: Edge) =>
  new URL('/graphql', url).href.replace('http:', 'ws:').replace('localhost', '127.0.0.1');

async function openSocket(edge: Edge, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(urlOf(edge), 'graphql-transport-ws', { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

/** Type of the first message after `connection_init`, or the code of the close. */
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
  ])('accept an accepted caller next to anonymous clients %s', async (_, isInitialized) => {
    const edge = await start({ MAX_SOCKETS_PER_CALLER: '5' });
    const others: WebSocket[] = [];
    for (let index = 0; index < 5; index++) {
      const socket = await openSocket(edge);
      if (isInitialized) expect(await initialize(socket)).toBe('connection_ack');
      others.push(socket);
    }
    expect(await initialize(await openSocket(edge, accepted))).toBe('connection_ack');
    expect(await initialize(await openSocket(edge), { token: 'alice' })).toBe('connection_ack');
    if (isInitialized) expect(await initialize(await openSocket(edge))).toBe(1013);
  });

  test('without connection_init are bounded for an address: the oldest is closed', async () => {
    const edge = await start({ MAX_SOCKETS_PER_CALLER: '2' });
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

  test('from anonymous clients do not block accepted callers', async () => {
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

  test('beyond the limit that send nothing keep out no accepted caller either, and are closed', async () => {
    const edge = await start({ MAX_CONNECTIONS_PER_ADDRESS: String(limit) });
    await occupy(edge);
    const silent = Array.from({ length: 30 }, () => connect(Number(edge.url.port), '127.0.0.1').on('error', () => {}));
    onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
    await expect.poll(() => silent.filter(({ closed }) => closed).length).toBe(28);
    expect(parseResponse(await exchange(edge, hello(['PRIVATE-TOKEN: alice']))).status).toBe(200);
    await expect.poll(() => silent.every(({ closed }) => closed), { timeout: 10_000 }).toBe(true);
  });

  test('with an accepted credential have their own limit', async () => {
    const edge = await start({ MAX_CONNECTIONS_PER_ADDRESS: '3' });
    for (let index = 0; index < 3; index++) {
      const socket = await open(edge);
      onTestFinished(() => void socket.destroy());
      socket.write(hello(['PRIVATE-TOKEN: alice']).replace('Connection: close\r\n', ''));
      await once(socket, 'data');
    }
    // The address has room, and none beyond that.
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
  async function begin(edge: Edge, headers: readonly string[]) {
    const socket = await open(edge);
    onTestFinished(() => void socket.destroy());
    const lines = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${size}`, ...headers];
    socket.write(request('POST /graphql HTTP/1.1', lines));
    socket.write(half);
    return {
      async end() {
        const response = rest(socket);
        socket.write(half);
        return parseResponse(await response);
      },
    };
  }

  test('from anonymous clients that are arriving do not block accepted callers', async () => {
    const edge = await start({ MAX_INCOMING_BYTES_PER_ADDRESS: '4200000' });
    await begin(edge, []);
    await expect.poll(async () => (await (await begin(edge, [])).end()).code).toBe('INCOMING_LIMIT');
    // It is complete, and not JSON.
    expect((await (await begin(edge, ['PRIVATE-TOKEN: alice'])).end()).code).toBe('BAD_REQUEST');
  });
});

test('subscriptions of anonymous clients keep out no accepted caller', async () => {
  const edge = await start({ MAX_STREAMS_PER_CALLER: '2' });
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const follow = (headers: Record<string, string> = {}) =>
    fetch(new URL('/graphql', edge.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify({ query: 'subscription { silence }' }),
      signal: leave.signal,
    });
  // fetch cancels the body of a response that is garbage collected, so the responses stay referenced.
  const responses = [await follow(), await follow()];
  await expect.poll(() => edge.activity.subscriptions).toBe(2);
  expect(await (await follow()).text()).toContain('STREAM_LIMIT');
  responses.push(await follow(accepted));
  await expect.poll(() => edge.activity.subscriptions).toBe(3);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
});
