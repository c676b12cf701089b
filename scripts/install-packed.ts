/**
 * Packs the project once, and installs the package in folders of examples after their dependencies, as a user does. The manifests of the
 * examples do not name the package, because it is not in a registry.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [, , ...examples] = process.argv;
if (examples.length === 0) throw new Error('Usage: node scripts/install-packed.ts <folder of an example>…');
const folder = mkdtempSync(join(tmpdir(), 'portico-packed-'));
try {
  const output = execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [packed]: { filename: string }[] = JSON.parse(output);
  if (packed === undefined) throw new Error('npm packed nothing');
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  for (const cwd of examples) {
    execFileSync('npm', ['ci'], { cwd, stdio: 'inherit' });
    execFileSync('npm', ['install', ...options, join(folder, packed.filename)], { cwd, stdio: 'inherit' });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
