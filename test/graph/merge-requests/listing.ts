/** The lists of merge requests as their tests read them. */
import { expect } from 'vitest';
import type { MergeRequestRow } from '../../../src/sandbox/merge-requests/row.ts';
import { mergeRequestTable } from '../../../src/sandbox/merge-requests/rows.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';

export interface Listed {
  readonly totalCount: number;
  readonly nodes: readonly { readonly databaseId: number }[];
}
export type Filter = Readonly<Record<string, unknown>>;

export const instance = `query ($filter: MergeRequestsFilter) {
  mergeRequests(filter: $filter, first: 300) { totalCount nodes { databaseId } }
}`;
export const totals = `query ($filter: GroupMergeRequestsFilter, $inProject: ProjectMergeRequestsFilter) {
  group(id: 9) { mergeRequests(filter: $filter) { totalCount } }
  project(id: 14) { mergeRequests(filter: $inProject) { totalCount } }
}`;

export const idsOf = (rows: readonly MergeRequestRow[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
/** The instance-wide number of a merge request of the engine project. */
export const engine = (iid: number) => 300 + iid;

export interface Listing {
  readonly facade: SandboxedFacade;
  /** All that a developer may see. */
  readonly visible: readonly MergeRequestRow[];
  /** Ids of what the list of the whole instance gives a developer. */
  listAll(filter: Filter): Promise<readonly number[]>;
}

export async function startListing(): Promise<Listing> {
  const facade = await startSandboxed();
  async function listAll(filter: Filter): Promise<readonly number[]> {
    const { data, errors } = await facade.execute<{ mergeRequests: Listed }>(
      instance,
      { filter: { scope: 'ALL', ...filter } },
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    return data.mergeRequests.nodes.map(({ databaseId }) => databaseId).toSorted((a, b) => a - b);
  }
  const ids = new Set(await listAll({}));
  facade.forget();
  return { facade, listAll, visible: mergeRequestTable(facade.sandbox.store).where(({ id }) => ids.has(id)) };
}
