/** REST calls of the last run of each tab, and plan of the operation in the editor. */

import type { SerializedPlan } from '../../src/graph/plan/serialized-plan.ts';
import type { Operation, Result } from './operation.ts';
import { Store } from './store.ts';
import type { TracedResult } from './trace.ts';

/** Maximum number of states of a subscription; older ones are dropped. */
const maxStates = 50;

/** One execution of an operation. */
export interface Run {
  readonly operation: Operation;
  /** Results in the order of arrival. */
  readonly results: readonly TracedResult[];
  /** Newest result, for its errors. */
  readonly newest: Result | undefined;
  /** Plan of the executed operation, with the reasons for calls; `undefined` until it is loaded. */
  readonly plan: SerializedPlan | undefined;
}

/** Plan of the operation in the editor, or the reason for which none exists. */
export type PlanState =
  | { readonly kind: 'none' }
  | { readonly kind: 'plan'; readonly plan: SerializedPlan; readonly operation: Operation }
  | { readonly kind: 'problem'; readonly message: string };

/** Last run by tab id. */
export const runs = new Store<ReadonlyMap<string, Run>>(new Map());
export const planned = new Store<PlanState>({ kind: 'none' });
/** Id of the open tab. */
export const openTab = new Store('');

function setRun(tab: string, run: Run): void {
  runs.set(new Map([...runs.get(), [tab, run]]));
}

function findLoadedPlan({ query, operationName }: Operation): SerializedPlan | undefined {
  const loaded = planned.get();
  if (loaded.kind !== 'plan' || loaded.operation.query !== query) return undefined;
  return (loaded.operation.operationName ?? '') === (operationName ?? '') ? loaded.plan : undefined;
}

/** Starts a run in the open tab. @returns a function that receives its results; `isWhole` if a result replaces the previous one */
export function startRun(operation: Operation): (result: Result, isWhole?: boolean) => void {
  const tab = openTab.get();
  setRun(tab, { operation, results: [], newest: undefined, plan: findLoadedPlan(operation) });
  return (newest, isWhole = false) => {
    const run = runs.get().get(tab);
    if (run?.operation !== operation) return;
    const { rest: calls = [], polls = [], rateLimit } = newest.extensions ?? {};
    const before = isWhole ? [] : run.results;
    const number = (before.at(-1)?.number ?? 0) + 1;
    const results = [...before, { number, calls, polls, rateLimit, data: newest.data, at: Date.now() }].slice(
      -maxStates,
    );
    setRun(tab, { ...run, results, newest });
  };
}

/** Sets the plan of the operation in the editor, and of its run if it has already started. */
export function setPlanned(state: PlanState): void {
  planned.set(state);
  const tab = openTab.get();
  const run = runs.get().get(tab);
  const plan = run && findLoadedPlan(run.operation);
  if (run !== undefined && plan !== undefined) setRun(tab, { ...run, plan });
}

/** Removes the runs of closed tabs. */
export function pruneRuns(tabs: readonly string[]): void {
  const kept = [...runs.get()].filter(([tab]) => tabs.includes(tab));
  if (kept.length < runs.get().size) runs.set(new Map(kept));
}
