/** Reads of groups from the sandbox: filters in the request and their effect, permissions, and numbers of calls. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { everything } from './everything.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface GroupNode {
  readonly databaseId: number;
  readonly name: string;
  readonly path: string;
}

interface GroupList {
  readonly nodes: GroupNode[];
  readonly edges: readonly object[];
}

/** Reads a list of groups. @returns its items, their paths, and the query of the call without the parameters of paging */
async function list(field: 'groups' | 'subgroups', args: string, as: Role, selection = '', edge = 'cursor') {
  facade.forget();
  const connection = `${field}(first: 100${args === '' ? '' : `, ${args}`}) { nodes { databaseId name path ${selection} } edges { ${edge} } }`;
  const { data, errors } = await facade.execute<{ groups: GroupList; group: { subgroups: GroupList } }>(
    field === 'groups' ? `{ ${connection} }` : `{ group(id: 9) { ${connection} } }`,
    {},
    { as },
  );
  expect(errors).toBeUndefined();
  const [request] = facade.requests;
  const { page, per_page, ...query } = request?.query ?? {};
  const { nodes, edges } = field === 'groups' ? data.groups : data.group.subgroups;
  return { nodes, edges, paths: nodes.map(({ path }) => path), query };
}

/** Query of a list without a condition on the relation of the caller to the groups. */
const available = { all_available: 'true' };

type Filter = readonly [
  title: string,
  args: string,
  query: object,
  as: Role,
  included: readonly string[],
  excluded: readonly string[],
];

const filters: readonly Filter[] = [
  [
    'skipGroups',
    'filter: { skipGroups: [9, 2147483900] }',
    { ...available, 'skip_groups[]': ['9', '2147483900'] },
    'administrator',
    ['lumen'],
    ['meridian', 'cartography-guild'],
  ],
  [
    'scope AVAILABLE',
    'filter: { scope: AVAILABLE }',
    { all_available: 'true' },
    'outsider',
    ['meridian', 'harbor'],
    ['vault'],
  ],
  [
    'scope MEMBER, as administrator',
    'filter: { scope: MEMBER }',
    { all_available: 'false' },
    'administrator',
    [],
    ['vault', 'lumen'],
  ],
  [
    'search',
    'filter: { search: "Robot" }',
    { ...available, search: 'Robot' },
    'administrator',
    ['northwind-robotics'],
    ['meridian'],
  ],
  [
    'visibility',
    'filter: { visibility: PRIVATE }',
    { ...available, visibility: 'private' },
    'administrator',
    ['vault', 'stealth'],
    ['meridian', 'harbor'],
  ],
  ['scope OWNED', 'filter: { scope: OWNED }', { owned: 'true' }, 'owner', ['meridian', 'vault'], ['lumen']],
  [
    'minAccessLevel',
    'filter: { minAccessLevel: DEVELOPER }',
    { min_access_level: '30' },
    'developer',
    ['meridian'],
    ['lumen'],
  ],
  [
    'topLevelOnly',
    'filter: { topLevelOnly: true }',
    { ...available, top_level_only: 'true' },
    'administrator',
    ['meridian'],
    ['platform', 'routing'],
  ],
  [
    'repositoryStorage',
    'filter: { repositoryStorage: "rack-2" }',
    { ...available, repository_storage: 'rack-2' },
    'administrator',
    ['northwind-robotics'],
    ['meridian'],
  ],
  [
    'markedForDeletionOn',
    'filter: { markedForDeletionOn: "2025-05-29" }',
    { ...available, marked_for_deletion_on: '2025-05-29' },
    'administrator',
    [],
    ['meridian'],
  ],
  [
    'active',
    'filter: { active: true }',
    { ...available, active: 'true' },
    'administrator',
    ['meridian'],
    ['attic', 'sunset'],
  ],
  [
    'active false',
    'filter: { active: false }',
    { ...available, active: 'false' },
    'administrator',
    ['attic', 'sunset'],
    ['meridian'],
  ],
  [
    'archived',
    'filter: { archived: true }',
    { ...available, archived: 'true' },
    'administrator',
    ['attic'],
    ['meridian', 'sunset'],
  ],
];

