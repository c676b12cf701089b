/** A merge request of the sandbox as it is kept. */
import type { SchemaType } from '../../contract/index.ts';
import type { Course } from '../kit/course.ts';

/** How far the service is with finding out whether a merge request can be merged. */
export type Checking = 'preparing' | 'unchecked' | 'checking' | 'approvals_syncing' | 'checked';

export interface ApprovalRow {
  readonly userId: number;
  readonly at: number;
}

/** One version of the diff; every push makes one. */
export interface VersionRow {
  readonly id: number;
  readonly sha: string;
  readonly baseSha: string;
  readonly createdAt: number;
  readonly changes: number;
  /** When its patch id is known. */
  readonly patchIdAt: number;
}

export interface MergeRequestRow {
  readonly id: number;
  readonly iid: number;
  /** The project that the changes go into. */
  readonly projectId: number;
  /** Null when the fork is gone. */
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
  userNotesCount: number;
  upvotes: number;
  downvotes: number;
  /** Seconds. */
  timeEstimate: number;
  timeSpent: number;
  tasks: { readonly count: number; readonly completed: number };
  readonly reactions: readonly { readonly userId: number; readonly emoji: string }[];
  readonly deployments: readonly { readonly environment: string; readonly at: number }[];
  readonly committerIds: readonly number[];
  checking: Course<Checking>;
  approvals: ApprovalRow[];
  /** The newest first. */
  versions: VersionRow[];
}
