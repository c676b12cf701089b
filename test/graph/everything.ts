/** Selections of all that a type holds itself, so that no field goes untested because nobody wrote it down. */
import { type GraphQLField, getNamedType, isAbstractType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { schema } from '../../src/graph/index.ts';
import { kindOf, type Place } from '../../src/graph/kit/fields/kind.ts';
import { isConnectionType } from '../../src/graph/kit/paging/connection.ts';
import { Cursors } from '../../src/graph/kit/paging/cursors.ts';
import { Selection } from '../../src/graph/kit/resources/selection.ts';

/** A place of which nothing is known. */
export const nowhere: Place = {
  type: undefined,
  path: undefined,
  first: undefined,
  representation: undefined,
  answerMayBeEmpty: false,
  listLength: 1,
  cursors: new Cursors(),
};

/** Whether a field is an attribute or part of one, rather than another object or a list of its own. */
function isOwn(field: GraphQLField<unknown, unknown>): boolean {
  if (field.args.some(isRequiredArgument) || isConnectionType(getNamedType(field.type).name)) return false;
  const kind = kindOf(field);
  if (kind === undefined || field.name === 'id') return true;
  return (
    kind.isOwn &&
    field.name !== 'extra' &&
    kind.foresee(nowhere, {}, Selection.empty).objects.every(({ type }) => type === undefined)
  );
}

/** The selection, without braces, of every attribute of a type, embedded objects with all of theirs. */
export function everything(typeName: string, nesting: readonly string[] = []): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object type`);
  return Object.values(type.getFields())
    .filter(isOwn)
    .flatMap((field) => {
      const named = getNamedType(field.type);
      if (isLeafType(named)) return [field.name];
      if (isAbstractType(named)) return [`${field.name} { __typename }`];
      if (nesting.includes(named.name)) return [];
      return [`${field.name} { ${everything(named.name, [...nesting, named.name])} }`];
    })
    .join(' ');
}

/** An answer of the documents by the names of the graph, for attributes whose values are passed on as they are. */
export function inGraphNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inGraphNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name === 'id' ? 'databaseId' : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      inGraphNames(member),
    ]),
  );
}
