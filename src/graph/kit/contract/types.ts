/** GraphQL types of the contract: scalars, enums, and object types for embedded objects. */
import type { FieldMap, FieldRef, InputFieldMap, InterfaceRef, ObjectRef, OutputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  attributesOf,
  type Contract,
  type OperationId,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
  typesOf,
} from '../../../contract/index.ts';
import { semanticNonNullDirective } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { type Args, type FieldKind, toFieldOptions } from '../fields/kind.ts';
import { ValueAttributeKind } from '../fields/value.ts';
import type { Graph } from '../graph.ts';
import { parseEmbeddedObject } from '../resources/resource.ts';
import { type ContractEnum, Enums, enumValuesByForm, getEnumValues, unknownEnumValue } from './enums.ts';
import { camelCase, describe, describeAbsent, toGraphNames } from './names.ts';
import {
  type Convert,
  convertList,
  createConverter,
  isSet,
  type ScalarName,
  splitCommaList,
  toJsonText,
  toList,
  toNearestInt,
} from './values.ts';

/** Creates a field of an embedded object whose value is a resource. */
type ResourceField = (
  t: PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Object'>,
  attribute: string,
  options: FieldOptions,
) => FieldRef<Types, unknown>;

/** Interface of embedded objects, with the attributes of its fields. */
export interface ValueInterface {
  readonly ref: InterfaceRef<Types, unknown>;
  readonly attributes: readonly string[];
}

export function getDeprecationReason(holder: { deprecated?: boolean; 'x-deprecation'?: string }): string | undefined {
  if (!holder.deprecated) return undefined;
  return toGraphNames(holder['x-deprecation'] ?? 'Deprecated by the service.');
}

/** Scalars of strings that have a format. A `decimal` is a number that is sent as a string. */
const stringScalars: ReadonlyMap<string | undefined, ScalarName> = new Map([
  ['date-time', 'DateTime'],
  ['date', 'Date'],
  ['decimal', 'Float'],
  ['boolean', 'Boolean'],
  ['uri', 'URL'],
  ['email', 'EmailAddress'],
]);

function getScalar(schema: Schema): ScalarName {
  const { format } = resolve(schema);
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length === 1)
    switch (types[0]) {
      case 'string':
        return stringScalars.get(format) ?? 'String';
      case 'integer':
        return format === 'int64' ? 'SafeInt' : 'Int';
      case 'number':
        return 'Float';
      case 'boolean':
        return 'Boolean';
    }
  return 'JSON';
}

export type LeafType = ScalarName | ContractEnum;

/** Type of a field. The field kind or `checkLeaves` checks the values. */
export type FieldType = LeafType | OutputRef<unknown>;

/** Type of an attribute in the graph. */
export interface OutputShape {
  readonly list: boolean;
  readonly type: FieldType;
  /** Converts the value of the upstream to that of the graph; `undefined` if they are equal. */
  readonly convert: Convert | undefined;
}

/** Returns the schema without the alternative of null. */
export function withoutNull(schema: Schema): Schema {
  const members = (schema.oneOf ?? schema.anyOf)?.filter((member) => member.type !== 'null');
  const [only] = members ?? [];
  return members?.length === 1 && only !== undefined ? only : schema;
}

/** Returns the output type of an attribute. */
export function getOutputShape(graph: Graph, attributeSchema: Schema): OutputShape {
  if (attributeSchema['x-masked']) return { list: false, type: 'Boolean', convert: isSet };
  const schema = withoutNull(attributeSchema);
  const { items } = resolve(schema);
  if (items !== undefined) {
    const { type, convert } = getOutputShape(graph, items);
    return {
      list: true,
      type,
      convert: (value) => convertList(convert ?? ((item) => item), value),
    };
  }
  if (schema['x-comma-list']) return { list: true, type: 'String', convert: splitCommaList };
  const name = schemaNameOf(schema);
  if (name !== undefined && getEnumValues(schema) !== undefined) {
    const values = enumValuesByForm(schema);
    const toEnumValue = (value: unknown) =>
      value === null || value === undefined ? value : (values.get(value) ?? unknownEnumValue);
    return { list: false, type: graph.singleton(Enums).forResponses(name), convert: toEnumValue };
  }
  if (name !== undefined && attributesOf(schema).size > 0)
    return { list: false, type: graph.singleton(ValueTypes).get(name), convert: parseEmbeddedObject };
  const scalar = getScalar(schema);
  if (resolve(schema)['x-json-text']) return { list: false, type: scalar, convert: toJsonText };
  return { list: false, type: scalar, convert: scalar === 'Int' ? toNearestInt : createConverter(scalar) };
}

