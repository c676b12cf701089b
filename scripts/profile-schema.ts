/** Writes the JSON Schema of upstream profiles, with the contract's names for editors to complete. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { profileFile } from '../src/config/upstream-profile.ts';
import { attributesOf, operations } from '../src/contract/index.ts';
import { schemas } from '../src/name-mapping/contract-names.ts';

const { absentOperations, absentAttributes } = profileFile.shape;

const listOf = (names: Iterable<string>) => ({ type: 'array', items: { enum: [...names].sort() } });

const attributes = Object.keys(schemas)
  .map((name): [string, readonly string[]] => [name, [...attributesOf(schemas[name] ?? {}).keys()]])
  .filter(([, names]) => names.length > 0);

const schema = z.toJSONSchema(profileFile, { io: 'input' });

const named = {
  ...schema,
  title: 'Parts of the contract that an upstream lacks',
  properties: {
    ...schema.properties,
    absentOperations: { description: absentOperations.description, ...listOf(operations.keys()) },
    absentAttributes: {
      description: absentAttributes.description,
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(attributes.map(([name, names]) => [name, listOf(names)])),
    },
  },
};

writeFileSync(new URL('../schema/profile.schema.json', import.meta.url), `${JSON.stringify(named, null, 1)}\n`);
