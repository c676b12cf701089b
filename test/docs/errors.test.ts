/** The page of errors has a row for every code that a client can receive. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secretSettings, settings } from '../../src/config/settings.ts';
import { read } from './pages.ts';

/** Capitalized words that are not error codes: settings and effects of writes. */
const notCodes = new Set<string>([...settings.map(({ name }) => name), ...secretSettings, 'NODE_ENV', 'NOT_SENT']);
const isForeign = (word: string): boolean => /^(?:UND_ERR|ERR|WSAE?)_/.test(word);

const folders = ['edge', 'rest', 'graph/kit', 'watch'];
const sources = globSync(folders.map((folder) => `src/${folder}/**/*.ts`)).map(read);

/** Finds error codes: string literals with an underscore, and the members of the type `ErrorCode`, which have one word. */
function findCodesInSources(): readonly string[] {
  const [, union = ''] = /export type ErrorCode =((?:\s+\| '\w+')+);/.exec(read('src/rest/errors.ts')) ?? [];
  const words = sources.flatMap((source) => [...source.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)]);
  const codes = [...words, ...union.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
  return [...new Set(codes)].filter((word) => !notCodes.has(word) && !isForeign(word)).toSorted();
}

test('has exactly one row for each code in the sources', () => {
  const rows = [...read('docs/errors.md').matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, code]) => code);
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.toSorted()).toEqual(findCodesInSources());
});
