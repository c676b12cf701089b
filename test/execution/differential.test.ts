/** Random operations on random schemas, compared with graphql-js. */
import { setImmediate as immediate } from 'node:timers/promises';
import fc from 'fast-check';
import { type DocumentNode, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holds, timeoutMs } from '../properties/holds.ts';
import { Choices, NamedChoices } from './random/choices.ts';
import { type ComparableError, expectSameResult } from './random/comparison.ts';
import { createDocument, createVariableValues } from './random/document.ts';
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
import { createSdl, RandomSchema } from './random/schema.ts';

const numbers = (length: number) => fc.array(fc.nat({ max: 9999 }), { minLength: length, maxLength: length });

/** Counterexamples contain the schema and the document as text. */
class RandomCase implements Subject {
  readonly sdl: string;
  readonly text: string;
  readonly random: RandomSchema;
  readonly document: DocumentNode;
  readonly operationName: string;
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly choices: NamedChoices;
  readonly #table: readonly (readonly number[])[];

  constructor(
    schema: readonly number[],
    document: readonly number[],
    operation: string,
    variables: readonly number[],
    behavior: readonly (readonly number[])[],
  ) {
    const choices = new Choices(schema);
    this.sdl = createSdl(choices);
    this.random = new RandomSchema(this.sdl, choices);
    this.text = createDocument(this.random.schema, new Choices(document));
    this.document = parse(this.text);
    this.operationName = `${operation}Operation`;
    this.variableValues = createVariableValues(new Choices(variables));
    this.choices = new NamedChoices(behavior);
    this.#table = behavior;
  }

  [fc.toStringMethod](): string {
    return [
      this.sdl,
      this.text,
      this.operationName,
      JSON.stringify(this.variableValues),
      JSON.stringify(this.#table),
    ].join('\n');
  }
}

const randomCases = (operations: readonly string[] = ['query', 'mutation']) =>
  fc
    .tuple(
      numbers(40),
      numbers(80),
      fc.constantFrom(...operations),
      numbers(10),
      fc.array(numbers(8), { minLength: 1, maxLength: 40 }),
    )
    .map((parts) => new RandomCase(...parts));

/** Time of each property. */
const seconds = 4;

/** Unhandled rejections. graphql-js causes some, too. */
const unhandledReasons: unknown[] = [];
const onUnhandledRejection = (reason: unknown) => {
  unhandledReasons.push(reason);
};

beforeAll(() => {
  process.on('unhandledRejection', onUnhandledRejection);
});

afterAll(() => {
  process.off('unhandledRejection', onUnhandledRejection);
});

/** Result of an action, which must handle all rejections. */
async function expectHandledRejections<T>(act: () => Promise<T>): Promise<T> {
  unhandledReasons.length = 0;
  const result = await act();
  await immediate();
  expect(unhandledReasons).toEqual([]);
  return result;
}

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
