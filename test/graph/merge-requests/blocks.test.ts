/** Dependencies between merge requests. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { callRest, readAllRest } from '../../rest-client.ts';
import { mutate } from '../mutate.ts';

let facade: SandboxedFacade;
beforeEach(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.close());

const gid = (iid: number, project: number | string = 14) => `gid://service/MergeRequest/${project}/${iid}`;
const blockId = (iid: number, id: number) => `gid://service/MergeRequestBlock/14/${iid}/${id}`;

/** Reads the ids of the dependencies of the merge requests that the tests change. */
async function readBlockIds(): Promise<readonly number[]> {
  const lists = [2, 3, 7].map((merge_request_iid) =>
    readAllRest<{ id: number }>(facade, 'listMergeRequestBlocks', { path: { id: 14, merge_request_iid } }),
  );
  return (await Promise.all(lists)).flat().map(({ id }) => id);
}

interface Created {
  readonly mergeRequestBlock: { readonly id: string; readonly databaseId: number } | null;
}

const createBlock = (
  input: Readonly<Record<string, unknown>>,
  as: Role = 'developer',
  selection = 'mergeRequestBlock { id databaseId }',
) => mutate<Created>(facade, 'mergeRequestBlockCreate', input, selection, as);

describe('blockedBy and blocking', () => {
  const query = `{ project(id: 14) {
    waiting: mergeRequest(iid: 7) { blockedBy { totalCount nodes { id databaseId project { databaseId } blockingMergeRequest { iid title project { databaseId } } blockedMergeRequest { iid } } } }
    blocking: mergeRequest(iid: 2) { blocking { totalCount nodes { id blockedMergeRequest { id author { username } } blockingMergeRequest { iid } } } }
  } }`;

  test('contain the same dependency for both of its merge requests, with these', async () => {
    const { data } = await facade.execute(query);
    expect(data).toEqual({
      project: {
        waiting: {
          blockedBy: {
            totalCount: 2,
            nodes: [
              {
                id: blockId(7, 1),
                databaseId: 1,
                project: { databaseId: 14 },
                blockingMergeRequest: { iid: 2, title: 'Draw coastlines before rivers', project: { databaseId: 14 } },
                blockedMergeRequest: { iid: 7 },
              },
              {
                id: blockId(7, 2),
                databaseId: 2,
                project: { databaseId: 14 },
                blockingMergeRequest: { iid: 1, title: expect.any(String), project: { databaseId: 15 } },
                blockedMergeRequest: { iid: 7 },
              },
            ],
          },
        },
        blocking: {
          blocking: {
            totalCount: 1,
            nodes: [
              {
                id: blockId(7, 1),
                blockedMergeRequest: { id: gid(7), author: { username: 'olivia.marsh' } },
                blockingMergeRequest: { iid: 2 },
              },
            ],
          },
        },
      },
    });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/merge_requests/2/blockees?page=1&per_page=20',
      'GET /projects/14/merge_requests/7/blocks?page=1&per_page=20',
    ]);
  });

  test('contain each dependency once when paging forward or backward', async () => {
    for (const iid of [10, 11, 12, 13])
      await callRest(facade, 'createMergeRequestBlock', {
        path: { id: 14, merge_request_iid: 2 },
        body: { blocking_merge_request_iid: iid },
      });
    interface Page {
      project: {
        mergeRequest: { blockedBy: { nodes: { id: string }[]; pageInfo: { endCursor: string; startCursor: string } } };
      };
    }
    const readPage = async (args: string) => {
      const { data } = await facade.execute<Page>(
        `{ project(id: 14) { mergeRequest(iid: 2) { blockedBy(${args}) { nodes { id } pageInfo { endCursor startCursor } } } } }`,
      );
      return data.project.mergeRequest.blockedBy;
    };
    const allDependencies = (await readPage('first: 10')).nodes;
    expect(allDependencies).toHaveLength(4);
    const first = await readPage('first: 3');
    expect([...first.nodes, ...(await readPage(`first: 3, after: "${first.pageInfo.endCursor}"`)).nodes]).toEqual(
      allDependencies,
    );
    const last = await readPage('last: 3');
    expect([...(await readPage(`last: 3, before: "${last.pageInfo.startCursor}"`)).nodes, ...last.nodes]).toEqual(
      allDependencies,
    );
  });

  test('are empty without dependencies, and null with an error for a merge request that does not exist', async () => {
    const { data, errors } = await facade.execute(`{ project(id: 14) {
      mergeRequest(iid: 1) { blockedBy { nodes { id } totalCount } blocking { nodes { id } totalCount } }
      missing: mergeRequest(iid: 999) { blockedBy { totalCount } blocking { totalCount } }
    } }`);
    const emptyConnection = { nodes: [], totalCount: 0 };
    expect(data).toEqual({
      project: {
        mergeRequest: { blockedBy: emptyConnection, blocking: emptyConnection },
        missing: { blockedBy: null, blocking: null },
      },
    });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  test('are read in one call for global ids of dependencies in node, which is null for one that does not exist', async () => {
    const { data, errors } = await facade.execute(`{
      node(id: "${blockId(7, 2)}") { ... on MergeRequestBlock { databaseId blockingMergeRequest { project { databaseId } } } }
      missing: node(id: "${blockId(7, 77)}") { id }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      node: { databaseId: 2, blockingMergeRequest: { project: { databaseId: 15 } } },
      missing: null,
    });
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests/7/blocks?page=1&per_page=100']);
  });

  test('omit a dependency on a merge request that the caller may not read', async () => {
    const execute = async (as: Role) =>
      (
        await facade.execute(
          '{ project(id: 14) { mergeRequest(iid: 3) { blockedBy { nodes { databaseId } } } } }',
          {},
          { as },
        )
      ).data;
    expect(await execute('outsider')).toEqual({ project: { mergeRequest: { blockedBy: { nodes: [] } } } });
    expect(await execute('guest')).toEqual({
      project: { mergeRequest: { blockedBy: { nodes: [{ databaseId: 4_500_000_001 }] } } },
    });
  });
});

describe('mergeRequestBlockCreate', () => {
  test('accepts a global id, and sends the number and project of the blocking merge request', async () => {
    const { payload } = await mutate(
      facade,
      'mergeRequestBlockCreate',
      { mergeRequest: gid(2), blocking: { id: gid(1, 15) } },
      'mergeRequestBlock { id databaseId project { databaseId } blockingMergeRequest { iid project { databaseId } } } mergeRequest { id }',
      'developer',
    );
    expect(payload).toEqual({
      mergeRequestBlock: {
        id: expect.stringMatching(/^gid:\/\/service\/MergeRequestBlock\/14\/2\/\d+$/),
        databaseId: expect.any(Number),
        project: { databaseId: 14 },
        blockingMergeRequest: { iid: 1, project: { databaseId: 15 } },
      },
      mergeRequest: { id: gid(2) },
      errors: [],
    });
    expect(facade.requests.map(({ method, path, status, body }) => ({ method, path, status, body }))).toEqual([
      {
        method: 'POST',
        path: '/projects/{id}/merge_requests/{merge_request_iid}/blocks',
        status: 201,
        body: { blocking_merge_request_iid: 1, blocking_project_id: 15 },
      },
    ]);
    const response = await facade.execute('{ project(id: 14) { mergeRequest(iid: 2) { detailedMergeStatus } } }');
    expect(response.data).toEqual({ project: { mergeRequest: { detailedMergeStatus: 'merge_request_blocked' } } });
  });

  test('reads the blocked merge request, which the response lacks, from the list', async () => {
    const { payload } = await createBlock(
      { mergeRequest: gid(2), blocking: { id: gid(4) } },
      'developer',
      'mergeRequestBlock { blockedMergeRequest { iid } }',
    );
    expect(payload?.mergeRequestBlock).toEqual({ blockedMergeRequest: { iid: 2 } });
    expect(facade.calls).toEqual([
      'POST /projects/14/merge_requests/2/blocks',
      'GET /projects/14/merge_requests/2/blocks?page=1&per_page=100',
    ]);
  });

  test('accepts the databaseId of the blocking merge request', async () => {
    expect((await createBlock({ mergeRequest: gid(2), blocking: { id: '304' } })).payload?.errors).toEqual([]);
    expect(facade.requests[0]?.body).toEqual({ blocking_merge_request_id: 304 });
  });

  test('accepts the iid of the blocking merge request with its project', async () => {
    const sameProject = { iid: 3, project: 'gid://service/Project/14' };
    expect((await createBlock({ mergeRequest: gid(2), blocking: { inProject: sameProject } })).payload?.errors).toEqual(
      [],
    );
    const otherProject = { iid: 3, project: 'meridian/platform/tile-server' };
    expect(
      (await createBlock({ mergeRequest: gid(2), blocking: { inProject: otherProject } })).payload?.errors,
    ).toEqual([]);
    expect(facade.requests.map(({ body }) => body)).toEqual([
      { blocking_merge_request_iid: 3, blocking_project_id: 14 },
      { blocking_merge_request_iid: 3, blocking_project_id: 'meridian/platform/tile-server' },
    ]);
    const { data } = await facade.execute(
      '{ project(id: 14) { mergeRequest(iid: 2) { blockedBy { nodes { blockingMergeRequest { iid project { databaseId } } } } } } }',
    );
    expect(data).toEqual({
      project: {
        mergeRequest: {
          blockedBy: {
            nodes: [
              { blockingMergeRequest: { iid: 3, project: { databaseId: 14 } } },
              { blockingMergeRequest: { iid: 3, project: { databaseId: 15 } } },
            ],
          },
        },
      },
    });
  });

  test('returns a global id with the number of a project that is identified by its path', async () => {
    const { payload } = await createBlock({
      mergeRequest: gid(2, 'meridian%2Fplatform%2Fengine'),
      blocking: { id: gid(4) },
    });
    expect(payload?.mergeRequestBlock?.id).toMatch(/^gid:\/\/service\/MergeRequestBlock\/14\/2\/\d+$/);
    expect(facade.calls).toEqual([
      'POST /projects/meridian%2Fplatform%2Fengine/merge_requests/2/blocks',
      'GET /projects/meridian%2Fplatform%2Fengine',
    ]);
  });

  test.each([
    [
      '400: a merge request blocks itself',
      { mergeRequest: gid(2), blocking: { id: gid(2) } },
      'developer',
      'BAD_USER_INPUT',
      'InvalidInputError',
    ],
    [
      '403: the caller may not update the merge request',
      { mergeRequest: gid(2), blocking: { id: gid(4) } },
      'reporter',
      'FORBIDDEN',
      'NotAllowedError',
    ],
    [
      '404: the blocking merge request does not exist',
      { mergeRequest: gid(2), blocking: { id: '77777' } },
      'developer',
      'NOT_FOUND',
      'NotFoundError',
    ],
    [
      '404: the blocking merge request is not in that project',
      { mergeRequest: gid(2), blocking: { inProject: { iid: 4, project: '15' } } },
      'developer',
      'NOT_FOUND',
      'NotFoundError',
    ],
    [
      '404: the blocked merge request does not exist',
      { mergeRequest: gid(888), blocking: { id: gid(2) } },
      'developer',
      'NOT_FOUND',
      'NotFoundError',
    ],
    [
      '409: the dependency already exists',
      { mergeRequest: gid(7), blocking: { id: gid(2) } },
      'developer',
      'CONFLICT',
      'ConflictError',
    ],
  ] as const)('creates nothing, and returns the payload error for %s', async (_, input, as, code, type) => {
    const before = await readBlockIds();
    const { payload } = await createBlock(input, as);
    expect(payload?.mergeRequestBlock).toBeNull();
    expect(payload?.errors).toEqual([expect.objectContaining({ code, __typename: type })]);
    expect(await readBlockIds()).toEqual(before);
  });

  test('returns FORBIDDEN if the caller may not read the blocking merge request', async () => {
    const { id: notes } = await callRest<{ id: number }>(facade, 'getProject', { path: { id: 'olivia.marsh/notes' } });
    const { payload } = await createBlock({ mergeRequest: gid(2), blocking: { id: gid(1, notes) } });
    expect(payload).toEqual({
      mergeRequestBlock: null,
      errors: [expect.objectContaining({ __typename: 'NotAllowedError', code: 'FORBIDDEN' })],
    });
    expect(await readBlockIds()).toHaveLength(3);
    expect(
      (await createBlock({ mergeRequest: gid(2), blocking: { id: gid(1, notes) } }, 'owner')).code,
    ).toBeUndefined();
  });

  test.each([
    ['guest', 'FORBIDDEN'],
    ['reporter', 'FORBIDDEN'],
    ['developer', undefined],
    ['maintainer', undefined],
    ['owner', undefined],
    ['administrator', undefined],
    ['outsider', 'FORBIDDEN'],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns to the role %s the code %s', async (as, code) => {
    expect((await createBlock({ mergeRequest: gid(2), blocking: { id: gid(4) } }, as)).code).toBe(code);
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    expect((await createBlock({ mergeRequest: 'gid://service/Project/14', blocking: { id: 'soon' } })).payload).toEqual(
      {
        mergeRequestBlock: null,
        errors: [
          {
            __typename: 'InvalidInputError',
            code: 'BAD_USER_INPUT',
            message: 'must be the global id of a MergeRequest, not of a Project',
            path: ['input', 'mergeRequest'],
          },
          {
            __typename: 'InvalidInputError',
            code: 'BAD_USER_INPUT',
            message: 'must be the global id or the number of a MergeRequest',
            path: ['input', 'blocking', 'id'],
          },
        ],
      },
    );
    expect(
      (await createBlock({ mergeRequest: gid(2), blocking: { id: 'gid://service/Pipeline/14/1' } })).payload?.errors[0]
        ?.path,
    ).toEqual(['input', 'blocking', 'id']);
    const inProject = { project: 'gid://service/Group/9', iid: 0 };
    const invalid = await createBlock({ mergeRequest: gid(2), blocking: { inProject } });
    expect(invalid.payload?.errors.map(({ path }) => path?.join('.'))).toEqual([
      'input.blocking.inProject.project',
      'input.blocking.inProject.iid',
    ]);
    const withoutProject = await createBlock({ mergeRequest: gid(2), blocking: { inProject: { iid: 3 } } });
    expect(withoutProject.response.errors?.[0]?.message).toContain('"project"');
    const neither = await createBlock({ mergeRequest: gid(2), blocking: {} });
    expect(neither.response.errors?.[0]?.message).toContain('exactly one field must be specified');
    const both = await createBlock({
      mergeRequest: gid(2),
      blocking: { id: '1', inProject: { project: '14', iid: 1 } },
    });
    expect(both.response.errors?.[0]?.message).toContain('exactly one field must be specified');
    expect(facade.calls).toEqual([]);
  });
});

describe('mergeRequestBlockDelete', () => {
  const deleteBlock = (id: string, as: Role = 'developer') =>
    mutate<{ deletedMergeRequestBlockId: string | null; mergeRequest: unknown }>(
      facade,
      'mergeRequestBlockDelete',
      { id },
      'deletedMergeRequestBlockId mergeRequest { blockedBy { totalCount } }',
      as,
    );

  test('deletes the dependency', async () => {
    const { payload } = await deleteBlock(blockId(7, 1));
    expect(payload).toEqual({
      deletedMergeRequestBlockId: blockId(7, 1),
      mergeRequest: { blockedBy: { totalCount: 1 } },
      errors: [],
    });
    expect(facade.requests.map(({ method, url, status }) => [method, url, status])).toEqual([
      ['DELETE', '/projects/14/merge_requests/7/blocks/1', 204],
      ['GET', '/projects/14/merge_requests/7/blocks?page=1&per_page=1', 200],
    ]);
  });

  test.each([
    ['guest', 'FORBIDDEN'],
    ['reporter', 'FORBIDDEN'],
    ['developer', undefined],
    ['maintainer', undefined],
    ['owner', undefined],
    ['administrator', undefined],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns to the role %s the code %s', async (as, code) => {
    expect((await deleteBlock(blockId(7, 1), as)).code).toBe(code);
    expect((await readBlockIds()).includes(1)).toBe(code !== undefined);
  });

  test('returns NOT_FOUND for the number of a merge request, and for a dependency of another merge request', async () => {
    expect((await deleteBlock(blockId(7, 302))).payload?.errors).toEqual([
      expect.objectContaining({ __typename: 'NotFoundError', code: 'NOT_FOUND' }),
    ]);
    expect((await deleteBlock(blockId(2, 1))).payload?.errors[0]?.code).toBe('NOT_FOUND');
  });

  test('rejects the global id of another type without a REST call', async () => {
    expect((await deleteBlock(gid(7))).payload?.errors).toEqual([
      {
        __typename: 'InvalidInputError',
        code: 'BAD_USER_INPUT',
        message: 'must be the global id of a MergeRequestBlock, not of a MergeRequest',
        path: ['input', 'id'],
      },
    ]);
    expect(facade.calls).toEqual([]);
  });
});
