import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ env: { MAX_REST_CALLS: '100' } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface PlanResponse {
  readonly extensions: {
    readonly plan: {
      readonly worst: number;
      readonly calls: readonly {
        readonly path: string;
        readonly times: number;
        readonly after: number | null;
        readonly why: readonly string[];
        readonly alternatives?: readonly { readonly method: string; readonly path: string }[];
      }[];
    };
  };
}

async function fetchPlan(query: string) {
  const response = await facade.execute(query, {}, { headers: { 'x-portico-trace': 'plan' } });
  const { worst, calls } = (response as unknown as PlanResponse).extensions.plan;
  expect(facade.calls).toEqual([]);
  return { worst, calls: calls.map(({ path, times, after }) => [path, times, after]) };
}

test('lists the attributes for which a detail is read in `why`', async () => {
  const document = '{ project(id: 14) { pipelines(first: 2) { nodes { iid coverage status user { id } } } } }';
  const response = await facade.execute(document, {}, { headers: { 'x-portico-trace': 'plan' } });
  const { calls } = (response as unknown as PlanResponse).extensions.plan;
  expect(calls.map(({ path, why }) => [path, why])).toEqual([
    ['/projects/{id}/pipelines', []],
    ['/projects/{id}/pipelines/{pipeline_id}', ['Pipeline.coverage', 'Pipeline.user']],
  ]);
});

test('lists the operations of which a response determines one in `alternatives`', async () => {
  const document = '{ group(id: 9) { integrations(first: 2) { nodes { settings { __typename } } } } }';
  const response = await facade.execute(document, {}, { headers: { 'x-portico-trace': 'plan' } });
  const [list, detail] = (response as unknown as PlanResponse).extensions.plan.calls;
  expect(list).not.toHaveProperty('alternatives');
  const paths = [detail?.path, ...(detail?.alternatives ?? []).map(({ path }) => path)];
  expect(paths).toContain('/groups/{id}/integrations/chat-a');
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeGreaterThan(10);
});

test.each([
  ['a global id of another type', '{ project(id: "gid://service/Group/9") { name } }'],
  ['a path that a URL cannot contain', '{ project(id: "..") { name } }'],
  ['an ambiguous number', '{ project(id: 14) { pipeline(id: "007") { coverage user { id } } } }'],
  ['a slice of negative length', '{ project(id: 14) { pipelines(first: -3) { nodes { coverage } } } }'],
  ['an ambiguous number of a node', '{ node(id: "gid://service/Pipeline/14/007") { ... on Pipeline { coverage } } }'],
  [
    'the target of a mutation',
    'mutation { noteCreate(input: { target: { id: "gid://service/Label/14/1" }, body: "Fine" }) { note { id } } }',
  ],
])('contains no call of a field whose argument is %s, and makes none', async (_, document) => {
  expect(await fetchPlan(document)).toEqual({ worst: 0, calls: [] });
  await facade.execute(document);
  expect(facade.calls).toEqual([]);
});

test('contains no call of a field that a variable makes invalid', async () => {
  const document = 'query ($iid: SafeInt = 1) { project(id: 14) { mergeRequest(iid: $iid) { title } name } }';
  const variables = { iid: null };
  const response = await facade.execute(document, variables, { headers: { 'x-portico-trace': 'plan' } });
  const { calls } = (response as unknown as PlanResponse).extensions.plan;
  expect(calls.map(({ path }) => path)).toEqual(['/projects/{id}']);
});

test('contains the calls for the valid ids of a list in which others are invalid', async () => {
  const { worst } = await fetchPlan(
    '{ nodes(ids: ["gid://service/Group/..", "gid://service/Project/14"]) { ... on Project { name } } }',
  );
  expect(worst).toBe(1);
});

