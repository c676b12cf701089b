/** Filters and orders of the three lists of merge requests: document 1, section 4.6. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MergeRequestRow, mergeRequestTable } from '../../../src/sandbox/merge-requests/rows.ts';
import { projects } from '../../../src/sandbox/world/projects.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';

let facade: SandboxedFacade;
/** All that a developer may see. */
let visible: readonly MergeRequestRow[];

interface Listed {
  readonly totalCount: number;
  readonly nodes: readonly { readonly databaseId: number }[];
}
type Filter = Readonly<Record<string, unknown>>;

const instance = `query ($filter: MergeRequestFilter) { mergeRequests(filter: $filter, first: 300) { totalCount nodes { databaseId } } }`;
const totals = `query ($filter: MergeRequestFilter, $source: ID) {
  group(id: 9) { mergeRequests(filter: $filter, sourceProject: $source) { totalCount } }
  project(id: 14) { mergeRequests(filter: $filter, sourceProject: $source) { totalCount } }
}`;

async function listAll(filter: Filter): Promise<readonly number[]> {
  const { data, errors } = await facade.ask<{ mergeRequests: Listed }>(
    instance,
    { filter: { scope: 'ALL', ...filter } },
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  return data.mergeRequests.nodes.map(({ databaseId }) => databaseId).toSorted((a, b) => a - b);
}

beforeAll(async () => {
  facade = await startSandboxed();
  const ids = new Set(await listAll({}));
  visible = mergeRequestTable(facade.sandbox.store).where(({ id }) => ids.has(id));
  facade.forget();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const idsOf = (rows: readonly MergeRequestRow[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
const engine = (iid: number) => 300 + iid;

/** A filter, what it is on the wire, and the rows that it lets through. */
const cases: readonly (readonly [filter: Filter, query: Filter, keeps: (row: MergeRequestRow) => boolean])[] = [
  [{ author: { id: '3' } }, { author_id: '3' }, ({ authorId }) => authorId === 3],
  [{ author: { id: 'gid://service/User/4' } }, { author_id: '4' }, ({ authorId }) => authorId === 4],
  [{ author: { username: 'olivia.marsh' } }, { author_username: 'olivia.marsh' }, ({ authorId }) => authorId === 3],
  [{ assignee: { id: '4' } }, { assignee_id: '4' }, ({ assigneeIds }) => assigneeIds.includes(4)],
  [
    { assignee: { usernames: ['olivia.marsh', 'dana.kim'] } },
    { 'assignee_username[]': ['olivia.marsh', 'dana.kim'] },
    ({ assigneeIds }) => assigneeIds.includes(3) && assigneeIds.includes(5),
  ],
  [{ assignee: { is: 'NONE' } }, { assignee_id: 'None' }, ({ assigneeIds }) => assigneeIds.length === 0],
  [{ assignee: { is: 'ANY' } }, { assignee_id: 'Any' }, ({ assigneeIds }) => assigneeIds.length > 0],
  [{ reviewer: { id: '5' } }, { reviewer_id: '5' }, ({ reviewerIds }) => reviewerIds.includes(5)],
  [
    { reviewer: { username: 'mateo.silva' } },
    { reviewer_username: 'mateo.silva' },
    ({ reviewerIds }) => reviewerIds.includes(4),
  ],
  [{ reviewer: { is: 'NONE' } }, { reviewer_id: 'None' }, ({ reviewerIds }) => reviewerIds.length === 0],
  [{ mergeUser: { id: '4' } }, { merge_user_id: '4' }, ({ mergeUserId }) => mergeUserId === 4],
  [
    { mergeUser: { username: 'mateo.silva' } },
    { merge_user_username: 'mateo.silva' },
    ({ mergeUserId }) => mergeUserId === 4,
  ],
  [{ approvedBy: { ids: ['3'] } }, { 'approved_by_ids[]': ['3'] }, ({ id }) => [2, 8].map(engine).includes(id)],
  [
    { approvedBy: { usernames: ['olivia.marsh', 'mateo.silva'] } },
    { 'approved_by_usernames[]': ['olivia.marsh', 'mateo.silva'] },
    ({ id }) => id === engine(8),
  ],
  [{ approvedBy: { is: 'ANY' } }, { 'approved_by_ids[]': ['Any'] }, ({ approvals }) => approvals.length > 0],
  [{ approvedBy: { is: 'NONE' } }, { 'approved_by_ids[]': ['None'] }, ({ approvals }) => approvals.length === 0],
  [{ labels: { names: ['bug', 'critical'] } }, { labels: 'bug,critical' }, ({ id }) => [2, 8].map(engine).includes(id)],
  [{ milestone: { title: 'Engine 3.0' } }, { milestone: 'Engine 3.0' }, ({ milestoneId }) => milestoneId === 2],
  [{ milestone: { is: 'ANY' } }, { milestone: 'Any' }, ({ milestoneId }) => milestoneId !== null],
  [{ milestone: { is: 'NONE' } }, { milestone: 'None' }, ({ milestoneId }) => milestoneId === null],
  [{ myReaction: { emoji: 'thumbsup' } }, { my_reaction_emoji: 'thumbsup' }, ({ id }) => id === engine(8)],
  [{ myReaction: { is: 'ANY' } }, { my_reaction_emoji: 'Any' }, ({ id }) => id === engine(8)],
  [{ myReaction: { is: 'NONE' } }, { my_reaction_emoji: 'None' }, ({ id }) => id !== engine(8)],
  [{ state: 'MERGED' }, { state: 'merged' }, ({ state }) => state === 'merged'],
  [{ draft: true }, { draft: 'true' }, ({ draft }) => draft],
  [{ draft: false }, { draft: 'false' }, ({ draft }) => !draft],
  [{ wip: 'YES' }, { wip: 'yes' }, ({ draft }) => draft],
  [{ wip: 'NO' }, { wip: 'no' }, ({ draft }) => !draft],
  [
    { sourceBranch: 'feature/faster-start' },
    { source_branch: 'feature/faster-start' },
    ({ sourceBranch }) => sourceBranch === 'feature/faster-start',
  ],
  [{ targetBranch: 'release/2.4' }, { target_branch: 'release/2.4' }, ({ id }) => id === engine(11)],
  [{ environment: 'production' }, { environment: 'production' }, ({ id }) => id === engine(12)],
  [{ not: { author: { id: '5' } } }, { 'not[author_id]': '5' }, ({ authorId }) => authorId !== 5],
  [
    { not: { author: { username: 'dana.kim' } } },
    { 'not[author_username]': 'dana.kim' },
    ({ authorId }) => authorId !== 5,
  ],
  [{ not: { assignee: { id: '4' } } }, { 'not[assignee_id]': '4' }, ({ assigneeIds }) => !assigneeIds.includes(4)],
  [
    { not: { assignee: { username: 'dana.kim' } } },
    { 'not[assignee_username]': 'dana.kim' },
    ({ assigneeIds }) => !assigneeIds.includes(5),
  ],
  [{ not: { reviewer: { id: '4' } } }, { 'not[reviewer_id]': '4' }, ({ reviewerIds }) => !reviewerIds.includes(4)],
  [
    { not: { reviewer: { username: 'dana.kim' } } },
    { 'not[reviewer_username]': 'dana.kim' },
    ({ reviewerIds }) => !reviewerIds.includes(5),
  ],
  [{ not: { milestone: 'Engine 3.0' } }, { 'not[milestone]': 'Engine 3.0' }, ({ milestoneId }) => milestoneId !== 2],
  [{ not: { myReaction: 'thumbsup' } }, { 'not[my_reaction_emoji]': 'thumbsup' }, ({ id }) => id !== engine(8)],
];

test.each(cases)('%j travels as %j and lets through what it says', async (filter, query, keeps) => {
  const expected = visible.filter(keeps);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(visible.length);
  expect(await listAll(filter)).toEqual(idsOf(expected));
  const [{ query: sent } = { query: {} }] = facade.requests;
  expect(sent).toEqual({ ...query, scope: 'all', view: 'simple', page: '1', per_page: '100' });

  facade.forget();
  const { data } = await facade.ask<{ group: { mergeRequests: Listed }; project: { mergeRequests: Listed } }>(
    totals,
    { filter },
    { as: 'developer' },
  );
  const inGroup = visible.filter(({ id }) => {
    const project = projects(facade.sandbox.store).get(mergeRequestTable(facade.sandbox.store).get(id)?.projectId ?? 0);
    return (
      project?.namespace.kind === 'group' && [9, 10, 11, 12, 13, 15].includes(project.namespace.id) && !project.archived
    );
  });
  expect(data.group.mergeRequests.totalCount).toBe(inGroup.filter(keeps).length);
  expect(data.project.mergeRequests.totalCount).toBe(
    visible.filter((row) => row.projectId === 14 && keeps(row)).length,
  );
  for (const request of facade.requests) expect(request.query).toEqual({ ...query, page: '1', per_page: '1' });
});

describe('rules of single filters', () => {
  /** Numbers within the engine project. */
  async function inEngine(filter: Filter, args = ''): Promise<readonly number[]> {
    const { data, errors } = await facade.ask<{ project: { mergeRequests: { nodes: { iid: number }[] } } }>(
      `query ($filter: MergeRequestFilter) {
        project(id: 14) { mergeRequests(filter: $filter, first: 100 ${args}) { nodes { iid } } }
      }`,
      { filter },
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    return data.project.mergeRequests.nodes.map(({ iid }) => iid);
  }
  const rowOf = (iid: number) =>
    mergeRequestTable(facade.sandbox.store).get(engine(iid)) ?? expect.unreachable(`no merge request ${iid}`);

  test('R-MRQ-04 every state is listed unless one is asked for; ALL says so', async () => {
    const all = await inEngine({});
    expect(all).toHaveLength(60);
    expect(await inEngine({ state: 'ALL' })).toEqual(all);
    expect(facade.requests.at(-1)?.query.state).toBe('all');
  });

  test('R-MRQ-05 the locked state finds nothing', async () => {
    expect(await inEngine({ state: 'LOCKED' })).toEqual([]);
  });

  test('R-MRQ-06 up to five approvers, all of whom have approved', async () => {
    expect(await inEngine({ approvedBy: { ids: ['3', '4', '5', '6', '7'] } })).toEqual([]);
    expect(await inEngine({ approvedBy: { ids: ['3', '4'] } })).toEqual([8]);
    expect(facade.calls).toEqual([
      expect.stringMatching(/^GET \/projects\/14\/merge_requests\?(approved_by_ids%5B%5D=\d&){5}/),
      expect.stringMatching(/^GET \/projects\/14\/merge_requests\?(approved_by_ids%5B%5D=\d&){2}/),
    ]);
  });

  test('R-MRQ-07 None and Any are words, where a number stands otherwise too', async () => {
    await inEngine({ assignee: { is: 'ANY' }, approvedBy: { is: 'NONE' }, approver: { is: 'ANY' } });
    expect(facade.requests[0]?.query).toMatchObject({
      assignee_id: 'Any',
      'approved_by_ids[]': ['None'],
      'approver_ids[]': ['Any'],
    });
  });

  test('R-MRQ-08 eligible approvers', async () => {
    const [of4, any, none] = await Promise.all([
      listAll({ approver: { ids: ['4'] } }),
      listAll({ approver: { is: 'ANY' } }),
      listAll({ approver: { is: 'NONE' } }),
    ]);
    expect(of4.length).toBeGreaterThan(0);
    expect(of4.length).toBeLessThan(any.length);
    expect([...any, ...none].toSorted((a, b) => a - b)).toEqual(idsOf(visible));
  });

  test('R-MRQ-14 a search looks through titles and descriptions, or one of them', async () => {
    expect(await inEngine({ search: 'rivers end' })).toEqual([2]);
    expect(await inEngine({ search: 'rivers end', searchIn: ['TITLE'] })).toEqual([]);
    expect(await inEngine({ search: 'coastlines', searchIn: ['DESCRIPTION'] })).toEqual([]);
    expect(await inEngine({ search: 'coastlines', searchIn: ['TITLE', 'DESCRIPTION'] })).toEqual([2]);
    expect(facade.requests.map(({ query }) => query.in)).toEqual([
      undefined,
      'title',
      'description',
      'title,description',
    ]);
  });

  test('R-MRQ-15 labels by name, none and any; a label may not have one of these names in the filter', async () => {
    const [none, any] = await Promise.all([inEngine({ labels: { is: 'NONE' } }), inEngine({ labels: { is: 'ANY' } })]);
    expect(none.length + any.length).toBe(60);
    expect(none).toContain(10);
    expect(any).toContain(2);
    expect(facade.requests.map(({ query }) => query.labels).toSorted()).toEqual(['Any', 'None']);
    const raw = await fetch(`${facade.sandbox.url}/projects/14/merge_requests?labels=none&per_page=100`);
    expect(await raw.json()).toHaveLength(none.length);
  });

  test('R-MRQ-16 the negated labels travel as one text and leave out the others', async () => {
    const left = await inEngine({ not: { labels: ['bug', 'critical'] } });
    expect(facade.requests[0]?.query['not[labels]']).toBe('bug,critical');
    expect(left).not.toContain(2);
    expect(left).toContain(7);
    expect(left).toHaveLength(58);
  });

  test.each([
    ['created', 'createdAt'],
    ['updated', 'updatedAt'],
  ] as const)('R-MRQ-17 a merge request exactly at the bounds of %s is listed', async (name, attribute) => {
    const at = new Date(rowOf(30)[attribute]).toISOString();
    expect(await inEngine({ [`${name}After`]: at, [`${name}Before`]: at })).toEqual([30]);
    expect(facade.requests[0]?.query).toMatchObject({ [`${name}_after`]: at, [`${name}_before`]: at });
  });

  test('deployed after and before, to an environment', async () => {
    const { startedAt } = facade.sandbox.store;
    const days = (count: number) => new Date(startedAt - count * 24 * 3_600_000).toISOString();
    expect(await inEngine({ deployedAfter: days(21), deployedBefore: days(19) })).toEqual([12]);
    expect(await inEngine({ deployedAfter: days(17) })).toEqual([]);
    expect(await inEngine({ environment: 'production', deployedAfter: days(21), deployedBefore: days(19) })).toEqual(
      [],
    );
    expect(facade.requests[2]?.query).toMatchObject({
      environment: 'production',
      deployed_after: days(21),
      deployed_before: days(19),
    });
  });

  test('several numbers of one project', async () => {
    expect(await inEngine({}, 'iids: [2, 7]')).toEqual([7, 2]);
    expect(facade.requests[0]?.query['iids[]']).toEqual(['2', '7']);
  });

  test('R-MRQ-19 the source project is an argument of the lists of a group and a project only', async () => {
    const fork = rowOf(9).sourceProjectId ?? 0;
    const { data } = await facade.ask<{ group: { mergeRequests: Listed }; project: { mergeRequests: Listed } }>(
      totals,
      { source: `gid://service/Project/${fork}` },
      { as: 'developer' },
    );
    expect(data).toEqual({
      group: { mergeRequests: { totalCount: 1 } },
      project: { mergeRequests: { totalCount: 1 } },
    });
    for (const { query } of facade.requests) expect(query.source_project_id).toBe(String(fork));
    const refused = await facade.ask('{ mergeRequests(sourceProject: "14") { totalCount } }');
    expect(refused.errors?.[0]?.message).toContain('Unknown argument "sourceProject"');
  });

  test('an empty list and null filter nothing', async () => {
    expect(await inEngine({ labels: { names: [] }, draft: null, author: null, approvedBy: { ids: [] } })).toHaveLength(
      60,
    );
    expect(facade.requests[0]?.query).toEqual({ page: '1', per_page: '100', view: 'simple' });
  });
});

describe('orders', () => {
  const orders = [
    ['CREATED_AT', 'created_at', ({ createdAt }: MergeRequestRow) => createdAt],
    ['UPDATED_AT', 'updated_at', ({ updatedAt }: MergeRequestRow) => updatedAt],
    ['MERGED_AT', 'merged_at', ({ mergedAt }: MergeRequestRow) => mergedAt ?? Number.POSITIVE_INFINITY],
    ['POPULARITY', 'popularity', ({ upvotes }: MergeRequestRow) => upvotes],
    ['TITLE', 'title', ({ title }: MergeRequestRow) => title.toLowerCase()],
    ['MILESTONE_DUE', 'milestone_due', ({ milestoneId }: MergeRequestRow) => ({ 1: 1, 2: 2 })[milestoneId ?? 0] ?? 3],
    ['PRIORITY', 'priority', ({ milestoneId }: MergeRequestRow) => ({ 1: 1, 2: 2 })[milestoneId ?? 0] ?? 3],
    ['LABEL_PRIORITY', 'label_priority', () => 0],
  ] as const;

  test.each(orders)('by %s in both directions', async (orderBy, word, key) => {
    const rows = visible.filter(({ projectId }) => projectId === 14);
    for (const [sort, sign] of [['ASC', 1] as const, ['DESC', -1] as const]) {
      const { data } = await facade.ask<{ project: { mergeRequests: { nodes: { iid: number }[] } } }>(
        `{ project(id: 14) { mergeRequests(orderBy: ${orderBy}, sort: ${sort}, first: 60) { nodes { iid } } } }`,
        {},
        { as: 'developer' },
      );
      const expected = rows
        .toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
        .map(({ iid }) => iid);
      expect(data.project.mergeRequests.nodes.map(({ iid }) => iid)).toEqual(expected);
    }
    expect(facade.requests.map(({ query }) => [query.order_by, query.sort])).toEqual([
      [word, 'asc'],
      [word, 'desc'],
    ]);
  });

  test('R-MRQ-18 the newest come first unless said otherwise', async () => {
    const { data } = await facade.ask<{ project: { mergeRequests: { nodes: { iid: number }[] } } }>(
      '{ project(id: 14) { mergeRequests(first: 3) { nodes { iid } } } }',
    );
    expect(data.project.mergeRequests.nodes.map(({ iid }) => iid)).toEqual([60, 59, 58]);
    expect(facade.requests[0]?.query).toEqual({ page: '1', per_page: '3', view: 'simple' });
  });

  test('the lists of the instance and of a group take orders too', async () => {
    await facade.ask(
      `{
        mergeRequests(orderBy: TITLE, sort: ASC, filter: { scope: ALL }) { nodes { title } }
        group(id: 9) { mergeRequests(orderBy: TITLE, sort: ASC) { nodes { title } } }
      }`,
      {},
      { as: 'developer' },
    );
    for (const { query } of facade.requests) expect(query).toMatchObject({ order_by: 'title', sort: 'asc' });
  });
});

describe('defaults of the three lists', () => {
  const all = `{
    mergeRequests { totalCount }
    group(id: 9) { mergeRequests { totalCount } }
    kiosk: project(id: "meridian/apps/kiosk") { mergeRequests { totalCount } }
  }`;

  test('R-MRQ-01 the instance shows those of the caller, a group everybody’s', async () => {
    const { data } = await facade.ask<{ mergeRequests: Listed; group: { mergeRequests: Listed } }>(
      all,
      {},
      { as: 'maintainer' },
    );
    const own = visible.filter(({ authorId }) => authorId === 4);
    expect(data.mergeRequests.totalCount).toBe(own.length);
    expect(data.group.mergeRequests.totalCount).toBeGreaterThan(own.length);
    for (const { query } of facade.requests) expect(query).not.toHaveProperty('scope');
  });

  test.each([
    ['CREATED_BY_ME', 'created_by_me', ({ authorId }: MergeRequestRow) => authorId === 5],
    ['ASSIGNED_TO_ME', 'assigned_to_me', ({ assigneeIds }: MergeRequestRow) => assigneeIds.includes(5)],
    ['REVIEWS_FOR_ME', 'reviews_for_me', ({ reviewerIds }: MergeRequestRow) => reviewerIds.includes(5)],
  ] as const)('the scope %s', async (scope, word, keeps) => {
    expect(await listAll({ scope })).toEqual(idsOf(visible.filter(keeps)));
    expect(facade.requests[0]?.query.scope).toBe(word);
    facade.forget();
    await facade.ask(totals, { filter: { scope } }, { as: 'developer' });
    expect(facade.requests.map(({ query }) => query.scope)).toEqual([word, word]);
  });

  test('R-MRQ-02 archived projects: in the list of the instance, not in that of a group, unless said otherwise', async () => {
    const kiosk = projects(facade.sandbox.store).find(({ path }) => path === 'kiosk')?.id;
    const inKiosk = visible.filter(({ projectId }) => projectId === kiosk).map(({ id }) => id);
    expect(inKiosk.length).toBeGreaterThan(0);
    expect(await listAll({})).toEqual(expect.arrayContaining(inKiosk));
    expect(await listAll({ nonArchived: true })).not.toEqual(expect.arrayContaining(inKiosk));
    const inGroup = async (filter: Filter) => {
      const { data } = await facade.ask<{ group: { mergeRequests: Listed } }>(totals, { filter }, { as: 'developer' });
      return data.group.mergeRequests.totalCount;
    };
    expect((await inGroup({ nonArchived: false })) - (await inGroup({}))).toBeGreaterThanOrEqual(inKiosk.length);
    expect(facade.requests.map(({ query }) => query.non_archived)).toContain('false');
  });

  test('R-MRQ-03 an author of the instance needs a scope beside it', async () => {
    const withDefault = await facade.ask<{ mergeRequests: Listed }>(
      '{ mergeRequests(filter: { author: { id: 3 } }) { totalCount } }',
      {},
      { as: 'developer' },
    );
    expect(withDefault.data.mergeRequests.totalCount).toBe(0);
    expect((await listAll({ author: { id: '3' } })).length).toBeGreaterThan(0);
  });
});

describe('bad input', () => {
  test('names every violation at once and calls nothing', async () => {
    const { data, errors } = await facade.ask(
      `query ($filter: MergeRequestFilter) {
        project(id: 14) { mergeRequests(filter: $filter, sourceProject: "a/b", orderBy: UNKNOWN, first: -1) { totalCount } }
      }`,
      {
        filter: {
          approvedBy: { ids: ['1', '2', '3', '4', '5', 'x'] },
          approver: { ids: ['gid://service/Project/3'] },
          assignee: { is: 'UNKNOWN' },
          labels: { names: ['fine', 'a,b', 'Any'] },
          milestone: { title: 'none' },
          reviewer: { username: 'None' },
          draft: true,
          wip: 'NO',
          state: 'UNKNOWN',
          not: { labels: ['a,b'], author: { id: 'nobody' } },
        },
      },
      { as: 'developer' },
    );
    expect(data).toEqual({ project: { mergeRequests: null } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.extensions?.violations).toEqual(
      expect.arrayContaining([
        { path: ['filter', 'approvedBy', 'ids'], message: 'must hold at most 5 items' },
        { path: ['filter', 'approvedBy', 'ids', 5], message: 'must be the global id or the number of a User' },
        { path: ['filter', 'approver', 'ids', 0], message: 'must be the id of a User, not of a Project' },
        { path: ['filter', 'assignee', 'is'], message: 'must be one of NONE, ANY' },
        { path: ['filter', 'labels', 'names', 1], message: 'must be a label name without a comma' },
        {
          path: ['filter', 'labels', 'names', 2],
          message: 'must not be "Any", which means something else upstream: use the member is',
        },
        {
          path: ['filter', 'milestone', 'title'],
          message: 'must not be "none", which means something else upstream: use the member is',
        },
        {
          path: ['filter', 'reviewer', 'username'],
          message: 'must not be "None", which means something else upstream: use the member is',
        },
        { path: ['filter', 'state'], message: 'must be one of ALL, OPENED, CLOSED, LOCKED, MERGED' },
        { path: ['filter', 'not', 'labels', 0], message: 'must be a label name without a comma' },
        { path: ['filter', 'not', 'author', 'id'], message: 'must be the global id or the number of a User' },
        { path: ['filter', 'wip'], message: 'cannot be combined with draft' },
        { path: ['sourceProject'], message: 'must be the global id or the number of a Project' },
        { path: ['orderBy'], message: expect.stringContaining('must be one of CREATED_AT') },
        { path: ['first'], message: expect.stringContaining('must be between') },
      ]),
    );
    expect(errors?.[0]?.extensions?.violations).toHaveLength(15);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    ['R-MRQ-09', { assignee: { id: '1', usernames: ['a'] } }],
    ['R-MRQ-10', { author: { id: '1', username: 'a' } }],
    ['R-MRQ-11', { mergeUser: { id: '1', username: 'a' } }],
    ['R-MRQ-12', { reviewer: { id: '1', username: 'a' } }],
    ['R-MRQ-12', { reviewer: { username: 'a', is: 'ANY' } }],
    ['R-MRQ-16', { not: { author: { id: '1', username: 'a' } } }],
    ['R-MRQ-06', { approvedBy: { ids: ['1'], is: 'NONE' } }],
  ])('%s the type of the filter excludes %j', async (_, filter) => {
    const { errors } = await facade.ask(totals, { filter }, { as: 'developer' });
    expect(errors?.[0]?.message).toContain('Exactly one key must be specified');
    expect(facade.calls).toEqual([]);
  });

  test('R-MRQ-06 R-MRQ-13 six approvers, and draft together with wip', async () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { errors } = await facade.ask(
      instance,
      { filter: { approvedBy: { usernames: six }, draft: false, wip: 'YES' } },
      { as: 'developer' },
    );
    expect(errors?.[0]?.extensions?.violations).toEqual([
      { path: ['filter', 'approvedBy', 'usernames'], message: 'must hold at most 5 items' },
      { path: ['filter', 'wip'], message: 'cannot be combined with draft' },
    ]);
    expect(facade.calls).toEqual([]);
  });
});

test('R-MRQ-22 a recheck of the merge status is asked for, happens later, and not for callers below Developer', async () => {
  const statuses = async (role: 'guest' | 'developer', args: string) => {
    const { data } = await facade.ask<{
      project: {
        mergeRequests: { nodes: { detailedMergeStatus: string; mergeStatus: string; hasConflicts: boolean }[] };
      };
    }>(
      `{ project(id: 14) { mergeRequests(iids: [10] ${args}) { nodes { detailedMergeStatus mergeStatus hasConflicts } } } }`,
      {},
      { as: role },
    );
    return data.project.mergeRequests.nodes[0];
  };
  const recheck = 'withMergeStatusRecheck: true';
  const unchecked = { detailedMergeStatus: 'unchecked', mergeStatus: 'unchecked', hasConflicts: false };
  expect(await statuses('guest', recheck)).toEqual(unchecked);
  expect(facade.requests[0]?.query.with_merge_status_recheck).toBe('true');
  facade.sandbox.clock.advance(60_000);
  expect(await statuses('guest', '')).toEqual(unchecked);
  expect(await statuses('developer', recheck)).toEqual(unchecked);
  facade.sandbox.clock.advance(2000);
  expect(await statuses('developer', '')).toMatchObject({ detailedMergeStatus: 'checking' });
  facade.sandbox.clock.advance(60_000);
  // R-MRQ-23
  expect(await statuses('developer', '')).toEqual({
    detailedMergeStatus: 'conflict',
    mergeStatus: 'cannot_be_merged',
    hasConflicts: true,
  });
  await facade.ask(
    '{ mergeRequests(withMergeStatusRecheck: true) { nodes { hasConflicts } } group(id: 9) { mergeRequests(withMergeStatusRecheck: true) { nodes { hasConflicts } } } }',
    {},
    { as: 'developer' },
  );
  for (const { query } of facade.requests.slice(-2)) expect(query.with_merge_status_recheck).toBe('true');
});
