/** GraphQL types of what the contract describes: scalars, enums, embedded objects as object types. */
import type { FieldRef, ObjectRef, OutputRef } from '@pothos/core';
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
import { RestError } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { builder, type GraphTypes, type Types } from '../builder.ts';
import { embedded, embeddedObject } from '../resources/resource.ts';
import { enumType, inputEnumType, isNamedSet, unknownWord, type WordEnum, wordsOf } from './enums.ts';
import { camelCase, describe, toGraphNames } from './names.ts';

export type ScalarName = keyof GraphTypes['Scalars'];

/** A field of an embedded object whose value is a resource. */
type ResourceField = (
  t: PothosSchemaTypes.RootFieldBuilder<Types, unknown, 'Object'>,
  attribute: string,
  description: string,
) => FieldRef<Types, unknown>;

const resourceFields = new Map<SchemaName, ResourceField>();
const valueTypes = new Map<SchemaName, ObjectRef<Types, unknown>>();

export function deprecationOf(holder: { deprecated?: boolean; 'x-deprecation'?: string }): string | undefined {
  if (!holder.deprecated) return undefined;
  return toGraphNames(holder['x-deprecation'] ?? 'Deprecated by the upstream.');
}

/** Scalars of texts that have a format. */
const textScalars: Readonly<Record<string, ScalarName>> = {
  'date-time': 'DateTime',
  date: 'Date',
  uri: 'URL',
  email: 'EmailAddress',
};

function scalarOf(schema: Schema): ScalarName {
  const { format } = resolve(schema);
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length === 1)
    switch (types[0]) {
      case 'string':
        return textScalars[format ?? ''] ?? 'String';
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
  readonly convert: ((value: unknown) => unknown) | undefined;
}

function withoutNull(schema: Schema): Schema {
  const members = (schema.oneOf ?? schema.anyOf)?.filter((member) => member.type !== 'null');
  const [only] = members ?? [];
  return members?.length === 1 && only !== undefined ? only : schema;
}

/** What is shown of a secret: whether there is one. */
const mask = (value: unknown) => (value === null || value === undefined || value === '' ? value : '[masked]');

const isWholeNumber = (value: unknown): boolean =>
  Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value));

/** Levels of a JSON value at the most; writing many more would take the whole stack. */
const deepestJson = 100;

function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}

/** What a scalar can show, as GraphQL has it: numbers as texts, and whole numbers that come as texts. */
const shows: Readonly<Partial<Record<ScalarName, (value: unknown) => boolean>>> = {
  String: (value) => typeof value !== 'object',
  DateTime: (value) => typeof value === 'string',
  Date: (value) => typeof value === 'string',
  URL: (value) => typeof value === 'string',
  EmailAddress: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean' || Number.isFinite(value),
  Float: (value) => typeof value !== 'object' && value !== '' && Number.isFinite(Number(value)),
  Int: (value) => isWholeNumber(value) && Math.trunc(Number(value)) === (Number(value) | 0),
  SafeInt: (value) => isWholeNumber(value) && Number.isSafeInteger(Number(value)),
  JSON: (value) => !nestsDeeperThan(value, deepestJson),
};

/** Whether a name is that of a scalar whose values are checked. */
export function isScalarName(name: string): name is ScalarName {
  return name in shows;
}

/** Texts in which stored settings come back as switches. */
const switches: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Refuses here what the scalar would refuse when the answer is written, where nothing tells the upstream's fault from ours. */
export function checked(name: ScalarName): OutputShape['convert'] {
  const isShown = shows[name];
  // One for all: where each value of a long list is refused, to make an error with a stack takes longer than all else.
  const refused = new RestError('UPSTREAM_INVALID_ANSWER', `The upstream sends something that is no ${name}`);
  return (
    isShown &&
    ((value) => {
      if (value === null || value === undefined || isShown(value)) return value;
      if (name === 'Boolean' && switches.has(value)) return switches.get(value);
      throw refused;
    })
  );
}

