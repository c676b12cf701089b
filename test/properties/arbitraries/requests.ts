/** Random raw HTTP requests. */
import fc from 'fast-check';
import { type Json, unusualString } from './values.ts';

/** Raw HTTP request. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const query = '{ currentUser { username } }';
const encodedQuery = encodeURIComponent(query);

/** JSON bodies that are similar to GraphQL over HTTP requests. */
export const params: fc.Arbitrary<Json> = fc.oneof(
  fc.record(
    {
      query: fc.oneof(
        fc.constantFrom<Json>(query, '', '{', '{ nothing }', 'mutation { nothing }', '{ __typename', 5, null, [query], {
          a: 1,
        }),
        unusualString,
      ),
      variables: fc.oneof(
        fc.constantFrom<Json>(null, [], 'text', 5, { id: { id: 1 } }, { __proto__: 1 }, { a: [[[[[]]]]] }),
        fc.dictionary(fc.string({ maxLength: 5 }), fc.constantFrom<Json>(1, null, 'x', [])),
      ),
      operationName: fc.oneof(fc.constantFrom<Json>(null, 5, '', 'Other', [], {}), unusualString),
      extensions: fc.oneof(
        fc.constantFrom<Json>(
          null,
          'text',
          [],
          { persistedQuery: null },
          { persistedQuery: { version: 1 } },
          { persistedQuery: { version: 1, sha256Hash: 'x' } },
          { persistedQuery: { version: '1', sha256Hash: 5 } },
          { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } },
        ),
      ),
      documentId: fc.constantFrom<Json>('x', 5, null),
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom<Json>(null, [], {}, 5, 'text', true, [{ query }, { query }], [[[]]]),
);

const bodies: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: params.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '{',
      '{"query":',
      '{"query":"{ currentUser { username } }"',
      'query={currentUser{username}}',
      `query=${encodedQuery}`,
      query,
      '\ufeff{}',
      '{"query":"\\ud800"}',
      '{"query":"{ currentUser { username } }","query":5}',
      '[{}',
      '<xml/>',
      '\u0000',
      `{"variables":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"variables":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)},"query":"{ __typename }"}`,
      `{"query":"${'{ a '.repeat(3000)}${'}'.repeat(3000)}"}`,
      `{"query":"{ user(id: ${'['.repeat(3000)}${']'.repeat(3000)}) { name } }"}`,
    ),
  },
);

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/graphql',
  'application/graphql+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'multipart/mixed',
  '',
  'a',
  'a/b/c',
  'application/json, text/html',
];

const hosts = [
  'localhost',
  '[',
  '[::1',
  '[::1]:4000',
  ']',
  '',
  ' ',
  'a b',
  'example.com:99999',
  'example.com:-1',
  'example.com:x',
  'user:pw@example.com',
  '%',
  '%00',
  'ex%61mple.com',
  '-',
  '..',
  'http://example.com',
  'a/b',
  'a?b',
  'a#b',
  'x'.repeat(300),
  'xn--',
  'ünïcödé.example',
  '0x7f.1',
  'example.com, example.org',
];

const odds = [
  '',
  ' ',
  ',',
  '*',
  '*/*;q=x',
  'a',
  '"',
  '0',
  '-1',
  '1e9',
  '\u00ff',
  'x'.repeat(2000),
  'true',
  'null',
  '/',
  'http://[',
  '%',
  '%zz',
  '[object Object]',
];

const names = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'private-token',
  'cookie',
  'origin',
  'referer',
  'x-request-id',
  'x-portico-trace',
  'x-portico-csrf',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'if-none-match',
  'range',
  'expect',
  'te',
  'upgrade',
  'traceparent',
  'apollo-require-preflight',
  'graphql-preflight',
  'access-control-request-method',
  'access-control-request-headers',
  'sec-fetch-site',
  'content-encoding',
  'last-event-id',
  'x-http-method-override',
  '__proto__',
  'constructor',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'connection',
];

const accepts = [
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
  'multipart/mixed',
  'text/html',
  'text/html, */*',
  '*/*',
  'application/xml',
  'application/json;q=0',
  'application/graphql-response+json; charset=utf-8, application/json;q=0.9',
];

