/** The address of the client that the upstream is told. */
import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startEdge, startUpstream } from './harness.ts';

const trusting = { TRUST_PROXY: '127.0.0.0/8,::1/128' };

/** What the upstream is told by a facade with these settings, of a request with this header. */
async function toldOf(env: Record<string, string>, headers: Record<string, string>, lean = true) {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env }, { lean });
  await edge.query('{ project }', headers);
  await edge.get('/downloads/groups/9/avatar', headers);
  return upstream.requests.map((request) => request.headers['x-forwarded-for']);
}

test.each([true, false])('is that of the last proxy that is trusted (lean: %s)', async (lean) => {
  const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
  expect(await toldOf(trusting, headers, lean)).toEqual(['203.0.113.9', '203.0.113.9']);
});

test('is whole for IPv6, whatever network it counts for', async () => {
  expect(await toldOf(trusting, { 'x-forwarded-for': '2001:db8::7:1' })).toEqual(['2001:db8::7:1', '2001:db8::7:1']);
});

test('is told nobody unless TRUST_PROXY is set', async () => {
  expect(await toldOf({}, { 'x-forwarded-for': '203.0.113.9' })).toEqual([undefined, undefined]);
});

test('is that of the connection where the peer is no trusted proxy', async () => {
  const [told] = await toldOf({ TRUST_PROXY: '10.0.0.0/8' }, { 'x-forwarded-for': '203.0.113.9' });
  expect(told).toMatch(/^(?:127\.0\.0\.1|::1)$/);
});

test('is told of operations over a WebSocket, too', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...trusting });
  class Forwarded extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    }
  }
  const client = createClient({
    url: new URL('/graphql', edge.url).href.replace('http', 'ws'),
    webSocketImpl: Forwarded,
  });
  const results = client.iterate({ query: '{ project }' });
  await results.next();
  await client.dispose();
  expect(upstream.requests.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['203.0.113.9']);
});
