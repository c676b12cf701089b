/** Basic execution. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { buildSchema, type GraphQLResolveInfo, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { expect, test } from 'vitest';
import { execute } from '../../../src/execution/index.ts';
import { createSchema, executeBoth } from '../specification/execute-both.ts';

test('executes functions, promises and values at all depths', async () => {
  const schema = createSchema(
    `type Query { a: String b: String c: String d: String e: String f: String pic(size: Int): String deep: Deep promise: Query }
    type Deep { a: String b: String c: [String] deeper: [Query] }`,
    { Query: { resolve: { pic: ({ pic }: { pic(size: number): string }, { size }: { size: number }) => pic(size) } } },
  );
  const rootValue = {
    a: () => 'Apple',
    b: () => 'Banana',
    c: () => 'Cookie',
    d: () => 'Donut',
    e: () => 'Egg',
    f: 'Fish',
    pic: (size: number) => `Pic of size: ${size}`,
    deep: () => ({
      a: () => 'Already Been Done',
      b: () => 'Boring',
      c: () => ['Contrived', undefined, 'Confusing'],
      deeper: () => [rootValue, null, rootValue],
    }),
    promise: async (): Promise<unknown> => rootValue,
  };
  const document = `query ($size: Int) {
    a, b, x: c ...c f
    ... on Query { pic(size: $size) promise { a } }
    deep { a b c deeper { a b } }
  }
  fragment c on Query { d e }`;
  const fruit = { a: 'Apple', b: 'Banana' };
  expect(await executeBoth({ schema, document, rootValue, variableValues: { size: 100 } })).toEqual({
    data: {
      ...fruit,
      x: 'Cookie',
      d: 'Donut',
      e: 'Egg',
      f: 'Fish',
      pic: 'Pic of size: 100',
      promise: { a: 'Apple' },
      deep: {
        a: 'Already Been Done',
        b: 'Boring',
        c: ['Contrived', null, 'Confusing'],
        deeper: [fruit, null, fruit],
      },
    },
  });
});

test('merges parallel fragments', async () => {
  const rootValue = { a: 'Apple', b: 'Banana', c: 'Cherry', deep: () => rootValue };
  const schema = 'type Query { a: String b: String c: String deep: Query }';
  const document = `{ a, ...One, ...Two }
    fragment One on Query { b deep { b, deeper: deep { b } } }
    fragment Two on Query { c deep { c, deeper: deep { c } } }`;
  const { data } = await executeBoth({ schema, document, rootValue });
  const [b, c] = ['Banana', 'Cherry'];
  expect(data).toEqual({ a: 'Apple', b, c, deep: { b, c, deeper: { b, c } } });
});

test('passes the state of the execution to resolvers', () => {
  const infos: GraphQLResolveInfo[] = [];
  const schema = createSchema('type Query { test: String }', {
    Query: {
      resolve: {
        test(_: unknown, __: unknown, ___: unknown, info: GraphQLResolveInfo) {
          infos.push(info);
        },
      },
    },
  });
  const document = parse('query ($var: String) { result: test }');
  const rootValue = { root: 'value' };
  execute({ schema, document, rootValue, variableValues: { var: 'abc' } });
  const [info] = infos;
  const [operation] = document.definitions;
  expect(info).toMatchObject({
    fieldName: 'test',
    path: { prev: undefined, key: 'result', typename: 'Query' },
    fragments: {},
    variableValues: { coerced: { var: 'abc' } },
  });
  expect(info?.returnType).toBe(GraphQLString);
  expect(info?.parentType).toBe(schema.getQueryType());
  expect(info?.schema).toBe(schema);
  expect(info?.rootValue).toBe(rootValue);
  expect(info?.operation).toBe(operation);
  expect(info?.fieldNodes.map(({ alias }) => alias?.value)).toEqual(['result']);
});

test('passes paths through lists and abstract types to resolvers', async () => {
  const paths: unknown[] = [];
  const schema = createSchema('type Query { test: [U!]! } union U = A type A { test: String }', {
    U: { resolveType: () => 'A' },
    A: {
      resolve: {
        test(_: unknown, __: unknown, ___: unknown, { path }: GraphQLResolveInfo) {
          paths.push(path);
        },
      },
    },
  });
  await executeBoth({ schema, document: '{ l1: test { ... on A { l2: test } } }', rootValue: { test: [{}] } });
  const path = {
    key: 'l2',
    typename: 'A',
    prev: { key: 0, typename: undefined, prev: { key: 'l1', typename: 'Query', prev: undefined } },
  };
  expect(paths).toEqual([path, path, path]);
});

test('reports errors of all kinds, and keeps the values of other fields', async () => {
  const names = [
    'sync',
    'throws',
    'throwsRaw',
    'returnsError',
    'async',
    'rejects',
    'rejectsRaw',
    'rejectsEmpty',
    'asyncThrows',
    'resolvesToError',
    'withExtensions',
  ];
  const schema = `type Query { ${names.map((name) => `${name}: String`).join(' ')} returnsErrorList: [String] }`;
  const rootValue = {
    sync: () => 'sync',
    throws() {
      throw new Error('throws');
    },
    throwsRaw() {
      throw 'throwsRaw';
    },
    returnsError: () => new Error('returnsError'),
    returnsErrorList: () => ['sync0', new Error('returnsErrorList1'), 'sync2', new Error('returnsErrorList3')],
    async: async () => 'async',
    rejects: () => Promise.reject(new Error('rejects')),
    rejectsRaw: () => Promise.reject('rejectsRaw'),
    rejectsEmpty: () => Promise.reject(),
    async asyncThrows() {
      throw new Error('asyncThrows');
    },
    resolvesToError: async () => new Error('resolvesToError'),
    withExtensions: async () => Object.assign(new Error('withExtensions'), { extensions: { foo: 'bar' } }),
  };
  const document = `{\n${[...names, 'returnsErrorList'].join('\n')}\n}`;
  const { data, errors } = await executeBoth({ schema, document, rootValue });
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  expect(data).toEqual({ ...nulls, sync: 'sync', async: 'async', returnsErrorList: ['sync0', null, 'sync2', null] });
  const messages: Readonly<Record<string, string>> = {
    throwsRaw: 'Unexpected error value: "throwsRaw"',
    rejectsRaw: 'Unexpected error value: "rejectsRaw"',
    rejectsEmpty: 'Unexpected error value: undefined',
  };
  const expected = names.flatMap((name, index) =>
    name === 'sync' || name === 'async'
      ? []
      : [
          {
            message: messages[name] ?? name,
            path: [name],
            locations: [{ line: index + 2, column: 1 }],
            ...(name === 'withExtensions' ? { extensions: { foo: 'bar' } } : {}),
          },
        ],
  );
  const inLists = [1, 3].map((index) => ({
    message: `returnsErrorList${index}`,
    path: ['returnsErrorList', index],
    locations: [{ line: names.length + 2, column: 1 }],
  }));
  expect(errors).toHaveLength(expected.length + 2);
  expect(errors).toEqual(expect.arrayContaining([...expected, ...inLists]));
});

test('reports a list that is rejected', async () => {
  const schema = 'type Query { foods: [Food] } type Food { name: String }';
  const foods = () => Promise.reject(new Error('Oops'));
  expect(await executeBoth({ schema, document: '{ foods { name } }', rootValue: { foods } })).toEqual({
    data: { foods: null },
    errors: [{ message: 'Oops', path: ['foods'], locations: [{ line: 1, column: 3 }] }],
  });
});

test('combines a synchronous error with a rejection', async () => {
  const schema = 'type Query { late: String! early: String! }';
  const rootValue = { late: () => Promise.reject(new Error('Late')), early: () => null };
  expect(await executeBoth({ schema, document: '{ late early }', rootValue })).toEqual({
    data: null,
    errors: [
      {
        message: 'Cannot return null for non-nullable field Query.early.',
        path: ['early'],
        locations: [{ line: 1, column: 8 }],
      },
    ],
  });
});

test('reports the complete path through fields that are not null', async () => {
  const schema = 'type Query { nullableA: A } type A { nullableA: A nonNullA: A! throws: String! }';
  const a = {
    nullableA: () => a,
    nonNullA: () => a,
    throws() {
      throw new Error('Catch me if you can');
    },
  };
  const document = '{ nullableA { aliasedA: nullableA { nonNullA { anotherA: nonNullA { throws } } } } }';
  expect(await executeBoth({ schema, document, rootValue: a })).toEqual({
    data: { nullableA: { aliasedA: null } },
    errors: [
      {
        message: 'Catch me if you can',
        path: ['nullableA', 'aliasedA', 'nonNullA', 'anotherA', 'throws'],
        locations: [{ line: 1, column: 69 }],
      },
    ],
  });
});

test.each([
  ['Q', { a: 'b' }],
  ['M', { c: 'd' }],
  ['S', { a: 'b' }],
])('uses the root type of the operation %s', async (operationName, data) => {
  const schema =
    'schema { query: Q mutation: M subscription: S } type Q { a: String } type M { c: String } type S { a: String }';
  const document = 'query Q { a } mutation M { c } subscription S { a }';
  expect(await executeBoth({ schema, document, operationName, rootValue: { a: 'b', c: 'd' } })).toEqual({ data });
});

test.each(['query', 'mutation', 'subscription'])(
  'reports that a schema without types supports no %s',
  async (operation) => {
    const schema = new GraphQLSchema({ assumeValid: true });
    expect(await executeBoth({ schema, document: `${operation} { __typename }` })).toEqual({
      data: null,
      errors: [
        {
          message: `Schema is not configured to execute ${operation} operation.`,
          locations: [{ line: 1, column: 1 }],
        },
      ],
    });
  },
);

test('keeps the order of fields whose values arrive in another order', async () => {
  const schema = 'type Query { a: String b: String c: String d: String e: String }';
  const rootValue = { a: 'a', b: async () => 'b', c: 'c', d: async () => 'd', e: 'e' };
  const { data } = await executeBoth({ schema, document: '{ a b c d e }', rootValue });
  expect(JSON.stringify(data)).toBe('{"a":"a","b":"b","c":"c","d":"d","e":"e"}');
});

test('ignores definitions that are not executable', async () => {
  const document = '{ foo } type Query { bar: String }';
  expect(await executeBoth({ schema: 'type Query { foo: String }', document })).toEqual({ data: { foo: null } });
});

test('throws for an invalid schema', () => {
  const document = parse('{ a }');
  expect(() => execute({ schema: new GraphQLSchema({}), document })).toThrow('Query root type must be provided.');
});

test('passes possible types to the type resolver of the request', async () => {
  const schema = buildSchema('type Query { foo: Foo } interface Foo { bar: Int } type Bar implements Foo { bar: Int }');
  const possible: string[][] = [];
  await executeBoth({
    schema,
    document: '{ foo { bar } }',
    rootValue: { foo: { bar: 1 } },
    typeResolver(_, __, info, abstractType) {
      possible.push(info.schema.getPossibleTypes(abstractType).map(({ name }) => name));
      return 'Bar';
    },
  });
  expect(possible).toEqual([['Bar'], ['Bar'], ['Bar']]);
});

test('leaves out arguments that are not set', async () => {
  const schema = createSchema('type Query { field(a: Boolean, b: Boolean, c: Boolean, d: Int, e: Int): String }', {
    Query: { resolve: { field: (_: unknown, args: object) => JSON.stringify(args) } },
  });
  const { data } = await executeBoth({ schema, document: '{ field(a: true, c: false, e: 0) }' });
  expect(data).toEqual({ field: '{"a":true,"c":false,"e":0}' });
});
