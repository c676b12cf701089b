/** Upstream names and values of attributes. */
import { resolve, type Schema, type SchemaName, schemaNameOf } from '../contract/index.ts';
import type { MappingFile } from './mapping-file.ts';

/** Property of an object schema, with the named schemas that declare it, outermost first. */
export interface SchemaProperty {
  readonly name: string;
  readonly schema: Schema;
  readonly owners: readonly string[];
}

/** Properties of an object schema, those of its component schemas included. */
export function getProperties(schema: Schema, owners: readonly string[] = []): readonly SchemaProperty[] {
  const name = schema.$ref === undefined ? undefined : schemaNameOf(schema);
  const ownersWithSelf = name === undefined ? owners : [...owners, name];
  const { allOf = [], properties = {} } = resolve(schema);
  return [
    ...allOf.flatMap((part) => getProperties(part, ownersWithSelf)),
    ...Object.entries(properties).map(([member, property]) => ({
      name: member,
      schema: property,
      owners: ownersWithSelf,
    })),
  ];
}

type Values = Readonly<Record<string, string>>;

/**
 * Upstream name of an attribute: that of its schema, else that of all schemas. @param parameters names of the
 * operation, if the attribute is an input
 */
export function toUpstreamName(
  file: MappingFile,
  { name, owners }: Pick<SchemaProperty, 'name' | 'owners'>,
  parameters: Values = {},
): string {
  if (Object.hasOwn(parameters, name)) return parameters[name] ?? name;
  for (const owner of owners) {
    const { attributes = {} } = getOwn(file.schemas, owner) ?? {};
    if (Object.hasOwn(attributes, name)) return attributes[name] ?? name;
  }
  return getOwn(file.attributes, name) ?? name;
}

/** Upstream values of an attribute by contract values; `undefined` if they are the same. */
export function getValueMapping(
  file: MappingFile,
  { name, owners, schema }: SchemaProperty,
  values: Readonly<Record<string, Values>> = {},
) {
  const own = getOwn(values, name);
  if (own !== undefined) return own;
  for (const owner of owners) {
    const values = getOwn(getOwn(file.schemas, owner)?.values, name);
    if (values !== undefined) return values;
  }
  // The slug of an integration is the segment of its path.
  return name === 'slug' ? file.segments : getEnumMapping(file, schema);
}

/** Upstream values of an enum; `undefined` if they are the same, or the schema is not an enum. */
export function getEnumMapping(file: MappingFile, schema: Schema): Values | undefined {
  const set: SchemaName | undefined = schemaNameOf(schema);
  if (set === undefined) return undefined;
  // An enum of a filter may be a part of another enum.
  const [whole] = resolve(schema).allOf ?? [];
  return getOwn(file.enums, set) ?? (whole === undefined ? undefined : getEnumMapping(file, whole));
}

/** Own property of a record from the file, whose keys may be names that all objects inherit; `undefined` if absent. */
export function getOwn<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
