/** Reads one object: by the call that gives it, or in the list that holds it. */
import { type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import { isRestError, RestError, type Violation } from '../../../rest/errors.ts';
import { maxPageSize } from '../../../rest/paging.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { Cursor } from '../paging/cursors.ts';
import { readOffsetSlice } from '../paging/offset-slice.ts';
import { attempt } from './attempt.ts';
import { parseReference } from './references.ts';
import { type Attributes, isSilent, objectOf, type PathParameters, type Resource } from './resource.ts';
import type { ResourceType } from './resource-type.ts';

/** Pages of a list that are searched for one object at the most. */
const longestSearch = 1000;

/** One read that is planned before any response, or `times` of the same kind. */
export interface PlannedRead {
  readonly operation: OperationId;
  /** The request; `undefined` if a response decides it. */
  readonly request: RestRequest | undefined;
  readonly times: number;
  /** Whether `times` is an assumption about a list of unknown length. */
  readonly isEstimate: boolean;
}

/**
 * Plans the reads of one object with its detail.
 * @param path `undefined` if only a response contains it
 * @param listLength assumed number of items of a list of unknown length
 * @param part the part of the path that is available, which may decide the operation
 */
export function planDetail(
  type: ResourceType,
  path: PathParameters | undefined,
  selection: Selection,
  listLength: number,
  part: PathParameters | undefined = path,
): readonly PlannedRead[] {
  const { retrieve, search } = type;
  const [first] = type.detailOperations;
  const call = part && attempt(() => retrieve?.request(part, selection) ?? search?.request(part));
  const id = call?.operation ?? first;
  if (id === undefined) return [];
  const request = retrieve === undefined || path === undefined ? undefined : call;
  const read = { operation: id, request, times: 1, isEstimate: false };
  if (retrieve !== undefined) return [read];
  // A full page is never known to be the last one, so that a search needs at least one further page.
  const furtherPages = Math.max(1, Math.ceil(listLength / maxPageSize) - 1);
  return [read, { operation: id, request: undefined, times: furtherPages, isEstimate: true }];
}

/** The representation that an object has once it has been loaded. */
export function loadedRepresentation(type: ResourceType): SchemaName | undefined {
  if (type.retrieve !== undefined) return type.schema;
  const [id] = type.detailOperations;
  return id === undefined ? undefined : operation(id).answers[0];
}

/** Whether a resource that came in an answer of this schema has more to be read. */
export function hasDetail(type: ResourceType, representation: Resource['representation']): boolean {
  if (type.retrieve !== undefined) return true;
  const listed = type.detailOperations.flatMap((id) => operation(id).answers);
  return listed.length > 0 && !(representation !== undefined && listed.includes(representation));
}

/** Attributes of the object at path parameters: those of the response, or those that its path and status imply if it has no body. */
function toldOf(
  type: ResourceType,
  path: PathParameters,
  answer: RestResponse,
  { operation: id }: Pick<RestRequest, 'operation'>,
): Attributes {
  return isSilent(answer)
    ? { ...type.attributesAt(path), ...operation(id).implied.get(answer.status) }
    : objectOf(answer);
}

/** The object at path parameters with its detail; null when it does not exist or is not shown to the caller. */
export function load(
  type: ResourceType,
  path: PathParameters,
  selection: Selection,
  { rest }: GraphContext,
  field: string,
): Promise<Resource | null> {
  const { retrieve } = type;
  const orNull = (error: unknown): null => {
    if (isRestError(error, 'NOT_FOUND')) return null;
    if (isRestError(error) && error.status !== undefined && error.status === retrieve?.absentStatus) return null;
    throw error;
  };
  if (retrieve === undefined) return search(type, path, selection, { rest }, field).catch(orNull);
  let request: RestRequest;
  try {
    request = retrieve.request(path, selection);
  } catch (error) {
    // Some objects are read by no call, which is an error of theirs alone.
    return Promise.reject(error);
  }
  return rest
    .read(request, field)
    .then((answer) => type.create(path, toldOf(type, path, answer, request), type.schema, selection), orNull);
}

/** The attributes that the answer at hand left out, read once; undefined when no call gives more. */
export function readDetail(
  type: ResourceType,
  resource: Resource,
  { rest }: GraphContext,
  field: string,
): Promise<Attributes> | undefined {
  return resource.detail(() => {
    const { path, representation, selection, isWritten } = resource;
    const { retrieve } = type;
    if (!hasDetail(type, isWritten ? undefined : representation)) return undefined;
    const read = (): Promise<Attributes> => {
      if (retrieve === undefined)
        return search(type, path, selection, { rest }, field).then((found) => {
          if (found === null && isWritten) throw new RestError('NOT_FOUND', `The ${type.name} is not in its list`);
          return found?.attributes ?? {};
        });
      const request = retrieve.request(path, selection);
      return rest.read(request, field).then((answer) => toldOf(type, path, answer, request));
    };
    if (!isWritten) return read();
    return type.isComplete(path) ? completeWrite(read) : Promise.reject(unreadableAfterWrite());
  });
}

/** Reads what the response to a write omits. A failure states that the write itself succeeded. */
export async function completeWrite<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isRestError(error)) throw error;
    const { code, message, status, requestId, retryAfter } = error;
    const explained = `The upstream accepted the write, but its response omits this, and reading it failed: ${message}`;
    throw new RestError(code, explained, { status, requestId, retryAfter });
  }
}

