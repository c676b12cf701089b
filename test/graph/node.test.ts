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
  ])('returns a %s with the id %s, verified by one call', async (type, address, call) => {
    const id = `gid://service/${type}/${address}`;
    expect(await node(id)).toEqual({ data: { node: { __typename: type, id } } });
    expect(facade.calls).toEqual([call]);
  });

  test.each([
    'Group/999999999',
    'Project/999999999',
    'Pipeline/14/999999999',
    'Pipeline/999999999/1',
    'User/999999999',
  ])('returns null if %s does not exist, even without a selection on it', async (address) => {
    expect(await node(`gid://service/${address}`, '__typename')).toEqual({ data: { node: null } });
    expect(facade.calls).toHaveLength(1);
  });

  test('states that objects of a type without a call cannot be read by their id, before any call', async () => {
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

  test('starts reads below it concurrently with its verification', async () => {
    const { data } = await node('gid://service/Project/14', '... on Project { pipelines(first: 1) { nodes { iid } } }');
    expect(data).toMatchObject({ node: { pipelines: { nodes: [{ iid: expect.any(Number) }] } } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/14', 'GET /projects/14/pipelines?page=1&per_page=1']);
  });

  test.each([
    ['no global id', '14'],
    ['nothing', ''],
    ['another service', 'gid://elsewhere/Project/14'],
    ['an unknown type', 'gid://service/Nothing/14'],
    ['a type without objects of its own', 'gid://service/Query/14'],
    ['an embedded type', 'gid://service/PipelineVariable/14'],
    ['a property of every object', 'gid://service/constructor/14'],
    ['too few parts', 'gid://service/Pipeline/14'],
    ['too many parts', 'gid://service/Project/14/15'],
    ['an empty part', 'gid://service/Pipeline//3000'],
    ['bad encoding', 'gid://service/Project/%E0%A4%A'],
    ['.. as a part', 'gid://service/Pipeline/14/..'],
    ['an encoded ..', 'gid://service/Project/..%2F..%2Fusers'],
    ['a word where there is a number', 'gid://service/Pipeline/14/latest'],
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

  test('returns objects in the requested order, null for missing ones, equal ones in one call', async () => {
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

  test('reports an invalid id as an error of its item only', async () => {
    const { data, errors } = await nodes(['gid://service/Project/14', 'nonsense']);
    expect(data).toEqual({ nodes: [{ __typename: 'Project', id: 'gid://service/Project/14' }, null] });
    expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('accepts an empty list', async () => {
    expect(await nodes([])).toEqual({ data: { nodes: [] } });
    expect(facade.calls).toEqual([]);
  });

  test('rejects more than 100 ids before any call', async () => {
    const { errors } = await nodes(Array.from({ length: 101 }, (_, index) => `gid://service/Project/${index + 1}`));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('one object has one id however it was reached', () => {
  test('costs one shared call for the number of a parent that is requested by its path', async () => {
    const { data, errors } = await facade.execute<{ project: { pipelines: { nodes: { id: string; ref: string }[] } } }>(
      '{ project(id: "meridian/platform/engine") { pipelines(first: 5) { nodes { ref variables { totalCount } } } latestPipeline { id } } }',
      {},
      { as: 'developer' },
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ project: { latestPipeline: { id: 'gid://service/Pipeline/14/3000' } } });
    // The answers tell the number of their project, so that it need not be asked for.
    expect(facade.calls.filter((call) => /^GET \/projects\/[^/?]+$/.test(call))).toEqual([]);
  });

  test('agrees in list, detail, node and latest', async () => {
    const { data } = await facade.execute<{
      byPath: { pipelines: { nodes: { id: string }[] }; latestPipeline: { id: string }; pipeline: { id: string } };
      byNumber: { latestPipeline: { id: string } };
    }>(
      '{ byPath: project(id: "meridian/platform/engine") { pipelines(first: 1) { nodes { id } } latestPipeline { id } pipeline(id: 3000) { id } } byNumber: project(id: 14) { latestPipeline { id } } }',
    );
    const implemented = new Set([
      data.byPath.pipelines.nodes[0]?.id,
      data.byPath.latestPipeline.id,
      data.byPath.pipeline.id,
      data.byNumber.latestPipeline.id,
    ]);
    expect(implemented).toEqual(new Set(['gid://service/Pipeline/14/3000']));
  });
});
