/** Execution by graphql-js, as the oracle of the executor. */
import { execute, Kind } from 'graphql';
import type { executePrepared, OperationResult } from '../src/execution/index.ts';

/** Executes a prepared operation with graphql-js, which calls the resolvers of fields. */
export const executeByGraphqlJs: typeof executePrepared = ({ tree, variableValues, rootValue, contextValue }) => {
  const { schema, operation, fragments } = tree;
  const result: OperationResult | Promise<OperationResult> = execute({
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
  return result;
};