test('contains only the write that the input of a mutation determines', async () => {
  const target = '{ mergeRequest: { project: "14", iid: 1 } }';
  const document = `mutation { noteCreate(input: { target: ${target}, body: "Fine" }) { errors { __typename } } }`;
  const response = await facade.execute(document, {}, { headers: { 'x-portico-trace': 'plan' } });
  const { calls } = (response as unknown as PlanResponse).extensions.plan;
  expect(calls).toMatchObject([{ path: '/projects/{id}/merge_requests/{merge_request_iid}/notes' }]);
  expect(calls[0]).not.toHaveProperty('alternatives');
});

test('contains one call for the merge requests of a milestone, with the list of the group as alternative', async () => {
  const document = '{ project(id: 14) { mergeRequest(iid: 1) { milestone { mergeRequests { totalCount } } } } }';
  const response = await facade.execute(document, {}, { headers: { 'x-portico-trace': 'plan' } });
  const { worst, calls } = (response as unknown as PlanResponse).extensions.plan;
  expect(worst).toBe(2);
  expect(calls[1]).toMatchObject({
    path: '/projects/{id}/merge_requests',
    times: 1,
    alternatives: [{ method: 'GET', path: '/groups/{id}/merge_requests' }],
  });
});

test.each([
  [
    'project(id: "meridian/platform/engine") { mergeRequest(iid: 2) { blocking(first: 5) { nodes { id } } } }',
    ['GET /projects/meridian%2Fplatform%2Fengine/merge_requests/2/blockees?page=1&per_page=5'],
  ],
  [
    'group(id: "meridian/platform") { mergeRequests(first: 5) { nodes { id project { id } } } }',
    ['GET /groups/meridian%2Fplatform/merge_requests?page=1&per_page=5'],
  ],
  [
    'runners(first: 2) { nodes { id jobs(first: 5) { nodes { id } } } }',
    [
      'GET /runners?page=1&per_page=2',
      'GET /runners/1/jobs?page=1&per_page=5',
      'GET /runners/2/jobs?page=1&per_page=5',
    ],
  ],
])('plans and makes no call for the ids of items that contain the number of their project: %s', async (field, urls) => {
  const { worst } = await fetchPlan(`{ ${field} }`);
  expect(worst).toBe(urls.length);
  const { errors } = await facade.execute(`{ ${field} }`, {}, { as: 'owner' });
  expect(errors).toBeUndefined();
  expect(facade.calls).toEqual(urls);
});

test.each<[field: string, urls: readonly string[]]>([
  [
    'project(id: 14) { approvalConfiguration { id approvalsBeforeMerge project { id databaseId } } }',
    ['GET /projects/14/approvals'],
  ],
  [
    'project(id: 14) { mergeRequest(iid: 2) { approvalState { id approvalsLeft mergeRequest { id iid } } } }',
    ['GET /projects/14/merge_requests/2/approvals'],
  ],
  ['project(id: 14) { errorTrackingSettings { active project { id } } }', ['GET /projects/14/error_tracking/settings']],
  ['label(id: "gid://service/Label/14/1") { name project { __typename id } }', ['GET /projects/14/labels/1']],
])('makes no call for the id of a parent whose existence a response proves: %s', async (field, urls) => {
  const { worst } = await fetchPlan(`{ ${field} }`);
  expect(worst).toBe(urls.length);
  const { data, errors } = await facade.execute(`{ ${field} }`, {}, { as: 'owner' });
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).toMatch(/"id":"gid:\/\/service\/(?:Project\/14|MergeRequest\/14\/2)"/);
  expect(facade.calls).toEqual(urls);
});

