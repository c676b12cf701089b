/** The global id of a resource. */

import type { GraphContext } from '../../context.ts';
import { builder } from '../builder.ts';
import type { Resource } from '../resources/resource.ts';
import { globalIdOf, planGlobalId } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type FieldKind, type FieldPlan, ofKind, oneOf, type ParentInfo, type PreparedField } from './kind.ts';

class IdKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = true;
  readonly #type: ResourceType;

  constructor(type: ResourceType) {
    this.#type = type;
  }

  calls() {
    const { idOperations, ownerOperations } = this.#type;
    return oneOf(idOperations, ownerOperations.length === 0 ? 'forAllFields' : 'perOwner');
  }

  prepare(): PreparedField {
    const type = this.#type;
    return {
      plan: (parent) => planId(type, parent),
      value: (parent: Resource, _, context: GraphContext) => globalIdOf(type, parent, context),
    };
  }
}

function planId(type: ResourceType, { path, first, representation, listLength }: ParentInfo): FieldPlan {
  const part = path?.[type.firstParameter] ?? first;
  return { reads: planGlobalId(type, path, part, representation, listLength), objects: [] };
}

/** Adds the field `id` to a resource type. */
export function addId(type: ResourceType): void {
  builder.objectField(type.ref, 'id', (t) =>
    t.field({
      type: 'ID',
      nullable: false,
      description: `Global id, of the form \`gid://service/<Type>/<address>\`; ${
        type.isNode ? 'refetches the object through `node`.' : '`node` does not find the object by it.'
      }`,
      ...ofKind(new IdKind(type)),
    }),
  );
}
