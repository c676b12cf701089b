/** Slices of lists with keyset paging, which follow next links with any parameters. */
import type { Contract } from '../../../contract/index.ts';
import { RestError } from '../../../rest/errors.ts';
import { maxPageSize, parsePageHeaders } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { type Item, parseItems } from '../resources/resource.ts';
import type { Cursor } from './cursors.ts';
import { readSliceWithoutPageHeaders } from './headerless-slice.ts';
import {
  defaultPageSliceLength,
  getReducedPageSize,
  type PageSlice,
  type PageSliceArgs,
  type ReadPage,
  withQuery,
} from './page-slice.ts';

/** Returns the order of keyset paging: by id. It is requested only if it is not the documented default of the list. */
function getKeysetOrder(
  contract: Contract,
  { operation: id, query = {} }: RestRequest,
): Readonly<Record<string, unknown>> {
  const defaultOf = (name: string) =>
    contract.operation(id).queryParameters.find((each) => each.name === name)?.schema.default;
  if (defaultOf('order_by') === 'id' && query.order_by === undefined && query.sort === undefined) return {};
  return { order_by: 'id', sort: defaultOf('sort') ?? 'asc' };
}

/** Adds keyset paging and its order to the request of a list. */
export function withKeyset(contract: Contract, request: RestRequest): RestRequest {
  return { ...request, query: { pagination: 'keyset', ...getKeysetOrder(contract, request), ...request.query } };
}

/** Removes keyset paging from the request of a list, and keeps the order. */
export function withoutKeyset({ query: { pagination: _, ...query } = {}, ...request }: RestRequest): RestRequest {
  return { ...request, query };
}

/** Adds the parameters of a page to the request of a list. */
export function toLinkedRequest(
  request: RestRequest,
  position: Readonly<Record<string, string>>,
  count: number,
): RestRequest {
  const perPage = Math.min(maxPageSize, Math.max(1, count));
  return withQuery(request, { ...position, per_page: perPage });
}

/** Returns the requested number of items of a page. */
const getPageSize = ({ query = {} }: RestRequest): number => Number(query.per_page);

/**
 * Reads a slice of a list with keyset paging: forward only, in the order of the upstream, and usually without a total.
 */
export async function readKeysetSlice(
  contract: Contract,
  request: RestRequest,
  args: PageSliceArgs,
  read: ReadPage,
): Promise<PageSlice> {
  const count = args.first ?? defaultPageSliceLength;
  const headerless = { request: withoutKeyset(request), read };
  if (args.after?.kind === 'offset') {
    const { index, fingerprint: previousFingerprint } = args.after;
    const [start, pageSize] = [index + 1, getReducedPageSize(args)];
    const slice = await readSliceWithoutPageHeaders({
      ...headerless,
      start,
      end: start + Math.max(1, count),
      previousFingerprint,
      pageSize,
    });
    return count > 0 ? slice : { ...slice, items: [], hasNextPage: slice.items.length > 0, cursorAt: () => undefined };
  }
  const from = args.after?.kind === 'keyset' ? args.after : undefined;
  let position: Readonly<Record<string, string>> = from?.position ?? {};
  let skip = from?.skip ?? 0;
  const items: Item[] = [];
  const cursors: Cursor[] = [];
  const visited = new Set<string>();
  for (;;) {
    visited.add(JSON.stringify(position));
    const linked = toLinkedRequest(request, position, count - items.length + skip);
    const response = await read(linked);
    const pageItems = parseItems(response);
    const { next, total, hasPageHeaders } = parsePageHeaders(response);
    // On a page that a link led to, a missing link means the end of the list.
    if (!hasPageHeaders && from === undefined && visited.size === 1 && count > 0) {
      const first = { page: { page: 1, perPage: getPageSize(linked) }, response: response };
      return readSliceWithoutPageHeaders(
        { ...headerless, start: 0, end: count, previousFingerprint: undefined, pageSize: undefined },
        first,
      );
    }
    const following = next && parsePosition(contract, next, request);
    if (following !== undefined && visited.has(JSON.stringify(following))) throw createLinkLoopError();
    const selected = pageItems.slice(skip, skip + count - items.length);
    for (const [index, item] of selected.entries()) {
      const nextSkip = skip + index + 1;
      items.push(item);
      cursors.push(
        following !== undefined && nextSkip === pageItems.length
          ? { kind: 'keyset', position: following, skip: 0 }
          : { kind: 'keyset', position, skip: nextSkip },
      );
    }
    const left = pageItems.length - skip - selected.length;
    // Items may follow a page without items, but the number of such pages is unbounded, so they are not read.
    if (following === undefined || items.length >= count || selected.length === 0)
      return {
        items,
        cursorAt: (index) =>
          index < 0 && count > 0 && following !== undefined
            ? { kind: 'keyset', position: following, skip: 0 }
            : cursors[index],
        hasNextPage: following !== undefined || left > 0,
        hasPreviousPage: from !== undefined,
        total,
      };
    position = following;
    skip = 0;
  }
}

function createLinkLoopError(): RestError {
  return new RestError('UPSTREAM_INVALID_ANSWER', 'The next link from the upstream leads back to an earlier page');
}

/** Upper bound on the characters of a position as JSON. */
const maxPositionLength = 2000;
/** Parameters that a cursor never contains, even if an upstream repeats them in its links. */
const credentialParameters = new Set(
  'sudo token private_token access_token job_token oauth_token refresh_token feed_token api_key password secret client_secret'.split(
    ' ',
  ),
);

/** Parameters that a position needs if only the link orders the list. */
const orderParameters = new Set(['order_by', 'sort']);

/** Returns the parameter of `not[labels]` or `skip_groups[]`. */
const getBaseName = (name: string): string => name.replace(/\[.*$/s, '');

/**
 * Returns the parameters of a next link that determine the page, whatever their names: neither those of the request nor
 * filters.
 */
export function parsePosition(
  contract: Contract,
  next: ReadonlyMap<string, string>,
  request: RestRequest,
): Readonly<Record<string, string>> {
  const requestParameters = Object.keys(request.query ?? {}).map(getBaseName);
  const filters = contract
    .filtersOf(request.operation)
    .flatMap(({ name }) => (orderParameters.has(name) ? [] : [name]));
  const otherParameters = new Set([...requestParameters, ...filters, 'per_page']);
  const position = Object.fromEntries(
    [...next].filter(
      ([name]) => !otherParameters.has(getBaseName(name)) && !credentialParameters.has(name.toLowerCase()),
    ),
  );
  if (JSON.stringify(position).length > maxPositionLength)
    throw new RestError(
      'UPSTREAM_INVALID_ANSWER',
      `The next link from the upstream is too long for a cursor: its parameters must have at most ${maxPositionLength} characters`,
    );
  return position;
}
