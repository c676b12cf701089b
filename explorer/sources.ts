import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules of the facade whose code the page contains. */
const sharedSources = [
  'src/cli/failure.ts',
  'src/cli/find/attribute-order.ts',
  'src/cli/find/curl-options.ts',
  'src/cli/find/curl.ts',
  'src/cli/find/form.ts',
  'src/cli/find/free-text.ts',
  'src/cli/find/suggestions.ts',
  'src/cli/find/typed-request.ts',
  'src/graph/kit/contract/user-info.ts',
  'src/is-record.ts',
  'src/rest/secret-forms.ts',
];

/** Digest of the sources of the page without generated ones, which follow the schema, so that a test can check whether the page was built since they changed. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  const folder = join(import.meta.dirname, 'src');
  for (const name of globSync('**/*.{ts,tsx,css}', { cwd: folder, exclude: ['**/*.gen.ts'] }).sort())
    hash.update(name).update(readFileSync(join(folder, name)));
  for (const name of sharedSources) hash.update(readFileSync(join(import.meta.dirname, '..', name)));
  return hash.digest('hex');
}
