/** Variables of the settings, and their errors. The only reader of the environment and of files with secrets. */

import { readTextFile } from '../helpers/text-file.ts';
import { lowerCaseSettings, secretSettings } from './settings.ts';

/** Invalid settings. The message has one line per problem, with the variable and the accepted values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads a file with a secret, without the final line break that editors add. */
function readSecret(variable: string, path: string): string {
  try {
    return readTextFile(path).replace(/\r?\n$/, '');
  } catch {
    throw new ConfigError(`${variable} must be the path of a readable file`);
  }
}

/** Variables with a value, including secrets from files. */
export function readVariables(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const variables = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  for (const name of lowerCaseSettings) variables[name] ??= variables[name.toLowerCase()];
  for (const name of secretSettings) {
    const variable = `${name}_FILE`;
    const path = variables[variable];
    if (path === undefined) continue;
    if (variables[name] !== undefined)
      throw new ConfigError(`${name} and ${variable} are mutually exclusive; unset one of them`);
    variables[name] = readSecret(variable, path);
  }
  return variables;
}

/** Converts the issues of a validation to one error. */
export const toConfigError = (issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) =>
  new ConfigError(issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
