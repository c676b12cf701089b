/** `portico find`: input and output. */
import { describe, expect, test } from 'vitest';
import { portico } from '../run.ts';

async function find(...argv: readonly string[]) {
  const { status, stdout, stderr } = await portico(['find', '--json', ...argv]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const result: {
    query: string | null;
    variables: object | null;
    operation: string;
    field: string;
    remarks: string[];
  } = JSON.parse(stdout);
  return { ...result, query: result.query?.replace(/\s+/g, ' ') ?? null };
}

test('shows the field, the query and its variables', async () => {
  const { status, stdout } = await portico(['find', 'GET /projects/:id/pipelines?status=failed']);
  expect(status).toBe(0);
  expect(stdout).toBe(`GET /projects/{id}/pipelines (listPipelines) is Project.pipelines

Values for id are placeholders: replace them.

query ($project: ID!) {
  project(id: $project) {
    pipelines(filter: { status: FAILED }) {
      nodes {
        id
        iid
        name
        status
        ref
        webUrl
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}

Variables:

{
  "project": "1"
}
`);
});

test('prints no query for a field whose call depends on other responses', async () => {
  const { field, query, remarks } = await find('Label.project');
  expect({ field, query }).toEqual({ field: 'Label.project', query: null });
  expect(remarks).toEqual([
    'The call depends on the responses to other calls of Label.project, so that no query for it is shown.',
  ]);
});

test.each(['POST', 'DELETE'])('remarks that a %s by the name of a label needs its id', async (method) => {
  const path = method === 'POST' ? '/projects/14/labels/bug/subscribe' : '/projects/14/labels/bug';
  const { remarks } = await find(`${method} ${path}`);
  expect(remarks.join(' ')).toContain(
    'The facade rejects this input and makes no call: id must be the global id of a Label',
  );
  expect(remarks.join(' ')).toContain(
    'query the id first: query ($project: ID!, $label: String!) { project(id: $project) { label(by: { name: $label }) { id } } } with the variables {"project":"14","label":"bug"}',
  );
});

test.each([
  ['POST /projects/14/approvals?require_password_to_approve=true', 'has no argument for require_password_to_approve.'],
  [
    'POST /projects/14/approvals?require_password_to_approve=true&reset_approvals_on_push=true',
    'without require_password_to_approve.',
  ],
  ['GET /groups?search=<x>', 'The parameter search is ignored: its value is a placeholder.'],
  ['GET /groups?shape=<x>', 'The parameter shape is ignored: the contract does not have it.'],
])('%s has a remark: %s', async (call, remark) => {
  expect((await find(call)).remarks.join(' ')).toContain(remark);
});

describe('accepts the same call', () => {
  const expected = {
    operation: 'getPipeline',
    field: 'Project.pipeline',
    variables: { project: '14', pipeline: '3000' },
    remarks: [],
  };

  test.each([
    ['GET /projects/14/pipelines/3000'],
    ['get /projects/14/pipelines/3000/'],
    ['/projects/14/pipelines/3000'],
    ['GET projects/14/pipelines/3000'],
    ['GET https://forge.example.com/api/v4/projects/14/pipelines/3000'],
    ['GET https://example.com/forge/api/v4/projects/14/pipelines/3000#top'],
    ['/api/v4/projects/14/pipelines/3000'],
  ])('as %s', async (call) => {
    expect(await find(call)).toMatchObject(expected);
  });

  test('as separate arguments', async () => {
    expect(await find('GET', '/projects/14/pipelines/3000')).toMatchObject(expected);
  });

  test.each([
    'getPipeline',
    'getpipeline',
    'GET /projects/{id}/pipelines/{pipeline_id}',
    '/projects/<project id>/pipelines/$PIPELINE',
  ])('without its ids: %s', async (call) => {
    expect(await find(call)).toMatchObject({
      ...expected,
      variables: { project: '1', pipeline: '2' },
      remarks: ['Values for id and pipeline_id are placeholders: replace them.'],
    });
  });
});

test('prefers a literal path segment to a parameter', async () => {
  expect((await find('/runners/all')).field).toBe('Query.allRunners');
  expect((await find('/runners/5')).field).toBe('Query.runner');
});

test.each([
  [
    '/projects/meridian%2Fplatform%2Fengine/labels?search=area',
    'labels(filter: { search: "area" })',
    { project: 'meridian/platform/engine' },
  ],
  [
    '/projects/14/pipelines?order_by=updated_at&sort=asc&per_page=100',
    'pipelines(first: 100, orderBy: {',
    { project: '14' },
  ],
  [
    '/groups/9/merge_requests?author_id=5&not[labels]=a,b&milestone=None',
    'filter: { author: { id: 5 }, milestone: { is: NONE }, not: { labels: ["a", "b"] } }',
    { group: '9' },
  ],
  ['/users?custom_attributes%5Ba+b%5D=10', 'users(filter: { customAttributes: [{ key: "a b", value: "10" }] })', {}],
  [
    '/users?provider=ldapmain&extern_uid=uid%3D1',
    'users(filter: { identity: { externUid: "uid=1", provider: "ldapmain" } })',
    {},
  ],
  ['/groups/9/integrations/wiki-a', 'integration(tool: WIKI_A)', { group: '9' }],
])('converts the parameters of %s to arguments', async (call, text, variables) => {
  const result = await find(call);
  expect(result.query).toContain(text);
  expect(result.variables).toEqual(variables);
  expect(result.remarks).toEqual([]);
});

test.each([
  ['/projects/14/labels?nope=1', 'The parameter nope is ignored: the contract does not have it.'],
  ['/projects/14/issues/2/notes?sort=asc', 'The call also has order_by=created_at.'],
  ['/projects/14/merge_requests?labels=bug,none', 'The call is made without labels=bug,none.'],
  [
    '/projects/14/labels?page=3',
    'Page 3 starts after the last item of page 2: pass pageInfo.endCursor of that page as after.',
  ],
  [
    '/groups?pagination=keyset&cursor=abc',
    'The query has no argument for cursor: to start after an item, pass pageInfo.endCursor as after.',
  ],
  ['/projects/14/pipelines?per_page=300', 'The query reads 3 pages of 100 items.'],
  ['/projects/14/pipelines?per_page=101', 'The query reads 2 pages of 51 items.'],
  ['/projects/14/labels?per_page=0', 'The call has other values of per_page (20 instead of 0).'],
  ['POST /projects/14/labels', 'Fill in input.color and input.name; the facade rejects the input without them.'],
  ['DELETE /projects/14/labels?name=bug&force=1', 'The parameter force is ignored: the contract does not have it.'],
])('names in a remark how the query differs from %s', async (call, remark) => {
  expect((await find(call)).remarks).toContain(remark);
});

test('names the number of pages of a long list, and no other difference', async () => {
  const { query, remarks } = await find('/projects/14/pipelines?per_page=300');
  expect(query).toContain('pipelines(first: 300)');
  expect(remarks).toEqual(['The query reads 3 pages of 100 items.']);
});

test('selects the main attributes of an object or its id, and never extra', async () => {
  const created = await find(
    '--curl',
    "curl https://forge.example.com/api/v4/projects/14/labels -d 'name=bug&color=red'",
  );
  expect(created.query).toContain('label { id name description color }');
  expect(created.remarks).toEqual([]);
  const reset = await find('PUT /projects/14/merge_requests/60/reset_approvals');
  expect([reset.query, reset.remarks]).toEqual([expect.stringContaining('mergeRequest { id } errors'), []]);
  for (const call of ['GET /features', 'GET /projects/14', 'GET /groups/9/integrations', 'GET /user'])
    expect((await find(call)).query, call).not.toMatch(/\bextra\b/);
});

describe('a write', () => {
  const input = async (...argv: string[]) => {
    const { variables } = await find(...argv);
    return Object(variables).input;
  };

  test('converts query parameters to members of the input', async () => {
    expect(await input('POST /projects/14/labels?name=bug&color=red&priority=3')).toEqual({
      project: '14',
      name: 'bug',
      color: 'red',
      priority: 3,
    });
  });

  test('has null for missing required members, and placeholders for path parameters without a value', async () => {
    expect(await input('POST /projects/14/labels')).toEqual({ project: '14', name: null, color: null });
    expect(await find('DELETE /projects/:id/pipelines/:pipeline_id')).toMatchObject({
      variables: { input: { id: 'gid://service/Pipeline/<id>/<pipeline_id>' } },
      remarks: ['Fill in <id> and <pipeline_id>; the facade rejects the input without them.'],
    });
    expect(await input('PUT /projects/14/labels/15')).toEqual({ id: 'gid://service/Label/14/15' });
  });

  const json = (method: string, path: string, body: object) => [
    '--curl',
    `curl -X ${method} https://forge.example.com/api/v4${path} --json '${JSON.stringify(body)}'`,
  ];

  test.each<[string, string[], object]>([
    [
      'several permissions',
      json('POST', '/member_roles', { name: 'a', base_access_level: 10, read_code: true, read_runners: true }),
      { permissions: ['READ_CODE', 'READ_RUNNERS'] },
    ],
    [
      'a map',
      json('POST', '/projects/14/pipeline', { ref: 'main', inputs: { region: 'north', fast: true } }),
      {
        inputs: [
          { name: 'region', value: { string: 'north' } },
          { name: 'fast', value: { boolean: true } },
        ],
      },
    ],
    [
      'a number with its project',
      json('POST', '/projects/14/merge_requests/2/blocks', {
        blocking_merge_request_iid: 7,
        blocking_project_id: 'meridian/platform/engine',
      }),
      { blocking: { inProject: { iid: 7, project: 'meridian/platform/engine' } } },
    ],
    [
      'members that need each other',
      json('POST', '/ai/agent_workflows/workflows', { project_id: '14', issue_id: 2, ai_catalog_item_consumer_id: 3 }),
      { issue: { inProject: { project: '14', iid: 2 } }, source: { catalogItem: { project: '14', consumer: '3' } } },
    ],
    [
      'a runner of a project',
      json('POST', '/user/runners', { runner_type: 'project_type', project_id: 14 }),
      { target: { project: '14' } },
    ],
  ])('converts %s to the input without remarks', async (_, argv, expected) => {
    const { remarks } = await find(...argv);
    expect(await input(...argv)).toMatchObject(expected);
    expect(remarks).toEqual([]);
  });

  test('converts the id of a user to an input without an email address', async () => {
    const argv = json('POST', '/groups/9/invitations', { user_id: 3, access_level: 30 });
    expect(await input(...argv)).toEqual({ target: { group: '9' }, users: ['3'], accessLevel: 'DEVELOPER' });
  });

  test('preserves a plus sign of --data-urlencode', async () => {
    const url = 'https://forge.example.com/api/v4/projects/14/issues/2/notes';
    expect(await input('--curl', `curl ${url} --data-urlencode 'body=C++ & more'`)).toMatchObject({
      body: 'C++ & more',
    });
  });

  test('reads nested members of a form', async () => {
    const url = 'https://forge.example.com/api/v4/projects/14/pipeline';
    const form =
      '-d ref=main -d "variables[][key]=A" -d "variables[][value]=1" -d "variables[][key]=B" -d "variables[][value]=2"';
    expect(await input('--curl', `curl -g ${url} ${form}`)).toMatchObject({
      variables: [
        { key: 'A', value: '[redacted]' },
        { key: 'B', value: '[redacted]' },
      ],
    });
  });

  test('with a file is converted to the mutation that uploads it', async () => {
    const command = "curl -X PUT https://forge.example.com/api/v4/groups/22 -F 'avatar=@pictures/face.png'";
    expect(await find('--curl', command)).toMatchObject({
      field: 'Mutation.groupAvatarUpload',
      variables: { input: { id: '22', avatar: null } },
      remarks: ['Send face.png as variables.input.avatar of a GraphQL multipart request.'],
    });
  });

  test('to an object by its name is rejected by the facade, and remarks show how to query the id', async () => {
    const { field, remarks } = await find(...json('PUT', '/projects/14/labels/bug', { color: 'red' }));
    expect(field).toBe('Mutation.labelUpdate');
    const [rejection, advice] = remarks;
    expect(rejection).toMatch(/^The facade rejects this input and makes no call: id must be the global id of a Label/);
    expect(advice).toMatch(
      /^If the input requires an id, query the id first: query .* label\(by: \{ name: \$label \}\) \{ id .*"project":"14","label":"bug"/,
    );
  });

  test('to a group by its path has a remark that the group is read first', async () => {
    expect(await find(...json('PUT', '/groups/meridian', { description: 'All maps' }))).toMatchObject({
      variables: { input: { id: 'meridian', description: 'All maps' } },
      remarks: ['It also calls getGroup first, to identify an object of the input.'],
    });
  });
});

describe('curl', () => {
  const label = { operation: 'createLabel', variables: { input: { project: '14', name: 'a bug', color: '#ff0000' } } };
  const url = 'https://forge.example.com/api/v4/projects/14/labels';

  test.each([
    [`curl --request POST --header "PRIVATE-TOKEN: s3cret" --data "name=a bug&color=%23ff0000" "${url}"`],
    [`curl -X POST -H 'Authorization: Bearer s3cret' --json '{"name":"a bug","color":"#ff0000"}' ${url}`],
    [`$ curl -XPOST -u user:s3cret -d name=a%20bug \\\n  -d 'color=%23ff0000' '${url}?private_token=s3cret'`],
    [
      `curl --url=https://user:s3cret@forge.example.com/api/v4/projects/14/labels -F "name=a bug" -F 'color=#ff0000' -b session=s3cret`,
    ],
    [
      `/usr/bin/curl ${url} --data '{"name": "a bug", "color": "#ff0000", "access_token": "s3cret"}' --oauth2-bearer s3cret -s`,
    ],
  ])('%s', async (command) => {
    const { status, stdout } = await portico(['find', '--json', '--curl', command]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(label);
    expect(stdout).not.toContain('s3cret');
  });

  test('with --get has its query parameters in the data', async () => {
    const command = `curl --get --data-urlencode search=area -H 'PRIVATE-TOKEN: s3cret' '${url}?with_counts=false'`;
    expect((await find('--curl', command)).query).toContain('labels(filter: { search: "area" })');
  });

  test.each([
    ['wget https://example.com', 'portico: --curl requires a command that begins with curl\n'],
    ['curl -s -H "PRIVATE-TOKEN: s3cret"', 'portico: the curl command has no URL; add the URL of the call\n'],
    [
      "curl 'https://example.com",
      "portico: the curl command has a string that begins with ' and is not closed; add the closing quote\n",
    ],
  ])('%s is rejected', async (command, stderr) => {
    expect(await portico(['find', '--curl', command])).toEqual({ status: 1, stdout: '', stderr });
  });
});

describe('a file', () => {
  test('has a URL and a command below PUBLIC_URL', async () => {
    const env = { PUBLIC_URL: 'https://graph.example.com/portico' };
    const { stdout } = await portico(['find', 'GET /groups/meridian%2Fplatform/avatar', '--json'], { env });
    const url = 'https://graph.example.com/portico/downloads/groups/meridian%2Fplatform/avatar';
    expect(JSON.parse(stdout)).toEqual({
      operation: 'downloadGroupAvatar',
      field: 'Group.avatarDownloadUrl',
      query: null,
      variables: null,
      url,
      curl: `curl -OJ -H "PRIVATE-TOKEN: $TOKEN" '${url}'`,
      remarks: [],
    });
    expect((await portico(['find', 'downloadGroupAvatar'])).stdout).toContain(
      '\n    http://localhost:4000/downloads/groups/1/avatar\n',
    );
  });
});

test.each([
  [
    'GET /projects/14/members/all',
    /^no operation has the method and path GET \/projects\/14\/members\/all; did you mean getProject \(GET \/projects\/\{id\}\)\?$/,
  ],
  [
    'GET /foo',
    /^no operation has the method and path GET \/foo; docs\/rest-to-graph\.md of the package portico lists all operations, and --area adds those of your own area$/,
  ],
  ['GET /projects/%E0%A4%A/labels', /^"%E0%A4%A" is not valid percent-encoding; write % as %25$/],
  ['GET /projects/../labels', /^GET \/projects\/\{id\}\/labels: id must not contain the path segments "\." or "\.\."$/],
])('%s is rejected in one line', async (call, message) => {
  const { status, stdout, stderr } = await portico(['find', call]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^portico: [^\n]*\n$/);
  expect(stderr.replace('portico: ', '').trimEnd()).toMatch(message);
});

test('shows each of several suggestions in its own line', async () => {
  expect(await portico(['find', 'GET /projects/14/lables'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `portico: no operation has the method and path GET /projects/14/lables; did you mean one of these?
  listLabels (GET /projects/{id}/labels)
  createLabel (POST /projects/{id}/labels)
  updateLabelByName (PUT /projects/{id}/labels)
`,
  });
});

describe('suggests operations for', () => {
  test.each([
    ['GET /projects/14/pipelins', 'listPipelines'],
    ['GET /projcts/14/pipelines', 'listPipelines'],
    ['POST /projects/14/pipelines', 'createPipeline', 'listPipelines'],
    ['/projects/14/pipelines/3/variable', 'listPipelineVariables'],
    ['https://forge.example.com/forge/api/v4/projects/:id/merge_request', 'listProjectMergeRequests'],
    ['PATCH /groups/9', 'getGroup', 'updateGroup'],
    ['listPipeline', 'listPipelines'],
  ])('%s', async (call, ...expected) => {
    const { status, stdout, stderr } = await portico(['find', '--json', call]);
    expect(status).toBe(1);
    const { error, nearest }: { error: string; nearest: { operation: string; method: string; path: string }[] } =
      JSON.parse(stdout);
    expect(stderr).toBe(`portico: ${error}\n`);
    expect(nearest.slice(0, expected.length).map(({ operation }) => operation)).toEqual(expected);
    expect(nearest.length).toBeLessThanOrEqual(3);
    for (const { operation, method, path } of nearest) expect(error).toContain(`${operation} (${method} ${path})`);
  });

  test('a curl command, without its credentials', async () => {
    const url = 'https://forge.example.com/api/v4/projects/14/label?private_token=s3cret';
    const { stdout } = await portico(['find', '--json', '--curl', `curl -H 'PRIVATE-TOKEN: s3cret' '${url}'`]);
    expect(JSON.parse(stdout).nearest[0]).toEqual({
      operation: 'listLabels',
      method: 'GET',
      path: '/projects/{id}/labels',
    });
    expect(stdout).not.toContain('s3cret');
  });

  test.each([
    ['a path of many parts', `/projects${'/a'.repeat(4000)}`],
    ['a long part', `/projects/14/${'pipelines'.repeat(800)}`],
    ['a long name', 'listPipelines'.repeat(5000)],
    ['a long URL', `/projects/14/${'labels/'.repeat(5000)}`],
  ])('%s with few suggestions and an error below 500 characters', async (_, call) => {
    const { status, stdout } = await portico(['find', '--json', call]);
    expect(status).toBe(1);
    const { error, nearest } = JSON.parse(stdout);
    expect(error.length).toBeLessThan(500);
    expect(nearest.length).toBeLessThanOrEqual(2);
  });
});

test('rejects a name where the contract requires a number, with the route', async () => {
  const { status, stderr } = await portico(['find', 'GET /users/jane']);
  expect(status).toBe(1);
  expect(stderr).toBe('portico: GET /users/{id}: id must be an integer\n');
});

test('does not select extra of an object in a payload', async () => {
  const { query } = await find('DELETE /projects/14/labels/3');
  expect(query?.replace(/\s+/g, ' ')).toContain('{ deletedLabelId errors {');
});

test.each(['GET /users?username[a]=1', 'GET /projects/14/labels?with_counts[0]=1', 'GET /users?page[][]=1'])(
  'ignores members of a parameter that has none: %s',
  async (call) => {
    const { remarks } = await find(call);
    expect(remarks).toContainEqual(expect.stringMatching(/^The parameter \w+ is ignored: it has no members\.$/));
  },
);
