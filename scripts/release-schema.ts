/** Makes the present schema the one that clients rely on, which the tests hold every change against. */
import { readFileSync, writeFileSync } from 'node:fs';

const directory = new URL('../schema/', import.meta.url);
const present = readFileSync(new URL('schema.graphql', directory), 'utf8').replace(/^# .*\n\n/, '');
const notice =
  '# What clients rely on: schema.graphql as it was last released. Changed only by `npm run release:schema`.\n\n';
writeFileSync(new URL('released.graphql', directory), notice + present);

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const changes = new URL('breaking-changes.md', directory);
const heading = '## Since the last release\n';
writeFileSync(changes, readFileSync(changes, 'utf8').replace(heading, `${heading}\nNone.\n\n## ${version}\n`));
