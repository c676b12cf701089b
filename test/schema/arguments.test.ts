/** The idiom of arguments and inputs, which holds for the whole graph. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const fields = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field }))
    : [],
);
const lists = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));
const inputs = types.filter(isInputObjectType);

const places: readonly { readonly place: string; readonly input: GraphQLArgument | GraphQLInputField }[] = [
  ...fields.flatMap(({ coordinate, field }) =>
    field.args.map((input) => ({ place: `${coordinate}(${input.name}:)`, input })),
  ),
  ...inputs.flatMap((type) =>
    Object.values(type.getFields()).map((input) => ({ place: `${type.name}.${input.name}`, input })),
  ),
];

const named = (type: GraphQLInputType): GraphQLNamedInputType => getNamedType(type);

describe('lists', () => {
  test('take pages, one filter and one order, and nothing else but how to read', () => {
    const ownArguments = ['first', 'after', 'last', 'before', 'filter', 'orderBy', 'keyset', 'withMergeStatusRecheck'];
    expect(lists.length).toBeGreaterThan(40);
    expect(
      lists.flatMap(({ coordinate, field }) => {
        const allowed = coordinate.startsWith('Subscription.') ? [...ownArguments, 'project', 'every'] : ownArguments;
        return field.args.filter(({ name }) => !allowed.includes(name)).map(({ name }) => `${coordinate}(${name}:)`);
      }),
    ).toEqual([]);
  });

  test('state the default of `first` in its description alone, as null has it, too', () => {
    for (const { coordinate, field } of lists) {
      const first = field.args.find(({ name }) => name === 'first');
      expect(first?.description, coordinate).toMatch(/20 by default|Defaults to 20/);
      expect(first?.defaultValue ?? first?.default, coordinate).toBeUndefined();
    }
  });

  test('name the types of both after what they are', () => {
    for (const { coordinate, field } of lists)
      for (const { name, type } of field.args) {
        if (name === 'filter') expect(String(type), coordinate).toMatch(/^\w+Filter$/);
        if (name === 'orderBy') expect(String(type), coordinate).toMatch(/^\w+Order$/);
      }
  });

  test('have orders of one shape', () => {
    const orders = inputs.filter(({ name }) => name.endsWith('Order'));
    expect(orders.length).toBeGreaterThan(8);
    for (const order of orders) {
      const { field, direction, ...others } = order.getFields();
      expect(others, order.name).toEqual({});
      expect(String(field?.type)).toBe(`${order.name}Field!`);
      expect(String(direction?.type)).toBe('SortOrder!');
      expect(direction?.defaultValue ?? direction?.default, order.name).toBeDefined();
    }
  });
});

describe('names', () => {
  test('end in Input for inputs, without repetition', () => {
    expect(inputs.map(({ name }) => name).filter((name) => !/(?:Input|Filter|Order)$/.test(name))).toEqual([]);
    expect(types.map(({ name }) => name).filter((name) => /([A-Z][a-z]+)\1/.test(name))).toEqual([]);
  });

  test('are not reserved words for fields', () => {
    const reserved = /\.(?:import|export|delete|default|class|function|new|return|in|enum|null|true|false)$/;
    expect(fields.map(({ coordinate }) => coordinate).filter((coordinate) => reserved.test(coordinate))).toEqual([]);
  });
});

describe('words', () => {
  const unknown = 'UNKNOWN';

  test('for what nobody knows are in no enum of an input', () => {
    const wrong = places.flatMap(({ place, input }) => {
      const type = named(input.type);
      return isEnumType(type) && type.getValue(unknown) ? [place] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('equal those of the enum for responses without deprecated and output-only ones, for an enum for input', () => {
    const pairs = types.flatMap((type) => {
      const answer = isEnumType(type) && /Input$/.test(type.name) && schema.getType(type.name.replace(/Input$/, ''));
      return answer ? [[type, answer]] : [];
    });
    expect(pairs.length).toBeGreaterThan(10);
    // Only policies create rules of this type.
    const outputOnly = new Map([['ApprovalRuleTypeInput', ['REPORT_APPROVER']]]);
    for (const [input, answer] of pairs) {
      if (!isEnumType(input) || !isEnumType(answer)) return expect.unreachable(String(input));
      const words = input.getValues().map(({ name }) => name);
      const current = answer.getValues().filter(({ deprecationReason }) => deprecationReason === undefined);
      const expected = [...words, ...(outputOnly.get(input.name) ?? []), unknown];
      expect(expected.toSorted()).toEqual(current.map(({ name }) => name).toSorted());
    }
  });
});

test('an id of an object is an ID and not a number', () => {
  // Neither protected branches, privileges nor catalog versions are objects of the graph; the host of an import has its own ids.
  const foreign = new Set([
    'ApprovalRuleCreateInput.protectedBranchIds',
    'FlowCatalogItemInput.versionId',
    'FlowCreateInput.agentPrivilegeIds',
    'FlowCreateInput.preApprovedAgentPrivilegeIds',
    'ProjectImportStartFromHostAInput.repoId',
  ]);
  const numbers = places.flatMap(({ place, input }) =>
    /Ids?$/.test(input.name) && input.name !== 'systemId' && named(input.type).name !== 'ID' && !foreign.has(place)
      ? [place]
      : [],
  );
  expect(numbers).toEqual([]);
});

test('scalars of texts with a form say where it is specified', () => {
  for (const name of ['URL', 'EmailAddress', 'Date', 'DateTime']) {
    const type = schema.getType(name);
    expect(isScalarType(type) && type.specifiedByURL, name).toMatch(/^https:/);
  }
  const untyped = fields.filter(
    ({ field }) =>
      /Url$|^url$/.test(field.name) &&
      !['issuesUrl'].includes(field.name) &&
      getNamedType(field.type).name === 'String',
  );
  expect(untyped.map(({ coordinate }) => coordinate)).toEqual([]);
});

/** Suffixes of the input types that use each enum, and `other` for arguments and fields. */
function enumUses(): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = new Map<string, Set<string>>();
  const add = (name: string, use: string) => uses.set(name, (uses.get(name) ?? new Set()).add(use));
  for (const { place, input } of places) {
    const type = named(input.type);
    if (isEnumType(type)) add(type.name, /^\w+(Filter|Input|Order)\./.exec(place)?.[1] ?? 'other');
  }
  for (const { field } of fields) {
    const type = getNamedType(field.type);
    if (isEnumType(type)) add(type.name, 'other');
  }
  return uses;
}

const enumsUsedOnlyBy = (suffix: string): readonly string[] =>
  [...enumUses()].flatMap(([name, uses]) => (uses.size === 1 && uses.has(suffix) ? [name] : []));

test('enums that only filters use are named Filter, unless they choose something else than values of an attribute', () => {
  const others = [
    'GroupScope',
    'MergeRequestScope',
    'MergeRequestSearchField',
    'NoneOrAny',
    'PipelineScope',
    'UserKindExclusion',
  ];
  const ofFilters = enumsUsedOnlyBy('Filter');
  expect(ofFilters.filter((name) => !name.endsWith('Filter')).toSorted()).toEqual(others);
});

test('enums that only inputs of mutations use are named Input', () => {
  const ofInputs = enumsUsedOnlyBy('Input');
  expect(ofInputs.length).toBeGreaterThan(10);
  expect(ofInputs.filter((name) => !name.endsWith('Input'))).toEqual([]);
});