test.each<[document: string, worst: number]>([
  // Lists of projects contain the number of each project.
  ['{ group(id: 9) { projects(first: 100) { nodes { approvalConfiguration { id resetApprovalsOnPush } } } } }', 101],
  [
    '{ groups(first: 10) { nodes { projects(first: 4) { nodes { labels(first: 20) { nodes { id name } } } } } } }',
    1 + 10 + 40,
  ],
  ['{ mergeRequests(first: 5) { nodes { sourceProject { labels(first: 3) { nodes { id name } } } } } }', 1 + 5],
  ['{ project(id: 14) { mergeRequests(first: 2) { nodes { headPipeline { id } sourceProject { id } } } } }', 1 + 2],
  // Fields that need the same project or list share its call.
  [
    '{ group(id: "meridian") { mergeRequests(first: 30) { nodes { project { id fullPath } group { id description } } } } }',
    1 + 30 + 30,
  ],
  ['{ runner(id: 1) { jobs(first: 20) { nodes { project { id fullPath } pipeline { iid } } } } }', 1 + 20 + 20],
  [
    '{ project(id: 14) { mergeRequests { nodes { project { fullPath approvalConfiguration { approvalsBeforeMerge } } } } } }',
    1 + 1,
  ],
  // The project of a list that an attribute of its parent determines is that of all items.
  [
    '{ project(id: 27) { mergeRequests(first: 5) { nodes { pipelines(first: 3) { nodes { project { starCount } } } } } } }',
    1 + 5 + 5,
  ],
  [
    '{ project(id: 27) { labels(first: 10) { nodes { mergeRequests(first: 5) { nodes { project { starCount } } } } } } }',
    1 + 10 + 1,
  ],
  ['{ project(id: 14) { issue(iid: 1) { notes(first: 50) { nodes { noteable { __typename } } } } } }', 1],
  ['{ a: project(id: 14) { labels { nodes { id } } } b: project(id: 14) { labels { nodes { name } } } }', 1],
  // One read of the project of a write suffices for all items of its list.
  [
    'mutation { labelCreate(input: { project: "14", name: "a", color: "red" }) { project { labels { nodes { id } } } } }',
    1 + 1 + 1,
  ],
])(
  'reads a project at most once for the numeric id that the global ids of its items contain: %s',
  async (document, worst) => {
    expect((await fetchPlan(document)).worst).toBe(worst);
  },
);

test('reads a parent for its id if no response proves its existence', async () => {
  const field = 'project(id: 14) { errorTrackingSettings { project { id } } }';
  expect((await fetchPlan(`{ ${field} }`)).worst).toBe(1);
  await facade.execute(`{ ${field} }`, {}, { as: 'owner' });
  expect(facade.calls).toEqual(['GET /projects/14']);
});

