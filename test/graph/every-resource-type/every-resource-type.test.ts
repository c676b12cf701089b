/** Properties of the objects of every resource type, in each field that returns them. */
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { attributesOf, type OperationId, operation } from '../../../src/contract/index.ts';
import { schema } from '../../../src/graph/index.ts';
import { getKind, getOwnOperations } from '../../../src/graph/kit/fields/kind.ts';
import { isConnectionType } from '../../../src/graph/kit/paging/connection.ts';
import { getResourceTypes } from '../../../src/graph/kit/resources/resource-types.ts';
import { type Facade, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { type Page, pageForward, pageInfo, pageThrough } from '../page-through.ts';
import { cases, type DoesNotApply, type FieldPath, type ListCase } from './cases.ts';
import { startWithChangedResponses, withIdentityOnly, withUnknownAttribute } from './changed-responses.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  // With a fixed clock, each read of an object returns the same values.
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  for (const { prepare, as } of Object.values(cases))
    if (prepare !== undefined) expect((await facade.execute(prepare, {}, { as })).errors).toBeUndefined();
});
afterEach(() => {
  facade.sandbox.faults.clear();
  facade.forget();
});
afterAll(() => facade.close());

const applies = <T extends object>(value: T | DoesNotApply): value is T => !('doesNotApply' in value);
const globalId = (end: string): string => `gid://service/${end}`;
const stripArguments = (step: string): string => step.replace(/\(.*/s, '');
const getFieldName = (coordinate: string): string => coordinate.replace(/.*\./, '');

/** Nests a selection in the fields of a path, without the outer braces. */
const nestSelection = (path: FieldPath, selection: string): string =>
  path.reduceRight((below, step) => `${step} { ${below} }`, selection);

/** Path of the value in a response, and of its errors. */
const toResponsePath = (path: FieldPath): string[] =>
  path.filter((step) => !step.startsWith('...')).map(stripArguments);

function getValue(data: unknown, responsePath: readonly string[]): unknown {
  return responsePath.reduce<unknown>((value, name) => (value === null ? null : Object(value)[name]), data);
}

/** Reads the value at a path. Fails if there are errors. */
async function read(path: FieldPath, selection: string, as: Role): Promise<unknown> {
  const { data, errors } = await facade.execute(`{ ${nestSelection(path, selection)} }`, {}, { as });
  expect(errors).toBeUndefined();
  return getValue(data, toResponsePath(path));
}

/** Reads an object by its global id, with every field of its own. */
function readNode(id: string, type: string, as: Role): Promise<unknown> {
  return read([`node(id: ${JSON.stringify(id)})`, `... on ${type}`], everything(type), as);
}

function getId(object: unknown): string {
  const { id } = Object(object);
  if (typeof id !== 'string') throw new Error(`There is no object: ${JSON.stringify(object)}`);
  return id;
}

/** Connection field with its arguments. */
function toListField(coordinate: string, ...args: readonly (string | undefined)[]): string {
  return `${getFieldName(coordinate)}(${args.filter((arg) => arg !== undefined).join(', ')})`;
}

/** Global ids of all items of a list, which is read as one page of at most 100 items. Asserts `hasNextPage` and `totalCount`. */
async function readWholeList({ coordinate, parent, args, as, forwardOnly }: NamedListCase): Promise<readonly string[]> {
  const page = await read(
    [...parent, toListField(coordinate, 'first: 100', args)],
    `nodes { id } totalCount ${pageInfo}`,
    as,
  );
  const { nodes, totalCount, pageInfo: info }: Page<unknown> & { totalCount: number | null } = Object(page);
  expect(info.hasNextPage).toBe(false);
  expect(totalCount).toBe(forwardOnly ? null : nodes.length);
  return nodes.map(getId);
}

/** Field of another type than the failing one, with its expected value. */
const getUnaffectedField = (type: string) =>
  type === 'Group'
    ? { selection: 'fine: project(id: 15) { name }', expected: { name: 'Tile Server' } }
    : { selection: 'fine: group(id: 9) { name }', expected: { name: 'Meridian Maps' } };

/** Executes a selection while these operations fail. Asserts that a field of another type is returned. */
async function executeWhileFailing(
  operations: readonly OperationId[],
  failingSelection: string,
  type: string,
  as: Role,
) {
  for (const operation of operations) facade.sandbox.faults.add({ match: { operation }, status: 503 });
  const { selection, expected } = getUnaffectedField(type);
  const { data, errors } = await facade.execute(`{ ${failingSelection} ${selection} }`, {}, { as });
  facade.sandbox.faults.clear();
  expect(data).toMatchObject({ fine: expected });
  return { data, errors };
}

const resourceTypes = getResourceTypes(schema);

/** Schema coordinates of the connections of a type, except fields of subscriptions. */
function findConnections(typeName: string): readonly string[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((parentType) => parentType !== schema.getSubscriptionType())
    .flatMap((parentType) =>
      Object.values(parentType.getFields()).flatMap((field) => {
        const type = getNamedType(field.type);
        const isList = isConnectionType(type) && isObjectType(type);
        const nodes = isList ? type.getFields().nodes : undefined;
        return nodes && getNamedType(nodes.type).name === typeName ? [`${parentType.name}.${field.name}`] : [];
      }),
    );
}

function getListOperations(coordinate: string): readonly OperationId[] {
  const [parentType = '', name = ''] = coordinate.split('.');
  const type = schema.getType(parentType);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  const kind = field && getKind(field);
  return kind === undefined ? [] : getOwnOperations(kind).filter((id) => operation(id).list);
}

test('has cases for every resource type', () => {
  expect(Object.keys(cases).toSorted()).toEqual(resourceTypes.all.map(({ name }) => name));
});

test.each(Object.entries(cases))('has cases for every list of %s objects', (name, { lists }) => {
  expect(Object.keys(lists).toSorted()).toEqual(findConnections(name).toSorted());
});

test.each(Object.entries(cases))('has a case of a missing %s if and only if it is a Node', (name, { missing }) => {
  expect(typeof missing === 'string').toBe(resourceTypes.get(name)?.isNode);
});

/** Maximum number of items of a list that are compared with `node`. */
const maxComparedItems = 10;

interface NamedListCase extends ListCase {
  readonly type: string;
  readonly coordinate: string;
  readonly as: Role;
}

const allTypes = Object.entries(cases).map(([type, each]) => ({ type, ...each }));
const allLists: readonly NamedListCase[] = allTypes.flatMap(({ type, lists, as }) =>
  Object.entries(lists).map(([coordinate, list]) => ({ as, ...list, type, coordinate })),
);

describe('objects of each type', () => {
  const typesWithPaths = allTypes.flatMap(({ paths, ...rest }) => (applies(paths) ? [{ ...rest, paths }] : []));

  test.each(typesWithPaths)(
    'returns the same $type from each path, and from node if it is a Node',
    async ({ type, paths, as, missing }) => {
      const [first, ...others] = paths;
      const object = await read(first, everything(type), as);
      const id = getId(object);
      for (const path of others) expect(await read(path, everything(type), as)).toEqual(object);
      if (typeof missing === 'string') expect(await readNode(id, type, as)).toEqual(object);
    },
  );

  test.each(allLists)('returns items in $coordinate that equal the $type from node, if it is a Node', async (list) => {
    const { type, coordinate, parent, args, as, unreadable } = list;
    const step = toListField(coordinate, 'first: 50', args);
    const { nodes }: Page<object> = Object(await read([...parent, step], `nodes { ${everything(type)} }`, as));
    expect(nodes).not.toEqual([]);
    if (!resourceTypes.get(type)?.isNode) return;
    for (const object of nodes.slice(0, maxComparedItems)) {
      const id = getId(object);
      if (id === globalId(unreadable?.id ?? '')) continue;
      const node = await readNode(id, type, as);
      expect(object).toEqual(node);
    }
  });

  test.each(allLists.flatMap(({ unreadable, ...list }) => (unreadable ? [{ ...list, unreadable }] : [])))(
    'returns null and $unreadable.code for $unreadable.id in node, as $unreadable.reason',
    async ({ coordinate, as, parent, unreadable, ...list }) => {
      const id = globalId(unreadable.id);
      expect(await readWholeList({ ...list, coordinate, as, parent })).toContain(id);
      const { data, errors } = await facade.execute('query ($id: ID!) { node(id: $id) { id } }', { id }, { as });
      expect(data).toEqual({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: unreadable.code } }]);
    },
  );

  test.each(allTypes.filter(({ missing }) => typeof missing !== 'string'))(
    'rejects a global id of $type in node, as the type is not a Node',
    async (each) => {
      const id = applies(each.paths)
        ? getId(await read(each.paths[0], 'id', each.as))
        : `gid://service/${each.type}/14/1`;
      const { data, errors } = await facade.execute(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id },
        { as: each.as },
      );
      expect(data).toEqual({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'BAD_USER_INPUT' } }]);
    },
  );
});

