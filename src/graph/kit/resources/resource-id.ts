/** Global ids of resources. They contain the numbers of projects and groups, so that each object has exactly one id. */
import type { Contract } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import { RestError } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { withArticle } from '../contract/names.ts';
import { encodeGlobalId, encodePath } from './global-id.ts';
import { covers, type PathParameters, type Resource } from './resource.ts';
import type { ResourceType } from './resource-type.ts';
import { load, type PlannedRead, planDetail, readDetail } from './retrieval.ts';

type Part = string | number | undefined;

/** Returns the global id of a resource, or a promise if the number of its owner has to be read. */
export function getGlobalId(type: ResourceType, resource: Resource, context: GraphContext): string | Promise<string> {
  const path = type.getCanonicalPath(resource);
  const first = getFirstPart(type, resource, path, context);
  return first instanceof Promise ? first.then((part) => encode(type, path, part)) : encode(type, path, first);
}

export function planGlobalId(
  contract: Contract,
  type: ResourceType,
  path: PathParameters | undefined,
  first: string | number | undefined,
  representation: Resource['representation'],
): readonly PlannedRead[] {
  if (typeof first === 'number' || (path !== undefined && type.belongsToInstance(path))) return [];
  const owner = type.getOwner(path);
  if (owner === undefined)
    return representation === undefined && type.firstParameter === 'id' ? planDetail(type, path, Selection.empty) : [];
  if (owner.attribute !== undefined && covers(contract, representation, owner.attribute)) return [];
  return planDetail(owner.type, first === undefined ? undefined : { id: first }, Selection.empty);
}

function encode(type: ResourceType, path: PathParameters, first: Part): string {
  const parts: (string | number)[] = [];
  for (const name of type.idParameters) {
    const isFirst = name === type.firstParameter;
    if (isFirst && type.belongsToInstance(path)) continue;
    const part = isFirst ? first : path[name];
    if (part === undefined || part === '' || (typeof part === 'number' && !(Number.isSafeInteger(part) && part >= 0)))
      throw new RestError('UPSTREAM_INVALID_ANSWER', `The upstream returned ${withArticle(type.name)} without its id`);
    parts.push(part);
  }
  return encodeGlobalId(type.name, encodePath(parts));
}

function getFirstPart(
  type: ResourceType,
  resource: Resource,
  path: PathParameters,
  context: GraphContext,
): Part | Promise<Part> {
  const { attributes } = resource;
  if (type.belongsToInstance(path)) return undefined;
  const part = path[type.firstParameter];
  if (typeof part === 'number') return part;
  const field = `${type.name}.id`;
  const owner = type.getOwner(path);
  if (owner === undefined) {
    // The detail contains the number of an object that only its path identifies, or whose number the response to a
    // write omits.
    const isUnread = attributes === undefined || (resource.isWritten && attributes.id === undefined);
    const detail =
      isUnread && type.firstParameter === 'id' && part !== undefined && part !== ''
        ? readDetail(type, resource, context, field)
        : undefined;
    const read = detail?.then(({ id }) => toPart(id) ?? part);
    // The id is non-null. If this read fails, the given parameter keeps the rest of the write's result.
    return (resource.isWritten ? read?.catch(() => part) : read) ?? toPart(attributes?.id) ?? part;
  }
  const ownerNumber = owner.attribute === undefined ? undefined : attributes?.[owner.attribute];
  if (typeof ownerNumber === 'number') return ownerNumber;
  if (part === undefined || part === '') return undefined;
  const number = load(owner.type, { id: part }, Selection.empty, context, field).then((parent) =>
    toPart(parent?.attributes?.id),
  );
  return resource.isWritten
    ? number.then(
        (read) => read ?? part,
        () => part,
      )
    : number;
}

/**
 * Converts a value to a part of an id. An invalid value becomes empty, which is rejected later; it is not replaced by
 * the requested parameter.
 */
function toPart(value: unknown): Part {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}
