/** The memory that this process uses. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * Returns `heapUsed` and `external` after a garbage collection, in bytes. Without one, the garbage of tests that ran before, or that
 * the measured code has left, is a part of the result.
 */
export async function measureMemory(): Promise<number> {
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  // The second collection frees what the first one finalized.
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
