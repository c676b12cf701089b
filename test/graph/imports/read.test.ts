import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { attributes, createUniqueName, hostA, readImport, runImportMutation, startFromHostA } from './inputs.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('reading an import', () => {
  test('returns each status until FINISHED, by the id that the mutation returned', async () => {
    const { id, databaseId } = await startFromHostA(facade);
    const statuses = [];
    for (const wait of [0, 3000, 6000]) {
      facade.sandbox.clock.advance(wait);
      statuses.push((await readImport(facade, id, 'importStatus'))?.importStatus);
    }
    expect(statuses).toEqual(['SCHEDULED', 'STARTED', 'FINISHED']);
    expect(facade.calls).toEqual(Array(3).fill(`GET /projects/${databaseId}/import`));
  });

  test('returns every attribute', async () => {
    const { id, databaseId, name } = await startFromHostA(facade, { name: 'Read again' });
    expect(await readImport(facade, id)).toEqual({
      id,
      databaseId,
      name,
      path: 'read-again',
      fullPath: 'meridian/platform/read-again',
      createdAt: expect.stringMatching(/^2025-06-01T/),
      importStatus: 'SCHEDULED',
      importError: null,
      failedRelations: [],
    });
    expect(facade.calls).toEqual([`GET /projects/${databaseId}/import`]);
  });

  test('reads attributes that the response to a mutation omits with one call, and the project with another', async () => {
    const name = createUniqueName();
    const selection = `projectImport { ${attributes} project { name importStatus } } details { importSource }`;
    const { payload } = await runImportMutation(
      facade,
      'projectImportStartFromHostA',
      { ...hostA, name },
      'owner',
      selection,
    );
    expect(payload?.details).toEqual({ importSource: 'atlas/repository-7' });
    expect(payload?.projectImport).toMatchObject({
      fullPath: expect.stringMatching(/^meridian\/platform\/import-/),
      failedRelations: [],
      project: { name, importStatus: 'SCHEDULED' },
    });
    const id = payload?.projectImport?.databaseId;
    expect(facade.calls.toSorted()).toEqual([
      `GET /projects/${id}`,
      `GET /projects/${id}/import`,
      'POST /import/host-a',
    ]);
  });

  test.each([
    ['number', (id: number) => String(id)],
    ['global id of the project', (id: number) => `gid://service/Project/${id}`],
    ['full path', () => 'meridian/platform/by-path'],
  ])('reads the import by the %s', async (_, toId) => {
    const path = 'meridian/platform/by-path';
    const existing = await facade.execute<{ project: { databaseId: number } | null }>(
      '{ project(id: "meridian/platform/by-path") { databaseId } }',
      {},
      { as: 'owner' },
    );
    const databaseId =
      existing.data.project?.databaseId ?? (await startFromHostA(facade, { name: 'By path' })).databaseId;
    const document = 'query ($project: ID!) { projectImport(id: $project) { id fullPath } }';
    const { data } = await facade.execute(document, { project: toId(databaseId) }, { as: 'owner' });
    expect(data).toEqual({
      projectImport: { id: `gid://service/ProjectImport/${databaseId}`, fullPath: path },
    });
  });

  test('returns the status NONE for a project that was not imported', async () => {
    const { id } = landmarks.busyProject;
    const { data } = await facade.execute(`{ project(id: ${id}) { projectImport { id importStatus importError } } }`);
    expect(data).toEqual({
      project: {
        projectImport: { id: `gid://service/ProjectImport/${id}`, importStatus: 'NONE', importError: null },
      },
    });
    expect(facade.calls).toEqual([`GET /projects/${id}/import`]);
  });

  test('returns null for a project that does not exist, and for one that the caller may not read', async () => {
    const { id } = await startFromHostA(facade);
    expect(await readImport(facade, id, 'importStatus', 'outsider')).toBeNull();
    expect(await readImport(facade, 'gid://service/ProjectImport/987654', 'importStatus')).toBeNull();
    const { data } = await facade.execute('{ projectImport(id: "no/such") { importStatus } }');
    expect(data).toEqual({ projectImport: null });
  });

  test('rejects the global id of another type without a REST call', async () => {
    const { errors } = await facade.execute('{ projectImport(id: "gid://service/Group/9") { importStatus } }');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['id'], message: 'must be the id of a Project, not of a Group' }],
    });
    expect(facade.calls).toEqual([]);
  });
});
