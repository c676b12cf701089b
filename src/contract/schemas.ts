/** Functions on schemas of a contract. Each reference contains its target, so that they need no contract. */
import { memoize } from '../helpers/memoize.ts';
import type { OperationObject, Schema } from './document.ts';
import type { SchemaName } from './types.ts';

/** Property of a reference that contains its target. */
export const target: unique symbol = Symbol('target');

/** Rules between the properties of a query or a body. */
export interface Constraints {
  readonly exclusive: readonly (readonly string[])[];
  readonly atLeastOne: readonly (readonly string[])[];
  readonly requires: Readonly<Record<string, readonly string[]>>;
}

/** Reference to a schema, created by a contract. */
interface Reference extends Schema {
  readonly $ref: string;
  readonly [target]: Schema;
}

const isReference = (schema: Schema): schema is Reference => target in schema;

/** Name at the end of a reference. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Resolves a reference to its schema; returns any other schema as it is. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  if (!isReference(schema)) throw new Error(`${schema.$ref} belongs to no contract`);
  return resolve(schema[target]);
}

/** Name of the component schema that a schema refers to, also through `oneOf: [$ref, null]` and `allOf: [$ref, …]`. */
export function schemaNameOf(schema: Schema): SchemaName | undefined {
  // A reference has a target, and targets are named schemas.
  if (isReference(schema)) return refName(schema.$ref) as SchemaName;
  const members = (schema.oneOf ?? schema.anyOf ?? schema.allOf)?.filter((member) => member.type !== 'null');
  const [first] = members ?? [];
  if (first === undefined || (schema.allOf === undefined && members?.length !== 1)) return undefined;
  return schemaNameOf(first);
}

/** Attributes of an object schema by name, `allOf` flattened. */
export const attributesOf: (schema: Schema) => ReadonlyMap<string, Schema> = memoize((schema) => {
  const resolved = resolve(schema);
  const attributes = new Map<string, Schema>();
  for (const part of resolved.allOf ?? [])
    for (const [name, attribute] of attributesOf(part)) attributes.set(name, attribute);
  for (const [name, attribute] of Object.entries(resolved.properties ?? {})) attributes.set(name, attribute);
  return attributes;
});

/** Whether a schema, or any schema below it, is marked `x-secret`. */
export function containsSecret(schema: Schema, seen = new Set<Schema>()): boolean {
  if (schema['x-secret']) return true;
  const resolved = resolve(schema);
  if (seen.has(resolved)) return false;
  seen.add(resolved);
  if (resolved['x-secret']) return true;
  const below = [
    ...Object.values(resolved.properties ?? {}),
    ...(resolved.allOf ?? []),
    ...(resolved.oneOf ?? []),
    ...(resolved.anyOf ?? []),
    ...(resolved.items ? [resolved.items] : []),
  ];
  return below.some((member) => containsSecret(member, seen));
}

/** Type keywords of a schema, `null` included. */
export function typesOf(schema: Schema): readonly string[] {
  const { type } = resolve(schema);
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** Type keywords of a schema and of its alternatives. */
export const typesIn: (schema: Schema) => ReadonlySet<string> = memoize((schema) => {
  const { oneOf = [], anyOf = [] } = resolve(schema);
  return new Set([...typesOf(schema), ...[...oneOf, ...anyOf].flatMap((form) => [...typesIn(form)])]);
});

/** Rules between the properties of a query or a body. */
export function constraintsOf(
  holder: Pick<OperationObject, 'x-exclusive' | 'x-at-least-one' | 'x-requires'>,
): Constraints {
  return {
    exclusive: holder['x-exclusive'] ?? [],
    atLeastOne: holder['x-at-least-one'] ?? [],
    requires: holder['x-requires'] ?? {},
  };
}
