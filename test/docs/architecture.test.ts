/** The page about the architecture names what exists. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { read } from './pages.ts';

const page = read('docs/architecture.md');
const root = fileURLToPath(new URL('../../', import.meta.url));
const [, operation = '', ...others] = page.split(/^## The way of /m);

const stepsIn = (section: string) =>
  [...section.matchAll(/^\| .* \| `(\w+)` \| `(\S+\.ts)` \|$/gm)].map(([, name = '', file = '']) => ({ name, file }));

const steps = [operation, ...others].flatMap(stepsIn);

test('names files and folders that exist', () => {
  const paths = [...page.matchAll(/`((?:src|test|bench|schema)\/[^`\s]*)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(steps.length);
  expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test.each(steps)('$file declares $name', ({ name, file }) => {
  expect(read(file)).toMatch(new RegExp(`^export (?:async )?(?:function|class|const|interface) ${name}\\b`, 'm'));
});

test('leads from socket to socket through fewer than 40 files', () => {
  const files = new Set(stepsIn(operation).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(20);
  expect(files.size).toBeLessThan(40);
});
