/** Attributes of the object itself: loaded with the response that contained the object, or in its detail. */
import { attributesOf, resolve, type Schema, type SchemaName, schemaNameOf } from '../../../contract/index.ts';
import { DependentValue, type SelectedField } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { checkOf } from '../contract/leaves.ts';
import { describe, toGraphNames } from '../contract/names.ts';
import {
  deprecation,
  descriptionOf,
  type FieldType,
  type LeafType,
  outputField,
  outputShape,
  useResourceField,
} from '../contract/types.ts';
import { type Convert, convertedList, toList } from '../contract/values.ts';
import { embedded, embeddedObject, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { readDetail } from '../resources/retrieval.ts';
import {
  type Args,
  emptyFieldPlan,
  type Field,
  type FieldCall,
  type FieldKind,
  type FieldPlan,
  oneOf,
  type ParentInfo,
  type PreparedField,
  planValues,
} from './kind.ts';

export type { Field };
export type FieldBuilder<Parent> = PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>;

export interface Described {
  readonly description?: string;
  readonly deprecationReason?: string;
}

/** Converts an attribute to the value of its field. @param parent the resource that has the attribute */
type ToValue = (value: unknown, parent: Resource) => unknown;

/** Reads one attribute and converts it. */
class AttributeValue implements PreparedField {
  readonly plan: PreparedField['plan'];
  readonly #type: ResourceType;
  readonly #name: string;
  readonly #toValue: ToValue;
  readonly #coordinate: string;

  constructor(
    type: ResourceType,
    name: string,
    toValue: ToValue,
    { coordinate }: SelectedField,
    plan: PreparedField['plan'] = () => emptyFieldPlan,
  ) {
    this.#type = type;
    this.#name = name;
    this.#toValue = toValue;
    this.#coordinate = coordinate;
    this.plan = plan;
  }

  value(parent: Resource, _: Args, context: GraphContext): unknown {
    const value = parent.attributes?.[this.#name];
    return value === undefined ? this.#read(parent, context) : this.#toValue(value, parent);
  }

  /** A function of its own, as the closure would cost each loaded value an allocation. */
  #read(parent: Resource, context: GraphContext): unknown {
    const value = readAttribute(this.#type, parent, this.#name, context, this.#coordinate);
    return mapAttribute(value, (attribute) => this.#toValue(attribute, parent));
  }
}

/** Kind of the fields that are made of one attribute. */
export class AttributeKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly needsObject = true;
  readonly type: ResourceType;
  readonly #toValue: (field: SelectedField) => ToValue;

  /** @param toValue converts the attribute, for one selected field */
  constructor(type: ResourceType, name: string, toValue: (field: SelectedField) => ToValue) {
    this.attributes = [name];
    this.type = type;
    this.#toValue = toValue;
  }

  calls(): readonly FieldCall[] {
    const mayAsk = this.attributes.some((name) => this.type.mayAskFor(name));
    return oneOf(mayAsk ? this.type.detailOperations : [], 'forAllFields');
  }

  prepare(field: SelectedField): PreparedField {
    const [name = ''] = this.attributes;
    return new AttributeValue(this.type, name, this.#toValue(field), field, this.planFor(field));
  }

  protected planFor(field: SelectedField): PreparedField['plan'] | undefined {
    return planValues(field);
  }
}

/** Kind of attributes that embed a resource, or a list of them. */
class EmbeddingKind extends AttributeKind {
  readonly #target: ResourceType;
  readonly #representationIn: (schema: SchemaName | undefined) => SchemaName | undefined;
  readonly #isList: boolean;

  constructor(
    type: ResourceType,
    name: string,
    target: ResourceType,
    isList: boolean,
    representationIn: (schema: SchemaName | undefined) => SchemaName | undefined,
  ) {
    super(type, name, ({ selection }) => {
      const below = selection.onTypeNamed(target.name);
      return (value, parent) => {
        const representation = representationIn(parent.representation);
        const paths = target.pathsBelow(parent);
        const toObject: Convert = (item) => target.fromItem(embeddedObject(item), paths, representation, below);
        return isList ? convertedList(toObject, value) : toObject(value);
      };
    });
    this.#target = target;
    this.#isList = isList;
    this.#representationIn = representationIn;
  }

  protected override planFor({ selection }: SelectedField): PreparedField['plan'] {
    return ({ representation, listLength }: ParentInfo): FieldPlan => ({
      reads: [],
      objects: [
        {
          type: this.#target,
          representation: this.#representationIn(representation),
          selection,
          ...(this.#isList ? { times: listLength, isEstimate: true } : {}),
        },
      ],
    });
  }
}

/** Kind of fields of embedded values that embed a resource themselves. */
class EmbeddedResourceKind implements FieldKind {
  readonly attributes = [];
  readonly needsObject = false;
  readonly #type: ResourceType;
  readonly #name: string;
  readonly #representation: SchemaName;

  constructor(type: ResourceType, name: string, representation: SchemaName) {
    this.#type = type;
    this.#name = name;
    this.#representation = representation;
  }

  calls() {
    return [];
  }

  prepare({ selection }: SelectedField): PreparedField {
    const type = this.#type;
    const representation = this.#representation;
    const objects = [{ type, path: undefined, first: undefined, representation, selection }];
    const below = selection.onTypeNamed(type.name);
    return {
      plan: () => ({ reads: [], objects }),
      value: (parent) => type.fromItem(embeddedObject(embedded(parent)?.[this.#name]), {}, representation, below),
    };
  }
}

function schemaOf(type: ResourceType, name: string): Schema {
  const schema = attributesOf(type.schema).get(name);
  if (schema === undefined) throw new Error(`${type.schema} has no attribute ${name}`);
  return schema;
}

/**
 * Reads an attribute from the loaded representation, or from the detail if that representation does not cover it.
 * @param field coordinate of the field, for traces
 * @returns the attribute, or the value that depends on the detail; `null` if the upstream omits it
 */
export function readAttribute(
  type: ResourceType,
  resource: Resource,
  name: string,
  context: GraphContext,
  field: string,
): unknown {
  const value = resource.attributes?.[name];
  if (value !== undefined) return value;
  if (resource.covers(name)) return null;
  const detail = readDetail(type, resource, context, field);
  // A detail without the attribute stands for `null`.
  return detail === undefined ? null : new DependentValue(detail, (attributes) => attributes[name] ?? null);
}

/** As `readAttribute`, with a promise of the attribute if it is not loaded. */
export function loadAttribute(...args: Parameters<typeof readAttribute>): unknown {
  const attribute = readAttribute(...args);
  return attribute instanceof DependentValue ? attribute.toPromise() : attribute;
}

/** Converts an attribute that `readAttribute` returned. */
export function mapAttribute(attribute: unknown, convert: (attribute: unknown) => unknown): unknown {
  return attribute instanceof DependentValue
    ? new DependentValue(attribute.promise, (detail) => convert(attribute.convert(detail)))
    : convert(attribute);
}

/** A field of an attribute, with type, description and deprecation from the contract. */
function contractField(
  t: FieldBuilder<Resource>,
  name: string,
  shape: { readonly list: boolean; readonly type: FieldType },
  kind: AttributeKind,
  { description }: Described,
): Field {
  const schema = schemaOf(kind.type, name);
  return outputField(t, shape, kind, {
    description: describe(description ?? toGraphNames(descriptionOf(schema)), schema['x-assumed']),
    ...deprecation(schema),
  });
}

/** One attribute. @param options.convert changes the value of the field, for example to mask credentials in it */
export function attributeField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  { convert, ...described }: Described & { readonly convert?: Convert },
): Field {
  const shape = outputShape(schemaOf(type, name));
  const toShown = shape.convert ?? ((value: unknown) => value);
  const change: Convert = convert === undefined ? toShown : (value) => convert(toShown(value));
  const toValue: Convert = shape.list ? (value) => toList(change(value)) : change;
  return contractField(t, name, shape, new AttributeKind(type, name, () => toValue), described);
}

/** An attribute that embeds a resource, or a list of them. */
export function objectField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  target: ResourceType,
  described: Described,
): Field {
  const schema = schemaOf(type, name);
  const itemSchema = (holder: Schema) => schemaNameOf(resolve(holder).items ?? holder);
  const whole = itemSchema(schema);
  target.occursIn(whole);
  type.holdsResources(name);
  /** The detail may contain the object in another representation than a list does. */
  const findRepresentation = (holder: SchemaName | undefined) => {
    const attribute = holder && attributesOf(holder).get(name);
    return attribute === undefined ? whole : itemSchema(attribute);
  };
  const representations = new Map<SchemaName | undefined, SchemaName | undefined>();
  const representationIn = (holder: SchemaName | undefined) => {
    if (!representations.has(holder)) representations.set(holder, findRepresentation(holder));
    return representations.get(holder);
  };
  const list = resolve(schema).items !== undefined;
  const kind = new EmbeddingKind(type, name, target, list, representationIn);
  return contractField(t, name, { list, type: target.ref }, kind, described);
}

/** A value derived from one attribute. */
export function derivedField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  leaf: LeafType,
  described: { readonly description: string },
  derive: Convert,
): Field {
  const kind = new AttributeKind(type, name, ({ definition }) => {
    const check = checkOf(definition.type);
    return check === undefined ? derive : (value) => check(derive(value));
  });
  return outputField(t, { list: false, type: leaf }, kind, described);
}

/** Lets attributes of embedded objects whose schema is a representation of a resource type be resources of it. */
export function embedResource(type: ResourceType, representation: SchemaName): void {
  type.occursIn(representation);
  useResourceField(representation, (t, name, description) =>
    outputField(t, { list: false, type: type.ref }, new EmbeddedResourceKind(type, name, representation), {
      description,
    }),
  );
}
