/** `portico explain`: the plan of an operation, without a server. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { folderWith, portico } from './run.ts';

const document = `query Coverage($project: ID!, $count: Int = 20) {
  project(id: $project) { ...Pipelines }
}
query Other { currentUser { name } }
mutation Retry($id: ID!) { pipelineRetry(input: { id: $id }) { pipeline { status } errors { message } } }
`;
const fragment = 'fragment Pipelines on Project { pipelines(first: $count) { nodes { status coverage } } }';
const variables = { project: 'meridian/platform/engine', count: 30 };

let folder: string;
let facade: SandboxedFacade;
beforeAll(async () => {
  folder = folderWith({
    'query.graphql': document,
    'fragment.graphql': fragment,
    'variables.json': JSON.stringify(variables),
    'list.json': '[]',
    'wrong.json': '{ "project": "9", "count": "many" }',
  });
  facade = await startSandboxed();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await facade.close();
});

const file = (name: string) => join(folder, name);
const files = () => [file('query.graphql'), file('fragment.graphql')];

test('prints the same plan as the facade', async () => {
  const { extensions } = await facade.execute(
    `${document} ${fragment}`.replace('query Other { currentUser { name } }', '').replace(/^mutation.*$/m, ''),
    variables,
    {
      headers: { 'x-portico-trace': 'plan' },
    },
  );
  const flags = ['--operation', 'Coverage', '--variables', file('variables.json'), '--json'];
  const { status, stdout } = await portico(['explain', ...files(), ...flags]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(Object(extensions).plan);
  expect(JSON.parse(stdout)).toMatchObject({
    worst: 31,
    calls: [
      {
        method: 'GET',
        path: '/projects/{id}/pipelines',
        field: 'Project.pipelines',
        at: 'project.pipelines',
        times: 1,
        after: null,
      },
      { method: 'GET', path: '/projects/{id}/pipelines/{pipeline_id}', times: 30, after: 0 },
    ],
  });
  expect(facade.calls).toEqual([]);
});

test.each<[string, () => readonly string[]]>([
  ['files', files],
  ['a folder', () => [folder]],
  ['a pattern', () => [file('*.graphql')]],
])('accepts variables as JSON with %s', async (_, paths) => {
  const argv = [...paths(), '--operation', 'Coverage', '--variables', '{"project": "14", "count": 3}', '--json'];
  const { status, stdout, stderr } = await portico(['explain', ...argv]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ worst: 4, calls: [{ times: 1 }, { times: 3 }] });
});

test('prints a tree in which each call is below the call that it waits for', async () => {
  const { stdout } = await portico(['explain', ...files(), '--operation', 'Coverage']);
  expect(stdout).toBe(`query Coverage: at most 21 REST calls

1 × GET /projects/{id}/pipelines  project.pipelines (Project.pipelines)
└─ 20 × GET /projects/{id}/pipelines/{pipeline_id}  project.pipelines.nodes (Pipeline.coverage)

A call below another call waits for the response to that call.
$project has no value; planned with "1". Set it with --variables.
`);
});

test.each([
  [
    'mutation ($avatar: File!) { groupAvatarUpload(input: { id: 9, avatar: $avatar }) { errors { code } } }',
    '$avatar has no value; planned with an empty file.',
  ],
  [
    'mutation ($input: GroupAvatarUploadInput!) { groupAvatarUpload(input: $input) { errors { code } } }',
    '$input has no value; planned with {"avatar":"file","id":"1"}. Set it with --variables.',
  ],
])('plans %s with an empty file', async (stdin, line) => {
  const { status, stdout, stderr } = await portico(['explain', '-'], { stdin });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('1 × PUT /groups/{id}');
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(line);
});

test('reads an operation from standard input', async () => {
  const { stdout } = await portico(['explain', '-'], { stdin: '{ currentUser { name } }' });
  expect(stdout).toBe('query: at most 1 REST call\n\n1 × GET /user  currentUser (Query.currentUser)\n');
});

test('plans a node as the selected type with the most calls', async () => {
  const stdin = `query ($id: ID!, $ids: [ID!]!) {
    node(id: $id) { id ... on Pipeline { testReport { totalTime } variables { nodes { key } } } ... on Runner { description } }
    nodes(ids: $ids) { ... on Runner { description } }
  }`;
  const { stdout } = await portico(['explain', '-', '--json'], { stdin });
  const { calls, worst }: { worst: number; calls: { path: string; times: number }[] } = JSON.parse(stdout);
  expect(calls.map(({ path, times }) => `${times} ${path}`)).toContain(
    '1 /projects/{id}/pipelines/{pipeline_id}/test_report',
  );
  expect(worst).toBe(3 + 20);
});

test('uses colors on a terminal only, and not with NO_COLOR', async () => {
  const argv = ['explain', '-'];
  const stdin = '{ currentUser { name } }';
  const sequence = '\u001b[';
  expect((await portico(argv, { stdin, terminal: true })).stdout).toContain(sequence);
  expect((await portico(argv, { stdin, terminal: true, env: { NO_COLOR: '1' } })).stdout).not.toContain(sequence);
  expect((await portico(argv, { stdin })).stdout).not.toContain(sequence);
});

test('reports that the facade rejects an operation above the default of MAX_REST_CALLS', async () => {
  const stdin = '{ group(id: 9) { projects(first: 100) { nodes { pipelines(first: 20) { nodes { coverage } } } } } }';
  const { stdout } = await portico(['explain', '-'], { stdin });
  expect(stdout).toContain('at most 2101 REST calls');
  expect(stdout).toContain(
    'The facade rejects this operation unless MAX_REST_CALLS is raised from its default of 500.',
  );
});

test.each<[string, (path: (name: string) => string) => string[], RegExp]>([
  ['a missing file', () => ['nowhere.graphql'], /^nowhere\.graphql: there is no such file or folder$/],
  [
    'a missing file next to an existing one',
    (path) => [path('query.graphql'), 'nowhere.graphql'],
    /^nowhere\.graphql: there is no such file or folder$/,
  ],
  [
    'a pattern that matches no file',
    () => ['nowhere/*.graphql'],
    /^no file with operations matches nowhere\/\*\.graphql; pass files, folders or patterns such as 'src\/\*\*\/\*\.graphql'$/,
  ],
  [
    'an operation instead of a path',
    () => ['{ project(id: 14) { name } }'],
    /^pass the path of a file; the path - reads an operation from standard input$/,
  ],
  [
    'an unknown operation name',
    (path) => [path('query.graphql'), '--operation', 'Nope'],
    /^no operation is named Nope; the operations are Coverage, Other, Retry$/,
  ],
  [
    'several operations with --json and without --operation',
    (path) => [path('query.graphql'), '--json'],
    /^there are several operations; choose one with --operation to use --json or --variables: Coverage, Other, Retry$/,
  ],
  [
    'variables that are not JSON',
    (path) => [path('query.graphql'), '--operation', 'Other', '--variables', '{"id": 9'],
    /^--variables must be a JSON object or a file with one: .*JSON/,
  ],
  [
    'a file of variables that contains a list',
    (path) => [path('query.graphql'), '--operation', 'Other', '--variables', path('list.json')],
    /list\.json must contain a JSON object, not a list$/,
  ],
  [
    'a list as the value of --variables',
    (path) => [path('query.graphql'), '--operation', 'Other', '--variables', '[1]'],
    /^--variables must be a JSON object, not a list$/,
  ],
  [
    'a folder as the value of --variables',
    (path) => [path('query.graphql'), '--operation', 'Other', '--variables', path('.')],
    /^--variables \S+ must be a JSON object or a file with one: it is a folder$/,
  ],
  [
    'an unknown variable',
    (path) => [
      path('query.graphql'),
      path('fragment.graphql'),
      '--operation',
      'Coverage',
      '--variables',
      '{"projct": "14"}',
    ],
    /^the operation has no variable projct; did you mean project\?$/,
  ],
  [
    'a missing file of variables',
    (path) => [path('query.graphql'), '--operation', 'Other', '--variables', 'nowhere.json'],
    /^--variables nowhere\.json must be a JSON object or a file with one: there is no such file or folder$/,
  ],
  [
    'a variable of another type',
    (path) => [
      path('query.graphql'),
      path('fragment.graphql'),
      '--operation',
      'Coverage',
      '--variables',
      path('wrong.json'),
    ],
    /^Variable "\$count" has invalid value: Int cannot represent non-integer value: "many"$/,
  ],
])('reports %s in one line', async (_, argv, message) => {
  const { status, stdout, stderr } = await portico(['explain', ...argv(file)]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^portico: .*\n$/);
  expect(stderr.replace(/^portico: /, '').trimEnd()).toMatch(message);
});

test('reports a syntax error with its location', async () => {
  const { stderr } = await portico(['explain', '-'], { stdin: '{\n  currentUser {' });
  expect(stderr).toBe('portico: standard input:2:16: Syntax Error: Expected Name, found <EOF>.\n');
});

test('reports every validation error with its location', async () => {
  const path = file('query.graphql');
  const { status, stderr } = await portico(['explain', path, '--operation', 'Coverage']);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `portico: ${path}:1:31: Variable "$count" is never used in operation "Coverage".\nportico: ${path}:2:30: Unknown fragment "Pipelines".\n`,
  );
});

test('shows the calls of each part of an incremental response', async () => {
  const parts = folderWith({
    'parts.graphql':
      'query Parts { project(id: 14) { name ... @defer(label: "labels") { labels { nodes { name } } } ... @defer { pipelines { nodes { iid } } } } }',
  });
  const { status, stdout } = await portico(['explain', join(parts, 'parts.graphql')]);
  rmSync(parts, { recursive: true });
  expect(status).toBe(0);
  expect(stdout).toBe(`query Parts: at most 3 REST calls
first part: 1 REST call, 1 round trip
part "labels" (project): 1 REST call, after 1 round trip
part project: 1 REST call, after 1 round trip

1 × GET /projects/{id}  project (Query.project)
1 × GET /projects/{id}/labels  project.labels (Project.labels)  [part "labels" (project)]
1 × GET /projects/{id}/pipelines  project.pipelines (Project.pipelines)  [part project]
`);
});
