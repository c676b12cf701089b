/** Query parameters as they travel, one name and one text each. */
import { type Operation, resolve, type Schema } from '../contract/index.ts';
import { attributeWord, enumWords, membersOf, ownWords, valueWords } from './names.ts';
import { type Direction, type InputWords, type Translate, upstreamPrefix, wordTranslation } from './translation.ts';
import type { WordsFile } from './words-file.ts';

/** A parameter such as `not[labels]=a,b` with its name and value in other words. */
export type TranslatePair = (name: string, value: string) => readonly [string, string];

interface Rule {
  readonly name: string;
  readonly word: string;
  readonly values: Readonly<Record<string, string>> | undefined;
  /** Of a parameter with members, such as `not[labels]`. */
  readonly members: readonly Rule[];
}

type Named = ReadonlyMap<
  string,
  { readonly to: string; readonly translate: Translate | undefined; readonly members: Named }
>;

function rulesOf(
  file: WordsFile,
  { queryParameters }: Operation,
  { parameters, values = {} }: InputWords,
): readonly Rule[] {
  const setOf = (schema: Schema) => enumWords(file, resolve(schema).items ?? schema);
  return queryParameters.map(({ name, schema }) => ({
    name,
    word: attributeWord(file, { name, owners: [] }, parameters),
    values: ownWords(values, name) ?? setOf(schema),
    members: membersOf(schema).map((member) => ({
      name: member.name,
      word: attributeWord(file, member),
      values: valueWords(file, member) ?? setOf(member.schema),
      members: [],
    })),
  }));
}

const differs = ({ name, word, values, members }: Rule): boolean =>
  name !== word || values !== undefined || members.some(differs);

function byName(rules: readonly Rule[], direction: Direction): Named {
  return new Map(
    rules.map(({ name, word, values, members }) => {
      const [from, to] = direction === 'toUpstream' ? [name, word] : [word, name];
      return [
        from,
        { to, translate: values && wordTranslation(values, direction), members: byName(members, direction) },
      ];
    }),
  );
}

/** A text of one value, or of several that are joined by commas. */
function translateText(text: string, translate: Translate | undefined): string {
  return translate === undefined ? text : text.split(',').map(translate).join(',');
}

/** How the query parameters of an operation are called upstream; undefined where they are the same. */
export function queryTranslation(file: WordsFile, operation: Operation, input: InputWords) {
  const rules = rulesOf(file, operation, input);
  if (!rules.some(differs)) return { toUpstream: undefined, fromUpstream: undefined };
  const inDirection = (direction: Direction): TranslatePair => {
    const known = byName(rules, direction);
    const contractNames = new Set(direction === 'fromUpstream' ? rules.map(({ name }) => name) : []);
    return (given, value) => {
      const [name = '', ...parts] = given.split('[');
      const rule = known.get(name);
      if (rule === undefined) return [contractNames.has(name) ? upstreamPrefix + given : given, value];
      const [part, ...others] = parts;
      const member = part === undefined ? undefined : rule.members.get(part.replace(']', ''));
      const rest = member === undefined ? parts : [`${member.to}]`, ...others];
      return [[rule.to, ...rest].join('['), translateText(value, (member ?? rule).translate)];
    };
  };
  return { toUpstream: inDirection('toUpstream'), fromUpstream: inDirection('fromUpstream') };
}