describe('below a project or group requested by its full path', () => {
  const path = 'meridian/platform/engine';
  const project = 'GET /projects/meridian%2Fplatform%2Fengine';
  const group = 'GET /groups/meridian%2Fplatform';

  /** Executes a query. Fails if the number of calls differs from the plan. @returns the calls without query parameters, and the data as JSON */
  async function executePlanned(query: string) {
    facade.forget();
    const { worst } = await fetchPlan(query);
    facade.forget();
    const { data, errors } = await facade.execute(query, {}, { as: 'owner' });
    expect(errors).toBeUndefined();
    expect(facade.calls).toHaveLength(worst);
    return { calls: facade.calls.map((call) => call.replace(/\?.*$/, '')), text: JSON.stringify(data) };
  }

  test.each([
    'errorTrackingSettings { active project { id } }',
    'approvalConfiguration { approvalsBeforeMerge project { id } }',
    'labels(first: 3) { nodes { name project { id } } }',
    'resourceGroups(first: 2) { nodes { key project { id databaseId } } }',
  ])('reads the project once for the number in its id: %s', async (field) => {
    const { calls, text } = await executePlanned(`{ project(id: "${path}") { ${field} } }`);
    expect(calls).toContain(project);
    expect(calls).toHaveLength(2);
    expect(text).toContain('"gid://service/Project/14"');
    expect(text).not.toContain('%2F');
  });

  test('plans reads below an item by the number of its project in the response, not by the path', async () => {
    const { calls } = await executePlanned(
      `{ project(id: "${path}") { pipelines(first: 2) { nodes { project { id description labels(first: 1) { nodes { id } } } } } } }`,
    );
    expect(calls).toEqual([`${project}/pipelines`, 'GET /projects/14', 'GET /projects/14/labels']);
    const ids = await executePlanned(
      `{ project(id: "${path}") { mergeRequests(first: 2) { nodes { project { id } } } } }`,
    );
    expect(ids.calls).toEqual([`${project}/merge_requests`]);
  });

  test('makes no call for ids below the projects and groups of a list', async () => {
    const labels = await executePlanned(
      '{ group(id: "meridian/platform") { projects(first: 1) { nodes { labels(first: 1) { nodes { id } } } } } }',
    );
    expect(labels.calls).toEqual([`${group}/projects`, expect.stringMatching(/^GET \/projects\/\d+\/labels$/)]);
    const integrations = await executePlanned(
      '{ group(id: "meridian") { subgroups(first: 1) { nodes { integrations(first: 1) { nodes { id } } } } } }',
    );
    expect(integrations.calls).toHaveLength(2);
  });

  test.each([
    [`{ project(id: "${path}") { invitations(first: 2) { nodes { id } } } }`, project],
    ['{ group(id: "meridian") { serviceAccounts(first: 2) { nodes { id } } } }', 'GET /groups/meridian'],
  ])('plans the read of the owner that determines the ids of a list: %s', async (query, read) => {
    const { worst } = await fetchPlan(query);
    facade.forget();
    await facade.execute(query, {}, { as: 'owner' });
    expect(facade.calls.map((call) => call.replace(/\?.*$/, ''))).toContain(read);
    expect(facade.calls.length).toBeLessThanOrEqual(worst);
  });
});

test('counts a read for each target of a feature flag that is a global id', async () => {
  const mutation = (targets: string) =>
    `mutation { featureFlagSet(input: { id: "a", value: { boolean: true } ${targets} }) { errors { message } } }`;
  const { calls } = await fetchPlan(
    mutation(
      'groups: ["gid://service/Group/10", "meridian"], namespaces: ["gid://service/Group/9"], users: ["olivia"]',
    ),
  );
  expect(calls.map(([path, times]) => [path, times])).toEqual([
    ['/groups/{id}', 2],
    ['/features/{name}', 1],
  ]);
  expect((await fetchPlan(mutation('')))?.calls.map(([path]) => path)).toEqual(['/features/{name}']);
});

test('contains the list of service accounts of the group, not of the instance', async () => {
  const account = 'serviceAccount(id: "gid://service/ServiceAccount/9/3100000001")';
  const { calls } = await fetchPlan(
    `{ ${account} { personalAccessTokens(first: 1) { nodes { serviceAccount { username } } } } }`,
  );
  expect(calls).toContainEqual(['/groups/{id}/service_accounts', 1, null]);
  expect(calls.map(([path]) => path)).not.toContain('/service_accounts');
});

test('contains calls for tokens of service accounts of groups, and none for those of the instance', async () => {
  const accounts = 'serviceAccounts(first: 2) { nodes { personalAccessTokens(first: 1) { nodes { name } } } }';
  const tokens = '/groups/{id}/service_accounts/{user_id}/personal_access_tokens';
  const inGroup = await fetchPlan(`{ group(id: "meridian") { ${accounts} } }`);
  expect(inGroup.calls).toContainEqual([tokens, 2, 0]);
  const inGroups = await fetchPlan(`{ groups(first: 3) { nodes { ${accounts} } } }`);
  expect(inGroups.calls.map(([path, times]) => [path, times])).toContainEqual([tokens, 6]);
  const inInstance = await fetchPlan(`{ ${accounts} }`);
  expect(inInstance.calls.map(([path]) => path)).toEqual(['/service_accounts']);
});

