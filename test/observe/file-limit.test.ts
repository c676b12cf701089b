/** Behavior at the limit on open files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/edge/logging.ts';
import { checkFileLimit } from '../../src/edge/observe/file-limit.ts';
import { startUpstream } from '../edge/harness.ts';
import { main } from '../process/program.ts';
import { freePort } from '../redis/server.ts';
import { parseSeries, seriesValue } from './scrape.ts';

/** Starts the command with a limit on open files. */
async function startLimited(files: number, upstreamUrl: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn('sh', ['-c', `ulimit -n ${files}; exec "$0" "$1"`, process.execPath, main], {
    env: { PORT: '0', UPSTREAM_URL: upstreamUrl, READ_RETRIES: '0', NODE_DISABLE_COMPILE_CACHE: '1', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const [greeting] = await once(child.stdout, 'data');
  const port = Number(/localhost:(\d+)\/graphql/.exec(String(greeting))?.[1]);
  return { port, errors: () => errors };
}

/** Sends an operation over the connection of an agent. */
async function execute(agent: Agent, port: number): Promise<string> {
  const sent = request({
    agent,
    port,
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify({ query: '{ project(id: 1) { name } }' }));
  const [response] = await once(sent, 'response');
  return (await response.toArray()).join('');
}

test('reports exhausted file descriptors as RESOURCE_EXHAUSTED, and not as a failing upstream', {
  timeout: 60_000,
}, async () => {
  const upstream = await startUpstream((_, response) =>
    response.setHeader('connection', 'close').end('{"id":1,"name":"one"}'),
  );
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const { port, errors } = await startLimited(64, upstream.url);
  await expect
    .poll(errors)
    .toContain('the limit on open files is too low for MAX_CONNECTIONS and UPSTREAM_CONNECTIONS');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  expect(await execute(agent, port)).toContain('"one"');
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const exhaust = async () => {
    for (let opened = 0; opened < 20; opened++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    return execute(agent, port);
  };
  await expect.poll(exhaust, { timeout: 30_000 }).toContain('RESOURCE_EXHAUSTED');
  await expect.poll(errors).toContain('no free file descriptor, port or memory for connections to the upstream');
  expect(errors()).not.toContain('the upstream fails');
});

test('keeps the connection of a scrape open and reports that no file descriptor is free', {
  timeout: 60_000,
}, async () => {
  const metricsPort = await freePort();
  const { port } = await startLimited(64, 'http://127.0.0.1:9/api/v4', { METRICS_PORT: String(metricsPort) });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
  });
  const scrape = async () => {
    const sent = request({ agent, port: metricsPort, path: '/metrics' }).end();
    const [response] = await once(sent, 'response');
    const series = parseSeries((await response.toArray()).join(''));
    return {
      isReused: sent.reusedSocket,
      keepAlive: response.headers['keep-alive'],
      open: seriesValue(series, 'process_open_fds'),
      max: seriesValue(series, 'process_max_fds'),
    };
  };
  const first = await scrape();
  // Longer than the usual interval of a minute between scrapes.
  expect(first).toEqual({ isReused: false, keepAlive: 'timeout=75', open: expect.any(Number), max: 64 });
  expect(first.open).toBeLessThan(64);
  const exhaust = () => {
    for (let opened = 0; opened < 20; opened++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    return scrape();
  };
  await expect
    .poll(exhaust, { timeout: 30_000 })
    .toEqual({ isReused: true, keepAlive: 'timeout=75', open: 64, max: 64 });
});

describe('a management port with 100 open connections', { timeout: 60_000 }, () => {
  const start = async () => {
    const metricsPort = await freePort();
    await startLimited(1024, 'http://127.0.0.1:9/api/v4', { METRICS_PORT: String(metricsPort) });
    return metricsPort;
  };
  const get = async (port: number, agent?: Agent) => {
    const sent = request({ agent, port, path: '/health' }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  };

  test('closes an idle connection for a new one', async () => {
    const port = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 100, maxFreeSockets: 100 });
    onTestFinished(() => agent.destroy());
    expect(new Set(await Promise.all(Array.from({ length: 100 }, () => get(port, agent))))).toEqual(new Set([200]));
    expect(await get(port)).toBe(200);
  });

  test.each([
    ['sends nothing', ''],
    ['sends half a request', 'GET /metrics HTTP/1.1\r\nHo'],
    ['does not read its responses', 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('closes a connection whose client %s for a new one', async (_, text) => {
    const port = await start();
    const sockets = Array.from({ length: 100 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .pause(),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(text);
    expect(await get(port)).toBe(200);
  });
});

test.each([
  [1000, 1],
  [11_224, 0],
  [undefined, 0],
])('logs for a limit of %s open files %i warnings at the start', (limit, count) => {
  const lines: unknown[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  checkFileLimit({ maxConnections: 10_000, upstreamConnections: 1024 }, logger, limit);
  expect(lines).toHaveLength(count);
});
