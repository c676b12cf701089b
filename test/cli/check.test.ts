/** `portico check`: validates and plans the operations of an application, and compares their REST calls with a limit. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandboxed, startWithResponses } from '../harness.ts';
import { folderWith, portico } from './run.ts';

const good = 'query Names($ids: [ID!]!) { nodes(ids: $ids) { id ... on Project { name } } }';
const code = `import { gql } from 'graphql-tag';
import { useQuery } from '@apollo/client';

export const Jobs = () => useQuery(gql\`
  query Coverage($project: ID!) {
    project(id: $project) { ...Covered }
  }
\`);
const other = \`query NotOne { nope }\`;
`;
const fragment = 'fragment Covered on Project { pipelines(first: 100) { nodes { coverage } } }';

let folder: string;
beforeAll(() => {
  folder = folderWith({
    'names.graphql': good,
    'jobs.tsx': code,
    'fragment.gql': fragment,
    'wrong.graphql': 'query Wrong {\n  project(id: 9) { nope }\n}\n\nquery Unfinished {',
    'invalid.graphql': 'query Invalid {\n  project(id: 9) { nope }\n}\n',
    'second.graphql': 'query Names { currentUser { name } }',
    'old.graphql': 'query Old($id: ID!) {\n  node(id: $id) {\n    ... on Runner { platform }\n  }\n}\n',
    'pages.graphql': 'query Pages($count: Int!) {\n  groups(first: $count) {\n    nodes { name }\n  }\n}\n',
    'lists.graphql': 'query Lists { project(id: 14) { mergeRequest(iid: 1) { labels { color } } } }',
    'schema.graphql': 'type Query { a: Int, b: Int @deprecated(reason: "Use a.") }',
    'earlier.graphql': 'interface I { b: Int } type Query implements I { b: Int @deprecated }',
    'types.graphql': 'type Query { only: Int }',
    'elsewhere.graphql': 'query Elsewhere { b }',
    'notes.graphql':
      'query Notes($id: ID!) { node(id: $id) { ... on Noteable { notes(first: 100) { nodes { author { avatarUrl } } } } } }',
    'ids.graphql': 'query Ids($id: ID!) { node(id: $id) { id } }',
    'parts.graphql':
      'query Parts { project(id: 14) { name ... @defer { labels { nodes { name } } } ... @defer { pipelines { nodes { iid } } } } }',
  });
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', 'library.graphql'), 'query Library { nope }');
});
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const removeFolders = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(/\S*portico-cli-\w+\//g, '');

async function check(files: readonly string[], ...options: readonly string[]) {
  const { status, stdout, stderr } = await portico(['check', ...files.map(path), ...options]);
  return { status, stdout: removeFolders(stdout), stderr: removeFolders(stderr) };
}

test('accepts valid operations in GraphQL files and in code, with fragments from other files', async () => {
  const { status, stdout } = await check(['{names,fragment}.{graphql,gql}', 'jobs.tsx'], '--max-calls', '101');
  expect(status).toBe(0);
  expect(stdout).toBe(`✓ query Coverage  101 REST calls
✓ query Names     20 REST calls

2 operations, 0 errors, 0 warnings
`);
});

test('fails for an operation above --max-calls, with its location in the code', async () => {
  const { status, stdout } = await check(['jobs.tsx', 'fragment.gql']);
  expect(status).toBe(1);
  expect(stdout).toBe(`✗ query Coverage  101 REST calls
    error jobs.tsx:5:3 may need 101 REST calls, more than the limit of 50 (--max-calls); most of them at project.pipelines.nodes (100), project.pipelines (1)

1 operation, 1 error, 0 warnings
`);
});

test('plans node for the type with the most calls that fragments on interfaces permit', async () => {
  const { status, stdout } = await check(['{notes,ids}.graphql'], '--max-calls', '200');
  expect(status).toBe(0);
  expect(stdout).toContain('✓ query Ids    1 (+1) REST calls\n✓ query Notes  102 REST calls\n');
});

test('ignores node_modules', async () => {
  const { stdout } = await check(['**/{names,library}.graphql']);
  expect(stdout).toContain('1 operation, 0 errors');
});

