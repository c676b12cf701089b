/** GraphQL types of what the contract describes: scalars, enums, embedded objects as object types. */
import type { FieldRef, InputFieldMap, InterfaceRef, ObjectRef, OutputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  attributesOf,
  document,
  type OperationId,
  operation,
  resolve,
  type Schema,
  type SchemaName,
  schemaNameOf,
  typesOf,
} from '../../../contract/index.ts';
import type { GraphContext } from '../../context.ts';
import { builder, type Types } from '../builder.ts';
import { type Args, type FieldKind, ofKind } from '../fields/kind.ts';
import { ValueAttributeKind } from '../fields/value.ts';
import { embeddedObject } from '../resources/resource.ts';
import { enumType, enumValuesByForm, inputEnumType, isNamedSet, unknownWord, type WordEnum } from './enums.ts';
import { camelCase, describe, toGraphNames } from './names.ts';
import { type Convert, checked, convertedList, isSet, type ScalarName, toJsonText, toList } from './values.ts';

/** A field of an embedded object whose value is a resource. */
type ResourceField = (
  t: PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Object'>,
  attribute: string,
  description: string,
) => FieldRef<Types, unknown>;

/** An interface of embedded objects, and the attributes that its fields show. */
interface ValueInterface {
  readonly ref: InterfaceRef<Types, unknown>;
  readonly attributes: readonly string[];
}

const resourceFields = new Map<SchemaName, ResourceField>();
const valueInterfaces = new Map<SchemaName, readonly ValueInterface[]>();
const valueTypes = new Map<SchemaName, ObjectRef<Types, unknown>>();

const interfacesOf = (schema: SchemaName): readonly ValueInterface[] => valueInterfaces.get(schema) ?? [];

export function deprecationOf(holder: { deprecated?: boolean; 'x-deprecation'?: string }): string | undefined {
  if (!holder.deprecated) return undefined;
  return toGraphNames(holder['x-deprecation'] ?? 'Deprecated by the upstream.');
}

/** Scalars of texts that have a format. A `decimal` is a number that comes as a text. */
const textScalars: ReadonlyMap<string | undefined, ScalarName> = new Map([
  ['date-time', 'DateTime'],
  ['date', 'Date'],
  ['decimal', 'Float'],
  ['boolean', 'Boolean'],
  ['uri', 'URL'],
  ['email', 'EmailAddress'],
]);

function scalarOf(schema: Schema): ScalarName {
  const { format } = resolve(schema);
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length === 1)
    switch (types[0]) {
      case 'string':
        return textScalars.get(format) ?? 'String';
      case 'integer':
        return format === 'int64' ? 'SafeInt' : 'Int';
      case 'number':
        return 'Float';
      case 'boolean':
        return 'Boolean';
    }
  return 'JSON';
}

export type LeafType = ScalarName | WordEnum;

/** Any type that a field can have; what it resolves to is checked when the answer is written. */
export type FieldType = LeafType | OutputRef<unknown>;

/** How an attribute stands in the graph. */
export interface OutputShape {
  readonly list: boolean;
  readonly type: FieldType;
  /** Turns the upstream's value into the graph's; absent where they are the same. */
  readonly convert: Convert | undefined;
}

/** The schema of a value that is not null. */
export function withoutNull(schema: Schema): Schema {
  const members = (schema.oneOf ?? schema.anyOf)?.filter((member) => member.type !== 'null');
  const [only] = members ?? [];
  return members?.length === 1 && only !== undefined ? only : schema;
}

/** The output type of an attribute. */
export function outputShape(given: Schema): OutputShape {
  if (given['x-masked']) return { list: false, type: 'Boolean', convert: isSet };
  const schema = withoutNull(given);
  const { items } = resolve(schema);
  if (items !== undefined) {
    const { type, convert } = outputShape(items);
    return {
      list: true,
      type,
      convert: (value) => convertedList(convert ?? ((item) => item), value),
    };
  }
  const name = schemaNameOf(schema);
  if (name !== undefined && isNamedSet(name)) {
    const values = enumValuesByForm(schema);
    const toEnumValue = (value: unknown) =>
      value === null || value === undefined ? value : (values.get(value) ?? unknownWord);
    return { list: false, type: enumType(name), convert: toEnumValue };
  }
  if (name !== undefined && attributesOf(name).size > 0)
    return { list: false, type: valueType(name), convert: embeddedObject };
  const scalar = scalarOf(schema);
  return { list: false, type: scalar, convert: resolve(schema)['x-json-text'] ? toJsonText : checked(scalar) };
}

/** The enum or scalar of an input; undefined when it is an object, which needs an input type. */
export function inputLeaf(given: Schema): { list: boolean; type: LeafType } | undefined {
  const schema = withoutNull(given);
  const { items, oneOf } = resolve(schema);
  if (items !== undefined) {
    const item = inputLeaf(items);
    return item && { list: true, type: item.type };
  }
  const name = schemaNameOf(schema);
  if (name !== undefined && isNamedSet(name)) return { list: false, type: inputEnumType(name) };
  if (attributesOf(schema).size > 0) return undefined;
  if (oneOf !== undefined || resolve(schema)['x-graph-type'] !== undefined) return { list: false, type: 'ID' };
  return { list: false, type: scalarOf(schema) };
}

/** Options of a field beside its type. */
export interface FieldOptions {
  readonly description: string;
  readonly deprecationReason?: string;
  readonly args?: InputFieldMap;
}

/**
 * A nullable field of a derived type. Items of a list may be null as well, so that one bad item costs only itself.
 * @param resolve returns the upstream's value, converted already
 */
