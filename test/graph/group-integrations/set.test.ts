import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything, inGraphNames } from '../everything.ts';
import { channels, read, requiredOf, set, toInput, toolOf, tools } from './tools.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const sent = (): unknown => facade.requests.at(-1)?.body;

/** The kinds of events of section 2.4, which lists tell too. */
const listed =
  /^(push|issues|confidential_issues|merge_requests|tag_push|note|confidential_note|pipeline|wiki_page|deployment)_events$/;

describe.each(tools)('$slug', (tool) => {
  const { slug, member, settings, body, required, secrets } = tool;

  test('accepts every parameter, and returns the settings, of secrets only whether they are set, in one call', async () => {
    const events = Object.fromEntries(Object.entries(body).filter(([name]) => listed.test(name)));
    const shown = Object.entries(body).filter(([name]) => !listed.test(name));
    const flags = Object.keys(toInput(events)).join(' ');
    const selection = `slug tool active inherited ${flags} settings { __typename ... on ${settings} { ${everything(settings)} } }`;
    const { payload, answer } = await set(facade, { [member]: toInput(body) }, { selection });
    expect(payload).toEqual({
      groupIntegration: {
        slug,
        tool: slug.replaceAll('-', '_').toUpperCase(),
        active: true,
        inherited: false,
        ...toInput(events),
        settings: {
          __typename: settings,
          ...toInput(
            Object.fromEntries(
              shown.map(([name, value]) => (secrets.includes(name) ? [`${name}_set`, true] : [name, value])),
            ),
          ),
          ...(slug === 'task-tracker-a' ? { restrictToBranch: ['main'] } : {}),
          ...(slug === 'ci-service-a' ? { enableSslVerification: true } : {}),
        },
      },
      errors: [],
    });
    expect(facade.calls).toEqual([`PUT /groups/meridian/integrations/${slug}`]);
    expect(sent()).toEqual(body);
    expect(JSON.stringify(answer)).not.toContain('hush');
  });

  test('accepts the required parameters alone', async () => {
    const { payload } = await set(facade, { [member]: toInput(requiredOf(tool)) }, { group: 'harbor' });
    expect(payload).toEqual({ groupIntegration: { slug, active: true, inherited: false }, errors: [] });
    expect(sent()).toEqual(requiredOf(tool));
  });

  test.each(required)('requires %s', async (name) => {
    const { [name]: _, ...rest } = requiredOf(tool);
    const { answer } = await set(facade, { [member]: toInput(rest) });
    const field = Object.keys(Object(inGraphNames({ [name]: '' })))[0];
    expect(answer.errors?.[0]?.message).toContain(`to include required field "${field}"`);
    expect(facade.calls).toEqual([]);
  });
});

test('requires all nine kinds of events for chat C, and none for other chats', async () => {
  const events = toolOf('chat-c').required.filter((name) => name.endsWith('_events'));
  expect(events).toHaveLength(9);
  const { answer } = await set(facade, { chatC: { token: 'hush', room: '@maps' } });
  const missing = answer.errors?.flatMap(
    ({ message }) => /to include required field "(\w+Events)"/.exec(message)?.[1] ?? [],
  );
  expect(missing).toEqual(
    expect.arrayContaining(events.map((name) => Object.keys(Object(inGraphNames({ [name]: true })))[0])),
  );
  expect(facade.calls).toEqual([]);
  for (const chat of ['chatB', 'chatD', 'chatE'])
    expect((await set(facade, { [chat]: { webhook: 'https://hooks.example.com/1' } })).code).toBeUndefined();
});

const wiki = { wikiA: { wikiUrl: 'https://wiki.example.com' } };

