/** Stops with clients that keep connections open, failed starts, and timeouts of connections and operations. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
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

const openConnections: readonly [string, string][] = [
  ['sends nothing', ''],
  ['sends half of the headers', 'GET /graphql HTTP/1.1\r\nHo'],
  ['sends an incomplete body', `${post('{ hello }').slice(0, -5)}`],
  ['waits for a response of the upstream', post('{ project }')],
  ['does not read a large response', post('{ large(length: 33554432) }')],
  ['does not read the events of a subscription', post('subscription { texts }', 'text/event-stream')],
  ['subscribes to a field without events', post('subscription { silence }', 'text/event-stream')],
  ['does not respond to the close of its WebSocket', request('GET /graphql HTTP/1.1', ['Host: localhost', ...upgrade])],
  [
    'keeps its connection after a rejected WebSocket',
    request('GET /elsewhere HTTP/1.1', ['Host: localhost', ...upgrade]),
  ],
  ['keeps its connection after a malformed request', 'BREW / HTTP/1.1\r\n\r\n'],
];

test.each(openConnections)('a stop ends within 5 seconds while a client %s', async (_, bytes) => {
  await using upstream = await startUpstream(() => {});
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, DRAIN_TIMEOUT_MS: '500' });
  using socket = await open(edge);
  socket.pause();
  socket.write(bytes.replace('Connection: close\r\n', ''));
  await pause(100);
  const startedAt = performance.now();
  await edge.close();
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(edge.activity).toMatchObject({ sockets: 0, subscriptions: 0 });
});

/** Number of servers in this process, including closing ones. */
const countServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
const initialServers = countServers();

test('a failed start leaves no server open', async () => {
  const occupyingServer = createServer();
  await once(occupyingServer.listen(0, '127.0.0.1'), 'listening');
  const address = occupyingServer.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  // Servers of earlier tests may still be closing.
  await expect.poll(countServers).toBe(initialServers + 1);
  const config = readConfig({ SANDBOX: 'true', PORT: port, LOG_LEVEL: 'silent' });
  await expect(startPortico(config)).rejects.toThrow('EADDRINUSE');
  await expect.poll(countServers).toBe(initialServers + 1);
  occupyingServer.close();
});

test('the Keep-Alive header contains KEEP_ALIVE_TIMEOUT_MS, by default 75 seconds', async () => {
  await using edge = await startEdge();
  const response = await fetch(new URL('/health', edge.url));
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
  await using short = await startEdge({ KEEP_ALIVE_TIMEOUT_MS: '2000' });
  expect((await fetch(new URL('/health', short.url))).headers.get('keep-alive')).toBe('timeout=2');
});

const longDocumentSettings = { maxDocumentBytes: 2_000_000, maxDocumentLines: 1_000_000 };

test('OPERATION_TIMEOUT_MS includes the time of parsing', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({
    UPSTREAM_URL: upstream.url,
    OPERATION_TIMEOUT_MS: '1',
    ...longDocumentSettings,
  });
  // Parsing this document takes longer than 1 ms.
  const { body } = await edge.query(`{ project } ${'#\n'.repeat(500_000)}`);
  expect(body.errors).toMatchObject([{ extensions: { code: 'DEADLINE_EXCEEDED' } }]);
  expect(upstream.requests).toEqual([]);
});
