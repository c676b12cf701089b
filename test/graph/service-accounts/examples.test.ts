import { expect, test } from 'vitest';
import { nullsAccepted } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';
import { accountFields, instanceTarget } from './account.ts';

const token = {
  id: 6,
  name: 'service_accounts_token',
  revoked: false,
  created_at: '2023-06-13T07:47:13.900Z',
  scopes: ['api'],
  user_id: 71,
  last_used_at: null,
  active: true,
  expires_at: '2024-06-12',
};
const tokenFields =
  'id databaseId name description scopes user { databaseId } revoked active createdAt lastUsedAt expiresOn serviceAccount { __typename }';
const expectedToken = {
  id: 'gid://service/ServiceAccountToken/35/71/6',
  databaseId: 6,
  name: 'service_accounts_token',
  description: null,
  scopes: ['api'],
  user: { databaseId: 71 },
  revoked: false,
  active: true,
  createdAt: '2023-06-13T07:47:13.900Z',
  lastUsedAt: null,
  expiresOn: '2024-06-12',
  serviceAccount: { __typename: 'ServiceAccount' },
};

test('returns accounts of the instance from the list, and from mutations', async () => {
  const facade = await startStubbed(
    {
      'GET /service_accounts': {
        body: [
          { id: 114, username: 'service_account_33', name: 'Service account user' },
          { id: 4294967297, username: null, avatar: 'odd' },
          null,
        ],
      },
      'POST /service_accounts': {
        status: 201,
        body: {
          id: 57,
          username: 'service_account_6018',
          name: 'Service account user',
          email: 'sa_6018@noreply.example.com',
        },
      },
      'PATCH /service_accounts/57': {
        body: {
          id: 57,
          username: 'updated_username',
          name: 'Updated',
          email: 'sa_6018@noreply.example.com',
          unconfirmed_email: 'custom@example.com',
        },
      },
    },
    nullsAccepted,
  );
  const { data, errors } = await facade.execute(`{ serviceAccounts { nodes { ${everything('ServiceAccount')} } } }`);
  expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['serviceAccounts.nodes.2']);
  const nullFields = { unconfirmedEmail: null };
  expect(data).toEqual({
    serviceAccounts: {
      nodes: [
        {
          id: 'gid://service/ServiceAccount/114',
          databaseId: 114,
          username: 'service_account_33',
          name: 'Service account user',
          user: { databaseId: 114 },
          ...nullFields,
        },
        {
          id: 'gid://service/ServiceAccount/4294967297',
          databaseId: 4294967297,
          username: null,
          name: null,
          user: { databaseId: 4294967297 },
          ...nullFields,
        },
        null,
      ],
    },
  });
  const created = await mutate(facade, 'serviceAccountCreate', instanceTarget, `serviceAccount { ${accountFields} }`);
  const id = 'gid://service/ServiceAccount/57';
  const updated = await mutate(
    facade,
    'serviceAccountUpdate',
    { id, name: 'Updated' },
    `serviceAccount { ${accountFields} }`,
  );
  expect([created.payload, updated.payload]).toEqual([
    {
      serviceAccount: {
        id,
        databaseId: 57,
        username: 'service_account_6018',
        name: 'Service account user',
        email: 'sa_6018@noreply.example.com',
        unconfirmedEmail: null,
        user: { databaseId: 57 },
      },
      errors: [],
    },
    {
      serviceAccount: {
        id,
        databaseId: 57,
        username: 'updated_username',
        name: 'Updated',
        email: 'sa_6018@noreply.example.com',
        unconfirmedEmail: 'custom@example.com',
        user: { databaseId: 57 },
      },
      errors: [],
    },
  ]);
});

test('returns accounts of a group from the list, and from mutations', async () => {
  const account = { id: 57, username: 'service_account_group_345', name: 'Bot', email: 'bot@noreply.example.com' };
  const facade = await startStubbed({
    'GET /groups/345/service_accounts': { body: [account] },
    'POST /groups/345/service_accounts': { status: 200, body: account },
    'PATCH /groups/345/service_accounts/57': { body: '' },
    'DELETE /groups/345/service_accounts/57': { status: 200, body: '57' },
  });
  const id = 'gid://service/ServiceAccount/345/57';
  const expectedAccount = {
    id,
    databaseId: 57,
    username: 'service_account_group_345',
    name: 'Bot',
    email: 'bot@noreply.example.com',
    unconfirmedEmail: null,
    user: { databaseId: 57 },
  };
  const { data } = await facade.execute(`{ group(id: 345) { serviceAccounts { nodes { ${accountFields} } } } }`);
  expect(data).toEqual({ group: { serviceAccounts: { nodes: [expectedAccount] } } });
  const selection = `serviceAccount { ${accountFields} }`;
  const created = await mutate(facade, 'serviceAccountCreate', { target: { group: 345 } }, selection);
  // A response without a body proves only the id of the account.
  const updated = await mutate(facade, 'serviceAccountUpdate', { id, name: 'Bot' }, 'serviceAccount { id }');
  const deleted = await mutate(facade, 'serviceAccountDelete', { id }, 'deletedServiceAccountId');
  expect([created.payload, updated.payload, deleted.payload]).toEqual([
    { serviceAccount: expectedAccount, errors: [] },
    { serviceAccount: { id }, errors: [] },
    { deletedServiceAccountId: id, errors: [] },
  ]);
});

