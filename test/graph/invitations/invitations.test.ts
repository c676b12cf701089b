import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../src/sandbox/index.ts';
import { groups } from '../../../src/sandbox/world/groups.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { outcomes } from '../roles.ts';
import { every, invite, readInvitations, remove, targets, update } from './invitation.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const code = async (read: Promise<{ errors?: readonly { extensions?: { code?: string } }[] }>) => ({
  code: (await read).errors?.[0]?.extensions?.code,
});
const ownersOnly = {
  anonymous: 'UNAUTHENTICATED',
  guest: 'FORBIDDEN',
  developer: 'FORBIDDEN',
  maintainer: 'FORBIDDEN',
};
const maintainersOnly = { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', developer: 'FORBIDDEN' };
const allowed = { group: ownersOnly, project: maintainersOnly };

/** Unused email address. */
let count = 0;
const freshEmail = (): string => `fresh+${++count}@example.net`;

/** The id of a new invitation to the group or project. */
async function newInvitation(
  { kind, holder, target }: (typeof targets)[number],
  email = freshEmail(),
): Promise<string> {
  await invite(facade, { target, emails: [email] });
  facade.forget();
  return `gid://service/Invitation/${kind}/${holder}/${encodeURIComponent(email)}`;
}

describe('reading', () => {
  test('returns the invitations of a group', async () => {
    const { data, errors } = await readInvitations(facade, 'group', 9, '(first: 1)');
    expect(errors).toBeUndefined();
    expect(data.holder.invitations).toMatchObject({
      nodes: [
        {
          id: 'gid://service/Invitation/group/9/nora%2Bmaps%40example.net',
          databaseId: 401,
          inviteEmail: 'nora+maps@example.net',
          accessLevel: 'DEVELOPER',
          createdAt: '2025-05-12T12:00:00.000Z',
          expiresAt: '2025-09-29T12:00:00.000Z',
          userName: null,
          createdByName: 'Olivia Marsh',
        },
      ],
      totalCount: 25,
    });
    expect(facade.calls).toEqual(['GET /groups/9/invitations?page=1&per_page=1']);
  });

  test('returns direct invitations only, of each project and group', async () => {
    const nested = await readInvitations(facade, 'group', 10);
    const project = await readInvitations(facade, 'project', 14);
    expect(nested.data.holder.invitations?.nodes).toMatchObject([{ inviteEmail: 'platform.only@example.net' }]);
    expect(project.data.holder.invitations?.nodes).toMatchObject([
      { id: 'gid://service/Invitation/project/14/engine.only%40example.net' },
      { inviteEmail: 'stuck@example.net' },
    ]);
    expect(facade.calls).toEqual([
      'GET /groups/10/invitations?page=1&per_page=20',
      'GET /projects/14/invitations?page=1&per_page=20',
    ]);
  });

  test.each(targets)('returns ids with the number of a $kind that is requested by its path', async (place) => {
    const { kind, target, holder, byPath } = place;
    const { data } = await facade.execute<{ holder: { invitations: { nodes: { id: string }[] } } }>(
      `query ($id: ID!) { holder: ${kind}(id: $id) { invitations(first: 1) { nodes { id } } } }`,
      { id: Object.values(target)[0] },
      { as: 'owner' },
    );
    expect(data.holder.invitations.nodes[0]?.id.split('/').slice(4, 6)).toEqual([kind, String(holder)]);
    expect(facade.calls[0]).toBe(`GET ${byPath}/invitations?page=1&per_page=1`);
    expect(facade.calls).toHaveLength(2);
  });

  test.each([
    ['group', 9, 'candidate7@example.net', 1],
    ['group', 9, 'CANDIDATE7@example.net', 1],
    ['group', 9, 'candidate7', 0],
    ['group', 9, '', 25],
    ['group', 9, 'nora+maps@example.net', 1],
    ['project', 14, 'engine.only@example.net', 1],
    ['project', 14, 'engine', 0],
    ['project', 14, '', 2],
  ] as const)('requires the whole address in the filter of %s %i: "%s" finds %i', async (kind, id, query, found) => {
    const { data } = await readInvitations(facade, kind, id, `(filter: { email: "${query}" })`);
    expect(data.holder.invitations?.totalCount).toBe(found);
    expect(facade.calls).toEqual([
      `GET /${kind}s/${id}/invitations?page=1&per_page=20&query=${encodeURIComponent(query)}`,
    ]);
  });

  test('finds an invitation by node and its address, in one call', async () => {
    const ids = [
      'gid://service/Invitation/group/9/nora%2Bmaps%40example.net',
      'gid://service/Invitation/project/14/engine.only%40example.net',
      'gid://service/Invitation/project/14/nora%2Bmaps%40example.net',
    ];
    const { data, errors } = await facade.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Invitation { inviteEmail } } }',
      { ids },
      { as: 'owner' },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      nodes: [
        { id: ids[0], inviteEmail: 'nora+maps@example.net' },
        { id: ids[1], inviteEmail: 'engine.only@example.net' },
        null,
      ],
    });
    expect(facade.calls.toSorted()).toEqual([
      'GET /groups/9/invitations?page=1&per_page=100&query=nora%2Bmaps%40example.net',
      'GET /projects/14/invitations?page=1&per_page=100&query=engine.only%40example.net',
      'GET /projects/14/invitations?page=1&per_page=100&query=nora%2Bmaps%40example.net',
    ]);
  });

  test('rejects an id of another kind in node', async () => {
    const { errors } = await facade.execute('{ node(id: "gid://service/Invitation/epic/9/a%40b.c") { id } }');
    expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });

  test.each(targets)('requires a caller who manages members of a $kind', async ({ kind, holder }) => {
    expect(await outcomes((as) => code(readInvitations(facade, kind, holder, '', as)))).toEqual(allowed[kind]);
    expect(await code(readInvitations(facade, kind, 4294967297))).toEqual({ code: 'NOT_FOUND' });
  });
});

