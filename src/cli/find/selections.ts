/** Selections of the attributes that identify an object and show its state. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { isConnectionType } from '../../graph/kit/paging/connection.ts';
import { compareAttributes } from './attribute-order.ts';

const isSelectable = ({ args, type, deprecationReason }: GraphQLField<unknown, unknown>): boolean =>
  deprecationReason === undefined && !args.some(isRequiredArgument) && !isConnectionType(getNamedType(type));

/** Names of the leaf fields that require no argument, sorted by `compareAttributes`. */
export function getLeafFields(type: GraphQLNamedType): readonly string[] {
  if (!isObjectType(type)) return ['__typename'];
  return Object.values(type.getFields())
    .filter((field) => isSelectable(field) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)
    .toSorted(compareAttributes);
}

/** Selections of one field each: leaf fields, then leaf fields of nested objects. */
export function getSelectableFields(type: GraphQLNamedType): readonly string[] {
  if (!isObjectType(type)) return ['__typename'];
  const nested = Object.values(type.getFields())
    .filter((field) => isSelectable(field) && !isLeafType(getNamedType(field.type)))
    .flatMap(({ name, type: child }) => getLeafFields(getNamedType(child)).map((leaf) => `${name} { ${leaf} }`));
  return [...getLeafFields(type), ...nested];
}

/** Prints the selection set of a field; with `nodes` and `pageInfo` for a connection, empty for a leaf type. */
export function printSelection(type: GraphQLNamedType, selected: readonly string[]): string {
  if (isLeafType(type)) return '';
  if (!isConnectionType(type)) return `{ ${selected.join(' ')} }`;
  return `{ nodes { ${selected.join(' ')} } pageInfo { hasNextPage endCursor } }`;
}

/** Returns the type whose fields are selected: the node type of a connection, any other type itself. */
export function getSelectedType(type: GraphQLNamedType): GraphQLNamedType {
  if (!isConnectionType(type) || !isObjectType(type)) return type;
  const nodes = type.getFields().nodes;
  return nodes === undefined ? type : getNamedType(nodes.type);
}
