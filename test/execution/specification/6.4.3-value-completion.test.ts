/** Section 6.4.3 of the GraphQL specification: Value Completion. */
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema, executeBoth, type TypeCheck } from './execute-both.ts';

describe('CompleteValue and CoerceResult', () => {
  const never = Symbol('no such value');

  /** Values of leaf types and what they are in the response; `never` if there is an error. */
  test.each<[type: string, value: unknown, expected: unknown]>([
    ['Int', 1, 1],
    ['Int', -(2 ** 31), -(2 ** 31)],
    ['Int', '7', 7],
    ['Int', true, 1],
    ['Int', 2 ** 31, never],
    ['Int', 1.5, never],
    ['Int', 'x', never],
    ['Int', '', never],
    ['Int', Number.NaN, never],
    ['Int', {}, never],
    ['Int', { valueOf: () => 5 }, 5],
    ['Float', 1.5, 1.5],
    ['Float', '1e3', 1000],
    ['Float', Number.POSITIVE_INFINITY, never],
    ['Float', 'x', never],
    ['String', 'x', 'x'],
    ['String', '', ''],
    ['String', 5, '5'],
    ['String', false, 'false'],
    ['String', { toJSON: () => 'json' }, 'json'],
    ['String', {}, never],
    ['String', [], never],
    ['Boolean', true, true],
    ['Boolean', 0, false],
    ['Boolean', 7, true],
    ['Boolean', 'true', never],
    ['Boolean', Number.NaN, never],
    ['ID', 5, '5'],
    ['ID', 'x', 'x'],
    ['ID', 1.5, never],
    ['ID', true, never],
    ['Color', 'RED', 'RED'],
    ['Color', 'BLUE', never],
    ['Color', 1, never],
    ['Any', { a: [1, null] }, { a: [1, null] }],
    ['Any', Number.NaN, Number.NaN],
  ])('completes a value of %s: %j', async (type, value, expected) => {
    const schema = `type Query { a: ${type} } enum Color { RED GREEN } scalar Any`;
    const { data, errors } = await executeBoth({ schema, document: '{ a }', rootValue: { a: value } });
    if (expected !== never) {
      expect(data).toEqual({ a: expected });
      expect(errors).toBeUndefined();
      return;
    }
    expect(data).toEqual({ a: null });
    expect(errors).toMatchObject([{ path: ['a'], locations: [{ line: 1, column: 3 }] }]);
  });

  test.each([null, undefined])('reports a scalar that is serialized as %s', async (serialized) => {
    const schema = buildSchema('type Query { a: Any } scalar Any');
    Object.assign(schema.getType('Any') ?? {}, { coerceOutputValue: () => serialized });
    const result = await executeBoth({ schema, document: '{ a }', rootValue: { a: 1 } });
    expect(result).toEqual({
      data: { a: null },
      errors: [
        {
          message: `Expected \`Any.coerceOutputValue(1)\` to return non-nullable value, returned: ${serialized}`,
          path: ['a'],
          locations: [{ line: 1, column: 3 }],
        },
      ],
    });
  });

  /** Lists of all kinds, with the values that iteration provides. */
  test.each<[what: string, list: unknown, expected: unknown]>([
    ['an array', ['a', 'b'], ['a', 'b']],
    ['an empty array', [], []],
    ['a sparse array', Array.from({ length: 2 }), [null, null]],
    ['a set', new Set(['a', 'b']), ['a', 'b']],
    ['a generator', () => ['a', 'b'].values(), ['a', 'b']],
    ['promises', [Promise.resolve('a'), 'b'], ['a', 'b']],
    ['a promise of promises', Promise.resolve([Promise.resolve('a'), null]), ['a', null]],
    [
      'an asynchronous generator',
      async function* () {
        yield 'a';
        yield null;
      },
      ['a', null],
    ],
    ['a string', 'ab', null],
    ['an object', { length: 1, 0: 'a' }, null],
    ['a number', 5, null],
  ])('completes %s as a list', async (_, list, expected) => {
    const result = await executeBoth({
      schema: 'type Query { a: [String] }',
      document: '{ a }',
      rootValue: { a: list },
    });
    expect(result.data).toEqual({ a: expected });
    expect(result.errors).toEqual(
      expected === null
        ? [
            {
              message: 'Expected Iterable, but did not find one for field "Query.a".',
              path: ['a'],
              locations: [{ line: 1, column: 3 }],
            },
          ]
        : undefined,
    );
  });

  test('completes lists of lists', async () => {
    const schema = 'type Query { a: [[[Int]]] }';
    const rootValue = {
      a: [[[1, 2], [null]], [null, []], null, Promise.resolve([Promise.resolve([Promise.resolve(3)])])],
    };
    expect(await executeBoth({ schema, document: '{ a }', rootValue })).toEqual({
      data: { a: [[[1, 2], [null]], [null, []], null, [[3]]] },
    });
  });

  test('completes objects of any kind', async () => {
    const schema = 'type Query { items: [A] } type A { x: Int }';
    const items = [{ x: 1 }, Object.assign(() => {}, { x: 2 }), Promise.resolve({ x: 3 }), 'text', 5];
    expect(await executeBoth({ schema, document: '{ items { x } }', rootValue: { items } })).toEqual({
      data: { items: [{ x: 1 }, { x: 2 }, { x: 3 }, { x: null }, { x: null }] },
    });
  });

  test.each<[what: string, isTypeOf: (value: unknown) => boolean | Promise<boolean>, message: string | undefined]>([
    ['true', () => true, undefined],
    ['a promise of true', async () => true, undefined],
    ['false', () => false, 'Expected value of type "A" but got: { x: 1 }.'],
    ['a promise of false', async () => false, 'Expected value of type "A" but got: { x: 1 }.'],
    [
      'an exception',
      () => {
        throw new Error('Thrown');
      },
      'Thrown',
    ],
    ['a rejection', () => Promise.reject(new Error('Rejected')), 'Rejected'],
  ])('completes an object type whose isTypeOf returns %s', async (_, isTypeOf, message) => {
    const schema = createSchema('type Query { a: A } type A { x: Int }', { A: { isTypeOf } });
    const { data, errors } = await executeBoth({ schema, document: '{ a { x } }', rootValue: { a: { x: 1 } } });
    expect(data).toEqual({ a: message === undefined ? { x: 1 } : null });
    expect(errors).toEqual(
      message === undefined ? undefined : [{ message, path: ['a'], locations: [{ line: 1, column: 3 }] }],
    );
  });
});

