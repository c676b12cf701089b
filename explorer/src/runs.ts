/** What the last run of each tab did upstream, and what the operation in the editor would do. */
import type { Result } from './fetcher.ts';
import { Store } from './store.ts';
import type { Plan, TracedResult } from './trace.ts';

/** States of a subscription that are kept, the newest ones. */
const keptStates = 50;

/** One execution of an operation. */
export interface Run {
  /** The newest last. */
  readonly results: readonly TracedResult[];
  /** How many results there have been. */
  readonly count: number;
  /** The newest result, for its errors. */
  readonly newest: Result | undefined;
  /** The plan of what is executed, which tells why calls are made. */
  readonly plan: Plan | undefined;
}

/** The plan of what stands in the editor, or why there is none. */
export type Planned =
  | { readonly kind: 'none' }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'problem'; readonly message: string };

/** By the ids of tabs. */
export const runs = new Store<ReadonlyMap<string, Run>>(new Map());
export const planned = new Store<Planned>({ kind: 'none' });
/** The id of the open tab. */
export const openTab = new Store('');

function setRun(tab: string, run: Run): void {
  runs.set(new Map([...runs.get(), [tab, run]]));
}

/** Begins a run in the open tab. @returns what takes its results */
export function beginRun(): (result: Result) => void {
  const tab = openTab.get();
  const known = planned.get();
  let run: Run = { results: [], count: 0, newest: undefined, plan: known.kind === 'plan' ? known.plan : undefined };
  setRun(tab, run);
  return (newest) => {
    const { rest: calls = [], polls = [] } = newest.extensions ?? {};
    const results = [...run.results, { calls, polls, at: Date.now() }].slice(-keptStates);
    run = { ...run, results, count: run.count + 1, newest };
    setRun(tab, run);
  };
}

/** Forgets the runs of tabs that are closed. */
export function keepRuns(tabs: readonly string[]): void {
  const kept = [...runs.get()].filter(([tab]) => tabs.includes(tab));
  if (kept.length < runs.get().size) runs.set(new Map(kept));
}
