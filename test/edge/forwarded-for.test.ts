/** Client address that is forwarded to the upstream. */
import { createClient } from 'graphql-ws';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startFacade } from '../harness.ts';
import { startEdge, startUpstream } from './harness.ts';

const trusting = { TRUST_PROXY: '127.0.0.0/8,::1/128' };

/** Returns the addresses that a facade forwards for a query and a download. */
async function getForwardedAddresses(env: Record<string, string>, headers: Record<string, string>) {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...env });
  await edge.query('{ project }', headers);
  await edge.get('/downloads/groups/9/avatar', headers);
  return upstream.requests.map((request) => request.headers['x-forwarded-for']);
}

test('forwards the address that the last trusted proxy reports', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
  expect(await getForwardedAddresses(trusting, headers)).toEqual(['203.0.113.9', '203.0.113.9']);
});

test('forwards the complete IPv6 address, not only its network', async () => {
  expect(await getForwardedAddresses(trusting, { 'x-forwarded-for': '2001:db8::7:1' })).toEqual([
    '2001:db8::7:1',
    '2001:db8::7:1',
  ]);
});

test('forwards no address without TRUST_PROXY', async () => {
  expect(await getForwardedAddresses({}, { 'x-forwarded-for': '203.0.113.9' })).toEqual([undefined, undefined]);
});

test('forwards the address of the connection if the peer is not a trusted proxy', async () => {
  const [address] = await getForwardedAddresses({ TRUST_PROXY: '10.0.0.0/8' }, { 'x-forwarded-for': '203.0.113.9' });
  expect(address).toMatch(/^(?:127\.0\.0\.1|::1)$/);
});

test('forwards the address for operations over a WebSocket', async () => {
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

const follow = 'subscription { pipeline(id: "gid://service/Pipeline/5/1") { status project { name } } }';

test('forwards the address of each client for polls and reads of subscriptions', async () => {
  await using upstream = await startUpstream(({ url }, response) =>
    response.end(
      url?.includes('/pipelines/')
        ? '{"id":1,"iid":1,"project_id":5,"status":"success"}'
        : '{"id":5,"name":"engine","path":"engine"}',
    ),
  );
  const facade = await startFacade(upstream.url, trusting);
  try {
    const forwardedAddress = async (address: string) => {
      upstream.requests.length = 0;
      const response = await fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          'private-token': 'glpat-one',
          'x-forwarded-for': address,
        },
        body: JSON.stringify({ query: follow }),
      });
      expect(await response.text()).toContain('"name":"engine"');
      return upstream.requests.map(({ url, headers }) => `${url?.slice(7)} ${headers['x-forwarded-for']}`);
    };
    for (const address of ['203.0.113.9', '198.51.100.7'])
      expect(await forwardedAddress(address)).toEqual([`/projects/5/pipelines/1 ${address}`, `/projects/5 ${address}`]);
  } finally {
    await facade.close();
  }
});

describe('separates clients that may receive different responses from the upstream', () => {
  const from = (address: string, token?: string) => ({
    'x-forwarded-for': address,
    ...(token !== undefined && { 'private-token': token }),
  });

  test.each([undefined, 'glpat-one'])('in concurrent reads (token: %s)', async (token) => {
    await using upstream = await startUpstream(
      ({ headers }, response) =>
        void setTimeout(() => response.end(JSON.stringify({ id: 1, name: headers['x-forwarded-for'] })), 300),
    );
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...trusting });
    const addresses = ['203.0.113.9', '198.51.100.7', '198.51.100.7'];
    const responses = await Promise.all(addresses.map((address) => edge.query('{ project }', from(address, token))));
    expect(responses.map(({ body }) => body.data?.project)).toEqual(
      addresses.map((address) => JSON.stringify({ id: 1, name: address })),
    );
    expect(upstream.requests).toHaveLength(2);
  });

  test.each([undefined, 'glpat-one'])('in cached responses (token: %s)', async (token) => {
    await using upstream = await startUpstream(({ headers }, response) => {
      response.setHeader('etag', '"one"');
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.end(JSON.stringify({ name: headers['x-forwarded-for'] }));
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...trusting });
    const addresses = ['203.0.113.9', '198.51.100.7', '203.0.113.9'];
    for (const name of addresses)
      expect((await edge.query('{ project }', from(name, token))).body.data).toEqual({
        project: JSON.stringify({ name }),
      });
    expect(upstream.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, '"one"']);
  });

  test('in pauses after a 429, if they have no credential', async () => {
    await using upstream = await startUpstream(({ headers }, response) => {
      if (headers['x-forwarded-for'] === '203.0.113.9') response.writeHead(429, { 'retry-after': '600' }).end();
      else response.end('{"id":1}');
    });
    await using edge = await startEdge({ UPSTREAM_URL: upstream.url, ...trusting });
    const limited = { errors: [{ extensions: { code: 'RATE_LIMITED' } }] };
    expect((await edge.query('{ project }', from('203.0.113.9'))).body).toMatchObject(limited);
    expect((await edge.query('{ project }', from('203.0.113.9'))).body).toMatchObject(limited);
    expect(upstream.requests).toHaveLength(1);
    expect((await edge.query('{ project }', from('198.51.100.7'))).body.errors).toBeUndefined();
  });
});
