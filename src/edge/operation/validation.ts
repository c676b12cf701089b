import { type DocumentNode, GraphQLError, type GraphQLSchema, type ValidationRule, validate } from 'graphql';
import type { Config } from '../../config.ts';

export type ValidationLimits = Pick<Config, 'maxValidationErrors'>;

/** The first errors of a document, and one error in place of all others. */
export function validateWithin(
  { maxValidationErrors }: ValidationLimits,
  schema: GraphQLSchema,
  document: DocumentNode,
  rules?: readonly ValidationRule[],
): readonly GraphQLError[] {
  const errors = validate(schema, document, rules, { maxErrors: maxValidationErrors });
  if (errors.length <= maxValidationErrors) return errors;
  const message = `The document has more mistakes than the ${maxValidationErrors} that MAX_VALIDATION_ERRORS allows, and was looked at no further`;
  return [...errors.slice(0, maxValidationErrors), new GraphQLError(message)];
}
