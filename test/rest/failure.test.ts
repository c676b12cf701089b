/** Error bodies in every form that services of this kind send. */
import { describe, expect, test } from 'vitest';
import { createResponseError, type FailedResponse, parseRetryAfter } from '../../src/rest/failure.ts';

const token = 'portico-test-token-8731';

function createError(status: number, body: unknown, exchange: Partial<FailedResponse> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return createResponseError({
    status,
    body: text,
    contentType: 'application/json',
    requestId: undefined,
    retryAfter: undefined,
    toContractInput: () => undefined,
    isAnonymous: false,
    secrets: [token],
    ...exchange,
  });
}

test.each([
  [400, 'BAD_USER_INPUT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'UPSTREAM_REFUSED'],
  [406, 'UPSTREAM_REFUSED'],
  [409, 'CONFLICT'],
  [412, 'PRECONDITION_FAILED'],
  [413, 'UPSTREAM_REFUSED'],
  [418, 'UPSTREAM_REFUSED'],
  [422, 'UNPROCESSABLE'],
  [429, 'RATE_LIMITED'],
  [500, 'UPSTREAM_FAILED'],
  [502, 'UPSTREAM_FAILED'],
  [503, 'UPSTREAM_FAILED'],
  [504, 'UPSTREAM_FAILED'],
])('converts status %i to the code %s', (status, code) => {
  const error = createError(status, '');
  expect(error).toMatchObject({ code, status });
  expect(error.message).not.toBe('');
});

test('explains for a 401 how to send a credential, or which one to check', () => {
  const advice =
    '; the request had no token. Send the header PRIVATE-TOKEN, the header Authorization: Bearer <token> or, over a WebSocket, connectionParams.token';
  const getMessage = (status: number, isAnonymous: boolean, message = 'Sign in') =>
    createError(status, { message }, { isAnonymous }).message;
  expect(getMessage(401, true)).toBe(`Sign in${advice}`);
  expect(getMessage(401, false)).toMatch(/^Sign in; the token may be wrong, expired or revoked.*PRIVATE-TOKEN/);
  expect(getMessage(403, true)).toBe('Sign in');
  expect(getMessage(401, true, '401 Unauthorized')).toBe(`The upstream requires a token${advice}`);
  expect(getMessage(401, false, 'Unauthorized')).toMatch(/^The upstream did not accept the token for this REST call; /);
  expect(getMessage(401, true, 'x'.repeat(10_000))).toMatch(new RegExp(`…${advice}$`));
});

describe('the message of an error body', () => {
  test.each([
    ['a string', { message: '404 Project Not Found' }, '404 Project Not Found'],
    ['a map of arrays', { message: { name: ['has already been taken'] } }, 'name has already been taken'],
    [
      'several members',
      { message: { name: ['is too long', 'is taken'], path: ['is taken'] } },
      'name is too long; name is taken; path is taken',
    ],
    ['nested maps', { message: { settings: { url: ['is blocked'] } } }, 'settings.url is blocked'],
    ['base, which means the object itself', { message: { base: ['Reference not found'] } }, 'Reference not found'],
    [
      'an error in a message',
      { message: { error: 'Too many requests. Try again later.' } },
      'Too many requests. Try again later.',
    ],
    ['an array of strings', { message: ['first', 'second'] }, 'first; second'],
    ['an error', { error: 'name is missing' }, 'name is missing'],
    [
      'an error with its description',
      { error: 'insufficient_scope', error_description: 'The request requires higher privileges', scope: 'api' },
      'The request requires higher privileges',
    ],
    ['errors as a list', { errors: ['one', 'two'] }, 'one; two'],
    ['errors as a map', { errors: { ref: ['is missing'] } }, 'ref is missing'],
    ['a JSON string', '"Retry later"', 'Retry later'],
    ['an array', '["one","two"]', 'one; two'],
  ])('can be parsed from %s', (_, body, message) => {
    expect(createError(400, body).message).toBe(message);
  });

  test.each([
    ['an empty body', '', 'application/json'],
    ['null', 'null', 'application/json'],
    ['an empty object', '{}', 'application/json'],
    ['a message that is null', '{"message":null}', 'application/json'],
    ['truncated JSON', '{"message": "40', 'application/json'],
    ['HTML', '<html><body>secret internals</body></html>', 'text/html'],
    ['HTML with the content type of JSON', '<html><body>secret internals</body></html>', 'application/json'],
    ['plain text', 'Retry later', 'text/plain'],
  ])('comes from the facade for %s', (_, body, contentType) => {
    expect(createError(400, body, { contentType }).message).toBe(
      'The upstream rejected the REST call without an explanation (400 Bad Request)',
    );
  });

  test('returns the violations of each member separately', () => {
    expect(createError(400, { message: { name: ['is taken'], base: ['is locked'] } }).violations).toEqual([
      { path: ['name'], message: 'is taken' },
      { path: [], message: 'is locked' },
    ]);
    expect(createError(400, { message: { base: ['is locked'] } }).violations).toEqual([]);
  });

  test('converts a redirect to a sign-in page to UPSTREAM_REFUSED', () => {
    expect(createError(302, '<html></html>', { contentType: 'text/html' })).toMatchObject({
      code: 'UPSTREAM_REFUSED',
      status: 302,
    });
  });

  test('contains the request id of the upstream', () => {
    expect(createError(500, '', { requestId: '01HXYZ' }).requestId).toBe('01HXYZ');
  });
});

describe('never in a message', () => {
  test.each([
    [
      'a token with a well-known prefix',
      'Mirror of npm_0123456789abcdefghijABCDEFGHIJ0123 failed',
      'Mirror of [redacted] failed',
    ],
    [
      'a PEM block',
      'Key -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- is weak',
      'Key [redacted] is weak',
    ],
    ['a PEM block without an end', 'Key -----BEGIN PRIVATE KEY-----\nMIIE', 'Key [redacted]'],
    ['a header', 'Got Authorization: Bearer abcdef0123456789', 'Got Authorization: Bearer [redacted]'],
  ])('%s', (_, message, redacted) => {
    expect(createError(422, { message }).message).toBe(redacted);
  });

  test('the token', () => {
    expect(createError(400, { message: `Token ${token} was revoked` }).message).toBe('Token [redacted] was revoked');
  });

  test('the token as a member name', () => {
    expect(createError(400, { message: { [token]: ['is unknown'] } }).message).not.toContain(token);
  });

  test('the query of a URL', () => {
    const { message } = createError(400, { message: 'Import of https://host.example.com/a?private_token=abc failed' });
    expect(message).toBe('Import of https://host.example.com/a failed');
  });

  test('the token or a prefix of it at the end of a truncated message', () => {
    for (let length = 1980; length <= 2010; length++) {
      const { message } = createError(400, {
        message: ['x'.repeat(length - 1500), `${'y '.repeat(750)}${token}${token}`].join(''),
      });
      expect(message).not.toContain(token.slice(0, 8));
    }
    const long = 'k'.repeat(5000);
    expect(createError(400, { message: `no ${long} here` }, { secrets: [long] }).message).not.toContain('kkkk');
  });

  test('text of a failure of the upstream itself', () => {
    const error = createError(500, { message: 'PG::Error', errors: { host: ['10.0.0.7'] } });
    expect(error).toMatchObject({ message: 'The upstream failed (500 Internal Server Error)', violations: [] });
  });

  test('a user and a password of a database', () => {
    const { message } = createError(400, { message: 'No postgres://user:password@db.internal/main?sslkey=abc' });
    expect(message).toBe('No postgres://db.internal/main');
  });

  test('a user and a password in a URL', () => {
    const { message } = createError(400, { message: 'Could not reach https://user:password@host.example.com/repo' });
    expect(message).toBe('Could not reach https://host.example.com/repo');
  });

  test('more than 1000 characters of a long string', () => {
    expect(createError(400, { message: 'x'.repeat(100_000) }).message.length).toBeLessThan(1000);
  });

  test('more than 2500 characters of a list of 10,000 items', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `problem ${index}`);
    expect(createError(400, { message: many }).message.length).toBeLessThan(2500);
  });

  test('the content of maps that are nested 5000 deep', () => {
    const deep = `${'{"a":'.repeat(5000)}"x"${'}'.repeat(5000)}`;
    expect(createError(400, `{"message":${deep}}`).code).toBe('BAD_USER_INPUT');
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2025, 0, 15, 11, 0, 0);

  test.each([
    ['seconds', '30', 30],
    ['zero', '0', 0],
    ['a date', 'Wed, 15 Jan 2025 11:01:00 GMT', 60],
    ['a date in the past', 'Wed, 15 Jan 2025 10:00:00 GMT', 0],
    ['an absent header', undefined, undefined],
    ['an empty string', '', undefined],
    ['nonsense', 'soon', undefined],
    ['30 years', '1000000000', 86_400],
    ['a date after more than a day', 'Fri, 01 Jan 2100 00:00:00 GMT', 86_400],
    ['an infinite number', '1e999', 86_400],
    ['a negative number', '-5', 0],
  ])('can be parsed from %s', (_, value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});
