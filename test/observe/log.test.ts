/** Lines of the log that operators look for: writes, slow operations, what was refused. */
import { expect, onTestFinished, test } from 'vitest';
import { toAuditName } from '../../src/observe/audit.ts';
import { Credential } from '../../src/rest/credential.ts';
import { tokens } from '../../src/sandbox/index.ts';
import { startSandboxed } from '../harness.ts';

type Line = Readonly<Record<string, unknown>>;

async function logged(env: NodeJS.ProcessEnv = {}, level = 'info') {
  const texts: string[] = [];
  const facade = await startSandboxed({ env, log: { level, write: (line) => texts.push(line) } });
  let open = true;
  const close = async () => {
    if (open) await facade.close();
    open = false;
  };
  onTestFinished(close);
  const linesOf = (message: string): readonly Line[] =>
    texts.map((text): Line => JSON.parse(text)).filter(({ msg }) => msg === message);
  return { facade, texts, linesOf, close };
}

const createLabel = /* GraphQL */ `
  mutation Create($name: String!) {
    labelCreate(input: { project: "gid://service/Project/14", name: $name, color: "#123456" }) {
      label { name }
      errors { code }
    }
  }
`;

test('each write is one line, with who made it, for which request, and what came of it', async () => {
  const { facade, linesOf, texts } = await logged();
  const toOptions = (requestId: string) => ({ as: 'developer', headers: { 'x-request-id': requestId } }) as const;
  await facade.execute(createLabel, { name: 'seen-once' }, toOptions('first'));
  await facade.execute(createLabel, { name: 'seen-once' }, toOptions('second'));
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }', {}, toOptions('third'));
  const credential = toAuditName(Credential.privateToken(tokens.developer));
  const line = { operation: 'createLabel', method: 'POST', path: '/projects/{id}/labels', credential };
  expect(linesOf('write')).toMatchObject([
    { ...line, requestId: 'first', status: 201, outcome: 'SUCCESS' },
    { ...line, requestId: 'second', status: 409, outcome: 'CONFLICT' },
  ]);
  expect(texts.join()).not.toContain(tokens.developer);
  expect(texts.join()).not.toContain('seen-once');
});

test('lists the REST calls that caused the errors in the line of an operation', async () => {
  const { facade, linesOf, texts } = await logged();
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
    linesOf('operation').map(({ errors, payloadErrors, failedCalls }) => [errors, payloadErrors, failedCalls]),
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
  expect(texts.join()).not.toContain('twice');
});

test('logs a caller that writes without a token as anonymous', () => {
  expect(toAuditName(Credential.anonymous)).toBe('anonymous');
  expect(toAuditName(Credential.privateToken('one'))).toMatch(/^[\w-]{16}$/);
  expect(toAuditName(Credential.privateToken('one'))).not.toBe(toAuditName(Credential.privateToken('two')));
});

test('counts input that fits into no call as an error of the caller, not of the upstream', async () => {
  const { facade, linesOf } = await logged();
  const execute = async (query: string, variables: object) =>
    (await facade.execute(query, { ...variables }, { as: 'developer' })).errors?.[0]?.extensions?.code;
  const find = 'query Find($id: ID!) { project(id: $id) { name } }';
  expect(await execute(find, { id: `a/${'b'.repeat(9000)}` })).toBe('BAD_USER_INPUT');
  await execute(createLabel, { name: '\ud800' });
  const download = await fetch(new URL(`/downloads/groups/${'b'.repeat(9000)}/avatar`, facade.url));
  expect(download.status).toBe(400);
  expect(await execute(find, { id: '14' })).toBeUndefined();
  expect([...linesOf('the upstream fails'), ...linesOf('the upstream answers again')]).toEqual([]);
});

test('logs the plan and the slowest calls of a slow operation', async () => {
  const { facade, linesOf } = await logged({ SLOW_OPERATION_MS: '20' });
  const query = 'query Slow { groups(first: 2) { nodes { secretAlias: projects(first: 1) { nodes { fullPath } } } } }';
  facade.sandbox.faults.add({ match: { operation: 'listGroupProjects' }, latencyMs: 50 });
  await facade.execute(query, {}, { headers: { 'x-request-id': 'slow' } });
  expect(linesOf('slow operation')).toMatchObject([
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
  expect(JSON.stringify(linesOf('slow operation'))).not.toContain('secretAlias');
});

test.each([{}, { SLOW_OPERATION_MS: '0' }])('with %o a usual operation is not slow', async (env) => {
  const { facade, linesOf } = await logged(env);
  await facade.execute('{ groups(first: 1) { nodes { fullPath } } }');
  expect(linesOf('operation').length).toBe(1);
  expect(linesOf('slow operation')).toEqual([]);
});

test('summarizes rejected requests by code, independently of the log level', async () => {
  const { facade, linesOf, close } = await logged({ MAX_DEPTH: '2' }, 'warn');
  const rejected = ['{ nope }', '{ nope }', '{', '{ groups(first: 1) { nodes { fullPath } } }'];
  for (const query of rejected) await facade.execute(query);
  await fetch(new URL('/nowhere', facade.url));
  await fetch(new URL('/graphql', facade.url), { method: 'DELETE' });
  await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(linesOf('refused in the last minute')).toEqual([]);
  await close();
  expect(linesOf('refused in the last minute')).toMatchObject([
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
