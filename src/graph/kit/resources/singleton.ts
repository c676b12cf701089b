/** Objects of which a project has only one, so that its id identifies them, too. */
import type { SchemaName } from '../../../contract/index.ts';
import { decodeGlobalId, isGlobalId } from './global-id.ts';
import { parseReference } from './references.ts';
import type { PathParameters } from './resource.ts';
import type { ResourceType } from './resource-type.ts';

/** Description of an argument or input field that identifies an object of which a project has only one. */
export const singletonIdDescription =
  'The project, as global id, numeric id or full path, or the global id of the object itself.';

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
  const isOwnId = isGlobalId(id) && decodeGlobalId(id).typename === type.name;
  const [name, ...furtherNames] = type.parameters;
  if (isOwnId || name === undefined || furtherNames.length > 0) return type.parseGlobalId(id, ['id']);
  return { [name]: parseReference((singletonOf ?? type).name, id) };
}
