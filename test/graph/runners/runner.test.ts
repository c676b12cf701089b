import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '../../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { withOutsiderAsMember } from './world.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

type Attributes = Readonly<Record<string, unknown>>;

async function readRunner(id: string | number, selection: string, as: Role = 'owner') {
  const query = `query ($id: ID!) { runner(id: $id) { ${selection} } }`;
  const { data, errors } = await facade.execute<{ runner: Attributes | null }>(query, { id }, { as });
  return { runner: data.runner, errors, code: errors?.[0]?.extensions?.code };
}

const runnerFields = `
  id databaseId description paused isShared runnerType name online status jobExecutionStatus
  architecture platform version revision contactedAt maintenanceNote tagList accessLevel maximumTimeout
  projects { id fullPath }
`;
const engineRoom = {
  id: 'gid://service/Runner/5',
  databaseId: 5,
  description: 'Engine room',
  paused: false,
  isShared: false,
  runnerType: 'PROJECT_TYPE',
  name: 'engine-room',
  online: true,
  status: 'ONLINE',
  jobExecutionStatus: 'idle',
  architecture: 'amd64',
  platform: 'linux',
  version: '17.2.0',
  revision: '7de31d5a',
  contactedAt: '2025-06-01T11:59:00.000Z',
  maintenanceNote: null,
  tagList: ['docker'],
  accessLevel: 'NOT_PROTECTED',
  maximumTimeout: 3600,
  projects: [{ id: 'gid://service/Project/14', fullPath: 'meridian/platform/engine' }],
};

describe('a runner', () => {
  test.each(['5', 'gid://service/Runner/5'])('returns the documented attributes by %s in one call', async (id) => {
    expect(await readRunner(id, runnerFields)).toEqual({ runner: engineRoom });
    expect(facade.calls).toEqual(['GET /runners/5']);
  });

  test('returns the runner from node', async () => {
    const { data } = await facade.execute(
      '{ node(id: "gid://service/Runner/2212270852") { id ... on Runner { databaseId status online projects { id } } } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({
      node: {
        id: 'gid://service/Runner/2212270852',
        databaseId: 2_212_270_852,
        status: 'NEVER_CONTACTED',
        online: null,
        projects: null,
      },
    });
    expect(facade.calls).toEqual(['GET /runners/2212270852']);
  });

  test('makes one call for each of its projects for attributes that the runner omits', async () => {
    expect((await readRunner(6, 'projects { name webUrl }')).runner?.projects).toHaveLength(2);
    expect(facade.calls).toEqual(['GET /runners/6', 'GET /projects/14', 'GET /projects/16']);
  });

  test('returns null for a runner that does not exist', async () => {
    expect(await readRunner(987654, 'id')).toEqual({ runner: null });
  });

  test.each(['all', '../users', 'gid://service/Project/5', '5/jobs', ''])(
    'rejects %j without a REST call',
    async (id) => {
      expect(await readRunner(id, 'id')).toMatchObject({ runner: null, code: 'BAD_USER_INPUT' });
      const { errors } = await facade.execute('query ($id: ID!) { node(id: $id) { id } }', {
        id: `gid://service/Runner/${id}`,
      });
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      expect(facade.calls).toEqual([]);
    },
  );

  test('returns a runner only to roles that may read it', async () => {
    const findReaders = async (id: number) => {
      const codes = await Promise.all(
        roles.map(async (as) => [as, (await readRunner(id, 'databaseId', as)).code] as const),
      );
      return codes.flatMap(([as, code]) => (code === undefined ? [as] : []));
    };
    const overseers = ['administrator', 'auditor'];
    expect(await findReaders(3)).toEqual([...overseers, 'owner', 'maintainer']);
    expect(await findReaders(5)).toEqual([...overseers, 'owner', 'maintainer', 'bot']);
    expect(await findReaders(8)).toEqual(overseers);
    expect((await readRunner(3, 'id', 'guest')).code).toBe('FORBIDDEN');
    expect((await readRunner(3, 'id', 'anonymous')).code).toBe('UNAUTHENTICATED');
  });

  test('returns runners of a group to a custom role, and only those of projects to a Security Manager', async () => {
    await withOutsiderAsMember(facade, { access_level: 20, member_role_id: 1 }, async () =>
      expect((await readRunner(3, 'id', 'outsider')).code).toBeUndefined(),
    );
    await withOutsiderAsMember(facade, { access_level: 25 }, async () => {
      expect((await readRunner(5, 'id', 'outsider')).code).toBeUndefined();
      expect((await readRunner(3, 'id', 'outsider')).code).toBe('FORBIDDEN');
    });
  });
});