/** Returns the enum or scalar of an input; `undefined` for an object, which needs an input type. */
export function getInputLeaf(graph: Graph, attributeSchema: Schema): { list: boolean; type: LeafType } | undefined {
  const schema = withoutNull(attributeSchema);
  const { items, oneOf } = resolve(schema);
  if (items !== undefined) {
    const item = getInputLeaf(graph, items);
    return item && { list: true, type: item.type };
  }
  if (schema['x-comma-list']) return { list: true, type: 'String' };
  const name = schemaNameOf(schema);
  if (name !== undefined && getEnumValues(schema) !== undefined)
    return { list: false, type: graph.singleton(Enums).forInputs(name) };
  if (attributesOf(schema).size > 0) return undefined;
  if (oneOf !== undefined || resolve(schema)['x-graph-type'] !== undefined) return { list: false, type: 'ID' };
  return { list: false, type: getScalar(schema) };
}

export const isLeaf = (type: FieldType): boolean =>
  typeof type === 'string' || ('kind' in type && type.kind === 'Enum');

/** Levels of an attribute at which null occurs only with an error. A null item of a list always has an error. */
export function semanticNonNullLevels(schema: Schema, { list, type }: Pick<OutputShape, 'list' | 'type'>): number[] {
  return [...(schema['x-never-null'] ? [0] : []), ...(list && !isLeaf(type) ? [1] : [])];
}

/** Type of a field. */
interface FieldShape extends Pick<OutputShape, 'list' | 'type'> {
  /** Whether the items of a list can be null. Defaults to whether they are objects. */
  readonly hasNullableItems?: boolean;
}

/** Options of a field besides its type. */
export interface FieldOptions {
  readonly description: string;
  /** Levels at which null occurs only with an error. Defaults to none. */
  readonly semanticNonNull?: readonly number[];
  readonly deprecationReason?: string;
  readonly args?: InputFieldMap;
}

/**
 * Creates a nullable field of a derived type. Objects in a list are nullable, so that an invalid item fails alone.
 * @param resolve returns the converted value of the upstream
 */
export function createResolvedField<Parent>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>,
  { list, type, hasNullableItems = !isLeaf(type) }: FieldShape,
  {
    semanticNonNull = [],
    extensions = {},
    ...options
  }: FieldOptions & { readonly extensions?: Readonly<Record<string, unknown>> },
  resolve: (parent: Parent, args: Args, context: GraphContext, info: GraphQLResolveInfo) => unknown,
): FieldRef<Types, unknown> {
  const extended = { ...options, extensions: { ...extensions, directives: semanticNonNullDirective(semanticNonNull) } };
  if (!list) return t.field({ ...extended, type, nullable: true, resolve });
  return t.field({
    ...extended,
    type: [type],
    nullable: { list: true, items: hasNullableItems },
    resolve: (...call) => {
      const value = resolve(...call);
      return value instanceof Promise ? value.then(toList) : toList(value);
    },
  });
}

/** Creates a nullable field of a kind. Objects in a list are nullable, too. */
export function createField<Parent>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>,
  shape: FieldShape,
  kind: FieldKind,
  options: FieldOptions,
): FieldRef<Types, unknown> {
  const { extensions, resolve } = toFieldOptions(kind);
  return createResolvedField(t, shape, { ...options, extensions }, resolve);
}

/**
 * Returns the field name of an attribute of an embedded object. Embedded objects have no global id, so their `id` is
 * `databaseId`.
 */
export function toFieldName(attribute: string, { 'x-graph-name': name, 'x-masked': masked }: Schema): string {
  return name ?? (attribute === 'id' ? 'databaseId' : camelCase(masked ? `${attribute}_set` : attribute));
}

/** Types of embedded objects in a graph. */
export class ValueTypes {
  readonly #graph: Graph;
  readonly #resourceFields = new Map<SchemaName, ResourceField>();
  readonly #interfaces = new Map<SchemaName, readonly ValueInterface[]>();
  readonly #types = new Map<SchemaName, ObjectRef<Types, unknown>>();
  /** Schemas whose types have fields that an area declares. */
  readonly #extendedSchemas = new Set<SchemaName>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Returns the object type of an embedded object, with all its attributes. */
  get(name: SchemaName): ObjectRef<Types, unknown> {
    const existing = this.#types.get(name);
    if (existing) return existing;
    const schema = this.#graph.contract.schema(name);
    const ref = this.#graph.builder.objectRef<unknown>(name);
    this.#types.set(name, ref);
    ref.implement({
      description: describe(schema.description),
      interfaces: () => this.#interfacesOf(name).map(({ ref: shared }) => shared),
      fields: (t) => this.#fields(t, name),
    });
    return ref;
  }

