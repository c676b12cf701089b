/** Filters of merge request lists that are rejected without a REST call. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { instanceQuery, totalsQuery } from './listing.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

test.each([
  [{ reviewer: { username: 'None' } }, ['reviewer', 'username'], 'use the member is of the condition outside of not'],
  [{ labels: ['fine', 'any'] }, ['labels', 1], 'use the member is of the condition outside of not'],
  [{ milestone: 'NONE' }, ['milestone'], 'use the member is of the condition outside of not'],
  [{ milestone: 'Started' }, ['milestone'], 'which has another meaning upstream'],
  [{ myReaction: 'Any' }, ['myReaction'], 'use the member is of the condition outside of not'],
])('rejects %j in not, which has another meaning upstream, without a REST call', async (not, path, message) => {
  const { errors } = await facade.execute(instanceQuery, { filter: { not } }, { as: 'developer' });
  expect(errors?.[0]?.extensions?.violations).toEqual([
    { path: ['filter', 'not', ...path], message: expect.stringContaining(message) },
  ]);
  expect(facade.calls).toEqual([]);
});

test('reports every violation in one error, without a REST call', async () => {
  const { data, errors } = await facade.execute(
    `query ($filter: ProjectMergeRequestsFilter) {
        project(id: 14) { mergeRequests(filter: $filter, first: -1) { totalCount } }
      }`,
    {
      filter: {
        approvedBy: { ids: ['1', '2', '3', '4', '5', 'x'] },
        approver: { ids: ['gid://service/Project/3'] },
        sourceProject: 'a/b',
        labels: { names: ['fine', 'a,b', 'Any'] },
        milestone: { title: 'none' },
        reviewer: { username: 'None' },
        draft: true,
        not: { labels: ['a,b'], author: { id: 'nobody' } },
      },
    },
    { as: 'developer' },
  );
  expect(data).toEqual({ project: { mergeRequests: null } });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  expect(errors?.[0]?.extensions?.violations).toEqual(
    expect.arrayContaining([
      { path: ['filter', 'approvedBy', 'ids'], message: 'must have at most 5 items' },
      { path: ['filter', 'approvedBy', 'ids', 5], message: 'must be the global id or the number of a User' },
      { path: ['filter', 'approver', 'ids', 0], message: 'must be the id of a User, not of a Project' },
      { path: ['filter', 'labels', 'names', 1], message: 'must be a label name without a comma' },
      {
        path: ['filter', 'labels', 'names', 2],
        message: 'must not be "Any", which has another meaning upstream: use the member is',
      },
      {
        path: ['filter', 'milestone', 'title'],
        message: 'must not be "none", which has another meaning upstream: use the member is',
      },
      {
        path: ['filter', 'reviewer', 'username'],
        message: 'must not be "None", which has another meaning upstream: use the member is',
      },
      { path: ['filter', 'not', 'labels', 0], message: 'must be a label name without a comma' },
      { path: ['filter', 'not', 'author', 'id'], message: 'must be the global id or the number of a User' },
      { path: ['filter', 'sourceProject'], message: 'must be the global id or the number of a Project' },
      { path: ['first'], message: expect.stringContaining('must be between') },
    ]),
  );
  expect(errors?.[0]?.extensions?.violations).toHaveLength(11);
  expect(facade.calls).toEqual([]);
});

test.each([
  { assignee: { id: '1', usernames: ['a'] } },
  { author: { id: '1', username: 'a' } },
  { mergeUser: { id: '1', username: 'a' } },
  { reviewer: { id: '1', username: 'a' } },
  { reviewer: { username: 'a', is: 'ANY' } },
  { not: { author: { id: '1', username: 'a' } } },
  { approvedBy: { ids: ['1'], is: 'NONE' } },
])('rejects %j, as the type of the filter requires exactly one field', async (filter) => {
  const { errors } = await facade.execute(totalsQuery, { filter }, { as: 'developer' });
  expect(errors?.[0]?.message).toContain('exactly one field must be specified');
  expect(facade.calls).toEqual([]);
});

test.each([
  ['mergeRequests(filter: { sourceProject: "14" }) { totalCount }', 'MergeRequestsFilter', 'sourceProject'],
  ['mergeRequests(filter: { iids: [1] }) { totalCount }', 'MergeRequestsFilter', 'iids'],
  ['group(id: 9) { mergeRequests(filter: { iids: [1] }) { totalCount } }', 'GroupMergeRequestsFilter', 'iids'],
  [
    'project(id: 14) { label(by: { name: "bug" }) { mergeRequests(filter: { labels: { is: ANY } }) { totalCount } } }',
    'LabelMergeRequestsFilter',
    'labels',
  ],
  ...['iids: [7]', 'milestone: { is: ANY }'].map((member): [string, string, string] => [
    `project(id: 14) { mergeRequest(iid: 7) { milestone { mergeRequests(filter: { ${member} }) { totalCount } } } }`,
    'MilestoneMergeRequestsFilter',
    member.replace(/:.*/, ''),
  ]),
  ...[
    ['authoredMergeRequests', 'AuthoredMergeRequestsFilter', 'author'],
    ['assignedMergeRequests', 'AssignedMergeRequestsFilter', 'assignee'],
    ['reviewRequestedMergeRequests', 'ReviewRequestedMergeRequestsFilter', 'reviewer'],
  ].flatMap(([field = '', type = '', fixedMember = '']) =>
    [fixedMember, 'scope'].map((member): [string, string, string] => [
      `currentUser { ${field}(filter: { ${member}: null }) { totalCount } }`,
      type,
      member,
    ]),
  ),
])('rejects %s, as %s has no field %s', async (field, type, member) => {
  const { errors } = await facade.execute(`{ ${field} }`, {}, { as: 'developer' });
  expect(errors?.[0]?.message).toContain(`type "${type}" not to include unknown field "${member}"`);
  expect(facade.calls).toEqual([]);
});

