/** Global ids: `gid://service/<Type>/<path parameters>`. */
import { badInput, type Violation } from '../../../rest/errors.ts';

const prefix = 'gid://service/';
const form = /^gid:\/\/service\/([A-Za-z]+)\/(.+)$/;

/** Joins the REST path parameters of an object, each percent-encoded, with `/`: the end of its global id. */
export function encodePath(parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(part)).join('/');
}

/** Decodes the path parameters at the end of a global id; `undefined` if they are malformed. */
export function decodePath(text: string): readonly string[] | undefined {
  try {
    const parts = text.split('/');
    if (parts.includes('')) return undefined;
    return text.includes('%') ? parts.map(decodeURIComponent) : parts;
  } catch {
    return undefined;
  }
}

export function encodeGlobalId(typename: string, path: string): string {
  return `${prefix}${typename}/${path}`;
}

/**
 * Returns type and encoded path parameters of a global id.
 * @param expected completes "must be the global id of "
 * @throws RestError BAD_USER_INPUT if the string is not a global id
 */
export function decodeGlobalId(
  globalId: string,
  path: Violation['path'] = ['id'],
  expected = `an object, such as ${prefix}Project/7`,
): { typename: string; id: string } {
  assertOwnId(globalId, path);
  const parts = form.exec(globalId);
  const typename = parts?.[1];
  const id = parts?.[2];
  if (typename === undefined || id === undefined)
    throw badInput([{ path, message: `must be the global id of ${expected}` }]);
  return { typename, id };
}

export function isGlobalId(text: string): boolean {
  return text.startsWith(prefix);
}

/** Rejects the global id of another service. No path or name starts like one. */
export function assertOwnId(text: string, path: Violation['path']): void {
  if (text.startsWith('gid://') && !isGlobalId(text))
    throw badInput([{ path, message: `must start with ${prefix}: it is the global id of another service` }]);
}
