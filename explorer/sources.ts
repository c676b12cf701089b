import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules of the facade whose code the page contains. */
const sharedSources = [
  'src/helpers/command-failure.ts',
  'src/graph/find/attribute-order.ts',
  'src/graph/find/curl-options.ts',
  'src/graph/find/curl.ts',
  'src/graph/find/form.ts',
  'src/graph/find/free-text.ts',
  'src/graph/find/suggestions.ts',
  'src/graph/find/typed-request.ts',
  'src/graph/kit/contract/user-info.ts',
  'src/helpers/is-record.ts',
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
