/** Integrations of groups with third-party tools. */
import type { InputFieldRef } from '@pothos/core';
import {
  attributesOf,
  type OperationId,
  operation,
  resolve,
  type SchemaType,
  standardContract,
} from '../contract/index.ts';
import { badInput, RestError, type Violation } from '../rest/errors.ts';
import { findSegmentViolation } from '../rest/url.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import type { Types } from './kit/builder.ts';
import { unknownEnumValue } from './kit/contract/enums.ts';
import { type Args, createMemberFields, getBodySchema, toBody } from './kit/contract/inputs.ts';
import { camelCase, describe, toGraphNames } from './kit/contract/names.ts';
import {
  defineInput,
  defineInputEnum,
  defineValueInterface,
  defineValueUnion,
  type InputDefinition,
} from './kit/definitions.ts';
import { defineChoiceMutation } from './kit/fields/choice-mutation.ts';
import { defineFields, defineOccurrenceByPath, defineResourceType } from './kit/fields/index.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { groupIdDescription, parseReference } from './kit/resources/references.ts';
import { parseEmbeddedObject } from './kit/resources/resource.ts';
import { ResponseValue } from './kit/resources/response-value.ts';

/** Tools that can be configured, by slug, with their names in the contract. */
const tools = {
  'task-tracker-a': 'TaskTrackerA',
  'code-host-a': 'CodeHostA',
  'ci-server-a': 'CiServerA',
  'issue-tracker-a': 'IssueTrackerA',
  'ci-service-a': 'CiServiceA',
  'chat-a': 'ChatA',
  'issue-tracker-b': 'IssueTrackerB',
  'wiki-a': 'WikiA',
  'custom-issue-tracker': 'CustomIssueTracker',
  'monitoring-a': 'MonitoringA',
  'test-gen-a': 'TestGenA',
  'chat-b': 'ChatB',
  'ci-service-b': 'CiServiceB',
  'chat-c': 'ChatC',
  'chat-d': 'ChatD',
  'chat-e': 'ChatE',
  'issue-tracker-c': 'IssueTrackerC',
} as const satisfies Readonly<Record<SchemaType<'GroupIntegrationTool'>, string>>;

type Slug = keyof typeof tools;

const isSlug = (value: unknown): value is Slug => typeof value === 'string' && Object.hasOwn(tools, value);
const slugs = Object.keys(tools).filter(isSlug);

const getOperation = (slug: Slug) => `get${tools[slug]}Integration` as const;
const setOperation = (slug: Slug) => `set${tools[slug]}Integration` as const;
const disableOperation = (slug: Slug) => `disable${tools[slug]}Integration` as const;
const toIntegrationSchema = (slug: Slug) => `${tools[slug]}Integration` as const;
const toSettingsSchema = (slug: Slug) => `${tools[slug]}Settings` as const;

/** Returns the slug in the path of an operation on one tool. */
const getSlug = (id: OperationId): string => operation(id).path.split('/').at(-1) ?? '';

/**
 * Parses the slug of a tool that can be configured.
 * @throws RestError BAD_USER_INPUT for other values
 */
function parseSlug(value: unknown, path: Violation['path']): Slug {
  if (isSlug(value)) return value;
  throw badInput([{ path, message: `must be one of ${slugs.join(', ')}` }]);
}

export const GroupIntegration = defineResourceType({
  name: 'GroupIntegration',
  parameters: ['id', 'slug'],
  schema: 'GroupIntegrationDetail',
  owner: { type: Group },
  getItemPath: ({ slug }, parent) => ({ id: parent.id, slug: slug ?? parent.slug }),
  getSchemaFor: ({ slug }) => (isSlug(slug) ? toIntegrationSchema(slug) : undefined),
  retrieve: {
    operation: slugs.map(getOperation),
    request: ({ id, slug }) => {
      for (const part of [id, slug]) {
        // The URL does not contain the slug, and none is built for an unknown one.
        const violation = part instanceof ResponseValue ? undefined : findSegmentViolation('id', String(part));
        if (violation !== undefined) throw badInput([{ path: ['id'], message: violation }]);
      }
      // Before a response with the slug, any of the operations may read the integration.
      if (slug instanceof ResponseValue || !isSlug(slug))
        throw new RestError(
          'NOT_FOUND',
          `The upstream has no operation that reads the integration ${JSON.stringify(slug)}`,
        );
      return { operation: getOperation(slug), path: { id } };
    },
  },
});

