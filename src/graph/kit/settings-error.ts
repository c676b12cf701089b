/** Settings that contradict a graph. */
import { suggestName } from '../../helpers/nearest-name.ts';

/** Invalid settings of a graph. Each line of the message is about one of them. */
export class GraphSettingsError extends Error {
  override readonly name = 'GraphSettingsError';
}

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
    .map((name) => `${setting} contains ${name}, which is no ${noun}${suggestName(name, existing)}`);
}
