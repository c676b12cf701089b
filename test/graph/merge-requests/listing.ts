/** Reads lists of merge requests for several tests. */
import { expect } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { readAllRest } from '../../rest-client.ts';

interface User {
  readonly id: number;
}

/** Item of a list of merge requests of the REST service. */
export interface MergeRequestItem {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly source_project_id: number | null;
  readonly title: string;
  readonly state: string;
  readonly draft: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly merged_at: string | null;
  readonly upvotes: number;
  readonly source_branch: string;
  readonly author: User;
  readonly assignees: readonly User[];
  readonly reviewers: readonly User[];
  readonly merge_user: User | null;
  readonly milestone: { readonly id: number } | null;
  readonly references: { readonly full: string };
}

/** Whether a list of users contains the user with an id. */
export const hasUser = (users: readonly User[], id: number): boolean => users.some((user) => user.id === id);
/** Whether a merge request belongs to the kiosk project, the only archived one of the group `meridian`. */
export const isInKiosk = ({ references }: MergeRequestItem): boolean =>
  references.full.startsWith('meridian/apps/kiosk!');

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

export const getIds = (rows: readonly MergeRequestItem[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
/** Returns the `databaseId` of a merge request of the engine project. */
export const toEngineId = (iid: number) => 300 + iid;

export interface Listing {
  readonly facade: SandboxedFacade;
  /** Merge requests that a developer may read. */
  readonly visible: readonly MergeRequestItem[];
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
  const query = { scope: 'all' };
  const visible = await readAllRest<MergeRequestItem>(facade, 'listMergeRequests', { query, as: 'developer' });
  return { facade, listAll, visible };
}
