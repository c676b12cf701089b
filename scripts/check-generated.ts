/** Fails if a generated file is stale, and updates it. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

const patterns = [
  'schema/schema.graphql',
  'schema/subgraph.graphql',
  'schema/apollo-cache.json',
  'schema/words.schema.json',
  'schema/profile.schema.json',
  'docs/*.md',
  'explorer/src/*.gen.ts',
  'src/contract/*.gen.ts',
  'package/*.gen.ts',
  'test/documents/*.gen.ts',
];

const contents = (): ReadonlyMap<string, string> =>
  new Map(globSync(patterns).map((file) => [file, readFileSync(file, 'utf8')]));

const before = contents();
execFileSync('npm', ['run', '--silent', 'generate'], { stdio: ['ignore', 'ignore', 'inherit'] });
const after = contents();

const stale = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
for (const file of stale) console.error(`${file} was stale: run npm run generate and commit it`);
process.exitCode = stale.length === 0 ? 0 : 1;
