import { afterEach, expect, test } from 'vitest';
import { nullsAccepted, type StubbedFacade, startWithResponses } from '../../harness.ts';
import { mutate } from '../mutate.ts';

let facade: StubbedFacade | undefined;
afterEach(() => facade?.close());

const group = {
  id: 3,
  key: 'production',
  process_mode: 'unordered',
  created_at: '2021-09-01T08:04:59.650Z',
  updated_at: '2021-09-01T08:04:59.650Z',
};
const job = {
  id: 1_154,
  status: 'waiting_for_resource',
  stage: 'deploy',
  name: 'deploy_to_production',
  ref: 'main',
  tag: false,
  coverage: null,
  allow_failure: false,
  created_at: '2022-09-28T09:57:04.590Z',
  started_at: null,
  finished_at: null,
  duration: null,
  queued_duration: null,
  user: { id: 1, name: 'John Smith', username: 'john_smith', state: 'active', bio: '', followers: 0 },
  commit: { id: '3177f39064891bbbf5124b27850c339da331f02f', short_id: '3177f390', trailers: {} },
  pipeline: {
    id: 274,
    iid: 9,
    project_id: 50,
    sha: '3177f390',
    ref: 'main',
    status: 'waiting_for_resource',
    source: 'web',
  },
  web_url: 'https://forge.example.com/forge-org/project/-/jobs/1154',
  project: { ci_job_token_scope_enabled: true },
};
const jobFields = `
  id databaseId status coverage duration user { id username followersCount } commit { shortSha trailers }
  pipeline { id iid status source } project { id ciJobTokenScopeEnabled }
`;
const expectedJob = {
  id: 'gid://service/Job/50/1154',
  databaseId: 1_154,
  status: 'WAITING_FOR_RESOURCE',
  coverage: null,
  duration: null,
  user: { id: 'gid://service/User/1', username: 'john_smith', followersCount: 0 },
  commit: { shortSha: '3177f390', trailers: {} },
  pipeline: { id: 'gid://service/Pipeline/50/274', iid: 9, status: 'WAITING_FOR_RESOURCE', source: 'web' },
  project: { id: 'gid://service/Project/50', ciJobTokenScopeEnabled: true },
};

test('converts nested objects and enum values of resource groups and jobs, and returns UNKNOWN for an unknown mode, and null for missing attributes', async () => {
  facade = await startWithResponses(
    {
      'GET /projects/50': { body: { id: 50 } },
      'GET /projects/50/resource_groups': {
        body: [group, { ...group, id: 4_000_000_000, key: 'x', process_mode: 'random' }],
      },
      'GET /projects/50/resource_groups/production': { body: group },
      'GET /projects/50/resource_groups/production/current_job': { body: { ...job, status: 'running' } },
      'GET /projects/50/resource_groups/production/upcoming_jobs': { body: [job, { id: 1_155 }] },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(`{
    project(id: 50) {
      resourceGroups { nodes { databaseId key processMode createdAt } }
      resourceGroup(key: "production") { currentJob { ${jobFields} } upcomingJobs { nodes { ${jobFields} } } }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    project: {
      resourceGroups: {
        nodes: [
          { databaseId: 3, key: 'production', processMode: 'UNORDERED', createdAt: '2021-09-01T08:04:59.650Z' },
          { databaseId: 4_000_000_000, key: 'x', processMode: 'UNKNOWN', createdAt: '2021-09-01T08:04:59.650Z' },
        ],
      },
      resourceGroup: {
        currentJob: { ...expectedJob, status: 'RUNNING' },
        upcomingJobs: {
          nodes: [
            expectedJob,
            {
              id: 'gid://service/Job/50/1155',
              databaseId: 1_155,
              status: null,
              coverage: null,
              duration: null,
              user: null,
              commit: null,
              pipeline: null,
              project: { id: 'gid://service/Project/50', ciJobTokenScopeEnabled: null },
            },
          ],
        },
      },
    },
  });
});

test.each([
  ['200 null', { body: 'null' }],
  ['204', { status: 204, body: '' }],
  ['404', { status: 404, body: { message: '404 Not Found' } }],
])('returns null for currentJob if the response is %s', async (_, jobResponse) => {
  facade = await startWithResponses({ 'GET /projects/50/resource_groups/production/current_job': jobResponse });
  const query = '{ project(id: 50) { resourceGroup(key: "production") { currentJob { id } } } }';
  const { data, errors } = await facade.execute(query);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: { resourceGroup: { currentJob: null } } });
});

test('updates a resource group, and returns the error of a rejected update', async () => {
  const put = 'PUT /projects/50/resource_groups/production';
  facade = await startWithResponses({ [put]: { body: { ...group, process_mode: 'oldest_first' } } });
  const id = 'gid://service/ResourceGroup/50/production';
  const selection = 'resourceGroup { id processMode updatedAt }';
  const { payload } = await mutate(facade, 'resourceGroupUpdate', { id, processMode: 'OLDEST_FIRST' }, selection);
  expect(payload).toEqual({
    resourceGroup: { id, processMode: 'OLDEST_FIRST', updatedAt: '2021-09-01T08:04:59.650Z' },
    errors: [],
  });
  expect(facade.bodies).toEqual([{ process_mode: 'oldest_first' }]);
  await facade.close();
  facade = await startWithResponses({
    [put]: { status: 400, body: { message: { process_mode: ['is not included in the list'] } } },
  });
  expect(
    (await mutate(facade, 'resourceGroupUpdate', { id, processMode: 'UNORDERED' }, selection)).payload,
  ).toMatchObject({
    resourceGroup: null,
    errors: [{ code: 'BAD_USER_INPUT', message: 'is not included in the list' }],
  });
});
