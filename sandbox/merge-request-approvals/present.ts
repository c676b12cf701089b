/** Presentation of approvals, approval rules and settings. */
import type { SchemaType } from '../../src/contract/index.ts';
import { directorySync } from '../groups/present.ts';
import type { Loose, View } from '../kit/area.ts';
import { iso } from '../kit/clock.ts';
import { simpleMergeRequest } from '../merge-requests/present.ts';
import { approvalsOf, checkingOf } from '../merge-requests/rows.ts';
import type { MergeRequestRow } from '../merge-requests/types.ts';
import { userSummary, userSummaryOf } from '../users.ts';
import { seesGroup } from '../world/access.ts';
import { fullName, fullPath, type GroupRow, groups } from '../world/groups.ts';
import { webBase } from '../world/names.ts';
import { users } from '../world/users.ts';
import {
  type ApprovalRuleRow,
  type ApprovalSettingsRow,
  approvalCounts,
  approverIds,
  eligibleApprovers,
  protectedBranches,
} from './rows.ts';

/** Settings by their names in responses, including deprecated ones. */
export function presentSettings({ id, ...settings }: ApprovalSettingsRow) {
  return {
    approvers: [],
    approver_groups: [],
    ...settings,
    require_password_to_approve: settings.require_reauthentication_to_approve,
  } satisfies Loose<SchemaType<'ApprovalConfiguration'>>;
}

function ruleGroup({ store }: View, group: GroupRow) {
  const { lfs_enabled = true, request_access_enabled = true } = group.settings;
  return {
    id: group.id,
    name: group.name,
    path: group.path,
    description: group.description ?? '',
    visibility: group.visibility,
    lfs_enabled,
    avatar_url: null,
    web_url: `${webBase}/groups/${fullPath(store, group)}`,
    request_access_enabled,
    full_name: fullName(store, group),
    full_path: fullPath(store, group),
    parent_id: group.parentId,
    ...directorySync(group),
  } satisfies Loose<SchemaType<'ApprovalRuleGroup'>>;
}

const access = (level: 30 | 40, description: string) => [
  { access_level: level, access_level_description: description },
];

function branches({ store }: View, rule: ApprovalRuleRow) {
  return protectedBranches(store)
    .where((branch) => rule.protectedBranchIds.includes(branch.id))
    .map(({ id, name }) => ({
      id,
      name,
      push_access_levels: access(40, 'Maintainers'),
      merge_access_levels: access(30, 'Developers + Maintainers'),
      unprotect_access_levels: access(40, 'Maintainers'),
      code_owner_approval_required: 'false',
    }));
}

/** Presents a rule to a caller. Omits groups that are hidden from the caller. */
export function presentRule(view: View, rule: ApprovalRuleRow) {
  const named = groups(view.store).where(({ id }) => rule.groupIds.includes(id));
  const visible = named.filter((group) => seesGroup(view, group));
  return {
    id: rule.id,
    name: rule.name,
    rule_type: rule.ruleType,
    report_type: rule.reportType,
    eligible_approvers: eligibleApprovers(view, rule).map((user) => userSummary(view, user)),
    approvals_required: rule.approvalsRequired,
    users: users(view.store)
      .where(({ id }) => rule.userIds.includes(id))
      .map((user) => userSummary(view, user)),
    groups: visible.map((group) => ruleGroup(view, group)),
    applies_to_all_protected_branches: rule.appliesToAllProtectedBranches,
    protected_branches: branches(view, rule),
    contains_hidden_groups: visible.length < named.length,
  } satisfies Loose<SchemaType<'ApprovalRule'>>;
}

/** Presents a merge request and its approvals in the response to an approval. */
export function approvedMergeRequest(view: View, row: MergeRequestRow) {
  const { web_url, ...facts } = simpleMergeRequest(view, row);
  const { required, left } = approvalCounts(view, row);
  const checked = checkingOf(view.store, row) === 'checked';
  return {
    ...facts,
    id: row.id,
    project_id: row.projectId,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    merge_status: checked ? (row.conflicts ? 'cannot_be_merged' : 'can_be_merged') : 'unchecked',
    approvals_required: required,
    approvals_left: left,
    approved_by: approvalsOf(view.store, row).map(({ userId, at }) => ({
      user: userSummaryOf(view, userId),
      approved_at: iso(at),
    })),
  } satisfies Loose<SchemaType<'ApprovedMergeRequest'>>;
}

/** Presents a merge request and its approvals, and whether the caller has approved and may approve. */
export function approvalState(view: View, row: MergeRequestRow) {
  const id = view.caller.user?.id ?? 0;
  const approved = approvalsOf(view.store, row).some(({ userId }) => userId === id);
  return {
    ...approvedMergeRequest(view, row),
    user_has_approved: approved,
    user_can_approve: !approved && approverIds(view, row.projectId).has(id),
  } satisfies Loose<SchemaType<'MergeRequestApprovalState'>>;
}
