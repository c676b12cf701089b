/** Checks that apply to every input: nulls without a meaning, and ill-formed Unicode. */
import { resolve, type Schema } from '../../../contract/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { acceptsNull, mustNotBeNull } from './check.ts';
import type { Args } from './inputs.ts';
import { membersOf } from './members.ts';

type Path = Violation['path'];

function isRecord(value: unknown): value is Args {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A file is an object too.
  return prototype === null || prototype === Object.prototype;
}

/** Nulls in a member of a body or query to which the contract gives no meaning there. Free JSON may hold any. */
function nullsIn(schema: Schema, value: unknown, path: Path): Violation[] {
  if (value === null) return acceptsNull(schema) ? [] : [{ path, message: mustNotBeNull }];
  const { items } = resolve(schema);
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item, index) => nullsIn(items, item, [...path, index]));
  if (!isRecord(value)) return [];
  return membersOf(schema).flatMap(({ graphName, member }) => {
    const given = value[graphName];
    // A text or number holds no null, and lists can be long.
    return given === null || typeof given === 'object' ? nullsIn(member, given, [...path, graphName]) : [];
  });
}

/** Nulls in an input of a shape of its own, in which null never means anything. */
function everyNull(value: unknown, path: Path): Violation[] {
  if (value === null) return [{ path, message: mustNotBeNull }];
  if (Array.isArray(value)) return value.flatMap((item, index) => everyNull(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([name, member]) => everyNull(member, [...path, name])) : [];
}

/**
 * Where an input of a write is null although that would change nothing: it must not look as if it did.
 * @param documented schemas of the input fields that are members of the body or query, by their names in the graph
 */
export function meaninglessNulls(input: Args, documented: ReadonlyMap<string, Schema>): Violation[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const schema = documented.get(name);
    const path = ['input', name];
    return schema === undefined ? everyNull(value, path) : nullsIn(schema, value, path);
  });
}

/** Where a text of an input, or a name in free JSON, holds half of a surrogate pair, which no request can carry as it is. */
export function illFormedTexts(input: Args, place: Path = ['input']): Violation[] {
  const violations: Violation[] = [];
  const pending: { readonly value: unknown; readonly path: Path }[] = [{ value: input, path: place }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      if (!value.isWellFormed()) violations.push({ path, message: 'must be well-formed Unicode' });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) pending.push({ value: item, path: [...path, index] });
    } else if (isRecord(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (name.isWellFormed()) pending.push({ value: member, path: [...path, name] });
        else violations.push({ path, message: 'must have names in well-formed Unicode' });
      }
    }
  }
  return violations.reverse();
}
