/** Executes queries and mutations, within the limits on operations, REST calls and time. */
import type { Config } from '../../config/config.ts';
import {
  executeIncrementally,
  executeTree,
  type IncrementalArgs,
  type IncrementalResult,
  type OperationResult,
} from '../../execution/index.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import { toNotStartedError } from '../../rest/batch/session.ts';
import { isCallLimit } from '../../rest/errors.ts';
import { reserveCalls } from './call-quota.ts';
import { type ConcurrencyLimits, throwAsRequestError } from './concurrency-limits.ts';
import { idsOf, type OperationContext } from './context.ts';
import type { AcceptedOperation } from './operation.ts';
import type { OperationPlanner, PlannedOperation } from './operation-planner.ts';
import type { OperationRun } from './operation-reporter.ts';
import type { StreamLimit } from './stream-limit.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

export interface QueryExecutionOptions {
  readonly config: Config;
  readonly concurrency: ConcurrencyLimits;
  readonly unsent: UnsentBytes;
  /** Executes operations. Defaults to `executeTree`. */
  readonly execute?: typeof executeTree | undefined;
}

/** Functions that incremental delivery calls. */
export interface DeliveryHooks {
  /** Called when the client waits for the next part, and when it has received one. */
  readonly setClientWaiting: (isWaiting: boolean) => void;
  /** Releases the resources of the operation after its last part. */
  readonly release: () => void;
}

/** Result of an execution. */
export type Execution =
  | { readonly result: OperationResult }
  | { readonly result: IncrementalResult; readonly delivery: DeliveryHooks };

/** Number of calls that an operation can send without waiting for another call. */
function countConcurrentCalls({ calls }: Plan): number {
  let count = 0;
  for (const { request, after } of calls) if (request !== undefined && after === undefined) count += 1;
  return count;
}

/** Creates the contexts of the fields of later parts. */
const createPartContext =
  (context: OperationContext): IncrementalArgs['createPartContext'] =>
  ({ keys }, label) => {
    const path = keys.filter((key) => typeof key === 'string').join('.');
    return { ...context, part: { path, label } };
  };

export class QueryExecution {
  readonly #options: QueryExecutionOptions;
  readonly #planner: OperationPlanner;
  readonly #streams: StreamLimit;

  constructor(options: QueryExecutionOptions, planner: OperationPlanner, streams: StreamLimit) {
    this.#options = options;
    this.#planner = planner;
    this.#streams = streams;
  }

  /** @throws GraphQLError if the operation exceeds a limit */
  async execute(operation: AcceptedOperation): Promise<Execution> {
    const { operationRun, context } = operation;
    this.#checkCaller(context);
    const planned = this.#planner.plan(operation);
    if ('earlyResult' in planned) return { result: planned.earlyResult };
    const { concurrency } = this.#options;
    const endStream = planned.tree.isIncremental ? this.#streams.acquire(context) : undefined;
    const done = concurrency.add('operations', context.rest.credential);
    const { deadline } = context.rest;
    deadline?.enforce();
    const loaded = planned.tree.isIncremental ? context.rest.loaded : undefined;
    loaded?.start(this.#options.unsent.reserveLoaded(context.rest.credential));
    let endExecuteSpan: (() => void) | undefined;
    const release = () => {
      deadline?.pause();
      context.rest.budget?.release();
      loaded?.close();
      done();
      endExecuteSpan?.();
      endStream?.();
    };
    let isPartial = false;
    try {
      const reserving = reserveCalls(context.rest.budget, countConcurrentCalls(planned.plan));
      if (reserving !== undefined) await reserving;
      endExecuteSpan = operationRun.trace?.step('graphql.execute');
      const result = await this.#run(planned, operationRun, context);
      if (!('initialResult' in result)) return { result };
      isPartial = true;
      const setClientWaiting = (isWaiting: boolean) => {
        if (isWaiting) deadline?.resume();
        else deadline?.pause();
        loaded?.setClientWaiting(isWaiting);
      };
      setClientWaiting(false);
      return { result, delivery: { setClientWaiting, release } };
    } finally {
      if (!isPartial) release();
    }
  }

  /** @throws GraphQLError if the caller is at its limit of concurrent operations */
  #checkCaller(context: OperationContext): void {
    const { concurrency, unsent } = this.#options;
    const { credential } = context.rest;
    try {
      concurrency.check('operations', credential, idsOf(context));
    } catch (error) {
      throwAsRequestError(error);
    }
    const problem = unsent.getAdmissionError(credential);
    if (problem !== undefined) throw problem;
  }

  #run(
    { plan, tree, variableValues }: PlannedOperation,
    operationRun: OperationRun,
    context: OperationContext,
  ): Promise<OperationResult | IncrementalResult> | OperationResult {
    const { config, execute = executeTree } = this.#options;
    operationRun.plan = plan;
    operationRun.hasStarted = true;
    const prefetch = (isDeferred: boolean) => {
      for (const { request, field, part } of plan.prefetchable)
        if ((part !== undefined) === isDeferred) context.rest.prefetch(request, field, part);
    };
    prefetch(false);
    const { cancellation } = context;
    const { maxErrors, maxDeferredParts: maxParts } = config;
    const args = {
      tree,
      variableValues,
      contextValue: context,
      cancellation,
      toNotStartedError,
      onSemanticNull: context.onSemanticNull,
      maxErrors,
    };
    if (!tree.isIncremental) return execute(args);
    const result = executeIncrementally({
      ...args,
      maxParts,
      createPartContext: createPartContext(context),
      isLimit: isCallLimit,
    });
    // The calls of the first part, which the execution has enqueued, are sent first.
    prefetch(true);
    return result;
  }
}
