/** Converts form data to the members of a body. */

type Members = Record<string, unknown>;

/** Splits a name such as `variables[][key]` into `variables`, an empty part and `key`. */
function splitName(name: string): readonly string[] {
  const [first = '', ...brackets] = name.split(/\[([^\]]*)\]/).filter((part, index) => index % 2 === 1 || part !== '');
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

/** Copies a JSON value, so that any member of it can be converted to a string. */
export function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyValue);
  if (!isMembers(value)) return value;
  const copy = createMembers();
  for (const [name, member] of Object.entries(value)) copy[name] = copyValue(member);
  return copy;
}

/** Converts the pairs of a form or query, such as `name=a`, `list[]=a`, `map[key]=a` and `items[][key]=a`, to members. */
export function toMembers(pairs: Iterable<readonly [name: string, value: unknown]>): Readonly<Members> {
  const members = createMembers();
  for (const [name, value] of pairs) add(members, splitName(name), value);
  return members;
}
