/** The field `id`: the global id of a resource. */
import type { Contract } from '../../../contract/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Graph } from '../graph.ts';
import type { Resource } from '../resources/resource.ts';
import { getGlobalId, planGlobalId } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import {
  type FieldKind,
  type FieldPlan,
  type ParentInfo,
  type PreparedField,
  toFieldCalls,
  toFieldOptions,
} from './kind.ts';

class IdKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = true;
  readonly isInPath = true;
  readonly #contract: Contract;
  readonly #type: ResourceType;

  constructor(contract: Contract, type: ResourceType) {
    this.#contract = contract;
    this.#type = type;
  }

  calls() {
    const { idOperations, ownerOperations } = this.#type;
    return toFieldCalls(idOperations, ownerOperations.length === 0 ? 'forAllFields' : 'perOwner');
  }

  prepare(): PreparedField {
    const type = this.#type;
    return {
      plan: (parent) => planId(this.#contract, type, parent),
      value: (parent: Resource, _, context: GraphContext) => getGlobalId(type, parent, context),
    };
  }
}

function planId(
  contract: Contract,
  type: ResourceType,
  { path, first, representation, listLength }: ParentInfo,
): FieldPlan {
  const part = path?.[type.firstParameter] ?? first;
  return { reads: planGlobalId(contract, type, path, part, representation, listLength), objects: [] };
}

export function addId(graph: Graph, type: ResourceType): void {
  graph.builder.objectField(graph.part(ResourceTypes).ref(type), 'id', (t) =>
    t.field({
      type: 'ID',
      nullable: false,
      description: `Global id; ${
        type.isNode ? 'refetches the object through `node`.' : '`node` does not find the object by it.'
      }`,
      ...toFieldOptions(new IdKind(graph.contract, type)),
    }),
  );
}
