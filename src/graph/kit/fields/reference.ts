/** Fields of objects whose id is an attribute of another object. */
import type { SelectedField } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { createField } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import { asObject, type PathParameters, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import type { Field, FieldBuilder, ParentType } from './attribute.ts';
import { AttributeReader } from './attribute-reader.ts';
import {
  createKind,
  DependentKind,
  type FieldKind,
  type FieldPlan,
  needsOnlyPath,
  type PreparedField,
  planNothing,
  toFieldCalls,
} from './kind.ts';
import { createFinder, planEmbedded, planLookup } from './lookup.ts';

/** Plan and lookup of the object whose id a response contains. */
interface PreparedReference {
  readonly plan: () => FieldPlan;
  readonly find: (path: PathParameters, context: GraphContext) => Resource | Promise<Resource | null>;
}

/** @param needsProof option of the same name in `ReferenceOptions` */
function prepareReference(
  target: ResourceType,
  { selection, coordinate }: SelectedField,
  needsProof = false,
): PreparedReference {
  const typedSelection = selection.onTypeNamed(target.name);
  return !needsProof && needsOnlyPath(typedSelection)
    ? { plan: () => planEmbedded(target, selection), find: (path) => target.createIdentified(path, typedSelection) }
    : {
        plan: () => {
          const { calls = [], objects = [] } = planLookup(target, undefined, selection);
          // Ids of responses are numbers.
          return { calls, objects: objects.map((object) => ({ ...object, isNumberInResponse: true })) };
        },
        find: createFinder(target, selection, coordinate),
      };
}

/** Kind of the fields of objects whose id is an attribute. */
export class ReferenceKind extends DependentKind {
  readonly #attribute: string;
  readonly #type: ResourceType;
  readonly #target: ResourceType;
  readonly #options: ReferenceOptions;

  constructor(graph: Graph, type: ResourceType, attribute: string, target: ResourceType, options: ReferenceOptions) {
    super(graph, type, [attribute]);
    this.#attribute = attribute;
    this.#type = type;
    this.#target = target;
    this.#options = options;
  }

  override calls() {
    return [...super.calls(), ...toFieldCalls(this.#target.detailOperations, 'atMostOnce')];
  }

  prepare(field: SelectedField): PreparedField {
    const { extractId = (value) => value, needsProof } = this.#options;
    const { plan, find } = prepareReference(this.#target, field, needsProof);
    const reader = new AttributeReader(this.#type, this.#attribute, field.coordinate);
    return {
      plan: this.needsObject ? plan : planNothing,
      value: (parent: Resource, _, context: GraphContext) =>
        reader.read(parent, context, (value) => {
          const path = toPath(this.#target, extractId(value));
          return path && find(path, context);
        }),
    };
  }
}

/** Creates the kind of the fields of objects whose id is an attribute of an embedded object. */
const createValueReferenceKind = (
  attribute: string,
  target: ResourceType,
  needsProof: boolean | undefined,
): FieldKind =>
  createKind({
    attributes: [attribute],
    needsObject: true,
    calls: () => toFieldCalls(target.detailOperations, 'atMostOnce'),
    prepare: (field) => {
      const { plan, find } = prepareReference(target, field, needsProof);
      return {
        plan,
        value: (parent, _, context) => {
          const path = toPath(target, asObject(parent)?.[attribute]);
          return path && find(path, context);
        },
      };
    },
  });

/** Converts an id to path parameters; `null` if it identifies no object. */
function toPath(target: ResourceType, id: unknown): PathParameters | null {
  return typeof id === 'number' || typeof id === 'string' ? { [target.firstParameter]: id } : null;
}

export interface ReferenceOptions {
  readonly description: string;
  /**
   * Extracts the id from the attribute. Defaults to the attribute itself. Values other than numbers and strings
   * identify no object.
   */
  readonly extractId?: (value: unknown) => unknown;
  /** Whether the object may not exist although a response contains its id, so that it is loaded even for fields that the id determines. */
  readonly needsProof?: boolean;
}

export function createReferenceField(
  { graph, t, type }: ParentType,
  target: ResourceType,
  attribute: string,
  options: ReferenceOptions,
): Field {
  const { description } = options;
  const kind = new ReferenceKind(graph, type, attribute, target, options);
  return createField(t, { list: false, type: target }, kind, { description });
}

/** Creates a field of the object whose id is an attribute of an embedded object. */
export function createValueReferenceField(
  graph: Graph,
  t: FieldBuilder<unknown>,
  target: ResourceType,
  attribute: string,
  { description, needsProof }: Pick<ReferenceOptions, 'description' | 'needsProof'>,
): Field {
  graph.singleton(ResourceTypes).getOccurrences(target).addReference();
  return createField(t, { list: false, type: target }, createValueReferenceKind(attribute, target, needsProof), {
    description,
  });
}
