/** What the last run of each tab did upstream, and what the operation in the editor would do. */

import type { PresentedPlan } from '../../src/graph/plan/presented-plan.ts';
import type { Operation, Result } from './fetcher.ts';
import { Store } from './store.ts';
import type { TracedResult } from './trace.ts';

/** States of a subscription that are kept, the newest ones. */
const keptStates = 50;

/** One execution of an operation. */
export interface Run {
  readonly operation: Operation;
  /** The newest last. */
  readonly results: readonly TracedResult[];
  /** The newest result, for its errors. */
  readonly newest: Result | undefined;
  /** The plan of what is executed, which tells why calls are made; absent until it is known. */
  readonly plan: PresentedPlan | undefined;
}

/** The plan of what stands in the editor, or why there is none. */
export type Planned =
  | { readonly kind: 'none' }
  | { readonly kind: 'plan'; readonly plan: PresentedPlan; readonly operation: Operation }
  | { readonly kind: 'problem'; readonly message: string };

/** By the ids of tabs. */
export const runs = new Store<ReadonlyMap<string, Run>>(new Map());
export const planned = new Store<Planned>({ kind: 'none' });
/** The id of the open tab. */
export const openTab = new Store('');

function setRun(tab: string, run: Run): void {
  runs.set(new Map([...runs.get(), [tab, run]]));
}

function planOfSame({ query, operationName }: Operation): PresentedPlan | undefined {
  const known = planned.get();
  if (known.kind !== 'plan' || known.operation.query !== query) return undefined;
  return (known.operation.operationName ?? '') === (operationName ?? '') ? known.plan : undefined;
}

/** Begins a run in the open tab. @returns what takes its results */
export function beginRun(operation: Operation): (result: Result) => void {
  const tab = openTab.get();
  setRun(tab, { operation, results: [], newest: undefined, plan: planOfSame(operation) });
  return (newest) => {
    const run = runs.get().get(tab);
    if (run?.operation !== operation) return;
    const { rest: calls = [], polls = [], rateLimit } = newest.extensions ?? {};
    const number = (run.results.at(-1)?.number ?? 0) + 1;
    const results = [...run.results, { number, calls, polls, rateLimit, at: Date.now() }].slice(-keptStates);
    setRun(tab, { ...run, results, newest });
  };
}

/** Notes the plan of what stands in the editor, which may be under way already. */
export function setPlanned(answer: Planned): void {
  planned.set(answer);
  const tab = openTab.get();
  const run = runs.get().get(tab);
  const plan = run && planOfSame(run.operation);
  if (run !== undefined && plan !== undefined) setRun(tab, { ...run, plan });
}

/** Forgets the runs of tabs that are closed. */
export function keepRuns(tabs: readonly string[]): void {
  const kept = [...runs.get()].filter(([tab]) => tabs.includes(tab));
  if (kept.length < runs.get().size) runs.set(new Map(kept));
}
