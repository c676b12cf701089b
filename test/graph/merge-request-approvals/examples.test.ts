/** Operations of approvals with responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { notFound, nullsAccepted } from '../../harness.ts';
import { inGraphNames } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';

const user = {
  id: 5,
  name: 'John Doe6',
  username: 'user5',
  state: 'active',
  avatar_url: 'https://www.avatars.example.com/avatar/4aea8cf834ed91844a2da4ff7ae6b491?s=80&d=identicon',
  web_url: 'http://localhost/user5',
};

const configuration = {
  approvals_before_merge: 3,
  reset_approvals_on_push: true,
  selective_code_owner_removals: false,
  disable_overriding_approvers_per_merge_request: false,
  merge_requests_author_approval: true,
  merge_requests_disable_committers_approval: false,
  require_reauthentication_to_approve: true,
};
const configurationFields =
  'approvalsBeforeMerge resetApprovalsOnPush selectiveCodeOwnerRemovals disableOverridingApproversPerMergeRequest mergeRequestsAuthorApproval mergeRequestsDisableCommittersApproval requireReauthenticationToApprove';

const rule = {
  id: 3_000_000_001,
  name: 'security',
  rule_type: 'regular',
  report_type: null,
  eligible_approvers: [user, { ...user, id: 50, username: 'group_member_1' }],
  approvals_required: 3,
  users: [user],
  groups: [
    {
      id: 5,
      name: 'group1',
      path: 'group1',
      description: '',
      visibility: 'public',
      lfs_enabled: false,
      avatar_url: null,
      web_url: 'http://localhost/groups/group1',
      request_access_enabled: false,
      full_name: 'group1',
      full_path: 'group1',
      parent_id: null,
      ldap_cn: null,
      ldap_access: null,
    },
  ],
  applies_to_all_protected_branches: false,
  protected_branches: [
    {
      id: 1,
      name: 'main',
      push_access_levels: [{ access_level: 30, access_level_description: 'Developers + Maintainers' }],
      merge_access_levels: [{ access_level: 30, access_level_description: 'Developers + Maintainers' }],
      unprotect_access_levels: [{ access_level: 40, access_level_description: 'Maintainers' }],
      code_owner_approval_required: 'false',
    },
  ],
  contains_hidden_groups: false,
};
const ruleFields = `id databaseId name ruleType reportType approvalsRequired containsHiddenGroups appliesToAllProtectedBranches
  eligibleApprovers { username } users { id name username state avatarUrl webUrl }
  groups { id name path description visibility lfsEnabled avatarUrl webUrl requestAccessEnabled fullName fullPath parent { databaseId } ldapCn ldapAccess }
  protectedBranches {
    databaseId name codeOwnerApprovalRequired
    pushAccessLevels { accessLevel accessLevelDescription } mergeAccessLevels { accessLevel } unprotectAccessLevels { accessLevel }
  }`;
const expectedRule = {
  id: 'gid://service/ApprovalRule/1/3000000001',
  databaseId: 3_000_000_001,
  name: 'security',
  ruleType: 'REGULAR',
  reportType: null,
  approvalsRequired: 3,
  containsHiddenGroups: false,
  appliesToAllProtectedBranches: false,
  eligibleApprovers: [{ username: 'user5' }, { username: 'group_member_1' }],
  users: [
    {
      id: 'gid://service/User/5',
      name: 'John Doe6',
      username: 'user5',
      state: 'ACTIVE',
      avatarUrl: user.avatar_url,
      webUrl: 'http://localhost/user5',
    },
  ],
  groups: [
    {
      id: 'gid://service/Group/5',
      name: 'group1',
      path: 'group1',
      description: '',
      visibility: 'PUBLIC',
      lfsEnabled: false,
      avatarUrl: null,
      webUrl: 'http://localhost/groups/group1',
      requestAccessEnabled: false,
      fullName: 'group1',
      fullPath: 'group1',
      parent: null,
      ldapCn: null,
      ldapAccess: null,
    },
  ],
  protectedBranches: [
    {
      databaseId: 1,
      name: 'main',
      codeOwnerApprovalRequired: false,
      pushAccessLevels: [{ accessLevel: 'DEVELOPER', accessLevelDescription: 'Developers + Maintainers' }],
      mergeAccessLevels: [{ accessLevel: 'DEVELOPER' }],
      unprotectAccessLevels: [{ accessLevel: 'MAINTAINER' }],
    },
  ],
};

const approvalResponse = {
  id: 3_000_000_005,
  iid: 5,
  project_id: 1,
  title: 'Approvals API',
  description: 'Test',
  state: 'opened',
  created_at: '2016-06-08T00:19:52.638Z',
  updated_at: '2016-06-09T21:32:14.105Z',
  merge_status: 'can_be_merged',
  approvals_required: 2,
  approvals_left: 0,
  approved_by: [
    { user, approved_at: '2016-06-09T01:45:21.720Z' },
    { user: { ...user, id: 6, username: 'ryley' }, approved_at: null },
    { user: null },
  ],
};

test('returns every documented attribute of the configuration and of rules', async () => {
  const facade = await startStubbed({
    'GET /projects/1/approvals': { body: configuration },
    'GET /projects/1/approval_rules': { body: [rule] },
    'GET /projects/1/approval_rules/2': { body: { ...rule, id: 2 } },
  });
  const { data, errors } = await facade.execute(`{ project(id: 1) {
    approvalConfiguration { ${configurationFields} }
    approvalRules { nodes { ${ruleFields} } }
    approvalRule(id: 2) { id name }
  } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    project: {
      approvalConfiguration: inGraphNames(configuration),
      approvalRules: { nodes: [expectedRule] },
      approvalRule: { id: 'gid://service/ApprovalRule/1/2', name: 'security' },
    },
  });
  expect(facade.calls.toSorted()).toEqual([
    'GET /projects/1/approval_rules/2',
    'GET /projects/1/approval_rules?page=1&per_page=20',
    'GET /projects/1/approvals',
  ]);
});

test('returns UNKNOWN for unknown enum values, null for missing attributes, and null with an error for a null user', async () => {
  const facade = await startStubbed(
    {
      'GET /projects/1/approvals': { body: { approvals_before_merge: null, odd: 1 } },
      'GET /projects/1/approval_rules': {
        body: [{ id: 4, rule_type: 'code_owner', report_type: 'scan_finding', users: [null], odd: true }],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(`{ project(id: 1) {
    approvalConfiguration { ${configurationFields} }
    approvalRules { nodes { ruleType reportType name users { name } groups { name } protectedBranches { name } } }
  } }`);
  expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['project.approvalRules.nodes.0.users.0']);
  expect(data).toEqual({
    project: {
      approvalConfiguration: Object.fromEntries(configurationFields.split(' ').map((name) => [name, null])),
      approvalRules: {
        nodes: [
          {
            ruleType: 'UNKNOWN',
            reportType: 'UNKNOWN',
            name: null,
            users: [null],
            groups: null,
            protectedBranches: null,
          },
        ],
      },
    },
  });
});

const approval = { id: 'gid://service/MergeRequest/1/5' };
const approvalSelection =
  'approvalState { approvalsLeft userHasApproved userCanApprove } mergeRequest { title project { fullPath } }';

describe('an approval', () => {
  const url = '/projects/1/merge_requests/5';

  test('returns the attributes of the response if the approval state cannot be read', async () => {
    const facade = await startStubbed({
      [`POST ${url}/approve`]: { body: { ...approvalResponse, user_has_approved: true } },
      [`GET ${url}/approvals`]: notFound,
      'GET /projects/1': { body: { path_with_namespace: 'meridian/engine' } },
    });
    const { payload, response } = await mutate(facade, 'mergeRequestApprove', approval, approvalSelection);
    expect(payload).toEqual({
      approvalState: {
        approvalsLeft: 0,
        userHasApproved: true,
        userCanApprove: null,
      },
      mergeRequest: { title: 'Approvals API', project: { fullPath: 'meridian/engine' } },
      errors: [],
    });
    expect(response.errors).toMatchObject([
      {
        path: ['mergeRequestApprove', 'approvalState', 'userCanApprove'],
        message:
          'The upstream accepted the write, but its response omits this field, and reading it failed: The object or the one that contains it does not exist, or the caller has no access to it',
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
    expect(facade.calls).toEqual([`POST ${url}/approve`, `GET ${url}/approvals`, 'GET /projects/1']);
  });

  test('makes no further call if the response contains every selected field', async () => {
    const facade = await startStubbed({
      [`POST ${url}/approve`]: { body: { ...approvalResponse, user_has_approved: true, user_can_approve: false } },
    });
    const selection = 'approvalState { approvalsLeft userHasApproved userCanApprove }';
    const { payload, response } = await mutate(facade, 'mergeRequestApprove', approval, selection);
    expect(response.errors).toBeUndefined();
    expect(payload?.approvalState).toEqual({ approvalsLeft: 0, userHasApproved: true, userCanApprove: false });
    expect(facade.calls).toEqual([`POST ${url}/approve`]);
  });
});

test('approves, and reads the approval state', async () => {
  const facade = await startStubbed({
    'POST /projects/1/merge_requests/5/approve': { status: 200, body: approvalResponse },
    'GET /projects/1/merge_requests/5/approvals': {
      body: { ...approvalResponse, user_has_approved: true, user_can_approve: false },
    },
  });
  const fields = `approvalsRequired approvalsLeft
    approvedBy { user { id username } approvedAt } userHasApproved userCanApprove`;
  const { payload } = await mutate(
    facade,
    'mergeRequestApprove',
    { id: 'gid://service/MergeRequest/1/5', sha: 'abc' },
    `approvalState { ${fields} } mergeRequest { id databaseId title }`,
  );
  const expectedState = {
    approvalsRequired: 2,
    approvalsLeft: 0,
    approvedBy: [
      { user: { id: 'gid://service/User/5', username: 'user5' }, approvedAt: '2016-06-09T01:45:21.720Z' },
      { user: { id: 'gid://service/User/6', username: 'ryley' }, approvedAt: null },
      { user: null, approvedAt: null },
    ],
  };
  expect(payload).toEqual({
    approvalState: { ...expectedState, userHasApproved: true, userCanApprove: false },
    mergeRequest: { id: 'gid://service/MergeRequest/1/5', databaseId: 3_000_000_005, title: 'Approvals API' },
    errors: [],
  });
  expect(facade.bodies).toEqual([{ sha: 'abc' }]);
  const { data } = await facade.execute(`{ project(id: 1) { mergeRequest(iid: 5) { approvalState { ${fields} } } } }`);
  expect(data).toEqual({
    project: { mergeRequest: { approvalState: { ...expectedState, userHasApproved: true, userCanApprove: false } } },
  });
});

test('returns null and NOT_FOUND for approvalState only, if the upstream lacks the approvals of a merge request', async () => {
  const facade = await startStubbed({
    'GET /projects/1/merge_requests/5': { body: { id: 8, iid: 5, project_id: 1, title: 'x' } },
    'GET /projects/1/merge_requests/5/approvals': notFound,
  });
  const { data, errors } = await facade.execute(
    '{ project(id: 1) { mergeRequest(iid: 5) { title approvalState { approvalsLeft } } } }',
  );
  expect(data).toEqual({ project: { mergeRequest: { title: 'x', approvalState: null } } });
  expect(errors?.[0]).toMatchObject({
    path: ['project', 'mergeRequest', 'approvalState'],
    extensions: { code: 'NOT_FOUND' },
  });
});

describe('the approval state after the removal of an approval', () => {
  const path = '/projects/1/merge_requests/5';
  const input = { id: 'gid://service/MergeRequest/1/5' };
  const partialState = {
    id: 3_000_000_005,
    iid: 5,
    project_id: 1,
    approvals_required: 2,
    approvals_left: 2,
    approved_by: [],
  };

  test('returns the attributes of the response', async () => {
    const facade = await startStubbed({ [`POST ${path}/unapprove`]: { body: partialState } });
    const { payload } = await mutate(
      facade,
      'mergeRequestUnapprove',
      input,
      'approvalState { approvalsRequired approvalsLeft approvedBy { approvedAt } } mergeRequest { databaseId iid }',
    );
    expect(payload).toEqual({
      approvalState: { approvalsRequired: 2, approvalsLeft: 2, approvedBy: [] },
      mergeRequest: { databaseId: 3_000_000_005, iid: 5 },
      errors: [],
    });
    expect(facade.calls).toEqual([`POST ${path}/unapprove`]);
  });

  test.each([
    ['all of them', { status: 201, body: '' }, 'approvalsLeft', { approvalsLeft: 1 }],
    [
      'those about the caller',
      { status: 201, body: partialState },
      'approvalsLeft userHasApproved',
      { approvalsLeft: 2, userHasApproved: false },
    ],
  ])(
    'reads the approval state for attributes that the response omits: %s',
    async (_, writeResponse, selection, state) => {
      const facade = await startStubbed({
        [`POST ${path}/unapprove`]: writeResponse,
        [`GET ${path}/approvals`]: { body: { ...partialState, approvals_left: 1, user_has_approved: false } },
      });
      const { payload } = await mutate(facade, 'mergeRequestUnapprove', input, `approvalState { ${selection} }`);
      expect(payload?.approvalState).toEqual(state);
      expect(facade.calls).toEqual([`POST ${path}/unapprove`, `GET ${path}/approvals`]);
    },
  );
});

test.each([
  [201, ''],
  [204, ''],
  [200, '{}'],
])(
  'mergeRequestUnapprove and mergeRequestApprovalsReset accept a response with the status %i and the body "%s"',
  async (status, body) => {
    const facade = await startStubbed({
      'POST /projects/1/merge_requests/5/unapprove': { status, body },
      'PUT /projects/1/merge_requests/5/reset_approvals': { status, body },
    });
    const input = { id: 'gid://service/MergeRequest/1/5' };
    for (const name of ['mergeRequestUnapprove', 'mergeRequestApprovalsReset'])
      expect((await mutate(facade, name, input, 'mergeRequest { id }')).payload).toEqual({
        mergeRequest: { id: 'gid://service/MergeRequest/1/5' },
        errors: [],
      });
  },
);

test('returns FORBIDDEN with the reason for a reset by a user', async () => {
  const facade = await startStubbed({
    'GET /user': { body: user },
    'PUT /projects/1/merge_requests/5/reset_approvals': { status: 401, body: { message: '401 Unauthorized' } },
  });
  const input = { id: 'gid://service/MergeRequest/1/5' };
  const reset = await mutate(facade, 'mergeRequestApprovalsReset', input, 'mergeRequest { id }', 'owner');
  expect(reset.payload?.errors).toEqual([
    expect.objectContaining({
      __typename: 'NotAllowedError',
      code: 'FORBIDDEN',
      message: 'Only bot users may reset approvals: send the token of a project or group, not that of a person',
    }),
  ]);
});

test('updates the configuration and creates a rule, and returns every documented attribute', async () => {
  const facade = await startStubbed({
    'POST /projects/1/approvals': { body: configuration },
    'POST /projects/1/approval_rules': { body: rule },
  });
  const update = await mutate(
    facade,
    'approvalConfigurationUpdate',
    { project: '1', mergeRequestsAuthorApproval: true },
    `approvalConfiguration { ${configurationFields} } project { id }`,
  );
  expect(update.payload).toEqual({
    approvalConfiguration: inGraphNames(configuration),
    project: { id: 'gid://service/Project/1' },
    errors: [],
  });
  const creation = await mutate(
    facade,
    'approvalRuleCreate',
    { project: '1', name: 'security', approvalsRequired: 3, users: ['5'], groups: ['5'] },
    `approvalRule { ${ruleFields} }`,
  );
  expect(creation.payload?.approvalRule).toEqual(expectedRule);
  expect(facade.bodies).toEqual([
    { merge_requests_author_approval: true },
    { name: 'security', approvals_required: 3, user_ids: [5], group_ids: [5] },
  ]);
});