export function resolvedField<Parent>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>,
  { list, type }: Pick<OutputShape, 'list' | 'type'>,
  options: FieldOptions & { readonly extensions?: Readonly<Record<string, unknown>> },
  resolve: (parent: Parent, args: Args, context: GraphContext, info: GraphQLResolveInfo) => unknown,
): FieldRef<Types, unknown> {
  if (!list) return t.field({ ...options, type, nullable: true, resolve });
  return t.field({
    ...options,
    type: [type],
    nullable: { list: true, items: true },
    resolve: (...call) => {
      const value = resolve(...call);
      return value instanceof Promise ? value.then(toList) : toList(value);
    },
  });
}

/** A nullable field of a kind. Items of a list may be null as well. */
export function outputField<Parent>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>,
  shape: Pick<OutputShape, 'list' | 'type'>,
  kind: FieldKind,
  options: FieldOptions,
): FieldRef<Types, unknown> {
  const { extensions, resolve } = ofKind(kind);
  return resolvedField(t, shape, { ...options, extensions }, resolve);
}

/** The name of an attribute of an embedded object: `id` is for global ids, which these have none of. */
export function fieldName(attribute: string, { 'x-graph-name': name, 'x-masked': masked }: Schema): string {
  return name ?? (attribute === 'id' ? 'databaseId' : camelCase(masked ? `${attribute}_set` : attribute));
}

/** The object type of an embedded object, with all its attributes. */
export function valueType(name: SchemaName): ObjectRef<Types, unknown> {
  const known = valueTypes.get(name);
  if (known) return known;
  const schema = document.components.schemas[name] ?? {};
  const ref = builder.objectRef<unknown>(name);
  valueTypes.set(name, ref);
  ref.implement({
    description: describe(schema.description),
    interfaces: () => interfacesOf(name).map(({ ref: shared }) => shared),
    fields: (t) => {
      const inInterface = new Set(interfacesOf(name).flatMap(({ attributes }) => attributes));
      return Object.fromEntries(
        [...attributesOf(name)].map(([attribute, attributeSchema]) => {
          const description = describeAttribute(attributeSchema);
          const resourceField = resourceFields.get(schemaNameOf(withoutNull(attributeSchema)) ?? name);
          if (resourceField !== undefined) return [camelCase(attribute), resourceField(t, attribute, description)];
          const shape = outputShape(attributeSchema);
          const kind = new ValueAttributeKind(attribute, shape.convert, attributeSchema.default);
          // GraphQL forbids to deprecate a field of an interface in one of its types only.
          const deprecated = inInterface.has(attribute) ? {} : deprecation(attributeSchema);
          return [fieldName(attribute, attributeSchema), outputField(t, shape, kind, { description, ...deprecated })];
        }),
      );
    },
  });
  return ref;
}

/**
 * An interface of the types of embedded objects that have the same attributes.
 * @param descriptions of the attributes that the interface has, as they hold for every schema
 */
export function valueInterface(
  name: string,
  description: string,
  [first, ...others]: readonly [SchemaName, ...SchemaName[]],
  descriptions: Readonly<Record<string, string>>,
): void {
  const ref = builder.interfaceRef<unknown>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(descriptions).map(([attribute, text]) => {
          const schema = attributesOf(first).get(attribute) ?? {};
          const { list, type } = outputShape(schema);
          const options = { description: text };
          return [
            fieldName(attribute, schema),
            list
              ? t.field({ ...options, type: [type], nullable: { list: true, items: true } })
              : t.field({ ...options, type, nullable: true }),
          ];
        }),
      ),
  });
  const attributes = Object.keys(descriptions);
  for (const schema of [first, ...others]) valueInterfaces.set(schema, [...interfacesOf(schema), { ref, attributes }]);
}

/** Lets attributes of embedded objects that have this schema be resources. */
export function useResourceField(schema: SchemaName, field: ResourceField): void {
  resourceFields.set(schema, field);
}

/** Whether attributes of embedded objects that have this schema are resources. */
export function isResourceField(schema: SchemaName): boolean {
  return resourceFields.has(schema);
}

/** Gives an embedded object a type written by hand, for attributes that are objects of the graph. */
export function useValueType(name: SchemaName, ref: ObjectRef<Types, unknown>): void {
  valueTypes.set(name, ref);
}

/** The description of an attribute of an embedded object; of a secret, only that it is set is told. */
function describeAttribute(schema: Schema): string {
  const description = describe(descriptionOf(schema), schema['x-assumed']);
  if (!schema['x-masked']) return description;
  const noun = description.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const article = /^[AEIOaeio]/.test(noun) ? 'an' : 'a';
  return `Whether there is ${article} ${noun}; null where the upstream withholds that.`;
}

/** Own description, else that of the schema referred to. */
export function descriptionOf(schema: Schema): string {
  return schema.description ?? resolve(withoutNull(schema)).description ?? '';
}

export function deprecation(schema: Schema): { deprecationReason?: string } {
  const reason = deprecationOf(schema);
  return reason === undefined ? {} : { deprecationReason: reason };
}

/** What an operation is or does, and in a paragraph of its own what else a caller must know. */
export function describeOperation(id: OperationId): string {
  const { summary, description } = operation(id);
  return toGraphNames([summary, description].filter((text) => text !== '').join('\n\n'));
}

/** Description and deprecation of a field that an operation answers. */
export function operationOptions(
  id: OperationId,
  options: { readonly description?: string; readonly deprecationReason?: string },
) {
  const { deprecated, assumed } = operation(id);
  const reason = options.deprecationReason ?? (deprecated && toGraphNames(deprecated));
  return {
    description: describe(options.description ?? describeOperation(id), assumed),
    ...(reason === undefined ? {} : { deprecationReason: reason }),
  };
}
