/** `node` and `nodes`: any object by its global id. */
import type { GraphQLResolveInfo } from 'graphql';
import { badInput } from '../../rest/errors.ts';
import type { GraphContext } from '../context.ts';
import { declare } from './declaration.ts';
import { entities, entityNamed, nodeInterface } from './entity.ts';
import { addQueries } from './fields.ts';
import { decodeGlobalId } from './global-id.ts';
import type { Held } from './held.ts';
import { Selection } from './selection.ts';

/** Objects at once at the most, so that one field does not stand for an unbounded number of calls. */
export const maxNodes = 100;

/** The object of a global id, verified to exist; null when it does not. */
async function findNode(
  globalId: string,
  path: readonly (string | number)[],
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Held | null> {
  const { typename, id } = decodeGlobalId(globalId, path);
  const entity = entityNamed(typename);
  const address = entity?.decode(id);
  if (entity === undefined || address === undefined || !entity.isNode)
    throw badInput([{ path, message: 'is not the global id of an object of this graph' }]);
  const selection = Selection.of(info).on(entity.typeIn(info));
  return entity.load(address, selection, context, `${info.parentType.name}.${info.fieldName}`);
}

const operations = () => entities().flatMap((entity) => entity.detailOperations);

addQueries(({ t }) => ({
  node: t.field({
    type: nodeInterface,
    nullable: true,
    description: 'Any object by its global id; null when it does not exist or is not shown to the caller.',
    ...declare({ kind: 'node', operations }),
    args: { id: t.arg.id({ required: true, description: 'Global id, as the `id` of the object gave it.' }) },
    resolve: (_, { id }, context, info) => findNode(id, ['id'], context, info),
  }),
  nodes: t.field({
    type: [nodeInterface],
    nullable: { list: true, items: true },
    description: 'Several objects by their global ids, in that order; null for each that does not exist. At most 100.',
    ...declare({ kind: 'node', operations }),
    args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 100.' }) },
    resolve: (_, { ids }, context, info) => {
      if (ids.length > maxNodes) throw badInput([{ path: ['ids'], message: `must hold at most ${maxNodes} items` }]);
      return ids.map((id, index) => findNode(id, ['ids', index], context, info));
    },
  }),
}));
