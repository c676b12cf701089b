/** Build of the page during an install. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const prepare = fileURLToPath(new URL('../../explorer/prepare.mjs', import.meta.url));

test('an install without the bundler reports in one line that the page is not built, and succeeds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-prepare-'));
  try {
    copyFileSync(prepare, join(folder, 'prepare.mjs'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['prepare.mjs'], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^The GraphiQL page is not built[^\n]*\n$/);
    expect(readdirSync(folder)).toEqual(['prepare.mjs']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the compressed page is smaller than 2 MB', () => {
  const folder = fileURLToPath(new URL('../../explorer/dist/', import.meta.url));
  const sizes = globSync('*.gz', { cwd: folder }).map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
});
