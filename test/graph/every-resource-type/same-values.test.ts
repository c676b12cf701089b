/** The values of an object do not depend on the field that returned it. */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { schema } from '../../../src/graph/index.ts';
import { isConnectionType } from '../../../src/graph/kit/paging/connection.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { cases, type FieldPath } from './cases.ts';
import { findDifferences, isResource, selectAllFields } from './values.ts';

/** Path from the root to objects of a type. */
interface ObjectPath {
  readonly start: FieldPath;
  /** Fields from the object at `start` to the objects, such as `['approvedBy', 'user']`. */
  readonly steps: readonly string[];
}

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  for (const { prepare, as } of Object.values(cases))
    if (prepare !== undefined) expect((await facade.execute(prepare, {}, { as })).errors).toBeUndefined();
});
afterAll(() => facade.close());

const getFieldType = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type);

/** Paths to objects of each type in the sandbox, and to the root. */
const startPaths: ReadonlyMap<string, readonly FieldPath[]> = new Map([
  ['Query', [[]]],
  ...Object.entries(cases).map(([name, { paths, lists }]): [string, readonly FieldPath[]] => [
    name,
    [
      ...('doesNotApply' in paths ? [] : paths),
      ...Object.entries(lists).map(([coordinate, { parent, args }]): FieldPath => {
        const list = coordinate.replace(/.*\./, '');
        return [...parent, `${list}(${['first: 3', args].filter((arg) => arg !== undefined).join(', ')})`, 'nodes'];
      }),
    ],
  ]),
]);

/** Fields from an object of a type to objects of resource types, through embedded objects and lists. */
function* findSteps(type: GraphQLObjectType, path: readonly string[] = []): Generator<[string, readonly string[]]> {
  for (const field of Object.values(type.getFields())) {
    if (field.args.some(isRequiredArgument)) continue;
    const named = getFieldType(field);
    if (!isObjectType(named) || path.includes(field.name)) continue;
    if (isConnectionType(named)) {
      const { nodes } = named.getFields();
      if (nodes !== undefined && isResource(getNamedType(nodes.type).name))
        yield [getNamedType(nodes.type).name, [...path, `${field.name}(first: 3)`, 'nodes']];
    } else if (isResource(named.name)) yield [named.name, [...path, field.name]];
    else if (path.length < 3) yield* findSteps(named, [...path, field.name]);
  }
}

/** Paths to objects of a type: those of the sandbox, and fields of one object of each other type. */
function findPathsTo(typeName: string): readonly ObjectPath[] {
  const objectPaths: ObjectPath[] = (startPaths.get(typeName) ?? []).map((start) => ({ start, steps: [] }));
  for (const [startType, paths] of startPaths) {
    const type = schema.getType(startType);
    if (!isObjectType(type)) throw new Error(`${startType} is not an object type`);
    for (const [target, steps] of findSteps(type))
      if (target === typeName) for (const start of paths.slice(0, 1)) objectPaths.push({ start, steps });
  }
  return objectPaths;
}

const formatPath = ({ start, steps }: ObjectPath): string => [...start, ...steps].join(' / ');

/** Objects in a response at the end of the steps. */
function getObjects(value: unknown, steps: readonly string[]): readonly object[] {
  if (Array.isArray(value)) return value.flatMap((item) => getObjects(item, steps));
  if (typeof value !== 'object' || value === null) return [];
  const [step, ...nextSteps] = steps;
  if (step === undefined) return [value];
  if (step.startsWith('...')) return getObjects(value, nextSteps);
  return getObjects(Object(value)[step.replace(/\(.*/s, '')], nextSteps);
}

/** Error codes of paths that fail, by the path. */
const expectedCodes: ReadonlyMap<string, readonly string[]> = new Map([
  // Managed tokens belong to top-level groups.
  ['group(id: 10) / managedTokens(first: 3) / nodes', ['BAD_USER_INPUT']],
  // No call reads the integration of an unknown tool.
  ['node(id: "gid://service/GroupIntegration/9/pager-z") / ... on GroupIntegration', ['NOT_FOUND']],
]);

/** Reads the objects at a path, except those that the caller may not read. */
async function read({ start, steps }: ObjectPath, selection: string, as: Role): Promise<readonly object[]> {
  const path = [...start, ...steps];
  const document = path.reduceRight((below, step) => `${step} { ${below} }`, selection);
  const { data, errors = [] } = await facade.execute(`{ ${document} }`, {}, { as });
  // Callers other than administrators may not read all paths.
  const codes = errors.map(({ extensions }) => extensions?.code);
  expect(codes.filter((code) => as === 'administrator' || code !== 'FORBIDDEN')).toEqual(
    expectedCodes.get(path.join(' / ')) ?? [],
  );
  return getObjects(data, path);
}

/** Types whose objects only their creator may read. An administrator may read all others. */
const creatorOnlyTypes = ['Flow', 'VulnerabilityExport'];

/** Reads an object by its global id; `undefined` if the type is not a `Node`, or no call reads the object. */
async function readNode(id: string, typeName: string, as: Role): Promise<object | undefined> {
  const type = schema.getType(typeName);
  if (!isObjectType(type) || type.getInterfaces().every(({ name }) => name !== 'Node')) return undefined;
  const path: ObjectPath = { start: [`node(id: ${JSON.stringify(id)})`, `... on ${typeName}`], steps: [] };
  return (await read(path, selectAllFields(typeName), as))[0];
}

const typesAndRoles = Object.entries(cases).flatMap(([typeName, { as }]): [string, Role][] => [
  [typeName, creatorOnlyTypes.includes(typeName) ? as : 'administrator'],
  // Callers receive more attributes of their own account than of other accounts.
  ...(typeName === 'User' ? [[typeName, as] satisfies [string, Role]] : []),
]);

test.each(typesAndRoles)(
  'returns the same values of %s from each field, for a caller with the role %s',
  async (typeName, role) => {
    const selection = selectAllFields(typeName);
    /** Objects by id, from `node` if the type is a `Node`, otherwise from the first path. */
    const firstReads = new Map<string, { readonly path: string; readonly object: object }>();
    const differences: string[] = [];
    for (const path of findPathsTo(typeName))
      for (const object of await read(path, selection, role)) {
        const { id } = Object(object);
        let first = firstReads.get(id);
        if (first === undefined) {
          const node = await readNode(id, typeName, role);
          first = node === undefined ? { path: formatPath(path), object } : { path: 'node', object: node };
          firstReads.set(id, first);
        }
        differences.push(...findDifferences(object, first.object, formatPath(path), first.path));
      }
    expect(differences).toEqual([]);
    expect(firstReads.size).toBeGreaterThan(0);
  },
);

test('compares objects that fields of several types return', () => {
  const format = (typeName: string) => findPathsTo(typeName).map(formatPath);
  expect(format('User')).toContain('project(id: 15) / mergeRequest(iid: 3) / approvalState / approvedBy / user');
  expect(format('Label')).toContain('project(id: 15) / mergeRequest(iid: 3) / labels');
  expect(format('Pipeline')).toContain('project(id: 15) / mergeRequest(iid: 3) / pipelines(first: 3) / nodes');
});
