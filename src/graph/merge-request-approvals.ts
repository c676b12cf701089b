/** Approvals of merge requests, and a project's settings and rules for them. */
import { RestError, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import { refuse } from './kit/contract/check.ts';
import { outputShape, resolvedField } from './kit/contract/types.ts';
import type { Calls } from './kit/fields/composed.ts';
import { addFields, addValueFields, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { collectViolations, parseNumber } from './kit/resources/references.ts';
import { itemsOf, objectOf, type PathParameters } from './kit/resources/resource.ts';
import { checkingStatuses, MergeRequest } from './merge-requests/index.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

export const ApprovalRule = resourceType({
  name: 'ApprovalRule',
  schema: 'ApprovalRule',
  owner: { type: Project },
  retrieve: 'getProjectApprovalRule',
});

addFields(ApprovalRule, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'rule_type', 'report_type', 'approvals_required', 'contains_hidden_groups'),
  ...f.attributes('applies_to_all_protected_branches', 'protected_branches'),
  project: f.lookup(Project, {
    description: 'The project whose merge requests the rule holds for.',
    path: ({ id }) => ({ id }),
  }),
  users: f.object('users', User),
  groups: f.object('groups', Group),
  eligibleApprovers: f.object('eligible_approvers', User),
}));

const accessLevel = outputShape({ $ref: '#/components/schemas/AccessLevel' });

for (const attribute of ['ldap_cn', 'ldap_access']) Group.registerShown('ApprovalRuleGroup', attribute);

addFields(Group, (f) => ({
  ldapCn: f.t.string({
    nullable: true,
    description:
      'Common name of the directory group that it is synced with. Known where an approval rule names the group; null elsewhere.',
    resolve: ({ attributes }) => attributes?.ldap_cn,
  }),
  ldapAccess: resolvedField(
    f.t,
    accessLevel,
    {
      description:
        'Role that members get who come from the directory. Known where an approval rule names the group; null elsewhere.',
    },
    ({ attributes }) => accessLevel.convert?.(attributes?.ldap_access),
  ),
}));

addFields(Project, (f) => ({
  approvalConfiguration: f.call('getProjectApprovalConfiguration'),
  approvalRules: f.connection('listProjectApprovalRules', ApprovalRule),
  approvalRule: f.lookup(ApprovalRule, {
    description: 'An approval rule of the project; null when there is none of that id.',
    byId: 'The rule, as its global id or its numeric id.',
  }),
}));

addValueFields('MergeRequestApprovalState', (f) => ({
  project: f.reference(Project, 'project_id', { description: 'The project into which it is to be merged.' }),
}));

addFields(MergeRequest, (f) => ({
  approvalState: f.call('getMergeRequestApprovals'),
}));

/** Milliseconds between two reads of a merge request: at first, at most, and by which factor they grow. */
const pauses = { first: 250, longest: 5000, growth: 1.5 } as const;

/** Waits until the merge status has settled and the newest diff has its patch id, or the operation's deadline passes. */
async function untilReady(path: PathParameters<'id' | 'merge_request_iid'>, calls: Calls): Promise<void> {
  for (let wait: number = pauses.first; ; wait = Math.min(wait * pauses.growth, pauses.longest)) {
    const newest = { page: 1, per_page: 1 };
    const [mergeRequest, versions] = await Promise.all([
      calls.readAgain({ operation: 'getMergeRequest', path }),
      calls.readAgain({ operation: 'listMergeRequestVersions', path, query: newest }),
    ]);
    const [version] = itemsOf(versions);
    if (version instanceof RestError) throw version;
    const patchId = version?.patch_id_sha;
    if (!checkingStatuses.includes(String(objectOf(mergeRequest).detailed_merge_status)) && typeof patchId === 'string')
      return;
    await calls.pause(wait);
  }
}

