/**
 * Packs the project and installs the package in the folder of an example, as a user does with `npm install portico`. The manifest of the
 * example does not change, because the package of a checkout is in no registry.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [, , example] = process.argv;
if (example === undefined) throw new Error('Usage: node scripts/install-packed.ts <folder of an example>');
const folder = mkdtempSync(join(tmpdir(), 'portico-packed-'));
try {
  const output = execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [packed]: { filename: string }[] = JSON.parse(output);
  if (packed === undefined) throw new Error('npm packed nothing');
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, join(folder, packed.filename)], { cwd: example, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
