/** Random operations on random schemas, compared with graphql-js. */
import fc from 'fast-check';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { holds, timeoutMs } from '../properties/holds.ts';
import { numbers, randomCases } from './random/case.ts';
import { Choices, NamedChoices } from './random/choices.ts';
import { type ComparableError, expectSameResult } from './random/comparison.ts';
import { createVariableValues } from './random/document.ts';
import {
  type Observation,
  observeAll,
  observeCancelled,
  observeCancelledAfter,
  observeExecution,
  observeGraphqlJs,
  observeGraphqlJsCancelled,
  observeGraphqlJsEnd,
  reuseTrees,
  type Subject,
} from './random/observation.ts';
import { trackRejections } from './random/rejections.ts';
import { RandomSchema } from './random/schema.ts';

/** Time of each property. */
const seconds = 4;

const expectHandledRejections = trackRejections();

/**
 * Expects the result of graphql-js, which also never ends if a value that the result needs never settles.
 * @param end with errors in place of such values, as graphql-js also waits for the end of asynchronous lists that are `null` already
 */
function expectSameObservation(
  actual: Observation,
  expected: Observation,
  complete: Observation,
  end: Observation = expected,
): void {
  if (actual.result === undefined) {
    expect(expected.result).toBeUndefined();
    return;
  }
  const result = expected.result ?? end.result;
  if (result === undefined) throw new Error('graphql-js does not end');
  expectSameResult(actual.result, result, complete.result);
  if (expected.isSynchronous) expect(actual.isSynchronous).toBe(true);
}

/** Expects the calls of graphql-js. Where `null` has propagated, other siblings may have been called before. */
function expectSameCalls(actual: Observation, expected: Observation, complete: Observation): void {
  const resolved = actual.world.calls.filter((call) => call.startsWith('resolve '));
  expect(resolved).toEqual([...new Set(resolved)]);
  const possible = [...complete.world.calls];
  for (const call of actual.world.calls) {
    const index = possible.indexOf(call);
    expect(index, call).not.toBe(-1);
    possible.splice(index, 1);
  }
  // graphql-js reads a property twice if it is a function.
  const getCalls = ({ world }: Observation) => world.calls.filter((call) => !call.startsWith('get ')).sort();
  if (expected.result !== undefined && expected.result.errors === undefined)
    expect(getCalls(actual)).toEqual(getCalls(expected));
}

async function expectSameExecution(subject: Subject): Promise<void> {
  const actual = await expectHandledRejections(() => observeExecution(subject));
  const expected = await observeGraphqlJs(subject);
  const complete = await observeAll(subject);
  expectSameObservation(actual, expected, complete, await observeGraphqlJsEnd(subject));
  expectSameCalls(actual, expected, complete);
}

async function expectSameCancellation(subject: Subject): Promise<void> {
  const reason = new Error('Cancelled');
  const actual = await expectHandledRejections(() => observeCancelled(subject, reason));
  const { startedRootKeys } = actual.world;
  const cancellation = { reason, startedRootFields: startedRootKeys.length };
  const { result: expected } = await observeGraphqlJsCancelled(subject, cancellation);
  const { result: complete } = await observeAll(subject, cancellation);
  if (actual.result === undefined || expected === undefined) throw new Error('The execution does not end');
  // graphql-js reports invalid arguments of root fields instead.
  const isRootField = ({ message, path }: ComparableError) => message === reason.message && path.length === 1;
  expectSameResult(actual.result, expected, complete, isRootField);
  // The root fields before the last one that has started were complete.
  const cancelledKeys = (actual.result.errors ?? []).flatMap(({ message, path }) =>
    message === reason.message ? (path?.[0] ?? []) : [],
  );
  const completeKeys: readonly unknown[] = startedRootKeys.slice(0, -1);
  expect(cancelledKeys.filter((key) => completeKeys.includes(key))).toEqual([]);
}

