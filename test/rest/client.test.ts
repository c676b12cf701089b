import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RestSession } from '../../src/rest/batch/session.ts';
import { Cancellation } from '../../src/rest/cancellation.ts';
import type { ClientOptions } from '../../src/rest/client.ts';
import { Credential } from '../../src/rest/credential.ts';
import { RestError } from '../../src/rest/errors.ts';
import type { RestRequest } from '../../src/rest/request.ts';
import { clampDelayMs } from '../../src/rest/timers.ts';
import { catchRestError, readOnce, startClient, startUpstream } from './upstream.ts';

const token = 'portico-test-token-5520';
const getProject: RestRequest = { operation: 'getProject', path: { id: 'group/project' } };
const listUsers: RestRequest = { operation: 'listUsers', query: { search: 'private text' } };
const createPipeline: RestRequest = { operation: 'createPipeline', path: { id: 1 }, body: { ref: 'main' } };

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Makes a call to an upstream with the given request listener. */
async function callTo(
  listener: RequestListener,
  request: RestRequest = getProject,
  options: Partial<ClientOptions> & { credential?: Credential; cancellation?: Cancellation } = {},
) {
  const upstream = await startUpstream(listener);
  const client = startClient(upstream.baseUrl, options);
  const startedAt = performance.now();
  const { credential = Credential.anonymous, cancellation = new Cancellation() } = options;
  try {
    const [result] = await Promise.allSettled([client.call(request, { credential, cancellation })]);
    return {
      response: result.status === 'fulfilled' ? result.value : undefined,
      error: result.status === 'rejected' && result.reason instanceof RestError ? result.reason : undefined,
      reason: result.status === 'rejected' ? result.reason : undefined,
      calls: upstream.calls,
      requests: upstream.requests,
      milliseconds: performance.now() - startedAt,
    };
  } finally {
    await client.close();
    await upstream.close();
  }
}

describe('a request', () => {
  test('has a URL below the base URL', async () => {
    const { calls, response: result } = await callTo((_, response) => json(response, 200, { id: 2_147_483_950 }));
    expect(calls).toEqual(['GET /api/v4/projects/group%2Fproject']);
    expect(result?.body).toEqual({ id: 2_147_483_950 });
  });

  test('has a JSON body for a write', async () => {
    let text = '';
    const { requests, calls } = await callTo(async (request, response) => {
      for await (const chunk of request) text += chunk;
      json(response, 201, {});
    }, createPipeline);
    expect(calls).toEqual(['POST /api/v4/projects/1/pipeline']);
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(text)).toEqual({ ref: 'main' });
  });

  test.each([
    ['PRIVATE-TOKEN', Credential.privateToken(token), { 'private-token': token }],
    ['Authorization: Bearer', Credential.bearer(token), { authorization: `Bearer ${token}` }],
    ['none', Credential.anonymous, {}],
  ])('contains a credential as %s', async (_, credential, headers) => {
    const { requests } = await callTo((_request, response) => json(response, 200, { id: 5 }), getProject, {
      credential,
    });
    const { 'private-token': privateToken, authorization } = requests[0]?.headers ?? {};
    expect({ ...(privateToken && { 'private-token': privateToken }), ...(authorization && { authorization }) }).toEqual(
      headers,
    );
    expect(requests[0]?.url).not.toContain(token);
  });
});

describe('a success', () => {
  test.each([
    ['a number as the body', 202, '4711', 4711],
    ['null as the body', 200, 'null', null],
    ['a status that the contract does not document', 206, '{"id":1}', { id: 1 }],
  ])('may have %s', async (_, status, body, expected) => {
    const { response: result } = await callTo((_request, response) => json(response, status, body));
    expect(result).toMatchObject({ status });
    expect(result?.body).toEqual(expected);
  });

  test.each([200, 204])('with status %i and without a body is an invalid response to a read', async (status) => {
    const { error } = await callTo((_request, response) => json(response, status, ''));
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE', status });
  });
});

