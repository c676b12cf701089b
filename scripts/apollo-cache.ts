/** Writes the part of the configuration of Apollo Client's cache that follows from the schema. */
import { writeFileSync } from 'node:fs';
import { isAbstractType, isObjectType } from 'graphql';
import { schema } from '../src/graph/index.ts';

// Only gateways select the types of Apollo Federation, whose names start with an underscore.
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('_'));
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];

const possibleTypes = Object.fromEntries(
  types
    .filter((type) => isAbstractType(type))
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
);

// The cache stores objects without an id inside their parents, and replaces them as a whole unless their type is merged.
const typePolicies = Object.fromEntries(
  types
    .filter((type) => isObjectType(type) && !roots.includes(type) && !('id' in type.getFields()))
    .map(({ name }) => [name, { merge: true }]),
);

const configuration = { possibleTypes, typePolicies };
writeFileSync(new URL('../schema/apollo-cache.json', import.meta.url), `${JSON.stringify(configuration, null, 1)}\n`);
