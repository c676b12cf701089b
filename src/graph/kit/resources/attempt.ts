import { GraphQLError } from 'graphql';
import { isRestError } from '../../../rest/errors.ts';

/** What a plan can know: bad input is reported by the field when it is resolved, and is just unknown before. */
export function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (isRestError(error) || error instanceof GraphQLError) return undefined;
    throw error;
  }
}
