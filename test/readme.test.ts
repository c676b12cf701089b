/** The README, the table of settings and the list of commands are correct and complete. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../src/config/settings.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);
const [readme, contributing, table] = ['README.md', 'CONTRIBUTING.md', 'docs/settings.md'].map((path) =>
  readFileSync(file(path), 'utf8'),
);

test('the README has fewer than 150 lines', () => {
  expect(readme?.split('\n').length).toBeLessThan(150);
});

test('the tables of settings contain each setting with its default and description', () => {
  const byName = (a: { name?: string | undefined }, b: typeof a) => String(a.name).localeCompare(String(b.name));
  const rows = [...(table ?? '').matchAll(/^\| `([A-Z][A-Z_]*)` \| (?:`(.*?)`)? ?\| (.*) \|$/gm)];
  expect(
    rows.map(([, name, fallback, description]) => ({ name, default: fallback, description })).toSorted(byName),
  ).toEqual(
    settings
      .map(({ name, default: fallback, description }) => ({ name, default: fallback, description }))
      .toSorted(byName),
  );
});

test('README and CONTRIBUTING contain only commands that exist', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(file('package.json'), 'utf8'),
  );
  const commands = [...`${readme}${contributing}`.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});

const folders = [...(readme ?? '').matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
);

test('the table of folders contains only files and folders that exist', () => {
  expect(folders.filter((path) => !existsSync(file(path)))).toEqual([]);
});

test('the table of folders contains each file and folder of src, and each folder of the repository', () => {
  const parts = readdirSync(file('src'), { withFileTypes: true }).map(
    (entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
  expect(parts.filter((path) => !folders.includes(path))).toEqual([]);
  const listed = execFileSync('git', ['ls-tree', '-d', '--name-only', 'HEAD'], { cwd: file(''), encoding: 'utf8' });
  const tracked = listed.split('\n').filter((name) => /^\w/.test(name));
  expect(tracked.length).toBeGreaterThan(5);
  expect(tracked.filter((name) => !folders.some((path) => path.startsWith(`${name}/`)))).toEqual([]);
});
