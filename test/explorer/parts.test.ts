/** Modules of the page that need no browser. */
import { setImmediate as immediate } from 'node:timers/promises';
import { GraphQLError, isObjectType, parse, validate } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { findFields, findRequestingField } from '../../explorer/src/fields.ts';
import { createNodeQuery, findGlobalIds } from '../../explorer/src/global-ids.ts';
import { mergeParts } from '../../explorer/src/merged-parts.ts';
import { loadQuery } from '../../explorer/src/rest-call-source.ts';
import { fillInPath, findCalls, findCallsByPath, findSimilarCalls } from '../../explorer/src/rest-calls.ts';
import { parseServerSentEvents } from '../../explorer/src/server-sent-events.ts';
import {
  type Call,
  findPlannedCall,
  formatDuration,
  formatReason,
  getTimeSpan,
  toCurl,
} from '../../explorer/src/trace.ts';
import { findMarks } from '../../explorer/src/violations.ts';
import { createRestCallSource } from '../../src/edge/rest-call-source.ts';
import { DryRun } from '../../src/graph/find/dry-run.ts';
import { findRestCallQuery, listRestCalls } from '../../src/graph/find/rest-call-index.ts';
import { schema, standardAreas } from '../../src/graph/index.ts';
import { buildSchema } from '../../src/graph/kit/schema.ts';

const call: Call = {
  method: 'GET',
  path: '/projects/{id}',
  url: '/projects/a%2Fb',
  field: 'Query.project',
  status: 200,
  startMs: 0,
  durationMs: 1,
  source: 'upstream',
};

describe('findRequestingField', () => {
  const document = parse(`
    query ($first: Int) {
      one: project(id: "a") { ...Pipelines }
      two: project(id: "b") { pipelines(first: $first) { nodes { ... on Pipeline { coverage } } } }
      node(id: "x") { id }
    }
    fragment Pipelines on Project { pipelines { nodes { coverage } } ...Loop }
    fragment Loop on Project { ...Pipelines }
  `);
  const fields = findFields(schema, document, undefined);
  const findLine = (coordinate: string, at?: string) =>
    findRequestingField(schema, fields, coordinate, at)?.loc?.startToken.line;

  test('finds the field of a path, in fragments and below aliases', () => {
    expect(findLine('Project.pipelines', 'one.pipelines')).toBe(7);
    expect(findLine('Project.pipelines', 'two.pipelines')).toBe(4);
    expect(findLine('Query.project', 'two')).toBe(4);
  });

  test('finds the field by the path of its object, or by its coordinate', () => {
    expect(findLine('Pipeline.coverage', 'two.pipelines.nodes')).toBe(4);
    expect(findLine('Pipeline.coverage')).toBe(7);
    // A field of an interface may be a field of this implementing type.
    expect(findLine('Project.id')).toBe(5);
    expect(findLine('Project.name')).toBeUndefined();
  });
});

describe('findMarks', () => {
  const document = parse(`
    mutation ($name: String!, $input: LabelCreateInput!) {
      written: labelCreate(input: { project: "a", name: $name, color: "red" }) { label { id } }
      given: labelCreate(input: $input) { label { id } }
    }
    `);
  const fields = findFields(schema, document, undefined);
  const text = document.loc?.source.body ?? '';
  const findMarkedText = (result: Parameters<typeof findMarks>[0]) =>
    findMarks(result, fields).map((mark) =>
      mark.editor === 'query' ? text.slice(mark.location.start, mark.location.end) : mark.path,
    );
  const createResult = (path: readonly (string | number)[], alias: string) => ({
    errors: [{ message: 'x', path: [alias], extensions: { violations: [{ path, message: 'is wrong' }] } }],
  });

  test('returns the argument, or its longest prefix in the document', () => {
    expect(findMarkedText(createResult(['input', 'color'], 'written'))).toEqual(['color: "red"']);
    expect(findMarkedText(createResult(['input', 'description'], 'written'))).toEqual([
      'input: { project: "a", name: $name, color: "red" }',
    ]);
    expect(findMarkedText(createResult(['nothing'], 'written'))).toEqual(['labelCreate']);
  });

  test('returns the path in the variables if they contain the value', () => {
    expect(findMarkedText(createResult(['input', 'name'], 'written'))).toEqual([['name']]);
    expect(findMarkedText(createResult(['input', 'color', 0], 'given'))).toEqual([['input', 'color', 0]]);
  });

  test('returns the field if no argument caused the error, and nothing if no field has the path', () => {
    expect(findMarkedText({ errors: [{ message: 'x', path: ['given', 'label'] }] })).toEqual(['label']);
    expect(findMarkedText({ errors: [{ message: 'x' }, { message: 'y', path: ['other'] }] })).toEqual([]);
  });

  test('returns locations of errors in payloads, and ignores malformed errors', () => {
    const errors = [{ path: ['input', 'name'], message: 'taken' }, { path: null, message: 'no' }, { path: 5 }, 'odd'];
    expect(findMarkedText({ data: { written: { errors } } })).toEqual([['name'], 'labelCreate']);
    expect(findMarkedText({ data: { written: null, given: { errors: 'odd' } } })).toEqual([]);
  });
});

