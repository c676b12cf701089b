/** Values of other types than documented, and responses in other forms: each affects only its own field. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { nullsAccepted } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

describe('a value of another type', () => {
  const body = {
    id: 7,
    iid: 1e30,
    status: 5,
    source: ['hidden'],
    ref: { hidden: true },
    sha: 12345,
    tag: 'hidden',
    created_at: 5,
    duration: 'hidden',
    queued_duration: 'hidden',
    coverage: 98.5,
    user: 'bob',
  };

  test('returns an error at its field that does not contain the value', async () => {
    const { execute } = await startStubbed({ 'GET /projects/5/pipelines/7': { body } });
    const { data, errors = [] } = await execute(
      '{ project(id: 5) { pipeline(id: 7) { status sha coverage user { username } iid source ref tag createdAt duration queuedDuration } } }',
    );
    expect(data).toEqual({
      project: {
        pipeline: {
          status: 'UNKNOWN',
          sha: '12345',
          coverage: 98.5,
          user: null,
          iid: null,
          source: null,
          ref: null,
          tag: null,
          createdAt: null,
          duration: null,
          queuedDuration: null,
        },
      },
    });
    expect(errors.map(({ path }) => path?.at(-1))).toEqual([
      'user',
      'iid',
      'source',
      'ref',
      'tag',
      'createdAt',
      'duration',
      'queuedDuration',
    ]);
    for (const { message, extensions } of errors) {
      expect(message).toMatch(
        /^(?:The upstream returned an invalid \w+|Invalid response from the upstream: expected a JSON object, got .+)$/,
      );
      expect(extensions?.code).toBe('UPSTREAM_INVALID_RESPONSE');
    }
  });

  test('returns strings that are not URLs or email addresses unchanged, and null with an error for a number', async () => {
    const user = {
      id: 7,
      web_url: '/dana.kim',
      website_url: '',
      avatar_url: 'not an address',
      public_email: '_private',
    };
    const { execute } = await startStubbed({ 'GET /users/7': { body: { ...user, commit_email: 5 } } });
    const { data, errors } = await execute(
      '{ user(by: { id: 7 }) { webUrl websiteUrl avatarUrl publicEmail commitEmail } }',
    );
    expect(data).toEqual({
      user: {
        webUrl: '/dana.kim',
        websiteUrl: '',
        avatarUrl: 'not an address',
        publicEmail: '_private',
        commitEmail: null,
      },
    });
    expect(errors).toMatchObject([
      { path: ['user', 'commitEmail'], message: 'The upstream returned an invalid EmailAddress' },
    ]);
  });

  test('returns null with an error for items that are not objects, and the other items', async () => {
    const { execute } = await startStubbed({
      'GET /projects/5/labels': { body: [null, 'bug', 5, [], {}, { id: 1, name: 'fine' }] },
    });
    const { data, errors = [] } = await execute<{
      project: { labels: { nodes: unknown[]; edges: { node: unknown }[] } };
    }>('{ project(id: 5) { labels { nodes { name } edges { cursor node { name } } pageInfo { hasNextPage } } } }');
    const nodes = [null, null, null, null, { name: null }, { name: 'fine' }];
    expect(data.project.labels).toEqual({
      nodes,
      edges: nodes.map((node) => ({ cursor: expect.any(String), node })),
      pageInfo: { hasNextPage: false },
    });
    expect(new Set(errors.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UPSTREAM_INVALID_RESPONSE']));
  });

  test('causes no unhandled rejection if a read fails after an item that is not an object', async () => {
    const unhandled: unknown[] = [];
    const recordRejection = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', recordRejection);
    onTestFinished(() => {
      process.off('unhandledRejection', recordRejection);
    });
    const { execute, calls } = await startStubbed({
      'GET /projects/5/pipelines': { body: [{ id: 7, status: 'success' }, 5] },
      'GET /projects/5/pipelines/7': { status: 403, body: { message: '403 Forbidden' } },
    });
    const { data, errors = [] } = await execute('{ project(id: 5) { pipelines { nodes { status duration } } } }');
    expect(data).toEqual({ project: { pipelines: { nodes: [{ status: 'SUCCESS', duration: null }, null] } } });
    expect(errors.map(({ path, extensions }) => [path?.slice(3), extensions?.code]).sort()).toEqual([
      [[0, 'duration'], 'FORBIDDEN'],
      [[1], 'UPSTREAM_INVALID_RESPONSE'],
    ]);
    expect(calls).toEqual(['GET /projects/5/pipelines?page=1&per_page=20', 'GET /projects/5/pipelines/7']);
    expect(unhandled).toEqual([]);
  });

  test('converts numbers and booleans in another notation', async () => {
    const { execute } = await startStubbed({
      'GET /projects/5/pipelines/7': {
        body: {
          id: 7,
          duration: '2.0',
          queued_duration: '2.5',
          coverage: '98.50',
          tag: 1,
          archived: 0,
          detailed_status: { has_details: '1', illustration: { image: '/pending.svg', size: 'svg-430' } },
        },
      },
      'GET /projects/5/pipelines/8': {
        body: { id: 8, duration: '61', coverage: 12, detailed_status: { illustration: '/passed.svg' } },
      },
    });
    const { data, errors } = await execute(`{
        project(id: 5) {
          odd: pipeline(id: 7) { duration queuedDuration coverage tag archived detailedStatus { hasDetails illustration } }
          plain: pipeline(id: 8) { duration coverage detailedStatus { illustration } }
        }
      }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      project: {
        odd: {
          duration: 2,
          queuedDuration: 2.5,
          coverage: 98.5,
          tag: true,
          archived: false,
          detailedStatus: { hasDetails: true, illustration: { image: '/pending.svg', size: 'svg-430' } },
        },
        plain: { duration: 61, coverage: 12, detailedStatus: { illustration: '/passed.svg' } },
      },
    });
  });

  test('returns null with an error for integers above 2^53 and for fractions of bytes', async () => {
    const { execute } = await startStubbed({
      'GET /groups': {
        body: `[{"id":5,"parent_id":9007199254740993,"statistics":{"storage_size":9007199254740993,"wiki_size":"36893488147419103232","packages_size":1.5}}]`,
      },
    });
    const { data, errors } = await execute(
      '{ groups { edges { node { parent { databaseId } } statistics { storageSize wikiSize packagesSize } } } }',
    );
    expect(data).toEqual({
      groups: {
        edges: [
          {
            node: { parent: { databaseId: null } },
            statistics: { storageSize: null, wikiSize: null, packagesSize: null },
          },
        ],
      },
    });
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions?.code])).toEqual(
      ['databaseId', 'storageSize', 'wikiSize', 'packagesSize'].map((name) => [name, 'UPSTREAM_INVALID_RESPONSE']),
    );
  });

  test('returns null for a list of strings, with an error at the item of another type', async () => {
    const { execute } = await startStubbed({
      'GET /runners/7': { body: { id: 7, tag_list: ['ruby', { hidden: true }, null, 'mysql'] } },
    });
    const { data, errors } = await execute('{ runner(id: 7) { tagList } }');
    expect(data).toEqual({ runner: { tagList: null } });
    expect(errors).toMatchObject([
      { path: ['runner', 'tagList', 1], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
    expect(errors).toHaveLength(1);
  });
});

test('assigns upstream messages to the input field of that name, or else to the input or to no path', async () => {
  const facade = await startStubbed({
    'POST /projects/5/labels': {
      status: 400,
      body: { message: { title: ['has already been taken'], color: ['is no color'], base: ['Labels are locked'] } },
    },
  });
  const { payload } = await mutate(
    facade,
    'labelCreate',
    { project: '5', name: 'a', color: '#112233' },
    'label { name }',
  );
  expect(payload).toMatchObject({
    label: null,
    errors: [
      { code: 'BAD_USER_INPUT', message: 'has already been taken', path: ['input', 'name'] },
      { code: 'BAD_USER_INPUT', message: 'is no color', path: ['input', 'color'] },
      { code: 'BAD_USER_INPUT', message: 'Labels are locked', path: null },
    ],
  });
});

test('converts booleans that are sent as strings', async () => {
  const properties = { webhook: 'w', notify_only_broken_pipelines: 'true', group_mentions_events: '0' };
  const { execute } = await startStubbed({
    'GET /groups/5/integrations/chat-b': { body: { slug: 'chat-b', active: '1', properties } },
  });
  const { data, errors } = await execute(
    '{ group(id: 5) { integration(tool: CHAT_B) { active settings { ... on ChatBSettings { notifyOnlyBrokenPipelines groupMentionsEvents } } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    group: {
      integration: { active: true, settings: { notifyOnlyBrokenPipelines: true, groupMentionsEvents: false } },
    },
  });
});

test.each([
  [202, 'CREATED'],
  [200, null],
])(
  'returns the id of an export from the path, and its status from %i, without a body',
  async (status, exportStatus) => {
    const { execute, calls } = await startStubbed(
      { 'GET /security/vulnerability_exports/7': { status } },
      nullsAccepted,
    );
    const { data, errors } = await execute('{ vulnerabilityExport(id: 7) { id databaseId status downloadUrl } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      vulnerabilityExport: {
        id: 'gid://service/VulnerabilityExport/7',
        databaseId: 7,
        status: exportStatus,
        downloadUrl: null,
      },
    });
    expect(calls).toEqual(['GET /security/vulnerability_exports/7']);
  },
);

test.each([200, 204])('returns an error at each field whose read returns %i without a body', async (status) => {
  const { execute } = await startStubbed({
    'GET /user': { status },
    'GET /projects/5': { status },
    'GET /users': { status },
  });
  const { data, errors } = await execute('{ currentUser { name } project(id: 5) { name } users { nodes { name } } }');
  expect(data).toEqual({ currentUser: null, project: null, users: null });
  expect(errors?.map(({ path, extensions }) => [path?.[0], extensions?.code]).sort()).toEqual([
    ['currentUser', 'UPSTREAM_INVALID_RESPONSE'],
    ['project', 'UPSTREAM_INVALID_RESPONSE'],
    ['users', 'UPSTREAM_INVALID_RESPONSE'],
  ]);
});

test.each([200, 202])(
  'returns the ids in the path of a write after %i without a body, without a read',
  async (status) => {
    const { execute, calls } = await startStubbed({
      'PUT /runners/6': { status },
      'POST /projects/5/pipelines/7/cancel': { status },
      'PUT /projects/5/issues/3/notes/9': { status },
      'PUT /projects/5/merge_requests/4/reset_approvals': { status },
    });
    const { data, errors } = await execute(`mutation {
    runnerPause(input: { id: "6" }) { runner { id databaseId } }
    pipelineCancel(input: { id: "gid://service/Pipeline/5/7" }) { pipeline { id databaseId } }
    noteUpdate(input: { id: "gid://service/Note/issue/5/3/9", body: "a" }) { note { id databaseId } }
    mergeRequestApprovalsReset(input: { id: "gid://service/MergeRequest/5/4" }) { mergeRequest { id iid project { databaseId } } }
  }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      runnerPause: { runner: { id: 'gid://service/Runner/6', databaseId: 6 } },
      pipelineCancel: { pipeline: { id: 'gid://service/Pipeline/5/7', databaseId: 7 } },
      noteUpdate: { note: { id: 'gid://service/Note/issue/5/3/9', databaseId: 9 } },
      mergeRequestApprovalsReset: {
        mergeRequest: { id: 'gid://service/MergeRequest/5/4', iid: 4, project: { databaseId: 5 } },
      },
    });
    expect(calls).toHaveLength(4);
    expect(calls.filter((call) => call.startsWith('GET'))).toEqual([]);
  },
);

test('accepts a list of one object in place of the object', async () => {
  const pipeline = { id: 7, iid: 3, detailed_status: [{ icon: 'status_success' }], user: [{ id: 1, username: 'sam' }] };
  const { execute } = await startStubbed({
    'GET /projects/5/pipelines/7': { body: [pipeline] },
    'POST /projects/5/labels': { body: [{ id: 1, name: 'a' }] },
    'GET /projects/5/approvals': { body: [{ reset_approvals_on_push: true }] },
  });
  const { data, errors } = await execute(
    '{ project(id: 5) { pipeline(id: 7) { iid extra detailedStatus { icon } user { username } } approvalConfiguration { resetApprovalsOnPush } } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    project: {
      pipeline: { iid: 3, extra: null, detailedStatus: { icon: 'status_success' }, user: { username: 'sam' } },
      approvalConfiguration: { resetApprovalsOnPush: true },
    },
  });
  const written = await execute(
    'mutation { labelCreate(input: { project: "5", name: "a", color: "#112233" }) { label { id name } } }',
  );
  expect(written).toEqual({ data: { labelCreate: { label: { id: 'gid://service/Label/5/1', name: 'a' } } } });
});

test.each([
  ['a list', { body: [{ id: 1 }, { id: 2 }] }, 'UPSTREAM_INVALID_RESPONSE'],
  ['a string', { body: '"created"' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['an undocumented 304', { status: 304 }, 'UPSTREAM_INVALID_RESPONSE'],
])('returns an error for a write with the response %s', async (_, response, code) => {
  const { execute } = await startStubbed({ 'POST /projects/5/labels': response });
  const { errors } = await execute(
    'mutation { labelCreate(input: { project: "5", name: "a", color: "#112233" }) { label { name } errors { code } } }',
  );
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual([code]);
});

test('ignores a byte order mark before a response', async () => {
  const { execute } = await startStubbed({ 'GET /projects/5': { body: '\ufeff{"id":5,"name":"Five"}' } });
  const { data, errors } = await execute('{ project(id: 5) { name } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: { name: 'Five' } });
});
