import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { invitationTable, mails } from '../../../src/sandbox/invitations.ts';
import { members } from '../../../src/sandbox/world/members.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { outcomes } from '../roles.ts';
import { invite, targets } from './invitation.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

let count = 0;
const freshEmail = (): string => `invited+${++count}@example.net`;
const group = { group: 'meridian' };

describe.each(targets)('to a $kind', ({ kind, holder, target, byPath }) => {
  test('sends a role with an email address, Developer by default', async () => {
    const email = freshEmail();
    const { payload } = await invite(facade, { target, emails: [email] });
    expect(payload).toEqual({ results: [{ address: email, status: 'INVITED', message: null }], errors: [] });
    expect(facade.calls).toEqual([`POST ${byPath}/invitations`]);
    expect(facade.requests[0]?.body).toEqual({ email, access_level: 30 });
    expect(mails(facade.sandbox.store).all().at(-1)?.to).toBe(email);
  });

  test('returns the pending invitation, with its id, with one more call', async () => {
    const email = freshEmail();
    const { payload } = await invite(facade, { target, emails: [email] }, 'owner', 'invitation { id inviteEmail }');
    const encoded = encodeURIComponent(email);
    expect(payload?.results).toEqual([
      {
        invitation: {
          id: expect.stringMatching(new RegExp(`^gid://service/Invitation/${kind}/${holder}/invited%2B`)),
          inviteEmail: email,
        },
      },
    ]);
    expect(facade.calls.slice(0, 2)).toEqual([
      `POST ${byPath}/invitations`,
      `GET ${byPath}/invitations?page=1&per_page=100&query=${encoded}`,
    ]);
  });

  test('invites several people with one input and every parameter', async () => {
    const emails = [freshEmail(), freshEmail()];
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
    const { store } = facade.sandbox;
    const member = members(store).find((row) => row.userId === 15 && row.in === kind && row.holderId === holder);
    expect(member).toMatchObject({ accessLevel: 15, memberRoleId: 2, expiresAt: '2030-01-31' });
    const row = invitationTable(store).find(({ email }) => email === emails[0]);
    expect(row).toMatchObject({ in: kind, holderId: holder, accessLevel: 15, expiresAt: '2030-01-31T00:00:00.000Z' });
  });

  test('invites some while others are rejected', async () => {
    const good = freshEmail();
    const emails = ['not-an-address', good, 'stuck@example.net'];
    const { payload } = await invite(facade, { target, emails, users: ['4', '17'] });
    const first = kind === 'group' ? 'REFUSED' : 'INVITED';
    expect(payload?.results).toEqual([
      { address: 'not-an-address', status: 'REFUSED', message: 'Invite email is invalid' },
      { address: good, status: 'INVITED', message: null },
      {
        address: 'stuck@example.net',
        status: 'REFUSED',
        message: 'The member is already invited: Invite email has already been taken',
      },
      { address: '4', status: first, message: first === 'REFUSED' ? 'Already a member' : null },
      { address: '17', status: 'INVITED', message: null },
    ]);
    // Whom a refusal by username is about takes the usernames of the invited users.
    const reads = kind === 'group' ? ['GET /users/17', 'GET /users/4'] : [];
    expect(facade.calls.slice(1).toSorted()).toEqual(reads);
    expect(payload?.errors).toEqual([]);
  });

  test('requires a caller who manages members', async () => {
    const rejected = { anonymous: 'UNAUTHENTICATED', guest: 'FORBIDDEN', developer: 'FORBIDDEN' };
    expect(await outcomes((as) => invite(facade, { target, emails: [freshEmail()] }, as))).toEqual(
      kind === 'group' ? { ...rejected, maintainer: 'FORBIDDEN' } : rejected,
    );
  });
});

test.each(['NO_ACCESS', 'MINIMAL_ACCESS', 'GUEST', 'SECURITY_MANAGER', 'MAINTAINER', 'OWNER'])(
  'accepts the role %s',
  async (accessLevel) => {
    const { payload } = await invite(facade, { target: group, emails: [freshEmail()], accessLevel });
    expect(payload?.results).toMatchObject([{ status: 'INVITED' }]);
  },
);

test('returns the user of a result, who became a member immediately', async () => {
  const input = { target: group, users: ['16'], emails: [freshEmail()] };
  const { payload } = await invite(facade, input, 'owner', 'user { username } invitation { __typename }');
  expect(payload?.results).toEqual([
    { user: null, invitation: { __typename: 'Invitation' } },
    { user: { username: 'boris.gone' }, invitation: null },
  ]);
});

test('reports users who wait for an administrator if role promotions need approval', async () => {
  const target = { group: 'harbor' };
  const email = freshEmail();
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
  expect(members(facade.sandbox.store).find((row) => row.userId === 15 && row.holderId === 70)).toBeUndefined();
  const asAdministrator = await invite(facade, { target, users: ['15'], accessLevel: 'MAINTAINER' }, 'administrator');
  expect(asAdministrator.payload?.results).toEqual([{ address: '15', status: 'INVITED', message: null }]);
});

test('invites a service account of a group to that group and below, never above', async () => {
  const users = ['3100000004'];
  const above = await invite(facade, { target: group, users });
  const own = await invite(facade, { target: { group: 'meridian/platform' }, users });
  const below = await invite(facade, { target: { project: 'meridian/platform/engine' }, users });
  expect([above, own, below].map(({ payload }) => payload?.results?.[0]?.status)).toEqual([
    'REFUSED',
    'INVITED',
    'INVITED',
  ]);
});

test('reports every violation in one error, before the call', async () => {
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
  'requires somebody to invite, not %j',
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

test.each([{}, { group: 9, project: 14 }, { group: null }])('requires exactly one target, not %j', async (target) => {
  const { payload, answer } = await invite(facade, { target, emails: ['a@example.net'] });
  expect(payload).toBeNull();
  expect(answer.errors?.length).toBeGreaterThan(0);
  expect(facade.calls).toEqual([]);
});

test.each([{ group: 'no/such' }, { project: 'no/such' }])(
  'reports a missing target as not found: %j',
  async (target) => {
    const { payload } = await invite(facade, { target, emails: ['a@example.net'] });
    expect(payload).toMatchObject({ results: null, errors: [{ __typename: 'NotFoundError' }] });
  },
);

test.each([{ group: '' }, { project: '..' }])('rejects the target %j before the call', async (target) => {
  const { payload } = await invite(facade, { target, emails: ['a@example.net'] });
  expect(payload).toMatchObject({ results: null, errors: [{ code: 'BAD_USER_INPUT' }] });
  expect(facade.calls).toEqual([]);
});
