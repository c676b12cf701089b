/** `portico`: a facade in the server of an application, over real HTTP. */
import { createClient } from 'graphql-ws';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ConfigError, createPortico, type Portico, type PorticoOptions } from '../../package/portico.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { operationRequest, startServer, startUpstream } from './servers.ts';

const query = '{ project(id: 5) { name } }';
const expectedResult = (port: string) => ({ data: { project: { name: `Project of ${port}` } } });

const facades: Portico[] = [];

async function create(options: PorticoOptions): Promise<Portico> {
  const portico = await createPortico({ logLevel: 'silent', readRetries: 0, ...options });
  facades.push(portico);
  return portico;
}

afterEach(async () => {
  for (const facade of facades.splice(0)) await facade.close();
});

const publicUrl = 'https://app.example.com/portico/';
const endpoint = `${publicUrl}graphql`;

describe('fetch', () => {
  test('responds to an operation with the REST calls that it needs', async () => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
    const response = await fetch(operationRequest(endpoint, query, { 'private-token': 'a-token' }));
    expect([response.status, await response.json()]).toEqual([200, expectedResult(upstream.port)]);
    expect(response.headers.get('connection')).toBeNull();
    expect(upstream.calls).toEqual(['GET /api/v4/projects/5 a-token']);
  });

  test('serves GraphiQL with its files below the path of the public URL', async () => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
    const page = await fetch(new Request(endpoint, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }));
    expect(page.headers.get('content-encoding')).toBeNull();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<title>Portico</title>');
    const head = await fetch(new Request(`${publicUrl}health`, { method: 'HEAD' }));
    expect([head.status, head.body]).toEqual([200, null]);
  });

  test('redirects the path of the public URL to the endpoint below it', async () => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
    const { status, headers } = await fetch(new Request(publicUrl));
    expect([status, new URL(headers.get('location') ?? '', publicUrl).href]).toEqual([302, endpoint]);
  });

  test('lists the REST calls that its fields make, with a query for each, for the search of GraphiQL', async () => {
    await using upstream = await startUpstream();
    const options = { publicUrl, upstreamUrl: upstream.url };
    const get = async (facade: Portico, path: string) => {
      const response = await facade.fetch(new Request(`${publicUrl}graphiql/${path}`));
      return { status: response.status, body: await response.json() };
    };
    const facade = await create({
      ...options,
      deniedFields: 'Project.labels, Pipeline.variables',
      deniedAreas: 'runners',
    });
    const { body: calls } = await get(facade, 'rest-calls.json');
    const ids = calls.map(({ id }: { readonly id: string }) => id);
    expect(calls).toContainEqual(
      expect.objectContaining({ id: 'createLabel', method: 'POST', field: 'Mutation.labelCreate' }),
    );
    // `MergeRequest.labels` reads the list for a label with an unusual title only, so that no query makes exactly this call.
    expect(ids).not.toContain('listLabels');
    expect(ids).not.toContain('listPipelineVariables');
    expect(ids).not.toContain('listAllRunners');
    expect(await get(facade, 'rest-calls/createLabel.json')).toMatchObject({
      status: 200,
      body: { query: expect.stringContaining('labelCreate'), variables: { input: { project: expect.any(String) } } },
    });
    for (const id of ['listLabels', 'listPipelineVariables'])
      expect((await get(facade, `rest-calls/${id}.json`)).status).toBe(404);
    const withoutExtra = await create({ ...options, extra: false });
    const { body: suggestion } = await get(withoutExtra, 'rest-calls/listFeatureFlags.json');
    expect(suggestion.query).toContain('state');
    expect(suggestion.query).not.toContain('extra');
    for (const settings of [{ introspection: false }, { graphiql: false }])
      expect((await get(await create({ ...options, ...settings }), 'rest-calls.json')).status).toBe(404);
  });

  test('responds to searches for REST calls with malformed values, and with Allow to other methods', async () => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
    const send = async (path: string, method: string, body?: string) => {
      const headers = { 'content-type': 'application/json', origin: new URL(publicUrl).origin };
      const init = body === undefined ? { method } : { method, headers, body };
      const response = await fetch(new Request(`${publicUrl}graphiql/rest-calls/${path}`, init));
      await response.text();
      return response;
    };
    expect((await send('listErrorTrackingClientKeys.json?per_page=100%25', 'GET')).status).toBe(200);
    expect((await send('listErrorTrackingClientKeys.json', 'POST', '{"body":{"per_page":"%E0%A4%A"}}')).status).toBe(
      200,
    );
    expect((await send('listGroups.json', 'POST', '{"body":{"visibility":{"\\ud800":"\\udfff"}}}')).status).toBe(400);
    const { status, headers } = await send('createLabel.json', 'PUT');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
  });

  test('finds the queries of many long REST calls that are searched concurrently', async () => {
    await using upstream = await startUpstream();
    const facade = await create({ publicUrl, upstreamUrl: upstream.url });
    const get = async (search: string) => {
      const url = `${publicUrl}graphiql/rest-calls/listProjectMergeRequests.json?${search}`;
      const response = await facade.fetch(new Request(url));
      return { status: response.status, body: await response.json() };
    };
    const members = Array.from({ length: 11 }, (_, index) => `not[${index}]=1`).join('&');
    expect(await get(members)).toMatchObject({
      status: 200,
      body: { remarks: [expect.stringContaining('The call is made without not[0]=1')] },
    });
    const { query } = (await get(`labels=${'a,'.repeat(250)}b`)).body;
    expect(query.replace(/\s+/g, ' ')).toContain('filter: { labels: { names: [ "a" "a" ');
    const statuses = await Promise.all(Array.from({ length: 17 }, async () => (await get('state=opened')).status));
    expect(statuses).toEqual(Array(17).fill(200));
  });

  test.each([
    [
      'listLabels',
      `search=${'a'.repeat(8200)}`,
      {},
      'the URL has 8241 characters; the limit is 8192. Omit query parameters',
    ],
    [
      'listGroups',
      Array.from({ length: 65 }, (_, index) => `a${index}=1`).join('&'),
      {},
      'the call has 65 parameters and members; the limit is 64. Omit some of them',
    ],
    [
      'listMergeRequests',
      'labels[]=a&'.repeat(501),
      {},
      'the call has 501 values; the limit is 500. Omit some of them',
    ],
    ['createLabel', '', { name: Array(501).fill(1) }, 'the call has 501 values; the limit is 500. Omit some of them'],
    [
      'listMergeRequests',
      `not${'[a]'.repeat(9)}=1`,
      {},
      'the parameter "not" is nested too deeply; the limit is 8 levels',
    ],
    [
      'createLabel',
      '',
      { name: JSON.parse(`${'['.repeat(1900)}${']'.repeat(1900)}`) },
      'the parameter "name" is nested too deeply; the limit is 8 levels',
    ],
  ])('rejects a large call of %s before it searches for its query', async (operation, search, body, message) => {
    await using upstream = await startUpstream();
    const facade = await create({ publicUrl, upstreamUrl: upstream.url });
    const url = `${publicUrl}graphiql/rest-calls/${operation}.json?${search}`;
    const response = await facade.fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body }),
      }),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  });

  test.each([
    ['shareGroup', '', { group_access: { toString: 1, valueOf: 1 } }],
    ['createLabel', '', { name: { __proto__: null, toString: 1 }, color: [{ toString: { toString: 1 } }] }],
    ['listMergeRequests', 'not[labels][toString]=1&not[labels][valueOf]=1', {}],
    ['listUsers', 'custom_attributes[toString][toString]=1', {}],
  ])('finds a query of %s for members with the names of methods', async (operation, search, body) => {
    await using upstream = await startUpstream();
    const facade = await create({ publicUrl, upstreamUrl: upstream.url });
    const url = `${publicUrl}graphiql/rest-calls/${operation}.json?${search}`;
    const response = await facade.fetch(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body }),
      }),
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ query: expect.any(String) });
  });

  test('limits the body of a searched REST call, and accepts JSON only', async () => {
    await using upstream = await startUpstream();
    const facade = await create({ publicUrl, upstreamUrl: upstream.url });
    const post = async (value: unknown, type = 'application/json') => {
      const response = await facade.fetch(
        new Request(`${publicUrl}graphiql/rest-calls/createLabel.json`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: typeof value === 'string' ? value : JSON.stringify(value),
        }),
      );
      return { status: response.status, body: await response.json() };
    };
    const failure = (message: string) => ({ errors: [{ message: expect.stringContaining(message) }] });
    expect(await post({ body: { name: 'bug', color: 'red' } })).toMatchObject({
      status: 200,
      body: { variables: { input: { name: 'bug', color: 'red' } }, remarks: [] },
    });
    for (const body of [{ name: Array(11).fill('a') }, { name: { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } } }])
      expect(await post({ body })).toMatchObject({
        status: 200,
        body: { remarks: expect.arrayContaining([expect.stringContaining('invalid value at .name')]) },
      });
    expect(await post({ body: { name: 'a'.repeat(5000) } })).toMatchObject({
      status: 413,
      body: failure('the limit is 4096 bytes. Find its query with portico find'),
    });
    expect(await post('{')).toMatchObject({ status: 400, body: failure('not valid JSON') });
    expect(await post({}, 'text/plain')).toMatchObject({ status: 415 });
  });

  test.each(['https://app.example.com/graphql', 'https://app.example.com/porticographql'])(
    'responds with 404 to a path that is not below the public URL: %s',
    async (url) => {
      await using upstream = await startUpstream();
      const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
      const response = await fetch(operationRequest(url, query));
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { errors: [{ message: 'GraphQL is at /portico/graphql', extensions: { code: 'NOT_FOUND' } }] },
      ]);
      expect(upstream.calls).toEqual([]);
    },
  );

  test('streams events, and stops polling when the consumer cancels', async () => {
    const sandbox = await startSandbox({ keptRequests: 100 });
    try {
      const { fetch } = await create({ publicUrl, upstreamUrl: sandbox.url, watchFirstIntervalMs: 20 });
      const subscription = 'subscription { pipeline(id: "gid://service/Pipeline/14/2991") { status } }';
      const response = await fetch(
        operationRequest(endpoint, subscription, {
          accept: 'text/event-stream',
          'private-token': sandbox.tokens.developer,
        }),
      );
      const reader = response.body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(first).toMatch(/^(?::|event: next)/);
      const polls = () => sandbox.requests.length;
      await expect
        .poll(async () => {
          const before = polls();
          await new Promise((resolve) => setTimeout(resolve, 200));
          return polls() - before;
        })
        .toBe(0);
    } finally {
      await sandbox.close();
    }
  });

  test.each([1, 1000])('reads the body itself if Content-Length is %i', async (length) => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
    const response = await fetch(operationRequest(endpoint, query, { 'content-length': String(length) }));
    expect([response.status, await response.json()]).toEqual([200, expectedResult(upstream.port)]);
  });

  test('rejects a method that HTTP servers do not support', async () => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
    const response = await fetch(new Request(endpoint, { method: 'BREW' }));
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  test('cancels the REST calls of an aborted request', async () => {
    const aborted = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await using server = await startServer();
    server.onRequest((request) => {
      arrived.resolve();
      request.on('close', aborted.resolve);
    });
    const { fetch } = await create({ publicUrl, upstreamUrl: server.url });
    const controller = new AbortController();
    const pending = fetch(new Request(operationRequest(endpoint, query), { signal: controller.signal }));
    await arrived.promise;
    controller.abort();
    await expect(pending).rejects.toThrow('aborted');
    await aborted.promise;
  });

  test('rejects a body beyond maxBodyBytes', async () => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url, maxBodyBytes: 100 });
    const response = await fetch(operationRequest(endpoint, `{ project(id: 5) { name } } # ${'x'.repeat(100)}`));
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { errors: [{ extensions: { code: 'BODY_LIMIT' } }] },
    ]);
  });
});

