import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { withOutsiderAsMember } from './world.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface Page {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly startCursor: string; readonly endCursor: string };
}

/** The four lists of runners: the fields that contain them, their REST paths, and roles that may read all of their items. */
const lists = {
  runners: { open: '{', close: '}', path: '/runners', as: 'owner' },
  allRunners: { open: '{', close: '}', path: '/runners/all', as: 'auditor' },
  projectRunners: { open: '{ project(id: 14) {', close: '} }', path: '/projects/14/runners', as: 'owner' },
  groupRunners: { open: '{ group(id: 9) {', close: '} }', path: '/groups/9/runners', as: 'owner' },
} as const satisfies Record<string, { open: string; close: string; path: string; as: Role }>;
type ListName = keyof typeof lists;

async function readRunners(
  name: ListName,
  args: string,
  selection = 'nodes { databaseId }',
  as: Role = lists[name].as,
) {
  const { open, close } = lists[name];
  const field = name === 'allRunners' ? 'allRunners' : 'runners';
  const response = await facade.execute<Record<string, unknown> | null>(
    `${open} ${field}${args} { ${selection} } ${close}`,
    {},
    { as },
  );
  const parent: Readonly<Record<string, unknown>> = Object(
    response.data?.project ?? response.data?.group ?? response.data,
  );
  return { page: parent[field] as Page | null, errors: response.errors, code: response.errors?.[0]?.extensions?.code };
}

const getIds = (page: Page | null) => page?.nodes.map(({ databaseId }) => databaseId);
const largeId = 2_212_270_852;
const staleFleet = [104, 108, 112, 116, 120];

describe('filters', () => {
  const filters: readonly (readonly [args: string, query: string, expectedIds: Partial<Record<ListName, number[]>>])[] =
    [
      [
        'filter: { type: GROUP_TYPE }',
        'type=group_type',
        {
          runners: [3, 4, largeId],
          allRunners: [3, 4, 8, largeId],
          projectRunners: [3, largeId],
          groupRunners: [3, largeId],
        },
      ],
      [
        'filter: { status: STALE }',
        'status=stale',
        {
          runners: [2, ...staleFleet],
          allRunners: [2, ...staleFleet],
          projectRunners: [2, ...staleFleet],
          groupRunners: [2],
        },
      ],
      [
        'filter: { paused: true }',
        'paused=true',
        { runners: [4, 6], allRunners: [4, 6], projectRunners: [6], groupRunners: [] },
      ],
      [
        'filter: { tagList: ["docker", "gpu"] }',
        'tag_list=docker%2Cgpu',
        { runners: [3], allRunners: [3], projectRunners: [3], groupRunners: [3] },
      ],
      [
        'filter: { versionPrefix: "15.0" }',
        'version_prefix=15.0',
        { runners: [6], allRunners: [6], projectRunners: [6], groupRunners: [] },
      ],
    ];
  const cases = filters.flatMap(([args, query, expectedIds]) =>
    (Object.keys(lists) as ListName[]).flatMap((name) => {
      const expected = expectedIds[name];
      return expected === undefined ? [] : [{ name, args, query, expected }];
    }),
  );
  test.each(cases)('filters $name by $args, and sends $query', async ({ name, args, query, expected }) => {
    const { page, errors } = await readRunners(name, `(first: 100, ${args})`);
    expect(errors).toBeUndefined();
    expect(getIds(page)).toEqual(expected);
    const sorted = ['page=1', 'per_page=100', query].sort().join('&');
    expect(facade.calls).toEqual([`GET ${lists[name].path}?${sorted}`]);
  });

  test.each(['filter: { scope: PAUSED }', 'filter: { status: PAUSED }', 'filter: { status: ACTIVE }'])(
    'rejects the deprecated %s without a REST call',
    async (args) => {
      for (const name of Object.keys(lists) as ListName[])
        expect((await readRunners(name, `(${args})`)).errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
      expect(facade.calls).toEqual([]);
    },
  );

  test('ignores an empty list of tags', async () => {
    await readRunners('runners', '(first: 1, filter: { tagList: [] })');
    expect(facade.calls).toEqual(['GET /runners?page=1&per_page=1']);
  });

  test('returns stale runners for the status OFFLINE, too', async () => {
    const { page } = await readRunners(
      'runners',
      '(first: 100, filter: { status: OFFLINE })',
      'nodes { databaseId status }',
    );
    expect(getIds(page)).toEqual([2, 6, ...staleFleet]);
    expect(new Set(page?.nodes.map(({ status }) => status))).toEqual(new Set(['OFFLINE', 'STALE']));
  });

  test('returns a runner that is paused and online', async () => {
    const { page } = await readRunners(
      'runners',
      '(filter: { paused: true, status: ONLINE })',
      'nodes { databaseId status paused }',
    );
    expect(page?.nodes).toEqual([{ databaseId: 4, status: 'ONLINE', paused: true }]);
  });

  test('reports every violation in one error, without a REST call', async () => {
    const { errors } = await readRunners('runners', '(filter: { tagList: ["a,b"] }, first: -1)');
    expect(errors?.[0]?.extensions?.violations).toEqual([
      { path: ['filter', 'tagList', 0], message: 'must be a tag without a comma' },
      { path: ['first'], message: 'must be between 0 and 10000' },
    ]);
    expect(facade.calls).toEqual([]);
  });
});

describe('paging', () => {
  const page = 'nodes { databaseId } pageInfo { hasNextPage startCursor endCursor } totalCount';

  test.each([
    ['runners', 30],
    ['allRunners', 31],
    ['projectRunners', 28],
    ['groupRunners', 4],
  ] as const)(
    'returns each item of %s once when paging forward and backward, 20 by default (%i items)',
    async (name, total) => {
      const { page: first } = await readRunners(name, '', page);
      expect(first?.nodes).toHaveLength(Math.min(20, total));
      expect(first?.totalCount).toBe(total);
      expect(facade.calls).toEqual([`GET ${lists[name].path}?page=1&per_page=20`]);
      const all = getIds((await readRunners(name, '(first: 100)')).page);
      expect(new Set(all).size).toBe(total);

      const forward: unknown[] = [];
      let after = '';
      for (let more = true; more; ) {
        const { page: next } = await readRunners(name, `(first: 7${after})`, page);
        forward.push(...(getIds(next) ?? []));
        after = `, after: "${next?.pageInfo.endCursor}"`;
        more = next?.pageInfo.hasNextPage === true;
      }
      expect(forward).toEqual(all);

      const backward: unknown[] = [];
      let before = '';
      while (backward.length < total) {
        const { page: previous } = await readRunners(name, `(last: 7${before})`, page);
        backward.unshift(...(getIds(previous) ?? []));
        before = `, before: "${previous?.pageInfo.startCursor}"`;
      }
      expect(backward).toEqual(all);
    },
  );

  test('returns an empty list if no runner matches', async () => {
    const { page: empty } = await readRunners('runners', '(filter: { tagList: ["none"] })', page);
    expect(empty).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
      totalCount: 0,
    });
  });
});

