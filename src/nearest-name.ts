/** Suggestions for misspelled names. */
import { distance } from 'fastest-levenshtein';

/** Largest share of the characters of a name that may differ from those of its suggestion. */
const maxDifference = 0.4;

/** Returns a question after the most similar name, to append to a message; an empty string if none is similar. */
export function suggestName(name: string, existing: Iterable<string>): string {
  const [nearest] = [...existing]
    .map((candidate) => ({ candidate, difference: distance(name, candidate) / Math.max(name.length, 1) }))
    .filter(({ difference }) => difference <= maxDifference)
    .toSorted((a, b) => a.difference - b.difference);
  return nearest === undefined ? '' : `; did you mean ${nearest.candidate}?`;
}
