/** Section 6.4.4 of the GraphQL specification: Handling Execution Errors. */
import { setImmediate as immediate } from 'node:timers/promises';
import { buildSchema, type GraphQLFormattedError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth } from './execute-both.ts';

describe('Handling Execution Errors', () => {
  const error = new Error('Failed');
  const reject = async (): Promise<never> => {
    await immediate();
    throw error;
  };
  const fail = () => {
    throw error;
  };

  /** Values of `a` by outcome of its resolver and type. `-`: the data are null. */
  const types = ['[Int]', '[Int]!', '[Int!]', '[Int!]!'] as const;
  const table: readonly (readonly [outcome: string, resolve: () => unknown, ...data: string[]])[] = [
    ['[1, 2]', () => [1, 2], '[1,2]', '[1,2]', '[1,2]', '[1,2]'],
    ['null', () => null, 'null', '-', 'null', '-'],
    ['an exception', fail, 'null', '-', 'null', '-'],
    ['a rejection', reject, 'null', '-', 'null', '-'],
    ['an error as the value', () => error, 'null', '-', 'null', '-'],
    ['no list', () => 5, 'null', '-', 'null', '-'],
    ['[1, null]', () => [1, null], '[1,null]', '[1,null]', 'null', '-'],
    ['[1, a promise of null]', () => [1, delayed(null)], '[1,null]', '[1,null]', 'null', '-'],
    ['[1, a rejection]', () => [1, reject()], '[1,null]', '[1,null]', 'null', '-'],
    ['[1, an error]', () => [1, error], '[1,null]', '[1,null]', 'null', '-'],
    ['[1, no integer]', () => [1, 'x'], '[1,null]', '[1,null]', 'null', '-'],
    ['a promise of [1, null]', () => delayed([1, null]), '[1,null]', '[1,null]', 'null', '-'],
    ['a promise of [1, a rejection]', async () => [1, reject()], '[1,null]', '[1,null]', 'null', '-'],
  ];

  async function delayed<T>(value: T): Promise<T> {
    await immediate();
    return value;
  }

  test.each(
    table.flatMap(([outcome, resolve, ...data]) =>
      types.map((type, index) => ({ outcome, resolve, type, data: data[index] })),
    ),
  )('a field of type $type with $outcome is $data', async ({ type, resolve, data }) => {
    const schema = createSchema(`type Query { a: ${type} }`, { Query: { resolve: { a: resolve } } });
    const result = await executeBoth({ schema, document: '{ a }' });
    expect(JSON.stringify(result.data)).toBe(data === '-' ? 'null' : `{"a":${data}}`);
  });

  /** All wrappers of a type down to two lists. */
  const wrap = (name: string): string[] => {
    const nullable = (type: string) => [`[${type}]`, `[${type}!]`];
    const lists = nullable(name);
    return [name, ...lists, ...lists.flatMap(nullable)].flatMap((type) => [type, `${type}!`]);
  };
  const outcomes: Readonly<Record<string, (right: unknown) => unknown>> = {
    value: (right) => right,
    null: () => null,
    undefined: () => undefined,
    exception: fail,
    rejection: reject,
    'error value': () => error,
    'promise of the value': (right) => delayed(right),
    'promise of null': () => delayed(null),
    'promise of an error value': () => delayed(error),
    'wrong value': () => Symbol.iterator,
  };
  const objects = `
    type A implements I { x: Int! y: Int other: Int }
    type B { x: Int }
    interface I { x: Int! }
    union U = A | B
  `;
  const depthOf = (type: string) => type.lastIndexOf('[') + 1;
  /** Right value of a type, with another value in place of the one at a level: 0 is the field, 1 an item, 2 an item of an item. */
  const createValue = (depth: number, level: number, outcome: (right: unknown) => unknown, leaf: unknown): unknown => {
    const right =
      depth === 0
        ? leaf
        : [createValue(depth - 1, level - 1, outcome, leaf), createValue(depth - 1, -1, outcome, leaf)];
    return level === 0 ? outcome(right) : right;
  };
  const positions: Readonly<
    Record<string, readonly [sdl: string, document: string, root: (value: () => unknown) => unknown]>
  > = {
    'of the root': ['type Query { a: T ok: Int }', '{ a S ok }', (a) => ({ a, ok: 1 })],
    'of a nullable object': [
      'type Query { o: O ok: Int } type O { a: T ok: Int }',
      '{ o { a S ok } ok }',
      (a) => ({ o: { a, ok: 1 }, ok: 1 }),
    ],
    'of a non-null object': [
      'type Query { o: O! ok: Int } type O { a: T ok: Int }',
      '{ o { a S ok } ok }',
      (a) => ({ o: { a, ok: 1 }, ok: 1 }),
    ],
    'of an item': [
      'type Query { o: [O] } type O { a: T ok: Int }',
      '{ o { a S ok } }',
      (a) => ({ o: [{ a, ok: 1 }, null] }),
    ],
    'of a non-null item': [
      'type Query { o: [O!] ok: Int } type O { a: T ok: Int }',
      '{ o { a S ok } ok }',
      (a) => ({ o: [{ a, ok: 1 }], ok: 1 }),
    ],
    'of a late item': [
      'type Query { o: [[O!]] } type O { a: T ok: Int }',
      '{ o { a S ok } }',
      (a) => ({ o: delayed([[delayed({ a, ok: 1 })], []]) }),
    ],
  };
  const leaves: Readonly<Record<string, readonly [selection: string, value: unknown]>> = {
    Int: ['', 1],
    A: ['{ x y }', { x: 1, y: 2 }],
    I: ['{ x ... on A { y } }', { __typename: 'A', x: 1, y: delayed(2) }],
    U: ['{ ... on A { x } ... on B { x } }', delayed({ __typename: 'B', x: 1 })],
  };

  describe.each(Object.entries(positions))('a field %s', (_, [sdl, text, createRoot]) => {
    test.each(Object.keys(leaves).flatMap((name) => wrap(name).map((type) => ({ name, type }))))(
      'of type $type with any outcome is as by graphql-js',
      async ({ name, type }) => {
        const [selection = '', leaf] = leaves[name] ?? [];
        const depth = depthOf(type.replace(/!/g, ''));
        const schema = buildSchema(`${sdl.replace('T', () => type)} ${objects}`);
        const document = text.replace('S', () => selection);
        for (const [what, outcome] of Object.entries(outcomes))
          for (let level = 0; level <= depth; level += 1) {
            // An exception is one of the field, or of what the iteration reaches.
            const a = () => createValue(depth, level, outcome, leaf);
            const result = await executeBoth({ schema, document, rootValue: createRoot(a) });
            const isRight = what === 'value' || what === 'promise of the value';
            if (isRight) expect(result, what).not.toHaveProperty('errors');
          }
      },
    );
  });

  test('reports one error for a non-null field that is null, at that field', async () => {
    const schema = 'type Query { a: A } type A { b: B! } type B { c: Int! }';
    const result = await executeBoth({ schema, document: '{ a { b { c } } }', rootValue: { a: { b: { c: null } } } });
    expect(result).toEqual({
      data: { a: null },
      errors: [
        {
          message: 'Cannot return null for non-nullable field B.c.',
          path: ['a', 'b', 'c'],
          locations: [{ line: 1, column: 11 }],
        },
      ],
    });
  });

  test.each<[what: string, schema: string, root: (fail: () => unknown) => object]>([
    [
      'fields that are not null',
      'type Query { late: Int a: A } type A { x: Int! y: Int! }',
      (x) => ({ a: { x, y: x } }),
    ],
    [
      'a field that is null before another fails',
      'type Query { late: Int a: A } type A { x: Int! y: Int }',
      (y) => ({ a: { x: null, y } }),
    ],
    [
      'objects',
      'type Query { late: Int a: [A!] } type A { x: Int! y: Int! }',
      (x) => ({
        a: [
          { x, y: 1 },
          { x, y: x },
        ],
      }),
    ],
    [
      'fields at different depths',
      'type Query { late: Int a: A } type A { x: Int! y: B! } type B { z: Int! }',
      (x) => ({ a: { x, y: { z: x } } }),
    ],
  ])('reports one of the errors that make the same parent null: %s', async (_, schema, createRoot) => {
    const document = schema.includes('type B') ? '{ late a { x y { z } } }' : '{ late a { x y } }';
    // Errors that arrive later find the parent null, as the response waits for this field.
    const late = async () => {
      for (let turn = 0; turn < 5; turn += 1) await immediate();
      return 1;
    };
    for (const failing of [fail, reject]) {
      const { data, errors } = await executeBoth({ schema, document, rootValue: { ...createRoot(failing), late } });
      expect(data).toEqual({ late: 1, a: null });
      expect(errors).toHaveLength(1);
    }
  });

  test('reports an error once if the field that failed is null already', async () => {
    const schema = 'type Query { a: Int! }';
    const { errors } = await executeBoth({ schema, document: '{ a }', rootValue: { a: fail } });
    expect(errors?.map(({ message }) => message)).toEqual(['Failed']);
  });

  test('keeps the values of other fields next to an error', async () => {
    const schema =
      'type Query { hero: Hero } type Hero { name: String friends: [Friend] } type Friend { id: ID name: NAME }';
    const friends = [
      { id: 1, name: 'Luke' },
      { id: 2, name: fail },
      { id: 3, name: 'Leia' },
    ];
    const document = '{ hero { name heroFriends: friends { id name } } }';
    const rootValue = { hero: { name: 'R2-D2', friends } };
    const errors: readonly GraphQLFormattedError[] = [
      { message: 'Failed', path: ['hero', 'heroFriends', 1, 'name'], locations: [{ line: 1, column: 41 }] },
    ];
    const [luke, leia] = [
      { id: '1', name: 'Luke' },
      { id: '3', name: 'Leia' },
    ];
    expect(await executeBoth({ schema: schema.replace('NAME', 'String'), document, rootValue })).toEqual({
      data: { hero: { name: 'R2-D2', heroFriends: [luke, { id: '2', name: null }, leia] } },
      errors,
    });
    expect(await executeBoth({ schema: schema.replace('NAME', 'String!'), document, rootValue })).toEqual({
      data: { hero: { name: 'R2-D2', heroFriends: [luke, null, leia] } },
      errors,
    });
  });

  test('reports errors of several fields, each with its path and location', async () => {
    const schema = 'type Query { a: Int b: [Int] c: Query d: Int }';
    const rootValue = { a: fail, b: [1, reject(), 'x'], c: { a: reject, d: 1 }, d: delayed(error) };
    const { data, errors } = await executeBoth({ schema, document: '{ a b c { a d } d }', rootValue });
    expect(data).toEqual({ a: null, b: [1, null, null], c: { a: null, d: 1 }, d: null });
    const located = errors?.map(
      ({ path, locations }) => `${path?.join('.')} ${locations?.map(({ column }) => column)}`,
    );
    expect(located?.toSorted()).toEqual(['a 3', 'b.1 5', 'b.2 5', 'c.a 11', 'd 17']);
  });

  test.each<[what: string, thrown: unknown, message: string]>([
    ['an error', new TypeError('Thrown'), 'Thrown'],
    ['a string', 'text', 'Unexpected error value: "text"'],
    ['an object', { code: 1 }, 'Unexpected error value: { code: 1 }'],
    ['nothing', undefined, 'Unexpected error value: undefined'],
    ['null', null, 'Unexpected error value: null'],
  ])('reports a thrown value that is not an error: %s', async (_, thrown, message) => {
    const schema = 'type Query { a: Int b: Int }';
    const rootValue = {
      a() {
        throw thrown;
      },
      b: () => Promise.reject(thrown),
    };
    const { errors } = await executeBoth({ schema, document: '{ a b }', rootValue });
    expect(errors?.map((each) => each.message)).toEqual([message, message]);
  });

  test('reports the extensions of a thrown error', async () => {
    const a = () => {
      throw Object.assign(new Error('Failed'), { extensions: { code: 'CODE' } });
    };
    const { errors } = await executeBoth({ schema: 'type Query { a: Int }', document: '{ a }', rootValue: { a } });
    expect(errors).toEqual([
      { message: 'Failed', path: ['a'], locations: [{ line: 1, column: 3 }], extensions: { code: 'CODE' } },
    ]);
  });
});
