/** Paths and messages of violations: the path of the input as the client sent it. */
import { describe, expect, test } from 'vitest';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const otherServiceId = 'gid://elsewhere/Project/5';
const formMessage = 'must start with gid://service/: it is the global id of another service';

describe('a query', () => {
  test.each([
    [
      '($s: [String!]) { runners(filter: { tagList: $s }) { nodes { id } } }',
      ['\ud800'],
      ['filter', 'tagList', 0],
      'must be well-formed Unicode',
    ],
    [
      '($s: [String!]) { runners(filter: { tagList: $s }) { nodes { id } } }',
      ['a,b'],
      ['filter', 'tagList', 0],
      'must be a tag without a comma',
    ],
    [
      '($s: String) { project(id: 5) { labels(filter: { search: $s }) { nodes { id } } } }',
      '\ud800',
      ['filter', 'search'],
      'must be well-formed Unicode',
    ],
    [
      '($s: ID!) { project(id: 5) { label(by: { id: $s }) { name } } }',
      '\ud800',
      ['by', 'id'],
      'must be well-formed Unicode',
    ],
    [
      '($s: ID!) { project(id: 5) { label(by: { id: $s }) { name } } }',
      'gid://elsewhere/Label/5/7',
      ['by', 'id'],
      formMessage,
    ],
    ['($s: ID!) { project(id: $s) { name } }', otherServiceId, ['id'], formMessage],
    [
      '($s: ID!) { project(id: 5) { label(by: { id: $s }) { name } } }',
      'gid://service/Label/6/7',
      ['by', 'id'],
      'must be the global id of a Label of the object that the field belongs to: gid://service/Label/5/<label id>',
    ],
    ['($s: ID!) { user(by: { id: $s }) { name } }', otherServiceId, ['by', 'id'], formMessage],
  ])('rejects %s with %j before any call', async (document, s, path, message) => {
    const { execute, calls } = await startStubbed({});
    const { errors } = await execute(`query ${document}`, { s });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path, message }] });
    expect(calls).toEqual([]);
  });
});

