/** The README, the table of settings and the list of commands say what is so. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../src/settings.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);
const [readme, contributing, table] = ['README.md', 'CONTRIBUTING.md', 'docs/settings.md'].map((path) =>
  readFileSync(file(path), 'utf8'),
);

test('stays short', () => {
  expect(readme?.split('\n').length).toBeLessThan(150);
});

test('lists every setting with its default and meaning', () => {
  const rows = [...(table ?? '').matchAll(/^\| `([A-Z][A-Z_]*)` \| (?:`(.*?)`)? ?\| (.*) \|$/gm)];
  expect(rows.map(([, name, fallback, description]) => ({ name, default: fallback, description }))).toEqual(
    settings.map(({ name, default: fallback, description }) => ({ name, default: fallback, description })),
  );
});

test('names commands that exist', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(file('package.json'), 'utf8'),
  );
  const named = [...`${readme}${contributing}`.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('shows files and folders that exist', () => {
  const tree = [...(readme ?? '').matchAll(/^ {4}((?:schema|src|test|docs)\/\S*)/gm)].map(([, path = '']) => path);
  expect(tree.length).toBeGreaterThan(5);
  expect(tree.filter((path) => !existsSync(file(path)))).toEqual([]);
});

test('shows each file directly in src', () => {
  const files = globSync('src/*.ts', { cwd: file('') });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => !readme?.includes(path))).toEqual([]);
});
