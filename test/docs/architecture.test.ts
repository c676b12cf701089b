/** The page about the architecture is short, and names existing files and functions. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { read } from './pages.ts';

const page = read('docs/architecture.md');
const root = fileURLToPath(new URL('../../', import.meta.url));

const steps = [...page.matchAll(/^\| \d+\. .* \| `(\w+)(?:\.(\w+))?` \| `(\S+\.ts)` \|$/gm)].map(
  ([, name = '', method = '', file = '']) => ({ name, method, file }),
);

/** Files of the tables of folders. */
const folderFiles = page
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const [, folder = ''] = /^`(src\/\S+)`/.exec(section) ?? [];
    const cells = [...section.matchAll(/^\| (`[^|]*`) \|/gm)];
    return cells.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => `${folder}${file}`));
  });

test('describes the way of a query in ten to twelve steps', () => {
  expect(steps.length).toBeGreaterThanOrEqual(10);
  expect(steps.length).toBeLessThanOrEqual(12);
  expect(page.match(/^\| \d+\./gm)).toHaveLength(steps.length);
});

test.each(steps)('$file declares $name $method', ({ name, method, file }) => {
  const declaration = `^(?:export )?(?:async )?(?:function\\*?|class|const|interface|type) ${name}\\b`;
  const [, body] = read(file).split(new RegExp(declaration, 'm'));
  expect(body).toBeDefined();
  if (method !== '') expect(body).toMatch(new RegExp(`^  (?:async )?${method}\\(`, 'm'));
});

test('names files and folders that exist', () => {
  expect(folderFiles.length).toBeGreaterThan(60);
  const paths = [...page.matchAll(/`((?:src|test|bench|schema)\/[^`\s]*)`/g)].map(([, path = '']) => path);
  expect([...paths, ...folderFiles].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test('has at most 4,500 words, together with the README and CONTRIBUTING', () => {
  const words = [page, read('README.md'), read('CONTRIBUTING.md')].flatMap((text) => text.trim().split(/\s+/));
  expect(words.length).toBeLessThanOrEqual(4500);
});