describe('for a global id whose last part is not a number', () => {
  const toMessage = (type: string, path: string, names = 'id') =>
    `must be the global id of ${type}, of the form gid://service/${path}, where <${names}> is a number`;

  test.each([
    ['label', 'Label/9/a', toMessage('a Label', 'Label/<project id>/<label id>', 'label id')],
    ['pipeline', 'Pipeline/9/a', toMessage('a Pipeline', 'Pipeline/<project id>/<pipeline id>', 'pipeline id')],
    ['node', 'Pipeline/9/a', toMessage('a Pipeline', 'Pipeline/<project id>/<pipeline id>', 'pipeline id')],
    ['node', 'User/ann', toMessage('a User', 'User/<id>')],
  ])('rejects %s(id: "gid://service/%s") before any call', async (field, id, message) => {
    const { execute, calls } = await startStubbed({});
    const { errors } = await execute(`{ ${field}(id: "gid://service/${id}") { __typename id } }`);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['id'], message }],
    });
    expect(calls).toEqual([]);
  });

  test.each([
    ['labelDelete', 'Label/9/a'],
    ['pipelineRetry', 'Pipeline/9/a'],
    ['errorTrackingClientKeyDelete', 'ErrorTrackingClientKey/14/first'],
    ['noteDelete', 'Note/issue/14/1/a'],
  ])('makes %s return an error with the path of the id', async (name, id) => {
    const facade = await startStubbed({});
    const { payload } = await mutate(facade, name, { id: `gid://service/${id}` }, '__typename');
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('a global id with a part that no URL can contain', () => {
  const message =
    'must be the global id of a ResourceGroup, of the form gid://service/ResourceGroup/<project id>/<key>; <key> must not be blank';
  const id = 'gid://service/ResourceGroup/9/%20';

  test('rejects the argument by its name', async () => {
    const { execute, calls } = await startStubbed({});
    const { errors } = await execute(`{ resourceGroup(id: "${id}") { key } }`);
    expect(errors?.[0]?.extensions).toMatchObject({ violations: [{ path: ['id'], message }] });
    expect(calls).toEqual([]);
  });

  test('makes a mutation return an error with the path of the input field', async () => {
    const facade = await startStubbed({});
    const { payload } = await mutate(facade, 'resourceGroupUpdate', { id, processMode: 'UNORDERED' }, '__typename');
    expect(payload?.errors).toMatchObject([{ path: ['input', 'id'], message }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('a filter', () => {
  test.each(['groups', 'users'])('names the filter of %s that makes the URL too long', async (list) => {
    const { execute, calls } = await startStubbed({}, { maxUrlBytes: 700 });
    const { errors } = await execute(`{ ${list}(filter: { search: "${'x'.repeat(700)}" }) { nodes { id } } }`);
    expect(errors?.[0]?.message).toMatch(
      /^filter\.search must be shorter: it makes the URL of the REST call \d+ bytes long/,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ violations: [{ path: ['filter', 'search'] }] });
    expect(calls).toEqual([]);
  });

  test('names the filter that the upstream rejects', async () => {
    const { execute } = await startStubbed({
      'GET /groups?all_available=true&page=1&per_page=20&search=x': {
        status: 400,
        body: { error: 'search is too short' },
      },
    });
    const { errors } = await execute('{ groups(filter: { search: "x" }) { nodes { id } } }');
    expect(errors?.[0]).toMatchObject({
      message: 'filter.search is too short',
      extensions: { status: 400, violations: [{ path: ['filter', 'search'], message: 'is too short' }] },
    });
  });
});

describe('a mutation', () => {
  test('returns one error for an update that contains only null', async () => {
    const facade = await startStubbed({});
    const { payload } = await mutate(
      facade,
      'labelUpdate',
      { id: 'gid://service/Label/5/7', description: null },
      '__typename',
    );
    expect(payload?.errors).toMatchObject([{ message: 'must not be null', path: ['input', 'description'] }]);
  });

  test('rejects an issue by global id if the project is identified by path', async () => {
    const facade = await startStubbed({});
    const input = { project: 'meridian/engine', issue: { id: 'gid://service/Issue/14/1' }, goal: 'Fix it' };
    const { payload } = await mutate(facade, 'flowCreate', input, '__typename');
    expect(payload?.errors).toMatchObject([
      {
        path: ['input', 'issue', 'id'],
        message:
          'is in the project 14, not in meridian/engine: a path cannot be compared with a number, use one of them',
      },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    ['POST', 'noteCreate', { target: { id: 'gid://service/Issue/7/1' }, body: ' ' }, '/projects/7/issues/1/notes'],
    ['PUT', 'noteUpdate', { id: 'gid://service/Note/issue/7/1/5', body: ' ' }, '/projects/7/issues/1/notes/5'],
  ])('%s: %s names the text, which the upstream calls a note', async (method, name, input, path) => {
    const rejection = { status: 400, body: { message: { note: ["can't be blank"] } } };
    const facade = await startStubbed({ [`${method} ${path}`]: rejection });
    const { payload } = await mutate(facade, name, input, '__typename');
    expect(payload?.errors).toMatchObject([{ message: "can't be blank", path: ['input', 'body'] }]);
  });

  test('reports whether the upstream rejected the input', async () => {
    const facade = await startStubbed({
      'POST /projects/7/labels': { status: 400, body: { message: { title: ["can't be blank"] } } },
    });
    const errors = 'errors { ... on InvalidInputError { isFromUpstream } }';
    const create = (name: string, color: string) =>
      facade.execute(
        `mutation { labelCreate(input: { project: "7", name: "${name}", color: "${color}" }) { ${errors} } }`,
      );
    expect((await create(' ', '#112233')).data).toEqual({ labelCreate: { errors: [{ isFromUpstream: true }] } });
    expect((await create(' '.repeat(300), '')).data).toEqual({ labelCreate: { errors: [{ isFromUpstream: false }] } });
    expect(facade.calls).toEqual(['POST /projects/7/labels']);
  });

  test('sends tags that contain commas in a JSON body', async () => {
    const facade = await startStubbed({ 'PUT /runners/6': { body: { id: 6, tag_list: ['a,b'] } } });
    const { payload } = await mutate(facade, 'runnerUpdate', { id: '6', tagList: ['a,b'] }, 'runner { tagList }');
    expect(payload).toEqual({ runner: { tagList: ['a,b'] }, errors: [] });
    expect(facade.bodies).toEqual([{ tag_list: ['a,b'] }]);
  });
});
