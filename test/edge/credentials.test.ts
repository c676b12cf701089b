import { describe, expect, test } from 'vitest';
import { send, startEdge, startUpstream } from './harness.ts';

describe('a credential of the caller', () => {
  test.each([
    [{ 'private-token': 'abc' }, { 'private-token': 'abc' }],
    [{ authorization: 'Bearer abc' }, { authorization: 'Bearer abc' }],
    [{ authorization: 'bearer  abc' }, { authorization: 'Bearer abc' }],
    [{ 'private-token': 'abc', authorization: 'Bearer abc' }, { 'private-token': 'abc' }],
    [{ 'private-token': '' }, {}],
    [{ cookie: 'session=abc' }, {}],
    [{}, {}],
  ])('%o is forwarded as %o, without other headers of credentials', async (sent, received) => {
    await using upstream = await startUpstream();
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url });
    expect((await edge.query('{ project }', sent)).body.errors).toBeUndefined();
    const { 'private-token': token, authorization, cookie } = upstream.requests[0]?.headers ?? {};
    expect(JSON.parse(JSON.stringify({ 'private-token': token, authorization, cookie }))).toEqual(received);
  });

  test.each([
    [{ 'private-token': 'abc', authorization: 'Bearer xyz' }, /different tokens/],
    [{ authorization: 'Basic abc' }, /must have the form "Bearer <token>"/],
    [{ authorization: 'Bearer' }, /must have the form "Bearer <token>"/],
    [{ 'private-token': 'two tokens' }, /The header PRIVATE-TOKEN contains a space, /],
  ])('%o causes status 400', async (sent, message) => {
    await using edge = await startEdge();
    const { status, body } = await edge.query('{ hello }', sent);
    expect(status).toBe(400);
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'BAD_REQUEST' },
    });
    expect(JSON.stringify(body)).not.toMatch(/abc|xyz|two/);
  });
});

describe('the ambient credential', () => {
  async function start() {
    const upstream = await startUpstream();
    const edge = await startEdge({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 'ambient' });
    const get = (headers: Record<string, string>) => edge.get('/graphql?query={project}', headers);
    return {
      upstream,
      edge,
      get,
      async [Symbol.asyncDispose]() {
        await edge[Symbol.asyncDispose]();
        await upstream[Symbol.asyncDispose]();
      },
    };
  }

  test('applies to a JSON request from this machine', async () => {
    await using setup = await start();
    const origin = setup.edge.url.origin;
    expect((await setup.edge.query('{ project }')).status).toBe(200);
    expect((await setup.edge.query('{ project }', { origin })).status).toBe(200);
    expect(setup.upstream.requests.map(({ headers }) => headers['private-token'])).toEqual(['ambient', 'ambient']);
  });

  test('does not apply to a request with a credential of its own', async () => {
    await using setup = await start();
    await setup.get({ 'private-token': 'own' });
    expect(setup.upstream.requests[0]?.headers['private-token']).toBe('own');
  });

  test.each(['x-portico-csrf', 'apollo-require-preflight', 'x-graphql-yoga-csrf'])(
    'is used for a GET with %s',
    async (name) => {
      await using setup = await start();
      expect((await setup.get({ [name]: '1' })).status).toBe(200);
      expect(setup.upstream.requests[0]?.headers['private-token']).toBe('ambient');
    },
  );

  test.each([
    ['a GET that a page of any origin can send', {}],
    ['a page of another origin', { origin: 'https://evil.example.com', 'x-portico-csrf': '1' }],
    ['a page of another port', { origin: 'http://localhost:1', 'x-portico-csrf': '1' }],
    ['a sandboxed page', { origin: 'null', 'x-portico-csrf': '1' }],
  ])('rejects %s', async (_, headers) => {
    await using setup = await start();
    const { status, body } = await setup.get(headers);
    expect(status).toBe(403);
    expect(body.errors?.[0]?.extensions?.code).toBe('CROSS_SITE_REFUSED');
    expect(setup.upstream.requests).toEqual([]);
  });

  test('does not apply to a page whose host name resolves to this machine', async () => {
    await using setup = await start();
    const headers = { host: 'evil.example.com', 'x-portico-csrf': '1' };
    expect((await send(new URL('/graphql?query={project}', setup.edge.url), headers)).status).toBe(403);
    expect(setup.upstream.requests).toEqual([]);
  });

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/graphql',
    'multipart/form-data; boundary=x',
  ])('rejects a form of type %s', async (type) => {
    await using setup = await start();
    const response = await fetch(new URL('/graphql', setup.edge.url), {
      method: 'POST',
      headers: { 'content-type': type },
      body: type.includes('graphql') ? '{ project }' : 'query={project}',
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(setup.upstream.requests).toEqual([]);
  });

  test('does not apply to a multipart form without a preflight', async () => {
    await using setup = await start();
    const post = (headers: Record<string, string>) => {
      const body = new FormData();
      body.set('operations', JSON.stringify({ query: '{ project }' }));
      body.set('map', '{}');
      return fetch(new URL('/graphql', setup.edge.url), { method: 'POST', headers, body });
    };
    expect((await post({})).status).toBe(403);
    expect((await post({ origin: 'https://evil.example.com', 'x-portico-csrf': '1' })).status).toBe(403);
    expect(setup.upstream.requests).toEqual([]);
    expect((await post({ 'x-portico-csrf': '1' })).status).toBe(200);
    expect(setup.upstream.requests).toHaveLength(1);
  });

  test('does not let pages of other origins read responses', async () => {
    await using setup = await start();
    const { headers } = await setup.get({ origin: 'https://evil.example.com', 'private-token': 'own' });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('pages of other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,private-token',
    },
  };

  test('may send a token header, and no cookies', async () => {
    await using edge = await startEdge();
    const { status, headers } = await fetch(new URL('/graphql', edge.url), preflight);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(headers.get('access-control-allow-headers')).toBe('content-type,private-token');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const response = await edge.query('{ hello }', { origin: 'https://app.example.com' });
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  });

  test('may read responses only if CORS_ORIGINS contains their origin', async () => {
    await using edge = await startEdge({ CORS_ORIGINS: 'https://app.example.com' });
    const { headers } = await fetch(new URL('/graphql', edge.url), preflight);
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    const fromOtherOrigin = await edge.query('{ hello }', { origin: 'https://other.example.com' });
    expect(fromOtherOrigin.headers.get('access-control-allow-origin')).toBeNull();
  });
});
