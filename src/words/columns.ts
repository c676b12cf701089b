/** Columns of files upstream. */
import type { SchemaName } from '../contract/index.ts';
import { attributeWord, membersOf } from './names.ts';
import type { Direction } from './translation.ts';
import { refTo } from './vocabulary.ts';
import type { WordsFile } from './words-file.ts';

/** A column such as `Group Name` as the attribute `group_name`. */
export function attributeOfColumn(column: string): string {
  return column.trim().replaceAll(/^"|"$/g, '').toLowerCase().replaceAll(' ', '_');
}

/** How the header line of a file of rows is written upstream; undefined where it is the same. */
export function columnTranslation(file: WordsFile, rows: SchemaName | undefined) {
  const members = rows === undefined ? [] : membersOf(refTo(rows));
  const words = members.map((member): [string, string, string] => [
    member.name,
    attributeWord(file, member),
    member.schema.title ?? member.name,
  ]);
  if (words.every(([name, word]) => name === word)) return { toUpstream: undefined, fromUpstream: undefined };
  const inDirection = (direction: Direction) => {
    const names = new Map(
      words.map(([name, word, title]) =>
        direction === 'toUpstream' ? [name, word] : [attributeOfColumn(word), title],
      ),
    );
    return (line: string): string =>
      line
        .split(',')
        .map((column) => names.get(attributeOfColumn(column)) ?? column)
        .join(',');
  };
  return { toUpstream: inDirection('toUpstream'), fromUpstream: inDirection('fromUpstream') };
}
