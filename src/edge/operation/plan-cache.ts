/** Caches the plans of operations, and rejects operations that may need too many REST calls or values. */

import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import type { Contract } from '../../contract/index.ts';
import type { OperationTree, VariableValues } from '../../execution/index.ts';
import type { Cursors } from '../../graph/kit/paging/cursors.ts';
import { type Plan, type PlanLimits, planOperation } from '../../graph/plan/plan.ts';
import { serializePlan } from '../../graph/plan/serialize-plan.ts';
import type { ParsedDocument } from './document-cache.ts';
import type { PreparedOperation } from './preparation.ts';
import { requestError } from './request-error.ts';
import { SegmentedCache } from './segmented-cache.ts';
import type { Variables } from './variables.ts';

export type PlanSettings = Pick<
  Config,
  'maxRestCalls' | 'maxSelections' | 'maxResponseValues' | 'limitsReportOnly' | 'documentCacheBytes'
>;

const namedPaths = 3;
/** Upper bound on the characters of variables with which a plan is cached. */
const maxVariablesLength = 10_000;
/** Measured bytes of a plan, and of one call in it. */
const bytesPerPlan = 500;
const bytesPerCall = 1000;
/** Share of the document cache for plans. */
const planShare = 0.25;

/**
 * Caches plans by document and variables, which determine them. Plans of mutations are not cached, because their
 * variables may be secret.
 */
export class PlanCache {
  readonly #contract: Contract;
  readonly #cursors: Cursors;
  readonly #limits: PlanLimits;
  readonly #cache: SegmentedCache<Plan>;
  readonly #names = new WeakMap<ParsedDocument, number>();
  #named = 0;

  constructor(contract: Contract, settings: PlanSettings, cursors: Cursors) {
    this.#contract = contract;
    const { maxRestCalls, maxSelections, maxResponseValues, documentCacheBytes, limitsReportOnly } = settings;
    this.#cursors = cursors;
    const maxCalls = limitsReportOnly ? Number.POSITIVE_INFINITY : maxRestCalls;
    this.#limits = { maxCalls, maxSelections, maxValues: maxResponseValues };
    this.#cache = new SegmentedCache(
      documentCacheBytes * planShare,
      ({ calls }) => bytesPerPlan + calls.length * bytesPerCall,
    );
  }

  /**
   * Returns the plan of an operation.
   * @param variables variables of the request
   * @param variableValues the same variables, coerced
   */
  get(prepared: PreparedOperation, tree: OperationTree, variables: Variables, variableValues: VariableValues): Plan {
    const key = this.#keyOf(prepared, variables, tree.isIncremental);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached !== undefined) return cached;
    const plan = planOperation({
      contract: this.#contract,
      tree,
      variableValues,
      limits: this.#limits,
      cursors: this.#cursors,
    });
    if (key !== undefined) this.#cache.set(key, plan);
    return plan;
  }

  #keyOf(
    { document, definition, name }: PreparedOperation,
    given: Variables,
    isIncremental: boolean,
  ): string | undefined {
    if (!document.isRepeated || definition.operation !== 'query') return undefined;
    let hasVariables = false;
    for (const _ in given) hasVariables = true;
    const variables = hasVariables || name !== undefined ? JSON.stringify([name, given]) : '';
    if (variables.length > maxVariablesLength) return undefined;
    let number = this.#names.get(document);
    if (number === undefined) {
      this.#named += 1;
      number = this.#named;
      this.#names.set(document, number);
    }
    return `${number}${isIncremental ? ' in parts' : ''} ${variables}`;
  }
}

function tooManyCalls({ calls, knownUpperBound: worst, isComplete }: Plan, limit: number): GraphQLError {
  const paths = [...calls]
    .sort((a, b) => b.times - a.times)
    .slice(0, namedPaths)
    .map(({ path, times }) => `${path} (${times})`);
  const need = isComplete ? `${worst} REST calls` : `at least ${worst} REST calls`;
  return new GraphQLError(
    `The operation may need ${need}; the limit is ${limit} (MAX_REST_CALLS). Most of them are at ${paths.join(', ')}: request fewer items there`,
    { extensions: { code: 'REST_CALL_LIMIT', worst, limit } },
  );
}

/** Error for a plan that is too large for the process, also in report-only mode. */
function excess(
  { selections, values }: Plan,
  { maxSelections, maxResponseValues }: PlanSettings,
): GraphQLError | undefined {
  if (selections > maxSelections)
    return requestError(
      'SELECTION_LIMIT',
      `The operation selects too many fields: the limit is ${maxSelections} (MAX_SELECTIONS), counting the fields on all possible types of each object and the objects that arguments name`,
    );
  if (values > maxResponseValues)
    return requestError(
      'RESPONSE_LIMIT',
      `The response may contain too many values: the limit is ${maxResponseValues} (MAX_RESPONSE_VALUES). Select fewer fields or request smaller pages`,
    );
  return undefined;
}

/** Result instead of an execution: the plan if it is requested, or an error if it is too large. */
export function getEarlyResult(
  plan: Plan,
  isPlanRequested: boolean,
  settings: PlanSettings,
): ExecutionResult | undefined {
  const { maxRestCalls, limitsReportOnly } = settings;
  const problem = excess(plan, settings);
  if (problem !== undefined) return { errors: [problem] };
  if (isPlanRequested && plan.isComplete) return { data: null, extensions: { plan: serializePlan(plan) } };
  return isPlanRequested || (plan.knownUpperBound > maxRestCalls && !limitsReportOnly)
    ? { errors: [tooManyCalls(plan, maxRestCalls)] }
    : undefined;
}
