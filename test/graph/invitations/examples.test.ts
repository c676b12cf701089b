import { describe, expect, test } from 'vitest';
import { notFound, nullsAccepted } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { deleteInvitation, type Input, invitationFields, invite, updateInvitation } from './invitation.ts';

const target = { group: 1 };

test('returns every documented attribute, null for missing ones, UNKNOWN for an unknown role, and null with an error for a null item', async () => {
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
  const { data, errors } = await facade.execute(
    `{ project(id: 10) { invitations { nodes { ${invitationFields} } } } }`,
  );
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

test('returns the invitations of a group, and NO_ACCESS for the access level 0', async () => {
  const facade = await startStubbed({
    'GET /groups/10/invitations': { body: [{ id: 2, invite_email: 'signed@example.org', access_level: 0 }] },
  });
  const { data } = await facade.execute('{ group(id: 10) { invitations { nodes { id accessLevel } } } }');
  const id = 'gid://service/Invitation/group/10/signed%40example.org';
  expect(data).toEqual({ group: { invitations: { nodes: [{ id, accessLevel: 'NO_ACCESS' }] } } });
});

test('updates and deletes invitations for responses with and without a body', async () => {
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
    await updateInvitation(facade, { id: toGroup, accessLevel: 'MAINTAINER' }, 'owner', selection),
    await updateInvitation(facade, { id: toProject, accessLevel: 'MAINTAINER' }, 'owner', selection),
    await deleteInvitation(facade, toGroup),
    await deleteInvitation(facade, toProject),
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
])('returns a payload error for a deletion with the status %i: %s', async (status, code) => {
  const facade = await startStubbed({
    'DELETE /groups/1/invitations/email%40example.org': { status, body: { message: `${status}` } },
  });
  const { payload } = await deleteInvitation(facade, 'gid://service/Invitation/group/1/email%40example.org');
  expect(payload).toMatchObject({ deletedInvitationId: null, errors: [{ code }] });
});

describe('results of a response with the status 200', () => {
  const emails = ['email1@example.org', 'Email2@Example.org'];
  const reason = 'The member is already invited';
  const result = (address: string, status: string, message: string | null = null) => ({ address, status, message });
  const [firstEmail = '', secondEmail = ''] = emails;

  test.each<[string, Input, unknown, readonly unknown[]]>([
    ['a success', { emails }, { status: 'success' }, [result(firstEmail, 'INVITED'), result(secondEmail, 'INVITED')]],
    [
      'an error for one email address, in another letter case',
      { emails },
      { status: 'error', message: { 'email2@example.org': reason } },
      [result(firstEmail, 'INVITED'), result(secondEmail, 'REFUSED', reason)],
    ],
    [
      'an error for each email address of which one is queued',
      { emails },
      { status: 'error', message: { [firstEmail]: [reason, 'and blocked'] }, queued_users: { [secondEmail]: 'Waits' } },
      [result(firstEmail, 'REFUSED', `${reason}, and blocked`), result(secondEmail, 'QUEUED', 'Waits')],
    ],
    [
      'a message that is an object, even one that cannot be converted to a string',
      { emails },
      { status: 'error', message: { [firstEmail]: { toString: 'x' } } },
      [result(firstEmail, 'REFUSED', '{"toString":"x"}'), result(secondEmail, 'INVITED')],
    ],
    ['an unknown status', { emails: [firstEmail] }, { status: 'perhaps' }, [result(firstEmail, 'UNKNOWN')]],
    ['no body', { emails: [firstEmail] }, '', [result(firstEmail, 'UNKNOWN')]],
    [
      'a queued username if the request has one email address',
      { emails: [firstEmail] },
      { status: 'success', queued_users: { root: 'Request queued for administrator approval.' } },
      [result(firstEmail, 'QUEUED', 'Request queued for administrator approval.')],
    ],
    [
      'an error for a username that may belong to either email address',
      { emails },
      { status: 'error', message: { somebody: reason } },
      [result(firstEmail, 'UNKNOWN'), result(secondEmail, 'UNKNOWN'), result('somebody', 'REFUSED', reason)],
    ],
    [
      'usernames of users, who are read to find their ids',
      { users: [7, 4294967297, 9], emails: [firstEmail] },
      { status: 'error', message: { ada: reason }, queued_users: { Grace: 'Waits' } },
      [
        result(firstEmail, 'INVITED'),
        result('7', 'REFUSED', reason),
        result('4294967297', 'QUEUED', 'Waits'),
        result('9', 'INVITED'),
      ],
    ],
    [
      'usernames of users who cannot be read',
      { users: [7, 404, 405] },
      { status: 'error', message: { ada: reason, hidden: 'Blocked' } },
      [
        result('7', 'REFUSED', reason),
        result('404', 'UNKNOWN'),
        result('405', 'UNKNOWN'),
        result('hidden', 'REFUSED', 'Blocked'),
      ],
    ],
  ])('returns the results for %s', async (_, input, body, results) => {
    const facade = await startStubbed({
      'POST /groups/1/invitations': { status: 200, body },
      'GET /users/7': { body: { id: 7, username: 'ada' } },
      'GET /users/4294967297': { body: { id: 4294967297, username: 'grace' } },
      'GET /users/9': { body: { id: 9, username: 'joan' } },
      'GET /users/404': notFound,
      'GET /users/405': { status: 500, body: 'down' },
    });
    const { payload } = await invite(facade, { target, ...input });
    expect(payload?.results).toEqual(results);
    expect(payload?.errors).toEqual([]);
  });

  test.each<[string, unknown, string, string | null, string]>([
    [
      'one error message',
      { status: 'error', message: 'Invite limit reached' },
      'REFUSED',
      'Invite limit reached',
      'Invite limit reached',
    ],
    [
      'an error without a message',
      { status: 'error' },
      'UNKNOWN',
      null,
      'The upstream reported an error without a reason',
    ],
    [
      'an error for each email address',
      { status: 'error', message: { [firstEmail]: reason, [secondEmail]: reason } },
      'REFUSED',
      reason,
      `No one was invited: ${firstEmail} ${reason}; ${secondEmail} ${reason}`,
    ],
  ])('returns an error of the payload besides the results for %s', async (_, body, status, message, error) => {
    const facade = await startStubbed({ 'POST /groups/1/invitations': { status: 201, body } });
    const { payload } = await invite(facade, { target, emails });
    expect(payload).toEqual({
      results: [result(firstEmail, status, message), result(secondEmail, status, message)],
      errors: [{ __typename: 'InvalidInputError', code: 'UNPROCESSABLE', message: error, path: null }],
    });
  });

  test('sends each person once, and assigns keys to addresses before usernames, and exact ones first', async () => {
    const facade = await startStubbed({
      'POST /groups/1/invitations': {
        body: { status: 'error', message: { 'a@x.io': 'taken', '6': 'blocked' } },
      },
      'GET /users/6': { body: { id: 6, username: 'ann' } },
      'GET /users/8': { body: { id: 8, username: '6' } },
    });
    const { payload } = await invite(facade, {
      target,
      emails: ['A@x.io', 'a@x.io', 'a@x.io', ' a@x.io'],
      users: ['6', 'gid://service/User/6', 8],
    });
    expect(facade.bodies).toMatchObject([{ email: 'A@x.io,a@x.io', user_id: '6,8' }]);
    expect(payload).toEqual({
      results: [
        result('A@x.io', 'INVITED'),
        result('a@x.io', 'REFUSED', 'taken'),
        result('6', 'INVITED'),
        result('8', 'REFUSED', 'blocked'),
      ],
      errors: [],
    });
  });

  test('returns a payload error and null results for a response with the status 403', async () => {
    const facade = await startStubbed({
      'POST /groups/1/invitations': { status: 403, body: { message: '403 Forbidden' } },
    });
    const { payload } = await invite(facade, { target, emails });
    expect(payload).toMatchObject({ results: null, errors: [{ code: 'FORBIDDEN' }] });
  });
});
