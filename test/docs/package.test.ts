/** Files of the package. */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseLinks, read } from './pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// Lifecycle scripts would build the package, on which the list of files does not depend.
const packing = ['pack', '--dry-run', '--json', '--ignore-scripts'];
const [packed]: { files: { path: string }[] }[] = JSON.parse(
  execFileSync('npm', packing, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
);
const files = packed?.files.map(({ path }) => path) ?? [];

test('contains the build, the schema and the documentation, and no sources', () => {
  const parts = [...new Set(files.map((path) => path.replace(/^(explorer\/dist|[^/]+)\/.*/, '$1/')))];
  // `dist` is absent before the first build.
  expect(parts.filter((part) => part !== 'dist/').toSorted()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'deploy/',
    'docs/',
    'explorer/dist/',
    'package.json',
    'schema/',
    'templates/',
    'words/',
  ]);
  const releaseFile = /^schema\/(?:released|breaking)/;
  const isSource = (path: string) => /\.ts$/.test(path) && !/^(?:dist\/.+\.d\.ts$|templates\/)/.test(path);
  expect(files.filter((path) => releaseFile.test(path) || isSource(path))).toEqual([]);
});

test('contains no sources of install scripts, and the names and templates that the command reads', () => {
  expect(files.filter((path) => path.endsWith('.mjs') && !path.startsWith('deploy/'))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['words/gitlab.json', 'templates/application/gitignore', 'templates/area/area.ts']),
  );
});

test('contains the target of each link of its pages', () => {
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('docs/rest-to-graph.md');
  // npm packs this page as README.md.
  for (const page of pages)
    for (const { target } of parseLinks(read(page === 'README.md' ? 'PACKAGE.md' : page)))
      if (target !== '') expect(files, `${page} leads to ${target}`).toContain(join(dirname(page), target));
});
