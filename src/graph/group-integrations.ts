/** Connections of groups to third-party tools. */
import type { InputObjectRef } from '@pothos/core';
import { attributesOf, type OperationId, operation, resolve, type SchemaType } from '../contract/index.ts';
import { badInput, RestError, type Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import { builder, type Types } from './kit/builder.ts';
import { enumType, inputEnumType, unknownWord } from './kit/contract/enums.ts';
import { type Args, bodySchema, memberFields, toBody } from './kit/contract/inputs.ts';
import { camelCase, describe, toGraphNames } from './kit/contract/names.ts';
import { descriptionOf, valueInterface, valueType } from './kit/contract/types.ts';
import { addChoiceMutation } from './kit/fields/choice-mutation.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { groupReference, parseReference } from './kit/resources/references.ts';
import { embeddedObject } from './kit/resources/resource.ts';

/** The tools that can be set up, by slug, with their names in the contract. */
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
} as const satisfies Readonly<Record<SchemaType<'GroupIntegrationSlug'>, string>>;

type Slug = keyof typeof tools;

const isSlug = (value: unknown): value is Slug => typeof value === 'string' && Object.hasOwn(tools, value);
const slugs = Object.keys(tools).filter(isSlug);

const getOperation = (slug: Slug) => `get${tools[slug]}Integration` as const;
const setOperation = (slug: Slug) => `set${tools[slug]}Integration` as const;
const disableOperation = (slug: Slug) => `disable${tools[slug]}Integration` as const;
const integrationSchema = (slug: Slug) => `${tools[slug]}Integration` as const;
const settingsSchema = (slug: Slug) => `${tools[slug]}Settings` as const;

/** The slug that an operation on one tool names in its path. */
const slugOf = (id: OperationId): string => operation(id).path.split('/').at(-1) ?? '';

/** The slug of a tool that can be set up, from an argument. */
function parseSlug(value: unknown, path: Violation['path']): Slug {
  if (isSlug(value)) return value;
  throw badInput([{ path, message: 'must be one of the tools that can be set up' }]);
}

export const GroupIntegration = resourceType({
  name: 'GroupIntegration',
  parameters: ['id', 'slug'],
  schema: 'GroupIntegrationDetail',
  owner: { type: Group },
  pathOf: ({ slug }, parent) => ({ id: parent.id, slug: slug ?? parent.slug }),
  schemaAt: ({ slug }) => (isSlug(slug) ? integrationSchema(slug) : undefined),
  retrieve: {
    operation: slugs.map(getOperation),
    request: ({ id, slug }) => {
      if (!isSlug(slug)) throw new RestError('NOT_FOUND', 'No call reads this tool');
      return { operation: getOperation(slug), path: { id } };
    },
  },
});

/** Settings that several tools have, as interfaces of them. */
const sharedSettings = [
  {
    name: 'NotificationSettings',
    description: 'Settings of a tool that is notified of what happens: of which branches, and of which pipelines.',
    attributes: {
      branches_to_be_notified:
        'Branches whose pushes and pipelines the tool hears about; null when the integration is not set up.',
      notify_only_broken_pipelines: 'Whether the tool hears only about pipelines that failed; null when not set.',
      notify_only_when_pipeline_status_changes:
        'Whether the tool hears about a pipeline only when its status differs from that of the previous pipeline; null when not set.',
    },
  },
  {
    name: 'IssueTrackerSettings',
    description: 'Settings of an issue tracker outside of the upstream.',
    attributes: {
      issues_url:
        'Address pattern of an issue in the issue tracker, to which references to issues are linked; null when not set.',
      project_url: "Address of the project's page in the issue tracker; null when not set.",
    },
  },
  {
    name: 'TlsSettings',
    description: 'Settings of a tool on a server whose TLS certificate can be checked.',
    attributes: {
      enable_ssl_verification: "Whether the TLS certificate of the tool's server is checked; null when not set.",
    },
  },
];
for (const { name, description, attributes } of sharedSettings) {
  const [first, ...others] = slugs.map(settingsSchema).filter((schema) => {
    const known = attributesOf(schema);
    return Object.keys(attributes).every((attribute) => known.has(attribute));
  });
  if (first !== undefined) valueInterface(name, describe(description, true), [first, ...others], attributes);
}

const integrationSettings = builder.unionType('IntegrationSettings', {
  description: describe(
    'Settings of the connection of a group to a tool, in the form of that tool. Secrets are never shown, only whether they are set.',
    true,
  ),
  types: slugs.map((slug) => valueType(settingsSchema(slug))),
});

// A tool that was switched off is known by its address only.
GroupIntegration.occursByPath();

const toolInputType = inputEnumType('GroupIntegrationSlug');

addFields(GroupIntegration, (f) => ({
  databaseId: f.attribute('id'),
  tool: f.derived(
    'slug',
    enumType('GroupIntegrationSlug'),
    {
      description:
        'The tool, as inputs name it; `UNKNOWN` for one that cannot be set up here, of which `slug` tells the word.',
    },
    (slug) => (slug === null || isSlug(slug) ? slug : unknownWord),
  ),
  ...f.attributes('slug', 'title', 'active', 'inherited', 'created_at', 'updated_at', 'comment_on_event_enabled'),
  ...f.attributes('commit_events', 'push_events', 'tag_push_events', 'merge_requests_events', 'alert_events'),
  ...f.attributes('issues_events', 'confidential_issues_events', 'note_events', 'confidential_note_events'),
  ...f.attributes('pipeline_events', 'job_events', 'deployment_events', 'wiki_page_events', 'vulnerability_events'),
  settings: f.composed({
    type: GroupIntegration,
    attributes: ['properties'],
    steps: [],
    value: integrationSettings,
    description:
      'Settings of the tool, beside the kinds of events; null for a tool that cannot be set up here. A list does not carry it, so there it costs one call an integration.',
    resolve: async (integration, _, calls) => {
      const { slug } = integration.path;
      if (!isSlug(slug)) return null;
      const settings = embeddedObject(await calls.attribute(integration, 'properties'));
      return settings && { ...settings, __typename: settingsSchema(slug) };
    },
  }),
  group: f.lookup(Group, {
    description: 'The group that the tool is connected to.',
  }),
}));

