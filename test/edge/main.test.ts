import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], { env: { PORT: '0', ...env } });
  const exited = once(child, 'exit');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  return {
    child,
    exited,
    /** What was printed, once there is anything. */
    greeting: async () => {
      await Promise.race([once(child.stdout, 'data'), exited]);
      return stdout;
    },
    errors: () => stderr,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}

test('starts with the sandbox, says where everything is, and ends on SIGTERM', { timeout: 30_000 }, async () => {
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

test('names the upstream that it talks to', { timeout: 30_000 }, async () => {
  using portico = start({ UPSTREAM_URL: 'http://127.0.0.1:9/api/v4' });
  const greeting = await portico.greeting();
  expect(greeting).toContain('Upstream: http://127.0.0.1:9/api/v4');
  expect(greeting).not.toContain('sandbox');
});

test('ends with one line where a setting cannot be used', { timeout: 30_000 }, async () => {
  using portico = start({ PORT: 'many' });
  expect(await portico.exited).toEqual([1, null]);
  expect(portico.errors()).toBe('portico: PORT must be a whole number from 0 to 65535\n');
});
