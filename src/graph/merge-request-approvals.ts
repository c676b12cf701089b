/** Approvals of merge requests, and a project's settings and rules for them. */
import { toText } from '../helpers/to-text.ts';
import { RestError, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { assertValid } from './kit/contract/check.ts';
import type { Calls } from './kit/fields/composed.ts';
import { defineFields, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { collectViolations, parseNumber } from './kit/resources/references.ts';
import { type PathParameters, parseItems, parseObject } from './kit/resources/resource.ts';
import { checkingStatuses, MergeRequest } from './merge-requests/index.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

export const ApprovalRule = defineResourceType({
  name: 'ApprovalRule',
  schema: 'ApprovalRule',
  owner: { type: Project },
  retrieve: 'getProjectApprovalRule',
});

const approvalRuleFields = defineFields(ApprovalRule, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'rule_type', 'report_type', 'approvals_required', 'contains_hidden_groups'),
  ...f.attributes('applies_to_all_protected_branches', 'protected_branches'),
  project: f.lookup(Project, {
    description: 'Project to whose merge requests the rule applies.',
    isNeverNull: true,
    path: ({ id }) => ({ id }),
    isProvenByParent: true,
  }),
  users: f.object('users', User),
  groups: f.object('groups', Group),
  eligibleApprovers: f.object('eligible_approvers', User),
}));

/** Settings of a project, which have no id of their own upstream. */
export const ApprovalConfiguration = defineResourceType({
  name: 'ApprovalConfiguration',
  schema: 'ApprovalConfiguration',
  owner: { type: Project },
  getItemPath: (_, { id }) => ({ id }),
  retrieve: 'getProjectApprovalConfiguration',
});

const approvalConfigurationFields = defineFields(ApprovalConfiguration, (f) => ({
  ...f.attributes('approvals_before_merge', 'reset_approvals_on_push', 'selective_code_owner_removals'),
  ...f.attributes('disable_overriding_approvers_per_merge_request', 'merge_requests_author_approval'),
  ...f.attributes('merge_requests_disable_committers_approval', 'require_reauthentication_to_approve'),
  project: f.lookup(Project, {
    description: 'Project to whose merge requests the settings apply.',
    isNeverNull: true,
    isProvenByParent: true,
  }),
}));

/** Approvals of a merge request, which have no id of their own upstream. */
export const MergeRequestApprovalState = defineResourceType({
  name: 'MergeRequestApprovalState',
  schema: 'MergeRequestApprovalState',
  owner: { type: Project, attribute: 'project_id' },
  getItemPath: ({ project_id, iid }, { id, merge_request_iid }) => ({
    id: project_id ?? id,
    merge_request_iid: iid ?? merge_request_iid,
  }),
  retrieve: 'getMergeRequestApprovals',
});

const mergeRequestApprovalStateFields = defineFields(MergeRequestApprovalState, (f) => ({
  ...f.attributes('approvals_required', 'approvals_left', 'approved_by', 'user_has_approved', 'user_can_approve'),
  mergeRequest: f.lookup(MergeRequest, {
    description: 'Merge request to which the approvals belong.',
    isNeverNull: true,
    isProvenByParent: true,
  }),
}));

const projectFields = defineFields(Project, (f) => ({
  approvalConfiguration: f.call('getProjectApprovalConfiguration', {}, ApprovalConfiguration),
  approvalRules: f.connection('listProjectApprovalRules', ApprovalRule),
  approvalRule: f.lookup(ApprovalRule, {
    description: 'An approval rule of the project; null if no rule has the id.',
    idDescription: 'The rule, as global id or numeric id.',
  }),
}));

const mergeRequestFields = defineFields(MergeRequest, (f) => ({
  approvalState: f.call('getMergeRequestApprovals', {}, MergeRequestApprovalState),
}));

/** Delay between two reads of a merge request. */
const readDelay = { initialMs: 250, maxMs: 5000, growthFactor: 1.5 } as const;

/**
 * Waits until the merge status is final and the newest diff has its patch id, or until the deadline of the operation.
 */
async function waitForPreparation(path: PathParameters<'id' | 'merge_request_iid'>, calls: Calls): Promise<void> {
  for (
    let delayMs: number = readDelay.initialMs;
    ;
    delayMs = Math.min(delayMs * readDelay.growthFactor, readDelay.maxMs)
  ) {
    const newest = { page: 1, per_page: 1 };
    const [mergeRequest, versions] = await Promise.all([
      calls.readAgain({ operation: 'getMergeRequest', path }),
      calls.readAgain({ operation: 'listMergeRequestVersions', path, query: newest }),
    ]);
    const [version] = parseItems(versions);
    if (version instanceof RestError) throw version;
    const patchId = version?.patch_id_sha;
    if (
      !checkingStatuses.includes(toText(parseObject(mergeRequest).detailed_merge_status)) &&
      typeof patchId === 'string'
    )
      return;
    await calls.pause(delayMs);
  }
}

