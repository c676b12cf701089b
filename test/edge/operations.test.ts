import { expect, test } from 'vitest';
import { startSandboxed } from '../harness.ts';
import { sendOver, transports } from '../process/transports.ts';
import { startEdge, startUpstream } from './harness.ts';

test('returns the same response to a query over POST and GET', async () => {
  await using edge = await startEdge();
  expect((await edge.query('{ hello }')).body).toEqual({ data: { hello: 'world' } });
  expect((await edge.get('/graphql?query={hello}')).body).toEqual({ data: { hello: 'world' } });
});

test.each(transports)('treats an empty operationName over %s as absent', async (transport) => {
  await using edge = await startEdge();
  const operation = { query: 'query A { hello }', operationName: '' };
  expect(await sendOver(transport, edge.url, operation)).toMatchObject({ results: [{ data: { hello: 'world' } }] });
});

test('serves both media types of GraphQL over HTTP', async () => {
  await using edge = await startEdge();
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const { status, headers } = await edge.query('{ hello }', { accept });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
  }
  expect((await edge.query('{ nope }', { accept: 'application/graphql-response+json' })).status).toBe(400);
});

test('returns Cache-Control: no-store', async () => {
  await using edge = await startEdge();
  expect((await edge.get('/graphql?query={hello}')).headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['query A { hello } query B { hello }', undefined, 'contains 2 operations: "A", "B". Select one by "operationName"'],
  ['query A { hello } query B { hello }', 'C', '"operationName" is "C", but the document contains only "A", "B"'],
  ['{ hello }', 'A', '"operationName" is "A", but the operation in the document has no name'],
  ['fragment F on Query { hello }', undefined, 'The document contains no operation'],
])('names the operations of a document if none is selected: %s', async (query, operationName, message) => {
  await using edge = await startEdge();
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, operationName }),
  });
  const { errors } = await response.json();
  expect(errors).toEqual([
    { message: expect.stringContaining(message), extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } },
  ]);
});

test('rejects a mutation over GET', async () => {
  await using edge = await startEdge();
  expect((await edge.query('mutation { touch }')).body).toEqual({ data: { touch: 'touched' } });
  expect((await edge.get('/graphql?query=mutation{touch}')).status).toBe(405);
});

test.each(['application/json', 'text/event-stream'])(
  'rejects a subscription over GET with Accept %s, without REST calls',
  async (accept) => {
    const facade = await startSandboxed();
    try {
      const url = new URL('/graphql', facade.url);
      url.searchParams.set('query', 'subscription { pipeline(id: "gid://service/Pipeline/14/2999") { status } }');
      const text = await (await fetch(url, { headers: { accept } })).text();
      expect(text).toContain('A GET request must not execute a subscription. Send it in a POST request');
      expect(facade.calls).toEqual([]);
    } finally {
      await facade.close();
    }
  },
);

test('returns 400 for variables in the URL that are not JSON', async () => {
  await using edge = await startEdge();
  const { status, body } = await edge.get('/graphql?query={hello}&variables={');
  expect(status).toBe(400);
  expect(body.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
  expect(edge.lines).toEqual([]);
});

test('returns 400 for a batch of operations', async () => {
  await using edge = await startEdge();
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[{"query":"{ hello }"},{"query":"{ hello }"}]',
  });
  expect(response.status).toBe(400);
});

test('uses PUBLIC_URL, or else the URL on which the facade listens', async () => {
  await using edge = await startEdge();
  expect((await edge.query('{ publicUrl }')).body.data?.publicUrl).toBe(edge.url.href);
  await using behindProxy = await startEdge({ PUBLIC_URL: 'https://graph.example.com/portico' });
  expect((await behindProxy.query('{ publicUrl }')).body).toMatchObject({
    data: { publicUrl: 'https://graph.example.com/portico/' },
  });
});

test('traces the REST calls of the operation on request only', async () => {
  await using upstream = await startUpstream((request, response) => {
    response.statusCode = request.url?.endsWith('/2') ? 404 : 200;
    response.end('{}');
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const { body } = await edge.query('{ one: project(id: 1) two: project(id: 2) }', { 'x-portico-trace': '1' });
  const call = { method: 'GET', path: '/projects/{id}', field: 'Query.project', source: 'upstream' };
  const times = { startMs: expect.any(Number), durationMs: expect.any(Number) };
  expect(body.extensions?.rest).toHaveLength(2);
  expect(body.extensions?.rest).toEqual(
    expect.arrayContaining([
      { ...call, ...times, url: '/projects/1', status: 200 },
      { ...call, ...times, url: '/projects/2', status: 404 },
    ]),
  );
  expect(edge.calls).toHaveLength(2);
  expect((await edge.query('{ project }')).body.extensions).toBeUndefined();
  expect((await edge.query('{ hello }', { 'x-portico-trace': '1' })).body.extensions).toEqual({ rest: [] });
});

test('returns a valid request id of the client, and replaces invalid ones', async () => {
  await using edge = await startEdge();
  expect((await edge.query('{ hello }', { 'x-request-id': 'job:42' })).headers.get('x-request-id')).toBe('job:42');
  for (const invalidId of ['', 'a b', '<script>', 'x'.repeat(200)])
    expect((await edge.query('{ hello }', { 'x-request-id': invalidId })).headers.get('x-request-id')).toMatch(
      /^[\da-f-]{36}$/,
    );
  expect((await edge.get('/nowhere')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
});

test('logs each operation as one line, without variables, tokens and addresses', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  await edge.query('query Look { project(id: 777) }', { 'x-request-id': 'one', 'private-token': 'geheim' });
  await edge.query('mutation { touch }');
  await edge.query('query Wrong { nope }');
  await edge.query('{');
  expect(edge.lines).toMatchObject([
    { requestId: 'one', operation: 'Look', type: 'query', restCalls: 1, errors: [], msg: 'operation' },
    { type: 'mutation', restCalls: 0, errors: [] },
    { operation: 'Wrong', type: 'query', errors: ['GRAPHQL_VALIDATION_FAILED'] },
    { errors: ['GRAPHQL_PARSE_FAILED'] },
  ]);
  for (const line of edge.lines) expect(line.durationMs).toEqual(expect.any(Number));
  // Times and generated request ids may contain any digits.
  const comparableLines = edge.lines.map(({ time, requestId, ...line }) => line);
  expect(JSON.stringify(comparableLines)).not.toMatch(/777|geheim|127\.0\.0\.1/);
});
