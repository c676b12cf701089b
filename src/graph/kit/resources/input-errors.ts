import { GraphQLError } from 'graphql';
import { isRestError } from '../../../rest/errors.ts';

/** Runs `compute` and returns `undefined` if it fails on invalid input, which the resolver reports later. */
export function ignoreInputErrors<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (isRestError(error) || error instanceof GraphQLError) return undefined;
    throw error;
  }
}