describe('REST calls of a trace', () => {
  test('are formatted as curl commands with quotes for a shell', () => {
    expect(toCurl({ method: 'GET', url: '/projects/a%2Fb' })).toBe(
      `curl "\${UPSTREAM_URL%/}"'/projects/a%2Fb' -H "PRIVATE-TOKEN: $TOKEN"`,
    );
    const write = { method: 'POST', url: "/x?a='b" };
    expect(toCurl(write)).toBe(
      `curl -X POST "\${UPSTREAM_URL%/}"'/x?a=%27b' -H "PRIVATE-TOKEN: $TOKEN" -H 'content-type: application/json' -d "$BODY"`,
    );
  });

  test('are matched with calls of the plan by path and field', () => {
    const planned = { ...call, at: 'project', times: 1, assumed: false, after: null, why: ['Project.name'], part: 0 };
    const plan = { worst: 2, parts: [], calls: [{ ...planned, field: 'Group.x' }, planned] };
    expect(findPlannedCall(call, plan)).toBe(planned);
    expect(findPlannedCall({ ...call, field: 'Project.name' }, plan)?.field).toBe('Group.x');
    expect(findPlannedCall({ ...call, path: '/other' }, plan)).toBeUndefined();
    expect(findPlannedCall(call, undefined)).toBeUndefined();
  });

  test('have a time span from the first start, also before 0, to the last end', () => {
    expect(
      getTimeSpan([
        { ...call, startMs: -50, durationMs: 10 },
        { ...call, startMs: 5, durationMs: 5 },
      ]),
    ).toEqual({
      start: -50,
      length: 60,
    });
    expect(getTimeSpan([])).toEqual({ start: 0, length: 0 });
  });

  test('have formatted durations and reasons', () => {
    expect([0.04, 9.94, 9.96, 994, 996, 9960].map(formatDuration)).toEqual([
      '0.0 ms',
      '9.9 ms',
      '10 ms',
      '994 ms',
      '1.0 s',
      '10 s',
    ]);
    expect(formatReason([])).toBe('');
    expect(formatReason(['Pipeline.coverage'])).toBe('coverage is in the detail only');
    expect(formatReason(['A.b', 'A.c', 'A.d'])).toBe('b, c, and d are in the detail only');
  });
});

test('parses complete server-sent events from chunks of any size', async () => {
  const text =
    ':\n\nevent: next\ndata: {"a":"ä"}\n\nevent: next\r\ndata: 1\r\ndata: 2\r\n\r\nevent: complete\ndata:\n\nevent: cut';
  for (const size of [1, 7, 1000]) {
    const bytes = new TextEncoder().encode(text);
    async function* chunks() {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    }
    const events: unknown[] = [];
    for await (const event of parseServerSentEvents(chunks())) events.push(event);
    expect(events).toEqual([
      { event: 'next', data: '{"a":"ä"}' },
      { event: 'next', data: '1\n2' },
      { event: 'complete', data: '' },
    ]);
  }
});

describe('global ids', () => {
  test('are found if they are complete strings of a response', () => {
    const text = JSON.stringify({
      id: 'gid://service/Project/1',
      text: 'see gid://service/Project/2',
      odd: 'gid://"x',
    });
    expect(findGlobalIds(text).map(({ id, start, end }) => [id, text.slice(start, end)])).toEqual([
      ['gid://service/Project/1', 'gid://service/Project/1'],
    ]);
  });

  test('are opened by a query that is valid in the schema', () => {
    for (const id of ['gid://service/Project/1', 'gid://service/Nothing/1', 'gid://service/Query/1', 'gid://x'])
      expect(validate(schema, parse(createNodeQuery(id, schema))), id).toEqual([]);
    expect(createNodeQuery('gid://service/Project/1', schema)).toContain('fullPath');
  });
});

