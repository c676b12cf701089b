/** What a mutation writes to, as its input names it. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { OperationId, SchemaName } from '../../../contract/index.ts';
import type { Args, FieldBuilder } from '../contract/inputs.ts';
import { camelCase, words } from '../contract/names.ts';
import { parseReference, referenceDescription } from '../resources/references.ts';
import type { PathName, PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';

/** Where an operation writes: one of these, or none where it has no path parameters. */
export interface WriteLocation<O extends OperationId, I extends InputFieldMap> {
  /** The object itself, which an input field `id` names by its global id. */
  readonly target?: ResourceType<SchemaName, PathName<O>>;
  /** The project or group around it, which an input field of that name refers to. */
  readonly in?: ResourceType<SchemaName, PathName<O>>;
  /** The path parameters, from further input fields. */
  readonly path?: (input: InputShapeFromFields<I>) => PathParameters<PathName<O>>;
}

/** A location that says where. */
export type KnownLocation<L extends { readonly target?: unknown; readonly in?: unknown; readonly path?: unknown }> =
  | Required<Pick<L, 'target'>>
  | Required<Pick<L, 'in'>>
  | Required<Pick<L, 'path'>>;

/** The input field that names the object or what is around it; none where the area has fields of its own for that. */
export function locationFields(target: ResourceType | undefined, holder: ResourceType | undefined, t: FieldBuilder) {
  const fields: InputFieldMap = {};
  if (target) fields.id = t.id({ required: true, description: `The ${words(target.name)}, as its global id.` });
  if (holder) fields[camelCase(holder.name)] = t.id({ required: true, description: referenceDescription(holder.name) });
  return fields;
}

/** The path parameters that an input names. Fails with `BAD_USER_INPUT` where it names nothing. */
export function locate<O extends OperationId, I extends InputFieldMap>(
  { target, in: holder, path }: WriteLocation<O, I>,
  args: Args,
  input: InputShapeFromFields<I>,
): PathParameters | undefined {
  if (target) return target.pathFromId(String(args.id));
  if (holder === undefined) return path?.(input);
  const name = camelCase(holder.name);
  return { [holder.firstParameter]: parseReference(holder.name, String(args[name]), ['input', name]) };
}
