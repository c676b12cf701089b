import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Digest of the sources of the page, so that a test can tell whether it was built since they changed. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  const folder = join(import.meta.dirname, 'src');
  for (const name of globSync('**/*.{ts,tsx,css}', { cwd: folder }).sort())
    hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
