import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileCache, main } from '../process/program.ts';

const toAbsolutePath = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Script of `npm start`. */
const startScript = toAbsolutePath('scripts/start.ts');

const upstream = 'http://127.0.0.1:9/api/v4';

function start(env: Record<string, string>, script = main, cwd = toAbsolutePath('.'), args: readonly string[] = []) {
  const child = spawn(process.execPath, [script, ...args], { cwd, env: { PORT: '0', ...compileCache, ...env } });
  const exited = once(child, 'exit');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  return {
    child,
    exited,
    /** Waits for output, and returns it. */
    greeting: async () => {
      if (stdout === '') await Promise.race([once(child.stdout, 'data'), exited]);
      return stdout;
    },
    errors: () => stderr,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

test('starts with the sandbox, prints its URLs, and ends on SIGTERM', { timeout: 30_000 }, async () => {
  using portico = start({ SANDBOX: 'true' });
  const greeting = await portico.greeting();
  const endpoint = /http:\/\/localhost:\d+\/graphql/.exec(greeting)?.[0] ?? '';
  expect(greeting).toMatch(/embedded sandbox, http:\/\/127\.0\.0\.1:\d+\/api\/v4/);
  expect(greeting).toMatch(/^ {2}maintainer +\S+$/m);
  const response = await fetch(`${endpoint}?query={__typename}`);
  expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  portico.child.kill('SIGTERM');
  expect(await portico.exited).toEqual([0, null]);
});

test('reads PERSISTED_DOCUMENTS again on SIGHUP, and keeps the previous documents if that fails', {
  timeout: 30_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-main-'));
  const manifest = join(folder, 'documents.json');
  const documents = { one: '{ __typename }', other: '{ a: __typename }' };
  writeFileSync(manifest, JSON.stringify({ one: documents.one }));
  using portico = start({ UPSTREAM_URL: upstream, PERSISTED_DOCUMENTS: manifest });
  const endpoint = /http:\/\/localhost:\d+\/graphql/.exec(await portico.greeting())?.[0] ?? '';
  const codes = () =>
    Promise.all(
      Object.values(documents).map(async (query) => {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });
        const { errors } = await response.json();
        return errors?.[0].extensions.code;
      }),
    );
  expect(await codes()).toEqual([undefined, 'DOCUMENT_NOT_LISTED']);
  writeFileSync(manifest, JSON.stringify({ other: documents.other }));
  portico.child.kill('SIGHUP');
  await expect.poll(codes, { timeout: 20_000 }).toEqual(['DOCUMENT_NOT_LISTED', undefined]);
  const countFailures = () => portico.errors().split('its previous documents remain in use').length - 1;
  for (const [index, text] of ['{', '{}'].entries()) {
    writeFileSync(manifest, text);
    portico.child.kill('SIGHUP');
    await expect.poll(countFailures, { timeout: 20_000 }).toBe(index + 1);
  }
  const lines = portico.errors().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('PERSISTED_DOCUMENTS'))).toMatchObject([
    { level: 30, documents: 1, msg: 'the documents of PERSISTED_DOCUMENTS were reloaded' },
    { level: 50, documents: 1, problem: expect.stringContaining(`${manifest}: `) },
    { level: 50, documents: 1, problem: `${manifest}: must contain a document` },
  ]);
  expect(await codes()).toEqual(['DOCUMENT_NOT_LISTED', undefined]);
  rmSync(folder, { recursive: true });
});

test('prints the URL of the upstream, continues after SIGHUP without PERSISTED_DOCUMENTS, and logs that it has no effect', {
  timeout: 30_000,
}, async () => {
  using portico = start({ UPSTREAM_URL: upstream });
  const greeting = await portico.greeting();
  expect(greeting).toContain(`Upstream: ${upstream}`);
  expect(greeting).not.toContain('sandbox');
  const endpoint = /http:\/\/localhost:\d+\/graphql/.exec(greeting)?.[0] ?? '';
  portico.child.kill('SIGHUP');
  await expect
    .poll(portico.errors, { timeout: 20_000 })
    .toContain('"msg":"SIGHUP has no effect without PERSISTED_DOCUMENTS or WORKERS"');
  const response = await fetch(`${endpoint}?query={__typename}`);
  expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  portico.child.kill('SIGTERM');
  expect(await portico.exited).toEqual([0, null]);
});

test.each([
  ['no argument', []],
  ['start', ['start']],
])('survives SIGHUP while it loads its modules, with %s', { timeout: 30_000 }, async (_, args) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'portico-main-'));
  const area = join(folder.path, 'area.mjs');
  writeFileSync(area, "process.kill(process.pid, 'SIGHUP');\nexport default [];\n");
  using portico = start({ UPSTREAM_URL: upstream, AREA_MODULES: area }, main, toAbsolutePath('.'), args);
  expect(await portico.greeting()).toContain('GraphiQL and the GraphQL endpoint');
  portico.child.kill('SIGTERM');
  expect(await portico.exited).toEqual([0, null]);
});

