/** Runs all tests, then the coverage of the contract, also if a test fails. Fails if one of them does. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

function run(...args: readonly string[]): number {
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}

const statuses = [run('node_modules/vitest/vitest.mjs', 'run'), run('test/coverage.ts')];
process.exitCode = Math.max(...statuses);
