/** Rows of approval rules and settings, and the eligible approvers. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { View } from '../kit/area.ts';
import { type Store, table } from '../kit/store.ts';
import { approvalsOf } from '../merge-requests/rows.ts';
import type { MergeRequestRow } from '../merge-requests/types.ts';
import { level, userLevelInGroup, userLevelInProject } from '../world/access.ts';
import { groups, lineage } from '../world/groups.ts';
import { members } from '../world/members.ts';
import { type ProjectRow, projects } from '../world/projects.ts';
import { type UserRow, users } from '../world/users.ts';

export interface ApprovalRuleRow {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly ruleType: SchemaType<'ApprovalRuleType'>;
  readonly reportType: SchemaType<'ApprovalReportType'> | null;
  readonly approvalsRequired: number;
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly appliesToAllProtectedBranches: boolean;
  readonly protectedBranchIds: readonly number[];
}

/** Settings of one project by their names in responses. */
export interface ApprovalSettingsRow {
  /** The project. */
  readonly id: number;
  approvals_before_merge: number;
  reset_approvals_on_push: boolean;
  selective_code_owner_removals: boolean;
  disable_overriding_approvers_per_merge_request: boolean;
  merge_requests_author_approval: boolean;
  merge_requests_disable_committers_approval: boolean;
  require_reauthentication_to_approve: boolean;
}

export interface ProtectedBranchRow {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
}

/** Initial rule of every project. */
function defaultRule(id: number, projectId: number): ApprovalRuleRow {
  return {
    id,
    projectId,
    name: 'All Members',
    ruleType: 'any_approver',
    reportType: null,
    approvalsRequired: 0,
    userIds: [],
    groupIds: [],
    appliesToAllProtectedBranches: false,
    protectedBranchIds: [],
  };
}

export const approvalRules = table<ApprovalRuleRow>('approval rules', ({ store, table }) => {
  for (const project of projects(store).all()) table.insert((id) => defaultRule(id, project.id));
  const engine = defaultRule(0, 14);
  table.insert((id) => ({
    ...engine,
    id,
    name: 'Cartographers',
    ruleType: 'regular',
    approvalsRequired: 2,
    userIds: [3, 4],
    // One group is visible to every signed-in user, the other to its members only.
    groupIds: [70, 80],
    protectedBranchIds: [1],
  }));
  table.insert((id) => ({
    ...engine,
    id,
    name: 'Coverage check',
    ruleType: 'report_approver',
    reportType: 'code_coverage',
    userIds: [4],
    appliesToAllProtectedBranches: true,
  }));
});

export const protectedBranches = table<ProtectedBranchRow>('protected branches', ({ table }) => {
  table.put({ id: 1, projectId: 14, name: 'main' });
  table.put({ id: 2, projectId: 14, name: 'release/*' });
  table.put({ id: 3, projectId: 15, name: 'main' });
});

const settingsTable = table<ApprovalSettingsRow>('approval settings', ({ table }) => {
  // Approvers of these projects must reauthenticate; those of the first project may use a password.
  for (const projectId of [16, 52]) table.put({ ...newSettings(projectId), require_reauthentication_to_approve: true });
});

function newSettings(projectId: number): ApprovalSettingsRow {
  return {
    id: projectId,
    approvals_before_merge: 0,
    reset_approvals_on_push: true,
    selective_code_owner_removals: false,
    disable_overriding_approvers_per_merge_request: false,
    merge_requests_author_approval: false,
    merge_requests_disable_committers_approval: false,
    require_reauthentication_to_approve: false,
  };
}

export function approvalSettings(store: Store, projectId: number): ApprovalSettingsRow {
  return settingsTable(store).get(projectId) ?? settingsTable(store).put(newSettings(projectId));
}

/** Password with which a user approves. */
export function passwordOf({ username }: Pick<UserRow, 'username'>): string {
  return `password of ${username}`;
}

/** Groups that force SAML sign-in, so that no password is accepted below them. */
const samlGroups: ReadonlySet<number> = new Set([80]);

export function forcesSaml(store: Store, { namespace }: ProjectRow): boolean {
  const group = namespace.kind === 'group' ? groups(store).get(namespace.id) : undefined;
  return group !== undefined && [...lineage(store, group)].some(({ id }) => samlGroups.has(id));
}

export function rulesOf(store: Store, projectId: number): ApprovalRuleRow[] {
  return approvalRules(store).where((rule) => rule.projectId === projectId);
}

/** Users with at least one membership. */
function membersOfAnything(store: Store): UserRow[] {
  return [
    ...new Set(
      members(store)
        .all()
        .map(({ userId }) => userId),
    ),
  ].flatMap((id) => users(store).get(id) ?? []);
}

/** Users whose approval counts for a rule. */
export function eligibleApprovers(view: View, rule: ApprovalRuleRow): UserRow[] {
  const { store } = view;
  const project = projects(store).get(rule.projectId);
  if (project === undefined) return [];
  if (rule.ruleType === 'any_approver')
    return membersOfAnything(store).filter((user) => userLevelInProject(view, user, project) >= level.developer);
  const named = groups(store).where(({ id }) => rule.groupIds.includes(id));
  return users(store).where(
    (user) =>
      rule.userIds.includes(user.id) || named.some((group) => userLevelInGroup(view, user, group) >= level.developer),
  );
}

/** Ids of all users who may approve the merge requests of a project. */
export function approverIds(view: View, projectId: number): ReadonlySet<number> {
  return new Set(rulesOf(view.store, projectId).flatMap((rule) => eligibleApprovers(view, rule).map(({ id }) => id)));
}

/** Number of approvals that all rules together require, and number of missing ones. */
export function approvalCounts(view: View, row: MergeRequestRow): { required: number; left: number } {
  const approverIds = new Set(approvalsOf(view.store, row).map(({ userId }) => userId));
  let [required, left] = [0, 0];
  for (const rule of rulesOf(view.store, row.projectId)) {
    if (rule.approvalsRequired === 0) continue;
    const counted = eligibleApprovers(view, rule).filter(({ id }) => approverIds.has(id)).length;
    required += rule.approvalsRequired;
    left += Math.max(0, rule.approvalsRequired - counted);
  }
  return { required, left };
}
