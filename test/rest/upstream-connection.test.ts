/** Connections to the upstream through a proxy and with a private authority, through the public interface. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server, request as send } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { readConfig } from '../../src/config/config.ts';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { createCertificate, hasOpenssl, type SelfSignedCertificate } from './certificate.ts';

const project = '{ project(id: 1) { fullPath } }';
const upstreamBody = '{"id":1,"path_with_namespace":"a/b"}';
const projectResult = { data: { project: { fullPath: 'a/b' } } };

async function listenOnFreePort(server: Server | ReturnType<typeof createSecureServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return port;
}

/** Starts an upstream that returns one project for every path. */
async function startUpstream(certificate?: SelfSignedCertificate) {
  const requests: IncomingMessage[] = [];
  const respond = (request: IncomingMessage, response: import('node:http').ServerResponse) => {
    requests.push(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(upstreamBody);
  };
  const server = certificate === undefined ? createServer(respond) : createSecureServer(certificate, respond);
  const port = await listenOnFreePort(server);
  return { requests, port, url: `${certificate === undefined ? 'http' : 'https'}://localhost:${port}/api/v4` };
}

/** Starts a proxy that tunnels and forwards. */
async function startProxy({ isSilent = false, rejects = false } = {}) {
  const state = { isSilent, rejects };
  const tunnels: IncomingMessage[] = [];
  const forwarded: IncomingMessage[] = [];
  const tunneledChunks: Buffer[] = [];
  let open = 0;
  let maxOpen = 0;
  const server = createServer((incoming, response) => {
    forwarded.push(incoming);
    const { method, headers } = incoming;
    if (incoming.url === undefined) return;
    const forwardedRequest = send(incoming.url, { method, headers }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
    });
    incoming.pipe(forwardedRequest);
  });
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    tunnels.push(incoming);
    client.on('error', () => client.destroy());
    if (state.isSilent) return;
    if (state.rejects) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host = '', port] = (incoming.url ?? '').split(':');
    const forwardedRequest = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      client.on('data', (chunk: Buffer) => tunneledChunks.push(chunk));
      client.pipe(forwardedRequest).pipe(client);
    });
    forwardedRequest.on('error', () => client.destroy());
    client.on('close', () => {
      open -= 1;
      forwardedRequest.destroy();
    });
  });
  const port = await listenOnFreePort(server);
  return {
    state,
    url: `http://localhost:${port}`,
    tunnels,
    forwarded,
    /** Returns the bytes that went through the tunnels to the upstream. */
    getTunneledText: () => Buffer.concat(tunneledChunks).toString('latin1'),
    getMaxOpen: () => maxOpen,
  };
}

async function startFacadeFor(upstreamUrl: string, env: FacadeSettings) {
  const lines: string[] = [];
  const facade = await startFacade(upstreamUrl, env, { log: { level: 'trace', write: (line) => lines.push(line) } });
  onTestFinished(() => facade.close());
  return { facade, lines };
}

