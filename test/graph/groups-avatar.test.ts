/** Avatars of groups: upload, download and removal. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role, tokens } from '../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { mutate, uploadAvatar } from './mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const { publicGroup, nestedGroup, privateGroup } = landmarks;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255, 1]);

interface AvatarPayload {
  readonly group: { readonly avatarUrl: string; readonly avatarDownloadUrl: string } | null;
}

const selection = 'group { avatarUrl avatarDownloadUrl }';

async function upload({
  id = String(publicGroup.id),
  file,
  as = 'owner',
}: {
  id?: string;
  file: Blob | undefined;
  as?: Role;
}) {
  const { response } = await uploadAvatar<AvatarPayload>(facade, { id, file }, selection, as);
  return response;
}

const createAvatar = (name = 'compass rose.png') => new File([png], name, { type: 'image/png' });

function download(path: string, as: Role = 'anonymous'): Promise<Response> {
  const headers: HeadersInit = as === 'anonymous' ? {} : { 'private-token': tokens[as] };
  return fetch(new URL(path, facade.url), { headers });
}

describe('groupAvatarUpload', () => {
  test('sends the file as multipart form data, and returns a URL that downloads it', async () => {
    const { data } = await upload({ file: createAvatar() });
    expect(data?.groupAvatarUpload).toEqual({
      group: {
        avatarUrl: expect.stringMatching(/compass rose\.png$/),
        avatarDownloadUrl: new URL('/downloads/groups/9/avatar', facade.url).href,
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['PUT /groups/9']);
    expect(facade.requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const response = await fetch(data?.groupAvatarUpload?.group?.avatarDownloadUrl ?? '');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
    expect(response.headers.get('content-type')).toBe('image/png');
  });

  test('accepts the path of a group with one read', async () => {
    const { data } = await upload({ id: nestedGroup.path, file: createAvatar() });
    expect(data?.groupAvatarUpload?.errors).toEqual([]);
    expect(facade.calls).toEqual([
      'GET /groups/meridian%2Fplatform%2Frouting?with_projects=false',
      `PUT /groups/${nestedGroup.id}`,
    ]);
  });

  test.each([
    ['guest', 'FORBIDDEN'],
    ['developer', 'FORBIDDEN'],
    ['maintainer', 'FORBIDDEN'],
    ['owner', undefined],
    ['administrator', undefined],
    ['anonymous', 'UNAUTHENTICATED'],
  ] as const)('returns for an upload by the role %s the error code %s', async (as, code) => {
    const { data, errors } = await upload({ file: createAvatar(), as });
    expect(data?.groupAvatarUpload?.errors[0]?.code ?? errors?.[0]?.extensions?.code).toBe(code);
  });

  test('returns BAD_USER_INPUT at `avatar` for a file that is not an image', async () => {
    const { data } = await upload({ file: new File(['text'], 'a.txt', { type: 'text/plain' }) });
    expect(data?.groupAvatarUpload).toMatchObject({
      group: null,
      errors: [{ __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', path: ['input', 'avatar'] }],
    });
  });

  test('rejects an empty file, which would remove the avatar, before any call', async () => {
    const { data } = await upload({ id: nestedGroup.path, file: new File([], 'empty.png') });
    expect(data?.groupAvatarUpload?.errors).toMatchObject([
      { message: 'must not be empty; groupAvatarRemove removes the avatar', path: ['input', 'avatar'] },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    ['no file', async () => upload({ file: undefined })],
    [
      'a string in place of the file',
      async () =>
        (await mutate(facade, 'groupAvatarUpload', { id: '9', avatar: 'logo.png' }, selection, 'owner')).response,
    ],
    [
      'a string literal',
      async () =>
        facade.execute<undefined>('mutation { groupAvatarUpload(input: { id: "9", avatar: "x" }) { group { id } } }'),
    ],
  ])('rejects %s before any call', async (_, execute) => {
    const { data, errors } = await execute();
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
    expect(facade.calls).toEqual([]);
  });

  test('returns NOT_FOUND for a group that does not exist', async () => {
    const { data } = await upload({ id: '999999', file: createAvatar() });
    expect(data?.groupAvatarUpload?.errors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('groupAvatarRemove', () => {
  test('sends an empty string as the avatar, after which its download returns 404', async () => {
    await upload({ file: createAvatar() });
    facade.forget();
    const input = { id: String(publicGroup.id) };
    const { payload } = await mutate(facade, 'groupAvatarRemove', input, selection, 'owner');
    expect(payload).toEqual({ group: { avatarUrl: null, avatarDownloadUrl: null }, errors: [] });
    expect(facade.calls).toEqual(['PUT /groups/9']);
    expect(facade.requests[0]?.body).toEqual({ avatar: '' });
    expect((await download('/downloads/groups/9/avatar')).status).toBe(404);
  });

  test('accepts the path of a group, and requires an administrator or Owner', async () => {
    const outcomes: Record<string, string | undefined> = {};
    for (const as of ['guest', 'developer', 'maintainer', 'owner', 'administrator', 'anonymous'] as const)
      outcomes[as] = (await mutate(facade, 'groupAvatarRemove', { id: publicGroup.path }, 'group { id }', as)).code;
    expect(outcomes).toEqual({
      guest: 'FORBIDDEN',
      developer: 'FORBIDDEN',
      maintainer: 'FORBIDDEN',
      owner: undefined,
      administrator: undefined,
      anonymous: 'UNAUTHENTICATED',
    });
    expect(facade.calls.slice(0, 2)).toEqual(['GET /groups/meridian?with_projects=false', 'PUT /groups/9']);
  });

  test('rejects the id of another type before any call', async () => {
    const { payload } = await mutate(facade, 'groupAvatarRemove', { id: 'gid://service/User/1' }, 'group { id }');
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    expect(facade.calls).toEqual([]);
  });
});

describe('GET /downloads/groups/:id/avatar', () => {
  beforeAll(async () => {
    for (const id of [publicGroup.id, nestedGroup.id, privateGroup.id])
      await upload({ id: String(id), file: createAvatar(), as: 'administrator' });
    facade.forget();
  });

  test('returns the avatar of a public group to anonymous callers, as an attachment', async () => {
    const response = await download('/downloads/groups/9/avatar');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': 'attachment; filename="compass rose.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
    expect(facade.calls).toEqual(['GET /groups/9/avatar']);
  });

  test('accepts the path of a group with encoded slashes', async () => {
    expect((await download('/downloads/groups/meridian%2Fplatform%2Frouting/avatar')).status).toBe(200);
    expect(facade.calls).toEqual(['GET /groups/meridian%2Fplatform%2Frouting/avatar']);
  });

  test('sends the credential of the headers, and ignores one in the query string', async () => {
    const path = `/downloads/groups/${privateGroup.id}/avatar`;
    expect((await download(path)).status).toBe(404);
    expect((await download(path, 'guest')).status).toBe(200);
    const bearer = { authorization: `Bearer ${tokens.guest}` };
    expect((await fetch(new URL(path, facade.url), { headers: bearer })).status).toBe(200);
    const inUrl = await download(`${path}?private_token=${tokens.guest}`);
    expect(inUrl.status).toBe(404);
    expect(facade.requests.at(-1)?.url).toBe(`/groups/${privateGroup.id}/avatar`);
  });

  test.each(['..%2Fusers', '%20', 'a%2F%2Fb', '%00'])('returns 400 for the path %s before any call', async (id) => {
    const response = await download(`/downloads/groups/${id}/avatar`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect(facade.calls).toEqual([]);
  });
});
