/** Section 6.4 of the GraphQL specification: Executing Fields. Sections 6.4.3 and 6.4.4 are in files of their own. */
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth } from './execute-both.ts';

describe('CoerceArgumentValues', () => {
  const sdl = `
    type Query {
      echo(int: Int, defaulted: Int = 5, nonNull: Int! = 6, list: [Int], point: Point, one: One, color: Color, id: ID): String
      required(int: Int!): String
    }
    enum Color { RED GREEN }
    input Point { x: Int! y: Int = 7 list: [Int!] }
    input One @oneOf { a: Int b: String }
  `;
  const echo = (_: unknown, args: object) => JSON.stringify(args);
  const schema = createSchema(sdl, { Query: { resolve: { echo, required: echo } } });
  const defaults = { defaulted: 5, nonNull: 6 };

  test.each<[args: string, expected: object]>([
    ['', defaults],
    ['(int: 1)', { int: 1, ...defaults }],
    ['(int: null)', { int: null, ...defaults }],
    ['(defaulted: null)', { defaulted: null, nonNull: 6 }],
    ['(nonNull: 1, defaulted: 2)', { defaulted: 2, nonNull: 1 }],
    ['(list: 1)', { ...defaults, list: [1] }],
    ['(list: [1, null])', { ...defaults, list: [1, null] }],
    ['(point: { x: 1 })', { ...defaults, point: { x: 1, y: 7 } }],
    ['(point: { x: 1, y: null })', { ...defaults, point: { x: 1, y: null } }],
    ['(point: { x: 1, list: 2 })', { ...defaults, point: { x: 1, y: 7, list: [2] } }],
    ['(one: { a: 1 })', { ...defaults, one: { a: 1 } }],
    ['(color: GREEN)', { ...defaults, color: 'GREEN' }],
    ['(id: 7)', { ...defaults, id: '7' }],
  ])('coerces the literals %s', async (args, expected) => {
    expect(await executeBoth({ schema, document: `{ echo${args} }` })).toEqual({
      data: { echo: JSON.stringify(expected) },
    });
  });

  const variables = '$v: Int, $d: Int = 8, $s: String, $c: Color';

  test.each<[args: string, values: Readonly<Record<string, unknown>>, expected: object]>([
    ['(int: $v)', {}, defaults],
    ['(int: $v)', { v: null }, { int: null, ...defaults }],
    ['(int: $v)', { v: 1 }, { int: 1, ...defaults }],
    ['(int: $d)', {}, { int: 8, ...defaults }],
    ['(int: $undeclared)', {}, defaults],
    ['(defaulted: $v)', {}, defaults],
    ['(defaulted: $v)', { v: null }, { defaulted: null, nonNull: 6 }],
    ['(nonNull: $v)', {}, defaults],
    ['(nonNull: $v)', { v: 2 }, { defaulted: 5, nonNull: 2 }],
    ['(list: [1, $v])', { v: 2 }, { ...defaults, list: [1, 2] }],
    ['(list: [1, $v])', {}, { ...defaults, list: [1, null] }],
    ['(point: { x: $d, y: $v })', {}, { ...defaults, point: { x: 8, y: 7 } }],
    ['(point: { x: $d, y: $v })', { v: null }, { ...defaults, point: { x: 8, y: null } }],
    ['(one: { b: $s })', { s: 'x' }, { ...defaults, one: { b: 'x' } }],
    ['(color: $c)', { c: 'RED' }, { ...defaults, color: 'RED' }],
  ])('replaces the variables of %s by %j', async (args, variableValues, expected) => {
    const document = `query (${variables}) { echo${args} }`;
    expect(await executeBoth({ schema, document, variableValues })).toEqual({
      data: { echo: JSON.stringify(expected) },
    });
  });

  test.each<[field: string, values?: Readonly<Record<string, unknown>>]>([
    ['required'],
    ['required(int: null)'],
    ['required(int: $v)'],
    ['required(int: $v)', { v: null }],
    ['required(int: "x")'],
    ['echo(nonNull: null)'],
    ['echo(nonNull: $v)', { v: null }],
    ['echo(list: ["x"])'],
    ['echo(point: {})'],
    ['echo(point: { x: 1, z: 2 })'],
    ['echo(point: { x: $v })'],
    ['echo(color: BLUE)'],
    ['echo(color: "RED")'],
    ['echo(one: {})'],
    ['echo(one: { a: 1, b: "x" })'],
    ['echo(one: { a: null })'],
    ['echo(one: { a: $v })'],
  ])('reports an error of the field %s', async (field, variableValues) => {
    const document = `query (${variables}) { ok: echo ${field} }`;
    const { data, errors } = await executeBoth({ schema, document, variableValues });
    const [name = ''] = field.split('(');
    expect(data).toEqual({ ok: JSON.stringify(defaults), [name]: null });
    expect(errors?.map(({ path }) => path)).toEqual([[name]]);
  });

  test('does not call the resolver of a field with invalid arguments', async () => {
    let calls = 0;
    const failing = createSchema(sdl, {
      Query: {
        resolve: {
          required() {
            calls += 1;
          },
        },
      },
    });
    await executeBoth({ schema: failing, document: '{ required(int: "x") }' });
    expect(calls).toBe(0);
    await executeBoth({ schema: failing, document: '{ required(int: 1) }' });
    expect(calls).toBe(3);
  });
});

