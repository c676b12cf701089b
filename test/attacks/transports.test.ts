/** Requests that no client of good will sends, as bytes on a connection. */

import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { exchange, longestBlock, open, parseResponse, request, rest } from './wire.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ LIMITS_REPORT_ONLY: 'true' });
});
afterAll(() => edge[Symbol.asyncDispose]());

const query = '/graphql?query={hello}';
const hello = '{"data":{"hello":"world"}}';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes that are still in use after garbage collection. */
function heldMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a head', () => {
  test.each([
    [`GET ${query} HTTP/1.1`, ['Host: [']],
    [`GET ${query} HTTP/1.1`, ['Host: a b']],
    [`GET ${query} HTTP/1.1`, ['Host: user@localhost']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost/graphql']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost:99999']],
    [`GET ${query} HTTP/1.1`, ['Host: ']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost', 'Host: evil.example']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost', 'PRIVATE-TOKEN: one', 'Private-Token: two']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost', 'Authorization: Bearer a', 'Authorization: Bearer b']],
    [`GET http://localhost${query} HTTP/1.1`, ['Host: localhost']],
    [`GET localhost${query} HTTP/1.1`, ['Host: localhost']],
    ['OPTIONS * HTTP/1.1', ['Host: localhost']],
    [`BREW ${query} HTTP/1.1`, ['Host: localhost']],
    [`GET ${query} HTTP/9.9`, ['Host: localhost']],
    [`GET ${query}`, ['Host: localhost']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost', 'no colon']],
    [`GET ${query} HTTP/1.1`, ['Host: localhost', 'PRIVATE-TOKEN: a\u0000b']],
    ['POST /graphql HTTP/1.1', ['Host: localhost', 'Content-Length: 1', 'Content-Length: 2']],
    ['POST /graphql HTTP/1.1', ['Host: localhost', 'Content-Length: 1', 'Transfer-Encoding: chunked']],
    ['POST /graphql HTTP/1.1', ['Host: localhost', 'Content-Length: -1']],
    ['POST /graphql HTTP/1.1', ['Host: localhost', 'Transfer-Encoding: gzip, chunked']],
    ['\u0016\u0003\u0001\u0002', []],
  ])('%j with %j is refused as a bad request', async (line, headers) => {
    const { status, code, text } = parseResponse(await exchange(edge, request(line, headers)));
    expect([status, code], text).toEqual([400, 'BAD_REQUEST']);
    expect(text).not.toMatch(/\bat .*\.(?:ts|js):\d/);
  });

  test.each([
    ['GET', '//graphql?query={hello}'],
    ['GET', '/graphql/?query={hello}'],
    ['GET', '/graphql%2f?query={hello}'],
    ['GET', '/%67raphql?query={hello}'],
    ['GET', '/any/where/graphql?query={hello}'],
    ['GET', '/x/../graphql?query={hello}'],
    ['GET', '/public?query={hello}&x=/graphql'],
    ['POST', '/public?x=/graphql'],
    ['GET', '/x?/health'],
    ['GET', '/x?/ready'],
    ['GET', '/x/health'],
    ['GET', '/downloads/groups/5'],
    ['GET', '/graphql#/health'],
  ])('%s %s names nothing', async (method, target) => {
    const { status, code } = parseResponse(await exchange(edge, request(`${method} ${target} HTTP/1.1`)));
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['/graphql?/health', '/graphql?/ready', '/graphql?x=/graphql/'])(
    '%s is a request for GraphQL',
    async (target) => {
      expect(parseResponse(await exchange(edge, request(`GET ${target} HTTP/1.1`))).text).toMatch(
        /no GraphQL document/,
      );
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'HEAD', 'PROPFIND', 'QUERY'])('%s is not allowed', async (method) => {
    const answer = await exchange(edge, request(`${method} /graphql HTTP/1.1`));
    expect(parseResponse(answer).status).toBe(405);
    expect(answer).toMatch(/^allow: GET, POST, OPTIONS/im);
  });

  test('with many unsupported types is not answered with a larger one', async () => {
    const headers = ['Host: localhost', `Accept: ${'a/b,'.repeat(3000)}`];
    const answer = await exchange(edge, request(`GET ${query} HTTP/1.1`, headers));
    expect(parseResponse(answer)).toMatchObject({ status: 406, code: 'NOT_ACCEPTABLE' });
    expect(answer).toMatch(
      /^accept: application\/graphql-response\+json, application\/json, text\/event-stream, multipart\/mixed\r$/im,
    );
    expect(answer.length).toBeLessThan(1000);
  });

  test('CONNECT makes no tunnel', async () => {
    const answer = await exchange(edge, request('CONNECT example.com:443 HTTP/1.1'));
    expect(parseResponse(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
  });

  test.each([
    ['a URL', `GET ${query}&x=${'x'.repeat(17_000)} HTTP/1.1`, []],
    ['a header', `GET ${query} HTTP/1.1`, [`X: ${'x'.repeat(17_000)}`]],
    ['many headers', `GET ${query} HTTP/1.1`, Array.from({ length: 20_000 }, () => 'a:')],
  ])('%s beyond MAX_HEADER_BYTES is refused', async (_, line, headers) => {
    const answer = await exchange(edge, request(line, ['Host: localhost', ...headers]));
    expect(parseResponse(answer)).toMatchObject({ status: 431, code: 'HEADER_LIMIT' });
    expect(answer).toContain('MAX_HEADER_BYTES');
  });

  test('no number of headers hides one', async () => {
    const padding = Array.from({ length: 2500 }, () => 'a:');
    const headers = ['Host: localhost', ...padding, 'Authorization: Basic x'];
    expect(parseResponse(await exchange(edge, request(`GET ${query} HTTP/1.1`, headers))).code).toBe('BAD_REQUEST');
  });

  test.each([
    'Forwarded: for=1.2.3.4',
    'X-Forwarded-For: 1.2.3.4',
    'X-Forwarded-Host: x',
    'Via: 1.1 x',
    'X-Real-IP: ::1',
  ])('the ambient token is not for what a proxy passed on: %s', async (header) => {
    await using upstream = await startUpstream();
    await using ambient = await startEdge({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 'ambient' });
    const own = ['Host: localhost', 'X-Portico-CSRF: 1'];
    const execute = (headers: string[]) => exchange(ambient, request('GET /graphql?query={project} HTTP/1.1', headers));
    expect(parseResponse(await execute([...own, header]))).toMatchObject({ status: 403, code: 'CROSS_SITE_REFUSED' });
    expect(upstream.requests).toEqual([]);
    expect(parseResponse(await execute([...own, header, 'PRIVATE-TOKEN: own'])).status).toBe(200);
    expect(parseResponse(await execute(own)).status).toBe(200);
  });
});

describe('dot segments', () => {
  test.each(['..', '%2e%2e', '%252e%252e', '%25252E.', 'a%2f..%2fb', 'a%252f%252e%252e%252fb', 'a%5c..', '.'])(
    'no download leads to %s',
    async (id) => {
      await using upstream = await startUpstream();
      await using behind = await startEdge({ UPSTREAM_URL: upstream.url });
      const answer = parseResponse(await exchange(behind, request(`GET /downloads/groups/${id}/avatar HTTP/1.1`)));
      expect([answer.status, answer.code]).toEqual([400, 'BAD_USER_INPUT']);
      expect(upstream.requests).toEqual([]);
    },
  );
});

describe('a body', () => {
  function post(type: string, body: string, headers: readonly string[] = []): string {
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    return request('POST /graphql HTTP/1.1', ['Host: localhost', `Content-Type: ${type}`, length, ...headers], body);
  }

  const multipart = (parts: Readonly<Record<string, string>>) =>
    [
      ...Object.entries(parts).map(
        ([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      ),
      '--x--\r\n',
    ].join('');

  const operations = '{"query":"{ hello }","variables":{"file":null}}';
  const many = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));

  test.each<[string, string, string, number, string]>([
    ['no JSON', 'application/json', `{"query": ${'x'.repeat(100_000)}`, 400, 'BAD_REQUEST'],
    ['a batch', 'application/json', `[${many(1000, () => operations).join()}]`, 400, 'BAD_REQUEST'],
    ['a text', 'application/json', '"{ hello }"', 400, 'BAD_REQUEST'],
    ['no type', 'text/csv', '{ hello }', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['many fields', 'application/x-www-form-urlencoded', many(500_000, (i) => `${i}`).join('&'), 400, 'PART_LIMIT'],
    [
      'many parts',
      'multipart/form-data; boundary=x',
      multipart({ operations, ...Object.fromEntries(many(10_000, String).map((name) => [name, ''])) }),
      400,
      'PART_LIMIT',
    ],
    [
      'a map of many parts',
      'multipart/form-data; boundary=x',
      multipart({
        operations,
        map: JSON.stringify(Object.fromEntries(many(10_000, (i) => `p${i}`).map((n) => [n, []]))),
      }),
      400,
      'PART_LIMIT',
    ],
    [
      'a map to many places',
      'multipart/form-data; boundary=x',
      multipart({ operations, map: JSON.stringify({ 0: many(10_000, (i) => `variables.${i}`) }) }),
      400,
      'PART_LIMIT',
    ],
    [
      'a map to a deep place',
      'multipart/form-data; boundary=x',
      multipart({ operations, map: JSON.stringify({ 0: [`variables${'.a'.repeat(1_000_000)}`] }) }),
      400,
      'BAD_REQUEST',
    ],
    ['a broken multipart body', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400, 'BAD_REQUEST'],
    ['no boundary', 'multipart/form-data', '--x', 400, 'BAD_REQUEST'],
  ])('with %s causes an error that does not quote it', async (_, type, body, status, code) => {
    let answer = parseResponse('');
    const block = await longestBlock(async () => {
      answer = parseResponse(await exchange(edge, post(type, body)));
    });
    expect([answer.status, answer.code], answer.text.slice(0, 500)).toEqual([status, code]);
    expect(answer.text.length).toBeLessThan(2000);
    expect(block).toBeLessThan(1000);
  });

  test('rejects a body that is too large before it has arrived', async () => {
    const sent = post('application/json', 'x'.repeat(32 * 1024 * 1024));
    expect(parseResponse(await exchange(edge, sent))).toMatchObject({ status: 413, code: 'BODY_LIMIT' });
  });

  test('rejects a compressed body before it is read', async () => {
    const body = gzipSync(operations).toString('latin1');
    const answer = await exchange(edge, post('application/json', body, ['Content-Encoding: gzip']));
    expect(parseResponse(answer)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test('uses no more memory than its bytes for hundreds of thousands of chunks', async () => {
    using socket = await open(edge);
    const answered = rest(socket);
    socket.write(
      request('POST /graphql HTTP/1.1', [
        'Host: localhost',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ]),
    );
    const before = heldMemory();
    const chunks = '1\r\n \r\n'.repeat(100_000);
    for (let sent = 0; sent < 600_000; sent += 100_000) if (!socket.write(chunks)) await once(socket, 'drain');
    // As so many buffers they would be some 60 MB.
    expect(heldMemory() - before).toBeLessThan(30e6);
    socket.write(`${operations.length.toString(16)}\r\n${operations}\r\n0\r\n\r\n`);
    expect(await answered).toContain(hello);
  });

  test.each([
    ['a head', 'GET /graphql HTTP/1.1\r\nHost: loc', 408],
    ['a connection on which nothing comes', '', 408],
    [
      'a body',
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      408,
    ],
    [
      'a handshake',
      'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Ver',
      408,
    ],
  ])('or what is to become one is ended where it is slow: %s', async (_, sent, status) => {
    await using hasty = await startEdge({ BODY_TIMEOUT_MS: '200' });
    const answer = await exchange(hasty, sent);
    expect(parseResponse(answer)).toMatchObject({ status, code: 'REQUEST_TIMEOUT' });
    expect(answer).toContain('BODY_TIMEOUT_MS');
  });
});

describe('a client that does not read', () => {
  const large = 'GET /graphql?query={large(length:33554432)} HTTP/1.1';

  test.each([
    ['a large answer', request(large)],
    ['many answers on one connection', `${request(large).replace('Connection: close\r\n', '')}`.repeat(5)],
    [
      'a stream',
      request(
        'POST /graphql HTTP/1.1',
        ['Host: localhost', 'Content-Type: application/json', 'Accept: text/event-stream', 'Content-Length: 34'],
        '{"query":"subscription { texts }"}',
      ),
    ],
  ])('loses its connection, and no memory is reserved for it: %s', async (_, sent) => {
    await using impatient = await startEdge({ SEND_TIMEOUT_MS: '300', MAX_RESPONSE_BYTES: '67108864' });
    using socket = await open(impatient);
    socket.pause();
    socket.write(sent);
    await expect
      .poll(() => impatient.lines.map(({ msg }) => msg), { timeout: 20_000 })
      .toContain('a client that does not read is cut off');
    await expect.poll(() => impatient.activity.subscriptions).toBe(0);
    // Further data arrives at a closed connection.
    const closed = once(socket, 'close');
    socket.resume();
    socket.end();
    await closed;
  });

  test('slowly, but steadily, is served to the end', async () => {
    await using impatient = await startEdge({ SEND_TIMEOUT_MS: '300' });
    using socket = await open(impatient);
    socket.pause();
    socket.write(request('GET /graphql?query={large(length:8388608)} HTTP/1.1'));
    let size = 0;
    for await (const part of socket) {
      size += part.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(size).toBeGreaterThan(8_388_608);
  });
});
