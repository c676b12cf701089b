/** Fields with `@semanticNonNull`: null only with an error at its path, or with a log line. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { notFound, startFacade } from '../harness.ts';
import { startStubbed } from './stub-upstream.ts';

const label = { id: 7, name: 'bug', color: '#f00000', text_color: '#ffffff', subscribed: true, is_project_label: true };
const { name: _, ...nameless } = label;
const list = 'GET /projects/5/labels';
const document = '{ project(id: 5) { labels { nodes { name color description } } } }';

test.each([
  ['omits', nameless],
  ['sends null for', { ...label, name: null }],
])('returns an error at its path if an upstream %s an attribute that is never null', async (_reason, incomplete) => {
  const { execute, calls } = await startStubbed({ [list]: { body: [label, incomplete] } });
  const { data, errors } = await execute(document);
  const otherFields = { color: '#f00000', description: null };
  expect(data).toEqual({
    project: {
      labels: {
        nodes: [
          { ...otherFields, name: 'bug' },
          { ...otherFields, name: null },
        ],
      },
    },
  });
  expect(errors).toMatchObject([
    {
      path: ['project', 'labels', 'nodes', 1, 'name'],
      message: 'Label.name must not be null, but the upstream sent null or omitted the attribute',
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
  expect(errors).toHaveLength(1);
  expect(calls).toEqual([`${list}?page=1&per_page=20`]);
});

test('returns an error for an attribute that the detail omits', async () => {
  const { execute } = await startStubbed({
    'GET /projects/5/pipelines': { body: [{ id: 7, iid: 1, status: 'success' }] },
    'GET /projects/5/pipelines/7': { body: { id: 7, iid: 1, status: 'success', duration: null } },
  });
  const { data, errors } = await execute('{ project(id: 5) { pipelines { nodes { status tag duration } } } }');
  expect(data).toEqual({ project: { pipelines: { nodes: [{ status: 'SUCCESS', tag: null, duration: null }] } } });
  expect(errors).toMatchObject([{ path: ['project', 'pipelines', 'nodes', 0, 'tag'] }]);
  expect(errors).toHaveLength(1);
});

test('returns an error for an attribute that an embedded value omits', async () => {
  const { execute } = await startStubbed({ 'GET /projects/5/merge_requests/3': { body: { iid: 3, references: {} } } });
  const { data, errors } = await execute('{ project(id: 5) { mergeRequest(iid: 3) { references { full } } } }');
  expect(data).toEqual({ project: { mergeRequest: { references: { full: null } } } });
  expect(errors).toMatchObject([{ path: ['project', 'mergeRequest', 'references', 'full'] }]);
});

test('returns null for a list of values with an error at an item that is null', async () => {
  const { execute } = await startStubbed({ 'GET /runners/7': { body: { id: 7, tag_list: ['ruby', null] } } });
  const { data, errors } = await execute('{ runner(id: 7) { tagList } }');
  expect(data).toEqual({ runner: { tagList: null } });
  expect(errors).toMatchObject([{ path: ['runner', 'tagList', 1], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }]);
  expect(errors).toHaveLength(1);
});

test('logs one line per field and operation instead of the errors with UNEXPECTED_NULLS=log', async () => {
  const { upstreamUrl } = await startStubbed({ [list]: { body: [nameless, { ...nameless, color: null }] } });
  const lines: Record<string, unknown>[] = [];
  const log = { level: 'warn', write: (line: string) => void lines.push(JSON.parse(line)) };
  const facade = await startFacade(upstreamUrl, { UNEXPECTED_NULLS: 'log' }, { log });
  onTestFinished(() => facade.close());
  const result = await facade.execute(document);
  expect(result).toEqual({
    data: {
      project: {
        labels: {
          nodes: [
            { name: null, color: '#f00000', description: null },
            { name: null, color: null, description: null },
          ],
        },
      },
    },
  });
  expect(lines).toMatchObject([
    {
      msg: 'unexpected null',
      requestId: expect.any(String),
      field: 'Label.name',
    },
    { msg: 'unexpected null', field: 'Label.color' },
  ]);
  expect(lines).toHaveLength(2);
});

describe('the parent that the id of an object contains', () => {
  const objects: readonly [string, string, string, string][] = [
    ['Label', 'label', 'GET /projects/5/labels/7', 'project'],
    ['Pipeline', 'pipeline', 'GET /projects/5/pipelines/7', 'project'],
    ['MergeRequest', 'mergeRequest', 'GET /projects/5/merge_requests/7', 'project'],
    ['Issue', 'issue', 'GET /projects/5/issues/7/notes', 'project'],
    ['Snippet', 'snippet', 'GET /projects/5/snippets/7/notes', 'project'],
    ['Epic', 'epic', 'GET /groups/5/epics/7/notes', 'group'],
    ['ApprovalRule', 'approvalRule', 'GET /projects/5/approval_rules/7', 'project'],
    [
      'MergeRequestApprovalState',
      'mergeRequestApprovalState',
      'GET /projects/5/merge_requests/7/approvals',
      'mergeRequest',
    ],
    ['ErrorTrackingClientKey', 'errorTrackingClientKey', 'GET /projects/5/error_tracking/client_keys', 'project'],
    ['ResourceGroup', 'resourceGroup', 'GET /projects/5/resource_groups/7', 'project'],
    ['GroupIntegration', 'groupIntegration', 'GET /groups/5/integrations/chat-a', 'group'],
  ];
  const toGlobalId = (type: string) => `gid://service/${type}/5/${type === 'GroupIntegration' ? 'chat-a' : '7'}`;

  test.each(objects)('%s returns NOT_FOUND at the parent if it cannot be read', async (type, field, route, parent) => {
    const { execute, calls } = await startStubbed({ [route]: { body: [] }, '*': notFound });
    const document = `query ($id: ID!) { ${field}(id: $id) { ${parent} { webUrl } } }`;
    const { data, errors } = await execute(document, { id: toGlobalId(type) });
    expect(data).toEqual({ [field]: { [parent]: null } });
    expect(errors).toMatchObject([{ path: [field, parent], extensions: { code: 'NOT_FOUND' } }]);
    expect(calls).toHaveLength(1);
  });

  test('returns null without an error for an object of the instance, and for a parent of another type', async () => {
    const { execute } = await startStubbed({
      'GET /groups/5/invitations': { body: [{ id: 1, invite_email: 'a@example.com' }] },
      'GET /service_accounts': { body: [{ id: 7, username: 'bot', name: 'Bot' }] },
    });
    const { data, errors } = await execute(`{
      group(id: 5) { invitations { nodes { project { name } } } }
      serviceAccounts { nodes { group { name } } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      group: { invitations: { nodes: [{ project: null }] } },
      serviceAccounts: { nodes: [{ group: null }] },
    });
  });
});
