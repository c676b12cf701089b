/** Plans every operation before it is executed: refuses one that may need too many calls, and begins the calls that are known. */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { operation } from '../contract/index.ts';
import type { Cursors } from '../graph/kit/cursors.ts';
import { type Plan, type PlannedCall, planOperation } from '../graph/plan/plan.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { DocumentCache } from './document-cache.ts';

const namedPaths = 3;
/** Plans of one document that are kept, one for each operation and its variables, and characters of variables worth it. */
const keptPlans = 20;
const longestVariables = 1000;

const kept = new WeakMap<DocumentNode, DocumentCache<Plan>>();

function makePlan(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  cursors: Cursors,
): Plan | undefined {
  const definition = getOperationAST(document, operationName);
  const variables = getVariableValues(schema, definition?.variableDefinitions ?? [], { ...variableValues });
  if (variables.errors) return undefined;
  return planOperation({
    schema,
    document,
    operationName: operationName ?? undefined,
    variableValues: variables.coerced,
    cursors,
  });
}

/** The plan of an operation, which its document and variables alone decide. Variables of writes may be secrets and are not kept. */
function planOf(args: ExecutionArgs, cursors: Cursors): Plan | undefined {
  const { document, operationName, variableValues } = args;
  const key = JSON.stringify([operationName, variableValues]);
  if (key.length > longestVariables || getOperationAST(document, operationName)?.operation !== 'query')
    return makePlan(args, cursors);
  let plans = kept.get(document);
  if (plans === undefined) {
    plans = new DocumentCache(keptPlans);
    kept.set(document, plans);
  }
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = makePlan(args, cursors);
    if (plan !== undefined) plans.set(key, plan);
  }
  return plan;
}

/** The plan as `extensions.plan` shows it: templates and counts, no values. */
function presentPlan({ calls, worst }: Plan) {
  const index = new Map<PlannedCall, number>(calls.map((call, position) => [call, position]));
  return {
    worst,
    calls: calls.map((call) => ({
      method: operation(call.operation).method,
      path: operation(call.operation).path,
      field: call.field,
      at: call.path,
      times: call.times,
      after: call.after === undefined ? null : (index.get(call.after) ?? null),
    })),
  };
}

function tooManyCalls({ calls, worst }: Plan, limit: number): GraphQLError {
  const paths = [...calls]
    .sort((one, other) => other.times - one.times)
    .slice(0, namedPaths)
    .map(({ path, times }) => `${path} (${times})`);
  return new GraphQLError(
    `The operation may need ${worst} REST calls, more than the ${limit} that MAX_REST_CALLS allows; most of them at ${paths.join(', ')}`,
    { extensions: { code: 'REST_CALL_LIMIT', worst, limit } },
  );
}

export function usePlanning({
  maxRestCalls,
  limitsReportOnly,
}: Pick<Config, 'maxRestCalls' | 'limitsReportOnly'>): Plugin<OperationContext, EdgeContext> {
  /** What answers an operation in place of its execution: its plan, or why it is too large. */
  function answerInstead(plan: Plan, request: Request): ExecutionResult | undefined {
    if (request.headers.get('x-portico-trace') === 'plan')
      return { data: null, extensions: { plan: presentPlan(plan) } };
    return plan.worst > maxRestCalls && !limitsReportOnly ? { errors: [tooManyCalls(plan, maxRestCalls)] } : undefined;
  }

  return {
    onExecute({ args, context: { rest, request, cursors }, setResultAndStopExecution }) {
      const plan = planOf(args, cursors);
      if (plan === undefined || rest === undefined) return;
      const instead = answerInstead(plan, request);
      if (instead !== undefined) setResultAndStopExecution(instead);
      else if (plan.eager) for (const { request: known, field } of plan.calls) if (known) rest.start(known, field);
    },
    // The plan is that of one event.
    onSubscribe({ args, context: { request, cursors }, setResultAndStopExecution }) {
      const plan = planOf(args, cursors);
      const instead = plan && answerInstead(plan, request);
      if (instead !== undefined) setResultAndStopExecution(instead);
    },
  };
}
