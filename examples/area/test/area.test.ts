/** The area with the sandbox, which has its operations too, with the calls of each query. */

import { standardAreas } from 'portico/kit';
import { startTestPortico, type TestPortico } from 'portico/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import area from '../area.ts';

let portico: TestPortico;
beforeAll(async () => {
  portico = await startTestPortico({ portico: { areas: [...standardAreas, area] } });
});
beforeEach(() => portico.reset());
afterAll(() => portico?.close());

const calls = () => portico.sandbox.requests().map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);

test('returns members of projects and groups, with their users', async () => {
  const members = 'members(filter: { query: "dana" }) { nodes { accessLevel user { username } } }';
  const nodes = [{ accessLevel: 30, user: { username: 'dana.kim' } }];
  const query = `{ project(id: 14) { ${members} } group(id: 9) { ${members} } }`;
  expect(await portico.query(query, {}, 'developer')).toMatchObject({
    data: { project: { members: { nodes } }, group: { members: { nodes } } },
  });
  // The user is read once.
  expect(calls().toSorted()).toEqual(['GET /groups/9/members', 'GET /projects/14/members', 'GET /users/5']);
});

test('returns jobs of a pipeline', async () => {
  expect(
    await portico.query('{ project(id: 14) { pipeline(id: 3000) { jobs { nodes { name status } } } } }'),
  ).toMatchObject({ data: { project: { pipeline: { jobs: { nodes: [{ name: 'test', status: 'SUCCESS' }] } } } } });
  expect(calls()).toEqual(['GET /projects/14/pipelines/3000/jobs']);
});

const discussions =
  '{ project(id: 14) { mergeRequest(iid: 60) { discussions(first: 1) { nodes { id notes { body resolved author { name } } } } } } }';
const resolve =
  'mutation ($id: ID!) { discussionResolve(input: { id: $id, resolved: true }) { discussion { notes { resolved } } errors { code } } }';
const id = 'gid://service/Discussion/14/60/a1';

test('returns discussions of a merge request', async () => {
  const notes = [
    { body: 'Why?', resolved: false, author: { name: 'Dana Kim' } },
    { body: 'It is faster.', resolved: false, author: { name: 'Olivia Marsh' } },
  ];
  expect(await portico.query(discussions)).toMatchObject({
    data: { project: { mergeRequest: { discussions: { nodes: [{ id, notes }] } } } },
  });
});

test('resolves a discussion, for Developers', async () => {
  expect(await portico.query(resolve, { id }, 'developer')).toMatchObject({
    data: { discussionResolve: { discussion: { notes: [{ resolved: true }, { resolved: true }] }, errors: [] } },
  });
  expect(await portico.query(resolve, { id }, 'guest')).toMatchObject({
    data: { discussionResolve: { discussion: null, errors: [{ code: 'FORBIDDEN' }] } },
  });
});

test('finds a discussion by its id below the merge request, or by its global id', async () => {
  const discussion = (discussionId: string) =>
    `{ project(id: 14) { mergeRequest(iid: 60) { discussion(id: "${discussionId}") { id notes { body } } } } }`;
  for (const discussionId of ['b2', 'gid://service/Discussion/14/60/b2'])
    expect(await portico.query(discussion(discussionId))).toEqual({
      data: {
        project: {
          mergeRequest: { discussion: { id: 'gid://service/Discussion/14/60/b2', notes: [{ body: 'Nice.' }] } },
        },
      },
    });
  expect(await portico.query(discussion('none'))).toEqual({
    data: { project: { mergeRequest: { discussion: null } } },
  });
});

test('deletes a discussion, for Maintainers', async () => {
  const remove =
    'mutation ($id: ID!) { discussionDelete(input: { id: $id }) { deletedDiscussionId mergeRequest { iid } errors { code } } }';
  expect(await portico.query(remove, { id }, 'maintainer')).toEqual({
    data: { discussionDelete: { deletedDiscussionId: id, mergeRequest: { iid: 60 }, errors: [] } },
  });
  expect(JSON.stringify(await portico.query(discussions))).not.toContain(id);
  expect(await portico.query(remove, { id }, 'developer')).toMatchObject({
    data: { discussionDelete: { deletedDiscussionId: null, errors: [{ code: 'FORBIDDEN' }] } },
  });
});

test('starts each test with the data of the area', async () => {
  expect(JSON.stringify(await portico.query(discussions))).not.toContain('"resolved":true');
});

test('returns errors of the service', async () => {
  portico.sandbox.fail('listProjects', { status: 503 });
  const { errors } = await portico.query('{ projects { nodes { name } } }');
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_FAILED']);
});
