import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';

type Attributes = Readonly<Record<string, unknown>>;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const base = '/projects/14/resource_groups';

async function readProject(selection: string, as: Role = 'owner', project: string | number = 14) {
  const query = `query ($project: ID!) { project(id: $project) { ${selection} } }`;
  const { data, errors } = await facade.execute<{ project: Attributes | null }>(query, { project }, { as });
  return { project: data.project, errors, code: errors?.[0]?.extensions?.code };
}

describe('a resource group', () => {
  const groupFields = 'id databaseId key processMode createdAt updatedAt';
  const resourceA = {
    id: 'gid://service/ResourceGroup/14/resource_a',
    databaseId: 2,
    key: 'resource_a',
    processMode: 'UNORDERED',
    createdAt: '2024-08-07T12:00:00.000Z',
    updatedAt: '2024-08-07T12:00:00.000Z',
  };

  test('returns all attributes by key, and sends the underscore of the key as %5F', async () => {
    const { project, errors } = await readProject(`resourceGroup(key: "resource_a") { ${groupFields} }`);
    expect(errors).toBeUndefined();
    expect(project).toEqual({ resourceGroup: resourceA });
    expect(facade.calls).toEqual([`GET ${base}/resource%5Fa`]);
  });

  test('returns the resource group and its project from node', async () => {
    const query = `query ($id: ID!) { node(id: $id) { ... on ResourceGroup { ${groupFields} project { fullPath } } } }`;
    const { data } = await facade.execute(query, { id: resourceA.id }, { as: 'owner' });
    expect(data).toEqual({ node: { ...resourceA, project: { fullPath: 'meridian/platform/engine' } } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/14', `GET ${base}/resource%5Fa`]);
  });

  test.each([
    ['staging/eu west', 'staging%2Feu%20west'],
    ['007', '007'],
    ['production', 'production'],
  ])('accepts the key %j, and returns the same resource group by its global id', async (key, encoded) => {
    const { project } = await readProject(`resourceGroup(key: ${JSON.stringify(key)}) { id key }`);
    const id = `gid://service/ResourceGroup/14/${encoded}`;
    expect(project?.resourceGroup).toEqual({ id, key });
    const { data } = await facade.execute(
      `{ node(id: "${id}") { ... on ResourceGroup { key } } }`,
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ node: { key } });
    expect(facade.calls).toEqual(Array(2).fill(`GET ${base}/${encoded}`));
  });

  test('makes one more call for a project that is queried by its path if an id is selected', async () => {
    const { project } = await readProject(
      'resourceGroup(key: "production") { id }',
      'owner',
      'meridian/platform/engine',
    );
    expect(project?.resourceGroup).toEqual({ id: 'gid://service/ResourceGroup/14/production' });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/meridian%2Fplatform%2Fengine',
      'GET /projects/meridian%2Fplatform%2Fengine/resource_groups/production',
    ]);
  });

  test('returns null for a key that no job has', async () => {
    expect(await readProject('resourceGroup(key: "nobody") { id }')).toEqual({ project: { resourceGroup: null } });
  });

  test.each(['', '..', '.', 'a/../b'])('rejects the key %j without a REST call', async (key) => {
    const { code } = await readProject(`resourceGroup(key: ${JSON.stringify(key)}) { id }`);
    expect(code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('returns an id above 2^31', async () => {
    const { project } = await readProject(
      'resourceGroup(key: "production") { databaseId id }',
      'administrator',
      2_147_483_950,
    );
    expect(project?.resourceGroup).toEqual({
      databaseId: 2_147_484_001,
      id: 'gid://service/ResourceGroup/2147483950/production',
    });
  });
});

describe('Project.resourceGroups', () => {
  const page = 'nodes { key } totalCount pageInfo { hasNextPage startCursor endCursor }';
  interface Page {
    readonly nodes: readonly { readonly key: string }[];
    readonly totalCount: number;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly startCursor: string; readonly endCursor: string };
  }
  const read = async (args: string, project?: number) => {
    const response = await readProject(`resourceGroups${args} { ${page} }`, 'owner', project);
    return response.project?.resourceGroups as Page;
  };

  test('returns 20 items by default, and each item once when paging forward and backward', async () => {
    const first = await read('');
    expect(first).toMatchObject({ totalCount: 24, pageInfo: { hasNextPage: true } });
    expect(first.nodes).toHaveLength(20);
    expect(facade.calls).toEqual([`GET ${base}?page=1&per_page=20`]);
    const allGroups = (await read('(first: 100)')).nodes;
    const second = await read(`(first: 20, after: "${first.pageInfo.endCursor}")`);
    expect([...first.nodes, ...second.nodes]).toEqual(allGroups);
    const last = await read('(last: 15)');
    const before = await read(`(last: 15, before: "${last.pageInfo.startCursor}")`);
    expect([...before.nodes, ...last.nodes]).toEqual(allGroups);
  });

  test('returns an empty list if no job has a resource group', async () => {
    expect(await read('', 16)).toMatchObject({ nodes: [], totalCount: 0 });
  });
});

describe('jobs', () => {
  const jobFields = `
    id databaseId status stage name ref tag coverage allowFailure createdAt startedAt finishedAt duration queuedDuration
    webUrl project { id databaseId ciJobTokenScopeEnabled } commit { shortSha title } user { username bio }
    pipeline { id iid sha ref status source createdAt updatedAt webUrl }
  `;

  test('returns the current job with all attributes, in one call', async () => {
    const { project } = await readProject(`resourceGroup(key: "production") { currentJob { ${jobFields} } }`);
    expect(facade.calls).toEqual([`GET ${base}/production/current_job`]);
    expect(Object(project).resourceGroup.currentJob).toMatchObject({
      id: 'gid://service/Job/14/11215821160',
      databaseId: 11_215_821_160,
      status: 'RUNNING',
      name: 'deploy',
      startedAt: '2025-06-01T11:00:00.000Z',
      finishedAt: null,
      project: { id: 'gid://service/Project/14', databaseId: 14, ciJobTokenScopeEnabled: false },
      pipeline: { id: 'gid://service/Pipeline/14/2978', iid: 1978 },
    });
  });

  test('returns upcoming jobs in pages of 20 by default', async () => {
    const jobs = (args: string) =>
      `upcomingJobs${args} { nodes { databaseId status pipeline { iid } } totalCount pageInfo { endCursor } }`;
    const read = async (args: string) =>
      Object((await readProject(`resourceGroup(key: "production") { ${jobs(args)} }`)).project).resourceGroup
        .upcomingJobs;
    const first = await read('');
    expect(first.nodes).toHaveLength(20);
    expect(first.totalCount).toBe(25);
    expect(first.nodes[0].status).toBe('WAITING_FOR_RESOURCE');
    expect(facade.calls).toEqual([`GET ${base}/production/upcoming_jobs?page=1&per_page=20`]);
    const second = await read(`(after: "${first.pageInfo.endCursor}")`);
    expect(second.nodes).toHaveLength(5);
    expect((await read('(last: 5)')).nodes).toEqual(second.nodes);
  });

  test('reads the project of several jobs once', async () => {
    const { project } = await readProject(
      'resourceGroup(key: "production") { upcomingJobs(first: 3) { nodes { project { fullPath } } } }',
    );
    expect(Object(project).resourceGroup.upcomingJobs.nodes).toEqual(
      Array(3).fill({ project: { fullPath: 'meridian/platform/engine' } }),
    );
    expect(facade.calls).toEqual([`GET ${base}/production/upcoming_jobs?page=1&per_page=3`, 'GET /projects/14']);
  });

  test('returns null and an empty list if no job runs or waits', async () => {
    const { project, errors } = await readProject(
      'resourceGroup(key: "resource_a") { currentJob { id } upcomingJobs { nodes { id } totalCount } }',
    );
    expect(errors).toBeUndefined();
    expect(project).toEqual({ resourceGroup: { currentJob: null, upcomingJobs: { nodes: [], totalCount: 0 } } });
    expect(facade.calls.toSorted()).toEqual([
      `GET ${base}/resource%5Fa/current_job`,
      `GET ${base}/resource%5Fa/upcoming_jobs?page=1&per_page=20`,
    ]);
  });
});

test.each([
  ['resourceGroups { totalCount }', 'resourceGroups'],
  ['resourceGroup(key: "production") { id }', 'resourceGroup'],
  ['resourceGroup(key: "production") { currentJob { id } }', undefined],
  ['resourceGroup(key: "production") { upcomingJobs { totalCount } }', undefined],
])('requires at least the role Reporter to read %s', async (selection, nullableField) => {
  const codes: Record<string, unknown> = {};
  for (const as of ['anonymous', 'outsider', 'guest', 'reporter', 'administrator'] as const) {
    const { code, project } = await readProject(selection, as);
    codes[as] = code;
    if (code !== undefined && nullableField !== undefined) expect(project?.[nullableField]).toBeNull();
  }
  expect(codes).toEqual({
    anonymous: 'UNAUTHENTICATED',
    outsider: 'FORBIDDEN',
    guest: 'FORBIDDEN',
    reporter: undefined,
    administrator: undefined,
  });
});

describe('resourceGroupUpdate', () => {
  const id = 'gid://service/ResourceGroup/14/production';
  const update = (input: Attributes, as: Role = 'developer', selection = 'resourceGroup { key processMode }') =>
    mutate(facade, 'resourceGroupUpdate', input, selection, as);

  test('changes each mode to each other mode, which determines the order of upcoming jobs', async () => {
    const modes = ['UNORDERED', 'OLDEST_FIRST', 'NEWEST_FIRST', 'NEWEST_READY_FIRST'];
    const changes = modes.flatMap((from) => modes.flatMap((to) => (from === to ? [] : [from, to])));
    for (const processMode of changes)
      expect((await update({ id, processMode })).payload).toEqual({
        resourceGroup: { key: 'production', processMode },
        errors: [],
      });
    expect(new Set(facade.calls)).toEqual(new Set([`PUT ${base}/production`]));
    expect(facade.requests[0]).toMatchObject({ status: 200, body: { process_mode: 'unordered' } });

    const readUpcomingJobs = async (processMode: string) => {
      await update({ id, processMode });
      const jobs = 'upcomingJobs { nodes { status pipeline { iid } } }';
      const { project } = await readProject(`resourceGroup(key: "production") { ${jobs} }`);
      return Object(project).resourceGroup.upcomingJobs.nodes;
    };
    const getIids = (nodes: { pipeline: { iid: number } }[]) => nodes.map(({ pipeline }) => pipeline.iid);
    const oldest = getIids(await readUpcomingJobs('OLDEST_FIRST'));
    expect(oldest).toEqual(oldest.toSorted((a, b) => a - b));
    const newest = getIids(await readUpcomingJobs('NEWEST_FIRST'));
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
    const ready = await readUpcomingJobs('NEWEST_READY_FIRST');
    expect(ready[0].status).toBe('WAITING_FOR_RESOURCE');
    expect(ready.at(-1).status).toBe('CREATED');
    await update({ id, processMode: 'UNORDERED' });
  });

  test('accepts an update without a mode, which changes nothing', async () => {
    const before = await facade.execute(`{ resourceGroup(id: "${id}") { processMode } }`, {}, { as: 'developer' });
    facade.forget();
    const { payload } = await update({ id }, 'developer', 'resourceGroup { processMode }');
    expect(payload).toEqual({ ...(before.data as object), errors: [] });
    expect(facade.requests).toMatchObject([{ method: 'PUT', status: 200, body: {} }]);
  });

  test('rejects the global id of another type without a REST call', async () => {
    const { payload } = await update({ id: 'gid://service/Project/14', processMode: 'UNORDERED' });
    expect(payload).toMatchObject({
      resourceGroup: null,
      errors: [{ path: ['input', 'id'], message: 'must be the global id of a ResourceGroup, not of a Project' }],
    });
    expect(facade.calls).toEqual([]);
  });

  test('requires at least the role Developer', async () => {
    const codes: Record<string, unknown> = {};
    for (const as of ['anonymous', 'guest', 'reporter', 'developer', 'maintainer', 'owner', 'administrator'] as const)
      codes[as] = (await update({ id, processMode: 'OLDEST_FIRST' }, as)).code;
    expect(codes).toEqual({
      anonymous: 'UNAUTHENTICATED',
      guest: 'FORBIDDEN',
      reporter: 'FORBIDDEN',
      developer: undefined,
      maintainer: undefined,
      owner: undefined,
      administrator: undefined,
    });
    expect((await update({ id: 'gid://service/ResourceGroup/14/nobody', processMode: 'UNORDERED' })).code).toBe(
      'NOT_FOUND',
    );
  });
});