const targets = [
  '/graphql',
  '/graphql/',
  '//graphql',
  '/graphql?',
  `/graphql?query=${encodedQuery}`,
  `/graphql?query=${encodedQuery}&variables=%7B`,
  `/graphql?query=${encodedQuery}&variables=%5B%5D`,
  `/graphql?query=${encodedQuery}&extensions=5`,
  `/graphql?query=${encodedQuery}&query=x`,
  '/graphql?query=%',
  '/graphql?query=%ff',
  '/graphql?query=mutation%7Bx%7D',
  '/graphql?variables=%7B%7D',
  '/graphql?/health',
  '/public?x=/graphql',
  '/any/where/graphql',
  '/health',
  '/ready',
  '/health/',
  '/healthz',
  '/',
  '',
  '*',
  '/favicon.ico',
  '/%2e%2e/graphql',
  '/../graphql',
  '/graphql/../health',
  '/graphql%00',
  '/graphql#x',
  'http://example.com/graphql',
  'http://[/graphql',
  '//[',
  '/\\graphql',
  '/graphql;a=b',
  '/downloads',
  '/downloads/',
  '/downloads/%',
  '/downloads/%2e%2e',
  '/downloads/group-avatars/9',
  '/downloads/vulnerability-exports/7',
  '/downloads/vulnerability-exports/%2e%2e%2fuser',
  '/graphql/stream',
  '/__faults',
];

const token = fc.constantFrom(
  '',
  'sandbox-developer-token',
  'unknown',
  'x'.repeat(4000),
  '\u00e9',
  'a b',
  'Bearer',
  'Basic eDp5',
);

const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...odds)),
  fc.tuple(fc.constant('accept'), fc.constantFrom(...accepts)),
  fc.tuple(fc.constantFrom('private-token', 'authorization'), token),
  fc.tuple(fc.stringMatching(/^[a-zA-Z-]{1,12}$/), fc.stringMatching(/^[\x20-\x7e]{0,20}$/)),
);

/** Requests of any kind; most are GraphQL requests. */
export const rawRequest: fc.Arbitrary<RawRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('POST', 'GET') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('PUT', 'OPTIONS', 'HEAD', 'DELETE', 'PATCH', 'TRACE', 'CONNECT', 'BREW', 'get'),
      },
    ),
    target: fc.oneof(
      { weight: 3, arbitrary: fc.constant('/graphql') },
      { weight: 2, arbitrary: fc.constantFrom(...targets) },
      { weight: 1, arbitrary: fc.stringMatching(/^\/[\x21-\x7e]{0,30}$/) },
    ),
    host: fc.oneof({ weight: 3, arbitrary: fc.constant('localhost') }, fc.constantFrom(...hosts)),
    contentType: fc.oneof({ weight: 3, arbitrary: fc.constant('application/json') }, fc.constantFrom(...contentTypes)),
    headers: fc.array(header, { maxLength: 3 }),
    body: bodies,
  })
  .map(({ method, target, host, contentType, headers, body }) => ({
    method,
    target,
    headers: [['host', host], ['content-type', contentType], ...headers],
    body: method === 'GET' || method === 'HEAD' ? '' : body,
  }));

/** Part of a form. */
export interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly text: string;
}

const avatar =
  'mutation($file: File!) { groupAvatarUpload(input: { id: "9", avatar: $file }) { group { name } errors { code } } }';

/** Multipart requests, some of which are valid. */
export const upload: fc.Arbitrary<readonly Part[]> = fc
  .record({
    operations: fc.oneof(
      { weight: 3, arbitrary: fc.constant(JSON.stringify({ query: avatar, variables: { file: null } })) },
      { weight: 2, arbitrary: params.map((value) => JSON.stringify(value)) },
      fc.constantFrom('', '{', '[]', 'null', '"x"'),
    ),
    map: fc.oneof(
      { weight: 3, arbitrary: fc.constant('{"0":["variables.file"]}') },
      fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"0":5}',
        '{"0":[5]}',
        '{"0":[""]}',
        '{"0":["variables"]}',
        '{"0":["variables.file.name"]}',
        '{"0":["query"]}',
        '{"0":["0.variables.file"]}',
        '{"0":["variables.__proto__.polluted"]}',
        '{"0":["__proto__.polluted"]}',
        '{"0":["constructor.prototype.polluted"]}',
        '{"1":["variables.file"]}',
        '{"0":["variables.file","variables.file"]}',
      ),
    ),
    filename: fc.oneof(
      fc.constant('a.png'),
      fc.constantFrom('', '../../a', 'a\u0000', 'ü.png', 'x'.repeat(1000), undefined),
    ),
    text: fc.constantFrom('bytes', '', '\u0000', 'x'.repeat(100_000)),
    order: fc.constantFrom(
      'operations map 0',
      '0 map operations',
      'map operations',
      'operations',
      'operations operations map 0',
      'operations map 0 0 1',
    ),
  })
  .map(({ operations, map, filename, text, order }) =>
    order.split(' ').map((name): Part => {
      if (name === 'operations') return { name, filename: undefined, text: operations };
      return name === 'map' ? { name, filename: undefined, text: map } : { name, filename, text };
    }),
  );
