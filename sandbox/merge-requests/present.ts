/** Presentation of merge requests and their dependencies. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Loose, View } from '../kit/area.ts';
import { day, iso } from '../kit/clock.ts';
import { textColor } from '../labels/colors.ts';
import { renderMarkup } from '../labels/markup.ts';
import { labelNamed } from '../labels/rows.ts';
import { approvalCounts } from '../merge-request-approvals/rows.ts';
import { noteTable } from '../notes/rows.ts';
import { fullPipeline } from '../pipelines/present.ts';
import { pipelineTable } from '../pipelines/rows.ts';
import { projectUrl } from '../projects.ts';
import { publicEmail, userSummary } from '../users.ts';
import { hasProjectLevel, level } from '../world/access.ts';
import { fullPath, groups } from '../world/groups.ts';
import { webBase } from '../world/names.ts';
import { type ProjectRow, projectPath, projects } from '../world/projects.ts';
import { users } from '../world/users.ts';
import { type BlockRow, blocks, checkingOf, mergeRequestTable, milestones } from './rows.ts';
import type { Checking, MergeRequestRow, VersionRow } from './types.ts';

const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

function projectOf({ store }: View, row: MergeRequestRow): ProjectRow {
  const project = projects(store).get(row.projectId);
  if (project === undefined) throw new Error(`There is no project ${row.projectId}`);
  return project;
}

function person(view: View, id: number | null) {
  const user = id === null ? undefined : users(view.store).get(id);
  return user ? { ...userSummary(view, user), public_email: publicEmail(user) } : null;
}

/** Number of notes that a user wrote. */
const countComments = ({ store }: View, { id }: MergeRequestRow): number =>
  noteTable(store).where(({ on, system }) => on.kind === 'merge_request' && on.id === id && !system).length;

const people = (view: View, ids: readonly number[]) => ids.flatMap((id) => person(view, id) ?? []);

function milestone(view: View, id: number | null) {
  const row = id === null ? undefined : milestones(view.store).get(id);
  if (row === undefined) return null;
  const { kind, id: holderId } = row.holder;
  const group = groups(view.store).get(holderId);
  const project = projects(view.store).get(holderId);
  const home =
    kind === 'group'
      ? group && `${webBase}/groups/${fullPath(view.store, group)}`
      : project && projectUrl(view, project);
  return {
    id: row.id,
    iid: row.iid,
    ...(kind === 'group' ? { group_id: holderId } : { project_id: holderId }),
    title: row.title,
    description: row.description,
    state: 'active' as const,
    created_at: iso(row.createdAt),
    updated_at: iso(row.createdAt + day),
    due_date: row.dueDate,
    start_date: row.startDate,
    expired: row.dueDate !== null && row.dueDate < iso(view.store.now()).slice(0, 10),
    web_url: `${home ?? webBase}/-/milestones/${row.iid}`,
  };
}

/** Labels of a merge request that its project has. */
export function labelRowsOf({ store }: View, row: MergeRequestRow) {
  const project = projects(store).get(row.projectId);
  return project ? row.labels.flatMap((name) => labelNamed(store, project, name) ?? []) : [];
}

function labels(view: View, row: MergeRequestRow, inFull: boolean) {
  return labelRowsOf(view, row).map(({ id, name, color, description, archived }) =>
    inFull
      ? {
          id,
          name,
          color,
          text_color: textColor(color),
          description,
          description_html: description === null ? null : renderMarkup(description),
          archived,
        }
      : name,
  );
}

const checkingWords: Readonly<Partial<Record<Checking, string>>> = { checked: 'can_be_merged', checking: 'checking' };

/** Detailed merge status: the first reason that prevents the merge, or `mergeable`. */
function detailedStatus(view: View, row: MergeRequestRow): string {
  const { store } = view;
  if (row.state !== 'opened') return 'not_open';
  const checking = checkingOf(store, row);
  if (checking !== 'checked') return checking;
  if (row.conflicts) return 'conflict';
  if (row.draft) return 'draft_status';
  const isBlocking = ({ blockedId, blockingId }: BlockRow): boolean =>
    blockedId === row.id && mergeRequestTable(store).get(blockingId)?.state === 'opened';
  if (blocks(store).find(isBlocking)) return 'merge_request_blocked';
  if (row.mergeAfter !== null && row.mergeAfter > store.now()) return 'merge_time';
  return approvalCounts(view, row).left > 0 ? 'not_approved' : 'mergeable';
}

/** Formats a duration in hours and minutes. */
function humanDuration(seconds: number): string | null {
  if (seconds === 0) return null;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : ''].filter((part) => part !== '').join(' ');
}

/** Presents a merge request in a short form. */
export function simpleMergeRequest(view: View, row: MergeRequestRow) {
  return {
    iid: row.iid,
    title: row.title,
    description: row.description,
    state: row.state,
    web_url: `${projectUrl(view, projectOf(view, row))}/-/merge_requests/${row.iid}`,
  } satisfies Loose<SchemaType<'MergeRequestSimple'>>;
}

/** Merge status, including the deprecated attributes. */
function mergeStatus(view: View, row: MergeRequestRow) {
  const checking = checkingOf(view.store, row);
  const conflicts = checking === 'checked' && row.conflicts;
  return {
    merge_status: conflicts ? 'cannot_be_merged' : (checkingWords[checking] ?? 'unchecked'),
    detailed_merge_status: detailedStatus(view, row),
    has_conflicts: conflicts,
  };
}

