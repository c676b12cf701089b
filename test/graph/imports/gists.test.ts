import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
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

  test('starts an import, and rejects another one while it is in progress', async () => {
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

  test('returns a payload error, not UNAUTHENTICATED, for a token that the host rejects', async () => {
    const { payload, response } = await start('invalid-token', 'developer');
    expect(response.errors).toBeUndefined();
    expect(payload).toMatchObject({
      started: null,
      errors: [{ __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', path: ['input', 'personalAccessToken'] }],
    });
  });

  test('returns RATE_LIMITED with retryAfter if the host limits the rate', async () => {
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

  test('accepts every authenticated caller, and rejects anonymous ones', async () => {
    for (const as of ['outsider', 'reporter', 'maintainer', 'administrator'] as const)
      expect((await start('external-secret', as)).payload).toEqual({ started: true, errors: [] });
    expect(await start('external-secret', 'anonymous')).toMatchObject({ payload: null, code: 'UNAUTHENTICATED' });
  });
});
