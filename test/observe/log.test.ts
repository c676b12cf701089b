/** Lines of the log for operators: writes, failed calls, slow operations and rejected requests. */
import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { toAuditName } from '../../src/edge/observe/audit.ts';
import { Credential } from '../../src/rest/credential.ts';
import { startSandboxed } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

type Line = Readonly<Record<string, unknown>>;

async function startLogged(env: FacadeSettings = {}, level = 'info') {
  const rawLines: string[] = [];
  const facade = await startSandboxed({ env, log: { level, write: (line) => rawLines.push(line) } });
  let open = true;
  const close = async () => {
    if (open) await facade.close();
    open = false;
  };
  onTestFinished(close);
  const getLines = (message: string): readonly Line[] =>
    rawLines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === message);
  return { facade, rawLines, getLines, close };
}

const createLabel = /* GraphQL */ `
  mutation Create($name: String!) {
    labelCreate(input: { project: "gid://service/Project/14", name: $name, color: "#123456" }) {
      label { name }
      errors { code }
    }
  }
`;

test('logs each write with its operation, path, credential, request id and outcome', async () => {
  const { facade, getLines, rawLines } = await startLogged();
  const toOptions = (requestId: string) => ({ as: 'developer', headers: { 'x-request-id': requestId } }) as const;
  await facade.execute(createLabel, { name: 'seen-once' }, toOptions('first'));
  await facade.execute(createLabel, { name: 'seen-once' }, toOptions('second'));
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }', {}, toOptions('third'));
  const credential = toAuditName(Credential.privateToken(tokens.developer));
  const line = { operation: 'createLabel', method: 'POST', path: '/projects/{id}/labels', credential };
  expect(getLines('write')).toMatchObject([
    { ...line, requestId: 'first', status: 201, outcome: 'SUCCESS' },
    { ...line, requestId: 'second', status: 409, outcome: 'CONFLICT' },
  ]);
  expect(rawLines.join()).not.toContain(tokens.developer);
  expect(rawLines.join()).not.toContain('seen-once');
});

test('lists the REST calls that caused the errors in the line of an operation', async () => {
  const { facade, getLines, rawLines } = await startLogged();
  const fail = facade.sandbox.faults.add({ match: { operation: 'listLabels' }, status: 503 });
  const query =
    'query Labels { project(id: "14") { name labels(first: 1) { nodes { name } } } currentUser { username } }';
  await facade.execute(query, {}, { as: 'developer' });
  fail();
  await facade.execute(createLabel, { name: 'twice' }, { as: 'developer' });
  await facade.execute(createLabel, { name: 'twice' }, { as: 'developer' });
  await facade.execute('{ project(id: "no/such") { name } }', {}, { as: 'developer' });
  const durationMs = expect.any(Number);
  const path = '/projects/{id}/labels';
  expect(
    getLines('operation').map(({ errors, payloadErrors, failedCalls }) => [errors, payloadErrors, failedCalls]),
  ).toEqual([
    [
      ['UPSTREAM_FAILED'],
      undefined,
      [{ method: 'GET', path, field: 'Project.labels', status: 503, error: 'UPSTREAM_FAILED', durationMs }],
    ],
    [[], undefined, undefined],
    [
      [],
      ['CONFLICT'],
      [{ method: 'POST', path, field: 'Mutation.labelCreate', status: 409, error: 'CONFLICT', durationMs }],
    ],
    // A missing object is null, without an error.
    [[], undefined, undefined],
  ]);
  expect(rawLines.join()).not.toContain('twice');
});

test('logs a caller that writes without a token as anonymous', () => {
  expect(toAuditName(Credential.anonymous)).toBe('anonymous');
  expect(toAuditName(Credential.privateToken('one'))).toMatch(/^[\w-]{16}$/);
  expect(toAuditName(Credential.privateToken('one'))).not.toBe(toAuditName(Credential.privateToken('two')));
});

test('does not log input that no REST call can contain as a failure of the upstream', async () => {
  const { facade, getLines } = await startLogged();
  const execute = async (query: string, variables: object) =>
    (await facade.execute(query, { ...variables }, { as: 'developer' })).errors?.[0]?.extensions?.code;
  const find = 'query Find($id: ID!) { project(id: $id) { name } }';
  expect(await execute(find, { id: `a/${'b'.repeat(9000)}` })).toBe('BAD_USER_INPUT');
  await execute(createLabel, { name: '\ud800' });
  const download = await fetch(new URL(`/downloads/groups/${'b'.repeat(9000)}/avatar`, facade.url));
  expect(download.status).toBe(400);
  expect(await execute(find, { id: '14' })).toBeUndefined();
  expect([...getLines('the upstream fails'), ...getLines('the upstream responds again')]).toEqual([]);
});

test('logs the plan and the slowest calls of a slow operation', async () => {
  const { facade, getLines } = await startLogged({ SLOW_OPERATION_MS: '20' });
  const query = 'query Slow { groups(first: 2) { nodes { secretAlias: projects(first: 1) { nodes { fullPath } } } } }';
  facade.sandbox.faults.add({ match: { operation: 'listGroupProjects' }, latencyMs: 50 });
  await facade.execute(query, {}, { headers: { 'x-request-id': 'slow' } });
  expect(getLines('slow operation')).toMatchObject([
    {
      requestId: 'slow',
      operation: 'Slow',
      restCalls: 3,
      plan: {
        worst: 3,
        calls: [
          { method: 'GET', path: '/groups/{id}/projects', field: 'Group.projects', times: 2 },
          { method: 'GET', path: '/groups', field: 'Query.groups', times: 1 },
        ],
      },
      slowest: [{ path: '/groups/{id}/projects' }, { path: '/groups/{id}/projects' }, { path: '/groups' }],
    },
  ]);
  expect(JSON.stringify(getLines('slow operation'))).not.toContain('secretAlias');
});

test.each([{}, { SLOW_OPERATION_MS: '0' }])('does not log a fast operation as slow with %o', async (env) => {
  const { facade, getLines } = await startLogged(env);
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }');
  expect(getLines('operation').length).toBe(1);
  expect(getLines('slow operation')).toEqual([]);
});

test('summarizes rejected requests by code, independently of the log level', async () => {
  const { facade, getLines, close } = await startLogged({ MAX_DEPTH: '2' }, 'warn');
  const rejected = ['{ nope }', '{ nope }', '{', '{ groups(first: 1) { nodes { fullPath } } }'];
  for (const query of rejected) await facade.execute(query);
  await fetch(new URL('/nowhere', facade.url));
  await fetch(new URL('/graphql', facade.url), { method: 'DELETE' });
  await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(getLines('refused in the last minute')).toEqual([]);
  await close();
  expect(getLines('refused in the last minute')).toMatchObject([
    {
      refused: {
        GRAPHQL_VALIDATION_FAILED: 2,
        GRAPHQL_PARSE_FAILED: 1,
        DEPTH_LIMIT: 1,
        NOT_FOUND: 1,
        METHOD_NOT_ALLOWED: 1,
        BAD_REQUEST: 1,
      },
    },
  ]);
});
