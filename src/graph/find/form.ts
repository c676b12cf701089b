/** Values of a call: bounds on their number and nesting, and the conversion of form data to members. */
import { CommandFailure } from '../../helpers/command-failure.ts';
import { quote } from '../../helpers/truncate.ts';

/** Upper bound on nested objects and lists. The contract documents at most four levels. */
const maxLevels = 8;

const nestingError = (name: string): CommandFailure =>
  new CommandFailure(`the parameter ${quote(name)} is nested too deeply; the limit is ${maxLevels} levels`);

/**
 * Counts the values of a parameter at any depth.
 * @throws CommandFailure if the values are nested too deeply
 */
export function countValues(name: string, value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (level >= maxLevels) throw nestingError(name);
  return Object.values(value).reduce<number>((sum, member) => sum + countValues(name, member, level + 1), 0);
}

type Members = Record<string, unknown>;

/**
 * Splits a name such as `variables[][key]` into `variables`, an empty part and `key`.
 * @throws CommandFailure if it has too many parts
 */
function splitName(name: string): readonly string[] {
  const [first = '', ...brackets] = name.split(/\[([^\]]*)\]/).filter((part, index) => index % 2 === 1 || part !== '');
  if (brackets.length > maxLevels) throw nestingError(first);
  return [first, ...brackets];
}

/** Prototype of members. A name such as `__proto__` or `toString` is then only a name. */
const prototype: object = Object.assign(Object.create(null), { [Symbol.toPrimitive]: () => 'members' });
const createMembers = (): Members => Object.create(prototype);

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof File);

/** Adds a value to members. A repeated member of an object in a list starts the next object. */
function add(members: Members, [name = '', ...rest]: readonly string[], value: unknown): void {
  const [next, ...further] = rest;
  if (next === undefined) members[name] = value;
  else if (next !== '') {
    const nested = isMembers(members[name]) ? members[name] : createMembers();
    add(nested, rest, value);
    members[name] = nested;
  } else {
    const list: unknown[] = Array.isArray(members[name]) ? members[name] : [];
    members[name] = list;
    const [key = ''] = further;
    const last = list.at(-1);
    if (further.length === 0) list.push(value);
    else if (isMembers(last) && !(key in last)) add(last, further, value);
    else {
      const item = createMembers();
      add(item, further, value);
      list.push(item);
    }
  }
}

/** Copies a JSON value with converted strings, so that any member of it can be converted to a string. */
export function copyValue(value: unknown, convert: (text: string) => string = String): unknown {
  if (typeof value === 'string') return convert(value);
  if (Array.isArray(value)) return value.map((item) => copyValue(item, convert));
  return isMembers(value) ? copyMembers(value, convert) : value;
}

export function copyMembers(members: Readonly<Members>, convert: (text: string) => string): Readonly<Members> {
  const copy = createMembers();
  for (const [name, member] of Object.entries(members)) copy[name] = copyValue(member, convert);
  return copy;
}

/** Converts the pairs of a form or query, such as `name=a`, `list[]=a`, `map[key]=a` and `items[][key]=a`, to members. */
export function toMembers(pairs: Iterable<readonly [name: string, value: unknown]>): Readonly<Members> {
  const members = createMembers();
  for (const [name, value] of pairs) add(members, splitName(name), value);
  return members;
}
