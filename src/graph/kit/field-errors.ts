/** Errors of fields: made in full up to a number, since each costs far more than the value that it stands for. */
import { GraphQLError, type GraphQLField, type GraphQLFieldResolver } from 'graphql';

/** Stands for every error beyond the number. GraphQL passes an error that has a path already on as it is. */
const surplus = new GraphQLError('There are more errors', { path: [], extensions: { code: 'ERROR_LIMIT' } });

/** Whether an error only stands for one that was not made. */
export const isSurplus = (error: unknown): boolean => error === surplus;

/** The errors of one operation or event. */
export class FieldErrors {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Begins anew, for another execution. */
  reset(): void {
    this.#count = 0;
  }

  /** The error, or past the number what stands for it. */
  add<T>(error: T): T | GraphQLError {
    this.#count += 1;
    return this.#count > this.#max ? surplus : error;
  }

  /** A value in which errors are counted, be it one or a list of them. */
  addThoseOf(value: unknown): unknown {
    if (value instanceof Error) return this.add(value);
    if (!Array.isArray(value) || !value.some((item) => item instanceof Error)) return value;
    return value.map((item: unknown) => (item instanceof Error ? this.add(item) : item));
  }
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** The resolvers that count their errors, and those that they were made of. */
const counted = new WeakMap<object, Resolver>();

/** The resolver without the counting, for executions whose result is discarded where it has errors. */
export function withoutCounting(resolve: Resolver): Resolver {
  return counted.get(resolve) ?? resolve;
}

/** Counts the errors of a field as those of its operation. */
export function countErrors<C extends { readonly errors: FieldErrors }>(field: GraphQLField<unknown, C>): void {
  const { resolve } = field;
  if (resolve === undefined) return;
  const counting: typeof resolve = (parent, args, context, info) => {
    const { errors } = context;
    try {
      const value: unknown = resolve(parent, args, context, info);
      if (!(value instanceof Promise)) return errors.addThoseOf(value);
      return value.then(
        (settled) => errors.addThoseOf(settled),
        (error: unknown) => {
          throw errors.add(error);
        },
      );
    } catch (error) {
      throw errors.add(error);
    }
  };
  counted.set(counting, resolve as Resolver);
  field.resolve = counting;
}
