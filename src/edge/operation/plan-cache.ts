/** Caches the plans of operations. */
import type { Config } from '../../config/config.ts';
import type { Contract } from '../../contract/index.ts';
import type { OperationTree, VariableValues } from '../../execution/index.ts';
import type { Cursors } from '../../graph/kit/paging/cursors.ts';
import type { Plan, PlanLimits } from '../../graph/plan/plan.ts';
import { planOperation } from '../../graph/plan/planner.ts';
import type { PageSizes } from '../../rest/paging.ts';
import type { ParsedDocument } from './document-cache.ts';
import type { SelectedOperation } from './documents.ts';
import { type PlanLimitSettings, toPlanLimits } from './plan-limits.ts';
import { SegmentedCache } from './segmented-cache.ts';
import type { Variables } from './variables.ts';

export type PlanSettings = PlanLimitSettings & Pick<Config, 'documentCacheBytes'>;

/** Upper bound on the characters of variables with which a plan is cached. */
const maxVariablesLength = 10_000;
/** Measured bytes of a plan, and of one call in it. */
const bytesPerPlan = 500;
const bytesPerCall = 1000;
/** Share of the document cache for plans. */
const planShare = 0.25;

/**
 * Caches plans by document and variables, which determine them together with the page sizes of the upstream. Plans of mutations are not cached,
 * because their variables may be secret.
 */
export class PlanCache {
  readonly #contract: Contract;
  readonly #cursors: Cursors;
  readonly #limits: PlanLimits;
  readonly #cache: SegmentedCache<Plan>;
  readonly #documentIds = new WeakMap<ParsedDocument, number>();
  #documentCount = 0;

  constructor(contract: Contract, settings: PlanSettings, cursors: Cursors) {
    this.#contract = contract;
    this.#cursors = cursors;
    this.#limits = toPlanLimits(settings);
    this.#cache = new SegmentedCache(
      settings.documentCacheBytes * planShare,
      ({ calls }) => bytesPerPlan + calls.length * bytesPerCall,
    );
  }

  /**
   * Returns the plan of an operation.
   * @param variables variables of the request
   * @param variableValues the same variables, coerced
   * @param pageSizes those of the caller
   */
  get(
    selected: SelectedOperation,
    tree: OperationTree,
    variables: Variables,
    variableValues: VariableValues,
    pageSizes: PageSizes,
  ): Plan {
    const key = this.#keyOf(selected, variables, tree.isIncremental);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached?.pageSizes.entries().every(([id, size]) => pageSizes.getLimit(id) === size)) return cached;
    const plan = planOperation({
      contract: this.#contract,
      tree,
      variableValues,
      limits: this.#limits,
      cursors: this.#cursors,
      pageSizes,
    });
    if (key !== undefined) this.#cache.set(key, plan);
    return plan;
  }

  #keyOf(
    { document, definition, name }: SelectedOperation,
    requestVariables: Variables,
    isIncremental: boolean,
  ): string | undefined {
    if (!document.isRepeated || definition.operation !== 'query') return undefined;
    let hasVariables = false;
    for (const _ in requestVariables) hasVariables = true;
    const variables = hasVariables || name !== undefined ? JSON.stringify([name, requestVariables]) : '';
    if (variables.length > maxVariablesLength) return undefined;
    let id = this.#documentIds.get(document);
    if (id === undefined) {
      this.#documentCount += 1;
      id = this.#documentCount;
      this.#documentIds.set(document, id);
    }
    return `${id}${isIncremental ? ' in parts' : ''} ${variables}`;
  }
}
