/** Successful responses without the documented object: an error if a field needs the object. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

type Errors = readonly {
  readonly message?: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}[];

const code = 'UPSTREAM_INVALID_RESPONSE';
const toPathsWithCode = (errors: Errors = []) =>
  errors.map(({ path, extensions }) => `${path?.join('.')} ${extensions?.code}`).sort();
const toInvalidAt = (...paths: readonly string[]) => paths.map((path) => `${path} ${code}`);

/** Successful responses without an object. */
const responsesWithoutObject = [
  ['201 without a body', { status: 201 }],
  ['201 and null', { status: 201, body: 'null' }],
  ['202 without a body', { status: 202 }],
  ['204', { status: 204 }],
  ['a list', { status: 201, body: '[]' }],
  ['a string', { status: 201, body: '"x"' }],
  ['a number', { status: 201, body: '5' }],
] as const;

describe.each(responsesWithoutObject)('a write with the response %s', (_, response) => {
  test.each([
    ['labelCreate', 'POST /projects/5/labels', { project: '5', name: 'a', color: '#112233' }, ['label { name }']],
    [
      'runnerCreate',
      'POST /user/runners',
      { target: { instance: true } },
      ['runner { id }', 'token', 'tokenExpiresAt'],
    ],
    [
      'noteCreate',
      'POST /projects/5/issues/1/notes',
      { target: { issue: { project: '5', iid: 1 } }, body: 'a' },
      ['note { body }', 'quickActions { commandsChanges }', 'emojiReaction { name }'],
    ],
    [
      'serviceAccountTokenCreate',
      'POST /groups/5/service_accounts/7/personal_access_tokens',
      { serviceAccount: 'gid://service/ServiceAccount/5/7', name: 'a', scopes: ['API'] },
      ['serviceAccountToken { name }', 'token'],
    ],
    [
      'serviceAccountTokenRotate',
      'POST /groups/5/service_accounts/7/personal_access_tokens/9/rotate',
      { id: 'gid://service/ServiceAccountToken/5/7/9' },
      ['serviceAccountToken { name }', 'token'],
    ],
  ])('%s returns an error at each field that needs the response', async (name, route, input, selections) => {
    const facade = await startStubbed({ [route]: response });
    const { response: result, payload } = await mutate(facade, name, input, selections.join(' '));
    const fields = selections.map((selection) => selection.split(' ')[0] ?? '');
    expect(payload).toEqual({ ...Object.fromEntries(fields.map((field) => [field, null])), errors: [] });
    expect(toPathsWithCode(result.errors)).toEqual(toInvalidAt(...fields.map((field) => `${name}.${field}`)).sort());
    for (const { message } of result.errors ?? []) expect(message).toContain('accepted the write');
    expect(facade.calls).toEqual([route]);
  });

  test('returns the changed object from a read by its path', async () => {
    const facade = await startStubbed({
      'POST /projects/5/pipelines/7/retry': response,
      'GET /projects/5/pipelines/7': { body: { id: 7, status: 'running' } },
      'PUT /groups/5': response,
      'GET /groups/5': { body: { id: 5, name: 'Five' } },
      'POST /projects/5/approvals': response,
      'GET /projects/5/approvals': { body: { reset_approvals_on_push: true } },
    });
    const { data, errors } = await facade.execute(`mutation {
        approvalConfigurationUpdate(input: { project: "5", resetApprovalsOnPush: true }) {
          approvalConfiguration { resetApprovalsOnPush }
        }
        pipelineRetry(input: { id: "gid://service/Pipeline/5/7" }) { pipeline { status } }
        groupUpdate(input: { id: "gid://service/Group/5", name: "Five" }) { group { name } }
      }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      pipelineRetry: { pipeline: { status: 'RUNNING' } },
      groupUpdate: { group: { name: 'Five' } },
      approvalConfigurationUpdate: { approvalConfiguration: { resetApprovalsOnPush: true } },
    });
  });
});

test.each([[{}], [{ odd: 1 }]])('returns an error for a created note with the response %j', async (body) => {
  const facade = await startStubbed({ 'POST /projects/5/issues/1/notes': { status: 201, body } });
  const target = { issue: { project: '5', iid: 1 } };
  const { response } = await mutate(facade, 'noteCreate', { target, body: 'a' }, 'note { body }');
  expect(toPathsWithCode(response.errors)).toEqual(toInvalidAt('noteCreate.note'));
});

test('accepts a response that is documented to be empty', async () => {
  const facade = await startStubbed({
    'DELETE /projects/5/labels/7': { status: 204 },
    'POST /import/host-a/gists': { status: 202 },
    'POST /projects/5/labels/7/subscribe': { status: 304 },
    'GET /projects/5/labels/7': { body: { id: 7, name: 'bug' } },
  });
  const { data, errors } = await facade.execute(`mutation {
      labelDelete(input: { id: "gid://service/Label/5/7" }) { deletedLabelId }
      gistImportStart(input: { personalAccessToken: "secret" }) { started }
      labelSubscribe(input: { id: "gid://service/Label/5/7" }) { changed label { name } }
    }`);
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    gistImportStart: { started: true },
    labelSubscribe: { changed: false, label: { name: 'bug' } },
  });
});

test.each([
  ['null', { body: 'null' }],
  ['a list', { body: '[]' }],
  ['a list of numbers', { body: '[1]' }],
  ['a string', { body: '"x"' }],
  ['202 without a body', { status: 202 }],
])('returns an error for a read of one object with the response %s', async (_, response) => {
  const { execute } = await startStubbed({
    'GET /user': response,
    'GET /groups/5': response,
    'GET /projects/5/approvals': response,
    'GET /projects/5/resource_groups': { body: [{ id: 1, key: 'a' }] },
    'GET /projects/5/resource_groups/a/current_job': { status: 204 },
  });
  const { data, errors } = await execute(`{
      currentUser { username }
      group(id: 5) { name }
      project(id: 5) { approvalConfiguration { resetApprovalsOnPush } resourceGroups { nodes { currentJob { id } } } }
    }`);
  expect(data).toEqual({
    currentUser: null,
    group: null,
    project: { approvalConfiguration: null, resourceGroups: { nodes: [{ currentJob: null }] } },
  });
  expect(toPathsWithCode(errors)).toEqual(toInvalidAt('currentUser', 'group', 'project.approvalConfiguration'));
});

test.each([
  ['200 and null', { body: 'null' }],
  ['204', { status: 204 }],
  ['404', { status: 404 }],
])('returns null for an empty response if the contract allows it: %s', async (_, response) => {
  const { execute } = await startStubbed({
    'GET /projects/5/resource_groups': { body: [{ id: 1, key: 'a' }] },
    'GET /projects/5/resource_groups/a/current_job': response,
  });
  const { data, errors } = await execute('{ project(id: 5) { resourceGroups { nodes { currentJob { id } } } } }');
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: { resourceGroups: { nodes: [{ currentJob: null }] } } });
});

test('returns an error for items of another type, and the data of the other items', async () => {
  const deep = `${'['.repeat(2400)}${']'.repeat(2400)}`;
  const { execute } = await startStubbed({
    'GET /projects/5/labels': { body: `[{"id":1,"name":"a"},null,[],1,${deep},{"id":2,"name":"b"}]` },
  });
  const { data, errors } = await execute('{ project(id: 5) { labels { nodes { name } edges { node { name } } } } }');
  const nodes = [{ name: 'a' }, null, null, null, null, { name: 'b' }];
  expect(data).toEqual({ project: { labels: { nodes, edges: nodes.map((node) => ({ node })) } } });
  const paths = [1, 2, 3, 4].flatMap((index) => [
    `project.labels.nodes.${index}`,
    `project.labels.edges.${index}.node`,
  ]);
  expect(toPathsWithCode(errors)).toEqual(toInvalidAt(...paths).sort());
});

test('returns an error only for embedded values of another type, as an attribute and as an item', async () => {
  const mergeRequest = { id: 7, iid: 3, project_id: 5 };
  const { execute } = await startStubbed(
    {
      'GET /projects/5/merge_requests': {
        body: [
          {
            ...mergeRequest,
            author: 'bob',
            assignees: [{ id: 1, username: 'a' }, null, 'b'],
            reviewers: 'c',
            milestone: 5,
          },
          { ...mergeRequest, author: null, labels: ['d', 5, null], assignees: null },
        ],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await execute(`{ project(id: 5) { mergeRequests { nodes {
      author { username } assignees { username } reviewers { username } milestone { title } labels { name }
    } } } }`);
  const nulls = { author: null, assignees: null, reviewers: null, milestone: null, labels: null };
  expect(data).toEqual({
    project: {
      mergeRequests: {
        nodes: [
          { ...nulls, assignees: [{ username: 'a' }, null, null] },
          { ...nulls, labels: [{ name: 'd' }, null, null] },
        ],
      },
    },
  });
  const paths = [
    '0.author',
    '0.assignees.1',
    '0.assignees.2',
    '0.reviewers',
    '0.milestone',
    '1.labels.1',
    '1.labels.2',
  ];
  expect(toPathsWithCode(errors)).toEqual(
    toInvalidAt(...paths.map((path) => `project.mergeRequests.nodes.${path}`)).sort(),
  );
});

test('returns an error for an object if the list in which it is searched contains an invalid item', async () => {
  const list = { body: [{ id: 1, username: 'a' }, 'odd'] };
  const { execute } = await startStubbed({ 'GET /groups/5/service_accounts': list });
  const { data, errors } = await execute('{ node(id: "gid://service/ServiceAccount/5/7") { id } }');
  expect(data).toEqual({ node: null });
  expect(toPathsWithCode(errors)).toEqual(toInvalidAt('node'));
});

test('returns a specific message for 304 to an unconditional request', async () => {
  const { execute } = await startStubbed({ 'GET /user': { status: 304 } });
  const { errors } = await execute('{ currentUser { username } }');
  expect(toPathsWithCode(errors)).toEqual(toInvalidAt('currentUser'));
  expect(errors?.[0]?.message).toBe('The upstream returned 304 Not Modified to an unconditional request');
});
