/** Clients that occupy resources: pipelined requests, unread responses, incomplete requests and idle connections. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge, startUpstream } from '../edge/harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { startTarget } from './harness.ts';
import { exchange, open, parseResponse, readUntilClose, request } from './wire.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;

/** Report-only mode, as limits that protect the process apply there, too. */
const start = (env: FacadeSettings = {}) => startEdge({ LIMITS_REPORT_ONLY: 'true', ...env });
const get = (query: string, headers: readonly string[] = []) =>
  [`GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const getLog = ({ lines }: Edge) => lines.map(({ msg }) => String(msg)).join('\n');
const mebibyte = 1024 * 1024;
/** Clients behind a proxy, so that each can have an address of its own. */
const behindProxy = { TRUST_PROXY: '127.0.0.1' };

describe('pipelined requests', () => {
  test('are executed one after the other, each after the previous response was sent', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 30));
    await using edge = await start({ UPSTREAM_URL: upstream.url, MAX_RESPONSE_BYTES: `${64 * mebibyte}` });
    using socket = await open(edge);
    socket.pause();
    socket.write(get('{large(length:33554432)}') + get('{project}').repeat(3));
    // A request on another connection is executed meanwhile.
    expect((await edge.query('{ project(id: 2) }')).status).toBe(200);
    expect(upstream.requests.map(({ url }) => url)).toEqual(['/api/v4/projects/2']);
    const response = readUntilClose(socket);
    socket.resume();
    socket.write(request('GET /graphql?query={hello} HTTP/1.1'));
    const text = await response;
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
    expect(text.indexOf('"project"')).toBeGreaterThan(33_554_432);
    expect(upstream.requests).toHaveLength(4);
  });

  test('beyond maxPipelinedRequests close the connection without a response', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 30));
    await using edge = await start({ UPSTREAM_URL: upstream.url, maxPipelinedRequests: 4 });
    expect(await exchange(edge, get('{project}').repeat(60))).toBe('');
    expect(getLog(edge)).toContain('too many pipelined requests');
    expect(upstream.requests.length).toBeLessThanOrEqual(1);
    expect((await edge.query('{ project }')).status).toBe(200);
  });

  test('that select a large field 90 times each increase the peak memory by less than 400 MB', async () => {
    await using target = await startTarget({}, { flags: ['--max-old-space-size=512'] });
    const selection = Array.from({ length: 90 }, (_, index) => `a${index}: sdl`).join(' ');
    const { peakRssDelta } = await target.measureMemory(async () => {
      using socket = await open(target);
      socket.pause();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(get(`{ _service { ${selection} } }`).repeat(60));
      await Promise.race([closed, pause(2000)]);
    });
    expect(peakRssDelta).toBeLessThan(400e6);
  });
});

describe('unread responses', () => {
  const large = get('{large(length:16777216)}');

  async function sendUnread(edge: Edge, count: number, requestText = large) {
    const sockets = await Promise.all(Array.from({ length: count }, () => open(edge)));
    for (const socket of sockets) {
      socket.pause();
      socket.write(requestText);
    }
    return sockets;
  }

  test.each([
    ['a quarter of MAX_UNSENT_BYTES', 429, '192.0.2.1'],
    ['MAX_UNSENT_BYTES', 503, '192.0.2.2'],
  ])('beyond %s cause UNSENT_LIMIT with status %i until the client disconnects', async (setting, status, address) => {
    const bytes = 20 * mebibyte;
    const limits = { maxUnsentBytesPerCaller: bytes, ...(status === 503 && { MAX_UNSENT_BYTES: `${bytes}` }) };
    await using edge = await start({ ...behindProxy, ...limits, MAX_RESPONSE_BYTES: `${64 * mebibyte}` });
    const query = () => edge.query('{ hello }', { 'x-forwarded-for': address });
    const sockets = await sendUnread(edge, 1, get('{large(length:33554432)}', ['X-Forwarded-For: 192.0.2.1']));
    await expect
      .poll(async () => (await query()).body.errors?.[0]?.extensions?.code, { timeout: 20_000 })
      .toBe('UNSENT_LIMIT');
    const rejected = await query();
    expect([rejected.status, rejected.body.errors?.[0]?.message]).toEqual([
      status,
      expect.stringContaining(`(${setting})`),
    ]);
    expect(rejected.headers.get('retry-after')).toBe('5');
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await query()).text, { timeout: 20_000 }).toBe('{"data":{"hello":"world"}}');
  });

  test('beyond maxUnsentBytesPerCaller do not replace the small response of an operation in progress, which may have written something', async () => {
    const release = Promise.withResolvers<void>();
    await using upstream = await startUpstream(
      (_, response) => void release.promise.then(() => response.end('{"id":1}')),
    );
    const limits = { maxUnsentBytesPerCaller: 20 * mebibyte, MAX_RESPONSE_BYTES: `${64 * mebibyte}` };
    await using edge = await start({ ...limits, UPSTREAM_URL: upstream.url });
    const response = edge.query('{ project }');
    await expect.poll(() => upstream.requests.length).toBe(1);
    const sockets = await sendUnread(edge, 1, get('{large(length:33554432)}'));
    await expect
      .poll(async () => (await edge.query('{ hello }')).body.errors?.[0]?.extensions?.code, { timeout: 20_000 })
      .toBe('UNSENT_LIMIT');
    release.resolve();
    expect(await response).toMatchObject({ status: 200, body: { data: { project: expect.anything() } } });
    for (const socket of sockets) socket.destroy();
  });

  test('to concurrent requests beyond maxUnsentBytesPerCaller are replaced by 429', async () => {
    await using edge = await start({ maxUnsentBytesPerCaller: 40 * mebibyte });
    const sockets = await sendUnread(edge, 10);
    for (const socket of sockets) socket.resume();
    const statuses = await Promise.all(
      sockets.map(async (socket) => {
        const [first] = await once(socket, 'data');
        return parseResponse(String(first).split('\r\n\r\n')[0] ?? '').status;
      }),
    );
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    for (const socket of sockets) socket.destroy();
  });

  test('are cut off if the client reads slower than sendTimeout requires', async () => {
    await using edge = await start({ sendTimeout: 400, MAX_RESPONSE_BYTES: `${64 * mebibyte}` });
    using socket = await open(edge);
    const closed = once(socket, 'close');
    socket.write(get('{large(length:67000000)}'));
    let isOpen = true;
    void closed.then(() => {
      isOpen = false;
    });
    let readBytes = 0;
    socket.on('data', (chunk: Buffer) => {
      readBytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
    await expect.poll(() => getLog(edge), { timeout: 20_000 }).toContain('cut off');
    expect(isOpen).toBe(true);
    expect(readBytes).toBeLessThan(40e6);
  });
});

describe('incomplete requests', () => {
  const createHead = (length: number, address: string) =>
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test.each([
    ['MAX_INCOMING_BYTES', ['192.0.2.1', '192.0.2.2']],
    ['three quarters of MAX_INCOMING_BYTES', ['192.0.2.1']],
  ] as const)(
    'are rejected with 503 if their bodies exceed %s, until clients disconnect',
    async (setting, addresses) => {
      const bytes = 10 * mebibyte;
      const total = setting === 'MAX_INCOMING_BYTES' && { MAX_INCOMING_BYTES: `${bytes}` };
      await using edge = await start({ ...behindProxy, maxIncomingBytesPerAddress: bytes, ...total });
      const sockets = await Promise.all(Array.from({ length: 8 }, () => open(edge)));
      const responses = sockets.map((socket, index) => {
        socket.write(createHead(4 * mebibyte, addresses[index % addresses.length] ?? ''));
        socket.write(Buffer.alloc(4 * mebibyte - 1, ' '));
        return readUntilClose(socket);
      });
      await expect.poll(() => sockets.filter((socket) => socket.bytesRead > 0).length).toBeGreaterThanOrEqual(5);
      const rejected = parseResponse(await Promise.race(responses));
      expect(rejected).toMatchObject({
        status: 503,
        code: 'INCOMING_LIMIT',
        text: expect.stringContaining(`(${setting})`),
      });
      expect(rejected.text).toMatch(/^retry-after: 5/im);
      for (const socket of sockets) socket.destroy();
      await expect.poll(async () => (await edge.query('{ hello }')).status).toBe(200);
    },
  );

  async function sendFrame(edge: Edge, bytes: Buffer) {
    const webSocket = new WebSocket(new URL('/graphql', edge.url).href.replace('http', 'ws'), 'graphql-transport-ws');
    const upgraded = once(webSocket, 'upgrade');
    await once(webSocket, 'open');
    const [{ socket }] = await upgraded;
    socket.write(bytes);
    return webSocket;
  }
  /** Start of a text frame of 4 MiB less one byte, with this number of bytes of its payload. */
  function createIncompleteFrame(length: number): Buffer {
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    head.writeUInt32BE(4 * mebibyte - 1, 6);
    return Buffer.concat([head, Buffer.alloc(length)]);
  }

  test('over WebSocket are closed after bodyTimeout, even with pings between fragments', async () => {
    await using edge = await start({ BODY_TIMEOUT_MS: '300' });
    const idle = await sendFrame(edge, Buffer.alloc(0));
    const incomplete = await sendFrame(edge, createIncompleteFrame(100_000));
    await once(incomplete, 'close');
    expect(getLog(edge)).toContain('unfinished message');
    // Pings alone do not start a message.
    for (let sent = 0; sent < 10; sent += 1) {
      idle.ping();
      await once(idle, 'pong');
      await pause(50);
    }
    expect(idle.readyState).toBe(WebSocket.OPEN);
    // A message in fragments, with pings between.
    idle.on('error', () => {});
    const closed = once(idle, 'close');
    idle.send('{', { fin: false });
    const pinging = setInterval(() => idle.ping(), 50);
    await closed;
    clearInterval(pinging);
  });

  test('over WebSocket are closed if their messages exceed MAX_INCOMING_BYTES', async () => {
    await using edge = await start({
      MAX_INCOMING_BYTES: `${10 * mebibyte}`,
      maxIncomingBytesPerAddress: 10 * mebibyte,
    });
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => sendFrame(edge, createIncompleteFrame(3 * mebibyte))),
    );
    await expect.poll(() => edge.activity.sockets).toBeLessThanOrEqual(3);
    expect(getLog(edge)).toContain('unfinished message');
    for (const socket of sockets) socket.terminate();
  });
});

describe('connections', () => {
  test.each(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'])('beyond %s are closed', async (setting) => {
    await using edge = await start({
      MAX_CONNECTIONS_PER_ADDRESS: '3',
      ...(setting === 'MAX_CONNECTIONS' && { [setting]: '3' }),
    });
    const sockets = await Promise.all([open(edge), open(edge), open(edge)]);
    expect(await exchange(edge, '')).toBe('');
    await expect.poll(() => getLog(edge)).toMatch(new RegExp(`${setting} `));
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => exchange(edge, request('GET /health HTTP/1.1')).catch(String)).toContain('200');
  });
});

describe('an Upgrade header', () => {
  test.each([
    ['h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'],
    ['TLS/1.2', 'X: y'],
  ])('for %s is ignored, and the request is executed', async (protocol, header) => {
    await using edge = await start();
    const body = '{"query":"{ hello }"}';
    const requestText = [
      'POST /graphql HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade, HTTP2-Settings, close',
      `Upgrade: ${protocol}`,
      header,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    expect(await exchange(edge, requestText)).toContain('{"data":{"hello":"world"}}');
  });
});

describe('Connection: close', () => {
  test.each(['text/event-stream', 'multipart/mixed'])(
    'is the only Connection header of a response with %s',
    async (type) => {
      await using edge = await start();
      const body = '{"query":"{ hello }"}';
      const headers = [
        'Host: localhost',
        `Accept: ${type}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const response = await exchange(edge, request('POST /graphql HTTP/1.1', headers, body));
      expect(response).toMatch(/^HTTP\/1\.1 200/);
      expect(response.match(/^connection: .*$/gim)).toEqual([expect.stringMatching(/: close$/i)]);
    },
  );
});