describe('permissions for lists of runners', () => {
  test('return only runners that are available to the role of the caller', async () => {
    const idsByRole: Record<string, unknown> = {};
    for (const as of ['outsider', 'guest', 'developer', 'maintainer', 'owner', 'administrator'] as const) {
      const runnerIds = getIds((await readRunners('runners', '(first: 100)', undefined, as)).page) ?? [];
      idsByRole[as] = runnerIds.filter((id) => Number(id) < 100);
    }
    expect(idsByRole).toEqual({
      outsider: [1, 2],
      guest: [1, 2],
      developer: [1, 2],
      maintainer: [1, 2, 5, 6, 7],
      owner: [1, 2, 3, 4, 5, 6, 7],
      administrator: [1, 2, 3, 4, 5, 6, 7, 8],
    });
  });

  test('return runners of a project to a Security Manager, and FORBIDDEN to a Developer', async () => {
    await withOutsiderAsMember(facade, { access_level: 25 }, async () => {
      const { page } = await readRunners('projectRunners', '(first: 100)', undefined, 'outsider');
      expect(getIds(page)?.slice(0, 4)).toEqual([1, 2, 5, 6]);
    });
    expect((await readRunners('projectRunners', '', undefined, 'developer')).code).toBe('FORBIDDEN');
  });

  const codesByList: readonly (readonly [ListName, Partial<Record<Role, string | undefined>>])[] = [
    ['runners', { anonymous: 'UNAUTHENTICATED', guest: undefined }],
    ['allRunners', { anonymous: 'UNAUTHENTICATED', owner: 'FORBIDDEN', auditor: undefined, administrator: undefined }],
    [
      'projectRunners',
      { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', reporter: 'FORBIDDEN', maintainer: undefined },
    ],
    ['groupRunners', { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', maintainer: 'FORBIDDEN', owner: undefined }],
  ];
  test.each(codesByList)('return null and an error, not an empty list, for %s', async (name, codes) => {
    const codesByRole: Record<string, unknown> = {};
    for (const as of Object.keys(codes) as Role[]) {
      const { page, code } = await readRunners(name, '', undefined, as);
      codesByRole[as] = code;
      expect(page === null).toBe(code !== undefined);
    }
    expect(codesByRole).toEqual(codes);
  });

  test('return null and NOT_FOUND for a project or group that does not exist', async () => {
    const { data, errors } = await facade.execute(
      '{ project(id: 987654) { runners { totalCount } } group(id: "no/group") { runners { totalCount } } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ project: { runners: null }, group: { runners: null } });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });
});

test('makes one call for every attribute of list items', async () => {
  const { page } = await readRunners(
    'runners',
    '(first: 4)',
    'nodes { id databaseId description paused isShared runnerType name online status jobExecutionStatus }',
  );
  expect(facade.calls).toEqual(['GET /runners?page=1&per_page=4']);
  expect(page?.nodes[3]).toEqual({
    id: 'gid://service/Runner/4',
    databaseId: 4,
    description: 'Vault',
    paused: true,
    isShared: false,
    runnerType: 'GROUP_TYPE',
    name: null,
    online: true,
    status: 'ONLINE',
    jobExecutionStatus: 'idle',
  });
  expect(page?.nodes[0]).toMatchObject({ isShared: true, runnerType: 'INSTANCE_TYPE' });
});

test('makes one call for the list and one for each runner for attributes of the detail', async () => {
  const { page } = await readRunners('groupRunners', '', 'nodes { databaseId tagList maintenanceNote contactedAt }');
  expect(page?.nodes).toHaveLength(4);
  expect(facade.calls).toEqual([
    'GET /groups/9/runners?page=1&per_page=20',
    'GET /runners/1',
    'GET /runners/2',
    'GET /runners/3',
    `GET /runners/${largeId}`,
  ]);
});
