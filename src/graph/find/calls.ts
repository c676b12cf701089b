/** Compares the target of a search with the calls that a query would send. */
import type { Contract } from '../../contract/index.ts';
import type { RestRequest } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import { getGraph } from '../kit/graph.ts';
import type { Target } from './target.ts';

/** Query parameters of paging, which the arguments of a connection set. */
export const pageParameters: ReadonlySet<string> = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after']);

/** Splits the URL of a call into its path and the `name=value` of each query parameter, without those of paging. */
export function splitUrl(contract: Contract, { operation, path = {}, query }: RestRequest) {
  const [pathname = '', search = ''] = buildUrl(contract, operation, path, query).split('?');
  const pairs = search
    .split('&')
    .filter((pair) => pair !== '' && !pageParameters.has(decodeURIComponent(pair.split('=')[0] ?? '')));
  return { pathname, pairs: new Set(pairs) };
}

/** Differences between the query parameters of a call and those of the target. */
export interface Difference {
  /** Query parameters that only the target has. */
  readonly missing: readonly string[];
  /** Query parameters that only the call has. */
  readonly extra: readonly string[];
  /** Query parameters of the target that have another value in the call, with both values. */
  readonly changed: readonly string[];
}

/** Items of a page without `per_page`. */
const defaultPageLength = 20;

const getPageLength = ({ query }: Pick<RestRequest, 'query'>): number => Number(query?.per_page ?? defaultPageLength);

/** Describes the page length of the call if the target has another one. */
function getChangedPageLength(target: Target, request: RestRequest): readonly string[] {
  const [wanted, actual] = [target.query.per_page, getPageLength(request)];
  return wanted === undefined || getPageLength(target) === actual ? [] : [`per_page (${actual} instead of ${wanted})`];
}

/** Pages that a list is read in. */
export interface Pages {
  readonly count: number;
  /** Items of a page. */
  readonly length: number;
}

/** Returns the pages of a list if the target has more items than a page of the call; otherwise `undefined`. */
export function getPages(target: Target, request: RestRequest): Pages | undefined {
  const [wanted, length] = [getPageLength(target), getPageLength(request)];
  return wanted > length ? { count: Math.ceil(wanted / length), length } : undefined;
}

/** Compares a call with the target; `undefined` if its operation or path differs. */
export function compareCall(target: Target, request: RestRequest): Difference | undefined {
  const { schema, operation } = target;
  const { contract } = getGraph(schema);
  if (request.operation !== operation.id) return undefined;
  const wanted = splitUrl(contract, { ...target, operation: operation.id });
  const actual = splitUrl(contract, request);
  if (wanted.pathname !== actual.pathname) return undefined;
  return {
    missing: [...wanted.pairs].filter((pair) => !actual.pairs.has(pair)),
    extra: [...actual.pairs].filter((pair) => !wanted.pairs.has(pair)),
    changed: getChangedPageLength(target, request),
  };
}
