import { expect, test } from 'vitest';
import { notFound } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { disableIntegration, listItemFields, setIntegration } from './tools.ts';

/** List item of section 2.4 of the reference documentation. */
const item = {
  id: 75,
  title: 'Chat B notifications',
  slug: 'chat-b',
  created_at: '2014-11-20T11:11:11.000+01:00',
  updated_at: '2014-11-20T11:11:12.000+01:00',
  active: true,
  inherited: false,
  commit_events: true,
  push_events: true,
  issues_events: true,
  alert_events: true,
  confidential_issues_events: true,
  merge_requests_events: true,
  tag_push_events: false,
  deployment_events: false,
  note_events: true,
  confidential_note_events: true,
  pipeline_events: true,
  wiki_page_events: true,
  job_events: true,
  comment_on_event_enabled: true,
};

test('returns every documented attribute of list items, and null for vulnerabilityEvents outside the Enterprise edition', async () => {
  const facade = await startStubbed({
    'GET /groups/5/integrations': {
      headers: { 'x-total': '2', 'x-next-page': '' },
      body: [item, { ...item, id: 4294967297, slug: 'brand-new', vulnerability_events: true, novelty: 1 }],
    },
  });
  const { data } = await facade.execute<{ group: { integrations: unknown } }>(
    `{ group(id: 5) { integrations { totalCount nodes { ${listItemFields} } } } }`,
  );
  const expectedFields = {
    id: 'gid://service/GroupIntegration/5/chat-b',
    databaseId: 75,
    title: 'Chat B notifications',
    slug: 'chat-b',
    tool: 'CHAT_B',
    createdAt: '2014-11-20T11:11:11.000+01:00',
    updatedAt: '2014-11-20T11:11:12.000+01:00',
    active: true,
    inherited: false,
    commitEvents: true,
    pushEvents: true,
    issuesEvents: true,
    alertEvents: true,
    confidentialIssuesEvents: true,
    mergeRequestsEvents: true,
    tagPushEvents: false,
    deploymentEvents: false,
    noteEvents: true,
    confidentialNoteEvents: true,
    pipelineEvents: true,
    wikiPageEvents: true,
    jobEvents: true,
    vulnerabilityEvents: null,
    commentOnEventEnabled: true,
  };
  expect(data.group.integrations).toEqual({
    totalCount: 2,
    nodes: [
      expectedFields,
      {
        ...expectedFields,
        id: 'gid://service/GroupIntegration/5/brand-new',
        databaseId: 4294967297,
        slug: 'brand-new',
        tool: 'UNKNOWN',
        vulnerabilityEvents: true,
      },
    ],
  });
});

test('returns whether secrets are set, UNKNOWN for an unknown enum value, and null for missing attributes', async () => {
  const facade = await startStubbed({
    'GET /groups/5/integrations/chat-b': {
      body: {
        ...item,
        properties: {
          webhook: 'https://hooks.example.com/services/secret',
          push_channel: '',
          issue_channel: null,
          branches_to_be_notified: 'every_second',
          notify_only_broken_pipelines: true,
          novelty: { deep: 1 },
        },
      },
    },
  });
  const { data } = await facade.execute(`{ group(id: 5) { integration(tool: CHAT_B) { settings { ... on ChatBSettings {
    webhookSet pushChannelSet issueChannelSet noteChannelSet branchesToBeNotified notifyOnlyBrokenPipelines } } } } }`);
  expect(data).toEqual({
    group: {
      integration: {
        settings: {
          webhookSet: true,
          pushChannelSet: false,
          issueChannelSet: null,
          noteChannelSet: null,
          branchesToBeNotified: 'UNKNOWN',
          notifyOnlyBrokenPipelines: true,
        },
      },
    },
  });
});

test.each([undefined, null, [], 'nothing'])('returns null for settings that are %j', async (properties) => {
  const facade = await startStubbed({
    'GET /groups/5/integrations/wiki-a': { body: { ...item, slug: 'wiki-a', properties } },
  });
  const { data } = await facade.execute(
    '{ group(id: 5) { integration(tool: WIKI_A) { slug settings { __typename } } } }',
  );
  expect(data).toEqual({ group: { integration: { slug: 'wiki-a', settings: null } } });
});

