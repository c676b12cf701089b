/** `node` and `nodes`: any object by its global id. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const node = (id: string, selection = '__typename id') =>
  facade.execute(`query ($id: ID!) { node(id: $id) { ${selection} } }`, { id }, { as: 'developer' });

describe('node', () => {
  test.each([
    ['Group', '9', 'GET /groups/9?with_projects=false'],
    ['Project', '14', 'GET /projects/14'],
    ['Pipeline', '14/3000', 'GET /projects/14/pipelines/3000'],
    ['Pipeline', '14/4200000001', 'GET /projects/14/pipelines/4200000001'],
    ['User', '3000000001', 'GET /users/3000000001'],
  ])('returns the %s %s with one call', async (type, path, call) => {
    const id = `gid://service/${type}/${path}`;
    expect(await node(id)).toEqual({ data: { node: { __typename: type, id } } });
    expect(facade.calls).toEqual([call]);
  });

  test.each([
    'Group/999999999',
    'Project/999999999',
    'Pipeline/14/999999999',
    'Pipeline/999999999/1',
    'User/999999999',
  ])('returns null if %s does not exist, with one call for __typename alone', async (path) => {
    expect(await node(`gid://service/${path}`, '__typename')).toEqual({ data: { node: null } });
    expect(facade.calls).toHaveLength(1);
  });

  test('rejects the id of a job, which cannot be read by its id, in `node` and `_entities` before any call', async () => {
    const message = 'identifies a Job, and objects of type Job cannot be read by their id';
    const { errors } = await node('gid://service/Job/14/1');
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', violations: [{ path: ['id'], message }] } }]);
    const entities = await facade.execute(
      '{ _entities(representations: [{ __typename: "Job", id: "gid://service/Job/14/1" }]) { __typename } }',
    );
    expect(entities.errors).toMatchObject([
      { extensions: { violations: [{ path: ['representations', 0, '__typename'], message }] } },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('returns null for an object that the caller may not read', async () => {
    const { data } = await facade.execute('{ node(id: "gid://service/Project/18") { id } }');
    expect(data).toEqual({ node: null });
  });

  test('makes one call for the object and one for a list below it', async () => {
    const { data } = await node('gid://service/Project/14', '... on Project { pipelines(first: 1) { nodes { iid } } }');
    expect(data).toMatchObject({ node: { pipelines: { nodes: [{ iid: expect.any(Number) }] } } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/14', 'GET /projects/14/pipelines?page=1&per_page=1']);
  });

  test.each([
    ['a number', '14'],
    ['an empty string', ''],
    ['a global id of another service', 'gid://elsewhere/Project/14'],
    ['an unknown type', 'gid://service/Nothing/14'],
    ['the type Query', 'gid://service/Query/14'],
    ['an embedded type', 'gid://service/PipelineVariable/14'],
    ['a property of Object.prototype as the type', 'gid://service/constructor/14'],
    ['too few path parameters', 'gid://service/Pipeline/14'],
    ['too many path parameters', 'gid://service/Project/14/15'],
    ['an empty path parameter', 'gid://service/Pipeline//3000'],
    ['malformed percent-encoding', 'gid://service/Project/%E0%A4%A'],
    ['.. as a path parameter', 'gid://service/Pipeline/14/..'],
    ['an encoded ..', 'gid://service/Project/..%2F..%2Fusers'],
    ['a string in place of a number', 'gid://service/Pipeline/14/latest'],
  ])('rejects %s before any call', async (_, id) => {
    const { data, errors } = await node(id);
    expect(data).toEqual({ node: null });
    expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('nodes', () => {
  const nodes = (ids: readonly string[]) =>
    facade.execute('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids }, { as: 'developer' });

  test('returns objects in the requested order and null for missing ones, with one call for equal ids', async () => {
    const ids = ['Project/14', 'Group/9', 'Project/999999999', 'User/5', 'Project/14'].map(
      (end) => `gid://service/${end}`,
    );
    const { data, errors } = await nodes(ids);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      nodes: [
        { __typename: 'Project', id: ids[0] },
        { __typename: 'Group', id: ids[1] },
        null,
        { __typename: 'User', id: ids[3] },
        { __typename: 'Project', id: ids[0] },
      ],
    });
    expect(facade.calls).toHaveLength(4);
  });

  test('returns an error at the item of an invalid id, and the other items', async () => {
    const { data, errors } = await nodes(['gid://service/Project/14', 'nonsense']);
    expect(data).toEqual({ nodes: [{ __typename: 'Project', id: 'gid://service/Project/14' }, null] });
    expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('accepts an empty list without a call', async () => {
    expect(await nodes([])).toEqual({ data: { nodes: [] } });
    expect(facade.calls).toEqual([]);
  });

  test('rejects more than 100 ids before any call', async () => {
    const { errors } = await nodes(Array.from({ length: 101 }, (_, index) => `gid://service/Project/${index + 1}`));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('the id of a pipeline', () => {
  test('makes no call for the number of a project that is requested by path', async () => {
    const { data, errors } = await facade.execute<{ project: { pipelines: { nodes: { id: string; ref: string }[] } } }>(
      '{ project(id: "meridian/platform/engine") { pipelines(first: 5) { nodes { ref variables { totalCount } } } latestPipeline { id } } }',
      {},
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ project: { latestPipeline: { id: 'gid://service/Pipeline/14/3000' } } });
    // The responses contain the number of their project.
    expect(facade.calls.filter((call) => /^GET \/projects\/[^/?]+$/.test(call))).toEqual([]);
  });

  test('returns the same id in the list, in the detail and in latestPipeline', async () => {
    const { data } = await facade.execute<{
      byPath: { pipelines: { nodes: { id: string }[] }; latestPipeline: { id: string }; pipeline: { id: string } };
      byNumber: { latestPipeline: { id: string } };
    }>(
      '{ byPath: project(id: "meridian/platform/engine") { pipelines(first: 1) { nodes { id } } latestPipeline { id } pipeline(id: 3000) { id } } byNumber: project(id: 14) { latestPipeline { id } } }',
    );
    const ids = new Set([
      data.byPath.pipelines.nodes[0]?.id,
      data.byPath.latestPipeline.id,
      data.byPath.pipeline.id,
      data.byNumber.latestPipeline.id,
    ]);
    expect(ids).toEqual(new Set(['gid://service/Pipeline/14/3000']));
  });
});
