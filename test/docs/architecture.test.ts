/** The page about the architecture names existing files and functions. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { read } from './pages.ts';

const page = read('docs/architecture.md');
const root = fileURLToPath(new URL('../../', import.meta.url));
const [, operation = '', ...others] = page.split(/^## The path of /m);

const pathSections = [operation, ...others.map((section) => section.split(/^## /m)[0] ?? '')];

const parseSteps = (section: string) =>
  [...section.matchAll(/^\| .* \| `(\w+)(?:\.(\w+))?` \| `(\S+\.ts)` \|$/gm)].map(
    ([, name = '', method = '', file = '']) => ({ name, method, file }),
  );

const steps = pathSections.flatMap(parseSteps);

test('names a function and a file in each step of each table', () => {
  const rows = pathSections.flatMap((section) => section.match(/^\|.*\|$/gm) ?? []);
  const structure = /^(?:\| step \| function \| file \||\|---\|---\|---\||\| \*\*[^|]+\*\* \| \| \|)$/;
  expect(rows.filter((row) => !structure.test(row) && parseSteps(row).length === 0)).toEqual([]);
  expect(pathSections.filter((section) => parseSteps(section).length === 0)).toEqual([]);
});

test('names files and folders that exist', () => {
  const paths = [...page.matchAll(/`((?:src|test|bench|schema)\/[^`\s]*)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(steps.length);
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test.each(steps)('$file declares $name $method', ({ name, method, file }) => {
  const declaration = `^(?:export )?(?:async )?(?:function\\*?|class|const|interface|type) ${name}\\b`;
  const [, body] = read(file).split(new RegExp(declaration, 'm'));
  expect(body).toBeDefined();
  if (method !== '') expect(body).toMatch(new RegExp(`^  (?:async )?${method}\\(`, 'm'));
});

test('names 21 to 40 files in the path of an operation', () => {
  const files = new Set(parseSteps(operation).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(20);
  expect(files.size).toBeLessThan(41);
});
