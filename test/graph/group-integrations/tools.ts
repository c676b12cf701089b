/** The 17 tools, each with all of its parameters, by their REST names. */

import type { Role } from '../../../package/sandbox.ts';
import type { Facade } from '../../harness.ts';
import { everything, inGraphNames } from '../everything.ts';
import { mutate, type Outcome } from '../mutate.ts';

export interface Tool {
  readonly slug: string;
  /** Name in the `@oneOf` input. */
  readonly member: string;
  /** Type of its settings. */
  readonly settings: string;
  readonly required: readonly string[];
  readonly secrets: readonly string[];
  readonly body: Readonly<Record<string, string | number | boolean>>;
}

const threeEvents = { push_events: true, merge_requests_events: false, tag_push_events: true };
const nineEvents = {
  push_events: false,
  issues_events: true,
  confidential_issues_events: false,
  merge_requests_events: true,
  tag_push_events: false,
  note_events: true,
  confidential_note_events: false,
  pipeline_events: true,
  wiki_page_events: false,
};
const chat = {
  notify_only_broken_pipelines: true,
  notify_only_when_pipeline_status_changes: false,
  branches_to_be_notified: 'default_and_protected',
};
/** Webhooks for one kind of event each. */
export const channels = [
  'confidential_issue_channel',
  'confidential_note_channel',
  'deployment_channel',
  'group_confidential_mentions_channel',
  'group_mentions_channel',
  'issue_channel',
  'merge_request_channel',
  'note_channel',
  'pipeline_channel',
  'push_channel',
  'tag_push_channel',
  'wiki_page_channel',
];

type Row = readonly [
  slug: string,
  member: string,
  required: readonly string[],
  secrets: readonly string[],
  body: Tool['body'],
];

const rows: readonly Row[] = [
  ['task-tracker-a', 'taskTrackerA', ['api_key'], ['api_key'], { api_key: 'hush-1', restrict_to_branch: 'main' }],
  ['code-host-a', 'codeHostA', ['token'], ['token'], { token: 'hush-2', subdomain: 'maps' }],
  [
    'ci-server-a',
    'ciServerA',
    ['server_url', 'build_key', 'username', 'password'],
    ['build_key', 'password'],
    {
      server_url: 'https://ci.example.com',
      build_key: 'hush-3',
      username: 'builder',
      password: 'hush-4',
      enable_ssl_verification: false,
    },
  ],
  [
    'issue-tracker-a',
    'issueTrackerA',
    ['new_issue_url', 'issues_url', 'project_url'],
    [],
    {
      new_issue_url: 'https://t.example.com/new',
      issues_url: 'https://t.example.com/:id',
      project_url: 'https://t.example.com',
    },
  ],
  [
    'ci-service-a',
    'ciServiceA',
    ['token', 'project_url'],
    ['token'],
    { token: 'hush-5', project_url: 'https://ci.example.com/maps', ...threeEvents },
  ],
  ['chat-a', 'chatA', ['token'], ['token'], { token: 'hush-6', subdomain: 'maps', room: 'Deployments' }],
  [
    'issue-tracker-b',
    'issueTrackerB',
    ['issues_url', 'project_url'],
    [],
    { issues_url: 'https://b.example.com/:id', project_url: 'https://b.example.com' },
  ],
  ['wiki-a', 'wikiA', ['wiki_url'], [], { wiki_url: 'https://wiki.example.com/maps' }],
  [
    'custom-issue-tracker',
    'customIssueTracker',
    ['new_issue_url', 'issues_url', 'project_url'],
    [],
    {
      new_issue_url: 'https://x.example.com/new',
      issues_url: 'https://x.example.com/:id',
      project_url: 'https://x.example.com',
    },
  ],
  [
    'monitoring-a',
    'monitoringA',
    ['api_key'],
    ['api_key'],
    {
      api_key: 'hush-7',
      api_url: 'https://api.monitor.example.com',
      monitoring_env: 'production',
      monitoring_service: 'maps',
      monitoring_site: 'monitor.example.com',
      monitoring_tags: 'team:routing\nregion:eu',
      archive_trace_events: true,
    },
  ],
  [
    'test-gen-a',
    'testGenA',
    ['test_gen_license_key', 'test_gen_access_token_name', 'test_gen_access_token_secret'],
    ['test_gen_license_key', 'test_gen_access_token_secret'],
    {
      test_gen_license_key: 'hush-8',
      test_gen_access_token_name: 'generator',
      test_gen_access_token_secret: 'hush-9',
    },
  ],
  [
    'chat-b',
    'chatB',
    ['webhook'],
    ['webhook', ...channels],
    {
      webhook: 'https://hooks.example.com/hush-10',
      ...chat,
      ...nineEvents,
      deployment_events: true,
      group_mentions_events: true,
      group_confidential_mentions_events: false,
      ...Object.fromEntries(channels.map((name) => [name, `https://hooks.example.com/hush-${name}`])),
    },
  ],
  [
    'ci-service-b',
    'ciServiceB',
    ['token', 'server_url'],
    ['token'],
    { token: 'hush-11', server_url: 'https://drone.example.com', enable_ssl_verification: false, ...threeEvents },
  ],
  [
    'chat-c',
    'chatC',
    ['token', 'room', ...Object.keys(nineEvents)],
    ['token'],
    {
      token: 'hush-12',
      room: '@maps',
      hostname: 'https://chat.example.com',
      thread: 5_000_000_001,
      ...chat,
      ...nineEvents,
    },
  ],
  [
    'chat-d',
    'chatD',
    ['webhook'],
    ['webhook'],
    { webhook: 'https://hooks.example.com/hush-13', ...chat, ...nineEvents },
  ],
  [
    'chat-e',
    'chatE',
    ['webhook'],
    ['webhook'],
    { webhook: 'https://hooks.example.com/hush-14', ...chat, ...nineEvents },
  ],
  [
    'issue-tracker-c',
    'issueTrackerC',
    ['issues_url', 'project_url'],
    [],
    { issues_url: 'https://c.example.com/:id', project_url: 'https://c.example.com' },
  ],
];