describe('an unusable response', () => {
  test.each([
    ['truncated JSON', '{"id": 1, "na'],
    ['HTML', '<!DOCTYPE html><title>Sign in</title>'],
    ['plain text', 'Retry later'],
  ])('causes UPSTREAM_INVALID_RESPONSE for %s with status 200', async (_, body) => {
    const { error } = await callTo((_request, response) => json(response, 200, body, { 'x-request-id': 'req-1' }));
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE', status: 200, requestId: 'req-1' });
    expect(error?.message).not.toContain(body.slice(0, 8));
  });

  test('ends the read after maxUpstreamResponseBytes', async () => {
    let sent = 0;
    const { error } = await callTo(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(64 * 1024, 32);
        const more = (): void => {
          while (!response.destroyed && sent < 200_000_000) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      },
      getProject,
      { maxUpstreamResponseBytes: 100_000 },
    );
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
    expect(error?.message).toContain('the limit is 100000 bytes (MAX_UPSTREAM_RESPONSE_BYTES)');
    expect(sent).toBeLessThan(20_000_000);
  });

  test.each([
    [
      'HTML',
      502,
      '<html><h1>Forge is not responding</h1></html>',
      'A gateway in front of the upstream returned 502 Bad Gateway',
    ],
    ['HTML', 413, '<html>nginx</html>', 'The upstream rejected the REST call as too large (413 Content Too Large)'],
    ['an empty body', 503, '', 'The upstream is temporarily unavailable'],
    ['an empty body', 500, '', 'The upstream failed (500 Internal Server Error)'],
  ])('causes a message of the facade for %s with status %i', async (_, status, body, message) => {
    const { error } = await callTo((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(body);
    });
    expect(error).toMatchObject({ status, message });
  });
});

test('reads the message of an error whose Content-Type is in other letter case', async () => {
  const { error } = await callTo((_request, response) =>
    json(response, 400, { message: 'ref is missing' }, { 'content-type': 'Application/JSON' }),
  );
  expect(error?.message).toBe('ref is missing');
});

test.each([
  ['text/html; charset=utf-8', 'is not valid JSON, but text/html'],
  ['application/json', 'is not valid JSON'],
  ['<script>', 'is not valid JSON'],
])('reports a body of the type %s that is not JSON', async (type, problem) => {
  const { error } = await callTo((_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end('<p>Sign in</p>');
  });
  expect(error).toMatchObject({
    code: 'UPSTREAM_INVALID_RESPONSE',
    message: `Invalid response from the upstream: its body ${problem}`,
  });
});

describe('a connection', () => {
  test('causes UPSTREAM_UNREACHABLE without the address if it is refused', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => listener.close(resolve));
    await using client = startClient(new URL(`http://127.0.0.1:${port}/api/v4/`));
    const error = await catchRestError(
      client.call(getProject, { credential: Credential.anonymous, cancellation: new Cancellation() }),
    );
    expect(error).toMatchObject({ code: 'UPSTREAM_UNREACHABLE', status: undefined });
    expect(error.message).not.toMatch(/127\.0\.0\.1|ECONN|\d{4}/);
  });

  test('causes UPSTREAM_UNREACHABLE if it is closed before the response', async () => {
    const { error } = await callTo((request) => void request.socket.destroy());
    expect(error?.code).toBe('UPSTREAM_UNREACHABLE');
  });

  test('causes UPSTREAM_UNREACHABLE if it is closed within the response', async () => {
    const { error } = await callTo((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    expect(error?.code).toBe('UPSTREAM_UNREACHABLE');
  });

  test('causes DEADLINE_EXCEEDED without a response within callTimeoutMs', async () => {
    const { error, milliseconds } = await callTo(() => {}, getProject, { callTimeoutMs: 150 });
    expect(error?.code).toBe('DEADLINE_EXCEEDED');
    expect(error?.message).toContain('within 150 ms (CALL_TIMEOUT_MS)');
    expect(milliseconds).toBeLessThan(1500);
  });

  test('causes DEADLINE_EXCEEDED with an incomplete response within callTimeoutMs', async () => {
    const { error, milliseconds } = await callTo(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('[');
      },
      getProject,
      { callTimeoutMs: 150 },
    );
    expect(error?.code).toBe('DEADLINE_EXCEEDED');
    expect(milliseconds).toBeLessThan(1500);
  });

  test('exists at most options.connections times concurrently', async () => {
    let open = 0;
    let maxOpen = 0;
    await using upstream = await startUpstream((_request, response) => {
      maxOpen = Math.max(maxOpen, ++open);
      setTimeout(() => {
        open--;
        json(response, 200, { id: 5 });
      }, 20);
    });
    await using client = startClient(upstream.baseUrl, { connections: 3 });
    const cancellation = new Cancellation();
    await Promise.all(
      Array.from({ length: 12 }, (_, id) => {
        const credential = Credential.privateToken(`${token}-${id % 3}`);
        return client.call({ operation: 'getProject', path: { id } }, { credential, cancellation });
      }),
    );
    expect(maxOpen).toBe(3);
  });
});