describe('jobs', () => {
  interface Jobs {
    readonly nodes: readonly Attributes[];
    readonly totalCount: number | null;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  }
  async function readJobs(args: string, selection = 'nodes { databaseId status } totalCount', as: Role = 'owner') {
    const response = await readRunner(5, `jobs${args} { ${selection} }`, as);
    return { jobs: response.runner?.jobs as Jobs | null, errors: response.errors, code: response.code };
  }
  const getIds = (list: Jobs | null) => list?.nodes.map(({ databaseId }) => Number(databaseId)) ?? [];

  test('return every attribute that they contain without a further call', async () => {
    const { jobs: page } = await readJobs(
      '(first: 1)',
      `nodes {
        id databaseId status stage name ref tag coverage allowFailure createdAt startedAt finishedAt duration queuedDuration
        webUrl runner { id }
        commit { sha shortSha createdAt parentShas title message authorName authorEmail authoredAt committerName
          committerEmail committedAt trailers webUrl }
        pipeline { id databaseId sha ref status }
        project { id databaseId description name fullName path fullPath createdAt }
        user { id username name state locked avatarUrl webUrl createdAt bio location publicEmail profileLinkA profileLinkB
          websiteUrl organization jobTitle pronouns isBot workInformation followersCount followingCount localTime }
      }`,
    );
    expect(facade.calls).toEqual(['GET /runners/5/jobs?page=1&per_page=1']);
    expect(page?.nodes[0]).toMatchObject({
      id: 'gid://service/Job/57/11215821159',
      databaseId: 11_215_821_159,
      name: 'lint',
      stage: 'test',
      duration: expect.any(Number),
      runner: { id: 'gid://service/Runner/5' },
      commit: { title: 'Draw coasts in one pass', trailers: { 'Signed-off-by': expect.any(String) } },
      pipeline: { id: 'gid://service/Pipeline/57/5124', status: 'FAILED' },
      project: { id: 'gid://service/Project/57', fullPath: 'vault/keyring' },
      user: { username: 'paolo.kaya20', isBot: false },
    });
  });

  test('are sorted by id in descending order, 20 by default, and paged by page number', async () => {
    const { jobs: first } = await readJobs('');
    expect(first?.nodes).toHaveLength(20);
    expect(getIds(first)).toEqual(getIds(first).toSorted((a, b) => b - a));
    expect(first?.totalCount).toBe(155);
    expect(facade.calls).toEqual(['GET /runners/5/jobs?page=1&per_page=20']);
    facade.forget();
    const { jobs: all } = await readJobs('(first: 200)');
    expect(new Set(getIds(all)).size).toBe(155);
    expect(facade.calls).toEqual([
      'GET /runners/5/jobs?page=1&per_page=100',
      'GET /runners/5/jobs?page=2&per_page=100',
    ]);
    expect(getIds((await readJobs('(last: 3)')).jobs)).toEqual(getIds(all).slice(-3));
  });

  test('are paged by page number in the requested order, with totalCount', async () => {
    const all = getIds((await readJobs('(first: 200)')).jobs).toReversed();
    facade.forget();
    const items: number[] = [];
    let after = '';
    for (let more = true; more; ) {
      const page = 'nodes { databaseId } totalCount pageInfo { hasNextPage endCursor }';
      const { jobs: next } = await readJobs(`(first: 60, orderBy: { field: ID, direction: ASC }${after})`, page);
      expect(next?.totalCount).toBe(155);
      items.push(...getIds(next));
      after = `, after: "${next?.pageInfo.endCursor}"`;
      more = next?.pageInfo.hasNextPage === true;
    }
    expect(items).toEqual(all);
    expect(facade.calls).toEqual(
      [1, 2, 3].map((page) => `GET /runners/5/jobs?order_by=id&page=${page}&per_page=60&sort=asc`),
    );
  });

  test('are sorted in descending order if orderBy has no direction', async () => {
    const { jobs: page } = await readJobs('(first: 2, orderBy: { field: ID })');
    expect(getIds(page)).toEqual([11_215_821_159, 11_215_821_158]);
    expect(facade.calls).toEqual(['GET /runners/5/jobs?order_by=id&page=1&per_page=2&sort=desc']);
  });

  test.each([
    ['orderBy: { direction: ASC }', 'value of type "RunnerJobOrder" to include required field "field"'],
    ['last: 2, filter: { status: UNKNOWN }', '"UNKNOWN" does not exist in "RunnerJobStatusFilter"'],
  ])('reject the arguments (%s) without a REST call', async (args, message) => {
    const { errors } = await facade.execute(`{ runner(id: 5) { jobs(${args}) { totalCount } } }`);
    expect(errors?.[0]?.message).toContain(message);
    expect(facade.calls).toEqual([]);
  });

  test.each(['RUNNING', 'SUCCESS', 'FAILED', 'CANCELED'])('are filtered by the status %s', async (status) => {
    const { jobs: page } = await readJobs(`(first: 100, filter: { status: ${status} })`);
    expect(new Set(page?.nodes.map((job) => job.status))).toEqual(new Set([status]));
    expect(facade.calls).toEqual([`GET /runners/5/jobs?page=1&per_page=100&status=${status.toLowerCase()}`]);
  });

  test('are filtered by systemId', async () => {
    const { jobs: page } = await readJobs('(first: 1, filter: { systemId: "s_compass" })');
    expect(page?.totalCount).toBe(52);
    expect(facade.calls).toEqual(['GET /runners/5/jobs?page=1&per_page=1&system_id=s_compass']);
  });

  test('omit those of projects in which the caller does not have at least the role Reporter', async () => {
    const readTotal = async (as: Role) => (await readJobs('', 'totalCount', as)).jobs?.totalCount;
    expect(await readTotal('administrator')).toBe(160);
    expect(await readTotal('owner')).toBe(155);
    expect(await readTotal('bot')).toBe(150);
    expect(facade.calls).toEqual(Array(3).fill('GET /runners/5/jobs?page=1&per_page=1'));
    await withOutsiderAsMember(facade, { access_level: 25 }, async () => expect(await readTotal('outsider')).toBe(0));
  });

  test('are null with an error for callers without permission, and for a runner that does not exist', async () => {
    expect(await readJobs('', undefined, 'developer')).toMatchObject({ jobs: null, code: 'FORBIDDEN' });
    expect(await readJobs('', undefined, 'anonymous')).toMatchObject({ jobs: null, code: 'UNAUTHENTICATED' });
    const { data, errors } = await facade.execute(
      '{ runner(id: 987654) { jobs { totalCount } } }',
      {},
      { as: 'owner' },
    );
    expect(data).toEqual({ runner: { jobs: null } });
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