describe('ResolveAbstractType', () => {
  const sdl = `
    type Query { pet: PetOrUnion pets: [PetOrUnion] }
    interface Pet { name: String }
    type Cat implements Pet { name: String meows: Boolean }
    type Dog implements Pet { name: String barks: Boolean }
    type Fish { name: String }
    union CatOrDog = Cat | Dog
    input Food { name: String }
  `;
  const document = '{ pet { __typename ... on Dog { name barks } ... on Cat { name meows } } }';
  const dog = { kind: 'Dog', name: 'Odie', barks: true };
  const dogData = { __typename: 'Dog', name: 'Odie', barks: true };

  describe.each(['Pet', 'CatOrDog'])('resolves %s', (abstractType) => {
    const definition = sdl.replaceAll('PetOrUnion', abstractType);

    test.each<[what: string, result: () => unknown, message?: string]>([
      ['the name', () => 'Dog'],
      ['a promise of the name', async () => 'Dog'],
      [
        'an exception',
        () => {
          throw new Error('Thrown');
        },
        'Thrown',
      ],
      ['a rejection', () => Promise.reject(new Error('Rejected')), 'Rejected'],
      [
        'nothing',
        () => undefined,
        `Abstract type "${abstractType}" must resolve to an Object type at runtime for field "Query.pet". Either the "${abstractType}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      ],
      [
        'an absent type',
        () => 'Bird',
        `Abstract type "${abstractType}" was resolved to a type "Bird" that does not exist inside the schema.`,
      ],
      [
        'an input type',
        async () => 'Food',
        `Abstract type "${abstractType}" was resolved to a non-object type "Food".`,
      ],
      ['another type', () => 'Fish', `Runtime Object type "Fish" is not a possible type for "${abstractType}".`],
      [
        'an object',
        () => ({ name: 'Dog' }),
        `Abstract type "${abstractType}" must resolve to an Object type at runtime for field "Query.pet" with value { kind: "Dog", name: "Odie", barks: true }, received "{ name: "Dog" }", which is not a valid Object type name.`,
      ],
    ])('completes a value whose resolveType returns %s', async (_, result, message) => {
      const schema = createSchema(definition, {
        [abstractType]: { resolveType: result },
      });
      const { data, errors } = await executeBoth({ schema, document, rootValue: { pet: dog } });
      expect(data).toEqual({ pet: message === undefined ? dogData : null });
      expect(errors).toEqual(
        message === undefined ? undefined : [{ message, path: ['pet'], locations: [{ line: 1, column: 3 }] }],
      );
    });

    const isKind = (kind: string) => (value: unknown) =>
      typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
    const isKindLate = (kind: string) => async (value: unknown) => isKind(kind)(value);
    const fail = () => Promise.reject(new Error('Rejected'));
    const failSync = () => {
      throw new Error('Thrown');
    };

    test.each<[what: string, ofCat: TypeCheck, ofDog: TypeCheck, message?: string]>([
      ['are synchronous', isKind('Cat'), isKind('Dog')],
      ['are asynchronous', isKindLate('Cat'), isKindLate('Dog')],
      ['are synchronous and asynchronous', isKindLate('Cat'), isKind('Dog')],
      ['are asynchronous and synchronous', isKind('Cat'), isKindLate('Dog')],
      ['throw', failSync, isKind('Dog'), 'Thrown'],
      ['reject', fail, isKindLate('Dog'), 'Rejected'],
      ['reject after one that is true', isKindLate('Cat'), fail, 'Rejected'],
      [
        'return false',
        () => false,
        async () => false,
        `Abstract type "${abstractType}" must resolve to an Object type at runtime for field "Query.pet". Either the "${abstractType}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      ],
    ])(
      'completes a value by the functions isTypeOf of its possible types, which %s',
      async (_, ofCat, ofDog, message) => {
        const schema = createSchema(definition, { Cat: { isTypeOf: ofCat }, Dog: { isTypeOf: ofDog } });
        const { data, errors } = await executeBoth({ schema, document, rootValue: { pet: dog } });
        expect(data).toEqual({ pet: message === undefined ? dogData : null });
        expect(errors?.map((error) => error.message)).toEqual(message === undefined ? undefined : [message]);
      },
    );

    test('reads __typename of the value', async () => {
      const pets = [
        { __typename: 'Cat', name: 'Garfield', meows: true },
        { __typename: 'Dog', name: 'Odie' },
      ];
      const result = await executeBoth({
        schema: definition,
        document: '{ pets { ... on Cat { name meows } ... on Dog { name barks } } }',
        rootValue: { pets },
      });
      expect(result).toEqual({
        data: {
          pets: [
            { name: 'Garfield', meows: true },
            { name: 'Odie', barks: null },
          ],
        },
      });
    });

    test('uses the type resolver of the request', async () => {
      const typeResolver = ({ kind }: { kind: string }, contextValue: unknown) => `${kind}${contextValue}`;
      const { data } = await executeBoth({
        schema: definition,
        document,
        rootValue: { pet: { ...dog, kind: 'D' } },
        contextValue: 'og',
        typeResolver,
      });
      expect(data).toEqual({ pet: dogData });
    });

    test('checks isTypeOf of the type that resolveType returns', async () => {
      const schema = createSchema(definition, {
        [abstractType]: { resolveType: () => 'Dog' },
        Dog: { isTypeOf: async () => false },
      });
      const { data, errors } = await executeBoth({ schema, document, rootValue: { pet: dog } });
      expect(data).toEqual({ pet: null });
      expect(errors?.map(({ message }) => message)).toEqual([expect.stringContaining('Expected value of type "Dog"')]);
    });

    test('resolves each item of a list on its own', async () => {
      const schema = createSchema(definition, {
        [abstractType]: {
          resolveType({ kind }: { kind: string }) {
            if (kind === 'late') return Promise.resolve('Cat');
            if (kind === 'error') throw new Error('No type');
            return kind;
          },
        },
      });
      const pets = [{ kind: 'late', name: 'Garfield' }, { kind: 'error' }, dog, { kind: 'Fish' }, null];
      const { data, errors } = await executeBoth({ schema, document: '{ pets { __typename } }', rootValue: { pets } });
      expect(data).toEqual({ pets: [{ __typename: 'Cat' }, null, { __typename: 'Dog' }, null, null] });
      expect(errors?.map(({ path }) => path)).toEqual([
        ['pets', 1],
        ['pets', 3],
      ]);
    });
  });
});

describe('MergeSelectionSets', () => {
  const schema =
    'type Query { me: Person people: [Person] } type Person { firstName: String lastName: String me: Person }';
  const me = { firstName: 'Marge', lastName: 'Simpson' };
  const rootValue = { me: { ...me, me: { ...me, me } }, people: [me, me] };

  test.each<[what: string, document: string, data: string]>([
    ['fields', '{ me { firstName } me { lastName } }', '{"me":{"firstName":"Marge","lastName":"Simpson"}}'],
    [
      'fields and fragments',
      '{ ...F me { lastName } } fragment F on Query { me { firstName } }',
      '{"me":{"firstName":"Marge","lastName":"Simpson"}}',
    ],
    [
      'fields at all depths',
      '{ me { me { firstName } } me { me { lastName } firstName } }',
      '{"me":{"me":{"firstName":"Marge","lastName":"Simpson"},"firstName":"Marge"}}',
    ],
    [
      'fields of list items',
      '{ people { firstName } people { lastName } }',
      '{"people":[{"firstName":"Marge","lastName":"Simpson"},{"firstName":"Marge","lastName":"Simpson"}]}',
    ],
    [
      'keys, not names',
      '{ a: me { firstName } b: me { lastName } }',
      '{"a":{"firstName":"Marge"},"b":{"lastName":"Simpson"}}',
    ],
  ])('merges %s', async (_, document, data) => {
    const result = await executeBoth({ schema, document, rootValue });
    expect(JSON.stringify(result.data)).toBe(data);
  });

  test('locates an error at each of the merged fields', async () => {
    const name = () => {
      throw new Error('No name');
    };
    const document = '{ me { firstName } ...F }\nfragment F on Query { me { firstName } }';
    const result = await executeBoth({ schema, document, rootValue: { me: { firstName: name } } });
    expect(result).toEqual({
      data: { me: { firstName: null } },
      errors: [
        {
          message: 'No name',
          path: ['me', 'firstName'],
          locations: [
            { line: 1, column: 8 },
            { line: 2, column: 28 },
          ],
        },
      ],
    });
  });
});
