/** Approval of merge requests, waiting before an approval, and removal of approvals. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed, startWithResponses } from '../../harness.ts';
import { callRest, readAllRest } from '../../rest-client.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';

let facade: SandboxedFacade;
const sandbox = { now: Date.parse('2025-06-01T12:00:00Z') };
beforeEach(async () => {
  facade = await startSandboxed({ sandbox });
});
afterEach(() => facade.close());

const gid = (iid: number, project: number | string = 14) => `gid://service/MergeRequest/${project}/${iid}`;
const [second, hour] = [1000, 3_600_000];
/** Password with which the role `maintainer` approves. */
const correctPassword = 'password of mateo.silva';

/** Reads the approvals of a merge request of the engine project. */
async function readApprovals(iid: number): Promise<readonly unknown[]> {
  const path = { id: 14, merge_request_iid: iid };
  return (await callRest<{ approved_by: unknown[] }>(facade, 'getMergeRequestApprovals', { path })).approved_by;
}

/** Reads the SHA of a merge request of the engine project. */
async function readSha(iid: number): Promise<string> {
  const path = { id: 14, merge_request_iid: iid };
  return (await callRest<{ sha: string }>(facade, 'getMergeRequest', { path })).sha;
}

/** Returns the global id of a merge request of a project that the role `maintainer` did not create. */
async function findIdOfOtherAuthor(project: string): Promise<string> {
  const rows = await readAllRest<{ iid: number; project_id: number; author: { username: string } }>(
    facade,
    'listProjectMergeRequests',
    { path: { id: project } },
  );
  const row = rows.find(({ author }) => author.username !== 'mateo.silva') ?? expect.unreachable();
  return gid(row.iid, row.project_id);
}

/** Changes the approval settings of a project. */
const changeSettings = (id: number | string, body: Readonly<Record<string, boolean>>) =>
  callRest(facade, 'updateProjectApprovalConfiguration', { path: { id }, body });

