/** Calls that an operation does not make, because a response or another call of it already contains the data. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notFound, type SandboxedFacade, startSandboxed } from '../harness.ts';
import { startStubbed } from './stub-upstream.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('an object that a list below it verifies', () => {
  const ordered = 'notes(first: 5, orderBy: { field: CREATED_AT, direction: ASC }) { totalCount nodes { id } }';
  const page = 'order_by=created_at&page=1&per_page=5&sort=asc';

  test.each([
    ['issue', `project(id: 14) { issue(iid: 1) { id ${ordered} } }`, `/projects/14/issues/1/notes?${page}`],
    ['snippet', `project(id: 14) { snippet(id: 501) { id ${ordered} } }`, `/projects/14/snippets/501/notes?${page}`],
    ['epic', `group(id: 9) { epic(id: 7101) { id ${ordered} } }`, `/groups/9/epics/7101/notes?${page}`],
    [
      'node',
      `node(id: "gid://service/Issue/14/1") { ... on Issue { id ${ordered} } }`,
      `/projects/14/issues/1/notes?${page}`,
    ],
  ])('%s is verified by the page that is selected', async (_, query, url) => {
    const { data, errors } = await facade.execute(`{ ${query} }`, {}, { as: 'owner' });
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain('gid://service/Note/');
    expect(facade.calls).toEqual([`GET ${url}`]);
  });

  test('costs one call if it does not exist', async () => {
    const query = `{ project(id: 14) { issue(iid: 999999) { id ${ordered} } } }`;
    const { data, errors } = await facade.execute(query, {}, { as: 'owner' });
    expect({ data, errors }).toEqual({ data: { project: { issue: null } }, errors: undefined });
    expect(facade.calls).toEqual([`GET /projects/14/issues/999999/notes?${page}`]);
  });

  test('costs a page of its own if no other page is selected', async () => {
    await facade.execute('{ project(id: 14) { issue(iid: 1) { id } } }', {}, { as: 'owner' });
    expect(facade.calls).toEqual(['GET /projects/14/issues/1/notes?page=1&per_page=1']);
  });

  test('costs a page of its own if the service rejects the query of the other page', async () => {
    const { execute, calls } = await startStubbed({
      [`GET /projects/14/issues/1/notes?${page}`]: { status: 400, body: { message: 'order_by is invalid' } },
      'GET /projects/14/issues/1/notes?page=1&per_page=1': { body: [] },
    });
    const { data, errors } = await execute(`{ project(id: 14) { issue(iid: 1) { id ${ordered} } } }`);
    expect(data).toEqual({ project: { issue: { id: 'gid://service/Issue/14/1', notes: null } } });
    expect(errors).toMatchObject([{ path: ['project', 'issue', 'notes'] }]);
    expect(calls).toEqual([
      `GET /projects/14/issues/1/notes?${page}`,
      'GET /projects/14/issues/1/notes?page=1&per_page=1',
    ]);
  });

  test('keeps the page of one item that a field selects besides another page', async () => {
    const query = `{ project(id: 14) { issue(iid: 1) { id ${ordered} comments: notes(first: 1) { nodes { body } } all: notes { totalCount } } } }`;
    const { data } = await facade.execute<{ project: { issue: { comments: { nodes: unknown[] } } } }>(
      query,
      {},
      { as: 'owner' },
    );
    expect(data.project.issue.comments.nodes).toHaveLength(1);
    expect(facade.calls.toSorted()).toEqual([
      `GET /projects/14/issues/1/notes?${page}`,
      'GET /projects/14/issues/1/notes?page=1&per_page=1',
    ]);
  });
});

describe('an object that was read by its full path', () => {
  test.each([
    [
      'the parent of subgroups',
      '{ group(id: "meridian") { id subgroups(first: 3) { nodes { parent { id name visibility } } } } }',
      ['GET /groups/meridian/subgroups?page=1&per_page=3', 'GET /groups/meridian?with_projects=false'],
    ],
    [
      'the group of member roles',
      '{ group(id: "meridian") { id memberRoles { nodes { group { id visibility } } } } }',
      ['GET /groups/meridian/member_roles?page=1&per_page=20', 'GET /groups/meridian?with_projects=false'],
    ],
    [
      'the project of merge requests',
      '{ project(id: "meridian/platform/engine") { id mergeRequests(first: 3) { nodes { project { id name } } } } }',
      [
        'GET /projects/meridian%2Fplatform%2Fengine',
        'GET /projects/meridian%2Fplatform%2Fengine/merge_requests?page=1&per_page=3',
      ],
    ],
    [
      'the merge request of its notes',
      '{ project(id: "meridian/platform/engine") { mergeRequest(iid: 2) { id notes(first: 3) { nodes { noteable { ... on MergeRequest { title } } } } } } }',
      [
        'GET /projects/meridian%2Fplatform%2Fengine/merge_requests/2',
        'GET /projects/meridian%2Fplatform%2Fengine/merge_requests/2/notes?page=1&per_page=3',
      ],
    ],
  ])('%s is not read by its number', async (_, query, calls) => {
    const { data, errors } = await facade.execute(query, {}, { as: 'owner' });
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain('null');
    expect(facade.calls.toSorted()).toEqual(calls);
  });

  const query = '{ group(id: "meridian") { id subgroups { nodes { parent { id name } } } } }';
  const subgroups = { body: [{ id: 10, parent_id: 9 }] };

  test('costs a read by its number if its path belongs to another object by now', async () => {
    const { execute, calls } = await startStubbed({
      'GET /groups/meridian': { body: { id: 8, name: 'Eight' } },
      'GET /groups/meridian/subgroups': subgroups,
      'GET /groups/9': { body: { id: 9, name: 'Nine' } },
    });
    expect(await execute(query)).toEqual({
      data: {
        group: {
          id: 'gid://service/Group/8',
          subgroups: { nodes: [{ parent: { id: 'gid://service/Group/9', name: 'Nine' } }] },
        },
      },
    });
    expect(calls).toHaveLength(3);
  });

  test('costs a read by its number if the read by its path fails', async () => {
    const { execute, calls } = await startStubbed({
      'GET /groups/meridian': { status: 403, body: { message: '403 Forbidden' } },
      'GET /groups/meridian/subgroups': subgroups,
      'GET /groups/9': { body: { id: 9, name: 'Nine' } },
    });
    const { data, errors } = await execute(
      '{ failing: group(id: "meridian") { id } group(id: "meridian") { subgroups { nodes { parent { name } } } } }',
    );
    expect(errors).toMatchObject([{ path: ['failing'] }]);
    expect(data).toEqual({ failing: null, group: { subgroups: { nodes: [{ parent: { name: 'Nine' } }] } } });
    expect(calls).toHaveLength(3);
  });
});

describe('attributes of an object that the response with another object contains', () => {
  test.each([
    [
      'the group of projects, in their namespace',
      '{ group(id: 9) { projects(first: 3) { nodes { group { id databaseId name path fullPath } } } } }',
      ['GET /groups/9/projects?page=1&per_page=3'],
    ],
    [
      'the project of merge requests, in their references',
      '{ group(id: 9) { mergeRequests(first: 3) { nodes { project { id fullPath } targetProject { fullPath } } } } }',
      ['GET /groups/9/merge_requests?page=1&per_page=3'],
    ],
    [
      'the user of service accounts',
      '{ group(id: 9) { serviceAccounts { nodes { user { id databaseId username name } } } } }',
      ['GET /groups/9/service_accounts?page=1&per_page=20'],
    ],
    [
      'the group of a merge request, in the namespace of its project',
      '{ project(id: 14) { mergeRequest(iid: 2) { group { id name fullPath } } } }',
      ['GET /projects/14'],
    ],
  ])('suffice for %s', async (_, query, calls) => {
    const { data, errors } = await facade.execute(query, {}, { as: 'owner' });
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain('null');
    expect(facade.calls).toEqual(calls);
  });

  test('equal those of the object itself', async () => {
    const read = async (group: string) => {
      const { data } = await facade.execute<{ project: { group: Record<string, unknown> } }>(
        `{ project(id: 14) { group { ${group} } } }`,
      );
      const { visibility: _, ...attributes } = data.project.group;
      return attributes;
    };
    const attributes = 'id databaseId name path fullPath';
    expect(await read(attributes)).toEqual(await read(`${attributes} visibility`));
    expect(facade.calls).toEqual(['GET /projects/14', 'GET /projects/14', 'GET /groups/10?with_projects=false']);
  });

  test('suffice for groups that a group is shared with', async () => {
    const share = { group_id: 7, group_name: 'Seven', group_full_path: 'six/seven', group_access_level: 30 };
    const { execute, calls } = await startStubbed({
      'GET /groups/9': { body: { id: 9, shared_with_groups: [share] } },
    });
    expect(await execute('{ group(id: 9) { sharedWithGroups { group { id name fullPath } } } }')).toEqual({
      data: {
        group: { sharedWithGroups: [{ group: { id: 'gid://service/Group/7', name: 'Seven', fullPath: 'six/seven' } }] },
      },
    });
    expect(calls).toHaveLength(1);
  });

  test.each([{ full: '!1' }, { full: 'a/b' }, {}, null])('are read if the response has %j', async (references) => {
    const { execute, calls } = await startStubbed({
      'GET /projects/14/merge_requests': { body: [{ iid: 1, project_id: 14, references }] },
      'GET /projects/14': { body: { id: 14, path_with_namespace: 'a/b' } },
    });
    expect(await execute('{ project(id: 14) { mergeRequests { nodes { project { fullPath } } } } }')).toEqual({
      data: { project: { mergeRequests: { nodes: [{ project: { fullPath: 'a/b' } }] } } },
    });
    expect(calls).toHaveLength(2);
  });

  test.each([
    [
      'groups of projects, which costs a call for each group if the service omits their full path',
      '{ group(id: 9) { projects(first: 2) { nodes { group { fullPath } } } } }',
      [
        { field: 'Group.projects', times: 1, assumed: false },
        { field: 'Project.group', times: 2, assumed: true },
      ],
      [
        'GET /groups/9/projects?page=1&per_page=2',
        'GET /groups/10?with_projects=false',
        'GET /groups/11?with_projects=false',
      ],
    ],
    [
      'names of groups, which are never null',
      '{ group(id: 9) { projects(first: 2) { nodes { group { name } } } } }',
      [{ field: 'Group.projects', times: 1, assumed: false }],
      ['GET /groups/9/projects?page=1&per_page=2'],
    ],
  ])('are in the plan of %s', async (_, query, planned, calls) => {
    const project = (id: number) => ({ id, namespace: { id, kind: 'group', name: 'Ten', path: 'ten' } });
    const stub = await startStubbed({
      'GET /groups/9/projects': { body: [project(10), project(11)] },
      'GET /groups/10': { body: { id: 10, full_path: 'nine/ten' } },
      'GET /groups/11': { body: { id: 11, full_path: 'nine/eleven' } },
    });
    const { extensions } = await stub.execute(query, {}, { headers: { 'x-portico-trace': 'plan' } });
    expect(extensions).toMatchObject({ plan: { calls: planned } });
    expect(stub.calls).toEqual([]);
    const { errors } = await stub.execute(query);
    expect(errors).toBeUndefined();
    expect(stub.calls).toEqual(calls);
  });

  test('are no reason to reject an operation, if only a service that omits them needs more calls', async () => {
    const namespace = { id: 10, kind: 'group', name: 'Ten', path: 'ten', full_path: 'nine/ten' };
    const stub = await startStubbed(
      { 'GET /groups/9/projects': { body: [{ id: 14, namespace }] } },
      { MAX_REST_CALLS: '1' },
    );
    const query = '{ group(id: 9) { projects(first: 20) { nodes { group { fullPath } } } } }';
    const { errors } = await stub.execute(query);
    expect(errors).toBeUndefined();
    expect(stub.calls).toHaveLength(1);
  });

  test('do not make an object exist that is read for other attributes', async () => {
    const { execute } = await startStubbed({
      'GET /projects/14': {
        body: { id: 14, namespace: { id: 10, kind: 'group', name: 'Ten', path: 'ten', full_path: 'ten' } },
      },
      'GET /groups/10': notFound,
    });
    expect(await execute('{ project(id: 14) { group { name } } }')).toEqual({
      data: { project: { group: { name: 'Ten' } } },
    });
    expect(await execute('{ project(id: 14) { group { name visibility } } }')).toEqual({
      data: { project: { group: null } },
    });
  });
});

describe('a user, for an anonymous caller', () => {
  const notes = (author: string) =>
    `{ project(id: 14) { issue(iid: 1) { notes { nodes { author { ${author} } } } } } }`;
  const list = 'GET /projects/14/issues/1/notes?page=1&per_page=20';

  test('costs a lookup by its username for attributes of lists', async () => {
    const { data, errors } = await facade.execute(notes('username avatarUrl'));
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain('"avatarUrl":"http');
    expect(facade.calls.toSorted()).toEqual([
      list,
      'GET /users?per_page=100&username=dana.kim',
      'GET /users?per_page=100&username=mateo.silva',
      'GET /users?per_page=100&username=olivia.marsh',
      'GET /users?per_page=100&username=ravi.patel',
    ]);
  });

  test('costs no call for attributes that only signed-in callers see', async () => {
    const { errors } = await facade.execute(`{ user(by: { username: "dana.kim" }) { bio } ${notes('bio').slice(1)}`);
    expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNAUTHENTICATED']));
    expect(errors?.[0]?.message).toContain('signed-in callers only, and the request had no token. Send the header');
    expect(facade.calls.toSorted()).toEqual([list, 'GET /users?per_page=100&username=dana.kim']);
  });

  test('has no attributes of another user with its username', async () => {
    const { execute } = await startStubbed({
      'GET /projects/14/issues/1/notes': { body: [{ id: 1, author: { id: 5, username: 'dana.kim' } }] },
      'GET /users': { body: [{ id: 6, username: 'dana.kim', avatar_url: 'https://example.com/6.png' }] },
    });
    const { data, errors } = await execute(notes('avatarUrl'));
    expect(JSON.stringify(data)).toContain('"avatarUrl":null');
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