test('returns tokens from node, and from mutations', async () => {
  const path = '/groups/35/service_accounts/71/personal_access_tokens';
  const facade = await startStubbed({
    [`GET ${path}`]: { body: [token, { id: 4294967297, scopes: null, expires_at: null, odd: true }] },
    [`POST ${path}`]: { status: 201, body: { ...token, token: '<ACCESS_TOKEN>' } },
    [`POST ${path}/6/rotate`]: { status: 200, body: { ...token, id: 7, token: '<ACCESS_TOKEN>' } },
    [`DELETE ${path}/6`]: { status: 204 },
    'GET /groups/35/service_accounts': { body: [{ id: 71 }] },
  });
  const { data } = await facade.execute(
    `{
      node(id: "gid://service/ServiceAccountToken/35/71/6") { ... on ServiceAccountToken { ${tokenFields} } }
      incomplete: node(id: "gid://service/ServiceAccountToken/35/71/4294967297") {
        ... on ServiceAccountToken { databaseId name scopes active expiresOn }
      }
    }`,
  );
  expect(data).toEqual({
    node: expectedToken,
    incomplete: { databaseId: 4294967297, name: null, scopes: null, active: null, expiresOn: null },
  });
  const input = {
    serviceAccount: 'gid://service/ServiceAccount/35/71',
    name: 'service_accounts_token',
    scopes: ['api'],
  };
  const { id } = expectedToken;
  const selection = `serviceAccountToken { ${tokenFields} }`;
  const created = await mutate(facade, 'serviceAccountTokenCreate', input, `token ${selection}`);
  const rotated = await mutate(facade, 'serviceAccountTokenRotate', { id }, `token revokedToken { id } ${selection}`);
  const revoked = await mutate(facade, 'serviceAccountTokenRevoke', { id }, selection);
  const newId = 'gid://service/ServiceAccountToken/35/71/7';
  expect([created.payload, rotated.payload, revoked.payload]).toEqual([
    { token: '<ACCESS_TOKEN>', serviceAccountToken: expectedToken, errors: [] },
    {
      token: '<ACCESS_TOKEN>',
      revokedToken: { id },
      serviceAccountToken: { ...expectedToken, id: newId, databaseId: 7 },
      errors: [],
    },
    { serviceAccountToken: expectedToken, errors: [] },
  ]);
});

test.each([
  [400, 'BAD_USER_INPUT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
])('returns a payload error for a revocation with the status %i: %s', async (status, code) => {
  const facade = await startStubbed({
    'DELETE /groups/35/service_accounts/71/personal_access_tokens/6': { status, body: { message: `${status}` } },
    'GET /user': { body: { id: 1 } },
  });
  const { payload } = await mutate(
    facade,
    'serviceAccountTokenRevoke',
    { id: expectedToken.id },
    'serviceAccountToken { id }',
    'owner',
  );
  expect(payload).toMatchObject({ serviceAccountToken: null, errors: [{ code }] });
});

test('returns null objects and no payload errors for creations whose responses have no body', async () => {
  const facade = await startStubbed({
    'POST /groups/35/service_accounts/71/personal_access_tokens': { status: 201, body: '' },
    'POST /groups/345/service_accounts': { status: 201, body: '' },
  });
  const input = { serviceAccount: 'gid://service/ServiceAccount/35/71', name: 'x', scopes: [] };
  const token = await mutate(facade, 'serviceAccountTokenCreate', input, 'token serviceAccountToken { id }');
  const account = await mutate(facade, 'serviceAccountCreate', { target: { group: 345 } }, 'serviceAccount { id }');
  expect([token.payload, account.payload]).toEqual([
    { token: null, serviceAccountToken: null, errors: [] },
    { serviceAccount: null, errors: [] },
  ]);
});
