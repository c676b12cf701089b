/** Replaces several single-item reads of one tick by a read of the list that contains the items. */

import { type Contract, type Operation, type Parameter, typesIn } from '../../contract/index.ts';
import { isRecord } from '../../helpers/is-record.ts';
import { isRestError, RestError } from '../errors.ts';
import { maxPageSize, parsePageHeaders } from '../paging.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import { getRequestUrl } from '../url.ts';
import type { BatchedRead, Send } from './batched-read.ts';

/** Items of one list among the reads of a tick. */
interface Group<R> {
  readonly list: RestRequest;
  readonly reads: R[];
}

/** List that contains an item; `undefined` if an item of the list could differ from the single read. */
function findList(
  contract: Contract,
  request: RestRequest,
  { itemOf, itemOfQuery }: Operation,
): RestRequest | undefined {
  if (itemOf === undefined) return undefined;
  const { pathParameters, queryParameters } = contract.operation(itemOf);
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

/** Path parameter that identifies an item in its list. */
function itemParameter({ id, pathParameters }: Operation): Parameter {
  const parameter = pathParameters.at(-1);
  if (parameter === undefined) throw new Error(`${id} has no path parameter that identifies its item`);
  return parameter;
}

/**
 * Attribute that a path parameter matches: the id for a number; for a string the attribute of the same name, or else
 * `name`. The contract decides between them, so a numeric string in a string parameter remains a string.
 */
function attributeFor(
  contract: Contract,
  { name, schema }: Parameter,
  value: string | number,
  { responseSchemas }: Operation,
): string {
  const types = typesIn(schema);
  if (types.has('integer') && typeof value === 'number') return name.endsWith('iid') ? 'iid' : 'id';
  const [responseSchema] = responseSchemas;
  return responseSchema !== undefined && contract.attributesOf(responseSchema).has(name) ? name : 'name';
}

/** Marks a value that several items have in common. */
const several = Symbol('several');

/** Items of a list, indexed by the values of their attributes. */
class Items {
  readonly #contract: Contract;
  readonly #items: readonly unknown[];
  readonly #byAttribute = new Map<string, ReadonlyMap<unknown, unknown>>();

  constructor(contract: Contract, items: readonly unknown[]) {
    this.#contract = contract;
    this.#items = items;
  }

  /** Item that the last path parameter of a request identifies; `undefined` if none or several match. */
  find({ operation: id, path }: RestRequest): unknown {
    const described = this.#contract.operation(id);
    const parameter = itemParameter(described);
    const identifier = path?.[parameter.name];
    if (identifier === undefined) return undefined;
    const value = typesIn(parameter.schema).has('integer') ? identifier : String(identifier);
    const match = this.#by(attributeFor(this.#contract, parameter, value, described)).get(value);
    return match === several ? undefined : match;
  }

  #by(attribute: string): ReadonlyMap<unknown, unknown> {
    const cached = this.#byAttribute.get(attribute);
    if (cached !== undefined) return cached;
    const items = new Map<unknown, unknown>();
    for (const item of this.#items) {
      if (!isRecord(item)) continue;
      const value = item[attribute];
      items.set(value, items.has(value) ? several : item);
    }
    this.#byAttribute.set(attribute, items);
    return items;
  }
}

/** Key of the list of an item if the query is empty: the path parameters except the one of the item. */
function getListKey({ path = {} }: RestRequest, itemParameter: Parameter): string {
  let key = '';
  for (const name in path) {
    if (name === itemParameter.name) continue;
    const value = String(path[name]);
    // The length keeps a value from being read as the start of another parameter.
    key += `${name} ${value.length} ${value} `;
  }
  return key;
}

function groupByList<R extends BatchedRead>(contract: Contract, reads: readonly R[]): Group<R>[] {
  const groups = new Map<string, Group<R>>();
  for (const read of reads) {
    const { request } = read;
    const described = contract.operation(request.operation);
    if (described.itemOf === undefined) continue;
    const isPlain = request.query === undefined || Object.keys(request.query).length === 0;
    const pathKey = isPlain ? getListKey(request, itemParameter(described)) : undefined;
    const existing = pathKey === undefined ? undefined : groups.get(pathKey);
    if (existing !== undefined) {
      existing.reads.push(read);
      continue;
    }
    const list = findList(contract, request, described);
    if (list === undefined) continue;
    const groupKey = pathKey ?? getRequestUrl(contract, list);
    const group = groups.get(groupKey);
    if (group) group.reads.push(read);
    else groups.set(groupKey, { list, reads: [read] });
  }
  return [...groups.values()].filter((group) => group.reads.length > 1);
}

/**
 * Reads single items of one operation from their lists. Items that are not on the first page are read from
 * further pages if these are fewer than the remaining items, or else one by one.
 * @returns the responses to the reads that lists replace
 */
export function readFromLists<R extends BatchedRead>(
  contract: Contract,
  reads: readonly R[],
  send: Send<R>,
): ReadonlyMap<R, Promise<RestResponse>> {
  const responses = new Map<R, Promise<RestResponse>>();
  for (const group of groupByList(contract, reads)) {
    const items = readGroup(contract, group, send);
    for (const read of group.reads)
      responses.set(
        read,
        items.then((itemsByRead) => itemsByRead.get(read) ?? Promise.reject(notFound())),
      );
  }
  return responses;
}

/** Error for a read without a response, because neither the list nor a read of the single item returned the item. */
function notFound(): RestError {
  return new RestError('NOT_FOUND', 'The upstream has no such object, or does not show it to the caller');
}

/**
 * Ignores FORBIDDEN: a caller without access to the list may still read single items. Any other failure would recur.
 */
function ignoreForbidden(error: unknown): undefined {
  if (!isRestError(error, 'FORBIDDEN')) throw error;
}

async function readGroup<R extends BatchedRead>(
  contract: Contract,
  { list, reads }: Group<R>,
  send: Send<R>,
): Promise<ReadonlyMap<R, RestResponse | Promise<RestResponse>>> {
  const responses = new Map<R, RestResponse | Promise<RestResponse>>();
  const getMissing = () => reads.filter((read) => !responses.has(read));
  const matchItems = (response: RestResponse): void => {
    const items = new Items(contract, Array.isArray(response.body) ? response.body : []);
    for (const read of getMissing()) {
      const body = items.find(read.request);
      if (body !== undefined) responses.set(read, { status: response.status, headers: {}, body });
    }
  };
  const response = await send(list, reads).catch(ignoreForbidden);
  if (response !== undefined) matchItems(response);
  const { total = 0, next, perPage = maxPageSize } = response === undefined ? {} : parsePageHeaders(response);
  const pages = Math.ceil(total / Math.max(1, perPage));
  if (next !== undefined && pages - 1 < getMissing().length)
    for (let page = 2; page <= pages && getMissing().length > 0; page++)
      matchItems(await send({ ...list, query: { ...list.query, page } }, getMissing()));
  for (const read of getMissing()) responses.set(read, send(read.request, [read]));
  return responses;
}
