/** Secrets in attributes that the schema does not describe: `extra` masks them in responses to reads and writes. */
import { describe, expect, test } from 'vitest';
import type { StubResponse } from '../harness.ts';
import { pickRequired, setIntegration, toEnumValue, toInput, tools } from './group-integrations/tools.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const masked = '[redacted]';

describe('settings of an integration', () => {
  const unknown = { hook_target: 'https://chat.example.com/secret-8', depth: 8, mute: false };
  const extra = { properties: { hook_target: masked, depth: masked, mute: false } };

  describe.each(tools)('$slug', (tool) => {
    const { slug, member } = tool;
    const path = `/groups/5/integrations/${slug}`;
    // Kinds of events are attributes of the integration itself.
    const settings = Object.fromEntries(Object.entries(tool.body).filter(([name]) => !name.endsWith('_events')));
    const integration = { id: 3, slug, active: true, properties: { ...settings, ...unknown } };

    test('masks strings and numbers of unknown settings after a read and a write, and omits known settings', async () => {
      const facade = await startStubbed({
        [`GET ${path}`]: { body: integration },
        [`PUT ${path}`]: { body: integration },
      });
      const { data } = await facade.execute(
        `{ group(id: 5) { integration(tool: ${toEnumValue(slug)}) { databaseId extra } } }`,
      );
      expect(data).toEqual({ group: { integration: { databaseId: 3, extra } } });
      const input = { [member]: toInput(pickRequired(tool)) };
      const { payload } = await setIntegration(facade, input, {
        as: 'anonymous',
        group: '5',
        selection: 'databaseId extra',
      });
      expect(payload).toEqual({ groupIntegration: { databaseId: 3, extra }, errors: [] });
      expect(facade.calls).toEqual([`GET ${path}`, `PUT ${path}`]);
    });
  });

  test('masks settings of a tool that the schema does not describe', async () => {
    const body = [{ id: 3, slug: 'chat-z', properties: { room: 'secret-8', on: true } }];
    const { execute } = await startStubbed({ 'GET /groups/5/integrations': { body } });
    const { data } = await execute('{ group(id: 5) { integrations(first: 5) { nodes { slug extra } } } }');
    const nodes = [{ slug: 'chat-z', extra: { properties: { room: masked, on: true } } }];
    expect(data).toEqual({ group: { integrations: { nodes } } });
  });

  test('masks a setting that only another tool has', async () => {
    const body = { id: 3, slug: 'wiki-a', properties: { webhook: 'secret-8' } };
    const { execute } = await startStubbed({ 'GET /groups/5/integrations/wiki-a': { body } });
    const { data } = await execute('{ group(id: 5) { integration(tool: WIKI_A) { active extra } } }');
    expect(data).toEqual({ group: { integration: { active: null, extra: { properties: { webhook: masked } } } } });
  });
});

test('omits attributes that fields return, except for raw values of UNKNOWN enum values', async () => {
  const body = { id: 9, path: 'a', ldap_cn: 'cn=harbor', ldap_access: 35, mood: 'fine' };
  const { execute } = await startStubbed({ 'GET /groups/9': { body } });
  const { data } = await execute('{ group(id: 9) { path ldapCn ldapAccess extra } }');
  const extra = { ldap_access: 35, mood: 'fine' };
  expect(data).toEqual({ group: { path: 'a', ldapCn: 'cn=harbor', ldapAccess: 'UNKNOWN', extra } });
});

test('contains the unknown value of an enum whose attribute name resembles a secret', async () => {
  const gates = [
    { key: 'boolean', value: true },
    { key: 'moon_phase', value: 3 },
    { key: { token: 'secret-8' }, value: 3 },
  ];
  const { execute } = await startStubbed({ 'GET /features': { body: [{ name: 'a', state: 'on', gates }] } });
  const { data } = await execute('{ featureFlags(first: 1) { nodes { gates { key } extra } } }');
  expect(data).toEqual({
    featureFlags: {
      nodes: [
        {
          gates: [{ key: 'BOOLEAN' }, { key: 'UNKNOWN' }, { key: 'UNKNOWN' }],
          extra: { gates: [null, { key: 'moon_phase' }, { key: { token: masked } }] },
        },
      ],
    },
  });
});

/** Returns `extra` of a runner from a read and from a write. */
async function readExtras(attributes: object): Promise<readonly unknown[]> {
  const example: StubResponse = { body: { id: 6, description: 'six', ...attributes } };
  const facade = await startStubbed({ 'GET /runners/6': example, 'PUT /runners/6': example });
  const { data } = await facade.execute<{ runner: { extra: unknown } }>('{ runner(id: 6) { description extra } }');
  const { payload } = await mutate<{ runner: { extra: unknown } }>(
    facade,
    'runnerPause',
    { id: 6 },
    'runner { extra }',
  );
  return [data.runner.extra, payload?.runner.extra];
}

