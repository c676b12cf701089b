/** A words file that renames whatever can be renamed, and the words that it gives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesOf, document, operations, resolve, type Schema } from '../../src/contract/index.ts';
import { knownHeaders } from '../../src/words/headers.ts';
import type { Words, WordsFile } from '../../src/words/index.ts';
import { loadWords } from '../../src/words/load.ts';

const renamed = (names: Iterable<string>, rename: (name: string) => string) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, rename(name)]));

function* attributeNames(schema: Schema, seen = new Set<Schema>()): Generator<string> {
  const target = resolve(schema);
  if (seen.has(target)) return;
  seen.add(target);
  yield* attributesOf(schema).keys();
  const { items, additionalProperties: others, oneOf = [], anyOf = [], properties = {}, allOf = [] } = target;
  const below = [...oneOf, ...anyOf, ...allOf, ...Object.values(properties), ...(items ? [items] : [])];
  for (const part of typeof others === 'object' ? [...below, others] : below) yield* attributeNames(part, seen);
}

function everyName(): Set<string> {
  const names = new Set<string>();
  const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
  for (const schema of Object.values(schemas)) for (const name of attributeNames(schema)) names.add(name);
  for (const { queryParameters, body, multipart } of operations.values()) {
    for (const { name, schema } of queryParameters)
      for (const each of [name, ...attributeNames(schema)]) names.add(each);
    for (const schema of [body, multipart]) if (schema) for (const name of attributeNames(schema)) names.add(name);
  }
  return names;
}

/** Renames every segment, attribute, parameter, word of a closed set and header, each kind in its own way. */
export function renameEverything(): WordsFile {
  const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
  const segments = [...operations.values()].flatMap(({ path }) => path.split('/').slice(1));
  return {
    globalIdPrefix: 'gid://elsewhere/',
    headers: renamed(knownHeaders, (name) => `u-${name}`),
    segments: renamed(
      segments.filter((segment) => !segment.startsWith('{')),
      (segment) => `${segment}-there`,
    ),
    // Three operations, three words for one parameter.
    operations: {
      importFromServerB: { path: '/imports/of/server-b', parameters: { server_url: 'host_address' } },
      setCiServerAIntegration: { parameters: { server_url: 'build_server' } },
      setCiServiceBIntegration: { parameters: { server_url: 'service_address' } },
    },
    schemas: {
      Runner: { attributes: { ip_address: 'address' }, values: { platform: { linux: 'penguin' } } },
    },
    attributes: renamed(everyName(), (name) => `${name}_there`),
    enums: Object.fromEntries(
      Object.entries(schemas).flatMap(([name, { enum: words = [] }]) => {
        const texts = words.filter((word) => typeof word === 'string');
        return texts.length === 0 ? [] : [[name, renamed(texts, (word) => `${word}_there`)]];
      }),
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
