/** Seed of the property suites of one test run: random unless `PORTICO_TEST_SEED` sets it. */
import { randomInt } from 'node:crypto';

export default function setup(): void {
  process.env.PORTICO_TEST_SEED ||= String(randomInt(2 ** 31));
  console.log(`Property suites: PORTICO_TEST_SEED=${process.env.PORTICO_TEST_SEED}`);
}
