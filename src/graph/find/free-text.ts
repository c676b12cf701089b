/** Finds operations by a description, such as `retry a pipeline`. */
import type { Operation } from '../../contract/index.ts';
import { findNearestName } from '../../helpers/nearest-name.ts';

/** Parts of an operation that the search reads. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Words that the search ignores. */
const stopWords = new Set(
  'a an the of in on for my our to all with by from and or is are was were it its am i how do does can what which that this have has'.split(
    ' ',
  ),
);

/** HTTP methods by verbs. */
const methodsOfVerbs: ReadonlyMap<string, Operation['method']> = new Map(
  (
    [
      ['GET', 'get list show read see view fetch find'],
      ['POST', 'create add new make post start'],
      ['PUT', 'update change edit set rename'],
      ['DELETE', 'delete remove drop revoke'],
    ] as const
  ).flatMap(([method, verbs]) => verbs.split(' ').map((verb): [string, Operation['method']] => [verb, method])),
);

const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['mr', ['merge', 'request']],
  ['ci', ['pipeline']],
  ['comment', ['note']],
  ['person', ['user']],
  ['me', ['current', 'user']],
  ['who', ['current', 'user']],
]);

/** Upper bounds of the words and of the characters of a word that are searched for. */
const [maxWords, maxWordLength] = [12, 32];

const stem = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

const unstemmedWordsIn = (text: string): readonly string[] =>
  text
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && word.length <= maxWordLength);

const wordsIn = (text: string): readonly string[] => unstemmedWordsIn(text).map(stem);

/** Operation, or the part of its calls that a mutation sends. */
export interface DescribedCall<T extends DescribedOperation> {
  readonly operation: T;
  /** Coordinate of the mutation; `undefined` for the operation. */
  readonly field?: string;
}

interface IndexedCall<T extends DescribedOperation> {
  readonly call: DescribedCall<T>;
  /** Words of the id, path and summary, with the weight of a match. */
  readonly weights: ReadonlyMap<string, number>;
  readonly idWords: readonly string[];
  /** Words of the id in their number, which is plural for lists. */
  readonly unstemmedIdWords: readonly string[];
  /** Words of which a description of the write contains one: its verbs. Empty for a read. */
  readonly verbs: ReadonlySet<string>;
}

function indexCall<T extends DescribedOperation>(call: DescribedCall<T>): IndexedCall<T> {
  const { id, method, summary, path } = call.operation;
  const unstemmedIdWords = unstemmedWordsIn(call.field?.replace(/^\w+\./, '') ?? id);
  const idWords = unstemmedIdWords.map(stem);
  const summaryWords = wordsIn(summary);
  const verbs = [idWords.at(call.field === undefined ? 0 : -1), summaryWords[0]].filter((verb) => verb !== undefined);
  const synonymousVerbs = [...methodsOfVerbs.keys()].filter((verb) => methodsOfVerbs.get(verb) === method);
  return {
    call,
    idWords,
    unstemmedIdWords,
    verbs: new Set(method === 'GET' ? [] : [...verbs, ...synonymousVerbs]),
    weights: new Map([
      ...summaryWords.map((word): [string, number] => [word, 1]),
      ...wordsIn(path.replace(/\{\w+\}/g, '')).map((word): [string, number] => [word, 2]),
      ...idWords.map((word): [string, number] => [word, 3]),
    ]),
  };
}

/** Weight of a word in an operation; 0 if it does not match. */
function weigh(word: string, { call: { operation }, weights }: IndexedCall<DescribedOperation>): number {
  const method = methodsOfVerbs.get(word);
  const exact = weights.get(word) ?? 0;
  if (method !== undefined && operation.method === method) return Math.max(exact, 2);
  return exact;
}

export interface TextMatch<T extends DescribedOperation> {
  /** Best matching calls, the best one first. */
  readonly nearest: readonly DescribedCall<T>[];
  /** Word of the description that no call has, if it has further words. */
  readonly ignored: string | undefined;
  /** Whether the first call matches every word, and no other call matches as well. */
  readonly isClear: boolean;
}

/** Whether a word is a verb of the same method as one of the others, as `create` and `add` are. */
function isSynonymousVerb(word: string, others: readonly string[]): boolean {
  const method = methodsOfVerbs.get(word);
  return method !== undefined && others.some((other) => methodsOfVerbs.get(other) === method);
}

const maxMatches = 4;

/** Replaces a misspelled word by the word of a call that differs in one letter, or in two if the word is long, or in two adjacent letters. */
function correct(word: string, words: ReadonlySet<string>): string {
  if (words.has(word) || word.length < 5) return word;
  const swapped = [...word.slice(1)]
    .map((next, index) => `${word.slice(0, index)}${next}${word[index]}${word.slice(index + 2)}`)
    .find((candidate) => words.has(candidate));
  if (swapped !== undefined) return swapped;
  return findNearestName(word, words, word.length < 7 ? 1 : 2) ?? word;
}

/** Finds the calls that match a description. */
export function findByWords<T extends DescribedOperation>(
  text: string,
  described: readonly DescribedCall<T>[],
): TextMatch<T> {
  const calls = described.map(indexCall);
  const existing = new Set([...calls.flatMap(({ weights }) => [...weights.keys()]), ...methodsOfVerbs.keys()]);
  const words = wordsIn(text)
    .filter((word) => !stopWords.has(word))
    .flatMap((word) => synonyms.get(word) ?? [word])
    .slice(0, maxWords)
    .map((word) => correct(word, existing));
  const unknown = words.filter((word) => !existing.has(word));
  const [ignored] = unknown.length === 1 && words.length > 1 ? unknown : [];
  const searched = words.filter((word) => word !== ignored);
  const unstemmed = new Set(unstemmedWordsIn(text));
  const ranked = calls
    .map((entry) => {
      const weights = searched.map((word) => weigh(word, entry));
      const surplus = entry.idWords.filter(
        (word) => !searched.includes(word) && !isSynonymousVerb(word, searched),
      ).length;
      const sameNumber = entry.unstemmedIdWords.filter((word) => unstemmed.has(word)).length;
      // "failed pipelines" describes no write of pipelines.
      const hasVerb = entry.verbs.size === 0 || searched.some((word) => entry.verbs.has(word));
      const isComplete = hasVerb && weights.every((weight) => weight > 0);
      const score = weights.reduce((sum, weight) => sum + weight, 0) + (sameNumber - surplus) / 4;
      return { call: entry.call, hasVerb, isComplete, score };
    })
    .filter(({ score }) => score > 1)
    .toSorted(
      (a, b) =>
        Number(b.isComplete) - Number(a.isComplete) || Number(b.hasVerb) - Number(a.hasVerb) || b.score - a.score,
    );
  const [first, second] = ranked;
  const isClear = first?.isComplete === true && !(second?.isComplete && second.score >= first.score);
  return { nearest: ranked.slice(0, maxMatches).map(({ call }) => call), ignored, isClear };
}
