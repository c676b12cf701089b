import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { measureComplexity } from '../../src/edge/operation/complexity.ts';
import { send, startEdge, startUpstream } from './harness.ts';

/** Media type in which a rejected operation has an error status; application/json has 200. */
const accept = 'application/graphql-response+json';

const nested = (depth: number) => `${'{ nested '.repeat(depth - 1)}{ hello }${' }'.repeat(depth - 1)}`;

describe('depth and aliases', () => {
  test.each([
    ['{ a }', 1, 0],
    ['{ a { b { c } } d }', 3, 0],
    ['{ x: a { y: b } z: c }', 2, 3],
    ['{ a { ... { ...F } } } fragment F on T { b { c: d } }', 3, 1],
    ['{ ...F a { ...F } } fragment F on T { x: b { y: c } }', 3, 4],
    ['query A { a } query B { x: a { b } }', 2, 1],
    ['{ a { __typename } }', 1, 0],
    ['{ ...F } fragment F on T { a { ...F } }', 1, 0],
    ['{ ...Nowhere }', 0, 0],
  ])('have the expected numbers for %s', (document, depth, aliases) => {
    expect(measureComplexity(parse(document))).toMatchObject({ depth, aliases });
  });

  test('are counted without visiting each spread of fragments that double at each level', () => {
    const fragments = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on T { a: n { ...F${i + 1} } b: n { ...F${i + 1} } }`,
    );
    const { aliases } = measureComplexity(parse(`{ ...F0 } ${fragments.join(' ')} fragment F60 on T { x }`));
    expect(aliases).toBeGreaterThan(2 ** 60);
  });
});

describe('a document', () => {
  test('above a limit is rejected with the value, the limit and its setting', async () => {
    await using edge = await startEdge({ MAX_DEPTH: '3', MAX_ALIASES: '2', MAX_TOKENS: '40' });
    expect((await edge.query(nested(3))).status).toBe(200);
    for (const [query, code, message] of [
      [
        nested(4),
        'DEPTH_LIMIT',
        'The fields at "nested.nested.nested.hello" are nested 4 levels deep; the limit is 3 (MAX_DEPTH). Split the operation there',
      ],
      [
        '{ a: hello b: hello c: hello }',
        'ALIAS_LIMIT',
        'The operation has 3 aliases; the limit is 2 (MAX_ALIASES). Split the operation',
      ],
      [
        `{ ${'hello '.repeat(40)} }`,
        'TOKEN_LIMIT',
        'The document has too many tokens: the limit is 40 (MAX_TOKENS). Split the document',
      ],
    ] as const) {
      // The second time the document comes from the cache.
      for (const _ of [1, 2]) {
        const { status, body } = await edge.query(query, { accept });
        expect(status).toBe(400);
        expect(body).toMatchObject({ errors: [{ message, extensions: { code } }] });
      }
    }
  });

  test('has the same limits over GET', async () => {
    await using edge = await startEdge({ MAX_DEPTH: '3' });
    const { status, body } = await edge.get(`/graphql?query=${encodeURIComponent(nested(4))}`, { accept });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.extensions?.code).toBe('DEPTH_LIMIT');
  });

  test('accepts introspection of any depth unless introspection is disabled', async () => {
    await using edge = await startEdge({ MAX_DEPTH: '2' });
    expect((await edge.query(getIntrospectionQuery())).body.errors).toBeUndefined();
    await using closed = await startEdge({ INTROSPECTION: 'false' });
    expect((await closed.query('{ __schema { types { name } } }', { accept })).status).toBe(400);
    expect((await closed.query('{ __typename }', { accept })).status).toBe(200);
  });

  test('above MAX_DEPTH or MAX_ALIASES is executed and logged in report-only mode, and above MAX_TOKENS rejected', async () => {
    await using edge = await startEdge({
      MAX_DEPTH: '3',
      MAX_ALIASES: '0',
      MAX_TOKENS: '30',
      LIMITS_REPORT_ONLY: 'true',
    });
    expect((await edge.query(nested(4).replace('hello', 'a: hello'))).status).toBe(200);
    const reported = edge.lines.filter(({ msg }) => msg === 'beyond a limit').map(({ code }) => code);
    expect(reported).toEqual(['DEPTH_LIMIT', 'ALIAS_LIMIT']);
    expect((await edge.query(nested(20))).body.errors?.[0]?.extensions?.code).toBe('TOKEN_LIMIT');
  });
});

describe('REST calls', () => {
  const query = '{ one: project(id: 1) two: project(id: 2) three: project(id: 3) }';

  test('above MAX_REST_CALLS are not made', async () => {
    await using upstream = await startUpstream();
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, MAX_REST_CALLS: '2' });
    const { body } = await edge.query(query);
    expect(body.errors).toMatchObject([{ path: ['three'], extensions: { code: 'REST_CALL_LIMIT' } }]);
    expect(upstream.requests).toHaveLength(2);
  });

  test('above MAX_REST_CALLS are made and logged in report-only mode', async () => {
    await using upstream = await startUpstream();
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, MAX_REST_CALLS: '2', LIMITS_REPORT_ONLY: 'true' });
    expect((await edge.query(query)).body.errors).toBeUndefined();
    expect(edge.lines[0]).toMatchObject({ code: 'REST_CALL_LIMIT', calls: 3, msg: 'beyond a limit' });
  });
});

describe('a request body', () => {
  test('above MAX_BODY_BYTES is rejected by its Content-Length alone, with a JSON response', async () => {
    await using edge = await startEdge({ MAX_BODY_BYTES: '2000' });
    const headers = { 'content-type': 'application/json', 'content-length': '9000000' };
    const clientRequest = request(new URL('/graphql', edge.url), { method: 'POST', headers });
    clientRequest.flushHeaders();
    const [response] = await once(clientRequest, 'response');
    expect(response.statusCode).toBe(413);
    const body = JSON.parse((await response.toArray()).join(''));
    expect(body.errors).toMatchObject([
      {
        message: 'The request body is too large: the limit is 2000 bytes (MAX_BODY_BYTES). Send less in one request',
        extensions: { code: 'BODY_LIMIT' },
      },
    ]);
    clientRequest.destroy();
  });

  test('without Content-Length is rejected when it exceeds the limit, before its end', async () => {
    await using edge = await startEdge({ MAX_BODY_BYTES: '2000' });
    const socket = connect(Number(edge.url.port), '127.0.0.1');
    const response = once(socket, 'data');
    const closed = once(socket, 'close');
    const head = [
      'POST /graphql HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ];
    // The body never ends, so the response can only follow from its beginning.
    socket.write(`${head.join('\r\n')}\r\n\r\n${(3000).toString(16)}\r\n${' '.repeat(3000)}\r\n`);
    expect(String(await response)).toMatch(/^HTTP\/1\.1 413 /);
    await closed;
  });

  test('without Content-Length is accepted below the limit, in any form', async () => {
    await using edge = await startEdge({ MAX_BODY_BYTES: '2000' });
    for (const [type, text] of [
      ['application/json', '{"query":"{ hello }"}'],
      ['application/graphql', '{ hello }'],
      ['application/x-www-form-urlencoded', 'query=%7B%20hello%20%7D'],
    ] as const) {
      const { body } = await send(new URL('/graphql', edge.url), { 'content-type': type }, [
        text.slice(0, 3),
        text.slice(3),
      ]);
      expect(body).toEqual({ data: { hello: 'world' } });
    }
  });

  test('with JSON and the content type of a form is rejected with the required header', async () => {
    await using edge = await startEdge();
    const { status, body } = await send(
      new URL('/graphql', edge.url),
      { 'content-type': 'application/x-www-form-urlencoded' },
      ['  {"query":"{ hello }"}'],
    );
    expect([status, body]).toEqual([
      400,
      {
        errors: [
          {
            message:
              'The body is JSON, but its Content-Type is application/x-www-form-urlencoded. Send the header Content-Type: application/json',
            extensions: { code: 'BAD_REQUEST' },
          },
        ],
      },
    ]);
  });

  test('above MAX_BODY_BYTES is also rejected in report-only mode', async () => {
    await using edge = await startEdge({ MAX_BODY_BYTES: '2000', LIMITS_REPORT_ONLY: 'true' });
    expect((await edge.query(`{ hello } #${'x'.repeat(3000)}`)).status).toBe(413);
  });
});

