/** Validated settings of the graph, which commands without a server need, too. */
import { readVariables, toConfigError } from './environment-variables.ts';
import { environment } from './settings.ts';
import type { ProfileFile } from './upstream-profile.ts';

/** Names that are offered. */
interface NameLists {
  /** `undefined` for all. */
  readonly allowed: readonly string[] | undefined;
  readonly denied: readonly string[];
}

/** The part of the graph that is offered. */
export interface ExposureConfig {
  readonly readOnly: boolean;
  readonly areas: NameLists;
  readonly mutations: NameLists;
  readonly fields: NameLists;
}

/** Settings of the graph. */
export interface GraphConfig {
  readonly exposure: ExposureConfig;
  /** Parts of the contract that the upstream lacks; `undefined` if none exist. */
  readonly profile: ProfileFile | undefined;
}

/** Settings of the graph by their variables. */
const graphSettings = environment.pick({
  READ_ONLY: true,
  ALLOWED_AREAS: true,
  DENIED_AREAS: true,
  ALLOWED_MUTATIONS: true,
  DENIED_MUTATIONS: true,
  ALLOWED_FIELDS: true,
  DENIED_FIELDS: true,
  UPSTREAM_PROFILE: true,
});

/** Converts validated variables to the settings of the graph. */
export function toGraphConfig(data: ReturnType<typeof graphSettings.parse>): GraphConfig {
  return {
    profile: data.UPSTREAM_PROFILE,
    exposure: {
      readOnly: data.READ_ONLY,
      areas: { allowed: data.ALLOWED_AREAS, denied: data.DENIED_AREAS ?? [] },
      mutations: { allowed: data.ALLOWED_MUTATIONS, denied: data.DENIED_MUTATIONS ?? [] },
      fields: { allowed: data.ALLOWED_FIELDS, denied: data.DENIED_FIELDS ?? [] },
    },
  };
}

/** Reads and validates the settings of the graph, which commands without a server need. */
export function readGraphConfig(env: NodeJS.ProcessEnv): GraphConfig {
  const { data, error } = graphSettings.safeParse(readVariables(env));
  if (error) throw toConfigError(error.issues);
  return toGraphConfig(data);
}

const extraSetting = environment.pick({ EXTRA: true });

/** Reads whether the graph has `extra`, which commands without a server need. */
export function readExtra(env: NodeJS.ProcessEnv): boolean {
  const { data, error } = extraSetting.safeParse(readVariables(env));
  if (error) throw toConfigError(error.issues);
  return data.EXTRA;
}

/** Reads the modules with further areas, which commands without a server need. */
export function readAreaModules(env: NodeJS.ProcessEnv): readonly string[] {
  return environment.shape.AREA_MODULES.parse(readVariables(env).AREA_MODULES) ?? [];
}
