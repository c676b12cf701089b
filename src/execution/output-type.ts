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
  /** Whether `null` is an error that does not propagate. */
  readonly isSemanticNonNull: boolean;
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

/**
 * Converts an output type.
 * @param semanticLevels levels of nested lists at which `null` is an error
 * @param level of this type
 */
export function toOutputType(
  outputType: GraphQLOutputType,
  semanticLevels: ReadonlySet<number>,
  level = 0,
): OutputType {
  const nullability = { isNonNull: isNonNullType(outputType), isSemanticNonNull: semanticLevels.has(level) };
  const type = getNullableType(outputType);
  if (isListType(type))
    return { kind: 'list', ...nullability, item: toOutputType(type.ofType, semanticLevels, level + 1) };
  if (isLeafType(type)) return { kind: 'leaf', ...nullability, type, serialize: serializerFor(type) };
  return isObjectType(type) ? { kind: 'object', ...nullability, type } : { kind: 'abstract', ...nullability, type };
}
