/** Responses over HTTP contain the same result in each media type. */
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Result in the body of a response with an event or a part. */
function resultIn(text: string): string | undefined {
  return /^(?:data: |\r?\n)(\{.*\})$/m.exec(text.replaceAll('\r\n', '\n'))?.[1];
}

const isSubscription = (body: string | Buffer) => String(body).includes('subscription');

/** Starts a facade with its own upstream. */
async function startTransports(env: FacadeSettings = {}, listener?: Parameters<typeof startUpstream>[0]) {
  const upstream = await startUpstream(listener);
  const edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env });
  const getCalls = () => upstream.requests.map(({ url, headers }) => [url, headers['private-token']]);
  return {
    edge,
    upstream,
    /**
     * Sends a request, and expects the same status, result and REST calls in an event and in a part, unless it names the media types that it
     * accepts. @returns the response in JSON
     */
    async send(content: RequestContent): Promise<ComparableResponse> {
      const before = getCalls().length;
      const response = await exchange(edge.url, content);
      if (content.headers?.accept !== undefined) return response;
      const calls = getCalls().slice(before);
      for (const accept of ['multipart/mixed', ...(isSubscription(content.body) ? [] : ['text/event-stream'])]) {
        const sent = getCalls().length;
        const other = await exchange(edge.url, { ...content, headers: { ...content.headers, accept } });
        // Errors of HTTP itself are JSON.
        expect([other.status, resultIn(other.text) ?? other.text]).toEqual([response.status, response.text]);
        expect(getCalls().slice(sent)).toEqual(calls);
      }
      return response;
    },
    async [Symbol.asyncDispose]() {
      for (const part of [edge, upstream]) await part[Symbol.asyncDispose]();
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

describe('a response contains the same result in each media type', () => {
  let facade: Awaited<ReturnType<typeof startTransports>>;
  beforeAll(async () => {
    facade = await startTransports(limits);
  });
  afterAll(() => facade[Symbol.asyncDispose]());

  test.each<[string, Headers]>([
    ['without further headers', {}],
    ['to a page of another origin, with a trace', { origin: 'https://a.example', 'x-portico-trace': '1' }],
    ['with a token, as a plan', { 'private-token': 'geheim', 'x-portico-trace': 'plan' }],
    ['with an invalid Authorization header', { authorization: 'Basic abc' }],
  ])('%s', async (_, headers) => {
    // The second time the document is cached.
    for (const body of [...bodies, ...bodies]) await facade.send({ headers, body });
  });

  test.each([
    ['application/json;q=0.5, application/graphql-response+json', 200, 'application/graphql-response+json'],
    ['application/json;q=0, */*', 200, 'application/graphql-response+json'],
    ['application/json;q=0', 406, 'application/json'],
    ['*/*;q=0', 406, 'application/json'],
  ])('selects the response type of "%s" by its weights', async (accept, status, type) => {
    const response = await facade.send({ headers: { accept }, body: json({ query: '{ hello }' }) });
    expect(response.status).toBe(status);
    expect(response.headers.find((header) => header.startsWith('content-type'))).toContain(type);
  });

  test.each([
    ['Application/JSON', json({ query: '{ hello }' })],
    ['APPLICATION/JSON; charset=utf-8', json({ query: '{ hello }' })],
    ['Application/GraphQL', '{ hello }'],
    ['Application/X-WWW-Form-Urlencoded', 'query={hello}'],
  ])('accepts the content type %s, as media types are case-insensitive', async (type, body) => {
    const { status, text } = await facade.send({ headers: { 'content-type': type }, body });
    expect([status, JSON.parse(text)]).toEqual([200, { data: { hello: 'world' } }]);
  });

  test.each(['application/json', 'application/json; charset=utf-16le', 'application/json; charset=windows-1252'])(
    'accepts a byte order mark, and rejects bytes that are not text, with the content type %s',
    async (contentType) => {
      const headers = { 'content-type': contentType };
      const text = '\ufeff{"query":"{ hello }"}';
      const body = Buffer.from(text, contentType.includes('utf-16le') ? 'utf16le' : 'utf8');
      const { status, text: result } = await facade.send({ headers, body });
      const isRead = !contentType.includes('windows');
      expect([status, result]).toEqual([
        isRead ? 200 : 400,
        expect.stringContaining(isRead ? 'world' : 'not valid JSON'),
      ]);
    },
  );

  test('ignores unknown members of the body', async () => {
    const { status, text } = await facade.send({
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
    const { status, text } = await facade.send({ headers: { 'content-type': contentType }, body });
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
    const { status, text } = await facade.send({ headers: { 'content-type': contentType }, body });
    expect([status, text]).toEqual([400, expect.stringContaining(`The request body ${message}`)]);
  });

  const graphql = 'application/graphql-response+json';
  const plainJson = 'application/json';
  const withEvents = 'text/event-stream';
  const parts = 'multipart/mixed; boundary="-"';

  test.each<[Headers, number, string]>([
    [{ accept: '*/*' }, 200, plainJson],
    [{ accept: '' }, 200, plainJson],
    [{ accept: 'application/*' }, 200, plainJson],
    [{ accept: '*/json' }, 200, plainJson],
    [{ accept: 'application/json;charset=utf-8' }, 200, plainJson],
    [{ accept: 'application/json;charset=latin1, application/graphql-response+json' }, 200, graphql],
    [{ accept: 'application/json;charset=latin1' }, 406, plainJson],
    [{ accept: 'APPLICATION/JSON' }, 200, plainJson],
    [{ accept: 'application/json,text/event-stream' }, 200, plainJson],
    [{ accept: 'text/event-stream' }, 200, withEvents],
    [{ accept: 'text/*' }, 200, withEvents],
    [{ accept: 'multipart/mixed, text/event-stream' }, 200, withEvents],
    [{ accept: 'multipart/mixed;boundary=x, application/json' }, 200, plainJson],
    [{ accept: 'multipart/mixed, image/png' }, 200, parts],
    [{ accept: 'multipart/*' }, 200, parts],
    [{ accept: 'multipart/mixed;deferSpec=20220824' }, 200, parts],
    [{ accept: 'image/png' }, 406, plainJson],
    [{ accept: 'application/json;q=0, text/html' }, 406, plainJson],
    [{ accept: 'text/html, application/graphql-response+json;q=0.5 , application/json, */*;q=0.1' }, 200, plainJson],
    [{ accept: 'application/json;q=0.1, application/graphql-response+json' }, 200, graphql],
    [{ accept: ',;,' }, 406, plainJson],
    [{ 'content-type': 'application/json; charset=utf-8' }, 200, plainJson],
    [{ 'content-type': 'application/json;charset=utf-8' }, 200, plainJson],
    [{ 'content-type': 'application/json; charset=latin1' }, 200, plainJson],
    [{ 'content-type': 'application/json; profile=a' }, 200, plainJson],
    [{ 'content-type': 'application/json, text/plain' }, 200, plainJson],
    [{ 'content-type': 'Application/JSON' }, 200, plainJson],
    [{ 'content-type': 'application/graphql+json' }, 200, plainJson],
    [{ 'content-type': 'application/jsonp' }, 415, plainJson],
    [{ 'content-type': 'text/plain' }, 415, plainJson],
    [{ 'content-type': '' }, 415, plainJson],
    [{ 'content-encoding': 'identity' }, 200, plainJson],
    [{ 'content-encoding': 'gzip' }, 415, plainJson],
    [{ origin: 'null' }, 200, plainJson],
    [{ origin: 'https://a.example', 'access-control-request-headers': 'x-a, x-b' }, 200, plainJson],
    [{ 'private-token': 'a', authorization: 'Bearer b' }, 400, plainJson],
    [{ 'private-token': 'a b' }, 400, plainJson],
    [{ 'private-token': '' }, 200, plainJson],
    [{ authorization: 'Bearer geheim' }, 200, plainJson],
    [{ 'x-portico-trace': '2' }, 200, plainJson],
    [{ 'x-request-id': 'a b' }, 200, plainJson],
    [{ host: 'a b' }, 400, plainJson],
    [{ cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', via: '1.1 a' }, 200, plainJson],
    [{ connection: 'keep-alive' }, 200, plainJson],
    [{ connection: 'close' }, 200, plainJson],
    [{ expect: '100-continue' }, 200, plainJson],
    [{ expect: 'something' }, 417, plainJson],
  ])('with %j has the status %i and the type %s', async (headers, status, type) => {
    const sent = await exchange(facade.edge.url, { headers, body: json({ query: '{ hello project }' }) });
    expect(sent.status).toBe(status);
    expect(sent.headers.find((header) => header.startsWith('content-type'))).toContain(`content-type: ${type}`);
    if (headers['x-request-id'] === undefined)
      for (const query of ['{ hello project }', 'mutation { touch }', '{ nope }', '{'])
        await facade.send({ headers, body: json({ query }) });
  });

  test('without an acceptable media type executes nothing', async () => {
    const before = facade.upstream.requests.length;
    await facade.send({ headers: { accept: 'image/png' }, body: json({ query: '{ hello project }' }) });
    expect(facade.upstream.requests).toHaveLength(before);
  });

  test.each([1, 7, 64])('to bodies in chunks of %i bytes', async (chunkBytes) => {
    for (const body of bodies.filter(({ length }) => length < 1000 && length > 0))
      await facade.send({ body, chunkBytes });
  });

  test('to invalid UTF-8, and to bodies above MAX_BODY_BYTES with and without Content-Length', async () => {
    await facade.send({ body: Buffer.from([0xff, 0xfe, 0x7b, 0x7d]) });
    await facade.send({
      body: Buffer.concat([Buffer.from('{"query":"{ hello } # '), Buffer.from([0xff]), Buffer.from('"}')]),
    });
    const { status } = await facade.send({ body: 'x'.repeat(9000) });
    expect(status).toBe(413);
    expect((await facade.send({ body: 'x'.repeat(9000), chunkBytes: 4000 })).status).toBe(413);
  });

  test(
    'to random parameters',
    async () => {
      await holds(
        fc.asyncProperty(params, fc.constantFrom<Headers>({}, { 'x-portico-trace': '1' }), async (value, headers) => {
          await facade.send({ body: json(value), headers });
        }),
        0.5,
      );
    },
    timeoutMs(0.5),
  );
});

test('sends responses of up to 1 MB completely in each media type', async () => {
  await using facade = await startTransports();
  for (const length of [60_000, 65_536, 70_000, 1_000_000])
    for (const filler of ['x', 'ä', '\n']) {
      const body = json({ query: 'query ($id: Int) { project(id: $id) large(length: 1) }', variables: { id: length } });
      await facade.send({ body });
      const large = await facade.send({ body: json({ query: `{ large(length: ${length}) } # ${filler}` }) });
      expect(JSON.parse(large.text).data.large).toHaveLength(length);
    }
});

test('applies INTROSPECTION=false and report-only limits in each media type', async () => {
  await using facade = await startTransports({
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
    await facade.send({ body: json({ query }) });
});

test('uses the ambient credential for the same requests in each media type', async () => {
  await using facade = await startTransports({ UPSTREAM_TOKEN: 'ambient' });
  for (const headers of [
    {},
    { origin: 'https://elsewhere.example' },
    { 'x-forwarded-for': '1.2.3.4' },
    { host: 'elsewhere.example' },
    { 'private-token': 'own' },
  ])
    await facade.send({ headers, body: json({ query: '{ project }' }) });
  const tokens = facade.upstream.requests.map(({ headers }) => headers['private-token']);
  // Each request is sent for three media types.
  expect(tokens).toEqual(['ambient', 'ambient', 'ambient', 'own', 'own', 'own']);
});

test('reports upstream errors in each media type', async () => {
  const statuses: Readonly<Record<string, number>> = { 1: 401, 2: 403, 3: 404, 4: 429, 5: 500 };
  await using facade = await startTransports({}, ({ url = '' }, response) => {
    response.writeHead(statuses[url.split('/').at(-1) ?? ''] ?? 200, { 'retry-after': '3' }).end('{"message":"no"}');
  });
  for (const id of [1, 2, 3, 5, 6])
    await facade.send({ body: json({ query: `{ hello project(id: ${id}) }` }), headers: { 'x-portico-trace': '1' } });
});

test('ends operations at OPERATION_TIMEOUT_MS in each media type', async () => {
  await using facade = await startTransports({ OPERATION_TIMEOUT_MS: '300' }, () => {});
  await facade.send({ body: json({ query: '{ hello project(id: 9) }' }), headers: { 'x-portico-trace': '1' } });
});

test('rejects operations over MAX_OPERATIONS_PER_CALLER in each media type', async () => {
  const finishCalls: (() => void)[] = [];
  await using facade = await startTransports({ MAX_OPERATIONS_PER_CALLER: '1' }, (_, response) => {
    finishCalls.push(() => response.end('{}'));
  });
  const first = exchange(facade.edge.url, { body: json({ query: '{ project }' }) });
  await expect.poll(() => finishCalls.length).toBe(1);
  for (const accept of ['application/graphql-response+json', 'text/event-stream', 'application/json']) {
    const { status, headers } = await facade.send({ body: json({ query: '{ project(id: 2) }' }), headers: { accept } });
    // Apollo's gateway reads errors only from responses of this type with the status 200.
    expect(status).toBe(accept === 'application/json' ? 200 : 429);
    expect(headers).toContain('retry-after: 1');
  }
  for (const finishCall of finishCalls) finishCall();
  await first;
});

test.each(['application/json', 'text/event-stream', 'multipart/mixed'])(
  'cancels the REST calls of a client that disconnects before a response of type %s',
  async (accept) => {
    const closedCalls: Promise<void>[] = [];
    await using facade = await startTransports({}, (_, response) => {
      closedCalls.push(new Promise((resolve) => response.once('close', resolve)));
    });
    const abort = new AbortController();
    const response = fetch(new URL('/graphql', facade.edge.url), {
      method: 'POST',
      headers: { ...plain, accept },
      body: json({ query: '{ project }' }),
      signal: abort.signal,
    });
    await expect.poll(() => closedCalls.length).toBe(1);
    abort.abort();
    await expect(response).rejects.toThrow();
    await closedCalls[0];
  },
);
