/** Fields and arguments that are not null. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth } from '../specification/execute-both.ts';

const schema =
  'type Query { sync: String syncNonNull: String! promise: String promiseNonNull: String! syncNest: Query syncNonNullNest: Query! promiseNest: Query promiseNonNullNest: Query! }';

const throwing = {
  sync() {
    throw new Error('sync');
  },
  syncNonNull() {
    throw new Error('syncNonNull');
  },
  promise: () => Promise.reject(new Error('promise')),
  promiseNonNull: () => Promise.reject(new Error('promiseNonNull')),
  syncNest: (): object => throwing,
  syncNonNullNest: (): object => throwing,
  promiseNest: async (): Promise<object> => throwing,
  promiseNonNullNest: async (): Promise<object> => throwing,
};

const nulling = {
  sync: () => null,
  syncNonNull: () => null,
  promise: async () => null,
  promiseNonNull: async () => null,
  syncNest: (): object => nulling,
  syncNonNullNest: (): object => nulling,
  promiseNest: async (): Promise<object> => nulling,
  promiseNonNullNest: async (): Promise<object> => nulling,
};

const leaves = '{ sync promise }';
const tree = `{ sync promise syncNest ${leaves} promiseNest ${leaves} }`;
const chain = (last: string) =>
  `syncNonNullNest { promiseNonNullNest { syncNonNullNest { promiseNonNullNest { ${last} } } } }`;
const nulls = { sync: null, promise: null };
const nullTree = { ...nulls, syncNest: nulls, promiseNest: nulls };

/** Documents with their data, and the number of errors if the fields are null or throw. */
const cases: readonly (readonly [what: string, document: string, data: unknown, nullErrors: number, errors: number])[] =
  [
    ['a nullable field', '{ sync }', { sync: null }, 0, 1],
    ['a nullable field that is late', '{ promise }', { promise: null }, 0, 1],
    ['an object with a field that is not null', '{ syncNest { syncNonNull } }', { syncNest: null }, 1, 1],
    ['an object with a late field', '{ syncNest { promiseNonNull } }', { syncNest: null }, 1, 1],
    ['a late object', '{ promiseNest { syncNonNull } }', { promiseNest: null }, 1, 1],
    ['a late object with a late field', '{ promiseNest { promiseNonNull } }', { promiseNest: null }, 1, 1],
    [
      'each field of a tree',
      `{ syncNest ${tree} promiseNest ${tree} }`,
      { syncNest: nullTree, promiseNest: nullTree },
      0,
      12,
    ],
    [
      'the first nullable object above a chain of objects that are not null',
      `{ syncNest { ${chain('syncNonNull')} } promiseNest { ${chain('syncNonNull')} } a: syncNest { ${chain('promiseNonNull')} } b: promiseNest { ${chain('promiseNonNull')} } }`,
      { syncNest: null, promiseNest: null, a: null, b: null },
      4,
      4,
    ],
    ['the data', '{ syncNonNull }', null, 1, 1],
    ['the data, late', '{ promiseNonNull }', null, 1, 1],
    ['the data above a chain', `{ sync promise ${chain('promiseNonNull')} }`, null, 1, 3],
  ];

describe.each(cases)('%s is null', (_, document, data, nullErrors, errors) => {
  test('if a field is null', async () => {
    const result = await executeBoth({ schema, document, rootValue: nulling });
    expect(result.data).toEqual(data);
    expect(result.errors?.length ?? 0).toBe(nullErrors);
  });

  test('if a field fails', async () => {
    const result = await executeBoth({ schema, document, rootValue: throwing });
    expect(result.data).toEqual(data);
    expect(result.errors?.length).toBe(errors);
  });
});

describe('An argument that is not null', () => {
  const withArgument = createSchema('type Query { field(cannotBeNull: String!): String }', {
    Query: {
      resolve: { field: (_: unknown, { cannotBeNull }: { cannotBeNull: string }) => `Passed: ${cannotBeNull}` },
    },
  });

  test.each<[document: string, variableValues: Readonly<Record<string, unknown>>, value: string]>([
    ['{ field(cannotBeNull: "literal value") }', {}, 'literal value'],
    ['query ($v: String!) { field(cannotBeNull: $v) }', { v: 'variable value' }, 'variable value'],
    ['query ($v: String = "default value") { field(cannotBeNull: $v) }', {}, 'default value'],
  ])('passes in %s with %j', async (document, variableValues, value) => {
    expect(await executeBoth({ schema: withArgument, document, variableValues })).toEqual({
      data: { field: `Passed: ${value}` },
    });
  });

  test.each<[document: string, variableValues: Readonly<Record<string, unknown>>, column: number]>([
    ['{ field }', {}, 3],
    ['{ field(cannotBeNull: null) }', {}, 23],
    ['query ($v: String) { field(cannotBeNull: $v) }', {}, 42],
    ['query ($v: String = "default value") { field(cannotBeNull: $v) }', { v: null }, 60],
  ])('causes an error if missing in %s with %j', async (document, variableValues, column) => {
    expect(await executeBoth({ schema: withArgument, document, variableValues })).toEqual({
      data: { field: null },
      errors: [
        {
          message: expect.stringContaining('Query.field(cannotBeNull:)'),
          path: ['field'],
          locations: [{ line: 1, column }],
        },
      ],
    });
  });
});
