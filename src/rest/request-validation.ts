/** Rejects requests before they are sent: URLs that are too long, and bodies with ill-formed Unicode. */
import { badInput, type RestError, type Violation } from './errors.ts';
import type { RestRequest } from './request.ts';

/** Error for a URL that is too long, attributed to its longest parameter. */
export function urlTooLong({ path = {}, query = {} }: RestRequest, bytes: number, limit: number): RestError {
  const [[name] = ['']] = [...Object.entries(path), ...Object.entries(query)]
    .map(([parameter, value]) => [parameter, String(JSON.stringify(value)).length] as const)
    .sort(([, a], [, b]) => b - a);
  const message = `must be shorter: it makes the URL of the REST call ${bytes} bytes long, and the limit is ${limit} bytes`;
  return badInput([{ path: [name.replace(/\[\]$/, '')], message }]);
}

/** Paths of ill-formed strings in a body, names included. */
function findIllFormedStrings(value: unknown, path: Violation['path']): Violation[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [{ path, message: 'must be well-formed Unicode' }];
  if (Array.isArray(value)) return value.flatMap((member, index) => findIllFormedStrings(member, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name.isWellFormed()
      ? findIllFormedStrings(member, [...path, name])
      : [{ path, message: 'must be well-formed Unicode' }],
  );
}

/**
 * Checks the strings of a JSON body.
 * @throws RestError `BAD_USER_INPUT` for ill-formed Unicode, which JSON can contain but hardly any service accepts
 */
export function checkUnicode(body: unknown): void {
  const violations = findIllFormedStrings(body, []);
  if (violations.length > 0) throw badInput(violations.slice(0, 20));
}
