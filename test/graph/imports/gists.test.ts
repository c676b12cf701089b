import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('gistImportStart', () => {
  const start = (personalAccessToken: string, as: Role) =>
    mutate<{ started: boolean | null }>(facade, 'gistImportStart', { personalAccessToken }, 'started', as);

  test('starts the import, which runs once at a time', async () => {
    expect((await start('external-secret', 'owner')).payload).toEqual({ started: true, errors: [] });
    expect(facade.calls).toEqual(['POST /import/host-a/gists']);
    expect(facade.requests[0]?.body).toEqual({ personal_access_token: 'external-secret' });
    expect((await start('external-secret', 'owner')).payload).toMatchObject({
      started: null,
      errors: [{ __typename: 'InvalidInputError', code: 'UNPROCESSABLE', message: 'Import already in progress' }],
    });
    facade.sandbox.clock.advance(10_000);
    expect((await start('external-secret', 'owner')).payload?.started).toBe(true);
  });

  test('reports a token that the host rejects as an error of the payload, not of the credential', async () => {
    const { payload, answer } = await start('invalid-token', 'developer');
    expect(answer.errors).toBeUndefined();
    expect(payload).toMatchObject({
      started: null,
      errors: [{ __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', path: ['input', 'personalAccessToken'] }],
    });
  });

  test('reports when to retry after the rate limit of the host', async () => {
    const { data } = await facade.execute(
      `mutation { gistImportStart(input: { personalAccessToken: "limited" }) {
        started errors { __typename code ... on RateLimitError { retryAfter } } } }`,
      {},
      { as: 'guest' },
    );
    expect(data).toEqual({
      gistImportStart: {
        started: null,
        errors: [{ __typename: 'RateLimitError', code: 'RATE_LIMITED', retryAfter: 60 }],
      },
    });
  });

  test('accepts every signed-in user', async () => {
    for (const as of ['outsider', 'reporter', 'maintainer', 'administrator'] as const)
      expect((await start('external-secret', as)).payload).toEqual({ started: true, errors: [] });
    expect(await start('external-secret', 'anonymous')).toMatchObject({ payload: null, code: 'UNAUTHENTICATED' });
  });
});
