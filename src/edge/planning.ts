/** Plans every operation before it is executed: refuses one that may need too many calls, and starts the calls that are known. */
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { operation } from '../contract/index.ts';
import type { Cursors } from '../graph/kit/paging/cursors.ts';
import { type Plan, type PlanLimits, type PlannedCall, planOperation } from '../graph/plan/plan.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import type { KnownDocuments } from './operation/known-documents.ts';
import { checkVariableTexts } from './operation/parameters.ts';
import { refusal } from './operation/refusal.ts';
import { SegmentedCache } from './operation/segmented-cache.ts';
import { coerceVariables } from './operation/variables.ts';
import { wantsPlan } from './trace.ts';

type PlanSettings = Pick<
  Config,
  | 'maxRestCalls'
  | 'maxSelections'
  | 'maxResponseValues'
  | 'maxVariableTextBytes'
  | 'limitsReportOnly'
  | 'documentCacheBytes'
  | 'trace'
>;

const namedPaths = 3;
/** Characters of the longest variables with which a plan is cached. */
const longestVariables = 1000;
/** Bytes of a plan, and of one call in it, as measured. */
const bytesPerPlan = 500;
const bytesPerCall = 1000;
/** Share of the memory for documents that plans take. */
const planShare = 0.25;

/** Caches plans by document and variables, which determine them. Mutations are not cached, as their variables may be secret. */
class Plans {
  readonly #limits: PlanLimits;
  readonly #known: KnownDocuments;
  readonly #cache: SegmentedCache<Plan>;
  readonly #names = new WeakMap<DocumentNode, number>();
  #named = 0;

  constructor(limits: PlanLimits, known: KnownDocuments, maxBytes: number) {
    this.#limits = limits;
    this.#known = known;
    this.#cache = new SegmentedCache(maxBytes, ({ calls }) => bytesPerPlan + calls.length * bytesPerCall);
  }

  /** The plan of an operation; undefined where the variables are invalid. */
  of(args: ExecutionArgs, cursors: Cursors): Plan | undefined {
    const key = this.#keyOf(args);
    if (key === undefined) return this.#make(args, cursors);
    let plan = this.#cache.get(key);
    if (plan === undefined) {
      plan = this.#make(args, cursors);
      if (plan !== undefined) this.#cache.set(key, plan);
    }
    return plan;
  }

  #keyOf({ document, operationName, variableValues }: ExecutionArgs): string | undefined {
    if (!this.#known.isRepeated(document) || getOperationAST(document, operationName)?.operation !== 'query')
      return undefined;
    const variables = JSON.stringify([operationName, variableValues]);
    if (variables.length > longestVariables) return undefined;
    let name = this.#names.get(document);
    if (name === undefined) {
      this.#named += 1;
      name = this.#named;
      this.#names.set(document, name);
    }
    return `${name} ${variables}`;
  }

  #make(args: ExecutionArgs, cursors: Cursors): Plan | undefined {
    const { schema, document, operationName } = args;
    const { values } = coerceVariables(args);
    if (values === undefined) return undefined;
    return planOperation({
      schema,
      document,
      operationName: operationName ?? undefined,
      variableValues: values,
      limits: this.#limits,
      cursors,
    });
  }
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
      assumed: call.assumed,
      why: call.needs,
      after: call.after === undefined ? null : (index.get(call.after) ?? null),
    })),
  };
}

function tooManyCalls({ calls, certain: worst, complete }: Plan, limit: number): GraphQLError {
  const paths = [...calls]
    .sort((one, other) => other.times - one.times)
    .slice(0, namedPaths)
    .map(({ path, times }) => `${path} (${times})`);
  const need = complete ? `${worst} REST calls` : `at least ${worst} REST calls`;
  return new GraphQLError(
    `The operation may need ${need}, more than the ${limit} that MAX_REST_CALLS allows; most of them at ${paths.join(', ')}`,
    { extensions: { code: 'REST_CALL_LIMIT', worst, limit } },
  );
}

interface Prepared {
  readonly plan?: Plan | undefined;
  readonly instead?: ExecutionResult | undefined;
}

export function usePlanning(settings: PlanSettings, known: KnownDocuments): Plugin<OperationContext, EdgeContext> {
  const { maxRestCalls, maxSelections, maxResponseValues, limitsReportOnly, documentCacheBytes } = settings;
  const limits = { maxCalls: maxRestCalls, maxSelections, maxValues: maxResponseValues };
  const plans = new Plans(limits, known, documentCacheBytes * planShare);

  /** The error for a plan that is too large for the process, also in report-only mode. */
  function excess({ selections, values }: Plan): GraphQLError | undefined {
    if (selections > maxSelections)
      return refusal(
        'SELECTION_LIMIT',
        `The operation selects more than the ${maxSelections} fields that MAX_SELECTIONS allows, on all types that its objects may have, objects that arguments name among them`,
      );
    if (values > maxResponseValues)
      return refusal(
        'RESPONSE_LIMIT',
        `The operation may answer with more than the ${maxResponseValues} values that MAX_RESPONSE_VALUES allows; select less, or fewer items at a time`,
      );
    return undefined;
  }

  /** The result in place of an execution: the plan where it is requested, or an error where it is too large. */
  function resultInstead(plan: Plan, request: Request): ExecutionResult | undefined {
    const problem = excess(plan);
    if (problem !== undefined) return { errors: [problem] };
    const planOnly = wantsPlan(request, settings);
    if (planOnly && plan.complete) return { data: null, extensions: { plan: presentPlan(plan) } };
    return planOnly || (plan.certain > maxRestCalls && !limitsReportOnly)
      ? { errors: [tooManyCalls(plan, maxRestCalls)] }
      : undefined;
  }

  /** The plan of an operation, and a result in place of its execution where it must not be executed. */
  function prepare(args: ExecutionArgs, { request, cursors }: OperationContext & YogaInitialContext): Prepared {
    if (getOperationAST(args.document, args.operationName)?.operation !== 'mutation')
      checkVariableTexts(args.variableValues, settings);
    const { errors } = coerceVariables(args);
    if (errors !== undefined) return { instead: { errors } };
    const plan = plans.of(args, cursors);
    return { plan, instead: plan && resultInstead(plan, request) };
  }

  return {
    onExecute({ args, context, setResultAndStopExecution }) {
      const { plan, instead } = prepare(args, context);
      if (plan !== undefined) args.contextValue.plan = plan;
      if (instead !== undefined) setResultAndStopExecution(instead);
      else if (plan?.eager)
        for (const { request, field } of plan.calls) if (request) context.rest.start(request, field);
    },
    // A subscription is planned as a single event.
    onSubscribe({ args, context, setResultAndStopExecution }) {
      const { instead } = prepare(args, context);
      if (instead !== undefined) setResultAndStopExecution(instead);
    },
  };
}
