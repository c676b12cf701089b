/** Arguments that identify a project, group or user. */
import { badInput, isRestError, type Violation } from '../../../rest/errors.ts';
import { findSegmentViolation } from '../../../rest/url.ts';
import { humanizeTypeName, withArticle } from '../contract/names.ts';
import { assertOwnId, decodeGlobalId, decodePath, isGlobalId } from './global-id.ts';

/** Describes an argument or input field that identifies a project or group. */
export const describeIdArgument = (typename: string): string =>
  `The ${humanizeTypeName(typename)}, as global id, numeric id or full path.`;
export const projectIdDescription = describeIdArgument('Project');
export const groupIdDescription = describeIdArgument('Group');

function toNumber(text: string): string | number {
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** Whether the upstream reads a string as a number although it is not in our form: `007` would find the object 7. */
export function isAmbiguousNumber(part: string | number): boolean {
  return typeof part === 'string' && /^\s*[+-]?\d[\d_]*\s*$/.test(part);
}

export const ambiguousNumberMessage =
  'must consist of digits without leading zeros, and be at most 2^53 - 1, if it is a number';

/** Validates a path parameter before the call, where the name of the argument is available for the error. */
function validatePart(part: string | number, path: Violation['path']): string | number {
  if (isAmbiguousNumber(part)) throw badInput([{ path, message: ambiguousNumberMessage }]);
  const problem = typeof part === 'string' ? findSegmentViolation('id', part) : undefined;
  if (problem !== undefined) throw badInput([{ path, message: problem }]);
  return part;
}

/**
 * Converts the value of an argument to a REST path parameter. It is the global id of an object of the type, its number
 * or its full path.
 * @throws RestError BAD_USER_INPUT if it is another global id
 */
export function parseReference(typename: string, text: string, path: Violation['path'] = ['id']): string | number {
  assertOwnId(text, path);
  if (!isGlobalId(text)) return validatePart(toNumber(text), path);
  const { typename: actualTypename, id } = decodeGlobalId(text, path, withArticle(typename));
  if (actualTypename !== typename)
    throw badInput([
      { path, message: `must be the id of ${withArticle(typename)}, not of ${withArticle(actualTypename)}` },
    ]);
  const [part, ...further] = decodePath(id) ?? [];
  // With several parts, the last one could be the number of another object.
  if (part === undefined || further.length > 0)
    throw badInput([{ path, message: `must be the global id of ${withArticle(typename)}` }]);
  return validatePart(toNumber(part), path);
}

/** Returns the result of `read`. If `read` rejects the input, adds the violations and returns `undefined`. */
export function collectViolations<T>(violations: Violation[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isRestError(error, 'BAD_USER_INPUT')) throw error;
    violations.push(...error.violations);
    return undefined;
  }
}

/**
 * Converts a number or global id to the number of an object, for operations that accept nothing else.
 * @throws RestError BAD_USER_INPUT if the input is neither
 */
export function parseNumber(typename: string, text: unknown, path: Violation['path']): number {
  const reference = parseReference(typename, String(text), path);
  if (typeof reference === 'number') return reference;
  throw badInput([{ path, message: `must be the global id or the number of ${withArticle(typename)}` }]);
}