describe.skipIf(!hasOpenssl)('an upstream with TLS', () => {
  let certificate: SelfSignedCertificate;
  beforeAll(() => {
    certificate = createCertificate();
  });
  afterAll(() => certificate.remove());

  test('rejects a certificate without a trusted authority', async () => {
    const upstream = await startUpstream(certificate);
    const { facade } = await startFacadeFor(upstream.url, {});
    const { errors } = await facade.execute(project);
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_UNREACHABLE']);
    expect(upstream.requests).toEqual([]);
  });

  test('accepts the authority of UPSTREAM_CA_FILE', async () => {
    const upstream = await startUpstream(certificate);
    const { facade } = await startFacadeFor(upstream.url, { UPSTREAM_CA_FILE: certificate.file });
    expect(await facade.execute(project)).toEqual(projectResult);
  });

  test('sends the request through a TLS tunnel of HTTPS_PROXY, and the proxy receives no token', async () => {
    const upstream = await startUpstream(certificate);
    const proxy = await startProxy();
    const { facade, lines } = await startFacadeFor(upstream.url, {
      UPSTREAM_CA_FILE: certificate.file,
      HTTPS_PROXY: proxy.url.replace('http://', 'http://porter:proxy-password@'),
    });
    expect(await facade.execute(project, {}, { as: 'guest' })).toEqual(projectResult);
    expect(proxy.tunnels.map(({ url }) => url)).toEqual([`localhost:${upstream.port}`]);
    const expected = `Basic ${Buffer.from('porter:proxy-password').toString('base64')}`;
    expect(proxy.tunnels.map(({ headers }) => headers['proxy-authorization'])).toEqual([expected]);
    expect(upstream.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual([undefined]);
    expect(proxy.getTunneledText()).not.toContain(tokens.guest);
    expect(JSON.stringify(proxy.tunnels.map(({ headers }) => headers))).not.toContain(tokens.guest);
    expect(lines.join()).not.toContain('proxy-password');
  });

  test('has at most UPSTREAM_CONNECTIONS tunnels at the same time', async () => {
    const upstream = await startUpstream(certificate);
    const proxy = await startProxy();
    const { facade } = await startFacadeFor(upstream.url, {
      UPSTREAM_CA_FILE: certificate.file,
      HTTPS_PROXY: proxy.url,
      UPSTREAM_CONNECTIONS: '3',
    });
    const aliases = Array.from({ length: 20 }, (_, index) => `p${index}: project(id: ${index + 1}) { fullPath }`);
    const { errors } = await facade.execute(`{ ${aliases.join(' ')} }`);
    expect(errors).toBeUndefined();
    expect(upstream.requests.length).toBe(20);
    expect(proxy.getMaxOpen()).toBeGreaterThan(1);
    expect(proxy.getMaxOpen()).toBeLessThanOrEqual(3);
  });

  test('fails at CALL_TIMEOUT_MS if the proxy does not respond, and succeeds when it responds again', async () => {
    const upstream = await startUpstream(certificate);
    const proxy = await startProxy({ isSilent: true });
    const { facade } = await startFacadeFor(upstream.url, {
      UPSTREAM_CA_FILE: certificate.file,
      HTTPS_PROXY: proxy.url,
      UPSTREAM_CONNECTIONS: '1',
      CALL_TIMEOUT_MS: '300',
    });
    const { errors } = await facade.execute(project);
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['DEADLINE_EXCEEDED']);
    proxy.state.isSilent = false;
    await expect.poll(() => facade.execute(project), { timeout: 10_000 }).toEqual(projectResult);
  });

  test('fails as unreachable if the proxy rejects the connection, without revealing its password', async () => {
    const upstream = await startUpstream(certificate);
    const proxy = await startProxy({ rejects: true });
    const { facade, lines } = await startFacadeFor(upstream.url, {
      UPSTREAM_CA_FILE: certificate.file,
      HTTPS_PROXY: proxy.url.replace('http://', 'http://porter:proxy-password@'),
    });
    const result = await facade.execute(project);
    expect(result.errors?.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_UNREACHABLE']);
    expect(JSON.stringify(result) + lines.join()).not.toContain('proxy-password');
  });
});

test('connects to an upstream without TLS through HTTP_PROXY, and not through HTTPS_PROXY', async () => {
  const upstream = await startUpstream();
  const [proxy, httpsProxy] = [await startProxy(), await startProxy()];
  const { facade } = await startFacadeFor(upstream.url, { HTTP_PROXY: proxy.url, HTTPS_PROXY: httpsProxy.url });
  expect(await facade.execute(project)).toEqual(projectResult);
  const file = await fetch(new URL('/downloads/groups/9/avatar', facade.url));
  expect(await file.text()).toBe(upstreamBody);
  const urls = proxy.forwarded.map(({ url }) => url);
  expect(urls).toEqual([`${upstream.url}/projects/1`, `${upstream.url}/groups/9/avatar`]);
  expect(httpsProxy.forwarded.length + httpsProxy.tunnels.length).toBe(0);
});

test.each(['localhost', '*', 'example.com,localhost'])(
  'connects directly to the upstream with NO_PROXY=%s',
  async (no) => {
    const upstream = await startUpstream();
    const proxy = await startProxy();
    const { facade } = await startFacadeFor(upstream.url, { HTTP_PROXY: proxy.url, NO_PROXY: no });
    expect(await facade.execute(project)).toEqual(projectResult);
    expect(proxy.forwarded).toEqual([]);
  },
);

describe('the settings of proxies', () => {
  const upstream = { UPSTREAM_URL: 'https://code.example.com/api/v4' };

  test('have names in upper or lower case', () => {
    const { upstreamRoute } = readConfig({ ...upstream, https_proxy: 'http://proxy.example.com:3128', no_proxy: 'a' });
    expect(upstreamRoute).toMatchObject({ proxy: new URL('http://proxy.example.com:3128'), noProxy: 'a' });
  });

  test('do not apply to the embedded sandbox', () => {
    const { upstreamRoute } = readConfig({ SANDBOX: 'true', HTTP_PROXY: 'http://proxy.example.com:3128' });
    expect(upstreamRoute.proxy).toBeUndefined();
  });

  test.each([
    [{ HTTPS_PROXY: 'proxy.example.com' }, /^HTTPS_PROXY must be a URL such as/],
    [{ HTTPS_PROXY: 'socks5://user:hidden@proxy.example.com' }, /^HTTPS_PROXY must be a URL such as/],
    [{ UPSTREAM_CA_FILE: '/nowhere/ca.pem' }, /^UPSTREAM_CA_FILE must be a file with certificates/],
    [{ UPSTREAM_CA_FILE: import.meta.filename }, /^UPSTREAM_CA_FILE must be a file with certificates/],
  ])('%o are rejected without the value in the message', (env, message) => {
    expect(() => readConfig({ ...upstream, ...env })).toThrow(message);
    expect(() => readConfig({ ...upstream, ...env })).not.toThrow(/hidden|nowhere/);
  });
});

describe('connections', () => {
  /** Starts an upstream, and collects the connections with requests. */
  async function startCounting(headers: OutgoingHttpHeaders = {}) {
    const sockets = new Set<Socket>();
    const server = createServer((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(upstreamBody);
    });
    server.keepAliveTimeout = 60_000;
    return { sockets, url: `http://localhost:${await listenOnFreePort(server)}/api/v4` };
  }

  async function start(env: FacadeSettings, headers?: OutgoingHttpHeaders) {
    const { sockets, url } = await startCounting(headers);
    const facade = await startFacade(url, env);
    onTestFinished(() => facade.close());
    const executeAndCount = async () => {
      expect(await facade.execute(project)).toEqual(projectResult);
      return sockets.size;
    };
    return { executeAndCount };
  }

  test('are replaced after UPSTREAM_CONNECTION_MAX_AGE_MS, so that calls follow the DNS entry of the service', async () => {
    const { executeAndCount } = await start({ UPSTREAM_CONNECTION_MAX_AGE_MS: '20' });
    await expect.poll(executeAndCount).toBeGreaterThan(2);
  });

  test('are closed at their maximum age only after the calls on them have ended', async () => {
    const finishCalls: (() => void)[] = [];
    const server = createServer((_, response) => {
      finishCalls.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(upstreamBody));
    });
    const url = `http://localhost:${await listenOnFreePort(server)}/api/v4`;
    const facade = await startFacade(url, { UPSTREAM_CONNECTION_MAX_AGE_MS: '20' });
    onTestFinished(() => facade.close());
    const first = facade.execute(project);
    await expect.poll(() => finishCalls.length).toBe(1);
    await pause(40);
    const second = facade.execute('{ project(id: 2) { fullPath } }');
    await expect.poll(() => finishCalls.length).toBe(2);
    for (const finishCall of finishCalls) finishCall();
    expect(await Promise.all([first, second])).toEqual([projectResult, projectResult]);
  });

  test('are reused after some seconds without calls if the service announces no timeout', async () => {
    const { executeAndCount } = await start({}, { connection: 'keep-alive' });
    expect(await executeAndCount()).toBe(1);
    // undici closes idle connections after 4 seconds by default.
    await pause(5500);
    expect(await executeAndCount()).toBe(1);
  });

  test('are reused before UPSTREAM_CONNECTION_MAX_AGE_MS', async () => {
    const { executeAndCount } = await start({ UPSTREAM_CONNECTION_MAX_AGE_MS: '600000' });
    for (let times = 0; times < 20; times++) expect(await executeAndCount()).toBe(1);
  });
});
