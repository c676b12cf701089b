/** Execution by graphql-js, as the oracle of the executor. */
import { type ExecutionResult, experimentalExecuteIncrementally, Kind } from 'graphql';
import type { executeTree } from '../src/execution/index.ts';

function toSingleResult(result: ExecutionResult | object): ExecutionResult {
  if ('initialResult' in result) throw new Error('Incremental results are not compared');
  return result;
}

/**
 * Executes a prepared operation with graphql-js, which calls the resolvers of fields. The schema has the directives of incremental delivery,
 * which `execute` of graphql-js rejects.
 */
export const executeByGraphqlJs: typeof executeTree = ({ tree, variableValues, rootValue, contextValue }) => {
  const { schema, operation, fragments } = tree;
  const result = experimentalExecuteIncrementally({
    rootValue,
    contextValue,
    schema,
    document: { kind: Kind.DOCUMENT, definitions: [operation, ...Object.values(fragments)] },
    operationName: operation.name?.value ?? null,
    variableValues: Object.fromEntries(
      Object.entries(variableValues.sources).flatMap(([name, { value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  });
  return result instanceof Promise ? result.then(toSingleResult) : toSingleResult(result);
};
