/** Settings that contradict a graph. */
import { distance } from 'fastest-levenshtein';

/** Invalid settings of a graph. Each line of the message is about one of them. */
export class GraphSettingsError extends Error {
  override readonly name = 'GraphSettingsError';
}

/** Largest share of the characters of a name that may differ from those of its suggestion. */
const maxDifference = 0.4;

/** Returns a problem for each name that does not exist, with the most similar one. */
export function findUnknownNames(
  setting: string,
  names: readonly string[],
  existing: readonly string[],
  noun: string,
): readonly string[] {
  const existingNames = new Set(existing);
  return names
    .filter((name) => !existingNames.has(name))
    .map((name) => {
      const [nearest] = existing
        .map((candidate) => ({ candidate, difference: distance(name, candidate) / Math.max(name.length, 1) }))
        .filter(({ difference }) => difference <= maxDifference)
        .toSorted((a, b) => a.difference - b.difference);
      const suggestion = nearest === undefined ? '' : `; did you mean ${nearest.candidate}?`;
      return `${setting} contains ${name}, which is no ${noun}${suggestion}`;
    });
}
