/** Each server serves its own pages, and Portico below `/portico/`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createClient } from 'graphql-ws';
import { type Sandbox, startSandbox } from 'portico/sandbox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

const root = fileURLToPath(new URL('..', import.meta.url));
const query = '{ project(id: 14) { name } }';
const engine = { data: { project: { name: 'Engine' } } };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => sandbox?.close());

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const next = `${root}node_modules/next/dist/bin/next`;

const servers: Readonly<Record<string, (port: number) => readonly string[]>> = {
  node: () => ['src/node.ts'],
  express: () => ['src/express.ts'],
  fastify: () => ['src/fastify.ts'],
  next: (port) => [next, 'start', 'next', '--port', String(port)],
};

const execute = (endpoint: string, headers: Record<string, string> = {}) =>
  fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

describe.each(Object.entries(servers))('%s', (name, command) => {
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    const env = {
      ...process.env,
      PORT: String(port),
      UPSTREAM_URL: sandbox.url,
      DANAS_TOKEN: sandbox.tokens.developer,
    };
    if (name === 'next') {
      const { status, stdout, stderr } = spawnSync(process.execPath, [next, 'build', 'next'], {
        cwd: root,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
    }
    server = spawn(process.execPath, command(port), { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    url = `http://localhost:${port}`;
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 60_000, interval: 200 });
  }, 240_000);

  afterAll(async () => {
    if (server?.exitCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  });

  test('serves the application', async () => {
    expect(await (await fetch(url)).text()).toContain('The application');
  });

  test('serves GraphQL', async () => {
    const response = await execute(`${url}/portico/graphql`);
    expect([response.status, await response.json()]).toEqual([200, engine]);
    expect(sandbox.requests().at(-1)).toMatchObject({ operation: 'getProject', tokenRole: 'anonymous' });
  });

  test('serves GraphiQL with its files', async () => {
    const page = `${url}/portico/graphql`;
    const html = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
    const { status, headers } = await fetch(new URL(script, page));
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
  });

  test('delivers events of a subscription over Server-Sent Events', async () => {
    const response = await fetch(`${url}/portico/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'private-token': sandbox.tokens.developer,
      },
      body: JSON.stringify({ query: 'subscription { pipeline(id: "gid://service/Pipeline/14/3000") { status } }' }),
    });
    const events = await response.text();
    expect(events).toContain('"status":"SUCCESS"');
    expect(events).toContain('event: complete');
  });

  test.skipIf(name === 'next')('serves GraphQL over WebSocket', async () => {
    const client = createClient({ url: `${url.replace('http', 'ws')}/portico/graphql`, webSocketImpl: WebSocket });
    expect((await client.iterate({ query }).next()).value).toEqual(engine);
    await client.dispose();
  });

  test.runIf(name === 'express')('uses the token of the session for pages of the application only', async () => {
    const cookie = 'session=session-of-dana';
    expect(await (await execute(`${url}/portico/graphql`, { cookie })).json()).toEqual(engine);
    expect(sandbox.requests().at(-1)).toMatchObject({ tokenRole: 'developer' });
    expect((await execute(`${url}/portico/graphql`, { cookie, origin: 'https://other.example' })).status).toBe(403);
  });

  test.skipIf(name === 'next')('ends on SIGTERM', async () => {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
