/** The facade as a subgraph: the SDL that a gateway composes, and the entities that it requests by key. */
import { readFileSync } from 'node:fs';
import { buildSchema, type DirectiveNode, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../package/sandbox.ts';
import { schema } from '../../src/graph/index.ts';
import { printSubgraph } from '../../src/graph/kit/federation/entities.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { type AskOptions, type SandboxedFacade, startSandboxed } from '../harness.ts';

const engine = landmarks.busyProject;
const document = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename
  ... on Label { id name }
  ... on Project { id fullPath }
  ... on Group { id fullPath }
  ... on User { id username }
  ... on MergeRequest { id iid title }
  ... on Issue { id iid }
} }`;

type Entity = Readonly<Record<string, unknown>> | null;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function execute(representations: readonly object[], options?: AskOptions) {
  const { data, errors } = await facade.execute<{ _entities: readonly Entity[] } | null>(
    document,
    { representations },
    options,
  );
  return { entities: data?._entities, errors };
}

describe('entities that a gateway requests', () => {
  async function readLabels(): Promise<readonly { id: string; name: string }[]> {
    const { data } = await facade.execute<{
      project: { labels: { nodes: readonly { id: string; name: string }[] } };
    }>(`{ project(id: "${engine.id}") { labels(first: 50) { nodes { id name } } } }`);
    facade.forget();
    return data.project.labels.nodes;
  }

  test('returns 50 labels of a project in the requested order, with one call of their list', async () => {
    const labels = [...(await readLabels())].reverse();
    const { entities, errors } = await execute(labels.map(({ id }) => ({ __typename: 'Label', id })));
    expect(errors).toBeUndefined();
    expect(entities).toEqual(labels.map((label) => ({ __typename: 'Label', ...label })));
    expect(entities).toHaveLength(50);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=100&with_counts=true']);
  });

  test('returns null for objects that do not exist, and the other objects', async () => {
    const [first, second] = await readLabels();
    const { entities, errors } = await execute([
      { __typename: 'Label', id: first?.id },
      { __typename: 'Label', id: 'gid://service/Label/14/999999' },
      { __typename: 'Project', id: 'gid://service/Project/999999' },
      { __typename: 'Label', id: second?.id },
    ]);
    expect(errors).toBeUndefined();
    expect(entities?.map((entity) => entity?.name ?? null)).toEqual([first?.name, null, null, second?.name]);
  });

  test('returns an error at the path of each object that fails, and the other objects', async () => {
    const removeFault = facade.sandbox.faults.add({ match: { operation: 'getGroup' }, status: 500 });
    const { entities, errors } = await execute(
      [
        { __typename: 'Project', id: `gid://service/Project/${engine.id}` },
        { __typename: 'Group', id: 'gid://service/Group/9' },
        { __typename: 'Project', id: 'gid://service/Group/9' },
        { __typename: 'Nobody', id: 'gid://service/Nobody/9' },
        { __typename: 'User', name: 'not a key' },
        { __typename: 'User', id: 'gid://service/User/1' },
        { __typename: 'Nobody', id: 'gid://service/Nobody/9' },
      ],
      { as: 'owner' },
    );
    removeFault();
    expect(entities?.map((entity) => entity?.__typename ?? null)).toEqual([
      'Project',
      null,
      null,
      null,
      null,
      'User',
      null,
    ]);
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions?.code]).sort()).toEqual([
      [1, 'UPSTREAM_FAILED'],
      [2, 'BAD_USER_INPUT'],
      [3, 'BAD_USER_INPUT'],
      [4, 'BAD_USER_INPUT'],
      [6, 'BAD_USER_INPUT'],
    ]);
  });

  test('returns an object by each of its keys, with the same id, and null for an unknown key', async () => {
    const { data } = await facade.execute<{
      project: { mergeRequests: { nodes: readonly { id: string; iid: number }[] } };
    }>(`{ project(id: "${engine.id}") { mergeRequests(first: 1) { nodes { id iid } } } }`);
    const [mergeRequest] = data.project.mergeRequests.nodes;
    const project = `gid://service/Project/${engine.id}`;
    const { entities, errors } = await execute(
      [
        { __typename: 'Project', fullPath: engine.path },
        { __typename: 'Group', fullPath: landmarks.publicGroup.path },
        { __typename: 'User', username: 'olivia.marsh' },
        { __typename: 'User', username: 'nobody-of-that-name' },
        { __typename: 'MergeRequest', project: { __typename: 'Project', id: project }, iid: mergeRequest?.iid },
        { __typename: 'MergeRequest', id: mergeRequest?.id },
        { __typename: 'Issue', project: { __typename: 'Project', id: project }, iid: 1 },
        { __typename: 'Issue', project: { __typename: 'Project', id: project }, iid: 999999 },
      ],
      { as: 'owner' },
    );
    expect(errors).toBeUndefined();
    expect(entities?.map((entity) => entity?.id ?? null)).toEqual([
      project,
      `gid://service/Group/${landmarks.publicGroup.id}`,
      expect.stringMatching(/^gid:\/\/service\/User\/\d+$/),
      null,
      mergeRequest?.id,
      mergeRequest?.id,
      `gid://service/Issue/${engine.id}/1`,
      null,
    ]);
  });

  test.each([
    [{ project: { id: 'gid://service/Group/9' }, iid: 1 }, ['representations', 0, 'project', 'id']],
    [{ project: { id: 'gid://service/Project/14' }, iid: '1' }, ['representations', 0, 'iid']],
    [{ project: { id: 'gid://service/Project/14' }, iid: -4 }, ['representations', 0, 'iid']],
    [{ project: { id: 'gid://service/Project/14' }, iid: 0 }, ['representations', 0, 'iid']],
    [{ project: { id: 'gid://service/Project/14' } }, ['representations', 0]],
  ])('rejects %o with the path of the violation before any call', async (key, path) => {
    const { entities, errors } = await execute([{ __typename: 'MergeRequest', ...key }]);
    expect(entities).toEqual([null]);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path }] });
    expect(facade.calls).toEqual([]);
  });

  test('rejects more than 1,000 representations', async () => {
    const { errors } = await execute(Array.from({ length: 1001 }, () => ({ __typename: 'Nobody' })));
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });
});

