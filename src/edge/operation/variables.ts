import { type ExecutionArgs, GraphQLError, getOperationAST, getVariableValues } from 'graphql';

/** Mistakes of variables that are told; a message may quote what it is about. */
const toldMistakes = 10;
const longestMessage = 1000;

export type CoercedVariables =
  | { readonly values: Readonly<Record<string, unknown>>; readonly errors?: undefined }
  | { readonly values?: undefined; readonly errors: readonly GraphQLError[] };

/** By the context of an operation, which each has of its own. */
const known = new WeakMap<object, CoercedVariables>();

function cut(error: GraphQLError): GraphQLError {
  const { message, nodes, extensions, originalError } = error;
  const code = extensions.code ?? 'BAD_USER_INPUT';
  return new GraphQLError(message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message, {
    nodes: nodes ?? null,
    originalError: originalError ?? null,
    extensions: { ...extensions, code },
  });
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
  const result = errors === undefined ? { values: coerced } : { errors: errors.map(cut) };
  if (key !== undefined) known.set(key, result);
  return result;
}
