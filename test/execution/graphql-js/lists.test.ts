/** Lists of all kinds. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { setImmediate as immediate } from 'node:timers/promises';
import { buildSchema, parse } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { execute } from '../../../src/execution/index.ts';
import { createSchema, executeBoth } from '../specification/execute-both.ts';

const types = ['[Int]', '[Int]!', '[Int!]', '[Int!]!'] as const;
const location = { locations: [{ line: 1, column: 3 }] };

const complete = (type: string, listField: unknown) =>
  executeBoth({ schema: `type Query { listField: ${type} }`, document: '{ listField }', rootValue: { listField } });

describe('Iterables', () => {
  function argumentsOf(..._: readonly string[]): unknown {
    // biome-ignore lint/complexity/noArguments: the object is a list that is no array
    return arguments;
  }

  test.each<[what: string, list: unknown, expected: readonly string[]]>([
    ['a set', new Set(['apple', 'banana', 'apple', 'coconut']), ['apple', 'banana', 'coconut']],
    [
      'a generator',
      function* () {
        yield 'one';
        yield 2;
        yield true;
      },
      ['one', '2', 'true'],
    ],
    ['arguments of a function', argumentsOf('one', 'two'), ['one', 'two']],
    ['a typed array', new Uint8Array([1, 2]), ['1', '2']],
  ])('include %s', async (_, list, expected) => {
    expect(await complete('[String]', list)).toEqual({ data: { listField: expected } });
  });

  test('exclude strings', async () => {
    expect(await complete('[String]', 'Singular')).toEqual({
      data: { listField: null },
      errors: [
        {
          message: 'Expected Iterable, but did not find one for field "Query.listField".',
          path: ['listField'],
          ...location,
        },
      ],
    });
  });

  test('make the list null if their iterator throws', async () => {
    function* listField() {
      yield 1;
      yield Promise.reject(new Error('rejected'));
      throw new Error('thrown');
    }
    expect(await complete('[Int]', listField)).toMatchObject({
      data: { listField: null },
      errors: [{ message: 'thrown', path: ['listField'] }],
    });
  });
});

describe('Asynchronous iterables', () => {
  async function* items(...values: readonly unknown[]) {
    for (const value of values) yield value;
  }

  test('provide the items', async () => {
    expect(await complete('[String]', () => items('two', 4, false))).toEqual({
      data: { listField: ['two', '4', 'false'] },
    });
  });

  test('make the list null if they throw', async () => {
    const listField = async function* () {
      yield* items('two', 4);
      throw new Error('bad');
    };
    expect(await complete('[String]', listField)).toEqual({
      data: { listField: null },
      errors: [{ message: 'bad', path: ['listField'], ...location }],
    });
  });

  test('continue after an item that fails', async () => {
    expect(await complete('[String]', () => items('two', {}, 4))).toEqual({
      data: { listField: ['two', null, '4'] },
      errors: [{ message: 'String cannot represent value: {}', path: ['listField', 1], ...location }],
    });
  });

  test('may end with an item that fails', async () => {
    expect(await complete('[String]', () => items('two', {}))).toMatchObject({
      data: { listField: ['two', null] },
      errors: [{ path: ['listField', 1] }],
    });
  });

  test.each<[what: string, resolve: (item: { index: number }) => unknown, last: unknown]>([
    ['are loaded', ({ index }) => index, { index: '2' }],
    ['are promises', async ({ index }) => index, { index: '2' }],
    [
      'throw',
      ({ index }) => {
        if (index === 2) throw new Error('bad');
        return index;
      },
      null,
    ],
    ['reject', ({ index }) => (index === 2 ? Promise.reject(new Error('bad')) : Promise.resolve(index)), null],
  ])('provide objects whose fields %s', async (_, index, last) => {
    const schema = createSchema('type Query { listField: [Item] } type Item { index: String! }', {
      Item: { resolve: { index } },
    });
    const listField = () => items({ index: 0 }, { index: 1 }, { index: 2 });
    const result = await executeBoth({ schema, document: '{ listField { index } }', rootValue: { listField } });
    expect(result).toEqual({
      data: { listField: [{ index: '0' }, { index: '1' }, last] },
      ...(last === null
        ? { errors: [{ message: 'bad', path: ['listField', 2, 'index'], locations: [{ line: 1, column: 15 }] }] }
        : {}),
    });
  });

  test.each([
    ['[Int]', { listField: [1, null, 2] }],
    ['[Int]!', { listField: [1, null, 2] }],
    ['[Int!]', { listField: null }],
    ['[Int!]!', null],
  ])('provide null for %s', async (type, data) => {
    const result = await complete(type, () => items(1, null, 2));
    expect(result.data).toEqual(data);
    expect(result.errors).toEqual(
      type.includes('Int!')
        ? [
            {
              message: 'Cannot return null for non-nullable field Query.listField.',
              path: ['listField', 1],
              ...location,
            },
          ]
        : undefined,
    );
  });

  test.each<[what: string, onReturn: () => Promise<IteratorResult<unknown>>]>([
    ['and is awaited no longer', async () => ({ done: true, value: undefined })],
    ['and may reject', () => Promise.reject(new Error('ignored'))],
    [
      'and may throw',
      () => {
        throw new Error('ignored');
      },
    ],
  ])('are closed when the list is null, %s', async (_, onReturn) => {
    const close = vi.fn(onReturn);
    const listField = () => {
      const values = items(1, null, 2);
      return { [Symbol.asyncIterator]: () => ({ next: () => values.next(), return: close }) };
    };
    const schema = buildSchema('type Query { listField: [Int!] }');
    const result = await execute({ schema, document: parse('{ listField }'), rootValue: { listField } });
    expect(result.data).toEqual({ listField: null });
    await immediate();
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('Nullability', () => {
  const bad = new Error('bad');
  const noNull = 'Cannot return null for non-nullable field Query.listField.';
  const promise = (value: unknown): Promise<unknown> =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value);

  /** The types whose list, and whose data, are null, and the error. */
  const cases: readonly (readonly [
    what: string,
    list: unknown,
    expected: readonly unknown[] | null,
    error: { readonly message: string; readonly path: readonly (string | number)[] } | undefined,
  ])[] = [
    ['values', [1, 2], [1, 2], undefined],
    ['null', [1, null, 2], [1, null, 2], { message: noNull, path: ['listField', 1] }],
    ['undefined', [1, undefined, 2], [1, null, 2], { message: noNull, path: ['listField', 1] }],
    ['an error', [1, bad, 2], [1, null, 2], { message: 'bad', path: ['listField', 1] }],
    ['null as the list', null, null, { message: noNull, path: ['listField'] }],
    ['an error as the list', bad, null, { message: 'bad', path: ['listField'] }],
  ];

  test.each(types.flatMap((type) => cases.map(([what, list, items, error]) => ({ type, what, list, items, error }))))(
    '$type with $what',
    async ({ type, list, items, error }) => {
      const isListNull = items === null || (items.includes(null) && type.includes('Int!'));
      const isDataNull = isListNull && type.endsWith('!');
      const isReported = isDataNull || error?.message === 'bad' || (isListNull && items !== null);
      const expected = {
        data: isDataNull ? null : { listField: isListNull ? null : items },
        ...(isReported && error !== undefined ? { errors: [{ ...error, ...location }] } : {}),
      };
      const sources = [() => list, () => promise(list)];
      if (Array.isArray(list))
        sources.push(
          () => list.map(promise),
          async () => list.map(promise),
        );
      for (const source of sources) expect(await complete(type, source)).toEqual(expected);
    },
  );
});