test('returns the plan of an operation beyond the limits in report-only mode, without executing it', async () => {
  const reporting = await startSandboxed({ env: { MAX_REST_CALLS: '1', LIMITS_REPORT_ONLY: 'true' } });
  try {
    const document = '{ a: project(id: 14) { name } b: project(id: 15) { name } c: project(id: 16) { name } }';
    const response = await reporting.execute(document, {}, { headers: { 'x-portico-trace': 'plan' } });
    expect(response).toMatchObject({ data: null, extensions: { plan: { worst: 3 } } });
    expect(reporting.calls).toEqual([]);
  } finally {
    await reporting.close();
  }
});

// The expected counts were written by hand.
describe('the plan', () => {
  test('contains the call that returns an attribute', async () => {
    expect(await fetchPlan('{ project(id: 14) { name } }')).toEqual({ worst: 1, calls: [['/projects/{id}', 1, null]] });
  });

  test('contains the call of a list after the one that returns attributes which the list requires', async () => {
    const document = '{ project(id: 14) { mergeRequest(iid: 2) { pipelines(first: 5) { nodes { iid } } } } }';
    const { worst, calls } = await fetchPlan(document);
    expect({ worst, paths: calls.map(([path]) => path) }).toEqual({
      worst: 2,
      paths: ['/projects/{id}/merge_requests/{merge_request_iid}', '/projects/{id}/pipelines'],
    });
    await facade.execute(document);
    expect(facade.calls).toHaveLength(2);
  });

  test('contains two concurrent calls for an object and a list below it', async () => {
    expect(await fetchPlan('{ group(id: "meridian") { name projects(first: 5) { nodes { name } } } }')).toEqual({
      worst: 2,
      calls: [
        ['/groups/{id}', 1, null],
        ['/groups/{id}/projects', 1, null],
      ],
    });
  });

  test('contains one list of merge requests per milestone, of its project or its group', async () => {
    const milestone = 'milestone { title mergeRequests(first: 2) { nodes { iid } } }';
    const document = `{ project(id: 14) { mergeRequests(first: 20) { nodes { ${milestone} } } } }`;
    const { worst, calls } = await fetchPlan(document);
    expect({ worst, calls }).toEqual({
      worst: 21,
      calls: [
        ['/projects/{id}/merge_requests', 1, null],
        ['/projects/{id}/merge_requests', 20, 0],
      ],
    });
  });

  test('contains only the call of a list below an object of which nothing else is selected', async () => {
    expect(await fetchPlan('{ group(id: "meridian") { projects(first: 5) { nodes { name } } } }')).toEqual({
      worst: 1,
      calls: [['/groups/{id}/projects', 1, null]],
    });
  });

  test('contains one call for a list and then one per item for detail fields', async () => {
    expect(await fetchPlan('{ project(id: 14) { pipelines(first: 7) { nodes { coverage duration tag } } } }')).toEqual({
      worst: 8,
      calls: [
        ['/projects/{id}/pipelines', 1, null],
        ['/projects/{id}/pipelines/{pipeline_id}', 7, 0],
      ],
    });
  });

  test('contains one call for totalCount alone', async () => {
    expect(await fetchPlan('{ project(id: 14) { pipelines(first: 250) { totalCount } } }')).toEqual({
      worst: 1,
      calls: [['/projects/{id}/pipelines', 1, null]],
    });
  });

  test('contains three pages for 250 items, two of them after the first', async () => {
    expect(await fetchPlan('{ project(id: 14) { pipelines(first: 250) { nodes { iid } } } }')).toEqual({
      worst: 3,
      calls: [
        ['/projects/{id}/pipelines', 1, null],
        ['/projects/{id}/pipelines', 2, 0],
      ],
    });
  });

  test('contains one call for an object under two aliases', async () => {
    expect(await fetchPlan('{ a: project(id: 14) { name } b: project(id: 14) { webUrl } }')).toEqual({
      worst: 1,
      calls: [['/projects/{id}', 1, null]],
    });
  });

  test('contains the call that loads the type of a global id', async () => {
    expect(await fetchPlan('{ node(id: "gid://service/Pipeline/14/3000") { ... on Pipeline { status } } }')).toEqual({
      worst: 1,
      calls: [['/projects/{id}/pipelines/{pipeline_id}', 1, null]],
    });
  });

  test('contains no call for fields that @skip and @include exclude', async () => {
    expect(
      await fetchPlan('{ group(id: 1) { name @include(if: false) projects @skip(if: true) { nodes { id } } } }'),
    ).toEqual({
      worst: 0,
      calls: [],
    });
  });
});

