/** Finds the field whose values make a response too long. */
import { isRecord } from '../../helpers/is-record.ts';
import { truncate } from '../../helpers/truncate.ts';

/** Field of a response, whose values in all items of lists count together. */
interface FieldSize {
  readonly key: string;
  readonly parent: FieldSize | undefined;
  readonly fields: Map<string, FieldSize>;
  bytes: number;
}

/** Value at a path of response keys and list indexes. */
export type LocatedValue = readonly [path: readonly (string | number)[], value: unknown];

/** Fields of values in the order in which they are measured, so that a field follows the one that contains it. */
function measureFields(values: Iterable<LocatedValue>): readonly [FieldSize, ...FieldSize[]] {
  const root: FieldSize = { key: '', parent: undefined, fields: new Map(), bytes: 0 };
  const sizes: [FieldSize, ...FieldSize[]] = [root];
  const fieldOf = (parent: FieldSize, key: string): FieldSize => {
    let field = parent.fields.get(key);
    if (field === undefined) {
      field = { key, parent, fields: new Map(), bytes: 0 };
      parent.fields.set(key, field);
      sizes.push(field);
    }
    return field;
  };
  for (const [path, located] of values) {
    const keys = path.filter((key) => typeof key === 'string');
    const waiting: [FieldSize, unknown][] = [[keys.reduce(fieldOf, root), located]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [field, value] = next;
      if (Array.isArray(value)) for (const item of value) waiting.push([field, item]);
      else if (isRecord(value)) for (const key in value) waiting.push([fieldOf(field, key), value[key]]);
      field.bytes += field.key.length + (typeof value === 'string' ? value.length : 1);
    }
  }
  return sizes;
}

/** Upper bound on the characters of a path in an error; variables, and `extra` of an upstream, may contain keys of any length. */
const maxPathLength = 200;

/** Shortens a path for an error. */
export const shortenPath = (path: string): string => truncate(path, maxPathLength);

/** Path of response keys, such as `groups.nodes.description`, to the values that are the largest part of a response. */
export function findLargestPath(values: Iterable<LocatedValue>): string {
  const sizes = measureFields(values);
  for (const { parent, bytes } of sizes.toReversed()) if (parent !== undefined) parent.bytes += bytes;
  const path: string[] = [];
  for (let [field] = sizes; ; ) {
    const [largest] = [...field.fields.values()].sort((a, b) => b.bytes - a.bytes);
    // Below this field, no single one has most of the bytes.
    if (largest === undefined || (path.length > 0 && 2 * largest.bytes < field.bytes))
      return shortenPath(path.join('.'));
    path.push(largest.key);
    field = largest;
  }
}
