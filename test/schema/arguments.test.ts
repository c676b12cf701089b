/** Conventions of arguments and inputs of the whole graph. */
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

const inputValues: readonly { readonly coordinate: string; readonly input: GraphQLArgument | GraphQLInputField }[] = [
  ...fields.flatMap(({ coordinate: fieldCoordinate, field }) =>
    field.args.map((input) => ({ coordinate: `${fieldCoordinate}(${input.name}:)`, input })),
  ),
  ...inputs.flatMap((type) =>
    Object.values(type.getFields()).map((input) => ({ coordinate: `${type.name}.${input.name}`, input })),
  ),
];

const toNamedType = (type: GraphQLInputType): GraphQLNamedInputType => getNamedType(type);

describe('lists', () => {
  test('accept only arguments of pagination, filter, order and reading mode', () => {
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

  test('have types named Filter and Order for these arguments', () => {
    for (const { coordinate, field } of lists)
      for (const { name, type } of field.args) {
        if (name === 'filter') expect(String(type), coordinate).toMatch(/^\w+Filter$/);
        if (name === 'orderBy') expect(String(type), coordinate).toMatch(/^\w+Order$/);
      }
  });

  test('have order inputs with a field and a direction, which has a default', () => {
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
  test('end in Input, Filter or Order for inputs, and repeat no word', () => {
    expect(inputs.map(({ name }) => name).filter((name) => !/(?:Input|Filter|Order)$/.test(name))).toEqual([]);
    expect(types.map(({ name }) => name).filter((name) => /([A-Z][a-z]+)\1/.test(name))).toEqual([]);
  });

  test('are not reserved words of programming languages, for fields', () => {
    const reserved = /\.(?:import|export|delete|default|class|function|new|return|in|enum|null|true|false)$/;
    expect(fields.map(({ coordinate }) => coordinate).filter((coordinate) => reserved.test(coordinate))).toEqual([]);
  });
});

describe('enum values', () => {
  const unknownValue = 'UNKNOWN';

  test('do not include UNKNOWN for inputs', () => {
    const wrong = inputValues.flatMap(({ coordinate, input }) => {
      const type = toNamedType(input.type);
      return isEnumType(type) && type.getValue(unknownValue) ? [coordinate] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('are, for an input enum, those of the response enum without UNKNOWN and output-only values', () => {
    const pairs = types.flatMap((type) => {
      const output = isEnumType(type) && type.name.endsWith('Input') && schema.getType(type.name.replace(/Input$/, ''));
      return output ? [[type, output]] : [];
    });
    expect(pairs.length).toBeGreaterThan(10);
    // Only policies create rules of this type.
    const outputOnly = new Map([['ApprovalRuleTypeInput', ['REPORT_APPROVER']]]);
    for (const [input, output] of pairs) {
      if (!isEnumType(input) || !isEnumType(output)) return expect.unreachable(String(input));
      const inputValueNames = input.getValues().map(({ name }) => name);
      const expected = [...inputValueNames, ...(outputOnly.get(input.name) ?? []), unknownValue];
      expect(expected.toSorted()).toEqual(
        output
          .getValues()
          .map(({ name }) => name)
          .toSorted(),
      );
    }
  });
});

test('has the type ID for each input that is the id of an object', () => {
  // Neither protected branches, privileges nor catalog versions are objects of the graph; the host of an import has its own ids.
  const foreign = new Set([
    'ApprovalRuleCreateInput.protectedBranchIds',
    'FlowCatalogItemInput.versionId',
    'FlowCreateInput.agentPrivilegeIds',
    'FlowCreateInput.preApprovedAgentPrivilegeIds',
    'ProjectImportStartFromHostAInput.repoId',
  ]);
  const numbers = inputValues.flatMap(({ coordinate, input }) =>
    /Ids?$/.test(input.name) &&
    input.name !== 'systemId' &&
    toNamedType(input.type).name !== 'ID' &&
    !foreign.has(coordinate)
      ? [coordinate]
      : [],
  );
  expect(numbers).toEqual([]);
});

test('has scalars with the URL of their specification, and uses URL for fields with URLs', () => {
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
function getEnumUses(): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = new Map<string, Set<string>>();
  const add = (name: string, use: string) => uses.set(name, (uses.get(name) ?? new Set()).add(use));
  for (const { coordinate, input } of inputValues) {
    const type = toNamedType(input.type);
    if (isEnumType(type)) add(type.name, /^\w+(Filter|Input|Order)\./.exec(coordinate)?.[1] ?? 'other');
  }
  for (const { field } of fields) {
    const type = getNamedType(field.type);
    if (isEnumType(type)) add(type.name, 'other');
  }
  return uses;
}

const findEnumsUsedOnlyBy = (suffix: string): readonly string[] =>
  [...getEnumUses()].flatMap(([name, uses]) => (uses.size === 1 && uses.has(suffix) ? [name] : []));

test('names enums that only filters use Filter, unless their values are not those of an attribute', () => {
  const exceptions = [
    'GroupScope',
    'MergeRequestScope',
    'MergeRequestSearchField',
    'NoneOrAny',
    'PipelineScope',
    'UserKindExclusion',
  ];
  const filterEnums = findEnumsUsedOnlyBy('Filter');
  expect(filterEnums.filter((name) => !name.endsWith('Filter')).toSorted()).toEqual(exceptions);
});

test('names enums that only inputs of mutations use Input', () => {
  const inputEnums = findEnumsUsedOnlyBy('Input');
  expect(inputEnums.length).toBeGreaterThan(10);
  expect(inputEnums.filter((name) => !name.endsWith('Input'))).toEqual([]);
});