test.each([
  ['reloads PERSISTED_DOCUMENTS', 'documents', {}, 'the documents of PERSISTED_DOCUMENTS were reloaded'],
  ['reports that it has no effect', undefined, {}, 'SIGHUP has no effect without PERSISTED_DOCUMENTS or WORKERS'],
  ['replaces the workers', undefined, { WORKERS: '2' }, 'all workers were replaced'],
])('after SIGHUP during startup %s', { timeout: 60_000 }, async (_, documents, env, message) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'portico-main-'));
  const manifest = join(folder.path, 'documents.json');
  writeFileSync(manifest, '{}');
  // The start waits for Redis, until the connection ends.
  await using redis = createNetServer();
  const connection = once(redis, 'connection');
  redis.listen(0, '127.0.0.1');
  await once(redis, 'listening');
  const { port } = redis.address() as AddressInfo;
  using portico = start({
    UPSTREAM_URL: upstream,
    REDIS_URL: `redis://127.0.0.1:${port}`,
    REDIS_SECRET: 'a secret of the tests, which is long enough',
    CURSOR_KEY: 'a key for the cursors of tests, which is long enough',
    ...(documents !== undefined && { PERSISTED_DOCUMENTS: manifest }),
    ...env,
  });
  const [socket]: Socket[] = await connection;
  writeFileSync(manifest, JSON.stringify({ one: '{ __typename }' }));
  portico.child.kill('SIGHUP');
  redis.on('connection', (later) => later.destroy());
  socket?.destroy();
  await expect.poll(portico.errors, { timeout: 40_000 }).toContain(`"msg":"${message}"`);
  if (documents !== undefined) expect(portico.errors()).toContain('"documents":1');
  expect(await portico.greeting()).toContain('GraphiQL and the GraphQL endpoint');
  portico.child.kill('SIGTERM');
  expect(await portico.exited).toEqual([0, null]);
});

test('ends with one line if a setting is invalid', { timeout: 30_000 }, async () => {
  using portico = start({ PORT: 'many' });
  expect(await portico.exited).toEqual([1, null]);
  expect(portico.errors()).toBe('portico: PORT must be an integer from 0 to 65535\n');
});

test('warns about variables that look like misspelled settings, without their values', {
  timeout: 30_000,
}, async () => {
  const env = { MAX_REST_CALS: '7', UPSTREAM_TOKN_FILE: '/hidden', HOSTNAME: 'a', PORTS: '1', LOGLEVEL: 'info' };
  using portico = start({ SANDBOX: 'true', ...env });
  await portico.greeting();
  expect(portico.errors().split('\n').toSorted()).toEqual([
    '',
    'portico: LOGLEVEL is not a setting; did you mean LOG_LEVEL?',
    'portico: MAX_REST_CALS is not a setting; did you mean MAX_REST_CALLS?',
    'portico: UPSTREAM_TOKN_FILE is not a setting; did you mean UPSTREAM_TOKEN_FILE?',
  ]);
});

test('names variables that are no longer settings, and what determines their limits', { timeout: 30_000 }, async () => {
  using portico = start({ SANDBOX: 'true', MAX_NESTING: '7', MAX_UNSENT_BYTES_PER_CALLER: '1000' });
  await portico.greeting();
  expect(portico.errors().split('\n').toSorted()).toEqual([
    '',
    'portico: MAX_NESTING is no longer a setting; its limit is fixed',
    'portico: MAX_UNSENT_BYTES_PER_CALLER is no longer a setting; set MAX_UNSENT_BYTES instead',
  ]);
});

test.each([
  [{}, /^portico: UPSTREAM_URL must be set [^\n]*SANDBOX[^\n]*\n$/],
  [{ SANDBOX: 'false' }, /^portico: UPSTREAM_URL must be set [^\n]*\n$/],
  [{ SANDBOX: 'true', UPSTREAM_URL: upstream }, /^portico: UPSTREAM_URL and SANDBOX=true [^\n]*\n$/],
])(
  'exits with one line unless exactly one of UPSTREAM_URL and SANDBOX=true is set: %j',
  { timeout: 30_000 },
  async (env, line) => {
    using portico = start(env);
    expect(await portico.exited).toEqual([1, null]);
    expect(portico.errors()).toMatch(line);
    expect(await portico.greeting()).toBe('');
  },
);

test('reports a port in use with the setting, and stops the sandbox', { timeout: 30_000 }, async () => {
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const address = taken.address();
  using portico = start({ SANDBOX: 'true', PORT: typeof address === 'object' ? String(address?.port) : '' });
  expect(await portico.exited).toEqual([1, null]);
  expect(portico.errors()).toMatch(
    /^portico: port \d+ of 127\.0\.0\.1 is in use by another process; stop that process or set PORT to another port\n$/,
  );
  taken.close();
});

