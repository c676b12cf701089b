import { type ExecutionArgs, GraphQLError, getOperationAST, getVariableValues } from 'graphql';

/** Errors in variables that are reported. */
const maxErrors = 10;

export type CoercedVariables =
  | { readonly values: Readonly<Record<string, unknown>>; readonly errors?: undefined }
  | { readonly values?: undefined; readonly errors: readonly GraphQLError[] };

/** By the context of an operation. */
const known = new WeakMap<object, CoercedVariables>();

function withCode({ message, nodes, extensions, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    originalError: originalError ?? null,
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

/** The coerced variables, or the first errors in them. They are coerced once for each operation. */
export function coerceVariables({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
}: ExecutionArgs): CoercedVariables {
  const key = typeof contextValue === 'object' && contextValue !== null ? contextValue : undefined;
  const before = key && known.get(key);
  if (before !== undefined) return before;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, { ...variableValues }, { maxErrors });
  const result = errors === undefined ? { values: coerced } : { errors: present(errors) };
  if (key !== undefined) known.set(key, result);
  return result;
}
