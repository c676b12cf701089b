import { attributesOf, type Schema } from '../../../contract/index.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { camelCase } from './names.ts';

/** Returns the name in the graph of a member of a body. */
export const toMemberName = (name: string, { 'x-graph-name': graphName }: Schema): string =>
  graphName ?? camelCase(name);

interface Member {
  readonly name: string;
  /** Name in the graph. */
  readonly graphName: string;
  readonly member: Schema;
}

/**
 * Returns the members of an object schema with their names in the graph. Cached, because inputs with many items need
 * them often.
 */
export const getMembers = memoize((schema: Schema): readonly Member[] =>
  [...attributesOf(schema)].map(([name, member]) => ({ name, graphName: toMemberName(name, member), member })),
);
