/** Selections of the values of an object, and their comparison. */
import { isDeepStrictEqual } from 'node:util';
import { getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { schema } from '../../../src/graph/index.ts';
import { getResourceTypes } from '../../../src/graph/kit/resources/resource-types.ts';
import { everything } from '../everything.ts';

const resourceTypes = getResourceTypes(schema);
export const isResource = (name: string): boolean => resourceTypes.get(name) !== undefined;

/** Selection of every field without required arguments; of other objects only `__typename` and `id`. */
export function selectAllFields(typeName: string): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`);
  const references = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (field.args.some(isRequiredArgument)) return [];
    return isResource(named.name) ? [`${field.name} { __typename id }`] : [];
  });
  return `__typename id ${everything(typeName)} ${references.join(' ')}`;
}

/**
 * Describes the fields in which an object differs from another.
 * @param path where the object was read
 * @param otherPath where the other object was read
 */
export function findDifferences(object: object, other: object, path: string, otherPath: string): readonly string[] {
  const expected = new Map<string, unknown>(Object.entries(other));
  return Object.entries(object)
    .filter(([field, value]) => !isDeepStrictEqual(value, expected.get(field)))
    .map(
      ([field, value]) =>
        `${Object(object).id} ${field}: ${JSON.stringify(value)} in ${path}, ${JSON.stringify(expected.get(field))} in ${otherPath}`,
    );
}
