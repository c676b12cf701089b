/** Root fields by global id, which replace `node` behind a gateway. */
import { isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../package/sandbox.ts';
import { schema } from '../../src/graph/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

test('offers a root field with `id` for every type that implements Node, except User', () => {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  const withRoot = new Set(
    roots.filter(({ args }) => args.some(({ name }) => name === 'id')).map(({ type }) => String(type)),
  );
  const without = Object.values(schema.getTypeMap()).filter(
    (type) =>
      isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') && !withRoot.has(type.name),
  );
  // `user` accepts the global id in `by`.
  expect(without.map(({ name }) => name)).toEqual(['User']);
});

test.each<[string, string, string, Role]>([
  ['mergeRequest', 'MergeRequest/14/2', 'title', 'developer'],
  ['issue', 'Issue/14/1', 'iid', 'developer'],
  ['snippet', 'Snippet/14/501', 'databaseId', 'developer'],
  ['pipeline', 'Pipeline/14/3000', 'ref', 'developer'],
  ['label', 'Label/14/9', 'name', 'developer'],
  ['featureFlag', 'FeatureFlag/vector_tiles_development', 'state', 'administrator'],
  ['featureFlagDefinition', 'FeatureFlagDefinition/vector_tiles_development', 'milestone', 'administrator'],
  ['pullMirror', 'PullMirror/16', 'updateStatus', 'maintainer'],
  ['approvalConfiguration', 'ApprovalConfiguration/14', 'resetApprovalsOnPush', 'developer'],
  ['errorTrackingSettings', 'ErrorTrackingSettings/14', 'active', 'maintainer'],
  ['mergeRequestApprovalState', 'MergeRequestApprovalState/14/2', 'approvalsLeft', 'developer'],
  ['projectImport', 'ProjectImport/27', 'importStatus', 'owner'],
  ['managedToken', 'ManagedToken/9/701', 'name', 'owner'],
  ['epic', 'Epic/9/7101', 'databaseId', 'owner'],
])('%s(id: "gid://service/%s") makes the same calls as node and returns the same', async (field, id, attribute, as) => {
  const selection = `{ id ... on ${field.charAt(0).toUpperCase()}${field.slice(1)} { ${attribute} } }`;
  const node = await facade.execute<{ object: object }>(
    `{ object: node(id: "gid://service/${id}") ${selection} }`,
    {},
    { as },
  );
  const calls = [...facade.calls];
  facade.forget();
  const root = await facade.execute<{ object: object }>(
    `{ object: ${field}(id: "gid://service/${id}") ${selection} }`,
    {},
    { as },
  );
  expect(root).toEqual(node);
  expect(root.data.object).toMatchObject({ id: `gid://service/${id}`, [attribute]: expect.anything() });
  expect(facade.calls).toEqual(calls);
});

test.each([
  ['projectImport', 'ProjectImport', 27, 'owner'],
  ['pullMirror', 'PullMirror', 16, 'maintainer'],
  ['approvalConfiguration', 'ApprovalConfiguration', 14, 'developer'],
  ['errorTrackingSettings', 'ErrorTrackingSettings', 14, 'maintainer'],
] as const)('%s accepts the id of the project of the singleton', async (field, type, project, as) => {
  for (const id of [`${project}`, `gid://service/Project/${project}`, `gid://service/${type}/${project}`])
    expect(await facade.execute(`{ ${field}(id: "${id}") { id } }`, {}, { as })).toEqual({
      data: { [field]: { id: `gid://service/${type}/${project}` } },
    });
});

test('returns null for an object that does not exist, and rejects an id of another type before any call', async () => {
  const missing = await facade.execute('{ pipeline(id: "gid://service/Pipeline/14/999999999") { ref } }');
  expect(missing).toEqual({ data: { pipeline: null } });
  facade.forget();
  const { errors } = await facade.execute('{ pipeline(id: "gid://service/Label/14/9") { ref } }');
  expect(errors).toMatchObject([
    {
      extensions: {
        code: 'BAD_USER_INPUT',
        violations: [{ path: ['id'], message: 'must be the global id of a Pipeline, not of a Label' }],
      },
    },
  ]);
  expect(facade.calls).toEqual([]);
});

test.each<[string, string, Role, string]>([
  ['errorTrackingSettings', 'ErrorTrackingSettings/14', 'guest', 'FORBIDDEN'],
  ['pullMirror', 'PullMirror/16', 'guest', 'FORBIDDEN'],
  ['featureFlag', 'FeatureFlag/vector_tiles_development', 'guest', 'FORBIDDEN'],
  ['featureFlagDefinition', 'FeatureFlagDefinition/vector_tiles_development', 'guest', 'FORBIDDEN'],
  ['runner', 'Runner/4', 'developer', 'FORBIDDEN'],
  ['approvalConfiguration', 'ApprovalConfiguration/14', 'anonymous', 'UNAUTHENTICATED'],
])(
  '%s(id: "gid://service/%s") and node return an error for the %s, as their descriptions state: %s',
  async (field, id, as, code) => {
    const { data, errors } = await facade.execute<{ fields: { name: string; description: string }[] }>(
      `{
      object: ${field}(id: "gid://service/${id}") { extra }
      node(id: "gid://service/${id}") { ... on ${id.replace(/\/.*/, '')} { extra } }
    }`,
      {},
      { as },
    );
    expect(data).toEqual({ object: null, node: null });
    expect(errors).toMatchObject([
      { path: ['object'], extensions: { code } },
      { path: ['node'], extensions: { code } },
    ]);
    for (const name of [field, 'node', 'nodes', '_entities'])
      expect(schema.getQueryType()?.getFields()[name]?.description).toContain(
        'an error if the caller may not read it.',
      );
  },
);

test.each(['memberRole', 'label'])('%s rejects ids that are not global ids before any call', async (field) => {
  for (const id of ['5', 'a-name', ''])
    expect(await facade.execute(`{ ${field}(id: "${id}") { id } }`, {}, { as: 'administrator' })).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', violations: [{ path: ['id'] }] } }],
    });
  expect(facade.calls).toEqual([]);
});
