/** Searches lists for single objects: page by page, or on the only page of a list that a filter reduces to one object. */

import type { Selection } from '../../../execution/index.ts';
import { isRestError, RestError } from '../../../rest/errors.ts';
import { maxPageSize, parsePageHeaders } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import type { Cursor } from '../paging/cursors.ts';
import { readSlice } from '../paging/slice.ts';
import type { ListSearch } from './object-calls.ts';
import { withOptInParameters } from './opt-in-attributes.ts';
import { type Attributes, type PathParameters, parseItems, type Resource } from './resource.ts';
import type { ResourceType } from './resource-type.ts';

/** Maximum number of pages of a list that are searched for one object. */
const maxSearchPages = 1000;
/** Slice of each step of a search. */
export const searchedPage = { first: maxPageSize, last: undefined, before: undefined, after: undefined };

/** Searches the list that contains the object. */
export async function search(
  type: ResourceType,
  path: PathParameters,
  selection: Selection,
  context: GraphContext,
  field: string,
): Promise<Resource | null> {
  const { search: listed } = type;
  if (listed === undefined) throw new Error(`${type.name} cannot be found by its path parameters`);
  const list = listed.request(path);
  const [representation] = type.contract.operation(list.operation).responseSchemas;
  const item = await findItem(type, list, (candidate) => listed.matches(candidate, path), context, field);
  return item && type.create(path, item, representation, selection);
}

/**
 * Finds an item of a list of objects of a type, page by page; `null` if none exists.
 * @throws RestError UPSTREAM_INVALID_RESPONSE if none matches and one is invalid, because that may be the object
 */
export async function findItem(
  type: ResourceType,
  list: RestRequest,
  matches: (item: Attributes) => boolean,
  { rest, part }: GraphContext,
  field: string,
): Promise<Attributes | null> {
  let after: Cursor | undefined;
  let invalidItem: RestError | undefined;
  for (let page = 0; page < maxSearchPages; page++) {
    const args = { ...searchedPage, after };
    const slice = { contract: type.contract, request: list, args, keyset: false, pageSizes: rest.pageSizes };
    const { items, hasNextPage, cursorAt, completeList } = await readSlice(slice, (page) =>
      rest.read(page, field, part),
    );
    for (const item of completeList ?? items)
      if (item instanceof RestError) invalidItem ??= item;
      else if (matches(item)) return item;
    after = cursorAt(items.length - 1);
    if (completeList !== undefined || !hasNextPage || after === undefined) {
      if (invalidItem !== undefined) throw invalidItem;
      return null;
    }
  }
  throw createUnsearchedError(type, `${maxSearchPages} pages`);
}

const createUnsearchedError = ({ name, isNode }: ResourceType, pages: string): RestError =>
  new RestError(
    'UNPROCESSABLE',
    `The ${name} is not on the first ${pages} of its list, and further pages are not searched${isNode ? '. Identify it by its global id' : ''}`,
  );

/**
 * Finds an item on the first page of a list, whose filter selects one object; `null` if the list does not contain it. Only a
 * service with a loose filter returns other items, too.
 * @param request its page is as large as possible
 * @throws RestError UPSTREAM_INVALID_RESPONSE if none matches and one is invalid, because that may be the object
 * @throws RestError UNPROCESSABLE if none matches and the list has further pages
 */
export async function findOnPage(
  type: ResourceType,
  request: RestRequest,
  matches: (item: Attributes) => boolean,
  { rest, part }: GraphContext,
  field: string,
): Promise<Attributes | null> {
  const response = await rest.read(request, field, part);
  const items = parseItems(response);
  for (const item of items) if (!isRestError(item) && matches(item)) return item;
  const invalidItem = items.find((item) => isRestError(item));
  if (invalidItem !== undefined) throw invalidItem;
  const { next, hasPageHeaders } = parsePageHeaders(response);
  if (hasPageHeaders ? next !== undefined : items.length === maxPageSize) throw createUnsearchedError(type, 'page');
  return null;
}

/** Finds the object of a value in a list that the value filters; `null` if the list does not contain it. */
export async function findInList(
  type: ResourceType,
  search: ListSearch,
  value: string,
  selection: Selection,
  context: GraphContext,
  field: string,
): Promise<Resource | null> {
  const request = withOptInParameters(type.contract, search.request(value), selection);
  const item = await findOnPage(type, request, (candidate) => search.matches(candidate, value), context, field);
  return type.fromItem(item, {}, type.contract.operation(search.operation).responseSchemas[0], selection);
}