describe('the SDL of the subgraph', () => {
  let sdl: string;
  let subgraph: GraphQLSchema;
  beforeAll(async () => {
    const { data } = await facade.execute<{ _service: { sdl: string } }>('{ _service { sdl } }');
    sdl = data._service.sdl;
    subgraph = buildSchema(sdl, { assumeValidSDL: true });
  });

  function getDirectives(typename: string, fieldName?: string): readonly DirectiveNode[] {
    const type = subgraph.getType(typename);
    if (!isObjectType(type)) throw new Error(`${typename} is not an object type`);
    return (fieldName === undefined ? type : type.getFields()[fieldName])?.astNode?.directives ?? [];
  }

  /** Returns the arguments of each directive of a name, as written in the SDL. */
  function getDirectiveArguments(name: string, typename: string, fieldName?: string): readonly string[] {
    return getDirectives(typename, fieldName)
      .filter((directive) => directive.name.value === name)
      .map(({ loc }) => sdl.slice(loc?.start, loc?.end).replace(/^@\w+\(?|\)$/g, ''));
  }

  const getObjectTypes = () =>
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => !/^(?:__|_Service$|Query$|Mutation$|Subscription$)/.test(name));

  test('contains @semanticNonNull, and omits `query` from payloads, which gateways cannot compose', () => {
    expect(sdl).toContain('@composeDirective(name: "@semanticNonNull")');
    expect(getDirectiveArguments('semanticNonNull', 'Label', 'name')).toEqual(['']);
    expect(getDirectiveArguments('semanticNonNull', 'LabelConnection', 'nodes')).toEqual(['levels: [1]']);
    const payload = subgraph.getType('FeatureFlagSetPayload');
    expect(isObjectType(payload) && Object.keys(payload.getFields())).toEqual(['errors', 'featureFlag']);
  });

  test('names a root field in descriptions of `id` instead of `node`, which the subgraph lacks', () => {
    expect(sdl).not.toMatch(/`nodes?`/);
    const query = subgraph.getQueryType()?.getFields() ?? {};
    const typePairs = getObjectTypes().flatMap(({ name }) => {
      const type = subgraph.getType(name);
      const { description } = (isObjectType(type) && type.getFields().id) || {};
      const [, rootField] = /which `(\w+)` accepts/.exec(description ?? '') ?? [];
      return rootField === undefined ? [] : [[name, String(query[rootField]?.type)]];
    });
    expect(typePairs.length).toBeGreaterThan(20);
    expect(typePairs.map(([name]) => name)).toEqual(typePairs.map(([, type]) => type));
  });

  test('equals the committed file', () => {
    const committed = readFileSync(new URL('../../schema/subgraph.graphql', import.meta.url), 'utf8');
    expect(committed.replace(/^#.*\n\n/, '').trimEnd()).toBe(printSubgraph(schema).trimEnd());
    expect(sdl).toBe(printSubgraph(schema));
  });

  test('declares a key for each object with a global id, and @shareable for PageInfo only', () => {
    const isNodeByName = new Map(getResourceTypes(schema).all.map(({ name, isNode }) => [name, isNode]));
    for (const { name } of getObjectTypes()) {
      const isNode = isNodeByName.get(name);
      const keys = isNode === undefined ? [] : [isNode ? 'fields: "id"' : 'fields: "id", resolvable: false'];
      expect(getDirectiveArguments('key', name), name).toEqual(expect.arrayContaining(keys));
      expect(getDirectiveArguments('shareable', name), name).toEqual(name === 'PageInfo' ? [''] : []);
    }
  });

  test.each([
    ['Project', 'fullPath'],
    ['Group', 'fullPath'],
    ['User', 'username'],
    ['MergeRequest', 'project { id } iid'],
    ['Issue', 'project { id } iid'],
  ])('declares a second key of %s: %s', (typename, key) => {
    expect(getDirectiveArguments('key', typename)).toEqual(['fields: "id"', `fields: "${key}"`]);
  });

  test('omits `node`, `nodes`, `_entities` and `_service`, and directives that composition rejects', () => {
    const fields = Object.keys(subgraph.getQueryType()?.getFields() ?? {});
    expect(fields).toContain('project');
    for (const name of ['node', 'nodes', '_entities', '_service']) expect(fields).not.toContain(name);
    expect(sdl).not.toMatch(/@oneOf|@rest/);
    expect(sdl).toContain('https://specs.apollo.dev/federation/v2.9');
  });

  test('declares @cost for fields that make calls, and @listSize for lists', () => {
    expect(getDirectiveArguments('cost', 'Project', 'labels')).toEqual(['weight: 10']);
    expect(getDirectiveArguments('listSize', 'Project', 'labels').join()).toMatch(
      /assumedSize: 20.*slicingArguments: \["first", "last"\]/,
    );
    expect(getDirectiveArguments('cost', 'Pipeline', 'coverage')).toEqual(['weight: 10']);
    expect(getDirectiveArguments('cost', 'Pipeline', 'status')).toEqual([]);
    expect(getDirectiveArguments('cost', 'Query', 'project')).toEqual(['weight: 10']);
    expect(getDirectiveArguments('listSize', 'VulnerabilityExport', 'rows').join()).toMatch(
      /assumedSize: 20.*slicingArguments: \["first"\]/,
    );
  });

  test('declares no @cost for attributes of list items that need no further call', () => {
    for (const field of ['id', 'name', 'color']) expect(getDirectiveArguments('cost', 'Label', field)).toEqual([]);
    expect(getDirectiveArguments('cost', 'Pipeline', 'createdAt')).toEqual([]);
    expect(getDirectiveArguments('cost', 'VulnerabilityExport', 'downloadUrl')).toEqual([]);
  });

  test('contains the descriptions and deprecations of the schema', () => {
    for (const type of getObjectTypes()) {
      const subgraphType = subgraph.getType(type.name);
      if (!isObjectType(subgraphType)) throw new Error(`${type.name} is not in the subgraph`);
      expect(subgraphType.description).toBe(type.description);
      // The description of `id` names a root field instead of `node`.
      const fields = Object.values(type.getFields()).filter(
        (field) => getNamedType(field.type) !== schema.getQueryType() && field.name !== 'id',
      );
      for (const { name, description, deprecationReason } of fields)
        expect(subgraphType.getFields()[name]).toMatchObject({ description, deprecationReason });
    }
    const deprecated = [...sdl.matchAll(/@deprecated/g)].length;
    expect(deprecated).toBeGreaterThan(10);
  });
});

describe('`_service`', () => {
  test.each([
    [{ INTROSPECTION: 'false' }, false],
    [{ INTROSPECTION: 'false', SUBGRAPH_SDL: 'true' }, true],
    [{ SUBGRAPH_SDL: 'false' }, false],
  ])('executes `_service` with %j: %s', async (env, isAvailable) => {
    const facade = await startSandboxed({ env });
    const service = await facade.execute<{ _service: { sdl: string } }>('{ a: _service { sdl } }');
    if (isAvailable) expect(Object(service.data).a.sdl).toContain('type Project');
    else expect(service.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    const fragmentResult = await facade.execute(
      'query ($a: Boolean = true) { ...F @include(if: $a) } fragment F on Query { _service { __typename } }',
    );
    expect(fragmentResult.errors === undefined).toBe(isAvailable);
    await facade.close();
  });
});
