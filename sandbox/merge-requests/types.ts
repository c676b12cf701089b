/** Rows of merge requests. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Timeline } from '../kit/timeline.ts';

/** State of the mergeability check of a merge request. */
export type Checking = 'preparing' | 'unchecked' | 'checking' | 'approvals_syncing' | 'checked';

export interface ApprovalRow {
  readonly userId: number;
  readonly at: number;
}

/** Diff version. Every push creates one. */
export interface VersionRow {
  readonly id: number;
  readonly sha: string;
  readonly baseSha: string;
  readonly createdAt: number;
  readonly changes: number;
  /** Time from which the patch id is available. */
  readonly patchIdAt: number;
}

export interface MergeRequestRow {
  readonly id: number;
  readonly iid: number;
  /** Target project. */
  readonly projectId: number;
  /** `null` if the fork was deleted. */
  readonly sourceProjectId: number | null;
  title: string;
  description: string | null;
  state: SchemaType<'MergeRequestState'>;
  readonly createdAt: number;
  updatedAt: number;
  closedAt: number | null;
  mergedAt: number | null;
  preparedAt: number | null;
  mergeAfter: number | null;
  readonly authorId: number;
  assigneeIds: readonly number[];
  reviewerIds: readonly number[];
  closedById: number | null;
  mergeUserId: number | null;
  milestoneId: number | null;
  /** Names of labels. */
  labels: readonly string[];
  readonly sourceBranch: string;
  readonly targetBranch: string;
  /** Head commit of the source branch. */
  sha: string;
  mergeCommitSha: string | null;
  draft: boolean;
  conflicts: boolean;
  squash: boolean;
  autoMerge: boolean;
  discussionLocked: boolean | null;
  imported: boolean;
  upvotes: number;
  downvotes: number;
  /** Seconds. */
  timeEstimate: number;
  timeSpent: number;
  tasks: { readonly count: number; readonly completed: number };
  readonly reactions: readonly { readonly userId: number; readonly emoji: string }[];
  readonly deployments: readonly { readonly environment: string; readonly at: number }[];
  readonly committerIds: readonly number[];
  checking: Timeline<Checking>;
  approvals: ApprovalRow[];
  /** The newest first. */
  versions: VersionRow[];
}
