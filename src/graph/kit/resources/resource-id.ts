/** The global id of a resource, in which projects and groups stand by their numbers so that one object has one id. */
import { Selection } from '../../../execution/index.ts';
import { RestError } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { withArticle } from '../contract/names.ts';
import { encodeGlobalId, encodePath } from './global-id.ts';
import { covers, type PathParameters, type Resource } from './resource.ts';
import type { ResourceType } from './resource-type.ts';
import { load, type PlannedRead, planDetail, readDetail } from './retrieval.ts';

type Part = string | number | undefined;

/** The global id of a resource; a promise where the number of what it belongs to has to be read. */
export function globalIdOf(type: ResourceType, resource: Resource, context: GraphContext): string | Promise<string> {
  const path = type.toldPath(resource);
  const first = firstPart(type, resource, path, context);
  return first instanceof Promise ? first.then((part) => encode(type, path, part)) : encode(type, path, first);
}

/** Plans the reads of the global id of a resource. */
export function planGlobalId(
  type: ResourceType,
  path: PathParameters | undefined,
  first: string | number | undefined,
  representation: Resource['representation'],
  listLength: number,
): readonly PlannedRead[] {
  if (typeof first === 'number' || (path !== undefined && type.belongsToInstance(path))) return [];
  const owner = type.ownerOf(path);
  if (owner === undefined)
    return representation === undefined && type.firstParameter === 'id'
      ? planDetail(type, path, Selection.empty, listLength)
      : [];
  if (owner.attribute !== undefined && covers(representation, owner.attribute)) return [];
  return planDetail(owner.type, first === undefined ? undefined : { id: first }, Selection.empty, listLength);
}

function encode(type: ResourceType, path: PathParameters, first: Part): string {
  const parts: (string | number)[] = [];
  for (const name of type.idParameters) {
    const isFirst = name === type.firstParameter;
    if (isFirst && type.belongsToInstance(path)) continue;
    const part = isFirst ? first : path[name];
    if (part === undefined || part === '' || (typeof part === 'number' && !(Number.isSafeInteger(part) && part >= 0)))
      throw new RestError('UPSTREAM_INVALID_ANSWER', `The upstream sends ${withArticle(type.name)} without its id`);
    parts.push(part);
  }
  return encodeGlobalId(type.name, encodePath(parts));
}

function firstPart(
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
  const owner = type.ownerOf(path);
  if (owner === undefined) {
    // What is known by its path alone has to tell its number, as has what was written where the response omits it.
    const isUnread = attributes === undefined || (resource.isWritten && attributes.id === undefined);
    const detail =
      isUnread && type.firstParameter === 'id' && part !== undefined && part !== ''
        ? readDetail(type, resource, context, field)
        : undefined;
    const read = detail?.then(({ id }) => toPart(id) ?? part);
    // The id cannot be null, and the rest of what was written must not be lost with it.
    return (resource.isWritten ? read?.catch(() => part) : read) ?? toPart(attributes?.id) ?? part;
  }
  const told = owner.attribute === undefined ? undefined : attributes?.[owner.attribute];
  if (typeof told === 'number') return told;
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

/** What cannot be part of an id is empty and so refused, not replaced by what the object was asked for with. */
function toPart(value: unknown): Part {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}
