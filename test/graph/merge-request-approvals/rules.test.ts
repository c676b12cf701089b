/** Approval rules of a project. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { readAllRest } from '../../rest-client.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const engineId = 'gid://service/Project/14';
type Input = Readonly<Record<string, unknown>>;

/** Ids of the rules of the engine project: the default rule, that of the cartographers, and that of a policy. */
async function readRuleIds(): Promise<readonly number[]> {
  const rules = await readAllRest<{ id: number }>(facade, 'listProjectApprovalRules', { path: { id: 14 } });
  return rules.map(({ id }) => id);
}

describe('Project.approvalRules', () => {
  const ruleFields = `${everything('ApprovalRule')} users { username } groups { fullPath ldapCn ldapAccess } eligibleApprovers { username }`;
  interface Rules {
    readonly project: { readonly approvalRules: { readonly nodes: readonly Input[]; readonly totalCount: number } };
  }

  test('returns all rules with all fields in one call', async () => {
    const { data, errors } = await facade.execute<Rules>(
      `{ project(id: 14) { approvalRules { nodes { ${ruleFields} } totalCount } } }`,
      {},
      { as: 'owner' },
    );
    expect(errors).toBeUndefined();
    const [anyone, cartographers, coverage] = data.project.approvalRules.nodes;
    expect(anyone).toMatchObject({
      name: 'All Members',
      ruleType: 'ANY_APPROVER',
      reportType: null,
      approvalsRequired: 0,
      users: [],
      groups: [],
      containsHiddenGroups: false,
    });
    expect(cartographers).toMatchObject({
      id: `gid://service/ApprovalRule/14/${cartographers?.databaseId}`,
      name: 'Cartographers',
      ruleType: 'REGULAR',
      approvalsRequired: 2,
      users: [{ username: 'olivia.marsh' }, { username: 'mateo.silva' }],
      groups: [
        { fullPath: 'harbor', ldapCn: 'cn=harbor', ldapAccess: 'DEVELOPER' },
        { fullPath: 'vault', ldapCn: null, ldapAccess: null },
      ],
      containsHiddenGroups: false,
      appliesToAllProtectedBranches: false,
      protectedBranches: [
        {
          databaseId: 1,
          name: 'main',
          pushAccessLevels: [{ accessLevel: 'MAINTAINER', accessLevelDescription: 'Maintainers' }],
          codeOwnerApprovalRequired: false,
        },
      ],
    });
    expect(JSON.stringify(cartographers?.eligibleApprovers)).toContain('dana.kim');
    expect(JSON.stringify(cartographers?.users)).not.toContain('dana.kim');
    expect(coverage).toMatchObject({
      ruleType: 'REPORT_APPROVER',
      reportType: 'CODE_COVERAGE',
      appliesToAllProtectedBranches: true,
    });
    expect(facade.calls).toEqual(['GET /projects/14/approval_rules?page=1&per_page=20']);
  });

  test('omits groups that the caller may not read, and returns containsHiddenGroups: true', async () => {
    const { data } = await facade.execute<Rules>(
      '{ project(id: 14) { approvalRules { nodes { containsHiddenGroups groups { fullPath } } } } }',
      {},
      { as: 'outsider' },
    );
    expect(data.project.approvalRules.nodes[1]).toEqual({
      containsHiddenGroups: true,
      groups: [{ fullPath: 'harbor' }],
    });
  });

  test('returns each rule once when paging forward or backward', async () => {
    const readPage = async (args: string) => {
      const { data } = await facade.execute<{
        project: {
          approvalRules: { nodes: Input[]; pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean } };
        };
      }>(
        `{ project(id: 14) { approvalRules(${args}) { nodes { databaseId } pageInfo { endCursor startCursor hasNextPage } } } }`,
        {},
        { as: 'owner' },
      );
      return data.project.approvalRules;
    };
    const allRules = (await readPage('first: 20')).nodes;
    expect(allRules).toHaveLength(3);
    const first = await readPage('first: 2');
    expect([...first.nodes, ...(await readPage(`first: 2, after: "${first.pageInfo.endCursor}"`)).nodes]).toEqual(
      allRules,
    );
    const last = await readPage('last: 2');
    expect([...(await readPage(`last: 2, before: "${last.pageInfo.startCursor}"`)).nodes, ...last.nodes]).toEqual(
      allRules,
    );
    expect(facade.calls).toContain('GET /projects/14/approval_rules?page=2&per_page=2');
  });

  test('returns a rule by its number, by its global id and from node, and null for one that does not exist', async () => {
    const [, id] = await readRuleIds();
    const { data } = await facade.execute(
      `{
        project(id: 14) {
          byNumber: approvalRule(id: ${id}) { name }
          byId: approvalRule(id: "gid://service/ApprovalRule/14/${id}") { name id }
          missing: approvalRule(id: 4999) { name }
        }
        node(id: "gid://service/ApprovalRule/14/${id}") { ... on ApprovalRule { approvalsRequired } }
      }`,
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({
      project: {
        byNumber: { name: 'Cartographers' },
        byId: { name: 'Cartographers', id: `gid://service/ApprovalRule/14/${id}` },
        missing: null,
      },
      node: { approvalsRequired: 2 },
    });
  });

  test('reads a rule in one call, and the project in another for its number if it is queried by its path', async () => {
    const [, id] = await readRuleIds();
    const { data } = await facade.execute(
      `{ project(id: "meridian/platform/engine") { approvalRule(id: ${id}) { id name } } }`,
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({
      project: { approvalRule: { id: `gid://service/ApprovalRule/14/${id}`, name: 'Cartographers' } },
    });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/meridian%2Fplatform%2Fengine',
      `GET /projects/meridian%2Fplatform%2Fengine/approval_rules/${id}`,
    ]);
  });

  test('returns UNAUTHENTICATED for a rule to anonymous callers', async () => {
    const [id] = await readRuleIds();
    const { data, errors } = await facade.execute(`{ project(id: 14) { approvalRule(id: ${id}) { name } } }`);
    expect(data).toEqual({ project: { approvalRule: null } });
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('approvalRuleCreate', () => {
  const createRule = (input: Input, as: Role = 'maintainer') =>
    mutate<{ approvalRule: Input | null }>(
      facade,
      'approvalRuleCreate',
      { project: engineId, name: 'Reviewers', approvalsRequired: 1, ...input },
      `approvalRule {
        id databaseId name ruleType approvalsRequired users { username } groups { fullPath }
        appliesToAllProtectedBranches protectedBranches { name }
      }`,
      as,
    );

  test('requires only a name and a number of approvals', async () => {
    const { payload } = await createRule({});
    expect(payload).toEqual({
      approvalRule: {
        id: `gid://service/ApprovalRule/14/${payload?.approvalRule?.databaseId}`,
        databaseId: expect.any(Number),
        name: 'Reviewers',
        ruleType: 'REGULAR',
        approvalsRequired: 1,
        users: [],
        groups: [],
        appliesToAllProtectedBranches: false,
        protectedBranches: [],
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /projects/14/approval_rules']);
    expect(facade.requests[0]?.body).toEqual({ name: 'Reviewers', approvals_required: 1 });
  });

  test('accepts users by id and by username together, and groups', async () => {
    const { payload } = await createRule({
      users: ['3', 'gid://service/User/4'],
      usernames: ['dana.kim'],
      groups: ['gid://service/Group/70'],
      ruleType: 'REGULAR',
      protectedBranchIds: [2],
      appliesToAllProtectedBranches: false,
    });
    expect(payload?.approvalRule).toMatchObject({
      users: [{ username: 'olivia.marsh' }, { username: 'mateo.silva' }, { username: 'dana.kim' }],
      groups: [{ fullPath: 'harbor' }],
      protectedBranches: [{ name: 'release/*' }],
    });
    expect(facade.requests[0]?.body).toEqual({
      name: 'Reviewers',
      approvals_required: 1,
      user_ids: [3, 4],
      usernames: ['dana.kim'],
      group_ids: [70],
      rule_type: 'regular',
      protected_branch_ids: [2],
      applies_to_all_protected_branches: false,
    });
  });

  test('ignores listed branches if the rule applies to all of them', async () => {
    const { payload } = await createRule({ appliesToAllProtectedBranches: true, protectedBranchIds: [1, 2] });
    expect(payload?.approvalRule).toMatchObject({ appliesToAllProtectedBranches: true, protectedBranches: [] });
  });

  test('rejects rule types and report types of policies, without a REST call', async () => {
    const { response } = await createRule({ ruleType: 'REPORT_APPROVER' });
    expect(response.errors?.[0]?.message).toContain('REPORT_APPROVER');
    const { response: withReport } = await createRule({ reportType: 'CODE_COVERAGE' });
    expect(withReport.errors?.[0]?.message).toContain('reportType');
    expect(facade.calls).toEqual([]);
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    const { payload } = await createRule({
      project: 'gid://service/Group/9',
      name: 'x'.repeat(1025),
      users: ['3', 'somebody'],
      groups: ['meridian'],
    });
    expect(payload?.approvalRule).toBeNull();
    expect(payload?.errors.map(({ path, message }) => [path?.join('.'), message])).toEqual([
      ['input.project', 'must be the id of a Project, not of a Group'],
      ['input.users.1', 'must be the global id or the number of a User'],
      ['input.groups.0', 'must be the global id or the number of a Group'],
      ['input.name', 'must be at most 1024 characters long'],
    ]);
    const { response } = await mutate(
      facade,
      'approvalRuleCreate',
      { project: engineId },
      'approvalRule { id }',
      'owner',
    );
    expect(response.errors?.map(({ message }) => message).join()).toMatch(
      /approvalsRequired.*name|name.*approvalsRequired/s,
    );
    expect(facade.calls).toEqual([]);
    expect((await createRule({ name: 'x'.repeat(1024) })).payload?.errors).toEqual([]);
  });

  test('returns errors of the upstream', async () => {
    expect((await createRule({ name: 'Cartographers' })).payload?.errors[0]).toMatchObject({
      __typename: 'InvalidInputError',
      code: 'BAD_USER_INPUT',
    });
    expect((await createRule({ name: 'Second', ruleType: 'ANY_APPROVER' })).payload?.errors[0]?.code).toBe(
      'BAD_USER_INPUT',
    );
    expect((await createRule({ project: '4999' })).payload?.errors[0]).toMatchObject({ __typename: 'NotFoundError' });
  });

  test.each([
    ['guest', 'FORBIDDEN'],
    ['reporter', 'FORBIDDEN'],
    ['developer', 'FORBIDDEN'],
    ['maintainer', undefined],
    ['owner', undefined],
    ['administrator', undefined],
    ['outsider', 'FORBIDDEN'],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns to the role %s the code %s', async (as, code) => {
    const { length } = await readRuleIds();
    expect((await createRule({}, as)).code).toBe(code);
    expect(await readRuleIds()).toHaveLength(code === undefined ? length + 1 : length);
  });
});
