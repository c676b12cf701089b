/** The words of an upstream that speaks otherwise than the contract: paths, names and values, compiled for each operation. */
import { type Operation, type OperationId, operation, resolve, type Schema } from '../contract/index.ts';
import { columnTranslation } from './columns.ts';
import { headerNames, type RenameHeaders } from './headers.ts';
import { attributeWord, membersOf, ownWords } from './names.ts';
import { pathUpstream } from './paths.ts';
import { queryTranslation, type TranslatePair } from './query.ts';
import { type Direction, type InputWords, type Translate, Translations } from './translation.ts';
import { refTo } from './vocabulary.ts';
import type { WordsFile } from './words-file.ts';

export { problemsOf } from './problems.ts';
export { type WordsFile, wordsFile } from './words-file.ts';

/** How one operation is called upstream, and how its values translate. Undefined translations change nothing. */
export interface OperationWords {
  /** Path template. */
  readonly path: string;
  /** One query parameter as it travels, `[]` included. */
  readonly query: Readonly<Record<Direction, TranslatePair | undefined>>;
  readonly body: Readonly<Record<Direction, Translate | undefined>>;
  /** From the upstream it is changed in place. */
  readonly answer: Readonly<Record<Direction, Translate | undefined>>;
  /** The header line of a file in columns. */
  readonly columns: Readonly<Record<Direction, ((line: string) => string) | undefined>>;
  /** The contract's name of an input that the upstream calls so; undefined where there is none. */
  input(word: string): string | undefined;
  /** The upstream's name of an input; the same for anything else. */
  inputWord(name: string): string;
}

export class Words {
  readonly #file: WordsFile;
  readonly #translations: Readonly<Record<Direction, Translations>>;
  readonly #responses: Readonly<Record<Direction, Translations>>;
  readonly #operations = new Map<OperationId, OperationWords>();
  /** Headers of requests and of responses. */
  readonly headers: Readonly<Record<Direction, RenameHeaders | undefined>>;

  /** @param file one in which `problemsOf` finds nothing */
  constructor(file: WordsFile) {
    this.#file = file;
    this.#translations = {
      toUpstream: new Translations(file, 'toUpstream'),
      fromUpstream: new Translations(file, 'fromUpstream'),
    };
    this.#responses = {
      toUpstream: new Translations(file, 'toUpstream', { isOfResponses: true }),
      fromUpstream: new Translations(file, 'fromUpstream', { inPlace: true }),
    };
    this.headers = headerNames(file);
  }

  /** The words of one operation. */
  of(id: OperationId): OperationWords {
    let words = this.#operations.get(id);
    if (words === undefined) {
      words = this.#compile(operation(id));
      this.#operations.set(id, words);
    }
    return words;
  }

  #compile(described: Operation): OperationWords {
    const { parameters, values } = ownWords(this.#file.operations, described.id) ?? {};
    const names = this.#inputNames(described, parameters);
    const back = new Map([...names].map(([name, word]) => [word, name]));
    const answer: Schema = { oneOf: described.answers.map(refTo) };
    const whole: Schema = described.list ? { type: 'array', items: answer } : answer;
    const pair = (schema: Schema | undefined, input?: InputWords) => ({
      toUpstream: schema && this.#translations.toUpstream.of(schema, input),
      fromUpstream: schema && this.#translations.fromUpstream.of(schema, input),
    });
    return {
      path: pathUpstream(this.#file, described),
      query: queryTranslation(this.#file, described, { parameters, values }),
      body: pair(described.body ?? described.multipart, { parameters, values }),
      answer: {
        toUpstream: this.#responses.toUpstream.of(whole),
        fromUpstream: this.#responses.fromUpstream.of(whole),
      },
      columns: columnTranslation(this.#file, described.rows),
      input: (word) => back.get(word),
      inputWord: (name) => names.get(name) ?? name,
    };
  }

  /** Words of all that an input of the operation can name, members of nested objects included. */
  #inputNames({ queryParameters, body, multipart }: Operation, parameters: InputWords['parameters']) {
    const names = new Map<string, string>();
    const seen = new Set<Schema>();
    const add = (schema: Schema, own?: InputWords['parameters']): void => {
      const target = resolve(schema);
      if (seen.has(target)) return;
      seen.add(target);
      for (const member of membersOf(schema)) {
        if (!names.has(member.name)) names.set(member.name, attributeWord(this.#file, member, own));
        add(member.schema);
      }
      for (const part of [...(target.oneOf ?? []), ...(target.anyOf ?? []), ...(target.items ? [target.items] : [])])
        add(part);
    };
    for (const { name } of queryParameters)
      names.set(name, attributeWord(this.#file, { name, owners: [] }, parameters));
    for (const schema of [body, multipart]) if (schema !== undefined) add(schema, parameters);
    return names;
  }
}
