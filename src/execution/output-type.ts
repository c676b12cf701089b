/** Output types in the form that the executor completes values by. */
import {
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
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
  if (isLeafType(type)) return { kind: 'leaf', ...nullability, type };
  return isObjectType(type) ? { kind: 'object', ...nullability, type } : { kind: 'abstract', ...nullability, type };
}
