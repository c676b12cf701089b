/** `portico sandbox`: its output, and what it rejects. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { portico } from '../cli/run.ts';
import { main } from '../process/program.ts';

test('serves the sandbox on the port of --port or PORT until SIGTERM', async () => {
  const child = spawn(process.execPath, [main, 'sandbox', '--port', '0'], { env: { ...process.env, PORT: '1' } });
  const [output] = await once(child.stdout, 'data');
  const [, url] = /^The sandbox listens on (http:\S+)\n/.exec(String(output)) ?? [];
  expect(String(output)).toContain('  sandbox-owner-token            olivia.marsh\n');
  const headers = { 'private-token': 'sandbox-owner-token' };
  expect(await (await fetch(`${url}/user`, { headers })).json()).toMatchObject({ username: 'olivia.marsh' });
  expect((await fetch(new URL('/__reset', url), { method: 'POST' })).ok).toBe(true);
  child.kill('SIGTERM');
  expect([await once(child, 'exit'), await text(child.stderr)]).toEqual([[0, null], '']);
});

test.each([
  [['--port', 'x'], {}, 'PORT must be'],
  [[], { PORT: '70000' }, 'PORT must be'],
  [[], { SANDBOX_CASSETTES: '/nowhere' }, 'SANDBOX_CASSETTES must be a folder, but there is no such folder'],
  [[], { SANDBOX_WORDS: '/nowhere' }, 'SANDBOX_WORDS must be'],
])('rejects invalid settings in one line: %j %j', async (argv, env, message) => {
  const { status, stdout, stderr } = await portico(['sandbox', ...argv], { env });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^portico: [^\n]*\n$/);
  expect(stderr).toContain(message);
});

test('rejects a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = String(typeof address === 'object' && address?.port);
  const stderr = `portico: port ${port} of 127.0.0.1 is in use by another process; set PORT to another one\n`;
  expect(await portico(['sandbox', '--port', port])).toEqual({ status: 1, stdout: '', stderr });
  server.close();
});