/** Path to an object of each type, and a role that may read it. */
const objectPaths = allTypes.map(({ type, as, paths, lists }): { type: string; as: Role; path: FieldPath } => {
  if (applies(paths)) return { type, as, path: paths[0] };
  const [[coordinate, list] = []] = Object.entries(lists);
  if (coordinate === undefined || list === undefined) throw new Error(`No field returns a ${type}`);
  return { type, as: list.as ?? as, path: [...list.parent, toListField(coordinate, 'first: 1', list.args), 'nodes'] };
});

describe('absent attributes', () => {
  let identityFacade: Facade;
  beforeAll(async () => {
    identityFacade = await startWithChangedResponses(facade.sandbox.url, withIdentityOnly);
  });
  afterAll(() => identityFacade.close());

  test.each(objectPaths)(
    'are null in $type, without errors except those for attributes that must not be null',
    async ({ type, as, path }) => {
      const document = `{ ${nestSelection(path, everything(type))} }`;
      const complete = await facade.execute(document, {}, { as });
      const { data, errors = [] } = await identityFacade.execute(document, {}, { as });
      const [object] = [getValue(data, toResponsePath(path))].flat();
      const [completeObject] = [getValue(complete.data, toResponsePath(path))].flat();
      const values = Object.entries(Object(object)).filter(([, value]) => value !== null);
      expect(Object.keys(Object(object))).not.toEqual([]);
      expect(completeObject).toMatchObject(Object.fromEntries(values));
      const otherErrors = errors.filter(
        ({ message }) => !message.includes('must not be null, but the upstream sent null'),
      );
      expect(otherErrors).toEqual([]);
    },
  );
});