/** Settings that several tools have, which become interfaces. */
const sharedSettings = [
  {
    name: 'NotificationSettings',
    description: 'Settings of a tool that receives notifications: their branches and pipelines.',
    attributes: {
      branches_to_be_notified:
        'Branches whose pushes and pipelines trigger notifications; null if the integration is not set up.',
      notify_only_broken_pipelines: 'Whether the tool is notified only of failed pipelines; null if not set.',
      notify_only_when_pipeline_status_changes:
        "Whether the tool is notified only of pipelines whose status differs from the previous pipeline's; null if not set.",
    },
  },
  {
    name: 'IssueTrackerSettings',
    description: 'Settings of an external issue tracker.',
    attributes: {
      issues_url: 'URL pattern for links to issues in the issue tracker; null if not set.',
      project_url: "URL of the project's page in the issue tracker; null if not set.",
    },
  },
  {
    name: 'TlsSettings',
    description:
      'Settings of a tool on a server whose TLS certificate can be checked. The setting has no effect for CI service A, which always checks it.',
    attributes: {
      enable_ssl_verification: "Whether the TLS certificate of the tool's server is checked; null if not set.",
    },
  },
];
const settingsInterfaces = sharedSettings.flatMap(({ name, description, attributes }) => {
  const [first, ...others] = slugs.map(toSettingsSchema).filter((schema) => {
    const settings = attributesOf(schema);
    return Object.keys(attributes).every((attribute) => settings.has(attribute));
  });
  if (first === undefined) return [];
  return defineValueInterface(name, describe(description, true), [first, ...others], attributes);
});

const integrationSettings = defineValueUnion('IntegrationSettings', {
  description: describe(
    'Settings that connect a group to a tool, in the type of that tool. For each secret, a Boolean field states whether it is set; null if the service withholds the secret.',
    true,
  ),
  schemas: slugs.map(toSettingsSchema),
});

const toolInputType = defineInputEnum('GroupIntegrationTool');

const groupIntegrationFields = defineFields(GroupIntegration, (f) => ({
  databaseId: f.attribute('id'),
  tool: f.derived(
    'slug',
    f.getEnum('GroupIntegrationTool'),
    {
      description: 'Tool of the integration. `UNKNOWN` if this graph cannot configure the tool; `slug` identifies it.',
    },
    (slug) => (slug === null || isSlug(slug) ? slug : unknownEnumValue),
  ),
  ...f.attributes('slug', 'title', 'active', 'inherited', 'created_at', 'updated_at', 'comment_on_event_enabled'),
  ...f.attributes('commit_events', 'push_events', 'tag_push_events', 'merge_requests_events', 'alert_events'),
  ...f.attributes('issues_events', 'confidential_issues_events', 'note_events', 'confidential_note_events'),
  ...f.attributes('pipeline_events', 'job_events', 'deployment_events', 'wiki_page_events', 'vulnerability_events'),
  settings: f.composed({
    attributes: ['properties'],
    value: integrationSettings,
    description:
      'Settings of the tool, other than event flags; null if `tool` is `UNKNOWN`. Lists lack them, so they cost one call for each integration of a list.',
    resolve: async (integration, _, calls) => {
      const { slug } = integration.path;
      if (!isSlug(slug)) return null;
      const settings = parseEmbeddedObject(await calls.attribute(integration, 'properties'));
      return settings && { ...settings, __typename: toSettingsSchema(slug) };
    },
  }),
  group: f.lookup(Group, {
    description: 'Group that is connected to the tool.',
    isProvenByParent: true,
    isNeverNull: true,
  }),
}));

const { 'x-enum-descriptions': toolDescriptions = {} } = standardContract.schema('GroupIntegrationTool');

const groupFields = defineFields(Group, (f) => ({
  integrations: f.connection('listGroupIntegrations', GroupIntegration),
  allIntegrations: f.composed({
    value: GroupIntegration,
    items: 'nullWithError',
    description:
      'Integrations of the group with the tools of `GroupIntegrationTool`, including disabled integrations, but not tools that were never set up. Costs one call for each tool. For Maintainers and Owners of the group.',
    isNeverNull: true,
    steps: slugs.map((slug) => ({ operation: getOperation(slug) })),
    returns: { type: GroupIntegration, list: true },
    resolve: async (group, _, calls) => {
      const { id = '' } = group.path;
      const integrations = await Promise.all(slugs.map((slug) => calls.load(GroupIntegration, { id, slug })));
      return integrations.filter((integration) => integration !== null);
    },
  }),
  integration: f.lookup(GroupIntegration, {
    description:
      'Integration of the group with one tool, enabled or disabled; null if it was never set up. For Maintainers and Owners of the group.',
    args: (arg) => ({
      tool: arg({ type: toolInputType, required: true, description: 'Tool that can be configured.' }),
    }),
    path: ({ id }, { tool }) => ({ id, slug: parseSlug(tool, ['tool']) }),
  }),
}));

/** Member of all bodies that is a separate choice, which excludes settings. */
const inheritanceMember = 'use_inherited_settings';

/** Defines the input of the settings of one tool. */
function defineToolInput(slug: Slug): InputDefinition<object> {
  const schema = getBodySchema(standardContract, setOperation(slug));
  const { description, required } = resolve(schema);
  const members = new Map(attributesOf(schema));
  members.delete(inheritanceMember);
  return defineInput(`${tools[slug]}IntegrationInput`, {
    description: describe(description),
    fields: (t, graph) => createMemberFields(graph, t, members, new Set(required)),
  });
}