function unreadableAfterWrite(): RestError {
  return new RestError(
    'UPSTREAM_INVALID_ANSWER',
    'The upstream accepted the write, but its response omits this, and the id by which it could be read',
  );
}

/** Goes through the list that would hold the object, page by page. */
async function search(
  type: ResourceType,
  path: PathParameters,
  selection: Selection,
  { rest }: Pick<GraphContext, 'rest'>,
  field: string,
): Promise<Resource | null> {
  if (type.search === undefined) throw new Error(`${type.name} cannot be found by its path parameters`);
  const list = type.search.request(path);
  const [representation] = operation(list.operation).answers;
  const read = (request: RestRequest) => rest.read(request, field);
  let after: Cursor | undefined;
  let unusable: RestError | undefined;
  for (let page = 0; page < longestSearch; page++) {
    const window = { first: maxPageSize, last: undefined, before: undefined, after };
    const { items, hasNextPage, cursorAt, whole } = await readOffsetSlice(list, window, read);
    for (const item of whole ?? items)
      if (item instanceof RestError) unusable ??= item;
      else if (type.search.matches(item, path)) return type.create(path, item, representation, selection);
    after = cursorAt(items.length - 1);
    if (whole !== undefined || !hasNextPage || after === undefined) {
      // It may be the one that cannot be read.
      if (unusable !== undefined) throw unusable;
      return null;
    }
  }
  throw new RestError(
    'UNPROCESSABLE',
    `The ${type.name} is not on the first ${longestSearch} pages of its list, where the search for it ends`,
  );
}

/**
 * The number of what an input names, for operations that take nothing else; only a path costs a read.
 * @param place of the input
 * @throws RestError `NOT_FOUND` when there is none
 */
export async function numberOf(
  type: ResourceType,
  text: string,
  place: Violation['path'],
  context: GraphContext,
  field: string,
): Promise<number> {
  const reference = parseReference(type.name, text, place);
  if (typeof reference === 'number') return reference;
  const found = await load(type, { [type.firstParameter]: reference }, Selection.empty, context, field);
  const number = found?.attributes?.id;
  if (typeof number === 'number') return number;
  throw new RestError('NOT_FOUND', `There is no such ${type.name}`, {
    violations: [{ path: place, message: `names no ${type.name} that the caller may see` }],
  });
}