describe('an HTTP error', () => {
  const webSocket = ['Host: localhost', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const upgrade = (line: string, headers: readonly string[]) =>
    request(line, headers).replace('Connection: close', 'Connection: Upgrade');
  const post = (accept: string) =>
    request(
      'POST /graphql HTTP/1.1',
      ['Host: localhost', `Accept: ${accept}`, 'Content-Type: application/json', 'Content-Length: 21'],
      '{"query":"{ hello }"}',
    );
  test.each([
    ['Accept: image/png', post('image/png'), 406, 'NOT_ACCEPTABLE'],
    ['Accept: text/html by POST', post('text/html'), 406, 'NOT_ACCEPTABLE'],
    [
      'an unknown expectation',
      request('GET /graphql HTTP/1.1', ['Host: localhost', 'Expect: foo']),
      417,
      'EXPECTATION_FAILED',
    ],
    ['a missing Host', request('GET /graphql HTTP/1.1', []), 400, 'BAD_REQUEST'],
    ['a WebSocket handshake without a key', upgrade('GET /graphql HTTP/1.1', webSocket), 400, 'BAD_REQUEST'],
    ['a WebSocket handshake by POST', upgrade('POST /graphql HTTP/1.1', webSocket), 405, 'METHOD_NOT_ALLOWED'],
  ])('for %s is JSON with a code', async (_, requestText, status, code) => {
    await using edge = await start();
    const response = parseResponse(await exchange(edge, requestText));
    expect([response.status, response.code], response.text).toEqual([status, code]);
    expect(response.text).toMatch(/^content-type: application\/json/im);
  });

  test.each([
    [412, 'PRECONDITION_FAILED'],
    [422, 'UNPROCESSABLE'],
    [404, 'NOT_FOUND'],
    [500, 'UPSTREAM_FAILED', 502],
  ])('for a download reports the upstream status %i as %s', async (upstreamStatus, code, status = upstreamStatus) => {
    await using upstream = await startUpstream((_, response) => response.writeHead(upstreamStatus).end('{}'));
    await using edge = await start({ UPSTREAM_URL: upstream.url });
    const response = await edge.get('/downloads/groups/5/avatar');
    expect([response.status, response.body.errors?.[0]?.extensions?.code]).toEqual([status, code]);
  });
});

describe('the request id of an upstream response', () => {
  test.each([
    ['status 422', 422, '{"message":"no"}'],
    ['invalid JSON', 200, 'nothing'],
    ['no body', 200, ''],
  ])('with %s is omitted from response and log if it contains the token', async (_, status, body) => {
    const token = 'glpat-secret-token';
    let id = `req-${token}`;
    await using upstream = await startUpstream((_request, response) =>
      response.writeHead(status, { 'x-request-id': id }).end(body),
    );
    await using edge = await start({ UPSTREAM_URL: upstream.url });
    const { text } = await edge.query('{ project }', { 'private-token': token });
    expect(text).toContain('"code"');
    expect(text + JSON.stringify(edge.lines)).not.toContain(token);
    id = 'plain-id';
    expect((await edge.query('{ project }', { 'private-token': token })).text).toContain('plain-id');
  });
});
