/** Feature flags of the instance. */
import { isDecimal } from '../contract/formats.ts';
import { type BodyOf, standardContract } from '../contract/index.ts';
import { badInput, RestError, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { createResolvedField, getOutputShape } from './kit/contract/types.ts';
import { toList } from './kit/contract/values.ts';
import { defineInput, defineValueType } from './kit/definitions.ts';
import type { Field, FieldBuilder } from './kit/fields/attribute.ts';
import type { Calls } from './kit/fields/composed.ts';
import { defineFields, defineQueries, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import type { Graph } from './kit/graph.ts';
import { assertOwnId, isGlobalId } from './kit/resources/global-id.ts';
import { collectViolations, parseReference } from './kit/resources/references.ts';
import { asObject, type PathParameters } from './kit/resources/resource.ts';
import type { ResourceType } from './kit/resources/resource-type.ts';
import { Project } from './projects.ts';
import { User } from './users.ts';

export const FeatureFlag = defineResourceType({
  name: 'FeatureFlag',
  parameters: ['name'],
  schema: 'FeatureFlag',
  search: 'listFeatureFlags',
});

const FeatureFlagDefinition = defineResourceType({
  name: 'FeatureFlagDefinition',
  parameters: ['name'],
  schema: 'FeatureFlagDefinition',
  search: 'listFeatureFlagDefinitions',
});

type GateField = 'booleanValue' | 'percentage' | 'listValue';

const fieldsByKey: ReadonlyMap<unknown, GateField> = new Map<unknown, GateField>([
  ['boolean', 'booleanValue'],
  ['percentage_of_actors', 'percentage'],
  ['percentage_of_time', 'percentage'],
  ['actors', 'listValue'],
  ['groups', 'listValue'],
]);

/**
 * Finds the field of a value by its JSON type, otherwise by the kind of its gate, otherwise by its text; `undefined` if
 * no field fits.
 */
function findGateField(key: unknown, value: unknown): GateField | undefined {
  if (typeof value === 'boolean') return 'booleanValue';
  if (typeof value === 'number') return 'percentage';
  if (Array.isArray(value)) return 'listValue';
  const field = fieldsByKey.get(key);
  if (field !== undefined || typeof value !== 'string') return field;
  if (value === 'true' || value === 'false') return 'booleanValue';
  return isDecimal(value) ? 'percentage' : undefined;
}

/**
 * Returns the value of a gate if it belongs to the field. If no field fits the value of a gate of an unknown kind,
 * every field returns it and reports an error.
 */
function getGateValue(gate: unknown, field: GateField): unknown {
  const { key, value } = asObject(gate) ?? {};
  if (value === null || value === undefined) return null;
  const ownField = findGateField(key, value);
  return ownField === undefined || ownField === field ? value : null;
}

function createGateKeyField(t: FieldBuilder<unknown>, graph: Graph): Field {
  const { convert, ...shape } = getOutputShape(graph, standardContract.reference('FeatureFlagGateKey'));
  const options = {
    description: 'Kind of the condition, which determines the meaning of its value.',
    semanticNonNull: [0],
  };
  return createResolvedField(t, shape, options, (parent) => convert?.(asObject(parent)?.key));
}

const gate = defineValueType('FeatureFlagGate', {
  description:
    'Condition under which a feature is on. Its kind determines which one of three fields contains its value.',
  fields: (t, graph) => ({
    key: createGateKeyField(t, graph),
    booleanValue: t.field({
      type: 'Boolean',
      nullable: true,
      description: 'Whether the feature is on for all actors; null for gates of other kinds.',
      resolve: (parent) => getGateValue(parent, 'booleanValue'),
    }),
    percentage: t.field({
      type: 'Int',
      nullable: true,
      description:
        'Percentage of actors or checks for which the feature is on, from 0 to 100; null for gates of other kinds.',
      resolve: (parent) => getGateValue(parent, 'percentage'),
    }),
    listValue: t.field({
      type: ['String'],
      nullable: true,
      description: 'Actors or groups for which the feature is on, such as `User:5`; null for gates of other kinds.',
      resolve: (parent) => toList(getGateValue(parent, 'listValue')),
    }),
  }),
});

const featureFlagFields = defineFields(FeatureFlag, (f) => ({
  ...f.attributes('name', 'state', 'gates'),
  definition: f.object('definition', FeatureFlagDefinition),
}));

const definitionFields = defineFields(FeatureFlagDefinition, (f) => ({
  ...f.attributes('name', 'introduced_by_url', 'rollout_issue_url', 'group', 'type', 'default_enabled'),
  ...f.attributes('milestone', 'log_state_changes'),
  featureFlag: f.reference(FeatureFlag, 'name', {
    description:
      'The flag; null if the instance has never set it. Any number of definitions cost one read of all flags.',
    needsProof: true,
  }),
}));

const queries = defineQueries((f) => ({
  featureFlag: f.lookup(FeatureFlag, {
    description:
      'A feature flag by its global id or name; null if the instance has never set it, an error if the caller may not read it.',
    args: (arg) => ({
      id: arg.id({ required: true, description: 'The feature flag, as its global id or name.' }),
    }),
    path: (_, { id }) => ({ name: FeatureFlag.parseParameterBelow({}, id) }),
  }),
  featureFlags: f.connection('listFeatureFlags', FeatureFlag),
  featureFlagDefinition: f.lookup(FeatureFlagDefinition, {
    description: 'A definition of a feature flag by its global id or name.',
    args: (arg) => ({
      id: arg.id({ required: true, description: 'The definition, as its global id or name.' }),
    }),
    path: (_, { id }) => ({ name: FeatureFlagDefinition.parseParameterBelow({}, id) }),
  }),
  featureFlagDefinitions: f.connection('listFeatureFlagDefinitions', FeatureFlagDefinition),
}));

const flagValue = defineInput('FeatureFlagValueInput', {
  isOneOf: true,
  description: 'Value of a feature flag: on, off or a percentage. Exactly one member.',
  fields: (t) => ({
    boolean: t.boolean({ description: 'True enables the feature, false disables it.' }),
    percentageOfTime: t.int({
      description: 'Percentage of checks for which the feature is on, at random, from 0 to 100.',
    }),
    percentageOfActors: t.int({
      description: 'Percentage of actors for which the feature is on, always the same ones, from 0 to 100.',
    }),
  }),
});

const percentageKeys = {
  percentageOfTime: 'percentage_of_time',
  percentageOfActors: 'percentage_of_actors',
} as const;

/**
 * Converts a value to members of the body.
 * @throws RestError BAD_USER_INPUT if it is no percentage from 0 to 100
 */
function toValueMembers(value: typeof flagValue.$inferInput): Pick<BodyOf<'setFeatureFlag'>, 'value' | 'key'> {
  for (const member of ['percentageOfTime', 'percentageOfActors'] as const) {
    const percentage = value[member];
    if (typeof percentage !== 'number') continue;
    if (percentage < 0 || percentage > 100)
      throw badInput([{ path: ['input', 'value', member], message: 'must be from 0 to 100' }]);
    return { value: percentage, key: percentageKeys[member] };
  }
  return { value: String(value.boolean) };
}

/** Joins targets to the string that the service accepts; empty without targets. */
function joinTargets(member: string, names: readonly string[] | null | undefined): Readonly<Record<string, string>> {
  return names && names.length > 0 ? { [member]: names.join(',') } : {};
}

const targetFields = ['users', 'groups', 'namespaces', 'projects', 'repositories'] as const;

/** Object that each target names, the attribute by which the service names it, and the member of the body. */
const targets = {
  users: { type: User, attribute: 'username', member: 'user' },
  groups: { type: Group, attribute: 'full_path', member: 'group' },
  namespaces: { type: Group, attribute: 'full_path', member: 'namespace' },
  projects: { type: Project, attribute: 'path_with_namespace', member: 'project' },
  repositories: { type: Project, attribute: 'path_with_namespace', member: 'repository' },
} as const;

type Targets = Readonly<
  Partial<Record<(typeof targetFields)[number] | 'runners', readonly string[] | null | undefined>>
>;

/** Returns the violations of a global id, which must be that of an object of the type of the field. */
function findIdViolations(field: (typeof targetFields)[number], name: string, index: number): Violation[] {
  const violations: Violation[] = [];
  const path = ['input', field, index];
  collectViolations(violations, () =>
    isGlobalId(name) ? parseReference(targets[field].type.name, name, path) : assertOwnId(name, path),
  );
  return violations;
}

/** Checks targets. A comma would split a target, and an empty list would set the flag for everybody. */
function checkTargets(input: Targets): Violation[] {
  const isEmpty = (field: keyof Targets) => input[field]?.length === 0;
  return [
    ...[...targetFields, 'runners' as const].filter(isEmpty).map((field) => ({
      path: ['input', field],
      message: 'must not be empty; without targets the flag is set for everybody',
    })),
    ...targetFields.flatMap((field) =>
      (input[field] ?? []).flatMap((name, index) =>
        name.trim() === '' || name.includes(',')
          ? [{ path: ['input', field, index], message: 'must be one name without a comma' }]
          : findIdViolations(field, name, index),
      ),
    ),
  ];
}

/** Returns the number of targets of a type that an input identifies by global ids. */
function countGlobalIds(input: Readonly<Record<string, unknown>>, type: ResourceType): number {
  const names = targetFields.filter((field) => targets[field].type.name === type.name).map((field) => input[field]);
  return names.flat().filter((name) => typeof name === 'string' && isGlobalId(name)).length;
}

/** Loads the names of targets, because the service accepts no ids. Each global id costs a read. */
function loadNames(field: (typeof targetFields)[number], names: readonly string[], calls: Calls): Promise<string[]> {
  const { type, attribute } = targets[field];
  return Promise.all(
    names.map(async (text, index) => {
      if (!isGlobalId(text)) return text;
      const name = await calls.loadString(type, text, attribute, ['input', field, index]);
      if (!name.includes(',')) return name;
      throw new RestError(
        'UPSTREAM_INVALID_RESPONSE',
        `The upstream returned a ${type.name} whose ${attribute} has a comma`,
      );
    }),
  );
}

function toRunnerIds(runners: readonly string[] | null | undefined): string[] | undefined {
  return runners?.map((runner, index) => {
    const path = ['input', 'runners', index];
    const id = parseReference('Runner', runner, path);
    if (typeof id === 'number') return String(id);
    throw badInput([{ path, message: 'must be the global id or the number of a runner' }]);
  });
}

/** Returns the path parameter of the feature flag that an input identifies by its global id or name. */
const toFlagPath = (id: string): PathParameters<'name'> => ({
  name: FeatureFlag.parseParameterBelow({}, id, ['input', 'id']),
});

const featureFlagSet = defineMutation('featureFlagSet', {
  operation: 'setFeatureFlag',
  except: ['value', 'key', 'user', 'group', 'namespace', 'project', 'repository', 'runner'],
  input: (t) => ({
    id: t.id({
      required: true,
      description: 'The feature flag, as its global id or name. A new name creates a flag.',
    }),
    value: t.field({
      type: flagValue,
      required: true,
      description:
        'On, off or a percentage, for the listed targets, or for all actors without targets. An empty list of targets is rejected.',
    }),
    users: t.idList({ description: 'Users for whom to set the flag, by their global ids or usernames.' }),
    groups: t.idList({ description: 'Groups for which to set the flag, by their global ids or full paths.' }),
    namespaces: t.idList({
      description:
        'Groups, by their global ids or full paths, and personal namespaces, by their full paths, for which to set the flag.',
    }),
    projects: t.idList({ description: 'Projects for which to set the flag, by their global ids or full paths.' }),
    repositories: t.idList({
      description: 'Repositories for which to set the flag, by the global ids or full paths of their projects.',
    }),
    runners: t.idList({ description: 'Runners for which to set the flag, by their global ids or numeric ids.' }),
  }),
  check: checkTargets,
  path: ({ id }) => toFlagPath(id),
  request: ({ value, runners, ...input }, body) => ({
    body: {
      ...body,
      ...toValueMembers(value),
      ...Object.assign({}, ...targetFields.map((field) => joinTargets(targets[field].member, input[field]))),
      ...joinTargets('runner', toRunnerIds(runners)),
    },
  }),
  completion: {
    steps: [
      { operation: 'getUser', times: (input) => countGlobalIds(input, User) },
      { operation: 'getGroup', times: (input) => countGlobalIds(input, Group) },
      { operation: 'getProject', times: (input) => countGlobalIds(input, Project) },
    ],
    read: async (input, calls) => {
      const members = await Promise.all(
        targetFields.map(async (field) => {
          const names = input[field];
          return names?.some(isGlobalId)
            ? joinTargets(targets[field].member, await loadNames(field, names, calls))
            : {};
        }),
      );
      return { body: Object.assign({}, ...members) };
    },
  },
  payload: (f) => ({ featureFlag: f.object(FeatureFlag, 'The feature flag after the change.'), query: f.query() }),
});

const featureFlagDelete = defineMutation('featureFlagDelete', {
  operation: 'deleteFeatureFlag',
  input: (t) => ({ id: t.id({ required: true, description: 'The feature flag, as its global id or name.' }) }),
  path: ({ id }) => toFlagPath(id),
  payload: (f) => ({
    deletedFeatureFlagId: f.deletedId(FeatureFlag, 'Global id of the flag, whose values were all removed.'),
    query: f.query(),
  }),
});

export const featureFlags: Area = {
  name: 'feature-flags',
  declarations: [
    FeatureFlag,
    FeatureFlagDefinition,
    gate,
    featureFlagFields,
    definitionFields,
    queries,
    flagValue,
    featureFlagSet,
    featureFlagDelete,
  ],
};