describe('execution', () => {
  test('starts the call of a list while the call of its parent is in progress', async () => {
    facade.sandbox.faults.add({ match: { operation: 'getGroup' }, latencyMs: 300, times: 1 });
    const startedAt = performance.now();
    const response = facade.execute('{ group(id: "meridian") { name projects(first: 1) { nodes { name } } } }');
    while (facade.calls.length < 2 && performance.now() - startedAt < 250)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(facade.requests.map(({ operation }) => operation).sort()).toEqual(['getGroup', 'listGroupProjects']);
    expect((await response).errors).toBeUndefined();
  });

  test('makes exactly the two calls of a group and its list', async () => {
    await facade.execute('{ group(id: "meridian") { name projects(first: 5) { nodes { name } } } }');
    expect([...facade.calls].sort()).toEqual([
      'GET /groups/meridian/projects?page=1&per_page=5',
      'GET /groups/meridian?with_projects=false',
    ]);
  });

  test('makes no call for invalid arguments', async () => {
    const { errors } = await facade.execute('{ project(id: 14) { pipelines(first: -1) { nodes { iid } } } }');
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('makes the reads of a payload after the write', async () => {
    await facade.execute(
      'mutation { pipelineRetry(input: { id: "gid://service/Pipeline/14/3000" }) { pipeline { project { name } } } }',
      {},
      { as: 'owner' },
    );
    expect(facade.requests.map(({ operation }) => operation)).toEqual(['retryPipeline', 'getProject']);
  });
});

describe('the limit on REST calls', () => {
  test.each([
    ['after MAX_REST_CALLS is exceeded by lists of unknown length', { MAX_REST_CALLS: '20' }],
    ['after MAX_REST_CALLS is exceeded in report-only mode', { MAX_REST_CALLS: '1', LIMITS_REPORT_ONLY: 'true' }],
  ])('counts response values %s', async (_, env) => {
    const limited = await startSandboxed({ env: { ...env, MAX_RESPONSE_VALUES: '1000' } });
    onTestFinished(() => limited.close());
    const lists = Array.from({ length: 25 }, (_, index) => `p${index}: projects(first: ${index + 1}) { totalCount }`);
    const shared = `group(id: 9) { sharedWithGroups { group { ${lists.join(' ')} } } }`;
    const { errors } = await limited.execute(`{ ${shared} groups(first: 1000) { nodes { id name path } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'RESPONSE_LIMIT' } }]);
    expect(limited.calls).toEqual([]);
  });

  test('rejects an operation before the first call and names the most expensive paths', async () => {
    const { errors } = await facade.execute(
      '{ groups(first: 50) { nodes { projects(first: 2) { nodes { pipelines(first: 1) { nodes { coverage } } } } } } }',
    );
    expect(errors).toEqual([
      {
        message:
          'The operation may need 251 REST calls; the limit is 100 (MAX_REST_CALLS). The largest counts are at groups.nodes.projects.nodes.pipelines (100), groups.nodes.projects.nodes.pipelines.nodes (100), groups.nodes.projects (50): request fewer items of the lists that contain these fields, or omit the fields',
        extensions: { code: 'REST_CALL_LIMIT', worst: 251, limit: 100 },
      },
    ]);
    expect(facade.calls).toEqual([]);
  });
});

test('returns the plan of a subscription as JSON, even if the client accepts an event stream', async () => {
  const query = 'subscription { pipeline(id: "gid://service/Pipeline/14/3000") { status } }';
  for (const accept of ['application/json', 'text/event-stream, application/json']) {
    const headers = { accept, 'x-portico-trace': 'plan' };
    const { data, errors, extensions } = await facade.execute(query, {}, { headers });
    expect({ data, errors }).toEqual({ data: null, errors: undefined });
    expect(extensions).toMatchObject({ plan: { worst: 2 } });
  }
  expect(facade.calls).toEqual([]);
});

describe('objects that different responses may identify', () => {
  /** Returns how often an operation is planned, by its path. */
  async function countPlanned(query: string, path: string): Promise<number> {
    const { calls } = await fetchPlan(query);
    return calls.filter(([each]) => each === path).reduce((sum, [, times]) => sum + Number(times), 0);
  }

  test.each<[query: string, path: string, times: number]>([
    // Each of them begins with the same request for the total.
    [
      '{ project(id: 14) { a: labels(last: 5) { nodes { name } } b: labels(last: 96) { nodes { name } } } }',
      '/projects/{id}/labels',
      1 + 2 + 2,
    ],
    [
      '{ project(id: 14) { a: mergeRequests(first: 1) { nodes { sourceProject { starCount } } } b: mergeRequests(last: 1) { nodes { sourceProject { starCount } } } } }',
      '/projects/{id}',
      2,
    ],
    // A pipeline of a fork belongs to another project.
    [
      '{ project(id: 14) { mergeRequests(first: 3) { nodes { headPipeline { project { starCount } } } } } }',
      '/projects/{id}',
      3,
    ],
    [
      '{ project(id: 14) { mergeRequests(first: 3) { nodes { pipelines(first: 1) { nodes { project { starCount } } } } } } }',
      '/projects/{id}',
      3,
    ],
    // The input determines the kind of the object.
    [
      'mutation { noteUpdate(input: { id: "gid://service/Note/merge_request/14/1/7", body: "b" }) { note { noteable { ... on MergeRequest { title } } } } }',
      '/projects/{id}/merge_requests/{merge_request_iid}',
      1,
    ],
    [
      'mutation { invitationUpdate(input: { id: "gid://service/Invitation/group/9/a@b.c", accessLevel: GUEST }) { invitation { group { projects(first: 1) { nodes { name } } } } } }',
      '/groups/{id}/projects',
      1,
    ],
  ])('are planned separately: %s', async (query, path, times) => {
    expect(await countPlanned(query, path)).toBe(times);
  });
});

test('counts the type of an interface with the most calls, and lists the calls of all of them', async () => {
  const list = 'notes(first: 20) { nodes { author { avatarUrl } } }';
  const noteable = `noteable { ... on Issue { ${list} } ... on MergeRequest { title ${list} } }`;
  const target = '{ issue: { project: "14", iid: 1 } }';
  const { worst, calls } = await fetchPlan(
    `mutation { noteCreate(input: { target: ${target}, body: "Fine" }) { ${noteable} } }`,
  );
  const listed = calls.reduce((sum, [, times]) => sum + Number(times), 0);
  const notes = calls.filter(([path]) => /(?:issue|merge_request)_iid}\/notes$/.test(String(path)));
  // The write, and the list of notes of one of the types with its authors.
  expect(worst).toBe(1 + 2 + 20);
  expect(listed).toBeGreaterThan(worst);
  expect(notes).toHaveLength(3);
});

test('does not compare long parameters, which a document can repeat many times', async () => {
  const list = (length: number) => `pipelines(first: 1, filter: { name: "${'x'.repeat(length)}" }) { nodes { iid } }`;
  const countCalls = async (length: number) =>
    (await fetchPlan(`{ project(id: 14) { a: ${list(length)} b: ${list(length)} } }`)).worst;
  expect(await countCalls(100)).toBe(1);
  expect(await countCalls(3000)).toBe(2);
});
