/** Filters of the three lists of merge requests. */
import { isInputObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/graph/index.ts';
import { type SandboxedFacade, sandboxWords } from '../../harness.ts';
import {
  type Filter,
  getIds,
  hasUser,
  isInKiosk,
  type Listing,
  type MergeRequestItem,
  type MergeRequestList,
  startListing,
  toEngineId,
  totalsQuery,
} from './listing.ts';

let facade: SandboxedFacade;
let listAll: Listing['listAll'];
let visible: Listing['visible'];
beforeAll(async () => {
  ({ facade, listAll, visible } = await startListing());
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

/** Filters with their REST query, and predicates for the rows that match. */
const cases: readonly (readonly [filter: Filter, query: Filter, matches: (row: MergeRequestItem) => boolean])[] = [
  [{ author: { id: '3' } }, { author_id: '3' }, ({ author }) => author.id === 3],
  [{ author: { id: 'gid://service/User/4' } }, { author_id: '4' }, ({ author }) => author.id === 4],
  [{ author: { username: 'olivia.marsh' } }, { author_username: 'olivia.marsh' }, ({ author }) => author.id === 3],
  [{ assignee: { id: '4' } }, { assignee_id: '4' }, ({ assignees }) => hasUser(assignees, 4)],
  [
    { assignee: { usernames: ['olivia.marsh', 'dana.kim'] } },
    { 'assignee_username[]': ['olivia.marsh', 'dana.kim'] },
    ({ assignees }) => hasUser(assignees, 3) && hasUser(assignees, 5),
  ],
  [{ assignee: { is: 'NONE' } }, { assignee_id: 'None' }, ({ assignees }) => assignees.length === 0],
  [{ assignee: { is: 'ANY' } }, { assignee_id: 'Any' }, ({ assignees }) => assignees.length > 0],
  [{ reviewer: { id: '5' } }, { reviewer_id: '5' }, ({ reviewers }) => hasUser(reviewers, 5)],
  [
    { reviewer: { username: 'mateo.silva' } },
    { reviewer_username: 'mateo.silva' },
    ({ reviewers }) => hasUser(reviewers, 4),
  ],
  [{ reviewer: { is: 'NONE' } }, { reviewer_id: 'None' }, ({ reviewers }) => reviewers.length === 0],
  [{ mergeUser: { id: '4' } }, { merge_user_id: '4' }, ({ merge_user }) => merge_user?.id === 4],
  [
    { mergeUser: { username: 'mateo.silva' } },
    { merge_user_username: 'mateo.silva' },
    ({ merge_user }) => merge_user?.id === 4,
  ],
  [{ approvedBy: { ids: ['3'] } }, { 'approved_by_ids[]': ['3'] }, ({ id }) => [2, 8].map(toEngineId).includes(id)],
  [
    { approvedBy: { usernames: ['olivia.marsh', 'mateo.silva'] } },
    { 'approved_by_usernames[]': ['olivia.marsh', 'mateo.silva'] },
    ({ id }) => id === toEngineId(8),
  ],
  [{ approvedBy: { is: 'ANY' } }, { 'approved_by_ids[]': ['Any'] }, ({ id }) => [2, 8].map(toEngineId).includes(id)],
  [{ approvedBy: { is: 'NONE' } }, { 'approved_by_ids[]': ['None'] }, ({ id }) => ![2, 8].map(toEngineId).includes(id)],
  [
    { labels: { names: ['bug', 'critical'] } },
    { labels: 'bug,critical' },
    ({ id }) => [2, 8].map(toEngineId).includes(id),
  ],
  [{ milestone: { title: 'Engine 3.0' } }, { milestone: 'Engine 3.0' }, ({ milestone }) => milestone?.id === 2],
  [{ milestone: { is: 'ANY' } }, { milestone: 'Any' }, ({ milestone }) => milestone !== null],
  [{ milestone: { is: 'NONE' } }, { milestone: 'None' }, ({ milestone }) => milestone === null],
  [{ myReaction: { emoji: 'thumbsup' } }, { my_reaction_emoji: 'thumbsup' }, ({ id }) => id === toEngineId(8)],
  [{ myReaction: { is: 'ANY' } }, { my_reaction_emoji: 'Any' }, ({ id }) => id === toEngineId(8)],
  [{ myReaction: { is: 'NONE' } }, { my_reaction_emoji: 'None' }, ({ id }) => id !== toEngineId(8)],
  [{ state: 'MERGED' }, { state: 'merged' }, ({ state }) => state === 'merged'],
  [{ draft: true }, { draft: 'true' }, ({ draft }) => draft],
  [{ draft: false }, { draft: 'false' }, ({ draft }) => !draft],
  [
    { sourceBranch: 'feature/faster-start' },
    { source_branch: 'feature/faster-start' },
    ({ source_branch }) => source_branch === 'feature/faster-start',
  ],
  [{ targetBranch: 'release/2.4' }, { target_branch: 'release/2.4' }, ({ id }) => id === toEngineId(11)],
  [{ environment: 'production' }, { environment: 'production' }, ({ id }) => id === toEngineId(12)],
  [{ not: { author: { id: '5' } } }, { 'not[author_id]': '5' }, ({ author }) => author.id !== 5],
  [
    { not: { author: { username: 'dana.kim' } } },
    { 'not[author_username]': 'dana.kim' },
    ({ author }) => author.id !== 5,
  ],
  [{ not: { assignee: { id: '4' } } }, { 'not[assignee_id]': '4' }, ({ assignees }) => !hasUser(assignees, 4)],
  [
    { not: { assignee: { username: 'dana.kim' } } },
    { 'not[assignee_username]': 'dana.kim' },
    ({ assignees }) => !hasUser(assignees, 5),
  ],
  [{ not: { reviewer: { id: '4' } } }, { 'not[reviewer_id]': '4' }, ({ reviewers }) => !hasUser(reviewers, 4)],
  [
    { not: { reviewer: { username: 'dana.kim' } } },
    { 'not[reviewer_username]': 'dana.kim' },
    ({ reviewers }) => !hasUser(reviewers, 5),
  ],
  [{ not: { milestone: 'Engine 3.0' } }, { 'not[milestone]': 'Engine 3.0' }, ({ milestone }) => milestone?.id !== 2],
  [{ not: { myReaction: 'thumbsup' } }, { 'not[my_reaction_emoji]': 'thumbsup' }, ({ id }) => id !== toEngineId(8)],
];

test.each(cases)('sends %j as %j and returns the matching items', async (filter, query, matches) => {
  const expected = visible.filter(matches);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(visible.length);
  expect(await listAll(filter)).toEqual(getIds(expected));
  const [{ query: sentQuery } = { query: {} }] = facade.requests;
  expect(sentQuery).toEqual({ ...query, scope: 'all', page: '1', per_page: '100' });

  facade.forget();
  const { data } = await facade.execute<{
    group: { mergeRequests: MergeRequestList };
    project: { mergeRequests: MergeRequestList };
  }>(totalsQuery, { filter, inProject: filter }, { as: 'developer' });
  const inGroup = visible.filter((row) => row.references.full.startsWith('meridian/') && !isInKiosk(row));
  expect(data.group.mergeRequests.totalCount).toBe(inGroup.filter(matches).length);
  expect(data.project.mergeRequests.totalCount).toBe(
    visible.filter((row) => row.project_id === 14 && matches(row)).length,
  );
  for (const request of facade.requests) expect(request.query).toEqual({ ...query, page: '1', per_page: '1' });
});

describe('rules of single filters', () => {
  /** Lists the iids of merge requests of the engine project. */
  async function listEngineIids(filter: Filter): Promise<readonly number[]> {
    const { data, errors } = await facade.execute<{ project: { mergeRequests: { nodes: { iid: number }[] } } }>(
      `query ($filter: ProjectMergeRequestsFilter) {
        project(id: 14) { mergeRequests(filter: $filter, first: 100) { nodes { iid } } }
      }`,
      { filter },
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    return data.project.mergeRequests.nodes.map(({ iid }) => iid);
  }
  const getRow = (iid: number) =>
    visible.find(({ id }) => id === toEngineId(iid)) ?? expect.unreachable(`no merge request ${iid}`);

  test('returns merge requests in every state by default and for ALL', async () => {
    const all = await listEngineIids({});
    expect(all).toHaveLength(60);
    expect(await listEngineIids({ state: 'ALL' })).toEqual(all);
    expect(facade.requests.at(-1)?.query.state).toBe('all');
  });

  test('returns an empty list for the state LOCKED', async () => {
    expect(await listEngineIids({ state: 'LOCKED' })).toEqual([]);
  });

  test('accepts up to five users in approvedBy, and matches merge requests that all of them have approved', async () => {
    expect(await listEngineIids({ approvedBy: { ids: ['3', '4', '5', '6', '7'] } })).toEqual([]);
    expect(await listEngineIids({ approvedBy: { ids: ['3', '4'] } })).toEqual([8]);
    expect(facade.calls).toEqual([
      expect.stringMatching(/^GET \/projects\/14\/merge_requests\?(approved_by_ids%5B%5D=\d&){5}/),
      expect.stringMatching(/^GET \/projects\/14\/merge_requests\?(approved_by_ids%5B%5D=\d&){2}/),
    ]);
  });

  test('sends None and Any for is, in place of a number', async () => {
    await listEngineIids({ assignee: { is: 'ANY' }, approvedBy: { is: 'NONE' }, approver: { is: 'ANY' } });
    expect(facade.requests[0]?.query).toMatchObject({
      assignee_id: 'Any',
      'approved_by_ids[]': ['None'],
      'approver_ids[]': ['Any'],
    });
  });

  test('filters by eligible approvers', async () => {
    const [byUser, any, none] = await Promise.all([
      listAll({ approver: { ids: ['4'] } }),
      listAll({ approver: { is: 'ANY' } }),
      listAll({ approver: { is: 'NONE' } }),
    ]);
    expect(byUser.length).toBeGreaterThan(0);
    expect(byUser.length).toBeLessThan(any.length);
    expect([...any, ...none].toSorted((a, b) => a - b)).toEqual(getIds(visible));
  });

  test('searches titles and descriptions by default, and only those in searchIn otherwise', async () => {
    expect(await listEngineIids({ search: 'rivers end' })).toEqual([2]);
    expect(await listEngineIids({ search: 'rivers end', searchIn: ['TITLE'] })).toEqual([]);
    expect(await listEngineIids({ search: 'coastlines', searchIn: ['DESCRIPTION'] })).toEqual([]);
    expect(await listEngineIids({ search: 'coastlines', searchIn: ['TITLE', 'DESCRIPTION'] })).toEqual([2]);
    expect(facade.requests.map(({ query }) => query.in)).toEqual([
      undefined,
      'title',
      'description',
      'title,description',
    ]);
  });

  test('sends None and Any for labels, and matches merge requests without and with labels', async () => {
    const [none, any] = await Promise.all([
      listEngineIids({ labels: { is: 'NONE' } }),
      listEngineIids({ labels: { is: 'ANY' } }),
    ]);
    expect(none.length + any.length).toBe(60);
    expect(none).toContain(10);
    expect(any).toContain(2);
    expect(facade.requests.map(({ query }) => query.labels).toSorted()).toEqual(['Any', 'None']);
    // This call uses names of the contract.
    if (sandboxWords !== undefined) return;
    const raw = await fetch(`${facade.sandbox.url}/projects/14/merge_requests?labels=none&per_page=100`);
    expect(await raw.json()).toHaveLength(none.length);
  });

  test('sends the negated labels as one string and excludes them', async () => {
    const iids = await listEngineIids({ not: { labels: ['bug', 'critical'] } });
    expect(facade.requests[0]?.query['not[labels]']).toBe('bug,critical');
    expect(iids).not.toContain(2);
    expect(iids).toContain(7);
    expect(iids).toHaveLength(58);
  });

  test.each([
    ['created', 'created_at'],
    ['updated', 'updated_at'],
  ] as const)('includes a merge request exactly at the bounds of %s', async (name, attribute) => {
    const bound = getRow(30)[attribute];
    expect(await listEngineIids({ [`${name}After`]: bound, [`${name}Before`]: bound })).toEqual([30]);
    expect(facade.requests[0]?.query).toMatchObject({ [`${name}_after`]: bound, [`${name}_before`]: bound });
  });

  test('filters by times of deployment and by environment', async () => {
    const { startedAt } = facade.sandbox.store;
    const days = (count: number) => new Date(startedAt - count * 24 * 3_600_000).toISOString();
    expect(await listEngineIids({ deployedAfter: days(21), deployedBefore: days(19) })).toEqual([12]);
    expect(await listEngineIids({ deployedAfter: days(17) })).toEqual([]);
    expect(
      await listEngineIids({ environment: 'production', deployedAfter: days(21), deployedBefore: days(19) }),
    ).toEqual([]);
    expect(facade.requests[2]?.query).toMatchObject({
      environment: 'production',
      deployed_after: days(21),
      deployed_before: days(19),
    });
  });

  test('filters by several iids', async () => {
    expect(await listEngineIids({ iids: [2, 7] })).toEqual([7, 2]);
    expect(facade.requests[0]?.query['iids[]']).toEqual(['2', '7']);
  });

  test('returns an empty list without a call for empty iids, in each list that has this filter', async () => {
    const selection = 'totalCount nodes { iid } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor }';
    const list = `mergeRequests(filter: { iids: [], state: OPENED }) { ${selection} }`;
    const { data } = await facade.execute<Record<'project' | 'label', object>>(
      `{ project(id: 14) { ${list} } label(id: "gid://service/Label/14/1") { name ${list} } }`,
      {},
      { as: 'developer' },
    );
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, endCursor: null };
    const mergeRequests = { totalCount: 0, nodes: [], edges: [], pageInfo };
    expect(data).toEqual({ project: { mergeRequests }, label: { name: expect.any(String), mergeRequests } });
    expect(facade.calls).toEqual(['GET /projects/14/labels/1']);
    const filters = Object.values(schema.getTypeMap()).filter(
      (type) => isInputObjectType(type) && 'iids' in type.getFields(),
    );
    expect(filters.map(String)).toEqual(['LabelMergeRequestsFilter', 'ProjectMergeRequestsFilter']);
  });

  test('ignores null for iids, and other filters whose list is empty', async () => {
    const { data } = await facade.execute<Record<'all' | 'same', { mergeRequests: MergeRequestList }>>(
      `{
        all: project(id: 14) { mergeRequests { totalCount } }
        same: project(id: 14) {
          mergeRequests(filter: { iids: null, labels: { names: [] }, approver: { ids: [] } }) { totalCount }
        }
      }`,
      {},
      { as: 'developer' },
    );
    expect(data.same.mergeRequests.totalCount).toBe(data.all.mergeRequests.totalCount);
    expect(facade.calls).toEqual(['GET /projects/14/merge_requests?page=1&per_page=1']);
  });

  test('filters by the source project in the lists of a group and a project', async () => {
    const fork = getRow(9).source_project_id;
    const forkId = `gid://service/Project/${fork}`;
    const { data } = await facade.execute<{
      group: { mergeRequests: MergeRequestList };
      project: { mergeRequests: MergeRequestList };
    }>(totalsQuery, { filter: { sourceProject: forkId }, inProject: { sourceProject: forkId } }, { as: 'developer' });
    expect(data).toEqual({
      group: { mergeRequests: { totalCount: 1 } },
      project: { mergeRequests: { totalCount: 1 } },
    });
    for (const { query } of facade.requests) expect(query.source_project_id).toBe(String(fork));
  });

  test('sends the other filters together, and for all three lists', async () => {
    const [early, late] = ['2020-01-02T03:04:05.000Z', '2090-01-02T03:04:05.000Z'];
    const filter = {
      search: 'e',
      searchIn: ['TITLE'],
      labels: { is: 'ANY' },
      approver: { is: 'ANY' },
      nonArchived: true,
      scope: 'ALL',
      createdAfter: early,
      createdBefore: late,
      updatedAfter: early,
      updatedBefore: late,
      deployedAfter: early,
      deployedBefore: late,
      not: { labels: ['bug'] },
    };
    const fromEngine = { ...filter, sourceProject: '14' };
    const { data } = await facade.execute(
      totalsQuery,
      { filter: fromEngine, inProject: fromEngine },
      { as: 'developer' },
    );
    const expectedList = { mergeRequests: { totalCount: 1 } };
    expect(data).toEqual({ group: expectedList, project: expectedList });
    expect(await listAll(filter)).toEqual([toEngineId(12)]);
    for (const { query } of facade.requests)
      expect(query).toMatchObject({
        search: 'e',
        in: 'title',
        labels: 'Any',
        'approver_ids[]': ['Any'],
        non_archived: 'true',
        scope: 'all',
        created_after: early,
        created_before: late,
        updated_after: early,
        updated_before: late,
        deployed_after: early,
        deployed_before: late,
        'not[labels]': 'bug',
      });
  });

  test('ignores an empty list and null', async () => {
    expect(
      await listEngineIids({ labels: { names: [] }, draft: null, author: null, approvedBy: { ids: [] } }),
    ).toHaveLength(60);
    expect(facade.requests[0]?.query).toEqual({ page: '1', per_page: '100', view: 'simple' });
  });
});