describe('reports', () => {
  test.each([
    [
      'an invalid operation',
      ['invalid.graphql'],
      1,
      'error invalid.graphql:2:20 Cannot query field "nope" on type "Project".',
    ],
    [
      'a file that cannot be read',
      ['wrong.graphql'],
      1,
      'error wrong.graphql:5:19 Syntax Error: Expected Name, found <EOF>.',
    ],
    ['an unknown fragment', ['jobs.tsx'], 1, 'error jobs.tsx:6:32 Unknown fragment "Covered".'],
    [
      'two different operations with the same name',
      ['names.graphql', 'second.graphql'],
      1,
      'error second.graphql:1:1 Names has a different definition in names.graphql:1; rename one of them',
    ],
    ['a deprecated field', ['old.graphql'], 0, 'warning old.graphql:3:21 The field Runner.platform is deprecated.'],
    [
      'a page size that is a variable',
      ['pages.graphql'],
      0,
      'warning pages.graphql:2:3 the page size of groups is the variable $count, which may be up to 10,000',
    ],
    [
      'a list of unknown length',
      ['lists.graphql'],
      0,
      'warning lists.graphql:1:1 the number of calls at project.mergeRequest.labels is an estimate: assumes 20 items in each list of unknown length',
    ],
  ])('%s', async (_, files, status, message) => {
    const result = await check(files);
    expect(result.stdout).toContain(message);
    expect(result.status).toBe(status);
  });

  test.each([
    [
      ['nowhere/*.graphql'],
      "portico: no file with operations matches nowhere/*.graphql; pass files, folders or patterns such as 'src/**/*.graphql'\n",
    ],
    [['types.graphql'], 'portico: the files at types.graphql contain no operation\n'],
  ])('the absence of files or operations: %j', async (files, stderr) => {
    expect(await check(files)).toEqual({ status: 1, stdout: '', stderr });
  });

  test('an invalid --max-calls', async () => {
    const { status, stderr } = await check(['names.graphql'], '--max-calls', 'few');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'portico: --max-calls must be an integer from 0 to 999999999, not "few"\n',
    });
  });
});

describe('formats', () => {
  test('prints annotations for CI', async () => {
    const { status, stdout } = await check(['invalid.graphql', 'pages.graphql'], '--format', 'github');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^::error file=invalid\.graphql,line=2,col=20::Cannot query field "nope" on type "Project"\. Did you mean "name"\?$/m,
    );
    expect(stdout).toMatch(/^::warning file=pages\.graphql,line=2,col=3::the page size of groups is the variable /m);
  });

  test('prints a Markdown table that is sorted by the names of the operations', async () => {
    const { stdout } = await check(
      ['names.graphql', 'jobs.tsx', 'fragment.gql', 'lists.graphql'],
      '--format',
      'markdown',
    );
    const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.map((row) => row.split(' | ').slice(0, 4))).toEqual([
      ['| operation', 'kind', 'REST calls', 'file'],
      ['| Coverage', 'query', '101', 'jobs.tsx'],
      ['| Lists', 'query', '1 (+61)', 'lists.graphql'],
      ['| Names', 'query', '20', 'names.graphql'],
    ]);
  });

  test('prints JSON', async () => {
    const { stdout } = await check(['names.graphql'], '--json');
    expect(JSON.parse(stdout)).toEqual({
      operations: [
        {
          kind: 'query',
          name: 'Names',
          place: { file: 'names.graphql', line: 1, column: 1 },
          calls: 20,
          assumed: 0,
          findings: [],
        },
      ],
      findings: [],
      maxCalls: 50,
    });
  });

  test('shows progress on a terminal and removes it afterwards', async () => {
    const { stderr } = await portico(['check', path('names.graphql')], { terminal: true });
    expect(stderr.split('\r\u001b[2K')).toEqual(['', 'Planning operation 1 of 1', '']);
  });
});

