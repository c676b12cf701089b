/** Suggestions for misspelled names. */
import { distance } from 'fastest-levenshtein';

/** Largest share of the characters of a name that may differ from those of its suggestion. */
const maxDifference = 0.4;

/** Returns the most similar candidate; `undefined` if all differ in more than `maxDistance` characters. */
export function findNearestName(name: string, candidates: Iterable<string>, maxDistance: number): string | undefined {
  const [nearest] = [...candidates]
    .map((candidate) => ({ candidate, difference: distance(name, candidate) }))
    .filter(({ difference }) => difference <= maxDistance)
    .toSorted((a, b) => a.difference - b.difference);
  return nearest?.candidate;
}

/** Returns a question after the most similar name, to append to a message; an empty string if none is similar. */
export function suggestName(name: string, existing: Iterable<string>): string {
  const nearest = findNearestName(name, existing, maxDifference * Math.max(name.length, 1));
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}
