/** Checks properties with random values for a limited time. */
import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';

/** Runs of a property that happen even if a slow machine exceeds its time. */
const minRuns = 3;
/** Time for shrinking a counterexample. */
const maxShrinkMs = 120_000;
/** Far above the duration of a run on a busy machine, so that only a run that never ends fails. */
const maxRunMs = 180_000;

function readInteger(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${name} must be an integer, not ${JSON.stringify(text)}`);
  return number;
}

function readMinutes(): number {
  const minutes = Number(process.env.PORTICO_TEST_MINUTES || 1);
  if (!(minutes > 0)) throw new Error('PORTICO_TEST_MINUTES must be a number above 0');
  return minutes;
}

const budgetFactor = readMinutes();

/** Vitest timeout of a hook that starts facades and reads the ids of a sandbox. */
export const setupTimeoutMs = 180_000;

/** Returns the Vitest timeout of a test that calls `holds` with these seconds. */
export const timeoutMs = (seconds: number): number => seconds * budgetFactor * 1000 + maxShrinkMs + 2 * maxRunMs;

/** Property that rejects runs that start after its time. */
class TimedProperty<Values> implements fc.IAsyncProperty<Values> {
  readonly #property: fc.IAsyncProperty<Values>;
  #endMs: number;
  #hasFailed = false;
  #runs = 0;

  constructor(property: fc.IAsyncProperty<Values>, budgetMs: number) {
    this.#property = property;
    this.#endMs = performance.now() + budgetMs;
  }

  isAsync(): true {
    return true;
  }

  generate(random: fc.Random, runId?: number): fc.Value<Values> {
    return this.#property.generate(random, runId);
  }

  shrink(value: fc.Value<Values>): fc.Stream<fc.Value<Values>> {
    return this.#property.shrink(value);
  }

  // `interruptAfterTimeLimit` of fast-check abandons a run in progress, which would disturb the test that follows.
  async run(values: Values): ReturnType<fc.IAsyncProperty<Values>['run']> {
    if (this.#runs >= minRuns && performance.now() > this.#endMs) return new fc.PreconditionFailure(true);
    this.#runs += 1;
    const failure = await this.#property.run(values);
    if (failure !== null && !fc.PreconditionFailure.isFailure(failure) && !this.#hasFailed) {
      this.#hasFailed = true;
      this.#endMs = performance.now() + maxShrinkMs;
    }
    return failure;
  }

  runBeforeEach = (): Promise<void> => this.#property.runBeforeEach();
  runAfterEach = (): Promise<void> => this.#property.runAfterEach();
}

/** Returns the command that repeats a failed run. */
function formatRepeatCommand(seed: number, path: string | null): string {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const file = relative(process.cwd(), testPath);
  // Vitest parses the name as a regular expression.
  const name = (currentTestName.split(' > ').at(-1) ?? '').replace(/[^\w ,:]/g, '.');
  return `PORTICO_TEST_SEED=${seed} PORTICO_TEST_PATH=${path ?? ''} npx vitest run ${file} -t "${name}"`;
}

/**
 * Checks a property. Fails with the smallest counterexample, its error, and the command that repeats it.
 * @param seconds share of the minute of all property suites; multiplied by `PORTICO_TEST_MINUTES`
 */
export async function holds<Values>(property: fc.IAsyncProperty<Values>, seconds: number): Promise<void> {
  const startMs = performance.now();
  const path = process.env.PORTICO_TEST_PATH;
  const seed = readInteger('PORTICO_TEST_SEED');
  const details = await fc.check(new TimedProperty(property, seconds * budgetFactor * 1000), {
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
    numRuns: Number.MAX_SAFE_INTEGER,
    timeout: maxRunMs,
    includeErrorInReport: true,
  });
  if (process.env.PORTICO_TEST_PROGRESS === 'true') {
    const elapsedSeconds = ((performance.now() - startMs) / 1000).toFixed();
    console.log(`${details.numRuns} runs in ${elapsedSeconds} s: ${expect.getState().currentTestName}`);
  }
  if (details.failed)
    throw new Error(
      `${await fc.asyncDefaultReportMessage(details)}\nRepeat it with:\n${formatRepeatCommand(details.seed, details.counterexamplePath)}`,
    );
}
