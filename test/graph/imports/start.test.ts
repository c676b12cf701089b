import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import {
  cloudC,
  createUniqueName,
  hostA,
  readImport,
  runImportMutation,
  serverB,
  startFromHostA,
  startMutations,
} from './inputs.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe.each(startMutations)('%s', (mutation, path, input) => {
  test('returns a scheduled import, in one call', async () => {
    const { payload } = await runImportMutation(facade, mutation, { ...input, name: createUniqueName() }, 'owner');
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
      const { payload, code } = await runImportMutation(facade, mutation, { ...input, name: createUniqueName() }, as);
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
    const { payload, code } = await runImportMutation(
      facade,
      mutation,
      { ...input, name: createUniqueName() },
      'anonymous',
    );
    expect({ payload, code }).toEqual({ payload: null, code: 'UNAUTHENTICATED' });
  });

  test('rejects a namespace that does not exist', async () => {
    const { payload } = await runImportMutation(
      facade,
      mutation,
      { ...input, targetNamespace: 'no/such/group' },
      'owner',
    );
    expect(payload).toMatchObject({ projectImport: null, errors: [{ code: 'UNPROCESSABLE' }] });
  });

  test.each(['a--b', '-a', 'a-', 'a b.', '.hidden', 'a - b'])('rejects the name %s', async (name) => {
    const { payload } = await runImportMutation(facade, mutation, { ...input, name }, 'owner');
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

  test('sends the secret of the host in the request body, and not in URLs or responses', async () => {
    const first = await runImportMutation(facade, mutation, { ...input, name: 'a--b' }, 'owner');
    const second = await runImportMutation(facade, mutation, { ...input, targetNamespace: 'no/such/group' }, 'owner');
    expect(JSON.stringify([first, second, facade.calls])).not.toContain('external-secret');
    expect(JSON.stringify(facade.requests.map(({ body }) => body))).toContain('external-secret');
  });
});