describe.each(targets)('changing one of a $kind', (place) => {
  const { kind, base } = place;

  test('changes role and expiry; other fields cost a second call', async () => {
    const email = freshEmail();
    const id = await newInvitation(place, email);
    const change = { accessLevel: 'REPORTER', expiresAt: '2025-12-31T10:00:00+01:00' };
    const { payload } = await update(facade, { id, ...change });
    expect(payload).toEqual({
      invitation: {
        id,
        databaseId: expect.any(Number),
        inviteEmail: email,
        ...change,
        createdAt: '2025-06-01T12:00:00.000Z',
        userName: null,
        createdByName: 'Olivia Marsh',
      },
      errors: [],
    });
    expect(facade.calls).toEqual([
      `PUT ${base}/invitations/${encodeURIComponent(email)}`,
      `GET ${base}/invitations?page=1&per_page=100&query=${encodeURIComponent(email)}`,
    ]);
    expect(facade.requests[0]?.body).toEqual({ access_level: 20, expires_at: '2025-12-31T10:00:00+01:00' });
  });

  test('makes no second call for fields that the response contains', async () => {
    const id = await newInvitation(place);
    facade.forget();
    const change = { id, expiresAt: '2026-01-31T00:00:00Z', accessLevel: 'GUEST' };
    const { payload } = await update(facade, change, 'owner', 'id inviteEmail accessLevel expiresAt');
    expect(payload?.invitation).toMatchObject({ id, accessLevel: 'GUEST', expiresAt: '2026-01-31T00:00:00Z' });
    expect(facade.calls).toHaveLength(1);
  });

  test('keeps an omitted role, with one read', async () => {
    const id = await newInvitation(place);
    await update(facade, { id, accessLevel: 'GUEST' });
    facade.forget();
    const { payload } = await update(
      facade,
      { id, expiresAt: '2026-01-31T00:00:00Z' },
      'owner',
      'accessLevel expiresAt',
    );
    expect(payload?.invitation).toMatchObject({ accessLevel: 'GUEST', expiresAt: '2026-01-31T00:00:00Z' });
    expect(facade.requests.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['PUT', { access_level: 10, expires_at: '2026-01-31T00:00:00Z' }],
    ]);
    facade.forget();
    const endless = await update(facade, { id, expiresAt: null }, 'owner', 'accessLevel expiresAt');
    expect(endless.payload?.invitation).toMatchObject({ accessLevel: 'GUEST', expiresAt: null });
    expect(facade.requests[1]?.body).toEqual({ access_level: 10, expires_at: null });
  });

  test('changes nothing without a role in an invitation that does not exist', async () => {
    const id = `gid://service/Invitation/${kind}/${place.holder}/nobody%40example.net`;
    const { payload } = await update(facade, { id, expiresAt: '2026-01-31T00:00:00Z' });
    expect(payload).toMatchObject({ invitation: null, errors: [{ code: 'NOT_FOUND', path: ['input', 'id'] }] });
    expect(facade.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each(['NO_ACCESS', 'MINIMAL_ACCESS', 'SECURITY_MANAGER', 'OWNER'])('accepts %s', async (accessLevel) => {
    const { payload } = await update(facade, { id: await newInvitation(place), accessLevel }, 'owner', 'accessLevel');
    expect(payload?.invitation).toEqual({ accessLevel });
  });

  test('rejects invalid input before the call', async () => {
    const id = await newInvitation(place);
    const noId = await update(facade, { id: 'gid://service/Group/9', accessLevel: 'GUEST' });
    const noKind = await update(facade, { id: 'gid://service/Invitation/epic/9/a%40b.c', accessLevel: 'GUEST' });
    const day = await update(facade, { id, expiresAt: '2025-12-31' });
    expect(noId.payload?.errors).toMatchObject([{ path: ['input', 'id'] }]);
    expect(noKind.payload?.errors).toMatchObject([{ path: ['input', 'id'] }]);
    expect(day.payload).toBeNull();
    expect(facade.calls).toEqual([]);
  });

  test('reports a missing one as not found', async () => {
    const id = `gid://service/Invitation/${kind}/${place.holder}/nobody%40example.net`;
    const { payload } = await update(facade, { id, accessLevel: 'GUEST' });
    expect(payload).toMatchObject({ invitation: null, errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }] });
  });

  test('requires a caller who manages members', async () => {
    const id = await newInvitation(place);
    expect(await outcomes((as) => update(facade, { id, accessLevel: 'GUEST' }, as))).toEqual(allowed[kind]);
  });
});

