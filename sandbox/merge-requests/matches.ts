/** Filters and orders of merge request lists. */
import type { QueryOf, SchemaType } from '../../src/contract/index.ts';
import type { View } from '../kit/area.ts';
import { agrees, matchesSearch, ordered } from '../kit/lists.ts';
import { approverIds } from '../merge-request-approvals/rows.ts';
import { signedIn } from '../world/access.ts';
import { users } from '../world/users.ts';
import { labelRowsOf } from './present.ts';
import { approvalsOf, milestones } from './rows.ts';
import type { MergeRequestRow } from './types.ts';

export type ListQuery = Omit<QueryOf<'listProjectMergeRequests'>, 'page' | 'per_page'>;
type Negated = NonNullable<ListQuery['not']>;

/** `None` and `Any`, ignoring case. */
function presence(value: unknown): 'none' | 'any' | undefined {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const word = typeof only === 'string' ? only.toLowerCase() : undefined;
  return word === 'none' || word === 'any' ? word : undefined;
}

/** Whether values match a filter: one value, several values that are all required, `None` or `Any`. */
function matches(filter: unknown, values: readonly (string | number)[]): boolean {
  if (filter === undefined) return true;
  const word = presence(filter);
  if (word !== undefined) return (word === 'any') === values.length > 0;
  const wanted: readonly unknown[] = Array.isArray(filter) ? filter : [filter];
  return wanted.every((value) => values.some((each) => each === value));
}

/** Whether a condition of `not` is set and matches. */
function isMet(filter: unknown, values: readonly (string | number)[]): boolean {
  return filter !== undefined && matches(filter, values);
}

/** Whether a time is between two inclusive bounds. */
function between(time: number, after: string | undefined, before: string | undefined): boolean {
  return (after === undefined || time >= Date.parse(after)) && (before === undefined || time <= Date.parse(before));
}

function usernames({ store }: View, ids: readonly number[]): string[] {
  return ids.flatMap((id) => users(store).get(id)?.username ?? []);
}

/** Reactions of the caller. */
function ownReactions({ caller }: View, row: MergeRequestRow): string[] {
  return row.reactions.filter(({ userId }) => userId === caller.user?.id).map(({ emoji }) => emoji);
}

const titlesOf = ({ store }: View, id: number | null): string[] => {
  const title = id === null ? undefined : milestones(store).get(id)?.title;
  return title === undefined ? [] : [title];
};

type ApproversOf = (projectId: number) => readonly number[];

/** Eligible approvers by project, computed once. */
function approversOf(view: View): ApproversOf {
  const cache = new Map<number, readonly number[]>();
  return (projectId) => {
    const approvers = cache.get(projectId) ?? [...approverIds(view, projectId)];
    cache.set(projectId, approvers);
    return approvers;
  };
}

function matchesPeople(view: View, query: ListQuery, row: MergeRequestRow, eligible: ApproversOf): boolean {
  const approvers = approvalsOf(view.store, row).map(({ userId }) => userId);
  const mergeUsers = row.mergeUserId === null ? [] : [row.mergeUserId];
  return (
    matches(query.author_id, [row.authorId]) &&
    matches(query.author_username, usernames(view, [row.authorId])) &&
    matches(query.assignee_id, row.assigneeIds) &&
    matches(query['assignee_username[]'], usernames(view, row.assigneeIds)) &&
    matches(query.reviewer_id, row.reviewerIds) &&
    matches(query.reviewer_username, usernames(view, row.reviewerIds)) &&
    matches(query.merge_user_id, mergeUsers) &&
    matches(query.merge_user_username, usernames(view, mergeUsers)) &&
    matches(query['approved_by_ids[]'], approvers) &&
    matches(query['approved_by_usernames[]'], usernames(view, approvers)) &&
    (query['approver_ids[]'] === undefined || matches(query['approver_ids[]'], eligible(row.projectId)))
  );
}