test('a result of a mutation beyond MAX_RESPONSE_BYTES is replaced by an error that states the effect of the write', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, MAX_RESPONSE_BYTES: '1000' });
  const error = { extensions: { code: 'RESPONSE_LIMIT', write: 'ACCEPTED' } };
  for (const type of ['application/json', 'text/event-stream']) {
    const { text } = await edge.query('mutation { write(length: 1000) }', { accept: type });
    expect(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).toMatchObject({
      data: null,
      errors: [error],
    });
  }
  const failed = await edge.query('mutation { write(length: 1000) invalid: write(length: -1) }');
  expect(failed.body.errors).toMatchObject([{ extensions: { code: 'RESPONSE_LIMIT', write: 'UNKNOWN' } }]);
  // It makes no call.
  const unsent = await edge.query(`mutation { ${Array.from({ length: 80 }, (_, index) => `a${index}: touch`)} }`);
  expect(unsent.body.errors).toMatchObject([{ extensions: { code: 'RESPONSE_LIMIT', write: 'NOT_SENT' } }]);
  const read = await edge.query('{ large(length: 1000) }');
  expect(read.body.errors?.[0]?.extensions).toEqual({ code: 'RESPONSE_LIMIT' });
  expect(edge.lines.flatMap(({ outcome }) => outcome ?? [])).toEqual(Array(5).fill('failed'));
});
