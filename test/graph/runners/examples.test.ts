import { afterEach, expect, test } from 'vitest';
import { nullsAccepted, type StubbedFacade, startWithResponses } from '../../harness.ts';
import { mutate } from '../mutate.ts';

let facade: StubbedFacade | undefined;
afterEach(() => facade?.close());

const listItem = {
  active: true,
  paused: false,
  description: 'test-1-20150125',
  id: 6,
  ip_address: '',
  is_shared: false,
  runner_type: 'project_type',
  name: null,
  online: true,
  status: 'online',
  job_execution_status: 'idle',
};
const detail = {
  ...listItem,
  architecture: null,
  platform: null,
  version: null,
  revision: null,
  contacted_at: '2016-01-25T16:39:48.066Z',
  maintenance_note: null,
  projects: [
    {
      id: 1,
      name: 'Forge Community Edition',
      name_with_namespace: 'Forge.org / Forge Community Edition',
      path: 'forge-foss',
      path_with_namespace: 'forge-org/forge-foss',
    },
  ],
  tag_list: ['ruby', 'mysql'],
  access_level: 'ref_protected',
  maximum_timeout: 3600,
};

const listSelection = 'nodes { id description paused isShared runnerType name online status jobExecutionStatus }';
const expectedItem = {
  id: 'gid://service/Runner/6',
  description: 'test-1-20150125',
  paused: false,
  isShared: false,
  runnerType: 'PROJECT_TYPE',
  name: null,
  online: true,
  status: 'ONLINE',
  jobExecutionStatus: 'idle',
};

test('returns every documented attribute of the items of the four lists', async () => {
  facade = await startWithResponses({
    'GET /runners': { body: [listItem] },
    'GET /runners/all': { body: [listItem] },
    'GET /projects/9/runners': { body: [listItem] },
    'GET /groups/9/runners': { body: [listItem] },
  });
  const { data } = await facade.execute(`{
    runners { ${listSelection} }
    allRunners { ${listSelection} }
    project(id: 9) { runners { ${listSelection} } }
    group(id: 9) { runners { ${listSelection} } }
  }`);
  const page = { nodes: [expectedItem] };
  expect(data).toEqual({ runners: page, allRunners: page, project: { runners: page }, group: { runners: page } });
  expect(facade.calls.toSorted()).toEqual([
    'GET /groups/9/runners?page=1&per_page=20',
    'GET /projects/9/runners?page=1&per_page=20',
    'GET /runners/all?page=1&per_page=20',
    'GET /runners?page=1&per_page=20',
  ]);
});

test('returns every documented attribute of the detail in one call, so that a token with only the scope manage_runners suffices', async () => {
  facade = await startWithResponses({ 'GET /runners/6': { body: detail } });
  const { data } = await facade.execute(`{
    runner(id: 6) {
      description contactedAt maintenanceNote tagList accessLevel maximumTimeout architecture platform version revision
      projects { id databaseId name fullName path fullPath }
    }
  }`);
  expect(data).toEqual({
    runner: {
      description: 'test-1-20150125',
      contactedAt: '2016-01-25T16:39:48.066Z',
      maintenanceNote: null,
      tagList: ['ruby', 'mysql'],
      accessLevel: 'REF_PROTECTED',
      maximumTimeout: 3600,
      architecture: null,
      platform: null,
      version: null,
      revision: null,
      projects: [
        {
          id: 'gid://service/Project/1',
          databaseId: 1,
          name: 'Forge Community Edition',
          fullName: 'Forge.org / Forge Community Edition',
          path: 'forge-foss',
          fullPath: 'forge-org/forge-foss',
        },
      ],
    },
  });
  expect(facade.calls).toEqual(['GET /runners/6']);
});