addMutation('mergeRequestApprove', {
  operation: 'approveMergeRequest',
  description:
    'Approves a merge request as the caller, who must be an eligible approver. Premium and Ultimate. A merge request that was just created is still being prepared, and a commit processed late can take the approval away again: automation sets `waitUntilReady`. A `sha` that is not the head commit any more gives a `ConflictError`.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The merge request, as its global id.' }),
    waitUntilReady: t.boolean({
      defaultValue: false,
      description:
        'Whether to wait, within the deadline of the operation, until the merge status is neither `checking` nor `approvals_syncing` and the newest diff has its patch id. An approval before that, right after the merge request was created, may be taken away again.',
    }),
  }),
  path: ({ id }) => MergeRequest.pathFromId(id),
  completion: {
    steps: [
      { operation: 'getMergeRequest', times: 'list' },
      { operation: 'listMergeRequestVersions', times: 'list' },
    ],
    read: async ({ id, waitUntilReady }, calls) => {
      if (waitUntilReady) await untilReady(MergeRequest.pathFromId(id), calls);
      return {};
    },
  },
  secret: {
    name: 'approvalPassword',
    whenGiven: 'is not accepted by the upstream, or does not let the caller approve',
    whenAbsent: 'The upstream refuses the approval: it may need approvalPassword, or the caller may not approve',
  },
  payload: (f) => ({
    approvalState: f.value(
      'getMergeRequestApprovals',
      'How far the merge request is approved now, with the approval of the caller. What the response omits, such as `userHasApproved` and `userCanApprove`, is read after the approval if it is selected.',
    ),
    mergeRequest: f.object(MergeRequest, 'The merge request that the caller approved.'),
  }),
});

addMutation('mergeRequestUnapprove', {
  operation: 'unapproveMergeRequest',
  target: MergeRequest,
  payload: (f) => ({
    approvalState: f.value(
      'getMergeRequestApprovals',
      'How far the merge request is approved now, without the approval of the caller. What the response omits is read afterwards if it is selected.',
    ),
    mergeRequest: f.object(MergeRequest, 'The merge request, without the approval of the caller.'),
  }),
});

addMutation('mergeRequestApprovalsReset', {
  operation: 'resetMergeRequestApprovals',
  target: MergeRequest,
  forbidden:
    'The upstream lets bot users alone reset approvals: send the token of a project or group, not that of a person',
  payload: (f) => ({ mergeRequest: f.object(MergeRequest, 'The merge request, without any approval.') }),
});

addMutation('approvalConfigurationUpdate', {
  operation: 'updateProjectApprovalConfiguration',
  in: Project,
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
    approvalConfiguration: f.value('getProjectApprovalConfiguration', 'The approval settings after the change.'),
    project: f.object(Project, 'The project whose settings were changed.', { fromAnswer: false }),
  }),
});

/** Users or groups by number, which is all that a rule takes. */
function numbersOf(typename: string, field: string, ids: readonly string[], violations: Violation[]): number[] {
  return ids.flatMap(
    (id, index) => collectViolations(violations, () => parseNumber(typename, id, ['input', field, index])) ?? [],
  );
}

addMutation('approvalRuleCreate', {
  operation: 'createProjectApprovalRule',
  in: Project,
  except: ['user_ids', 'group_ids'],
  input: (t) => ({
    users: t.idList({
      description:
        'Users who may fulfil the rule, as global ids or numeric ids, together with those given by username.',
    }),
    groups: t.idList({ description: 'Groups whose members may fulfil the rule, as global ids or numeric ids.' }),
  }),
  request: ({ users, groups }, body) => {
    const violations: Violation[] = [];
    const members = {
      ...(users ? { user_ids: numbersOf('User', 'users', users, violations) } : {}),
      ...(groups ? { group_ids: numbersOf('Group', 'groups', groups, violations) } : {}),
    };
    refuse(violations);
    return { body: { ...body, ...members } };
  },
  payload: (f) => ({ approvalRule: f.object(ApprovalRule, 'The new approval rule.'), project: f.parent(Project) }),
});
