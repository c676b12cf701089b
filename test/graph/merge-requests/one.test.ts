/** A single merge request: by its iid, from node, all fields, and permissions. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

type Node = Readonly<Record<string, unknown>>;
describe('a merge request', () => {
  const query = `{ project(id: "meridian/platform/engine") { mergeRequest(iid: 2) {
    ${everything('MergeRequest')}
    author { username publicEmail } assignees { username } reviewers { username }
    closedBy { username } mergeUser { username } headPipeline { status iid } labels { name } milestone { title project { databaseId } group { databaseId } }
  } } }`;

  test('returns all attributes in one call', async () => {
    const { data, errors } = await facade.execute<{ project: { mergeRequest: Node } }>(query, {}, { as: 'developer' });
    expect(errors).toBeUndefined();
    expect(data.project.mergeRequest).toMatchObject({
      id: 'gid://service/MergeRequest/14/2',
      databaseId: 302,
      iid: 2,
      title: 'Draw coastlines before rivers',
      state: 'OPENED',
      author: { username: 'dana.kim', publicEmail: 'dana.kim@example.net' },
      assignees: [{ username: 'mateo.silva' }],
      reviewers: [{ username: 'olivia.marsh' }, { username: 'mateo.silva' }],
      labels: [{ name: 'bug' }, { name: 'critical' }],
      milestone: { title: 'Engine 3.0', project: { databaseId: 14 }, group: null },
      timeStats: { timeEstimate: 12_600, humanTimeEstimate: '3h 30m' },
      taskCompletionStatus: { count: 2, completedCount: 1 },
      references: { full: 'meridian/platform/engine!2' },
      headPipeline: { iid: expect.any(Number) },
      userPermissions: { canMerge: true },
      mergeCommitSha: null,
      descriptionHtml: null,
      allowCollaboration: null,
    });
    expect(facade.calls).toEqual(['GET /projects/meridian%2Fplatform%2Fengine/merge_requests/2']);
  });

  test('returns the merge request from node by its global id', async () => {
    const { data } = await facade.execute(
      `{ node(id: "gid://service/MergeRequest/14/2") { id ... on MergeRequest { title iid } } }`,
    );
    expect(data).toEqual({
      node: { id: 'gid://service/MergeRequest/14/2', title: 'Draw coastlines before rivers', iid: 2 },
    });
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests/2']);
  });

  test('returns its project and its source project, and null for a deleted fork', async () => {
    const { data } = await facade.execute(
      `{ project(id: 14) {
        own: mergeRequest(iid: 2) { project { id } sourceProject { id } }
        fork: mergeRequest(iid: 9) { allowCollaboration sourceProject { fullPath } }
        gone: mergeRequest(iid: 13) { imported importedFrom sourceProject { databaseId fullPath } }
      } }`,
      {},
      { as: 'developer' },
    );
    expect(data).toEqual({
      project: {
        own: { project: { id: 'gid://service/Project/14' }, sourceProject: { id: 'gid://service/Project/14' } },
        fork: {
          allowCollaboration: true,
          sourceProject: { fullPath: 'olivia.marsh/dotfiles' },
        },
        gone: { imported: true, importedFrom: 'host_a', sourceProject: null },
      },
    });
  });

  test('returns null for a merge request that does not exist, and for one that the caller may not read, also from node', async () => {
    const { data, errors } = await facade.execute(`{
      project(id: 14) { mergeRequest(iid: 4999) { title } }
      hidden: project(id: 18) { mergeRequest(iid: 1) { title } }
      node(id: "gid://service/MergeRequest/18/1") { id }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ project: { mergeRequest: null }, hidden: { mergeRequest: null }, node: null });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/merge_requests/4999',
      'GET /projects/18/merge_requests/1',
    ]);
  });

  test('makes no call for the merge request if only lists are selected, and returns NOT_FOUND for these if it does not exist', async () => {
    const { data, errors } = await facade.execute(
      '{ project(id: 14) { mergeRequest(iid: 4999) { versions { totalCount } blockedBy { totalCount } } } }',
    );
    expect(data).toEqual({ project: { mergeRequest: { versions: null, blockedBy: null } } });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(facade.calls).toHaveLength(2);
  });

  test('returns an id that exceeds 32 bits', async () => {
    const { data } = await facade.execute(
      '{ project(id: 2147483950) { mergeRequest(iid: 1) { id databaseId } } }',
      {},
      { as: 'outsider' },
    );
    expect(data).toEqual({
      project: { mergeRequest: { id: 'gid://service/MergeRequest/2147483950/1', databaseId: 4_300_000_001 } },
    });
  });

  test('rejects a negative iid without a REST call', async () => {
    const { errors } = await facade.execute('{ project(id: 14) { mergeRequest(iid: -1) { title } } }');
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('returns the attributes of merge requests in preparation, with an earliest merge time and auto-merge, and after the merge', async () => {
    const execute = async () => {
      const { data } = await facade.execute<{ project: Readonly<Record<string, Node>> }>(`{ project(id: 14) {
        fresh: mergeRequest(iid: 5) { preparedAt detailedMergeStatus diffRefs { headSha } versions { nodes { patchIdSha state } } }
        later: mergeRequest(iid: 11) { mergeAfter detailedMergeStatus mergeWhenPipelineSucceeds squash }
        done: mergeRequest(iid: 12) { mergeCommitSha mergedAt detailedMergeStatus firstDeployedToProductionAt discussionLocked }
      } }`);
      return data.project;
    };
    const { fresh, later, done } = await execute();
    expect(fresh).toEqual({
      preparedAt: null,
      detailedMergeStatus: 'preparing',
      diffRefs: null,
      versions: {
        nodes: [
          { patchIdSha: null, state: 'COLLECTED' },
          { patchIdSha: expect.any(String), state: 'COLLECTED' },
        ],
      },
    });
    expect(later).toMatchObject({ detailedMergeStatus: 'merge_time', mergeWhenPipelineSucceeds: true, squash: true });
    expect(done).toMatchObject({ detailedMergeStatus: 'not_open', discussionLocked: true });
    expect(done?.mergeCommitSha).toEqual(expect.any(String));
    expect(done?.firstDeployedToProductionAt).toEqual(expect.any(String));
    facade.sandbox.clock.advance(3_600_000);
    expect((await execute()).fresh).toMatchObject({
      detailedMergeStatus: 'not_approved',
      versions: { nodes: [{ patchIdSha: expect.any(String) }, { patchIdSha: expect.any(String) }] },
    });
  });
});
