/** Effects of failed writes, in their errors. */
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { startStubbed } from './stub-upstream.ts';

const create = (name: string) =>
  `mutation { labelCreate(input: { project: "5", name: "${name}", color: "#112233" }) { label { name } errors { message } } }`;

async function startFacadeWith(listener: RequestListener, env: FacadeSettings = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  onTestFinished(async () => {
    await facade.close();
    server.closeAllConnections();
    server.close();
  });
  return { ...facade, server };
}

test.each<[string, RequestListener, string, string, string]>([
  [
    'whose connection breaks',
    (request) => request.socket.destroy(),
    'UPSTREAM_UNREACHABLE',
    'The connection to the upstream failed; the write may have happened, so read the object before you repeat it',
    'UNKNOWN',
  ],
  [
    'that exceeds CALL_TIMEOUT_MS',
    () => undefined,
    'DEADLINE_EXCEEDED',
    'The upstream did not respond within 1500 ms (CALL_TIMEOUT_MS); the write may have happened, so read the object before you repeat it',
    'UNKNOWN',
  ],
  [
    'with the response 504',
    (_, response) => response.writeHead(504).end(),
    'UPSTREAM_FAILED',
    'A gateway in front of the upstream returned 504 Gateway Timeout; the write may have happened, so read the object before you repeat it',
    'UNKNOWN',
  ],
  [
    'with the response 500',
    (_, response) => response.writeHead(500).end(),
    'UPSTREAM_FAILED',
    'The upstream failed (500 Internal Server Error); the write may have happened, so read the object before you repeat it',
    'UNKNOWN',
  ],
  [
    'with an error in a response with status 200',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"unavailable"}'),
    'UPSTREAM_INVALID_RESPONSE',
    'The upstream returned an error with a success status; the write may have happened, so read the object before you repeat it',
    'UNKNOWN',
  ],
  [
    'whose response 201 is truncated',
    (_, response) => {
      response.writeHead(201, { 'content-length': '100' }).write('{"id":');
      setTimeout(() => response.destroy(), 50);
    },
    'UPSTREAM_UNREACHABLE',
    'The connection to the upstream failed; the upstream had accepted the write (201), so read the object instead of repeating it',
    'ACCEPTED',
  ],
  [
    'whose response 403 is truncated',
    (_, response) => {
      response.writeHead(403, { 'content-length': '100' }).write('{"message":');
      setTimeout(() => response.destroy(), 50);
    },
    'UPSTREAM_UNREACHABLE',
    'The connection to the upstream failed; the upstream had rejected the write (403)',
    'REJECTED',
  ],
  [
    'with the response 401',
    (_, response) => response.writeHead(401).end(),
    'UNAUTHENTICATED',
    'The upstream requires a token; the request had no token. Send the header PRIVATE-TOKEN, the header Authorization: Bearer <token> or, over a WebSocket, connectionParams.token',
    'REJECTED',
  ],
  [
    'that a redirect to its result may follow',
    (_, response) => response.writeHead(303, { location: '/api/v4/projects/5/labels/7' }).end(),
    'UPSTREAM_REFUSED',
    'The upstream returned a redirect, which this server does not follow: its setting UPSTREAM_URL may not be the final URL; the write may have happened, so read the object before you repeat it',
    'UNKNOWN',
  ],
  [
    'that is redirected to another URL',
    (_, response) => response.writeHead(308, { location: '/other/api/v4/projects/5/labels' }).end(),
    'UPSTREAM_REFUSED',
    'The upstream returned a redirect, which this server does not follow: its setting UPSTREAM_URL may not be the final URL',
    'REJECTED',
  ],
])('reports the effect of a write %s', async (_, listener, code, message, write) => {
  const { execute } = await startFacadeWith(listener, { CALL_TIMEOUT_MS: '1500' });
  const { errors } = await execute(create('a'));
  expect(errors).toMatchObject([{ path: ['labelCreate'], message, extensions: { code, write } }]);
});

