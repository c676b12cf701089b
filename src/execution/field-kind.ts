/** Fields whose values are read by a kind of field instead of a resolver. */
import type { GraphQLField } from 'graphql';
import type { SelectedField } from './operation-tree.ts';

/** Coerced arguments of a field, by name. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** Field of one node of an operation tree, prepared once for all executions of the operation. */
export interface PreparedField {
  /**
   * Returns the value of the field: immediately if it is loaded, otherwise a promise of it.
   * @throws an error of the field
   */
  value(parent: unknown, args: FieldArguments, context: unknown): unknown;
}

/** Kind of field. It replaces the resolver: the executor calls the fields that it prepares. */
export interface FieldKind<Prepared extends PreparedField = PreparedField> {
  prepare(field: SelectedField): Prepared;
}

const extensionName = 'fieldKind';

/** Field extensions that attach a kind. */
export function withFieldKind(kind: FieldKind): { readonly [extensionName]: FieldKind } {
  return { [extensionName]: kind };
}

const isFieldKind = (value: unknown): value is FieldKind =>
  typeof value === 'object' && value !== null && 'prepare' in value;

/** Kind of a field; `undefined` if a resolver or a property of the parent provides its value. */
export function getFieldKind({
  extensions,
}: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldKind | undefined {
  const kind = extensions[extensionName];
  return isFieldKind(kind) ? kind : undefined;
}
