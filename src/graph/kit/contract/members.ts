import { attributesOf, type Schema } from '../../../contract/index.ts';
import { camelCase } from './names.ts';

interface Member {
  readonly name: string;
  /** Its name in the graph. */
  readonly graphName: string;
  readonly member: Schema;
}

const known = new Map<Schema, readonly Member[]>();

/** Members of an object schema with their names in the graph, which inputs of many items need many times. */
export function membersOf(schema: Schema): readonly Member[] {
  const found =
    known.get(schema) ??
    [...attributesOf(schema)].map(([name, member]) => ({ name, graphName: camelCase(name), member }));
  known.set(schema, found);
  return found;
}
