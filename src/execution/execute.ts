/** Entry points: queries, mutations and subscription events, and the source events of subscriptions. */
import {
  defaultFieldResolver,
  GraphQLError,
  type ExecutionArgs as GraphQLExecutionArgs,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
  validateExecutionArgs,
} from 'graphql';
import { missingRootType } from './completion.ts';
import type { IncrementalArgs } from './deferred-execution.ts';
import type { IncrementalResult } from './deferred-parts.ts';
import { Executor } from './executor.ts';
import type { ExecutorArgs, OperationResult } from './executor-args.ts';
import { IncrementalDelivery } from './incremental-delivery.ts';
import { OperationTree } from './operation-tree.ts';
import { Position } from './position.ts';
import { createResolveInfo } from './resolve-info.ts';
import { inspect, isAsyncIterable } from './runtime-values.ts';

/** Arguments of an execution, as graphql-js accepts them. */
export interface ExecutionArgs
  extends Pick<
      GraphQLExecutionArgs,
      | 'schema'
      | 'document'
      | 'rootValue'
      | 'contextValue'
      | 'variableValues'
      | 'operationName'
      | 'fieldResolver'
      | 'typeResolver'
    >,
    Pick<ExecutorArgs, 'cancellation' | 'maxErrors' | 'onSemanticNull'> {}

/** Arguments of the execution of an operation whose variables are coerced already. */
export type TreeExecutionArgs = ExecutorArgs;

/**
 * Executes a query, a mutation or one event of a subscription, whose source event is the root value. The result is available synchronously
 * unless something is awaited. Errors of the request (no such operation, invalid variables) are in the result without `data`.
 * @throws Error if the schema is invalid
 */
export function execute(args: ExecutionArgs): OperationResult | Promise<OperationResult> {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  const { schema, fragmentDefinitions, operation, variableValues } = validated;
  const { rootValue, contextValue, cancellation, maxErrors, onSemanticNull } = args;
  const tree = new OperationTree(schema, fragmentDefinitions, operation, variableValues);
  return executeTree({
    tree,
    variableValues,
    rootValue,
    contextValue,
    fieldResolver: args.fieldResolver ?? undefined,
    typeResolver: args.typeResolver ?? undefined,
    cancellation,
    maxErrors,
    onSemanticNull,
  });
}

/** As `execute`, for an operation that is validated and whose variables are coerced. */
export function executeTree(args: TreeExecutionArgs): OperationResult | Promise<OperationResult> {
  const executor = new Executor(args);
  return args.tree.operation.operation === OperationTypeNode.MUTATION
    ? executor.executeSerially()
    : executor.executeConcurrently();
}

/**
 * Executes a query or mutation whose tree contains `@defer` or `@stream`.
 * @returns a single result if nothing is delivered later
 */
export async function executeIncrementally(args: IncrementalArgs): Promise<OperationResult | IncrementalResult> {
  const delivery = new IncrementalDelivery(args);
  const executor = new Executor(args, delivery.firstPart);
  const isMutation = args.tree.operation.operation === OperationTypeNode.MUTATION;
  return delivery.publish(await (isMutation ? executor.executeSerially() : executor.executeConcurrently()));
}

/** Arguments of the source events of a subscription. */
export interface SourceEventsArgs
  extends Pick<TreeExecutionArgs, 'tree' | 'variableValues' | 'rootValue' | 'contextValue'>,
    Pick<GraphQLExecutionArgs, 'subscribeFieldResolver'> {}

/**
 * Starts the source events of a subscription.
 * @returns the events, or the errors that prevent them
 */
export async function createSourceEvents({
  tree,
  variableValues,
  rootValue,
  contextValue,
  subscribeFieldResolver,
}: SourceEventsArgs): Promise<AsyncIterable<unknown> | { readonly errors: readonly GraphQLError[] }> {
  const { root, operation } = tree;
  if (root === undefined) return { errors: [missingRootType(operation)] };
  try {
    const [field] = root.fields;
    if (field === undefined) return { errors: [missingField(operation)] };
    const position = new Position(undefined, undefined, false, root.type);
    try {
      const args = field.getArguments(variableValues);
      const subscribe = field.definition.subscribe ?? subscribeFieldResolver ?? defaultFieldResolver;
      const info = createResolveInfo(tree, field, position, rootValue, variableValues);
      const events: unknown = await subscribe(rootValue, args, contextValue, info);
      if (events instanceof Error) throw events;
      if (!isAsyncIterable(events))
        throw new Error(`Subscription field must return Async Iterable. Received: ${inspect(events)}.`);
      return events;
    } catch (error) {
      return { errors: [locatedError(error, field.nodes, [field.key])] };
    }
  } catch (error) {
    // A condition is null.
    return { errors: [locatedError(error, undefined)] };
  }
}

function missingField(operation: OperationDefinitionNode): GraphQLError {
  return new GraphQLError('The subscription selects no field, as @skip or @include leave its field out', {
    nodes: operation,
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
