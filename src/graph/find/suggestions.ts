/** Suggests operations for an unknown call or operation id. Bounds the work for any input. */
import { distance } from 'fastest-levenshtein';
import type { Contract, Operation } from '../../contract/index.ts';
import { CommandFailure } from '../../helpers/command-failure.ts';

const maxSuggestions = 3;
/** Longer paths and words are not compared, because the contract has none of similar length. */
const [maxParts, maxWordLength] = [16, 64];
/** Upper bound of the average distance per part of a path. */
const maxDistancePerPart = 0.5;
const methodDistance = 0.5;
/** Distance of parts that are not similar. */
const unlikeDistance = 2;

/** A part of letters only is unlikely to be an id. */
const looksLikeWord = /^[a-z_]+$/;
const wordAsIdDistance = 0.5;

const isParameter = (part: string): boolean => part.startsWith('{');

/** Failure for a call or id that no operation has, with similar operations: one in the sentence, several in a line each. */
export class UnknownOperation extends CommandFailure {
  readonly nearest: readonly Operation[];

  constructor(message: string, nearest: readonly Operation[]) {
    const names = nearest.map(({ id, method, path }) => `${id} (${method} ${path})`);
    const advice =
      names.length === 0
        ? 'docs/rest-to-graph.md of the package portico lists all operations, and --area adds those of your own area'
        : names.length === 1
          ? `did you mean ${names[0]}?`
          : ['did you mean one of these?', ...names.map((name) => `  ${name}`)].join('\n');
    super(`${message}; ${advice}`);
    this.nearest = nearest;
  }
}

/** Distance of a typed part of a path and a part of a template: 0 if they are equal, at most 0.5 if they are similar. */
function getPartDistance(typed: string, part: string): number {
  if (isParameter(part)) return looksLikeWord.test(typed) ? wordAsIdDistance : 0;
  if (typed.length > maxWordLength) return unlikeDistance;
  const share = distance(typed, part) / Math.max(typed.length, part.length);
  return share <= 0.5 ? share : unlikeDistance;
}

/**
 * Suggests the operations whose method and path are nearest to a call, nearest first.
 * @param parts parts of the path, without the base URL of the service
 */
export function suggestOperations<T extends { readonly method: string; readonly path: string }>(
  { operations }: { readonly operations: ReadonlyMap<string, T> },
  method: string,
  parts: readonly string[],
): readonly T[] {
  if (parts.length > maxParts) return [];
  return [...operations.values()]
    .map((operation) => {
      const names = operation.path.split('/').slice(1);
      const distances = parts
        .slice(0, names.length)
        .map((part, index) => getPartDistance(part.toLowerCase(), names[index] ?? ''));
      const others = Math.abs(parts.length - names.length) + (operation.method === method ? 0 : methodDistance);
      return { operation, total: distances.reduce((sum, each) => sum + each, others) };
    })
    .filter(({ total }) => total <= maxDistancePerPart * parts.length)
    .sort((a, b) => a.total - b.total)
    .slice(0, maxSuggestions)
    .map(({ operation }) => operation);
}

/** Suggests the operations whose ids and paths contain the most words of a name in camel case. */
export function suggestOperationsByName({ operations }: Contract, name: string): readonly Operation[] {
  if (name.length > maxWordLength) return [];
  const words = name
    .split(/(?=[A-Z])/)
    .map((word) => word.replace(/s$/, '').toLowerCase())
    .filter((word) => word.length > 2);
  const rated = [...operations.values()].map((operation) => {
    const text = `${operation.id} ${operation.path}`.toLowerCase();
    return { operation, rate: words.filter((word) => text.includes(word)).length };
  });
  const best = Math.max(1, ...rated.map(({ rate }) => rate));
  return rated
    .filter(({ rate }) => rate === best)
    .sort((a, b) => a.operation.id.length - b.operation.id.length)
    .slice(0, maxSuggestions)
    .map(({ operation }) => operation);
}
