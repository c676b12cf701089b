/** Plans operations before they are executed: refuses those that may need too many calls, and starts the calls that are known. */
import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import type { OperationTree, VariableValues } from '../../execution/index.ts';
import type { Cursors } from '../../graph/kit/paging/cursors.ts';
import { type Plan, type PlanLimits, planOperation } from '../../graph/plan/plan.ts';
import { presentPlan } from '../../graph/plan/present.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { PreparedOperation } from './preparation.ts';
import { refusal } from './refusal.ts';
import { SegmentedCache } from './segmented-cache.ts';
import type { Variables } from './variables.ts';

export type PlanSettings = Pick<
  Config,
  'maxRestCalls' | 'maxSelections' | 'maxResponseValues' | 'limitsReportOnly' | 'documentCacheBytes'
>;

const namedPaths = 3;
/** Characters of the longest variables with which a plan is cached. */
const longestVariables = 10_000;
/** Bytes of a plan, and of one call in it, as measured. */
const bytesPerPlan = 500;
const bytesPerCall = 1000;
/** Share of the memory for documents that plans take. */
const planShare = 0.25;

/** Caches plans by document and variables, which determine them. Mutations are not cached, as their variables may be secret. */
export class Plans {
  readonly #cursors: Cursors;
  readonly #limits: PlanLimits;
  readonly #known: KnownDocuments;
  readonly #cache: SegmentedCache<Plan>;
  readonly #names = new WeakMap<DocumentNode, number>();
  #named = 0;

  constructor(settings: PlanSettings, known: KnownDocuments, cursors: Cursors) {
    const { maxRestCalls, maxSelections, maxResponseValues, documentCacheBytes } = settings;
    this.#cursors = cursors;
    this.#limits = { maxCalls: maxRestCalls, maxSelections, maxValues: maxResponseValues };
    this.#known = known;
    this.#cache = new SegmentedCache(
      documentCacheBytes * planShare,
      ({ calls }) => bytesPerPlan + calls.length * bytesPerCall,
    );
  }

  /**
   * The plan of an operation.
   * @param variables of the request
   * @param variableValues the same variables, coerced
   */
  get(prepared: PreparedOperation, tree: OperationTree, variables: Variables, variableValues: VariableValues): Plan {
    const key = this.#keyOf(prepared, variables);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached !== undefined) return cached;
    const plan = planOperation({ tree, variableValues, limits: this.#limits, cursors: this.#cursors });
    if (key !== undefined) this.#cache.set(key, plan);
    return plan;
  }

  #keyOf({ document, definition, name }: PreparedOperation, given: Variables): string | undefined {
    if (!this.#known.isRepeated(document) || definition.operation !== 'query') return undefined;
    let hasVariables = false;
    for (const _ in given) hasVariables = true;
    const variables = hasVariables || name !== undefined ? JSON.stringify([name, given]) : '';
    if (variables.length > longestVariables) return undefined;
    let number = this.#names.get(document);
    if (number === undefined) {
      this.#named += 1;
      number = this.#named;
      this.#names.set(document, number);
    }
    return `${number} ${variables}`;
  }
}

function tooManyCalls({ calls, knownUpperBound: worst, isComplete }: Plan, limit: number): GraphQLError {
  const paths = [...calls]
    .sort((one, other) => other.times - one.times)
    .slice(0, namedPaths)
    .map(({ path, times }) => `${path} (${times})`);
  const need = isComplete ? `${worst} REST calls` : `at least ${worst} REST calls`;
  return new GraphQLError(
    `The operation may need ${need}, more than the ${limit} that MAX_REST_CALLS allows; most of them at ${paths.join(', ')}`,
    { extensions: { code: 'REST_CALL_LIMIT', worst, limit } },
  );
}

/** The error for a plan that is too large for the process, also in report-only mode. */
function excess(
  { selections, values }: Plan,
  { maxSelections, maxResponseValues }: PlanSettings,
): GraphQLError | undefined {
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

/**
 * The result in place of an execution: the plan where it is asked for, or an error where it is too large.
 * @param asked whether the plan is asked for
 */
export function resultInstead(plan: Plan, asked: boolean, settings: PlanSettings): ExecutionResult | undefined {
  const { maxRestCalls, limitsReportOnly } = settings;
  const problem = excess(plan, settings);
  if (problem !== undefined) return { errors: [problem] };
  if (asked && plan.isComplete) return { data: null, extensions: { plan: presentPlan(plan) } };
  return asked || (plan.knownUpperBound > maxRestCalls && !limitsReportOnly)
    ? { errors: [tooManyCalls(plan, maxRestCalls)] }
    : undefined;
}