describe('extra', () => {
  let extendedFacade: Facade;
  beforeAll(async () => {
    extendedFacade = await startWithChangedResponses(facade.sandbox.url, withUnknownAttribute);
  });
  afterAll(() => extendedFacade.close());

  const readExtra = async (
    client: Pick<Facade, 'execute'>,
    path: FieldPath,
    type: string,
    as: Role,
  ): Promise<unknown> => {
    const { data, errors } = await client.execute(
      `{ ${nestSelection(path, `${everything(type)} extra`)} }`,
      {},
      { as },
    );
    expect(errors).toBeUndefined();
    const [object] = [getValue(data, toResponsePath(path))].flat();
    return Object(object).extra;
  };

  /** Names of the attributes of a type that only `extra` contains, although the contract has them. */
  const getExtraAttributes = (type: string): readonly string[] => {
    const name = resourceTypes.get(type)?.schema;
    if (name === undefined) throw new Error(`${type} is no resource type`);
    return [...attributesOf(name)].flatMap(([attribute, description]) => (description['x-extra'] ? attribute : []));
  };

  test.each(objectPaths.filter(({ type }) => getExtraAttributes(type).length === 0))(
    'returns null for $type if the schema has all attributes of the response',
    async ({ type, as, path }) => {
      expect(await readExtra(facade, path, type, as)).toBeNull();
    },
  );

  test.each(objectPaths.filter(({ type }) => getExtraAttributes(type).length > 0))(
    'returns for $type only the attributes that the contract leaves to extra',
    async ({ type, as, path }) => {
      const names = Object.keys(Object(await readExtra(facade, path, type, as)));
      expect(names.sort()).toEqual(getExtraAttributes(type).toSorted());
    },
  );

  /** Types of which no response contains an object: only the path parameters of the objects are available. */
  const typesWithoutResponse = ['Epic', 'Issue', 'Snippet'];

  test.each(objectPaths.filter(({ type }) => !typesWithoutResponse.includes(type)))(
    'returns the attributes of the response that the schema of $type lacks',
    async ({ type, as, path }) => {
      expect(await readExtra(extendedFacade, path, type, as)).toMatchObject({ unheard_of: 'x' });
    },
  );
});

