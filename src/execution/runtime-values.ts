/** Kinds of values that resolvers return. The checks are those of graphql-js. */
import { locatedError } from 'graphql';
import type { OutputType } from './output-type.ts';

export const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  'then' in value &&
  typeof value.then === 'function';

/**
 * Value that is converted from the result of a promise on which other values depend, too. The executor awaits such a promise once; a promise
 * per value would take longer than the conversion.
 */
export class DependentValue<Result = unknown> {
  readonly promise: Promise<Result>;
  readonly convert: (result: Result) => unknown;

  /** @param convert returns the value, a promise of it, or throws the error of the field */
  constructor(promise: Promise<Result>, convert: (result: Result) => unknown) {
    this.promise = promise;
    this.convert = convert;
  }

  /** Promise of the value, for other executors. */
  toPromise(): Promise<unknown> {
    return this.promise.then(this.convert);
  }
}

export const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Symbol.iterator in value &&
  typeof value[Symbol.iterator] === 'function';

export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  Symbol.asyncIterator in value &&
  typeof value[Symbol.asyncIterator] === 'function';

/** Iterator over items that are read for the part of the response that delivers them. */
export interface PartIterator<Item = unknown> extends AsyncIterator<Item> {
  /** Provides the context of the part that delivers the further items. */
  enterPart(context: unknown): void;
}

export const isPartIterator = (iterator: object): iterator is PartIterator =>
  'enterPart' in iterator && typeof iterator.enterPart === 'function';

/** Describes a value as graphql-js does in its errors. Its function is private, but writes the message for a thrown value. */
export function inspect(value: unknown): string {
  const prefix = 'Unexpected error value: ';
  if (!(value instanceof Error)) return locatedError(value, undefined).message.slice(prefix.length);
  const { message } = locatedError({ value }, undefined);
  return message.slice(`${prefix}{ value: `.length, -' }'.length);
}

/** Handles the rejection of a promise whose value is not used. Returns the value. */
export async function ignoreRejection(promise: unknown): Promise<unknown> {
  try {
    return await promise;
  } catch {
    return undefined;
  }
}

/** Handles the rejections of the items that an iterator has not returned yet. */
export function ignoreRemaining(output: OutputType, iterator: Iterator<unknown>): void {
  try {
    for (let next = iterator.next(); !next.done; next = iterator.next()) ignoreRejections(output, next.value);
  } catch {
    // The items are not in the response.
  }
}

/** Handles the rejections of a value that is not in the response: of a promise, or of the items of a list. */
export async function ignoreRejections(output: OutputType, value: unknown): Promise<void> {
  const list = isPromiseLike(value) ? await ignoreRejection(value) : value;
  if (output.kind === 'list' && Array.isArray(list)) for (const item of list) ignoreRejections(output.item, item);
}

/** Closes an iterator whose items are not used. */
export async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The items are not in the response.
  }
}