test('npm start uses the sandbox only without UPSTREAM_URL', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-start-'));
  try {
    using without = start({}, startScript, folder);
    expect(await without.greeting()).toContain('embedded sandbox');
    using withEnvironment = start({ UPSTREAM_URL: upstream }, startScript, folder);
    expect(await withEnvironment.greeting()).toContain(`Upstream: ${upstream}`);
    using against = start({ SANDBOX: 'false' }, startScript, folder);
    expect(await against.exited).toEqual([1, null]);
    writeFileSync(join(folder, '.env'), `UPSTREAM_URL=${upstream}\n`);
    using withFile = start({}, startScript, folder);
    expect(await withFile.greeting()).toContain(`Upstream: ${upstream}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A connection to a facade that runs an operation without an end. */
async function holding(greeting: string) {
  const port = Number(/localhost:(\d+)/.exec(greeting)?.[1]);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
  return socket;
}

test('stops in time on SIGTERM whatever clients do, and immediately on a later signal', {
  timeout: 60_000,
}, async () => {
  using patient = start({ SANDBOX: 'true', DRAIN_TIMEOUT_MS: '500' });
  const held = await holding(await patient.greeting());
  patient.child.kill('SIGTERM');
  expect(await patient.exited).toEqual([0, null]);
  held.destroy();
  using endless = start({ SANDBOX: 'true', LAME_DUCK_MS: '600000' });
  const other = await holding(await endless.greeting());
  const endpoint = /http:\/\/localhost:\d+\//.exec(await endless.greeting())?.[0] ?? '';
  endless.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${endpoint}ready`)).status, { timeout: 10_000 }).toBe(503);
  // One within a second would be a copy of the first.
  await expect.poll(() => endless.child.kill('SIGINT'), { timeout: 20_000, interval: 100 }).toBe(false);
  expect(await endless.exited).toEqual([null, 'SIGINT']);
  other.destroy();
});

/** Starts the command in front of a stub of the REST service. @returns the lines of the check, and the paths of its calls, when the process has ended */
async function checkAtStart(bodies: Readonly<Record<string, unknown>>, env: Record<string, string> = {}) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/v4|\?.*$/g, '');
    calls.push(path);
    response.writeHead(bodies[path] === undefined ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(bodies[path] ?? { message: '401 Unauthorized' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  using portico = start({ UPSTREAM_URL: `http://127.0.0.1:${port}/api/v4`, ...env });
  expect(await portico.greeting()).toContain('GraphQL endpoint');
  if (env.LOG_LEVEL === undefined) await expect.poll(portico.errors).toMatch(/the upstream/);
  portico.child.kill('SIGTERM');
  expect(await portico.exited).toEqual([0, null]);
  server.closeAllConnections();
  server.close();
  const lines = portico.errors().split('\n').filter(Boolean);
  return { calls, lines: lines.map((line) => JSON.parse(line)).filter(({ msg }) => /upstream/i.test(msg)) };
}

test('checks the upstream once at the start, and logs the result', { timeout: 60_000 }, async () => {
  const groups = { '/groups': [] };
  const anonymous = await checkAtStart(groups);
  expect(anonymous).toMatchObject({ calls: ['/groups'], lines: [{ level: 30, msg: 'the upstream responds' }] });
  const rejected = await checkAtStart(groups, { UPSTREAM_TOKEN: 'wrong' });
  expect(rejected).toMatchObject({
    calls: ['/user'],
    lines: [{ level: 40, status: 401, msg: 'the upstream rejects UPSTREAM_TOKEN' }],
  });
  const renamed = await checkAtStart(
    { ...groups, '/user': { id: 1, username: 'dana', linkedin: 'dana' } },
    { UPSTREAM_TOKEN: 'right' },
  );
  expect(renamed.calls).toEqual(['/user', '/groups']);
  expect(renamed.lines.map(({ msg, words }) => [msg, words])).toEqual([
    ['the upstream responds', undefined],
    ['the upstream uses other names than the contract; set UPSTREAM_WORDS', 'gitlab'],
  ]);
  expect(renamed.lines[1].names).toContain('profile_link_a: linkedin');
  expect(await checkAtStart(groups, { LOG_LEVEL: 'silent' })).toEqual({ calls: [], lines: [] });
});

test('starts in front of an upstream that is unreachable, and logs it', { timeout: 30_000 }, async () => {
  using portico = start({ UPSTREAM_URL: upstream });
  expect(await portico.greeting()).toContain('GraphQL endpoint');
  await expect
    .poll(portico.errors)
    .toMatch(/"level":40,[^\n]*"code":"UPSTREAM_UNREACHABLE"[^\n]*"msg":"the upstream cannot be used"/);
});
