/** Queries of lists with values and objects of their items. Compiled code projects most of these items. */
import fc from 'fast-check';
import { type GraphQLSchema, getNamedType } from 'graphql';
import type { Request } from './assemble.ts';
import { isConnection, isSelectableWithoutArguments, Selections } from './selections.ts';

const roots: readonly (readonly [field: string, type: string])[] = [
  ['project(id: "14")', 'Project'],
  ['project(id: "27")', 'Project'],
  ['group(id: "9")', 'Group'],
  ['groups(first: 3)', 'GroupConnection'],
  ['users(first: 3)', 'UserConnection'],
  ['runners(first: 3)', 'RunnerConnection'],
  ['featureFlags(first: 3)', 'FeatureFlagConnection'],
];
/** Maximum depth of fields. */
const maxDepth = 4;

function root(index: number, selections: Selections): string {
  const [field, name] = selections.pick(roots);
  const type = selections.objectType(name);
  selections.startRoot();
  if (isConnection(type)) return `root${index}: ${field} ${selections.selectionSet(type, maxDepth)}`;
  const lists = Object.values(type.getFields()).filter(
    (own) => isSelectableWithoutArguments(own) && isConnection(getNamedType(own.type)),
  );
  const selectedLists = [0, 1].map(
    (listIndex) => `list${index}${listIndex}: ${selections.field(selections.pick(lists), maxDepth)}`,
  );
  return `root${index}: ${field} { ${selectedLists.join(' ')} }`;
}

function listQuery(selections: Selections): Request {
  const parts = [0, 1, 2].map((index) => root(index, selections)).join(' ');
  return {
    query: `query Lists($yes: Boolean! = true, $no: Boolean! = false) { ${parts} __typename @skip(if: $yes) @include(if: $no) }`,
    variables: { yes: !selections.chance(4), no: selections.chance(4) },
    operationName: 'Lists',
  };
}

export const listQueries = (schema: GraphQLSchema): fc.Arbitrary<Request> =>
  fc.nat().map((seed) => listQuery(new Selections(schema, seed)));
