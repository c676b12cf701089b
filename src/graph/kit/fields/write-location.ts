/** Location of a write: the input fields that identify the object. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { OperationId, SchemaName } from '../../../contract/index.ts';
import type { Args, InputFieldBuilder } from '../contract/inputs.ts';
import { camelCase, humanizeTypeName } from '../contract/names.ts';
import { describeIdArgument, parseReference } from '../resources/references.ts';
import type { PathName, PathParameters } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { describeSingletonId, isIdOf } from '../resources/singleton.ts';
import { typedInput } from './write-request.ts';

/** Location of a write: one of the options, or none if the operation has no path parameters. */
export interface WriteLocation<O extends OperationId, I extends InputFieldMap> {
  /** Object that an input field `id` identifies by its global id. */
  readonly target?: ResourceType<SchemaName, PathName<O>>;
  /** Project or group that contains the object. An input field with the name of the type identifies it. */
  readonly in?: ResourceType<SchemaName, PathName<O>>;
  /** Object of which the parent has only one, so that its global id identifies the parent, too. */
  readonly singleton?: ResourceType;
  /** Returns the path parameters, from further input fields. */
  readonly path?: (input: InputShapeFromFields<I>) => PathParameters<PathName<O>>;
}

/** Location for an operation with path parameters. */
export type RequiredLocation<L extends { readonly target?: unknown; readonly in?: unknown; readonly path?: unknown }> =
  | Required<Pick<L, 'target'>>
  | Required<Pick<L, 'in'>>
  | Required<Pick<L, 'path'>>;

/**
 * Creates the input field that identifies the object or its project or group; none if the area has other fields for
 * that.
 */
export function locationFields(
  target: ResourceType | undefined,
  parent: ResourceType | undefined,
  singleton: ResourceType | undefined,
  t: InputFieldBuilder,
) {
  const fields: InputFieldMap = {};
  if (target)
    fields.id = t.id({ required: true, description: `The ${humanizeTypeName(target.name)}, as its global id.` });
  if (parent)
    fields[camelCase(parent.name)] = t.id({
      required: true,
      description: singleton === undefined ? describeIdArgument(parent.name) : describeSingletonId(parent, singleton),
    });
  return fields;
}

/**
 * Returns the path parameters that an input identifies; `undefined` if the operation has none.
 * @throws RestError BAD_USER_INPUT if the reference is invalid
 */
export function getWritePath<O extends OperationId, I extends InputFieldMap>(
  { target, in: parent, singleton, path }: WriteLocation<O, I>,
  input: Args,
): PathParameters | undefined {
  if (target) return target.parseGlobalId(String(input.id));
  if (parent === undefined) return path?.(typedInput<I>(input));
  const name = camelCase(parent.name);
  const inputPath = ['input', name];
  const text = String(input[name]);
  if (singleton !== undefined && isIdOf(singleton, text, inputPath)) return singleton.parseGlobalId(text, inputPath);
  return { [parent.firstParameter]: parseReference(parent.name, text, inputPath) };
}
