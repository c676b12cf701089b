/** Comparison of results with those of graphql-js. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { expect } from 'vitest';

type Path = readonly (string | number)[];

export interface ComparableError {
  readonly message: string;
  readonly path: Path;
  readonly locations: readonly string[];
  readonly text: string;
}

function toComparable({ message, path = [], locations, extensions }: GraphQLError): ComparableError {
  const text = JSON.stringify({ message, path, locations, extensions });
  return { message, path, locations: (locations ?? []).map(({ line, column }) => `${line}:${column}`), text };
}

/** Path of the outermost `null` at or above an error; `undefined` if none exists. */
function findNull(data: unknown, path: Path): Path | undefined {
  let value: unknown = data;
  for (const [index, key] of path.entries()) {
    if (value === null) return path.slice(0, index);
    value = Reflect.get(Object(value), key);
  }
  return value === null ? path : undefined;
}

/** Errors by the `null` that they explain. */
function groupErrors(
  data: unknown,
  errors: readonly ComparableError[],
): ReadonlyMap<string, readonly ComparableError[]> {
  return Map.groupBy(errors, ({ path }) => JSON.stringify(findNull(data, path)) ?? 'none');
}

const toComparableErrors = ({ errors = [] }: ExecutionResult) => errors.map(toComparable);

/**
 * Expects equal data including the order of the keys, and equal errors. Where several errors are below one `null`, any of them is
 * accepted.
 * @param complete result of graphql-js without propagation of `null`, which contains all errors that are possible
 * @param isAccepted whether an error that graphql-js does not report is right
 */
export function expectSameResult(
  actual: ExecutionResult,
  expected: ExecutionResult,
  complete = expected,
  isAccepted: (error: ComparableError) => boolean = () => false,
): void {
  expect(JSON.stringify(actual.data)).toBe(JSON.stringify(expected.data));
  expectSameErrors(actual, expected, complete, isAccepted);
}

/** As `expectSameResult`, for results that are merged from parts: the order of keys is that of the parts. */
export function expectSameMergedResult(
  actual: ExecutionResult,
  expected: ExecutionResult,
  complete: ExecutionResult,
): void {
  expect(toJson(actual.data)).toEqual(toJson(expected.data));
  // An error of a part has the locations of the fields in that part alone.
  const isOfPart = (error: ComparableError) =>
    toComparableErrors(complete).some(
      ({ message, path, locations }) =>
        message === error.message &&
        String(path) === String(error.path) &&
        error.locations.every((location) => locations.includes(location)),
    );
  expectSameErrors(actual, expected, complete, isOfPart);
}

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

function expectSameErrors(
  actual: ExecutionResult,
  expected: ExecutionResult,
  complete: ExecutionResult,
  isAccepted: (error: ComparableError) => boolean,
): void {
  const { data } = expected;
  const actualGroups = groupErrors(data, toComparableErrors(actual));
  const expectedGroups = groupErrors(data, toComparableErrors(expected));
  expect([...actualGroups.keys()].sort()).toEqual([...expectedGroups.keys()].sort());
  const possibleGroups = groupErrors(data, [...toComparableErrors(complete), ...toComparableErrors(expected)]);
  for (const [key, errors] of actualGroups) {
    const texts = errors.map(({ text }) => text);
    expect(texts, 'errors that are reported once').toEqual([...new Set(texts)]);
    const possible = new Set(possibleGroups.get(key)?.map(({ text }) => text));
    const others = errors.filter((error) => !possible.has(error.text) && !isAccepted(error));
    expect(others, `errors at ${key} that are none of ${[...possible].join('\n')}`).toEqual([]);
  }
}

/**
 * Expects merged parts to contain what single responses contain, except where errors have removed values.
 * @param complete result of graphql-js without propagation of `null` and without parts
 * @param failedPaths paths of the parts that an error has removed as a whole
 */
export function expectPartOf(merged: ExecutionResult, complete: ExecutionResult, failedPaths: readonly Path[]): void {
  const paths = toComparableErrors(merged).map(({ path }) => path);
  const isExplained = (path: Path) => paths.some((each) => path.every((key, index) => key === each[index]));
  const isInFailedPart = (path: Path) => failedPaths.some((each) => each.every((key, index) => key === path[index]));
  const compare = (actual: unknown, expected: unknown, path: Path): void => {
    const isObject = typeof actual === 'object' && actual !== null && typeof expected === 'object';
    if (actual === null && expected !== null) expect(isExplained(path), `null at ${path}`).toBe(true);
    else if (Array.isArray(actual) && expected === null) {
      // A stream contains the items before the error that ends it.
      expect(isExplained(path), `items at ${path}`).toBe(true);
    } else if (!isObject || expected === null) expect(actual, `value at ${path}`).toEqual(expected);
    else {
      expect(Array.isArray(actual)).toBe(Array.isArray(expected));
      expect(Object.keys(expected)).toEqual(expect.arrayContaining(Object.keys(actual)));
      const hasAll = Object.keys(actual).length === Object.keys(expected).length;
      if (!hasAll) expect(isExplained(path) || isInFailedPart(path), `missing values at ${path}`).toBe(true);
      for (const key of Object.keys(actual))
        compare(Reflect.get(actual, key), Reflect.get(expected, key), [...path, toKey(actual, key)]);
    }
  };
  compare(toJson(merged.data), toJson(complete.data), []);
}

const toKey = (container: object, key: string): string | number => (Array.isArray(container) ? Number(key) : key);
