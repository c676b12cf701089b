/** The JSON POST fast path returns the same responses as content negotiation. */
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { params } from '../properties/arbitraries/requests.ts';
import { holds, timeoutMs } from '../properties/holds.ts';
import type { FacadeSettings } from '../settings.ts';
import { startEdge, startUpstream } from './harness.ts';

type Headers = Readonly<Record<string, string>>;

/** Response without values that differ between two responses to the same request. */
interface ComparableResponse {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly text: string;
}

interface RequestContent {
  readonly headers?: Headers;
  readonly body: string | Buffer;
  /** Bytes of each chunk of a body without Content-Length. */
  readonly chunkBytes?: number;
}

const plain: Headers = { 'content-type': 'application/json', 'x-request-id': 'fixed' };

async function exchange(url: URL, { headers, body, chunkBytes }: RequestContent): Promise<ComparableResponse> {
  const clientRequest = request(new URL('/graphql', url), {
    method: 'POST',
    agent: false,
    headers: { ...plain, ...headers },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  clientRequest.once('response', resolve);
  clientRequest.once('error', reject);
  if (chunkBytes === undefined) clientRequest.end(body);
  else {
    for (let start = 0; start < body.length; start += chunkBytes)
      clientRequest.write(body.slice(start, start + chunkBytes));
    clientRequest.end();
  }
  const response = await promise;
  const text = String(Buffer.concat(await response.toArray()));
  const { date, 'content-length': length = String(Buffer.byteLength(text)), ...compared } = response.headers;
  // Durations in a trace change the length of each response.
  expect(length).toBe(String(Buffer.byteLength(text)));
  const pairs = Object.entries(compared);
  return {
    status: response.statusCode,
    headers: pairs.map(([name, value]) => `${name}: ${value}`).sort(),
    text: text.replace(/"(startMs|durationMs|pausedMs)":[\d.]+/g, '"$1":0'),
  };
}

/** Log lines of a facade, without values that differ between two runs. */
function getComparableLog({ lines }: { readonly lines: readonly Record<string, unknown>[] }) {
  return lines.map(({ time, durationMs, error, failedCalls, ...line }) => ({
    ...line,
    failedCalls: Array.isArray(failedCalls) ? failedCalls.map(({ durationMs: _, ...call }) => call) : failedCalls,
  }));
}

/** Starts two facades, of which one has the fast path, each with its own upstream. */
async function startBoth(env: FacadeSettings = {}, listener?: Parameters<typeof startUpstream>[0]) {
  const upstreams = await Promise.all([startUpstream(listener), startUpstream(listener)]);
  const [jsonPost, negotiated] = await Promise.all(
    upstreams.map((upstream, index) => startEdge({ UPSTREAM_URL: upstream.url, ...env }, { jsonPost: index === 0 })),
  );
  if (jsonPost === undefined || negotiated === undefined) throw new Error('Two facades were started');
  const getCalls = () =>
    upstreams.map(({ requests }) => requests.map(({ url, headers }) => [url, headers['private-token']]));
  return {
    jsonPost,
    negotiated,
    upstreams,
    /** Sends a request to both facades, and expects equal responses, REST calls and log lines. @returns the response */
    async send(content: RequestContent): Promise<ComparableResponse> {
      const before = getCalls().map(({ length }) => length);
      const [response, negotiatedResponse] = await Promise.all([
        exchange(jsonPost.url, content),
        exchange(negotiated.url, content),
      ]);
      expect(response).toEqual(negotiatedResponse);
      const [calls, negotiatedCalls] = getCalls().map((all, index) => all.slice(before[index]));
      expect(calls).toEqual(negotiatedCalls);
      // Lines may be written after the response has arrived.
      await vi.waitFor(() => expect(getComparableLog(jsonPost)).toEqual(getComparableLog(negotiated)), {
        timeout: 20_000,
      });
      return response;
    },
    async [Symbol.asyncDispose]() {
      for (const part of [jsonPost, negotiated, ...upstreams]) await part[Symbol.asyncDispose]();
    },
  };
}

const json = (value: unknown) => JSON.stringify(value);
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: string, query?: string) =>
  json({ ...(query === undefined ? {} : { query }), extensions: { persistedQuery: { version: 1, sha256Hash } } });

const bodies: readonly string[] = [
  json({ query: '{ hello }' }),
  json({ query: '{ hello project }' }),
  json({ query: 'query A { hello } query B { project }', operationName: 'B' }),
  json({ query: 'query A { hello } query B { project }' }),
  json({ query: 'query A { hello }', operationName: 'C' }),
  json({ query: 'query ($id: Int!) { project(id: $id) }', variables: { id: 5 } }),
  json({ query: 'query ($id: Int!) { project(id: $id) }', variables: { id: 'five' } }),
  json({ query: 'query ($id: Int!) { project(id: $id) }' }),
  json({ query: 'mutation { touch }' }),
  json({ query: 'subscription { silence }' }),
  json({ query: 'subscription { nothing }' }),
  json({ query: '{ secretBug hello }' }),
  json({ query: '{ plainBug }' }),
  json({ query: '{ nope }' }),
  json({ query: '{ hello' }),
  json({ query: '' }),
  json({ query: null }),
  json({ query: 5 }),
  json({ query: ['{ hello }'] }),
  json({ query: '{ hello }', variables: [] }),
  json({ query: '{ hello }', variables: 'text' }),
  json({ query: '{ hello }', variables: null, extensions: null, operationName: null }),
  json({ query: '{ hello }', extensions: 'text' }),
  json({ query: '{ hello }', extensions: [] }),
  json({ query: '{ hello }', operationName: 5 }),
  json({ query: '{ hello }', operationName: '' }),
  json({ query: '{ hello }', other: 1 }),
  json({ query: '{ hello }', other: null }),
  json({ query: '{ __schema { queryType { name } } }' }),
  json({ query: '{ __typename }' }),
  json({ query: `{ ${'nested { '.repeat(30)}hello${' }'.repeat(30)} }` }),
  json({ query: `{ ${Array.from({ length: 20 }, (_, index) => `a${index}: hello`).join(' ')} }` }),
  json({ query: `{ ${'hello '.repeat(400)} }` }),
  json({ query: `{ hello } # ${'x'.repeat(3000)}` }),
  json({ query: '{ large(length: 3000) }' }),
  json({ query: '{ ä: hello }' }),
  json({ query: '{ hello } # ä€😀' }),
  json({ variables: {} }),
  persisted(hash('{ hello }')),
  persisted(hash('{ hello }'), '{ hello }'),
  persisted(hash('{ hello }'), '{ project }'),
  persisted('x'.repeat(300)),
  json({ extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } }),
  json([{ query: '{ hello }' }]),
  '[]',
  '{}',
  'null',
  '5',
  '"text"',
  'true',
  '',
  ' ',
  '{',
  '{"query":',
  '\ufeff{"query":"{ hello }"}',
  '{"query":"{ hello }"} ',
  '{"query":"{ hello }"}{}',
  '{"query":"{ hello }","query":"{ project }"}',
  '{"__proto__":{"query":"{ hello }"}}',
  `{"query":"{ hello }","variables":${'['.repeat(300)}${']'.repeat(300)}}`,
  `{"query":"{ hello }","variables":{"a":[${'1,'.repeat(3000)}1]}}`,
];

