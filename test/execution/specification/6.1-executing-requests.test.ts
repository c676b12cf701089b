/** Section 6.1 of the GraphQL specification: Executing Requests. */
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth, subscribeBoth } from './execute-both.ts';

describe('ExecuteRequest and GetOperation', () => {
  const schema = 'type Query { a: String b: String } type Mutation { c: String } type Subscription { d: String }';
  const rootValue = {
    a: 'A',
    b: 'B',
    c: 'C',
    async *d() {
      yield { d: 'D' };
    },
  };
  const several = 'query First { a } query Second { b } mutation Third { c }';

  test.each<[what: string, document: string, operationName: string | undefined, expected: unknown]>([
    ['the only operation', '{ a }', undefined, { data: { a: 'A' } }],
    ['the only operation, which has a name', 'query First { a }', undefined, { data: { a: 'A' } }],
    ['the only operation beside fragments', '{ ...F } fragment F on Query { a }', undefined, { data: { a: 'A' } }],
    ['the operation of the name', several, 'Second', { data: { b: 'B' } }],
    ['the mutation of the name', several, 'Third', { data: { c: 'C' } }],
  ])('executes %s', async (_, document, operationName, expected) => {
    expect(await executeBoth({ schema, document, operationName, rootValue })).toEqual(expected);
  });

  test.each<[what: string, document: string, operationName: string | undefined, message: string]>([
    ['no operation', 'fragment F on Query { a }', undefined, 'Must provide an operation.'],
    [
      'several operations without a name',
      several,
      undefined,
      'Must provide operation name if query contains multiple operations.',
    ],
    ['a name that no operation has', several, 'Fourth', 'Unknown operation named "Fourth".'],
    ['a name if the only operation is anonymous', '{ a }', 'First', 'Unknown operation named "First".'],
    ['an empty name', 'query First { a }', '', 'Unknown operation named "".'],
  ])('rejects %s, without data', async (_, document, operationName, message) => {
    const result = await executeBoth({ schema, document, operationName, rootValue });
    expect(result).toEqual({ errors: [{ message }] });
  });

  test.each(['mutation', 'subscription'])('reports a %s for which the schema has no root type', async (operation) => {
    const result = await executeBoth({ schema: 'type Query { a: String }', document: `${operation} { a }` });
    expect(result).toEqual({
      data: null,
      errors: [
        {
          message: `Schema is not configured to execute ${operation} operation.`,
          locations: [{ line: 1, column: 1 }],
        },
      ],
    });
  });

  test('executes the subscription of the name', async () => {
    const document = 'query First { a } subscription Second { d }';
    const results = await subscribeBoth({ schema, document, operationName: 'Second', rootValue });
    expect(results).toEqual([{ data: { d: 'D' } }]);
  });
});

describe('Validating Requests', () => {
  const schema = 'type Query { a: A } type A { b: String }';

  test.each<[what: string, document: string, data: unknown]>([
    ['a field that its type lacks', '{ a { b c } d }', { a: { b: 'B' } }],
    ['a fragment that the document lacks', '{ a { b ...Absent } }', { a: { b: 'B' } }],
    ['a type condition that the schema lacks', '{ a { b ... on Absent { b2: b } } }', { a: { b: 'B' } }],
    ['a selection on a leaf', '{ a { b { c } } }', { a: { b: 'B' } }],
    ['an object without a selection', '{ a }', { a: {} }],
    ['an argument that the field lacks', '{ a(x: 1) { b(y: 2) } }', { a: { b: 'B' } }],
  ])('ignores %s, which validation rejects', async (_, document, data) => {
    expect(await executeBoth({ schema, document, isInvalid: true, rootValue: { a: { b: 'B' } } })).toEqual({ data });
  });
});

