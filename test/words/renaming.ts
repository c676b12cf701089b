/** A words file that renames whatever can be renamed, and the words that it gives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownHeaders } from '../../src/words/headers.ts';
import type { Words, WordsFile } from '../../src/words/index.ts';
import { loadWords } from '../../src/words/load.ts';
import { attributeNames, pathSegments, wordSets } from '../../src/words/vocabulary.ts';

const renamed = (names: Iterable<string>, rename: (name: string) => string) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, rename(name)]));

/** Renames every segment, attribute, parameter, word of a closed set and header, each kind in its own way. */
export function renameEverything(): WordsFile {
  return {
    globalIdPrefix: 'gid://elsewhere/',
    headers: renamed(knownHeaders, (name) => `u-${name}`),
    segments: renamed(pathSegments(), (segment) => `${segment}-there`),
    // Three operations, three words for one parameter.
    operations: {
      importFromServerB: { path: '/imports/of/server-b', parameters: { server_url: 'host_address' } },
      setCiServerAIntegration: { parameters: { server_url: 'build_server' } },
      setCiServiceBIntegration: { parameters: { server_url: 'service_address' } },
    },
    schemas: {
      Runner: { attributes: { ip_address: 'address' }, values: { platform: { linux: 'penguin' } } },
    },
    attributes: renamed(attributeNames(), (name) => `${name}_there`),
    enums: Object.fromEntries(
      [...wordSets()].map(([name, words]) => [name, renamed(words, (word) => `${word}_there`)]),
    ),
  };
}

/** The words of a file with this content, read as the facade reads its own. */
export function wordsOf(file: WordsFile): Words {
  const folder = mkdtempSync(join(tmpdir(), 'portico-words-'));
  try {
    const path = join(folder, 'words.json');
    writeFileSync(path, JSON.stringify(file));
    const loaded = loadWords(path);
    if ('problems' in loaded) throw new Error(loaded.problems.join('\n'));
    return loaded;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
