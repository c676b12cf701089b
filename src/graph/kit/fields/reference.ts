/** Fields of objects whose id is an attribute of another object. */
import type { SchemaName } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { createField } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type Occurrences, ResourceTypes } from '../resources/resource-types.ts';
import { type Field, type FieldBuilder, mapAttribute, readAttribute } from './attribute.ts';
import { emptyFieldPlan, type FieldKind, getSentAttributes, type PreparedField, toFieldCalls } from './kind.ts';
import { createFinder, planLookup } from './lookup.ts';

/** Kind of the fields of objects whose id is an attribute. */
export class ReferenceKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject: boolean;
  readonly #attribute: string;
  readonly #type: ResourceType;
  readonly #target: ResourceType;
  readonly #toPath: (value: unknown) => PathParameters | null;
  readonly #occurrences: Occurrences;

  /** @param toPath converts the attribute to the path parameters of the target; `null` if it identifies none */
  constructor(
    graph: Graph,
    type: ResourceType,
    attribute: string,
    target: ResourceType,
    toPath: (value: unknown) => PathParameters | null,
  ) {
    this.attributes = getSentAttributes(graph, type, [attribute]);
    this.needsObject = this.attributes.length > 0;
    this.#attribute = attribute;
    this.#type = type;
    this.#target = target;
    this.#toPath = toPath;
    this.#occurrences = graph.part(ResourceTypes).getOccurrences(type);
  }

  calls() {
    const mayNeedDetail = this.attributes.some((name) => this.#occurrences.mayNeedDetail(name));
    return [
      ...toFieldCalls(mayNeedDetail ? this.#type.detailOperations : [], 'forAllFields'),
      ...toFieldCalls(this.#target.detailOperations, 'atMostOnce'),
    ];
  }

  prepare({ selection, coordinate }: SelectedField): PreparedField {
    const find = createFinder(this.#target, selection, coordinate);
    return {
      plan: (parent) => (this.needsObject ? planLookup(this.#target, undefined, selection, parent) : emptyFieldPlan),
      value: (parent: Resource, _, context: GraphContext) =>
        mapAttribute(readAttribute(this.#type, parent, this.#attribute, context, coordinate), (value) => {
          const path = this.#toPath(value);
          return path && find(path, context);
        }),
    };
  }
}

export interface ReferenceOptions {
  readonly description: string;
  /**
   * Extracts the id from the attribute. Defaults to the attribute itself. Values other than numbers and strings
   * identify no object.
   */
  readonly numberIn?: (value: unknown) => unknown;
}

export function createReferenceField(
  graph: Graph,
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
  const kind = new ReferenceKind(graph, type, attribute, target, toPath);
  return createField(t, { list: false, type: target }, kind, described);
}
