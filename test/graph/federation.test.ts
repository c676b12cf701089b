/** The facade as a subgraph: what a gateway composes, and the objects that it asks for by their keys. */
import { readFileSync } from 'node:fs';
import { buildSchema, type DirectiveNode, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { printSubgraph } from '../../src/graph/kit/federation/entities.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { landmarks } from '../../src/sandbox/index.ts';
import { type AskOptions, type SandboxedFacade, startSandboxed } from '../harness.ts';

const engine = landmarks.busyProject;
const document = `query ($of: [_Any!]!) { _entities(representations: $of) {
  __typename
  ... on Label { id name }
  ... on Project { id fullPath }
  ... on Group { id fullPath }
  ... on User { id username }
  ... on MergeRequest { id iid title }
  ... on Issue { id iid }
} }`;

type Found = Readonly<Record<string, unknown>> | null;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function execute(of: readonly object[], options?: AskOptions) {
  const { data, errors } = await facade.execute<{ _entities: readonly Found[] } | null>(document, { of }, options);
  return { found: data?._entities, errors };
}

describe('objects that a gateway requests', () => {
  async function labels(): Promise<readonly { id: string; name: string }[]> {
    const { data } = await facade.execute<{ project: { labels: { nodes: readonly { id: string; name: string }[] } } }>(
      `{ project(id: "${engine.id}") { labels(first: 50) { nodes { id name } } } }`,
    );
    facade.forget();
    return data.project.labels.nodes;
  }

  test('are read together: 50 labels of a project cost one list, in the order of the request', async () => {
    const named = [...(await labels())].reverse();
    const { found, errors } = await execute(named.map(({ id }) => ({ __typename: 'Label', id })));
    expect(errors).toBeUndefined();
    expect(found).toEqual(named.map((label) => ({ __typename: 'Label', ...label })));
    expect(found).toHaveLength(50);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=100&with_counts=true']);
  });

  test('are null if they do not exist, without an effect on the others', async () => {
    const [first, second] = await labels();
    const { found, errors } = await execute([
      { __typename: 'Label', id: first?.id },
      { __typename: 'Label', id: 'gid://service/Label/14/999999' },
      { __typename: 'Project', id: 'gid://service/Project/999999' },
      { __typename: 'Label', id: second?.id },
    ]);
    expect(errors).toBeUndefined();
    expect(found?.map((entity) => entity?.name ?? null)).toEqual([first?.name, null, null, second?.name]);
  });

  test('fail separately, each with the error at its path', async () => {
    const mend = facade.sandbox.faults.add({ match: { operation: 'getGroup' }, status: 500 });
    const { found, errors } = await execute(
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
    mend();
    expect(found?.map((entity) => entity?.__typename ?? null)).toEqual([
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

  test('can be requested by each of their keys, and have one id', async () => {
    const { data } = await facade.execute<{
      project: { mergeRequests: { nodes: readonly { id: string; iid: number }[] } };
    }>(`{ project(id: "${engine.id}") { mergeRequests(first: 1) { nodes { id iid } } } }`);
    const [mergeRequest] = data.project.mergeRequests.nodes;
    const project = `gid://service/Project/${engine.id}`;
    const { found, errors } = await execute(
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
    expect(found?.map((entity) => entity?.id ?? null)).toEqual([
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
  ])('rejects %o with the path of the violation', async (key, path) => {
    const { found, errors } = await execute([{ __typename: 'MergeRequest', ...key }]);
    expect(found).toEqual([null]);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path }] });
    expect(facade.calls).toEqual([]);
  });

  test('rejects more than 1,000 objects', async () => {
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

  function directives(typename: string, fieldName?: string): readonly DirectiveNode[] {
    const type = subgraph.getType(typename);
    if (!isObjectType(type)) throw new Error(`${typename} is not an object type`);
    return (fieldName === undefined ? type : type.getFields()[fieldName])?.astNode?.directives ?? [];
  }

  /** A directive as it is written, without its name. */
  function argumentsOf(name: string, typename: string, fieldName?: string): readonly string[] {
    return directives(typename, fieldName)
      .filter((directive) => directive.name.value === name)
      .map(({ loc }) => sdl.slice(loc?.start, loc?.end).replace(/^@\w+\(?|\)$/g, ''));
  }

  const objectTypes = () =>
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => !/^(?:__|_Service$|Query$|Mutation$|Subscription$)/.test(name));

  test('keeps @semanticNonNull, and omits the root of queries below payloads, which gateways cannot compose', () => {
    expect(sdl).toContain('@composeDirective(name: "@semanticNonNull")');
    expect(argumentsOf('semanticNonNull', 'Label', 'name')).toEqual(['']);
    expect(argumentsOf('semanticNonNull', 'LabelConnection', 'nodes')).toEqual(['levels: [1]']);
    const payload = subgraph.getType('FeatureFlagSetPayload');
    expect(isObjectType(payload) && Object.keys(payload.getFields())).toEqual(['errors', 'featureFlag']);
  });

  test('names the root field that refetches an object instead of `node`, which it lacks', () => {
    expect(sdl).not.toMatch(/`nodes?`/);
    const query = subgraph.getQueryType()?.getFields() ?? {};
    const named = objectTypes().flatMap(({ name }) => {
      const type = subgraph.getType(name);
      const { description } = (isObjectType(type) && type.getFields().id) || {};
      const [, rootField] = /which `(\w+)` accepts/.exec(description ?? '') ?? [];
      return rootField === undefined ? [] : [[name, String(query[rootField]?.type)]];
    });
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(([name]) => name)).toEqual(named.map(([, type]) => type));
  });

  test('equals the committed file', () => {
    const committed = readFileSync(new URL('../../schema/subgraph.graphql', import.meta.url), 'utf8');
    expect(committed.replace(/^#.*\n\n/, '').trimEnd()).toBe(printSubgraph(schema).trimEnd());
    expect(sdl).toBe(printSubgraph(schema));
  });

  test('has a key for each object with a global id, and shares nothing but what every subgraph has', () => {
    const isNodeByName = new Map(getResourceTypes(schema).all.map(({ name, isNode }) => [name, isNode]));
    for (const { name } of objectTypes()) {
      const isNode = isNodeByName.get(name);
      const keys = isNode === undefined ? [] : [isNode ? 'fields: "id"' : 'fields: "id", resolvable: false'];
      expect(argumentsOf('key', name), name).toEqual(expect.arrayContaining(keys));
      expect(argumentsOf('shareable', name), name).toEqual(name === 'PageInfo' ? [''] : []);
    }
  });

  test.each([
    ['Project', 'fullPath'],
    ['Group', 'fullPath'],
    ['User', 'username'],
    ['MergeRequest', 'project { id } iid'],
    ['Issue', 'project { id } iid'],
  ])('contains a further key of %s: %s', (typename, key) => {
    expect(argumentsOf('key', typename)).toEqual(['fields: "id"', `fields: "${key}"`]);
  });

  test('contains no fields that two subgraphs cannot both have, and no directives that composition rejects', () => {
    const fields = Object.keys(subgraph.getQueryType()?.getFields() ?? {});
    expect(fields).toContain('project');
    for (const absent of ['node', 'nodes', '_entities', '_service']) expect(fields).not.toContain(absent);
    expect(sdl).not.toMatch(/@oneOf|@rest/);
    expect(sdl).toContain('https://specs.apollo.dev/federation/v2.9');
  });

  test('shows which fields cost calls, and how long lists are', () => {
    expect(argumentsOf('cost', 'Project', 'labels')).toEqual(['weight: 10']);
    expect(argumentsOf('listSize', 'Project', 'labels').join()).toMatch(
      /assumedSize: 20.*slicingArguments: \["first", "last"\]/,
    );
    expect(argumentsOf('cost', 'Pipeline', 'coverage')).toEqual(['weight: 10']);
    expect(argumentsOf('cost', 'Pipeline', 'status')).toEqual([]);
    expect(argumentsOf('cost', 'Query', 'project')).toEqual(['weight: 10']);
    expect(argumentsOf('listSize', 'VulnerabilityExport', 'rows').join()).toMatch(
      /assumedSize: 20.*slicingArguments: \["first"\]/,
    );
  });

  test('counts a call once: items that a list contains have no cost of their own', () => {
    for (const field of ['id', 'name', 'color']) expect(argumentsOf('cost', 'Label', field)).toEqual([]);
    expect(argumentsOf('cost', 'Pipeline', 'createdAt')).toEqual([]);
    expect(argumentsOf('cost', 'VulnerabilityExport', 'downloadUrl')).toEqual([]);
  });

  test('keeps descriptions and deprecations', () => {
    for (const type of objectTypes()) {
      const kept = subgraph.getType(type.name);
      if (!isObjectType(kept)) throw new Error(`${type.name} is not in the subgraph`);
      expect(kept.description).toBe(type.description);
      // The description of `id` names a root field instead of `node`.
      const fields = Object.values(type.getFields()).filter(
        (field) => getNamedType(field.type) !== schema.getQueryType() && field.name !== 'id',
      );
      for (const { name, description, deprecationReason } of fields)
        expect(kept.getFields()[name]).toMatchObject({ description, deprecationReason });
    }
    const deprecated = [...sdl.matchAll(/@deprecated/g)].length;
    expect(deprecated).toBeGreaterThan(10);
  });
});

describe('the SDL by `_service`', () => {
  test.each([
    [{ INTROSPECTION: 'false' }, false],
    [{ INTROSPECTION: 'false', SUBGRAPH_SDL: 'true' }, true],
    [{ SUBGRAPH_SDL: 'false' }, false],
  ])('with %j, reports: %s', async (env, isTold) => {
    const closed = await startSandboxed({ env });
    const service = await closed.execute<{ _service: { sdl: string } }>('{ a: _service { sdl } }');
    if (isTold) expect(Object(service.data).a.sdl).toContain('type Project');
    else expect(service.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    const hidden = await closed.execute(
      'query ($a: Boolean = true) { ...F @include(if: $a) } fragment F on Query { _service { __typename } }',
    );
    expect(hidden.errors === undefined).toBe(isTold);
    await closed.close();
  });
});