test(
  'returns the results of graphql-js after the same calls',
  async () => {
    const property = fc.asyncProperty(randomCases(), expectSameExecution);
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'returns the same results for operation trees that are reused with other variables',
  async () => {
    const variables = fc.array(numbers(10), { minLength: 2, maxLength: 5 });
    const property = fc.asyncProperty(randomCases(), variables, async (subject, otherVariables) => {
      const executeTree = reuseTrees(subject);
      for (const each of otherVariables) {
        const next = { ...subject, variableValues: createVariableValues(new Choices(each)) };
        const actual = await expectHandledRejections(() => observeExecution(next, executeTree));
        const end = await observeGraphqlJsEnd(next);
        expectSameObservation(actual, await observeGraphqlJs(next), await observeAll(next), end);
      }
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'replaces the pending values of a cancelled execution with an error that contains its reason',
  async () => {
    const property = fc.asyncProperty(randomCases(), expectSameCancellation);
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'calls no resolver and does not change the result after a cancellation at any time',
  async () => {
    const property = fc.asyncProperty(randomCases(), fc.nat({ max: 8 }), async (subject, turns) => {
      const reason = new Error('Cancelled');
      const { result, callsAtEnd, textAtEnd, world } = await expectHandledRejections(() =>
        observeCancelledAfter(subject, turns, reason),
      );
      expect(world.calls).toEqual(callsAtEnd);
      expect(JSON.stringify(result)).toBe(textAtEnd);
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'starts each root field of a mutation when the previous one is complete',
  async () => {
    const property = fc.asyncProperty(randomCases(['mutation']), async (subject) => {
      const { world, result } = await observeExecution(subject);
      // Below a `null`, values can be pending when the next field starts.
      if (result === undefined || result.errors !== undefined) return;
      // A type that matches is chosen before the types whose promises are pending.
      const events = world.events.filter((event) => !event.startsWith('settle isTypeOf '));
      const rootKeys = events.map(
        (event) => (/Mutation:(\w+)/.exec(event) ?? /^(?:settle|get|method) (\w+)/.exec(event))?.[1] ?? event,
      );
      expect(rootKeys).toEqual(
        Object.keys(result.data ?? {}).flatMap((key) => rootKeys.filter((each) => each === key)),
      );
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

/** Decisions for some names, and the plainest decisions for all other names. */
class FixedChoices extends NamedChoices {
  readonly #numbers: Readonly<Record<string, readonly number[]>>;

  constructor(numbers: Readonly<Record<string, readonly number[]>>) {
    super([]);
    this.#numbers = numbers;
  }

  override for(name: string): Choices {
    return new Choices(this.#numbers[name] ?? []);
  }
}

const inputs = 'scalar Odd enum Color { RED } input In { x: Int } input One @oneOf { a: Int }';

function createSubject(sdl: string, text: string, numbers: Readonly<Record<string, readonly number[]>>): Subject {
  const random = new RandomSchema(`${sdl} ${inputs}`, new Choices([]));
  const [operation] = text.split(' ');
  return {
    random,
    document: parse(text),
    operationName: `${operation}Operation`,
    variableValues: {},
    choices: new FixedChoices(numbers),
  };
}

test('reports one of the errors of a list whose iterator throws after an item that fails', async () => {
  const item = [0, 0, 0, 0, 24];
  const numbers = { a: [0, 0, 0, 0, 0, 3, 31], 'a.2': item };
  const subject = createSubject('type Query { a: [[ID]!]! }', 'query queryOperation { a }', numbers);
  await expectSameExecution(subject);
  await expectSameCancellation(subject);
});

const lateNull = [0, 0, 26, 0, 39];
const endlessList = [0, 0, 0, 0, 0, 1, 27];

test.each([
  ['succeeds', { a: endlessList, 'a.0.x': lateNull }],
  ['fails', { a: endlessList, 'a.0.x': lateNull, b: [0, 0, 0, 37] }],
  ['has a value that never settles', { a: endlessList, 'a.0.x': lateNull, 'b.y': [0, 0, 29] }],
])('starts a root field after an endless list that is null: the field %s', async (_, numbers) => {
  const sdl = 'type Query { x: Int } type Mutation { a: [A!] b: B c: Int } type A { x: Int! } type B { x: Int y: Int }';
  const text = 'mutation mutationOperation { a { x } b { x y } c }';
  await expectSameExecution(createSubject(sdl, text, numbers));
  await expectSameCancellation(createSubject(sdl, text, numbers));
});
