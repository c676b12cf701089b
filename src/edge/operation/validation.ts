import { type DocumentNode, GraphQLError, type GraphQLSchema, type ValidationRule, validate } from 'graphql';
import type { Config } from '../../config/config.ts';

export type ValidationLimits = Pick<Config, 'maxValidationErrors'>;

/** First errors of a document, and one error instead of all others. */
export function validateWithin(
  { maxValidationErrors }: ValidationLimits,
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): readonly GraphQLError[] {
  const errors = validate(schema, document, rules, { maxErrors: maxValidationErrors });
  if (errors.length <= maxValidationErrors) return errors;
  const message = `Too many validation errors: validation stopped after ${maxValidationErrors}. Correct these first`;
  return [...errors.slice(0, maxValidationErrors), new GraphQLError(message)];
}
