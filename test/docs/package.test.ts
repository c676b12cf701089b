/** Files of the package: those that its users need, and no others. */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { linksOf, read } from './pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// Scripts would build it, which the list does not depend on.
const packing = ['pack', '--dry-run', '--json', '--ignore-scripts'];
const [packed]: { files: { path: string }[] }[] = JSON.parse(
  execFileSync('npm', packing, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
);
const files = packed?.files.map(({ path }) => path) ?? [];

test('holds what is built, the schema and the guides', () => {
  const parts = [...new Set(files.map((path) => path.replace(/^(explorer\/dist|[^/]+)\/.*/, '$1/')))];
  // Where nothing has been built yet, there is no dist.
  expect(parts.filter((part) => part !== 'dist/').toSorted()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'deploy/',
    'docs/',
    'explorer/',
    'explorer/dist/',
    'package.json',
    'schema/',
  ]);
  const ofReleases = /^schema\/(?:released|breaking)/;
  const isSource = (path: string) => /\.ts$/.test(path) && !/^dist\/.+\.d\.ts$/.test(path);
  expect(files.filter((path) => ofReleases.test(path) || isSource(path))).toEqual([]);
});

test('has the scripts that npm runs during an install', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
  const run = ['preinstall', 'install', 'postinstall', 'prepare'].flatMap((name) => scripts[name] ?? []);
  expect(files).toEqual(expect.arrayContaining(run.map((command) => command.replace(/^node /, ''))));
});

test('every page leads to what is in the package too', () => {
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('docs/rest-to-graph.md');
  for (const page of pages)
    for (const { target } of linksOf(read(page)))
      if (target !== '') expect(files, `${page} leads to ${target}`).toContain(join(dirname(page), target));
});
