/** Approval of merge requests, waiting before an approval, and removal of approvals. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { hour } from '../../../sandbox/kit/clock.ts';
import { createTimeline } from '../../../sandbox/kit/timeline.ts';
import { approvalSettings, passwordOf } from '../../../sandbox/merge-request-approvals/rows.ts';
import { findMergeRequest } from '../../../sandbox/merge-requests/rows.ts';
import type { MergeRequestRow } from '../../../sandbox/merge-requests/types.ts';
import { findProject } from '../../../sandbox/world/projects.ts';
import { type SandboxedFacade, startSandboxed, startWithResponses } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const gid = (iid: number, project: number | string = 14) => `gid://service/MergeRequest/${project}/${iid}`;
const getRow = (iid: number, project = 14): MergeRequestRow =>
  findMergeRequest(facade.sandbox.store, project, iid) ?? expect.unreachable(`no merge request ${iid}`);
const getProjectId = (path: string) => findProject(facade.sandbox.store, path)?.id ?? 0;

interface Approvals {
  readonly approvalsRequired: number;
  readonly approvalsLeft: number;
  readonly approvedBy: readonly { readonly user: { readonly username: string }; readonly approvedAt: string }[];
}
const stateFields = 'approvalsRequired approvalsLeft approvedBy { user { username } approvedAt }';

const approve = (
  input: Readonly<Record<string, unknown>>,
  as: Role = 'maintainer',
  selection = `approvalState { ${stateFields} }`,
) => mutate<{ approvalState: Approvals | null }>(facade, 'mergeRequestApprove', input, selection, as);
const unapprove = (input: Readonly<Record<string, unknown>>, as: Role = 'owner') =>
  mutate(facade, 'mergeRequestUnapprove', input, `mergeRequest { approvalState { ${stateFields} } }`, as);
const reset = (input: Readonly<Record<string, unknown>>, as: Role = 'bot') =>
  mutate(
    facade,
    'mergeRequestApprovalsReset',
    input,
    `approvalState { ${stateFields} } mergeRequest { approvalState { ${stateFields} } }`,
    as,
  );

describe('mergeRequestApprove', () => {
  test('adds the approval of the caller, and returns the new approval state', async () => {
    const { payload } = await approve(
      { id: gid(2) },
      'maintainer',
      `approvalState { ${everything('MergeRequestApprovalState', ['Approval'])} approvedBy { user { username } approvedAt } }
       mergeRequest { id title state iid }`,
    );
    expect(payload).toEqual({
      approvalState: expect.objectContaining({
        approvalsRequired: 2,
        approvalsLeft: 0,
        approvedBy: [
          { user: { username: 'olivia.marsh' }, approvedAt: expect.any(String) },
          { user: { username: 'mateo.silva' }, approvedAt: expect.any(String) },
        ],
        userHasApproved: true,
        userCanApprove: false,
      }),
      mergeRequest: { id: gid(2), title: 'Draw coastlines before rivers', state: 'OPENED', iid: 2 },
      errors: [],
    });
    expect(facade.calls).toEqual([
      'POST /projects/14/merge_requests/2/approve',
      'GET /projects/14/merge_requests/2/approvals',
    ]);
    expect(facade.requests[0]?.body).toEqual({});
  });

  test('returns CONFLICT for a stale SHA, without approving', async () => {
    const before = getRow(2).approvals.length;
    const { payload } = await approve({ id: gid(2), sha: '0'.repeat(40) });
    expect(payload).toEqual({
      approvalState: null,
      errors: [expect.objectContaining({ __typename: 'ConflictError', code: 'CONFLICT', path: ['input', 'sha'] })],
    });
    expect(getRow(2).approvals).toHaveLength(before);
    expect((await approve({ id: gid(2), sha: getRow(2).sha })).payload?.approvalState?.approvalsLeft).toBe(0);
    expect(facade.requests[1]?.body).toEqual({ sha: getRow(2).sha });
  });

  test('requires a password if approvers have to authenticate again', async () => {
    const project = getProjectId('meridian/platform/geocoder');
    expect(approvalSettings(facade.sandbox.store, project).require_reauthentication_to_approve).toBe(true);
    getRow(1, project).checking = createTimeline(0, 1, [['checked', 0]]);
    Object.assign(getRow(1, project), { authorId: 5 });
    const id = gid(1, project);
    expect((await approve({ id })).payload?.errors).toMatchObject([{ code: 'FORBIDDEN', path: null }]);
    expect((await approve({ id, approvalPassword: 'wrong' })).payload?.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', path: ['input', 'approvalPassword'] },
    ]);
    const correctPassword = passwordOf({ username: 'mateo.silva' });
    const { payload } = await approve({ id, approvalPassword: correctPassword });
    expect(payload?.approvalState?.approvedBy.map(({ user }) => user.username)).toEqual(['mateo.silva']);
    expect(facade.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
      {},
      { approval_password: 'wrong' },
      { approval_password: correctPassword },
    ]);
  });

  test('rejects a password if SAML sign-in is required', async () => {
    const project = getProjectId('vault/keyring');
    approvalSettings(facade.sandbox.store, project).require_reauthentication_to_approve = true;
    Object.assign(getRow(1, project), { authorId: 5 });
    const { payload } = await approve({
      id: gid(1, project),
      approvalPassword: passwordOf({ username: 'mateo.silva' }),
    });
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'approvalPassword'] }]);
  });

  test('omits the password from the response and from the URLs of REST calls', async () => {
    const { response } = await approve({ id: gid(2), approvalPassword: 'hunter2hunter2', sha: 'stale' });
    expect(JSON.stringify(response)).not.toContain('hunter2');
    expect(facade.calls.join()).not.toContain('hunter2');
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
    Object.assign(getRow(4), { authorId: 21 });
    expect((await approve({ id: gid(4) }, as)).code).toBe(code);
    expect(getRow(4).approvals).toHaveLength(code === undefined ? 1 : 0);
  });

  test('rejects authors and committers unless the settings of the project allow their approval', async () => {
    expect((await approve({ id: gid(2) }, 'developer')).code).toBe('FORBIDDEN');
    const settings = approvalSettings(facade.sandbox.store, 14);
    settings.merge_requests_author_approval = true;
    expect((await approve({ id: gid(2) }, 'developer')).code).toBeUndefined();
    settings.merge_requests_disable_committers_approval = true;
    expect((await approve({ id: gid(2) }, 'developer')).code).toBe('FORBIDDEN');
  });

  test('rejects a merge request that does not exist, and the global id of another type', async () => {
    expect((await approve({ id: gid(4999) })).payload?.errors[0]).toMatchObject({ __typename: 'NotFoundError' });
    facade.forget();
    expect((await approve({ id: 'gid://service/Project/14', waitUntilReady: true })).payload?.errors).toEqual([
      {
        __typename: 'InvalidInputError',
        code: 'BAD_USER_INPUT',
        message: 'must be the global id of a MergeRequest, not of a Project',
        path: ['input', 'id'],
      },
    ]);
    expect(facade.calls).toEqual([]);
  });
});

describe('waiting until a merge request is ready', () => {
  test('without waitUntilReady, an approval during the check is removed when the check ends', async () => {
    const { store, clock } = facade.sandbox;
    getRow(3).checking = createTimeline(store.now(), 1, [
      ['checking', 0],
      ['checked', 1000],
    ]);
    expect((await approve({ id: gid(3) }, 'owner')).payload?.approvalState?.approvedBy).toHaveLength(1);
    clock.advance(2000);
    const { data } = await facade.execute(
      '{ project(id: 14) { mergeRequest(iid: 3) { approvalState { approvedBy { approvedAt } } } } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ project: { mergeRequest: { approvalState: { approvedBy: [] } } } });
  });

  test.each(['preparing', 'unchecked', 'not_approved'])('approves immediately if the status is %s', async (status) => {
    const examples = {
      'GET /projects/1/merge_requests/5': { body: { iid: 5, detailed_merge_status: status } },
      'GET /projects/1/merge_requests/5/versions': { body: [{ id: 1, patch_id_sha: 'abc' }] },
      'POST /projects/1/merge_requests/5/approve': { body: {} },
    };
    const example = await startWithResponses(examples);
    const input = { id: gid(5, 1), waitUntilReady: true };
    expect((await mutate(example, 'mergeRequestApprove', input, '__typename')).payload?.errors).toEqual([]);
    expect(example.calls).toHaveLength(3);
    await example.close();
  });

  /** Approves merge request 3, which is not ready, and advances the clock after it has been read twice. */
  async function approveWhenReady() {
    const isDone = vi.fn();
    const approval = approve({ id: gid(3), waitUntilReady: true }, 'owner').finally(isDone);
    const reads = () => facade.requests.filter(({ operation }) => operation === 'listMergeRequestVersions');
    await vi.waitUntil(() => reads().length >= 2 || isDone.mock.calls.length > 0, { timeout: 60_000 });
    expect(facade.requests.map(({ operation }) => operation)).not.toContain('approveMergeRequest');
    facade.sandbox.clock.advance(hour);
    expect((await approval).payload?.errors).toEqual([]);
    expect(facade.requests.at(-1)?.operation).toBe('approveMergeRequest');
    expect(getRow(3).approvals).toHaveLength(1);
  }

  test.each(['checking', 'approvals_syncing'] as const)(
    'waits while the status is %s, then approves',
    async (status) => {
      getRow(3).checking = createTimeline(facade.sandbox.store.now(), 1, [
        [status, 0],
        ['checked', hour],
      ]);
      await approveWhenReady();
      expect(facade.calls).toContain('GET /projects/14/merge_requests/3/versions?page=1&per_page=1');
      const { data } = await facade.execute<{ project: { mergeRequest: { approvalState: Approvals } } }>(
        `{ project(id: 14) { mergeRequest(iid: 3) { approvalState { ${stateFields} } } } }`,
        {},
        { as: 'owner' },
      );
      expect(data.project.mergeRequest.approvalState.approvedBy).toHaveLength(1);
    },
  );

  test('waits for the patch id of the newest diff', async () => {
    const [version] = getRow(3).versions;
    if (version === undefined) expect.unreachable('no version');
    getRow(3).versions = [{ ...version, patchIdAt: facade.sandbox.store.now() + hour }, version];
    await approveWhenReady();
  });

  test('reads the status once if the merge request is ready', async () => {
    expect((await approve({ id: gid(2), waitUntilReady: true })).payload?.errors).toEqual([]);
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/merge_requests/2',
      'GET /projects/14/merge_requests/2/versions?page=1&per_page=1',
      'POST /projects/14/merge_requests/2/approve',
    ]);
  });

  test('returns DEADLINE_EXCEEDED at the deadline of the operation, without approving', async () => {
    await facade.close();
    facade = await startSandboxed({ env: { OPERATION_TIMEOUT_MS: '3000' } });
    getRow(3).checking = createTimeline(facade.sandbox.store.now(), 1, [
      ['checking', 0],
      ['checked', hour],
    ]);
    const { payload, response } = await approve({ id: gid(3), waitUntilReady: true }, 'owner');
    expect(payload).toBeNull();
    expect(response.errors?.[0]?.extensions?.code).toBe('DEADLINE_EXCEEDED');
    expect(getRow(3).approvals).toEqual([]);
    // Pauses between reads grow from 250 ms, so that five reads fit into three seconds.
    const reads = facade.requests.filter(({ operation }) => operation === 'getMergeRequest').length;
    expect(reads).toBeLessThan(8);
  });

  test('returns NOT_FOUND without a write if the merge request does not exist', async () => {
    expect((await approve({ id: gid(4999), waitUntilReady: true })).payload?.errors[0]?.code).toBe('NOT_FOUND');
    expect(facade.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});

describe('removal of approvals', () => {
  test('mergeRequestUnapprove removes only the approval of the caller', async () => {
    await approve({ id: gid(2) });
    facade.forget();
    const { payload } = await unapprove({ id: gid(2) });
    expect(payload).toEqual({
      mergeRequest: {
        approvalState: {
          approvalsRequired: 2,
          approvalsLeft: 1,
          approvedBy: [{ user: { username: 'mateo.silva' }, approvedAt: expect.any(String) }],
        },
      },
      errors: [],
    });
    expect(facade.calls).toEqual([
      'POST /projects/14/merge_requests/2/unapprove',
      'GET /projects/14/merge_requests/2/approvals',
    ]);
  });

  test.each([
    ['guest', 'FORBIDDEN'],
    ['developer', 'NOT_FOUND'],
    ['maintainer', 'NOT_FOUND'],
    ['owner', undefined],
    ['administrator', 'NOT_FOUND'],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)(
    'mergeRequestUnapprove returns to the role %s the code %s if only the owner has approved',
    async (as, code) => {
      expect((await unapprove({ id: gid(2) }, as)).code).toBe(code);
      expect(getRow(2).approvals).toHaveLength(code === undefined ? 0 : 1);
    },
  );

  test('mergeRequestApprovalsReset accepts only the bot of a project or group token', async () => {
    expect((await reset({ id: gid(2) }, 'anonymous')).response.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
    for (const as of ['guest', 'developer', 'maintainer', 'owner', 'administrator'] as const)
      expect((await reset({ id: gid(2) }, as)).payload).toEqual({
        approvalState: null,
        mergeRequest: null,
        errors: [expect.objectContaining({ __typename: 'NotAllowedError', code: 'FORBIDDEN' })],
      });
    expect(getRow(2).approvals).toHaveLength(1);
    facade.forget();
    const { payload } = await reset({ id: gid(2) });
    const approvalState = { approvalsRequired: 2, approvalsLeft: 2, approvedBy: [] };
    expect(payload).toEqual({ approvalState, mergeRequest: { approvalState }, errors: [] });
    expect(facade.calls).toEqual([
      'PUT /projects/14/merge_requests/2/reset_approvals',
      'GET /projects/14/merge_requests/2/approvals',
    ]);
  });

  test('rejects a merge request that does not exist, and the global id of another type', async () => {
    expect((await unapprove({ id: gid(4999) })).code).toBe('NOT_FOUND');
    expect((await reset({ id: gid(4999) })).code).toBe('NOT_FOUND');
    facade.forget();
    expect((await unapprove({ id: 'gid://service/User/1' })).payload?.errors[0]?.path).toEqual(['input', 'id']);
    expect((await reset({ id: '2' })).payload?.errors[0]?.path).toEqual(['input', 'id']);
    expect(facade.calls).toEqual([]);
  });
});

describe('MergeRequest.approvalState', () => {
  const query = `{ project(id: 14) { mergeRequest(iid: 2) { approvalState { ${stateFields} userHasApproved userCanApprove } } } }`;

  test('returns who approved, and whether the caller has approved and can approve', async () => {
    const { data } = await facade.execute(query, {}, { as: 'maintainer' });
    expect(data).toEqual({
      project: {
        mergeRequest: {
          approvalState: {
            approvalsRequired: 2,
            approvalsLeft: 1,
            approvedBy: [{ user: { username: 'olivia.marsh' }, approvedAt: expect.any(String) }],
            userHasApproved: false,
            userCanApprove: true,
          },
        },
      },
    });
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests/2/approvals']);
  });

  test('returns UNAUTHENTICATED to anonymous callers for this field only', async () => {
    const { data, errors } = await facade.execute(
      '{ project(id: 14) { mergeRequest(iid: 2) { title approvalState { approvalsLeft } } } }',
    );
    expect(data).toEqual({
      project: { mergeRequest: { title: 'Draw coastlines before rivers', approvalState: null } },
    });
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['project', 'mergeRequest', 'approvalState'],
        extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }),
      }),
    ]);
  });
});
