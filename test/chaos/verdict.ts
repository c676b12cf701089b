/** Whether an answer is right: what the upstream holds, and an error with a code wherever it is not. */
import type { Result } from '../process/transports.ts';
import type { Outcome } from './tally.ts';

type Path = readonly (string | number)[];

/** Codes that no fault of the upstream explains. */
const inexplicable = new Set([
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
  /** What is wrong with the answer; empty when it is right. */
  readonly problems: string[];
  /** Codes of its errors. */
  readonly codes: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isBelow = (path: Path, place: Path): boolean => place.every((part, index) => path[index] === part);

function* differences(expected: unknown, given: unknown, errors: readonly Path[], path: Path): Generator<string> {
  if (Object.is(expected, given)) return;
  if (given === null && errors.some((error) => isBelow(error, path))) return;
  if (Array.isArray(expected) !== Array.isArray(given) || !isRecord(expected) || !isRecord(given))
    yield `${path.join('.')} is ${JSON.stringify(given)?.slice(0, 200)} and not ${JSON.stringify(expected)?.slice(0, 200)}`;
  else if (Array.isArray(expected) && Array.isArray(given) && expected.length !== given.length)
    yield `${path.join('.')} has ${given.length} items and not ${expected.length}`;
  else
    for (const key of new Set([...Object.keys(expected), ...Object.keys(given)]))
      yield* differences(expected[key], given[key], errors, [...path, Array.isArray(expected) ? Number(key) : key]);
}

/** What is wrong with the errors of an answer in themselves. */
export function errorProblems(errors: Result['errors'] = []): { problems: string[]; codes: string[] } {
  const problems: string[] = [];
  const codes: string[] = [];
  for (const { message, path, extensions } of errors) {
    const code = extensions?.code;
    codes.push(String(code));
    if (code === undefined || inexplicable.has(code)) problems.push(`${path?.join('.')}: error ${code}: ${message}`);
  }
  return { problems, codes };
}

/** Whether an error tells that the value at a place cannot be had. */
export const hasFailed = ({ errors = [] }: Result, place: Path): boolean =>
  errors.some(({ path }) => path !== undefined && isBelow(place, path));

/** Holds an answer against the data that are right. */
export function judge(expected: unknown, { data, errors }: Result): Verdict {
  const { problems, codes } = errorProblems(errors);
  // An operation that was refused as a whole has no data.
  const refused = (data === undefined || data === null) && codes.length > 0;
  const places = (errors ?? []).map(({ path }) => path ?? []);
  if (!refused) problems.push(...differences(expected, data, places, []));
  return { outcome: refused ? 'refused' : codes.length > 0 ? 'partial' : 'whole', problems, codes };
}
