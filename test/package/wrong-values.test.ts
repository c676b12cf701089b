/** `portico` with options, requests and results of callbacks that have wrong types, fail, or never arrive. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, createPortico, type Portico, type PorticoOptions } from '../../package/portico.ts';
import { operationRequest, startServer, startUpstream } from './servers.ts';

const publicUrl = 'https://app.example.com/portico/';
const endpoint = `${publicUrl}graphql`;
const query = '{ project(id: 5) { name } }';
const body = JSON.stringify({ query });

interface Line extends Record<string, unknown> {
  readonly message: string;
}

/** @param values options of any type, which JavaScript does not check */
async function create(values: object = {}) {
  const lines: Line[] = [];
  const record = (fields: object, message: string) => void lines.push({ ...fields, message });
  const upstream = await startUpstream();
  const options: PorticoOptions = {
    publicUrl,
    upstreamUrl: upstream.url,
    readRetries: 0,
    logLevel: 'error',
    logger: { debug: record, info: record, warn: record, error: record },
    ...values,
  };
  const facade: Portico = await createPortico(options);
  onTestFinished(async () => {
    await facade.close();
    await upstream[Symbol.asyncDispose]();
  });
  return { facade, upstream, lines };
}

/** Request whose body is a stream. */
function streamedRequest(source: UnderlyingDefaultSource<Uint8Array>): Request {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, duplex: 'half' };
  return new Request(endpoint, { ...init, body: new ReadableStream(source) });
}

test.each<readonly [object, string]>([
  [{ areas: null }, 'areas must be a list of areas'],
  [{ areas: {} }, 'areas must be a list of areas'],
  [{ areas: [null] }, 'areas[0]: an area has name and declarations'],
  [{ environment: null }, 'environment must be an object with variables'],
  [{ environment: { MAX_DEPTH: 5 } }, 'MAX_DEPTH of environment must be a string'],
  [{ credential: null }, 'credential must be a function that returns the credential of a request'],
  [{ logger: null }, 'logger must have the methods debug, info, warn, error'],
  [{ metrics: null }, 'metrics must be a Registry of prom-client'],
  [{ metrics: { registerMetric: () => undefined } }, 'metrics must be a Registry of prom-client'],
  [{ maxDepth: null }, 'maxDepth must be of the type number'],
  [{ maxDepth: Object.create(null) }, 'maxDepth must be of the type number'],
  [{ maxDepth: Symbol('5') }, 'maxDepth must be of the type number'],
  [{ maxDepth: [[5]] }, 'maxDepth must be of the type number'],
  [{ sandbox: () => true }, 'sandbox must be of the type boolean'],
  [{ corsOrigins: [null] }, 'corsOrigins must be of the type string | readonly string[]'],
  [{ publicUrl: new Date() }, 'publicUrl must be of the type string | URL'],
])('an option of a wrong type is a ConfigError: %o', async (options, message) => {
  const creation = createPortico({ publicUrl, upstreamUrl: 'http://127.0.0.1:9', ...options });
  await expect(creation).rejects.toThrow(ConfigError);
  await expect(creation).rejects.toThrow(message);
});

test('options that are no object are a ConfigError', async () => {
  for (const options of [null, undefined, 'options', []])
    await expect(Reflect.apply(createPortico, undefined, [options])).rejects.toThrow(ConfigError);
});

test('a URL of another realm is accepted', async () => {
  const { facade } = await create({ publicUrl: { href: publicUrl } });
  expect((await facade.fetch(operationRequest(endpoint, query))).status).toBe(200);
});

test.each([[null], [{ clientAddress: null }], [{ clientAddress: undefined }], [{ clientAddress: 'unknown' }]])(
  'fetch accepts a context without an address: %j',
  async (context) => {
    const { facade, lines } = await create();
    const response = await facade.fetch(operationRequest(endpoint, query), context);
    expect([response.status, lines]).toEqual([200, []]);
  },
);

test('fetch rejects an address of another type', async () => {
  const { facade } = await create();
  const request = operationRequest(endpoint, query);
  await expect(Reflect.apply(facade.fetch, undefined, [request, { clientAddress: 5 }])).rejects.toThrow(
    'clientAddress must be a string',
  );
});

