/** Feature flags of the instance. */
import { isDecimal } from '../contract/formats.ts';
import { badInput, type Violation } from '../rest/errors.ts';
import { builder } from './kit/builder.ts';
import { outputShape, useValueType } from './kit/contract/types.ts';
import { toList } from './kit/contract/values.ts';
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { parseReference } from './kit/resources/references.ts';
import { embedded } from './kit/resources/resource.ts';

export const FeatureFlag = resourceType({
  name: 'FeatureFlag',
  parameters: ['name'],
  schema: 'FeatureFlag',
  search: 'listFeatureFlags',
});

const { type: gateKey, convert: toGateKey } = outputShape({ $ref: '#/components/schemas/FeatureFlagGateKey' });

type GateField = 'booleanValue' | 'percentage' | 'listValue';

const fieldsByKey: ReadonlyMap<unknown, GateField> = new Map<unknown, GateField>([
  ['boolean', 'booleanValue'],
  ['percentage_of_actors', 'percentage'],
  ['percentage_of_time', 'percentage'],
  ['actors', 'listValue'],
  ['groups', 'listValue'],
]);

/** The field of a value by its JSON type, else by the kind of its gate, else by its text; `undefined` if no field fits. */
function fieldOf(key: unknown, value: unknown): GateField | undefined {
  if (typeof value === 'boolean') return 'booleanValue';
  if (typeof value === 'number') return 'percentage';
  if (Array.isArray(value)) return 'listValue';
  const field = fieldsByKey.get(key);
  if (field !== undefined || typeof value !== 'string') return field;
  if (value === 'true' || value === 'false') return 'booleanValue';
  return isDecimal(value) ? 'percentage' : undefined;
}

/** The value of a gate if it belongs to the field. A value that fits no field of a gate of an unknown kind is an error of each field. */
function gateValue(gate: unknown, field: GateField): unknown {
  const { key, value } = embedded(gate) ?? {};
  if (value === null || value === undefined) return null;
  const own = fieldOf(key, value);
  return own === undefined || own === field ? value : null;
}

const gate = builder.objectRef<unknown>('FeatureFlagGate').implement({
  description:
    'One condition under which a feature is on. Its value stands in the one of three fields that fits its kind.',
  fields: (t) => ({
    key: t.field({
      type: gateKey,
      nullable: true,
      description: 'Kind of the condition, which decides what its value means.',
      resolve: (parent) => toGateKey?.(embedded(parent)?.key),
    }),
    booleanValue: t.field({
      type: 'Boolean',
      nullable: true,
      description: 'Whether the feature is on for everybody; null for gates of other kinds.',
      resolve: (parent) => gateValue(parent, 'booleanValue'),
    }),
    percentage: t.field({
      type: 'Int',
      nullable: true,
      description: 'For how many percent of actors or checks the feature is on, from 0 to 100; null for other gates.',
      resolve: (parent) => gateValue(parent, 'percentage'),
    }),
    listValue: t.field({
      type: ['String'],
      nullable: { list: true, items: true },
      description: 'The actors or groups for which the feature is on, such as `User:5`; null for gates of other kinds.',
      resolve: (parent) => toList(gateValue(parent, 'listValue')),
    }),
  }),
});
useValueType('FeatureFlagGate', gate);

addFields(FeatureFlag, (f) => f.attributes('name', 'state', 'gates', 'definition'));

addQueries((f) => ({
  featureFlags: f.connection('listFeatureFlags', FeatureFlag),
  featureFlagDefinitions: f.connection('listFeatureFlagDefinitions'),
}));

const flagValue = builder.inputType('FeatureFlagValueInput', {
  isOneOf: true,
  description: 'Value of a feature flag: on, off or a percentage. Exactly one member.',
  fields: (t) => ({
    boolean: t.boolean({ description: 'True switches the feature on, false off.' }),
    percentage: t.int({ description: 'Share for which the feature is on, in whole percent from 0 to 100.' }),
  }),
});

/** Several targets as the one text that the service takes; absent without any. */
function joined(member: string, names: readonly string[] | null | undefined): Readonly<Record<string, string>> {
  return names && names.length > 0 ? { [member]: names.join(',') } : {};
}

const targetFields = ['users', 'groups', 'namespaces', 'projects', 'repositories'] as const;

type Targets = Readonly<
  Partial<Record<(typeof targetFields)[number] | 'runners', readonly string[] | null | undefined>>
>;

/** A comma would make two targets of one, and no target at all is everybody. */
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
          : [],
      ),
    ),
  ];
}

function toRunnerIds(runners: readonly string[] | null | undefined): string[] | undefined {
  return runners?.map((runner, index) => {
    const path = ['input', 'runners', index];
    const id = parseReference('Runner', runner, path);
    if (typeof id === 'number') return String(id);
    throw badInput([{ path, message: 'must be the global id or the number of a runner' }]);
  });
}

const flagName = { required: true, description: 'Name of the feature flag, in words joined by underscores.' } as const;

addMutation('featureFlagSet', {
  operation: 'setFeatureFlag',
  except: ['value', 'user', 'group', 'namespace', 'project', 'repository', 'runner'],
  input: (t) => ({
    name: t.string(flagName),
    value: t.field({
      type: flagValue,
      required: true,
      description: 'On, off or a percentage, for everybody or for the given targets.',
    }),
    users: t.stringList({ description: 'Users to switch the flag for, by their usernames.' }),
    groups: t.stringList({ description: 'Groups to switch the flag for, by their full paths.' }),
    namespaces: t.stringList({
      description: 'Groups and personal namespaces to switch the flag for, by their full paths.',
    }),
    projects: t.stringList({ description: 'Projects to switch the flag for, by their full paths.' }),
    repositories: t.stringList({ description: 'Repositories to switch the flag for, by their full paths.' }),
    runners: t.idList({ description: 'Runners to switch the flag for, by their global ids or numeric ids.' }),
  }),
  check: checkTargets,
  path: ({ name }) => ({ name }),
  request: ({ value, users, groups, namespaces, projects, repositories, runners }, body) => ({
    body: {
      ...body,
      value: value.percentage ?? String(value.boolean),
      ...joined('user', users),
      ...joined('group', groups),
      ...joined('namespace', namespaces),
      ...joined('project', projects),
      ...joined('repository', repositories),
      ...joined('runner', toRunnerIds(runners)),
    },
  }),
  payload: (f) => ({ featureFlag: f.object(FeatureFlag, 'The feature flag as it is now.') }),
});

addMutation('featureFlagDelete', {
  operation: 'deleteFeatureFlag',
  input: (t) => ({ name: t.string(flagName) }),
  path: ({ name }) => ({ name }),
  payload: (f) => ({
    deletedFeatureFlagId: f.deletedId(FeatureFlag, 'Global id of the flag, of which nothing is set any more.'),
  }),
});
