/** Arguments that identify a project, group or user: the object or an error, but never a call of another route. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const lookup = 'query ($id: ID!) { project(id: $id) { name } }';

describe('paths', () => {
  test.each([
    ['a group path', 'group/sub/project', 'group%2Fsub%2Fproject'],
    ['spaces', 'my group/my project', 'my%20group%2Fmy%20project'],
    ['double quotes', 'say "hi"', 'say%20%22hi%22'],
    ['single quotes', "it's", "it's"],
    ['percent signs', '100%', '100%25'],
    ['a string that looks encoded', 'a%2Fb', 'a%252Fb'],
    ['unicode', 'größe/名前', 'gr%C3%B6%C3%9Fe%2F%E5%90%8D%E5%89%8D'],
    ['emoji', 'party/🎉', 'party%2F%F0%9F%8E%89'],
    ['a trailing dot', 'group/project.', 'group%2Fproject.'],
    ['a leading dot', '.github', '.github'],
    ['three dots', '...', '...'],
    ['question mark and hash', 'a?b#c', 'a%3Fb%23c'],
    ['ampersand, equals, plus and semicolon', 'a&b=c+d;e', 'a%26b%3Dc%2Bd%3Be'],
    ['an id above 2^31', '2147483950', '2147483950'],
    ['the largest exact number', '9007199254740991', '9007199254740991'],
  ])('sends an id as one path segment: %s', async (_, id, segment) => {
    const { execute, calls } = await startStubbed({ [`GET /projects/${segment}`]: { body: { id: 1, name: 'found' } } });
    expect(await execute(lookup, { id })).toEqual({ data: { project: { name: 'found' } } });
    expect(calls).toEqual([`GET /projects/${segment}`]);
  });

  test('sends the path in a global id as one path segment', async () => {
    const { execute, calls } = await startStubbed({ 'GET /projects/a%2Fb%20c': { body: { id: 1, name: 'found' } } });
    const response = await execute(lookup, { id: 'gid://service/Project/a%2Fb%20c' });
    expect(response).toEqual({ data: { project: { name: 'found' } } });
    expect(calls).toEqual(['GET /projects/a%2Fb%20c']);
  });

  test('sends a path as one path segment for a list below a lookup', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/a%2Fb%25/pipelines': { body: [{ id: 5, project_id: 7 }] },
    });
    expect(await execute('{ project(id: "a/b%") { pipelines { nodes { id } } } }')).toEqual({
      data: { project: { pipelines: { nodes: [{ id: 'gid://service/Pipeline/7/5' }] } } },
    });
    expect(calls).toEqual(['GET /projects/a%2Fb%25/pipelines?page=1&per_page=20']);
  });
});

describe('references that would reach another route', () => {
  test.each([
    '../../users',
    '..',
    '.',
    'group/../../users',
    'group/..',
    './project',
    '..\\..\\users',
    'group\\..\\users',
    '/users',
    'users/',
    'a//b',
    '',
    ' ',
    '\n',
    'a\u0000b',
    'gid://service/Project/..%2F..%2Fusers',
    'gid://service/Project/%2E%2E',
    'gid://service/Project/',
    'gid://service/Group/14',
    'gid://service/Pipeline/14/3000',
    'gid://service/Project/14/15',
    'gid://service/Project/../users',
  ])('rejects %j before any call', async (id) => {
    const { execute, calls } = await startStubbed({});
    for (const query of [
      lookup,
      'query ($id: ID!) { project(id: $id) { pipelines { totalCount } } }',
      'query ($id: ID!) { project(id: $id) { latestPipeline { status } } }',
    ]) {
      const { errors } = await execute(query, { id });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    expect(calls).toEqual([]);
  });

  test('returns one violation with the path of the argument', async () => {
    const { execute } = await startStubbed({});
    const { data, errors } = await execute('{ good: __typename project(id: "../../users") { name } }');
    expect(data).toEqual({ good: 'Query', project: null });
    expect(errors).toMatchObject([
      {
        path: ['project'],
        message: 'id must not contain the path segments "." or ".."',
        extensions: { code: 'BAD_USER_INPUT', violations: [{ path: ['id'] }] },
      },
    ]);
  });
});

describe('global ids of objects below another parent', () => {
  test.each([
    ['label', 'project(id: 5) { label(by: { id: "gid://service/Label/6/7" }) { name } }', 'by.id'],
    ['approval rule', 'project(id: 5) { approvalRule(id: "gid://service/ApprovalRule/6/7") { name } }', 'id'],
    ['pipeline', 'project(id: 5) { pipeline(id: "gid://service/Pipeline/6/7") { ref } }', 'id'],
    ['snippet', 'project(id: 5) { snippet(id: "gid://service/Snippet/6/7") { notes { totalCount } } }', 'id'],
    ['epic', 'group(id: 5) { epic(id: "gid://service/Epic/6/7") { notes { totalCount } } }', 'id'],
    ['note', 'project(id: 5) { issue(iid: 2) { note(id: "gid://service/Note/issue/5/3/7") { body } } }', 'id'],
    [
      'note of another type of noteable',
      'project(id: 5) { issue(iid: 2) { note(id: "gid://service/Note/merge_request/5/2/7") { body } } }',
      'id',
    ],
  ])('rejects the global id of a %s before any call', async (_, field, path) => {
    const { execute, calls } = await startStubbed({});
    const { errors } = await execute(`{ ${field} }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', violations: [{ path: path.split('.') }] } }]);
    expect(errors?.[0]?.message.replace(path, 'id')).toMatch(
      /^id must be the global id of an? (\w+) of the object that the field belongs to: gid:\/\/service\/\1\/[\w/]*\b5\/[\d/]*<[\w ]+ i?id>$/,
    );
    expect(calls).toEqual([]);
  });

  test('accepts a global id below the same parent, and below a project that is requested by path', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/5/issues/2/notes/7': { body: { id: 7, body: 'a' } },
      'GET /projects/a%2Fb/labels/7': { body: { id: 7, name: 'bug' } },
    });
    const response = await execute(`{
      issue: project(id: 5) { issue(iid: 2) { note(id: "gid://service/Note/issue/5/2/7") { body } } }
      label: project(id: "a/b") { label(by: { id: "gid://service/Label/6/7" }) { name } }
    }`);
    expect(response).toEqual({
      data: { issue: { issue: { note: { body: 'a' } } }, label: { label: { name: 'bug' } } },
    });
    expect(calls.toSorted()).toEqual(['GET /projects/5/issues/2/notes/7', 'GET /projects/a%2Fb/labels/7']);
  });
});

describe('the global id of a singleton of a project', () => {
  const writes = [
    ['pullMirrorUpdate', 'PullMirror', 'PUT /projects/5/mirror/pull', { enabled: true }],
    ['pullMirrorStart', 'PullMirror', 'POST /projects/5/mirror/pull', {}],
    [
      'projectPullMirrorUpdate',
      'PullMirror',
      'PUT /projects/5',
      { mirror: true, importUrl: 'https://a.example.com/b' },
    ],
    [
      'approvalConfigurationUpdate',
      'ApprovalConfiguration',
      'POST /projects/5/approvals',
      { resetApprovalsOnPush: true },
    ],
    [
      'errorTrackingSettingsUpdate',
      'ErrorTrackingSettings',
      'PATCH /projects/5/error_tracking/settings',
      { active: true },
    ],
  ] as const;

  test.each(writes)('%s accepts it as the project', async (mutation, type, route, input) => {
    const facade = await startStubbed({ [route]: { body: { id: 5 } } });
    const project = `gid://service/${type}/5`;
    const { payload } = await mutate(facade, mutation, { ...input, project }, 'project { id }');
    expect(payload).toEqual({ project: { id: 'gid://service/Project/5' }, errors: [] });
    expect(facade.calls).toEqual([route]);
  });

  test.each(writes)(
    '%s rejects the id of a type that it does not change before any call',
    async (mutation, _, __, input) => {
      const facade = await startStubbed({});
      const { payload } = await mutate(
        facade,
        mutation,
        { ...input, project: 'gid://service/ProjectImport/5' },
        '__typename',
      );
      expect(payload?.errors).toMatchObject([
        { path: ['input', 'project'], message: 'must be the id of a Project, not of a ProjectImport' },
      ]);
      expect(facade.calls).toEqual([]);
    },
  );
});

describe('against the sandbox', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed();
  });
  afterEach(() => facade.forget());
  afterAll(() => facade.close());

  test('makes one call for a project by number, by string and by global id', async () => {
    const { errors } = await facade.execute(
      '{ a: project(id: 14) { name } b: project(id: "14") { name } c: project(id: "gid://service/Project/14") { name } }',
    );
    expect(errors).toBeUndefined();
    expect(facade.calls).toEqual(['GET /projects/14']);
  });

  test.each(['0014', '+14', '-14', ' 14', '14 ', '1_4', '9007199254740993'])(
    'rejects %j, which the upstream would parse as a number, before any call',
    async (id) => {
      const document = `query ($id: ID!) { project(id: $id) { name } group(id: $id) { name } user(by: { id: $id }) { name }
        vulnerabilityExport(id: $id) { status } engine: project(id: 14) { label(by: { id: $id }) { name } pipeline(id: $id) { sha } } }`;
      const { errors } = await facade.execute(document, { id }, { as: 'developer' });
      expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions?.code]).toSorted()).toEqual(
        ['group', 'label', 'pipeline', 'project', 'user', 'vulnerabilityExport'].map((name) => [
          name,
          'BAD_USER_INPUT',
        ]),
      );
      expect(facade.calls).toEqual([]);
    },
  );

  test('makes one call of getProject for the ids of all items below a project requested by path', async () => {
    const query = '{ project(id: "meridian/platform/engine") { labels(first: 20) { nodes { id title: name } } } }';
    const { data, errors } = await facade.execute<{ project: { labels: { nodes: { id: string }[] } } }>(query);
    expect(errors).toBeUndefined();
    const { nodes } = data.project.labels;
    expect(nodes.length).toBeGreaterThan(1);
    for (const { id } of nodes) expect(id).toMatch(/^gid:\/\/service\/Label\/14\/\d+$/);
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/meridian%2Fplatform%2Fengine',
      'GET /projects/meridian%2Fplatform%2Fengine/labels?page=1&per_page=20',
    ]);
  });

  test('makes no further call if no id is selected, or if the project is requested by number', async () => {
    await facade.execute('{ project(id: "meridian/platform/engine") { labels { nodes { name } } } }');
    await facade.execute('{ project(id: 14) { labels { nodes { id } } } }');
    expect(facade.calls).toHaveLength(2);
  });

  test('makes no further call for ids of pipelines, whose responses contain the project', async () => {
    await facade.execute('{ project(id: "meridian/platform/engine") { pipelines { nodes { id } } } }');
    expect(facade.calls).toHaveLength(1);
  });
});
