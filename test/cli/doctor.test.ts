/** `portico doctor`: reports how the responses of an upstream differ from the contract, and records them without their data. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Sandbox, type SandboxOptions, startSandbox, tokens } from '../../sandbox/index.ts';
import { operations } from '../../src/contract/index.ts';
import { loadNameMapping } from '../../src/name-mapping/load.ts';
import { type Facade, notFound, startFacade, startWithResponses } from '../harness.ts';
import { loadMapping } from '../name-mapping/renaming.ts';
import { folderWith, portico } from './run.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ keptRequests: 1000, ...options });
  closers.push(() => sandbox.close());
  return sandbox;
}

function emptyFolder(): string {
  const folder = folderWith({});
  closers.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

const forUpstream = (url: string, env: NodeJS.ProcessEnv = {}) => ({
  env: { UPSTREAM_URL: url, UPSTREAM_TOKEN: tokens.owner, ...env },
});

test('reports an upstream that follows the contract', async () => {
  const sandbox = await start();
  const { status, stdout } = await portico(['doctor'], forUpstream(sandbox.url));
  expect(status).toBe(0);
  expect(stdout).toContain('✓ Token                      accepted');
  expect(stdout).toContain('lists contain their totals');
  expect(stdout).toMatch(/✓ pipelines +GET \/projects\/\{id\}\/pipelines {2}readable/);
  expect(stdout).not.toContain('unknown:');
  expect(stdout).not.toContain(tokens.owner);
  expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('requests each list whose parent id is in an earlier response', async () => {
  const sandbox = await start();
  const { stdout } = await portico(
    ['doctor', '--json'],
    forUpstream(sandbox.url, { UPSTREAM_TOKEN: tokens.administrator }),
  );
  const { reads }: { reads: { operation: string; outcome: string }[] } = JSON.parse(stdout);
  const requested = new Set(reads.map(({ operation }) => operation));
  const notRequested = [...operations.values()].filter(
    ({ id, method, list }) => method === 'GET' && list && !requested.has(id),
  );
  // No response contains the number of an issue, a snippet or an epic.
  expect(notRequested.map(({ id }) => id)).toEqual(['listIssueNotes', 'listSnippetNotes', 'listEpicNotes']);
  expect(reads.find(({ operation }) => operation === 'listErrorTrackingClientKeys')?.outcome).not.toBe('skipped');
});

test('compares the objects of error tracking lists', async () => {
  const other = await startWithResponses({
    '*': notFound,
    'GET /user': { body: { id: 1 } },
    'GET /merge_requests': { body: [{ id: 1, iid: 2, project_id: 5 }] },
    'GET /projects/5/error_tracking/client_keys': { body: [{ id: 1, active: true, colour: 'red' }] },
  });
  closers.push(() => other.close());
  const { stdout } = await portico(['doctor'], forUpstream(other.upstreamUrl));
  expect(stdout).toMatch(/ErrorTrackingClientKey .*\n {4}not sent: public_key, tracker_dsn\n {4}unknown: {2}colour/);
});

test('does not record an attribute as absent if the service sends its deprecated name', async () => {
  const other = await startWithResponses({ '*': notFound, 'GET /runners': { body: [{ id: 1, active: true }] } });
  closers.push(() => other.close());
  const file = join(emptyFolder(), 'profile.yaml');
  const { stdout } = await portico(['doctor', '--profile', file], forUpstream(other.upstreamUrl));
  expect(stdout).toMatch(/RunnerListItem .*\n {4}not sent: .*paused/);
  const { RunnerListItem } = parse(readFileSync(file, 'utf8')).absentAttributes;
  expect(RunnerListItem).toContain('online');
  expect(RunnerListItem).not.toContain('paused');
});

test('lists attributes that are null although the contract does not allow null', async () => {
  const other = await startWithResponses({
    '*': notFound,
    'GET /projects/5/error_tracking/client_keys': { body: [{ id: 1, active: true }] },
    'GET /merge_requests': {
      body: [
        { id: 1, iid: 2, project_id: 5, title: 'Complete', description: null },
        { id: 3, iid: 4, project_id: 5, title: null, description: null },
      ],
    },
  });
  closers.push(() => other.close());
  const { stdout } = await portico(['doctor'], forUpstream(other.upstreamUrl));
  expect(stdout).toMatch(/MergeRequestListItem .*\n {4}not sent: .*\n {4}null: {5}title\n/);
  const json = await portico(['doctor', '--json'], forUpstream(other.upstreamUrl));
  const { differences } = JSON.parse(json.stdout);
  expect(
    differences.find(({ schema }: { schema: string }) => schema === 'MergeRequestListItem').unexpectedNulls,
  ).toEqual(['title']);
});

test('prints JSON with the outcome of each read, and succeeds if the token lacks permissions', async () => {
  const sandbox = await start();
  const result = await portico(['doctor', '--json'], forUpstream(sandbox.url, { UPSTREAM_TOKEN: tokens.guest }));
  const { reads, token, connection } = JSON.parse(result.stdout);
  expect({ token, reachable: connection.reachable, status: result.status }).toEqual({
    token: 'accepted',
    reachable: true,
    status: 0,
  });
  const outcome = (operation: string) => reads.find((read: { operation: string }) => read.operation === operation);
  expect(outcome('listFeatureFlags')).toMatchObject({ outcome: 'FORBIDDEN', status: 403 });
  expect(outcome('getGroup')).toMatchObject({ outcome: 'readable', status: 200 });
});

test('fails for an unreachable upstream, and after one call for a token that is not accepted', async () => {
  const unreachable = await portico(['doctor'], forUpstream('http://127.0.0.1:9/api/v4'));
  expect(unreachable.status).toBe(1);
  expect(unreachable.stdout).toContain('ECONNREFUSED');
  const sandbox = await start();
  const rejected = await portico(['doctor'], forUpstream(sandbox.url, { UPSTREAM_TOKEN: 'unknown-token' }));
  expect(rejected.status).toBe(1);
  expect(rejected.stdout.split('\n').slice(2)).toEqual([
    '✗ Token                      not accepted (GET /user: 401), so nothing else was checked: set UPSTREAM_TOKEN to a valid token',
    '',
  ]);
  expect(sandbox.requests.map(({ path }) => path)).toEqual(['/user']);
});

test('suggests to check the base URL if every read returns 404', async () => {
  const other = await startWithResponses({ '*': notFound });
  closers.push(() => other.close());
  const { status, stdout } = await portico(['doctor'], forUpstream(other.upstreamUrl));
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /✗ Base URL +no read found the REST service: is http:\S+ its base URL\? It usually ends in \/api\/v4; set UPSTREAM_URL\n/,
  );
  expect(stdout).toContain('GET /users  404');
  expect(stdout).not.toContain('skipped');
  const sandbox = await start();
  expect((await portico(['doctor'], forUpstream(sandbox.url))).stdout).not.toContain('Base URL');
  const above = await portico(['doctor', '--json'], forUpstream(sandbox.url.replace('/api/v4', '')));
  expect(JSON.parse(above.stdout).isElsewhere).toBe(true);
});

test('reports misspelled settings', async () => {
  const sandbox = await start();
  const { stderr } = await portico(['doctor'], { env: { UPSTREAM_URL: sandbox.url, UPSTREAM_TOKN: 's3cret' } });
  expect(stderr).toBe('portico: UPSTREAM_TOKN is not a setting; did you mean UPSTREAM_TOKEN?\n');
});

test('fails if no response was recorded', async () => {
  const folder = join(emptyFolder(), 'record');
  const { status, stderr } = await portico(['doctor', '--record', folder], forUpstream('http://127.0.0.1:9/api/v4'));
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Nothing was recorded, because no read succeeded\n' });
});

test('suggests a mapping for an attribute under another name', async () => {
  const words = loadMapping({ schemas: { RunnerListItem: { attributes: { ip_address: 'address_ip' } } } });
  const sandbox = await start({ words });
  const { stdout } = await portico(['doctor'], forUpstream(sandbox.url));
  expect(stdout).toMatch(/Runner(?:ListItem)? .*\n {4}not sent: ip_address\n {4}unknown: {2}address_ip/);
  expect(stdout).toContain('ip_address: "address_ip"');
});

test('suggests the shipped file with the names of the service, by attributes or by headers', async () => {
  const expected = 'differ from the contract as in the shipped file gitlab: set UPSTREAM_WORDS=gitlab\n';
  const words = loadNameMapping('gitlab');
  if ('problems' in words) throw new Error(words.problems.join());
  const sandbox = await start({ words });
  const file = join(emptyFolder(), 'profile.yaml');
  const { stdout } = await portico(['doctor', '--profile', file], forUpstream(sandbox.url));
  expect(stdout).toContain(`! Names                      ${expected}`);
  // Attributes under another name are not absent.
  expect(readFileSync(file, 'utf8')).not.toContain('profile_link_a');
  const { stdout: json } = await portico(['doctor', '--json'], forUpstream(sandbox.url));
  expect(JSON.parse(json)).toMatchObject({ shippedWords: 'gitlab' });
  expect(JSON.parse(json).suggestedWords).toContain('profile_link_a: "linkedin"');
  const mapped = await portico(['doctor'], forUpstream(sandbox.url, { UPSTREAM_WORDS: 'gitlab' }));
  expect(mapped.stdout).not.toMatch(/Names|unknown:/);
  const other = await startWithResponses({
    '*': notFound,
    'GET /groups': { body: [], headers: { 'x-gitlab-meta': '{}', 'content-type': 'application/json' } },
  });
  closers.push(() => other.close());
  expect((await portico(['doctor'], { env: { UPSTREAM_URL: other.upstreamUrl } })).stdout).toContain(expected);
  const unchanged = await start();
  expect((await portico(['doctor'], forUpstream(unchanged.url))).stdout).not.toContain('Names');
});

test('fails if a response is not JSON', async () => {
  const other = await startWithResponses({
    '*': notFound,
    'GET /user': { body: '<html></html>', headers: { 'content-type': 'text/html' } },
  });
  closers.push(() => other.close());
  const { status, stdout } = await portico(['doctor'], forUpstream(other.upstreamUrl));
  expect(status).toBe(1);
  expect(stdout).toContain('sends an invalid response');
});

test('records responses without their content, which a sandbox replays', async () => {
  const sandbox = await start();
  const folder = emptyFolder();
  const record = join(folder, 'record');
  const { stderr } = await portico(['doctor', '--record', record], forUpstream(sandbox.url));
  expect(stderr).toMatch(/^Recorded \d+ responses in /);
  const files = readdirSync(record);
  expect(files.every((name) => (statSync(join(record, name)).mode & 0o777) === 0o600)).toBe(true);
  const text = files.map((name) => readFileSync(join(record, name), 'utf8')).join('\n');
  for (const content of ['meridian', 'olivia', 'Engine', 'sandbox', '@', 'engine room'])
    expect(text.replaceAll(/@example\.invalid/g, '').includes(content), content).toBe(false);
  const replaying = await start({ cassettes: record });
  const replayed = await portico(['doctor', '--json'], forUpstream(replaying.url));
  const countAnswered = ({ stdout }: { readonly stdout: string }) =>
    JSON.parse(stdout).reads.filter((read: { outcome: string }) => read.outcome === 'readable').length;
  expect(countAnswered(replayed)).toBeGreaterThan(15);
  const facade: Facade = await startFacade(replaying.url, {});
  closers.push(() => facade.close());
  const { data, errors } = await facade.execute('{ groups(first: 2) { nodes { databaseId visibility name } } }');
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).toMatch(/"visibility":"(?:PUBLIC|PRIVATE|INTERNAL)","name":"text-[0-9a-f]{10}"/);
});

test('records no attribute name outside the contract', async () => {
  const name = 'alice_smith_secret_project';
  const body = { id: 1, username: 'a', [name]: 1, web_url: { [name]: { [name]: true } } };
  const other = await startWithResponses({
    '*': notFound,
    'GET /user': { body },
    'GET /groups': { body: [{ id: 2, [name]: [body] }] },
  });
  closers.push(() => other.close());
  const folder = emptyFolder();
  await portico(['doctor', '--record', folder], forUpstream(other.upstreamUrl));
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  expect(text).toContain('"web_url"');
  expect(text).not.toContain('alice');
});

const unset = 'UPSTREAM_URL must be set to the base URL of the REST service; the embedded sandbox cannot be checked';

test.each([
  [{}, unset],
  [{ UPSTREAM_URL: '' }, unset],
  [{ SANDBOX: 'true' }, unset],
  [{ UPSTREAM_URL: 'forge' }, 'UPSTREAM_URL must be an http or https URL, without credentials or query'],
  [
    { UPSTREAM_URL: 'http://127.0.0.1:1', MAX_DEPTH: 'x', SANDBOX: '1' },
    /^SANDBOX must be [^\n]+\nportico: MAX_DEPTH must be [^\n]+$/,
  ],
  [
    { UPSTREAM_URL: 'http://127.0.0.1:1', UPSTREAM_TOKEN_FILE: '/nowhere' },
    'UPSTREAM_TOKEN_FILE must be the path of a readable file',
  ],
  [
    { UPSTREAM_URL: 'http://127.0.0.1:1', UPSTREAM_WORDS: '/nowhere' },
    /^UPSTREAM_WORDS must be a readable YAML or JSON file with a name mapping: [^\n]+$/,
  ],
])('rejects the settings %j, with one line for each error', async (env, message) => {
  const { status, stdout, stderr } = await portico(['doctor'], { env });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^portico: [\s\S]*\n$/);
  const text = stderr.replace('portico: ', '').trimEnd();
  if (typeof message === 'string') expect(text).toBe(message);
  else expect(text).toMatch(message);
});

test('fails in one line if a recording cannot be written', async () => {
  const sandbox = await start();
  const file = join(folderWith({ taken: '' }), 'taken');
  const { status, stderr } = await portico(['doctor', '--record', file], forUpstream(sandbox.url));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^portico: cannot write to the folder [^\n]+ of --record: EEXIST[^\n]+\n$/);
});

test('replaces control characters in responses', async () => {
  const body = { id: 1, username: 'a', '\u001b[2Jgone': 1 };
  const other = await startWithResponses({
    '*': notFound,
    'GET /user': { body },
    'GET /groups': { status: 400, body: { message: 'no\u001b]0;title\u0007' } },
  });
  closers.push(() => other.close());
  const { stdout } = await portico(['doctor'], forUpstream(other.upstreamUrl));
  expect(stdout).toContain('?[2Jgone');
  expect(stdout).not.toContain('\u001b');
});
