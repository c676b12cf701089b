/** Variables and inputs. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { GraphQLEnumType, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth } from '../specification/execute-both.ts';

function createTestSchema(): GraphQLSchema {
  const echo = (_: unknown, { input }: { input?: unknown }) => JSON.stringify(input);
  const names = [
    'fieldWithObject',
    'fieldWithNullableString',
    'fieldWithNonNullableString',
    'fieldWithDefault',
    'fieldWithNonNullableDefault',
    'list',
    'nnList',
    'listNN',
    'nnListNN',
    'fieldWithNested',
    'fieldWithEnum',
    'fieldWithOneOf',
  ];
  const schema = createSchema(
    `scalar ComplexScalar
    scalar FaultyScalar
    enum TestEnum { NULL UNDEFINED NAN FALSE CUSTOM DEFAULT }
    input TestInput { a: String b: [String] c: String! d: ComplexScalar e: FaultyScalar }
    input TestNested { na: TestInput! nb: String! }
    input TestOneOf @oneOf { a: String b: Int c: TestOneOf }
    type Query {
      fieldWithObject(input: TestInput): String
      fieldWithNullableString(input: String): String
      fieldWithNonNullableString(input: String!): String
      fieldWithDefault(input: String = "Hello World"): String
      fieldWithNonNullableDefault(input: String! = "Hello World"): String
      list(input: [String]): String
      nnList(input: [String]!): String
      listNN(input: [String!]): String
      nnListNN(input: [String!]!): String
      fieldWithNested(input: TestNested): String
      fieldWithEnum(input: TestEnum): String
      fieldWithOneOf(input: TestOneOf): String
    }`,
    { Query: { resolve: Object.fromEntries(names.map((name) => [name, echo])) } },
  );
  const complex = schema.getType('ComplexScalar');
  const faulty = schema.getType('FaultyScalar');
  if (!(complex instanceof GraphQLScalarType && faulty instanceof GraphQLScalarType)) throw new Error('No scalars');
  Object.assign(complex, {
    coerceInputValue: (value: unknown) => (value === 'ExternalValue' ? 'InternalValue' : undefined),
    coerceInputLiteral: (node: { value?: unknown }) => (node.value === 'ExternalValue' ? 'InternalValue' : undefined),
  });
  Object.assign(faulty, {
    coerceInputValue() {
      throw new Error('FaultyScalar has failed');
    },
    coerceInputLiteral() {
      throw new Error('FaultyScalar has failed');
    },
  });
  return schema;
}

const schema = createTestSchema();

interface Case {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The input as the resolver receives it; `undefined` if it is absent. */
  readonly input?: unknown;
  /** Part of the message of the error. */
  readonly error?: string;
  /** Whether the error is one of the request. */
  readonly isRequestError?: boolean;
}

const inlined = (field: string, literal: string, rest: Partial<Case>): Case => ({
  document: `{ result: ${field}(input: ${literal}) }`,
  ...rest,
});
const withVariable = (field: string, type: string, variables: Case['variables'], rest: Partial<Case>): Case => ({
  document: `query ($input: ${type}) { result: ${field}(input: $input) }`,
  ...(variables === undefined ? {} : { variables }),
  ...rest,
});
const requestError = (error: string): Partial<Case> => ({ error, isRequestError: true });

