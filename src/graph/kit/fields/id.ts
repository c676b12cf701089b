/** The field `id`: the global id of a resource. */
import type { Contract } from '../../../contract/index.ts';
import type { Graph } from '../graph.ts';
import type { Resource } from '../resources/resource.ts';
import { getGlobalId, planGlobalId } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { createKind, emptyFieldPlan, type FieldKind, hasNumber, toFieldCalls, toFieldOptions, toPlan } from './kind.ts';

function createIdKind(contract: Contract, type: ResourceType): FieldKind {
  const { idOperations, ownerOperations } = type;
  return createKind({
    needsObject: true,
    isInPath: true,
    calls: () => toFieldCalls(idOperations, ownerOperations.length === 0 ? 'forAllFields' : 'perOwner'),
    prepare: () => ({
      plan: (parent) => {
        if (hasNumber(parent)) return emptyFieldPlan;
        return toPlan(planGlobalId(contract, type, parent.path, parent.representation));
      },
      value: (parent: Resource, _, context) => getGlobalId(type, parent, context),
    }),
  });
}

/** Descriptions of `id`, of types whose objects `node` returns and of others. */
export const refetchableIdDescription = 'Global id, which `node` accepts.';
export const otherIdDescription = 'Global id, which `node` does not accept.';

export function addId(graph: Graph, type: ResourceType): void {
  graph.builder.objectField(graph.singleton(ResourceTypes).ref(type), 'id', (t) =>
    t.field({
      type: 'ID',
      nullable: false,
      description: type.isNode ? refetchableIdDescription : otherIdDescription,
      ...toFieldOptions(createIdKind(graph.contract, type)),
    }),
  );
}