test('fetch responds to a body that stalls after bodyTimeoutMs, and cancels it', async () => {
  const { facade } = await create({ bodyTimeoutMs: 100 });
  const cancelled = Promise.withResolvers<void>();
  const chunk = Buffer.from(body).subarray(0, 5);
  const request = streamedRequest({ start: (controller) => controller.enqueue(chunk), cancel: cancelled.resolve });
  const response = await facade.fetch(request);
  expect([response.status, await response.json()]).toMatchObject([
    408,
    { errors: [{ message: expect.stringContaining('100 ms'), extensions: { code: 'REQUEST_TIMEOUT' } }] },
  ]);
  await cancelled.promise;
});

test('a request handler responds to a body that stalls after bodyTimeoutMs', async () => {
  await using server = await startServer();
  const { facade } = await create({ publicUrl: server.url, bodyTimeoutMs: 100 });
  server.onRequest(facade.request);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s);
});

test.each([undefined, 'a reason', new Error('a reason')])(
  'fetch is rejected if the body fails with %o',
  async (reason) => {
    const { facade, upstream } = await create();
    await expect(facade.fetch(streamedRequest({ start: (controller) => controller.error(reason) }))).rejects.toThrow(
      reason instanceof Error ? 'a reason' : 'The body of the request failed',
    );
    expect(upstream.calls).toEqual([]);
  },
);

test('fetch is rejected if the body was used', async () => {
  const { facade } = await create();
  const request = operationRequest(endpoint, query);
  await request.text();
  await expect(facade.fetch(request)).rejects.toThrow(TypeError);
});

test.each([false, 0, '', 'a b', 'token\n', 'tökén', {}, { bearer: undefined }, { bearer: '' }, [], Symbol('token')])(
  'a credential that is no token is an error: %o',
  async (value) => {
    const { facade, upstream, lines } = await create({ credential: () => value });
    const response = await facade.fetch(operationRequest(endpoint, query, { 'private-token': 'own' }));
    expect([response.status, upstream.calls]).toEqual([500, []]);
    expect(lines).toMatchObject([
      {
        message: 'the credential of a request could not be selected',
        error: expect.stringContaining('credential must return a token'),
      },
    ]);
  },
);

test('null in place of a credential uses the headers of the request', async () => {
  const { facade, upstream } = await create({ credential: () => null });
  await facade.fetch(operationRequest(endpoint, query, { 'private-token': 'own' }));
  expect(upstream.calls).toEqual(['GET /api/v4/projects/5 own']);
});

test('a credential that does not arrive within operationTimeoutMs is an error', async () => {
  const never = new Promise<string>(() => undefined);
  const { facade, lines } = await create({ credential: () => never, operationTimeoutMs: 100 });
  expect((await facade.fetch(operationRequest(endpoint, query))).status).toBe(500);
  expect(lines).toMatchObject([{ error: expect.stringContaining('within 100 ms (OPERATION_TIMEOUT_MS)') }]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('full');
    },
  ],
  ['returns a rejected promise', () => Promise.reject(new Error('full'))],
])('a logger that %s affects no operation, and is reported once', async (_, log) => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const { facade } = await create({ logger: { debug: log, info: log, warn: log, error: log }, logLevel: 'info' });
  for (let index = 0; index < 2; index += 1)
    expect((await facade.fetch(operationRequest(endpoint, query))).status).toBe(200);
  await expect.poll(() => warnings).toMatchObject([{ message: 'full' }]);
});

test('the credential is not used for a request with an opaque origin and without a host', async () => {
  await using server = await startServer();
  const { facade, upstream } = await create({ publicUrl: server.url, credential: () => 'token-of-session' });
  server.onRequest(facade.request);
  const send = async (...headers: string[]) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = ['POST /graphql HTTP/1.0', 'Content-Type: application/json', `Content-Length: ${body.length}`];
    socket.write([...head, ...headers, '', body].join('\r\n'));
    return text(socket);
  };
  for (const origin of ['null', 'file://', 'https://other.example.com'])
    expect(await send(`Origin: ${origin}`)).toMatch(/^HTTP\/1\.[01] 403 .*CROSS_SITE_REFUSED/s);
  expect(upstream.calls).toEqual([]);
  expect(await send('Host: a.example.com', 'Origin: https://a.example.com')).toContain(' 200 ');
});
