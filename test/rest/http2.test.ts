/** Calls over HTTP/2, which services behind TLS offer: the same results, limits, retries and cancellations as over HTTP/1.1. */
import { once } from 'node:events';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';
import { createCertificate, hasOpenssl, type SelfSignedCertificate } from './certificate.ts';

type Respond = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

let certificate: SelfSignedCertificate;

const sendJson = (response: Http2ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const getProjectId = ({ url }: Pick<Http2ServerRequest, 'url'>): number => Number(/\d+$/.exec(url)?.[0]);
const sendProject: Respond = (request, response) =>
  sendJson(response, { id: getProjectId(request), path_with_namespace: `a/p${getProjectId(request)}` });

/** Starts a service that offers HTTP/2, and a facade before it. */
async function start(respond: Respond, env: FacadeSettings = {}, options: SecureServerOptions = {}) {
  const { key, cert, file } = certificate;
  const sessions: ServerHttp2Session[] = [];
  const requests: Http2ServerRequest[] = [];
  const server = createSecureServer({ key, cert, allowHTTP1: true, ...options }, (request, response) => {
    requests.push(request);
    // The client may reset the stream.
    request.on('error', () => {});
    response.on('error', () => {});
    respond(request, response);
  });
  server.on('session', (session) => sessions.push(session));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const facade = await startFacade(`https://localhost:${port}/api/v4`, { UPSTREAM_CA_FILE: file, ...env });
  onTestFinished(async () => {
    await facade.close();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { facade, sessions, requests };
}

const projects = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, index) => `p${index + 1}: project(id: ${index + 1}) { fullPath }`).join(' ')} }`;
const create =
  'mutation { labelCreate(input: { project: 1, name: "bug", color: "#ff0000" }) { label { name } errors { code message } } }';

describe.skipIf(!hasOpenssl)('HTTP/2', () => {
  beforeAll(() => {
    certificate = createCertificate();
  });
  afterAll(() => certificate.remove());

  test('has all calls of an operation on one connection', async () => {
    const { facade, sessions, requests } = await start(sendProject);
    const { data, errors } = await facade.execute(projects(20));
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ p1: { fullPath: 'a/p1' }, p20: { fullPath: 'a/p20' } });
    expect(requests.map(({ httpVersion }) => httpVersion)).toEqual(Array(20).fill('2.0'));
    expect(sessions).toHaveLength(1);
  });

  test('sends bodies of writes', async () => {
    const bodies: unknown[] = [];
    const { facade } = await start(async (request, response) => {
      const body = JSON.parse(await text(request));
      bodies.push(body);
      sendJson(response, { id: 7, ...body }, 201);
    });
    const { data } = await facade.execute(create);
    expect(data).toEqual({ labelCreate: { label: { name: 'bug' }, errors: [] } });
    expect(bodies).toEqual([{ name: 'bug', color: '#ff0000' }]);
  });

  test('has at most as many calls at the same time as UPSTREAM_CONNECTIONS, and as the service accepts', async () => {
    let [active, peak] = [0, 0];
    const respond: Respond = (request, response) => {
      active += 1;
      peak = Math.max(peak, active);
      setTimeout(() => {
        active -= 1;
        sendProject(request, response);
      }, 5);
    };
    const { facade } = await start(respond, { UPSTREAM_CONNECTIONS: '4' });
    expect((await facade.execute(projects(20))).errors).toBeUndefined();
    expect(peak).toBeGreaterThan(1);
    expect(peak).toBeLessThanOrEqual(4);
    const strict = await start(respond, {}, { settings: { maxConcurrentStreams: 2 } });
    expect((await strict.facade.execute(projects(20))).errors).toBeUndefined();
    expect(strict.requests).toHaveLength(20);
  });

  test('ends one stream at CALL_TIMEOUT_MS or MAX_UPSTREAM_RESPONSE_BYTES, and no other', async () => {
    const closed: number[] = [];
    const { facade, sessions } = await start(
      (request, response) => {
        const id = getProjectId(request);
        response.stream.on('close', () => closed.push(id));
        if (id === 1) return;
        if (id === 2) sendJson(response, { id, name: 'x'.repeat(2_000_000) });
        else sendProject(request, response);
      },
      { CALL_TIMEOUT_MS: '500', MAX_UPSTREAM_RESPONSE_BYTES: '1000000', READ_RETRIES: '0' },
    );
    const { data, errors } = await facade.execute(projects(3));
    expect(data).toEqual({ p1: null, p2: null, p3: { fullPath: 'a/p3' } });
    expect(errors?.map(({ path, extensions }) => `${path} ${extensions?.code}`).toSorted()).toEqual([
      'p1 DEADLINE_EXCEEDED',
      'p2 UPSTREAM_INVALID_RESPONSE',
    ]);
    await expect.poll(() => closed.toSorted()).toEqual([1, 2, 3]);
    expect((await facade.execute(projects(3).replace('id: 1', 'id: 4').replace('id: 2', 'id: 5'))).errors).toBe(
      undefined,
    );
    expect(sessions).toHaveLength(1);
  });

  test('resets the stream of a call whose client has disconnected', async () => {
    const { promise: isReset, resolve } = Promise.withResolvers<void>();
    const { promise: isReceived, resolve: receive } = Promise.withResolvers<void>();
    const { facade } = await start((_, response) => {
      response.stream.on('close', () => resolve());
      receive();
    });
    const abort = new AbortController();
    const response = fetch(new URL('/graphql', facade.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: projects(1) }),
      signal: abort.signal,
    });
    await isReceived;
    abort.abort();
    await expect(response).rejects.toThrow();
    await isReset;
  });

  test('repeats reads whose connection breaks, and reports that the effect of a write is unknown', async () => {
    let breaks = true;
    const respond: Respond = (request, response) => {
      if (breaks) {
        breaks = false;
        response.stream.session?.destroy();
      } else sendProject(request, response);
    };
    const { facade, sessions, requests } = await start(respond, { READ_RETRIES: '2' });
    const { data, errors } = await facade.execute(projects(5));
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ p1: { fullPath: 'a/p1' }, p5: { fullPath: 'a/p5' } });
    expect(sessions.length).toBe(2);
    breaks = true;
    const sent = requests.length;
    const write = await facade.execute(create);
    expect(write.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNREACHABLE', write: 'UNKNOWN' } }]);
    expect(requests.length).toBe(sent + 1);
  });

  test('uses another connection after the service has announced the end of the first', async () => {
    const { facade, sessions } = await start(sendProject);
    expect((await facade.execute(projects(2))).errors).toBeUndefined();
    sessions[0]?.close();
    await expect.poll(() => sessions[0]?.closed).toBe(true);
    expect((await facade.execute(projects(3))).errors).toBeUndefined();
    expect(sessions).toHaveLength(2);
  });
});
