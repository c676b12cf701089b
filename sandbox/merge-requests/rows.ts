/** Tables of merge requests, milestones and dependencies. */
import { day, isoDay } from '../kit/clock.ts';
import { type Store, table } from '../kit/store.ts';
import { stateAt } from '../kit/timeline.ts';
import { findProject } from '../world/projects.ts';
import { seedMergeRequests } from './seed.ts';
import type { ApprovalRow, Checking, MergeRequestRow } from './types.ts';

/** Milestone of a project or group. */
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

/** Dependency: `blockedId` waits for `blockingId`. */
export interface BlockRow {
  readonly id: number;
  readonly blockingId: number;
  readonly blockedId: number;
}

/** All merge requests. */
export const mergeRequestTable = table<MergeRequestRow>('merge requests', seedMergeRequests);

/** Finds a merge request by its number within a project. */
export function findMergeRequest(store: Store, projectId: number, iid: number): MergeRequestRow | undefined {
  return mergeRequestTable(store).find((row) => row.projectId === projectId && row.iid === iid);
}

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

/** Dependencies: one within a project, one on another project, one on a project that few callers may see. */
export const blocks = table<BlockRow>('merge request blocks', ({ store, table }) => {
  const idOf = (path: string, iid: number): number =>
    findMergeRequest(store, findProject(store, path)?.id ?? 0, iid)?.id ?? 0;
  const engine = (iid: number): number => idOf('meridian/platform/engine', iid);
  table.put({ id: 1, blockingId: engine(2), blockedId: engine(7) });
  table.put({ id: 2, blockingId: idOf('meridian/platform/tile-server', 1), blockedId: engine(7) });
  table.put({ id: 4_500_000_001, blockingId: idOf('meridian/platform/secrets', 1), blockedId: engine(3) });
});

/** Current state of the mergeability check. */
export function checkingOf(store: Store, row: MergeRequestRow): Checking {
  return stateAt(row.checking, store.now()).state;
}

/** Valid approvals: when the check ends, it removes earlier approvals. */
export function approvalsOf(store: Store, row: MergeRequestRow): readonly ApprovalRow[] {
  const settledAt = row.checking.steps.at(-1)?.at ?? 0;
  return store.now() < settledAt ? row.approvals : row.approvals.filter(({ at }) => at >= settledAt);
}
