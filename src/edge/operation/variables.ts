import { GraphQLError, type GraphQLSchema, getVariableValues, type VariableValues } from 'graphql';
import type { PreparedOperation } from './preparation.ts';

/** Errors in variables that are reported. */
const maxErrors = 10;

/** Values of variables, as a request gives them. */
export type Variables = Readonly<Record<string, unknown>>;

export type CoercedVariables =
  | { readonly values: VariableValues; readonly errors?: undefined }
  | { readonly values?: undefined; readonly errors: readonly GraphQLError[] };

function withCode({ message, nodes, extensions, cause }: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    cause,
    extensions: { code: 'BAD_USER_INPUT', ...extensions },
  });
}

/** Replaces the message with which graphql-js stops after too many errors, as clients cannot act on it. */
function present(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const presented = errors.slice(0, maxErrors).map(withCode);
  if (errors.length <= maxErrors) return presented;
  const message = `The variables have more than the ${maxErrors} mistakes that are told at once`;
  return [...presented, new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })];
}

const none: CoercedVariables = { values: { sources: {}, coerced: {} } };

/** The coerced variables, or the first errors in them. */
export function coerceVariables(
  schema: GraphQLSchema,
  { definition }: PreparedOperation,
  given: Variables,
): CoercedVariables {
  const definitions = definition.variableDefinitions ?? [];
  if (definitions.length === 0) return none;
  const { variableValues, errors } = getVariableValues(schema, definitions, { ...given }, { maxErrors });
  return errors === undefined ? { values: variableValues } : { errors: present(errors) };
}