describe.each(targets)('withdrawing one of a $kind', (place) => {
  const { kind, holder, base } = place;

  test('removes it, once', async () => {
    const email = freshEmail();
    const id = await newInvitation(place, email);
    const deleted = await remove(facade, id);
    expect(deleted.payload).toEqual({ deletedInvitationId: id, errors: [] });
    expect(facade.calls).toEqual([`DELETE ${base}/invitations/${encodeURIComponent(email)}`]);
    const { data } = await readInvitations(facade, kind, holder, `(filter: { email: "${email}" })`);
    expect(data.holder.invitations?.nodes).toEqual([]);
    expect((await remove(facade, id)).payload).toMatchObject({
      deletedInvitationId: null,
      errors: [{ code: 'NOT_FOUND' }],
    });
  });

  test('reports a conflict for one that cannot be withdrawn', async () => {
    const { payload } = await remove(facade, `gid://service/Invitation/${kind}/${holder}/stuck%40example.net`);
    expect(payload).toMatchObject({
      deletedInvitationId: null,
      errors: [{ __typename: 'ConflictError', code: 'CONFLICT' }],
    });
  });

  test('rejects ids of other types before the call', async () => {
    for (const id of ['stuck@example.net', 'gid://service/Project/14', `gid://service/Invitation/${kind}/${holder}`]) {
      const { payload } = await remove(facade, id);
      expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    }
    expect(facade.calls).toEqual([]);
  });

  test('requires a caller who manages members', async () => {
    const act = async (as: Role) => remove(facade, await newInvitation(place), as);
    expect(await outcomes(act)).toEqual(allowed[kind]);
  });
});

test('rejects members of a project if its group locks the membership', async () => {
  const group = groups(facade.sandbox.store).get(landmarks.publicGroup.id) ?? expect.unreachable();
  group.settings.membership_lock = true;
  const input = { target: { project: 14 }, emails: [freshEmail()] };
  const id = 'gid://service/Invitation/project/14/engine.only%40example.net';
  const codes = [
    await code(readInvitations(facade, 'project', 14)),
    await invite(facade, input),
    await update(facade, { id, accessLevel: 'GUEST' }),
    await remove(facade, id),
  ].map((outcome) => outcome.code);
  group.settings.membership_lock = false;
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});

test('has a field for every attribute of an invitation', () => {
  expect(every.split(' ').toSorted()).toEqual(
    [
      'accessLevel',
      'createdAt',
      'createdByName',
      'databaseId',
      'expiresAt',
      'id',
      'inviteEmail',
      'userName',
    ].toSorted(),
  );
});