describe('lists', () => {
  test.each(allLists)('returns each item of $coordinate once across pages, in the same order', async (list) => {
    const { coordinate, parent, args, as, forwardOnly } = list;
    const ids = await readWholeList(list);
    expect(ids).not.toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const readPage = async (paging: string): Promise<Page<unknown>> =>
      Object(await read([...parent, toListField(coordinate, paging, args)], `nodes { id } ${pageInfo}`, as));
    // Lists of more than 10 items have several pages of size 2 already.
    for (const size of ids.length > 10 ? [2] : [1, 2]) {
      const pages = await (forwardOnly ? pageForward(readPage, size) : pageThrough(readPage, size));
      for (const pageItems of Object.values(pages)) expect(pageItems.map(getId)).toEqual(ids);
    }
  });

  test.each(allLists.filter(({ forwardOnly }) => forwardOnly))(
    'rejects backward paging in $coordinate',
    async (list) => {
      const path = nestSelection([...list.parent, toListField(list.coordinate, 'last: 1', list.args)], 'nodes { id }');
      const { errors } = await facade.execute(`{ ${path} }`, {}, { as: list.as });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(facade.calls).toEqual([]);
    },
  );

  test.each(allLists.flatMap(({ empty, ...list }) => (applies(empty) ? [{ ...list, empty }] : [])))(
    'returns an empty list for $coordinate',
    async ({ coordinate, as, empty, forwardOnly }) => {
      const path = [...empty.parent, toListField(coordinate, 'first: 2', empty.args)];
      expect(await read(path, `nodes { id } edges { cursor } totalCount ${pageInfo}`, empty.as ?? as)).toEqual({
        totalCount: forwardOnly ? null : 0,
        nodes: [],
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      });
    },
  );

  test.each(allLists.flatMap(({ forbidden, ...list }) => (applies(forbidden) ? [{ ...list, forbidden }] : [])))(
    'returns null and FORBIDDEN, not an empty list, for $coordinate if the caller may not read it',
    async ({ coordinate, forbidden: { parent, as } }) => {
      const path = [...parent, toListField(coordinate, 'first: 2')];
      const { data, errors } = await facade.execute(`{ ${nestSelection(path, 'nodes { id }')} }`, {}, { as });
      expect(getValue(data, toResponsePath(path))).toBeNull();
      expect(errors).toMatchObject([{ path: toResponsePath(path), extensions: { code: 'FORBIDDEN' } }]);
    },
  );

  test.each(allLists)(
    'returns null and an error for $coordinate, but not for other fields, if its call fails with 503',
    async (list) => {
      const { type, coordinate, parent, args, as } = list;
      const path = [...parent, toListField(coordinate, 'first: 2', args)];
      const operations = getListOperations(coordinate);
      const { data, errors } = await executeWhileFailing(operations, nestSelection(path, 'nodes { id }'), type, as);
      expect(getValue(data, toResponsePath(path))).toBeNull();
      expect(errors).toMatchObject([{ path: toResponsePath(path), extensions: { code: 'UPSTREAM_FAILED' } }]);
    },
  );
});

describe('node', () => {
  test.each(allTypes.flatMap(({ missing, ...each }) => (typeof missing === 'string' ? [{ ...each, missing }] : [])))(
    'returns null for $type that does not exist',
    async ({ type, missing, as }) => {
      expect(await readNode(globalId(missing), type, as)).toBeNull();
    },
  );

  test.each(allTypes.flatMap(({ forbidden, ...each }) => (applies(forbidden) ? [{ ...each, forbidden }] : [])))(
    'returns null and FORBIDDEN for $type that the caller may not read',
    async ({ type, forbidden: { id, as } }) => {
      const document = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${everything(type)} } } }`;
      const { data, errors } = await facade.execute(document, { id: globalId(id) }, { as });
      expect(data).toEqual({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'FORBIDDEN' } }]);
    },
  );

  test.each(allTypes.filter(({ missing }) => typeof missing === 'string'))(
    'returns null and an error for $type, but not for other fields, if its call fails with 503',
    async ({ type, missing, as }) => {
      const operations = resourceTypes.get(type)?.detailOperations ?? [];
      const path = `node(id: ${JSON.stringify(globalId(String(missing)))}) { id }`;
      const { data, errors } = await executeWhileFailing(operations, path, type, as);
      expect(data).toMatchObject({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'UPSTREAM_FAILED' } }]);
    },
  );
});
