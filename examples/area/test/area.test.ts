/** The area before a small REST service, with the calls of each query. */
import { createServer } from 'node:http';
import { createPortico, type Portico } from 'portico';
import { standardAreas } from 'portico/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import area from '../area.ts';

const dana = { id: 3, username: 'dana.kim', name: 'Dana Kim' };
const objects: Readonly<Record<string, unknown>> = {
  '/projects': [{ id: 5, name: 'Engine' }],
  '/projects/5/members': [{ ...dana, access_level: 30 }],
  '/groups/9/members': [{ ...dana, access_level: 50 }],
  '/users/3': { ...dana, bio: 'Maps' },
  '/projects/5/pipelines/7/jobs': [{ id: 70, name: 'test', status: 'success', pipeline: { id: 7, project_id: 5 } }],
  '/projects/5/merge_requests/2/discussions': [
    { id: 'a1', individual_note: false, notes: [{ body: 'Why?', author: dana, created_at: '2026-01-01T12:00:00Z' }] },
  ],
};

let calls: string[] = [];
const service = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  calls.push(`${request.method} ${url.pathname}`);
  const object = objects[url.pathname];
  response.writeHead(object === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(object ?? { message: '404 Not Found' }));
});

let portico: Portico;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  portico = await createPortico({
    publicUrl: 'http://localhost/',
    upstreamUrl: `http://127.0.0.1:${port}`,
    areas: [...standardAreas, area],
    logLevel: 'silent',
  });
});
beforeEach(() => {
  calls = [];
});
afterAll(async () => {
  await portico?.close();
  service.close();
});

async function query(document: string): Promise<unknown> {
  const request = new Request('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
  });
  return (await portico.fetch(request)).json();
}

test('members of projects and groups, with their users', async () => {
  expect(
    await query(
      '{ project(id: 5) { members { nodes { accessLevel user { bio } } } } group(id: 9) { members { nodes { accessLevel user { bio } } } } }',
    ),
  ).toEqual({
    data: {
      project: { members: { nodes: [{ accessLevel: 30, user: { bio: 'Maps' } }] } },
      group: { members: { nodes: [{ accessLevel: 50, user: { bio: 'Maps' } }] } },
    },
  });
  // The user is read once.
  expect(calls.toSorted()).toEqual(['GET /groups/9/members', 'GET /projects/5/members', 'GET /users/3']);
});

test('jobs of a pipeline', async () => {
  expect(await query('{ project(id: 5) { pipeline(id: 7) { jobs { nodes { name status } } } } }')).toEqual({
    data: { project: { pipeline: { jobs: { nodes: [{ name: 'test', status: 'SUCCESS' }] } } } },
  });
  expect(calls).toEqual(['GET /projects/5/pipelines/7/jobs']);
});

test('discussions of a merge request', async () => {
  expect(
    await query(
      '{ project(id: 5) { mergeRequest(iid: 2) { discussions { nodes { notes { body author { name } } } } } } }',
    ),
  ).toEqual({
    data: {
      project: {
        mergeRequest: { discussions: { nodes: [{ notes: [{ body: 'Why?', author: { name: 'Dana Kim' } }] }] } },
      },
    },
  });
  expect(calls).toEqual(['GET /projects/5/merge_requests/2/discussions']);
});

test('all projects', async () => {
  expect(await query('{ projects { nodes { name } } }')).toEqual({
    data: { projects: { nodes: [{ name: 'Engine' }] } },
  });
  expect(calls).toEqual(['GET /projects']);
});
