import { type ExecutionArgs, GraphQLError, getOperationAST, getVariableValues } from 'graphql';

/** Mistakes of variables that are told. */
const toldMistakes = 10;

export type CoercedVariables =
  | { readonly values: Readonly<Record<string, unknown>>; readonly errors?: undefined }
  | { readonly values?: undefined; readonly errors: readonly GraphQLError[] };

/** By the context of an operation, which each has of its own. */
const known = new WeakMap<object, CoercedVariables>();

function withCode({ message, nodes, extensions, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    originalError: originalError ?? null,
    extensions: { code: 'BAD_USER_INPUT', ...extensions },
  });
}

/** GraphQL's own words for the mistakes that it did not look for are none that a client could act on. */
function tell(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const told = errors.slice(0, toldMistakes).map(withCode);
  if (errors.length <= toldMistakes) return told;
  const message = `The variables have more than the ${toldMistakes} mistakes that are told at once`;
  return [...told, new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })];
}

/** The variables as GraphQL takes them, or a few of their mistakes. They are looked at once, however often they are asked for. */
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
  const { coerced, errors } = getVariableValues(
    schema,
    definitions,
    { ...variableValues },
    { maxErrors: toldMistakes },
  );
  const result = errors === undefined ? { values: coerced } : { errors: tell(errors) };
  if (key !== undefined) known.set(key, result);
  return result;
}
