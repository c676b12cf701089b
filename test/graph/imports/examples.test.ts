import { afterEach, expect, test } from 'vitest';
import { type StubbedFacade, startWithResponses } from '../../harness.ts';
import { attributes, cloudC, hostA, runImportMutation, serverB, startSelection } from './inputs.ts';

let facade: StubbedFacade | undefined;
afterEach(() => facade?.close());

test('returns every documented attribute of a started import', async () => {
  facade = await startWithResponses({
    'POST /import/host-a': {
      body: {
        id: 27,
        name: 'my-repo',
        full_path: '/root/my-repo',
        full_name: 'Administrator / my-repo',
        refs_url: '/root/my-repo/refs',
        import_source: 'my-atlas/repo',
        import_status: 'scheduled',
        human_import_status_name: 'scheduled',
        provider_link: '/my-atlas/repo',
        relation_type: null,
        import_warning: null,
      },
    },
  });
  const selection = startSelection.replace('projectImport {', 'projectImport { fullPath');
  const { payload } = await runImportMutation(facade, 'projectImportStartFromHostA', hostA, 'owner', selection);
  expect(payload).toEqual({
    projectImport: {
      fullPath: 'root/my-repo',
      id: 'gid://service/ProjectImport/27',
      databaseId: 27,
      name: 'my-repo',
      importStatus: 'SCHEDULED',
    },
    details: {
      fullPath: 'root/my-repo',
      fullName: 'Administrator / my-repo',
      refsUrl: '/root/my-repo/refs',
      importSource: 'my-atlas/repo',
      humanImportStatusName: 'scheduled',
      providerLink: '/my-atlas/repo',
      relationType: null,
      importWarning: null,
    },
    errors: [],
  });
  expect(facade.calls).toEqual(['POST /import/host-a']);
});

test.each([
  ['projectImportStartFromServerB', '/import/server-b', serverB],
  ['projectImportStartFromCloudC', '/import/cloud-c', cloudC],
])(
  '%s accepts a response with the status 200 and an id above 2^32, and returns UNKNOWN for an unknown import status',
  async (mutation, path, input) => {
    facade = await startWithResponses({
      [`POST ${path}`]: {
        status: 200,
        body: { id: 4294967297, name: null, import_status: 'rehearsing', relation_type: 'fork', novelty: 1 },
      },
    });
    const { payload } = await runImportMutation(
      facade,
      mutation,
      input,
      'owner',
      'projectImport { id databaseId name importStatus } details { fullPath relationType }',
    );
    expect(payload).toEqual({
      projectImport: {
        id: 'gid://service/ProjectImport/4294967297',
        databaseId: 4294967297,
        name: null,
        importStatus: 'UNKNOWN',
      },
      details: {
        fullPath: null,
        relationType: 'fork',
      },
      errors: [],
    });
    expect(facade.calls).toEqual([`POST ${path}`]);
  },
);

test('returns a null import and UPSTREAM_INVALID_RESPONSE for a response without a body', async () => {
  facade = await startWithResponses({ 'POST /import/host-a': { status: 202 } });
  const { payload, code } = await runImportMutation(
    facade,
    'projectImportStartFromHostA',
    hostA,
    'owner',
    'projectImport { id }',
  );
  expect(code).toBe('UPSTREAM_INVALID_RESPONSE');
  expect(payload).toEqual({ projectImport: null, errors: [] });
});

test('returns the attributes of the response to a cancellation', async () => {
  facade = await startWithResponses({
    'POST /import/host-a/cancel': {
      status: 200,
      body: {
        id: 160,
        name: 'my-repo',
        full_path: '/root/my-repo',
        full_name: 'Administrator / my-repo',
        import_source: 'source/source-repo',
        import_status: 'canceled',
        human_import_status_name: 'canceled',
        provider_link: '/source/source-repo',
      },
    },
  });
  const id = 'gid://service/ProjectImport/160';
  const { payload } = await runImportMutation(
    facade,
    'projectImportCancel',
    { id },
    'owner',
    'projectImport { id fullPath importStatus } details { fullName }',
  );
  expect(payload).toMatchObject({
    errors: [],
    projectImport: { id, fullPath: 'root/my-repo', importStatus: 'CANCELED' },
    details: {
      fullName: 'Administrator / my-repo',
    },
  });
  expect(facade.calls).toEqual(['POST /import/host-a/cancel']);
});

test.each([
  [400, { errors: 'The import cannot be canceled.' }, 'BAD_USER_INPUT'],
  [404, { message: '404 Project Not Found' }, 'NOT_FOUND'],
])('returns a payload error for a cancellation with the status %s', async (status, body, code) => {
  facade = await startWithResponses({ 'POST /import/host-a/cancel': { status, body } });
  const { payload } = await runImportMutation(
    facade,
    'projectImportCancel',
    { id: 'gid://service/ProjectImport/1' },
    'owner',
    'projectImport { id }',
  );
  expect(payload).toMatchObject({ projectImport: null, errors: [{ code }] });
});

test.each([
  ['no body', 202, undefined],
  ['a bare number', 202, 202],
])('reports an import of gists with the response 202 and %s as started', async (_, status, body) => {
  facade = await startWithResponses({ 'POST /import/host-a/gists': { status, body } });
  const input = { personalAccessToken: 'x' };
  const { payload } = await runImportMutation(facade, 'gistImportStart', input, 'owner', 'started');
  expect(payload).toEqual({ started: true, errors: [] });
});

test('returns the status, the error and the failed relations of an import', async () => {
  facade = await startWithResponses({
    'GET /projects/9/import': {
      body: {
        id: 9,
        description: 'Not an attribute of ours',
        name: 'compass',
        path: 'compass',
        path_with_namespace: 'atlas/compass',
        created_at: '2025-01-15T11:54:58.014+01:00',
        import_status: 'failed',
        import_error: 'Repository not found',
        failed_relations: [{ id: 42, relation_name: 'merge_requests', line_number: 0 }],
      },
    },
  });
  const { data } = await facade.execute(`{ projectImport(id: 9) { ${attributes} } }`);
  expect(data).toMatchObject({
    projectImport: {
      id: 'gid://service/ProjectImport/9',
      createdAt: '2025-01-15T11:54:58.014+01:00',
      importStatus: 'FAILED',
      importError: 'Repository not found',
      failedRelations: [{ id: 42, relation_name: 'merge_requests', line_number: 0 }],
    },
  });
});
