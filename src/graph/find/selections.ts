/** Selections of the attributes that identify an object and show its state. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { isConnectionType } from '../kit/paging/connection.ts';
import { compareAttributes } from './attribute-order.ts';

const isSelectable = ({ args, type, deprecationReason }: GraphQLField<unknown, unknown>): boolean =>
  deprecationReason === undefined && !args.some(isRequiredArgument) && !isConnectionType(getNamedType(type));

/** Names of the leaf fields that require no argument, sorted by `compareAttributes`. */
function getLeafFields(type: GraphQLNamedType): readonly string[] {
  if (!isObjectType(type)) return ['__typename'];
  return Object.values(type.getFields())
    .filter((field) => isSelectable(field) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name)
    .toSorted(compareAttributes);
}

const edgeSelection = /^edges \{/;

/** Selections of one field each on the edges of a connection: those that edges have besides `node` and `cursor`. */
function getEdgeFields(type: GraphQLNamedType): readonly string[] {
  const edges = isConnectionType(type) && isObjectType(type) ? type.getFields().edges : undefined;
  const fields = edges === undefined ? [] : getSelectableFields(getNamedType(edges.type));
  return fields.filter((field) => !/^(?:node|cursor)\b/.test(field)).map((field) => `edges { ${field} }`);
}

/**
 * Selections of one field each: leaf fields, then leaf fields of nested objects. For a connection, those of its nodes,
 * then those of its edges.
 */
export function getSelectableFields(declaredType: GraphQLNamedType): readonly string[] {
  const type = getSelectedType(declaredType);
  const ownFields = getOwnSelectableFields(type);
  return type === declaredType ? ownFields : [...ownFields, ...getEdgeFields(declaredType)];
}

function getOwnSelectableFields(type: GraphQLNamedType): readonly string[] {
  if (!isObjectType(type)) return ['__typename'];
  const nested = Object.values(type.getFields())
    .filter((field) => isSelectable(field) && !isLeafType(getNamedType(field.type)))
    .flatMap(({ name, type: child }) => getLeafFields(getNamedType(child)).map((leaf) => `${name} { ${leaf} }`));
  return [...getLeafFields(type), ...nested].toSorted((a, b) => Number(isExtra(a)) - Number(isExtra(b)));
}

/** Response path of a selection of one field. */
export const toResponsePath = (selection: string): string => (selection.match(/\w+/g) ?? []).join('.');

/** Whether a field returns the attributes that the graph does not name. It is selected only if nothing else is. */
export const isExtra = (name: string): boolean => name === 'extra';

/**
 * Prints the selection set of a field; empty for a leaf type. For a connection, `pageInfo` is added, and fields belong to
 * `nodes` unless they are selected on `edges`.
 */
export function printSelection(type: GraphQLNamedType, selected: readonly string[]): string {
  if (isLeafType(type)) return '';
  if (!isConnectionType(type)) return `{ ${selected.join(' ')} }`;
  const nodeFields = selected.filter((field) => !edgeSelection.test(field));
  const edges = selected.filter((field) => edgeSelection.test(field));
  const nodes = nodeFields.length === 0 ? [] : [`nodes { ${nodeFields.join(' ')} }`];
  return `{ ${[...nodes, ...edges].join(' ')} pageInfo { hasNextPage endCursor } }`;
}

/** Returns the type whose fields are selected: the node type of a connection, any other type itself. */
function getSelectedType(type: GraphQLNamedType): GraphQLNamedType {
  if (!isConnectionType(type) || !isObjectType(type)) return type;
  const nodes = type.getFields().nodes;
  return nodes === undefined ? type : getNamedType(nodes.type);
}
