/** Random operations on random schemas, compared with graphql-js. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, timeoutMs } from '../properties/holds.ts';
import { numbers, randomCases } from './random/case.ts';
import { Choices } from './random/choices.ts';
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
} from './random/observation.ts';
import { trackRejections } from './random/rejections.ts';

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
  const callsOf = ({ world }: Observation) => world.calls.filter((call) => !call.startsWith('get ')).sort();
  if (expected.result !== undefined && expected.result.errors === undefined)
    expect(callsOf(actual)).toEqual(callsOf(expected));
}

test(
  'returns the results of graphql-js after the same calls',
  async () => {
    const property = fc.asyncProperty(randomCases(), async (subject) => {
      const actual = await expectHandledRejections(() => observeExecution(subject));
      const expected = await observeGraphqlJs(subject);
      const complete = await observeAll(subject);
      expectSameObservation(actual, expected, complete, await observeGraphqlJsEnd(subject));
      expectSameCalls(actual, expected, complete);
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'returns the same results for operation trees that are reused with other variables',
  async () => {
    const variables = fc.array(numbers(10), { minLength: 2, maxLength: 5 });
    const property = fc.asyncProperty(randomCases(), variables, async (subject, otherVariables) => {
      const executePrepared = reuseTrees(subject);
      for (const each of otherVariables) {
        const next = { ...subject, variableValues: createVariableValues(new Choices(each)) };
        const actual = await expectHandledRejections(() => observeExecution(next, executePrepared));
        const end = await observeGraphqlJsEnd(next);
        expectSameObservation(actual, await observeGraphqlJs(next), await observeAll(next), end);
      }
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'replaces the pending values of a cancelled execution by its reason',
  async () => {
    const property = fc.asyncProperty(randomCases(), async (subject) => {
      const reason = new Error('Cancelled');
      const actual = await expectHandledRejections(() => observeCancelled(subject, reason));
      const { result: expected } = await observeGraphqlJsCancelled(subject, reason);
      const { result: complete } = await observeAll(subject, reason);
      if (actual.result === undefined || expected === undefined) throw new Error('The execution does not end');
      // graphql-js reports invalid arguments of root fields instead.
      const isRootField = ({ message, path }: ComparableError) => message === reason.message && path.length === 1;
      expectSameResult(actual.result, expected, complete, isRootField);
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

test(
  'starts nothing after a cancellation at any moment',
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
  'starts each root field of a mutation when the one before is complete',
  async () => {
    const property = fc.asyncProperty(randomCases(['mutation']), async (subject) => {
      const { world, result } = await observeExecution(subject);
      // Below a `null`, values can be pending when the next field starts.
      if (result === undefined || result.errors !== undefined) return;
      const rootKeys = world.events.map(
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
