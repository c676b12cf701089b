/** The values of an object do not depend on the field that returned it. */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/graph/index.ts';
import { isConnectionType } from '../../../src/graph/kit/paging/connection.ts';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { cases, type Place } from './cases.ts';
import { compare, isResource, selectionOf } from './values.ts';

/** A field that returns objects of a type, from the root on. */
interface Way {
  readonly place: Place;
  /** Fields from the object at the place to the objects, such as `['approvedBy', 'user']`. */
  readonly steps: readonly string[];
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  for (const { prepare, as } of Object.values(cases))
    if (prepare !== undefined) expect((await facade.execute(prepare, {}, { as })).errors).toBeUndefined();
});
afterAll(() => facade.close());

const namedType = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type);

/** Objects of the sandbox of each type, and the root. */
const starts: ReadonlyMap<string, readonly Place[]> = new Map([
  ['Query', [[]]],
  ...Object.entries(cases).map(([name, { places, lists }]): [string, readonly Place[]] => [
    name,
    [
      ...('doesNotApply' in places ? [] : places),
      ...Object.entries(lists).map(([coordinate, { of, args }]): Place => {
        const list = coordinate.replace(/.*\./, '');
        return [...of, `${list}(${['first: 3', args].filter((arg) => arg !== undefined).join(', ')})`, 'nodes'];
      }),
    ],
  ]),
]);

/** Fields from an object of a type to objects of resource types, through embedded objects and lists. */
function* stepsFrom(type: GraphQLObjectType, path: readonly string[] = []): Generator<[string, readonly string[]]> {
  for (const field of Object.values(type.getFields())) {
    if (field.args.some(isRequiredArgument)) continue;
    const named = namedType(field);
    if (!isObjectType(named) || path.includes(field.name)) continue;
    if (isConnectionType(named)) {
      const { nodes } = named.getFields();
      if (nodes !== undefined && isResource(getNamedType(nodes.type).name))
        yield [getNamedType(nodes.type).name, [...path, `${field.name}(first: 3)`, 'nodes']];
    } else if (isResource(named.name)) yield [named.name, [...path, field.name]];
    else if (path.length < 3) yield* stepsFrom(named, [...path, field.name]);
  }
}

/** Ways to objects of a type that start at the objects of the sandbox. */
function waysTo(typeName: string): readonly Way[] {
  const ways: Way[] = (starts.get(typeName) ?? []).map((place) => ({ place, steps: [] }));
  for (const [start, places] of starts) {
    const type = schema.getType(start);
    if (!isObjectType(type)) throw new Error(`${start} is not an object type`);
    for (const [target, steps] of stepsFrom(type))
      if (target === typeName) for (const place of places.slice(0, 1)) ways.push({ place, steps });
  }
  return ways;
}

const wayName = ({ place, steps }: Way): string => [...place, ...steps].join(' / ');

/** Objects in a response at the end of the steps. */
function objectsAt(value: unknown, steps: readonly string[]): readonly object[] {
  if (Array.isArray(value)) return value.flatMap((item) => objectsAt(item, steps));
  if (typeof value !== 'object' || value === null) return [];
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (step.startsWith('...')) return objectsAt(value, rest);
  return objectsAt(Object(value)[step.replace(/\(.*/s, '')], rest);
}

/** Codes of the errors of fields that fail, by the field. */
const failures: ReadonlyMap<string, readonly string[]> = new Map([
  // Managed tokens belong to top-level groups.
  ['group(id: 10) / managedTokens(first: 3) / nodes', ['BAD_USER_INPUT']],
  // No call reads an integration of an unknown tool alone.
  ['node(id: "gid://service/GroupIntegration/9/pager-z") / ... on GroupIntegration', ['NOT_FOUND']],
]);

/** Reads the objects of a way. An object that cannot be read is left out. */
async function read({ place, steps }: Way, selection: string, as: Role): Promise<readonly object[]> {
  const path = [...place, ...steps];
  const document = path.reduceRight((below, step) => `${step} { ${below} }`, selection);
  const { data, errors = [] } = await facade.execute(`{ ${document} }`, {}, { as });
  // Other callers may not follow all ways.
  const codes = errors.map(({ extensions }) => extensions?.code);
  expect(codes.filter((code) => as === 'administrator' || code !== 'FORBIDDEN')).toEqual(
    failures.get(path.join(' / ')) ?? [],
  );
  return objectsAt(data, path);
}

/** Types whose objects only their creator sees; an administrator sees all others. */
const ownersOnly = ['Flow', 'VulnerabilityExport'];

/** Reads an object by its global id; `undefined` if the type is no node, or no call reads the object alone. */
async function readNode(id: string, typeName: string, as: Role): Promise<object | undefined> {
  const type = schema.getType(typeName);
  if (!isObjectType(type) || type.getInterfaces().every(({ name }) => name !== 'Node')) return undefined;
  const way: Way = { place: [`node(id: ${JSON.stringify(id)})`, `... on ${typeName}`], steps: [] };
  return (await read(way, selectionOf(typeName), as))[0];
}

const readers = Object.entries(cases).flatMap(([typeName, { as }]): [string, Role][] => [
  [typeName, ownersOnly.includes(typeName) ? as : 'administrator'],
  // Callers receive more attributes of their own account than of other accounts.
  ...(typeName === 'User' ? [[typeName, as] satisfies [string, Role]] : []),
]);

test.each(readers)(
  '%s has the same values in each field that returns it to a caller with the role %s',
  async (typeName, role) => {
    const selection = selectionOf(typeName);
    /** The object as it was read first, by `node` if it is one, with the name of the field. */
    const firstReads = new Map<string, { readonly way: string; readonly object: object }>();
    const differences: string[] = [];
    for (const way of waysTo(typeName))
      for (const object of await read(way, selection, role)) {
        const { id } = Object(object);
        let first = firstReads.get(id);
        if (first === undefined) {
          const node = await readNode(id, typeName, role);
          first = node === undefined ? { way: wayName(way), object } : { way: 'node', object: node };
          firstReads.set(id, first);
        }
        differences.push(...compare(object, first.object, wayName(way), first.way));
      }
    expect(differences).toEqual([]);
    expect(firstReads.size).toBeGreaterThan(0);
  },
);

test('compares objects that several types return', () => {
  const ways = (typeName: string) => waysTo(typeName).map(wayName);
  expect(ways('User')).toContain('project(id: 15) / mergeRequest(iid: 3) / approvalState / approvedBy / user');
  expect(ways('Label')).toContain('project(id: 15) / mergeRequest(iid: 3) / labels');
  expect(ways('Pipeline')).toContain('project(id: 15) / mergeRequest(iid: 3) / pipelines(first: 3) / nodes');
});
