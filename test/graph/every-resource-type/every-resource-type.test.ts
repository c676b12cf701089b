/** Properties of the objects of every resource type, in each field that returns them. */
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operation } from '../../../src/contract/index.ts';
import { schema } from '../../../src/graph/index.ts';
import { getKind, getOwnOperations } from '../../../src/graph/kit/fields/kind.ts';
import { isConnectionType } from '../../../src/graph/kit/paging/connection.ts';
import { getResourceTypes } from '../../../src/graph/kit/resources/resource-types.ts';
import type { Role } from '../../../src/sandbox/index.ts';
import { type Facade, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { type Page, pageForward, pageInfo, pageThrough } from '../page-through.ts';
import { cases, type DoesNotApply, type ListCase, type Place } from './cases.ts';
import { startWithChangedResponses, withIdentityOnly, withUnknownAttribute } from './changed-responses.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  // A clock that stands, so that an object is the same each time that it is read.
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  for (const { prepare, as } of Object.values(cases))
    if (prepare !== undefined) expect((await facade.execute(prepare, {}, { as })).errors).toBeUndefined();
});
afterEach(() => {
  facade.sandbox.faults.clear();
  facade.forget();
});
afterAll(() => facade.close());

const applies = <T extends object>(found: T | DoesNotApply): found is T => !('doesNotApply' in found);
const globalId = (end: string): string => `gid://service/${end}`;
const nameOf = (step: string): string => step.replace(/\(.*/s, '');
const fieldOf = (coordinate: string): string => coordinate.replace(/.*\./, '');

/** A selection at a place, without the outer braces. */
const selectionAt = (place: Place, selection: string): string =>
  place.reduceRight((below, step) => `${step} { ${below} }`, selection);

/** The path of an error at a place. */
const pathOf = (place: Place): string[] => place.filter((step) => !step.startsWith('...')).map(nameOf);

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value === null ? null : Object(value)[name]), data);
}

/** Returns the value at a path. Fails if there are errors. */
async function read(place: Place, selection: string, as: Role): Promise<unknown> {
  const { data, errors } = await facade.execute(`{ ${selectionAt(place, selection)} }`, {}, { as });
  expect(errors).toBeUndefined();
  return valueAt(data, pathOf(place));
}

/** An object by its global id, with every field of its own. */
function readNode(id: string, type: string, as: Role): Promise<unknown> {
  return read([`node(id: ${JSON.stringify(id)})`, `... on ${type}`], everything(type), as);
}

function idOf(object: unknown): string {
  const { id } = Object(object);
  if (typeof id !== 'string') throw new Error(`There is no object: ${JSON.stringify(object)}`);
  return id;
}

/** A field of a connection with its arguments. */
function listStep(coordinate: string, ...args: readonly (string | undefined)[]): string {
  return `${fieldOf(coordinate)}(${args.filter((arg) => arg !== undefined).join(', ')})`;
}

/** The global ids of everything in a list, read at once and counted. */
async function wholeList({ coordinate, of, args, as, forwardOnly }: Listed): Promise<readonly string[]> {
  const page = await read([...of, listStep(coordinate, 'first: 100', args)], `nodes { id } totalCount ${pageInfo}`, as);
  const { nodes, totalCount, pageInfo: info }: Page<unknown> & { totalCount: number | null } = Object(page);
  expect(info.hasNextPage).toBe(false);
  expect(totalCount).toBe(forwardOnly ? null : nodes.length);
  return nodes.map(idOf);
}

/** A field that nothing is wrong with, of another type than the one that fails. */
const neighbour = (type: string) =>
  type === 'Group'
    ? { selection: 'fine: project(id: 15) { name }', answer: { name: 'Tile Server' } }
    : { selection: 'fine: group(id: 9) { name }', answer: { name: 'Meridian Maps' } };

/** Asks for what is at a place while these operations fail, and for its neighbour. */
async function askWhileFailing(operations: readonly OperationId[], place: string, type: string, as: Role) {
  for (const operation of operations) facade.sandbox.faults.add({ match: { operation }, status: 503 });
  const { selection, answer } = neighbour(type);
  const { data, errors } = await facade.execute(`{ ${place} ${selection} }`, {}, { as });
  facade.sandbox.faults.clear();
  expect(data).toMatchObject({ fine: answer });
  return { data, errors };
}

const resourceTypes = getResourceTypes(schema);

/** Coordinates of the connections with objects of a type, without those of subscriptions. */
function listsOf(typeName: string): readonly string[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((holder) => holder !== schema.getSubscriptionType())
    .flatMap((holder) =>
      Object.values(holder.getFields()).flatMap((field) => {
        const type = getNamedType(field.type);
        const isList = isConnectionType(type) && isObjectType(type);
        const nodes = isList ? type.getFields().nodes : undefined;
        return nodes && getNamedType(nodes.type).name === typeName ? [`${holder.name}.${field.name}`] : [];
      }),
    );
}

function operationsOfList(coordinate: string): readonly OperationId[] {
  const [holder = '', name = ''] = coordinate.split('.');
  const type = schema.getType(holder);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  const kind = field && getKind(field);
  return kind === undefined ? [] : getOwnOperations(kind).filter((id) => operation(id).list);
}

