import { GraphQLError, type GraphQLSchema, getVariableValues, type VariableValues } from 'graphql';
import type { PreparedOperation } from './preparation.ts';

/** Upper bound on reported errors in variables. */
const maxErrors = 10;

/** Variables of a request. */
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

/** Replaces the message of graphql-js for too many errors, on which clients cannot act. */
function present(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const presented = errors.slice(0, maxErrors).map(withCode);
  if (errors.length <= maxErrors) return presented;
  const message = `Too many errors in variables: only the first ${maxErrors} are reported`;
  return [...presented, new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })];
}

const none: CoercedVariables = { values: { sources: {}, coerced: {} } };

/** Coerced variables, or the first errors in them. */
export function coerceVariables(
  schema: GraphQLSchema,
  { definition }: PreparedOperation,
  variables: Variables,
): CoercedVariables {
  const definitions = definition.variableDefinitions ?? [];
  if (definitions.length === 0) return none;
  const { variableValues, errors } = getVariableValues(schema, definitions, { ...variables }, { maxErrors });
  return errors === undefined ? { values: variableValues } : { errors: present(errors) };
}
