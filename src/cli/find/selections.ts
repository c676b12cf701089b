/** What can be selected on an object. */
import { type GraphQLNamedType, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { isConnectionType } from '../../graph/kit/paging/connection.ts';

/** Fields that tell most of an object, where it has them. */
const preferred = [
  'id',
  'iid',
  'fullPath',
  'username',
  'name',
  'title',
  'key',
  'status',
  'state',
  'body',
  'description',
  'webUrl',
  'createdAt',
];

const rank = (name: string): number => {
  const index = preferred.indexOf(name);
  return index === -1 ? preferred.length : index;
};

/**
 * Selections of one field each, without those that need arguments and without lists of their own: values first, then values of objects
 * within the object.
 */
export function selectable(type: GraphQLNamedType, depth = 2): readonly string[] {
  if (!isObjectType(type)) return ['__typename'];
  const fields = Object.values(type.getFields()).filter(
    ({ args, type: given, deprecationReason }) =>
      deprecationReason === undefined && !args.some(isRequiredArgument) && !isConnectionType(getNamedType(given).name),
  );
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  leaves.sort((one, other) => rank(one) - rank(other));
  if (depth === 1) return leaves;
  const within = fields.flatMap(({ name, type: given }) =>
    isLeafType(getNamedType(given))
      ? []
      : selectable(getNamedType(given), depth - 1).map((leaf) => `${name} { ${leaf} }`),
  );
  return [...leaves, ...within];
}

/** The selection set of a field, with what is selected on its items where it is a list with pages; nothing for a value. */
export function selectionOn(type: GraphQLNamedType, selected: readonly string[]): string {
  if (isLeafType(type)) return '';
  return isConnectionType(type.name) ? `{ nodes { ${selected.join(' ')} } }` : `{ ${selected.join(' ')} }`;
}

/** The type whose fields are selected: that of the items where it is a list with pages. */
export function selectedType(type: GraphQLNamedType): GraphQLNamedType {
  if (!isConnectionType(type.name) || !isObjectType(type)) return type;
  const nodes = type.getFields().nodes;
  return nodes === undefined ? type : getNamedType(nodes.type);
}
