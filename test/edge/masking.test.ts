import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/edge/logging.ts';
import { toClientError } from '../../src/edge/operation/masking.ts';
import { RestError } from '../../src/rest/errors.ts';
import { startEdge, startUpstream } from './harness.ts';

test('shows only the request id of an unexpected error, which is logged in full', async () => {
  await using edge = await startEdge();
  const { status, body, headers } = await edge.query('{ hello secretBug }', { 'private-token': 'geheim-token' });
  const requestId = headers.get('x-request-id');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { hello: 'world', secretBug: null },
    errors: [
      {
        message: 'Unexpected error',
        path: ['secretBug'],
        locations: [{ line: 1, column: 9 }],
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
      },
    ],
  });
  const [line] = edge.lines;
  expect(line).toMatchObject({ level: 50, requestId });
  expect(line?.error).toMatch(/^Error: boom \[redacted\]\n +at [\s\S]*caused by: Error: below\n +at /);
  expect(JSON.stringify(edge.lines)).not.toContain('geheim');
});

test('masks thrown values of any type', async () => {
  await using edge = await startEdge();
  const { body } = await edge.query('{ plainBug }');
  expect(body.errors?.[0]?.message).toBe('Unexpected error');
  expect(JSON.stringify(body)).not.toContain('not even');
});

test('adds a code to errors of variables', async () => {
  await using edge = await startEdge();
  const { body } = await edge.query('query ($name: String!) { __type(name: $name) { name } }');
  expect(body.errors).toMatchObject([
    {
      message: 'Variable "$name" has invalid value: Expected a value of non-null type "String!" to be provided.',
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
});

test('reports a failure of the upstream with code, status and its request id, and returns other fields', async () => {
  await using upstream = await startUpstream((_, response) => {
    response.writeHead(429, { 'x-request-id': 'up-1', 'retry-after': '7' });
    response.end('{"message":"Retry later"}');
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const { body } = await edge.query('{ hello project }');
  expect(body.data).toEqual({ hello: 'world', project: null });
  expect(body.errors).toMatchObject([
    {
      message: 'Retry later',
      path: ['project'],
      extensions: { code: 'RATE_LIMITED', status: 429, requestId: 'up-1', retryAfter: 7 },
    },
  ]);
});

test('reports violations one by one', () => {
  const violations = [{ path: ['input', 'name'], message: 'is too long' }];
  const error = toClientError(
    new RestError('BAD_USER_INPUT', 'input.name is too long', { violations }),
    pino({ level: 'silent' }),
  );
  expect(error.toJSON()).toEqual({
    message: 'input.name is too long',
    extensions: { code: 'BAD_USER_INPUT', violations },
  });
});

test('reports errors of a document unchanged', async () => {
  await using edge = await startEdge();
  expect((await edge.query('{ nope }')).body.errors?.[0]?.message).toBe('Cannot query field "nope" on type "Query".');
  expect((await edge.query('{')).body.errors?.[0]?.message).toMatch(/^Syntax Error: /);
});

test('redacts secret headers at any depth of a log line', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  logger.info({
    authorization: 'geheim',
    headers: { 'private-token': 'geheim' },
    request: { headers: { cookie: 'geheim' } },
  });
  expect(lines.join()).toContain('[redacted]');
  expect(lines.join()).not.toContain('geheim');
});
