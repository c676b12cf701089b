/** Fields of objects whose id is an attribute of another object. */
import type { SchemaName } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { outputField } from '../contract/types.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type Field, type FieldBuilder, mapAttribute, readAttribute } from './attribute.ts';
import { type FieldKind, oneOf, type PreparedField } from './kind.ts';
import { createFinder, planLookup } from './lookup.ts';

/** Kind of the fields of objects whose id is an attribute. */
export class ReferenceKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject = true;
  readonly #type: ResourceType;
  readonly #target: ResourceType;
  readonly #toPath: (value: unknown) => PathParameters | null;

  /** @param toPath converts the attribute to the path parameters of the target; `null` if it identifies none */
  constructor(
    type: ResourceType,
    attribute: string,
    target: ResourceType,
    toPath: (value: unknown) => PathParameters | null,
  ) {
    this.attributes = [attribute];
    this.#type = type;
    this.#target = target;
    this.#toPath = toPath;
  }

  calls() {
    const mayAsk = this.attributes.some((name) => this.#type.mayAskFor(name));
    return [
      ...oneOf(mayAsk ? this.#type.detailOperations : [], 'forAllFields'),
      ...oneOf(this.#target.detailOperations, 'atMostOnce'),
    ];
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    const [name = ''] = this.attributes;
    const find = createFinder(this.#target, selection, coordinate);
    return {
      plan: (parent) => planLookup(this.#target, undefined, selection, parent),
      value: (parent: Resource, _, context: GraphContext) =>
        mapAttribute(readAttribute(this.#type, parent, name, context, coordinate), (value) => {
          const path = this.#toPath(value);
          return path && find(path, context);
        }),
    };
  }
}

export interface ReferenceOptions {
  readonly description: string;
  /** Extracts the id from the attribute. Defaults to the attribute itself. Anything but a number or string identifies no object. */
  readonly numberIn?: (value: unknown) => unknown;
}

/** The field of a reference. */
export function referenceField(
  t: FieldBuilder<Resource>,
  type: ResourceType<SchemaName>,
  target: ResourceType,
  attribute: string,
  { numberIn = (value) => value, ...described }: ReferenceOptions,
): Field {
  const toPath = (value: unknown): PathParameters | null => {
    const id = numberIn(value);
    return typeof id === 'number' || typeof id === 'string' ? { [target.firstParameter]: id } : null;
  };
  const kind = new ReferenceKind(type, attribute, target, toPath);
  return outputField(t, { list: false, type: target.ref }, kind, described);
}
