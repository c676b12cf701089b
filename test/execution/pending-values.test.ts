/** Values that are resolved late, below a `null`, or never, and the arguments of resolvers that wait. */
import { setImmediate as immediate } from 'node:timers/promises';
import { buildSchema, execute as executeByGraphqlJs, type GraphQLResolveInfo, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { execute } from '../../src/execution/index.ts';
import { TestCancellation } from './random/observation.ts';

const never = new Promise<never>(() => {});

const run = (sdl: string, text: string, rootValue: unknown) =>
  execute({ schema: buildSchema(sdl), document: parse(text), rootValue });

test('keeps the positions of the items of an asynchronous list if one item is null', async () => {
  async function* list() {
    yield { x: null };
    yield { x: 1 };
  }
  const result = await run('type Query { list: [A] } type A { x: Int! }', '{ list { x } }', { list });
  expect(result.data).toEqual({ list: [null, { x: 1 }] });
});

test('closes the iterator of an asynchronous list that an invalid item has replaced by null', async () => {
  const onReturn = vi.fn(async () => ({ done: true, value: undefined }));
  const iterator = { next: async () => ({ done: false, value: null }), return: onReturn };
  const list = { [Symbol.asyncIterator]: () => iterator };
  const result = await run('type Query { list: [Int!] }', '{ list }', { list });
  expect(result.data).toEqual({ list: null });
  expect(onReturn).toHaveBeenCalledOnce();
});

test('does not wait for values below a null', async () => {
  const a = { x: never, y: Promise.reject(new Error('Failed')) };
  const result = await run('type Query { a: A } type A { x: Int y: Int! }', '{ a { x y } }', { a });
  expect(result.data).toEqual({ a: null });
});

test('does not call the resolvers of the following fields if a field makes their parent null', async () => {
  const z = vi.fn(() => 1);
  const result = await run('type Query { a: A } type A { y: Int! z: Int }', '{ a { y z } }', { a: { y: null, z } });
  expect(result.data).toEqual({ a: null });
  expect(z).not.toHaveBeenCalled();
});

test('calls no further root field of a mutation if a field makes data null', async () => {
  const b = vi.fn(() => 1);
  const sdl = 'type Query { a: Int } type Mutation { a: Int! b: Int }';
  const result = await run(sdl, 'mutation { a b }', { a: async () => null, b });
  expect(result.data).toBeNull();
  expect(b).not.toHaveBeenCalled();
});

test('returns an error for a promise whose constructor cannot be read, and completes its siblings', async () => {
  const a = Object.defineProperty(Promise.resolve(1), 'constructor', {
    get() {
      throw new Error('No constructor');
    },
  });
  const result = await run('type Query { a: Int b: Int }', '{ a b }', { a, b: Promise.resolve(2) });
  expect(result.data).toEqual({ a: null, b: 2 });
  expect(result.errors?.map(({ message }) => message)).toEqual(['No constructor']);
});

test('reports an error for a thrown value whose message cannot be read', async () => {
  const thrown = {
    get message() {
      throw new Error('No message');
    },
    toJSON() {
      throw new Error('No JSON');
    },
  };
  const result = await run('type Query { a: Int b: Int }', '{ a b }', { a: () => Promise.reject(thrown), b: 1 });
  expect(result.data).toEqual({ a: null, b: 1 });
  expect(result.errors?.map(({ path }) => path)).toEqual([['a']]);
});

test('handles rejections in lists that the response does not contain', async () => {
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  const late = new Promise((resolve) => setImmediate(() => resolve([Promise.reject(new Error('Late'))])));
  const list = [null, [Promise.reject(new Error('Ignored'))], late];
  const result = await run('type Query { list: [[Int]!] }', '{ list }', { list });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', onUnhandled);
  expect(result.data).toEqual({ list: null });
  expect(onUnhandled).not.toHaveBeenCalled();
});

test('resolves __typename in a cancelled mutation', async () => {
  const reason = new Error('Cancelled');
  const cancellation = { reason: undefined as Error | undefined, listen: () => {}, unlisten: () => {} };
  const a = () => {
    cancellation.reason = reason;
    return 1;
  };
  const schema = buildSchema('type Query { a: Int } type Mutation { a: Int b: Int }');
  const document = parse('mutation { a b __typename }');
  const result = await execute({ schema, document, rootValue: { a, b: 2 }, cancellation });
  expect(result.data).toEqual({ a: 1, b: null, __typename: 'Mutation' });
});

test('passes a new object of arguments to each call of a resolver', async () => {
  const a = (args: Record<string, unknown>) => {
    const { n } = args;
    args.n = 'changed';
    args.other = 'added';
    return n;
  };
  const rootValue = { list: [{ a }, { a }] };
  const result = await run('type Query { list: [A] } type A { a(n: Int): Int }', '{ list { a(n: 1) } }', rootValue);
  expect(result).toEqual({ data: { list: [{ a: 1 }, { a: 1 }] } });
});

test('passes the info of graphql-js to resolvers and to type resolvers', async () => {
  const schema = buildSchema('type Query { list: [[I]] } interface I { x: Int } type A implements I { x: Int }');
  const infos: GraphQLResolveInfo[] = [];
  const x = (_: object, __: unknown, info: GraphQLResolveInfo) => {
    infos.push(info);
    return 1;
  };
  const typeResolver = (_: unknown, __: unknown, info: GraphQLResolveInfo) => {
    infos.push(info);
    return 'A';
  };
  const args = { schema, document: parse('{ list { x } }'), rootValue: { list: [[{ x }]] }, typeResolver };
  await execute(args);
  const actual = infos.splice(0);
  await executeByGraphqlJs(args);
  expect(actual.map((info) => Object.keys(info).sort())).toEqual(infos.map((info) => Object.keys(info).sort()));
  expect(actual.map(({ path }) => path)).toEqual(infos.map(({ path }) => path));
});

test('reports no second error for an asynchronous list that is replaced by null when the execution is cancelled', async () => {
  const cancellation = new TestCancellation();
  const onReturn = vi.fn(async () => ({ done: true as const, value: undefined }));
  const items = [{ x: async () => null }];
  const next = () => (items.length === 0 ? never : Promise.resolve({ done: false, value: items.shift() }));
  const list = { [Symbol.asyncIterator]: () => ({ next, return: onReturn }) };
  const schema = buildSchema('type Query { slow: Int list: [A!] } type A { x: Int! }');
  const execution = execute({
    schema,
    document: parse('{ slow list { x } }'),
    rootValue: { slow: never, list },
    cancellation,
  });
  await immediate();
  cancellation.cancel(new Error('Cancelled'));
  const { data, errors } = await execution;
  expect(data).toEqual({ slow: null, list: null });
  expect(errors?.map(({ path }) => path)).toEqual([['list', 0, 'x'], ['slow']]);
  expect(onReturn).toHaveBeenCalledOnce();
});

test('reports one error for an asynchronous list that is replaced by null before its iterator fails', async () => {
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  async function* list() {
    yield { x: async () => null };
    await immediate();
    setImmediate(resolve);
    throw new Error('Failed');
  }
  const sdl = 'type Query { slow: Int list: [A!] } type A { x: Int! }';
  const result = await run(sdl, '{ slow list { x } }', { slow, list });
  expect(result.errors?.map(({ path }) => path)).toEqual([['list', 0, 'x']]);
});
