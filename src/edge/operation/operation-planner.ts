/** Prepares the execution of one request: its variables, operation tree and plan, within the limits. */
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Config } from '../../config/config.ts';
import type { OperationTree, VariableValues } from '../../execution/index.ts';
import type { Cursors } from '../../graph/kit/paging/cursors.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import type { RestClient } from '../../rest/client.ts';
import { checkIntrospection } from './introspection.ts';
import type { AcceptedOperation } from './operation.ts';
import { checkVariableTexts } from './parameters.ts';
import { PlanCache } from './plan-cache.ts';
import { getEarlyResult } from './plan-limits.ts';
import { wantsPlan } from './trace.ts';
import { coerceVariables } from './variables.ts';

export interface PlannedOperation {
  readonly plan: Plan;
  readonly tree: OperationTree;
  readonly variableValues: VariableValues;
}

export interface OperationPlannerOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly client: Pick<RestClient, 'contract'>;
}

export class OperationPlanner {
  readonly #config: Config;
  readonly #schema: GraphQLSchema;
  readonly #plans: PlanCache;

  constructor({ config, schema, client }: OperationPlannerOptions, cursors: Cursors) {
    this.#config = config;
    this.#schema = schema;
    this.#plans = new PlanCache(client.contract, config, cursors);
  }

  /**
   * Plans an operation.
   * @returns the planned operation, or the result in place of its execution
   * @throws GraphQLError if it exceeds a limit on variables or introspection
   */
  plan({
    selected,
    parameters,
    operationRun,
    context,
  }: AcceptedOperation): PlannedOperation | { readonly earlyResult: ExecutionResult } {
    const { request, trace } = operationRun;
    const endPlanSpan = trace?.step('graphql.plan');
    try {
      if (selected.definition.operation !== 'mutation') checkVariableTexts(parameters.variables, this.#config);
      const { values, errors } = coerceVariables(this.#schema, selected, parameters.variables);
      if (errors !== undefined) return { earlyResult: { errors } };
      const isPlanRequested = wantsPlan(request.headers, this.#config);
      // A plan shows the parts to clients that do not accept them, too.
      const tree = selected.trees.select(
        values,
        (request.acceptsParts || isPlanRequested) && this.#config.maxDeferredParts > 0,
      );
      checkIntrospection(tree, this.#config);
      const plan = this.#plans.get(selected, tree, parameters.variables, values, context.rest.pageSizes);
      if (isPlanRequested) operationRun.isPlanOnly = true;
      const earlyResult = getEarlyResult(plan, isPlanRequested, this.#config);
      return earlyResult === undefined ? { plan, tree, variableValues: values } : { earlyResult };
    } finally {
      endPlanSpan?.();
    }
  }
}
