/** Twenty credentials. The proxy lets each act as a role of the sandbox and writes its name into whatever it is answered. */
import { type Role, tokens } from '../../src/sandbox/index.ts';

export interface Caller {
  /** `c00` to `c19`. */
  readonly name: string;
  readonly token: string;
  readonly role: Role;
  /** Token of the role at the sandbox itself. */
  readonly roleToken: string;
  /** Headers with the credential, one half by each of the two ways. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mayWrite: boolean;
}

const share: readonly (readonly [Role, number])[] = [
  ['owner', 4],
  ['maintainer', 6],
  ['developer', 6],
  ['reporter', 2],
  ['outsider', 2],
];

export const callers: readonly Caller[] = share
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

const seenBy = ({ name }: Caller): string => `seen-by-${name}`;

/** A text of a write, or an input of a read, that only this caller sends. */
export const markOf = ({ name }: Caller, what: string | number): string => `sent-by-${name}-${what}`;

/** Writes the caller's name into an answer of the upstream, into attributes that the graph hands on as they are. */
export function stamp(value: unknown, caller: Caller): unknown {
  if (Array.isArray(value)) return value.map((item) => stamp(item, caller));
  if (typeof value !== 'object' || value === null) return value;
  const isUser = 'username' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'web_url' && typeof member === 'string') return [name, `${member}#${seenBy(caller)}`];
      if (isUser && name === 'name') return [name, `${member} ${seenBy(caller)}`];
      return [name, stamp(member, caller)];
    }),
  );
}

/** What in a text belongs to somebody else: answers and inputs of other callers, and any token. */
export function strangersIn(text: string, caller: Caller | undefined): readonly string[] {
  const own = caller === undefined ? [] : [seenBy(caller), `sent-by-${caller.name}`];
  const marks = text.match(/(?:seen|sent)-by-c\d\d|chaos-token-of-c\d\d|sandbox-[a-z]+-token/g) ?? [];
  return [...new Set(marks)].filter((mark) => !own.includes(mark));
}
