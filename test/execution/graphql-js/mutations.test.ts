/** Mutations. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { setImmediate as immediate } from 'node:timers/promises';
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { execute } from '../../../src/execution/index.ts';
import { executeBoth } from '../specification/execute-both.ts';

/** Root value whose number changes now, later, or not at all. */
class Root {
  readonly holder: { theNumber: number };

  constructor(theNumber: number) {
    this.holder = { theNumber };
  }

  immediatelyChangeTheNumber({ newNumber }: { newNumber: number }) {
    this.holder.theNumber = newNumber;
    return this.holder;
  }

  async promiseToChangeTheNumber(args: { newNumber: number }) {
    await immediate();
    return this.immediatelyChangeTheNumber(args);
  }

  failToChangeTheNumber() {
    throw new Error('Cannot change the number');
  }

  async promiseAndFailToChangeTheNumber() {
    await immediate();
    throw new Error('Cannot change the number');
  }
}

const fields = Object.getOwnPropertyNames(Root.prototype)
  .filter((name) => name !== 'constructor')
  .map((name) => `${name}(newNumber: Int): Holder`);
const schema = `type Query { holder: Holder } type Mutation { ${fields.join(' ')} } type Holder { theNumber: Int }`;
const createRootValue = () => new Root(6);

test('evaluates mutations serially', async () => {
  const document = `mutation M {
    first: immediatelyChangeTheNumber(newNumber: 1) { theNumber }
    second: promiseToChangeTheNumber(newNumber: 2) { theNumber }
    third: immediatelyChangeTheNumber(newNumber: 3) { theNumber }
    fourth: promiseToChangeTheNumber(newNumber: 4) { theNumber }
    fifth: immediatelyChangeTheNumber(newNumber: 5) { theNumber }
  }`;
  expect(await executeBoth({ schema, document, createRootValue })).toEqual({
    data: {
      first: { theNumber: 1 },
      second: { theNumber: 2 },
      third: { theNumber: 3 },
      fourth: { theNumber: 4 },
      fifth: { theNumber: 5 },
    },
  });
});

test('evaluates mutations correctly if some fail', async () => {
  const document = `mutation M {
    first: immediatelyChangeTheNumber(newNumber: 1) { theNumber }
    second: promiseToChangeTheNumber(newNumber: 2) { theNumber }
    third: failToChangeTheNumber(newNumber: 3) { theNumber }
    fourth: promiseToChangeTheNumber(newNumber: 4) { theNumber }
    fifth: immediatelyChangeTheNumber(newNumber: 5) { theNumber }
    sixth: promiseAndFailToChangeTheNumber(newNumber: 6) { theNumber }
  }`;
  expect(await executeBoth({ schema, document, createRootValue })).toEqual({
    data: {
      first: { theNumber: 1 },
      second: { theNumber: 2 },
      third: null,
      fourth: { theNumber: 4 },
      fifth: { theNumber: 5 },
      sixth: null,
    },
    errors: [
      { message: 'Cannot change the number', path: ['third'], locations: [{ line: 4, column: 5 }] },
      { message: 'Cannot change the number', path: ['sixth'], locations: [{ line: 7, column: 5 }] },
    ],
  });
});

test('executes two thousand root fields without deep recursion', async () => {
  const count = 2000;
  const selections = Array.from(
    { length: count },
    (_, index) =>
      `m${index}: ${index % 2 === 0 ? 'immediatelyChangeTheNumber' : 'promiseToChangeTheNumber'}(newNumber: ${index}) { theNumber }`,
  );
  const document = parse(`mutation { ${selections.join(' ')} }`);
  const { data } = await execute({ schema: buildSchema(schema), document, rootValue: createRootValue() });
  expect(Object.values(data ?? {})).toEqual(Array.from({ length: count }, (_, theNumber) => ({ theNumber })));
});
