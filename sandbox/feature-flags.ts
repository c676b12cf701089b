/** Operations on the feature flags of the instance. */
import type { BodyOf, SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { badRequest } from './kit/http-error.ts';
import { list, noContent } from './kit/reply.ts';
import { table } from './kit/store.ts';
import { requireAdministrator } from './world/access.ts';
import { findGroup } from './world/groups.ts';
import { findProject } from './world/projects.ts';
import { users } from './world/users.ts';

interface DefinitionRow {
  /** Name of the flag. */
  readonly id: string;
  readonly type: string;
  readonly team: string;
  readonly defaultEnabled: boolean;
}

/** Values of a flag that were set. */
interface FlagRow {
  /** Name of the flag. */
  readonly id: string;
  everybody: boolean;
  percentages: Partial<Record<SchemaType<'FeatureFlagPercentageKey'>, number>>;
  actors: Set<string>;
  featureGroups: Set<string>;
}

/** Flags that this version of the service defines. */
const definitions = table<DefinitionRow>('feature flag definitions', ({ table, random }) => {
  const subjects = ['vector_tiles', 'route_cache', 'geocoder_v2', 'night_mode', 'bulk_export', 'shared_drafts'];
  for (const subject of subjects)
    for (const type of ['development', 'ops', 'experiment'])
      table.put({
        id: `${subject}_${type}`,
        type,
        team: random.pick(['group::routing', 'group::tiles', 'group::accounts']),
        defaultEnabled: random.chance(0.3),
      });
});

/** Flags with a value that was set. */
export const flags = table<FlagRow>('feature flags', ({ table }) => {
  const set = (id: string, what: Partial<FlagRow>): void => {
    table.put({ id, everybody: false, percentages: {}, actors: new Set(), featureGroups: new Set(), ...what });
  };
  set('vector_tiles_development', { everybody: true });
  set('route_cache_ops', {});
  set('geocoder_v2_experiment', { percentages: { percentage_of_actors: 25 } });
  set('night_mode_development', { percentages: { percentage_of_time: 34 }, actors: new Set(['User:5', 'Group:9']) });
  // Set in an older version that defined the flag.
  set('retired_switch', { featureGroups: new Set(['early_birds']) });
});

function presentDefinition(row: DefinitionRow): Loose<SchemaType<'FeatureFlagDefinition'>> {
  return {
    name: row.id,
    introduced_by_url: 'https://forge.example.com/meridian/platform/engine/-/merge_requests/12',
    rollout_issue_url: row.type === 'ops' ? null : 'https://forge.example.com/meridian/platform/engine/-/issues/7',
    group: row.team,
    type: row.type,
    default_enabled: row.defaultEnabled,
    milestone: '18.1',
    log_state_changes: row.type === 'ops' ? true : null,
  };
}

function stateOf({ everybody, percentages, actors, featureGroups }: FlagRow): SchemaType<'FeatureFlagState'> {
  if (everybody) return 'on';
  const some = actors.size + featureGroups.size > 0 || Object.values(percentages).some((share) => share > 0);
  return some ? 'conditional' : 'off';
}

function present({ store }: View, row: FlagRow): Loose<SchemaType<'FeatureFlag'>> {
  const definition = definitions(store).get(row.id);
  const percentages = (['percentage_of_actors', 'percentage_of_time'] as const).flatMap((key) => {
    const value = row.percentages[key];
    return value === undefined ? [] : [{ key, value }];
  });
  return {
    name: row.id,
    state: stateOf(row),
    gates: [
      { key: 'boolean', value: row.everybody },
      ...percentages,
      ...(row.actors.size > 0 ? [{ key: 'actors' as const, value: [...row.actors] }] : []),
      ...(row.featureGroups.size > 0 ? [{ key: 'groups' as const, value: [...row.featureGroups] }] : []),
    ],
    definition: definition ? presentDefinition(definition) : null,
  };
}

type Body = BodyOf<'setFeatureFlag'>;

const split = (text: string | undefined): string[] => text?.split(',').filter((part) => part !== '') ?? [];

/** Targets of a call in the form in which the service names actors. @throws HttpError 400 if a target does not exist */
function actorsOf({ store }: View, body: Body): string[] {
  const find = (kind: string, names: string | undefined, idOf: (name: string) => number | undefined): string[] =>
    split(names).map((name) => {
      const id = idOf(name);
      if (id === undefined) throw badRequest(`${name} is not found!`);
      return `${kind}:${id}`;
    });
  return [
    ...find('User', body.user, (name) => users(store).find(({ username }) => username === name)?.id),
    ...find('Group', body.group, (path) => findGroup(store, path)?.id),
    ...find('Namespace', body.namespace, (path) => findGroup(store, path)?.id),
    ...find('Project', body.project, (path) => findProject(store, path)?.id),
    ...find('Repository', body.repository, (path) => findProject(store, path)?.id),
    ...find('Runner', body.runner, Number),
  ];
}

function setFlag(view: View, row: FlagRow, body: Body): void {
  const value = String(body.value);
  const actors = actorsOf(view, body);
  const featureGroups = split(body.feature_group);
  if (value !== 'true' && value !== 'false') {
    row.percentages[body.key ?? 'percentage_of_time'] = Number(value);
    return;
  }
  const on = value === 'true';
  const isTargeted = actors.length + featureGroups.length > 0;
  if (!isTargeted) {
    row.everybody = on;
    if (!on) Object.assign(row, { percentages: {}, actors: new Set(), featureGroups: new Set() });
    return;
  }
  for (const actor of actors)
    if (on) row.actors.add(actor);
    else row.actors.delete(actor);
  for (const group of featureGroups)
    if (on) row.featureGroups.add(group);
    else row.featureGroups.delete(group);
}

export const featureFlags: Area = {
  signedIn: 'all',
  handlers: {
    listFeatureFlags: (call) => {
      requireAdministrator(call);
      return list(flags(call.store).all(), (row) => present(call, row));
    },

    listFeatureFlagDefinitions: (call) => {
      requireAdministrator(call);
      return list(definitions(call.store).all(), presentDefinition);
    },

    setFeatureFlag: (call) => {
      requireAdministrator(call);
      const { store, body, path } = call;
      if (!body.force && definitions(store).get(path.name) === undefined)
        throw badRequest(`Feature flag ${path.name} has no definition`);
      const existing = flags(store).get(path.name);
      const row = existing ?? {
        id: path.name,
        everybody: false,
        percentages: {},
        actors: new Set<string>(),
        featureGroups: new Set<string>(),
      };
      setFlag(call, row, body);
      return present(call, flags(store).put(row));
    },

    deleteFeatureFlag: (call) => {
      requireAdministrator(call);
      flags(call.store).delete(call.path.name);
      return noContent();
    },
  },
};