const cases: Readonly<Record<string, readonly Case[]>> = {
  'input objects in the document': [
    inlined('fieldWithObject', '{ a: "foo", b: ["bar"], c: "baz" }', { input: { a: 'foo', b: ['bar'], c: 'baz' } }),
    inlined('fieldWithObject', '{ a: "foo", b: "bar", c: "baz" }', { input: { a: 'foo', b: ['bar'], c: 'baz' } }),
    inlined('fieldWithObject', '{ a: null, b: null, c: "C", d: null }', {
      input: { a: null, b: null, c: 'C', d: null },
    }),
    inlined('fieldWithObject', '{ b: ["A", null, "C"], c: "C" }', { input: { b: ['A', null, 'C'], c: 'C' } }),
    inlined('fieldWithObject', '["foo", "bar", "baz"]', { error: 'Query.fieldWithObject(input:)' }),
    inlined('fieldWithObject', '{ c: "foo", d: "ExternalValue" }', { input: { c: 'foo', d: 'InternalValue' } }),
    inlined('fieldWithObject', '{ c: "foo", e: "bar" }', { error: 'FaultyScalar has failed' }),
    inlined('fieldWithObject', '{ a: "foo" }', { error: 'Query.fieldWithObject(input:)' }),
    inlined('fieldWithObject', '{ c: "foo", unknown: "x" }', { error: 'Query.fieldWithObject(input:)' }),
    inlined('fieldWithObject', '{ c: null }', { error: 'Query.fieldWithObject(input:)' }),
  ],
  'input objects in variables': [
    withVariable(
      'fieldWithObject',
      'TestInput',
      { input: { a: 'foo', b: ['bar'], c: 'baz' } },
      { input: { a: 'foo', b: ['bar'], c: 'baz' } },
    ),
    withVariable(
      'fieldWithObject',
      'TestInput',
      { input: { a: 'foo', b: 'bar', c: 'baz' } },
      { input: { a: 'foo', b: ['bar'], c: 'baz' } },
    ),
    withVariable(
      'fieldWithObject',
      'TestInput',
      { input: { c: 'foo', d: 'ExternalValue' } },
      { input: { c: 'foo', d: 'InternalValue' } },
    ),
    withVariable(
      'fieldWithObject',
      'TestInput = { c: "default", d: "ExternalValue" }',
      {},
      { input: { c: 'default', d: 'InternalValue' } },
    ),
    withVariable('fieldWithObject', 'TestInput = { c: "default" }', { input: null }, { input: null }),
    withVariable(
      'fieldWithObject',
      'TestInput',
      { input: { c: 'foo', e: 'x' } },
      requestError('FaultyScalar has failed'),
    ),
    withVariable('fieldWithObject', 'TestInput', { input: { c: null } }, requestError('at .c:')),
    withVariable('fieldWithObject', 'TestInput', { input: 'foo bar' }, requestError('$input')),
    withVariable('fieldWithObject', 'TestInput', { input: { a: 'foo', b: 'bar' } }, requestError('c')),
    withVariable('fieldWithObject', 'TestInput', { input: { c: 'baz', extra: 'dog' } }, requestError('extra')),
    withVariable('fieldWithNested', 'TestNested', { input: { na: { c: 'foo' } } }, requestError('nb')),
    withVariable(
      'fieldWithNested',
      'TestNested',
      { input: { na: { c: 'c', a: 1 }, nb: 'b' } },
      requestError('at .na.a:'),
    ),
  ],
  'variables within input objects': [
    {
      document:
        'query ($a: String, $b: [String], $c: String = "C") { result: fieldWithObject(input: { a: $a, b: $b, c: $c }) }',
      variables: { a: 'A', b: ['B', null] },
      input: { a: 'A', b: ['B', null], c: 'C' },
    },
    { document: 'query ($a: String) { result: fieldWithObject(input: { a: $a, c: "c" }) }', input: { c: 'c' } },
    {
      document: 'query ($a: String) { result: fieldWithObject(input: { a: $a, c: "c" }) }',
      variables: { a: null },
      input: { a: null, c: 'c' },
    },
    {
      document: 'query ($c: String) { result: fieldWithObject(input: { c: $c }) }',
      error: 'Query.fieldWithObject(input:)',
    },
    {
      document: 'query ($b: String) { result: fieldWithObject(input: { b: [$b, "x"], c: "c" }) }',
      input: { b: [null, 'x'], c: 'c' },
    },
  ],
  'nullable scalars': [
    { document: '{ result: fieldWithNullableString }' },
    withVariable('fieldWithNullableString', 'String', undefined, {}),
    withVariable('fieldWithNullableString', 'String', { input: null }, { input: null }),
    withVariable('fieldWithNullableString', 'String', { input: 'a' }, { input: 'a' }),
    inlined('fieldWithNullableString', '"a"', { input: 'a' }),
    inlined('fieldWithNullableString', 'null', { input: null }),
    { document: 'query ($a: String = null) { result: fieldWithNullableString(input: $a) }', input: null },
  ],
  'scalars that are not null': [
    { document: '{ result: fieldWithNonNullableString }', error: 'Query.fieldWithNonNullableString(input:)' },
    {
      document: 'query ($value: String = "default") { result: fieldWithNonNullableString(input: $value) }',
      input: 'default',
    },
    withVariable('fieldWithNonNullableString', 'String!', undefined, requestError('$input')),
    withVariable('fieldWithNonNullableString', 'String!', { input: null }, requestError('$input')),
    withVariable('fieldWithNonNullableString', 'String!', { input: 'a' }, { input: 'a' }),
    withVariable('fieldWithNonNullableString', 'String!', { input: [1, 2, 3] }, requestError('$input')),
    withVariable('fieldWithNonNullableString', 'String', undefined, {
      error: 'Query.fieldWithNonNullableString(input:)',
    }),
    inlined('fieldWithNonNullableString', '"a"', { input: 'a' }),
    inlined('fieldWithNonNullableString', 'null', { error: 'Query.fieldWithNonNullableString(input:)' }),
  ],
  lists: ['list', 'nnList', 'listNN', 'nnListNN'].flatMap((field) => {
    const type = { list: '[String]', nnList: '[String]!', listNN: '[String!]', nnListNN: '[String!]!' }[field] ?? '';
    const isNonNull = type.endsWith('!');
    const hasNonNullItems = type.includes('String!');
    return [
      withVariable(field, type, { input: null }, isNonNull ? requestError('$input') : { input: null }),
      withVariable(field, type, undefined, isNonNull ? requestError('$input') : {}),
      withVariable(field, type, { input: ['A'] }, { input: ['A'] }),
      withVariable(field, type, { input: 'A' }, { input: ['A'] }),
      withVariable(field, type, { input: [] }, { input: [] }),
      withVariable(
        field,
        type,
        { input: ['A', null] },
        hasNonNullItems ? requestError('at [1]:') : { input: ['A', null] },
      ),
      withVariable(field, type, { input: [null] }, hasNonNullItems ? requestError('at [0]:') : { input: [null] }),
      inlined(field, '"A"', { input: ['A'] }),
      inlined(field, '["A", null]', hasNonNullItems ? { error: `Query.${field}(input:)` } : { input: ['A', null] }),
      inlined(field, 'null', isNonNull ? { error: `Query.${field}(input:)` } : { input: null }),
    ];
  }),
  'default values of arguments': [
    { document: '{ result: fieldWithDefault }', input: 'Hello World' },
    withVariable('fieldWithDefault', 'String', undefined, { input: 'Hello World' }),
    inlined('fieldWithDefault', 'NOT_A_STRING', { error: 'Query.fieldWithDefault(input:)' }),
    inlined('fieldWithDefault', 'null', { input: null }),
    { document: '{ result: fieldWithNonNullableDefault }', input: 'Hello World' },
    withVariable('fieldWithNonNullableDefault', 'String', undefined, { input: 'Hello World' }),
    withVariable(
      'fieldWithNonNullableDefault',
      'String',
      { input: null },
      { error: 'Query.fieldWithNonNullableDefault(input:)' },
    ),
    withVariable('fieldWithNonNullableDefault', 'String = "variable"', undefined, { input: 'variable' }),
  ],
  enums: [
    inlined('fieldWithEnum', 'CUSTOM', { input: 'custom value' }),
    inlined('fieldWithEnum', 'NULL', { input: null }),
    inlined('fieldWithEnum', 'FALSE', { input: false }),
    withVariable('fieldWithEnum', 'TestEnum', { input: 'CUSTOM' }, { input: 'custom value' }),
    withVariable('fieldWithEnum', 'TestEnum = DEFAULT', {}, { input: 'DEFAULT' }),
    withVariable('fieldWithEnum', 'TestEnum', { input: 'custom value' }, requestError('$input')),
    inlined('fieldWithEnum', '"CUSTOM"', { error: 'Query.fieldWithEnum(input:)' }),
  ],
  '@oneOf': [
    inlined('fieldWithOneOf', '{ a: "abc" }', { input: { a: 'abc' } }),
    inlined('fieldWithOneOf', '{ b: 123 }', { input: { b: 123 } }),
    inlined('fieldWithOneOf', '{ c: { b: 123 } }', { input: { c: { b: 123 } } }),
    inlined('fieldWithOneOf', '{ a: "abc", b: 123 }', { error: 'Query.fieldWithOneOf(input:)' }),
    inlined('fieldWithOneOf', '{ a: "abc", b: null }', { error: 'Query.fieldWithOneOf(input:)' }),
    inlined('fieldWithOneOf', '{ a: null }', { error: 'Query.fieldWithOneOf(input:)' }),
    inlined('fieldWithOneOf', '{}', { error: 'Query.fieldWithOneOf(input:)' }),
    inlined('fieldWithOneOf', '{ c: { a: "abc", b: 1 } }', { error: 'Query.fieldWithOneOf(input:)' }),
    withVariable('fieldWithOneOf', 'TestOneOf!', { input: { a: 'abc' } }, { input: { a: 'abc' } }),
    withVariable('fieldWithOneOf', 'TestOneOf!', { input: { a: 'abc', b: 123 } }, requestError('$input')),
    withVariable('fieldWithOneOf', 'TestOneOf!', { input: { a: 'abc', b: null } }, requestError('$input')),
    withVariable('fieldWithOneOf', 'TestOneOf!', { input: { a: null } }, requestError('$input')),
    withVariable('fieldWithOneOf', 'TestOneOf!', { input: {} }, requestError('$input')),
    withVariable('fieldWithOneOf', 'TestOneOf!', { input: { a: 'abc', unknown: 1 } }, requestError('$input')),
    withVariable('fieldWithOneOf', 'TestOneOf = { a: "default" }', {}, { input: { a: 'default' } }),
    {
      document: 'query ($a: String!) { result: fieldWithOneOf(input: { a: $a }) }',
      variables: { a: 'abc' },
      input: { a: 'abc' },
    },
    {
      document: 'query ($a: String) { result: fieldWithOneOf(input: { a: $a }) }',
      error: 'Query.fieldWithOneOf(input:)',
    },
    {
      document: 'query ($a: String) { result: fieldWithOneOf(input: { a: $a }) }',
      variables: { a: null },
      error: 'Query.fieldWithOneOf(input:)',
    },
    {
      document: 'query ($a: String, $b: Int) { result: fieldWithOneOf(input: { a: $a, b: $b }) }',
      variables: { a: 'abc' },
      error: 'Query.fieldWithOneOf(input:)',
    },
    {
      document: 'query ($a: String, $b: Int) { result: fieldWithOneOf(input: { a: $a, b: $b }) }',
      variables: { a: 'abc', b: 123 },
      error: 'Query.fieldWithOneOf(input:)',
    },
  ],
};

