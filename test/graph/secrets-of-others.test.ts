/** 401 for a secret in the input, as opposed to 401 for the credential of the caller. */
import { expect, test } from 'vitest';
import { type StubResponse, startWithResponses } from '../harness.ts';
import { mutate } from './mutate.ts';

const unauthorized: StubResponse = { status: 401, body: { message: '401 Unauthorized' } };
const user: StubResponse = { body: { id: 1 } };
const gid = 'gid://service/MergeRequest/1/2';
const hostA = { personalAccessToken: 'host-secret', repoId: 1, targetNamespace: 'me' };
const serverB = {
  personalAccessToken: 'host-secret',
  serverProjectKey: 'k',
  serverRepo: 'r',
  serverUrl: 'https://b.example.com',
  serverUsername: 'u',
};
const cloudC = { cloudApiToken: 'host-secret', cloudEmail: 'a@example.com', repoPath: 'a/b', targetNamespace: 'me' };

const writes = [
  ['gistImportStart', '/import/host-a/gists', { personalAccessToken: 'host-secret' }, 'personalAccessToken'],
  ['projectImportStartFromHostA', '/import/host-a', hostA, 'personalAccessToken'],
  ['projectImportStartFromServerB', '/import/server-b', serverB, 'personalAccessToken'],
  ['projectImportStartFromCloudC', '/import/cloud-c', cloudC, 'cloudApiToken'],
  [
    'mergeRequestApprove',
    '/projects/1/merge_requests/2/approve',
    { id: gid, approvalPassword: 'wrong-password' },
    'approvalPassword',
  ],
] as const;

async function run(
  examples: Readonly<Record<string, StubResponse>>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  as: 'developer' | 'anonymous' = 'developer',
) {
  const facade = await startWithResponses(examples);
  try {
    return { ...(await mutate(facade, name, input, '__typename', as)), calls: facade.calls };
  } finally {
    await facade.close();
  }
}

test.each(writes)(
  '%s returns an error at the input if the upstream accepts the credential of the caller',
  async (name, path, input, secret) => {
    for (const userResponse of [user, { status: 403, body: { error: 'insufficient_scope' } }]) {
      const { payload, response, calls } = await run(
        { [`POST ${path}`]: unauthorized, 'GET /user': userResponse },
        name,
        input,
      );
      expect(response.errors).toBeUndefined();
      expect(payload?.errors).toEqual([
        {
          __typename: 'InvalidInputError',
          code: 'BAD_USER_INPUT',
          message: expect.stringContaining('is not accepted'),
          path: ['input', secret],
        },
      ]);
      expect(JSON.stringify(response)).not.toMatch(/host-secret|wrong-password/);
      expect(calls).toEqual([`POST ${path}`, 'GET /user']);
    }
  },
);

test.each(writes)(
  '%s returns UNAUTHENTICATED if the upstream rejects the credential of the caller',
  async (name, path, input) => {
    const rejected = { [`POST ${path}`]: unauthorized, 'GET /user': unauthorized };
    const { payload, code, calls } = await run(rejected, name, input);
    expect({ payload, code }).toEqual({ payload: null, code: 'UNAUTHENTICATED' });
    expect(calls).toEqual([`POST ${path}`, 'GET /user']);
    const anonymous = await run(rejected, name, input, 'anonymous');
    expect(anonymous).toMatchObject({ payload: null, code: 'UNAUTHENTICATED', calls: [`POST ${path}`] });
  },
);

test.each([500, 404, 429])('returns UNAUTHENTICATED if the read of the caller returns %i', async (status) => {
  const examples = { 'POST /import/host-a/gists': unauthorized, 'GET /user': { status } };
  const { payload, code } = await run(examples, 'gistImportStart', { personalAccessToken: 'host-secret' });
  expect({ payload, code }).toEqual({ payload: null, code: 'UNAUTHENTICATED' });
});

test('returns FORBIDDEN for an approval without a password if the credential is accepted', async () => {
  const path = 'POST /projects/1/merge_requests/2/approve';
  const { payload } = await run({ [path]: unauthorized, 'GET /user': user }, 'mergeRequestApprove', { id: gid });
  expect(payload?.errors).toMatchObject([
    { code: 'FORBIDDEN', path: null, message: expect.stringContaining('approvalPassword') },
  ]);
});

test('makes no read of the caller after 401 for a write without a secret', async () => {
  const { code, calls } = await run({ 'POST /projects/1/mirror/pull': unauthorized }, 'pullMirrorStart', {
    project: '1',
  });
  expect({ code, calls }).toEqual({ code: 'UNAUTHENTICATED', calls: ['POST /projects/1/mirror/pull'] });
});