test('requires a Maintainer or Owner of the group', async () => {
  const outcomes: Record<string, string | undefined> = {};
  for (const as of ['outsider', 'guest', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const)
    outcomes[as] = (await set(facade, wiki, { as })).code;
  expect(outcomes).toEqual({
    outsider: 'FORBIDDEN',
    guest: 'FORBIDDEN',
    developer: 'FORBIDDEN',
    maintainer: undefined,
    owner: undefined,
    administrator: undefined,
    anonymous: 'UNAUTHENTICATED',
  });
});

test('reports a missing group, and one that the caller may not read, as not found', async () => {
  const unknown = await set(facade, wiki, { group: 'no/such/group' });
  expect(unknown.payload).toMatchObject({ groupIntegration: null, errors: [{ __typename: 'NotFoundError' }] });
  expect((await set(facade, wiki, { group: 'vault', as: 'outsider' })).code).toBe('NOT_FOUND');
});

test.each([
  ['meridian/platform', 'meridian%2Fplatform'],
  ['10', '10'],
  ['gid://service/Group/10', '10'],
])('addresses the group as %s', async (group, path) => {
  const { payload } = await set(facade, wiki, { group, selection: 'id' });
  expect(payload?.groupIntegration).toEqual({ id: 'gid://service/GroupIntegration/10/wiki-a' });
  expect(facade.calls[0]).toBe(`PUT /groups/${path}/integrations/wiki-a`);
});

describe('inheriting', () => {
  test('sets a subgroup to the settings of the group above, without a secret', async () => {
    await set(facade, { monitoringA: { apiKey: 'hush', monitoringEnv: 'above' } });
    facade.forget();
    const { payload } = await set(
      facade,
      { inherited: 'MONITORING_A' },
      {
        group: 'meridian/platform',
        selection: 'inherited settings { ... on MonitoringASettings { monitoringEnv } }',
      },
    );
    expect(payload?.groupIntegration).toEqual({ inherited: true, settings: { monitoringEnv: 'above' } });
    expect(sent()).toEqual({ use_inherited_settings: true });
    expect(facade.calls).toEqual(['PUT /groups/meridian%2Fplatform/integrations/monitoring-a']);
  });

  test.each(tools)('requests the settings above for $slug', async ({ slug }) => {
    const tool = slug.replaceAll('-', '_').toUpperCase();
    await set(facade, { inherited: tool }, { group: 'meridian/platform', selection: 'inherited' });
    expect(sent()).toEqual({ use_inherited_settings: true });
    expect(facade.calls).toEqual([`PUT /groups/meridian%2Fplatform/integrations/${slug}`]);
  });

  test('omits the settings above from a request with own settings', async () => {
    await set(facade, wiki);
    expect(sent()).toEqual({ wiki_url: 'https://wiki.example.com' });
  });
});

test.each(['ALL', 'DEFAULT', 'PROTECTED', 'DEFAULT_AND_PROTECTED'])('notifies of the branches %s', async (word) => {
  const selection = 'settings { ... on ChatDSettings { branchesToBeNotified } }';
  const input = { webhook: 'https://hooks.example.com/1', branchesToBeNotified: word };
  const { payload } = await set(facade, { chatD: input }, { selection });
  expect(payload?.groupIntegration).toEqual({ settings: { branchesToBeNotified: word } });
});

test.each([
  [{ chatD: { webhook: 'https://hooks.example.com/1', branchesToBeNotified: 'ALL' } }, { branchesToBeNotified: 'ALL' }],
  [{ issueTrackerB: { issuesUrl: 'https://b.example.com/:id', projectUrl: 'b' } }, { projectUrl: 'b' }],
  [{ codeHostA: { token: 'hush' } }, {}],
])('sends parameters that several tools have: %j', async (integration, settings) => {
  const selection =
    'settings { ... on NotificationSettings { branchesToBeNotified } ... on IssueTrackerSettings { projectUrl } }';
  const { payload } = await set(facade, integration, { selection });
  expect(payload?.groupIntegration).toEqual({ settings });
});

test('notifies of the default branch by default', async () => {
  await set(facade, { chatD: { webhook: 'https://hooks.example.com/1' } }, { group: 'meridian/apps' });
  const selection = 'settings { ... on ChatDSettings { branchesToBeNotified } }';
  expect(await read(facade, 'chat-d', selection, 'meridian/apps')).toEqual({
    settings: { branchesToBeNotified: 'DEFAULT' },
  });
});

test.each([
  ['ci-server-a', 'CiServerASettings'],
  ['ci-service-b', 'CiServiceBSettings'],
])('%s checks certificates by default', async (slug, settings) => {
  const tool = toolOf(slug);
  const selection = `settings { ... on ${settings} { enableSslVerification } }`;
  const shown = async (body: object) => {
    const options = { selection, group: 'meridian/platform/routing' };
    const { payload } = await set(facade, { [tool.member]: { ...toInput(requiredOf(tool)), ...body } }, options);
    return payload?.groupIntegration?.settings;
  };
  expect(await shown({})).toEqual({ enableSslVerification: true });
  expect(await shown({ enableSslVerification: false })).toEqual({ enableSslVerification: false });
});

test('accepts monitoring tags one a line', async () => {
  const monitoringTags = 'team:routing\nregion:eu\nowner:olivia';
  const selection = 'settings { ... on MonitoringASettings { monitoringTags } }';
  const { payload } = await set(facade, { monitoringA: { apiKey: 'hush', monitoringTags } }, { selection });
  expect(payload?.groupIntegration).toEqual({ settings: { monitoringTags } });
});

test('offers a webhook for each of twelve kinds of events of chat B, all of them secret', async () => {
  expect(channels).toHaveLength(12);
  const { data } = await facade.execute<{ __type: { fields: { name: string; description: string }[] } }>(
    '{ __type(name: "ChatBSettings") { fields { name description } } }',
  );
  const described = data.__type.fields.filter(({ name }) => name.endsWith('ChannelSet'));
  expect(described).toHaveLength(12);
  for (const { description } of described) expect(description).toMatch(/^Whether there is a webhook .*; null if /);
});

test.each([
  [[], ''],
  [['main'], 'main'],
  [['main', 'release/1.0'], 'main,release/1.0'],
])('sends the list of branches %j as %j; an empty one means all', async (restrictToBranch, branches) => {
  const { payload } = await set(
    facade,
    { taskTrackerA: { apiKey: 'hush', restrictToBranch } },
    { selection: 'settings { ... on TaskTrackerASettings { restrictToBranch } }' },
  );
  expect(payload?.groupIntegration).toEqual({ settings: { restrictToBranch } });
  expect(sent()).toEqual({ api_key: 'hush', restrict_to_branch: branches });
});

test.each([[['a,b']], [['main', ' ']]])('rejects the list of branches %j before any call', async (restrictToBranch) => {
  const { payload } = await set(facade, { taskTrackerA: { apiKey: 'hush', restrictToBranch } });
  expect(payload?.errors).toMatchObject([
    {
      message: 'must be a list of values without commas, none of which is blank',
      path: ['input', 'integration', 'taskTrackerA', 'restrictToBranch'],
    },
  ]);
  expect(facade.calls).toEqual([]);
});

test('describes the author of comments in task tracker A', async () => {
  const { data } = await facade.execute<{ __type: { inputFields: { name: string; description: string }[] } }>(
    '{ __type(name: "TaskTrackerAIntegrationInput") { inputFields { name description } } }',
  );
  const member = data.__type.inputFields.find(({ name }) => name === 'apiKey');
  expect(member?.description).toContain('a user of the task tracker, to whom comments are attributed');
});

describe('invalid input', () => {
  test('reports all violations in one error, each at its path', async () => {
    const input = { webhook: 'https://hooks.example.com/1', wikiPageEvents: null };
    const { payload } = await set(facade, { chatB: input }, { group: 'gid://service/Project/9' });
    expect(payload).toEqual({
      groupIntegration: null,
      errors: [
        {
          __typename: 'InvalidInputError',
          code: 'BAD_USER_INPUT',
          message: 'must not be null',
          path: ['input', 'integration', 'chatB', 'wikiPageEvents'],
        },
        {
          __typename: 'InvalidInputError',
          code: 'BAD_USER_INPUT',
          message: 'must be the id of a Group, not of a Project',
          path: ['input', 'group'],
        },
      ],
    });
    expect(facade.calls).toEqual([]);
  });

  test.each([
    ['no tool', {}],
    ['two tools', { ...wiki, codeHostA: { token: 'hush' } }],
    ['a tool that is null', { wikiA: null }],
  ])('rejects %s', async (_, integration) => {
    const { answer } = await set(facade, integration);
    expect(answer.errors?.[0]?.message).toMatch(/[Ee]xactly one key|must be non-null/);
    expect(facade.calls).toEqual([]);
  });

  test('rejects the mask of a secret as its value', async () => {
    const input = { webhook: '[masked]', pushChannel: '[masked]' };
    const { payload } = await set(facade, { chatB: input });
    const refusal = {
      __typename: 'InvalidInputError',
      code: 'BAD_USER_INPUT',
      message: 'must be the secret, not its mask',
    };
    expect(payload).toEqual({
      groupIntegration: null,
      errors: [
        { ...refusal, path: ['input', 'integration', 'chatB', 'webhook'] },
        { ...refusal, path: ['input', 'integration', 'chatB', 'pushChannel'] },
      ],
    });
    expect(facade.calls).toEqual([]);
  });

  test('rejects a parameter that only another tool has', async () => {
    const { answer } = await set(facade, { issueTrackerB: { issuesUrl: 'a', projectUrl: 'b', newIssueUrl: 'c' } });
    expect(answer.errors?.[0]?.message).toContain(
      'value of type "IssueTrackerBIntegrationInput" not to include unknown field "newIssueUrl"',
    );
    expect(facade.calls).toEqual([]);
  });
});