test('rejects six approvers without a REST call', async () => {
  const usernames = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { errors } = await facade.execute(
    instanceQuery,
    { filter: { approvedBy: { usernames } } },
    { as: 'developer' },
  );
  expect(errors?.[0]?.extensions?.violations).toEqual([
    { path: ['filter', 'approvedBy', 'usernames'], message: 'must have at most 5 items' },
  ]);
  expect(facade.calls).toEqual([]);
});

test.each(['upcoming', 'Started', 'a, b', 'ANY'])(
  'rejects %j as the title of a milestone without a REST call',
  async (title) => {
    const { errors } = await facade.execute(
      'query ($filter: ProjectMergeRequestsFilter) { project(id: 14) { mergeRequests(filter: $filter) { totalCount } } }',
      { filter: { milestone: { title } } },
      {
        as: 'developer',
      },
    );
    const message = `must not be "${title}", which has another meaning upstream`;
    expect(errors?.[0]?.extensions?.violations).toEqual([
      { path: ['filter', 'milestone', 'title'], message: `${message}${title === 'ANY' ? ': use the member is' : ''}` },
    ]);
    expect(facade.calls).toEqual([]);
  },
);

describe('mergeRequests of a label or milestone whose name has another meaning in a filter', () => {
  const label = '{ project(id: 14) { label(by: { id: "5" }) { mergeRequests { nodes { iid } } } } }';
  const milestone = '{ project(id: 14) { mergeRequest(iid: 7) { milestone { mergeRequests { nodes { iid } } } } } }';

  test.each(['upcoming', 'started'])('returns merge requests for the label %s', async (name) => {
    const { execute, calls } = await startStubbed({
      'GET /projects/14/labels/5': { body: { id: 5, name } },
      'GET /projects/14/merge_requests': { body: [{ iid: 7, project_id: 14 }] },
    });
    expect(await execute(label)).toEqual({
      data: { project: { label: { mergeRequests: { nodes: [{ iid: 7 }] } } } },
    });
    expect(calls[1]).toContain(`labels=${name}`);
  });

  test.each(['none', 'Any', 'a,b'])('returns an error for the label %j', async (name) => {
    const { execute, calls } = await startStubbed({ 'GET /projects/14/labels/5': { body: { id: 5, name } } });
    const { errors } = await execute(label);
    expect(errors?.[0]?.message).toContain(
      `cannot be filtered by a label whose name contains a comma or equals none or any: "${name}"`,
    );
    expect(calls).toHaveLength(1);
  });

  test.each(['none', 'Any', 'upcoming', 'started', 'a,b'])('returns an error for the milestone %j', async (title) => {
    const { execute, calls } = await startStubbed({
      'GET /projects/14/merge_requests/7': {
        body: { iid: 7, project_id: 14, milestone: { id: 2, iid: 1, project_id: 14, title } },
      },
    });
    const { errors } = await execute(milestone);
    expect(errors?.[0]?.message).toContain(
      `cannot be filtered by a milestone whose title contains a comma or equals none, any, upcoming or started: "${title}"`,
    );
    expect(calls).toHaveLength(1);
  });
});
