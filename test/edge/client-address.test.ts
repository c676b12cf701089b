/** Client addresses by which limits are counted, with and without proxies. */
import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/config/config.ts';
import { ClientAddresses, networkOf } from '../../src/edge/client-address.ts';
import { startEdge, startUpstream } from './harness.ts';

/** Returns the network of a request from a peer with the given `X-Forwarded-For`. */
function getNetwork(peer: string, forwarded: string | undefined, trusted: string): string {
  const { trustProxy } = readConfig({ SANDBOX: 'true', TRUST_PROXY: trusted });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return new ClientAddresses(trustProxy).networkOf({ socket: { remoteAddress: peer }, headers });
}

const proxies = '10.0.0.0/8, 2001:db8:f::/48, 127.0.0.1';

test.each([
  ['no proxy is trusted', '10.0.0.1', '192.0.2.1', '', '10.0.0.1'],
  ['the peer is not a trusted proxy', '192.0.2.9', '192.0.2.1', proxies, '192.0.2.9'],
  ['a proxy reports the client', '10.0.0.1', '192.0.2.1', proxies, '192.0.2.1'],
  ['the client has sent other addresses', '10.0.0.1', '1.1.1.1, 10.0.0.7, 192.0.2.1', proxies, '192.0.2.1'],
  ['there are several proxies', '10.0.0.1', '1.1.1.1, 192.0.2.1, 10.0.0.2,127.0.0.1 , 10.9.9.9', proxies, '192.0.2.1'],
  ['a proxy sends its own request', '10.0.0.1', undefined, proxies, '10.0.0.1'],
  ['all are proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', proxies, '10.0.0.3'],
  ['the client has IPv6', '10.0.0.1', '2001:db8:1:2:3:4:5:6', proxies, '2001:db8:1:2::/64'],
  ['IPv6 has brackets and a port', '10.0.0.1', '[2001:0DB8:0001:2::1]:4711', proxies, '2001:db8:1:2::/64'],
  ['IPv4 has a port', '10.0.0.1', '192.0.2.1:4711', proxies, '192.0.2.1'],
  ['IPv4 is mapped to IPv6', '::ffff:10.0.0.1', '::FFFF:192.0.2.1, ::ffff:0a00:0002', proxies, '192.0.2.1'],
  ['the proxy has IPv6', '2001:db8:f:1::1', '192.0.2.1', proxies, '192.0.2.1'],
  ['there is no address', '10.0.0.1', 'unknown', proxies, '10.0.0.1'],
  ['there is an empty address', '10.0.0.1', '192.0.2.1,', proxies, '10.0.0.1'],
  ['there is an obfuscated address behind a proxy', '10.0.0.1', '192.0.2.1, _hidden, 10.0.0.2', proxies, '10.0.0.2'],
  ['there is a zone', '10.0.0.1', 'fe80::1%eth0', proxies, '10.0.0.1'],
  ['the entry is an integer', '10.0.0.1', '3221225985', proxies, '10.0.0.1'],
  ['an entry is huge', '10.0.0.1', `${'9'.repeat(15_000)}192.0.2.1`, proxies, '10.0.0.1'],
  ['there are 100 proxies', '10.0.0.1', `192.0.2.1, ${Array(100).fill('10.0.0.2').join()}`, proxies, '10.0.0.2'],
  ['the connection has ended', '', '192.0.2.1', proxies, ''],
])('returns the network that limits are counted by if %s', (_, peer, forwarded, trusted, network) =>
  expect(getNetwork(peer, forwarded, trusted)).toBe(network),
);

test.each(['10.0.0.0/33', '10.0.0', 'proxy.example.com', 'fd00::/129', '10.0.0.0/8,', '10.0.0.0/-1', '*'])(
  'rejects %j as TRUST_PROXY',
  (text) =>
    expect(() => readConfig({ SANDBOX: 'true', TRUST_PROXY: text })).toThrow(
      'TRUST_PROXY must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas',
    ),
);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

test('counts limits by the address that a trusted proxy reports', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({
    UPSTREAM_URL: upstream.url,
    MAX_REST_CALLS_PER_MINUTE: '1',
    TRUST_PROXY: '127.0.0.0/8,::1',
  });
  const execute = async (address: string) => {
    const { errors } = (await edge.query('{ project }', { 'x-forwarded-for': address })).body;
    return errors?.[0]?.extensions?.code;
  };
  expect(await execute('192.0.2.1')).toBeUndefined();
  expect(await execute('192.0.2.1')).toBe('RATE_LIMITED');
  expect(await execute('192.0.2.2, 192.0.2.1')).toBe('RATE_LIMITED');
  expect(await execute('192.0.2.1, 192.0.2.2')).toBeUndefined();
  expect(await execute('2001:db8::1')).toBeUndefined();
  expect(await execute('2001:db8::ffff:1')).toBe('RATE_LIMITED');
  const { status } = await edge.get('/downloads/groups/9/avatar', { 'x-forwarded-for': '192.0.2.2' });
  expect(status).toBe(429);
  const from = (address: string) =>
    class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers: { 'x-forwarded-for': address } });
      }
    };
  for (const [address, rejected] of [
    ['192.0.2.1', true],
    ['192.0.2.3', false],
  ] as const) {
    const url = new URL('/graphql', edge.url).href.replace('http', 'ws');
    const client = createClient({ url, webSocketImpl: from(address) });
    const { value } = await client.iterate({ query: '{ project }' }).next();
    expect(value?.errors !== undefined).toBe(rejected);
    await client.dispose();
  }
});

test('counts limits by connection without a trusted proxy', async () => {
  await using upstream = await startUpstream();
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url, MAX_REST_CALLS_PER_MINUTE: '1' });
  const execute = (address: string) => edge.query('{ project }', { 'x-forwarded-for': address });
  expect((await execute('192.0.2.1')).body.errors).toBeUndefined();
  expect((await execute('192.0.2.2')).body.errors).toHaveLength(1);
});
