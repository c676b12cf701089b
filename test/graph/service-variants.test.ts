/** Behavior of services that the reference documentation leaves out: moved projects, relative URLs, older versions. */
import { expect, test } from 'vitest';
import { startSandboxed } from '../harness.ts';
import { startStubbed } from './stub-upstream.ts';

const create =
  'mutation { labelCreate(input: { project: "atlas/old", name: "bug", color: "#ff0000" }) { label { name } errors { code message } } }';
const rejection = { status: 405, body: { message: 'Non GET methods are not allowed for moved projects' } };

test('names the new path of a project that has moved if its service rejects a write', async () => {
  const facade = await startStubbed({
    'POST /projects/atlas%2Fold/labels': rejection,
    'GET /projects/atlas%2Fold': { status: 301, headers: { location: '/api/v4/projects/7' } },
    'GET /projects/7': { body: { id: 7, path_with_namespace: 'atlas/new' } },
  });
  const { data } = await facade.execute(create);
  expect(data).toEqual({
    labelCreate: {
      label: null,
      errors: [
        {
          code: 'BAD_USER_INPUT',
          message: expect.stringMatching(
            /Non GET methods are not allowed for moved projects; the project atlas\/old has moved to atlas\/new: use this path, or the id of the project$/,
          ),
        },
      ],
    },
  });
});

test.each([
  ['the same path', { body: { id: 7, path_with_namespace: 'atlas/old' } }],
  ['the same path with other capitals', { body: { id: 7, path_with_namespace: 'Atlas/old' } }],
  ['a project without a path', { body: { id: 7, path_with_namespace: '' } }],
  ['no project', { status: 404, body: { message: '404 Project Not Found' } }],
])('reports the rejection of a write as it is if its path leads to %s', async (_, response) => {
  const facade = await startStubbed({
    'POST /projects/atlas%2Fold/labels': rejection,
    'GET /projects/atlas%2Fold': response,
  });
  const { errors } = await facade.execute(create);
  expect(errors).toMatchObject([
    { message: expect.stringContaining(rejection.body.message), extensions: { code: 'UPSTREAM_REFUSED' } },
  ]);
});

test('resolves relative URLs of avatars against the service, in objects and in lists', async () => {
  const user = { id: 3, username: 'dana', name: 'Dana' };
  const avatar = '/uploads/user/3/avatar.png';
  const facade = await startStubbed({
    'GET /users/3': { body: { ...user, avatar_url: avatar, bio: 'is "avatar_url":"/" in JSON' } },
    'GET /users': {
      body: [
        { ...user, avatar_url: avatar },
        { ...user, id: 4, avatar_url: '//cdn.example.com/4.png' },
        { ...user, id: 5, avatar_url: 'https://forge.example.com/5.png' },
        { ...user, id: 6, avatar_url: null },
      ],
    },
  });
  const { data, errors } = await facade.execute<{
    readonly user: unknown;
    readonly users: { readonly nodes: readonly { readonly avatarUrl: string | null }[] };
  }>('{ user(by: { id: 3 }) { avatarUrl bio } users { nodes { avatarUrl } } }');
  expect(errors).toBeUndefined();
  const absolute = new URL(avatar, facade.upstreamUrl).href;
  expect(data.user).toEqual({ avatarUrl: absolute, bio: 'is "avatar_url":"/" in JSON' });
  expect(data.users.nodes.map(({ avatarUrl }) => avatarUrl)).toEqual([
    absolute,
    '//cdn.example.com/4.png',
    'https://forge.example.com/5.png',
    null,
  ]);
});

test('returns merge_status of services without detailed_merge_status', async () => {
  const facade = await startStubbed({
    'GET /projects/7/merge_requests/1': { body: { id: 1, iid: 1, project_id: 7, merge_status: 'can_be_merged' } },
  });
  const { data } = await facade.execute('{ project(id: 7) { mergeRequest(iid: 1) { detailedMergeStatus } } }');
  expect(data).toEqual({ project: { mergeRequest: { detailedMergeStatus: 'can_be_merged' } } });
});

test('derives from the attributes for Owners whether the caller may change a group', async () => {
  const facade = await startSandboxed();
  const canUpdate = async (as: 'anonymous' | 'developer' | 'owner') => {
    const { data } = await facade.execute<{ group: { userPermissions: { canUpdate: boolean } } }>(
      '{ group(id: 9) { userPermissions { canUpdate } } }',
      {},
      { as },
    );
    return data.group.userPermissions.canUpdate;
  };
  try {
    expect([await canUpdate('anonymous'), await canUpdate('developer'), await canUpdate('owner')]).toEqual([
      false,
      false,
      true,
    ]);
  } finally {
    await facade.close();
  }
});