describe('ResolveFieldValue', () => {
  const schema = 'type Query { a(x: Int): String b: String nested: Query }';

  test.each<[what: string, rootValue: unknown, data: unknown]>([
    ['a property', { a: 'value' }, { a: 'value' }],
    ['a getter', Object.defineProperty({}, 'a', { get: () => 'value' }), { a: 'value' }],
    ['an inherited property', Object.create({ a: 'value' }), { a: 'value' }],
    ['a property of a function', Object.assign(() => {}, { a: 'value' }), { a: 'value' }],
    ['a method, with the arguments', { a: ({ x }: { x: number }) => `x is ${x}` }, { a: 'x is 1' }],
    ['an asynchronous method', { a: async ({ x }: { x: number }) => `x is ${x}` }, { a: 'x is 1' }],
    ['a promise', { a: Promise.resolve('value') }, { a: 'value' }],
    ['nothing', {}, { a: null }],
    ['nothing of a string', 'text', { a: null }],
    ['nothing of null', null, { a: null }],
  ])('reads %s', async (_, rootValue, data) => {
    expect(await executeBoth({ schema, document: '{ a(x: 1) }', rootValue })).toEqual({ data });
  });

  test('calls a method on its object, with the context and the info of the field', async () => {
    class Source {
      readonly #text: string;
      constructor(text: string) {
        this.#text = text;
      }
      a(_: object, context: unknown, { path: { key } }: { path: { key: string } }) {
        return `${this.#text} ${context} ${key}`;
      }
    }
    const rootValue = new Source('own');
    expect(await executeBoth({ schema, document: '{ y: a }', rootValue, contextValue: 'context' })).toEqual({
      data: { y: 'own context y' },
    });
  });

  test('calls the resolver of the field with its parent', async () => {
    const withResolvers = createSchema(schema, {
      Query: { resolve: { nested: () => ({ from: 'nested' }), b: ({ from }: { from: string }) => from } },
    });
    expect(await executeBoth({ schema: withResolvers, document: '{ nested { b } }', rootValue: {} })).toEqual({
      data: { nested: { b: 'nested' } },
    });
  });

  test('uses the default resolver of the request', async () => {
    const fieldResolver = (source: unknown, args: object, context: unknown, { fieldName }: { fieldName: string }) =>
      fieldName === 'nested' ? 'nested' : JSON.stringify([source, args, context, fieldName]);
    const document = '{ a(x: 1) nested { b } }';
    expect(await executeBoth({ schema, document, rootValue: 1, contextValue: 2, fieldResolver })).toEqual({
      data: { a: '[1,{"x":1},2,"a"]', nested: { b: '["nested",{},2,"b"]' } },
    });
  });

  test('calls a resolver once for all occurrences of a key', async () => {
    let calls = 0;
    const a = () => {
      calls += 1;
      return 'value';
    };
    const document = '{ a ...F ... on Query { a } a } fragment F on Query { a }';
    expect(await executeBoth({ schema, document, rootValue: { a } })).toEqual({ data: { a: 'value' } });
    // Portico's executor runs it once, and graphql-js twice.
    expect(calls).toBe(3);
  });
});
