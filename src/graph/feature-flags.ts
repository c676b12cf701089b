/** Feature flags of the instance. */
import { isDecimal } from '../contract/formats.ts';
import { standardContract } from '../contract/index.ts';
import { badInput, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { createResolvedField, getOutputShape } from './kit/contract/types.ts';
import { toList } from './kit/contract/values.ts';
import { defineInput, defineValueType } from './kit/definitions.ts';
import type { Field, FieldBuilder } from './kit/fields/attribute.ts';
import type { Calls } from './kit/fields/composed.ts';
import { defineFields, defineQueries, defineResourceType, defineValueFields } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import type { Graph } from './kit/graph.ts';
import { isGlobalId } from './kit/resources/global-id.ts';
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
      description: 'Whether the feature is on for all; null for gates of other kinds.',
      resolve: (parent) => getGateValue(parent, 'booleanValue'),
    }),
    percentage: t.field({
      type: 'Int',
      nullable: true,
      description: 'Percentage of actors or checks for which the feature is on, from 0 to 100; null for other gates.',
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

const featureFlagFields = defineFields(FeatureFlag, (f) => f.attributes('name', 'state', 'gates', 'definition'));

const definitionFields = defineValueFields('FeatureFlagDefinition', (f) => ({
  extra: f.extra(),
  featureFlag: f.reference(FeatureFlag, 'name', {
    description:
      'Feature flag of the definition; null if the instance has never set it. Costs one read of all flags for any number of definitions.',
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
  featureFlagDefinitions: f.connection('listFeatureFlagDefinitions'),
}));

const flagValue = defineInput('FeatureFlagValueInput', {
  isOneOf: true,
  description: 'Value of a feature flag: on, off or a percentage. Exactly one member.',
  fields: (t) => ({
    boolean: t.boolean({ description: 'True enables the feature, false disables it.' }),
    percentage: t.int({ description: 'Share for which the feature is on, in whole percent from 0 to 100.' }),
  }),
});

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
  if (isGlobalId(name))
    collectViolations(violations, () => parseReference(targets[field].type.name, name, ['input', field, index]));
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
    names.map((name, index) =>
      isGlobalId(name) ? calls.loadString(type, name, attribute, ['input', field, index]) : name,
    ),
  );
}

type FlagValue = typeof flagValue.$inferInput;

const isPercentage = (value: number): boolean => value >= 0 && value <= 100;

function checkValue({ percentage }: FlagValue): Violation[] {
  return typeof percentage !== 'number' || isPercentage(percentage)
    ? []
    : [{ path: ['input', 'value', 'percentage'], message: 'must be between 0 and 100' }];
}

/** Converts the value of a flag. A rejected percentage becomes a valid one, so that only `checkValue` reports it. */
function toFlagValue({ boolean, percentage }: FlagValue): string | number {
  if (typeof percentage !== 'number') return String(boolean);
  return isPercentage(percentage) ? percentage : 0;
}

function toRunnerIds(runners: readonly string[] | null | undefined): string[] | undefined {
  return runners?.map((runner, index) => {
    const path = ['input', 'runners', index];
    const id = parseReference('Runner', runner, path);
    if (typeof id === 'number') return String(id);
    throw badInput([{ path, message: 'must be the global id or the number of a runner' }]);
  });
}

const flagName = {
  required: true,
  description: 'Name of the feature flag, with words joined by underscores, or its global id.',
} as const;

/** Returns the path parameter of the feature flag that an input identifies by its name or global id. */
const toFlagPath = (name: string): PathParameters<'name'> =>
  isGlobalId(name) ? FeatureFlag.parseGlobalId(name, ['input', 'name']) : { name };

const featureFlagSet = defineMutation('featureFlagSet', {
  operation: 'setFeatureFlag',
  except: ['value', 'user', 'group', 'namespace', 'project', 'repository', 'runner'],
  input: (t) => ({
    name: t.string(flagName),
    value: t.field({
      type: flagValue,
      required: true,
      description: 'On, off or a percentage, for all or for the given targets.',
    }),
    users: t.idList({ description: 'Users for whom to set the flag, by their global ids or usernames.' }),
    groups: t.idList({ description: 'Groups for which to set the flag, by their global ids or full paths.' }),
    namespaces: t.idList({
      description:
        'Groups, by their global ids or full paths, and personal namespaces, by their full paths, for which to set the flag.',
    }),
    projects: t.idList({ description: 'Projects for which to set the flag, by their global ids or full paths.' }),
    repositories: t.idList({
      description: 'Repositories for which to set the flag, by their global ids or full paths.',
    }),
    runners: t.idList({ description: 'Runners for which to set the flag, by their global ids or numeric ids.' }),
  }),
  check: (input) => [...checkValue(input.value), ...checkTargets(input)],
  path: ({ name }) => toFlagPath(name),
  request: ({ value, runners, ...input }, body) => ({
    body: {
      ...body,
      value: toFlagValue(value),
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
  payload: (f) => ({ featureFlag: f.object(FeatureFlag, 'The feature flag as it is now.'), query: f.query() }),
});

const featureFlagDelete = defineMutation('featureFlagDelete', {
  operation: 'deleteFeatureFlag',
  input: (t) => ({ name: t.string(flagName) }),
  path: ({ name }) => toFlagPath(name),
  payload: (f) => ({
    deletedFeatureFlagId: f.deletedId(FeatureFlag, 'Global id of the flag, of which nothing is set any more.'),
    query: f.query(),
  }),
});

export const featureFlags: Area = {
  name: 'feature-flags',
  declarations: [
    FeatureFlag,
    gate,
    featureFlagFields,
    definitionFields,
    queries,
    flagValue,
    featureFlagSet,
    featureFlagDelete,
  ],
};
