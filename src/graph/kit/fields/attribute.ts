/** Attributes of the object itself: loaded with the response that contained the object, or in its detail. */
import { type OperationId, resolve, type Schema, type SchemaName, schemaNameOf } from '../../../contract/index.ts';
import type { SelectedField } from '../../../execution/index.ts';
import { memoizeByName } from '../../../helpers/memoize.ts';
import { suggestName } from '../../../helpers/nearest-name.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { createLeafCheck } from '../contract/leaves.ts';
import { describe, describeAbsent, toGraphNames } from '../contract/names.ts';
import {
  createField,
  type FieldType,
  getDescription,
  getOutputShape,
  semanticNonNullLevels,
  toDeprecationOptions,
  ValueTypes,
} from '../contract/types.ts';
import { type Convert, convertList, toList } from '../contract/values.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import { asObject, parseEmbeddedObject, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { readCaller } from '../resources/retrieval.ts';
import { AttributeReader } from './attribute-reader.ts';
import {
  type Args,
  createKind,
  DependentKind,
  type Field,
  type FieldKind,
  type PreparedField,
  planItems,
  planNothing,
  planValues,
  toFieldCalls,
} from './kind.ts';

export type { Field };
export type FieldBuilder<Parent> = PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>;

/** Resource type whose fields a graph declares. */
export interface ParentType {
  readonly graph: Graph;
  readonly t: FieldBuilder<Resource>;
  readonly type: ResourceType;
}

export interface Described {
  readonly description?: string;
  readonly deprecationReason?: string;
}

/** Converts an attribute to the value of its field. @param parent the resource that has the attribute */
type ToValue = (value: unknown, parent: Resource) => unknown;

class AttributeValue implements PreparedField {
  readonly plan: PreparedField['plan'];
  readonly #reader: AttributeReader;
  readonly #name: string;
  readonly #toValue: ToValue;
  readonly #callerOperation: OperationId | undefined;

  constructor(
    reader: AttributeReader,
    toValue: ToValue,
    plan: PreparedField['plan'],
    callerOperation: OperationId | undefined,
  ) {
    this.#reader = reader;
    this.#name = reader.name;
    this.#toValue = toValue;
    this.plan = plan;
    this.#callerOperation = callerOperation;
  }

  value(parent: Resource, _: Args, context: GraphContext): unknown {
    const value = parent.attributes?.[this.#name];
    const isMissing = value === undefined || (value === null && this.#callerOperation !== undefined);
    return isMissing ? this.#read(parent, context) : this.#toValue(value, parent);
  }

  /** Separate, because a closure in `value` would cost an allocation for each loaded value. */
  #read(parent: Resource, context: GraphContext): unknown {
    const operation = this.#callerOperation;
    const convert = (attribute: unknown) =>
      attribute === null && operation !== undefined
        ? this.#readOfCaller(operation, parent, context)
        : this.#toValue(attribute, parent);
    return this.#reader.read(parent, context, convert);
  }

  /** Reads the attribute from the response that returns the caller; null for other objects. */
  async #readOfCaller(operation: OperationId, parent: Resource, context: GraphContext): Promise<unknown> {
    const { type, field } = this.#reader;
    const caller = await readCaller(operation, context, field);
    const callerPath = caller && type.getItemPath(caller, {});
    const isCaller = type.parameters.every((name) => callerPath?.[name] === parent.path[name]);
    return this.#toValue((isCaller ? caller?.[this.#name] : null) ?? null, parent);
  }
}

/** Kind of fields that consist of one attribute. */
export class AttributeKind extends DependentKind {
  readonly isInPath: boolean;
  readonly type: ResourceType;
  protected readonly attribute: string;
  readonly #toValue: (field: SelectedField) => ToValue;
  readonly #planObjects: (field: SelectedField) => PreparedField['plan'];
  readonly #graph: Graph;

