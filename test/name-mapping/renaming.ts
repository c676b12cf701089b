/** A words file that renames whatever can be renamed, and the words that it gives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAttributeNames, getEnumValues, getPathSegments } from '../../src/name-mapping/contract-names.ts';
import { supportedHeaders } from '../../src/name-mapping/headers.ts';
import type { MappingFile, NameMapping } from '../../src/name-mapping/index.ts';
import { loadNameMapping } from '../../src/name-mapping/load.ts';

const renamed = (names: Iterable<string>, rename: (name: string) => string) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, rename(name)]));

/** Renames every segment, attribute, parameter, word of a closed set and header, each kind in its own way. */
export function renameEverything(): MappingFile {
  return {
    globalIdPrefix: 'gid://elsewhere/',
    headers: renamed(supportedHeaders, (name) => `u-${name}`),
    segments: renamed(getPathSegments(), (segment) => `${segment}-there`),
    // Three operations, three words for one parameter.
    operations: {
      importFromServerB: { path: '/imports/of/server-b', parameters: { server_url: 'host_address' } },
      setCiServerAIntegration: { parameters: { server_url: 'build_server' } },
      setCiServiceBIntegration: { parameters: { server_url: 'service_address' } },
    },
    schemas: {
      Runner: { attributes: { ip_address: 'address' }, values: { platform: { linux: 'penguin' } } },
    },
    attributes: renamed(getAttributeNames(), (name) => `${name}_there`),
    enums: Object.fromEntries(
      [...getEnumValues()].map(([name, words]) => [name, renamed(words, (word) => `${word}_there`)]),
    ),
  };
}

/** The words of a file with this content, read as the facade reads its own. */
export function wordsOf(file: MappingFile): NameMapping {
  const folder = mkdtempSync(join(tmpdir(), 'portico-words-'));
  try {
    const path = join(folder, 'words.json');
    writeFileSync(path, JSON.stringify(file));
    const loaded = loadNameMapping(path);
    if ('problems' in loaded) throw new Error(loaded.problems.join('\n'));
    return loaded;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