describe('with another schema', () => {
  test('reads it from a file, and warns about deprecated fields and operations that cannot be planned', async () => {
    const { status, stdout } = await check(['elsewhere.graphql'], '--schema', path('schema.graphql'));
    expect(status).toBe(0);
    expect(stdout).toContain('warning elsewhere.graphql:1:19 The field Query.b is deprecated. Use a.');
    expect(stdout).toContain(
      'cannot be planned: the schema of this version of portico lacks some of its fields or arguments',
    );
  });

  test('accepts a schema that violates rules for schemas', async () => {
    const { status, stderr } = await check(['elsewhere.graphql'], '--schema', path('earlier.graphql'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('validates against a running facade', async () => {
    const facade = await startSandboxed();
    try {
      const { status, stdout } = await check(['names.graphql'], '--schema', new URL('graphql', facade.url).href);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: '✓ query Names  20 REST calls\n\n1 operation, 0 errors, 0 warnings\n',
      });
    } finally {
      await facade.close();
    }
  });

  test('fails in one line if the schema cannot be loaded', async () => {
    const facade = await startWithResponses({}, { INTROSPECTION: 'false' });
    try {
      const rejected = await check(['names.graphql'], '--schema', new URL('graphql', facade.url).href);
      expect(rejected.status).toBe(1);
      expect(rejected.stderr).toMatch(/^portico: cannot load the schema of --schema http\S+: .*ntrospection.*\n$/);
    } finally {
      await facade.close();
    }
    const unreachable = await check(['names.graphql'], '--schema', 'http://127.0.0.1:9/graphql');
    expect(unreachable.stderr).toMatch(
      /^portico: cannot load the schema of --schema http:\/\/127\.0\.0\.1:9\/graphql: .+; pass the URL of a facade .+\n$/,
    );
  });
});

test.each([
  ['pipelines', ['PipelineRetry', 'PipelineStatus', 'Pipelines']],
  [
    'merge-request',
    [
      'AddComment',
      'Approve',
      'CancelPipeline',
      'MergeRequestPage',
      'MoreComments',
      'PipelineStatus',
      'RetryPipeline',
      'WithdrawApproval',
    ],
  ],
])('the example %s makes at most 10 REST calls per operation', async (example, names) => {
  const source = fileURLToPath(new URL(`../../examples/${example}/src`, import.meta.url));
  const copy = folderWith({});
  cpSync(source, copy, { recursive: true });
  try {
    const { status, stdout } = await portico([
      'check',
      join(copy, '**/*.{graphql,ts,tsx}'),
      '--max-calls',
      '10',
      '--json',
    ]);
    const { operations }: { operations: { name: string }[] } = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(operations.map(({ name }) => name)).toEqual(names);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test.each(['text', 'github', 'markdown'])(
  'replaces control characters of files in the output, and workflow commands of CI services, as %s',
  async (format) => {
    const hostile =
      'query Hostile { groups(first: """\n\u001b]0;owned\u0007\u001b[31m\n::error::injected\n""") { nodes { name } } }';
    writeFileSync(path('hostile.graphql'), hostile);
    const { status, stdout } = await check(['hostile.graphql'], '--format', format);
    expect(status).toBe(1);
    expect(stdout).toContain('?]0;owned??[31m ::error::injected');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(stdout).not.toMatch(/^::error::injected/m);
    const explanation = await portico(['explain', path('hostile.graphql')]);
    expect(explanation.stderr).toContain('?]0;owned??[31m ::error::injected');
    expect(explanation.stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  },
);

test('reports the calls and round trips before the initial result of an incremental response', async () => {
  expect((await check(['parts.graphql'])).stdout).toContain(
    '✓ query Parts  3 REST calls; first part: 1 call, 1 round trip\n',
  );
  const [operation] = JSON.parse((await check(['parts.graphql'], '--format', 'json')).stdout).operations;
  expect(operation).toMatchObject({ calls: 3, firstPart: { calls: 1, roundTrips: 1 } });
});