/** A converted value; a failure stands in its place, so that it costs only itself. */
export function converted(convert: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return convert(value);
  } catch (error) {
    return error;
  }
}

/** A list of converted items; null for none. Null is no item, and the failure of one costs that item alone. */
export function convertedList(convert: (item: unknown) => unknown, value: unknown): readonly unknown[] | null {
  const convertItem = (item: unknown) =>
    item === null
      ? new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends null as an item of a list')
      : converted(convert, item);
  return toList(value)?.map(convertItem) ?? null;
}

/** The output type of an attribute. */
export function outputShape(given: Schema): OutputShape {
  if (given['x-masked']) return { list: false, type: 'String', convert: mask };
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
    const words = new Set<unknown>(wordsOf(schema));
    const known = (value: unknown) => (value === null || value === undefined || words.has(value) ? value : unknownWord);
    return { list: false, type: enumType(name), convert: known };
  }
  if (name !== undefined && attributesOf(name).size > 0)
    return { list: false, type: valueType(name), convert: embeddedObject };
  const scalar = scalarOf(schema);
  return { list: false, type: scalar, convert: checked(scalar) };
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

/** A list, or null. Fails with `UPSTREAM_INVALID_ANSWER` for anything else. */
export function toList(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value;
  throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends something other than a list');
}

/**
 * A nullable field of a derived type. Items of a list may be null as well, so that one bad item costs only itself.
 * @param resolve gives the upstream's value, converted already
 */
export function outputField<Parent>(
  t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>,
  { list, type }: Pick<OutputShape, 'list' | 'type'>,
  options: { description: string; deprecationReason?: string; extensions?: Readonly<Record<string, unknown>> },
  resolve: (parent: Parent, context: GraphContext, info: GraphQLResolveInfo) => unknown,
): FieldRef<Types, unknown> {
  if (!list)
    return t.field({
      ...options,
      type,
      nullable: true,
      resolve: (parent, _, context, info) => resolve(parent, context, info),
    });
  return t.field({
    ...options,
    type: [type],
    nullable: { list: true, items: true },
    resolve: (parent, _, context, info) => {
      const value = resolve(parent, context, info);
      return value instanceof Promise ? value.then(toList) : toList(value);
    },
  });
}

/** The name of an attribute of an embedded object: `id` is for global ids, which these have none of. */
function fieldName(attribute: string, { 'x-graph-name': name }: Schema): string {
  return name ?? (attribute === 'id' ? 'databaseId' : camelCase(attribute));
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
    fields: (t) =>
      Object.fromEntries(
        [...attributesOf(name)].map(([attribute, attributeSchema]) => {
          const description = describe(descriptionOf(attributeSchema));
          const resourceField = resourceFields.get(schemaNameOf(withoutNull(attributeSchema)) ?? name);
          if (resourceField !== undefined) return [camelCase(attribute), resourceField(t, attribute, description)];
          const shape = outputShape(attributeSchema);
          const options = {
            description,
            ...deprecation(attributeSchema),
          };
          const resolveAttribute = (parent: unknown) => {
            // What an answer leaves out has the default that the contract gives it, if any.
            const { [attribute]: value = attributeSchema.default } = embedded(parent) ?? {};
            return shape.convert === undefined ? value : shape.convert(value);
          };
          return [fieldName(attribute, attributeSchema), outputField(t, shape, options, resolveAttribute)];
        }),
      ),
  });
  return ref;
}

/** Lets attributes of embedded objects that have this schema be resources. */
export function useResourceField(schema: SchemaName, field: ResourceField): void {
  resourceFields.set(schema, field);
}

/** Gives an embedded object a type written by hand, for attributes that are objects of the graph. */
export function useValueType(name: SchemaName, ref: ObjectRef<Types, unknown>): void {
  valueTypes.set(name, ref);
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
