/** Clients that read, while another connection of their caller has too many unsent bytes: each learns why its operation ends. */
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { readAllParts, readParts } from '../gated-upstream.ts';
import { open } from './wire.ts';

const mebibyte = 1024 * 1024;

/** Starts a facade whose upstream responds when it is released. */
async function start() {
  const release = Promise.withResolvers<void>();
  const upstream = await startUpstream((_, response) => void release.promise.then(() => response.end('{"id":1}')));
  const edge = await startEdge({
    UPSTREAM_URL: upstream.url,
    maxUnsentBytesPerCaller: 20 * mebibyte,
    MAX_RESPONSE_BYTES: `${64 * mebibyte}`,
  });
  onTestFinished(async () => {
    release.resolve();
    await edge[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });
  return {
    url: edge.url,
    lines: edge.lines,
    release: release.resolve,
    send: (query: string, accept: string) =>
      fetch(new URL('/graphql', edge.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query }),
      }),
    /** Waits for a REST call of an operation. */
    waitForCall: () => expect.poll(() => upstream.requests.length).toBe(1),
    /** Exceeds the limit by a response that its client does not read. */
    async exceed() {
      const socket = await open(edge);
      onTestFinished(() => void socket.destroy());
      socket.pause();
      socket.write('GET /graphql?query={large(length:33554432)} HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await expect
        .poll(async () => (await edge.query('{ hello }')).body.errors?.[0]?.extensions?.code, { timeout: 20_000 })
        .toBe('UNSENT_LIMIT');
    },
  };
}

/** Starts an operation over a WebSocket. Its messages are collected until the socket is closed. */
async function openSocket({ url }: { readonly url: URL }, query: string) {
  const socket = new WebSocket(new URL('/graphql', url).href.replace('http', 'ws'), 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  const messages: { readonly type: string; readonly payload?: unknown }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await expect.poll(() => messages.length).toBe(1);
  socket.send(JSON.stringify({ id: 'a', type: 'subscribe', payload: { query } }));
  return { socket, messages };
}

const limitError = (extensions: object = {}) => ({
  message: expect.stringContaining('a quarter of MAX_UNSENT_BYTES'),
  extensions: { code: 'UNSENT_LIMIT', retryAfter: 5, ...extensions },
});

describe('a subscription', () => {
  const query = 'subscription { project }';

  test('over an event stream ends with an error and its completion', async () => {
    const facade = await start();
    const response = await facade.send(query, 'text/event-stream');
    await facade.waitForCall();
    await facade.exceed();
    facade.release();
    const text = await response.text();
    const events = [...text.matchAll(/^event: (\w+)\ndata:(.*)$/gm)].map(([, name, data = '']) => [name, data.trim()]);
    expect(events.map(([name]) => name)).toEqual(['next', 'next', 'complete']);
    expect(JSON.parse(events[1]?.[1] ?? '')).toEqual({ data: null, errors: [limitError()] });
  });

  test('over a WebSocket ends with an error and its completion', async () => {
    const facade = await start();
    const { messages } = await openSocket(facade, query);
    await facade.waitForCall();
    await facade.exceed();
    facade.release();
    await expect.poll(() => messages.length).toBe(4);
    expect(messages.slice(2)).toEqual([
      { id: 'a', type: 'next', payload: { data: null, errors: [limitError()] } },
      { id: 'a', type: 'complete' },
    ]);
  });
});

describe('an incremental response', () => {
  const query = '{ hello ... @defer { project } }';
  const lastPart = { hasNext: false, completed: [{ id: '0', errors: [limitError()] }] };

  test.each(['multipart/mixed', 'text/event-stream'])(
    'over %s ends with a part that contains the error',
    async (accept) => {
      const facade = await start();
      const response = await facade.send(query, accept);
      await facade.waitForCall();
      await facade.exceed();
      facade.release();
      expect(await readAllParts(response)).toEqual([expect.objectContaining({ data: { hello: 'world' } }), lastPart]);
    },
  );

  test('over a WebSocket ends with a part that contains the error', async () => {
    const facade = await start();
    const { messages } = await openSocket(facade, query);
    await facade.waitForCall();
    await facade.exceed();
    facade.release();
    await expect.poll(() => messages.length).toBe(4);
    expect(messages.slice(2)).toEqual([
      { id: 'a', type: 'next', payload: lastPart },
      { id: 'a', type: 'complete' },
    ]);
  });
});

describe('a new operation', () => {
  test.each([
    ['multipart/mixed', '{ hello ... @defer { project } }'],
    ['text/event-stream', '{ hello }'],
    ['text/event-stream', '{ hello ... @defer { project } }'],
  ])('that accepts %s receives the error: %s', async (accept, query) => {
    const facade = await start();
    await facade.exceed();
    const response = await facade.send(query, accept);
    for await (const part of readParts(response)) {
      expect(part).toMatchObject({ errors: [limitError()] });
      return;
    }
    throw new Error(`The response has no body, and the status ${response.status}`);
  });

  test('over a new WebSocket receives the error', async () => {
    const facade = await start();
    await facade.exceed();
    const { messages } = await openSocket(facade, '{ hello }');
    await expect.poll(() => messages.length).toBe(2);
    expect(messages[1]).toEqual({ id: 'a', type: 'error', payload: [limitError()] });
  });
});

describe('a large result of a mutation', () => {
  const query = 'mutation { write(length: 100000) }';
  const outcome = { msg: 'operation', outcome: 'failed', errors: ['UNSENT_LIMIT'] };

  test.each(['application/json', 'application/graphql-response+json', 'text/event-stream'])(
    'over %s is replaced by an error that states the effect of the write',
    async (accept) => {
      const facade = await start();
      const sending = facade.send(query, accept);
      await facade.waitForCall();
      await facade.exceed();
      facade.release();
      const response = await sending;
      const [part] = await readAllParts(response);
      expect(part).toEqual({ data: null, errors: [limitError({ write: 'ACCEPTED' })] });
      if (accept !== 'text/event-stream')
        expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
      expect(facade.lines).toContainEqual(expect.objectContaining(outcome));
    },
  );

  test('over a WebSocket is replaced by an error that states the effect of the write', async () => {
    const facade = await start();
    const { messages } = await openSocket(facade, query);
    await facade.waitForCall();
    await facade.exceed();
    facade.release();
    await expect.poll(() => messages.length).toBe(3);
    expect(messages[1]).toEqual({
      id: 'a',
      type: 'next',
      payload: { data: null, errors: [limitError({ write: 'ACCEPTED' })] },
    });
    expect(facade.lines).toContainEqual(expect.objectContaining(outcome));
  });
});

test('large results of mutations that end at the same time are replaced by errors that state the effect of the write', async () => {
  const facade = await start();
  const responses = Array.from({ length: 6 }, () =>
    facade.send(`mutation { write(length: ${8 * mebibyte}) }`, 'application/json'),
  );
  await facade.waitForCall();
  facade.release();
  const bodies = await Promise.all(responses.map(async (response) => (await response).json()));
  const rejected = bodies.filter(({ errors }) => errors !== undefined);
  expect(rejected.length).toBeGreaterThan(0);
  for (const body of rejected) expect(body).toEqual({ data: null, errors: [limitError({ write: 'ACCEPTED' })] });
});
