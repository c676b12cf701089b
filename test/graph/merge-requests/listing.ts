/** Reads lists of merge requests for several tests. */
import { expect } from 'vitest';
import { mergeRequestTable } from '../../../sandbox/merge-requests/rows.ts';
import type { MergeRequestRow } from '../../../sandbox/merge-requests/types.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';

export interface MergeRequestList {
  readonly totalCount: number;
  readonly nodes: readonly { readonly databaseId: number }[];
}
export type Filter = Readonly<Record<string, unknown>>;

export const instanceQuery = `query ($filter: MergeRequestsFilter) {
  mergeRequests(filter: $filter, first: 300) { totalCount nodes { databaseId } }
}`;
export const totalsQuery = `query ($filter: GroupMergeRequestsFilter, $inProject: ProjectMergeRequestsFilter) {
  group(id: 9) { mergeRequests(filter: $filter) { totalCount } }
  project(id: 14) { mergeRequests(filter: $inProject) { totalCount } }
}`;

export const getIds = (rows: readonly MergeRequestRow[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
/** Returns the `databaseId` of a merge request of the engine project. */
export const toEngineId = (iid: number) => 300 + iid;

export interface Listing {
  readonly facade: SandboxedFacade;
  /** Merge requests that a developer may read. */
  readonly visible: readonly MergeRequestRow[];
  /** Reads the list of the instance as a developer, and returns each `databaseId` in ascending order. */
  listAll(filter: Filter): Promise<readonly number[]>;
}

export async function startListing(): Promise<Listing> {
  const facade = await startSandboxed();
  async function listAll(filter: Filter): Promise<readonly number[]> {
    const { data, errors } = await facade.execute<{ mergeRequests: MergeRequestList }>(
      instanceQuery,
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
