/** Name mapping that renames everything, and the conversion of a mapping file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAttributeNames, getEnumValues, getPathSegments } from '../../src/name-mapping/contract-names.ts';
import { supportedHeaders } from '../../src/name-mapping/headers.ts';
import type { MappingFile, NameMapping } from '../../src/name-mapping/index.ts';
import { loadNameMapping } from '../../src/name-mapping/load.ts';

const createRenames = (names: Iterable<string>, rename: (name: string) => string) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, rename(name)]));

/** Returns a mapping file with another name for every segment, attribute, parameter, enum value and header. */
export function renameEverything(): MappingFile {
  return {
    globalIdPrefix: 'gid://elsewhere/',
    headers: createRenames(supportedHeaders, (name) => `u-${name}`),
    segments: createRenames(getPathSegments(), (segment) => `${segment}-there`),
    // One parameter has another name in each of three operations.
    operations: {
      importFromServerB: { path: '/imports/of/server-b', parameters: { server_url: 'host_address' } },
      setCiServerAIntegration: { parameters: { server_url: 'build_server' } },
      setCiServiceBIntegration: { parameters: { server_url: 'service_address' } },
    },
    schemas: {
      Runner: { attributes: { ip_address: 'address' }, values: { platform: { linux: 'penguin' } } },
    },
    attributes: createRenames(getAttributeNames(), (name) => `${name}_there`),
    enums: Object.fromEntries(
      [...getEnumValues()].map(([name, values]) => [name, createRenames(values, (value) => `${value}_there`)]),
    ),
  };
}

/** Writes a mapping file and loads it as the facade does. */
export function loadMapping(file: MappingFile): NameMapping {
  const folder = mkdtempSync(join(tmpdir(), 'portico-words-'));
  try {
    const path = join(folder, 'words.json');
    writeFileSync(path, JSON.stringify(file));
    const mapping = loadNameMapping(path);
    if ('problems' in mapping) throw new Error(mapping.problems.join('\n'));
    return mapping;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