describe('CoerceVariableValues', () => {
  const sdl = `
    type Query { echo(v: TYPE): String }
    enum Color { RED GREEN }
    input Point { x: Int! y: Int = 7 next: Point }
    input One @oneOf { a: Int b: String }
  `;
  const argumentsOf = { Query: { resolve: { echo: (_: unknown, args: unknown) => JSON.stringify(args) } } };

  const run = (declaration: string, values: Readonly<Record<string, unknown>>) => {
    const argumentType = declaration.replace(/ = .*/, '').replace(/!$/, '');
    const schema = createSchema(sdl.replace('TYPE', argumentType), argumentsOf);
    return executeBoth({ schema, document: `query ($v: ${declaration}) { echo(v: $v) }`, variableValues: values });
  };

  describe('passes on', () => {
    test.each<[declaration: string, values: Readonly<Record<string, unknown>>, args: unknown]>([
      ['Int', {}, {}],
      ['Int', { v: null }, { v: null }],
      ['Int', { v: 3 }, { v: 3 }],
      ['Int', { v: 3, unused: 'value' }, { v: 3 }],
      ['Int = 5', {}, { v: 5 }],
      ['Int = 5', { v: null }, { v: null }],
      ['Int = 5', { v: 6 }, { v: 6 }],
      ['Int! = 5', {}, { v: 5 }],
      ['Int = null', {}, { v: null }],
      ['Float', { v: 3 }, { v: 3 }],
      ['ID', { v: 3 }, { v: '3' }],
      ['ID', { v: 'x' }, { v: 'x' }],
      ['Boolean', { v: false }, { v: false }],
      ['Color', { v: 'GREEN' }, { v: 'GREEN' }],
      ['Color = RED', {}, { v: 'RED' }],
      ['[Int]', { v: 3 }, { v: [3] }],
      ['[Int]', { v: [1, null] }, { v: [1, null] }],
      ['[Int!]', { v: [] }, { v: [] }],
      ['[[Int]]', { v: 3 }, { v: [[3]] }],
      ['[[Int]]', { v: [[1], null] }, { v: [[1], null] }],
      ['Point', { v: { x: 1 } }, { v: { x: 1, y: 7 } }],
      ['Point', { v: { y: null, x: 1 } }, { v: { x: 1, y: null } }],
      ['Point', { v: { x: 1, next: { x: 2 } } }, { v: { x: 1, y: 7, next: { x: 2, y: 7 } } }],
      ['Point = { x: 4 }', {}, { v: { x: 4, y: 7 } }],
      ['One', { v: { a: 1 } }, { v: { a: 1 } }],
    ])('%s of %j as the arguments %j', async (declaration, values, args) => {
      expect(await run(declaration, values)).toEqual({ data: { echo: JSON.stringify(args) } });
    });
  });

  describe('rejects the request for', () => {
    test.each<[declaration: string, values: Readonly<Record<string, unknown>>]>([
      ['Int!', {}],
      ['Int!', { v: null }],
      ['Int! = 5', { v: null }],
      ['Int', { v: 'x' }],
      ['Int', { v: 1.5 }],
      ['Int', { v: 2 ** 31 }],
      ['String', { v: 5 }],
      ['Boolean', { v: 'true' }],
      ['ID', { v: true }],
      ['Color', { v: 'BLUE' }],
      ['Color', { v: 1 }],
      ['[Int!]', { v: [1, null] }],
      ['[Int!]!', { v: null }],
      ['[Int]', { v: [1, 'x'] }],
      ['Point', { v: {} }],
      ['Point', { v: { x: null } }],
      ['Point', { v: { x: 1, z: 2 } }],
      ['Point', { v: { x: 1, next: { x: 'a' } } }],
      ['Point', { v: 5 }],
      ['One', { v: {} }],
      ['One', { v: { a: 1, b: 'x' } }],
      ['One', { v: { a: null } }],
    ])('%s of %j', async (declaration, values) => {
      const result = await run(declaration, values);
      expect(result).not.toHaveProperty('data');
      expect(result.errors?.length).toBeGreaterThan(0);
      for (const { message, locations, path } of result.errors ?? []) {
        expect(message).toMatch(/^Variable "\$v"/);
        expect(locations).toEqual([{ line: 1, column: 8 }]);
        expect(path).toBeUndefined();
      }
    });

    test('each of several variables', async () => {
      const document = 'query ($a: Int!, $b: Int, $c: Boolean!) { echo(v: $b) }';
      const schema = createSchema(sdl.replace('TYPE', 'Int'), argumentsOf);
      const result = await executeBoth({ schema, document, variableValues: { b: 'x', c: true } });
      expect(result.errors?.map(({ locations }) => locations)).toEqual([
        [{ line: 1, column: 8 }],
        [{ line: 1, column: 18 }],
      ]);
    });

    test('a variable of an output type', async () => {
      const schema = createSchema('type Query { echo: String }', argumentsOf);
      const result = await executeBoth({ schema, document: 'query ($v: Query) { echo }', variableValues: { v: {} } });
      expect(result).not.toHaveProperty('data');
    });

    test('a custom scalar that throws', async () => {
      const schema = createSchema(`scalar Even ${sdl.replace('TYPE', 'Even')}`, argumentsOf);
      const even = schema.getType('Even');
      Object.assign(even ?? {}, {
        coerceInputValue(value: unknown) {
          if (typeof value !== 'number' || value % 2 !== 0) throw new TypeError('An even number is required');
          return value / 2;
        },
      });
      const document = 'query ($v: Even) { echo(v: $v) }';
      expect(await executeBoth({ schema, document, variableValues: { v: 4 } })).toEqual({ data: { echo: '{"v":2}' } });
      const { errors } = await executeBoth({ schema, document, variableValues: { v: 3 } });
      expect(errors?.map(({ message }) => message)).toEqual([expect.stringContaining('An even number is required')]);
    });
  });

  test('calls no resolver if a variable is invalid', async () => {
    let calls = 0;
    const echo = () => {
      calls += 1;
      return 'called';
    };
    const schema = createSchema(sdl.replace('TYPE', 'Int'), { Query: { resolve: { echo } } });
    const document = 'query ($v: Int!) { echo(v: $v) }';
    await executeBoth({ schema, document });
    expect(calls).toBe(0);
    await executeBoth({ schema, document, variableValues: { v: 1 } });
    // Both executors run it, and graphql-js once more.
    expect(calls).toBe(3);
  });
});