describe('handlers of node:http', () => {
  test('respond below the public URL, and pass other requests to the application', async () => {
    await using upstream = await startUpstream();
    await using server = await startServer();
    const { request } = await create({ publicUrl: new URL('/portico', server.url), upstreamUrl: upstream.url });
    server.onRequest((incoming, response) => request(incoming, response, () => response.end('from the application')));
    const response = await fetch(operationRequest(new URL('/portico/graphql', server.url), query));
    expect(await response.json()).toEqual(expectedResult(upstream.port));
    expect(await (await fetch(new URL('/graphql', server.url))).text()).toBe('from the application');
  });

  test('return 500 and log a line if the body was read before', async () => {
    await using upstream = await startUpstream();
    await using server = await startServer();
    const lines: unknown[] = [];
    const record = (_: object, message: string) => void lines.push(message);
    const logger = { debug: record, info: record, warn: record, error: record };
    const { request } = await create({ publicUrl: server.url, upstreamUrl: upstream.url, logger, logLevel: 'error' });
    server.onRequest(async (incoming, response) => {
      await incoming.toArray();
      request(incoming, response);
    });
    const response = await fetch(operationRequest(new URL('/graphql', server.url), query));
    expect(response.status).toBe(500);
    expect(lines).toEqual([
      'the body of a request was read before the facade received it; mount the facade before body parsers',
    ]);
  });

  test('serve WebSockets below the public URL, and pass other upgrades to the application', async () => {
    await using upstream = await startUpstream();
    await using server = await startServer();
    const { upgrade } = await create({ publicUrl: new URL('/portico', server.url), upstreamUrl: upstream.url });
    server.onUpgrade((incoming, socket, head) => {
      if (!upgrade(incoming, socket, head)) socket.end('HTTP/1.1 418 I am a teapot\r\n\r\n');
    });
    const client = createClient({
      url: `${new URL('/portico/graphql', server.url)}`.replace('http', 'ws'),
      webSocketImpl: WebSocket,
    });
    expect((await client.iterate({ query }).next()).value).toEqual(expectedResult(upstream.port));
    await client.dispose();
    const otherSocket = new WebSocket(`${server.url}`.replace('http', 'ws'));
    const error = await new Promise<Error>((resolve) => otherSocket.once('error', resolve));
    expect(error.message).toContain('418');
  });

  test('respond with 503 after close', async () => {
    await using upstream = await startUpstream();
    await using server = await startServer();
    const { request, close } = await create({ publicUrl: server.url, upstreamUrl: upstream.url });
    server.onRequest(request);
    await Promise.all([close(), close()]);
    const response = await fetch(operationRequest(new URL('/graphql', server.url), query));
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { errors: [{ extensions: { code: 'CANCELLED' } }] },
    ]);
    expect(upstream.calls).toEqual([]);
  });
});