test('returns an id above 2^31, UNKNOWN for unknown enum values, and null for null and missing attributes', async () => {
  facade = await startWithResponses(
    {
      'GET /runners/2212270852': {
        body: {
          id: 2_212_270_852,
          description: null,
          online: null,
          status: 'paused',
          runner_type: 'planet_type',
          job_execution_status: 'dreaming',
          contacted_at: null,
          projects: null,
          groups: [{ id: 9, name: 'my-group' }],
          access_level: 'half_protected',
        },
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(
    '{ runner(id: 2212270852) { id databaseId description paused online status runnerType jobExecutionStatus contactedAt projects { id } tagList accessLevel maximumTimeout } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    runner: {
      id: 'gid://service/Runner/2212270852',
      databaseId: 2_212_270_852,
      description: null,
      paused: null,
      online: null,
      status: 'UNKNOWN',
      runnerType: 'UNKNOWN',
      jobExecutionStatus: 'dreaming',
      contactedAt: null,
      projects: null,
      tagList: null,
      accessLevel: 'UNKNOWN',
      maximumTimeout: null,
    },
  });
});

const job = {
  id: 11_215_821_048,
  status: 'running',
  stage: 'test',
  name: 'test',
  ref: 'main',
  tag: false,
  coverage: null,
  created_at: '2017-11-16T08:50:29.000Z',
  started_at: '2017-11-16T08:51:29.000Z',
  finished_at: null,
  duration: 120.5,
  queued_duration: 2,
  user: { id: 1, name: 'John Doe2', username: 'user2', state: 'active', created_at: '2017-11-16T18:38:46.000Z' },
  commit: { id: '97de212e80737a608d939f648d959671fb0a0142', title: 'Update configuration\r' },
  pipeline: { id: 2, sha: '97de212e80737a608d939f648d959671fb0a0142', ref: 'main', status: 'resting' },
  project: { id: 1, name: 'project1', path_with_namespace: 'namespace1/project1' },
};

test('returns jobs, and null for attributes that their embedded objects omit', async () => {
  facade = await startWithResponses({ 'GET /runners/2/jobs': { body: [job, { id: 3 }] } }, nullsAccepted);
  const { data, errors } = await facade.execute(`{
    runner(id: 2) {
      jobs {
        nodes {
          databaseId status duration finishedAt allowFailure
          user { id username createdAt bio }
          commit { sha shortSha title trailers }
          pipeline { id sha status }
          project { id fullPath description }
        }
      }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(Object(data).runner.jobs.nodes).toEqual([
    {
      databaseId: 11_215_821_048,
      status: 'RUNNING',
      duration: 120.5,
      finishedAt: null,
      allowFailure: null,
      user: { id: 'gid://service/User/1', username: 'user2', createdAt: '2017-11-16T18:38:46.000Z', bio: null },
      commit: {
        sha: '97de212e80737a608d939f648d959671fb0a0142',
        shortSha: null,
        title: 'Update configuration\r',
        trailers: null,
      },
      pipeline: {
        id: 'gid://service/Pipeline/1/2',
        sha: '97de212e80737a608d939f648d959671fb0a0142',
        status: 'UNKNOWN',
      },
      project: { id: 'gid://service/Project/1', fullPath: 'namespace1/project1', description: null },
    },
    {
      databaseId: 3,
      status: null,
      duration: null,
      finishedAt: null,
      allowFailure: null,
      user: null,
      commit: null,
      pipeline: null,
      project: null,
    },
  ]);
  expect(facade.calls).toEqual(['GET /runners/2/jobs?page=1&per_page=20']);
});

test('reads the pipeline or project of a job for attributes that the job omits', async () => {
  facade = await startWithResponses({
    'GET /runners/2/jobs': { body: [job] },
    'GET /projects/1/pipelines/2': { body: { id: 2, iid: 7, project_id: 1 } },
    'GET /projects/1': { body: { id: 1, web_url: 'https://forge.example.com/namespace1/project1' } },
  });
  const { data } = await facade.execute('{ runner(id: 2) { jobs { nodes { pipeline { iid } project { webUrl } } } } }');
  expect(Object(data).runner.jobs.nodes).toEqual([
    { pipeline: { iid: 7 }, project: { webUrl: 'https://forge.example.com/namespace1/project1' } },
  ]);
  expect(facade.calls.toSorted()).toEqual([
    'GET /projects/1',
    'GET /projects/1/pipelines/2',
    'GET /runners/2/jobs?page=1&per_page=20',
  ]);
});

test('returns null and UPSTREAM_INVALID_RESPONSE for a job without a project if its id is selected', async () => {
  facade = await startWithResponses({ 'GET /runners/2/jobs': { body: [{ ...job, project: null }] } });
  const { data, errors } = await facade.execute('{ runner(id: 2) { jobs { nodes { id name } } } }');
  expect(data).toEqual({ runner: { jobs: { nodes: [null] } } });
  expect(errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_RESPONSE');
});

test('follows next links although keyset paging was not requested', async () => {
  const next = 'cursor=eyJpZCI6IjExIn0&order_by=id&pagination=keyset&per_page=1&sort=desc';
  facade = await startWithResponses({
    'GET /runners/2/jobs?page=1&per_page=1': {
      headers: {
        link: `<https://forge.example.com/api/v4/runners/2/jobs?${next}>; rel="next"`,
        'x-page': '1',
        'x-next-page': '',
      },
      body: [job],
    },
    [`GET /runners/2/jobs?${next}`]: { headers: { 'x-page': '1', 'x-next-page': '' }, body: [{ ...job, id: 10 }] },
  });
  const read = (after: string) =>
    facade?.execute(
      `{ runner(id: 2) { jobs(first: 1${after}) { nodes { databaseId } pageInfo { hasNextPage endCursor } } } }`,
    );
  const first = Object((await read(''))?.data).runner.jobs;
  expect(first).toMatchObject({ nodes: [{ databaseId: 11_215_821_048 }], pageInfo: { hasNextPage: true } });
  const second = Object((await read(`, after: "${first.pageInfo.endCursor}"`))?.data).runner.jobs;
  expect(second).toMatchObject({ nodes: [{ databaseId: 10 }], pageInfo: { hasNextPage: false } });
  expect(facade.calls).toEqual(['GET /runners/2/jobs?page=1&per_page=1', `GET /runners/2/jobs?${next}`]);
});

