/** The object whose id an attribute tells; verified to exist when it has to answer something itself. */
import type { SchemaName } from '../../../contract/index.ts';
import { coordinate } from '../contract/names.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Selection } from '../resources/selection.ts';
import { attributeOf, type Field, type FieldBuilder, whenThere } from './attribute.ts';
import {
  type Args,
  type FieldKind,
  type Foreseen,
  needsDetail,
  ofKind,
  oneOf,
  type Place,
  type Target,
} from './kind.ts';
import { findObject, foreseeObject } from './lookup.ts';

class ReferenceKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly isOwn = true;
  readonly target: Target;
  readonly #type: ResourceType;

  /** @param pathIn the path parameters of the target in the value of the attribute; null where it names none */
  constructor(
    type: ResourceType,
    attribute: string,
    target: ResourceType,
    pathIn: (value: unknown) => PathParameters | null,
  ) {
    this.attributes = [attribute];
    this.#type = type;
    this.target = { type: target, pathFrom: (_, attributes) => pathIn(attributes[attribute]) };
  }

  calls() {
    const mayAsk = this.attributes.some((name) => this.#type.mayAskFor(name));
    return [
      ...oneOf(mayAsk ? this.#type.detailOperations : [], 'forAllFields'),
      ...oneOf(this.target.type.detailOperations, 'atMostOnce'),
    ];
  }

  costsCall(listed: readonly SchemaName[]) {
    return this.target.type.detailOperations.length > 0 || listed.some((schema) => needsDetail(this, schema));
  }

  foresee(place: Place, _: Args, selection: Selection): Foreseen {
    return foreseeObject(this.target.type, undefined, selection, place);
  }
}

export interface ReferenceOptions {
  readonly description: string;
  /** The id in the value of the attribute, where that is not the id itself; anything but a number or text is none. */
  readonly numberIn?: (value: unknown) => unknown;
}

/** The field of a reference. */
export function referenceField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  target: ResourceType,
  attribute: string,
  { numberIn = (value) => value, ...described }: ReferenceOptions,
): Field {
  const pathIn = (value: unknown): PathParameters | null => {
    const id = numberIn(value);
    return typeof id === 'number' || typeof id === 'string' ? { [target.firstParameter]: id } : null;
  };
  return t.field({
    ...described,
    ...ofKind(new ReferenceKind(type, attribute, target, pathIn)),
    type: target.ref,
    nullable: true,
    resolve: (parent, _, context, info) =>
      whenThere(attributeOf(type, parent, attribute, context, info), (value) => {
        const path = pathIn(value);
        return path && findObject(target, path, context, info, coordinate(info));
      }),
  });
}
