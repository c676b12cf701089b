/** Suggests settings for environment variables that look like misspelled ones. */
import { findNearestName } from '../helpers/nearest-name.ts';
import { secretSettings, settings } from './settings.ts';

interface MisspelledSetting {
  readonly name: string;
  readonly suggestion: string;
}

/** Shorter names are similar to too many variables of other programs, such as `PORTS`. */
const minLength = 8;
/** Upper bound on differing characters. */
const maxDistance = 2;
/** Longer names are not compared, which bounds the work. */
const maxLength = 64;

const names = [...settings.map(({ name }) => name), ...secretSettings.map((name) => `${name}_FILE`)];
const nameSet: ReadonlySet<string> = new Set(names);

const longNames = names.filter((name) => name.length >= minLength);

/** Variables of the environment in upper case that are similar to a setting, without being one. */
export function findMisspelledSettings(env: NodeJS.ProcessEnv): readonly MisspelledSetting[] {
  return Object.keys(env).flatMap((name) => {
    if (nameSet.has(name) || name.length < minLength || name.length > maxLength || !/^[A-Z_]+$/.test(name)) return [];
    const suggestion = findNearestName(name, longNames, maxDistance);
    return suggestion === undefined ? [] : [{ name, suggestion }];
  });
}
