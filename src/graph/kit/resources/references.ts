/** Arguments that name a project, group or user. */
import { badInput, isRestError, type Violation } from '../../../rest/errors.ts';
import { segmentProblem } from '../../../rest/url.ts';
import { withArticle, words } from '../contract/names.ts';
import { assertOwnId, decodeGlobalId, decodePath, isGlobalId } from './global-id.ts';

/** What an argument or input field may name a project or group by, for its description. */
export const referenceDescription = (typename: string): string =>
  `The ${words(typename)}, as its global id, its numeric id or its full path.`;
export const projectReference = referenceDescription('Project');
export const groupReference = referenceDescription('Group');

function toNumber(text: string): string | number {
  return /^(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** Whether a text reads as a number to the upstream without being one of ours: `007` would find what 7 names. */
export function isOddNumber(part: string | number): boolean {
  return typeof part === 'string' && /^\s*[+-]?\d[\d_]*\s*$/.test(part);
}

export const oddNumber = 'must be a number without sign or leading zeros, at most 2^53 - 1, where it is a number';

/** Refuses here what the call would refuse, where the name of the argument is known. */
function whole(part: string | number, path: Violation['path']): string | number {
  if (isOddNumber(part)) throw badInput([{ path, message: oddNumber }]);
  const problem = typeof part === 'string' ? segmentProblem('id', part) : undefined;
  if (problem !== undefined) throw badInput([{ path, message: problem }]);
  return part;
}

/**
 * What an argument names, as a REST path parameter: the global id of an object of that type, its number or its full path.
 * @throws RestError `BAD_USER_INPUT` for the global id of anything else
 */
export function parseReference(typename: string, text: string, path: Violation['path'] = ['id']): string | number {
  assertOwnId(text, path);
  if (!isGlobalId(text)) return whole(toNumber(text), path);
  const { typename: given, id } = decodeGlobalId(text, path);
  if (given !== typename)
    throw badInput([{ path, message: `must be the id of ${withArticle(typename)}, not of ${withArticle(given)}` }]);
  const [part, ...further] = decodePath(id) ?? [];
  // Never the last of several parts: that could be the number of another object.
  if (part === undefined || further.length > 0)
    throw badInput([{ path, message: `must be the global id of ${withArticle(typename)}` }]);
  return whole(toNumber(part), path);
}

/** What a reading gives; undefined when it refuses the input, whose violations are noted. */
export function collectViolations<T>(violations: Violation[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isRestError(error, 'BAD_USER_INPUT')) throw error;
    violations.push(...error.violations);
    return undefined;
  }
}

/** The number of what an input names by it or by a global id, where the upstream takes nothing else. */
export function parseNumber(typename: string, text: unknown, path: Violation['path']): number {
  const reference = parseReference(typename, String(text), path);
  if (typeof reference === 'number') return reference;
  throw badInput([{ path, message: `must be the global id or the number of ${withArticle(typename)}` }]);
}