const toolInputs = new Map(slugs.map((slug) => [slug, defineToolInput(slug)]));

const toolChoice = defineInput('GroupIntegrationInput', {
  isOneOf: true,
  description: 'Tool of a group integration, with its own or inherited settings. Exactly one member.',
  fields: (t) =>
    Object.fromEntries([
      ...[...toolInputs].map(([slug, type]): [string, InputFieldRef<Types, unknown>] => {
        return [camelCase(slug), t.field({ type, description: toGraphNames(toolDescriptions[slug] ?? '') })];
      }),
      [
        'inherited',
        t.field({
          type: toolInputType,
          description: 'Tool with the settings of the parent group or of the instance, without its own.',
          deprecationReason:
            'Use `useInheritedSettings` beside the members of the tool: services may require them in this case, too.',
        }),
      ],
    ]),
});

/** Returns the chosen tool, its settings, and the member of the choice that contains them. */
function parseChoice(choice: object): { readonly slug: Slug; readonly settings: Args; readonly member: string } {
  for (const [member, value] of Object.entries(choice)) {
    if (member === 'inherited' && isSlug(value))
      return { slug: value, settings: { useInheritedSettings: true }, member };
    const slug = slugs.find((each) => camelCase(each) === member);
    if (slug !== undefined) return { slug, settings: value, member };
  }
  throw new Error('A @oneOf input has exactly one member');
}

const groupId = { required: true, description: groupIdDescription } as const;
const parseGroup = (group: string) => parseReference('Group', group, ['input', 'group']);
const [firstSlug = 'task-tracker-a', ...furtherSlugs] = slugs;

const groupIntegrationSet = defineChoiceMutation('groupIntegrationSet', {
  operations: [setOperation(firstSlug), ...furtherSlugs.map(setOperation)],
  description:
    'Sets up the integration of a group with a third-party tool, or changes its settings, and enables it. For Maintainers and Owners of the group.',
  input: (t) => ({
    group: t.id(groupId),
    integration: t.field({
      type: toolChoice,
      required: true,
      description:
        'Tool and its settings. Required members are required on changes, too. Send all settings: whether the service keeps or resets an absent setting is not documented.',
    }),
    useInheritedSettings: t.boolean({
      description: 'Whether to use the settings of the parent group or instance. Defaults to false.',
    }),
  }),
  operation: ({ integration }) => setOperation(parseChoice(integration).slug),
  check: ({ integration, useInheritedSettings }) =>
    useInheritedSettings === false && parseChoice(integration).member === 'inherited'
      ? [{ path: ['input', 'useInheritedSettings'], message: 'must not be false together with inherited' }]
      : [],
  nested: ({ integration, useInheritedSettings }) => {
    const { slug, settings, member } = parseChoice(integration);
    return {
      body: toBody(getBodySchema(standardContract, setOperation(slug)), { useInheritedSettings, ...settings }),
      inputPath: ['input', 'integration', member],
    };
  },
  request: ({ group }, body) => ({ path: { id: parseGroup(group) }, body }),
  payload: (f) => ({
    groupIntegration: f.object(GroupIntegration, 'The integration after the change, with its settings.', {
      parent: (request) => ({ ...request.path, slug: getSlug(request.operation) }),
    }),
    group: f.parent(Group),
  }),
});

const groupIntegrationDisable = defineChoiceMutation('groupIntegrationDisable', {
  operations: [disableOperation(firstSlug), ...furtherSlugs.map(disableOperation)],
  description:
    'Disables the integration of a group with a third-party tool and resets its settings. For Maintainers and Owners of the group.',
  input: (t) => ({
    group: t.id(groupId),
    tool: t.field({ type: toolInputType, required: true, description: 'Tool that can be configured.' }),
  }),
  operation: ({ tool }) => disableOperation(parseSlug(tool, ['input', 'tool'])),
  request: ({ group }) => ({ path: { id: parseGroup(group) } }),
  payload: (f) => ({
    groupIntegration: f.lookup(
      GroupIntegration,
      'The disabled integration without settings. Selecting its fields costs one call.',
      ({ operation: id, path }) => ({ id: path?.id ?? '', slug: getSlug(id) }),
    ),
    group: f.parent(Group),
  }),
});

export const groupIntegrations: Area = {
  name: 'group-integrations',
  declarations: [
    GroupIntegration,
    ...settingsInterfaces,
    integrationSettings,
    toolInputType,
    ...toolInputs.values(),
    toolChoice,
    // Only the path parameters of an integration that was disabled are available.
    defineOccurrenceByPath(GroupIntegration),
    groupIntegrationFields,
    groupFields,
    groupIntegrationSet,
    groupIntegrationDisable,
    defineRootLookup(GroupIntegration),
  ],
};
