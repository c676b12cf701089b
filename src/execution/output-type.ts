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

interface Output<Field> {
  /** Field whose value, or items of whose value, have the type. */
  readonly field: Field;
  readonly isNonNull: boolean;
  /** Whether `null` is an error that does not propagate. */
  readonly isSemanticNonNull: boolean;
}

export interface LeafOutput<Field = unknown> extends Output<Field> {
  readonly kind: 'leaf';
  readonly type: GraphQLLeafType;
}

export interface ListOutput<Field = unknown> extends Output<Field> {
  readonly kind: 'list';
  readonly item: OutputType<Field>;
}

export interface ObjectOutput<Field = unknown> extends Output<Field> {
  readonly kind: 'object';
  readonly type: GraphQLObjectType;
}

export interface AbstractOutput<Field = unknown> extends Output<Field> {
  readonly kind: 'abstract';
  readonly type: GraphQLAbstractType;
}

export type OutputType<Field = unknown> =
  | LeafOutput<Field>
  | ListOutput<Field>
  | ObjectOutput<Field>
  | AbstractOutput<Field>;

/**
 * Converts the output type of a field.
 * @param semanticLevels levels of nested lists at which `null` is an error
 * @param level of this type
 */
export function toOutputType<Field>(
  field: Field,
  outputType: GraphQLOutputType,
  semanticLevels: ReadonlySet<number>,
  level = 0,
): OutputType<Field> {
  const output = { field, isNonNull: isNonNullType(outputType), isSemanticNonNull: semanticLevels.has(level) };
  const type = getNullableType(outputType);
  if (isListType(type))
    return { kind: 'list', ...output, item: toOutputType(field, type.ofType, semanticLevels, level + 1) };
  if (isLeafType(type)) return { kind: 'leaf', ...output, type };
  return isObjectType(type) ? { kind: 'object', ...output, type } : { kind: 'abstract', ...output, type };
}
