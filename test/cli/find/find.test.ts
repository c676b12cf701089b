/** `portico find`: what it takes, and what it says. */
import { describe, expect, test } from 'vitest';
import { portico } from '../run.ts';

async function find(...argv: readonly string[]) {
  const { status, stdout, stderr } = await portico(['find', '--json', ...argv]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const found: { query: string | null; variables: object | null; operation: string; field: string; remarks: string[] } =
    JSON.parse(stdout);
  return { ...found, query: found.query?.replace(/\s+/g, ' ') ?? null };
}

test('shows the field, the query and its variables', async () => {
  const { status, stdout } = await portico(['find', 'GET /projects/:id/pipelines?status=failed']);
  expect(status).toBe(0);
  expect(stdout).toBe(`GET /projects/{id}/pipelines (listPipelines) is Project.pipelines

query ($project: ID!) {
  project(id: $project) {
    pipelines(filter: { status: FAILED }) {
      nodes {
        id
        iid
        name
        status
        webUrl
        createdAt
      }
    }
  }
}

Variables:

{
  "project": "1"
}

Values for id are made up: fill in yours.
`);
});

describe('takes the same call', () => {
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

  test('word by word', async () => {
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
      remarks: ['Values for id and pipeline_id are made up: fill in yours.'],
    });
  });
});

test('a word in the path wins over a parameter', async () => {
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
  ['/groups/9/integrations/wiki-a', 'integration(slug: WIKI_A)', { group: '9' }],
])('%s becomes arguments', async (call, text, variables) => {
  const found = await find(call);
  expect(found.query).toContain(text);
  expect(found.variables).toEqual(variables);
  expect(found.remarks).toEqual([]);
});

test.each([
  ['/projects/14/labels?nope=1', 'The operation documents no parameter nope; it is left out.'],
  ['/projects/14/issues/2/notes?sort=asc', 'The call also has order_by=created_at.'],
  ['/projects/14/merge_requests?labels=bug,none', 'No argument stands for labels=bug,none.'],
  ['/projects/14/labels?page=3', 'Page 3 begins after the last item of page 2: pass its pageInfo.endCursor as after.'],
  ['POST /projects/14/labels', 'Values for name and color are made up: fill in yours.'],
  ['DELETE /projects/14/labels?name=bug&force=1', 'The operation documents no parameter force; it is left out.'],
])('%s: what does not come out the same is told', async (call, remark) => {
  expect((await find(call)).remarks).toContain(remark);
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

  test('that reads, with its query in data', async () => {
    const command = `curl --get --data-urlencode search=area -H 'PRIVATE-TOKEN: s3cret' '${url}?with_counts=false'`;
    expect((await find('--curl', command)).query).toContain('labels(filter: { search: "area" })');
  });

  test.each([
    ['wget https://example.com', 'portico: --curl takes a command that begins with curl\n'],
    ['curl -s -H "PRIVATE-TOKEN: s3cret"', 'portico: the curl command has no URL\n'],
    ["curl 'https://example.com", "portico: the curl command has no end to the text that ' begins\n"],
  ])('%s is refused', async (command, stderr) => {
    expect(await portico(['find', '--curl', command])).toEqual({ status: 1, stdout: '', stderr });
  });
});

describe('a file', () => {
  test('has an address and a command, at the public URL', async () => {
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
    'listPipeline',
    /^there is no operation listPipeline; did you mean listPipelines \(GET \/projects\/\{id\}\/pipelines\), /,
  ],
  ['GET /foo', /^no operation is GET \/foo; docs\/rest-to-graph\.md lists them all$/],
  ['GET /projects/%E0%A4%A/labels', /^"%E0%A4%A" is not percent-encoded text$/],
  ['GET /projects/../labels', /^id must not contain the path segments "\." or "\.\."$/],
])('%s is refused in one line', async (call, message) => {
  const { status, stdout, stderr } = await portico(['find', call]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^portico: [^\n]*\n$/);
  expect(stderr.replace('portico: ', '').trimEnd()).toMatch(message);
});

describe('names the nearest operations to', () => {
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
  ])('%s in few words and little work', async (_, call) => {
    const { status, stdout } = await portico(['find', '--json', call]);
    expect(status).toBe(1);
    const { error, nearest } = JSON.parse(stdout);
    expect(error.length).toBeLessThan(500);
    expect(nearest.length).toBeLessThanOrEqual(1);
  });
});
