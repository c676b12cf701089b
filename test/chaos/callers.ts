/** Twenty credentials. The proxy maps each to a role of the sandbox and writes the name of the caller into its responses. */
import { type Role, tokens } from '../../sandbox/index.ts';

export interface Caller {
  /** `c00` to `c19`. */
  readonly name: string;
  readonly token: string;
  readonly role: Role;
  /** Token of the role at the sandbox itself. */
  readonly roleToken: string;
  /** Headers with the credential: `Private-Token` for one half of the callers, `Authorization` for the other. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mayWrite: boolean;
}

const callersPerRole: readonly (readonly [Role, number])[] = [
  ['owner', 4],
  ['maintainer', 6],
  ['developer', 6],
  ['reporter', 2],
  ['outsider', 2],
];

export const callers: readonly Caller[] = callersPerRole
  .flatMap(([role, count]) => Array.from({ length: count }, () => role))
  .map((role, index) => {
    const name = `c${String(index).padStart(2, '0')}`;
    const token = `chaos-token-of-${name}`;
    return {
      name,
      token,
      role,
      roleToken: tokens[role],
      headers: index % 2 === 0 ? { 'private-token': token } : { authorization: `Bearer ${token}` },
      mayWrite: role !== 'reporter' && role !== 'outsider',
    };
  });

const byToken = new Map(callers.map((caller) => [caller.token, caller]));

export function callerByToken(token: string): Caller | undefined {
  return byToken.get(token);
}

const toReaderMark = ({ name }: Caller): string => `seen-by-${name}`;

/** Returns a string for a write, or for an argument of a read, that only this caller sends. */
export const toMark = ({ name }: Caller, suffix: string | number): string => `sent-by-${name}-${suffix}`;

/** Writes the name of the caller into a response of the upstream, in attributes that the graph returns unchanged. */
export function stamp(value: unknown, caller: Caller): unknown {
  if (Array.isArray(value)) return value.map((item) => stamp(item, caller));
  if (typeof value !== 'object' || value === null) return value;
  const isUser = 'username' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'web_url' && typeof member === 'string') return [name, `${member}#${toReaderMark(caller)}`];
      if (isUser && name === 'name') return [name, `${member} ${toReaderMark(caller)}`];
      return [name, stamp(member, caller)];
    }),
  );
}

/** Finds marks of other callers in a string, from their responses and inputs, and any token. */
export function findForeignMarks(text: string, caller: Caller | undefined): readonly string[] {
  const own = caller === undefined ? [] : [toReaderMark(caller), `sent-by-${caller.name}`];
  const marks = text.match(/(?:seen|sent)-by-c\d\d|chaos-token-of-c\d\d|sandbox-[a-z]+-token/g) ?? [];
  return [...new Set(marks)].filter((mark) => !own.includes(mark));
}
