/** What of a call cannot be sent, found before it is: an address that is too long, text that is no Unicode. */
import { badInput, type RestError, type Violation } from './errors.ts';
import type { RestRequest } from './request.ts';

/** Refuses a call by the parameter that is to blame for the length of its address. */
export function tooLong({ path = {}, query = {} }: RestRequest, bytes: number, limit: number): RestError {
  const [[name] = ['']] = [...Object.entries(path), ...Object.entries(query)]
    .map(([parameter, value]) => [parameter, String(JSON.stringify(value)).length] as const)
    .sort(([, one], [, other]) => other - one);
  const message = `makes the address of the REST call ${bytes} bytes long, more than the ${limit} that MAX_URL_BYTES allows`;
  return badInput([{ path: [name.replace(/\[\]$/, '')], message }]);
}

/** Where in a body ill-formed texts stand, names of members included. */
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
