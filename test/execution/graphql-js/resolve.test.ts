/** Resolvers and synchronous results. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { execute } from '../../../src/execution/index.ts';
import { createSchema, executeBoth } from '../specification/execute-both.ts';

describe('The default resolver', () => {
  const schema = 'type Query { test(addend1: Int): String }';

  test('reads properties', async () => {
    const rootValue = { test: 'testValue' };
    expect(await executeBoth({ schema, document: '{ test }', rootValue })).toEqual({ data: { test: 'testValue' } });
  });

  test('calls methods', async () => {
    const rootValue = {
      secret: 'secretValue',
      test() {
        return this.secret;
      },
    };
    expect(await executeBoth({ schema, document: '{ test }', rootValue })).toEqual({ data: { test: 'secretValue' } });
  });

  test('passes arguments and context', async () => {
    class Adder {
      readonly #number: number;
      constructor(number: number) {
        this.#number = number;
      }
      test({ addend1 }: { addend1: number }, { addend2 }: { addend2: number }) {
        return this.#number + addend1 + addend2;
      }
    }
    const rootValue = new Adder(700);
    const contextValue = { addend2: 9 };
    expect(await executeBoth({ schema, document: '{ test(addend1: 80) }', rootValue, contextValue })).toEqual({
      data: { test: '789' },
    });
  });
});

test('passes the source and the arguments to resolvers', async () => {
  const schema = createSchema('type Query { test(aStr: String, aInt: Int): String }', {
    Query: { resolve: { test: (source: unknown, args: unknown) => JSON.stringify([source, args]) } },
  });
  const run = async (document: string, rootValue?: unknown, variableValues?: Readonly<Record<string, unknown>>) => {
    const { data } = await executeBoth({ schema, document, rootValue, variableValues });
    return data;
  };
  expect(await run('{ test }')).toEqual({ test: '[null,{}]' });
  expect(await run('{ test }', 'Source!')).toEqual({ test: '["Source!",{}]' });
  expect(await run('{ test(aStr: "String!") }', 'Source!')).toEqual({ test: '["Source!",{"aStr":"String!"}]' });
  expect(await run('{ test(aInt: -123, aStr: "String!") }', 'Source!')).toEqual({
    test: '["Source!",{"aStr":"String!","aInt":-123}]',
  });
  const withVariables = 'query ($i: Int) { test(aInt: $i) }';
  expect(await run(withVariables, 'Source!', { i: 5 })).toEqual({ test: '["Source!",{"aInt":5}]' });
  expect(await run(withVariables, 'Source!')).toEqual({ test: '["Source!",{}]' });
});

test('executes a schema of articles', async () => {
  const schema = createSchema(
    `type Query { article(id: ID): Article feed: [Article] }
    type Article { id: String! isPublished: Boolean author: Author title: String body: String keywords: [String] }
    type Author { id: String name: String pic(width: Int, height: Int): Image recentArticle: Article }
    type Image { url: String width: Int height: Int }`,
    { Article: { resolve: { isPublished: () => true } } },
  );
  const article = (id: number): object => ({
    id,
    author,
    title: `My Article ${id}`,
    body: 'This is a post',
    hidden: 'This data is not exposed in the schema',
    keywords: ['foo', 'bar', 1, true, null],
  });
  const author = {
    id: 123,
    name: 'John Smith',
    pic: ({ width, height }: { width: number; height: number }) => ({ url: 'cdn://123', width: `${width}`, height }),
    recentArticle: () => article(1),
  };
  const rootValue = {
    article: ({ id }: { id: string }) => article(Number(id)),
    feed: () => Array.from({ length: 10 }, (_, index) => article(index + 1)),
  };
  const document = `{
    feed { id, title }
    article(id: "1") {
      ...articleFields,
      author { id, name, pic(width: 640, height: 480) { url, width, height }, recentArticle { ...articleFields, keywords } }
    }
  }
  fragment articleFields on Article { id, isPublished, title, body, hidden, notDefined }`;
  const shown = { id: '1', isPublished: true, title: 'My Article 1', body: 'This is a post' };
  expect(await executeBoth({ schema, document, isInvalid: true, rootValue })).toEqual({
    data: {
      feed: Array.from({ length: 10 }, (_, index) => ({ id: `${index + 1}`, title: `My Article ${index + 1}` })),
      article: {
        ...shown,
        author: {
          id: '123',
          name: 'John Smith',
          pic: { url: 'cdn://123', width: 640, height: 480 },
          recentArticle: { ...shown, keywords: ['foo', 'bar', '1', 'true', null] },
        },
      },
    },
  });
});

describe('Synchronous execution', () => {
  const schema = buildSchema(
    'type Query { syncField: String asyncField: String list: [Query] } type Mutation { syncField: String asyncField: String }',
  );
  const rootValue: object = {
    syncField: 'sync',
    asyncField: async () => 'async',
    list: () => [rootValue],
  };
  const run = (text: string) => execute({ schema, document: parse(text), rootValue });

  test.each([
    ['an error of the request', 'fragment F on Query { syncField }', { errors: [expect.any(Error)] }],
    ['a query', '{ syncField }', { data: { syncField: 'sync' } }],
    ['a list', '{ list { syncField } }', { data: { list: [{ syncField: 'sync' }] } }],
    ['a mutation', 'mutation { syncField }', { data: { syncField: 'sync' } }],
    ['a mutation of several fields', 'mutation { a: syncField b: syncField }', { data: { a: 'sync', b: 'sync' } }],
  ])('returns the result of %s immediately', (_, text, expected) => {
    expect(run(text)).toEqual(expected);
  });

  test.each([
    ['a query', '{ syncField asyncField }', { syncField: 'sync', asyncField: 'async' }],
    ['a list', '{ list { asyncField } }', { list: [{ asyncField: 'async' }] }],
    ['a mutation', 'mutation { syncField asyncField }', { syncField: 'sync', asyncField: 'async' }],
  ])('returns a promise if a field of %s is asynchronous', async (_, text, data) => {
    const result = run(text);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toEqual({ data });
  });
});
