/** The README, the table of settings and the list of commands are correct and complete. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../src/settings.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);
const [readme, contributing, table] = ['README.md', 'CONTRIBUTING.md', 'docs/settings.md'].map((path) =>
  readFileSync(file(path), 'utf8'),
);

test('the README has fewer than 150 lines', () => {
  expect(readme?.split('\n').length).toBeLessThan(150);
});

test('the table of settings contains each setting with its default and description', () => {
  const rows = [...(table ?? '').matchAll(/^\| `([A-Z][A-Z_]*)` \| (?:`(.*?)`)? ?\| (.*) \|$/gm)];
  expect(rows.map(([, name, fallback, description]) => ({ name, default: fallback, description }))).toEqual(
    settings.map(({ name, default: fallback, description }) => ({ name, default: fallback, description })),
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

test('the tree of the README contains only files and folders that exist', () => {
  const tree = [...(readme ?? '').matchAll(/^ {4}((?:schema|src|test|docs)\/\S*)/gm)].map(([, path = '']) => path);
  expect(tree.length).toBeGreaterThan(5);
  expect(tree.filter((path) => !existsSync(file(path)))).toEqual([]);
});

test('the README contains each file directly in src', () => {
  const files = globSync('src/*.ts', { cwd: file('') });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => !readme?.includes(path))).toEqual([]);
});
