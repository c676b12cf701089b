/** Orders and defaults of the three lists of merge requests. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxedFacade } from '../../harness.ts';
import {
  type Filter,
  getIds,
  hasUser,
  isInKiosk,
  type Listing,
  type MergeRequestItem,
  type MergeRequestList,
  startListing,
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

describe('orders', () => {
  const orders = [
    ['CREATED_AT', 'created_at', ({ created_at }: MergeRequestItem) => created_at],
    ['UPDATED_AT', 'updated_at', ({ updated_at }: MergeRequestItem) => updated_at],
    ['MERGED_AT', 'merged_at', ({ merged_at }: MergeRequestItem) => merged_at ?? '9999'],
    ['POPULARITY', 'popularity', ({ upvotes }: MergeRequestItem) => upvotes],
    ['TITLE', 'title', ({ title }: MergeRequestItem) => title.toLowerCase()],
    ['MILESTONE_DUE', 'milestone_due', ({ milestone }: MergeRequestItem) => milestone?.id ?? 3],
    ['PRIORITY', 'priority', ({ milestone }: MergeRequestItem) => milestone?.id ?? 3],
    ['LABEL_PRIORITY', 'label_priority', () => 0],
  ] as const;

  test.each(orders)('sort by %s in both directions', async (orderBy, restValue, key) => {
    const rows = visible.filter(({ project_id }) => project_id === 14);
    for (const [sort, sign] of [['ASC', 1] as const, ['DESC', -1] as const]) {
      const { data } = await facade.execute<{ project: { mergeRequests: { nodes: { iid: number }[] } } }>(
        `{ project(id: 14) { mergeRequests(first: 60, orderBy: { field: ${orderBy}, direction: ${sort} }) { nodes { iid } } } }`,
        {},
        { as: 'developer' },
      );
      const expected = rows
        .toSorted((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
        .map(({ iid }) => iid);
      expect(data.project.mergeRequests.nodes.map(({ iid }) => iid)).toEqual(expected);
    }
    expect(facade.requests.map(({ query }) => [query.order_by, query.sort])).toEqual([
      [restValue, 'asc'],
      [restValue, 'desc'],
    ]);
  });

  test('sort the newest first by default', async () => {
    const { data } = await facade.execute<{ project: { mergeRequests: { nodes: { iid: number }[] } } }>(
      '{ project(id: 14) { mergeRequests(first: 3) { nodes { iid } } } }',
    );
    expect(data.project.mergeRequests.nodes.map(({ iid }) => iid)).toEqual([60, 59, 58]);
    expect(facade.requests[0]?.query).toEqual({ page: '1', per_page: '3', view: 'simple' });
  });

  test('apply to the lists of the instance and of a group too', async () => {
    await facade.execute(
      `{
        mergeRequests(filter: { scope: ALL }, orderBy: { field: TITLE, direction: ASC }) { nodes { title } }
        group(id: 9) { mergeRequests(orderBy: { field: TITLE, direction: ASC }) { nodes { title } } }
      }`,
      {},
      { as: 'developer' },
    );
    for (const { query } of facade.requests) expect(query).toMatchObject({ order_by: 'title', sort: 'asc' });
  });
});

describe('defaults of the three lists', () => {
  const query = `{
    mergeRequests { totalCount }
    group(id: 9) { mergeRequests { totalCount } }
    kiosk: project(id: "meridian/apps/kiosk") { mergeRequests { totalCount } }
  }`;

  test('lists merge requests of the caller for the instance, and those of all users for a group', async () => {
    const { data } = await facade.execute<{
      mergeRequests: MergeRequestList;
      group: { mergeRequests: MergeRequestList };
    }>(query, {}, { as: 'maintainer' });
    const ownRows = visible.filter(({ author }) => author.id === 4);
    expect(data.mergeRequests.totalCount).toBe(ownRows.length);
    expect(data.group.mergeRequests.totalCount).toBeGreaterThan(ownRows.length);
    for (const { query } of facade.requests) expect(query).not.toHaveProperty('scope');
  });

  test.each([
    ['CREATED_BY_ME', 'created_by_me', ({ author }: MergeRequestItem) => author.id === 5],
    ['ASSIGNED_TO_ME', 'assigned_to_me', ({ assignees }: MergeRequestItem) => hasUser(assignees, 5)],
    ['REVIEWS_FOR_ME', 'reviews_for_me', ({ reviewers }: MergeRequestItem) => hasUser(reviewers, 5)],
  ] as const)(
    'sends the scope %s as %s, and returns the matching merge requests',
    async (scope, restValue, matches) => {
      expect(await listAll({ scope })).toEqual(getIds(visible.filter(matches)));
      expect(facade.requests[0]?.query.scope).toBe(restValue);
      facade.forget();
      await facade.execute(totalsQuery, { filter: { scope }, inProject: { scope } }, { as: 'developer' });
      expect(facade.requests.map(({ query }) => query.scope)).toEqual([restValue, restValue]);
    },
  );

  test('includes archived projects in the list of the instance, and excludes them from that of a group, by default', async () => {
    const inKiosk = visible.filter(isInKiosk).map(({ id }) => id);
    expect(inKiosk.length).toBeGreaterThan(0);
    expect(await listAll({})).toEqual(expect.arrayContaining(inKiosk));
    expect(await listAll({ nonArchived: true })).not.toEqual(expect.arrayContaining(inKiosk));
    const inGroup = async (filter: Filter) => {
      const { data } = await facade.execute<{ group: { mergeRequests: MergeRequestList } }>(
        totalsQuery,
        { filter },
        { as: 'developer' },
      );
      return data.group.mergeRequests.totalCount;
    };
    expect((await inGroup({ nonArchived: false })) - (await inGroup({}))).toBeGreaterThanOrEqual(inKiosk.length);
    expect(facade.requests.map(({ query }) => query.non_archived)).toContain('false');
  });

  test('lists the merge requests of an archived project by default, and none if nonArchived is true', async () => {
    const count = async (filter: Filter) => {
      const { data } = await facade.execute<{ project: { mergeRequests: MergeRequestList } }>(
        `query ($filter: ProjectMergeRequestsFilter) {
          project(id: "meridian/apps/kiosk") { mergeRequests(filter: $filter) { totalCount } }
        }`,
        { filter },
        { as: 'developer' },
      );
      return data.project.mergeRequests.totalCount;
    };
    expect(await count({})).toBe(visible.filter(isInKiosk).length);
    expect(await count({ nonArchived: true })).toBe(0);
    expect(facade.requests.map(({ query }) => query.non_archived)).toEqual([undefined, 'true']);
  });

  test('sends the scope all for a filter by author in the list of the instance, unless the filter has a scope', async () => {
    const count = async (filter: Filter) => {
      const { data } = await facade.execute<{ mergeRequests: MergeRequestList }>(
        'query ($filter: MergeRequestsFilter) { mergeRequests(filter: $filter) { totalCount } }',
        { filter },
        { as: 'developer' },
      );
      return data.mergeRequests.totalCount;
    };
    const { length } = await listAll({ author: { id: '3' } });
    expect(length).toBeGreaterThan(0);
    facade.forget();
    expect(await count({ author: { id: '3' } })).toBe(length);
    expect(await count({ author: { username: 'olivia.marsh' } })).toBe(length);
    expect(await count({ author: { id: '3' }, scope: 'REVIEWS_FOR_ME' })).toBeLessThan(length);
    await count({ not: { author: { id: '3' } } });
    expect(facade.requests.map(({ query }) => query.scope)).toEqual(['all', 'all', 'reviews_for_me', undefined]);
  });

  test.each([
    { assignee: { id: '3' } },
    { assignee: { is: 'NONE' } },
    { reviewer: { username: 'olivia.marsh' } },
    { mergeUser: { id: '3' } },
    { approvedBy: { usernames: ['olivia.marsh'] } },
    { approver: { ids: ['3'] } },
  ])('lists the merge requests of all authors for %j', async (filter) => {
    const expected = await listAll(filter);
    facade.forget();
    const { data } = await facade.execute<{ mergeRequests: MergeRequestList }>(
      'query ($filter: MergeRequestsFilter) { mergeRequests(filter: $filter) { totalCount } }',
      { filter },
      { as: 'developer' },
    );
    expect(data.mergeRequests.totalCount).toBe(expected.length);
    expect(facade.requests.map(({ query }) => query.scope)).toEqual(['all']);
  });

  test.each([{ id: '3' }, { username: 'olivia.marsh' }])(
    'rejects the scope CREATED_BY_ME with the author %j before any call',
    async (author) => {
      const { errors } = await facade.execute(
        'query ($filter: MergeRequestsFilter) { mergeRequests(filter: $filter) { totalCount } }',
        { filter: { author, scope: 'CREATED_BY_ME' } },
        { as: 'developer' },
      );
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('filter.scope must not be CREATED_BY_ME with author'),
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ]);
      expect(facade.calls).toEqual([]);
    },
  );

  test('sends no scope for a filter by author in other lists', async () => {
    const filter = { author: { id: '3' } };
    await facade.execute(totalsQuery, { filter, inProject: filter }, { as: 'developer' });
    for (const { query } of facade.requests) expect(query).not.toHaveProperty('scope');
  });
});

test('requests a recheck, which later changes the merge status for developers, but not for guests', async () => {
  const statuses = async (role: 'guest' | 'developer', args: string) => {
    const { data } = await facade.execute<{
      project: {
        mergeRequests: { nodes: { detailedMergeStatus: string; hasConflicts: boolean }[] };
      };
    }>(
      `{ project(id: 14) { mergeRequests(filter: { iids: [10] } ${args}) { nodes { detailedMergeStatus hasConflicts } } } }`,
      {},
      { as: role },
    );
    return data.project.mergeRequests.nodes[0];
  };
  const recheck = 'withMergeStatusRecheck: true';
  const unchecked = { detailedMergeStatus: 'unchecked', hasConflicts: false };
  expect(await statuses('guest', recheck)).toEqual(unchecked);
  expect(facade.requests[0]?.query.with_merge_status_recheck).toBe('true');
  facade.sandbox.clock.advance(60_000);
  expect(await statuses('guest', '')).toEqual(unchecked);
  expect(await statuses('developer', recheck)).toEqual(unchecked);
  facade.sandbox.clock.advance(2000);
  expect(await statuses('developer', '')).toMatchObject({ detailedMergeStatus: 'checking' });
  facade.sandbox.clock.advance(60_000);
  expect(await statuses('developer', '')).toEqual({
    detailedMergeStatus: 'conflict',
    hasConflicts: true,
  });
  await facade.execute(
    '{ mergeRequests(withMergeStatusRecheck: true) { nodes { hasConflicts } } group(id: 9) { mergeRequests(withMergeStatusRecheck: true) { nodes { hasConflicts } } } }',
    {},
    { as: 'developer' },
  );
  for (const { query } of facade.requests.slice(-2)) expect(query.with_merge_status_recheck).toBe('true');
});