function setEnumValues(): void {
  const type = schema.getType('TestEnum');
  if (!(type instanceof GraphQLEnumType)) throw new Error('No enum');
  const values: Readonly<Record<string, unknown>> = {
    NULL: null,
    NAN: Number.NaN,
    FALSE: false,
    CUSTOM: 'custom value',
  };
  for (const [name, value] of Object.entries(values)) Object.assign(type.getValue(name) ?? {}, { value });
}
setEnumValues();

describe.each(Object.entries(cases))('%s', (_, group) => {
  test.each(group)(
    '$document with $variables',
    async ({ document, variables, input, error, isRequestError = false }) => {
      const result = await executeBoth({ schema, document, variableValues: variables });
      if (error === undefined) {
        expect(result).toEqual({ data: { result: JSON.stringify(input) ?? null } });
        return;
      }
      expect(result.errors).toHaveLength(1);
      const [{ message = '', path, locations } = {}] = result.errors ?? [];
      expect(message).toContain(error);
      expect(locations).toHaveLength(1);
      if (isRequestError) expect(result).not.toHaveProperty('data');
      else expect(result.data).toEqual({ result: null });
      expect(path).toEqual(isRequestError ? undefined : ['result']);
    },
  );
});

test.each(['Query!', 'Unknown!'])('rejects a variable of type %s', async (type) => {
  const document = `query ($input: ${type}) { result: fieldWithObject(input: $input) }`;
  const result = await executeBoth({ schema, document, isInvalid: true, variableValues: { input: 'value' } });
  expect(result).not.toHaveProperty('data');
  expect(result.errors).toMatchObject([{ message: expect.stringContaining('$input') }]);
});

test('reports all invalid variables', async () => {
  const document = 'query ($a: String!, $b: TestInput, $c: [Int!]) { result: fieldWithNullableString(input: $a) }';
  const variableValues = { a: 1, b: { a: 2 }, c: ['x', 'y'] };
  const result = await executeBoth({ schema, document, variableValues });
  expect(result).not.toHaveProperty('data');
  expect(new Set(result.errors?.map(({ message }) => /"\$(\w)"/.exec(message)?.[1]))).toEqual(new Set(['a', 'b', 'c']));
});

test('stops after many invalid values', async () => {
  const document = 'query ($list: [Int!]) { result: fieldWithNullableString }';
  const variableValues = { list: Array.from({ length: 200 }, () => 'x') };
  const { errors } = await executeBoth({ schema, document, variableValues });
  expect(errors).toHaveLength(51);
  expect(errors?.at(-1)?.message).toContain('Too many errors');
});
