/** The errors of REST calls, in one form for all the forms that the upstream has. */

export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'UNPROCESSABLE'
  | 'RATE_LIMITED'
  | 'UPSTREAM_REFUSED'
  | 'UPSTREAM_FAILED'
  | 'UPSTREAM_UNREACHABLE'
  | 'UPSTREAM_INVALID_ANSWER'
  | 'UPSTREAM_DOWN'
  | 'DEADLINE_EXCEEDED'
  | 'REST_CALL_LIMIT'
  | 'CALLER_LIMIT'
  | 'STREAM_LIMIT'
  | 'CANCELLED';

/** One thing that is wrong with an input: where, and which limit it breaks. */
export interface Violation {
  /** Names and indexes from the outermost input inwards. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RestErrorFacts {
  /** HTTP status of the upstream's response; absent where there was none. */
  readonly status?: number | undefined;
  /** The upstream's own id of the call, for its operators. */
  readonly requestId?: string | undefined;
  /** Seconds after which the upstream asks to try again. */
  readonly retryAfter?: number | undefined;
  /** What is wrong with which input. */
  readonly violations?: readonly Violation[] | undefined;
}

/** A failed call. Its message is safe to show: no URL, no credential, no raw body. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly violations: readonly Violation[];

  constructor(code: ErrorCode, message: string, facts: RestErrorFacts = {}) {
    super(message);
    this.code = code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.violations = facts.violations ?? [];
  }
}

/** Violations that an error lists; further ones are only counted. */
const mostViolations = 20;
/** Characters of one message, and of one part of a path. */
const [longestText, longestPart] = [500, 100];

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;

/** The error for an input that is refused before any call. Its message is bounded, however large the input is. */
export function badInput(violations: readonly Violation[]): RestError {
  const listed: Violation[] = violations.slice(0, mostViolations).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'string' ? cut(part, longestPart) : part)),
    message: cut(message, longestText),
  }));
  const more = violations.length - listed.length;
  if (more > 0) listed.push({ path: [], message: `and ${more} more` });
  const texts = listed.map(({ path, message }) => `${formatPath(path)} ${message}`.trimStart());
  return new RestError('BAD_USER_INPUT', texts.join('; '), { violations: listed });
}

/** `['input', 'variables', 0, 'key']` as `input.variables[0].key`. */
export function formatPath(path: Violation['path']): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

/** Whether an error is a RestError, with one of these codes where any are given. */
export function isRestError(error: unknown, ...codes: readonly ErrorCode[]): error is RestError {
  return error instanceof RestError && (codes.length === 0 || codes.includes(error.code));
}