test('reads the further pages of a slice by the next links of the responses', async () => {
  const createJobs = (count: number, first: number) =>
    Array.from({ length: count }, (_, index) => ({ id: first - index }));
  const link = (cursor: string) => ({
    link: `<https://forge.example.com/api/v4/runners/2/jobs?cursor=${cursor}&pagination=keyset>; rel="next"`,
  });
  facade = await startWithResponses({
    'GET /runners/2/jobs?page=1&per_page=100': { headers: link('abc'), body: createJobs(100, 1000) },
    'GET /runners/2/jobs?cursor=abc&pagination=keyset&per_page=100': {
      headers: link('def'),
      body: createJobs(100, 900),
    },
  });
  const { data } = await facade.execute(
    '{ runner(id: 2) { jobs(first: 200) { nodes { databaseId } pageInfo { hasNextPage } totalCount } } }',
  );
  expect(Object(data).runner.jobs).toEqual({
    nodes: createJobs(200, 1000).map(({ id }) => ({ databaseId: id })),
    pageInfo: { hasNextPage: true },
    totalCount: null,
  });
  expect(facade.calls).toHaveLength(2);
});

test.each([
  ['runnerUpdate', { id: 6, tagList: ['ruby', 'mysql'] }, { tag_list: ['ruby', 'mysql'] }],
  ['runnerPause', { id: 6 }, { paused: true }],
  ['runnerResume', { id: 6 }, { paused: false }],
])('%s sends its input', async (name, input, body) => {
  facade = await startWithResponses({ 'PUT /runners/6': { body: detail } });
  const { payload } = await mutate(facade, name, input, 'runner { id tagList accessLevel name }');
  expect(payload).toEqual({
    runner: { id: 'gid://service/Runner/6', tagList: ['ruby', 'mysql'], accessLevel: 'REF_PROTECTED', name: null },
    errors: [],
  });
  expect(facade.calls).toEqual(['PUT /runners/6']);
  expect(facade.bodies).toEqual([body]);
});

test('reads the runner after a pause whose response has no body, if attributes other than the id are selected', async () => {
  facade = await startWithResponses({ 'PUT /runners/6': { body: '' }, 'GET /runners/6': { body: detail } });
  expect((await mutate(facade, 'runnerPause', { id: 6 }, 'runner { id }')).payload?.runner).toEqual({
    id: 'gid://service/Runner/6',
  });
  expect(facade.calls).toEqual(['PUT /runners/6']);
  const { payload } = await mutate(facade, 'runnerPause', { id: 6 }, 'runner { description }');
  expect(payload?.runner).toEqual({ description: 'test-1-20150125' });
});

test('runnerCreate returns the token', async () => {
  const body = { id: 9_171, token: 'example-token', token_expires_at: '2030-01-01T00:00:00.000Z', extra: true };
  facade = await startWithResponses({ 'POST /user/runners': { body } });
  const input = { target: { instance: true } };
  const { payload } = await mutate(facade, 'runnerCreate', input, 'runner { id } token tokenExpiresAt');
  expect(payload).toEqual({
    runner: { id: 'gid://service/Runner/9171' },
    token: 'example-token',
    tokenExpiresAt: '2030-01-01T00:00:00.000Z',
    errors: [],
  });
  expect(facade.calls).toEqual(['POST /user/runners']);
  expect(facade.bodies).toEqual([{ runner_type: 'instance_type' }]);
});
