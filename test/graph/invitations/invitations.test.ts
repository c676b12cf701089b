import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { callRest } from '../../rest-client.ts';
import { outcomes } from '../roles.ts';
import {
  deleteInvitation,
  invitationFields,
  invite,
  readInvitations,
  targets,
  updateInvitation,
} from './invitation.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const getCode = async (read: Promise<{ errors?: readonly { extensions?: { code?: string } }[] }>) => ({
  code: (await read).errors?.[0]?.extensions?.code,
});
const ownersOnly = {
  anonymous: 'UNAUTHENTICATED',
  guest: 'FORBIDDEN',
  developer: 'FORBIDDEN',
  maintainer: 'FORBIDDEN',
};
const maintainersOnly = { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', developer: 'FORBIDDEN' };
const expectedCodes = { group: ownersOnly, project: maintainersOnly };

let emailCount = 0;
const createUniqueEmail = (): string => `fresh+${++emailCount}@example.net`;

/** Creates an invitation to the group or project, and returns its global id. */
async function createInvitation(
  { kind, parentId, target }: (typeof targets)[number],
  email = createUniqueEmail(),
): Promise<string> {
  await invite(facade, { target, emails: [email] });
  facade.forget();
  return `gid://service/Invitation/${kind}/${parentId}/${encodeURIComponent(email)}`;
}

describe('reading', () => {
  test('returns the invitations of a group', async () => {
    const { data, errors } = await readInvitations(facade, 'group', 9, '(first: 1)');
    expect(errors).toBeUndefined();
    expect(data.parent.invitations).toMatchObject({
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

  test('returns only direct invitations of a subgroup and of a project', async () => {
    const nested = await readInvitations(facade, 'group', 10);
    const project = await readInvitations(facade, 'project', 14);
    expect(nested.data.parent.invitations?.nodes).toMatchObject([{ inviteEmail: 'platform.only@example.net' }]);
    expect(project.data.parent.invitations?.nodes).toMatchObject([
      { id: 'gid://service/Invitation/project/14/engine.only%40example.net' },
      { inviteEmail: 'stuck@example.net' },
    ]);
    expect(facade.calls).toEqual([
      'GET /groups/10/invitations?page=1&per_page=20',
      'GET /projects/14/invitations?page=1&per_page=20',
    ]);
  });

  test.each(targets)(
    'returns global ids with the number of a $kind that is queried by its full path, with one more call',
    async (invitationTarget) => {
      const { kind, target, parentId, pathByFullPath } = invitationTarget;
      const { data } = await facade.execute<{ parent: { invitations: { nodes: { id: string }[] } } }>(
        `query ($id: ID!) { parent: ${kind}(id: $id) { invitations(first: 1) { nodes { id } } } }`,
        { id: Object.values(target)[0] },
        { as: 'owner' },
      );
      expect(data.parent.invitations.nodes[0]?.id.split('/').slice(4, 6)).toEqual([kind, String(parentId)]);
      expect(facade.calls[0]).toBe(`GET ${pathByFullPath}/invitations?page=1&per_page=1`);
      expect(facade.calls).toHaveLength(2);
    },
  );

  test.each([
    ['group', 9, 'candidate7@example.net', 1],
    ['group', 9, 'CANDIDATE7@example.net', 1],
    ['group', 9, 'candidate7', 0],
    ['group', 9, '', 25],
    ['group', 9, 'nora+maps@example.net', 1],
    ['project', 14, 'engine.only@example.net', 1],
    ['project', 14, 'engine', 0],
    ['project', 14, '', 2],
  ] as const)(
    'filters the invitations of %s %i by the complete email address: "%s" matches %i',
    async (kind, id, query, expectedCount) => {
      const { data } = await readInvitations(facade, kind, id, `(filter: { email: "${query}" })`);
      expect(data.parent.invitations?.totalCount).toBe(expectedCount);
      expect(facade.calls).toEqual([
        `GET /${kind}s/${id}/invitations?page=1&per_page=20&query=${encodeURIComponent(query)}`,
      ]);
    },
  );

  test('reads each invitation with one call if it is queried by its global id', async () => {
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

  test('rejects the global id of an invitation to an epic in node, without a REST call', async () => {
    const { errors } = await facade.execute('{ node(id: "gid://service/Invitation/epic/9/a%40b.c") { id } }');
    expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });

  test.each(targets)(
    'requires a caller that may manage members of a $kind, and returns NOT_FOUND for an unknown $kind',
    async ({ kind, parentId }) => {
      expect(await outcomes((as) => getCode(readInvitations(facade, kind, parentId, '', as)))).toEqual(
        expectedCodes[kind],
      );
      expect(await getCode(readInvitations(facade, kind, 4294967297))).toEqual({ code: 'NOT_FOUND' });
    },
  );
});

describe.each(targets)('invitationUpdate for a $kind', (invitationTarget) => {
  const { kind, pathById } = invitationTarget;

  test('changes role and expiry, and reads the other fields with a second call', async () => {
    const email = createUniqueEmail();
    const id = await createInvitation(invitationTarget, email);
    const change = { accessLevel: 'REPORTER', expiresAt: '2025-12-31T10:00:00+01:00' };
    const { payload } = await updateInvitation(facade, { id, ...change });
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
      `PUT ${pathById}/invitations/${encodeURIComponent(email)}`,
      `GET ${pathById}/invitations?page=1&per_page=100&query=${encodeURIComponent(email)}`,
    ]);
    expect(facade.requests[0]?.body).toEqual({ access_level: 20, expires_at: '2025-12-31T10:00:00+01:00' });
  });

  test('makes no second call for fields that the response contains', async () => {
    const id = await createInvitation(invitationTarget);
    facade.forget();
    const change = { id, expiresAt: '2026-01-31T00:00:00Z', accessLevel: 'GUEST' };
    const { payload } = await updateInvitation(facade, change, 'owner', 'id inviteEmail accessLevel expiresAt');
    expect(payload?.invitation).toMatchObject({ id, accessLevel: 'GUEST', expiresAt: '2026-01-31T00:00:00Z' });
    expect(facade.calls).toHaveLength(1);
  });

  test('reads the invitation and sends its role if the input omits the role', async () => {
    const id = await createInvitation(invitationTarget);
    await updateInvitation(facade, { id, accessLevel: 'GUEST' });
    facade.forget();
    const { payload } = await updateInvitation(
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
    const endless = await updateInvitation(facade, { id, expiresAt: null }, 'owner', 'accessLevel expiresAt');
    expect(endless.payload?.invitation).toMatchObject({ accessLevel: 'GUEST', expiresAt: null });
    expect(facade.requests[1]?.body).toEqual({ access_level: 10, expires_at: null });
  });

  test('returns NOT_FOUND without a write if the input omits the role and the invitation does not exist', async () => {
    const id = `gid://service/Invitation/${kind}/${invitationTarget.parentId}/nobody%40example.net`;
    const { payload } = await updateInvitation(facade, { id, expiresAt: '2026-01-31T00:00:00Z' });
    expect(payload).toMatchObject({ invitation: null, errors: [{ code: 'NOT_FOUND', path: ['input', 'id'] }] });
    expect(facade.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each(['NO_ACCESS', 'MINIMAL_ACCESS', 'SECURITY_MANAGER', 'OWNER'])(
    'accepts the role %s',
    async (accessLevel) => {
      const { payload } = await updateInvitation(
        facade,
        { id: await createInvitation(invitationTarget), accessLevel },
        'owner',
        'accessLevel',
      );
      expect(payload?.invitation).toEqual({ accessLevel });
    },
  );

  test('rejects invalid input without a REST call', async () => {
    const id = await createInvitation(invitationTarget);
    const otherType = await updateInvitation(facade, { id: 'gid://service/Group/9', accessLevel: 'GUEST' });
    const otherKind = await updateInvitation(facade, {
      id: 'gid://service/Invitation/epic/9/a%40b.c',
      accessLevel: 'GUEST',
    });
    const dateOnly = await updateInvitation(facade, { id, expiresAt: '2025-12-31' });
    expect(otherType.payload?.errors).toMatchObject([{ path: ['input', 'id'] }]);
    expect(otherKind.payload?.errors).toMatchObject([{ path: ['input', 'id'] }]);
    expect(dateOnly.payload).toBeNull();
    expect(facade.calls).toEqual([]);
  });

  test('returns NOT_FOUND for an invitation that does not exist', async () => {
    const id = `gid://service/Invitation/${kind}/${invitationTarget.parentId}/nobody%40example.net`;
    const { payload } = await updateInvitation(facade, { id, accessLevel: 'GUEST' });
    expect(payload).toMatchObject({ invitation: null, errors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND' }] });
  });

  test('requires a caller that may manage members', async () => {
    const id = await createInvitation(invitationTarget);
    expect(await outcomes((as) => updateInvitation(facade, { id, accessLevel: 'GUEST' }, as))).toEqual(
      expectedCodes[kind],
    );
  });
});

describe.each(targets)('invitationDelete for a $kind', (invitationTarget) => {
  const { kind, parentId, pathById } = invitationTarget;

  test('deletes the invitation, and returns NOT_FOUND when it is repeated', async () => {
    const email = createUniqueEmail();
    const id = await createInvitation(invitationTarget, email);
    const deleted = await deleteInvitation(facade, id);
    expect(deleted.payload).toEqual({ deletedInvitationId: id, errors: [] });
    expect(facade.calls).toEqual([`DELETE ${pathById}/invitations/${encodeURIComponent(email)}`]);
    const { data } = await readInvitations(facade, kind, parentId, `(filter: { email: "${email}" })`);
    expect(data.parent.invitations?.nodes).toEqual([]);
    expect((await deleteInvitation(facade, id)).payload).toMatchObject({
      deletedInvitationId: null,
      errors: [{ code: 'NOT_FOUND' }],
    });
  });

  test('returns CONFLICT for an invitation that cannot be deleted', async () => {
    const { payload } = await deleteInvitation(
      facade,
      `gid://service/Invitation/${kind}/${parentId}/stuck%40example.net`,
    );
    expect(payload).toMatchObject({
      deletedInvitationId: null,
      errors: [{ __typename: 'ConflictError', code: 'CONFLICT' }],
    });
  });

  test('rejects ids that are not global ids of invitations, without a REST call', async () => {
    for (const id of [
      'stuck@example.net',
      'gid://service/Project/14',
      `gid://service/Invitation/${kind}/${parentId}`,
    ]) {
      const { payload } = await deleteInvitation(facade, id);
      expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'id'] }]);
    }
    expect(facade.calls).toEqual([]);
  });

  test('requires a caller that may manage members', async () => {
    const deleteNew = async (as: Role) => deleteInvitation(facade, await createInvitation(invitationTarget), as);
    expect(await outcomes(deleteNew)).toEqual(expectedCodes[kind]);
  });
});

test('returns FORBIDDEN for invitations of a project if its group locks the membership', async () => {
  const setLock = (membership_lock: boolean) =>
    callRest(facade, 'updateGroup', { path: { id: landmarks.publicGroup.id }, body: { membership_lock } });
  await setLock(true);
  const input = { target: { project: 14 }, emails: [createUniqueEmail()] };
  const id = 'gid://service/Invitation/project/14/engine.only%40example.net';
  const codes = [
    await getCode(readInvitations(facade, 'project', 14)),
    await invite(facade, input),
    await updateInvitation(facade, { id, accessLevel: 'GUEST' }),
    await deleteInvitation(facade, id),
  ].map((outcome) => outcome.code);
  await setLock(false);
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});

test('has a field for each attribute of an invitation', () => {
  expect(invitationFields.split(' ').toSorted()).toEqual(
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