test('connects several facades in one process to different upstreams', async () => {
  await using first = await startUpstream();
  await using second = await startUpstream();
  const firstFacade = await create({ publicUrl, upstreamUrl: first.url });
  const secondFacade = await create({ publicUrl, upstreamUrl: second.url, maxDepth: 1 });
  const execute = async (facade: Portico) => (await facade.fetch(operationRequest(endpoint, query))).json();
  expect(await execute(firstFacade)).toEqual(expectedResult(first.port));
  expect(await execute(secondFacade)).toMatchObject({ errors: [{ extensions: { code: 'DEPTH_LIMIT' } }] });
  await secondFacade.close();
  expect(await execute(firstFacade)).toEqual(expectedResult(first.port));
  expect([first.calls.length, second.calls.length]).toEqual([2, 0]);
});

describe('credential', () => {
  const session = { cookie: 'session=1' };
  const credential: PorticoOptions['credential'] = async ({ headers }) =>
    headers.get('cookie') === 'session=1' ? 'token-of-session' : undefined;

  async function execute(headers: Record<string, string>, options: Partial<PorticoOptions> = {}) {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url, credential, ...options });
    const response = await fetch(operationRequest(endpoint, query, headers));
    return { status: response.status, calls: upstream.calls, body: await response.json() };
  }

  test('replaces that in the headers of a request', async () => {
    expect((await execute({ ...session, 'private-token': 'other' })).calls).toEqual([
      'GET /api/v4/projects/5 token-of-session',
    ]);
  });

  test('can be a bearer token', async () => {
    const { calls } = await execute(session, { credential: () => ({ bearer: 'of-oauth' }) });
    expect(calls).toEqual(['GET /api/v4/projects/5 Bearer of-oauth']);
  });

  test('comes from the headers if the function returns undefined', async () => {
    expect((await execute({ 'private-token': 'own' })).calls).toEqual(['GET /api/v4/projects/5 own']);
  });

  test.each([
    { origin: 'https://other.example.com' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'content-type': 'text/plain' },
  ])('does not apply to a request that a page of another site may have sent: %j', async (headers) => {
    const { status, calls, body } = await execute({ ...session, ...headers });
    expect(calls).toEqual([]);
    expect([status, body]).toMatchObject([403, { errors: [{ extensions: { code: 'CROSS_SITE_REFUSED' } }] }]);
  });

  test.each([
    { origin: 'https://app.example.com' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://friend.example.com' },
  ])('applies to pages of the application and of corsOrigins: %j', async (headers) => {
    const { calls } = await execute({ ...session, ...headers }, { corsOrigins: ['https://friend.example.com'] });
    expect(calls).toEqual(['GET /api/v4/projects/5 token-of-session']);
  });

  test('applies to WebSockets, except for those of pages of another site', async () => {
    await using upstream = await startUpstream();
    await using server = await startServer();
    const { upgrade } = await create({ publicUrl: server.url, upstreamUrl: upstream.url, credential });
    server.onUpgrade(upgrade);
    const url = `${new URL('/graphql', server.url)}`.replace('http', 'ws');
    class SocketOfSession extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols, { headers: session });
      }
    }
    const client = createClient({ url, webSocketImpl: SocketOfSession });
    expect((await client.iterate({ query }).next()).value).toEqual(expectedResult(upstream.port));
    await client.dispose();
    expect(upstream.calls).toEqual(['GET /api/v4/projects/5 token-of-session']);
    const foreign = new WebSocket(url, 'graphql-transport-ws', {
      headers: session,
      origin: 'https://other.example.com',
    });
    const error = await new Promise<Error>((resolve) => foreign.once('error', resolve));
    expect(error.message).toContain('403');
  });

  test('returns 500 and logs the error if the function fails', async () => {
    const lines: unknown[] = [];
    const record = (fields: object, message: string) => void lines.push({ ...fields, message });
    const { status, calls, body } = await execute(session, {
      credential: () => Promise.reject(new Error('no session store')),
      logger: { debug: record, info: record, warn: record, error: record },
      logLevel: 'error',
    });
    expect([status, calls]).toEqual([500, []]);
    expect(JSON.stringify(body)).not.toContain('session store');
    expect(lines).toMatchObject([{ message: 'the credential of a request could not be selected' }]);
    expect(JSON.stringify(lines)).toContain('no session store');
  });
});