test.each([
  'two_factor_backup_codes',
  'recovery_code',
  'otp',
  'session_id',
  'userSession',
  'basic_auth',
  'docker_auth_config',
  'dockerconfigjson',
  'sshkey',
  'deployKeys',
  'GPGKEY',
  'webhook_url',
  'webhooks',
  'smtp_pass',
  'pin',
  'sentry_dsn',
  'connection_string',
  'kubeconfig',
  'passcode',
  'sessionid',
  'JSESSIONID',
  'PHPSESSID',
  'ASPSESSIONIDABCDEFGH',
  'connect.sid',
  '_gitlab_session',
  'oauth_verifier',
  'oauthVerifier',
  'oauth_signature',
  'oauth_nonce',
  'code_verifier',
  'user_code',
  'client_assertion',
  'SAMLResponse',
  'samlResponse',
  'SAMLart',
  'RelayState',
  'csrfmiddlewaretoken',
  'X-XSRF',
  'authcode',
  'authkey',
  'sessionKey',
  'ldap_bind_pw',
  'bindpw',
  'service_ticket',
  'seed_phrase',
  'magic_link',
  'presignedUrl',
  'signing_keystore',
  'password_salt',
])('masks strings under the attribute name %s', async (name) => {
  const attributes = { [name]: ['secret-8', { at: 'secret-8' }], deep: { [name]: 'secret-8', size: 8 } };
  const extra = { [name]: [masked, { at: masked }], deep: { [name]: masked, size: 8 } };
  expect(await readExtras(attributes)).toEqual([extra, extra]);
});

test('does not mask values under names that only resemble those of secrets', async () => {
  const attributes = {
    status_code: 'a',
    code: 'b',
    pass_count: 3,
    monkey: 'c',
    keyboard: 'd',
    author: 'e',
    spinner: 'f',
    sessionless: 'g',
    authored_at: 'h',
    side: 'i',
    residence: 'j',
    ticket: 'k',
    web_url: 'l',
    state: 'm',
    unsalted: 'n',
    verifier: 'o',
    salience: 'p',
    zipcode: 'q',
  };
  expect(await readExtras(attributes)).toEqual([attributes, attributes]);
});

describe('values', () => {
  const pem = (label: string) => `-----BEGIN ${label}-----\nMIIsecret8\n-----END ${label}-----`;
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2VjcmV0LTg';

  test.each([
    ['a private key', pem('OPENSSH PRIVATE KEY'), masked],
    ['a certificate within a string', `before ${pem('CERTIFICATE')} after`, `before ${masked} after`],
    ['two PEM blocks', `${pem('RSA PRIVATE KEY')}\n${pem('CERTIFICATE')}`, `${masked}\n${masked}`],
    ['a PEM block within a JSON string', JSON.stringify({ a: pem('PRIVATE KEY') }), `{"a":"${masked}"}`],
    ['a PEM block without an end', 'x -----BEGIN PGP PRIVATE KEY BLOCK-----\nMIIsecret8', `x ${masked}`],
    ['a JSON Web Token', `use ${jwt}, now`, `use ${masked}, now`],
    ['an Authorization header', 'Authorization: Bearer secret-8secret', `Authorization: Bearer ${masked}`],
    ['Basic credentials', 'authorization: basic c2VjcmV0OnNlY3JldA==', `authorization: basic ${masked}`],
  ])('masks %s', async (_, text, maskedText) => {
    const attributes = { note: text, deep: [{ note: text }] };
    const extra = { note: maskedText, deep: [{ note: maskedText }] };
    expect(await readExtras(attributes)).toEqual([extra, extra]);
  });

  const body = 'x9Y8'.repeat(12);
  test.each([
    `glpat-${body.slice(0, 20)}`,
    `glrt-t1_${body.slice(0, 20)}`,
    `ghp_${body.slice(0, 36)}`,
    `github_pat_${body}`,
    `xoxb-1234-${body}`,
    'AKIAABCDEFGHIJKLMNOP',
    `AIza${body.slice(0, 35)}`,
    `sk-proj-${body}`,
    `sk_live_${body}`,
    `npm_${body.slice(0, 36)}`,
    `pypi-${body}`,
    `dckr_pat_${body.slice(0, 27)}`,
    `hvs.${body}`,
    `SG.${body.slice(0, 22)}.${body.slice(0, 43)}`,
    `AGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(5)}`,
    `https://hooks.slack.com/services/T0001/B0001/${body.slice(0, 24)}`,
  ])('masks the token %s', async (token) => {
    const attributes = { note: `set to "${token}" once`, [token]: 1 };
    const [read, written] = await readExtras(attributes);
    expect(JSON.stringify(read)).not.toContain(body.slice(0, 8));
    expect(read).toHaveProperty('note', expect.stringMatching(/^set to ".*\[redacted\]" once$/));
    expect(written).toEqual(read);
  });

  test.each([
    'ghp_short',
    'desk-lamp-and-a-very-long-name-of-a-branch',
    'skip-this-and-that-and-all-the-other-things',
    'eyJust a text. With dots. And more',
    'the bearer of bad news',
    '----- BEGIN -----',
  ])('does not mask %j', async (text) => {
    expect(await readExtras({ note: text })).toEqual([{ note: text }, { note: text }]);
  });

  test.each([
    ['PEM headers', '-----BEGIN A-----'.repeat(900)],
    ['first characters of tokens', 'eyJaaaaaaaaaaa-'.repeat(1000)],
    ['first segments of tokens', 'eyJaaaaaaaaaaaaa.'.repeat(900)],
    ['token prefixes', 'ghp_-'.repeat(3000)],
    ['authentication schemes', 'bearer '.repeat(2000)],
  ])('returns other attributes next to a long string of %s', async (_, text) => {
    const [read] = await readExtras({ note: text, mood: 'fine' });
    expect(read).toHaveProperty('mood', 'fine');
  });
});
