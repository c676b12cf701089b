/** Windows of lists that page by next links, whatever parameters those carry. */
import { filtersOf, operation } from '../../../contract/index.ts';
import { RestError } from '../../../rest/errors.ts';
import { maxPageSize, pageFacts } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { type Item, itemsOf } from '../resources/resource.ts';
import type { Cursor } from './cursors.ts';
import {
  defaultPageSliceLength,
  type PageSlice,
  type PageSliceArgs,
  pageSizeIn,
  type Read,
  withQuery,
} from './page-slice.ts';
import { readUnmarkedSlice } from './unmarked-slice.ts';

/** Order of a list that pages by next links: by id. It is requested only if it is not the documented default of the list. */
function keysetOrder({ operation: id, query = {} }: RestRequest): Readonly<Record<string, unknown>> {
  const defaultOf = (name: string) => operation(id).queryParameters.find((each) => each.name === name)?.schema.default;
  if (defaultOf('order_by') === 'id' && query.order_by === undefined && query.sort === undefined) return {};
  return { order_by: 'id', sort: defaultOf('sort') ?? 'asc' };
}

/** The same list in its own order by next links. */
export function byKeyset(request: RestRequest): RestRequest {
  return { ...request, query: { pagination: 'keyset', ...keysetOrder(request), ...request.query } };
}

/** The same list by page numbers, in the same order. */
export function withoutKeyset({ query: { pagination: _, ...query } = {}, ...request }: RestRequest): RestRequest {
  return { ...request, query };
}

/** One page of it. */
export function linkedRequest(
  request: RestRequest,
  page: Readonly<Record<string, string>>,
  count: number,
): RestRequest {
  const perPage = Math.min(maxPageSize, Math.max(1, count));
  return withQuery(request, { ...page, per_page: perPage });
}

/** Requested number of items on a page. */
const pageSizeOf = ({ query = {} }: RestRequest): number => Number(query.per_page);

/** The window of a list that pages by next links: forward only, in the upstream's order, and mostly without a total. */
export async function readKeysetSlice(request: RestRequest, args: PageSliceArgs, read: Read): Promise<PageSlice> {
  const count = args.first ?? defaultPageSliceLength;
  const unmarked = { request: withoutKeyset(request), read };
  if (args.after?.kind === 'offset') {
    const { index, page: previousPage } = args.after;
    const [start, pageSize] = [index + 1, pageSizeIn(args)];
    const slice = await readUnmarkedSlice({
      ...unmarked,
      start,
      end: start + Math.max(1, count),
      previousPage,
      pageSize,
    });
    return count > 0 ? slice : { ...slice, items: [], hasNextPage: slice.items.length > 0, cursorAt: () => undefined };
  }
  const from = args.after?.kind === 'keyset' ? args.after : undefined;
  let page: Readonly<Record<string, string>> = from?.page ?? {};
  let skip = from?.skip ?? 0;
  const items: Item[] = [];
  const cursors: Cursor[] = [];
  const visited = new Set<string>();
  for (;;) {
    visited.add(JSON.stringify(page));
    const linked = linkedRequest(request, page, count - items.length + skip);
    const answer = await read(linked);
    const pageItems = itemsOf(answer);
    const { next, total, known } = pageFacts(answer);
    // Where a link led to the page, its absence shows the end.
    if (!known && from === undefined && visited.size === 1 && count > 0) {
      const first = { page: { page: 1, perPage: pageSizeOf(linked) }, response: answer };
      return readUnmarkedSlice(
        { ...unmarked, start: 0, end: count, previousPage: undefined, pageSize: undefined },
        first,
      );
    }
    const following = next && positionIn(next, request);
    if (following !== undefined && visited.has(JSON.stringify(following))) throw goesInCircles();
    const taken = pageItems.slice(skip, skip + count - items.length);
    for (const [index, item] of taken.entries()) {
      const position = skip + index + 1;
      items.push(item);
      cursors.push(
        following !== undefined && position === pageItems.length
          ? { kind: 'keyset', page: following, skip: 0 }
          : { kind: 'keyset', page, skip: position },
      );
    }
    const left = pageItems.length - skip - taken.length;
    // A page without items may have others after it, but how many such pages there are is not ours to find out.
    if (following === undefined || items.length >= count || taken.length === 0)
      return {
        items,
        cursorAt: (index) =>
          index < 0 && count > 0 && following !== undefined
            ? { kind: 'keyset', page: following, skip: 0 }
            : cursors[index],
        hasNextPage: following !== undefined || left > 0,
        hasPreviousPage: from !== undefined,
        total,
      };
    page = following;
    skip = 0;
  }
}

function goesInCircles(): RestError {
  return new RestError('UPSTREAM_INVALID_ANSWER', "The upstream's next link leads back to a page before it");
}

/** Characters of a position at the most. */
const longestPosition = 2000;
/** Never part of a cursor, even where an upstream repeats them in its links. */
const credentials = new Set(
  'sudo token private_token access_token job_token oauth_token refresh_token feed_token api_key password secret client_secret'.split(
    ' ',
  ),
);

/** What a position needs beside itself, where a link orders a list that the request did not order. */
const ordering = new Set(['order_by', 'sort']);

/** `not[labels]` and `skip_groups[]` by their parameter. */
const baseName = (name: string): string => name.replace(/\[.*$/s, '');

/** What of a next link positions the page, under whatever name: neither what the request has itself nor what filters. */
export function positionIn(next: ReadonlyMap<string, string>, request: RestRequest): Readonly<Record<string, string>> {
  const given = Object.keys(request.query ?? {}).map(baseName);
  const filters = filtersOf(request.operation).flatMap(({ name }) => (ordering.has(name) ? [] : [name]));
  const known = new Set([...given, ...filters, 'per_page']);
  const position = Object.fromEntries(
    [...next].filter(([name]) => !known.has(baseName(name)) && !credentials.has(name.toLowerCase())),
  );
  if (JSON.stringify(position).length > longestPosition)
    throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends a next link that is too long for a cursor');
  return position;
}
