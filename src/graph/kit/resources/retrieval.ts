/** Reads single objects: by the call that returns one, by searching the list that contains it, or by a list below it. */
import type { OperationId, SchemaName } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { isRestError, RestError, type Violation } from '../../../rest/errors.ts';
import { missingTokenAdvice } from '../../../rest/failure.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { humanizeTypeName, withArticle } from '../contract/names.ts';
import type { PageSliceArgs } from '../paging/page-slice.ts';
import { ignoreInputErrors } from './input-errors.ts';
import type { AnonymousSearch } from './object-calls.ts';
import { withOptInParameters } from './opt-in-attributes.ts';
import { toObjectNumber } from './path-parameter-types.ts';
import { parseReference } from './references.ts';
import {
  type Attributes,
  isEmptyResponse,
  type PathParameters,
  parseItems,
  parseObject,
  type Resource,
} from './resource.ts';
import type { ResourceType } from './resource-type.ts';
import type { PlannedPath, PlannedRequest } from './response-value.ts';
import { findOnPage, search, searchedPage } from './search.ts';

/** Number of reads or objects for each parent: a number, or `list` for as many as a list of unknown length has. */
export type PlannedTimes = number | 'list';

/** Part of a list, which a planned read requests page by page. */
export interface PlannedSlice {
  readonly args: PageSliceArgs;
  /** Whether to page by next links instead of page numbers. */
  readonly keyset: boolean;
  /** Whether the pages are read until one contains the object, instead of to the end of the slice. */
  readonly isSearch: boolean;
}

/** Read that is planned before any response, or `times` reads of the same kind. */
export interface PlannedRead {
  readonly operation: OperationId;
  /** Operations that may be called instead, if a response determines the operation. */
  readonly alternatives?: readonly OperationId[];
  /** `undefined` if a `ResponseValue` for each unknown parameter cannot describe the request. */
  readonly request?: PlannedRequest | undefined;
  /** Defaults to 1. */
  readonly times?: PlannedTimes;
  /** Whether a number is an assumption, too. Defaults to false. */
  readonly isEstimate?: boolean;
  /** Whether only a response shows that the read is needed, although its request is determined before. Defaults to false. */
  readonly isConditional?: boolean;
  /** Slice of the list that `request`, which has no page parameters, returns. `undefined` for the request itself. */
  readonly slice?: PlannedSlice;
}

/**
 * Plans the read of one object with its detail; `undefined` if no call returns it.
 * @param path `undefined` if a `ResponseValue` for each unknown parameter cannot describe it
 */
export function planDetail(
  type: ResourceType,
  path: PlannedPath | undefined,
  selection: Selection,
): PlannedRead | undefined {
  const { retrieve, search, verification, detailOperations } = type;
  const call =
    path === undefined || type.mayBelongToInstance(path)
      ? undefined
      : ignoreInputErrors(
          () => retrieve?.request(path, selection) ?? search?.request(path) ?? verification?.request(path),
        );
  const [id, ...alternatives] = call === undefined ? detailOperations : [call.operation];
  if (id === undefined) return undefined;
  // Which of them returns the object depends on the caller.
  const read = { operation: id, alternatives: [...alternatives, ...type.anonymousOperations], request: call };
  const isSearched = retrieve === undefined && search !== undefined;
  return isSearched ? { ...read, slice: { args: searchedPage, keyset: false, isSearch: true } } : read;
}

/** Returns the representation of an object that has been loaded; `undefined` if no call loads such objects. */
export function loadedRepresentation(type: ResourceType): SchemaName | undefined {
  if (type.retrieve !== undefined || type.verification !== undefined) return type.schema;
  const [id] = type.detailOperations;
  return id === undefined ? undefined : type.contract.operation(id).responseSchemas[0];
}

/** Whether a resource in a representation has a detail with further attributes. */
export function hasDetail(type: ResourceType, representation: Resource['representation']): boolean {
  if (type.retrieve !== undefined) return true;
  if (type.verification !== undefined) return false;
  const listed = type.detailOperations.flatMap((id) => type.contract.operation(id).responseSchemas);
  return listed.length > 0 && !(representation !== undefined && listed.includes(representation));
}

/**
 * Returns the attributes of the object at path parameters: those of the response, or those that its path and status
 * imply if it has no body.
 */
function parseAttributes(
  type: ResourceType,
  path: PathParameters,
  response: RestResponse,
  { operation: id }: Pick<RestRequest, 'operation'>,
): Attributes {
  return isEmptyResponse(response)
    ? { ...type.getAttributesFor(path), ...type.contract.operation(id).implied.get(response.status) }
    : parseObject(response);
}

