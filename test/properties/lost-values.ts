/** Values that a response lacks, compared with a response without faults. */
import type { GraphError } from '../harness.ts';

export type ResponsePath = readonly (string | number)[];

/** Finds the paths of values that became null. */
export function* findLostValues(intact: unknown, other: unknown, path: ResponsePath = []): Generator<ResponsePath> {
  if (intact === null || intact === undefined) return;
  if (other === null || other === undefined) yield path;
  else if (Array.isArray(intact) && Array.isArray(other))
    for (const [index, item] of intact.slice(0, other.length).entries())
      yield* findLostValues(item, other[index], [...path, index]);
  else if (typeof intact === 'object' && typeof other === 'object') {
    const members = new Map<string, unknown>(Object.entries(other));
    for (const [name, member] of Object.entries(intact))
      yield* findLostValues(member, members.get(name), [...path, name]);
  }
}

/** Whether there is an error at the path of a null value or below it. */
export function hasErrorAt(path: ResponsePath, errors: readonly GraphError[] = []): boolean {
  return errors.some(({ path: at }) => at !== undefined && path.every((part, index) => part === at[index]));
}