test('sends every parameter of host A', async () => {
  const input = {
    ...hostA,
    name: createUniqueName(),
    sourceHostname: 'code.example.org',
    optionalStages: { attachmentsImport: true, collaboratorsImport: false, singleEndpointNotesImport: true },
    paginationLimit: 50,
    timeoutStrategy: 'OPTIMISTIC',
  };
  const { payload } = await runImportMutation(facade, 'projectImportStartFromHostA', input, 'owner');
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

test.each(startMutations)('%s accepts the global id of a group as namespace', async (mutation, path, input) => {
  const targetNamespace = 'gid://service/Group/9';
  const { payload } = await runImportMutation(
    facade,
    mutation,
    { ...input, name: createUniqueName(), targetNamespace },
    'owner',
  );
  expect(payload?.errors).toEqual([]);
  expect(facade.calls).toEqual([expect.stringMatching(/^GET \/groups\/9(?:\?|$)/), `POST ${path}`]);
  expect(facade.requests.at(-1)?.body).toMatchObject({ target_namespace: 'meridian' });
});

describe('group in the payload', () => {
  const group = 'group { id projects(first: 1, orderBy: { field: ID, direction: DESC }) { nodes { name } } }';

  test.each(startMutations)(
    '%s reads the target group with one call, and returns the new project in its projects',
    async (mutation, path, input) => {
      const name = createUniqueName();
      const { response, payload } = await runImportMutation(
        facade,
        mutation,
        { ...input, name, targetNamespace: 'meridian' },
        'owner',
        group,
      );
      expect(response.errors).toBeUndefined();
      expect(payload?.group).toEqual({ id: 'gid://service/Group/9', projects: { nodes: [{ name }] } });
      expect(facade.calls).toEqual([
        `POST ${path}`,
        'GET /groups/meridian?with_projects=false',
        expect.stringMatching(/^GET \/groups\/(?:9|meridian)\/projects\?/),
      ]);
    },
  );

  test('makes no call if the group is not selected', async () => {
    await runImportMutation(facade, 'projectImportStartFromHostA', { ...hostA, name: createUniqueName() }, 'owner');
    expect(facade.calls).toEqual(['POST /import/host-a']);
  });

  test('returns null for a personal namespace and for a rejected write', async () => {
    const input = { ...serverB, serverRepo: 'compass-2' };
    const personal = await runImportMutation(facade, 'projectImportStartFromServerB', input, 'outsider', group);
    expect(personal.response.errors).toBeUndefined();
    expect(personal.payload).toEqual({ group: null, errors: [] });
    expect(facade.calls).toEqual(['POST /import/server-b', 'GET /groups/oscar.nguyen?with_projects=false']);
    const rejected = await runImportMutation(
      facade,
      'projectImportStartFromHostA',
      { ...hostA, targetNamespace: 'no' },
      'owner',
      group,
    );
    expect(rejected.payload).toMatchObject({ group: null, errors: [{ code: expect.any(String) }] });
  });

  test('returns the group of the input if the response has no body', async () => {
    const stubbed = await startStubbed({
      'POST /import/host-a': { status: 201, body: '' },
      'GET /groups/a%2Fb': { body: { id: 5, full_path: 'a/b' } },
    });
    const input = { ...hostA, targetNamespace: '/a/b' };
    const { payload } = await runImportMutation(
      stubbed,
      'projectImportStartFromHostA',
      input,
      'owner',
      'group { id fullPath }',
    );
    expect(payload).toEqual({ group: { id: 'gid://service/Group/5', fullPath: 'a/b' }, errors: [] });
    expect(stubbed.calls).toEqual(['POST /import/host-a', 'GET /groups/a%2Fb?with_projects=false']);
  });
});

test('rejects a namespace that is the global id of another type, of another service, or of a group that does not exist', async () => {
  const start = (targetNamespace: string) =>
    runImportMutation(facade, 'projectImportStartFromHostA', { ...hostA, targetNamespace, name: 'a--b' }, 'owner');
  const { payload } = await start('gid://service/Project/14');
  expect(payload?.errors).toMatchObject([
    { path: ['input', 'targetNamespace'], message: 'must be the id of a Group, not of a Project' },
    { path: ['input', 'name'] },
  ]);
  expect((await start('gid://other/Group/9')).payload?.errors).toMatchObject([
    { path: ['input', 'targetNamespace'], message: expect.stringContaining('the global id of another service') },
    { path: ['input', 'name'] },
  ]);
  expect(facade.calls).toEqual([]);
  const missing = { ...hostA, targetNamespace: 'gid://service/Group/999999999' };
  expect(
    (await runImportMutation(facade, 'projectImportStartFromHostA', missing, 'owner')).payload?.errors,
  ).toMatchObject([{ code: 'NOT_FOUND', path: ['input', 'targetNamespace'] }]);
  expect(facade.calls.map((call) => call.split(' ')[0])).toEqual(['GET']);
});

test('omits absent input fields from the request, so that the defaults of the service apply', async () => {
  await startFromHostA(facade);
  const { payload } = await runImportMutation(facade, 'projectImportStartFromHostA', hostA, 'owner');
  expect(payload).toMatchObject({ details: { providerLink: 'https://host-a.example.com/atlas/repository-7' } });
  expect(facade.requests[0]?.body).toEqual({
    personal_access_token: 'external-secret-a',
    repo_id: 7,
    target_namespace: 'meridian/platform',
  });
});

test('sends every parameter of server B', async () => {
  const name = createUniqueName();
  const input = { ...serverB, name, targetNamespace: 'meridian', timeoutStrategy: 'PESSIMISTIC' };
  const { payload } = await runImportMutation(facade, 'projectImportStartFromServerB', input, 'owner');
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
  const name = createUniqueName();
  const { payload } = await runImportMutation(facade, 'projectImportStartFromCloudC', { ...cloudC, name }, 'owner');
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
  const { payload } = await runImportMutation(facade, 'projectImportStartFromServerB', serverB, 'outsider');
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
])('%s rejects a blank namespace without a REST call', async (mutation, input) => {
  const { payload } = await runImportMutation(facade, mutation, { ...input, name: '-' }, 'owner');
  expect(payload?.errors.map(({ path }) => path)).toEqual([
    ['input', 'targetNamespace'],
    ['input', 'name'],
  ]);
  expect(facade.calls).toEqual([]);
});

test('accepts a name with single special characters inside, and rejects a name that is taken', async () => {
  const { payload } = await runImportMutation(
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
  const again = await runImportMutation(
    facade,
    'projectImportStartFromHostA',
    { ...hostA, name: 'Old_Maps v2.0-final' },
    'owner',
  );
  expect(again.payload?.errors).toMatchObject([{ code: 'UNPROCESSABLE', message: expect.stringContaining('taken') }]);
});

test('fails a pessimistic import if a stage times out, and finishes an optimistic one without the stage', async () => {
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

test('rejects the removed optional stage singleEndpointIssueEventsImport', async () => {
  const optionalStages = { singleEndpointIssueEventsImport: true };
  const { response } = await runImportMutation(
    facade,
    'projectImportStartFromHostA',
    { ...hostA, optionalStages },
    'owner',
  );
  expect(response.errors?.[0]?.message).toContain('singleEndpointIssueEventsImport');
  expect(facade.calls).toEqual([]);
});

test('creates a public project, like its source, with the token of a project', async () => {
  const { payload } = await runImportMutation(facade, 'projectImportStartFromServerB', serverB, 'bot');
  const document = 'query ($id: ID!) { project(id: $id) { visibility } }';
  const { data } = await facade.execute(document, { id: String(payload?.projectImport?.databaseId) });
  expect(data).toEqual({ project: { visibility: 'PUBLIC' } });
});

test('fails an import with a token that lacks a scope', async () => {
  const input = { ...cloudC, cloudApiToken: 'narrow-token', name: createUniqueName() };
  const { payload } = await runImportMutation(facade, 'projectImportStartFromCloudC', input, 'owner');
  facade.sandbox.clock.advance(10_000);
  expect(await readImport(facade, payload?.projectImport?.id ?? '')).toMatchObject({
    importStatus: 'FAILED',
    importError: 'The token does not allow reading the repository',
  });
});

test('returns null for relationType and importWarning of an import from cloud C', async () => {
  const input = { ...cloudC, name: createUniqueName() };
  const selection = 'details { relationType importWarning }';
  const { payload } = await runImportMutation(facade, 'projectImportStartFromCloudC', input, 'owner', selection);
  expect(payload).toEqual({ details: { relationType: null, importWarning: null }, errors: [] });
  expect(facade.calls).toEqual(['POST /import/cloud-c']);
});

test('rejects a repository that does not exist, and a token that the host rejects', async () => {
  const unknown = await runImportMutation(facade, 'projectImportStartFromHostA', { ...hostA, repoId: 404 }, 'owner');
  expect(unknown.payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
  const input = { ...hostA, personalAccessToken: 'invalid-token', name: createUniqueName() };
  const rejected = await runImportMutation(facade, 'projectImportStartFromHostA', input, 'owner');
  expect(rejected.payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['input', 'personalAccessToken'] }]);
});