/** Starts a check of merge request 10, and advances the clock into its four seconds with the status `checking`. */
async function startCheck(): Promise<void> {
  await readAllRest(facade, 'listProjectMergeRequests', {
    path: { id: 14 },
    query: { 'iids[]': '10', with_merge_status_recheck: 'true' },
  });
  facade.sandbox.clock.advance(2 * second);
}

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
    const before = await readApprovals(2);
    const sha = await readSha(2);
    const { payload } = await approve({ id: gid(2), sha: '0'.repeat(40) });
    expect(payload).toEqual({
      approvalState: null,
      errors: [expect.objectContaining({ __typename: 'ConflictError', code: 'CONFLICT', path: ['input', 'sha'] })],
    });
    expect(await readApprovals(2)).toEqual(before);
    expect((await approve({ id: gid(2), sha })).payload?.approvalState?.approvalsLeft).toBe(0);
    expect(facade.requests[1]?.body).toEqual({ sha });
  });

  test('requires a password if approvers have to authenticate again', async () => {
    const path = { id: 'meridian/platform/geocoder' };
    expect(await callRest(facade, 'getProjectApprovalConfiguration', { path })).toMatchObject({
      require_reauthentication_to_approve: true,
    });
    const id = await findIdOfOtherAuthor(path.id);
    expect((await approve({ id })).payload?.errors).toMatchObject([{ code: 'FORBIDDEN', path: null }]);
    expect((await approve({ id, approvalPassword: 'wrong' })).payload?.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', path: ['input', 'approvalPassword'] },
    ]);
    const { payload } = await approve({ id, approvalPassword: correctPassword });
    expect(payload?.approvalState?.approvedBy.map(({ user }) => user.username)).toEqual(['mateo.silva']);
    expect(facade.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
      {},
      { approval_password: 'wrong' },
      { approval_password: correctPassword },
    ]);
  });

  test('rejects a password if SAML sign-in is required', async () => {
    await changeSettings('vault/keyring', { require_reauthentication_to_approve: true });
    const id = await findIdOfOtherAuthor('vault/keyring');
    const { payload } = await approve({ id, approvalPassword: correctPassword });
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
    expect((await approve({ id: gid(4) }, as)).code).toBe(code);
    expect(await readApprovals(4)).toHaveLength(code === undefined ? 1 : 0);
  });

  test('rejects authors and committers unless the settings of the project allow their approval', async () => {
    expect((await approve({ id: gid(2) }, 'developer')).code).toBe('FORBIDDEN');
    await changeSettings(14, { merge_requests_author_approval: true });
    expect((await approve({ id: gid(2) }, 'developer')).code).toBeUndefined();
    await changeSettings(14, { merge_requests_disable_committers_approval: true });
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
    await startCheck();
    expect((await approve({ id: gid(10) }, 'owner')).payload?.approvalState?.approvedBy).toHaveLength(1);
    facade.sandbox.clock.advance(4 * second);
    const { data } = await facade.execute(
      '{ project(id: 14) { mergeRequest(iid: 10) { approvalState { approvedBy { approvedAt } } } } }',
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

  /** Approves a merge request that is not ready, and advances the clock after it has been read twice. */
  async function approveWhenReady(iid: number) {
    const isDone = vi.fn();
    const approval = approve({ id: gid(iid), waitUntilReady: true }, 'owner').finally(isDone);
    const reads = () => facade.requests.filter(({ operation }) => operation === 'listMergeRequestVersions');
    await vi.waitUntil(() => reads().length >= 2 || isDone.mock.calls.length > 0, { timeout: 60_000 });
    expect(facade.requests.map(({ operation }) => operation)).not.toContain('approveMergeRequest');
    facade.sandbox.clock.advance(hour);
    expect((await approval).payload?.errors).toEqual([]);
    expect(facade.requests.at(-1)?.operation).toBe('approveMergeRequest');
    expect(await readApprovals(iid)).toHaveLength(1);
  }

  /** Reads what a merge request of the engine project waits for. */
  async function readReadiness(iid: number) {
    const path = { id: 14, merge_request_iid: iid };
    const { detailed_merge_status } = await callRest<{ detailed_merge_status: string }>(facade, 'getMergeRequest', {
      path,
    });
    const versions = await readAllRest<{ patch_id_sha: string | null }>(facade, 'listMergeRequestVersions', { path });
    return { status: detailed_merge_status, hasPatchId: versions.map(({ patch_id_sha }) => patch_id_sha !== null) };
  }

  test.each([
    ['checking', 10, [true], startCheck],
    ['approvals_syncing', 5, [true, true], async () => facade.sandbox.clock.advance(50 * second)],
  ] as const)('waits while the status is %s, then approves', async (status, iid, hasPatchId, prepare) => {
    await prepare();
    expect(await readReadiness(iid)).toEqual({ status, hasPatchId });
    await approveWhenReady(iid);
    expect(facade.calls).toContain(`GET /projects/14/merge_requests/${iid}/versions?page=1&per_page=1`);
    const { data } = await facade.execute<{ project: { mergeRequest: { approvalState: Approvals } } }>(
      `{ project(id: 14) { mergeRequest(iid: ${iid}) { approvalState { ${stateFields} } } } }`,
      {},
      { as: 'owner' },
    );
    expect(data.project.mergeRequest.approvalState.approvedBy).toHaveLength(1);
  });

  test('waits for the patch id of the newest diff', async () => {
    expect(await readReadiness(5)).toEqual({ status: 'preparing', hasPatchId: [false, true] });
    await approveWhenReady(5);
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
    facade = await startSandboxed({ sandbox, env: { OPERATION_TIMEOUT_MS: '3000' } });
    await startCheck();
    const { payload, response } = await approve({ id: gid(10), waitUntilReady: true }, 'owner');
    expect(payload).toBeNull();
    expect(response.errors?.[0]?.extensions?.code).toBe('DEADLINE_EXCEEDED');
    expect(await readApprovals(10)).toEqual([]);
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
      expect(await readApprovals(2)).toHaveLength(code === undefined ? 0 : 1);
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
    expect(await readApprovals(2)).toHaveLength(1);
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
