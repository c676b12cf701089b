/** The global id of a resource. */
import { builder } from '../builder.ts';
import { foreseeGlobalId, globalIdOf } from '../resources/resource-id.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type FieldKind, ofKind, oneOf, type Place } from './kind.ts';

class IdKind implements FieldKind {
  readonly attributes = [];
  readonly isOwn = true;
  readonly checksItself = true;
  readonly read: FieldKind['read'];
  readonly #type: ResourceType;

  constructor(type: ResourceType) {
    this.#type = type;
    this.read = (resource, context) => globalIdOf(type, resource, context);
  }

  calls() {
    const { idOperations, ownerOperations } = this.#type;
    return oneOf(idOperations, ownerOperations.length === 0 ? 'forAllFields' : 'perOwner');
  }

  /** At most the number of what a list belongs to, which is read once. */
  costsCall() {
    return false;
  }

  foresee({ path, first, representation, listLength }: Place) {
    const type = this.#type;
    const part = path?.[type.firstParameter] ?? first;
    return { reads: foreseeGlobalId(type, path, part, representation, listLength), objects: [] };
  }
}

/** Gives a resource type its field `id`. */
export function addId(type: ResourceType): void {
  builder.objectField(type.ref, 'id', (t) =>
    t.field({
      type: 'ID',
      nullable: false,
      description: `Global id, of the form \`gid://service/<Type>/<address>\`; ${
        type.isNode ? 'refetches the object through `node`.' : '`node` does not find the object by it.'
      }`,
      ...ofKind(new IdKind(type)),
      resolve: (resource, _, context) => globalIdOf(type, resource, context),
    }),
  );
}
