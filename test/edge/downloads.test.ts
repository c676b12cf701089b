/** Downloads: streaming, failures, credentials, and headers that protect browsers. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startEdge, startUpstream } from './harness.ts';

const file = '/downloads/vulnerability-exports/5';
const csv = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="found.csv"' };

test('streams the unchanged file with its name, as an attachment with a sandboxed content security policy', async () => {
  await using upstream = await startUpstream((_, response) =>
    response.writeHead(200, { ...csv, 'content-length': 4, 'set-cookie': 'a=b', etag: '"x"' }).end('a,b\n'),
  );
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const { status, headers, text } = await edge.get(file, { 'private-token': 'glpat-one' });
  expect({ status, text }).toEqual({ status: 200, text: 'a,b\n' });
  expect(Object.fromEntries(headers)).toMatchObject({
    ...csv,
    'content-length': '4',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
  });
  expect(headers.get('set-cookie')).toBeNull();
  const [request] = upstream.requests;
  expect(request?.url).toBe('/api/v4/security/vulnerability_exports/5/download');
  expect(request?.headers['private-token']).toBe('glpat-one');
  expect(edge.calls).toMatchObject([
    { operation: 'downloadVulnerabilityExport', field: 'GET /downloads/vulnerability-exports/:id', status: 200 },
  ]);
});

test.each([
  [undefined, 'attachment'],
  ['inline', 'attachment'],
  ['inline; filename="a.html"', 'attachment; filename="a.html"'],
  ['attachment; filename="ü.csv"', 'attachment'],
])('converts the content disposition %j to %j', async (disposition, expected) => {
  await using upstream = await startUpstream((_, response) => {
    if (disposition !== undefined)
      response.setHeader('content-disposition', Buffer.from(disposition).toString('latin1'));
    response.removeHeader('content-type');
    response.end('x');
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const { headers } = await edge.get('/downloads/groups/9/avatar');
  expect(headers.get('content-disposition')).toBe(expected);
  expect(headers.get('content-type')).toBe('application/octet-stream');
});

test.each([
  [401, 401, 'UNAUTHENTICATED'],
  [403, 403, 'FORBIDDEN'],
  [429, 429, 'RATE_LIMITED'],
  [500, 502, 'UPSTREAM_FAILED'],
  [302, 502, 'UPSTREAM_REFUSED'],
])('converts the upstream status %i to %i with a JSON body', async (upstreamStatus, status, code) => {
  await using upstream = await startUpstream((_, response) =>
    response.writeHead(upstreamStatus, { 'retry-after': '7', location: 'https://elsewhere.example.com/' }).end('{}'),
  );
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const download = await edge.get('/downloads/groups/9/avatar');
  expect(download.status).toBe(status);
  expect(download.body).toEqual({
    errors: [{ message: expect.any(String), extensions: expect.objectContaining({ code }) }],
  });
  const mayNeedToken = upstreamStatus === 401 || upstreamStatus === 403;
  expect(JSON.stringify(download.body).includes('the request had no token')).toBe(mayNeedToken);
  expect(download.headers.get('retry-after')).toBe(upstreamStatus === 302 ? null : '7');
});

test('follows a redirect within the upstream, with the credential', async () => {
  await using upstream = await startUpstream(({ url }, response) => {
    if (url?.includes('moved')) response.end('"x"');
    else response.writeHead(301, { location: '/api/v4/groups/moved/avatar' }).end();
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  expect((await edge.get('/downloads/groups/old/avatar', { 'private-token': 'glpat-one' })).status).toBe(200);
  expect(upstream.requests.map(({ url, headers }) => [url, headers['private-token']])).toEqual([
    ['/api/v4/groups/old/avatar', 'glpat-one'],
    ['/api/v4/groups/moved/avatar', 'glpat-one'],
  ]);
});

test('retries transient failures before the first byte of the file', async () => {
  let tries = 0;
  await using upstream = await startUpstream((_, response) => response.writeHead(++tries === 1 ? 503 : 200).end('"x"'));
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, READ_RETRIES: '1' });
  expect((await edge.get(file)).status).toBe(200);
  expect(tries).toBe(2);
});

test('responds with 502 if the upstream is unreachable', async () => {
  await using edge = await startEdge();
  const { status, body } = await edge.get(file);
  expect([status, body.errors?.[0]?.extensions?.code]).toEqual([502, 'UPSTREAM_UNREACHABLE']);
});

test('responds with 404 for an unfinished export, whose message says so, and for a missing one', async () => {
  await using upstream = await startUpstream(({ url }, response) => {
    if (url?.endsWith('/5')) response.writeHead(202).end('{"id":5,"status":"created"}');
    else response.writeHead(404).end('{"message":"404 Not Found"}');
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const unfinished = await edge.get(file);
  expect([unfinished.status, unfinished.body.errors?.[0]?.extensions?.code]).toEqual([404, 'NOT_FOUND']);
  expect(unfinished.body.errors?.[0]?.message).toContain('has not finished yet');
  const missing = await edge.get('/downloads/vulnerability-exports/6');
  expect([missing.status, missing.body.errors?.[0]?.extensions?.code]).toEqual([404, 'NOT_FOUND']);
  expect(missing.body.errors?.[0]?.message).not.toContain('has not finished yet');
});

test('closes the connection of an incomplete file, so that clients detect it', async () => {
  await using upstream = await startUpstream((_, response) => {
    response.writeHead(200, csv).write('a,b\n');
    setTimeout(() => response.destroy(), 20);
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const response = await fetch(new URL(file, edge.url));
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  await expect.poll(() => edge.lines.find(({ msg }) => msg === 'download')).toMatchObject({ broken: true });
});

test('ends the transfer from the upstream when the client disconnects', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using upstream = await startUpstream((_, response) => {
    response.writeHead(200, csv);
    const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
    response.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  const client = new AbortController();
  const response = await fetch(new URL(file, edge.url), { signal: client.signal });
  await response.body?.getReader().read();
  client.abort();
  await closed;
});

test('stops reading the upstream while the client does not read, and disconnects a client that reads nothing', async () => {
  let sent = 0;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using upstream = await startUpstream((_, response) => {
    response.writeHead(200, csv);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024))) sent += 64 * 1024;
    };
    response.on('drain', more).on('close', resolve);
    more();
  });
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, OPERATION_TIMEOUT_MS: '600' });
  const response = await fetch(new URL(file, edge.url));
  expect(response.status).toBe(200);
  await delay(200);
  const sentWhileBlocked = sent;
  await delay(200);
  expect(sent).toBe(sentWhileBlocked);
  await closed;
});

test('uses the ambient credential only for requests that pages of other sites cannot send', async () => {
  await using upstream = await startUpstream((_, response) => response.writeHead(200, csv).end('x'));
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 'glpat-ambient' });
  const rejected = await edge.get(file);
  expect([rejected.status, rejected.body.errors?.[0]?.extensions?.code]).toEqual([403, 'CROSS_SITE_REFUSED']);
  expect(upstream.requests).toEqual([]);
  expect((await edge.get(file, { 'x-portico-csrf': '1' })).status).toBe(200);
  expect(upstream.requests[0]?.headers['private-token']).toBe('glpat-ambient');
  const own = await edge.get(file, { 'private-token': 'glpat-own' });
  expect(own.status).toBe(200);
  expect(upstream.requests[1]?.headers['private-token']).toBe('glpat-own');
});

test('responds with 400 to a malformed credential', async () => {
  await using edge = await startEdge();
  const { status, body } = await edge.get(file, { authorization: 'Basic abc' });
  expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'BAD_REQUEST']);
});

test('lets pages of CORS_ORIGINS request a file with their own credential, and read its name', async () => {
  await using upstream = await startUpstream((_, response) => response.writeHead(200, csv).end('x'));
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, CORS_ORIGINS: 'https://app.example.com' });
  const origin = 'https://app.example.com';
  const preflight = await fetch(new URL(file, edge.url), {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'private-token' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('private-token');
  const { headers } = await edge.get(file, { origin });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-expose-headers')).toContain('Content-Disposition');
  expect(headers.get('vary')).toBe('Origin');
  const fromOtherOrigin = await edge.get(file, { origin: 'https://evil.example.com' });
  expect(fromOtherOrigin.headers.get('access-control-allow-origin')).toBeNull();
});

test('responds with 405 to other methods than GET, 404 to unknown paths, and 400 to malformed ids', async () => {
  await using edge = await startEdge();
  expect((await fetch(new URL(file, edge.url), { method: 'POST' })).status).toBe(405);
  expect((await edge.get('/downloads/vulnerability-exports')).status).toBe(404);
  expect((await edge.get('/downloads/%E0%A4%A/avatar')).status).toBe(404);
  expect((await edge.get('/downloads/groups/%E0%A4%A/avatar')).status).toBe(400);
});

test('logs one line for each file, without its URL', async () => {
  await using upstream = await startUpstream((_, response) => response.writeHead(200, csv).end('x'));
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
  await edge.get('/downloads/groups/secret%2Fgroup/avatar', { 'private-token': 'glpat-one' });
  await expect
    .poll(() => edge.lines.filter(({ msg }) => msg === 'download'))
    .toMatchObject([{ download: 'GET /downloads/groups/:id/avatar', status: 200, restCalls: 1, level: 30 }]);
  expect(JSON.stringify(edge.lines)).not.toMatch(/glpat|secret/);
});