const limits = {
  MAX_DEPTH: '10',
  MAX_ALIASES: '10',
  MAX_TOKENS: '300',
  maxDocumentBytes: 2000,
  MAX_RESPONSE_BYTES: '2000',
  maxJsonValues: 2000,
  MAX_BODY_BYTES: '8000',
};

describe('both transports return equal responses', () => {
  let both: Awaited<ReturnType<typeof startBoth>>;
  beforeAll(async () => {
    both = await startBoth(limits);
  });
  afterAll(() => both[Symbol.asyncDispose]());

  test.each<[string, Headers]>([
    ['without further headers', {}],
    ['for application/json', { accept: 'application/json' }],
    ['for application/graphql-response+json', { accept: 'application/graphql-response+json' }],
    [
      'for several types',
      { accept: 'text/html, application/graphql-response+json;q=0.5 , application/json, */*;q=0.1' },
    ],
    ['to a page of another origin, with a trace', { origin: 'https://a.example', 'x-portico-trace': '1' }],
    ['with a token, as a plan', { 'private-token': 'geheim', 'x-portico-trace': 'plan' }],
    ['with an invalid Authorization header', { authorization: 'Basic abc' }],
  ])('%s', async (_, headers) => {
    // The second time the document is cached.
    for (const body of [...bodies, ...bodies]) await both.send({ headers, body });
  });

  test.each([
    ['application/json;q=0.5, application/graphql-response+json', 200, 'application/graphql-response+json'],
    ['application/json;q=0, */*', 200, 'application/graphql-response+json'],
    ['application/json;q=0', 406, 'application/json'],
    ['*/*;q=0', 406, 'application/json'],
  ])('selects the response type of "%s" by its weights', async (accept, status, type) => {
    const response = await both.send({ headers: { accept }, body: json({ query: '{ hello }' }) });
    expect(response.status).toBe(status);
    expect(response.headers.find((header) => header.startsWith('content-type'))).toContain(type);
  });

  test.each([
    ['Application/JSON', json({ query: '{ hello }' })],
    ['APPLICATION/JSON; charset=utf-8', json({ query: '{ hello }' })],
    ['Application/GraphQL', '{ hello }'],
    ['Application/X-WWW-Form-Urlencoded', 'query={hello}'],
  ])('accepts the content type %s, as media types are case-insensitive', async (type, body) => {
    const { status, text } = await both.send({ headers: { 'content-type': type }, body });
    expect([status, JSON.parse(text)]).toEqual([200, { data: { hello: 'world' } }]);
  });

  test.each(['application/json', 'application/json; charset=utf-16le', 'application/json; charset=windows-1252'])(
    'accepts a byte order mark, and rejects bytes that are not text, with the content type %s',
    async (contentType) => {
      const headers = { 'content-type': contentType };
      const text = '\ufeff{"query":"{ hello }"}';
      const body = Buffer.from(text, contentType.includes('utf-16le') ? 'utf16le' : 'utf8');
      const { status, text: result } = await both.send({ headers, body });
      const isRead = !contentType.includes('windows');
      expect([status, result]).toEqual([
        isRead ? 200 : 400,
        expect.stringContaining(isRead ? 'world' : 'not valid JSON'),
      ]);
    },
  );

  test('ignores unknown members of the body', async () => {
    const { status, text } = await both.send({
      body: json({ query: '{ hello }', id: 'x', onError: 'NULL', ['é'.repeat(1000)]: [1] }),
    });
    expect([status, JSON.parse(text)]).toEqual([200, { data: { hello: 'world' } }]);
  });

  test.each([
    ['application/json; charset=utf-16', Buffer.from('\ufeff{"query":"{ hello }"}', 'utf16le').swap16()],
    ['application/json; charset=utf-16', Buffer.from('\ufeff{"query":"{ hello }"}', 'utf16le')],
    ['application/json; x="; charset=utf-16"', Buffer.from('{"query":"{ hello }"}')],
    ['application/json; x="\\"; charset=utf-16"; Charset="utf-8"', Buffer.from('{"query":"{ hello }"}')],
  ])('reads a body with the content type %s', async (contentType, body) => {
    const { status, text } = await both.send({ headers: { 'content-type': contentType }, body });
    expect([status, JSON.parse(text)]).toEqual([200, { data: { hello: 'world' } }]);
  });

  test.each([
    [
      'application/json; charset=utf-16le',
      Buffer.from('\ufeff{}', 'utf16le').swap16(),
      'has a byte order mark that contradicts the charset utf-16le',
    ],
    ['application/json', Buffer.from('{"query":"caf\xe9"}', 'latin1'), 'is not valid text in UTF-8'],
    ['application/json; charset=utf-7', Buffer.from('{}'), 'has the unsupported charset utf-7'],
    ['application/json; charset=utf-16le', Buffer.from('{}.'), 'is not valid text in the charset utf-16le'],
  ])('rejects text that its charset does not allow: %s, %s', async (contentType, body, message) => {
    const { status, text } = await both.send({ headers: { 'content-type': contentType }, body });
    expect([status, text]).toEqual([400, expect.stringContaining(`The request body ${message}`)]);
  });

  const heads: readonly Headers[] = [
    { accept: '*/*' },
    { accept: '' },
    { accept: 'application/*' },
    { accept: '*/json' },
    { accept: 'application/json;charset=utf-8' },
    { accept: 'application/json;charset=latin1, application/graphql-response+json' },
    { accept: 'application/json;charset=latin1' },
    { accept: 'APPLICATION/JSON' },
    { accept: 'application/json,text/event-stream' },
    { accept: 'multipart/mixed;boundary=x, application/json' },
    { accept: 'multipart/mixed, image/png' },
    { accept: 'image/png' },
    { accept: 'application/json;q=0, text/html' },
    { accept: 'application/json;q=0.1, application/graphql-response+json' },
    { accept: ',;,' },
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'application/json;charset=utf-8' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json, text/plain' },
    { 'content-type': 'Application/JSON' },
    { 'content-type': 'application/graphql+json' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'text/plain' },
    { 'content-type': '' },
    { 'content-encoding': 'identity' },
    { 'content-encoding': 'gzip' },
    { origin: 'null' },
    { origin: 'https://a.example', 'access-control-request-headers': 'x-a, x-b' },
    { 'private-token': 'a', authorization: 'Bearer b' },
    { 'private-token': 'a b' },
    { 'private-token': '' },
    { authorization: 'Bearer geheim' },
    { 'x-portico-trace': '2' },
    { 'x-request-id': 'a b' },
    { host: 'a b' },
    { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', via: '1.1 a' },
    { connection: 'keep-alive' },
    { connection: 'close' },
    { expect: '100-continue' },
    { expect: 'something' },
  ];
  test.each(heads)('with %j', async (headers) => {
    const { 'x-request-id': id } = headers;
    for (const query of ['{ hello project }', 'mutation { touch }', '{ nope }', '{']) {
      if (id === undefined) await both.send({ headers, body: json({ query }) });
      else {
        // Each response has its own request id.
        const responses = await Promise.all(
          [both.jsonPost, both.negotiated].map(({ url }) => exchange(url, { headers, body: json({ query }) })),
        );
        const [response, negotiatedResponse] = responses.map(({ status, text }) => [
          status,
          text.replace(/[\da-f-]{36}/g, ''),
        ]);
        expect(response).toEqual(negotiatedResponse);
        both.jsonPost.lines.length = 0;
        both.negotiated.lines.length = 0;
      }
    }
  });

  test.each([1, 7, 64])('to bodies in chunks of %i bytes', async (chunkBytes) => {
    for (const body of bodies.filter(({ length }) => length < 1000 && length > 0))
      await both.send({ body, chunkBytes });
  });

  test('to invalid UTF-8, and to bodies above MAX_BODY_BYTES with and without Content-Length', async () => {
    await both.send({ body: Buffer.from([0xff, 0xfe, 0x7b, 0x7d]) });
    await both.send({
      body: Buffer.concat([Buffer.from('{"query":"{ hello } # '), Buffer.from([0xff]), Buffer.from('"}')]),
    });
    const { status } = await both.send({ body: 'x'.repeat(9000) });
    expect(status).toBe(413);
    expect((await both.send({ body: 'x'.repeat(9000), chunkBytes: 4000 })).status).toBe(413);
  });

  test(
    'to random parameters',
    async () => {
      await holds(
        fc.asyncProperty(
          params,
          fc.constantFrom<Headers>({}, { accept: 'application/graphql-response+json' }, { 'x-portico-trace': '1' }),
          async (value, headers) => {
            await both.send({ body: json(value), headers });
            // Without this, each run would compare the lines of all earlier runs.
            both.jsonPost.lines.length = 0;
            both.negotiated.lines.length = 0;
          },
        ),
        0.5,
      );
    },
    timeoutMs(0.5),
  );
});

test('sends responses of up to 1 MB completely over both transports', async () => {
  await using both = await startBoth();
  for (const length of [60_000, 65_536, 70_000, 1_000_000])
    for (const filler of ['x', 'ä', '\n']) {
      const body = json({ query: 'query ($id: Int) { project(id: $id) large(length: 1) }', variables: { id: length } });
      await both.send({ body });
      const large = await both.send({ body: json({ query: `{ large(length: ${length}) } # ${filler}` }) });
      expect(JSON.parse(large.text).data.large).toHaveLength(length);
    }
});

test('applies INTROSPECTION=false and report-only limits equally over both transports', async () => {
  await using both = await startBoth({
    INTROSPECTION: 'false',
    LIMITS_REPORT_ONLY: 'true',
    MAX_DEPTH: '2',
    MAX_REST_CALLS: '1',
  });
  for (const query of [
    '{ __schema { queryType { name } } }',
    '{ nested { nested { hello } } }',
    '{ a: project(id: 1) b: project(id: 2) }',
  ])
    for (const accept of ['application/json', 'application/graphql-response+json'])
      await both.send({ body: json({ query }), headers: { accept } });
});

test('uses the ambient credential for the same requests over both transports', async () => {
  await using both = await startBoth({ UPSTREAM_TOKEN: 'ambient' });
  for (const headers of [
    {},
    { origin: 'https://elsewhere.example' },
    { 'x-forwarded-for': '1.2.3.4' },
    { host: 'elsewhere.example' },
    { 'private-token': 'own' },
  ])
    await both.send({ headers, body: json({ query: '{ project }' }) });
  const [tokens] = both.upstreams.map(({ requests }) => requests.map(({ headers }) => headers['private-token']));
  expect(tokens).toEqual(['ambient', 'own']);
});

test('reports upstream errors equally over both transports', async () => {
  const statuses: Readonly<Record<string, number>> = { 1: 401, 2: 403, 3: 404, 4: 429, 5: 500 };
  await using both = await startBoth({}, ({ url = '' }, response) => {
    response.writeHead(statuses[url.split('/').at(-1) ?? ''] ?? 200, { 'retry-after': '3' }).end('{"message":"no"}');
  });
  for (const id of [1, 2, 3, 4, 5, 6])
    await both.send({ body: json({ query: `{ hello project(id: ${id}) }` }), headers: { 'x-portico-trace': '1' } });
});

test('ends operations at OPERATION_TIMEOUT_MS equally over both transports', async () => {
  await using both = await startBoth({ OPERATION_TIMEOUT_MS: '300' }, () => {});
  await both.send({ body: json({ query: '{ hello project(id: 9) }' }), headers: { 'x-portico-trace': '1' } });
});

test('rejects operations over MAX_OPERATIONS_PER_CALLER equally over both transports', async () => {
  const finishCalls: (() => void)[] = [];
  await using both = await startBoth({ MAX_OPERATIONS_PER_CALLER: '1' }, (_, response) => {
    finishCalls.push(() => response.end('{}'));
  });
  const first = [both.jsonPost, both.negotiated].map(({ url }) =>
    exchange(url, { body: json({ query: '{ project }' }) }),
  );
  await expect.poll(() => finishCalls.length).toBe(2);
  const { status, headers } = await both.send({
    body: json({ query: '{ project(id: 2) }' }),
    headers: { accept: 'application/graphql-response+json' },
  });
  expect(status).toBe(429);
  expect(headers).toContain('retry-after: 1');
  for (const finishCall of finishCalls) finishCall();
  await Promise.all(first);
});

test('cancels the REST calls of a client that disconnects, over both transports', async () => {
  const closedCalls: Promise<void>[] = [];
  await using both = await startBoth({}, (_, response) => {
    closedCalls.push(new Promise((resolve) => response.once('close', resolve)));
  });
  for (const { url } of [both.jsonPost, both.negotiated]) {
    const abort = new AbortController();
    const response = fetch(new URL('/graphql', url), {
      method: 'POST',
      headers: plain,
      body: json({ query: '{ project }' }),
      signal: abort.signal,
    });
    const before = closedCalls.length;
    await expect.poll(() => closedCalls.length).toBe(before + 1);
    abort.abort();
    await expect(response).rejects.toThrow();
    await closedCalls.at(-1);
  }
  await expect.poll(() => getComparableLog(both.jsonPost)).toEqual(getComparableLog(both.negotiated));
});
