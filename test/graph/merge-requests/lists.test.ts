/** Lists of merge requests: labels, `view=simple`, paging, users and permissions. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { notFound, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

type Node = Readonly<Record<string, unknown>>;
interface Page {
  readonly nodes: readonly Node[];
  readonly totalCount: number;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string | null;
    readonly startCursor: string | null;
  };
}

async function readList(arguments_: string, selection: string, as: Role = 'developer'): Promise<Page> {
  const { data, errors } = await facade.execute<{ project: { mergeRequests: Page } }>(
    `{ project(id: 14) { mergeRequests${arguments_} { ${selection} } } }`,
    {},
    { as },
  );
  expect(errors).toBeUndefined();
  return data.project.mergeRequests;
}

describe('labels', () => {
  test('are requested without details if only their name is selected', async () => {
    const { nodes } = await readList('(filter: { iids: [2] })', 'nodes { labels { name __typename } }');
    expect(nodes).toEqual([
      {
        labels: [
          { name: 'bug', __typename: 'Label' },
          { name: 'critical', __typename: 'Label' },
        ],
      },
    ]);
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests?iids%5B%5D=2&page=1&per_page=20']);
  });

  test.each(['color', 'id', 'databaseId', 'textColor', 'description', 'descriptionHtml', 'archived'])(
    'are requested with details if %s is selected',
    async (field) => {
      const { nodes } = await readList('(filter: { iids: [2] })', `nodes { labels { name ${field} } }`);
      expect(nodes).toHaveLength(1);
      expect(facade.calls).toEqual([
        'GET /projects/14/merge_requests?iids%5B%5D=2&page=1&per_page=20&with_labels_details=true',
      ]);
    },
  );

  test('are requested with details in the lists of the instance and of a group, too', async () => {
    const { data } = await facade.execute<{ mergeRequests: Page; group: { mergeRequests: Page } }>(
      `{
        mergeRequests(filter: { labels: { names: ["critical"] }, state: OPENED }) { nodes { labels { id color } } }
        group(id: 9) { mergeRequests(filter: { labels: { names: ["critical"] }, state: OPENED }) { nodes { labels { id color } } } }
      }`,
      {},
      { as: 'developer' },
    );
    const labels = [
      { id: 'gid://service/Label/14/1', color: '#D9534F' },
      { id: 'gid://service/Label/14/2', color: '#8B0000' },
    ];
    expect(data.mergeRequests.nodes).toEqual([{ labels }]);
    expect(data.group.mergeRequests.nodes).toEqual([{ labels }]);
    for (const { query } of facade.requests) expect(query.with_labels_details).toBe('true');
  });

  test('are read once from the list of labels for attributes that the list of merge requests omits', async () => {
    const { nodes } = await readList(
      '(filter: { iids: [2, 7] })',
      'nodes { labels { name openMergeRequestsCount isProjectLabel } }',
    );
    expect(nodes).toHaveLength(2);
    expect(nodes[1]?.labels).toEqual([
      { name: 'bug', openMergeRequestsCount: expect.any(Number), isProjectLabel: false },
      { name: 'critical', openMergeRequestsCount: expect.any(Number), isProjectLabel: false },
    ]);
    expect(facade.calls).toEqual([
      'GET /projects/14/merge_requests?iids%5B%5D=2&iids%5B%5D=7&page=1&per_page=20&with_labels_details=true',
      expect.stringMatching(/^GET \/projects\/14\/labels\?/),
    ]);
  });

  test('are read from the list of labels for a single merge request', async () => {
    const { data } = await facade.execute('{ project(id: 14) { mergeRequest(iid: 2) { labels { id name color } } } }');
    expect(data).toEqual({
      project: {
        mergeRequest: {
          labels: [
            { id: 'gid://service/Label/14/1', name: 'bug', color: '#D9534F' },
            { id: 'gid://service/Label/14/2', name: 'critical', color: '#8B0000' },
          ],
        },
      },
    });
    expect(facade.calls).toEqual([
      'GET /projects/14/merge_requests/2',
      expect.stringMatching(/^GET \/projects\/14\/labels\?/),
    ]);
  });
});

describe('the parameter view=simple', () => {
  test('occurs in requests if its response contains every selected attribute', async () => {
    const { nodes } = await readList(
      '(filter: { iids: [2] })',
      'nodes { __typename iid title description state webUrl }',
    );
    expect(nodes[0]).toMatchObject({ __typename: 'MergeRequest', iid: 2, state: 'OPENED' });
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests?iids%5B%5D=2&page=1&per_page=20&view=simple']);
  });

  test.each([
    'id',
    'databaseId',
    'project { databaseId }',
    'createdAt',
    'updatedAt',
    'draft',
    'labels { name }',
    'author { username }',
    'sha',
    'subscribed',
    'project { id }',
    'sourceProject { id }',
    'blockedBy { totalCount }',
  ])('does not occur in requests for %s', async (field) => {
    await readList('(filter: { iids: [2] })', `edges { node { title ${field} } }`);
    expect(facade.requests[0]?.query).not.toHaveProperty('view');
  });

  test('occurs in requests for the lists of the instance and of a group', async () => {
    await facade.execute(
      '{ mergeRequests { nodes { iid } } group(id: 9) { mergeRequests { nodes { iid } } } }',
      {},
      { as: 'developer' },
    );
    expect(facade.calls.toSorted()).toEqual([
      'GET /groups/9/merge_requests?page=1&per_page=20&view=simple',
      'GET /merge_requests?page=1&per_page=20&view=simple',
    ]);
  });
});

describe('lists', () => {
  test('read the detail of each merge request if one of its attributes is selected', async () => {
    await readList('(first: 3)', 'nodes { title changesCount subscribed headPipeline { iid } }');
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/merge_requests/58',
      'GET /projects/14/merge_requests/59',
      'GET /projects/14/merge_requests/60',
      'GET /projects/14/merge_requests?page=1&per_page=3',
    ]);
  });

  test('contain each merge request once and in order when paging forward and backward', async () => {
    const allIids = Array.from({ length: 60 }, (_, index) => 60 - index);
    for (const size of [1, 7, 20, 60, 100]) {
      const iids: unknown[] = [];
      for (let after = ''; ; ) {
        const page = await readList(`(first: ${size}${after})`, 'nodes { iid } pageInfo { hasNextPage endCursor }');
        iids.push(...page.nodes.map(({ iid }) => iid));
        if (!page.pageInfo.hasNextPage) break;
        after = `, after: "${page.pageInfo.endCursor}"`;
      }
      expect(iids).toEqual(allIids);
    }
    const iids: unknown[] = [];
    for (let before = ''; ; ) {
      const page = await readList(`(last: 17${before})`, 'nodes { iid } pageInfo { hasPreviousPage startCursor }');
      iids.unshift(...page.nodes.map(({ iid }) => iid));
      if (!page.pageInfo.hasPreviousPage) break;
      before = `, before: "${page.pageInfo.startCursor}"`;
    }
    expect(iids).toEqual(allIids);
  });

  test('are empty if no merge request matches, and request one item for totalCount alone', async () => {
    const page = await readList(
      '(filter: { search: "nothing like it" })',
      'nodes { iid } totalCount pageInfo { hasNextPage }',
    );
    expect(page).toEqual({ nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } });
    facade.forget();
    expect(await readList('', 'totalCount')).toEqual({ totalCount: 60 });
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests?page=1&per_page=1']);
  });

  test('contain the group of each merge request, in the lists of a group and of a project', async () => {
    const { data } = await facade.execute<{ group: { mergeRequests: Page } }>(
      '{ group(id: 11) { mergeRequests(first: 2) { nodes { group { id } } } } }',
    );
    const group = { id: 'gid://service/Group/11' };
    expect(data.group.mergeRequests.nodes).toEqual([{ group }, { group }]);
    facade.forget();
    const page = await readList('(first: 2)', 'nodes { group { id } }');
    expect(page.nodes).toEqual([
      { group: { id: 'gid://service/Group/10' } },
      { group: { id: 'gid://service/Group/10' } },
    ]);
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests?page=1&per_page=2', 'GET /projects/14']);
  });

  test('contain the group that group_id of an item identifies, in the list of a group', async () => {
    const { execute, calls } = await startStubbed({
      'GET /groups/11/merge_requests': { body: [{ iid: 1, project_id: 14, group_id: 12 }] },
      'GET /groups/12': { body: { id: 12, name: 'engine' } },
    });
    expect(await execute('{ group(id: 11) { mergeRequests { nodes { group { name } } } } }')).toEqual({
      data: { group: { mergeRequests: { nodes: [{ group: { name: 'engine' } }] } } },
    });
    expect(calls).toEqual(['GET /groups/11/merge_requests?page=1&per_page=20', 'GET /groups/12?with_projects=false']);
  });

  test('contain null and NOT_FOUND for the group of a project that the caller may not read', async () => {
    const { execute } = await startStubbed({
      'GET /merge_requests': { body: [{ iid: 1, project_id: 14 }] },
      'GET /projects/14': notFound,
    });
    const { data, errors } = await execute('{ mergeRequests { nodes { iid group { name } } } }');
    expect(data).toEqual({ mergeRequests: { nodes: [{ iid: 1, group: null }] } });
    expect(errors).toMatchObject([{ path: ['mergeRequests', 'nodes', 0, 'group'], extensions: { code: 'NOT_FOUND' } }]);
  });

  test('contain milestones of a project or of a group', async () => {
    const page = await readList(
      '(filter: { milestone: { is: ANY } }, orderBy: { field: CREATED_AT, direction: ASC })',
      'nodes { iid milestone { title project { databaseId } group { databaseId } dueOn } }',
    );
    expect(page.nodes.map(({ iid, milestone }) => [iid, milestone])).toEqual([
      [1, expect.objectContaining({ title: 'Engine 3.0', project: { databaseId: 14 }, group: null })],
      [2, expect.objectContaining({ title: 'Engine 3.0', project: { databaseId: 14 }, group: null })],
      [7, expect.objectContaining({ title: 'Spring map', project: null, group: { databaseId: 9 } })],
      [8, expect.objectContaining({ title: 'Spring map', project: null, group: { databaseId: 9 } })],
    ]);
  });

  test('contain users with attributes of the list, and read a user in one call for other attributes', async () => {
    const page = await readList(
      '(filter: { iids: [2] })',
      'nodes { author { id databaseId username name state locked avatarUrl webUrl publicEmail } }',
    );
    expect(page.nodes[0]?.author).toMatchObject({ id: 'gid://service/User/5', publicEmail: 'dana.kim@example.net' });
    expect(facade.calls).toHaveLength(1);
    await readList('(filter: { iids: [2] })', 'nodes { author { bio } }');
    expect(facade.calls).toEqual([expect.anything(), expect.anything(), 'GET /users/5']);
  });

  test.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['outsider', undefined],
  ] as const)('return to the role %s the code %s for own merge requests', async (as, code) => {
    const { data, errors } = await facade.execute<{ mergeRequests: Page | null }>(
      '{ mergeRequests { nodes { iid } totalCount } }',
      {},
      { as },
    );
    expect(errors?.[0]?.extensions?.code).toBe(code);
    if (code === undefined) expect(data.mergeRequests?.totalCount).toBe(1);
    else expect(data.mergeRequests).toBeNull();
  });

  test('contain fewer merge requests of the instance for anonymous callers than for administrators', async () => {
    const { data } = await facade.execute<{ mergeRequests: Page }>(
      '{ mergeRequests(filter: { scope: ALL }) { totalCount } }',
    );
    const { data: asAdministrator } = await facade.execute<{ mergeRequests: Page }>(
      '{ mergeRequests(filter: { scope: ALL }) { totalCount } }',
      {},
      { as: 'administrator' },
    );
    expect(data.mergeRequests.totalCount).toBeGreaterThan(0);
    expect(data.mergeRequests.totalCount).toBeLessThan(asAdministrator.mergeRequests.totalCount);
  });

  test('return null and NOT_FOUND, not an empty list, for a project that the caller may not read and a group that does not exist', async () => {
    const { data, errors } = await facade.execute(`{
      project(id: 18) { mergeRequests { totalCount } }
      group(id: 4999) { mergeRequests { totalCount } }
    }`);
    expect(data).toEqual({ project: { mergeRequests: null }, group: { mergeRequests: null } });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  test('contain the newest version first', async () => {
    facade.sandbox.clock.advance(3_600_000);
    const { data } = await facade.execute<{ project: { mergeRequest: { versions: Page } } }>(
      '{ project(id: 14) { mergeRequest(iid: 5) { versions(first: 1) { totalCount nodes { databaseId headCommitSha baseCommitSha startCommitSha createdAt state changesCount patchIdSha } } } } }',
    );
    expect(data.project.mergeRequest.versions).toEqual({
      totalCount: 2,
      nodes: [
        {
          databaseId: 4_400_000_001,
          headCommitSha: 'c0ffee00'.repeat(5),
          baseCommitSha: '0'.repeat(40),
          startCommitSha: '0'.repeat(40),
          createdAt: expect.any(String),
          state: 'COLLECTED',
          changesCount: '3',
          patchIdSha: '00eeff0c'.repeat(5),
        },
      ],
    });
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests/5/versions?page=1&per_page=1']);
  });
});
