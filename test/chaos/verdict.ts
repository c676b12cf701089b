/** Checks of a result: it contains the data of the upstream, or an error with a code in its place. */
import type { Result } from '../process/transports.ts';
import type { Outcome } from './tally.ts';

type Path = readonly (string | number)[];

/** Error codes that no fault of the upstream causes. */
const unexplainedCodes = new Set([
  'INTERNAL_SERVER_ERROR',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'CANCELLED',
]);

export interface Verdict {
  readonly outcome: Outcome;
  /** Problems of the result. Empty if the result is valid. */
  readonly problems: string[];
  /** Codes of the errors. */
  readonly codes: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isBelow = (path: Path, ancestor: Path): boolean => ancestor.every((part, index) => path[index] === part);

function* differences(expected: unknown, actual: unknown, errors: readonly Path[], path: Path): Generator<string> {
  if (Object.is(expected, actual)) return;
  if (actual === null && errors.some((error) => isBelow(error, path))) return;
  if (Array.isArray(expected) !== Array.isArray(actual) || !isRecord(expected) || !isRecord(actual))
    yield `${path.join('.')} is ${JSON.stringify(actual)?.slice(0, 200)} and not ${JSON.stringify(expected)?.slice(0, 200)}`;
  else if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    yield `${path.join('.')} has ${actual.length} items and not ${expected.length}`;
  else
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      yield* differences(expected[key], actual[key], errors, [...path, Array.isArray(expected) ? Number(key) : key]);
}

/** Returns the codes of errors, and a problem for each error that no fault causes. */
export function checkErrors(errors: Result['errors'] = []): { problems: string[]; codes: string[] } {
  const problems: string[] = [];
  const codes: string[] = [];
  for (const { message, path, extensions } of errors) {
    const code = extensions?.code;
    codes.push(String(code));
    if (code === undefined || unexplainedCodes.has(code))
      problems.push(`${path?.join('.')}: error ${code}: ${message}`);
  }
  return { problems, codes };
}

/** Whether an error reports that the value at a path failed. */
export const hasFailed = ({ errors = [] }: Result, value: Path): boolean =>
  errors.some(({ path }) => path !== undefined && isBelow(value, path));

/** Compares a result with the expected data. */
export function checkResult(expected: unknown, { data, errors }: Result): Verdict {
  const { problems, codes } = checkErrors(errors);
  // A request error has no data.
  const isRejected = (data === undefined || data === null) && codes.length > 0;
  const paths = (errors ?? []).map(({ path }) => path ?? []);
  if (!isRejected) problems.push(...differences(expected, data, paths, []));
  return { outcome: isRejected ? 'rejected' : codes.length > 0 ? 'partial' : 'complete', problems, codes };
}
