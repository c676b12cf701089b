/** Reads the options of an embedder by the rules of the settings. */
import { type Config, readConfig } from '../src/config/config.ts';
import { ConfigError } from '../src/config/environment-variables.ts';
import { type SettingOption, secretSettings, settingOptions } from '../src/config/settings.ts';
import { isRecord } from '../src/helpers/is-record.ts';
import { suggestName } from '../src/helpers/nearest-name.ts';
import type { PorticoSettings } from './settings.gen.ts';

/** Variables of an environment by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const optionsByName = new Map(settingOptions.map((option) => [option.name, option]));
const namesByVariable = new Map(settingOptions.map(({ name, variable }) => [variable, name]));
const variables = [
  ...settingOptions.map(({ variable }) => variable),
  ...secretSettings.map((variable) => `${variable}_FILE`).filter((file) => namesByVariable.has(file.slice(0, -5))),
  'NODE_ENV',
];

/** Options of `createPortico` that are no settings. */
const furtherOptions = ['areas', 'environment', 'credential', 'logger', 'metrics'];

/** Value of an option as it would be in the environment; `undefined` for a value that no option has. */
function toText(value: unknown): string | undefined {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  // A URL may be of another copy of the class.
  if (isRecord(value)) return typeof value.href === 'string' ? value.href : undefined;
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => (Array.isArray(item) ? undefined : toText(item)));
  return items.includes(undefined) ? undefined : items.join(',');
}

/** @throws ConfigError if the value is of a wrong type or empty */
function toVariable({ name, type }: SettingOption, value: unknown): string {
  const text = toText(value);
  if (text === undefined) throw new ConfigError(`${name} must be of the type ${type}`);
  // An empty variable counts as unset, which an empty option must not.
  if (text === '') throw new ConfigError(`${name} must not be empty`);
  return text;
}

function toVariables(settings: PorticoSettings): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const option = optionsByName.get(name);
    if (option === undefined) {
      const existing = [...optionsByName.keys(), ...furtherOptions];
      const nameOfVariable = namesByVariable.get(name);
      throw new ConfigError(`${name} is not an option${suggestName(nameOfVariable ?? name, existing)}`);
    }
    texts[option.variable] = toVariable(option, value);
  }
  return texts;
}

/**
 * Validates the settings of an embedder.
 * @param environment fills the settings that no option fills; nothing is read from the environment by default
 * @throws ConfigError with one line for each invalid option
 */
export function readOptions(settings: PorticoSettings, environment: EnvironmentVariables | undefined): Config {
  const inherited = Object.fromEntries(variables.map((name) => [name, environment?.[name]]));
  for (const [name, value] of Object.entries<unknown>(inherited))
    if (value !== undefined && typeof value !== 'string')
      throw new ConfigError(`${name} of environment must be a string`);
  const values = { ...inherited, ...toVariables(settings) };
  // Traces show the URLs of the REST service to callers, and an application may run in production without NODE_ENV.
  if (!values.TRACE && values.SANDBOX !== 'true') values.TRACE = 'false';
  try {
    return readConfig(values);
  } catch (error) {
    if (!(error instanceof ConfigError) || environment !== undefined) throw error;
    throw new ConfigError(error.message.replaceAll(/\b[A-Z][A-Z_]+\b/g, (word) => namesByVariable.get(word) ?? word));
  }
}