  /**
   * @param toValue converts the attribute, for one selected field
   * @param planObjects plans the objects that the attribute contains. Defaults to embedded values
   */
  constructor(
    graph: Graph,
    type: ResourceType,
    name: string,
    toValue: (field: SelectedField) => ToValue,
    planObjects: (field: SelectedField) => PreparedField['plan'] = planValues,
  ) {
    super(graph, type, [name]);
    this.isInPath = type.isInPath(name);
    this.attribute = name;
    this.type = type;
    this.#toValue = toValue;
    this.#planObjects = planObjects;
    this.#graph = graph;
  }

  /** Operation that returns the attribute of the caller, if other responses omit it. */
  get #callerOperation(): OperationId | undefined {
    const operation = this.type.contract.attributesOf(this.type.schema).get(this.attribute)?.['x-of-caller'];
    return operation !== undefined && this.needsObject && this.#graph.contract.offers(operation)
      ? operation
      : undefined;
  }

  override calls() {
    return [...super.calls(), ...toFieldCalls([this.#callerOperation ?? []].flat(), 'perOperation')];
  }

  prepare(field: SelectedField): PreparedField {
    const planObjects = this.needsObject ? this.#planObjects(field) : planNothing;
    const operation = this.#callerOperation;
    const plan: PreparedField['plan'] =
      operation === undefined
        ? planObjects
        : (parent, args) => ({
            ...planObjects(parent, args),
            calls: [{ operation, request: { operation }, isConditional: true }],
          });
    const reader = new AttributeReader(this.type, this.attribute, field.coordinate);
    return new AttributeValue(reader, this.#toValue(field), plan, operation);
  }
}

/**
 * Creates the kind of attributes that embed a resource, or a list of them.
 * @param representationIn returns the schema of the embedded objects in a representation
 */
function createEmbeddingKind(
  { graph, type }: ParentType,
  name: string,
  target: ResourceType,
  isList: boolean,
  representationIn: (schema: SchemaName | undefined) => SchemaName | undefined,
): AttributeKind {
  const toValue = ({ selection }: SelectedField): ToValue => {
    const typedSelection = selection.onTypeNamed(target.name);
    return (value, parent) => {
      const representation = representationIn(parent.representation);
      const paths = target.createPathSource(parent);
      if (!isList) return target.fromItem(parseEmbeddedObject(value), paths, representation, typedSelection);
      return convertList(
        (item) => target.fromItem(parseEmbeddedObject(item), paths, representation, typedSelection),
        value,
      );
    };
  };
  const times = isList ? 'list' : 1;
  const planObjects = ({ selection }: SelectedField): PreparedField['plan'] => {
    return (parent) => {
      const representation = representationIn(parent.representation);
      return { objects: [{ ...planItems(target, parent.path), representation, selection, times }] };
    };
  };
  return new AttributeKind(graph, type, name, toValue, planObjects);
}

/** Creates the kind of fields of embedded values that embed a resource. */
const createEmbeddedResourceKind = (type: ResourceType, name: string, representation: SchemaName): FieldKind =>
  createKind({
    prepare: ({ selection }) => {
      const typedSelection = selection.onTypeNamed(type.name);
      return {
        plan: () => ({ objects: [{ ...planItems(type), representation, selection }] }),
        value: (parent) =>
          type.fromItem(parseEmbeddedObject(asObject(parent)?.[name]), {}, representation, typedSelection),
      };
    },
  });

/** @throws Error if the schema of the type lacks the attribute */
export function getAttributeSchema(type: ResourceType, name: string): Schema {
  const attributes = type.contract.attributesOf(type.schema);
  const schema = attributes.get(name);
  if (schema === undefined)
    throw new Error(`the schema ${type.schema} has no attribute ${name}${suggestName(name, attributes.keys())}`);
  return schema;
}

/** Creates a field of an attribute, with type, description and deprecation from the contract. */
function createContractField(
  t: FieldBuilder<Resource>,
  name: string,
  shape: { readonly list: boolean; readonly type: FieldType },
  kind: AttributeKind,
  { description }: Described,
): Field {
  const schema = getAttributeSchema(kind.type, name);
  const isSent = kind.attributes.length > 0;
  return createField(t, shape, kind, {
    description: describeAttribute(kind, schema, description ?? toGraphNames(getDescription(schema))),
    semanticNonNull: isSent ? semanticNonNullLevels(schema, shape) : [],
    ...toDeprecationOptions(schema),
  });
}

/** Adds to a description whether services of this kind are assumed to send the attribute, and whether this one does not. */
function describeAttribute({ attributes }: AttributeKind, schema: Schema, description: string | undefined): string {
  const replaced = schema['x-fallback']?.attribute;
  const replacement = replaced === undefined ? '' : ` Replaces \`${replaced}\`.`;
  const text = describe(`${description ?? ''}${replacement}`, schema['x-assumed']);
  return attributes.length > 0 ? text : describeAbsent(text);
}

/**
 * Creates a field of one attribute. @param options.convert changes the value of the field, for example to mask
 * credentials
 */
export function createAttributeField(
  { graph, t, type }: ParentType,
  name: string,
  { convert, ...described }: Described & { readonly convert?: Convert },
): Field {
  const shape = getOutputShape(graph, getAttributeSchema(type, name));
  const toShown = shape.convert ?? ((value: unknown) => value);
  const change: Convert = convert === undefined ? toShown : (value) => convert(toShown(value));
  const toValue: Convert = shape.list ? (value) => toList(change(value)) : change;
  return createContractField(t, name, shape, new AttributeKind(graph, type, name, () => toValue), described);
}

/** Creates a field of an attribute that embeds a resource, or a list of them. */
export function createEmbeddingField(
  parentType: ParentType,
  name: string,
  target: ResourceType,
  described: Described,
): Field {
  const { graph, t, type } = parentType;
  const schema = getAttributeSchema(type, name);
  const itemSchema = (holder: Schema) => schemaNameOf(resolve(holder).items ?? holder);
  const detailSchema = itemSchema(schema);
  const types = graph.singleton(ResourceTypes);
  types.getOccurrences(target).add(detailSchema);
  types.getOccurrences(type).addEmbedding(name);
  /** The detail may contain the object in another representation than a list does. */
  const findRepresentation = memoizeByName((holder: SchemaName) => {
    const attribute = graph.contract.attributesOf(holder).get(name);
    return attribute === undefined ? detailSchema : itemSchema(attribute);
  });
  const representationIn = (holder: SchemaName | undefined) =>
    holder === undefined ? detailSchema : findRepresentation(holder);
  const list = resolve(schema).items !== undefined;
  const kind = createEmbeddingKind(parentType, name, target, list, representationIn);
  return createContractField(t, name, { list, type: target }, kind, described);
}

export interface DerivedOptions {
  readonly description: string;
  /** Whether the value is a list of the type. Defaults to `false`. */
  readonly isList?: boolean;
}

/**
 * Creates a field of a value that is derived from one attribute.
 * @param derive receives `null` if the attribute is null or absent. Returns `null` for a value that it cannot convert,
 * which is an error if the attribute has `x-never-null`
 */
export function createDerivedField(
  { graph, t, type }: ParentType,
  name: string,
  leaf: FieldType,
  { description: text, isList = false }: DerivedOptions,
  derive: Convert,
): Field {
  const kind = new AttributeKind(graph, type, name, ({ definition }) => {
    const check = createLeafCheck(definition.type);
    return check === undefined ? derive : (value) => check(derive(value));
  });
  const schema = getAttributeSchema(type, name);
  const isSent = kind.attributes.length > 0;
  return createField(t, { list: isList, type: leaf }, kind, {
    description: describeAttribute(kind, schema, text),
    semanticNonNull: isSent && schema['x-never-null'] ? [0] : [],
  });
}

/** Declares a schema whose embedded objects are representations of a resource type. */
export function defineEmbedding(type: ResourceType, representation: SchemaName): Declaration {
  return createDeclaration((graph) => {
    graph.singleton(ResourceTypes).getOccurrences(type).add(representation);
    graph
      .singleton(ValueTypes)
      .useResourceField(representation, (t, name, options) =>
        createField(t, { list: false, type }, createEmbeddedResourceKind(type, name, representation), options),
      );
  });
}