test('has cases for every resource type', () => {
  expect(Object.keys(cases).toSorted()).toEqual(resourceTypes.all.map(({ name }) => name));
});

test.each(Object.entries(cases))('has cases for every list of %s objects', (name, { lists }) => {
  expect(Object.keys(lists).toSorted()).toEqual(listsOf(name).toSorted());
});

test.each(Object.entries(cases))('has a case of a missing %s if it is a node', (name, { missing }) => {
  expect(typeof missing === 'string').toBe(resourceTypes.get(name)?.isNode);
});

/** Items of a long list that are read once more alone. */
const comparedItems = 10;

interface Listed extends ListCase {
  readonly type: string;
  readonly coordinate: string;
  readonly as: Role;
}

const allTypes = Object.entries(cases).map(([type, each]) => ({ type, ...each }));
const allLists: readonly Listed[] = allTypes.flatMap(({ type, lists, as }) =>
  Object.entries(lists).map(([coordinate, list]) => ({ as, ...list, type, coordinate })),
);

describe('the same object with every field, however it was reached', () => {
  const reached = allTypes.flatMap(({ places, ...each }) => (applies(places) ? [{ ...each, places }] : []));

  test.each(reached)('returns the same $type by its fields and by node', async ({ type, places, as, missing }) => {
    const [first, ...others] = places;
    const object = await read(first, everything(type), as);
    const id = idOf(object);
    for (const place of others) expect(await read(place, everything(type), as)).toEqual(object);
    if (typeof missing === 'string') expect(await readNode(id, type, as)).toEqual(object);
  });

  test.each(allLists)('returns the same $type in $coordinate', async (list) => {
    const { type, coordinate, of, args, as, unreadable } = list;
    const step = listStep(coordinate, 'first: 50', args);
    const { nodes }: Page<object> = Object(await read([...of, step], `nodes { ${everything(type)} }`, as));
    expect(nodes).not.toEqual([]);
    if (!resourceTypes.get(type)?.isNode) return;
    for (const object of nodes.slice(0, comparedItems)) {
      const id = idOf(object);
      if (id === globalId(unreadable?.id ?? '')) continue;
      const alone = await readNode(id, type, as);
      expect(object).toEqual(alone);
    }
  });

  test.each(allLists.flatMap(({ unreadable, ...list }) => (unreadable ? [{ ...list, unreadable }] : [])))(
    'reports an error for $unreadable.id by node, as $unreadable.because',
    async ({ coordinate, as, of, unreadable, ...list }) => {
      const id = globalId(unreadable.id);
      expect(await wholeList({ ...list, coordinate, as, of })).toContain(id);
      const { data, errors } = await facade.execute('query ($id: ID!) { node(id: $id) { id } }', { id }, { as });
      expect(data).toEqual({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: unreadable.code } }]);
    },
  );

  test.each(allTypes.filter(({ missing }) => typeof missing !== 'string'))(
    'does not return $type by node',
    async (each) => {
      const id = applies(each.places)
        ? idOf(await read(each.places[0], 'id', each.as))
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

/** A place with an object of each type, and a role that may read it. */
const objectPlaces = allTypes.map(({ type, as, places, lists }): { type: string; as: Role; place: Place } => {
  if (applies(places)) return { type, as, place: places[0] };
  const [[coordinate, list] = []] = Object.entries(lists);
  if (coordinate === undefined || list === undefined) throw new Error(`No field returns a ${type}`);
  return { type, as: list.as ?? as, place: [...list.of, listStep(coordinate, 'first: 1', list.args), 'nodes'] };
});

describe('absent attributes', () => {
  let sparse: Facade;
  beforeAll(async () => {
    sparse = await startWithChangedResponses(facade.sandbox.url, withIdentityOnly);
  });
  afterAll(() => sparse.close());

  test.each(objectPlaces)('are null in every field of $type, without another error', async ({ type, as, place }) => {
    const document = `{ ${selectionAt(place, everything(type))} }`;
    const complete = await facade.execute(document, {}, { as });
    const { data, errors = [] } = await sparse.execute(document, {}, { as });
    const [object] = [valueAt(data, pathOf(place))].flat();
    const [completeObject] = [valueAt(complete.data, pathOf(place))].flat();
    const values = Object.entries(Object(object)).filter(([, value]) => value !== null);
    expect(Object.keys(Object(object))).not.toEqual([]);
    expect(completeObject).toMatchObject(Object.fromEntries(values));
    const others = errors.filter(({ message }) => !message.includes('must not be null, but the upstream sent null'));
    expect(others).toEqual([]);
  });
});

describe('extra', () => {
  let talkative: Facade;
  beforeAll(async () => {
    talkative = await startWithChangedResponses(facade.sandbox.url, withUnknownAttribute);
  });
  afterAll(() => talkative.close());

  const extraOf = async (client: Pick<Facade, 'execute'>, place: Place, type: string, as: Role): Promise<unknown> => {
    const { data, errors } = await client.execute(`{ ${selectionAt(place, `${everything(type)} extra`)} }`, {}, { as });
    expect(errors).toBeUndefined();
    const [object] = [valueAt(data, pathOf(place))].flat();
    return Object(object).extra;
  };

  test.each(objectPlaces)(
    'returns null for $type if the response has only attributes of the schema',
    async ({ type, as, place }) => {
      expect(await extraOf(facade, place, type, as)).toBeNull();
    },
  );

  /** Objects that are known by their address alone. */
  const neverAnswered = ['Epic', 'Issue', 'Snippet'];

  test.each(objectPlaces.filter(({ type }) => !neverAnswered.includes(type)))(
    'returns the further attributes of the response for $type',
    async ({ type, as, place }) => {
      expect(await extraOf(talkative, place, type, as)).toMatchObject({ unheard_of: 'x' });
    },
  );
});

describe('lists', () => {
  test.each(allLists)('returns each item of $coordinate once, page by page', async (list) => {
    const { coordinate, of, args, as, forwardOnly } = list;
    const whole = await wholeList(list);
    expect(whole).not.toEqual([]);
    expect(new Set(whole).size).toBe(whole.length);
    const readPage = async (paging: string): Promise<Page<unknown>> =>
      Object(await read([...of, listStep(coordinate, paging, args)], `nodes { id } ${pageInfo}`, as));
    // Longer lists have enough pages of two.
    for (const size of whole.length > 10 ? [2] : [1, 2]) {
      const pages = await (forwardOnly ? pageForward(readPage, size) : pageThrough(readPage, size));
      for (const pageItems of Object.values(pages)) expect(pageItems.map(idOf)).toEqual(whole);
    }
  });

  test.each(allLists.filter(({ forwardOnly }) => forwardOnly))(
    'rejects backward paging in $coordinate',
    async (list) => {
      const place = selectionAt([...list.of, listStep(list.coordinate, 'last: 1', list.args)], 'nodes { id }');
      const { errors } = await facade.execute(`{ ${place} }`, {}, { as: list.as });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(facade.calls).toEqual([]);
    },
  );

  test.each(allLists.flatMap(({ empty, ...list }) => (applies(empty) ? [{ ...list, empty }] : [])))(
    'returns an empty list for $coordinate',
    async ({ coordinate, as, empty, forwardOnly }) => {
      const place = [...empty.of, listStep(coordinate, 'first: 2', empty.args)];
      expect(await read(place, `nodes { id } edges { cursor } totalCount ${pageInfo}`, empty.as ?? as)).toEqual({
        totalCount: forwardOnly ? null : 0,
        nodes: [],
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      });
    },
  );

  test.each(allLists.flatMap(({ forbidden, ...list }) => (applies(forbidden) ? [{ ...list, forbidden }] : [])))(
    'returns an error, and never an empty list, for $coordinate if the caller may not read it',
    async ({ coordinate, forbidden: { of, as } }) => {
      const place = [...of, listStep(coordinate, 'first: 2')];
      const { data, errors } = await facade.execute(`{ ${selectionAt(place, 'nodes { id }')} }`, {}, { as });
      expect(valueAt(data, pathOf(place))).toBeNull();
      expect(errors).toMatchObject([{ path: pathOf(place), extensions: { code: 'FORBIDDEN' } }]);
    },
  );

  test.each(allLists)('returns an error for $coordinate alone if the upstream fails', async (list) => {
    const { type, coordinate, of, args, as } = list;
    const place = [...of, listStep(coordinate, 'first: 2', args)];
    const operations = operationsOfList(coordinate);
    const { data, errors } = await askWhileFailing(operations, selectionAt(place, 'nodes { id }'), type, as);
    expect(valueAt(data, pathOf(place))).toBeNull();
    expect(errors).toMatchObject([{ path: pathOf(place), extensions: { code: 'UPSTREAM_FAILED' } }]);
  });
});

describe('a node', () => {
  test.each(allTypes.flatMap(({ missing, ...each }) => (typeof missing === 'string' ? [{ ...each, missing }] : [])))(
    'returns null for $type that does not exist',
    async ({ type, missing, as }) => {
      expect(await readNode(globalId(missing), type, as)).toBeNull();
    },
  );

  test.each(allTypes.flatMap(({ forbidden, ...each }) => (applies(forbidden) ? [{ ...each, forbidden }] : [])))(
    'returns an error for $type that the caller may not read',
    async ({ type, forbidden: { id, as } }) => {
      const document = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${everything(type)} } } }`;
      const { data, errors } = await facade.execute(document, { id: globalId(id) }, { as });
      expect(data).toEqual({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'FORBIDDEN' } }]);
    },
  );

  test.each(allTypes.filter(({ missing }) => typeof missing === 'string'))(
    'returns an error for the node $type alone if the upstream fails',
    async ({ type, missing, as }) => {
      const operations = resourceTypes.get(type)?.detailOperations ?? [];
      const place = `node(id: ${JSON.stringify(globalId(String(missing)))}) { id }`;
      const { data, errors } = await askWhileFailing(operations, place, type, as);
      expect(data).toMatchObject({ node: null });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'UPSTREAM_FAILED' } }]);
    },
  );
});
