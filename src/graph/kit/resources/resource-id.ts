/** Global ids of resources. They contain the numbers of projects and groups, so that each object has exactly one id. */
import type { Contract } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import { encodeGlobalId, encodePath } from './global-id.ts';
import { toObjectNumber } from './path-parameter-types.ts';
import { covers, type PathParameters, type Resource } from './resource.ts';
import type { ResourceType } from './resource-type.ts';
import { isNumber, type PlannedPath, ResponseValue } from './response-value.ts';
import { createUnidentifiedError, load, type PlannedRead, planDetail, readDetail } from './retrieval.ts';

/** Part of a global id; the empty string if it is invalid. */
type IdPart = string | number | undefined;

/** Returns the global id of a resource, or a promise if the number of its owner has to be read. */
export function getGlobalId(type: ResourceType, resource: Resource, context: GraphContext): string | Promise<string> {
  const path = type.getCanonicalPath(resource);
  const first = getFirstIdPart(type, resource, path, context);
  return first instanceof Promise ? first.then((idPart) => encode(type, path, idPart)) : encode(type, path, first);
}

/** Plans the read of the number of the owner of an object; `undefined` if none is needed. */
export function planGlobalId(
  contract: Contract,
  type: ResourceType,
  path: PlannedPath | undefined,
  representation: Resource['representation'],
): PlannedRead | undefined {
  const first = path?.[type.firstParameter];
  if (isNumber(first) || (path !== undefined && type.belongsToInstance(path))) return undefined;
  const owner = type.getOwner(path);
  const isUndetermined = path === undefined || Object.values(path).some((value) => value instanceof ResponseValue);
  const [operation, ...alternatives] = isUndetermined ? type.ownerOperations : [];
  // Only a response determines which of several owners the object has.
  if (owner === undefined && operation !== undefined) return { operation, alternatives };
  if (owner === undefined)
    return representation === undefined && type.hasStringId ? planDetail(type, path, Selection.empty) : undefined;
  if (owner.attribute !== undefined && covers(contract, representation, owner.attribute)) return undefined;
  return planDetail(owner.type, first === undefined ? undefined : { id: first }, Selection.empty);
}

function encode(type: ResourceType, path: PathParameters, first: IdPart): string {
  const parts: (string | number)[] = [];
  for (const name of type.idParameters) {
    const isFirst = name === type.firstParameter;
    if (isFirst && type.belongsToInstance(path)) continue;
    const part = isFirst ? first : path[name];
    if (part === undefined || part === '' || (typeof part === 'number' && !(Number.isSafeInteger(part) && part >= 0)))
      throw createUnidentifiedError(type);
    parts.push(part);
  }
  return encodeGlobalId(type.name, encodePath(parts));
}

function getFirstIdPart(
  type: ResourceType,
  resource: Resource,
  path: PathParameters,
  context: GraphContext,
): IdPart | Promise<IdPart> {
  const { attributes } = resource;
  if (type.belongsToInstance(path)) return undefined;
  const parameter = path[type.firstParameter];
  if (typeof parameter === 'number') return parameter;
  const field = `${type.name}.id`;
  const owner = type.getOwner(path);
  if (owner === undefined) {
    // The detail contains the number of an object that only its path identifies, or whose number the response to a
    // write omits.
    const isUnread = attributes === undefined || (resource.isWritten && attributes.id === undefined);
    const detail =
      isUnread && type.hasStringId && parameter !== undefined && parameter !== ''
        ? readDetail(type, resource, context, field, 'id')
        : undefined;
    const read = detail?.then(({ id }) => toIdPart(id) ?? parameter);
    // The id is non-null. If this read fails, the given parameter keeps the rest of the write's result.
    return (resource.isWritten ? read?.catch(() => parameter) : read) ?? toIdPart(attributes?.id) ?? parameter;
  }
  const ownerNumber = owner.attribute === undefined ? undefined : toObjectNumber(attributes?.[owner.attribute]);
  if (ownerNumber !== undefined) return ownerNumber;
  if (parameter === undefined || parameter === '') return undefined;
  const number = load(owner.type, { id: parameter }, Selection.empty, context, field).then((parent) =>
    toIdPart(parent?.attributes?.id),
  );
  return resource.isWritten
    ? number.then(
        (read) => read ?? parameter,
        () => parameter,
      )
    : number;
}

/**
 * Converts a value to a part of an id. An invalid value becomes empty, which is rejected later; it is not replaced by
 * the requested parameter.
 */
function toIdPart(value: unknown): IdPart {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}
