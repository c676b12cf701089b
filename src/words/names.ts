/** Which word of the upstream stands for which of the contract. */
import { resolve, type Schema, type SchemaName, schemaNameOf } from '../contract/index.ts';
import type { WordsFile } from './words-file.ts';

/** An attribute of an object schema, with the named schemas that it is declared in: the outermost first. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly owners: readonly string[];
}

/** The members of an object schema, those of the schemas that it is made of included. */
export function membersOf(schema: Schema, owners: readonly string[] = []): readonly Member[] {
  const name = schema.$ref === undefined ? undefined : schemaNameOf(schema);
  const within = name === undefined ? owners : [...owners, name];
  const { allOf = [], properties = {} } = resolve(schema);
  return [
    ...allOf.flatMap((part) => membersOf(part, within)),
    ...Object.entries(properties).map(([member, given]) => ({ name: member, schema: given, owners: within })),
  ];
}

type Values = Readonly<Record<string, string>>;

/** The name of an attribute upstream: of the schema, else of any. @param parameters those of the operation whose input it is in */
export function attributeWord(
  file: WordsFile,
  { name, owners }: Pick<Member, 'name' | 'owners'>,
  parameters: Values = {},
): string {
  if (Object.hasOwn(parameters, name)) return parameters[name] ?? name;
  for (const owner of owners) {
    const { attributes = {} } = ownWords(file.schemas, owner) ?? {};
    if (Object.hasOwn(attributes, name)) return attributes[name] ?? name;
  }
  return ownWords(file.attributes, name) ?? name;
}

/** The words of an attribute's values upstream by those of the contract; undefined where they are the same. */
export function valueWords(
  file: WordsFile,
  { name, owners, schema }: Member,
  values: Readonly<Record<string, Values>> = {},
) {
  const own = ownWords(values, name);
  if (own !== undefined) return own;
  for (const owner of owners) {
    const found = ownWords(ownWords(file.schemas, owner)?.values, name);
    if (found !== undefined) return found;
  }
  // The slug of an integration is the segment of its path.
  return name === 'slug' ? file.segments : enumWords(file, schema);
}

/** The words of a closed set upstream; undefined where they are the same, or the schema is no such set. */
export function enumWords(file: WordsFile, schema: Schema): Values | undefined {
  const set: SchemaName | undefined = schemaNameOf(schema);
  return set === undefined ? undefined : ownWords(file.enums, set);
}

/** A member of a record from the file, which may have names that objects inherit something under. */
export function ownWords<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}
