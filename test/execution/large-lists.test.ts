/** Streamed lists of so many items that quadratic time would exceed the timeout of a test. */
import { buildSchema, parse, validateExecutionArgs } from 'graphql';
import { expect, test } from 'vitest';
import { executeIncrementally, OperationTree } from '../../src/execution/index.ts';

const schema = buildSchema(
  `
    directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
    type Query { list: [Item] }
    type Item { loaded: Int pending: Int }
  `,
  { assumeValidSDL: true },
);

test.each([
  ['loaded', 300_000],
  ['pending', 150_000],
])('delivers the items of a list with %s fields in linear time', async (field, count) => {
  const args = validateExecutionArgs({ schema, document: parse(`{ list @stream { ${field} } }`) });
  if (!('schema' in args)) throw new Error('The operation is invalid');
  const { fragmentDefinitions, operation, variableValues } = args;
  const item = { loaded: 1, pending: () => Promise.resolve(1) };
  const result = await executeIncrementally({
    tree: new OperationTree(schema, fragmentDefinitions, operation, variableValues, true),
    variableValues,
    rootValue: { list: new Array(count).fill(item) },
  });
  let items = 0;
  if ('subsequentResults' in result)
    for await (const { incremental = [] } of result.subsequentResults)
      for (const part of incremental) items += part.items?.length ?? 0;
  const list = 'initialResult' in result ? result.initialResult.data?.list : result.data?.list;
  expect(items + (Array.isArray(list) ? list.length : 0)).toBe(count);
});