describe('a redirect', () => {
  test('to another origin is not followed', async () => {
    let reached = false;
    await using elsewhere = await startUpstream((_request, response) => {
      reached = true;
      json(response, 200, { id: 5 });
    });
    const { error, calls } = await callTo(
      (_request, response) => {
        response.writeHead(302, {
          location: new URL('users/sign_in', elsewhere.baseUrl).href,
          'content-type': 'text/html',
        });
        response.end('<html>You are being redirected</html>');
      },
      getProject,
      { credential: Credential.privateToken(token) },
    );
    expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', status: 302 });
    expect(calls).toHaveLength(1);
    expect(reached).toBe(false);
  });

  test('to a path outside the base URL is not followed', async () => {
    const { error, calls } = await callTo((_request, response) => {
      response.writeHead(302, { location: '/users/sign_in' });
      response.end();
    });
    expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', status: 302 });
    expect(calls).toHaveLength(1);
  });

  test.each([301, 302, 307, 308])('with status %i is followed for a read below the base URL', async (status) => {
    const { response: result, calls } = await callTo((request, response) => {
      if (request.url?.endsWith('/projects/5')) return json(response, 200, { id: 5 });
      response.writeHead(status, { location: '/api/v4/projects/5' });
      response.end();
    });
    expect(result?.body).toEqual({ id: 5 });
    expect(calls).toEqual(['GET /api/v4/projects/group%2Fproject', 'GET /api/v4/projects/5']);
  });

  test('fails after fewer than 10 calls if it never ends', async () => {
    const { error, calls } = await callTo((request, response) => {
      response.writeHead(302, { location: `${request.url}x` });
      response.end();
    });
    expect(error?.code).toBe('UPSTREAM_REFUSED');
    expect(calls.length).toBeLessThan(10);
  });

  test('for a write is not followed', async () => {
    const { error, calls } = await callTo((_request, response) => {
      response.writeHead(307, { location: '/api/v4/projects/5/pipeline' });
      response.end();
    }, createPipeline);
    expect(error?.code).toBe('UPSTREAM_REFUSED');
    expect(calls).toHaveLength(1);
  });
});

describe('retries', () => {
  const retries = 2;

  test.each([429, 502, 503, 504])('repeat a read that fails with %i', async (status) => {
    let attempts = 0;
    const { response: result, calls } = await callTo(
      (_request, response) => (++attempts < 3 ? json(response, status, '') : json(response, 200, { id: 5 })),
      getProject,
      { retries },
    );
    expect(result?.body).toEqual({ id: 5 });
    expect(calls).toHaveLength(3);
  });

  test('repeat a read whose connection was closed', async () => {
    let attempts = 0;
    const { response: result } = await callTo(
      (request, response) => (++attempts < 2 ? void request.socket.destroy() : json(response, 200, { id: 5 })),
      getProject,
      { retries },
    );
    expect(result?.body).toEqual({ id: 5 });
  });

  test('end after the configured number', async () => {
    const { error, calls } = await callTo((_request, response) => json(response, 503, ''), getProject, { retries });
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', status: 503 });
    expect(calls).toHaveLength(1 + retries);
  });

  test.each([400, 401, 403, 404, 409, 500, 501])('do not repeat a read that fails with %i', async (status) => {
    const { calls } = await callTo((_request, response) => json(response, status, ''), getProject, { retries });
    expect(calls).toHaveLength(1);
  });

  test.each([429, 502, 503, 504])('do not repeat a write that fails with %i', async (status) => {
    const { error, calls } = await callTo((_request, response) => json(response, status, ''), createPipeline, {
      retries,
    });
    expect(error?.status).toBe(status);
    expect(calls).toHaveLength(1);
  });

  test('do not repeat a write whose connection was closed', async () => {
    const { error, calls } = await callTo((request) => void request.socket.destroy(), createPipeline, { retries });
    expect(error?.code).toBe('UPSTREAM_UNREACHABLE');
    expect(calls).toHaveLength(1);
  });

  test('wait for Retry-After in seconds', async () => {
    let attempts = 0;
    const { milliseconds } = await callTo(
      (_request, response) =>
        ++attempts === 1 ? json(response, 429, 'Retry later', { 'retry-after': '1' }) : json(response, 200, { id: 5 }),
      getProject,
      { retries },
    );
    expect(milliseconds).toBeGreaterThan(950);
  });

  test('wait for Retry-After as a date', async () => {
    let attempts = 0;
    const { milliseconds, response: result } = await callTo(
      (_request, response) =>
        ++attempts === 1
          ? json(response, 503, '', { 'retry-after': new Date(Date.now() + 2000).toUTCString() })
          : json(response, 200, { id: 5 }),
      getProject,
      { retries, maxRetryDelayMs: 3000 },
    );
    expect(result).toBeDefined();
    expect(milliseconds).toBeGreaterThan(900);
  });

  test('are omitted if Retry-After is too long, and the error is returned', async () => {
    const { error, calls } = await callTo(
      (_request, response) => json(response, 429, 'Retry later', { 'retry-after': '3600' }),
      getProject,
      { retries },
    );
    expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 3600 });
    expect(calls).toHaveLength(1);
  });

  test('end when the operation is cancelled', async () => {
    const cancellation = new Cancellation();
    setTimeout(() => cancellation.cancel(), 200);
    const { error, calls, milliseconds } = await callTo(
      (_request, response) => json(response, 503, '', { 'retry-after': '1' }),
      getProject,
      { retries: 10, maxRetryDelayMs: 60_000, cancellation },
    );
    expect(error?.code).toBe('CANCELLED');
    expect(calls).toHaveLength(1);
    expect(milliseconds).toBeLessThan(900);
  });
});