const mergeRequestApprove = defineMutation('mergeRequestApprove', {
  operation: 'approveMergeRequest',
  description:
    'Approves a merge request as the caller, who must be an eligible approver. Premium and Ultimate. The preparation of a new merge request can remove an approval: set `waitUntilReady` if automation approves it. A `sha` other than the head commit causes a `ConflictError`.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The merge request, as its global id.' }),
    waitUntilReady: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether to wait, within the deadline of the operation, until the merge status is neither `checking` nor `approvals_syncing` and the newest diff has its patch id. The service may remove an earlier approval of a new merge request.',
    }),
  }),
  path: ({ id }) => MergeRequest.parseGlobalId(id),
  errorInputs: { NOT_FOUND: 'id', CONFLICT: { name: 'sha', message: /\b(?:sha|head)\b/i } },
  completion: {
    steps: [
      { operation: 'getMergeRequest', times: 'list' },
      { operation: 'listMergeRequestVersions', times: 'list' },
    ],
    read: async ({ id, waitUntilReady }, calls) => {
      if (waitUntilReady) await waitForPreparation(MergeRequest.parseGlobalId(id), calls);
      return {};
    },
  },
  secret: {
    name: 'approvalPassword',
    messageIfPresent: 'is not accepted by the upstream, or does not let the caller approve',
    messageIfAbsent: 'The upstream refuses the approval: it may need approvalPassword, or the caller may not approve',
  },
  payload: (f) => ({
    approvalState: f.object(
      MergeRequestApprovalState,
      'Approval state of the merge request with the approval of the caller. Selected fields that the response lacks, such as `userHasApproved` and `userCanApprove`, are read after the approval.',
    ),
    mergeRequest: f.object(MergeRequest, 'The merge request that the caller approved.'),
  }),
});

const mergeRequestUnapprove = defineMutation('mergeRequestUnapprove', {
  operation: 'unapproveMergeRequest',
  target: MergeRequest,
  payload: (f) => ({
    approvalState: f.object(
      MergeRequestApprovalState,
      'Approval state of the merge request without the approval of the caller. Selected fields that the response lacks are read afterwards.',
    ),
    mergeRequest: f.object(MergeRequest, 'The merge request, without the approval of the caller.'),
  }),
});

const mergeRequestApprovalsReset = defineMutation('mergeRequestApprovalsReset', {
  operation: 'resetMergeRequestApprovals',
  target: MergeRequest,
  forbiddenMessage: 'Only bot users may reset approvals: send the token of a project or group, not that of a person',
  payload: (f) => ({
    approvalState: f.object(MergeRequestApprovalState, 'Approval state without any approval, read after the reset.', {
      fromResponse: false,
    }),
    mergeRequest: f.object(MergeRequest, 'The merge request, without any approval.'),
  }),
});

const approvalConfigurationUpdate = defineMutation('approvalConfigurationUpdate', {
  operation: 'updateProjectApprovalConfiguration',
  in: Project,
  singleton: ApprovalConfiguration,
  check: (_, { reset_approvals_on_push, selective_code_owner_removals }) =>
    reset_approvals_on_push && selective_code_owner_removals
      ? [
          {
            path: ['input', 'selectiveCodeOwnerRemovals'],
            message: 'cannot be true together with resetApprovalsOnPush',
          },
        ]
      : [],
  payload: (f) => ({
    approvalConfiguration: f.object(ApprovalConfiguration, 'The approval settings after the change.'),
    project: f.object(Project, 'The project whose settings were changed.', { fromResponse: false }),
  }),
});

/** Parses the numbers of users or groups, because rules accept nothing else. */
function parseNumbers(typename: string, field: string, ids: readonly string[], violations: Violation[]): number[] {
  return ids.flatMap(
    (id, index) => collectViolations(violations, () => parseNumber(typename, id, ['input', field, index])) ?? [],
  );
}

const approvalRuleCreate = defineMutation('approvalRuleCreate', {
  operation: 'createProjectApprovalRule',
  in: Project,
  except: ['user_ids', 'group_ids'],
  input: (t) => ({
    users: t.idList({
      description: 'Users who may approve under the rule, as global ids or numeric ids, in addition to `usernames`.',
    }),
    groups: t.idList({ description: 'Groups whose members may approve under the rule, as global ids or numeric ids.' }),
  }),
  request: ({ users, groups }, body) => {
    const violations: Violation[] = [];
    const members = {
      ...(users ? { user_ids: parseNumbers('User', 'users', users, violations) } : {}),
      ...(groups ? { group_ids: parseNumbers('Group', 'groups', groups, violations) } : {}),
    };
    assertValid(violations);
    return { body: { ...body, ...members } };
  },
  payload: (f) => ({ approvalRule: f.object(ApprovalRule, 'The new approval rule.'), project: f.parent(Project) }),
});

export const mergeRequestApprovals: Area = {
  name: 'merge-request-approvals',
  declarations: [
    ApprovalRule,
    approvalRuleFields,
    ApprovalConfiguration,
    approvalConfigurationFields,
    MergeRequestApprovalState,
    projectFields,
    mergeRequestApprovalStateFields,
    mergeRequestFields,
    mergeRequestApprove,
    mergeRequestUnapprove,
    mergeRequestApprovalsReset,
    approvalConfigurationUpdate,
    approvalRuleCreate,
    defineRootLookup(ApprovalRule),
    defineRootLookup(ApprovalConfiguration, {
      description: 'Merge request approval settings of a project.',
      singletonOf: Project,
    }),
    defineRootLookup(MergeRequestApprovalState),
  ],
};
