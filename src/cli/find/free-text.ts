/** Finds operations by a description, such as `retry a pipeline`. */
import type { Operation } from '../../contract/index.ts';

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

interface IndexedOperation<T> {
  readonly operation: T;
  /** Words of the id, path and summary, with the weight of a match. */
  readonly weights: ReadonlyMap<string, number>;
  readonly idWords: readonly string[];
}

function indexOperation<T extends DescribedOperation>(operation: T): IndexedOperation<T> {
  const idWords = wordsIn(operation.id);
  return {
    operation,
    idWords,
    weights: new Map([
      ...wordsIn(operation.summary).map((word): [string, number] => [word, 1]),
      ...wordsIn(operation.path.replace(/\{\w+\}/g, '')).map((word): [string, number] => [word, 2]),
      ...idWords.map((word): [string, number] => [word, 3]),
    ]),
  };
}

/** Weight of a word in an operation; 0 if it does not match. */
function weigh(word: string, { operation, weights }: IndexedOperation<DescribedOperation>): number {
  const method = methodsOfVerbs.get(word);
  const exact = weights.get(word) ?? 0;
  if (method !== undefined && operation.method === method) return Math.max(exact, 2);
  return exact;
}

export interface TextMatch<T> {
  /** Best matching operations, the best one first. */
  readonly nearest: readonly T[];
  /** Whether the first operation matches every word, and no other operation matches as well. */
  readonly isClear: boolean;
}

const maxMatches = 4;

/** Finds the operations, such as those of a contract, that match a description. */
export function findByWords<T extends DescribedOperation>(
  text: string,
  { operations }: { readonly operations: ReadonlyMap<string, T> },
): TextMatch<T> {
  const words = wordsIn(text)
    .filter((word) => !stopWords.has(word))
    .flatMap((word) => synonyms.get(word) ?? [word])
    .slice(0, maxWords);
  const ranked = [...operations.values()]
    .map((operation) => {
      const entry = indexOperation(operation);
      const weights = words.map((word) => weigh(word, entry));
      const surplus = entry.idWords.filter((word) => !words.includes(word)).length;
      const isComplete = weights.every((weight) => weight > 0);
      return { entry, isComplete, score: weights.reduce((sum, weight) => sum + weight, 0) - surplus / 4 };
    })
    .filter(({ score }) => score > 1)
    .toSorted((a, b) => Number(b.isComplete) - Number(a.isComplete) || b.score - a.score);
  const [first, second] = ranked;
  const isClear = first?.isComplete === true && !(second?.isComplete && second.score >= first.score);
  return { nearest: ranked.slice(0, maxMatches).map(({ entry }) => entry.operation), isClear };
}
