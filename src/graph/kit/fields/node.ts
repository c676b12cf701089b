/** Objects of any type by what the arguments name: `node` and `nodes` by global ids, `_entities` by keys. */
import { type OperationId, operation } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { outputField } from '../contract/types.ts';
import { attempt } from '../resources/attempt.ts';
import { decodeGlobalId } from '../resources/global-id.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import { nodeInterface, type ResourceType, resourceTypeNamed, resourceTypes } from '../resources/resource-type.ts';
import { loadedRepresentation, load as loadResource, planDetail } from '../resources/retrieval.ts';
import { addQueries } from './index.ts';
import {
  type Args,
  type FieldKind,
  type FieldPlan,
  oneOf,
  type ParentInfo,
  type PlannedObjects,
  type PreparedField,
} from './kind.ts';
import { NamedItems } from './named-items.ts';

/** An object that arguments name. */
export interface NamedObject {
  readonly type: ResourceType;
  /** Absent where `operations` have to find it. */
  readonly path: PathParameters | undefined;
  readonly operations?: readonly OperationId[];
}

/** Kind of the fields that return objects of any type that arguments identify. */
export abstract class NodeKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;

  /** Operations that may read an object. */
  protected abstract operations(): readonly OperationId[];

  /** What each item of the arguments identifies, or its error. */
  protected abstract locate(args: Args): readonly (NamedObject | RestError)[];

  protected abstract find(
    args: Args,
    context: GraphContext,
    field: SelectedField,
  ): Promise<Resource | null> | readonly Promise<Resource | null>[];

  calls() {
    return oneOf(this.operations(), 'perObject');
  }

  prepare(field: SelectedField): PreparedField {
    return {
      plan: (parent, args) => this.#plan(parent, args, field.selection),
      value: (_, args, context) => this.find(args, context, field),
    };
  }

  #plan({ listLength }: ParentInfo, args: Args, selection: Selection): FieldPlan {
    const reads: FieldPlan['reads'][number][] = [];
    const objects: PlannedObjects[] = [];
    const items = attempt(() => this.locate(args)) ?? [];
    for (const item of items) {
      if (isRestError(item)) continue;
      const { type, path, operations = [] } = item;
      const typed = selection.onTypeNamed(type.name);
      const [finder] = operations;
      const info = { type, path, first: path?.[type.firstParameter], selection: typed };
      if (finder === undefined) {
        reads.push(...planDetail(type, path, typed, listLength));
        objects.push({ ...info, representation: loadedRepresentation(type) });
      } else {
        objects.push({ ...info, representation: operation(finder).answers[0], after: reads.length });
        for (const id of operations) reads.push({ operation: id, request: undefined, times: 1, isEstimate: false });
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

/** Kind of `node` and `nodes`. */
class GlobalIdKind extends NodeKind {
  protected override operations() {
    return resourceTypes().flatMap((type) => type.detailOperations);
  }

  protected override locate({ ids, id }: Args) {
    return Array.isArray(ids) ? globalIds.of(ids) : [locate(String(id), ['id'])];
  }

  protected override find(args: Args, context: GraphContext, { selection, coordinate }: SelectedField) {
    const load = (located: NamedObject | RestError): Promise<Resource | null> => {
      if (isRestError(located)) return Promise.reject(located);
      const { type, path } = located;
      if (path === undefined) return Promise.resolve(null);
      return loadResource(type, path, selection.onTypeNamed(type.name), context, coordinate);
    };
    const objects = this.locate(args).map(load);
    const [first = null] = objects;
    return Array.isArray(args.ids) ? objects : Promise.resolve(first);
  }
}

/** Adds `node` and `nodes`. */
export function addNodeQueries(): void {
  const kind = new GlobalIdKind();
  addQueries(({ t }) => ({
    node: outputField(t, { list: false, type: nodeInterface }, kind, {
      description: 'Any object by its global id; null when it does not exist or is not shown to the caller.',
      args: { id: t.arg.id({ required: true, description: 'Global id, as the `id` of the object gave it.' }) },
    }),
    nodes: outputField(t, { list: true, type: nodeInterface }, kind, {
      description:
        'Several objects by their global ids, in that order; null for each that does not exist. At most 100.',
      args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 100.' }) },
    }),
  }));
}
