/** `@stream` in an operation tree. */
import { type FieldNode, GraphQLError, GraphQLStreamDirective, getDirectiveValues } from 'graphql';
import type { VariableValues } from './field-arguments.ts';

/** Usage of `@stream` on a list. */
export interface StreamUsage {
  /** Number of items that the part of the list contains. */
  readonly initialCount: number;
  readonly label: string | undefined;
}

/**
 * Evaluates `@stream` of a field. Returns `undefined` if it does not apply.
 * @throws GraphQLError if an argument is invalid
 */
export function evaluateStream(node: FieldNode, variableValues: VariableValues): StreamUsage | undefined {
  const values = getDirectiveValues(GraphQLStreamDirective, node, variableValues);
  if (values === undefined || values.if === false) return undefined;
  const { initialCount, label } = values;
  if (typeof initialCount !== 'number' || initialCount < 0)
    throw new GraphQLError('initialCount must be a non-negative integer', { nodes: node });
  return { initialCount, label: typeof label === 'string' ? label : undefined };
}
