import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { cloudC, freshName, hostA, readImport, serverB, startFromHostA, starts, write } from './inputs.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe.each(starts)('%s', (mutation, path, input) => {
  test('returns a scheduled import, in one call', async () => {
    const { payload } = await write(facade, mutation, { ...input, name: freshName() }, 'owner');
    expect(payload?.errors).toEqual([]);
    expect(payload?.projectImport).toMatchObject({
      id: `gid://service/ProjectImport/${payload?.projectImport?.databaseId}`,
      importStatus: 'SCHEDULED',
    });
    expect(facade.calls).toEqual([`POST ${path}`]);
  });

  test('requires at least the role Maintainer in the target namespace', async () => {
    const outcomes: Record<string, unknown> = {};
    for (const as of ['guest', 'reporter', 'developer', 'maintainer', 'owner', 'administrator'] as const) {
      const { payload, code } = await write(facade, mutation, { ...input, name: freshName() }, as);
      outcomes[as] = code ?? payload?.projectImport?.importStatus;
    }
    expect(outcomes).toEqual({
      guest: 'FORBIDDEN',
      reporter: 'FORBIDDEN',
      developer: 'FORBIDDEN',
      maintainer: 'SCHEDULED',
      owner: 'SCHEDULED',
      administrator: 'SCHEDULED',
    });
  });

  test('requires a credential', async () => {
    const { payload, code } = await write(facade, mutation, { ...input, name: freshName() }, 'anonymous');
    expect({ payload, code }).toEqual({ payload: null, code: 'UNAUTHENTICATED' });
  });

  test('rejects a namespace that does not exist', async () => {
    const { payload } = await write(facade, mutation, { ...input, targetNamespace: 'no/such/group' }, 'owner');
    expect(payload).toMatchObject({ projectImport: null, errors: [{ code: 'UNPROCESSABLE' }] });
  });

  test.each(['a--b', '-a', 'a-', 'a b.', '.hidden', 'a - b'])('rejects the name %s', async (name) => {
    const { payload } = await write(facade, mutation, { ...input, name }, 'owner');
    expect(payload?.errors).toEqual([
      {
        __typename: 'InvalidInputError',
        code: 'BAD_USER_INPUT',
        message: 'must be a name without special characters at its start or end, and without two of them in a row',
        path: ['input', 'name'],
      },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('sends the secret of the host in the body only', async () => {
    const answer = await write(facade, mutation, { ...input, name: 'a--b' }, 'owner');
    const second = await write(facade, mutation, { ...input, targetNamespace: 'no/such/group' }, 'owner');
    expect(JSON.stringify([answer, second, facade.calls])).not.toContain('external-secret');
    expect(JSON.stringify(facade.requests.map(({ body }) => body))).toContain('external-secret');
  });
});

test('sends every parameter of host A', async () => {
  const input = {
    ...hostA,
    name: freshName(),
    sourceHostname: 'code.example.org',
    optionalStages: { attachmentsImport: true, collaboratorsImport: false, singleEndpointNotesImport: true },
    paginationLimit: 50,
    timeoutStrategy: 'OPTIMISTIC',
  };
  const { payload } = await write(facade, 'projectImportStartFromHostA', input, 'owner');
  expect(payload).toMatchObject({
    errors: [],
    projectImport: { name: input.name },
    details: {
      importSource: 'atlas/repository-7',
      providerLink: 'https://code.example.org/atlas/repository-7',
      fullName: `Meridian Maps / Platform / ${input.name}`,
      humanImportStatusName: 'scheduled',
      refsUrl: expect.stringMatching(/^\/meridian\/platform\/.+\/refs$/),
      relationType: 'owned',
      importWarning: null,
    },
  });
  expect(facade.requests[0]?.body).toEqual({
    personal_access_token: 'external-secret-a',
    repo_id: 7,
    target_namespace: 'meridian/platform',
    source_hostname: 'code.example.org',
    new_name: input.name,
    optional_stages: {
      attachments_import: true,
      collaborators_import: false,
      single_endpoint_notes_import: true,
    },
    pagination_limit: 50,
    timeout_strategy: 'optimistic',
  });
});

test.each(starts)('%s accepts the global id of a group as namespace', async (mutation, path, input) => {
  const targetNamespace = 'gid://service/Group/9';
  const { payload } = await write(facade, mutation, { ...input, name: freshName(), targetNamespace }, 'owner');
  expect(payload?.errors).toEqual([]);
  expect(facade.calls).toEqual([expect.stringMatching(/^GET \/groups\/9(?:\?|$)/), `POST ${path}`]);
  expect(facade.requests.at(-1)?.body).toMatchObject({ target_namespace: 'meridian' });
});

describe('the group of the payload', () => {
  const group = 'group { id projects(first: 1, orderBy: { field: ID, direction: DESC }) { nodes { name } } }';

  test.each(starts)(
    '%s returns the one whose projects have grown, at the cost of one read',
    async (mutation, path, input) => {
      const name = freshName();
      const { answer, payload } = await write(
        facade,
        mutation,
        { ...input, name, targetNamespace: 'meridian' },
        'owner',
        group,
      );
      expect(answer.errors).toBeUndefined();
      expect(payload?.group).toEqual({ id: 'gid://service/Group/9', projects: { nodes: [{ name }] } });
      expect(facade.calls).toEqual([
        `POST ${path}`,
        'GET /groups/meridian?with_projects=false',
        expect.stringMatching(/^GET \/groups\/(?:9|meridian)\/projects\?/),
      ]);
    },
  );

  test('costs nothing if it is not selected', async () => {
    await write(facade, 'projectImportStartFromHostA', { ...hostA, name: freshName() }, 'owner');
    expect(facade.calls).toEqual(['POST /import/host-a']);
  });

  test('returns null for a personal namespace and for a rejected write', async () => {
    const input = { ...serverB, serverRepo: 'compass-2' };
    const personal = await write(facade, 'projectImportStartFromServerB', input, 'outsider', group);
    expect(personal.answer.errors).toBeUndefined();
    expect(personal.payload).toEqual({ group: null, errors: [] });
    expect(facade.calls).toEqual(['POST /import/server-b', 'GET /groups/oscar.nguyen?with_projects=false']);
    const rejected = await write(
      facade,
      'projectImportStartFromHostA',
      { ...hostA, targetNamespace: 'no' },
      'owner',
      group,
    );
    expect(rejected.payload).toMatchObject({ group: null, errors: [{ code: expect.any(String) }] });
  });

  test('takes the group from the input if the response is empty', async () => {
    const stubbed = await startStubbed({
      'POST /import/host-a': { status: 201, body: '' },
      'GET /groups/a%2Fb': { body: { id: 5, full_path: 'a/b' } },
    });
    const input = { ...hostA, targetNamespace: '/a/b' };
    const { payload } = await write(stubbed, 'projectImportStartFromHostA', input, 'owner', 'group { id fullPath }');
    expect(payload).toEqual({ group: { id: 'gid://service/Group/5', fullPath: 'a/b' }, errors: [] });
    expect(stubbed.calls).toEqual(['POST /import/host-a', 'GET /groups/a%2Fb?with_projects=false']);
  });
});

test('rejects a namespace that is the global id of another type, or of no group', async () => {
  const start = (targetNamespace: string) =>
    write(facade, 'projectImportStartFromHostA', { ...hostA, targetNamespace, name: 'a--b' }, 'owner');
  const { payload } = await start('gid://service/Project/14');
  expect(payload?.errors).toMatchObject([
    { path: ['input', 'targetNamespace'], message: 'must be the id of a Group, not of a Project' },
    { path: ['input', 'name'] },
  ]);
  expect((await start('gid://other/Group/9')).payload?.errors).toMatchObject([
    { path: ['input', 'targetNamespace'], message: expect.stringContaining('not of another service') },
    { path: ['input', 'name'] },
  ]);
  expect(facade.calls).toEqual([]);
  const missing = { ...hostA, targetNamespace: 'gid://service/Group/999999999' };
  expect((await write(facade, 'projectImportStartFromHostA', missing, 'owner')).payload?.errors).toMatchObject([
    { code: 'NOT_FOUND', path: ['input', 'targetNamespace'] },
  ]);
  expect(facade.calls.map((call) => call.split(' ')[0])).toEqual(['GET']);
});

test('omits absent inputs, so that the defaults of the service apply', async () => {
  await startFromHostA(facade);
  const { payload } = await write(facade, 'projectImportStartFromHostA', hostA, 'owner');
  expect(payload).toMatchObject({ details: { providerLink: 'https://host-a.example.com/atlas/repository-7' } });
  expect(facade.requests[0]?.body).toEqual({
    personal_access_token: 'external-secret-a',
    repo_id: 7,
    target_namespace: 'meridian/platform',
  });
});

test('sends every parameter of server B', async () => {
  const name = freshName();
  const input = { ...serverB, name, targetNamespace: 'meridian', timeoutStrategy: 'PESSIMISTIC' };
  const { payload } = await write(facade, 'projectImportStartFromServerB', input, 'owner');
  expect(payload).toMatchObject({
    projectImport: { name },
    details: {
      importSource: 'MAPS/compass',
      providerLink: 'https://server-b.example.com/projects/MAPS/repos/compass',
    },
  });
  expect(facade.requests[0]?.body).toEqual({
    server_project_key: 'MAPS',
    server_repo: 'compass',
    server_url: 'https://server-b.example.com',
    server_username: 'olivia',
    personal_access_token: 'external-secret-b',
    new_name: name,
    target_namespace: 'meridian',
    timeout_strategy: 'pessimistic',
  });
});

test('sends every parameter of cloud C', async () => {
  const name = freshName();
  const { payload } = await write(facade, 'projectImportStartFromCloudC', { ...cloudC, name }, 'owner');
  expect(payload).toMatchObject({ projectImport: { name }, details: { importSource: 'atlas/sextant' } });
  expect(facade.requests[0]?.body).toEqual({
    cloud_api_token: 'external-secret-c',
    cloud_email: 'olivia@example.com',
    repo_path: 'atlas/sextant',
    target_namespace: 'meridian',
    new_name: name,
  });
});

test('imports from server B into the personal namespace of the caller by default', async () => {
  const { payload } = await write(facade, 'projectImportStartFromServerB', serverB, 'outsider');
  expect(payload).toMatchObject({
    details: {
      fullPath: 'oscar.nguyen/compass',
      fullName: 'Oscar Nguyen / compass',
    },
  });
});

test.each([
  ['projectImportStartFromHostA', { ...hostA, targetNamespace: '  ' }],
  ['projectImportStartFromCloudC', { ...cloudC, targetNamespace: '' }],
])('%s rejects a blank namespace before any call', async (mutation, input) => {
  const { payload } = await write(facade, mutation, { ...input, name: '-' }, 'owner');
  expect(payload?.errors.map(({ path }) => path)).toEqual([
    ['input', 'targetNamespace'],
    ['input', 'name'],
  ]);
  expect(facade.calls).toEqual([]);
});

test('accepts a name with single special characters inside as name and path', async () => {
  const { payload } = await write(
    facade,
    'projectImportStartFromHostA',
    { ...hostA, name: 'Old_Maps v2.0-final' },
    'owner',
  );
  expect(payload).toMatchObject({
    projectImport: { name: 'Old_Maps v2.0-final' },
    details: {
      fullPath: 'meridian/platform/old_maps-v2.0-final',
    },
  });
  const again = await write(facade, 'projectImportStartFromHostA', { ...hostA, name: 'Old_Maps v2.0-final' }, 'owner');
  expect(again.payload?.errors).toMatchObject([{ code: 'UNPROCESSABLE', message: expect.stringContaining('taken') }]);
});

test('fails a pessimistic import at a stage that takes too long, and omits the stage from an optimistic one', async () => {
  const pessimistic = await startFromHostA(facade, { repoId: 504 });
  const optimistic = await startFromHostA(facade, { repoId: 504, timeoutStrategy: 'OPTIMISTIC' });
  facade.sandbox.clock.advance(10_000);
  expect(await readImport(facade, pessimistic.id)).toMatchObject({
    importStatus: 'FAILED',
    importError: 'The stage of the issues took too long',
    failedRelations: [],
  });
  expect(await readImport(facade, optimistic.id)).toMatchObject({
    importStatus: 'FINISHED',
    importError: null,
    failedRelations: [{ relation_name: 'issues' }],
  });
});

test('does not offer the removed optional stage', async () => {
  const optionalStages = { singleEndpointIssueEventsImport: true };
  const { answer } = await write(facade, 'projectImportStartFromHostA', { ...hostA, optionalStages }, 'owner');
  expect(answer.errors?.[0]?.message).toContain('singleEndpointIssueEventsImport');
  expect(facade.calls).toEqual([]);
});

test('makes the new project as visible as its source through the token of a project', async () => {
  const { payload } = await write(facade, 'projectImportStartFromServerB', serverB, 'bot');
  const document = 'query ($id: ID!) { project(id: $id) { visibility } }';
  const { data } = await facade.execute(document, { id: String(payload?.projectImport?.databaseId) });
  expect(data).toEqual({ project: { visibility: 'PUBLIC' } });
});

test('fails an import with a token that lacks a scope', async () => {
  const input = { ...cloudC, cloudApiToken: 'narrow-token', name: freshName() };
  const { payload } = await write(facade, 'projectImportStartFromCloudC', input, 'owner');
  facade.sandbox.clock.advance(10_000);
  expect(await readImport(facade, payload?.projectImport?.id ?? '')).toMatchObject({
    importStatus: 'FAILED',
    importError: 'The token does not allow reading the repository',
  });
});

test('returns null for relation type and warning in a plain import', async () => {
  const input = { ...cloudC, name: freshName() };
  const selection = 'details { relationType importWarning }';
  const { payload } = await write(facade, 'projectImportStartFromCloudC', input, 'owner', selection);
  expect(payload).toEqual({ details: { relationType: null, importWarning: null }, errors: [] });
  expect(facade.calls).toEqual(['POST /import/cloud-c']);
});

test('rejects a repository that does not exist, and one that the token may not read', async () => {
  const unknown = await write(facade, 'projectImportStartFromHostA', { ...hostA, repoId: 404 }, 'owner');
  expect(unknown.payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
  const input = { ...hostA, personalAccessToken: 'invalid-token', name: freshName() };
  const rejected = await write(facade, 'projectImportStartFromHostA', input, 'owner');
  expect(rejected.payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'personalAccessToken'] }]);
});