test('registers the metrics of a facade in the registry of its embedder until the facade is closed', async () => {
  await using upstream = await startUpstream();
  const metrics = new Registry();
  const { fetch, close } = await create({ publicUrl, upstreamUrl: upstream.url, metrics });
  await fetch(operationRequest(endpoint, query));
  const text = await metrics.metrics();
  expect(text).toMatch(/^portico_rest_calls_total\{operation="getProject",status="200",[^}]*\} 1$/m);
  expect(text).toMatch(/^portico_rest_call_duration_seconds_bucket\{le="\+Inf",operation="getProject"\} 1$/m);
  expect(text).toMatch(/^portico_rest_call_duration_seconds_count\{operation="getProject"\} 1$/m);
  expect(text).toMatch(/^portico_ready 1$/m);
  await expect(createPortico({ publicUrl, upstreamUrl: upstream.url, metrics })).rejects.toThrow(
    'already been registered',
  );
  expect(await metrics.metrics()).toContain('portico_ready');
  await close();
  expect(await metrics.metrics()).not.toContain('portico_');
});

test('passes log lines to the logger of the embedder without secrets', async () => {
  await using upstream = await startUpstream();
  const lines: { readonly level: string; readonly message: string }[] = [];
  const recordAs = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, ...fields });
  const logger = { debug: recordAs('debug'), info: recordAs('info'), warn: recordAs('warn'), error: recordAs('error') };
  const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url, logger, logLevel: 'info' });
  await fetch(operationRequest(endpoint, query, { 'private-token': 'very-secret' }));
  expect(lines).toContainEqual(expect.objectContaining({ level: 'info', outcome: 'success' }));
  expect(JSON.stringify(lines)).not.toContain('very-secret');
});