test('merges the parts of an incremental response as they arrive', async () => {
  async function* parts() {
    yield {
      data: { a: { b: [1] } },
      pending: [
        { id: '0', path: ['a'] },
        { id: '1', path: ['a', 'b'] },
      ],
      hasNext: true,
    };
    yield { incremental: [{ id: '0', data: { c: 2 } }], completed: [{ id: '0' }], hasNext: true };
    yield {
      incremental: [{ id: '1', items: [3] }],
      completed: [{ id: '1', errors: [new GraphQLError('no more')] }],
      extensions: { rest: [] },
      hasNext: false,
    };
  }
  const results: unknown[] = [];
  for await (const result of mergeParts(parts())) results.push(result);
  expect(results).toEqual([
    { data: { a: { b: [1] } } },
    { data: { a: { b: [1], c: 2 } } },
    {
      data: { a: { b: [1, 3], c: 2 } },
      errors: [expect.objectContaining({ message: 'no more' })],
      extensions: { rest: [] },
    },
  ]);
});

describe('REST calls', () => {
  const restCalls = listRestCalls(schema);
  const findFirst = async (text: string) => {
    const [match] = findCalls(restCalls, text);
    const query = match && (await findRestCallQuery(schema, match.call.id, match));
    return query && { id: match.call.id, ...fillInPath(query, match.path) };
  };

  test.each([
    ['GET /projects/14/pipelines/3000', 'getPipeline', { project: '14', pipeline: '3000' }],
    ['https://forge.example.com/api/v4/projects/a%2Fb/labels?search=x', 'listLabels', { project: 'a/b' }],
    ['/runners/all', 'listAllRunners', {}],
    ['GET /users?search=ab', 'listUsers', {}],
    ['GET users', 'listUsers', {}],
    ['curl /users', 'listUsers', {}],
    ['/runners?tag_list=a,b', 'listRunners', {}],
    [
      "curl -X POST -H 'PRIVATE-TOKEN: s3cret' 'https://forge.example.com/api/v4/projects/14/pipelines/7/retry'",
      'retryPipeline',
      { input: { id: 'gid://service/Pipeline/14/7' } },
    ],
    [
      'curl -d ref=main https://forge.example.com/api/v4/projects/14/pipeline',
      'createPipeline',
      { input: { project: '14', ref: 'main' } },
    ],
    [
      'DELETE /projects/:id/pipelines/:pipeline_id',
      'deletePipeline',
      { input: { id: 'gid://service/Pipeline/<id>/<pipeline_id>' } },
    ],
  ])('are found for %s, with its path parameters', async (text, id, variables) => {
    expect(await findFirst(text)).toMatchObject({ id, variables });
  });

  test.each([
    [
      "curl -X POST -H 'PRIVATE-TOKEN: s3cret' https://forge.example.com/api/v4/projects/14/labels -d name=bug -d color=red",
      { project: '14', name: 'bug', color: 'red' },
      [],
    ],
    [
      `curl --json '{"name": "a bug", "color": "red", "priority": 3, "size": "L"}' 'https://forge.example.com/api/v4/projects/14/labels?description=x'`,
      { project: '14', name: 'a bug', color: 'red', priority: 3, description: 'x' },
      [],
    ],
    [
      "curl -X PUT https://forge.example.com/api/v4/groups/22 -F 'avatar=@pictures/face.png'",
      { id: '22', avatar: null },
      ['Send face.png as variables.input.avatar of a GraphQL multipart request.'],
    ],
    [
      'curl -X POST https://forge.example.com/api/v4/projects/14/labels -d name=bug',
      { project: '14', name: 'bug', color: null },
      ['Fill in input.color; the facade rejects the input without them.'],
    ],
  ])('convert the body of %s to variables', async (text, input, remarks) => {
    expect(await findFirst(text)).toMatchObject({ variables: { input }, remarks });
  });

  test.each([
    [
      'import/host-a/gists',
      'personal_access_token=s3cret',
      { personal_access_token: '[redacted]' },
      ['personal_access_token'],
    ],
    [
      'projects/14/pipeline',
      'ref=main&variables[][key]=A&variables[][value]=s3cret',
      { ref: 'main', variables: [{ key: 'A', value: '[redacted]' }] },
      ['variables'],
    ],
    ['projects/14/labels', 'name=bug&token=s3cret', { name: 'bug' }, []],
    [
      'projects/14/labels',
      'description=https://user:s3cret@example.com',
      { description: 'https://[redacted]@example.com' },
      ['description'],
    ],
  ])('contain no secret of the body: %s -d %s', (path, data, body, names) => {
    const command = `curl -H 'PRIVATE-TOKEN: s3cret' -b session=s3cret https://user:s3cret@forge.example.com/api/v4/${path} -d '${data}'`;
    const [match] = findCalls(restCalls, command);
    expect(match).toMatchObject({ body, redacted: names });
    expect(JSON.stringify(match)).not.toContain('s3cret');
  });

  test('contain the reason why a body is ignored, for writes only', () => {
    const command = 'curl --unknown https://forge.example.com/api/v4/projects/14/labels -d name=bug';
    expect(findCalls(restCalls, command)).toMatchObject([
      { call: { id: 'createLabel' }, body: {}, problem: expect.stringContaining('the option --unknown') },
    ]);
    for (const text of [
      'GET /projects/14/labels',
      'curl --unknown -X GET /projects/14/labels',
      'POST /projects/14/labels',
    ])
      expect(findCalls(restCalls, text)[0], text).toMatchObject({ problem: undefined });
  });

  test('contain the documented query parameters', async () => {
    const url = 'https://forge.example.com/api/v4/projects/14/pipelines?status=failed&private_token=s3cret&page=2';
    const [match] = findCalls(restCalls, url);
    expect(match).toMatchObject({ search: 'status=failed&page=2', ignored: ['private_token'] });
    const query = await findRestCallQuery(schema, 'listPipelines', match);
    expect(query?.query).toMatch(/^query ListPipelines\(\$project: ID!\)/);
    expect(query?.query).toContain('filter: { status: FAILED }');
    expect(query?.remarks.join()).toContain('Page 2 starts after');
    const write = findCalls(restCalls, 'POST /projects/14/labels?name=bug&x=1');
    expect(write[0]).toMatchObject({ call: { id: 'createLabel' }, search: 'name=bug', ignored: ['x'] });
  });

  test('yield to the event loop before each run of a field', async () => {
    const runs = vi.spyOn(DryRun.prototype, 'run');
    let isEnded = false;
    // The results for another schema may be cached.
    const search = findRestCallQuery(buildSchema(standardAreas), 'setFeatureFlag').finally(() => {
      isEnded = true;
    });
    let turns = 0;
    for (; !isEnded; turns += 1) await immediate();
    expect(await search).toBeDefined();
    expect(runs.mock.calls.length).toBeGreaterThan(4);
    expect(turns).toBeGreaterThanOrEqual(runs.mock.calls.length);
    runs.mockRestore();
  });

  test('are searched one after the other, unless the client has disconnected', async () => {
    const source = createRestCallSource(schema);
    const ended: string[] = [];
    const find = async (name: string, isWanted: boolean) => {
      const values = { search: 'wip=yes', body: {}, files: {} };
      const query = await source.findQuery('listMergeRequests', values, () => isWanted);
      ended.push(name);
      return query;
    };
    const [first, second, third] = await Promise.all([find('first', true), find('second', false), find('third', true)]);
    expect(first).toEqual(third);
    expect(second).toBeUndefined();
    expect(ended).toEqual(['first', 'second', 'third']);
  });

  test('have a query after a bounded number of runs of their fields, however many values they contain', async () => {
    const runs = vi.spyOn(DryRun.prototype, 'run');
    const names = ['ref', 'inputs', 'variables', ...Array.from({ length: 300 }, (_, position) => `a${position}`)];
    const search = names.map((name, position) => `inputs[${name}]=1&variables[][key${position}]=1`).join('&');
    await findRestCallQuery(schema, 'createPipeline', { search: search.slice(0, 8000) });
    expect(runs.mock.calls.length).toBeLessThan(100);
    runs.mockClear();
    await findRestCallQuery(schema, 'createPipeline', { search: search.slice(0, 8000) });
    expect(runs.mock.calls.length).toBeLessThan(20);
    runs.mockRestore();
  });

  test.each([
    ['is not JSON', () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } })],
    ['is truncated', () => new Response('{"query":"{')],
    ['is an error without a message', () => new Response('{}', { status: 502 })],
    [
      'is an error with a message',
      () => Response.json({ errors: [{ message: 'the parameter is invalid' }] }, { status: 400 }),
      'the parameter is invalid',
    ],
  ])(
    'have no query if the response %s',
    async (_, respond, problem = 'The server returned no query for this call.') => {
      const [match] = findCalls(restCalls, 'GET /projects/14/pipelines/3000');
      vi.stubGlobal('fetch', async () => respond());
      try {
        expect(match && (await loadQuery(match))).toEqual({ problem });
      } finally {
        vi.unstubAllGlobals();
      }
      expect(match).toBeDefined();
    },
  );

  test('are found by a description', () => {
    expect(findCalls(restCalls, 'get the latest pipeline').length).toBeGreaterThan(0);
    expect(findCalls(restCalls, 'retry pipeline').map(({ call }) => call.id)).toContain('retryPipeline');
    // "available" contains "lable", too.
    const labels = findCalls(restCalls, 'lables').map(({ call }) => call.id);
    expect(labels[0]).toBe('listLabels');
    expect(labels).not.toContain('listRunners');
    expect(findCalls(restCalls, '/resource_groups').map(({ call }) => call.id)).toContain('listResourceGroups');
    expect(findCalls(restCalls, 'zzz qqq')).toEqual([]);
    expect(findCalls(restCalls, '/projects/14/repository/branches')).toEqual([]);
    expect(findCalls(restCalls, 'GET https://forge.example.com/api/v4/projects/14/branches?search=x')).toEqual([]);
    expect(findCalls(restCalls, '')).toEqual([]);
  });

  test.each([
    ['who am i', 'getCurrentUser'],
    ['create a comment on an issue', 'createIssueNote'],
    ['approve MR', 'approveMergeRequest'],
  ])('are found first by the description "%s"', (text, id) => {
    expect(findCalls(restCalls, text)[0]?.call.id).toBe(id);
  });

  test('are suggested for an unknown path, with the path parameters that both have', () => {
    const suggest = (text: string) =>
      findSimilarCalls(restCalls, text).map(({ call: { method, path: template }, path }) => [
        `${method} ${template}`,
        path,
      ]);
    expect(suggest('GET /projects/14/nothing')[0]).toEqual(['GET /projects/{id}', { id: '14' }]);
    expect(suggest('https://forge.example.com/api/v4/projects/14/lables')[0]).toEqual([
      'GET /projects/{id}/labels',
      { id: '14' },
    ]);
    expect(suggest('who am i')).toEqual([]);
  });

  test.each([
    ['/projects/14/labels', 'GET /projects/{id}/labels'],
    ['labels/7/prom', 'PUT /projects/{id}/labels/{label_id}/promote'],
    [
      'DELETE https://forge.example.com/api/v4/projects/14/pipelines/7?x=1',
      'DELETE /projects/{id}/pipelines/{pipeline_id}',
    ],
    ['runners/all', 'GET /runners/all'],
  ])('are found by parts of their path: %s', (text, call) => {
    expect(findCallsByPath(restCalls, text).map(({ method, path }) => `${method} ${path}`)[0]).toBe(call);
  });

  test('are not found by an unknown path', () => {
    expect(findCallsByPath(restCalls, '14')).toEqual([]);
    expect(findCallsByPath(restCalls, '/nothing/14')).toEqual([]);
    expect(findCallsByPath(restCalls, '  ')).toEqual([]);
  });

  test('have fields of the schema', () => {
    expect(restCalls.length).toBeGreaterThan(180);
    for (const { field } of restCalls) {
      const [type = '', name = ''] = field.split('.');
      const objectType = schema.getType(type);
      expect(isObjectType(objectType) && objectType.getFields()[name], field).toBeTruthy();
    }
  });

  test('have queries that are valid in the schema', async () => {
    for (const { id } of restCalls.filter((_, position) => position % 10 === 0)) {
      const query = await findRestCallQuery(schema, id);
      expect(query && validate(schema, parse(query.query)), id).toEqual([]);
    }
    expect(await findRestCallQuery(schema, 'unknown')).toBeUndefined();
  });
});
