/** Limits the result of introspection, whose size is estimated from the lengths of the lists in the schema. */

import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Config } from '../../config/config.ts';
import type { OperationTree, SelectedField, Selection } from '../../execution/index.ts';
import { ignoreInputErrors } from '../../graph/kit/resources/input-errors.ts';
import { memoize } from '../../helpers/memoize.ts';
import { shortenPath } from './largest-path.ts';
import { requestError } from './request-error.ts';

/** Equal to the maximum of graphql-js. */
const maxIntrospectionDepth = 2;

const lists = ['fields', 'args', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes'] as const;

/** Lengths of the lists of a type; `args` are those of one of its fields. */
type Lengths = Readonly<Record<(typeof lists)[number], number>>;

interface SchemaSize {
  readonly types: number;
  readonly directives: number;
  /** Average lengths of all types. */
  readonly any: Lengths;
  /** Average lengths of the types that have such a list at all. */
  readonly referred: Lengths;
  /** Average lengths of the possible types of abstract types. */
  readonly possible: Lengths;
  /** Lengths of the largest type, for a type that a client chooses. */
  readonly chosen: Lengths;
}

function lengthsOf(schema: GraphQLSchema, type: GraphQLNamedType): Lengths {
  const composite = isObjectType(type) || isInterfaceType(type);
  const fields = composite ? Object.values(type.getFields()) : [];
  return {
    fields: fields.length,
    args: fields.reduce((sum, { args }) => sum + args.length, 0) / Math.max(1, fields.length),
    inputFields: isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    enumValues: isEnumType(type) ? type.getValues().length : 0,
    interfaces: composite ? type.getInterfaces().length : 0,
    possibleTypes: isAbstractType(type) ? schema.getPossibleTypes(type).length : 0,
  };
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function summarize(all: readonly Lengths[], summary: (numbers: readonly number[]) => number): Lengths {
  const of = (list: (typeof lists)[number]): number => summary(all.map((lengths) => lengths[list]));
  return {
    fields: of('fields'),
    args: of('args'),
    inputFields: of('inputFields'),
    enumValues: of('enumValues'),
    interfaces: of('interfaces'),
    possibleTypes: of('possibleTypes'),
  };
}

const sizeOf = memoize((schema: GraphQLSchema): SchemaSize => {
  const types = Object.values(schema.getTypeMap());
  const all = types.map((type) => lengthsOf(schema, type));
  const possibleTypes = types.flatMap((type) => (isAbstractType(type) ? schema.getPossibleTypes(type) : []));
  const possible = possibleTypes.map((type) => lengthsOf(schema, type));
  return {
    types: all.length,
    directives: schema.getDirectives().length,
    any: summarize(all, average),
    referred: summarize(all, (numbers) => average(numbers.filter((number) => number > 0))),
    possible: summarize(possible, average),
    chosen: summarize(all, (numbers) => Math.max(0, ...numbers)),
  };
});

/** Selected fields; none if a condition is `null`, which is an error of the execution. */
const fieldsOf = (selection: Selection): readonly SelectedField[] => ignoreInputErrors(() => selection.fields) ?? [];

/** Values of a field: itself, and the selected ones of each item. @param own lengths of the lists of the object */
function countFieldValues({ name, selection }: SelectedField, own: Lengths, size: SchemaSize): number {
  const countItem = (lengths: Lengths) => 1 + countValues(fieldsOf(selection), lengths, size);
  switch (name) {
    case 'fields':
    case 'args':
    case 'inputFields':
    case 'enumValues':
      return 1 + own[name] * countItem(own);
    case 'interfaces':
      return 1 + own.interfaces * countItem(size.referred);
    case 'possibleTypes':
      return 1 + own.possibleTypes * countItem(size.possible);
    case 'types':
      return 1 + size.types * countItem(size.any);
    case 'directives':
      return 1 + size.directives * countItem(size.any);
    // About every second type is wrapped in another one.
    case 'ofType':
      return 1 + (countItem(size.referred) - 1) / 2;
    case 'type':
      return countItem(size.referred);
    case '__type':
    case 'queryType':
    case 'mutationType':
    case 'subscriptionType':
      return countItem(size.chosen);
    default:
      return countItem(own);
  }
}

function countValues(fields: readonly SelectedField[], lengths: Lengths, size: SchemaSize): number {
  let values = 0;
  for (const field of fields) values += countFieldValues(field, lengths, size);
  return values;
}

/** Fields that list types within types. */
const nestedLists = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes']);

interface NestedLists {
  readonly path: string;
  /** Number of lists of fields and types on the path. */
  readonly depth: number;
}

/** Finds the path with most lists of fields and types within each other. */
function findDeepestLists(fields: readonly SelectedField[]): NestedLists {
  let deepest: NestedLists = { path: '', depth: 0 };
  for (const { name, key, selection } of fields) {
    const below = findDeepestLists(fieldsOf(selection));
    const depth = below.depth + (nestedLists.has(name) ? 1 : 0);
    if (depth > deepest.depth) deepest = { path: below.path === '' ? key : `${key}.${below.path}`, depth };
  }
  return deepest;
}

const introspectionOf = ({ root }: OperationTree): readonly SelectedField[] =>
  root === undefined ? [] : fieldsOf(root).filter(({ name }) => name === '__schema' || name === '__type');

function estimateValues(fields: readonly SelectedField[], schema: GraphQLSchema): number {
  const size = sizeOf(schema);
  return countValues(fields, size.any, size);
}

/** Estimated number of values in the result of the introspection in an operation: leaves, objects and lists. */
export const introspectionValues = (tree: OperationTree): number => estimateValues(introspectionOf(tree), tree.schema);

export type IntrospectionLimits = Pick<Config, 'maxIntrospectionValues'>;

/** Rejects introspection that takes too long, also in report-only mode. */
export function checkIntrospection(tree: OperationTree, { maxIntrospectionValues }: IntrospectionLimits): void {
  const fields = introspectionOf(tree);
  if (fields.length === 0) return;
  const { path, depth } = findDeepestLists(fields);
  if (depth > maxIntrospectionDepth)
    throw requestError(
      'INTROSPECTION_LIMIT',
      `"${shortenPath(path)}" contains ${depth} of the lists ${[...nestedLists].join(', ')} within each other; the limit is ${maxIntrospectionDepth}. Select fewer of them there`,
    );
  const values = estimateValues(fields, tree.schema);
  if (values > maxIntrospectionValues)
    throw requestError(
      'INTROSPECTION_LIMIT',
      `The introspection would return about ${Math.round(values)} values; the limit is ${maxIntrospectionValues}. Select fewer fields`,
    );
}
