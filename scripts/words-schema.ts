/** Writes the JSON Schema of words files, with the contract's names for editors to complete. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { operations } from '../src/contract/index.ts';
import {
  getAttributeNames,
  getEnumValues,
  getInputs,
  getPathSegments,
  refTo,
  schemas,
} from '../src/name-mapping/contract-names.ts';
import { supportedHeaders } from '../src/name-mapping/headers.ts';
import { mappingFile } from '../src/name-mapping/mapping-schema.ts';
import { getProperties } from '../src/name-mapping/names.ts';

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

const withDescription = (name: keyof typeof mappingFile.shape, schema: object) => ({
  description: mappingFile.shape[name].description ?? mappingFile.shape[name].unwrap().description,
  ...schema,
});

const { properties = {}, ...schema } = z.toJSONSchema(mappingFile);
const objects = Object.keys(schemas)
  .map((name): [string, readonly string[]] => [name, getProperties(refTo(name)).map((member) => member.name)])
  .filter(([, members]) => members.length > 0);
const path = { type: 'string', pattern: '^/' };

const named = {
  ...schema,
  title: 'The words of an upstream, by those of the contract',
  properties: {
    ...properties,
    headers: withDescription('headers', words(supportedHeaders)),
    segments: withDescription('segments', words(getPathSegments())),
    attributes: withDescription('attributes', words(getAttributeNames())),
    enums: withDescription(
      'enums',
      closed(Object.fromEntries([...getEnumValues()].map(([name, set]) => [name, words(set)]))),
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
            const inputs = [...getInputs(operation).keys()];
            return [operation.id, closed({ path, parameters: words(inputs), values: valuesOf(inputs) })];
          }),
        ),
      ),
    ),
  },
};

writeFileSync(new URL('../schema/words.schema.json', import.meta.url), `${JSON.stringify(named, null, 1)}\n`);
