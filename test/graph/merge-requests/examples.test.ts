/** Operations of merge requests with responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { notFound, nullsAccepted, type StubResponse } from '../../harness.ts';
import { inGraphNames } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';

const user = {
  id: 1,
  name: 'Administrator',
  username: 'admin',
  state: 'active',
  avatar_url: null,
  web_url: 'https://forge.example.com/admin',
  public_email: 'admin@example.com',
};

const simple = {
  id: 1,
  iid: 1,
  project_id: 3,
  title: 'test1',
  description: 'fixed login page css paddings',
  state: 'merged',
  created_at: '2017-04-29T08:46:00Z',
  updated_at: '2017-04-29T08:46:00Z',
  web_url: 'http://forge.example.com/my-group/my-project/merge_requests/1',
};

const mergeRequest = {
  ...simple,
  imported: false,
  imported_from: 'none',
  merged_by: user,
  merge_user: user,
  merged_at: '2018-09-07T11:16:17.520Z',
  prepared_at: '2018-09-04T11:16:17.520Z',
  merge_after: '2018-09-07T11:16:00.000Z',
  closed_by: null,
  closed_at: null,
  target_branch: 'main',
  source_branch: 'test1',
  upvotes: 0,
  downvotes: 0,
  author: user,
  assignee: user,
  assignees: [user],
  reviewers: [{ ...user, id: 2, name: 'Sam Bauch', username: 'kenyatta_oconnell', public_email: '' }],
  source_project_id: 2,
  target_project_id: 3,
  labels: ['Community contribution', 'Manage'],
  draft: false,
  work_in_progress: false,
  milestone: {
    id: 5,
    iid: 1,
    project_id: 3,
    title: 'v2.0',
    description: 'Assumenda aut placeat expedita exercitationem labore sunt enim earum.',
    state: 'closed',
    created_at: '2015-02-02T19:49:26.013Z',
    updated_at: '2015-02-02T19:49:26.013Z',
    due_date: '2018-09-22',
    start_date: '2018-08-08',
    expired: true,
    web_url: 'https://forge.example.com/my-group/my-project/milestones/1',
  },
  merge_when_pipeline_succeeds: true,
  merge_status: 'can_be_merged',
  detailed_merge_status: 'not_open',
  has_conflicts: false,
  sha: '8888888888888888888888888888888888888888',
  merge_commit_sha: null,
  squash_commit_sha: null,
  user_notes_count: 1,
  discussion_locked: null,
  should_remove_source_branch: true,
  force_remove_source_branch: false,
  allow_collaboration: false,
  allow_maintainer_to_push: false,
  approvals_before_merge: 2,
  reference: '!1',
  references: { short: '!1', relative: 'my-group/my-project!1', full: 'my-group/my-project!1' },
  time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
  squash: false,
  squash_on_merge: false,
  task_completion_status: { count: 0, completed_count: 0 },
  blocking_discussions_resolved: true,
};

const listResponse = { body: [mergeRequest] };

test('returns every documented attribute of merge requests in the three lists', async () => {
  const facade = await startStubbed({
    'GET /merge_requests': listResponse,
    'GET /groups/5/merge_requests': { body: [{ ...mergeRequest, group_id: 5 }] },
    'GET /projects/3/merge_requests': listResponse,
  });
  const selection = `edges { relativeReference } nodes {
    id databaseId iid project { databaseId } title description descriptionHtml state webUrl
    references { short full } createdAt updatedAt closedAt mergedAt preparedAt mergeAfter
    detailedMergeStatus hasConflicts blockingDiscussionsResolved draft discussionLocked
    mergeWhenPipelineSucceeds forceRemoveSourceBranch shouldRemoveSourceBranch squash squashOnMerge
    sha mergeCommitSha squashCommitSha sourceBranch targetBranch sourceProject { databaseId } targetProject { databaseId }
    allowCollaboration userNotesCount upvotes downvotes imported importedFrom
    milestone { databaseId iid project { databaseId } group { databaseId } title description state createdAt updatedAt dueOn startOn expired webUrl }
    timeStats { timeEstimate totalTimeSpent humanTimeEstimate humanTotalTimeSpent }
    taskCompletionStatus { count completedCount }
    author { databaseId publicEmail } reviewers { username publicEmail } labels { name }
    assignees { username } closedBy { username } mergeUser { username }
  }`;
  const { data, errors } = await facade.execute<Readonly<Record<string, unknown>>>(`{
    mergeRequests { ${selection} }
    group(id: 5) { mergeRequests { ${selection} } }
    project(id: 3) { mergeRequests { ${selection} } }
  }`);
  expect(errors).toBeUndefined();
  const { due_date, start_date, ...milestone } = mergeRequest.milestone;
  const {
    merge_status,
    work_in_progress,
    merged_by,
    assignee,
    reference,
    allow_maintainer_to_push,
    approvals_before_merge,
    references: { relative, ...references },
    ...current
  } = mergeRequest;
  const expected = {
    ...Object(inGraphNames(current)),
    references,
    id: 'gid://service/MergeRequest/3/1',
    databaseId: 1,
    state: 'MERGED',
    descriptionHtml: null,
    milestone: {
      ...Object(inGraphNames(milestone)),
      state: 'CLOSED',
      dueOn: due_date,
      startOn: start_date,
      group: null,
    },
    author: { databaseId: 1, publicEmail: 'admin@example.com' },
    reviewers: [{ username: 'kenyatta_oconnell', publicEmail: '' }],
    labels: [{ name: 'Community contribution' }, { name: 'Manage' }],
    assignees: [{ username: 'admin' }],
    mergeUser: { username: 'admin' },
  };
  const page = { edges: [{ relativeReference: relative }], nodes: [expected] };
  expect(data).toEqual({
    mergeRequests: page,
    group: { mergeRequests: page },
    project: { mergeRequests: page },
  });
  expect(facade.calls.toSorted()).toEqual([
    'GET /groups/5/merge_requests?page=1&per_page=20',
    'GET /merge_requests?page=1&per_page=20',
    'GET /projects/3/merge_requests?page=1&per_page=20',
  ]);
});

test('returns labels with details, and null for labels without details that the project lacks', async () => {
  const label = {
    id: 3_000_000_006,
    name: 'bug',
    color: '#d9534f',
    text_color: '#FFFFFF',
    description: null,
    description_html: null,
    archived: false,
  };
  const facade = await startStubbed({
    'GET /merge_requests': { body: [{ ...mergeRequest, labels: [label, 'odd', 7, null] }] },
    'GET /projects/3/labels': { body: [{ ...label, name: 'odd one' }] },
    'GET /projects/3/labels/odd': notFound,
  });
  const { data } = await facade.execute(
    '{ mergeRequests { nodes { labels { databaseId name color textColor description descriptionHtml archived } } } }',
  );
  expect(data).toEqual({
    mergeRequests: {
      nodes: [
        {
          labels: [
            {
              databaseId: 3_000_000_006,
              name: 'bug',
              color: '#d9534f',
              textColor: '#FFFFFF',
              description: null,
              descriptionHtml: null,
              archived: false,
            },
            // The response has a name instead of the requested details, and the project has no label with this name.
            null,
            null,
            null,
          ],
        },
      ],
    },
  });
  expect(facade.calls).toEqual([
    'GET /merge_requests?page=1&per_page=20&with_labels_details=true',
    'GET /projects/3/labels/odd',
  ]);
});

describe('labels of a single merge request', () => {
  const selection = '{ project(id: 3) { mergeRequest(iid: 1) { labelNames labels { id name color } } } }';
  const read = async (name: string, responses: Readonly<Record<string, StubResponse>>) => {
    const facade = await startStubbed({
      'GET /projects/3/merge_requests/1': { body: { ...mergeRequest, labels: [name] } },
      ...responses,
    });
    const { data, errors } = await facade.execute<{ project: { mergeRequest: unknown } }>(selection);
    expect(errors).toBeUndefined();
    return { mergeRequest: data.project.mergeRequest, calls: facade.calls.slice(1) };
  };
  const other = { id: 404, name: 'other', color: '#111111' };
  const withName = (name: string) => ({ id: 8, name, color: '#222222' });
  const expectedWithName = (name: string) => ({ id: 'gid://service/Label/3/8', name, color: '#222222' });

  test('reads a label of an ancestor group by its name', async () => {
    const { mergeRequest, calls } = await read('group label', {
      'GET /projects/3/labels/group%20label': { body: { ...withName('group label'), is_project_label: false } },
    });
    expect(mergeRequest).toEqual({ labelNames: ['group label'], labels: [expectedWithName('group label')] });
    expect(calls).toEqual(['GET /projects/3/labels/group%20label']);
  });

  test.each([
    ['404', '404'],
    ['+7', '%2B7'],
    ['7 days', '7%20days'],
  ])(
    'searches the list of labels if the upstream reads the name %s as the id of another label',
    async (name, segment) => {
      const { mergeRequest, calls } = await read(name, {
        [`GET /projects/3/labels/${segment}`]: { body: other },
        'GET /projects/3/labels': { body: [other, withName(`${name} too`), withName(name)] },
      });
      expect(mergeRequest).toEqual({ labelNames: [name], labels: [expectedWithName(name)] });
      expect(calls).toEqual([
        `GET /projects/3/labels/${segment}`,
        `GET /projects/3/labels?page=1&per_page=100&search=${segment}`,
      ]);
    },
  );

  test('searches the list of labels if the upstream returns 404 for a name with a slash', async () => {
    const { mergeRequest, calls } = await read('a/b', {
      'GET /projects/3/labels/a%2Fb': notFound,
      'GET /projects/3/labels': { body: [withName('a/b')] },
    });
    expect(mergeRequest).toEqual({ labelNames: ['a/b'], labels: [expectedWithName('a/b')] });
    expect(calls).toEqual(['GET /projects/3/labels/a%2Fb', 'GET /projects/3/labels?page=1&per_page=100&search=a%2Fb']);
  });

  test('searches only the list of labels for a name that would change the path of the URL', async () => {
    const { mergeRequest, calls } = await read('..', { 'GET /projects/3/labels': { body: [withName('..')] } });
    expect(mergeRequest).toEqual({ labelNames: ['..'], labels: [expectedWithName('..')] });
    expect(calls).toEqual(['GET /projects/3/labels?page=1&per_page=100&search=..']);
  });

  test.each([
    ['404', ['GET /projects/3/labels/404', 'GET /projects/3/labels?page=1&per_page=100&search=404']],
    // A 404 is reliable if the name has only one interpretation.
    ['removed', ['GET /projects/3/labels/removed']],
    ['scope::not found', ['GET /projects/3/labels/scope%3A%3Anot%20found']],
  ])('returns null if no label of the project has the name %s', async (name, urls) => {
    const { mergeRequest, calls } = await read(name, {
      'GET /projects/3/labels/404': { body: other },
      'GET /projects/3/labels/removed': notFound,
      'GET /projects/3/labels/scope%3A%3Anot%20found': notFound,
      'GET /projects/3/labels': { body: [other] },
    });
    expect(mergeRequest).toEqual({ labelNames: [name], labels: [null] });
    expect(calls).toEqual(urls);
  });
});

test('returns null and UPSTREAM_INVALID_RESPONSE for fields that need the project of an item without project_id', async () => {
  const unidentified = { ...mergeRequest, project_id: undefined, target_project_id: undefined };
  const facade = await startStubbed({ 'GET /groups/9/merge_requests': { body: [unidentified] } });
  const { data, errors } = await facade.execute(
    '{ group(id: 9) { mergeRequests { nodes { title project { name } subscribed } } } }',
  );
  expect(data).toEqual({
    group: { mergeRequests: { nodes: [{ title: mergeRequest.title, project: null, subscribed: null }] } },
  });
  expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions?.code])).toEqual([
    ['project', 'UPSTREAM_INVALID_RESPONSE'],
    ['subscribed', 'UPSTREAM_INVALID_RESPONSE'],
  ]);
  expect(facade.calls).toHaveLength(1);
});

test('returns UPSTREAM_INVALID_RESPONSE for a label without a name', async () => {
  const facade = await startStubbed({
    'GET /projects/3/merge_requests/1': { body: { ...mergeRequest, labels: [{}, 'bug'] } },
  });
  const { errors } = await facade.execute('{ project(id: 3) { mergeRequest(iid: 1) { labelNames } } }');
  expect(errors).toMatchObject([
    {
      path: ['project', 'mergeRequest', 'labelNames', 0],
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
});

test('returns the names of labels from strings and from objects in a list, without a further call', async () => {
  const facade = await startStubbed({
    'GET /merge_requests': { body: [{ ...mergeRequest, labels: ['one', { id: 2, name: 'two' }] }] },
  });
  const { data } = await facade.execute('{ mergeRequests { nodes { labelNames labels { name } } } }');
  expect(data).toEqual({
    mergeRequests: { nodes: [{ labelNames: ['one', 'two'], labels: [{ name: 'one' }, { name: 'two' }] }] },
  });
  expect(facade.calls).toEqual(['GET /merge_requests?page=1&per_page=20']);
});

test('returns every documented attribute of the detail and the versions, and requests view=simple for simple attributes', async () => {
  const facade = await startStubbed({
    'GET /projects/3/merge_requests/1': {
      body: {
        ...mergeRequest,
        subscribed: false,
        changes_count: '1000+',
        user: { can_merge: false },
        latest_build_started_at: '2018-09-07T07:27:38.472Z',
        first_deployed_to_production_at: null,
        head_pipeline: { id: 29_626_725_000, iid: 4, project_id: 3, status: 'success', ref: 'test1' },
        diff_refs: { base_sha: 'c380d3ac', head_sha: '2be7ddb7', start_sha: 'c380d3ac' },
        merge_error: null,
        diverged_commits_count: 2,
        rebase_in_progress: false,
      },
    },
    'GET /projects/3/merge_requests/1/versions': {
      body: [
        {
          id: 110,
          head_commit_sha: '33e2ee8579fda5bc36accc9c6fbd0b4fefda9e30',
          base_commit_sha: 'eeb57dffe83deb686a60a71c16c32f71046868fd',
          start_commit_sha: 'eeb57dffe83deb686a60a71c16c32f71046868fd',
          created_at: '2016-07-26T14:44:48.926Z',
          merge_request_id: 105,
          state: 'collected',
          real_size: '1',
          patch_id_sha: 'd504412d5b6e6739647e752aff8e468dde093f2f',
        },
      ],
    },
    'GET /projects/3/merge_requests?page=1&per_page=20&view=simple': { body: [simple] },
  });
  const { data, errors } = await facade.execute(`{ project(id: 3) {
    mergeRequest(iid: 1) {
      subscribed changesCount userPermissions { canMerge } latestBuildStartedAt firstDeployedToProductionAt mergeError
      divergedCommitsCount rebaseInProgress diffRefs { baseSha headSha startSha } headPipeline { id databaseId status }
      versions { nodes { databaseId headCommitSha baseCommitSha startCommitSha createdAt state changesCount patchIdSha } }
    }
    mergeRequests { nodes { iid title state webUrl description } }
  } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    project: {
      mergeRequest: {
        subscribed: false,
        changesCount: '1000+',
        userPermissions: { canMerge: false },
        latestBuildStartedAt: '2018-09-07T07:27:38.472Z',
        firstDeployedToProductionAt: null,
        mergeError: null,
        divergedCommitsCount: 2,
        rebaseInProgress: false,
        diffRefs: { baseSha: 'c380d3ac', headSha: '2be7ddb7', startSha: 'c380d3ac' },
        headPipeline: { id: 'gid://service/Pipeline/3/29626725000', databaseId: 29_626_725_000, status: 'SUCCESS' },
        versions: {
          nodes: [
            {
              databaseId: 110,
              headCommitSha: '33e2ee8579fda5bc36accc9c6fbd0b4fefda9e30',
              baseCommitSha: 'eeb57dffe83deb686a60a71c16c32f71046868fd',
              startCommitSha: 'eeb57dffe83deb686a60a71c16c32f71046868fd',
              createdAt: '2016-07-26T14:44:48.926Z',
              state: 'COLLECTED',
              changesCount: '1',
              patchIdSha: 'd504412d5b6e6739647e752aff8e468dde093f2f',
            },
          ],
        },
      },
      mergeRequests: {
        nodes: [
          {
            iid: 1,
            title: 'test1',
            state: 'MERGED',
            webUrl: 'http://forge.example.com/my-group/my-project/merge_requests/1',
            description: 'fixed login page css paddings',
          },
        ],
      },
    },
  });
});

test('returns UNKNOWN for an unknown state, null for missing attributes, and null with an error for a null item', async () => {
  const facade = await startStubbed(
    {
      'GET /merge_requests': {
        body: [
          { id: 2_147_483_999, iid: 3, project_id: 5_000_000_001, state: 'archived', title: null, flavour: 'odd' },
          null,
          { id: 9, iid: 4, project_id: 3 },
        ],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(
    '{ mergeRequests { nodes { id databaseId state title draft labels { name } assignees { name } author { name } milestone { title } } } }',
  );
  expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['mergeRequests.nodes.1']);
  const nullFields = { title: null, draft: null, labels: null, assignees: null, author: null, milestone: null };
  expect(data).toEqual({
    mergeRequests: {
      nodes: [
        { id: 'gid://service/MergeRequest/5000000001/3', databaseId: 2_147_483_999, state: 'UNKNOWN', ...nullFields },
        null,
        { id: 'gid://service/MergeRequest/3/4', databaseId: 9, state: null, ...nullFields },
      ],
    },
  });
  expect(facade.calls).toEqual(['GET /merge_requests?page=1&per_page=20']);
});

const block = {
  id: 3_000_000_001,
  blocking_merge_request: { ...mergeRequest, id: 145, iid: 12, project_id: 7 },
  blocked_merge_request: { ...mergeRequest, id: 146, iid: 13, project_id: 7 },
  project_id: 7,
};

test('returns dependencies in both lists, and creates and deletes one', async () => {
  const created = { ...block, blocked_merge_request: undefined };
  const facade = await startStubbed({
    'GET /projects/7/merge_requests/13/blocks': { body: [block] },
    'GET /projects/7/merge_requests/12/blockees': { body: [block] },
    'POST /projects/7/merge_requests/13/blocks': { body: created },
    'DELETE /projects/7/merge_requests/13/blocks/3000000001': { status: 204, body: '' },
  });
  const selection =
    'nodes { id databaseId project { databaseId } blockingMergeRequest { iid } blockedMergeRequest { iid title } }';
  const { data } = await facade.execute(`{ project(id: 7) {
    waiting: mergeRequest(iid: 13) { blockedBy { ${selection} } }
    blocking: mergeRequest(iid: 12) { blocking { ${selection} } }
  } }`);
  const expectedBlock = {
    id: 'gid://service/MergeRequestBlock/7/13/3000000001',
    databaseId: 3_000_000_001,
    project: { databaseId: 7 },
    blockingMergeRequest: { iid: 12 },
    blockedMergeRequest: { iid: 13, title: 'test1' },
  };
  expect(data).toEqual({
    project: { waiting: { blockedBy: { nodes: [expectedBlock] } }, blocking: { blocking: { nodes: [expectedBlock] } } },
  });
  const creation = await mutate(
    facade,
    'mergeRequestBlockCreate',
    { mergeRequest: 'gid://service/MergeRequest/7/13', blocking: { id: 'gid://service/MergeRequest/7/12' } },
    'mergeRequestBlock { id databaseId blockingMergeRequest { title author { name } } }',
  );
  expect(creation.payload?.mergeRequestBlock).toEqual({
    id: expectedBlock.id,
    databaseId: 3_000_000_001,
    blockingMergeRequest: { title: 'test1', author: { name: 'Administrator' } },
  });
  const deletion = await mutate(
    facade,
    'mergeRequestBlockDelete',
    { id: expectedBlock.id },
    'deletedMergeRequestBlockId',
  );
  expect(deletion.payload).toEqual({ deletedMergeRequestBlockId: expectedBlock.id, errors: [] });
  expect(facade.bodies).toEqual([{ blocking_merge_request_iid: 12, blocking_project_id: 7 }]);
});

test.each([
  [400, { message: 'Dependency cannot be saved' }, 'BAD_USER_INPUT'],
  [403, { message: '403 Forbidden' }, 'FORBIDDEN'],
  [404, { message: '404 Not found' }, 'NOT_FOUND'],
  [409, { message: 'Block already exists' }, 'CONFLICT'],
] as const)('returns a payload error for a dependency whose creation has the status %s', async (status, body, code) => {
  const facade = await startStubbed({ 'POST /projects/7/merge_requests/13/blocks': { status, body } });
  const { payload } = await mutate(
    facade,
    'mergeRequestBlockCreate',
    { mergeRequest: 'gid://service/MergeRequest/7/13', blocking: { id: '145' } },
    'mergeRequestBlock { id } mergeRequest { id }',
  );
  expect(payload).toEqual({ mergeRequestBlock: null, mergeRequest: null, errors: [expect.objectContaining({ code })] });
});

test('creates and deletes a dependency for responses without a body', async () => {
  const facade = await startStubbed({
    'POST /projects/7/merge_requests/13/blocks': { status: 201, body: '' },
    'DELETE /projects/7/merge_requests/13/blocks/1': { status: 200, body: '' },
  });
  const creation = await mutate(
    facade,
    'mergeRequestBlockCreate',
    { mergeRequest: 'gid://service/MergeRequest/7/13', blocking: { id: '145' } },
    'mergeRequest { id }',
  );
  expect(creation.payload).toEqual({ mergeRequest: { id: 'gid://service/MergeRequest/7/13' }, errors: [] });
  const deletion = await mutate(
    facade,
    'mergeRequestBlockDelete',
    { id: 'gid://service/MergeRequestBlock/7/13/1' },
    'deletedMergeRequestBlockId',
  );
  expect(deletion.code).toBeUndefined();
});

test('omits view=simple if relativeReference of an edge is selected', async () => {
  const facade = await startStubbed({ 'GET /groups/5/merge_requests': listResponse });
  const { data } = await facade.execute(
    '{ group(id: 5) { mergeRequests { edges { relativeReference node { iid } } } } }',
  );
  const edge = { relativeReference: mergeRequest.references.relative, node: { iid: mergeRequest.iid } };
  expect(data).toEqual({ group: { mergeRequests: { edges: [edge] } } });
  expect(facade.calls).toEqual(['GET /groups/5/merge_requests?page=1&per_page=20']);
});
