import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { callRest, readAllRest } from '../../rest-client.ts';
import { outcomes } from '../roles.ts';
import { invite, targets } from './invitation.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

let emailCount = 0;
const createUniqueEmail = (): string => `invited+${++emailCount}@example.net`;
const group = { group: 'meridian' };

describe.each(targets)('invitationCreate for a $kind', ({ kind, parentId, target, pathByFullPath }) => {
  const readPending = (email: string) =>
    readAllRest(facade, kind === 'group' ? 'listGroupInvitations' : 'listProjectInvitations', {
      path: { id: parentId },
      query: { query: email },
    });

  test('sends the email address, with the role Developer by default', async () => {
    const email = createUniqueEmail();
    const { payload } = await invite(facade, { target, emails: [email] });
    expect(payload).toEqual({ results: [{ address: email, status: 'INVITED', message: null }], errors: [] });
    expect(facade.calls).toEqual([`POST ${pathByFullPath}/invitations`]);
    expect(facade.requests[0]?.body).toEqual({ email, access_level: 30 });
    expect(await readPending(email)).toMatchObject([{ invite_email: email, access_level: 30 }]);
  });

  test('returns the pending invitation, which is read from the list by its email address', async () => {
    const email = createUniqueEmail();
    const { payload } = await invite(facade, { target, emails: [email] }, 'owner', 'invitation { id inviteEmail }');
    const encoded = encodeURIComponent(email);
    expect(payload?.results).toEqual([
      {
        invitation: {
          id: expect.stringMatching(new RegExp(`^gid://service/Invitation/${kind}/${parentId}/invited%2B`)),
          inviteEmail: email,
        },
      },
    ]);
    expect(facade.calls.slice(0, 2)).toEqual([
      `POST ${pathByFullPath}/invitations`,
      `GET ${pathByFullPath}/invitations?page=1&per_page=100&query=${encoded}`,
    ]);
  });

  test('sends several email addresses and users, and every parameter, in one request', async () => {
    const emails = [createUniqueEmail(), createUniqueEmail()];
    const { payload } = await invite(facade, {
      target,
      emails,
      users: ['15', 'gid://service/User/3000000001'],
      accessLevel: 'PLANNER',
      memberRole: 'gid://service/MemberRole/9/2',
      expiresOn: '2030-01-31',
      inviteSource: 'portico-test',
    });
    expect(payload).toEqual({
      results: [...emails, '15', '3000000001'].map((address) => ({ address, status: 'INVITED', message: null })),
      errors: [],
    });
    expect(facade.requests[0]?.body).toEqual({
      email: emails.join(','),
      user_id: '15,3000000001',
      access_level: 15,
      member_role_id: 2,
      expires_at: '2030-01-31',
      invite_source: 'portico-test',
    });
    const createInvitation = kind === 'group' ? 'createGroupInvitation' : 'createProjectInvitation';
    const { message } = await callRest<{ message: Record<string, string> }>(facade, createInvitation, {
      path: { id: parentId },
      body: { user_id: '15,3000000001', access_level: 15 },
    });
    expect(Object.values(message)).toEqual(['Already a member', 'Already a member']);
    for (const email of emails)
      expect(await readPending(email)).toMatchObject([{ access_level: 15, expires_at: '2030-01-31T00:00:00.000Z' }]);
  });

  test('returns a result with INVITED or REFUSED for each email address and user', async () => {
    const validEmail = createUniqueEmail();
    const emails = ['not-an-address', validEmail, 'stuck@example.net'];
    const { payload } = await invite(facade, { target, emails, users: ['4', '17'] });
    const firstStatus = kind === 'group' ? 'REFUSED' : 'INVITED';
    expect(payload?.results).toEqual([
      { address: 'not-an-address', status: 'REFUSED', message: 'Invite email is invalid' },
      { address: validEmail, status: 'INVITED', message: null },
      {
        address: 'stuck@example.net',
        status: 'REFUSED',
        message: 'The member is already invited: Invite email has already been taken',
      },
      { address: '4', status: firstStatus, message: firstStatus === 'REFUSED' ? 'Already a member' : null },
      { address: '17', status: 'INVITED', message: null },
    ]);
    // The response identifies a rejected user by username, so that the usernames of the invited users are read.
    const reads = kind === 'group' ? ['GET /users/17', 'GET /users/4'] : [];
    expect(facade.calls.slice(1).toSorted()).toEqual(reads);
    expect(payload?.errors).toEqual([]);
  });

  test('requires a caller that may manage members', async () => {
    const rejected = { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', developer: 'FORBIDDEN' };
    expect(await outcomes((as) => invite(facade, { target, emails: [createUniqueEmail()] }, as))).toEqual(
      kind === 'group' ? { ...rejected, maintainer: 'FORBIDDEN' } : rejected,
    );
  });
});

test.each(['NO_ACCESS', 'MINIMAL_ACCESS', 'GUEST', 'SECURITY_MANAGER', 'MAINTAINER', 'OWNER'])(
  'accepts the role %s',
  async (accessLevel) => {
    const { payload } = await invite(facade, { target: group, emails: [createUniqueEmail()], accessLevel });
    expect(payload?.results).toMatchObject([{ status: 'INVITED' }]);
  },
);

test('returns the user, and no invitation, if the user became a member immediately', async () => {
  const input = { target: group, users: ['16'], emails: [createUniqueEmail()] };
  const { payload } = await invite(facade, input, 'owner', 'user { username } invitation { __typename }');
  expect(payload?.results).toEqual([
    { user: null, invitation: { __typename: 'Invitation' } },
    { user: { username: 'boris.gone' }, invitation: null },
  ]);
});

test('returns QUEUED for users whose role promotion needs the approval of an administrator', async () => {
  const target = { group: 'harbor' };
  const email = createUniqueEmail();
  const users = ['8', '15'];
  const { payload } = await invite(facade, { target, emails: [email], users, accessLevel: 'MAINTAINER' });
  const message = 'Request queued for administrator approval.';
  expect(payload).toEqual({
    results: [
      { address: email, status: 'INVITED', message: null },
      { address: '8', status: 'QUEUED', message },
      { address: '15', status: 'QUEUED', message },
    ],
    errors: [],
  });
  // A member could not be invited again.
  const asAdministrator = await invite(facade, { target, users, accessLevel: 'MAINTAINER' }, 'administrator');
  expect(asAdministrator.payload?.results).toEqual(
    users.map((address) => ({ address, status: 'INVITED', message: null })),
  );
});

test('invites a service account of a group to that group and to its projects, but not to the parent group', async () => {
  const users = ['3100000004'];
  const above = await invite(facade, { target: group, users });
  const sameGroup = await invite(facade, { target: { group: 'meridian/platform' }, users });
  const below = await invite(facade, { target: { project: 'meridian/platform/engine' }, users });
  expect([above, sameGroup, below].map(({ payload }) => payload?.results?.[0]?.status)).toEqual([
    'REFUSED',
    'INVITED',
    'INVITED',
  ]);
});

test('reports every violation of the input in one response, without a REST call', async () => {
  const { payload } = await invite(facade, {
    target: { group: 'gid://service/Project/14' },
    emails: ['fine@example.net', 'two@example.net,three@example.net', ' '],
    users: ['5', 'dana.kim', 'gid://service/Group/9'],
    memberRole: 'keeper',
  });
  expect(payload?.results).toBeNull();
  expect(payload?.errors.map(({ path }) => path?.join('.')).toSorted()).toEqual([
    'input.emails.1',
    'input.emails.2',
    'input.memberRole',
    'input.target.group',
    'input.users.1',
    'input.users.2',
  ]);
  expect(facade.calls).toEqual([]);
});

test.each([{}, { emails: [] }, { users: [] }, { emails: [], users: [] }])(
  'rejects %j, which has no email address and no user',
  async (input) => {
    const { payload } = await invite(facade, { target: group, ...input });
    expect(payload).toMatchObject({
      results: null,
      errors: [{ code: 'BAD_USER_INPUT', path: ['input'], message: 'requires at least one of emails, users' }],
    });
    expect(payload?.errors).toHaveLength(1);
    expect(facade.calls).toEqual([]);
  },
);

test.each([{}, { group: 9, project: 14 }, { group: null }])(
  'rejects the target %j, as exactly one that is not null is required',
  async (target) => {
    const { payload, response } = await invite(facade, { target, emails: ['a@example.net'] });
    expect(payload).toBeNull();
    expect(response.errors?.length).toBeGreaterThan(0);
    expect(facade.calls).toEqual([]);
  },
);

test.each([{ group: 'no/such' }, { project: 'no/such' }])(
  'returns NotFoundError for the target %j, which does not exist',
  async (target) => {
    const { payload } = await invite(facade, { target, emails: ['a@example.net'] });
    expect(payload).toMatchObject({ results: null, errors: [{ __typename: 'NotFoundError' }] });
  },
);

test.each([{ group: '' }, { project: '..' }])('rejects the target %j without a REST call', async (target) => {
  const { payload } = await invite(facade, { target, emails: ['a@example.net'] });
  expect(payload).toMatchObject({ results: null, errors: [{ code: 'BAD_USER_INPUT' }] });
  expect(facade.calls).toEqual([]);
});
