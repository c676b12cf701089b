/** The operations nearest to what none of them is. The work is bounded, whatever was typed. */
import { type Operation, operations } from '../../contract/index.ts';
import { CommandFailure } from '../failure.ts';

/** Operations that are named at the most. */
const mostNamed = 3;
/** Parts of a path, and characters of a word, beyond which nothing of the contract is near. */
const [mostParts, longestWord] = [16, 64];
/** What each part of a typed path may differ by, on average. */
const tolerance = 0.4;
const differenceOfMethods = 0.5;
/** A part that is another costs as much as one too many and one too few. */
const differenceOfParts = 2;

/** A part of letters alone is hardly an id. */
const looksLikeWord = /^[a-z_]+$/;
const wordAsValue = 0.5;

export const isParameter = (part: string): boolean => part.startsWith('{');

/** A call or an id that no operation has, with those that may have been meant. */
export class UnknownOperation extends CommandFailure {
  readonly nearest: readonly Operation[];

  constructor(message: string, nearest: readonly Operation[]) {
    const names = nearest.map(({ id, method, path }) => `${id} (${method} ${path})`);
    const advice = names.length === 0 ? 'docs/rest-to-graph.md lists them all' : `did you mean ${names.join(', ')}?`;
    super(`${message}; ${advice}`);
    this.nearest = nearest;
  }
}

/** What it takes to turn one list into another, where an item too many or too few costs one. */
function editDistance<T>(from: readonly T[], to: readonly T[], replacement: (one: T, other: T) => number): number {
  let row = [0, ...to.map((_, index) => index + 1)];
  for (const one of from) {
    const next = [(row[0] ?? 0) + 1];
    for (const [index, other] of to.entries()) {
      const replaced = (row[index] ?? 0) + replacement(one, other);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** How much words differ: 0 where they are the same, less than 1 where one may be meant by the other. */
function differenceOfWords(one: string, other: string): number {
  if (one === other) return 0;
  if (one.length > longestWord || other.length > longestWord) return differenceOfParts;
  const edits = editDistance([...one], [...other], (a, b) => (a === b ? 0 : 1));
  const share = edits / Math.max(one.length, other.length);
  return share <= 0.5 ? share : differenceOfParts;
}

/**
 * The operations whose method and path are nearest to a call, nearest first.
 * @param parts of the path, without the address of the service
 */
export function nearestCalls(method: string, parts: readonly string[]): readonly Operation[] {
  if (parts.length > mostParts) return [];
  const words = parts.map((part) => part.toLowerCase());
  const differences = new Map<string, number>();
  const difference = (typed: string, part: string) => {
    if (isParameter(part)) return looksLikeWord.test(typed) ? wordAsValue : 0;
    const key = `${part} ${typed}`;
    const known = differences.get(key) ?? differenceOfWords(typed, part);
    differences.set(key, known);
    return known;
  };
  return [...operations.values()]
    .map((operation) => ({
      operation,
      distance:
        editDistance(words, operation.path.split('/').slice(1), difference) +
        (operation.method === method ? 0 : differenceOfMethods),
    }))
    .filter(({ distance }) => distance <= tolerance * words.length)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostNamed)
    .map(({ operation }) => operation);
}

/** The operations whose ids and paths have most of the words of a name, which are told apart by capitals. */
export function nearestNames(name: string): readonly Operation[] {
  if (name.length > longestWord) return [];
  const words = name
    .split(/(?=[A-Z])/)
    .map((word) => word.replace(/s$/, '').toLowerCase())
    .filter((word) => word.length > 2);
  return [...operations.values()]
    .map((operation) => {
      const text = `${operation.id} ${operation.path}`.toLowerCase();
      return { operation, rate: words.filter((word) => text.includes(word)).length };
    })
    .filter(({ rate }) => rate > 0)
    .sort((one, other) => other.rate - one.rate)
    .slice(0, mostNamed)
    .map(({ operation }) => operation);
}
