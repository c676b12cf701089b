/** `node` and `nodes`: any object by its global id. */
import type { GraphQLResolveInfo } from 'graphql';
import { badInput, type Violation } from '../../rest/errors.ts';
import type { GraphContext } from '../context.ts';
import { attempt } from './attempt.ts';
import { type Args, declare, type NamedObject } from './declaration.ts';
import { entities, entityNamed, nodeInterface } from './entity.ts';
import { addQueries } from './fields.ts';
import { decodeGlobalId } from './global-id.ts';
import type { Address, Held } from './held.ts';
import { coordinate } from './names.ts';
import { Selection } from './selection.ts';

/** Objects at once at the most, so that one field does not stand for an unbounded number of calls. */
const maxNodes = 100;

/** What a global id names. */
function locate(globalId: string, path: Violation['path']): NamedObject & { readonly address: Address } {
  const { typename, id } = decodeGlobalId(globalId, path);
  const entity = entityNamed(typename);
  const address = entity?.decode(id);
  if (entity === undefined || address === undefined || !entity.isNode)
    throw badInput([{ path, message: 'is not the global id of an object of this graph' }]);
  return { entity, address };
}

/** The object of a global id, verified to exist; null when it does not. */
async function findNode(
  globalId: string,
  path: Violation['path'],
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Held | null> {
  const { entity, address } = locate(globalId, path);
  const selection = Selection.of(info).on(entity.typeIn(info));
  return entity.load(address, selection, context, coordinate(info));
}

/** What the ids name; none where there are more than the field takes. */
function named(args: Args): readonly NamedObject[] {
  const ids = [args.ids ?? args.id].flat();
  if (ids.length > maxNodes) return [];
  return ids.flatMap((id) => (typeof id === 'string' ? (attempt(() => locate(id, ['id'])) ?? []) : []));
}

const operations = () => entities().flatMap((entity) => entity.detailOperations);

addQueries(({ t }) => ({
  node: t.field({
    type: nodeInterface,
    nullable: true,
    description: 'Any object by its global id; null when it does not exist or is not shown to the caller.',
    ...declare({ kind: 'node', operations, named }),
    args: { id: t.arg.id({ required: true, description: 'Global id, as the `id` of the object gave it.' }) },
    resolve: (_, { id }, context, info) => findNode(id, ['id'], context, info),
  }),
  nodes: t.field({
    type: [nodeInterface],
    nullable: { list: true, items: true },
    description: 'Several objects by their global ids, in that order; null for each that does not exist. At most 100.',
    ...declare({ kind: 'node', operations, named }),
    args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 100.' }) },
    resolve: (_, { ids }, context, info) => {
      if (ids.length > maxNodes) throw badInput([{ path: ['ids'], message: `must hold at most ${maxNodes} items` }]);
      return ids.map((id, index) => findNode(id, ['ids', index], context, info));
    },
  }),
}));
