/** Checks of all inputs: nulls without a meaning, and ill-formed Unicode. */

import { resolve, type Schema } from '../../../contract/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import type { Violation } from '../../../rest/errors.ts';
import { acceptsNull, mustNotBeNull } from './check.ts';
import type { Args } from './inputs.ts';
import { getMembers } from './members.ts';

type Path = Violation['path'];

function isPlainObject(value: unknown): value is Args {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A file is an object, too.
  return prototype === null || prototype === Object.prototype;
}

/** Whether a value of a documented object contains no value, so that a write with it changes nothing. */
export function isEmptyObject(schema: Schema, value: unknown): boolean {
  const members = getMembers(schema);
  return (
    isPlainObject(value) &&
    members.length > 0 &&
    members.every(({ graphName, member }) => value[graphName] === undefined || isEmptyObject(member, value[graphName]))
  );
}

/** Finds nulls in a member of a body or query to which the contract gives no meaning. Free JSON may contain nulls. */
function findNulls(schema: Schema, value: unknown, inputPath: Path): Violation[] {
  if (value === null) return acceptsNull(schema) ? [] : [{ path: inputPath, message: mustNotBeNull }];
  const { items } = resolve(schema);
  if (Array.isArray(value))
    return items === undefined ? [] : value.flatMap((item, index) => findNulls(items, item, [...inputPath, index]));
  if (!isPlainObject(value)) return [];
  return getMembers(schema).flatMap(({ graphName, member }) => {
    const memberValue = value[graphName];
    // Skips strings and numbers, because lists can be long.
    return memberValue === null || typeof memberValue === 'object'
      ? findNulls(member, memberValue, [...inputPath, graphName])
      : [];
  });
}

/** Finds nulls in an input that the contract does not describe. Null never has a meaning there. */
function findAllNulls(value: unknown, inputPath: Path): Violation[] {
  if (value === null) return [{ path: inputPath, message: mustNotBeNull }];
  if (Array.isArray(value)) return value.flatMap((item, index) => findAllNulls(item, [...inputPath, index]));
  return isPlainObject(value)
    ? Object.entries(value).flatMap(([name, member]) => findAllNulls(member, [...inputPath, name]))
    : [];
}

/**
 * Finds nulls in the input of a write that would change nothing, so that the client does not take them for a change.
 * @param documented schemas of the input fields that are members of the body or query, by their names in the graph
 */
export function findMeaninglessNulls(input: Args, documented: ReadonlyMap<string, Schema>): Violation[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const schema = documented.get(name);
    const inputPath = ['input', name];
    return schema === undefined ? findAllNulls(value, inputPath) : findNulls(schema, value, inputPath);
  });
}

/**
 * Finds strings of an input, and names in free JSON, that contain half of a surrogate pair. No request can contain them
 * unchanged.
 */
export function findIllFormedStrings(input: Args, basePath: Path = ['input']): Violation[] {
  const violations: Violation[] = [];
  const pending: { readonly value: unknown; readonly inputPath: Path }[] = [{ value: input, inputPath: basePath }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, inputPath } = next;
    if (typeof value === 'string') {
      if (!value.isWellFormed()) violations.push({ path: inputPath, message: 'must be well-formed Unicode' });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) pending.push({ value: item, inputPath: [...inputPath, index] });
    } else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (name.isWellFormed()) pending.push({ value: member, inputPath: [...inputPath, name] });
        else violations.push({ path: inputPath, message: 'must have names in well-formed Unicode' });
      }
    }
  }
  return violations.reverse();
}
