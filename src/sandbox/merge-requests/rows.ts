/** The merge requests of the sandbox as it keeps them. */
import type { SchemaType } from '../../contract/index.ts';
import { day, isoDay } from '../kit/clock.ts';
import { type Course, stateAt } from '../kit/course.ts';
import { type Store, table } from '../kit/store.ts';
import { findProject } from '../world/projects.ts';
import { seedMergeRequests } from './seed.ts';

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

/** A milestone of a project or of a group. */
export interface MilestoneRow {
  readonly id: number;
  readonly iid: number;
  readonly holder: { readonly kind: 'project' | 'group'; readonly id: number };
  readonly title: string;
  readonly description: string | null;
  readonly createdAt: number;
  readonly startDate: string | null;
  readonly dueDate: string | null;
}

/** A dependency: `blockedId` waits for `blockingId`. */
export interface BlockRow {
  readonly id: number;
  readonly blockingId: number;
  readonly blockedId: number;
}

/** All merge requests. */
export const mergeRequestTable = table<MergeRequestRow>('merge requests', seedMergeRequests);

/** A merge request by its number within a project. */
export function findMergeRequest(store: Store, projectId: number, iid: number): MergeRequestRow | undefined {
  return mergeRequestTable(store).find((row) => row.projectId === projectId && row.iid === iid);
}

/** Milestones of the story. */
export const milestones = table<MilestoneRow>('milestones', ({ store, table }) => {
  const start = store.startedAt;
  table.put({
    id: 1,
    iid: 1,
    holder: { kind: 'group', id: 9 },
    title: 'Spring map',
    description: null,
    createdAt: start - 300 * day,
    startDate: null,
    dueDate: isoDay(start - 30 * day),
  });
  table.put({
    id: 2,
    iid: 1,
    holder: { kind: 'project', id: 14 },
    title: 'Engine 3.0',
    description: 'Faster, and round',
    createdAt: start - 100 * day,
    startDate: isoDay(start - 90 * day),
    dueDate: isoDay(start + 30 * day),
  });
});

/** Dependencies of the story: one within a project, one on another project, one on a project that few may see. */
export const blocks = table<BlockRow>('merge request blocks', ({ store, table }) => {
  const idOf = (path: string, iid: number): number =>
    findMergeRequest(store, findProject(store, path)?.id ?? 0, iid)?.id ?? 0;
  const engine = (iid: number): number => idOf('meridian/platform/engine', iid);
  table.put({ id: 1, blockingId: engine(2), blockedId: engine(7) });
  table.put({ id: 2, blockingId: idOf('meridian/platform/tile-server', 1), blockedId: engine(7) });
  table.put({ id: 4_500_000_001, blockingId: idOf('meridian/platform/secrets', 1), blockedId: engine(3) });
});

/** How far the check of a merge request is now. */
export function checkingOf(store: Store, row: MergeRequestRow): Checking {
  return stateAt(row.checking, store.now()).state;
}

/** Approvals that still count: those given before the check was over are gone once it is. */
export function approvalsOf(store: Store, row: MergeRequestRow): readonly ApprovalRow[] {
  const settledAt = row.checking.steps.at(-1)?.at ?? 0;
  return store.now() < settledAt ? row.approvals : row.approvals.filter(({ at }) => at >= settledAt);
}
