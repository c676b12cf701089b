/** Attributes that responses of healthy services omit: null without an error, or the value of the detail. */
import { describe, expect, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { readAllParts } from '../gated-upstream.ts';
import type { StubResponse } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

interface AbsenceCase {
  readonly responses: Readonly<Record<string, StubResponse>>;
  readonly query: string;
  readonly data: unknown;
}

const author = { id: 3, username: 'ann', name: 'Ann', state: 'active', web_url: 'https://forge.example.com/ann' };
const mergeRequest = {
  ...{ id: 1, iid: 4, project_id: 5, title: 'Change', state: 'opened', web_url: 'https://forge.example.com/4' },
  milestone: { id: 6, iid: 1, project_id: 5, title: 'First', state: 'active' },
};

const cases: Readonly<Record<string, AbsenceCase>> = {
  'merge requests of a list without the attributes of newer versions': {
    responses: { 'GET /groups/9/merge_requests': { body: [mergeRequest] } },
    query: `{ group(id: 9) { mergeRequests { nodes {
      hasConflicts blockingDiscussionsResolved detailedMergeStatus reviewers { username } milestone { title expired }
    } } } }`,
    data: {
      group: {
        mergeRequests: {
          nodes: [
            {
              ...{ hasConflicts: null, blockingDiscussionsResolved: null, detailedMergeStatus: null, reviewers: null },
              milestone: { title: 'First', expired: null },
            },
          ],
        },
      },
    },
  },
  'pipelines without a number in their project': {
    responses: { 'GET /projects/5/pipelines': { body: [{ id: 8, status: 'success' }] } },
    query: '{ project(id: 5) { pipelines { nodes { id iid project { databaseId } } } } }',
    data: {
      project: { pipelines: { nodes: [{ id: 'gid://service/Pipeline/5/8', iid: null, project: { databaseId: 5 } }] } },
    },
  },
  'pipelines of a merge request without their project': {
    responses: {
      'GET /projects/5/merge_requests/4': { body: { ...mergeRequest, source_project_id: 7, source_branch: 'new' } },
      'GET /projects/7/pipelines': { body: [{ id: 8, status: 'success' }] },
    },
    query: '{ mergeRequest(id: "gid://service/MergeRequest/5/4") { pipelines { nodes { id } } } }',
    data: { mergeRequest: { pipelines: { nodes: [{ id: 'gid://service/Pipeline/7/8' }] } } },
  },
  'shared projects whose namespace has no full path': {
    responses: {
      'GET /groups/9': {
        body: { id: 9, shared_projects: [{ id: 5, namespace: { id: 2, kind: 'group', name: 'G' } }] },
      },
    },
    query: '{ group(id: 9) { embeddedSharedProjects { namespace { name fullPath } } } }',
    data: { group: { embeddedSharedProjects: [{ namespace: { name: 'G', fullPath: null } }] } },
  },
  'an export without a body until it has finished': {
    responses: { 'GET /security/vulnerability_exports/2': { status: 202 } },
    query: '{ vulnerabilityExport(id: 2) { databaseId status createdAt format } }',
    data: { vulnerabilityExport: { databaseId: 2, status: 'CREATED', createdAt: null, format: null } },
  },
  'dependencies on hidden merge requests': {
    responses: { 'GET /projects/5/merge_requests/4/blocks': { body: [{ id: 3, project_id: 5 }] } },
    query: `{ mergeRequest(id: "gid://service/MergeRequest/5/4") { blockedBy { nodes {
      databaseId blockingMergeRequest { title } blockedMergeRequest { title }
    } } } }`,
    data: {
      mergeRequest: {
        blockedBy: { nodes: [{ databaseId: 3, blockingMergeRequest: null, blockedMergeRequest: null }] },
      },
    },
  },
  'the approval settings of a tier without them': {
    responses: { 'GET /projects/5/approvals': { body: { approvals_before_merge: 2 } } },
    query: `{ project(id: 5) { approvalConfiguration {
      resetApprovalsOnPush selectiveCodeOwnerRemovals disableOverridingApproversPerMergeRequest
      mergeRequestsAuthorApproval mergeRequestsDisableCommittersApproval requireReauthenticationToApprove
    } } }`,
    data: {
      project: {
        approvalConfiguration: {
          ...{ resetApprovalsOnPush: null, selectiveCodeOwnerRemovals: null },
          ...{ disableOverridingApproversPerMergeRequest: null, mergeRequestsAuthorApproval: null },
          ...{ mergeRequestsDisableCommittersApproval: null, requireReauthenticationToApprove: null },
        },
      },
    },
  },
  'approval rules of a tier without protected branches': {
    responses: { 'GET /projects/5/approval_rules': { body: [{ id: 2, name: 'All' }] } },
    query:
      '{ project(id: 5) { approvalRules { nodes { name appliesToAllProtectedBranches protectedBranches { name } } } } }',
    data: {
      project: {
        approvalRules: { nodes: [{ name: 'All', appliesToAllProtectedBranches: null, protectedBranches: null }] },
      },
    },
  },
  'invitations without a time': {
    responses: { 'GET /groups/9/invitations': { body: [{ invite_email: 'a@example.com', access_level: 30 }] } },
    query: '{ group(id: 9) { invitations { nodes { inviteEmail createdAt } } } }',
    data: { group: { invitations: { nodes: [{ inviteEmail: 'a@example.com', createdAt: null }] } } },
  },
  'a mirror of an older version': {
    responses: {
      'GET /projects/5/mirror/pull': { body: { id: 1, update_status: 'none', url: 'https://example.com' } },
    },
    query: '{ project(id: 5) { pullMirror { enabled mirrorTriggerBuilds mirrorOverwritesDivergedBranches } } }',
    data: {
      project: {
        pullMirror: { enabled: null, mirrorTriggerBuilds: null, mirrorOverwritesDivergedBranches: null },
      },
    },
  },
};

test.each(Object.entries(cases))('accepts %s', async (_, { responses, query, data }) => {
  const { execute } = await startStubbed(responses);
  expect(await execute(query)).toEqual({ data });
});

test('accepts a promoted label without a text color', async () => {
  const label = { id: 7, name: 'bug', color: '#f00000' };
  const facade = await startStubbed({
    'PUT /projects/5/labels/7/promote': { body: label },
    'GET /projects/5/labels/7': { body: label },
  });
  const selection = 'label { name textColor isProjectLabel }';
  const { payload, response } = await mutate(facade, 'labelPromote', { id: 'gid://service/Label/5/7' }, selection);
  expect(response.errors).toBeUndefined();
  expect(payload?.label).toEqual({ name: 'bug', textColor: null, isProjectLabel: null });
});

test('reports that the caller may not see the merge request in the id of a dependency', async () => {
  const { execute } = await startStubbed({
    'GET /projects/5/merge_requests/4/blockees': { body: [{ id: 3, project_id: 5 }] },
  });
  const list = (fields: string) =>
    `{ mergeRequest(id: "gid://service/MergeRequest/5/4") { blocking { nodes { ${fields} } } } }`;
  expect(await execute(list('databaseId'))).toEqual({
    data: { mergeRequest: { blocking: { nodes: [{ databaseId: 3 }] } } },
  });
  const { errors } = await execute(list('id'));
  expect(errors).toMatchObject([
    { path: ['mergeRequest', 'blocking', 'nodes', 0, 'id'], extensions: { code: 'NOT_FOUND' } },
  ]);
});

describe('the author of a note, whose representation has no time of creation', () => {
  const notes = { 'GET /projects/5/issues/2/notes': { body: [{ id: 9, author }] } };
  const list = 'GET /projects/5/issues/2/notes?page=1&per_page=20';
  const query = (fields: string) =>
    `{ issue(id: "gid://service/Issue/5/2") { notes { nodes { author { ${fields} } } } } }`;
  const result = (fields: object) => ({ issue: { notes: { nodes: [{ author: fields }] } } });

  test('makes no call for it', async () => {
    const { execute, calls } = await startStubbed(notes);
    expect(await execute(query('username createdAt'))).toEqual({ data: result({ username: 'ann', createdAt: null }) });
    expect(calls).toEqual([list]);
  });

  const detail = { ...author, created_at: '2026-01-02T03:04:05Z', bio: 'Likes rivers' };
  const signedIn = { as: 'administrator' } as const;

  test.each([['createdAt bio'], ['bio createdAt']])(
    'returns that of the detail if another field needs the detail: %s',
    async (fields) => {
      const { execute, calls } = await startStubbed({ ...notes, 'GET /users/3': { body: detail } });
      const { data, errors } = await execute(query(fields), {}, signedIn);
      expect(errors).toBeUndefined();
      expect(data).toEqual(result({ createdAt: '2026-01-02T03:04:05Z', bio: 'Likes rivers' }));
      expect(calls).toEqual([list, 'GET /users/3']);
    },
  );

  test('returns null for it if the detail cannot be read, with an error for the other field alone', async () => {
    const { execute, calls } = await startStubbed({ ...notes, 'GET /users/3': { status: 403, body: {} } });
    const { data, errors } = await execute(query('createdAt bio'), {}, signedIn);
    expect(data).toEqual(result({ createdAt: null, bio: null }));
    expect(errors).toMatchObject([
      { path: ['issue', 'notes', 'nodes', 0, 'author', 'bio'], extensions: { code: 'FORBIDDEN' } },
    ]);
    expect(calls).toEqual([list, 'GET /users/3']);
  });

  test('returns null for it to anonymous callers, with an error and no call for a field that requires a token', async () => {
    const { execute, calls } = await startStubbed(notes);
    const { data, errors } = await execute(query('createdAt bio'));
    expect(data).toEqual(result({ createdAt: null, bio: null }));
    expect(errors).toMatchObject([
      { path: ['issue', 'notes', 'nodes', 0, 'author', 'bio'], extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    expect(calls).toEqual([list]);
  });

  test('does not wait for a detail that only a deferred field needs', async () => {
    const { url } = await startStubbed({ ...notes, 'GET /users/3': { body: detail } });
    const response = await fetch(new URL('/graphql', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'multipart/mixed', 'private-token': tokens.administrator },
      body: JSON.stringify({ query: query('createdAt ... @defer { bio }') }),
    });
    const [first, second] = await readAllParts(response);
    expect(first).toMatchObject({ data: result({ createdAt: null }) });
    expect(second).toMatchObject({ incremental: [{ data: { bio: 'Likes rivers' } }] });
  });
});
