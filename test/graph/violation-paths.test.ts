/** Paths and messages of violations: the path of the input as the client sent it. */
import { describe, expect, test } from 'vitest';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const otherServiceId = 'gid://elsewhere/Project/5';
const formMessage = 'must be a global id of the form gid://service/<Type>/<path parameters>, not of another service';

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
      'must be the global id of a Label of the object that the field belongs to, not of another',
    ],
    ['($s: ID!) { user(by: { id: $s }) { name } }', otherServiceId, ['by', 'id'], formMessage],
  ])('rejects %s with %j before any call', async (document, s, path, message) => {
    const { execute, calls } = await startStubbed({});
    const { errors } = await execute(`query ${document}`, { s });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path, message }] });
    expect(calls).toEqual([]);
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

  test('sends tags that contain commas in a JSON body', async () => {
    const facade = await startStubbed({ 'PUT /runners/6': { body: { id: 6, tag_list: ['a,b'] } } });
    const { payload } = await mutate(facade, 'runnerUpdate', { id: '6', tagList: ['a,b'] }, 'runner { tagList }');
    expect(payload).toEqual({ runner: { tagList: ['a,b'] }, errors: [] });
    expect(facade.bodies).toEqual([{ tag_list: ['a,b'] }]);
  });
});
