/** Operations on approvals of merge requests, and on the approval settings and rules of projects. */
import type { BodyOf } from '../../src/contract/index.ts';
import type { Area, View } from '../kit/area.ts';
import { badRequest, conflict, forbidden, notFound, unauthorized } from '../kit/http-error.ts';
import { list, noContent } from '../kit/reply.ts';
import { visibleMergeRequest } from '../merge-requests/index.ts';
import { approvalsOf } from '../merge-requests/rows.ts';
import type { MergeRequestRow } from '../merge-requests/types.ts';
import { hasProjectLevel, isAdministrator, level, projectToChange, signedIn, visibleProject } from '../world/access.ts';
import { groups } from '../world/groups.ts';
import { type ProjectRow, projects } from '../world/projects.ts';
import { type UserRow, users } from '../world/users.ts';
import { approvalState, approvedMergeRequest, presentRule, presentSettings } from './present.ts';
import {
  type ApprovalSettingsRow,
  approvalRules,
  approvalSettings,
  approverIds,
  forcesSaml,
  passwordOf,
  protectedBranches,
  rulesOf,
} from './rows.ts';

/** @throws HttpError if the caller may not approve in a project; administrators may */
function requireApprover(view: View, projectId: number): UserRow {
  const user = signedIn(view);
  if (!isAdministrator(view) && !approverIds(view, projectId).has(user.id)) throw forbidden();
  return user;
}

/** Checks the password of an approver if the project requires reauthentication. A forced SAML sign-in accepts no password. */
function requireProof(view: View, project: ProjectRow, user: UserRow, password: string | undefined): void {
  if (!approvalSettings(view.store, project.id).require_reauthentication_to_approve) return;
  const accepted = password === passwordOf(user) && !forcesSaml(view.store, project);
  if (!accepted) throw unauthorized();
}

function mayApproveOwn(view: View, row: MergeRequestRow, user: UserRow): boolean {
  const settings = approvalSettings(view.store, row.projectId);
  if (row.authorId === user.id && !settings.merge_requests_author_approval) return false;
  return !(settings.merge_requests_disable_committers_approval && row.committerIds.includes(user.id));
}

function approve(view: View, row: MergeRequestRow, { approval_password, sha }: BodyOf<'approveMergeRequest'>): void {
  const { store } = view;
  const project = projects(store).get(row.projectId);
  if (project === undefined) throw notFound('Project');
  const user = requireApprover(view, project.id);
  if (!mayApproveOwn(view, row, user)) throw forbidden();
  requireProof(view, project, user, approval_password);
  if (sha !== undefined && sha !== row.sha) throw conflict(`SHA does not match HEAD of source branch: ${row.sha}`);
  const others = approvalsOf(store, row).filter(({ userId }) => userId !== user.id);
  row.approvals = [...others, { userId: user.id, at: store.now() }];
}

type Changes = BodyOf<'updateProjectApprovalConfiguration'>;

function change(settings: ApprovalSettingsRow, changes: Changes): void {
  const { require_password_to_approve, ...others } = changes;
  const resets = others.reset_approvals_on_push ?? settings.reset_approvals_on_push;
  if (others.selective_code_owner_removals && resets)
    throw badRequest({ selective_code_owner_removals: ['can only be enabled when approvals are not reset on push'] });
  Object.assign(settings, others);
  if (settings.reset_approvals_on_push) settings.selective_code_owner_removals = false;
  settings.require_reauthentication_to_approve =
    others.require_reauthentication_to_approve ??
    require_password_to_approve ??
    settings.require_reauthentication_to_approve;
}

function createRule(view: View, project: ProjectRow, body: BodyOf<'createProjectApprovalRule'>) {
  const { store } = view;
  const { name, rule_type = 'regular', applies_to_all_protected_branches: everywhere = false } = body;
  const existing = rulesOf(store, project.id);
  if (existing.some((rule) => rule.name === name)) throw badRequest({ name: ['has already been taken'] });
  if (rule_type === 'any_approver' && existing.some((rule) => rule.ruleType === rule_type))
    throw badRequest({ rule_type: ['any-approver for the project already exists'] });
  const isNamed = ({ id, username }: UserRow): boolean =>
    (body.user_ids?.includes(id) ?? false) || (body.usernames?.includes(username) ?? false);
  const branchIds = protectedBranches(store)
    .where(({ id, projectId }) => projectId === project.id && (body.protected_branch_ids?.includes(id) ?? false))
    .map(({ id }) => id);
  const row = approvalRules(store).insert((id) => ({
    id,
    projectId: project.id,
    name,
    ruleType: rule_type,
    reportType: null,
    approvalsRequired: body.approvals_required,
    userIds: users(store)
      .where(isNamed)
      .map(({ id: userId }) => userId),
    groupIds: (body.group_ids ?? []).filter((groupId) => groups(store).get(groupId) !== undefined),
    appliesToAllProtectedBranches: everywhere,
    protectedBranchIds: everywhere ? [] : branchIds,
  }));
  return presentRule(view, row);
}

export const mergeRequestApprovals: Area = {
  signedIn: 'all',
  handlers: {
    getMergeRequestApprovals: (call) => approvalState(call, visibleMergeRequest(call)),

    approveMergeRequest: (call) => {
      const row = visibleMergeRequest(call);
      approve(call, row, call.body);
      return approvedMergeRequest(call, row);
    },

    unapproveMergeRequest: (call) => {
      const row = visibleMergeRequest(call);
      const { id } = requireApprover(call, row.projectId);
      if (!row.approvals.some(({ userId }) => userId === id)) throw notFound('Approval');
      row.approvals = row.approvals.filter(({ userId }) => userId !== id);
      return approvedMergeRequest(call, row);
    },

    resetMergeRequestApprovals: (call) => {
      const row = visibleMergeRequest(call);
      const project = projects(call.store).get(row.projectId);
      const isBot = call.caller.resourceToken && call.caller.user?.kind === 'project_bot';
      if (!isBot || !project || !hasProjectLevel(call, project, level.developer)) throw unauthorized();
      row.approvals = [];
      return noContent();
    },

    getProjectApprovalConfiguration: (call) =>
      presentSettings(approvalSettings(call.store, visibleProject(call, call.path.id).id)),

    updateProjectApprovalConfiguration: (call) => {
      const project = visibleProject(call, call.path.id);
      requireApprover(call, project.id);
      const settings = approvalSettings(call.store, project.id);
      change(settings, call.body);
      return presentSettings(settings);
    },

    listProjectApprovalRules: (call) => {
      const project = visibleProject(call, call.path.id);
      return list(rulesOf(call.store, project.id), (rule) => presentRule(call, rule));
    },

    getProjectApprovalRule: (call) => {
      const project = visibleProject(call, call.path.id);
      const rule = approvalRules(call.store).get(call.path.approval_rule_id);
      if (rule?.projectId !== project.id) throw notFound('Approval rule');
      return presentRule(call, rule);
    },

    createProjectApprovalRule: (call) => {
      const project = projectToChange(call, call.path.id, level.maintainer);
      return createRule(call, project, call.body);
    },
  },
};
