/** The secret of a token is only in the payload of the mutation that creates or rotates the token. */
import { expect, onTestFinished, test } from 'vitest';
import { tokens as credentials, startSandbox } from '../../../sandbox/index.ts';
import { type Config, readConfig } from '../../../src/config/config.ts';
import { operations } from '../../../src/contract/index.ts';
import { createLogger } from '../../../src/edge/logging.ts';
import { startPortico } from '../../../src/portico.ts';
import type { CallRecord } from '../../../src/rest/request.ts';
import { notFound } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { startStubbed } from '../stub-upstream.ts';
import { secretPrefix } from './account.ts';

const account = 'gid://service/ServiceAccount/9/3100000002';

/** Starts a facade with the log level trace, whose operations are traced. */
async function startObserved() {
  const sandbox = await startSandbox();
  const lines: string[] = [];
  const records: CallRecord[] = [];
  const config: Config = readConfig({ PORT: '0', UPSTREAM_URL: sandbox.url, READ_RETRIES: '0' });
  const logger = createLogger('trace', { write: (line) => lines.push(line) });
  const portico = await startPortico(config, { logger, observe: (record) => records.push(record) });
  onTestFinished(async () => {
    await portico.close();
    await sandbox.close();
  });
  async function execute(query: string, variables: object = {}): Promise<string> {
    const response = await fetch(new URL('/graphql', portico.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': credentials.owner, 'x-portico-trace': '1' },
      body: JSON.stringify({ query, variables }),
    });
    return `${JSON.stringify([...response.headers])} ${await response.text()}`;
  }
  return { execute, lines, records, sandbox };
}

const parsePayload = (text: string, field: string): { token: string; serviceAccountToken: { id: string } } =>
  JSON.parse(text.slice(text.indexOf('{"data"'))).data[field];

test('omits the secret from log lines, traces, errors and later responses', async () => {
  const { execute, lines, records } = await startObserved();
  const query = `query ($id: ID!) {
    node(id: $id) {
      ... on ServiceAccount { personalAccessTokens { nodes { id name scopes active } } }
      ... on ServiceAccountToken { name description scopes }
    }
  }`;
  const before = await execute(query, { id: account });
  const created = await execute(
    `mutation ($id: ID!) {
      serviceAccountTokenCreate(input: { serviceAccount: $id, name: "ci", scopes: ["api"] }) {
        token serviceAccountToken { id name } errors { message }
      }
    }`,
    { id: account },
  );
  const first = parsePayload(created, 'serviceAccountTokenCreate');
  const rotation = `mutation ($id: ID!) {
    serviceAccountTokenRotate(input: { id: $id }) { token serviceAccountToken { id } errors { message } }
  }`;
  const rotated = await execute(rotation, { id: first.serviceAccountToken.id });
  const second = parsePayload(rotated, 'serviceAccountTokenRotate');
  const secrets = [first.token, second.token];
  expect(secrets.every((secret) => secret.startsWith(secretPrefix))).toBe(true);
  expect(second.token).not.toBe(first.token);

  // Each response contains its own secret once: in the payload, and not in the trace.
  for (const [response, secret] of [
    [created, first.token],
    [rotated, second.token],
  ] as const) {
    expect(response.split(secret)).toHaveLength(2);
    expect(response).toContain('"extensions":{"rest":[{"method":"POST"');
  }
  const later = [
    before,
    await execute(query, { id: account }),
    await execute(query, { id: account }),
    await execute(query, { id: second.serviceAccountToken.id }),
    // The old token is revoked, so that this rotation fails.
    await execute(rotation, { id: first.serviceAccountToken.id }),
    await execute('{ node(id: "gid://service/ServiceAccountToken/9/3100000002/x") { id } }'),
  ];
  expect(later[1]).toContain(second.serviceAccountToken.id);
  expect(later[4]).toContain('Token already revoked');
  expect(lines.length).toBeGreaterThanOrEqual(8);
  for (const text of [...later, ...lines, JSON.stringify(records)])
    for (const secret of [...secrets, secretPrefix]) expect(text).not.toContain(secret);
});

test('marks only the responses of the two writes as containing a secret in the contract', () => {
  const operationsWithSecret = [...operations.values()].filter(
    ({ area, containsSecret }) => area === 'service-accounts' && containsSecret,
  );
  expect(operationsWithSecret.map(({ id, method }) => `${method} ${id}`)).toEqual([
    'POST createServiceAccountToken',
    'POST rotateServiceAccountToken',
  ]);
});

test.each([
  ['is truncated', '{"id": 5, "name": "ci", "token": "sandbox-service-secret-1'],
  ['has another form', { id: 5, token: { value: 'sandbox-service-secret-1' } }],
  ['has the status 400', { message: 'no', token: 'sandbox-service-secret-1' }, 400],
])('omits the secret from errors if the response %s', async (_, body, status = 201) => {
  const facade = await startStubbed({
    'POST /groups/9/service_accounts/3100000002/personal_access_tokens': { status, body },
    'GET /groups/9/service_accounts/3100000002/personal_access_tokens': notFound,
  });
  const { response } = await mutate(
    facade,
    'serviceAccountTokenCreate',
    { serviceAccount: account, name: 'ci', scopes: ['api'] },
    'token serviceAccountToken { name }',
  );
  expect(JSON.stringify(response)).not.toContain('sandbox-service-secret');
});
