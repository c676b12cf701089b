/** Slices of lists with keyset paging, which follow next links with any parameters. */
import type { Contract } from '../../../contract/index.ts';
import { RestError } from '../../../rest/errors.ts';
import { isCommonPageSize, maxPageSize, type PageSizes, parsePageHeaders } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { parseItems } from '../resources/resource.ts';
import type { KeysetCursor } from './cursors.ts';
import { readSliceWithoutPageHeaders } from './headerless-slice.ts';
import {
  defaultPageSliceLength,
  getReducedPageSize,
  type PageSlice,
  type SliceOptions,
  withQuery,
} from './page-slice.ts';

/** Returns the order of keyset paging: by id. It is requested only if it is not the documented default of the list. */
function getKeysetOrder(
  contract: Contract,
  { operation: id, query = {} }: Pick<RestRequest, 'operation' | 'query'>,
): Readonly<Record<string, unknown>> {
  const defaultOf = (name: string) =>
    contract.operation(id).queryParameters.find((each) => each.name === name)?.schema.default;
  if (defaultOf('order_by') === 'id' && query.order_by === undefined && query.sort === undefined) return {};
  return { order_by: 'id', sort: defaultOf('sort') ?? 'asc' };
}

/** Adds keyset paging and its order to the request of a list. */
export function withKeyset<Parameter>(contract: Contract, request: RestRequest<Parameter>): RestRequest<Parameter> {
  return { ...request, query: { pagination: 'keyset', ...getKeysetOrder(contract, request), ...request.query } };
}

/** Removes keyset paging from the request of a list, and keeps the order. */
export function withoutKeyset<Parameter>({
  query: { pagination: _, ...query } = {},
  ...request
}: RestRequest<Parameter>): RestRequest<Parameter> {
  return { ...request, query };
}

/** Adds the parameters of a page to the request of a list: with as many items as are needed, unless the position determines the number. */
export function toLinkedRequest<Parameter>(
  request: RestRequest<Parameter>,
  { per_page: perPage, ...position }: KeysetCursor['position'],
  count: number,
): RestRequest<Parameter> {
  const needed = Math.min(maxPageSize, Math.max(1, count));
  return withQuery(request, { ...position, per_page: perPage === undefined ? needed : Number(perPage) });
}

/**
 * Returns the position in a next link. If the link contains only a page number, the position also contains the page size, because page numbers
 * count pages of one size: that of the link, or the requested one unless the upstream states a smaller one.
 */
function toLinkedPosition(
  position: KeysetCursor['position'],
  next: ReadonlyMap<string, string>,
  linked: RestRequest,
  stated: number | undefined,
): KeysetCursor['position'] {
  if (Object.keys(position).join() !== 'page') return position;
  const ofLink = Number(next.get('per_page'));
  const size = ofLink >= 1 ? ofLink : (stated ?? maxPageSize);
  return { ...position, per_page: String(Math.min(size, getPageSize(linked))) };
}

/** Returns the cursor before the first item of a page. */
export const toPageStart = (position: KeysetCursor['position']): KeysetCursor => ({
  kind: 'keyset',
  position,
  skip: 0,
});

/** Returns the requested number of items of a page. */
const getPageSize = ({ query = {} }: RestRequest): number => Number(query.per_page);

/**
 * Reads the pages of a slice with keyset paging: forward only, in the order of the upstream, and usually without a
 * total.
 */
export async function* readKeysetPages({
  contract,
  request,
  args,
  pageSizes,
  read,
}: SliceOptions): AsyncGenerator<PageSlice> {
  const count = args.first ?? defaultPageSliceLength;
  const headerless = { request: withoutKeyset(request), read, pageSizes };
  if (args.after?.kind === 'offset') {
    const { index, fingerprint: previousFingerprint } = args.after;
    const [start, end, pageSize] = [index + 1, index + 1 + Math.max(1, count), getReducedPageSize(args)];
    const slice = await readSliceWithoutPageHeaders({ ...headerless, start, end, previousFingerprint, pageSize });
    yield count > 0 ? slice : { ...slice, items: [], hasNextPage: slice.items.length > 0, cursorAt: () => args.after };
    return;
  }
  const isContinued = args.after !== undefined;
  let cursor = args.after ?? toPageStart({});
  let remaining = count;
  const visited = new Set<string>();
  for (;;) {
    const { position, skip } = cursor;
    visited.add(JSON.stringify(position));
    const linked = toLinkedRequest(request, position, remaining + skip);
    const response = await read(linked);
    const pageItems = parseItems(response);
    const { next, total, hasPageHeaders, perPage } = parsePageHeaders(response);
    // On a page that a link led to, a missing link means the end of the list.
    if (!hasPageHeaders && !isContinued && visited.size === 1 && count > 0) {
      const first = { page: { page: 1, perPage: getPageSize(linked) }, response };
      const slice = { ...headerless, start: 0, end: count, previousFingerprint: undefined, pageSize: undefined };
      yield readSliceWithoutPageHeaders(slice, first);
      return;
    }
    const following =
      next && toPageStart(toLinkedPosition(parsePosition(contract, next, request), next, linked, perPage));
    if (following !== undefined && visited.has(JSON.stringify(following.position))) throw createLinkLoopError();
    if (next !== undefined) recordLimit(pageSizes, linked, pageItems.length, perPage, Number(next.get('per_page')));
    const items = pageItems.slice(skip, skip + remaining);
    const endsPage = skip + items.length === pageItems.length;
    remaining -= items.length;
    yield {
      items,
      cursorAt: (index) => {
        if (following !== undefined && (index < 0 ? count > 0 : endsPage && index === items.length - 1))
          return following;
        return index < 0 ? args.after : { kind: 'keyset', position, skip: skip + index + 1 };
      },
      hasNextPage: following !== undefined || pageItems.length > skip + items.length,
      hasPreviousPage: isContinued,
      total,
    };
    // Items may follow a page without items, but the number of such pages is unbounded, so they are not read.
    if (following === undefined || remaining <= 0 || items.length === 0) return;
    cursor = following;
  }
}

/**
 * Records the page size of the upstream if it is smaller than the requested one.
 * @param length number of items of a page that is not the last one; the upstream may have omitted some of its items
 * @param stated page size in the headers; `undefined` if they lack it
 * @param linked page size in the next link, which may repeat the requested one
 */
function recordLimit(
  pageSizes: PageSizes,
  request: RestRequest,
  length: number,
  stated: number | undefined,
  linked: number,
): void {
  const requested = getPageSize(request);
  const size = stated ?? (linked >= 1 && linked < requested ? linked : isCommonPageSize(length) ? length : requested);
  if (size < requested) pageSizes.recordLimit(request.operation, size);
}

function createLinkLoopError(): RestError {
  return new RestError('UPSTREAM_INVALID_RESPONSE', 'The next link from the upstream leads back to an earlier page');
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
): KeysetCursor['position'] {
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
      'UPSTREAM_INVALID_RESPONSE',
      `The next link from the upstream is too long for a cursor: its parameters must have at most ${maxPositionLength} characters`,
    );
  return position;
}
