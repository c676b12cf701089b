import { afterEach, describe, expect, test } from 'vitest';
import { nullsAccepted, type StubbedFacade, startWithResponses } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { mirrorFields } from './mirror.ts';

let facade: StubbedFacade | undefined;
afterEach(() => facade?.close());

const mirror = {
  id: 101_486,
  enabled: true,
  last_error: null,
  last_successful_update_at: '2020-01-06T17:32:02.823Z',
  last_update_at: '2020-01-06T17:32:02.823Z',
  last_update_started_at: '2020-01-06T17:31:55.864Z',
  update_status: 'finished',
  url: 'https://*****:*****@forge.example.com/org/repository.git',
  mirror_trigger_builds: false,
  only_mirror_protected_branches: null,
  mirror_overwrites_diverged_branches: false,
  mirror_branch_regex: null,
};
const expectedMirror = {
  databaseId: 101_486,
  enabled: true,
  lastError: null,
  lastSuccessfulUpdateAt: '2020-01-06T17:32:02.823Z',
  lastUpdateAt: '2020-01-06T17:32:02.823Z',
  lastUpdateStartedAt: '2020-01-06T17:31:55.864Z',
  updateStatus: 'FINISHED',
  url: 'https://*****:*****@forge.example.com/org/repository.git',
  mirrorTriggerBuilds: false,
  onlyMirrorProtectedBranches: null,
  mirrorOverwritesDivergedBranches: false,
  mirrorBranchRegex: null,
  id: 'gid://service/PullMirror/5',
};
const readMirror = async (body: unknown, selection = mirrorFields) => {
  facade = await startWithResponses({ 'GET /projects/5/mirror/pull': { body } }, nullsAccepted);
  const { data, errors } = await facade.execute(`{ project(id: 5) { pullMirror { ${selection} } } }`);
  expect(errors).toBeUndefined();
  return Object(data).project.pullMirror;
};

test('returns every documented attribute of the mirror', async () => {
  expect(await readMirror(mirror)).toEqual(expectedMirror);
});

test('returns an id of 2^32, UNKNOWN for an unknown status, and null for a missing attribute', async () => {
  expect(
    await readMirror({ id: 4_294_967_296, update_status: 'napping', extra: 1 }, 'databaseId updateStatus url'),
  ).toEqual({
    databaseId: 4_294_967_296,
    updateStatus: 'UNKNOWN',
    url: null,
  });
});

test.each([
  ['https://user:s3cret@git.example.com/a.git', 'https://*****:*****@git.example.com/a.git'],
  ['https://s3cret@git.example.com/a.git', 'https://*****:*****@git.example.com/a.git'],
  ['ssh://git:s3c@ret@git.example.com:22/a.git', 'ssh://*****:*****@git.example.com:22/a.git'],
  ['https://user:s3/cret@git.example.com/a.git', 'https://*****:*****@git.example.com/a.git'],
  ["https://user:s3'cret@git.example.com/a.git", 'https://*****:*****@git.example.com/a.git'],
  ['https://git.example.com/a.git?token=s3cret', 'https://git.example.com/a.git?*****'],
  ['https://git.example.com/@scope/a.git', 'https://git.example.com/@scope/a.git'],
])('masks credentials of the URL %s in the URL and in messages', async (url, masked) => {
  const pullMirror = await readMirror({ ...mirror, url, last_error: `fatal: '${url}' not found` }, 'url lastError');
  expect(pullMirror).toEqual({ url: masked, lastError: `fatal: '${masked}' not found` });
});

