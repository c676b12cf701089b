import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything, inGraphNames } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { channels, getTool, pickRequired, readIntegration, setIntegration, toInput, tools } from './tools.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const getSentBody = (): unknown => facade.requests.at(-1)?.body;

/** Event flags of section 2.4 of the reference documentation, which list items contain too. */
const listedEventFlag =
  /^(push|issues|confidential_issues|merge_requests|tag_push|note|confidential_note|pipeline|wiki_page|deployment)_events$/;

describe.each(tools)('$slug', (tool) => {
  const { slug, member, settings, body, required, secrets } = tool;

  test('sends every parameter in one call, and returns the settings, of secrets only whether they are set', async () => {
    const events = Object.fromEntries(Object.entries(body).filter(([name]) => listedEventFlag.test(name)));
    const ownSettings = Object.entries(body).filter(([name]) => !listedEventFlag.test(name));
    const flags = Object.keys(toInput(events)).join(' ');
    const selection = `slug tool active inherited ${flags} settings { __typename ... on ${settings} { ${everything(settings)} } }`;
    const { payload, response } = await setIntegration(facade, { [member]: toInput(body) }, { selection });
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
              ownSettings.map(([name, value]) => (secrets.includes(name) ? [`${name}_set`, true] : [name, value])),
            ),
          ),
          ...(slug === 'task-tracker-a' ? { restrictToBranch: ['main'] } : {}),
          ...(slug === 'ci-service-a' ? { enableSslVerification: true } : {}),
        },
      },
      errors: [],
    });
    expect(facade.calls).toEqual([`PUT /groups/meridian/integrations/${slug}`]);
    expect(getSentBody()).toEqual(body);
    expect(JSON.stringify(response)).not.toContain('hush');
  });

  test('accepts the required parameters without others', async () => {
    const { payload } = await setIntegration(facade, { [member]: toInput(pickRequired(tool)) }, { group: 'harbor' });
    expect(payload).toEqual({ groupIntegration: { slug, active: true, inherited: false }, errors: [] });
    expect(getSentBody()).toEqual(pickRequired(tool));
  });

  test.each(required)('requires %s', async (name) => {
    const { [name]: _, ...incomplete } = pickRequired(tool);
    const { response } = await setIntegration(facade, { [member]: toInput(incomplete) });
    const field = Object.keys(Object(inGraphNames({ [name]: '' })))[0];
    expect(response.errors?.[0]?.message).toContain(`to include required field "${field}"`);
    expect(facade.calls).toEqual([]);
  });
});

test('requires all nine event flags for chat C, and none for chats B, D and E', async () => {
  const events = getTool('chat-c').required.filter((name) => name.endsWith('_events'));
  expect(events).toHaveLength(9);
  const { response } = await setIntegration(facade, { chatC: { token: 'hush', room: '@maps' } });
  const missing = response.errors?.flatMap(
    ({ message }) => /to include required field "(\w+Events)"/.exec(message)?.[1] ?? [],
  );
  expect(missing).toEqual(
    expect.arrayContaining(events.map((name) => Object.keys(Object(inGraphNames({ [name]: true })))[0])),
  );
  expect(facade.calls).toEqual([]);
  for (const chat of ['chatB', 'chatD', 'chatE'])
    expect((await setIntegration(facade, { [chat]: { webhook: 'https://hooks.example.com/1' } })).code).toBeUndefined();
});

const wikiIntegration = { wikiA: { wikiUrl: 'https://wiki.example.com' } };

