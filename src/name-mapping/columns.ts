/** Column names of CSV files upstream. */
import type { Schema } from '../contract/index.ts';
import type { MappingFile } from './mapping-file.ts';
import { getProperties, toUpstreamName } from './names.ts';
import type { Direction } from './translation.ts';

/** Attribute of a column: `group_name` for `Group Name`. */
export function toAttributeName(column: string): string {
  return column.trim().replaceAll(/^"|"$/g, '').toLowerCase().replaceAll(' ', '_');
}

/** Translation of the header line of a CSV file; `undefined` if it is the same upstream. */
export function createColumnTranslation(file: MappingFile, rows: Schema | undefined) {
  const members = rows === undefined ? [] : getProperties(rows);
  const columns = members.map((member): [string, string, string] => [
    member.name,
    toUpstreamName(file, member),
    member.schema.title ?? member.name,
  ]);
  if (columns.every(([name, word]) => name === word)) return { toUpstream: undefined, fromUpstream: undefined };
  const inDirection = (direction: Direction) => {
    const names = new Map(
      columns.map(([name, word, title]) =>
        direction === 'toUpstream' ? [name, word] : [toAttributeName(word), title],
      ),
    );
    return (line: string): string =>
      line
        .split(',')
        .map((column) => names.get(toAttributeName(column)) ?? column)
        .join(',');
  };
  return { toUpstream: inDirection('toUpstream'), fromUpstream: inDirection('fromUpstream') };
}