test('returns null and UPSTREAM_INVALID_RESPONSE for an invalid URL', async () => {
  facade = await startWithResponses({ 'GET /projects/5/mirror/pull': { body: { ...mirror, url: { hidden: true } } } });
  const { data, errors } = await facade.execute('{ project(id: 5) { pullMirror { url updateStatus } } }');
  expect(data).toEqual({ project: { pullMirror: { url: null, updateStatus: 'FINISHED' } } });
  expect(errors).toMatchObject([
    { message: 'The upstream returned an invalid URL', extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
  ]);
});

test('returns the mirror or project of each mutation, and reads the mirror if the response has no body', async () => {
  const project = { id: 5, name: 'Five' };
  facade = await startWithResponses({
    'PUT /projects/5/mirror/pull': { body: mirror },
    'POST /projects/5/mirror/pull': { status: 202, body: '' },
    'GET /projects/5/mirror/pull': { body: { ...mirror, update_status: 'scheduled' } },
    'POST /projects': { body: project },
    'PUT /projects/5': { body: project },
  });
  const selection = `pullMirror { ${mirrorFields} }`;
  const updated = await mutate(facade, 'pullMirrorUpdate', { project: 5, enabled: true }, selection);
  expect(updated.payload).toEqual({ pullMirror: expectedMirror, errors: [] });
  const started = await mutate(facade, 'pullMirrorStart', { project: 5 }, selection);
  expect(started.payload).toEqual({ pullMirror: { ...expectedMirror, updateStatus: 'SCHEDULED' }, errors: [] });
  const input = { importUrl: 'https://git.example.com/five.git', mirror: true };
  const expectedPayload = { project: { id: 'gid://service/Project/5', name: 'Five' }, errors: [] };
  const named = { ...input, name: 'Five' };
  const created = await mutate(facade, 'projectCreateWithPullMirror', named, 'project { id name }');
  expect(created.payload).toEqual(expectedPayload);
  const changed = await mutate(facade, 'projectPullMirrorUpdate', { project: 5, ...input }, 'project { id name }');
  expect(changed.payload).toEqual(expectedPayload);
  expect(facade.calls).toEqual([
    'PUT /projects/5/mirror/pull',
    'POST /projects/5/mirror/pull',
    'GET /projects/5/mirror/pull',
    'POST /projects',
    'PUT /projects/5',
  ]);
});

test('masks credentials in an error message of the upstream', async () => {
  const message = { url: ["'https://user:s3cret-token@git.example.com/a.git' cannot be reached with s3cret-token"] };
  facade = await startWithResponses({ 'PUT /projects/5/mirror/pull': { status: 400, body: { message } } });
  const input = { project: 5, url: 'https://git.example.com/a.git', authPassword: 's3cret-token' };
  const { response: rejected, code } = await mutate(facade, 'pullMirrorUpdate', input, 'pullMirror { id }');
  expect(code).toBe('BAD_USER_INPUT');
  expect(JSON.stringify(rejected)).not.toContain('s3cret-token');
});

describe('updates of the URL', () => {
  test.each([
    'https://*****:*****@git.example.com/a.git',
    'https://ann:*****@git.example.com/a.git',
    'https://%2A%2A%2A%2A%2A:x@git.example.com/a.git',
    'https://[REDACTED]@git.example.com/a.git',
    'https://git.example.com/a.git?*****',
    'https://hooks.slack.com/[redacted]',
  ])('reject the masked URL %s before any call', async (url) => {
    facade = await startWithResponses({});
    const message = 'must not contain masked credentials such as *****; send the real ones, or a URL without any';
    const update = await mutate(facade, 'pullMirrorUpdate', { project: '5', url }, '__typename');
    expect(update.payload?.errors).toMatchObject([{ path: ['input', 'url'], message }]);
    const older = { project: '5', importUrl: url, mirror: true };
    for (const [name, input] of [
      ['projectPullMirrorUpdate', older],
      ['projectCreateWithPullMirror', { name: 'a', importUrl: url, mirror: true }],
    ] as const) {
      const { payload } = await mutate(facade, name, input, '__typename');
      expect(payload?.errors).toMatchObject([{ path: ['input', 'importUrl'], message }]);
    }
    expect(facade.calls).toEqual([]);
  });

  test.each([
    'https://git.example.com/***/a.git',
    'https://git.example.com/a.git?q=*****&r=1',
    'https://ann:*s3cret*@git.example.com/a.git',
    'git@git.example.com:a.git',
  ])('accept %s, which is not masked', async (url) => {
    facade = await startWithResponses({ 'PUT /projects/5/mirror/pull': { body: { ...mirror, url } } });
    const { payload } = await mutate(facade, 'pullMirrorUpdate', { project: '5', url }, '__typename');
    expect(payload?.errors).toEqual([]);
    expect(facade.bodies).toEqual([{ url }]);
  });
});