test.each([200, 201, 204])('reads the integration after a write with the status %s and no body', async (status) => {
  const facade = await startStubbed({
    'PUT /groups/5/integrations/wiki-a': { status },
    'GET /groups/5/integrations/wiki-a': { body: { ...item, slug: 'wiki-a', properties: { wiki_url: 'https://w' } } },
  });
  const selection = 'id slug settings { ... on WikiASettings { wikiUrl } }';
  const { payload } = await setIntegration(facade, { wikiA: { wikiUrl: 'https://w' } }, { group: '5', selection });
  expect(payload).toEqual({
    groupIntegration: {
      id: 'gid://service/GroupIntegration/5/wiki-a',
      slug: 'wiki-a',
      settings: { wikiUrl: 'https://w' },
    },
    errors: [],
  });
  expect(facade.calls).toEqual(['PUT /groups/5/integrations/wiki-a', 'GET /groups/5/integrations/wiki-a']);
});

test('identifies the integration by the input if the response omits the slug', async () => {
  const facade = await startStubbed({
    'PUT /groups/5/integrations/chat-a': { body: { id: 1, properties: { room: 'Lobby' } } },
  });
  const selection = 'id settings { __typename ... on ChatASettings { room tokenSet } }';
  const { payload } = await setIntegration(facade, { chatA: { token: 't' } }, { group: '5', selection });
  expect(payload?.groupIntegration).toEqual({
    id: 'gid://service/GroupIntegration/5/chat-a',
    settings: { __typename: 'ChatASettings', room: 'Lobby', tokenSet: null },
  });
  expect(facade.calls).toEqual(['PUT /groups/5/integrations/chat-a']);
});

test.each([
  [400, { message: { webhook: ["can't be blank", 'must be a valid URL'] } }, 'BAD_USER_INPUT'],
  [422, { error: 'Unprocessable' }, 'UNPROCESSABLE'],
  [403, { message: '403 Forbidden' }, 'FORBIDDEN'],
])('returns a payload error for a write with the status %s', async (status, body, code) => {
  const facade = await startStubbed({ 'PUT /groups/5/integrations/chat-d': { status, body } });
  const { payload } = await setIntegration(facade, { chatD: { webhook: 'nonsense' } }, { group: '5' });
  expect(payload?.groupIntegration).toBeNull();
  expect(payload?.errors[0]).toMatchObject({ code });
});

test.each([200, 202, 204])('reports success for a deletion with the status %s and no body', async (status) => {
  const facade = await startStubbed({ 'DELETE /groups/5/integrations/chat-e': { status } });
  const { payload } = await disableIntegration(facade, 'chat-e', { group: '5', selection: '__typename' });
  expect(payload).toEqual({ groupIntegration: { __typename: 'GroupIntegration' }, errors: [] });
});

test('returns null if the disabled integration no longer exists', async () => {
  const facade = await startStubbed({
    'DELETE /groups/5/integrations/chat-e': { status: 204 },
    'GET /groups/5/integrations/chat-e': notFound,
  });
  const { payload } = await disableIntegration(facade, 'chat-e', { group: '5' });
  expect(payload).toEqual({ groupIntegration: null, errors: [] });
});

test.each([{}, { active: true }, { properties: { room: 'Lobby' } }, { room: 'Lobby', token: 'secret' }])(
  'returns slug and tool from the path if the response is %j',
  async (body) => {
    const call = '/groups/5/integrations/chat-a';
    const facade = await startStubbed({ [`PUT ${call}`]: { body }, [`GET ${call}`]: { body } });
    const selection = 'id slug tool';
    const expected = { id: 'gid://service/GroupIntegration/5/chat-a', slug: 'chat-a', tool: 'CHAT_A' };
    const { payload } = await setIntegration(facade, { chatA: { token: 't' } }, { group: '5', selection });
    expect(payload).toEqual({ groupIntegration: expected, errors: [] });
    expect(facade.calls).toEqual([`PUT ${call}`]);
    const { data, errors } = await facade.execute(
      `{ group(id: 5) { integration(tool: CHAT_A) { ${selection} settings { ... on ChatASettings { room } } } } }`,
    );
    expect(errors).toBeUndefined();
    const settings = 'properties' in body ? { room: 'Lobby' } : null;
    expect(data).toEqual({ group: { integration: { ...expected, settings } } });
  },
);
