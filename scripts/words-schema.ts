/** Writes the JSON Schema of words files, with the contract's names for editors to complete. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { operations } from '../src/contract/index.ts';
import { knownHeaders } from '../src/words/headers.ts';
import { membersOf } from '../src/words/names.ts';
import { attributeNames, inputsOf, pathSegments, refTo, schemas, wordSets } from '../src/words/vocabulary.ts';
import { wordsFile } from '../src/words/words-file.ts';

const words = (names: Iterable<string>) => ({
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  propertyNames: { enum: [...new Set(names)].sort() },
});

const valuesOf = (names: Iterable<string>) => ({
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
  propertyNames: { enum: [...new Set(names)].sort() },
});

const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

const withDescription = (name: keyof typeof wordsFile.shape, schema: object) => ({
  description: wordsFile.shape[name].description ?? wordsFile.shape[name].unwrap().description,
  ...schema,
});

const { properties = {}, ...schema } = z.toJSONSchema(wordsFile);
const objects = Object.keys(schemas)
  .map((name): [string, readonly string[]] => [name, membersOf(refTo(name)).map((member) => member.name)])
  .filter(([, members]) => members.length > 0);
const path = { type: 'string', pattern: '^/' };

const named = {
  ...schema,
  title: 'The words of an upstream, by those of the contract',
  properties: {
    ...properties,
    headers: withDescription('headers', words(knownHeaders)),
    segments: withDescription('segments', words(pathSegments())),
    attributes: withDescription('attributes', words(attributeNames())),
    enums: withDescription(
      'enums',
      closed(Object.fromEntries([...wordSets()].map(([name, set]) => [name, words(set)]))),
    ),
    schemas: withDescription(
      'schemas',
      closed(
        Object.fromEntries(
          objects.map(([name, members]) => [name, closed({ attributes: words(members), values: valuesOf(members) })]),
        ),
      ),
    ),
    operations: withDescription(
      'operations',
      closed(
        Object.fromEntries(
          [...operations.values()].map((operation) => {
            const inputs = [...inputsOf(operation).keys()];
            return [operation.id, closed({ path, parameters: words(inputs), values: valuesOf(inputs) })];
          }),
        ),
      ),
    ),
  },
};

writeFileSync(new URL('../schema/words.schema.json', import.meta.url), `${JSON.stringify(named, null, 1)}\n`);
