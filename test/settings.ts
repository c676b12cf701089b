/** Settings of facades in tests: variables, and fixed limits, which tests lower. */
import { type Config, readConfig } from '../src/config/config.ts';
import type { Limits } from '../src/config/limits.ts';

export type FacadeSettings = Readonly<Record<Uppercase<string>, string | undefined>> & Partial<Limits>;

const isVariable = (name: string): boolean => /^[A-Z]/.test(name);

/** Reads the configuration of a facade. */
export function readSettings(settings: FacadeSettings): Config {
  const variables: NodeJS.ProcessEnv = {};
  const limits: Record<string, number> = {};
  for (const [name, value] of Object.entries(settings))
    if (typeof value === 'number') limits[name] = value;
    else if (isVariable(name)) variables[name] = value;
  return { ...readConfig(variables), ...limits };
}
