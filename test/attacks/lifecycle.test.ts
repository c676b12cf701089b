/** Stops that clients try to keep from ending. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startPortico } from '../../src/portico.ts';
import { startEdge, startUpstream } from '../edge/harness.ts';
import { open, request } from './wire.ts';

const upgrade = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
];

function post(query: string, accept = 'application/json'): string {
  const body = JSON.stringify({ query });
  const headers = ['Host: localhost', 'Content-Type: application/json', `Accept: ${accept}`];
  return request('POST /graphql HTTP/1.1', [...headers, `Content-Length: ${Buffer.byteLength(body)}`], body);
}

const holding: readonly [string, string][] = [
  ['says nothing', ''],
  ['sends half a head', 'GET /graphql HTTP/1.1\r\nHo'],
  ['sends half a body', `${post('{ hello }').slice(0, -5)}`],
  ['waits for an answer that does not come', post('{ project }')],
  ['does not read a large answer', post('{ large(length: 33554432) }')],
  ['does not read a stream', post('subscription { texts }', 'text/event-stream')],
  ['waits for a stream that says nothing', post('subscription { silence }', 'text/event-stream')],
  ['does not answer the close of a WebSocket', request('GET /graphql HTTP/1.1', ['Host: localhost', ...upgrade])],
  ['was refused a WebSocket', request('GET /elsewhere HTTP/1.1', ['Host: localhost', ...upgrade])],
  ['keeps its side of a connection open', 'BREW / HTTP/1.1\r\n\r\n'],
];

test.each(holding)('a stop ends in time before a client that %s', async (_, sent) => {
  await using upstream = await startUpstream(() => {});
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, DRAIN_TIMEOUT_MS: '500' });
  using socket = await open(edge);
  socket.pause();
  socket.write(sent.replace('Connection: close\r\n', ''));
  await pause(100);
  const started = performance.now();
  await edge.close();
  expect(performance.now() - started).toBeLessThan(5000);
  expect(edge.activity).toMatchObject({ sockets: 0, subscriptions: 0 });
});

/** Number of servers in this process, those that are closing included. */
const countServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
const initialServers = countServers();

test('a start that fails leaves nothing running', async () => {
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  // Servers of earlier tests may still be closing.
  await expect.poll(countServers).toBe(initialServers + 1);
  const config = readConfig({ SANDBOX: 'true', PORT: port, LOG_LEVEL: 'silent' });
  await expect(startPortico(config)).rejects.toThrow('EADDRINUSE');
  await expect.poll(countServers).toBe(initialServers + 1);
  taken.close();
});

test('connections are kept for KEEP_ALIVE_TIMEOUT_MS, by default for longer than proxies keep them', async () => {
  await using edge = await startEdge();
  const response = await fetch(new URL('/health', edge.url));
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
  await using short = await startEdge({ KEEP_ALIVE_TIMEOUT_MS: '2000' });
  expect((await fetch(new URL('/health', short.url))).headers.get('keep-alive')).toBe('timeout=2');
});

/** Lets a document be as long as it likes. */
const wide = { MAX_DOCUMENT_BYTES: '2000000', MAX_DOCUMENT_LINES: '1000000' };

test('the deadline of an operation counts from its arrival, not from its execution', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, OPERATION_TIMEOUT_MS: '1', ...wide });
  // Parsing this alone takes longer than that.
  const { body } = await edge.query(`{ project } ${'#\n'.repeat(500_000)}`);
  expect(body.errors).toMatchObject([{ extensions: { code: 'DEADLINE_EXCEEDED' } }]);
  expect(upstream.requests).toEqual([]);
});
