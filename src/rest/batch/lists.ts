/** Reads several items that are requested one by one in a tick from their list, in one call instead of one each. */
import { attributesOf, type Operation, operation, type Parameter, typesIn } from '../../contract/index.ts';
import { isRestError, RestError } from '../errors.ts';
import { maxPageSize, pageFacts } from '../paging.ts';
import type { RestRequest, RestResponse } from '../request.ts';
import { urlOf } from '../url.ts';
import type { Send, WaitingRead } from './waiting-read.ts';

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

/** Stands for several items with the same value of an attribute. */
const several = Symbol('several');

/** The items of a list by the values of their attributes. */
class Items {
  readonly #items: readonly unknown[];
  readonly #byAttribute = new Map<string, ReadonlyMap<unknown, unknown>>();

  constructor(items: readonly unknown[]) {
    this.#items = items;
  }

  /** The one item that a request names by its last path parameter; undefined where none or several could be meant. */
  find({ operation: id, path }: RestRequest): unknown {
    const described = operation(id);
    const parameter = itemParameter(described);
    const given = path?.[parameter.name];
    if (given === undefined) return undefined;
    const value = typesIn(parameter.schema).has('integer') ? given : String(given);
    const found = this.#by(attributeFor(parameter, value, described)).get(value);
    return found === several ? undefined : found;
  }

  #by(attribute: string): ReadonlyMap<unknown, unknown> {
    const known = this.#byAttribute.get(attribute);
    if (known !== undefined) return known;
    const items = new Map<unknown, unknown>();
    for (const item of this.#items) {
      if (!isObject(item)) continue;
      const value = item[attribute];
      items.set(value, items.has(value) ? several : item);
    }
    this.#byAttribute.set(attribute, items);
    return items;
  }
}

/** Identifies the list of an item where its query is empty: what the path says besides the item itself. */
function placeOf({ path = {} }: RestRequest, item: Parameter): string {
  let place = '';
  for (const name in path) {
    if (name === item.name) continue;
    const value = String(path[name]);
    // With its length, no value reads like the beginning of another parameter.
    place += `${name} ${value.length} ${value} `;
  }
  return place;
}

function groupsOf(requests: readonly RestRequest[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, request] of requests.entries()) {
    const described = operation(request.operation);
    if (described.itemOf === undefined) continue;
    const isPlain = request.query === undefined || Object.keys(request.query).length === 0;
    const place = isPlain ? placeOf(request, itemParameter(described)) : undefined;
    const known = place === undefined ? undefined : groups.get(place);
    if (known !== undefined) {
      known.indexes.push(index);
      continue;
    }
    const list = listOf(request, described);
    if (list === undefined) continue;
    const key = place ?? urlOf(list);
    const group = groups.get(key);
    if (group) group.indexes.push(index);
    else groups.set(key, { list, indexes: [index] });
  }
  return [...groups.values()].filter(({ indexes }) => indexes.length > 1);
}

/**
 * Answers those of several reads of one operation that their lists answer. Items that are not on the first page of their list are read from
 * its further pages if these are fewer than the items that are left, or else one by one.
 * @returns the reads that are answered
 */
export function readFromLists(reads: readonly WaitingRead[], send: Send): ReadonlySet<WaitingRead> {
  const requests = reads.map(({ request }) => request);
  const answered = new Set<WaitingRead>();
  for (const { list, indexes } of groupsOf(requests)) {
    const group = indexes.flatMap((index) => reads[index] ?? []);
    for (const read of group) answered.add(read);
    readGroup(list, indexes, requests, send).then(
      (found) => {
        for (const index of indexes) {
          const response = found.get(index);
          if (response === undefined) reads[index]?.reject(missing());
          else reads[index]?.resolve(response);
        }
      },
      (reason: unknown) => {
        for (const read of group) read.reject(reason);
      },
    );
  }
  return answered;
}

/** Only reached when the upstream's list and the single read agree that there is no such item. */
function missing(): RestError {
  return new RestError('NOT_FOUND', 'The upstream has no such object, or does not show it to the caller');
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
    const items = new Items(Array.isArray(response.body) ? response.body : []);
    for (const index of indexes) {
      const request = requests[index];
      if (request === undefined || found.has(index)) continue;
      const body = items.find(request);
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