test('returns ACCEPTED at a field of the payload that cannot be read', async () => {
  const { execute } = await startStubbed({
    'POST /projects/5/labels': { status: 201, body: { id: 7, name: 'a' } },
    'GET /projects/5': { status: 500 },
  });
  const { data, errors } = await execute(create('a').replace('label { name }', 'label { name } project { path }'));
  expect(data).toEqual({ labelCreate: { label: { name: 'a' }, project: { path: null }, errors: [] } });
  expect(errors).toMatchObject([
    { path: ['labelCreate', 'project', 'path'], extensions: { code: 'UPSTREAM_FAILED', write: 'ACCEPTED' } },
  ]);
});

test('returns NOT_SENT for a write if a read before it fails', async () => {
  const { execute } = await startStubbed({ 'GET /groups/b': { status: 500 } });
  const { errors } = await execute(
    'mutation { groupShare(input: { id: "a", invitedGroup: "b", groupAccessLevel: GUEST }) { group { name } } }',
  );
  expect(errors).toMatchObject([
    { path: ['groupShare'], extensions: { code: 'UPSTREAM_FAILED', status: 500, write: 'NOT_SENT' } },
  ]);
});

test('reports that a write with an invalid argument was not sent', async () => {
  const { execute, calls } = await startStubbed({
    'POST /projects/5/labels': { status: 201, body: { id: 7, name: 'a' } },
  });
  const { data, errors } = await execute(
    `mutation ($name: String = "b") {
      a: labelCreate(input: { project: "5", name: "a", color: "#112233" }) { label { name } }
      b: labelCreate(input: { project: "5", name: $name, color: "#112233" }) { label { name } }
    }`,
    { name: null },
  );
  expect(data).toEqual({ a: { label: { name: 'a' } }, b: null });
  expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'BAD_USER_INPUT', write: 'NOT_SENT' } }]);
  expect(calls).toEqual(['POST /projects/5/labels']);
});

test('returns UNKNOWN if a directive at a field of the payload is invalid, as the write may have been rejected', async () => {
  const { url } = await startStubbed({ 'POST /projects/5/labels': { status: 400, body: { message: 'no' } } });
  const query = `mutation ($count: Int!) {
    labelCreate(input: { project: "5", name: "a", color: "#112233" }) { errors @stream(initialCount: $count) { message } }
  }`;
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
    body: JSON.stringify({ query, variables: { count: -1 } }),
  });
  expect(await response.text()).toContain(
    '"path":["labelCreate","errors"],"extensions":{"code":"BAD_USER_INPUT","write":"UNKNOWN"}',
  );
});

test('returns no effect for a query and for a document that fails validation', async () => {
  const { execute } = await startStubbed({ 'GET /projects/5': { status: 500 } });
  for (const document of ['{ project(id: 5) { name } }', 'mutation { labelCreate { errors { code } } }']) {
    const { errors = [] } = await execute(document);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions).not.toHaveProperty('write');
  }
});

test('returns NOT_SENT for a write without a connection', async () => {
  const { execute, server } = await startFacadeWith(() => undefined);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const { errors } = await execute(create('a'));
  expect(errors).toMatchObject([
    {
      message: 'The connection to the upstream failed; the write was not sent',
      extensions: { code: 'UPSTREAM_UNREACHABLE', write: 'NOT_SENT' },
    },
  ]);
});

test('returns NOT_SENT for a write that exceeds the deadline in the queue', async () => {
  const methods: string[] = [];
  const { execute, url } = await startFacadeWith(
    ({ method = '' }, response) => {
      methods.push(method);
      response.writeHead(200, { 'content-length': '1000', 'content-type': 'image/png' }).write('x');
      // A file that stalls for as long as the operation would release the connection just before its deadline.
      const timer = setInterval(() => response.write('x'), 50);
      response.once('close', () => clearInterval(timer));
    },
    { OPERATION_TIMEOUT_MS: '500', UPSTREAM_CONNECTIONS: '1' },
  );
  // The file occupies the only connection.
  const file = await fetch(new URL('/downloads/groups/9/avatar', url));
  const { errors } = await execute(create('a'));
  expect(errors).toMatchObject([
    {
      message: expect.stringMatching(/; the write was not sent$/),
      extensions: { code: 'DEADLINE_EXCEEDED', write: 'NOT_SENT' },
    },
  ]);
  expect(methods).toEqual(['GET']);
  await file.body?.cancel().catch(() => undefined);
});
