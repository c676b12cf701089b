/** `npm run sandbox`: settings that it rejects. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

test('rejects a folder of recorded responses that does not exist, in one line', () => {
  const env = { ...process.env, SANDBOX_CASSETTES: '/nowhere', PORT: '0' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'SANDBOX_CASSETTES must be a folder, but there is no such folder\n',
  });
});