/** Creates the error for an object of a response without all of its path parameters. */
export const createUnidentifiedError = ({ name, hiddenPathMessage }: ResourceType): RestError =>
  hiddenPathMessage === undefined
    ? new RestError(
        'UPSTREAM_INVALID_RESPONSE',
        `Invalid response from the upstream: it contains ${withArticle(name)} without the attributes of its id`,
      )
    : new RestError('NOT_FOUND', hiddenPathMessage);

/** Loads the object at path parameters with its detail; `null` if the upstream reports that it does not exist. */
export async function load(
  type: ResourceType,
  path: PathParameters,
  selection: Selection,
  context: GraphContext,
  field: string,
): Promise<Resource | null> {
  const { retrieve, verification } = type;
  const request = retrieve?.request(path, selection) ?? verification?.request(path);
  let response: RestResponse;
  try {
    if (request === undefined) return await search(type, path, selection, context, field);
    response = await readObject(type, path, request, context, field);
  } catch (error) {
    if (isRestError(error, 'NOT_FOUND')) return null;
    if (isRestError(error) && error.status !== undefined && error.status === retrieve?.absentStatus) return null;
    throw error;
  }
  if (retrieve !== undefined)
    return type.create(path, parseAttributes(type, path, response, request), type.schema, selection);
  // The upstream returns the list below an object only if the object exists.
  parseItems(response);
  return type.createReference(path, selection);
}

/**
 * Returns the parent of an object. A visible object has a parent that is visible, too.
 * @throws RestError NOT_FOUND, possibly in the promise, if the parent is `null`
 */
export function assertExists(
  type: ResourceType,
  parent: Resource | null | Promise<Resource | null>,
): Resource | Promise<Resource> {
  if (parent instanceof Promise) return parent.then((object) => assertExists(type, object));
  if (parent !== null) return parent;
  const noun = humanizeTypeName(type.name);
  throw new RestError('NOT_FOUND', `The ${noun} of the object does not exist, or the caller may not see it`);
}

/**
 * Returns an object that was read by a name.
 * @throws RestError UPSTREAM_INVALID_RESPONSE, possibly in the promise, if the id in its response differs from `id`
 */
export function assertId<T extends Resource | null>(
  type: ResourceType,
  object: T | Promise<T>,
  id: number,
): T | Promise<T> {
  if (object instanceof Promise) return object.then((loaded) => assertId(type, loaded, id));
  const readId = toObjectNumber(object?.attributes?.id);
  if (typeof readId !== 'number' || readId === id) return object;
  throw new RestError(
    'UPSTREAM_INVALID_RESPONSE',
    `The path of the ${humanizeTypeName(type.name)} was assigned to another object during the operation. Retry a query`,
  );
}

/** Details by the promise of their response, with the type that has parsed them. */
const details = new WeakMap<
  Promise<RestResponse>,
  { readonly type: ResourceType; readonly attributes: Promise<Attributes> }
>();

/** Parses a detail once for all occurrences of its object in an operation, so that these wait for one promise. */
function parseDetail(
  type: ResourceType,
  path: PathParameters,
  response: Promise<RestResponse>,
  request: Pick<RestRequest, 'operation'>,
): Promise<Attributes> {
  const parsed = details.get(response);
  if (parsed?.type === type) return parsed.attributes;
  const attributes = response.then((loaded) => parseAttributes(type, path, loaded, request));
  details.set(response, { type, attributes });
  return attributes;
}

/**
 * Reads the attributes that the loaded representation lacks, once; `undefined` if no call returns more.
 * @param attribute the attribute that is needed
 */
export function readDetail(
  type: ResourceType,
  resource: Resource,
  context: GraphContext,
  field: string,
  attribute: string,
): Promise<Attributes> | undefined {
  const anonymous = findAnonymousSearch(type, context.rest);
  if (anonymous !== undefined && !type.isInAnonymousList(attribute)) return Promise.reject(createAnonymousError());
  if (resource.detail !== undefined) return resource.detail;
  if (anonymous !== undefined) {
    resource.detail = readListed(type, anonymous, resource, context, field);
    return resource.detail;
  }
  const { path, representation, isWritten } = resource;
  if (!hasDetail(type, isWritten ? undefined : representation)) return undefined;
  if (!isWritten) resource.detail = loadDetail(type, resource, context, field);
  else if (type.isComplete(path)) resource.detail = completeWrite(() => loadDetail(type, resource, context, field));
  else resource.detail = Promise.reject(unreadableAfterWrite());
  return resource.detail;
}

/** Finds the list that contains an object in place of its detail; `undefined` if the caller is not anonymous. */
function findAnonymousSearch(
  { retrieve }: ResourceType,
  { credential, contract }: GraphContext['rest'],
): AnonymousSearch | undefined {
  const search = retrieve?.anonymous;
  return search !== undefined && credential.isAnonymous && contract.offers(search.operation) ? search : undefined;
}

/** Creates the error for an object that the upstream returns to signed-in callers only. */
const createAnonymousError = (): RestError =>
  new RestError('UNAUTHENTICATED', `This is for signed-in callers only, and ${missingTokenAdvice}`);

