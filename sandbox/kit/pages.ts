/** Pages of lists, with page headers. */
import type { Operation } from '../../src/contract/index.ts';
import { badParameters, notSupported } from './http-error.ts';
import type { Listing } from './reply.ts';
import type { Tree } from './wire.ts';

/** Lists with more items have no totals in their headers. */
const countedItems = 10_000;
/** Offset paging is rejected for lists of at least this number of users. */
const keysetOnlyUsers = 50_000;

/** Page of a list. */
export interface Page {
  readonly items: readonly unknown[];
  readonly headers: Readonly<Record<string, string>>;
}

/** URL of the list without the query, and the query as it was sent, for page links. */
export interface ListAddress {
  readonly url: string;
  readonly search: URLSearchParams;
}

function linkTo({ url, search }: ListAddress, changes: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(search);
  query.delete('private_token');
  for (const [name, value] of Object.entries(changes)) query.set(name, String(value));
  query.sort();
  return `${url}?${query}`;
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** Parses the requested page. */
export function cutPage(operation: Operation, listing: Listing<unknown>, query: Tree, address: ListAddress): Page {
  const perPage = numberOr(query.per_page, 20);
  if (query.pagination === 'keyset') return keysetPage(operation, listing, query, perPage, address);
  if (operation.id === 'listUsers' && listing.count >= keysetOnlyUsers)
    throw notSupported(
      'Offset pagination has a maximum of 50000 results here: use keyset pagination (pagination=keyset)',
    );
  return numberedPage(listing, numberOr(query.page, 1), perPage, address);
}

function numberedPage(listing: Listing<unknown>, page: number, perPage: number, address: ListAddress): Page {
  const start = (page - 1) * perPage;
  const counted = listing.count <= countedItems;
  const lastPage = Math.max(1, Math.ceil(listing.count / perPage));
  const hasNext = start + perPage < listing.count;
  const link = (relation: string, number: number): string =>
    `<${linkTo(address, { page: number, per_page: perPage })}>; rel="${relation}"`;
  const links = [
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(hasNext ? [link('next', page + 1)] : []),
    link('first', 1),
    ...(counted ? [link('last', lastPage)] : []),
  ];
  return {
    items: listing.slice(start, start + perPage),
    headers: {
      ...(counted ? { 'x-total': String(listing.count), 'x-total-pages': String(lastPage) } : {}),
      'x-page': String(page),
      'x-per-page': String(perPage),
      'x-next-page': hasNext ? String(page + 1) : '',
      'x-prev-page': page > 1 ? String(page - 1) : '',
      link: links.join(', '),
    },
  };
}

const cursorOf = (id: number | string): string => Buffer.from(JSON.stringify({ id, _kd: 'n' })).toString('base64url');

function idInCursor(cursor: string): number | string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const id: unknown = typeof parsed === 'object' && parsed !== null && 'id' in parsed ? parsed.id : undefined;
    if (typeof id === 'number' || typeof id === 'string') return id;
  } catch {
    // Reported below like every other invalid cursor.
  }
  throw badParameters(['cursor is invalid']);
}

/** Index of the first item after an id, in the direction of a list that is sorted by id. */
function indexAfter(listing: Listing<unknown>, after: number, descending: boolean): number {
  let [low, high] = [0, listing.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const id = Number(listing.idAt(middle));
    if (descending ? id < after : id > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the item after the item with an id; that of the first item if no item has the id. */
function indexAfterItem(listing: Listing<unknown>, id: number | string): number {
  for (let index = 0; index < listing.count; index++) if (listing.idAt(index) === id) return index + 1;
  return 0;
}

/** Cuts a page by keyset. Handlers of such lists return their rows sorted by id, or by an order that the operation accepts. */
function keysetPage(
  operation: Operation,
  listing: Listing<unknown>,
  query: Tree,
  perPage: number,
  address: ListAddress,
): Page {
  const byId = operation.queryParameters.some(({ name }) => name === 'id_after');
  let start = 0;
  if (typeof query.id_after === 'number') start = indexAfter(listing, query.id_after, query.sort !== 'asc');
  else if (typeof query.cursor === 'string') start = indexAfterItem(listing, idInCursor(query.cursor));
  const end = start + perPage;
  const lastId = listing.idAt(end - 1);
  const headers: Record<string, string> = { 'x-per-page': String(perPage), 'x-next-page': '', 'x-prev-page': '' };
  if (end < listing.count && lastId !== undefined) {
    const position = byId ? { id_after: lastId } : { cursor: cursorOf(lastId) };
    headers.link = `<${linkTo(address, { per_page: perPage, ...position })}>; rel="next"`;
  }
  return { items: listing.slice(start, end), headers };
}
