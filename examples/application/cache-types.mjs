import { isAbstractType, isIntrospectionType, isObjectType } from 'graphql';

/** Lists the types of interfaces and unions, and the types without an id, for the cache of Apollo Client. */
export const plugin = (schema) => {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const abstractTypes = types.filter((type) => isAbstractType(type));
  const possibleTypes = Object.fromEntries(
    abstractTypes.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
  const embeddedTypes = types.filter((type) => isObjectType(type) && !('id' in type.getFields()));
  return `export const possibleTypes = ${JSON.stringify(possibleTypes)};
export const embeddedTypes = ${JSON.stringify(embeddedTypes.map(({ name }) => name))};
`;
};