/** Reads the attributes of an object from a list, for anonymous callers. */
async function readListed(
  type: ResourceType,
  search: AnonymousSearch,
  { path, attributes, selection }: Resource,
  context: GraphContext,
  field: string,
): Promise<Attributes> {
  const value = attributes?.[search.attribute];
  if (typeof value !== 'string') throw createAnonymousError();
  const request = withOptInParameters(type.contract, search.request(value), selection);
  const isObject = (item: Attributes) => hasPath(type, type.getItemPath(item, {}), path);
  const item = await findOnPage(type, request, isObject, context, field);
  if (item === null) throw createAnonymousError();
  return item;
}

/** Attributes of the caller by the promise of their response. */
const callers = new WeakMap<Promise<RestResponse>, Promise<Attributes | null>>();

/**
 * Reads the attributes of the caller, with one promise for all objects of an operation; `null` if no user signed in, or if
 * the credential must not read its user.
 * @param operation returns the caller
 */
export async function readCaller(
  operation: OperationId,
  { rest, part }: GraphContext,
  field: string,
): Promise<Attributes | null> {
  if (rest.credential.isAnonymous) return null;
  const response = rest.read({ operation }, field, part);
  let caller = callers.get(response);
  if (caller === undefined) {
    caller = response.then(parseObject).catch((error: unknown) => {
      if (isRestError(error, 'UNAUTHENTICATED') || isRestError(error, 'FORBIDDEN')) return null;
      throw error;
    });
    callers.set(response, caller);
  }
  return caller;
}

async function searchDetail(
  type: ResourceType,
  { path, selection, isWritten }: Resource,
  context: GraphContext,
  field: string,
): Promise<Attributes> {
  const object = await search(type, path, selection, context, field);
  if (object === null && isWritten) throw new RestError('NOT_FOUND', `The list does not contain the ${type.name}`);
  return object?.attributes ?? {};
}

function loadDetail(type: ResourceType, resource: Resource, context: GraphContext, field: string): Promise<Attributes> {
  const { path, selection } = resource;
  if (!type.isComplete(path)) return Promise.reject(createUnidentifiedError(type));
  const request = type.retrieve?.request(path, selection);
  return request === undefined
    ? searchDetail(type, resource, context, field)
    : parseDetail(type, path, readObject(type, path, request, context, field), request);
}

/** Whether path parameters are those of the same object. */
const hasPath = ({ parameters }: ResourceType, a: PathParameters, b: PathParameters): boolean =>
  parameters.every((name) => a[name] === b[name]);

/** Reads an object. A response for the full path of its project or group suffices if it has the path parameters of the object. */
function readObject(
  type: ResourceType,
  path: PathParameters,
  request: RestRequest,
  { rest, part }: GraphContext,
  field: string,
): Promise<RestResponse> {
  if (typeof path[type.firstParameter] !== 'number') return rest.read(request, field, part);
  const isObject = ({ body }: RestResponse): boolean =>
    isRecord(body) && hasPath(type, type.getItemPath(body, {}), path);
  return rest.read(request, field, part, isObject);
}

/** Reads what the response to a write omits. The error of a failed read states that the write itself succeeded. */
async function completeWrite<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isRestError(error)) throw error;
    const { code, message, status, requestId, retryAfter } = error;
    const explained = `The upstream accepted the write, but its response omits this field, and reading it failed: ${message}`;
    throw new RestError(code, explained, { status, requestId, retryAfter });
  }
}

function unreadableAfterWrite(): RestError {
  return new RestError(
    'UPSTREAM_INVALID_RESPONSE',
    'The upstream accepted the write, but its response contains neither this field nor the id to read it by. Query the object in another operation',
  );
}

/**
 * Returns the number of an object that an input identifies, for operations that accept nothing else. A read is needed
 * only for a path.
 * @param inputPath path of the input
 * @throws RestError NOT_FOUND if the object does not exist
 */
export async function loadNumber(
  type: ResourceType,
  text: string,
  inputPath: Violation['path'],
  context: GraphContext,
  field: string,
): Promise<number> {
  const reference = parseReference(type.name, text, inputPath);
  if (typeof reference === 'number') return reference;
  const object = await load(type, { [type.firstParameter]: reference }, Selection.empty, context, field);
  const number = toObjectNumber(object?.attributes?.id);
  if (number !== undefined) return number;
  throw createMissingObjectError(type, inputPath);
}

/** Creates the error for an input that identifies no object. */
export function createMissingObjectError({ name }: ResourceType, inputPath: Violation['path']): RestError {
  const message = `must identify ${withArticle(name)} that exists and that the caller may see`;
  return new RestError('NOT_FOUND', `The ${name} does not exist, or the caller may not see it`, {
    violations: [{ path: inputPath, message }],
  });
}