describe('the cancellation of a call', () => {
  test('closes the connection to the upstream', async () => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await using upstream = await startUpstream((request) => {
      request.socket.once('close', () => closed.resolve());
      arrived.resolve();
    });
    await using client = startClient(upstream.baseUrl);
    const cancellation = new Cancellation();
    const failed = catchRestError(client.call(getProject, { credential: Credential.anonymous, cancellation }));
    await arrived.promise;
    cancellation.cancel();
    expect((await failed).code).toBe('CANCELLED');
    await closed.promise;
  });

  test('prevents the request if it happens before the call', async () => {
    const { error, calls } = await callTo((_request, response) => json(response, 200, { id: 5 }), getProject, {
      cancellation: Cancellation.createCancelled(),
    });
    expect(error?.code).toBe('CANCELLED');
    expect(calls).toEqual([]);
  });

  test('rejects the call with its reason', async () => {
    const reason = new RestError('DEADLINE_EXCEEDED', 'The operation took longer than 5 ms');
    const { error } = await callTo(() => {}, getProject, { cancellation: Cancellation.createCancelled(reason) });
    expect(error).toBe(reason);
  });
});

describe('no error and no string contains', () => {
  test.each([
    ['status 403', (response: ServerResponse) => json(response, 403, { message: `Token ${token} may not` })],
    ['status 500', (response: ServerResponse) => json(response, 500, { message: `/users?private_token=${token}` })],
    ['HTML', (response: ServerResponse) => json(response, 200, `<html>${token}</html>`)],
    ['a closed connection', (response: ServerResponse) => void response.destroy()],
  ])('the token, query or raw body: %s', async (_, respond) => {
    const { reason } = await callTo((_request, response) => respond(response), listUsers, {
      credential: Credential.privateToken(token),
    });
    const text = inspect(reason, { depth: 10, showHidden: true });
    expect(text).not.toContain(token);
    expect(text).not.toContain('private text');
    expect(text).not.toContain('private%20text');
    expect(text).not.toContain('<html>');
  });

  test('secrets of the body', async () => {
    const value = 'hunter2-hunter2';
    const request: RestRequest = {
      operation: 'createPipeline',
      path: { id: 1 },
      body: { ref: 'main', variables: [{ key: 'PASSWORD', value }] },
    };
    const { error } = await callTo(
      (_request, response) => json(response, 400, { message: `Value ${value} is not allowed` }),
      request,
    );
    expect(error?.message).toBe('Value [redacted] is not allowed');
  });

  test('the credential', () => {
    const credential = Credential.privateToken(token);
    expect(inspect(credential)).toBe('Credential [redacted]');
    expect(`${credential}`).toBe('[redacted]');
    expect(JSON.stringify({ credential })).toBe('{"credential":"[redacted]"}');
    expect(credential.fingerprint).not.toContain(token);
  });
});

describe('credentials', () => {
  const credentials = [
    Credential.anonymous,
    Credential.privateToken('a'),
    Credential.privateToken('b'),
    Credential.bearer('a'),
  ];

  test('have a fingerprint per token, which is the same for both headers', () => {
    const fingerprints = credentials.map(({ fingerprint }) => fingerprint);
    expect(new Set(fingerprints).size).toBe(3);
    expect(fingerprints[3]).toBe(fingerprints[1]);
  });

  test('have a cache key per token and header', () => {
    expect(new Set(credentials.map(({ cacheKey }) => cacheKey)).size).toBe(4);
  });

  test('are anonymous with an empty token', () => {
    expect(Credential.privateToken('').isAnonymous).toBe(true);
    expect(Credential.bearer('').headers).toEqual({});
  });
});

