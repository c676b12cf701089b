/** Values that became null, compared with a response without faults. */
import type { GraphError } from '../harness.ts';

export type ResponsePath = readonly (string | number)[];

/** Finds the paths of values that became null. */
export function* findLostValues(intact: unknown, faulty: unknown, path: ResponsePath = []): Generator<ResponsePath> {
  if (intact === null || intact === undefined) return;
  if (faulty === null || faulty === undefined) yield path;
  else if (Array.isArray(intact) && Array.isArray(faulty))
    for (const [index, item] of intact.slice(0, faulty.length).entries())
      yield* findLostValues(item, faulty[index], [...path, index]);
  else if (typeof intact === 'object' && typeof faulty === 'object') {
    const members = new Map<string, unknown>(Object.entries(faulty));
    for (const [name, member] of Object.entries(intact))
      yield* findLostValues(member, members.get(name), [...path, name]);
  }
}

/** Whether there is an error at the path of a null value or below it. */
export function hasErrorAt(path: ResponsePath, errors: readonly GraphError[] = []): boolean {
  return errors.some(
    ({ path: errorPath }) => errorPath !== undefined && path.every((key, index) => key === errorPath[index]),
  );
}
