/** Malformed, oversized and unfinished HTTP requests, as bytes on a connection. */
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { measureMemory } from '../memory.ts';
import { exchange, measureLongestBlockMs, open, parseResponse, readUntilClose, request } from './wire.ts';

type Edge = Awaited<ReturnType<typeof startEdge>>;
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ LIMITS_REPORT_ONLY: 'true' });
});
afterAll(() => edge[Symbol.asyncDispose]());

const query = '/graphql?query={hello}';
const hello = '{"data":{"hello":"world"}}';

describe('request line and headers', () => {
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
  ])('%j with %j returns 400 BAD_REQUEST', async (line, headers) => {
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
  ])('%s %s returns 404', async (method, target) => {
    const { status, code } = parseResponse(await exchange(edge, request(`${method} ${target} HTTP/1.1`)));
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['/graphql?/health', '/graphql?/ready', '/graphql?x=/graphql/'])(
    '%s is a GraphQL request',
    async (target) => {
      expect(parseResponse(await exchange(edge, request(`GET ${target} HTTP/1.1`))).text).toMatch(
        /no GraphQL document/,
      );
    },
  );

  test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'HEAD', 'PROPFIND', 'QUERY'])(
    '%s returns 405 with the allowed methods',
    async (method) => {
      const response = await exchange(edge, request(`${method} /graphql HTTP/1.1`));
      expect(parseResponse(response).status).toBe(405);
      expect(response).toMatch(/^allow: GET, POST, OPTIONS/im);
    },
  );

  test('an Accept header of 3,000 unsupported types returns 406 in less than 1,000 characters', async () => {
    const headers = ['Host: localhost', `Accept: ${'a/b,'.repeat(3000)}`];
    const response = await exchange(edge, request(`GET ${query} HTTP/1.1`, headers));
    expect(parseResponse(response)).toMatchObject({ status: 406, code: 'NOT_ACCEPTABLE' });
    expect(response).toMatch(
      /^accept: application\/graphql-response\+json, application\/json, text\/event-stream, multipart\/mixed\r$/im,
    );
    expect(response.length).toBeLessThan(1000);
  });

  test('CONNECT returns 405', async () => {
    const response = await exchange(edge, request('CONNECT example.com:443 HTTP/1.1'));
    expect(parseResponse(response)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
  });

  test.each([
    ['a URL', `GET ${query}&x=${'x'.repeat(17_000)} HTTP/1.1`, []],
    ['a header', `GET ${query} HTTP/1.1`, [`X: ${'x'.repeat(17_000)}`]],
    ['20,000 headers', `GET ${query} HTTP/1.1`, Array.from({ length: 20_000 }, () => 'a:')],
  ])('%s beyond maxHeaderBytes returns 431', async (_, line, headers) => {
    const response = await exchange(edge, request(line, ['Host: localhost', ...headers]));
    expect(parseResponse(response)).toMatchObject({ status: 431, code: 'HEADER_LIMIT' });
    expect(response).toContain('The request line and headers are too large');
  });

  test('an invalid Authorization header after 2,500 other headers returns 400', async () => {
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
  ])('UPSTREAM_TOKEN is not used for a request that a proxy forwarded: %s', async (header) => {
    await using upstream = await startUpstream();
    await using ambient = await startEdge({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 'ambient' });
    const directHeaders = ['Host: localhost', 'X-Portico-CSRF: 1'];
    const execute = (headers: string[]) => exchange(ambient, request('GET /graphql?query={project} HTTP/1.1', headers));
    expect(parseResponse(await execute([...directHeaders, header]))).toMatchObject({
      status: 403,
      code: 'CROSS_SITE_REFUSED',
    });
    expect(upstream.requests).toEqual([]);
    expect(parseResponse(await execute([...directHeaders, header, 'PRIVATE-TOKEN: own'])).status).toBe(200);
    expect(parseResponse(await execute(directHeaders)).status).toBe(200);
  });
});

describe('dot segments', () => {
  test.each(['..', '%2e%2e', '%252e%252e', '%25252E.', 'a%2f..%2fb', 'a%252f%252e%252e%252fb', 'a%5c..', '.'])(
    'in the id of a download return 400 without a REST call: %s',
    async (id) => {
      await using upstream = await startUpstream();
      await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
      const response = parseResponse(await exchange(edge, request(`GET /downloads/groups/${id}/avatar HTTP/1.1`)));
      expect([response.status, response.code]).toEqual([400, 'BAD_USER_INPUT']);
      expect(upstream.requests).toEqual([]);
    },
  );
});

