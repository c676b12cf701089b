/** Reads several items that are requested one by one in a tick from their list, in one call instead of one each. */
import { attributesOf, type Operation, operation, type Parameter, typesIn } from '../../contract/index.ts';
import { isRestError, RestError } from '../errors.ts';
import { maxPageSize, pageFacts } from '../paging.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import { urlOf } from '../url.ts';

type Send = (request: RestRequest, index: number) => Promise<RestResponse>;

/** Items of one list among the reads of a tick. */
interface Group {
  readonly list: RestRequest;
  readonly indexes: number[];
}

/** The list that contains an item; undefined where an item of the list could differ from the single read. */
function listOf(request: RestRequest, { itemOf, itemOfQuery }: Operation): RestRequest | undefined {
  if (itemOf === undefined) return undefined;
  const { pathParameters, queryParameters } = operation(itemOf);
  for (const name in request.query) if (!queryParameters.some(({ wireName }) => wireName === name)) return undefined;
  const path: Record<string, string | number> = {};
  for (const { name } of pathParameters) {
    const value = request.path?.[name];
    if (value !== undefined) path[name] = value;
  }
  return {
    operation: itemOf,
    path,
    query: { ...itemOfQuery, ...request.query, page: 1, per_page: maxPageSize },
  };
}

/** The path parameter that identifies an item in its list. */
function itemParameter({ id, pathParameters }: Operation): Parameter {
  const parameter = pathParameters.at(-1);
  if (parameter === undefined) throw new Error(`${id} has no path parameter that names its item`);
  return parameter;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The attribute that a path parameter holds: for a number the id, for a text the attribute of the same name, or else the name.
 * The contract decides between them, so digits in a text parameter are a text.
 */
function attributeFor({ name, schema }: Parameter, value: string | number, { answers }: Operation): string {
  const types = typesIn(schema);
  if (types.has('integer') && typeof value === 'number') return name.endsWith('iid') ? 'iid' : 'id';
  const [responseSchema] = answers;
  return responseSchema !== undefined && attributesOf(responseSchema).has(name) ? name : 'name';
}

/** The one item that a path parameter names; undefined where none or several could be meant. */
function findItem(items: readonly unknown[], request: RestRequest): unknown {
  const described = operation(request.operation);
  const parameter = itemParameter(described);
  const given = request.path?.[parameter.name];
  if (given === undefined) return undefined;
  const value = typesIn(parameter.schema).has('integer') ? given : String(given);
  const attribute = attributeFor(parameter, value, described);
  const [found, ...others] = items.filter((item) => isObject(item) && item[attribute] === value);
  return others.length === 0 ? found : undefined;
}

function groupsOf(requests: readonly RestRequest[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, request] of requests.entries()) {
    const list = listOf(request, operation(request.operation));
    if (list === undefined) continue;
    const key = urlOf(list);
    const group = groups.get(key);
    if (group) group.indexes.push(index);
    else groups.set(key, { list, indexes: [index] });
  }
  return [...groups.values()].filter(({ indexes }) => indexes.length > 1);
}

/**
 * Responses to reads of one operation. Items that are not on the first page of their list are read from its further pages if these are
 * fewer than the items that are left, or else one by one.
 */
export function readFromLists(requests: readonly RestRequest[], send: Send): Promise<RestResponse>[] {
  const responses = new Map<number, Promise<RestResponse>>();
  for (const { list, indexes } of groupsOf(requests)) {
    const found = readGroup(list, indexes, requests, send);
    for (const index of indexes)
      responses.set(
        index,
        found.then((items) => items.get(index) ?? missing()),
      );
  }
  return requests.map((request, index) => responses.get(index) ?? send(request, index));
}

/** Only reached when the upstream's list and the single read agree that there is no such item. */
function missing(): never {
  throw new RestError('NOT_FOUND', 'The upstream has no such object, or does not show it to the caller');
}

/** A caller who may not list may still read single items; any other failure would only repeat itself. */
function itemsMayBeReadable(error: unknown): undefined {
  if (!isRestError(error, 'FORBIDDEN')) throw error;
}

async function readGroup(
  list: RestRequest,
  indexes: readonly number[],
  requests: readonly RestRequest[],
  send: Send,
): Promise<ReadonlyMap<number, RestResponse | Promise<RestResponse>>> {
  const found = new Map<number, RestResponse | Promise<RestResponse>>();
  const [first = 0] = indexes;
  const take = (response: RestResponse): void => {
    const items: readonly unknown[] = Array.isArray(response.body) ? response.body : [];
    for (const index of indexes) {
      const request = requests[index];
      if (request === undefined || found.has(index)) continue;
      const body = findItem(items, request);
      if (body !== undefined) found.set(index, { status: response.status, headers: {}, body });
    }
  };
  const response = await send(list, first).catch(itemsMayBeReadable);
  if (response !== undefined) take(response);
  const left = () => indexes.filter((index) => !found.has(index));
  const { total = 0, next, perPage = maxPageSize } = response === undefined ? {} : pageFacts(response);
  const pages = Math.ceil(total / Math.max(1, perPage));
  if (next !== undefined && pages - 1 < left().length)
    for (let page = 2; page <= pages && left().length > 0; page++)
      take(await send({ ...list, query: { ...list.query, page } }, first));
  for (const index of left()) {
    const request = requests[index];
    if (request !== undefined) found.set(index, send(request, index));
  }
  return found;
}
