/** Finds global ids in responses, and creates the query for the object of an id. */
import { type GraphQLSchema, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { compareAttributes } from '../../src/graph/find/attribute-order.ts';

const globalId = /"(gid:\/\/[^"\\\s]{1,500})"/g;

const maxFields = 12;

/** Global id with its offsets in a string. */
export interface GlobalIdMatch {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the global ids in a JSON string. The offsets exclude the quotes. */
export function findGlobalIds(text: string): readonly GlobalIdMatch[] {
  return [...text.matchAll(globalId)].flatMap(({ index, 1: id }) =>
    id === undefined ? [] : [{ id, start: index + 1, end: index + 1 + id.length }],
  );
}

/** Type name in a global id. */
export const getTypeName = (id: string): string => /^gid:\/\/[^/]*\/([A-Za-z_]\w*)/.exec(id)?.[1] ?? '';

/** Creates a query for the object of an id, with leaf fields that require no arguments. */
export function createNodeQuery(id: string, schema: GraphQLSchema | null | undefined): string {
  const type = schema?.getType(getTypeName(id));
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const selected = fields
    .filter(
      ({ name, type: fieldType, args, deprecationReason }) =>
        name !== 'id' && !deprecationReason && isLeafType(getNamedType(fieldType)) && !args.some(isRequiredArgument),
    )
    .toSorted((a, b) => compareAttributes(a.name, b.name))
    .slice(0, maxFields)
    .map(({ name }) => `      ${name}\n`);
  const inline =
    isObjectType(type) && selected.length > 0 ? `    ... on ${type.name} {\n${selected.join('')}    }\n` : '';
  return `query ${getTypeName(id) || 'Node'} {\n  node(id: ${JSON.stringify(id)}) {\n    __typename\n    id\n${inline}  }\n}\n`;
}
