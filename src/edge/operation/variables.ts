import { GraphQLError, type GraphQLSchema, getVariableValues, type VariableValues } from 'graphql';
import type { SelectedOperation } from './documents.ts';

/** Upper bound on reported errors in variables. */
const maxErrors = 10;

/** Variables of a request. */
export type Variables = Readonly<Record<string, unknown>>;

export type CoercedVariables =
  | { readonly values: VariableValues; readonly errors?: undefined }
  | { readonly values?: undefined; readonly errors: readonly GraphQLError[] };

/**
 * Rewords the message of graphql-js for a null, which negates twice. A file is null because the request assigns no part to it, not because
 * of a mistake in the variables.
 */
export const rewordNull = (message: string): string =>
  message
    .replace(
      /Expected value of non-null type "File!" not to be null\.$/,
      'The type "File!" requires a file. Assign a part of a multipart request to the variable in the part "map", such as {"0": ["variables.file"]}',
    )
    .replace(
      /Expected value of non-null type ("[^"]+") not to be null\.$/,
      (_, type) => `The type ${type} does not allow null`,
    )
    .replace(
      /Expected variable ("[^"]+") provided to non-null type ("[^"]+") not to be null\.$/,
      (_, variable, type) => `The type ${type} does not allow null, which is the value of the variable ${variable}`,
    );

function withCode({ message, nodes, extensions, cause }: GraphQLError): GraphQLError {
  return new GraphQLError(rewordNull(message), {
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
  { definition }: SelectedOperation,
  variables: Variables,
): CoercedVariables {
  const definitions = definition.variableDefinitions ?? [];
  if (definitions.length === 0) return none;
  const { variableValues, errors } = getVariableValues(schema, definitions, { ...variables }, { maxErrors });
  return errors === undefined ? { values: variableValues } : { errors: present(errors) };
}
