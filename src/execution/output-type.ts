/** Output types in the form that the executor completes values by. */
import {
  type GraphQLAbstractType,
  GraphQLBoolean,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

interface Nullability {
  readonly isNonNull: boolean;
}

export interface LeafOutput extends Nullability {
  readonly kind: 'leaf';
  readonly type: GraphQLLeafType;
  readonly serialize: (value: unknown) => unknown;
}

export interface ListOutput extends Nullability {
  readonly kind: 'list';
  readonly item: OutputType;
}

export interface ObjectOutput extends Nullability {
  readonly kind: 'object';
  readonly type: GraphQLObjectType;
}

export interface AbstractOutput extends Nullability {
  readonly kind: 'abstract';
  readonly type: GraphQLAbstractType;
}

export type OutputType = LeafOutput | ListOutput | ObjectOutput | AbstractOutput;

/** Serializes values of a leaf type. Strings and booleans that need no conversion skip the serializer, which costs more. */
function serializerFor(type: GraphQLLeafType): (value: unknown) => unknown {
  if (type === GraphQLString) return (value) => (typeof value === 'string' ? value : type.coerceOutputValue(value));
  if (type === GraphQLBoolean) return (value) => (typeof value === 'boolean' ? value : type.coerceOutputValue(value));
  return (value) => type.coerceOutputValue(value);
}

/** Converts an output type. */
export function toOutputType(outputType: GraphQLOutputType): OutputType {
  const isNonNull = isNonNullType(outputType);
  const type = getNullableType(outputType);
  if (isListType(type)) return { kind: 'list', isNonNull, item: toOutputType(type.ofType) };
  if (isLeafType(type)) return { kind: 'leaf', isNonNull, type, serialize: serializerFor(type) };
  return isObjectType(type) ? { kind: 'object', isNonNull, type } : { kind: 'abstract', isNonNull, type };
}