describe('requests that cannot be sent', () => {
  const respond: RequestListener = (_, response) => json(response, 200, []);

  test('rejects a URL that is too long with its longest input, the limit and its setting', async () => {
    const request: RestRequest = { operation: 'listUsers', query: { search: 'ü'.repeat(100), username: 'short' } };
    const { error, calls } = await callTo(respond, request, { maxUrlBytes: 256 });
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['search'], message: expect.stringMatching(/the limit is 256/) }],
    });
    expect(calls).toEqual([]);
    const [path = ''] = (await callTo(respond, request)).calls;
    const bytes = path.length - 'GET '.length;
    expect((await callTo(respond, request, { maxUrlBytes: bytes })).calls).toHaveLength(1);
    expect((await callTo(respond, request, { maxUrlBytes: bytes - 1 })).calls).toHaveLength(0);
  });

  test('sends the next read after a rejected one', async () => {
    await using upstream = await startUpstream(respond);
    await using client = startClient(upstream.baseUrl, { maxUrlBytes: 256 });
    const read = (search: string) => {
      const request: RestRequest = { operation: 'listUsers', query: { search } };
      const options = { credential: Credential.anonymous, cancellation: new Cancellation() };
      return readOnce(client, request, options).response;
    };
    for (let time = 0; time < 2; time++)
      expect((await catchRestError(read('x'.repeat(300)))).code).toBe('BAD_USER_INPUT');
    expect((await read('x')).status).toBe(200);
  });

  test('rejects ill-formed Unicode in a body with its path', async () => {
    const body = {
      ref: 'main',
      variables: [
        { key: 'A', value: 'b' },
        { key: '\ud800', '\udfff': 1 },
      ],
    };
    const { error, calls } = await callTo(respond, { operation: 'createPipeline', path: { id: 1 }, body });
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['variables', 1, 'key'] }, { path: ['variables', 1] }],
    });
    expect(calls).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('keeps no listeners after its calls have ended', async () => {
    await using upstream = await startUpstream((_, response) =>
      json(response, 200, response.req.url?.includes('/users') ? [] : { id: 5 }),
    );
    await using client = startClient(upstream.baseUrl);
    const cancellation = new Cancellation();
    for (let time = 0; time < 3; time++) {
      await client.call(getProject, { credential: Credential.anonymous, cancellation });
      const session = new RestSession(client, {
        credential: Credential.anonymous,
        cancellation,
        maxCalls: 10,
        reportOnly: false,
      });
      await Promise.all([session.read(getProject, 'a', undefined), session.read(listUsers, 'b', undefined)]);
    }
    expect(cancellation.listenerCount).toBe(0);
  });

  test('reads an object by its number if it cannot be compared with the response for its full path', async () => {
    const paths: (string | undefined)[] = [];
    await using upstream = await startUpstream(({ url }, response) => {
      paths.push(url?.replace(/.*\/projects/, ''));
      json(response, 200, { id: 7 });
    });
    await using client = startClient(upstream.baseUrl);
    const session = new RestSession(client, {
      credential: Credential.anonymous,
      cancellation: new Cancellation(),
      maxCalls: 10,
      reportOnly: false,
    });
    const byName = session.read(getProject, 'a', undefined);
    await expect.poll(() => paths).toHaveLength(1);
    const fail = () => {
      throw new TypeError('unusual body');
    };
    const byNumber = session.read({ operation: 'getProject', path: { id: 7 } }, 'b', undefined, fail);
    expect((await byName).body).toEqual({ id: 7 });
    expect((await byNumber).body).toEqual({ id: 7 });
    expect(paths).toEqual(['/group%2Fproject', '/7']);
  });

  test('ends a call that waits for its next retry', async () => {
    const cancellation = new Cancellation();
    const { error, calls } = await callTo(
      (_, response) => {
        json(response, 503, {}, { 'retry-after': '1' });
        setImmediate(() => cancellation.cancel());
      },
      getProject,
      { retries: 5, maxRetryDelayMs: 60_000, cancellation },
    );
    expect(error?.code).toBe('CANCELLED');
    expect(calls).toHaveLength(1);
    expect(cancellation.listenerCount).toBe(0);
  });
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31, 1e300, Number.NaN, -1])(
  'clamps a delay of %d ms to 0 to 86,400,000 ms',
  (milliseconds) => {
    expect(clampDelayMs(milliseconds)).toBeGreaterThanOrEqual(0);
    expect(clampDelayMs(milliseconds)).toBeLessThanOrEqual(86_400_000);
  },
);