describe('options', () => {
  test.each<readonly [object, string]>([
    [{ maxDepth: 0 }, 'maxDepth must be an integer from 1 to 1000'],
    [{ upstreamUrl: 'ftp://example.com' }, 'upstreamUrl must be an http or https URL'],
    [{ upstreamUrl: undefined }, 'upstreamUrl must be set'],
    [{ corsOrigins: [] }, 'corsOrigins must not be empty'],
    [{ redisUrl: 'redis://127.0.0.1:1' }, 'redisUrl requires redisSecret and cursorKey'],
    [{ port: 4000 }, 'port is not an option'],
    [{ maxDepths: 3 }, 'maxDepths is not an option; did you mean maxDepth?'],
    [{ sandboxCassettes: 'nowhere' }, 'sandboxCassettes must be a folder, but there is no such folder'],
    [{ sandboxCassettes: 'package.json' }, 'sandboxCassettes must be a folder, but it is a file'],
    [{ area: [] }, 'area is not an option; did you mean areas?'],
    [{ MAX_REST_CALLS: 5 }, 'MAX_REST_CALLS is not an option; did you mean maxRestCalls?'],
    [{ credential: 'token' }, 'credential must be a function that returns the credential of a request'],
    [{ logger: {} }, 'logger must have the methods debug, info, warn, error'],
    [{ metrics: true }, 'metrics must be a Registry of prom-client'],
    [{ maxRestCall: 5 }, 'maxRestCall is not an option; did you mean maxRestCalls?'],
  ])('are rejected with a message that contains their name: %j', async (options, message) => {
    const creation = create({ publicUrl, upstreamUrl: 'http://127.0.0.1:9', ...options });
    await expect(creation).rejects.toThrow(ConfigError);
    await expect(creation).rejects.toThrow(message);
  });

  test('take precedence over variables of the environment, which set all other options', async () => {
    await using upstream = await startUpstream();
    const environment = {
      UPSTREAM_URL: upstream.url,
      MAX_DEPTH: '1',
      TRACE: 'true',
      PORT: 'not read',
      LOG_LEVEL: 'silent',
    };
    const { fetch } = await create({ publicUrl, environment, maxDepth: 5 });
    const response = await fetch(operationRequest(endpoint, query, { 'x-portico-trace': '1' }));
    expect(await response.json()).toMatchObject({
      ...expectedResult(upstream.port),
      extensions: { rest: expect.anything() },
    });
  });

  test.each<[string, Partial<PorticoOptions>, boolean]>([
    ['by default', {}, false],
    ['with an empty environment', { environment: {} }, false],
    ['with an environment for development', { environment: { NODE_ENV: 'development', TRACE: '' } }, false],
    ['with `trace`', { trace: true }, true],
    ['with `TRACE` in the environment', { environment: { TRACE: 'true' } }, true],
    ['with the sandbox', { upstreamUrl: undefined, sandbox: true }, true],
    ['with the sandbox of the environment', { upstreamUrl: undefined, environment: { SANDBOX: 'true' } }, true],
    [
      'with the sandbox in production',
      { upstreamUrl: undefined, sandbox: true, environment: { NODE_ENV: 'production' } },
      false,
    ],
    ['with the sandbox and without `trace`', { upstreamUrl: undefined, sandbox: true, trace: false }, false],
  ])('enable traces only for the sandbox or explicitly: %s', async (_, options, isTraced) => {
    await using upstream = await startUpstream();
    const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url, ...options });
    const response = await fetch(operationRequest(endpoint, query, { 'x-portico-trace': '1' }));
    const { extensions } = await response.json();
    expect(extensions?.rest !== undefined).toBe(isTraced);
  });

  test('do not include the environment of the process', async () => {
    await using upstream = await startUpstream();
    process.env.MAX_DEPTH = '1';
    try {
      const { fetch } = await create({ publicUrl, upstreamUrl: upstream.url });
      expect(await (await fetch(operationRequest(endpoint, query))).json()).toEqual(expectedResult(upstream.port));
    } finally {
      delete process.env.MAX_DEPTH;
    }
  });
});
