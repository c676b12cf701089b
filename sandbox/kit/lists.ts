/** Helpers for filters and orders of lists. */

type Sortable = string | number | boolean | null | undefined;

const inAnyCase = (value: Sortable): Sortable => (typeof value === 'string' ? value.toLowerCase() : value);

function compare(a: Sortable, b: Sortable): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return a < b ? -1 : 1;
}

/** Sorts rows by a key. Rows with equal keys are sorted by id, in the same direction. */
export function ordered<Row extends { readonly id: number | string }>(
  rows: readonly Row[],
  key: (row: Row) => Sortable,
  direction: 'asc' | 'desc' = 'asc',
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: inAnyCase(key(row)), id: inAnyCase(row.id) }));
  keyed.sort((a, b) => sign * (compare(a.key, b.key) || compare(a.id, b.id)));
  return keyed.map(({ row }) => row);
}

/** Whether one of the strings contains a substring, ignoring case. */
export function matchesSearch(search: string | undefined, ...texts: readonly (string | null | undefined)[]): boolean {
  if (search === undefined || search === '') return true;
  const wanted = search.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** Whether a time is between two optional bounds. */
export function within(
  time: number | null | undefined,
  after: string | undefined,
  before: string | undefined,
): boolean {
  if (after === undefined && before === undefined) return true;
  if (time === null || time === undefined) return false;
  return (after === undefined || time > Date.parse(after)) && (before === undefined || time < Date.parse(before));
}

/** Whether a boolean filter accepts a row. */
export function agrees(filter: boolean | undefined, value: boolean): boolean {
  return filter === undefined || filter === value;
}
