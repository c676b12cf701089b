/** Global ids in answers, and the query that opens what one of them names. */
import { type GraphQLSchema, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';

const globalId = /"(gid:\/\/[^"\\\s]{1,500})"/g;
/** Fields of an object that the query selects. */
const mostFields = 12;

/** A global id and where it stands in a text. */
export interface FoundId {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The global ids of a JSON text, without their quotes. */
export function globalIdsIn(text: string): readonly FoundId[] {
  return [...text.matchAll(globalId)].flatMap(({ index, 1: id }) =>
    id === undefined ? [] : [{ id, start: index + 1, end: index + 1 + id.length }],
  );
}

/** The name of the type in a global id. */
export const typeNameOf = (id: string): string => /^gid:\/\/[^/]*\/([A-Za-z_]\w*)/.exec(id)?.[1] ?? '';

/** A query for what an id names, with fields that need no arguments. */
export function nodeQuery(id: string, schema: GraphQLSchema | null | undefined): string {
  const type = schema?.getType(typeNameOf(id));
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const selected = fields
    .filter(
      ({ name, type: fieldType, args, deprecationReason }) =>
        name !== 'id' && !deprecationReason && isLeafType(getNamedType(fieldType)) && !args.some(isRequiredArgument),
    )
    .slice(0, mostFields)
    .map(({ name }) => `      ${name}\n`);
  const inline =
    isObjectType(type) && selected.length > 0 ? `    ... on ${type.name} {\n${selected.join('')}    }\n` : '';
  return `query ${typeNameOf(id) || 'Node'} {\n  node(id: ${JSON.stringify(id)}) {\n    __typename\n    id\n${inline}  }\n}\n`;
}
