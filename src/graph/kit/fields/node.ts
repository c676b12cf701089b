/** Objects of any type by what the arguments name: `node` and `nodes` by global ids, `_entities` by keys. */
import type { GraphQLResolveInfo } from 'graphql';
import { type OperationId, operation } from '../../../contract/index.ts';
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { coordinate } from '../contract/names.ts';
import { attempt } from '../resources/attempt.ts';
import { decodeGlobalId } from '../resources/global-id.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import { nodeInterface, type ResourceType, resourceTypeNamed, resourceTypes } from '../resources/resource-type.ts';
import { foreseeLoad, load, loadedRepresentation } from '../resources/retrieval.ts';
import { Selection } from '../resources/selection.ts';
import { addQueries } from './index.ts';
import { type Args, type FieldKind, type Foreseen, type ForeseenObjects, ofKind, oneOf, type Place } from './kind.ts';
import { NamedItems } from './named-items.ts';
import { settled } from './settled.ts';

/** An object that arguments name. */
export interface NamedObject {
  readonly type: ResourceType;
  /** Absent where `operations` have to find it. */
  readonly path: PathParameters | undefined;
  readonly operations?: readonly OperationId[];
}

export class NodeKind implements FieldKind {
  readonly attributes = [];
  readonly isOwn = false;
  readonly namesObjects = true;
  readonly #operations: () => readonly OperationId[];
  readonly #named: (args: Args) => readonly (NamedObject | RestError)[];

  /** @param named what each item of the arguments names, or why it is refused */
  constructor(operations: () => readonly OperationId[], named: (args: Args) => readonly (NamedObject | RestError)[]) {
    this.#operations = operations;
    this.#named = named;
  }

  calls() {
    return oneOf(this.#operations(), 'perObject');
  }

  costsCall() {
    return true;
  }

  foresee({ listLength }: Place, args: Args, selection: Selection): Foreseen {
    const reads: Foreseen['reads'][number][] = [];
    const objects: ForeseenObjects[] = [];
    const items = this.#named(args);
    for (const item of items) {
      if (isRestError(item)) continue;
      const { type, path, operations = [] } = item;
      const typed = selection.onResource(type.name);
      const [finder] = operations;
      const place = { type, path, first: path?.[type.firstParameter], selection: typed };
      if (finder === undefined) {
        reads.push(...foreseeLoad(type, path, typed, listLength));
        objects.push({ ...place, representation: loadedRepresentation(type) });
      } else {
        objects.push({ ...place, representation: operation(finder).answers[0], after: reads.length });
        for (const id of operations) reads.push({ operation: id, request: undefined, times: 1, assumed: false });
      }
    }
    return { reads, objects, items: items.length };
  }
}

/** Objects at once at the most, so that one field does not stand for an unbounded number of calls. */
const maxNodes = 100;

/** What a global id names. */
function locate(globalId: string, place: Violation['path']): NamedObject & { readonly path: PathParameters } {
  const { typename, id } = decodeGlobalId(globalId, place);
  const type = resourceTypeNamed(typename);
  const path = type?.decode(id);
  if (type === undefined || path === undefined || !type.isNode)
    throw badInput([{ path: place, message: 'is not the global id of an object of this graph' }]);
  return { type, path };
}

const globalIds = new NamedItems('ids', maxNodes, (id: string | number, place) => locate(String(id), place));

/** The object of a global id, verified to exist; null when it does not. */
function findNode(
  located: ReturnType<typeof locate> | RestError,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Resource | null> {
  if (isRestError(located)) return Promise.reject(located);
  const { type, path } = located;
  return load(type, path, Selection.of(info).onResource(type.name), context, coordinate(info));
}

/** What the ids name; none where the field refuses them as a whole. */
function named({ ids, id }: Args): readonly (NamedObject | RestError)[] {
  if (Array.isArray(ids)) return attempt(() => globalIds.of(ids)) ?? [];
  return typeof id === 'string' ? [attempt(() => locate(id, ['id'])) ?? []].flat() : [];
}

/** Objects that are being read, each with errors of its own, or rows of them where compiled code asks for these. */
export function settledOrRows(
  objects: readonly Promise<Resource | null>[],
  context: GraphContext,
): readonly Promise<Resource | null>[] {
  return objects.map((object) => settled(object, context));
}

/** Adds `node` and `nodes`. */
export function addNodeQueries(): void {
  const operations = () => resourceTypes().flatMap((type) => type.detailOperations);
  addQueries(({ t }) => ({
    node: t.field({
      type: nodeInterface,
      nullable: true,
      description: 'Any object by its global id; null when it does not exist or is not shown to the caller.',
      ...ofKind(new NodeKind(operations, named)),
      args: { id: t.arg.id({ required: true, description: 'Global id, as the `id` of the object gave it.' }) },
      resolve: async (_, { id }, context, info) => {
        const [object = null] = await settledOrRows([findNode(locate(id, ['id']), context, info)], context);
        return object;
      },
    }),
    nodes: t.field({
      type: [nodeInterface],
      nullable: { list: true, items: true },
      description:
        'Several objects by their global ids, in that order; null for each that does not exist. At most 100.',
      ...ofKind(new NodeKind(operations, named)),
      args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 100.' }) },
      resolve: (_, { ids }, context, info) => {
        const objects = globalIds.of(ids).map((located) => findNode(located, context, info));
        return settledOrRows(objects, context);
      },
    }),
  }));
}
