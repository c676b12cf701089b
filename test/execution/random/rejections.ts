/** Unhandled rejections during tests. */
import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';

/**
 * Collects unhandled rejections during the tests of a file. graphql-js causes some, too.
 * @returns a function that returns the result of an action, which must handle all rejections
 */
export function trackRejections() {
  const reasons: unknown[] = [];
  const onRejection = (reason: unknown) => {
    reasons.push(reason);
  };
  beforeAll(() => {
    process.on('unhandledRejection', onRejection);
  });
  afterAll(() => {
    process.off('unhandledRejection', onRejection);
  });
  return async <T>(action: () => Promise<T>): Promise<T> => {
    reasons.length = 0;
    const result = await action();
    await immediate();
    expect(reasons).toEqual([]);
    return result;
  };
}
