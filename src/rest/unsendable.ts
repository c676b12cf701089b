/** Finds, before a call is sent, why it cannot be: its URL is too long, or its body has ill-formed Unicode. */
import { badInput, type RestError, type Violation } from './errors.ts';
import type { RestRequest } from './request.ts';

/** The error for a URL that is too long, at its longest parameter. */
export function tooLong({ path = {}, query = {} }: RestRequest, bytes: number, limit: number): RestError {
  const [[name] = ['']] = [...Object.entries(path), ...Object.entries(query)]
    .map(([parameter, value]) => [parameter, String(JSON.stringify(value)).length] as const)
    .sort(([, one], [, other]) => other - one);
  const message = `makes the address of the REST call ${bytes} bytes long, more than the ${limit} that MAX_URL_BYTES allows`;
  return badInput([{ path: [name.replace(/\[\]$/, '')], message }]);
}

/** The paths of ill-formed texts in a body, names of members included. */
function illFormedIn(value: unknown, path: Violation['path']): Violation[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [{ path, message: 'must be well-formed Unicode' }];
  if (Array.isArray(value)) return value.flatMap((member, index) => illFormedIn(member, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name.isWellFormed() ? illFormedIn(member, [...path, name]) : [{ path, message: 'must be well-formed Unicode' }],
  );
}

/**
 * Checks the texts of a body that goes as JSON.
 * @throws RestError `BAD_USER_INPUT` for ill-formed Unicode, which JSON can carry and hardly any service can take
 */
export function checkUnicode(body: unknown): void {
  const violations = illFormedIn(body, []);
  if (violations.length > 0) throw badInput(violations.slice(0, 20));
}
