/** The page of errors has a row for every code that a client can get. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secretSettings, settings } from '../../src/settings.ts';
import { read } from './pages.ts';

/** Words in capitals that are no codes of errors: settings, codes of libraries, and effects of writes. */
const others = new Set<string>([...settings.map(({ name }) => name), ...secretSettings, 'NODE_ENV', 'NOT_SENT']);
const isForeign = (word: string): boolean => /^(?:UND_ERR|ERR|WSAE?)_/.test(word);

const folders = ['edge', 'rest', 'graph/kit', 'watch', 'redis'];
const sources = globSync(folders.map((folder) => `src/${folder}/**/*.ts`)).map(read);

/** Codes with an underscore stand out in the sources; those of one word are members of the type of all codes of REST calls. */
function codesInSources(): readonly string[] {
  const [, union = ''] = /export type ErrorCode =((?:\s+\| '\w+')+);/.exec(read('src/rest/errors.ts')) ?? [];
  const words = sources.flatMap((source) => [...source.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)]);
  const codes = [...words, ...union.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
  return [...new Set(codes)].filter((word) => !others.has(word) && !isForeign(word)).toSorted();
}

test('has a row for each code in the sources, and for no other', () => {
  const rows = [...read('docs/errors.md').matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, code]) => code);
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.toSorted()).toEqual(codesInSources());
});
