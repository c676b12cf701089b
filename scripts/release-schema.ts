/** Makes the current schema the released one, with which tests compare every change, and writes the release to the changelog. */
import { readFileSync, writeFileSync } from 'node:fs';
import { breakingSince, releaseChangelog } from './changelog.ts';

const directory = new URL('../schema/', import.meta.url);
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const changes = new URL('breaking-changes.md', directory);
const breakingChanges = readFileSync(changes, 'utf8');

const log = new URL('../CHANGELOG.md', import.meta.url);
const date = new Date().toISOString().slice(0, 10);
// First, because it fails if the version was released already.
const changelog = releaseChangelog(readFileSync(log, 'utf8'), {
  version,
  date,
  breaking: breakingSince(breakingChanges),
});
writeFileSync(log, changelog);

const present = readFileSync(new URL('schema.graphql', directory), 'utf8').replace(/^# .*\n\n/, '');
const notice =
  '# What clients rely on: schema.graphql as it was last released. Changed only by `npm run release:schema`.\n\n';
writeFileSync(new URL('released.graphql', directory), notice + present);

const heading = '## Since the last release\n';
writeFileSync(changes, breakingChanges.replace(heading, `${heading}\nNone.\n\n## ${version}\n`));
