/** Remarks on a query: values to fill in, and differences between its call and the target. */
import type { Pages } from './calls.ts';
import type { Target } from './target.ts';

/** Query or mutation that sends a call. */
export interface FoundQuery {
  /** Coordinate of the field that sends the call. */
  readonly field: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/** Call that a query or mutation sends besides the target. */
export interface FurtherCall {
  readonly operation: string;
  /** Completes "It also calls getLabel …". */
  readonly purpose: string;
}

export const formatList = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

function decodePair(pair: string): string {
  try {
    return decodeURIComponent(pair);
  } catch {
    // A value such as `100%` is not encoded.
    return pair;
  }
}

/** Lists `name=value` pairs in decoded form. */
const formatPairs = (pairs: readonly string[]): string => formatList(pairs.map(decodePair));

/** Further calls, and differences between the call of a query and the target. */
interface Differences {
  readonly others: readonly FurtherCall[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly changed?: readonly string[];
}

/** Lists the operations of calls, each once. */
const formatCalls = (calls: readonly FurtherCall[]): string =>
  formatList([...new Set(calls.map(({ operation }) => operation))]);

export function toDifferenceRemarks({ others, missing, extra, changed = [] }: Differences): readonly string[] {
  const byPurpose = Map.groupBy(others, ({ purpose }) => purpose);
  return [
    ...[...byPurpose].map(([purpose, calls]) => `It also calls ${formatCalls(calls)} ${purpose}.`),
    ...(missing.length > 0 ? [`The call is made without ${formatPairs(missing)}.`] : []),
    ...(changed.length > 0 ? [`The call has other values of ${formatPairs(changed)}.`] : []),
    ...(extra.length > 0 ? [`The call also has ${formatPairs(extra)}.`] : []),
  ];
}

/** Query parameters that start a page after an item. */
const positionParameters = ['cursor', 'id_after'];

/** Explains the pages of a long list, and later pages, which start at a cursor from a response. */
export function toPageRemarks({ query }: Target, pages: Pages | undefined): readonly string[] {
  const { page } = query;
  return [
    ...(pages === undefined ? [] : [`The query reads ${pages.count} pages of ${pages.length} items.`]),
    ...(Number(page) > 1
      ? [
          `Page ${page} starts after the last item of page ${Number(page) - 1}: pass pageInfo.endCursor of that page as after.`,
        ]
      : []),
    ...positionParameters
      .filter((name) => query[name] !== undefined)
      .map(
        (name) => `The query has no argument for ${name}: to start after an item, pass pageInfo.endCursor as after.`,
      ),
  ];
}

export const toExampleRemarks = (names: readonly string[]): readonly string[] =>
  names.length > 0 ? [`Values for ${formatList([...new Set(names)])} are placeholders: replace them.`] : [];