function matchesThings(view: View, query: ListQuery, row: MergeRequestRow): boolean {
  const searched = query.in ?? ['title', 'description'];
  const texts = [
    ...(searched.includes('title') ? [row.title] : []),
    ...(searched.includes('description') ? [row.description] : []),
  ];
  const draft = query.draft ?? (query.wip === undefined ? undefined : query.wip === 'yes');
  const deployments = row.deployments.filter(
    ({ environment }) => query.environment === undefined || environment === query.environment,
  );
  const deployed = query.environment ?? query.deployed_after ?? query.deployed_before;
  return (
    (query.state === undefined || query.state === 'all' || row.state === query.state) &&
    matchesSearch(query.search, ...texts) &&
    matches(query.labels, labelNames(view, row)) &&
    matches(query.milestone, titlesOf(view, row.milestoneId)) &&
    matches(query.my_reaction_emoji, ownReactions(view, row)) &&
    agrees(draft, row.draft) &&
    (deployed === undefined ||
      deployments.some(({ at }) => between(at, query.deployed_after, query.deployed_before))) &&
    between(row.createdAt, query.created_after, query.created_before) &&
    between(row.updatedAt, query.updated_after, query.updated_before) &&
    matches(query.source_branch, [row.sourceBranch]) &&
    matches(query.target_branch, [row.targetBranch]) &&
    matches(query.source_project_id, row.sourceProjectId === null ? [] : [row.sourceProjectId]) &&
    (query['iids[]'] === undefined || query['iids[]'].includes(row.iid))
  );
}

const labelNames = (view: View, row: MergeRequestRow): string[] => labelRowsOf(view, row).map(({ name }) => name);

function isLeftOut(view: View, not: Negated, row: MergeRequestRow): boolean {
  return (
    isMet(not.labels, labelNames(view, row)) ||
    isMet(not.milestone, titlesOf(view, row.milestoneId)) ||
    isMet(not.author_id, [row.authorId]) ||
    isMet(not.author_username, usernames(view, [row.authorId])) ||
    isMet(not.assignee_id, row.assigneeIds) ||
    isMet(not.assignee_username, usernames(view, row.assigneeIds)) ||
    isMet(not.reviewer_id, row.reviewerIds) ||
    isMet(not.reviewer_username, usernames(view, row.reviewerIds)) ||
    isMet(not.my_reaction_emoji, ownReactions(view, row))
  );
}

/** Creates the predicate of a list with filters. */
export function listedBy(view: View, query: ListQuery): (row: MergeRequestRow) => boolean {
  const eligible = approversOf(view);
  return (row) =>
    matchesThings(view, query, row) &&
    matchesPeople(view, query, row, eligible) &&
    !(query.not && isLeftOut(view, query.not, row));
}

/** Applies the scope of a list. Only `all` requires no account. */
export function inScope(view: View, scope: SchemaType<'MergeRequestScope'>): (row: MergeRequestRow) => boolean {
  if (scope === 'all') return () => true;
  const { id } = signedIn(view);
  if (scope === 'created_by_me') return ({ authorId }) => authorId === id;
  return scope === 'assigned_to_me'
    ? ({ assigneeIds }) => assigneeIds.includes(id)
    : ({ reviewerIds }) => reviewerIds.includes(id);
}

/** Highest priority of the labels; 0 is the highest. */
function labelPriority(view: View, row: MergeRequestRow): number | null {
  const ranks = labelRowsOf(view, row).flatMap(({ priorities }) => priorities.get(row.projectId) ?? []);
  return ranks.length > 0 ? Math.min(...ranks) : null;
}

const dueDate = ({ store }: View, { milestoneId }: MergeRequestRow): string | null =>
  milestoneId === null ? null : (milestones(store).get(milestoneId)?.dueDate ?? null);

function orderKey(
  view: View,
  by: SchemaType<'MergeRequestOrderField'>,
): (row: MergeRequestRow) => string | number | null {
  switch (by) {
    case 'created_at':
      return ({ createdAt }) => createdAt;
    case 'updated_at':
      return ({ updatedAt }) => updatedAt;
    case 'merged_at':
      return ({ mergedAt }) => mergedAt;
    case 'label_priority':
      return (row) => labelPriority(view, row);
    case 'priority':
      return (row) => `${dueDate(view, row) ?? '9999'} ${labelPriority(view, row) ?? 99}`;
    case 'milestone_due':
      return (row) => dueDate(view, row);
    case 'popularity':
      return ({ upvotes }) => upvotes;
    case 'title':
      return ({ title }) => title;
  }
}

export function inOrder(view: View, query: ListQuery, rows: readonly MergeRequestRow[]): MergeRequestRow[] {
  return ordered(rows, orderKey(view, query.order_by ?? 'created_at'), query.sort ?? 'desc');
}