describe('listGroups', () => {
  test.each(filters)('filters by %s', async (_, args, query, as, included, excluded) => {
    const matches = await list('groups', args, as);
    expect(matches.query).toEqual(query);
    expect(matches.paths).toEqual(expect.arrayContaining([...included]));
    for (const path of excluded) expect(matches.paths).not.toContain(path);
  });

  test('returns the group that is marked for deletion on the day of the filter', async () => {
    const { data } = await facade.execute<{ group: { markedForDeletionOn: string } }>(
      '{ group(id: "sunset") { markedForDeletionOn } }',
      {},
      { as: 'administrator' },
    );
    const { paths } = await list(
      'groups',
      `filter: { markedForDeletionOn: "${data.group.markedForDeletionOn}" }`,
      'administrator',
    );
    expect(paths).toEqual(['sunset']);
  });

  test('lists public groups for anonymous callers and users alike, and for users their own groups, too', async () => {
    const own = await list('groups', '', 'developer');
    const anonymous = await list('groups', '', 'anonymous');
    const outsider = await list('groups', '', 'outsider');
    expect(own.paths).toEqual(expect.arrayContaining(['vault', 'lumen']));
    expect(anonymous.paths).toContain('lumen');
    expect(anonymous.paths).not.toContain('vault');
    expect(outsider.paths).toEqual(expect.arrayContaining(anonymous.paths));
    const { paths } = await list('groups', 'filter: { scope: MEMBER }', 'developer');
    expect(paths).toContain('vault');
    expect(paths).not.toContain('lumen');
  });

  test.each([
    ['NAME', 'name'],
    ['PATH', 'path'],
    ['ID', 'databaseId'],
  ] as const)('sorts by %s in both directions', async (orderBy, attribute) => {
    const ascending = await list('groups', `orderBy: { field: ${orderBy}, direction: ASC }`, 'administrator');
    const descending = await list('groups', `orderBy: { field: ${orderBy}, direction: DESC }`, 'administrator');
    expect(ascending.query).toEqual({ ...available, order_by: orderBy.toLowerCase(), sort: 'asc' });
    expect(descending.query).toEqual({ ...available, order_by: orderBy.toLowerCase(), sort: 'desc' });
    const values = ascending.nodes.map((node) => node[attribute]);
    expect(values.length).toBeGreaterThan(10);
    expect(descending.nodes.map((node) => node[attribute])).toEqual(values.toReversed());
  });

  test('accepts numbers and global ids of groups in skipGroups, and rejects other ids before any call', async () => {
    const { query } = await list('groups', 'filter: { skipGroups: ["gid://service/Group/9", "10"] }', 'administrator');
    expect(query).toEqual({ ...available, 'skip_groups[]': ['9', '10'] });
    facade.forget();
    const { errors } = await facade.execute(
      '{ groups(filter: { skipGroups: [9, "gid://service/User/3"] }) { totalCount } }',
    );
    expect(errors?.[0]?.extensions?.violations).toEqual([
      { path: ['filter', 'skipGroups', 1], message: 'must be the global id or the number of a Group' },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('sends the order by similarity with the search', async () => {
    const { paths, query } = await list(
      'groups',
      'filter: { search: "pipe" }, orderBy: { field: SIMILARITY }',
      'administrator',
    );
    expect(query).toEqual({ ...available, order_by: 'similarity', search: 'pipe', sort: 'asc' });
    expect(paths).toEqual(['pipelines']);
  });

  test('sends the order by similarity without a search, as its description states', async () => {
    const { paths, query } = await list('groups', 'orderBy: { field: SIMILARITY }', 'administrator');
    expect(query).toEqual({ ...available, order_by: 'similarity', sort: 'asc' });
    expect(paths).toContain('pipelines');
    const { data } = await facade.execute<{ __type: { enumValues: { name: string; description: string }[] } }>(
      '{ __type(name: "GroupOrderField") { enumValues { name description } } }',
    );
    expect(data.__type.enumValues).toContainEqual({
      name: 'SIMILARITY',
      description: expect.stringContaining('Without `search`, the service chooses the order.'),
    });
  });

  test('sends no order by default, for which the service sorts by name', async () => {
    const { nodes, query } = await list('groups', '', 'anonymous');
    expect(query).toEqual(available);
    const names = nodes.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  test('requests statistics and custom attributes if selected, and returns them to administrators only', async () => {
    const selection = 'parent { databaseId } customAttributes { key }';
    const edge = 'statistics { storageSize } rootStorageStatistics { containerRegistrySize }';
    const asAdministrator = await list('groups', 'filter: { search: "Meridian" }', 'administrator', selection, edge);
    expect(asAdministrator.query).toEqual({
      ...available,
      search: 'Meridian',
      statistics: 'true',
      with_custom_attributes: 'true',
    });
    expect(asAdministrator.nodes[0]).toMatchObject({ customAttributes: [{ key: 'cost-center' }] });
    expect(asAdministrator.edges[0]).toMatchObject({
      statistics: { storageSize: expect.any(Number) },
      rootStorageStatistics: { containerRegistrySize: expect.any(Number) },
    });
    const asOwner = await list('groups', 'filter: { search: "Meridian" }', 'owner', selection, edge);
    expect(asOwner.nodes[0]).toMatchObject({ customAttributes: null });
    expect(asOwner.edges[0]).toEqual({ statistics: null, rootStorageStatistics: null });
    expect(facade.calls).toHaveLength(1);
  });

  test.each([
    'filter: { minAccessLevel: UNKNOWN }',
    'filter: { minAccessLevel: NO_ACCESS }',
    'filter: { visibility: UNKNOWN }',
    'orderBy: { field: UNKNOWN }',
  ])('rejects %s before any call', async (args) => {
    const { errors } = await facade.execute(`{ groups(${args}) { nodes { path } } }`, {}, { as: 'developer' });
    expect(errors).toHaveLength(1);
    expect(facade.calls).toEqual([]);
  });
});

describe('listSubgroups', () => {
  test('returns only direct subgroups that the caller may read', async () => {
    expect((await list('subgroups', '', 'anonymous')).paths).toEqual(['apps', 'platform']);
    expect((await list('subgroups', '', 'owner')).paths).toEqual(['apps', 'platform', 'stealth']);
    expect(facade.calls).toEqual(['GET /groups/9/subgroups?page=1&per_page=100']);
  });

  test('sends every filter', async () => {
    const { query } = await list(
      'subgroups',
      'filter: { skipGroups: [10], scope: AVAILABLE, search: "a", visibility: PUBLIC, minAccessLevel: GUEST, repositoryStorage: "default", markedForDeletionOn: "2030-01-01", active: true, archived: false }, orderBy: { field: PATH, direction: DESC }',
      'administrator',
      'customAttributes { key }',
      'statistics { storageSize }',
    );
    expect(query).toEqual({
      'skip_groups[]': ['10'],
      all_available: 'true',
      search: 'a',
      order_by: 'path',
      sort: 'desc',
      statistics: 'true',
      visibility: 'public',
      with_custom_attributes: 'true',
      min_access_level: '10',
      repository_storage: 'default',
      marked_for_deletion_on: '2030-01-01',
      active: 'true',
      archived: 'false',
    });
  });

  test.each([
    ['filter: { skipGroups: [10] }', ['apps']],
    ['filter: { search: "plat" }', ['platform']],
    ['orderBy: { field: NAME, direction: DESC }', ['platform', 'apps']],
    ['filter: { visibility: PRIVATE }', []],
    ['filter: { archived: true }', []],
    ['filter: { active: true }', ['apps', 'platform']],
  ])('applies %s', async (args, paths) => {
    expect((await list('subgroups', args, 'anonymous')).paths).toEqual(paths);
  });

  test('returns NOT_FOUND at the list for a group that does not exist', async () => {
    const { data, errors } = await facade.execute('{ group(id: "no/such/group") { subgroups { nodes { path } } } }');
    expect(data).toEqual({ group: { subgroups: null } });
    expect(errors).toMatchObject([{ path: ['group', 'subgroups'], extensions: { code: 'NOT_FOUND' } }]);
  });

  test('returns three levels of subgroups, with one call per group', async () => {
    const { data, errors } = await facade.execute<{ group: object }>(
      '{ group(id: "meridian") { subgroups { nodes { path subgroups { nodes { path subgroups { nodes { path } } } } } } } }',
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain('experiments');
    expect(facade.calls).toHaveLength(1 + 2 + 1);
  });
});

describe('getGroup', () => {
  const group = (id: string | number, selection: string, as: Role = 'anonymous') =>
    facade.execute('query ($id: ID!) { group(id: $id) { '.concat(selection, ' } }'), { id: String(id) }, { as });

  test('returns a public group by number, path and global id, without a credential', async () => {
    const expected = { group: { name: 'Routing' } };
    expect(await group(landmarks.nestedGroup.id, 'name')).toEqual({ data: expected });
    expect(await group(landmarks.nestedGroup.path, 'name')).toEqual({ data: expected });
    expect(await group('gid://service/Group/11', 'name')).toEqual({ data: expected });
    expect(facade.calls).toEqual([
      'GET /groups/11?with_projects=false',
      'GET /groups/meridian%2Fplatform%2Frouting?with_projects=false',
      'GET /groups/11?with_projects=false',
    ]);
  });

  test('returns the global id with the number for a group requested by path', async () => {
    const byPath = await group(landmarks.nestedGroup.path, 'id');
    expect(byPath.data).toEqual({ group: { id: 'gid://service/Group/11' } });
  });

  test('returns a group with an id above 2^31', async () => {
    const { data } = await group(landmarks.largeIdGroup.id, 'databaseId fullPath', 'developer');
    expect(data).toEqual({ group: { databaseId: 2_147_483_900, fullPath: 'cartography-guild' } });
  });

  test('returns all attributes in one call', async () => {
    const { data, errors } = await group(9, everything('Group'), 'administrator');
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ group: { customAttributes: [{ key: 'cost-center', value: '4400' }] } });
    expect(facade.calls).toEqual(['GET /groups/9?with_custom_attributes=true&with_projects=false']);
  });

  test('returns runnersToken and enabledGitAccessProtocol to an Owner, and null to a Maintainer', async () => {
    const selection = 'runnersToken enabledGitAccessProtocol';
    expect((await group(9, selection, 'owner')).data).toEqual({
      group: { runnersToken: 'sandbox-runner-token-9', enabledGitAccessProtocol: 'ALL' },
    });
    expect(await group(9, selection, 'maintainer')).toEqual({
      data: { group: { runnersToken: null, enabledGitAccessProtocol: null } },
    });
  });

  test('returns preventSharingGroupsOutsideHierarchy for a top-level group, and null for a subgroup', async () => {
    expect((await group(9, 'preventSharingGroupsOutsideHierarchy')).data).toEqual({
      group: { preventSharingGroupsOutsideHierarchy: false },
    });
    expect((await group(10, 'preventSharingGroupsOutsideHierarchy')).data).toEqual({
      group: { preventSharingGroupsOutsideHierarchy: null },
    });
  });

  test('returns the groups that a group is shared with, and the expiry dates', async () => {
    const { data } = await group(
      'vault',
      'sharedWithGroups { group { databaseId } groupAccessLevel expiresOn }',
      'owner',
    );
    expect(data).toEqual({
      group: {
        sharedWithGroups: [{ group: { databaseId: 15 }, groupAccessLevel: 'DEVELOPER', expiresOn: '2099-12-31' }],
      },
    });
  });

  test.each([
    ['a group that does not exist', 'no/such/group', 'administrator'],
    ['a private group, to an outsider', 'vault', 'outsider'],
    ['an internal group, to anonymous callers', 'harbor', 'anonymous'],
  ] as const)('returns null for %s', async (_, id, as) => {
    expect(await group(id, 'name', as)).toEqual({ data: { group: null } });
  });

  test('returns UNAUTHENTICATED for an invalid credential', async () => {
    const { data, errors } = await facade.execute(
      '{ group(id: 9) { name } }',
      {},
      { headers: { 'private-token': 'x' } },
    );
    expect(data).toEqual({ group: null });
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/; the token may be wrong/),
        extensions: { code: 'UNAUTHENTICATED', status: 401 },
      },
    ]);
  });

  test('returns the parent of a group, and null for a top-level group', async () => {
    expect((await group('meridian/platform', 'parent { path }')).data).toEqual({
      group: { parent: { path: 'meridian' } },
    });
    expect((await group('meridian', 'parent { path }')).data).toEqual({ group: { parent: null } });
  });

  test('omits `with_projects=false` if embeddedSharedProjects is selected', async () => {
    const { data } = await group(9, 'embeddedSharedProjects { fullPath }');
    expect(data).toMatchObject({
      group: { embeddedSharedProjects: [{ fullPath: 'copperline/copper' }] },
    });
    expect(facade.calls).toEqual(['GET /groups/9']);
  });
});

test('sends the scope OWNED as `owned=true` for subgroups', async () => {
  const { data, errors } = await facade.execute(
    '{ group(id: 9) { subgroups(filter: { scope: OWNED }) { nodes { path } } } }',
    {},
    { as: 'owner' },
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ group: { subgroups: { nodes: expect.arrayContaining([{ path: 'platform' }]) } } });
  expect(facade.requests.at(-1)).toMatchObject({ operation: 'listSubgroups', query: { owned: 'true' } });
});