export const tools: readonly Tool[] = rows.map(([slug, member, required, secrets, body]) => ({
  slug,
  member,
  settings: `${member.charAt(0).toUpperCase()}${member.slice(1)}Settings`,
  required,
  secrets,
  body,
}));

export function getTool(slug: string): Tool {
  const match = tools.find((tool) => tool.slug === slug);
  if (match === undefined) throw new Error(`There is no tool ${slug}`);
  return match;
}

/** Converts a slug or REST enum value to an enum value of the graph: `chat-a` to `CHAT_A`. */
export const toEnumValue = (value: string): string => value.replaceAll('-', '_').toUpperCase();

/** Converts the members of a body to input fields. */
export function toInput(body: Tool['body']): Readonly<Record<string, unknown>> {
  const members = Object.entries(body).map(([name, value]) =>
    name === 'branches_to_be_notified' ? [name, toEnumValue(String(value))] : [name, value],
  );
  return Object.fromEntries(Object.entries(Object(inGraphNames(Object.fromEntries(members)))));
}

/** Returns the required members of the body of a tool. */
export function pickRequired({ body, required }: Tool): Tool['body'] {
  return Object.fromEntries(Object.entries(body).filter(([name]) => required.includes(name)));
}

export interface Integration {
  readonly slug: string;
  readonly [attribute: string]: unknown;
}

/** Selection of every attribute that list items contain. */
export const listItemFields = everything('GroupIntegration').replace('settings { __typename }', '');

type IntegrationOutcome = Outcome<{ readonly groupIntegration: Integration | null }>;

export interface MutationOptions {
  readonly as?: Role;
  readonly group?: string;
  readonly selection?: string;
}

/** Sets up a tool. Defaults to a Maintainer of the public group. */
export function setIntegration(
  facade: Facade,
  integration: object,
  options: MutationOptions = {},
): Promise<IntegrationOutcome> {
  const { as = 'maintainer', group = 'meridian', selection = 'slug active inherited' } = options;
  const input = { group, integration };
  return mutate(facade, 'groupIntegrationSet', input, `groupIntegration { ${selection} }`, as);
}

/** Disables a tool. */
export function disableIntegration(
  facade: Facade,
  slug: string,
  options: MutationOptions = {},
): Promise<IntegrationOutcome> {
  const { as = 'maintainer', group = 'meridian', selection = 'slug active' } = options;
  const input = { group, tool: toEnumValue(slug) };
  return mutate(facade, 'groupIntegrationDisable', input, `groupIntegration { ${selection} }`, as);
}

/** Reads the integration of a tool as a Maintainer of the group. */
export async function readIntegration(
  facade: Facade,
  slug: string,
  selection: string,
  group = 'meridian',
): Promise<Integration | null> {
  const { data } = await facade.execute<{ group: { integration: Integration | null } }>(
    `query ($group: ID!, $slug: GroupIntegrationToolInput!) { group(id: $group) { integration(tool: $slug) { ${selection} } } }`,
    { group, slug: toEnumValue(slug) },
    { as: 'maintainer' },
  );
  return data.group.integration;
}