test('requires a Maintainer or Owner of the group', async () => {
  const outcomes: Record<string, string | undefined> = {};
  for (const as of ['outsider', 'guest', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const)
    outcomes[as] = (await setIntegration(facade, wikiIntegration, { as })).code;
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

test('returns NOT_FOUND for a group that does not exist, and for one that the caller may not read', async () => {
  const unknown = await setIntegration(facade, wikiIntegration, { group: 'no/such/group' });
  expect(unknown.payload).toMatchObject({ groupIntegration: null, errors: [{ __typename: 'NotFoundError' }] });
  expect((await setIntegration(facade, wikiIntegration, { group: 'vault', as: 'outsider' })).code).toBe('NOT_FOUND');
});

test.each([
  ['meridian/platform', 'meridian%2Fplatform'],
  ['10', '10'],
  ['gid://service/Group/10', '10'],
])('accepts the group %s, and calls /groups/%s', async (group, path) => {
  const { payload } = await setIntegration(facade, wikiIntegration, { group, selection: 'id' });
  expect(payload?.groupIntegration).toEqual({ id: 'gid://service/GroupIntegration/10/wiki-a' });
  expect(facade.calls[0]).toBe(`PUT /groups/${path}/integrations/wiki-a`);
});

describe('inherited settings', () => {
  test('uses the settings of the parent group in a subgroup, without sending a secret', async () => {
    await setIntegration(facade, { monitoringA: { apiKey: 'hush', monitoringEnv: 'above' } });
    facade.forget();
    const { payload } = await setIntegration(
      facade,
      { inherited: 'MONITORING_A' },
      {
        group: 'meridian/platform',
        selection: 'inherited settings { ... on MonitoringASettings { monitoringEnv } }',
      },
    );
    expect(payload?.groupIntegration).toEqual({ inherited: true, settings: { monitoringEnv: 'above' } });
    expect(getSentBody()).toEqual({ use_inherited_settings: true });
    expect(facade.calls).toEqual(['PUT /groups/meridian%2Fplatform/integrations/monitoring-a']);
  });

  test.each(tools)('sends use_inherited_settings for $slug', async ({ slug }) => {
    const tool = slug.replaceAll('-', '_').toUpperCase();
    await setIntegration(facade, { inherited: tool }, { group: 'meridian/platform', selection: 'inherited' });
    expect(getSentBody()).toEqual({ use_inherited_settings: true });
    expect(facade.calls).toEqual([`PUT /groups/meridian%2Fplatform/integrations/${slug}`]);
  });

  test('omits use_inherited_settings from a request with settings', async () => {
    await setIntegration(facade, wikiIntegration);
    expect(getSentBody()).toEqual({ wiki_url: 'https://wiki.example.com' });
  });
});

test.each(['ALL', 'DEFAULT', 'PROTECTED', 'DEFAULT_AND_PROTECTED'])(
  'sets and returns branchesToBeNotified %s',
  async (branches) => {
    const selection = 'settings { ... on ChatDSettings { branchesToBeNotified } }';
    const input = { webhook: 'https://hooks.example.com/1', branchesToBeNotified: branches };
    const { payload } = await setIntegration(facade, { chatD: input }, { selection });
    expect(payload?.groupIntegration).toEqual({ settings: { branchesToBeNotified: branches } });
  },
);

test.each([
  [{ chatD: { webhook: 'https://hooks.example.com/1', branchesToBeNotified: 'ALL' } }, { branchesToBeNotified: 'ALL' }],
  [{ issueTrackerB: { issuesUrl: 'https://b.example.com/:id', projectUrl: 'b' } }, { projectUrl: 'b' }],
  [{ codeHostA: { token: 'hush' } }, {}],
])('returns settings through the interfaces that several tools implement: %j', async (integration, settings) => {
  const selection =
    'settings { ... on NotificationSettings { branchesToBeNotified } ... on IssueTrackerSettings { projectUrl } }';
  const { payload } = await setIntegration(facade, integration, { selection });
  expect(payload?.groupIntegration).toEqual({ settings });
});

test('sets branchesToBeNotified to DEFAULT by default', async () => {
  await setIntegration(facade, { chatD: { webhook: 'https://hooks.example.com/1' } }, { group: 'meridian/apps' });
  const selection = 'settings { ... on ChatDSettings { branchesToBeNotified } }';
  expect(await readIntegration(facade, 'chat-d', selection, 'meridian/apps')).toEqual({
    settings: { branchesToBeNotified: 'DEFAULT' },
  });
});

test.each([
  ['ci-server-a', 'CiServerASettings'],
  ['ci-service-b', 'CiServiceBSettings'],
])('%s sets enableSslVerification to true by default', async (slug, settings) => {
  const tool = getTool(slug);
  const selection = `settings { ... on ${settings} { enableSslVerification } }`;
  const getSettings = async (body: object) => {
    const options = { selection, group: 'meridian/platform/routing' };
    const { payload } = await setIntegration(
      facade,
      { [tool.member]: { ...toInput(pickRequired(tool)), ...body } },
      options,
    );
    return payload?.groupIntegration?.settings;
  };
  expect(await getSettings({})).toEqual({ enableSslVerification: true });
  expect(await getSettings({ enableSslVerification: false })).toEqual({ enableSslVerification: false });
});

test('accepts monitoring tags on separate lines', async () => {
  const monitoringTags = 'team:routing\nregion:eu\nowner:olivia';
  const selection = 'settings { ... on MonitoringASettings { monitoringTags } }';
  const { payload } = await setIntegration(facade, { monitoringA: { apiKey: 'hush', monitoringTags } }, { selection });
  expect(payload?.groupIntegration).toEqual({ settings: { monitoringTags } });
});

test('describes twelve fields of chat B that return whether the webhook for a kind of event is set', async () => {
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
])('sends the list of branches %j as the string %j', async (restrictToBranch, branches) => {
  const { payload } = await setIntegration(
    facade,
    { taskTrackerA: { apiKey: 'hush', restrictToBranch } },
    { selection: 'settings { ... on TaskTrackerASettings { restrictToBranch } }' },
  );
  expect(payload?.groupIntegration).toEqual({ settings: { restrictToBranch } });
  expect(getSentBody()).toEqual({ api_key: 'hush', restrict_to_branch: branches });
});

test.each([[['a,b']], [['main', ' ']]])(
  'rejects the list of branches %j without a REST call',
  async (restrictToBranch) => {
    const { payload } = await setIntegration(facade, { taskTrackerA: { apiKey: 'hush', restrictToBranch } });
    expect(payload?.errors).toMatchObject([
      {
        message: 'must be a list whose items contain text and no comma',
        path: ['input', 'integration', 'taskTrackerA', 'restrictToBranch'],
      },
    ]);
    expect(facade.calls).toEqual([]);
  },
);

test('describes the author of comments in task tracker A', async () => {
  const { data } = await facade.execute<{ __type: { inputFields: { name: string; description: string }[] } }>(
    '{ __type(name: "TaskTrackerAIntegrationInput") { inputFields { name description } } }',
  );
  const member = data.__type.inputFields.find(({ name }) => name === 'apiKey');
  expect(member?.description).toContain('a user of the task tracker, to whom comments are attributed');
});

describe('invalid input', () => {
  test('reports every violation in one response, each with its path, without a REST call', async () => {
    const input = { webhook: 'https://hooks.example.com/1', wikiPageEvents: null };
    const { payload } = await setIntegration(facade, { chatB: input }, { group: 'gid://service/Project/9' });
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
    ['two tools', { ...wikiIntegration, codeHostA: { token: 'hush' } }],
    ['a tool that is null', { wikiA: null }],
  ])('rejects %s', async (_, integration) => {
    const { response } = await setIntegration(facade, integration);
    expect(response.errors?.[0]?.message).toMatch(/[Ee]xactly one key|must be non-null/);
    expect(facade.calls).toEqual([]);
  });

  test('rejects the mask of a secret as its value', async () => {
    const input = { webhook: '[masked]', pushChannel: '[masked]' };
    const { payload } = await setIntegration(facade, { chatB: input });
    const error = {
      __typename: 'InvalidInputError',
      code: 'BAD_USER_INPUT',
      message: 'must be the secret itself, not a placeholder such as [masked]',
    };
    expect(payload).toEqual({
      groupIntegration: null,
      errors: [
        { ...error, path: ['input', 'integration', 'chatB', 'webhook'] },
        { ...error, path: ['input', 'integration', 'chatB', 'pushChannel'] },
      ],
    });
    expect(facade.calls).toEqual([]);
  });

  test.each([
    [{ wikiA: { wikiUrl: 'https://*****:*****@wiki.example.com' } }, 'wikiUrl'],
    [{ chatD: { webhook: 'https://hooks.slack.com/[redacted]' } }, 'webhook'],
    [{ codeHostA: { token: '[REDACTED]' } }, 'token'],
    [{ codeHostA: { token: '*****' } }, 'token'],
  ])('rejects the masked value in %j', async (integration, name) => {
    const { payload } = await setIntegration(facade, integration);
    expect(payload?.errors).toMatchObject([
      { path: ['input', 'integration', Object.keys(integration)[0], name], message: expect.stringContaining('mask') },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('rejects a parameter that only another tool has', async () => {
    const { response } = await setIntegration(facade, {
      issueTrackerB: { issuesUrl: 'a', projectUrl: 'b', newIssueUrl: 'c' },
    });
    expect(response.errors?.[0]?.message).toContain(
      'value of type "IssueTrackerBIntegrationInput" not to include unknown field "newIssueUrl"',
    );
    expect(facade.calls).toEqual([]);
  });
});

describe('useInheritedSettings', () => {
  test.each(tools)('sends the required parameters of $slug, too', async (tool) => {
    const input = {
      group: 'meridian/platform',
      integration: { [tool.member]: toInput(pickRequired(tool)) },
      useInheritedSettings: true,
    };
    const { payload } = await mutate(
      facade,
      'groupIntegrationSet',
      input,
      'groupIntegration { slug inherited }',
      'maintainer',
    );
    expect(payload).toEqual({ groupIntegration: { slug: tool.slug, inherited: true }, errors: [] });
    expect(getSentBody()).toEqual({ ...pickRequired(tool), use_inherited_settings: true });
  });

  test.each([
    [{ inherited: 'WIKI_A' }, false, 'must not be false together with inherited'],
    [wikiIntegration, null, 'must not be null'],
  ])('rejects %j with the value %j without a call', async (integration, useInheritedSettings, message) => {
    const input = { group: 'meridian', integration, useInheritedSettings };
    const { payload } = await mutate(facade, 'groupIntegrationSet', input, '__typename', 'maintainer');
    expect(payload?.errors).toMatchObject([{ path: ['input', 'useInheritedSettings'], message }]);
    expect(facade.calls).toEqual([]);
  });
});
