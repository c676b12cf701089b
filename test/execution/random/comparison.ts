/** Comparison of results with those of graphql-js. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { expect } from 'vitest';

type Path = readonly (string | number)[];

interface ComparableError {
  readonly message: string;
  readonly path: Path;
  readonly text: string;
}

function toComparable({ message, path = [], locations }: GraphQLError): ComparableError {
  return { message, path, text: JSON.stringify({ message, path, locations }) };
}

/** Path of the outermost `null` at or above an error; `undefined` if there is none. */
function findNull(data: unknown, path: Path): Path | undefined {
  let value: unknown = data;
  for (const [index, key] of path.entries()) {
    if (value === null) return path.slice(0, index);
    value = Reflect.get(Object(value), key);
  }
  return value === null ? path : undefined;
}

/** Errors by the `null` that they explain. */
function groupErrors(data: unknown, errors: readonly ComparableError[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(errors, ({ path }) => JSON.stringify(findNull(data, path)) ?? 'none');
  return new Map([...groups].map(([key, group]) => [key, group.map(({ text }) => text).sort()]));
}

const errorsOf = ({ errors = [] }: ExecutionResult) => errors.map(toComparable);

/**
 * Expects equal data including the order of the keys, and equal errors. Where several errors are below one `null`, any of them is
 * accepted.
 * @param complete result of graphql-js without propagation of `null`, which contains all errors that are possible
 */
export function expectSameResult(actual: ExecutionResult, expected: ExecutionResult, complete = expected): void {
  expect(JSON.stringify(actual.data)).toBe(JSON.stringify(expected.data));
  const { data } = expected;
  const actualGroups = groupErrors(data, errorsOf(actual));
  const expectedGroups = groupErrors(data, errorsOf(expected));
  expect([...actualGroups.keys()].sort()).toEqual([...expectedGroups.keys()].sort());
  const possibleGroups = groupErrors(data, [...errorsOf(complete), ...errorsOf(expected)]);
  for (const [key, errors] of actualGroups) {
    expect(errors, 'errors that are reported once').toEqual([...new Set(errors)]);
    const possible = possibleGroups.get(key) ?? [];
    expect(possible, `errors at ${key}`).toEqual(expect.arrayContaining([...errors]));
  }
}
