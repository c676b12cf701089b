/** Streamed lists: lists of many items, and items that arrive after the client has closed the stream. */
import { setImmediate as immediate } from 'node:timers/promises';
import { buildSchema, parse, validateExecutionArgs } from 'graphql';
import { expect, test } from 'vitest';
import { executeIncrementally, OperationTree } from '../../src/execution/index.ts';
import { trackRejections } from './random/rejections.ts';

const schema = buildSchema(
  `
    directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
    type Query { list: [Item] rows: [[Int]] }
    type Item { loaded: Int pending: Int }
  `,
  { assumeValidSDL: true },
);

const expectHandledRejections = trackRejections();

function execute(query: string, rootValue: object) {
  const args = validateExecutionArgs({ schema, document: parse(query) });
  if (!('schema' in args)) throw new Error('The operation is invalid');
  const { fragmentDefinitions, operation, variableValues } = args;
  const tree = new OperationTree(schema, fragmentDefinitions, operation, variableValues, true);
  return executeIncrementally({ tree, variableValues, rootValue });
}

// With this number of items, quadratic time exceeds the timeout of a test.
test.each([
  ['loaded', 300_000],
  ['pending', 150_000],
])('delivers the items of a list with %s fields in linear time', async (field, count) => {
  const item = { loaded: 1, pending: () => Promise.resolve(1) };
  const result = await execute(`{ list @stream { ${field} } }`, { list: new Array(count).fill(item) });
  let items = 0;
  if ('subsequentResults' in result)
    for await (const { incremental = [] } of result.subsequentResults)
      for (const part of incremental) items += part.items?.length ?? 0;
  const list = 'initialResult' in result ? result.initialResult.data?.list : result.data?.list;
  expect(items + (Array.isArray(list) ? list.length : 0)).toBe(count);
});

test('handles rejections in an item that arrives after the client has closed the stream', async () => {
  const { promise: request, resolve: sendItem } = Promise.withResolvers<void>();
  async function* rows() {
    await request;
    yield [Promise.reject(new Error('an unused item'))];
  }
  await expectHandledRejections(async () => {
    const result = await execute('{ rows @stream }', { rows: () => rows() });
    if (!('subsequentResults' in result)) throw new Error('The list is not streamed');
    await result.subsequentResults.return?.();
    sendItem();
    await immediate();
  });
});
