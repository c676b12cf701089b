/** Lookups verify that their object exists, with any selection. */
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { LookupKind } from '../../src/graph/kit/fields/lookup.ts';
import { ReferenceKind } from '../../src/graph/kit/fields/reference.ts';
import { Cursors } from '../../src/graph/kit/paging/cursors.ts';
import type { PathParameters } from '../../src/graph/kit/resources/resource.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { ResponseValue, rootObjects } from '../../src/graph/kit/resources/response-value.ts';
import { notFound } from '../harness.ts';
import { planField } from './everything.ts';
import { startStubbed } from './stub-upstream.ts';

const nodeTypes = new Map(
  getResourceTypes(schema).all.flatMap((type) => (type.isNode ? [[type.name, type] as const] : [])),
);

/** Fields that identify an object by path parameters. */
const lookups = Object.values(schema.getTypeMap()).flatMap((parent) => {
  if (!isObjectType(parent)) return [];
  return Object.values(parent.getFields()).flatMap((field) => {
    const kind = getKind(field);
    const isLookup = kind instanceof LookupKind || kind instanceof ReferenceKind;
    return isLookup && isObjectType(field.type) && nodeTypes.has(field.type.name)
      ? [{ coordinate: `${parent.name}.${field.name}`, field }]
      : [];
  });
});

const parameters = new Set(getResourceTypes(schema).all.flatMap((type) => type.parameters));
const path: PathParameters = {
  ...Object.fromEntries([...parameters].map((name) => [name, 7])),
  kind: 'group',
  slug: 'chat-a',
};

/** Returns the global id of the object of a type that the path parameters identify. */
const toGlobalId = (typeName: string): string =>
  [
    'gid://service',
    typeName,
    ...(getResourceTypes(schema).get(typeName)?.parameters ?? []).map((name) => path[name]),
  ].join('/');

const parentInfo = {
  type: undefined,
  path,
  attributes: {},
  objects: rootObjects,
  representation: undefined,
  mayBeEmpty: false,
  cursors: new Cursors(),
};

test('includes lookups of root fields and references', () => {
  const coordinates = lookups.map(({ coordinate }) => coordinate);
  expect(coordinates).toEqual(expect.arrayContaining(['Query.group', 'Query.user', 'Query.flow', 'Project.group']));
});

describe.each(['{ __typename }', '{ extra }', '{ id }'])('with the selection %s', (selection) => {
  test.each(lookups)('plans a call for $coordinate, unless the parent contains the object', ({ field }) => {
    const args = {
      id: toGlobalId(getNamedType(field.type).name),
      iid: 7,
      project: '7',
      by: { id: '7' },
      tool: path.slug,
    };
    const { calls = [], objects = [] } = planField(field, selection, parentInfo, args) ?? {};
    // No call is planned if the parameters identify an object of another type, or if the parent contains the object.
    const needsNoCall =
      objects.length === 0 ||
      objects.some(({ representation, path, getItemPath }) => {
        const isInResponse =
          getItemPath !== undefined || Object.values(path ?? {}).some((value) => value instanceof ResponseValue);
        return isInResponse && representation !== undefined;
      });
    if (!needsNoCall) expect(calls.length).toBeGreaterThan(0);
  });
});

describe('execution', () => {
  test.each([
    ['group', 'group(id: 9)', '/groups/9?with_projects=false'],
    ['user', 'user(by: { id: 9 })', '/users/9'],
    ['flow', 'flow(id: 9)', '/ai/agent_workflows/workflows/9'],
    ['project', 'project(id: 9)', '/projects/9'],
  ])('%s reads the object for extra or __typename alone', async (name, field, url) => {
    const { execute, calls } = await startStubbed({ [`GET ${url}`]: { body: { id: 9, unheard_of: 'x' } } });
    expect(await execute(`{ ${field} { extra } }`)).toEqual({ data: { [name]: { extra: { unheard_of: 'x' } } } });
    expect(await execute(`{ ${field} { __typename } }`)).toMatchObject({
      data: { [name]: { __typename: expect.any(String) } },
    });
    expect(calls).toHaveLength(2);
  });

  test('returns null for an object that does not exist, with any selection', async () => {
    const { execute, calls } = await startStubbed({ 'GET /groups/9': notFound, 'GET /users/9': notFound });
    for (const selection of ['extra', '__typename', '...F', 'extra __typename'])
      expect(
        await execute(
          `{ group(id: 9) { ${selection} } user(by: { id: 9 }) { ${selection === '...F' ? 'id' : selection} } } ${selection === '...F' ? 'fragment F on Group { __typename }' : ''}`,
        ),
      ).toEqual({ data: { group: null, user: null } });
    expect(calls).toHaveLength(8);
  });

  test('makes no call for __typename if a list below the object is selected', async () => {
    const { execute, calls } = await startStubbed({ 'GET /projects/9/labels': { body: [] } });
    expect(await execute('{ project(id: 9) { __typename labels { totalCount } } }')).toEqual({
      data: { project: { __typename: 'Project', labels: { totalCount: 0 } } },
    });
    expect(calls).toHaveLength(1);
  });

  test('verifies a reference of a list item for extra or __typename alone', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/9/merge_requests': { body: [{ iid: 1, project_id: 9, source_project_id: 8 }] },
      'GET /projects/8': { body: { id: 8, unheard_of: 'x' } },
      'GET /projects/9': notFound,
    });
    for (const selection of ['extra', '__typename']) {
      const { data, errors } = await execute(
        `{ project(id: 9) { mergeRequests { nodes { project { ${selection} } sourceProject { ${selection} } } } } }`,
      );
      expect(data).toEqual({
        project: {
          mergeRequests: {
            nodes: [
              {
                project: null,
                sourceProject: selection === 'extra' ? { extra: { unheard_of: 'x' } } : { __typename: 'Project' },
              },
            ],
          },
        },
      });
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
      expect(errors).toHaveLength(1);
    }
    expect(calls).toHaveLength(6);
  });
});

test('returns an error if a path leads to another project than the one in the response with the object', async () => {
  const facade = await startStubbed({
    'GET /projects/a%2Fb': { body: { id: 6, description: 'of another project' } },
    'GET /projects/a%2Fb/merge_requests/2': { body: { iid: 2, project_id: 5 } },
    'GET /projects/a%2Fb/pipelines/7': { body: { id: 7, project_id: 5 } },
  });
  const { data, errors } = await facade.execute(`{
    project(id: "a/b") {
      mergeRequest(iid: 2) { iid project { description } }
      pipeline(id: 7) { databaseId project { description } }
    }
  }`);
  expect(data).toEqual({
    project: { mergeRequest: { iid: 2, project: null }, pipeline: { databaseId: 7, project: null } },
  });
  const error = {
    message: expect.stringContaining('was assigned to another object'),
    extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
  };
  expect(errors).toMatchObject([error, error]);
});
