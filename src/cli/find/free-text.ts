/** Finds operations by a description, such as `retry a pipeline`. */
import type { Operation } from '../../contract/index.ts';
import { findNearestName } from '../../nearest-name.ts';

/** Parts of an operation that the search reads. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Words that the search ignores. */
const stopWords = new Set('a an the of in on for my our to all with by from and or is are it its am i'.split(' '));

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

const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && word.length <= maxWordLength)
    .map(stem);

/** Operation, or the part of its calls that a mutation makes. */
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
}

function indexCall<T extends DescribedOperation>(call: DescribedCall<T>): IndexedCall<T> {
  const { id, summary, path } = call.operation;
  const idWords = wordsIn(call.field?.replace(/^\w+\./, '') ?? id);
  return {
    call,
    idWords,
    weights: new Map([
      ...wordsIn(summary).map((word): [string, number] => [word, 1]),
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

const maxMatches = 4;

/** Replaces a misspelled word by the word of a call that differs in one letter, or in two if the word is long. */
function correct(word: string, words: ReadonlySet<string>): string {
  if (words.has(word) || word.length < 5) return word;
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
  const ranked = calls
    .map((entry) => {
      const weights = searched.map((word) => weigh(word, entry));
      const surplus = entry.idWords.filter((word) => !searched.includes(word)).length;
      const isComplete = weights.every((weight) => weight > 0);
      return { call: entry.call, isComplete, score: weights.reduce((sum, weight) => sum + weight, 0) - surplus / 4 };
    })
    .filter(({ score }) => score > 1)
    .toSorted((a, b) => Number(b.isComplete) - Number(a.isComplete) || b.score - a.score);
  const [first, second] = ranked;
  const isClear = first?.isComplete === true && !(second?.isComplete && second.score >= first.score);
  return { nearest: ranked.slice(0, maxMatches).map(({ call }) => call), ignored, isClear };
}