const { 'x-enum-descriptions': toolDescriptions = {} } = resolve({ $ref: '#/components/schemas/GroupIntegrationSlug' });

addFields(Group, (f) => ({
  integrations: f.connection('listGroupIntegrations', GroupIntegration),
  integration: f.lookup(GroupIntegration, {
    description:
      'The connection of the group to one tool, switched off or not; null when it was never set up. For Maintainers and Owners of the group.',
    args: (arg) => ({
      slug: arg({ type: toolInputType, required: true, description: 'The tool, one of those that can be set up.' }),
    }),
    path: ({ id }, { slug }) => ({ id, slug: parseSlug(slug, ['slug']) }),
  }),
}));

/** Whether settings are inherited is asked for beside the tool, as it concerns each of them. */
const common = 'use_inherited_settings';

/** The settings of one tool, as an input. */
function toolInput(slug: Slug): InputObjectRef<Types, object> {
  const schema = bodySchema(setOperation(slug));
  const { description, required } = resolve(schema);
  const members = new Map(attributesOf(schema));
  members.delete(common);
  return builder.inputRef<object>(`${tools[slug]}IntegrationInput`).implement({
    description: describe(description),
    fields: (t) => memberFields(t, members, new Set(required)),
  });
}

const toolChoice = builder.inputRef<object>('GroupIntegrationInput').implement({
  isOneOf: true,
  description: 'One of the tools that a group can be connected to, with the settings for it. Exactly one member.',
  fields: (t) =>
    Object.fromEntries(
      slugs.map((slug) => {
        const description = [toolDescriptions[slug], operation(setOperation(slug)).description].join(' ');
        return [camelCase(slug), t.field({ type: toolInput(slug), description: toGraphNames(description) })];
      }),
    ),
});

/** The tool that was chosen, and what is to be set. */
function chosenTool(choice: object): { readonly slug: Slug; readonly settings: Args } {
  const given: ReadonlyMap<string, Args> = new Map(Object.entries(choice));
  for (const slug of slugs) {
    const settings = given.get(camelCase(slug));
    if (settings !== undefined) return { slug, settings };
  }
  throw new Error('A @oneOf input has exactly one member');
}

const groupId = { required: true, description: groupReference } as const;
const parseGroup = (group: string) => parseReference('Group', group, ['input', 'group']);
const { [common]: inheritance = {} } = Object.fromEntries(attributesOf('SetWikiAIntegrationBody'));
const [firstSlug = 'task-tracker-a', ...furtherSlugs] = slugs;

addChoiceMutation('groupIntegrationSet', {
  operations: [setOperation(firstSlug), ...furtherSlugs.map(setOperation)],
  description:
    'Connects a group to a third-party tool, or gives the connection new settings, and switches it on. For Maintainers and Owners of the group.',
  input: (t) => ({
    group: t.id(groupId),
    integration: t.field({
      type: toolChoice,
      required: true,
      description:
        'The tool and its settings. What a tool requires is required here too, also of a tool that was set up before.',
    }),
    useInheritedSettings: t.boolean({ description: toGraphNames(descriptionOf(inheritance)) }),
  }),
  operation: ({ integration }) => setOperation(chosenTool(integration).slug),
  nested: ({ integration, useInheritedSettings }) => {
    const { slug, settings } = chosenTool(integration);
    return {
      body: toBody(bodySchema(setOperation(slug)), { ...settings, useInheritedSettings }),
      place: ['input', 'integration', camelCase(slug)],
    };
  },
  request: ({ group }, body) => ({ path: { id: parseGroup(group) }, body }),
  payload: (f) => ({
    integration: f.object(GroupIntegration, 'The integration as it is now, with its settings.', {
      parent: (request) => ({ ...request.path, slug: slugOf(request.operation) }),
    }),
    group: f.parent(Group),
  }),
});

addChoiceMutation('groupIntegrationDisable', {
  operations: [disableOperation(firstSlug), ...furtherSlugs.map(disableOperation)],
  description:
    'Switches the connection of a group to a third-party tool off and resets its settings, so that setting it up again needs all of them. For Maintainers and Owners of the group.',
  input: (t) => ({
    group: t.id(groupId),
    slug: t.field({ type: toolInputType, required: true, description: 'The tool, one of those that can be set up.' }),
  }),
  operation: ({ slug }) => disableOperation(parseSlug(slug, ['input', 'slug'])),
  request: ({ group }) => ({ path: { id: parseGroup(group) } }),
  payload: (f) => ({
    integration: f.lookup(
      GroupIntegration,
      'The integration after the call, read again when anything of it is selected; it is switched off and has no settings.',
      ({ operation: id, path }) => ({ id: path?.id ?? '', slug: slugOf(id) }),
    ),
    group: f.parent(Group),
  }),
});