describe('a request', () => {
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
  const createMany = (count: number, create: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => create(index));

  test.each<[string, string, string, number, string]>([
    ['invalid JSON', 'application/json', `{"query": ${'x'.repeat(100_000)}`, 400, 'BAD_REQUEST'],
    ['a batch of operations', 'application/json', `[${createMany(1000, () => operations).join()}]`, 400, 'BAD_REQUEST'],
    ['a JSON string', 'application/json', '"{ hello }"', 400, 'BAD_REQUEST'],
    ['an unsupported Content-Type', 'text/csv', '{ hello }', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      '500,000 form fields',
      'application/x-www-form-urlencoded',
      createMany(500_000, (i) => `${i}`).join('&'),
      400,
      'PART_LIMIT',
    ],
    [
      '10,000 parts',
      'multipart/form-data; boundary=x',
      multipart({ operations, ...Object.fromEntries(createMany(10_000, String).map((name) => [name, ''])) }),
      400,
      'PART_LIMIT',
    ],
    [
      'a map of 10,000 parts',
      'multipart/form-data; boundary=x',
      multipart({
        operations,
        map: JSON.stringify(Object.fromEntries(createMany(10_000, (i) => `p${i}`).map((n) => [n, []]))),
      }),
      400,
      'PART_LIMIT',
    ],
    [
      'a map of one part to 10,000 variables',
      'multipart/form-data; boundary=x',
      multipart({ operations, map: JSON.stringify({ 0: createMany(10_000, (i) => `variables.${i}`) }) }),
      400,
      'PART_LIMIT',
    ],
    [
      'a map to a path of 1,000,000 levels',
      'multipart/form-data; boundary=x',
      multipart({ operations, map: JSON.stringify({ 0: [`variables${'.a'.repeat(1_000_000)}`] }) }),
      400,
      'BAD_REQUEST',
    ],
    [
      'a multipart request of 10,000 parts whose boundary other parameters hide',
      'multipart/form-data; a="boundary=y"; boundary*=utf-8\'\'x',
      multipart({ operations, ...Object.fromEntries(createMany(10_000, String).map((name) => [name, ''])) }),
      400,
      'BAD_REQUEST',
    ],
    [
      'a form of 15,000,000 plus signs',
      'application/x-www-form-urlencoded',
      '+'.repeat(15_000_000),
      400,
      'BAD_REQUEST',
    ],
    ['an incomplete multipart body', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400, 'BAD_REQUEST'],
    ['no boundary', 'multipart/form-data', '--x', 400, 'BAD_REQUEST'],
  ])('with %s returns an error of less than 2,000 characters', async (_, type, body, status, code) => {
    let response = parseResponse('');
    const blockMs = await measureLongestBlockMs(async () => {
      response = parseResponse(await exchange(edge, post(type, body)));
    });
    expect([response.status, response.code], response.text.slice(0, 500)).toEqual([status, code]);
    expect(response.text.length).toBeLessThan(2000);
    expect(blockMs).toBeLessThan(1000);
  });

  test.each(['attachment', 'form-data', 'form-data; name="a"; filename="\r"'])(
    'with a part of 1,000,000 bytes and the Content-Disposition %j receives a response',
    async (disposition) => {
      const type = 'multipart/form-data; boundary=x';
      const part = `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${'x'.repeat(1_000_000)}\r\n`;
      const body = multipart({ operations }).replace('--x', `${part}--x`);
      for (let count = 0; count < 3; count += 1)
        expect(parseResponse(await exchange(edge, post(type, body))).status).toBeLessThan(500);
    },
  );

  test('with a body beyond MAX_BODY_BYTES returns 413', async () => {
    const requestText = post('application/json', 'x'.repeat(32 * 1024 * 1024));
    expect(parseResponse(await exchange(edge, requestText))).toMatchObject({ status: 413, code: 'BODY_LIMIT' });
  });

  test('with a compressed body returns 415', async () => {
    const body = gzipSync(operations).toString('latin1');
    const response = await exchange(edge, post('application/json', body, ['Content-Encoding: gzip']));
    expect(parseResponse(response)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test.each(['text/event-stream', 'multipart/mixed'])(
    'an idle connection retains nothing of its last response: %s',
    async (accept) => {
      const get = request('GET /graphql?query={large(length:1000000)} HTTP/1.1', [
        'Host: localhost',
        `Accept: ${accept}`,
        'X-Portico-CSRF: 1',
      ]);
      const sockets = [];
      const before = await measureMemory();
      for (let count = 0; count < 30; count += 1) {
        const socket = await open(edge);
        sockets.push(socket);
        socket.write(get.replace('Connection: close\r\n', ''));
        let [end, size] = ['', 0];
        // The last chunk of the body is empty.
        while (!end.endsWith('\r\n0\r\n\r\n')) {
          const [data] = await once(socket, 'data');
          size += data.length;
          end = (end + String(data.subarray(-20))).slice(-20);
        }
        expect(size).toBeGreaterThan(1_000_000);
      }
      expect((await measureMemory()) - before).toBeLessThan(10e6);
      for (const socket of sockets) socket.destroy();
    },
  );

  test('with a body of 600,000 chunks occupies less than 30 MB', async () => {
    using socket = await open(edge);
    const response = readUntilClose(socket);
    socket.write(
      request('POST /graphql HTTP/1.1', [
        'Host: localhost',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ]),
    );
    const before = await measureMemory();
    const chunks = '1\r\n \r\n'.repeat(100_000);
    for (let count = 0; count < 600_000; count += 100_000) if (!socket.write(chunks)) await once(socket, 'drain');
    // A buffer for each chunk would occupy about 60 MB.
    expect((await measureMemory()) - before).toBeLessThan(30e6);
    socket.write(`${operations.length.toString(16)}\r\n${operations}\r\n0\r\n\r\n`);
    expect(await response).toContain(hello);
  });

  test.each([
    ['incomplete headers', 'GET /graphql HTTP/1.1\r\nHost: loc', 408],
    ['no data', '', 408],
    [
      'an incomplete body',
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      408,
    ],
    [
      'an incomplete WebSocket handshake',
      'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Ver',
      408,
    ],
  ])('with %s returns 408 after bodyTimeout', async (_, requestText, status) => {
    await using edge = await startEdge({ BODY_TIMEOUT_MS: '200' });
    const response = await exchange(edge, requestText);
    expect(parseResponse(response)).toMatchObject({ status, code: 'REQUEST_TIMEOUT' });
    expect(response).toContain('did not arrive completely within 200 ms');
  });
});

describe('a client', () => {
  const large = 'GET /graphql?query={large(length:33554432)} HTTP/1.1';

  test.each([
    ['a large response', request(large)],
    ['five large responses on one connection', `${request(large).replace('Connection: close\r\n', '')}`.repeat(5)],
    [
      'a subscription',
      request(
        'POST /graphql HTTP/1.1',
        ['Host: localhost', 'Content-Type: application/json', 'Accept: text/event-stream', 'Content-Length: 34'],
        '{"query":"subscription { texts }"}',
      ),
    ],
  ])('that does not read is disconnected after sendTimeout: %s', async (_, requestText) => {
    await using edge = await startEdge({ sendTimeout: 300, MAX_RESPONSE_BYTES: '67108864' });
    using socket = await open(edge);
    socket.pause();
    socket.write(requestText);
    await expect
      .poll(() => edge.lines.map(({ msg }) => msg), { timeout: 20_000 })
      .toContain('a client that does not read is cut off');
    await expect.poll(() => edge.activity.subscriptions).toBe(0);
    // The facade has closed the connection.
    const closed = once(socket, 'close');
    socket.resume();
    socket.end();
    await closed;
  });

  test('that reads slowly but steadily receives the complete response', async () => {
    // The response takes longer than the limit, and each of its 32 MiB a small part of it, also on a busy machine.
    await using edge = await startEdge({ sendTimeout: 2000, MAX_RESPONSE_BYTES: '67108864' });
    using socket = await open(edge);
    socket.pause();
    socket.write(request(large));
    let size = 0;
    for await (const part of socket) {
      size += part.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(size).toBeGreaterThan(33_554_432);
  });
});
