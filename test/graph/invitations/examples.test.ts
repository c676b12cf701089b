import { describe, expect, test } from 'vitest';
import { notFound, nullsAccepted } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { every, type Input, invite, remove, update } from './invitation.ts';

const target = { group: 1 };

test('reads invitations as documented, and unexpected ones', async () => {
  const facade = await startStubbed(
    {
      'GET /projects/10/invitations': {
        body: [
          {
            id: 1,
            invite_email: 'member@example.org',
            created_at: '2020-10-22T14:13:35Z',
            access_level: 30,
            expires_at: '2020-11-22T14:13:35Z',
            user_name: 'Raymond Smith',
            created_by_name: 'Administrator',
          },
          { id: 4294967297, invite_email: 'a/b@example.org', access_level: 45, expires_at: null, invite_token: 'odd' },
          null,
        ],
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(`{ project(id: 10) { invitations { nodes { ${every} } } } }`);
  expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['project.invitations.nodes.2']);
  expect(data).toEqual({
    project: {
      invitations: {
        nodes: [
          {
            id: 'gid://service/Invitation/project/10/member%40example.org',
            databaseId: 1,
            inviteEmail: 'member@example.org',
            createdAt: '2020-10-22T14:13:35Z',
            accessLevel: 'DEVELOPER',
            expiresAt: '2020-11-22T14:13:35Z',
            userName: 'Raymond Smith',
            createdByName: 'Administrator',
          },
          {
            id: 'gid://service/Invitation/project/10/a%2Fb%40example.org',
            databaseId: 4294967297,
            inviteEmail: 'a/b@example.org',
            createdAt: null,
            accessLevel: 'UNKNOWN',
            expiresAt: null,
            userName: null,
            createdByName: null,
          },
          null,
        ],
      },
    },
  });
});

test('reads the invitations of a group', async () => {
  const facade = await startStubbed({
    'GET /groups/10/invitations': { body: [{ id: 2, invite_email: 'signed@example.org', access_level: 0 }] },
  });
  const { data } = await facade.execute('{ group(id: 10) { invitations { nodes { id accessLevel } } } }');
  const id = 'gid://service/Invitation/group/10/signed%40example.org';
  expect(data).toEqual({ group: { invitations: { nodes: [{ id, accessLevel: 'NO_ACCESS' }] } } });
});

test('changes and withdraws invitations, with full and with empty responses', async () => {
  const facade = await startStubbed({
    'PUT /groups/1/invitations/email%40example.org': {
      body: { expires_at: '2012-10-22T14:13:35Z', access_level: 40 },
    },
    'PUT /projects/1/invitations/email%40example.org': { body: '' },
    'DELETE /groups/1/invitations/email%40example.org': { status: 204 },
    'DELETE /projects/1/invitations/email%40example.org': { status: 200, body: '""' },
    'GET /projects/1/invitations': notFound,
  });
  const ids = [
    'gid://service/Invitation/group/1/email%40example.org',
    'gid://service/Invitation/project/1/email%40example.org',
  ];
  const [toGroup = '', toProject = ''] = ids;
  const selection = 'id inviteEmail accessLevel expiresAt';
  const outcomes = [
    await update(facade, { id: toGroup, accessLevel: 'MAINTAINER' }, 'owner', selection),
    await update(facade, { id: toProject, accessLevel: 'MAINTAINER' }, 'owner', selection),
    await remove(facade, toGroup),
    await remove(facade, toProject),
  ];
  const inviteEmail = 'email@example.org';
  expect(outcomes.map(({ payload }) => payload)).toEqual([
    {
      invitation: { id: toGroup, inviteEmail, accessLevel: 'MAINTAINER', expiresAt: '2012-10-22T14:13:35Z' },
      errors: [],
    },
    { invitation: { id: toProject, inviteEmail, accessLevel: null, expiresAt: null }, errors: [] },
    { deletedInvitationId: toGroup, errors: [] },
    { deletedInvitationId: toProject, errors: [] },
  ]);
});

test.each([
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
])('rejects a withdrawal with the response %i as %s', async (status, code) => {
  const facade = await startStubbed({
    'DELETE /groups/1/invitations/email%40example.org': { status, body: { message: `${status}` } },
  });
  const { payload } = await remove(facade, 'gid://service/Invitation/group/1/email%40example.org');
  expect(payload).toMatchObject({ deletedInvitationId: null, errors: [{ code }] });
});

describe('the result is decided by the body, not by the status', () => {
  const emails = ['email1@example.org', 'Email2@Example.org'];
  const reason = 'The member is already invited';
  const result = (address: string, status: string, message: string | null = null) => ({ address, status, message });
  const [one = '', two = ''] = emails;

  test.each<[string, Input, unknown, readonly unknown[]]>([
    ['success', { emails }, { status: 'success' }, [result(one, 'INVITED'), result(two, 'INVITED')]],
    [
      'one refused, in another letter case',
      { emails },
      { status: 'error', message: { 'email2@example.org': reason } },
      [result(one, 'INVITED'), result(two, 'REFUSED', reason)],
    ],
    [
      'all refused',
      { emails },
      { status: 'error', message: { [one]: reason, [two]: [reason, 'and blocked'] } },
      [result(one, 'REFUSED', reason), result(two, 'REFUSED', `${reason}, and blocked`)],
    ],
    [
      'refused as a whole, in words',
      { emails },
      { status: 'error', message: 'Invite limit reached' },
      [result(one, 'REFUSED', 'Invite limit reached'), result(two, 'REFUSED', 'Invite limit reached')],
    ],
    ['an error without a reason', { emails }, { status: 'error' }, [result(one, 'UNKNOWN'), result(two, 'UNKNOWN')]],
    ['a word nobody knows', { emails: [one] }, { status: 'perhaps' }, [result(one, 'UNKNOWN')]],
    ['nothing at all', { emails: [one] }, '', [result(one, 'UNKNOWN')]],
    [
      'queued, by the only username it can be',
      { emails: [one] },
      { status: 'success', queued_users: { root: 'Request queued for administrator approval.' } },
      [result(one, 'QUEUED', 'Request queued for administrator approval.')],
    ],
    [
      'a username that may be either: nobody counts as invited',
      { emails },
      { status: 'error', message: { somebody: reason } },
      [result(one, 'UNKNOWN'), result(two, 'UNKNOWN'), result('somebody', 'REFUSED', reason)],
    ],
    [
      'users by username, which costs reading them',
      { users: [7, 4294967297, 9], emails: [one] },
      { status: 'error', message: { ada: reason }, queued_users: { Grace: 'Waits' } },
      [
        result(one, 'INVITED'),
        result('7', 'REFUSED', reason),
        result('4294967297', 'QUEUED', 'Waits'),
        result('9', 'INVITED'),
      ],
    ],
    [
      'a user whose name is not told',
      { users: [7, 404, 405] },
      { status: 'error', message: { ada: reason, hidden: 'Blocked' } },
      [
        result('7', 'REFUSED', reason),
        result('404', 'UNKNOWN'),
        result('405', 'UNKNOWN'),
        result('hidden', 'REFUSED', 'Blocked'),
      ],
    ],
  ])('%s', async (_, input, body, results) => {
    const facade = await startStubbed({
      'POST /groups/1/invitations': { status: 200, body },
      'GET /users/7': { body: { id: 7, username: 'ada' } },
      'GET /users/4294967297': { body: { id: 4294967297, username: 'grace' } },
      'GET /users/9': { body: { id: 9, username: 'joan' } },
      'GET /users/404': notFound,
      'GET /users/405': { status: 500, body: 'down' },
    });
    const { payload } = await invite(facade, { target, ...input });
    expect(payload).toEqual({ results, errors: [] });
  });

  test('reports errors and no results if the whole call is rejected', async () => {
    const facade = await startStubbed({
      'POST /groups/1/invitations': { status: 403, body: { message: '403 Forbidden' } },
    });
    const { payload } = await invite(facade, { target, emails });
    expect(payload).toMatchObject({ results: null, errors: [{ code: 'FORBIDDEN' }] });
  });
});
