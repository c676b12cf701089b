/** Settings of a project for approvals. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const engineId = 'gid://service/Project/14';
type Input = Readonly<Record<string, unknown>>;

describe('Project.approvalConfiguration', () => {
  const query = `{ project(id: "meridian/platform/engine") { approvalConfiguration { ${everything('ApprovalConfiguration')} } } }`;

  test('returns every setting, including the deprecated ones', async () => {
    const { data, errors } = await facade.execute(query, {}, { as: 'guest' });
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      project: {
        approvalConfiguration: {
          id: 'gid://service/ApprovalConfiguration/14',
          approvalsBeforeMerge: 0,
          resetApprovalsOnPush: true,
          selectiveCodeOwnerRemovals: false,
          disableOverridingApproversPerMergeRequest: false,
          mergeRequestsAuthorApproval: false,
          mergeRequestsDisableCommittersApproval: false,
          requireReauthenticationToApprove: false,
        },
      },
    });
    expect(facade.calls).toEqual([
      'GET /projects/meridian%2Fplatform%2Fengine/approvals',
      'GET /projects/meridian%2Fplatform%2Fengine',
    ]);
  });

  test('has a deprecation reason for approvalsBeforeMerge, but not for resetApprovalsOnPush', async () => {
    const { data } = await facade.execute<{ __type: { fields: { name: string; deprecationReason: string }[] } }>(
      '{ __type(name: "ApprovalConfiguration") { fields(includeDeprecated: true) { name deprecationReason isDeprecated } } }',
    );
    const reasons = Object.fromEntries(
      data.__type.fields.map(({ name, deprecationReason }) => [name, deprecationReason]),
    );
    expect(reasons).toMatchObject({
      approvalsBeforeMerge: 'Use approvalRules of the project. To be removed in v5 of the REST interface.',
      resetApprovalsOnPush: null,
    });
  });

  test.each([
    ['anonymous', 14, 'UNAUTHENTICATED'],
    ['outsider', 18, 'NOT_FOUND'],
    ['owner', 4999, 'NOT_FOUND'],
  ] as const)('returns null and errors to the role %s for the project %i (%s)', async (as, id, code) => {
    const { data, errors } = await facade.execute(
      `{ project(id: ${id}) { approvalConfiguration { resetApprovalsOnPush } approvalRules { totalCount } } }`,
      {},
      { as },
    );
    expect(data).toEqual({ project: { approvalConfiguration: null, approvalRules: null } });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual([code, code]);
  });
});

describe('approvalConfigurationUpdate', () => {
  const updateConfiguration = (input: Input, as: Role = 'maintainer') =>
    mutate<{ approvalConfiguration: Input | null }>(
      facade,
      'approvalConfigurationUpdate',
      { project: engineId, ...input },
      `approvalConfiguration { ${everything('ApprovalConfiguration')} } project { id }`,
      as,
    );

  const settings = [
    ['approvalsBeforeMerge', 'approvals_before_merge', 3],
    ['disableOverridingApproversPerMergeRequest', 'disable_overriding_approvers_per_merge_request', true],
    ['mergeRequestsAuthorApproval', 'merge_requests_author_approval', true],
    ['mergeRequestsDisableCommittersApproval', 'merge_requests_disable_committers_approval', true],
    ['requireReauthenticationToApprove', 'require_reauthentication_to_approve', true],
    ['resetApprovalsOnPush', 'reset_approvals_on_push', false],
  ] as const;

  test.each(settings)('changes only %s', async (field, member, value) => {
    const { payload } = await updateConfiguration({ [field]: value });
    expect(payload).toMatchObject({ approvalConfiguration: { [field]: value }, project: { id: engineId }, errors: [] });
    expect(facade.calls).toEqual(['POST /projects/14/approvals']);
    expect(facade.requests[0]?.body).toEqual({ [member]: value });
  });

  test('accepts selectiveCodeOwnerRemovals only if resetApprovalsOnPush is false', async () => {
    const together = await updateConfiguration({ selectiveCodeOwnerRemovals: true, resetApprovalsOnPush: true });
    expect(together.payload).toEqual({
      approvalConfiguration: null,
      project: null,
      errors: [
        {
          __typename: 'InvalidInputError',
          code: 'BAD_USER_INPUT',
          message: 'cannot be true together with resetApprovalsOnPush',
          path: ['input', 'selectiveCodeOwnerRemovals'],
        },
      ],
    });
    expect(facade.calls).toEqual([]);
    expect((await updateConfiguration({ selectiveCodeOwnerRemovals: true })).payload?.errors[0]?.code).toBe(
      'BAD_USER_INPUT',
    );
    expect(
      (await updateConfiguration({ selectiveCodeOwnerRemovals: true, resetApprovalsOnPush: false })).payload
        ?.approvalConfiguration,
    ).toMatchObject({ selectiveCodeOwnerRemovals: true, resetApprovalsOnPush: false });
    expect((await updateConfiguration({ resetApprovalsOnPush: true })).payload?.approvalConfiguration).toMatchObject({
      selectiveCodeOwnerRemovals: false,
    });
  });

  test.each([
    ['guest', 'FORBIDDEN'],
    ['reporter', 'FORBIDDEN'],
    ['outsider', 'FORBIDDEN'],
    ['developer', undefined],
    ['maintainer', undefined],
    ['owner', undefined],
    ['administrator', undefined],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns to the role %s the code %s', async (as, code) => {
    expect((await updateConfiguration({ mergeRequestsAuthorApproval: true }, as)).code).toBe(code);
  });

  test('rejects a project that does not exist, and reports the global id of another type together with other violations', async () => {
    expect((await updateConfiguration({ project: '4999', approvalsBeforeMerge: 1 })).payload?.errors[0]).toMatchObject({
      __typename: 'NotFoundError',
    });
    facade.forget();
    const { payload } = await updateConfiguration({
      project: 'gid://service/Group/9',
      selectiveCodeOwnerRemovals: true,
      resetApprovalsOnPush: true,
    });
    expect(payload?.errors.map(({ path }) => path)).toEqual([
      ['input', 'selectiveCodeOwnerRemovals'],
      ['input', 'project'],
    ]);
    expect(facade.calls).toEqual([]);
  });
});
