/** Completion of values that needs no executor, and its errors. The messages are those of graphql-js. */
import {
  type FieldNode,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  isObjectType,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import type { AbstractOutput, LeafOutput } from './output-type.ts';
import type { ResponseKey } from './position.ts';
import { inspect } from './runtime-values.ts';
import type { SelectedField } from './selection.ts';

/** Object type of a value by its name. @throws GraphQLError if it is no possible type */
export function findPossibleType(
  schema: GraphQLSchema,
  { field: { nodes, coordinate }, type }: AbstractOutput<SelectedField>,
  value: unknown,
  name: unknown,
): GraphQLObjectType {
  const failure = `Abstract type "${type}" must resolve to an Object type at runtime for field "${coordinate}"`;
  if (name === null || name === undefined)
    throw new GraphQLError(
      `${failure}. Either the "${type}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  if (typeof name !== 'string')
    throw new GraphQLError(
      `${failure} with value ${inspect(value)}, received "${inspect(name)}", which is not a valid Object type name.`,
    );
  const objectType = schema.getType(name);
  if (objectType === undefined)
    throw new GraphQLError(
      `Abstract type "${type}" was resolved to a type "${name}" that does not exist inside the schema.`,
      { nodes },
    );
  if (!isObjectType(objectType))
    throw new GraphQLError(`Abstract type "${type}" was resolved to a non-object type "${name}".`, { nodes });
  if (!schema.isSubType(type, objectType))
    throw new GraphQLError(`Runtime Object type "${name}" is not a possible type for "${type}".`, { nodes });
  return objectType;
}

export function toFieldError(error: unknown, nodes: readonly FieldNode[], path: readonly ResponseKey[]): GraphQLError {
  try {
    return locatedError(error, nodes, path);
  } catch {
    // A property of the thrown value throws when it is read.
    return new GraphQLError('Unexpected error value', { nodes, path });
  }
}

export function missingRootType(operation: OperationDefinitionNode): GraphQLError {
  return new GraphQLError(`Schema is not configured to execute ${operation.operation} operation.`, {
    nodes: operation,
  });
}

export function nullInSemanticNonNull(coordinate: string): Error {
  return new Error(`Cannot return null for semantically non-nullable field ${coordinate}.`);
}

export function nullInNonNull({ coordinate }: SelectedField): Error {
  return new Error(`Cannot return null for non-nullable field ${coordinate}.`);
}

/** Serializes a value. @throws if it has no serialized form */
export function completeLeaf({ type }: LeafOutput, value: unknown): unknown {
  // Coercing strings and booleans that need no conversion costs more than the rest of their completion.
  if (type === GraphQLString && typeof value === 'string') return value;
  if (type === GraphQLBoolean && typeof value === 'boolean') return value;
  const serialized = type.coerceOutputValue(value);
  if (serialized === null || serialized === undefined)
    throw new Error(
      `Expected \`${type}.coerceOutputValue(${inspect(value)})\` to return non-nullable value, returned: ${serialized}`,
    );
  return serialized;
}
