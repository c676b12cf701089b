/** Fields of objects whose id is an attribute of another object. */
import type { SchemaName } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { nullReasons } from '../contract/names.ts';
import { createField } from '../contract/types.ts';
import type { Graph } from '../graph.ts';
import { type Attributes, asObject, type PathParameters, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import type { PlannedParameter } from '../resources/response-value.ts';
import type { Field, FieldBuilder, ParentType } from './attribute.ts';
import { AttributeReader } from './attribute-reader.ts';
import {
  type ContainedAttributes,
  coversContained,
  extractContained,
  findContained,
  withFallback,
} from './contained-attributes.ts';
import {
  createKind,
  DependentKind,
  type FieldKind,
  type FieldPlan,
  type ParentInfo,
  type PreparedField,
  planId,
  planNothing,
  toFieldCalls,
} from './kind.ts';
import { createFinder, planIdentified, planLookup } from './lookup.ts';

/** Plan and lookup of the object whose id a response contains. */
interface PreparedReference {
  /**
   * @param id the id in the response
   * @param representation schema of that response
   * @param isContained whether such responses have the attributes that contain some of the object
   */
  readonly plan: (
    id: PlannedParameter,
    representation: SchemaName,
    isContained: (contained: ContainedAttributes) => boolean,
  ) => FieldPlan;
  /** @param attributes those of the response with the id */
  readonly find: (
    path: PathParameters,
    attributes: Attributes | undefined,
    context: GraphContext,
  ) => Resource | Promise<Resource | null>;
}

function prepareReference(
  target: ResourceType,
  { selection, coordinate }: SelectedField,
  { needsProof, contained: all }: Pick<ReferenceOptions, 'needsProof' | 'contained'>,
): PreparedReference {
  const typedSelection = selection.onTypeNamed(target.name);
  const find = createFinder(target, selection, coordinate);
  const contained = needsProof ? undefined : findContained(typedSelection, all);
  return {
    plan: (id, representation, isContained) => {
      const path = { [target.firstParameter]: id };
      const lookup = planLookup(target, path, selection);
      return contained !== undefined && isContained(contained)
        ? withFallback(planIdentified(target, path, selection), lookup, target.contract, representation, contained)
        : lookup;
    },
    find: (path, attributes, context) => {
      const extracted = contained && extractContained(contained, attributes);
      return extracted === undefined ? find(path, context) : target.createIdentified(path, typedSelection, extracted);
    },
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
    const { extractId = (value) => value } = this.#options;
    const { plan, find } = prepareReference(this.#target, field, this.#options);
    const attribute = this.#attribute;
    const { contract } = this.#type;
    const reader = new AttributeReader(this.#type, attribute, field.coordinate);
    const isContained = (parent: ParentInfo) => (contained: ContainedAttributes) =>
      Object.values(contained).every((each) => each.attribute === attribute) ||
      coversContained(contract, parent, contained);
    return {
      plan: this.needsObject
        ? (parent) => plan(this.#planId(parent), parent.representation ?? this.#type.schema, isContained(parent))
        : planNothing,
      value: (parent: Resource, _, context: GraphContext) =>
        reader.read(parent, context, (value) => {
          const path = toPath(this.#target, extractId(value));
          return path && find(path, { ...parent.attributes, [attribute]: value }, context);
        }),
    };
  }

  /** Plans the id, which the response with the parent contains, or else its detail. */
  #planId(parent: ParentInfo): PlannedParameter {
    return this.#options.extractId === undefined
      ? planId(parent, this.#attribute)
      : parent.objects.valueOf(`${this.#attribute} (${this.#target.name})`, true);
  }
}

/** Creates the kind of the fields of objects whose id is an attribute of an embedded object. */
const createValueReferenceKind = (
  schema: SchemaName,
  attribute: string,
  target: ResourceType,
  options: Pick<ReferenceOptions, 'needsProof' | 'contained'>,
): FieldKind =>
  createKind({
    attributes: [attribute],
    needsObject: true,
    calls: () => toFieldCalls(target.detailOperations, 'atMostOnce'),
    prepare: (field) => {
      const { plan, find } = prepareReference(target, field, options);
      return {
        plan: ({ objects }) => plan(objects.valueOf(attribute, true), schema, () => true),
        value: (parent, _, context) => {
          const attributes = asObject(parent) ?? {};
          const path = toPath(target, attributes[attribute]);
          return path && find(path, attributes, context);
        },
      };
    },
  });

/** Converts an id to path parameters; `null` if it identifies no object. */
function toPath(target: ResourceType, id: unknown): PathParameters | null {
  if (typeof id === 'number') return { [target.firstParameter]: id };
  return typeof id === 'string' ? target.parsePath({ [target.firstParameter]: id }) : null;
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
  /** Attributes of the object that the response with its id contains, so that it is loaded only for others. */
  readonly contained?: ContainedAttributes;
}

/** Adds to a description when the field is null, unless the object is read for its id, too. */
function describeReference({ description, needsProof }: Pick<ReferenceOptions, 'description' | 'needsProof'>): string {
  if (needsProof) return description;
  const { missingReference, hiddenReference } = nullReasons;
  return `${description}\n\n${/\bnull\b/.test(description) ? hiddenReference : missingReference}`;
}

export function createReferenceField(
  { graph, t, type }: ParentType,
  target: ResourceType,
  attribute: string,
  options: ReferenceOptions,
): Field {
  const kind = new ReferenceKind(graph, type, attribute, target, options);
  return createField(t, { list: false, type: target }, kind, { description: describeReference(options) });
}

/** Creates a field of the object whose id is an attribute of an embedded object. */
export function createValueReferenceField(
  graph: Graph,
  t: FieldBuilder<unknown>,
  schema: SchemaName,
  target: ResourceType,
  attribute: string,
  options: Omit<ReferenceOptions, 'extractId'>,
): Field {
  graph.singleton(ResourceTypes).getOccurrences(target).addReference();
  const kind = createValueReferenceKind(schema, attribute, target, options);
  return createField(t, { list: false, type: target }, kind, { description: describeReference(options) });
}
