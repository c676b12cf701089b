/** Global ids consist of the attributes of an object, not of the path by which it was read. */
import { expect, test } from 'vitest';
import { type StubResponse, startWithResponses } from '../harness.ts';

async function execute(examples: Readonly<Record<string, StubResponse>>, query: string) {
  const facade = await startWithResponses(examples);
  try {
    const { data, errors } = await facade.execute(query, {}, { as: 'developer' });
    return { data, codes: errors?.map(({ extensions }) => extensions?.code), calls: facade.calls };
  } finally {
    await facade.close();
  }
}

test('identifies the head pipeline of a merge request from a fork by its own project_id', async () => {
  const { data, calls } = await execute(
    {
      'GET /projects/5/merge_requests/3': {
        body: { id: 30, iid: 3, project_id: 5, source_project_id: 6, head_pipeline: { id: 70, project_id: 6 } },
      },
      'GET /projects/6/pipelines/70/test_report_summary': { body: { total: { count: 4 } } },
    },
    '{ project(id: 5) { mergeRequest(iid: 3) { headPipeline { id testReportSummary { total { totalCount } } } } } }',
  );
  expect(data).toEqual({
    project: {
      mergeRequest: {
        headPipeline: { id: 'gid://service/Pipeline/6/70', testReportSummary: { total: { totalCount: 4 } } },
      },
    },
  });
  expect(calls).toEqual(['GET /projects/5/merge_requests/3', 'GET /projects/6/pipelines/70/test_report_summary']);
});

test('makes no call for a project requested by path if its items contain its number', async () => {
  const { data, calls } = await execute(
    {
      'GET /projects/a%2Fb/pipelines': { body: [{ id: 70, project_id: 6 }] },
      'GET /projects/a%2Fb/issues/2/notes': { body: [{ id: 8, project_id: 6, noteable_iid: 2 }] },
    },
    '{ project(id: "a/b") { pipelines { nodes { id } } issue(iid: 2) { notes { nodes { id } } } } }',
  );
  expect(data).toEqual({
    project: {
      pipelines: { nodes: [{ id: 'gid://service/Pipeline/6/70' }] },
      issue: { notes: { nodes: [{ id: 'gid://service/Note/issue/6/2/8' }] } },
    },
  });
  expect(calls).toHaveLength(2);
});

test('identifies the pipeline of a job by its own project_id', async () => {
  const { data } = await execute(
    { 'GET /projects/5/resource_groups/k/current_job': { body: { id: 1, pipeline: { id: 70, project_id: 6 } } } },
    '{ project(id: 5) { resourceGroup(key: "k") { currentJob { id pipeline { id } } } } }',
  );
  expect(data).toEqual({
    project: {
      resourceGroup: {
        currentJob: { id: 'gid://service/Job/6/1', pipeline: { id: 'gid://service/Pipeline/6/70' } },
      },
    },
  });
});

test('identifies a member role by its group_id, by the instance if it is null, and by the group of the list if it is absent', async () => {
  const { data } = await execute(
    {
      'GET /groups/9/member_roles': {
        body: [{ id: 1, group_id: 8 }, { id: 2, group_id: null }, { id: 3 }],
      },
    },
    '{ group(id: 9) { memberRoles { nodes { id } } } }',
  );
  expect(data).toEqual({
    group: {
      memberRoles: {
        nodes: [
          { id: 'gid://service/MemberRole/8/1' },
          { id: 'gid://service/MemberRole/2' },
          { id: 'gid://service/MemberRole/9/3' },
        ],
      },
    },
  });
});

test('identifies a token of a service account by its user_id', async () => {
  const { data } = await execute(
    {
      'GET /groups/9/service_accounts': { body: [{ id: 4 }] },
      'GET /groups/9/service_accounts/4/personal_access_tokens': { body: [{ id: 1, user_id: 5 }] },
    },
    '{ group(id: 9) { serviceAccounts { nodes { personalAccessTokens { nodes { id } } } } } }',
  );
  expect(data).toEqual({
    group: {
      serviceAccounts: {
        nodes: [{ personalAccessTokens: { nodes: [{ id: 'gid://service/ServiceAccountToken/9/5/1' }] } }],
      },
    },
  });
});

test('identifies both merge requests of a dependency by their own attributes, and returns an error if one lacks them', async () => {
  const blocks = [
    {
      id: 1,
      blocking_merge_request: { iid: 2, project_id: 6 },
      blocked_merge_request: { iid: 3, project_id: 5 },
    },
    { id: 2, blocking_merge_request: { title: 'nameless' }, blocked_merge_request: { iid: 3, target_project_id: 5 } },
  ];
  const query = `{ project(id: 5) { mergeRequest(iid: 3) { blockedBy { nodes {
    blockingMergeRequest { id } blockedMergeRequest { id } } } } } }`;
  const { data, codes } = await execute({ 'GET /projects/5/merge_requests/3/blocks': { body: blocks } }, query);
  expect(data).toEqual({
    project: {
      mergeRequest: {
        blockedBy: {
          nodes: [
            {
              blockingMergeRequest: { id: 'gid://service/MergeRequest/6/2' },
              blockedMergeRequest: { id: 'gid://service/MergeRequest/5/3' },
            },
            { blockingMergeRequest: null, blockedMergeRequest: { id: 'gid://service/MergeRequest/5/3' } },
          ],
        },
      },
    },
  });
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']);
});

test('identifies a dependency of a blocking merge request by the blocked one, and returns an error if it is absent', async () => {
  const blockees = [{ id: 1, blocked_merge_request: { iid: 3, project_id: 5 } }, { id: 2 }];
  const { data, codes } = await execute(
    { 'GET /projects/6/merge_requests/2/blockees': { body: blockees } },
    '{ project(id: 6) { mergeRequest(iid: 2) { blocking { nodes { databaseId id } } } } }',
  );
  expect(data).toEqual({
    project: {
      mergeRequest: { blocking: { nodes: [{ databaseId: 1, id: 'gid://service/MergeRequestBlock/5/3/1' }, null] } },
    },
  });
  expect(codes).toEqual(['NOT_FOUND']);
});

test('identifies a merge request in the list of a group by its project, and returns an error if it has none', async () => {
  const { data, codes } = await execute(
    {
      'GET /groups/9/merge_requests': {
        body: [{ iid: 1, project_id: 5 }, { iid: 2, target_project_id: 6 }, { iid: 3 }],
      },
    },
    '{ group(id: 9) { mergeRequests { nodes { iid id } } } }',
  );
  expect(data).toEqual({
    group: {
      mergeRequests: {
        nodes: [
          { iid: 1, id: 'gid://service/MergeRequest/5/1' },
          { iid: 2, id: 'gid://service/MergeRequest/6/2' },
          null,
        ],
      },
    },
  });
  expect(codes).toEqual(['UPSTREAM_INVALID_RESPONSE']);
});
