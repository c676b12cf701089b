/** Runs properties with the seed and the number of runs that the environment asks for. */
import fc from 'fast-check';

/** A seed of the repository's own unless told otherwise, so that a change is not stopped by what an unrelated run happens upon. */
const defaultSeed = 20_260_110;

/** Milliseconds that a test of a property may take: many runs were asked for, or a failure is made small. */
export const patience = 900_000;

function numberFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${name} must be a whole number`);
  return number;
}

/** Seed and number of runs: `PORTICO_PROPERTY_SEED` and `PORTICO_PROPERTY_RUNS`, unless these say nothing. */
export function seeded(runs: number): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: numberFrom('PORTICO_PROPERTY_SEED', defaultSeed),
    numRuns: numberFrom('PORTICO_PROPERTY_RUNS', runs),
  };
}

/**
 * Fails with the seed, the smallest counterexample found and what went wrong with it. `PORTICO_PROPERTY_SEED` and
 * `PORTICO_PROPERTY_RUNS` replace the seed and the number of runs.
 * @param runs how often the property is tried in the ordinary test run
 */
export async function holds<Values>(property: fc.IAsyncProperty<Values>, runs: number): Promise<void> {
  await fc.assert(property, {
    ...seeded(runs),
    interruptAfterTimeLimit: 0.9 * patience,
    includeErrorInReport: true,
  });
}
