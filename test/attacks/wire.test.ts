/** Clients that hold more than their part: answers they do not take, bodies they do not end, connections they only keep. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { startTarget } from './harness.ts';
import { exchange, open, parseResponse, request, rest } from './wire.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;

/** Settings are for the process, so that they hold in report-only mode. */
const start = (env: Record<string, string> = {}) => startEdge({ LIMITS_REPORT_ONLY: 'true', ...env });
const get = (query: string, headers: readonly string[] = []) =>
  [`GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const logged = ({ lines }: Edge) => lines.map(({ msg }) => String(msg)).join('\n');
const mebibyte = 1024 * 1024;

describe('requests on one connection', () => {
  test('are executed one after the other, the next when the answer before it has left', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 30));
    await using edge = await start({ UPSTREAM_URL: upstream.url, MAX_RESPONSE_BYTES: `${64 * mebibyte}` });
    using socket = await open(edge);
    socket.pause();
    socket.write(get('{large(length:33554432)}') + get('{project}').repeat(3));
    // Another connection has its turn.
    expect((await edge.query('{ project(id: 2) }')).status).toBe(200);
    expect(upstream.requests.map(({ url }) => url)).toEqual(['/api/v4/projects/2']);
    const answered = rest(socket);
    socket.resume();
    socket.write(request('GET /graphql?query={hello} HTTP/1.1'));
    const text = await answered;
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
    expect(text.indexOf('"project"')).toBeGreaterThan(33_554_432);
    expect(upstream.requests).toHaveLength(4);
  });

  test('beyond MAX_PIPELINED_REQUESTS end it, and none of them is left behind', async () => {
    await using upstream = await startUpstream((_, response) => void setTimeout(() => response.end('{"id":1}'), 30));
    await using edge = await start({ UPSTREAM_URL: upstream.url, MAX_PIPELINED_REQUESTS: '4' });
    expect(await exchange(edge, get('{project}').repeat(60))).toBe('');
    expect(logged(edge)).toContain('MAX_PIPELINED_REQUESTS');
    expect(upstream.requests.length).toBeLessThanOrEqual(1);
    expect((await edge.query('{ project }')).status).toBe(200);
  });

  test('with 13 KB in total do not exhaust the process by their responses', async () => {
    await using target = await startTarget({}, { flags: ['--max-old-space-size=512'] });
    const selection = Array.from({ length: 90 }, (_, index) => `a${index}: sdl`).join(' ');
    const { peakRssDelta } = await target.weigh(async () => {
      using socket = await open(target);
      socket.pause();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(get(`{ _service { ${selection} } }`).repeat(60));
      await Promise.race([closed, pause(2000)]);
    });
    expect(peakRssDelta).toBeLessThan(400e6);
  });
});

describe('answers that are not taken', () => {
  const large = get('{large(length:16777216)}');

  async function unread(edge: Edge, count: number, sent = large) {
    const sockets = await Promise.all(Array.from({ length: count }, () => open(edge)));
    for (const socket of sockets) {
      socket.pause();
      socket.write(sent);
    }
    return sockets;
  }

  test.each([
    ['MAX_UNSENT_BYTES_PER_CALLER', 429],
    ['MAX_UNSENT_BYTES', 503],
  ])('beyond %s keep further ones from being made, until they are taken or given up', async (setting, status) => {
    await using edge = await start({ [setting]: `${20 * mebibyte}`, MAX_RESPONSE_BYTES: `${64 * mebibyte}` });
    const sockets = await unread(edge, 1, get('{large(length:33554432)}'));
    await expect
      .poll(async () => (await edge.query('{ hello }')).body.errors?.[0]?.extensions?.code, { timeout: 20_000 })
      .toBe('UNSENT_LIMIT');
    const rejected = await edge.query('{ hello }');
    expect([rejected.status, rejected.body.errors?.[0]?.message]).toEqual([status, expect.stringContaining(setting)]);
    expect(rejected.headers.get('retry-after')).toBe('5');
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => (await edge.query('{ hello }')).text, { timeout: 20_000 })
      .toBe('{"data":{"hello":"world"}}');
  });

  test('that are made at the same time are bounded, too', async () => {
    await using edge = await start({ MAX_UNSENT_BYTES_PER_CALLER: `${40 * mebibyte}` });
    const sockets = await unread(edge, 10);
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

  test('at a trickle end the connection, though something is always taken', async () => {
    await using edge = await start({ SEND_TIMEOUT_MS: '400', MAX_RESPONSE_BYTES: `${64 * mebibyte}` });
    using socket = await open(edge);
    const closed = once(socket, 'close');
    socket.write(get('{large(length:67000000)}'));
    let reading = true;
    void closed.then(() => {
      reading = false;
    });
    let taken = 0;
    socket.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
    await expect.poll(() => logged(edge), { timeout: 20_000 }).toContain('cut off');
    expect(reading).toBe(true);
    expect(taken).toBeLessThan(40e6);
  });
});

describe('incomplete requests', () => {
  const headOf = (length: number) =>
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test.each(['MAX_INCOMING_BYTES', 'MAX_INCOMING_BYTES_PER_ADDRESS'])(
    'is bounded for all bodies together by %s, and given back',
    async (setting) => {
      await using edge = await start({ [setting]: `${10 * mebibyte}` });
      const sockets = await Promise.all(Array.from({ length: 8 }, () => open(edge)));
      const answers = sockets.map((socket) => {
        socket.write(headOf(4 * mebibyte));
        socket.write(Buffer.alloc(4 * mebibyte - 1, ' '));
        return rest(socket);
      });
      await expect.poll(() => sockets.filter((socket) => socket.bytesRead > 0).length).toBeGreaterThanOrEqual(5);
      const rejected = parseResponse(await Promise.race(answers));
      expect(rejected).toMatchObject({ status: 503, code: 'INCOMING_LIMIT', text: expect.stringContaining(setting) });
      expect(rejected.text).toMatch(/^retry-after: 5/im);
      for (const socket of sockets) socket.destroy();
      await expect.poll(async () => (await edge.query('{ hello }')).status).toBe(200);
    },
  );

  async function frameBegun(edge: Edge, sent: Buffer) {
    const webSocket = new WebSocket(new URL('/graphql', edge.url).href.replace('http', 'ws'), 'graphql-transport-ws');
    const upgraded = once(webSocket, 'upgrade');
    await once(webSocket, 'open');
    const [{ socket }] = await upgraded;
    socket.write(sent);
    return webSocket;
  }
  /** A text frame of 4 MB less one byte of which only this much is sent. */
  function part(length: number): Buffer {
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    head.writeUInt32BE(4 * mebibyte - 1, 6);
    return Buffer.concat([head, Buffer.alloc(length)]);
  }

  test('as a WebSocket message is ended after BODY_TIMEOUT_MS, pings or not', async () => {
    await using edge = await start({ BODY_TIMEOUT_MS: '300' });
    const lively = await frameBegun(edge, Buffer.alloc(0));
    const silent = await frameBegun(edge, part(100_000));
    await once(silent, 'close');
    expect(logged(edge)).toContain('unfinished message');
    // Pings alone are no message that has begun.
    for (let sent = 0; sent < 10; sent += 1) {
      lively.ping();
      await once(lively, 'pong');
      await pause(50);
    }
    expect(lively.readyState).toBe(WebSocket.OPEN);
    // A message in fragments, with pings between.
    lively.on('error', () => {});
    const closed = once(lively, 'close');
    lively.send('{', { fin: false });
    const pinging = setInterval(() => lively.ping(), 50);
    await closed;
    clearInterval(pinging);
  });

  test('as WebSocket messages is bounded together with bodies', async () => {
    await using edge = await start({ MAX_INCOMING_BYTES: `${10 * mebibyte}` });
    const sockets = await Promise.all(Array.from({ length: 8 }, () => frameBegun(edge, part(3 * mebibyte))));
    await expect.poll(() => edge.activity.sockets).toBeLessThanOrEqual(3);
    expect(logged(edge)).toContain('unfinished message');
    for (const socket of sockets) socket.terminate();
  });
});

describe('connections', () => {
  test.each(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'])('beyond %s are closed', async (setting) => {
    await using edge = await start({ [setting]: '3' });
    const sockets = await Promise.all([open(edge), open(edge), open(edge)]);
    expect(await exchange(edge, '')).toBe('');
    await expect.poll(() => logged(edge)).toContain(setting);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => exchange(edge, request('GET /health HTTP/1.1')).catch(String)).toContain('200');
  });
});

describe('an offer to upgrade', () => {
  test.each([
    ['h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'],
    ['TLS/1.2', 'X: y'],
  ])('to %s does not keep an ordinary request from its answer', async (protocol, header) => {
    await using edge = await start();
    const body = '{"query":"{ hello }"}';
    const sent = [
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
    expect(await exchange(edge, sent)).toContain('{"data":{"hello":"world"}}');
  });
});

describe('a client that asks for its connection to be closed', () => {
  test.each(['text/event-stream', 'multipart/mixed'])('gets that with %s', async (type) => {
    await using edge = await start();
    const body = '{"query":"{ hello }"}';
    const headers = [
      'Host: localhost',
      `Accept: ${type}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const answer = await exchange(edge, request('POST /graphql HTTP/1.1', headers, body));
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer.match(/^connection: .*$/gim)).toEqual([expect.stringMatching(/: close$/i)]);
  });
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
    ['images', post('image/png'), 406, 'NOT_ACCEPTABLE'],
    ['pages by POST', post('text/html'), 406, 'NOT_ACCEPTABLE'],
    [
      'an unknown expectation',
      request('GET /graphql HTTP/1.1', ['Host: localhost', 'Expect: foo']),
      417,
      'EXPECTATION_FAILED',
    ],
    ['no Host', request('GET /graphql HTTP/1.1', []), 400, 'BAD_REQUEST'],
    ['a WebSocket without key', upgrade('GET /graphql HTTP/1.1', webSocket), 400, 'BAD_REQUEST'],
    ['a WebSocket by POST', upgrade('POST /graphql HTTP/1.1', webSocket), 405, 'METHOD_NOT_ALLOWED'],
  ])('has a code for %s', async (_, sent, status, code) => {
    await using edge = await start();
    const answer = parseResponse(await exchange(edge, sent));
    expect([answer.status, answer.code], answer.text).toEqual([status, code]);
    expect(answer.text).toMatch(/^content-type: application\/json/im);
  });

  test.each([
    [412, 'PRECONDITION_FAILED'],
    [422, 'UNPROCESSABLE'],
    [404, 'NOT_FOUND'],
    [500, 'UPSTREAM_FAILED', 502],
  ])('keeps the meaning of %i in response to a download', async (upstreamStatus, code, status = upstreamStatus) => {
    await using upstream = await startUpstream((_, response) => response.writeHead(upstreamStatus).end('{}'));
    await using edge = await start({ UPSTREAM_URL: upstream.url });
    const answer = await edge.get('/downloads/groups/5/avatar');
    expect([answer.status, answer.body.errors?.[0]?.extensions?.code]).toEqual([status, code]);
  });
});

describe('the id of an upstream call', () => {
  test.each([
    ['a refusal', 422, '{"message":"no"}'],
    ['no JSON', 200, 'nothing'],
    ['no body', 200, ''],
  ])('with %s does not show the token that the upstream puts there', async (_, status, body) => {
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
