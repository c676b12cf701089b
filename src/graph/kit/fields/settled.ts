import type { GraphContext } from '../../context.ts';

/**
 * An item of a list whose failure is a value, which every execution takes for the failure of just this item. Compiled code would lose
 * the place of a promise that fails: graphql-jit puts its null at the end of the list.
 */
export function settled<T>(item: Promise<T>, { errors }: GraphContext): Promise<T> {
  const asValue = (reason: unknown) => errors.add(reason instanceof Error ? reason : new Error(String(reason)));
  // GraphQL lets any item be an Error, which the types of items do not say.
  return item.catch(asValue) as Promise<T>;
}