/** Presents a merge request in a list. */
export function listItem(view: View, row: MergeRequestRow, options: { labelsInFull?: boolean } = {}) {
  const project = projectOf(view, row);
  const fork = row.sourceProjectId !== null && row.sourceProjectId !== row.projectId;
  const mergedBy = person(view, row.mergeUserId);
  const squashed = row.squash && row.state === 'merged';
  return {
    ...simpleMergeRequest(view, row),
    ...mergeStatus(view, row),
    id: row.id,
    project_id: row.projectId,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    closed_at: isoOrNull(row.closedAt),
    merged_at: isoOrNull(row.mergedAt),
    prepared_at: isoOrNull(row.preparedAt),
    merge_after: isoOrNull(row.mergeAfter),
    blocking_discussions_resolved: true,
    draft: row.draft,
    work_in_progress: row.draft,
    discussion_locked: row.discussionLocked,
    force_remove_source_branch: row.iid % 2 === 0 ? true : null,
    should_remove_source_branch: null,
    merge_when_pipeline_succeeds: row.autoMerge,
    merge_commit_sha: row.mergeCommitSha,
    squash_commit_sha: squashed ? row.sha : null,
    sha: row.sha,
    ...(fork ? { allow_collaboration: true, allow_maintainer_to_push: true } : {}),
    approvals_before_merge: null,
    assignees: people(view, row.assigneeIds),
    assignee: person(view, row.assigneeIds[0] ?? null),
    author: person(view, row.authorId),
    reviewers: people(view, row.reviewerIds),
    closed_by: person(view, row.closedById),
    merge_user: mergedBy,
    merged_by: mergedBy,
    milestone: milestone(view, row.milestoneId),
    labels: labels(view, row, options.labelsInFull ?? false),
    source_branch: row.sourceBranch,
    target_branch: row.targetBranch,
    source_project_id: row.sourceProjectId,
    target_project_id: row.projectId,
    user_notes_count: countComments(view, row),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    imported: row.imported,
    imported_from: row.imported ? 'host_a' : 'none',
    reference: `!${row.iid}`,
    references: {
      short: `!${row.iid}`,
      relative: `!${row.iid}`,
      full: `${projectPath(view.store, project)}!${row.iid}`,
    },
    time_stats: {
      time_estimate: row.timeEstimate,
      total_time_spent: row.timeSpent,
      human_time_estimate: humanDuration(row.timeEstimate),
      human_total_time_spent: humanDuration(row.timeSpent),
    },
    squash: row.squash,
    squash_on_merge: row.squash,
    task_completion_status: { count: row.tasks.count, completed_count: row.tasks.completed },
  } satisfies Loose<SchemaType<'MergeRequestListItem'>>;
}

/** Presents a merge request with all attributes. */
export function fullMergeRequest(view: View, row: MergeRequestRow) {
  const { store } = view;
  const project = projectOf(view, row);
  const [version] = row.versions;
  const pipeline = pipelineTable(store)
    .where(({ projectId, sha }) => projectId === project.id && sha === row.sha)
    .at(-1);
  const head = pipeline && fullPipeline(view, pipeline);
  const production = row.deployments.filter(({ environment }) => environment === 'production').map(({ at }) => at);
  const prepared = checkingOf(store, row) !== 'preparing';
  return {
    ...listItem(view, row),
    subscribed: view.caller.user !== undefined && [row.authorId, ...row.assigneeIds].includes(view.caller.user.id),
    changes_count: prepared && version ? String(version.changes) : null,
    user: { can_merge: hasProjectLevel(view, project, level.developer) },
    latest_build_started_at: head?.started_at ?? null,
    first_deployed_to_production_at: production.length > 0 ? iso(Math.min(...production)) : null,
    head_pipeline: head ?? null,
    diff_refs:
      prepared && version ? { base_sha: version.baseSha, head_sha: row.sha, start_sha: version.baseSha } : null,
    merge_error: null,
  } satisfies Loose<SchemaType<'MergeRequest'>>;
}

/** Presents a diff version. Its patch id is null until it is computed. */
export function presentVersion({ store }: View, version: VersionRow) {
  return {
    id: version.id,
    head_commit_sha: version.sha,
    base_commit_sha: version.baseSha,
    start_commit_sha: version.baseSha,
    created_at: iso(version.createdAt),
    state: 'collected' as const,
    real_size: String(version.changes),
    patch_id_sha: store.now() >= version.patchIdAt ? [...version.sha].reverse().join('') : null,
  };
}

function ends({ store }: View, { id, blockingId, blockedId }: BlockRow) {
  const [blocking, blocked] = [mergeRequestTable(store).get(blockingId), mergeRequestTable(store).get(blockedId)];
  if (blocking === undefined || blocked === undefined) throw new Error(`Dependency ${id} leads nowhere`);
  return { blocking, blocked };
}

/** Presents a dependency in the response to its creation, without the blocked merge request. */
export function createdBlock(view: View, block: BlockRow) {
  const { blocking, blocked } = ends(view, block);
  return {
    id: block.id,
    blocking_merge_request: listItem(view, blocking),
    project_id: blocked.projectId,
  } satisfies Loose<SchemaType<'CreatedMergeRequestBlock'>>;
}

/** Presents a dependency in a list. */
export function listedBlock(view: View, block: BlockRow) {
  return {
    ...createdBlock(view, block),
    blocked_merge_request: listItem(view, ends(view, block).blocked),
  } satisfies Loose<SchemaType<'MergeRequestBlock'>>;
}
