/** Errors that clients may see. */
import { truncate } from '../helpers/truncate.ts';

export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'NOT_OFFERED'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'UNPROCESSABLE'
  | 'RATE_LIMITED'
  | 'UPSTREAM_REFUSED'
  | 'UPSTREAM_FAILED'
  | 'UPSTREAM_UNREACHABLE'
  | 'UPSTREAM_INVALID_RESPONSE'
  | 'UPSTREAM_DOWN'
  | 'RESOURCE_EXHAUSTED'
  | 'DEADLINE_EXCEEDED'
  | 'REST_CALL_LIMIT'
  | 'CALLER_LIMIT'
  | 'STREAM_LIMIT'
  | 'CANCELLED';

/** Effect of a failed write; `ACCEPTED` if only its response or its payload cannot be read. */
export type WriteEffect = 'NOT_SENT' | 'REJECTED' | 'ACCEPTED' | 'UNKNOWN';

/** Invalid part of an input, and the rule that it violates. */
export interface Violation {
  /** Names and indexes, from the outermost input inwards. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RestErrorDetails {
  /** HTTP status of the upstream's response; `undefined` if there was none. */
  readonly status?: number | undefined;
  /** Request id that the upstream assigned, for its operators. */
  readonly requestId?: string | undefined;
  /** Seconds after which the call may be retried. */
  readonly retryAfter?: number | undefined;
  /** Invalid inputs. */
  readonly violations?: readonly Violation[] | undefined;
  /** Effect of the write; `undefined` if the error concerns a read, or a write that was not sent. */
  readonly write?: WriteEffect | undefined;
}

/**
 * Expected failure: of a REST call or an input, at a limit, or by cancellation. Its message is safe to show to clients: no URL, no
 * credential, no raw body.
 */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly violations: readonly Violation[];
  readonly write: WriteEffect | undefined;

  constructor(code: ErrorCode, message: string, details: RestErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.violations = details.violations ?? [];
    this.write = details.write;
  }
}

/** Adds a note to the message of an error, and the effect of the write. Keeps its other members. */
export function withNote(failure: RestError, note: string | undefined, write = failure.write): RestError {
  const { code, message, status, requestId, retryAfter, violations } = failure;
  const details = { status, requestId, retryAfter, violations, write };
  return new RestError(code, note === undefined ? message : `${message}; ${note}`, details);
}

/** Returns the error with other paths of its violations, in its message too. */
export function withPaths(error: RestError, relocate: (violation: Violation) => Violation): RestError {
  const violations = error.violations.map(relocate);
  const { code, status, requestId, retryAfter, write } = error;
  return new RestError(code, formatViolations(violations), { status, requestId, retryAfter, violations, write });
}

const formatViolations = (violations: readonly Violation[]): string =>
  violations.map(({ path, message }) => `${formatPath(path)} ${message}`.trimStart()).join('; ');

/** Upper bound on listed violations; further ones are only counted. */
const maxViolations = 20;
/** Upper bounds in characters. */
const [maxMessageLength, maxPathSegmentLength] = [500, 100];

/** Error for an input that is rejected before any call. Its message is bounded, however large the input is. */
export function badInput(violations: readonly Violation[]): RestError {
  const listed: Violation[] = violations.slice(0, maxViolations).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'string' ? truncate(part, maxPathSegmentLength) : part)),
    message: truncate(message, maxMessageLength),
  }));
  const more = violations.length - listed.length;
  if (more > 0)
    listed.push({
      path: [],
      message: `${more} more ${more === 1 ? 'error is' : 'errors are'} omitted: the limit is ${maxViolations} per input. Correct the reported ones first`,
    });
  return new RestError('BAD_USER_INPUT', formatViolations(listed), { violations: listed });
}

/** `['input', 'variables', 0, 'key']` as `input.variables[0].key`. */
export function formatPath(path: Violation['path']): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

/** Whether an error is a RestError, optionally with one of the codes. */
export function isRestError(error: unknown, ...codes: readonly ErrorCode[]): error is RestError {
  return error instanceof RestError && (codes.length === 0 || codes.includes(error.code));
}

/** Whether a call was not sent because a limit on calls is reached: of the operation, the caller or the upstream. */
export function isCallLimit(error: unknown): error is RestError {
  return isRestError(error, 'REST_CALL_LIMIT', 'CALLER_LIMIT', 'RATE_LIMITED') && error.status === undefined;
}
