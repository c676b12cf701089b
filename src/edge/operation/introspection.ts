/** Estimates the number of values in the result of introspection: its selections, times the lengths of the lists in the schema. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
} from 'graphql';
import { foldSelections, fragmentsOf } from './selections.ts';

const lists = ['fields', 'args', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes'] as const;

/** Lengths of the lists of a type; `args` are those of one of its fields. */
type Lengths = Readonly<Record<(typeof lists)[number], number>>;

/**
 * A number for each way to reach a type: an average one of all types, of those that have such a list at all, and of the possible types of
 * abstract types, and the largest one for a type that a client chooses.
 */
interface Sizes<T> {
  readonly any: T;
  readonly referred: T;
  readonly possible: T;
  readonly chosen: T;
}

interface SchemaSize {
  readonly types: number;
  readonly directives: number;
  readonly lengths: Sizes<Lengths>;
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

const known = new WeakMap<GraphQLSchema, SchemaSize>();

function sizeOf(schema: GraphQLSchema): SchemaSize {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const named = Object.values(schema.getTypeMap());
  const all = named.map((type) => lengthsOf(schema, type));
  const possible = named.flatMap((type) => (isAbstractType(type) ? schema.getPossibleTypes(type) : []));
  const size: SchemaSize = {
    types: all.length,
    directives: schema.getDirectives().length,
    lengths: {
      any: summarize(all, average),
      referred: summarize(all, (numbers) => average(numbers.filter((number) => number > 0))),
      possible: summarize(
        possible.map((type) => lengthsOf(schema, type)),
        average,
      ),
      chosen: summarize(all, (numbers) => Math.max(0, ...numbers)),
    },
  };
  known.set(schema, size);
  return size;
}

const isIntrospection = (field: string): boolean => field === '__schema' || field === '__type';

const one = (value: number): Sizes<number> => ({
  any: value,
  referred: value,
  possible: value,
  chosen: value,
});

const combine = (combination: (context: keyof Sizes<number>) => number): Sizes<number> => ({
  any: combination('any'),
  referred: combination('referred'),
  possible: combination('possible'),
  chosen: combination('chosen'),
});

/** Number of values of a field of introspection: itself, and what is selected below it for each item. */
function valuesOfField({ types, directives, lengths }: SchemaSize, { name }: FieldNode, below: Sizes<number>) {
  switch (name.value) {
    case 'fields':
    case 'args':
    case 'inputFields':
    case 'enumValues': {
      const list = name.value;
      return combine((context) => 1 + lengths[context][list] * (1 + below[context]));
    }
    case 'interfaces':
      return combine((context) => 1 + lengths[context].interfaces * (1 + below.referred));
    case 'possibleTypes':
      return combine((context) => 1 + lengths[context].possibleTypes * (1 + below.possible));
    case 'types':
      return one(1 + types * (1 + below.any));
    case 'directives':
      return one(1 + directives * (1 + below.any));
    // About every second type is wrapped in another one.
    case 'ofType':
      return one(1 + below.referred / 2);
    case 'type':
      return one(1 + below.referred);
    case '__type':
    case 'queryType':
    case 'mutationType':
    case 'subscriptionType':
      return one(1 + below.chosen);
    default:
      return combine((context) => 1 + below[context]);
  }
}

/** Fields that list types within types. */
const nestedLists = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes']);

/** How deep lists of fields and types are nested in the introspection of a document. */
export function introspectionDepth(document: DocumentNode): number {
  const depthOf = foldSelections(
    fragmentsOf(document),
    { outside: 0, inside: 0 },
    (selection, below) => {
      if (selection.kind !== Kind.FIELD) return below;
      const { value } = selection.name;
      const inside = below.inside + (nestedLists.has(value) ? 1 : 0);
      return { inside, outside: isIntrospection(value) ? inside : below.outside };
    },
    (one, other) => ({
      inside: Math.max(one.inside, other.inside),
      outside: Math.max(one.outside, other.outside),
    }),
  );
  const depths = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? depthOf(node.selectionSet).outside : 0,
  );
  return Math.max(0, ...depths);
}

/** Estimated number of values in the result of the introspection in a document: leaves, objects and lists. */
export function introspectionValues(schema: GraphQLSchema, document: DocumentNode): number {
  const size = sizeOf(schema);
  const fragments = fragmentsOf(document);
  const below = foldSelections(
    fragments,
    one(0),
    (selection, values) => (selection.kind === Kind.FIELD ? valuesOfField(size, selection, values) : values),
    (sum, more) => combine((context) => sum[context] + more[context]),
  );
  const within = foldSelections<number>(
    fragments,
    0,
    (selection, values) => {
      if (selection.kind !== Kind.FIELD || !isIntrospection(selection.name.value)) return values;
      return below({ kind: Kind.SELECTION_SET, selections: [selection] }).any;
    },
    (sum, more) => sum + more,
  );
  return document.definitions.reduce(
    (sum, node) => sum + (node.kind === Kind.OPERATION_DEFINITION ? within(node.selectionSet) : 0),
    0,
  );
}
