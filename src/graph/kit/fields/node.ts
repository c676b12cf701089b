/** Fields of objects of any type that arguments identify: `node` and `nodes` by global ids, `_entities` by keys. */
import type { Contract, OperationId } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { quote } from '../../../helpers/truncate.ts';
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { missingObjectRule, withArticle } from '../contract/names.ts';
import { createField } from '../contract/types.ts';
import { decodeGlobalId } from '../resources/global-id.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { loadedRepresentation, load as loadResource, planDetail } from '../resources/retrieval.ts';
import { IdentifiedItems } from './identified-items.ts';
import { defineQueries } from './index.ts';
import {
  type Args,
  type FieldKind,
  type FieldPlan,
  type PlannedFieldCall,
  type PlannedObjects,
  type PreparedField,
  toFieldCalls,
} from './kind.ts';

export interface IdentifiedObject {
  readonly type: ResourceType;
  /** `undefined` if `operations` have to find the object. */
  readonly path: PathParameters | undefined;
  readonly operations?: readonly OperationId[];
}

/** Kind of the fields that return objects of any type that arguments identify. */
export abstract class NodeKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Operations that may read an object. */
  protected abstract operations(): readonly OperationId[];

  /** Returns the object that each item of the arguments identifies, or the error of the item. */
  protected abstract locate(args: Args): readonly (IdentifiedObject | RestError)[];

  protected abstract find(
    args: Args,
    context: GraphContext,
    field: SelectedField,
  ): Promise<Resource | null> | readonly Promise<Resource | null>[];

  calls() {
    return toFieldCalls(this.operations(), 'perObject');
  }

  prepare(field: SelectedField): PreparedField {
    return {
      plan: (_, args) => this.#plan(args, field.selection),
      value: (_, args, context) => this.find(args, context, field),
    };
  }

  #plan(args: Args, selection: Selection): FieldPlan {
    const calls: PlannedFieldCall[] = [];
    const objects: PlannedObjects[] = [];
    const items = this.locate(args);
    for (const item of items) {
      if (isRestError(item)) continue;
      const { type, path, operations = [] } = item;
      const typedSelection = selection.onTypeNamed(type.name);
      const [finder] = operations;
      const info = { type, path, selection: typedSelection };
      if (finder === undefined) {
        calls.push(...[planDetail(type, path, typedSelection) ?? []].flat());
        objects.push({ ...info, representation: loadedRepresentation(type) });
      } else {
        objects.push({
          ...info,
          representation: this.#contract.operation(finder).responseSchemas[0],
          after: calls.length,
        });
        for (const operation of operations) calls.push({ operation });
      }
    }
    return { calls, objects, items: items.length };
  }
}

/** Maximum number of objects of a field, which bounds its calls. */
const maxNodes = 100;

/** Message for an id of an object that no call returns by its id. */
export const unreadableMessage = ({ name }: ResourceType): string =>
  `identifies ${withArticle(name)}, and objects of type ${name} cannot be read by their id`;

/**
 * Returns type and path parameters of a global id.
 * @throws RestError BAD_USER_INPUT if it is not the global id of an object of this graph
 */
function locateNode(
  types: ResourceTypes,
  globalId: string,
  inputPath: Violation['path'],
): IdentifiedObject & { readonly path: PathParameters } {
  const { typename } = decodeGlobalId(globalId, inputPath);
  const type = types.get(typename);
  if (type !== undefined && !type.isNode) throw badInput([{ path: inputPath, message: unreadableMessage(type) }]);
  if (type === undefined)
    throw badInput([
      {
        path: inputPath,
        message: `must be the global id of an object of this schema, which has no type ${quote(typename)} with global ids`,
      },
    ]);
  return { type, path: type.parseGlobalId(globalId, inputPath) };
}

/** Kind of `node` and `nodes`. */
class GlobalIdKind extends NodeKind {
  readonly #types: ResourceTypes;
  readonly #globalIds: IdentifiedItems<string | number, IdentifiedObject>;

  constructor(contract: Contract, types: ResourceTypes) {
    super(contract);
    this.#types = types;
    this.#globalIds = new IdentifiedItems('ids', maxNodes, (id, inputPath) => locateNode(types, String(id), inputPath));
  }

  protected override operations() {
    return this.#types.all.flatMap((type) => type.detailOperations);
  }

  protected override locate({ ids, id }: Args) {
    return Array.isArray(ids) ? this.#globalIds.locateAll(ids) : [locateNode(this.#types, String(id), ['id'])];
  }

  protected override find(args: Args, context: GraphContext, { selection, coordinate }: SelectedField) {
    const load = (located: IdentifiedObject | RestError): Promise<Resource | null> => {
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

export const nodeQueries = defineQueries(({ graph, t }) => {
  const types = graph.singleton(ResourceTypes);
  const kind = new GlobalIdKind(graph.contract, types);
  const nodeInterface = types.node;
  return {
    node: createField(t, { list: false, type: nodeInterface }, kind, {
      description: 'Object of any type by its global id.',
      args: { id: t.arg.id({ required: true, description: 'Global id: the `id` of the object.' }) },
    }),
    nodes: createField(t, { list: true, type: nodeInterface }, kind, {
      description: `Several objects by their global ids, in the order of \`ids\`. Each is ${missingObjectRule}`,
      semanticNonNull: [0],
      args: { ids: t.arg.idList({ required: true, description: 'Global ids, at most 100.' }) },
    }),
  };
});
