/** Compares calls: the one that is looked for, and those that a query would make. */
import type { OperationId } from '../../contract/index.ts';
import type { RestRequest } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import type { Target } from './target.ts';

/** Mechanics of paging, which the arguments of a list stand for. */
const paging = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after']);

interface Parts {
  readonly path: string;
  /** `name=value` of each query parameter, but for those of paging. */
  readonly pairs: ReadonlySet<string>;
}

function partsOf(id: OperationId, { path = {}, query }: Pick<RestRequest, 'path' | 'query'>): Parts {
  const [pathname = '', search = ''] = buildUrl(id, path, query).split('?');
  const pairs = search
    .split('&')
    .filter((pair) => pair !== '' && !paging.has(decodeURIComponent(pair.split('=')[0] ?? '')));
  return { path: pathname, pairs: new Set(pairs) };
}

/** How a call differs from the one that is looked for. */
export interface Difference {
  /** Query parameters that the other call does not have. */
  readonly missing: readonly string[];
  /** Query parameters that only the other call has. */
  readonly extra: readonly string[];
}

/** How a call to the same place differs; undefined for a call to any other. */
export function differenceOf(target: Target, request: RestRequest): Difference | undefined {
  const { id } = target.operation;
  if (request.operation !== id) return undefined;
  const [wanted, made] = [partsOf(id, target), partsOf(id, request)];
  if (wanted.path !== made.path) return undefined;
  return {
    missing: [...wanted.pairs].filter((pair) => !made.pairs.has(pair)),
    extra: [...made.pairs].filter((pair) => !wanted.pairs.has(pair)),
  };
}
