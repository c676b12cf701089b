/** Comparison of results with those of graphql-js. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import { expect } from 'vitest';

type Path = readonly (string | number)[];

export interface ComparableError {
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
function groupErrors(
  data: unknown,
  errors: readonly ComparableError[],
): ReadonlyMap<string, readonly ComparableError[]> {
  return Map.groupBy(errors, ({ path }) => JSON.stringify(findNull(data, path)) ?? 'none');
}

const isBelow = (path: Path, ancestor: Path): boolean =>
  path.length > ancestor.length && ancestor.every((key, index) => key === path[index]);

const errorsOf = ({ errors = [] }: ExecutionResult) => errors.map(toComparable);

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
  const { data } = expected;
  const actualGroups = groupErrors(data, errorsOf(actual));
  const expectedGroups = groupErrors(data, errorsOf(expected));
  expect([...actualGroups.keys()].sort()).toEqual([...expectedGroups.keys()].sort());
  const possibleGroups = groupErrors(data, [...errorsOf(complete), ...errorsOf(expected)]);
  for (const [key, errors] of actualGroups) {
    const texts = errors.map(({ text }) => text);
    expect(texts, 'errors that are reported once').toEqual([...new Set(texts)]);
    const possible = new Set(possibleGroups.get(key)?.map(({ text }) => text));
    // Time decides which errors of a list precede the one that ends it.
    const others = errors.filter(
      (error) =>
        !possible.has(error.text) && !isAccepted(error) && !errors.some((each) => isBelow(error.path, each.path)),
    );
    expect(others, `errors at ${key} that are none of ${[...possible].join('\n')}`).toEqual([]);
  }
}
