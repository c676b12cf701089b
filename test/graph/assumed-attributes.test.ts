/** Undocumented attributes that services commonly send: their values, and the calls that they require. */
import { describe, expect, test } from 'vitest';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

describe('settings of groups', () => {
  const selection =
    'sharedRunnersSetting maxArtifactsSize preventForkingOutsideGroup uniqueProjectDownloadLimitAlertlist';
  const attributes = {
    shared_runners_setting: 'enabled',
    max_artifacts_size: null,
    prevent_forking_outside_group: false,
    unique_project_download_limit_alertlist: [4_572_001],
  };
  const fields = {
    sharedRunnersSetting: 'ENABLED',
    maxArtifactsSize: null,
    preventForkingOutsideGroup: false,
    uniqueProjectDownloadLimitAlertlist: [4_572_001],
  };

  test('returns settings from a list, and reads the detail of an item that lacks them', async () => {
    const facade = await startStubbed({
      'GET /groups': { body: [{ id: 9, ...attributes }, { id: 10 }] },
      'GET /groups/10': { body: { id: 10, ...attributes } },
    });
    const { data, errors } = await facade.execute(`{ groups(first: 2) { nodes { databaseId extra ${selection} } } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      groups: {
        nodes: [
          { databaseId: 9, extra: null, ...fields },
          { databaseId: 10, extra: null, ...fields },
        ],
      },
    });
    expect(facade.calls).toEqual([
      'GET /groups?all_available=true&page=1&per_page=2',
      'GET /groups/10?with_projects=false',
    ]);
  });

  test('returns null for settings that the detail lacks, in one call', async () => {
    const facade = await startStubbed({ 'GET /groups/9': { body: { id: 9 } } });
    const { data } = await facade.execute(`{ group(id: 9) { ${selection} ldapGroupLinks { cn } } }`);
    expect(data).toEqual({
      group: { ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])), ldapGroupLinks: null },
    });
    expect(facade.calls).toEqual(['GET /groups/9?with_projects=false']);
  });
});

test('returns `locked`, `runUntagged` and the groups of a runner in one call', async () => {
  const groups = [{ id: 9, web_url: 'https://forge.example.com/groups/meridian', name: 'Meridian' }];
  const facade = await startStubbed({
    'GET /runners/6': { body: { id: 6, locked: true, run_untagged: false, groups } },
  });
  const { data, errors } = await facade.execute(
    '{ runner(id: 6) { locked runUntagged groups { id name webUrl } extra } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    runner: {
      locked: true,
      runUntagged: false,
      groups: [{ id: 'gid://service/Group/9', name: 'Meridian', webUrl: groups[0]?.web_url }],
      extra: null,
    },
  });
  expect(facade.calls).toEqual(['GET /runners/6']);
});

describe('jobs', () => {
  const runner = { id: 6, description: 'six', is_shared: true, status: 'online', runner_type: 'instance_type' };
  const job = {
    id: 11,
    name: 'rspec',
    tag_list: ['docker'],
    archived: false,
    artifacts_expire_at: '2026-04-01T00:00:00Z',
    artifacts_file: { filename: 'artifacts.zip', size: 1000 },
    artifacts: [{ file_type: 'trace', size: 2 ** 50, filename: 'job.log', file_format: null }],
    pipeline: { id: 7, project_id: 5 },
  };
  const route = 'GET /projects/5/resource_groups/production/upcoming_jobs';
  const toQuery = (selection: string) =>
    `{ project(id: 5) { resourceGroup(key: "production") { upcomingJobs(first: 2) { nodes { ${selection} } } } } }`;

  test('returns tags, archival state and artifacts of a job', async () => {
    const facade = await startStubbed({ [route]: { body: [job] } });
    const { data, errors } = await facade.execute(
      toQuery(
        'tagList archived artifactsExpireAt artifactsFile { filename size } artifacts { fileType size filename fileFormat } extra',
      ),
    );
    expect(errors).toBeUndefined();
    const node = {
      tagList: ['docker'],
      archived: false,
      artifactsExpireAt: job.artifacts_expire_at,
      artifactsFile: job.artifacts_file,
      artifacts: [{ fileType: 'trace', size: 2 ** 50, filename: 'job.log', fileFormat: null }],
      extra: null,
    };
    expect(data).toEqual({ project: { resourceGroup: { upcomingJobs: { nodes: [node] } } } });
  });

  test('returns an embedded runner without a call, and reads its detail for a missing attribute', async () => {
    const body = [
      { ...job, runner: { ...runner, mood: 'fine' } },
      { ...job, id: 12, runner: null },
    ];
    const facade = await startStubbed({
      [route]: { body },
      'GET /runners/6': { body: { ...runner, tag_list: ['docker'] } },
    });
    const { data, errors } = await facade.execute(toQuery('runner { id description status extra } extra'));
    expect(errors).toBeUndefined();
    const expectedRunner = {
      id: 'gid://service/Runner/6',
      description: 'six',
      status: 'ONLINE',
      extra: { mood: 'fine' },
    };
    expect(data).toEqual({
      project: {
        resourceGroup: {
          upcomingJobs: {
            nodes: [
              { runner: expectedRunner, extra: null },
              { runner: null, extra: null },
            ],
          },
        },
      },
    });
    expect(facade.calls).toHaveLength(1);
    const tagsResult = await facade.execute(toQuery('runner { tagList }'));
    expect(tagsResult.data).toMatchObject({
      project: { resourceGroup: { upcomingJobs: { nodes: [{ runner: { tagList: ['docker'] } }, { runner: null }] } } },
    });
    expect(facade.calls.slice(2)).toEqual(['GET /runners/6']);
  });
});

test('returns whether, when and by whom a note was resolved', async () => {
  const resolved_by = { id: 3, username: 'sam', name: 'Sam', state: 'active' };
  const body = {
    id: 9,
    type: 'DiffNote',
    resolvable: true,
    resolved: true,
    resolved_by,
    resolved_at: '2026-04-01T00:00:00Z',
  };
  const facade = await startStubbed({ 'GET /projects/5/issues/3/notes/9': { body } });
  const { data, errors } = await facade.execute(
    '{ node(id: "gid://service/Note/issue/5/3/9") { ... on Note { type resolved resolvedAt resolvedBy { id username } attachment commandsChanges extra } } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    node: {
      type: 'DiffNote',
      resolved: true,
      resolvedAt: body.resolved_at,
      resolvedBy: { id: 'gid://service/User/3', username: 'sam' },
      attachment: null,
      commandsChanges: null,
      extra: null,
    },
  });
});

test('returns the author that a note contains, without a call for the user', async () => {
  const author = {
    id: 3,
    username: 'sam',
    locked: false,
    avatar_url: null,
    web_url: 'https://forge.example.com/sam',
    public_email: 'a@example.net',
  };
  const facade = await startStubbed({
    'GET /projects/5/issues/3/notes': { body: [{ id: 9, author }] },
  });
  const { data, errors } = await facade.execute(
    '{ project(id: 5) { issue(iid: 3) { notes(first: 1) { nodes { author { locked avatarUrl webUrl publicEmail extra } } } } } }',
  );
  expect(errors).toBeUndefined();
  const { public_email: publicEmail, web_url: webUrl } = author;
  const expectedAuthor = { locked: false, avatarUrl: null, webUrl, publicEmail, extra: null };
  expect(data).toEqual({ project: { issue: { notes: { nodes: [{ author: expectedAuthor }] } } } });
  expect(facade.calls).toHaveLength(1);
});

test('returns URLs, counts and mirror settings of projects, with credentials masked', async () => {
  const project = {
    id: 5,
    ssh_url_to_repo: 'git@forge.example.com:meridian/five.git',
    http_url_to_repo: 'https://forge.example.com/meridian/five.git',
    readme_url: null,
    topics: ['maps'],
    tag_list: ['maps'],
    star_count: 3,
    forks_count: 1,
    open_issues_count: 2,
    last_activity_at: '2026-04-01T00:00:00Z',
    mirror: true,
    import_url: 'https://user:s3cret@git.example.com/five.git',
    mirror_trigger_builds: false,
    only_mirror_protected_branches: null,
    mirror_branch_regex: '^release/',
  };
  const selection =
    'sshUrlToRepo httpUrlToRepo readmeUrl topics starCount forksCount openIssuesCount lastActivityAt mirror importUrl mirrorTriggerBuilds onlyMirrorProtectedBranches mirrorBranchRegex extra';
  const expectedProject = {
    sshUrlToRepo: project.ssh_url_to_repo,
    httpUrlToRepo: project.http_url_to_repo,
    readmeUrl: null,
    topics: ['maps'],
    starCount: 3,
    forksCount: 1,
    openIssuesCount: 2,
    lastActivityAt: project.last_activity_at,
    mirror: true,
    importUrl: 'https://*****:*****@git.example.com/five.git',
    mirrorTriggerBuilds: false,
    onlyMirrorProtectedBranches: null,
    mirrorBranchRegex: '^release/',
    extra: null,
  };
  const facade = await startStubbed({
    'GET /projects/5': { body: project },
    'GET /groups/9': { body: { id: 9, shared_projects: [project] } },
    'PUT /projects/5': { body: project },
  });
  const { data, errors } = await facade.execute(
    `{ project(id: 5) { ${selection} } group(id: 9) { embeddedSharedProjects { ${selection} } extra } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: expectedProject, group: { embeddedSharedProjects: [expectedProject], extra: null } });
  const input = { project: '5', importUrl: 'https://git.example.com/five.git', mirror: true };
  const { payload } = await mutate(facade, 'projectPullMirrorUpdate', input, `project { ${selection} }`);
  expect(payload?.project).toEqual(expectedProject);
});
