/** Objects of which a project has only one, so that its id identifies them, too. */
import type { SchemaName } from '../../../contract/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { humanizeTypeName } from '../contract/names.ts';
import { decodeGlobalId, isGlobalId } from './global-id.ts';
import { parseReference } from './references.ts';
import type { PathParameters } from './resource.ts';
import type { ResourceType } from './resource-type.ts';

/** Describes an argument or input field that identifies the parent of the only object of a type below it. */
export const describeSingletonId = (parent: ResourceType, type: Pick<ResourceType, 'name'>): string =>
  `The ${humanizeTypeName(parent.name)}, as global id, numeric id or full path, or the global id of its ${humanizeTypeName(type.name)}.`;

/** Whether a string is a global id of an object of a type. */
export function isIdOf(type: ResourceType, text: string, inputPath: Violation['path']): boolean {
  return isGlobalId(text) && decodeGlobalId(text, inputPath).typename === type.name;
}

/**
 * Returns the path parameters of the object that an argument `id` identifies.
 * @param singletonOf type that `id` may identify instead: the project that has only one such object
 * @throws RestError BAD_USER_INPUT if it identifies no object of this type
 */
export function parseObjectId<Name extends string>(
  type: ResourceType<SchemaName, Name>,
  singletonOf: ResourceType | undefined,
  id: string,
): PathParameters {
  const [name, ...furtherNames] = type.parameters;
  if (isIdOf(type, id, ['id']) || name === undefined || furtherNames.length > 0) return type.parseGlobalId(id, ['id']);
  return { [name]: parseReference((singletonOf ?? type).name, id) };
}