  /**
   * Returns the object type of an embedded object that an operation returns. Called after all declarations were added.
   * @throws Error if the type has no fields, as that of a map
   */
  getForResponse(name: SchemaName, operation: OperationId): ObjectRef<Types, unknown> {
    const attributes = [...this.#graph.contract.attributesOf(name).values()];
    if (!this.#extendedSchemas.has(name) && attributes.every((schema) => schema['x-never-shown']))
      throw new Error(
        `${operation} returns ${name}, a type without fields: add properties to the schema ${name} of the contract, or declare fields with defineValueFields('${name}', …)`,
      );
    return this.get(name);
  }

  /** Returns the object type of an embedded object to which an area adds fields. */
  extend(name: SchemaName): ObjectRef<Types, unknown> {
    this.#extendedSchemas.add(name);
    return this.get(name);
  }

  /** Replaces the derived type of an embedded object. */
  set(name: SchemaName, type: ObjectRef<Types, unknown>): void {
    this.#extendedSchemas.add(name);
    this.#types.set(name, type);
  }

  /** Adds an interface to the types of embedded objects. */
  addInterface(schemas: readonly SchemaName[], shared: ValueInterface): void {
    for (const schema of schemas) this.#interfaces.set(schema, [...this.#interfacesOf(schema), shared]);
  }

  /** Registers a schema whose embedded objects are resources. */
  useResourceField(schema: SchemaName, field: ResourceField): void {
    this.#resourceFields.set(schema, field);
  }

  /** Whether embedded objects of this schema are resources. */
  isResourceField(schema: SchemaName): boolean {
    return this.#resourceFields.has(schema);
  }

  #interfacesOf(schema: SchemaName): readonly ValueInterface[] {
    return this.#interfaces.get(schema) ?? [];
  }

  #fields(t: PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Object'>, name: SchemaName): FieldMap {
    const inInterface = new Set(this.#interfacesOf(name).flatMap(({ attributes }) => attributes));
    return Object.fromEntries(
      [...this.#graph.contract.attributesOf(name)].flatMap(([attribute, attributeSchema]) => {
        if (attributeSchema['x-never-shown']) return [];
        const isAbsent = this.#graph.contract.lacks(name, attribute);
        const described = describeAttribute(attributeSchema);
        const description = isAbsent ? describeAbsent(described) : described;
        const resourceField = this.#resourceFields.get(schemaNameOf(withoutNull(attributeSchema)) ?? name);
        if (resourceField !== undefined) {
          const semanticNonNull = attributeSchema['x-never-null'] && !isAbsent ? [0] : [];
          return [[camelCase(attribute), resourceField(t, attribute, { description, semanticNonNull })]];
        }
        const shape = getOutputShape(this.#graph, attributeSchema);
        const kind = new ValueAttributeKind(attribute, shape.convert, attributeSchema);
        // GraphQL forbids deprecating a field of an interface in only one of its types.
        const deprecated = inInterface.has(attribute) ? {} : toDeprecationOptions(attributeSchema);
        const semanticNonNull = isAbsent ? [] : semanticNonNullLevels(attributeSchema, shape);
        const options = { description, semanticNonNull, ...deprecated };
        return [[toFieldName(attribute, attributeSchema), createField(t, shape, kind, options)]];
      }),
    );
  }
}

/** Describes an attribute of an embedded object. Of a masked secret, the graph shows only whether it is set. */
function describeAttribute(schema: Schema): string {
  const description = describe(getDescription(schema), schema['x-assumed']);
  if (!schema['x-masked']) return description;
  const noun = description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const article = /^[AEIOaeio]/.test(noun) ? 'an' : 'a';
  return `Whether there is ${article} ${noun}; null if withheld.`;
}

/** Returns the description of a schema, or else that of the schema that it refers to. */
export function getDescription(schema: Schema): string {
  return schema.description ?? resolve(withoutNull(schema)).description ?? '';
}

export function toDeprecationOptions(schema: Schema): { deprecationReason?: string } {
  const reason = getDeprecationReason(schema);
  return reason === undefined ? {} : { deprecationReason: reason };
}

/** Returns the summary of an operation and, in a separate paragraph, its description. */
export function describeOperation(contract: Contract, id: OperationId): string {
  const { summary, description } = contract.operation(id);
  return toGraphNames([summary, description].filter((text) => text !== '').join('\n\n'));
}

/** Returns description and deprecation of a field that returns the response of an operation. */
export function toOperationOptions(
  contract: Contract,
  id: OperationId,
  options: { readonly description?: string; readonly deprecationReason?: string | null },
) {
  const { deprecated, assumed } = contract.operation(id);
  const reason =
    options.deprecationReason === undefined ? deprecated && toGraphNames(deprecated) : options.deprecationReason;
  return {
    description: describe(options.description ?? describeOperation(contract, id), assumed),
    ...(reason === undefined || reason === null ? {} : { deprecationReason: reason }),
  };
}
