import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { readImport, runImportMutation, startFromHostA } from './inputs.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

describe('projectImportCancel', () => {
  const cancel = (id: string, as: Role, selection = 'projectImport { id importStatus }') =>
    runImportMutation(facade, 'projectImportCancel', { id }, as, selection);

  test('cancels an import in progress in one call, and returns its status and details', async () => {
    const { id, databaseId } = await startFromHostA(facade);
    const selection =
      'projectImport { id importStatus } details { fullPath fullName humanImportStatusName importSource providerLink }';
    const { payload } = await cancel(id, 'owner', selection);
    expect(payload).toEqual({
      projectImport: {
        id,
        importStatus: 'CANCELED',
      },
      details: {
        fullPath: expect.stringMatching(/^meridian\/platform\/import-/),
        fullName: expect.stringMatching(/^Meridian Maps \/ Platform \/ /),
        humanImportStatusName: 'canceled',
        importSource: 'atlas/repository-7',
        providerLink: 'https://host-a.example.com/atlas/repository-7',
      },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /import/host-a/cancel']);
    expect(facade.requests[0]?.body).toEqual({ project_id: databaseId });
    facade.sandbox.clock.advance(60_000);
    expect(await readImport(facade, id, 'importStatus')).toEqual({ importStatus: 'CANCELED' });
  });

  test('accepts the number, global id or path of the project, and reads the number for a path', async () => {
    const { databaseId } = await startFromHostA(facade);
    facade.forget();
    for (const id of [String(databaseId), `gid://service/Project/${databaseId}`]) await cancel(id, 'owner');
    expect(facade.requests.map(({ body }) => body)).toEqual(Array(2).fill({ project_id: databaseId }));
    const { data } = await facade.execute<{ project: { fullPath: string } }>(
      'query ($id: ID!) { project(id: $id) { fullPath } }',
      { id: String(databaseId) },
      { as: 'owner' },
    );
    facade.forget();
    await cancel(data.project.fullPath, 'owner');
    expect(facade.calls).toEqual([
      `GET /projects/${encodeURIComponent(data.project.fullPath)}`,
      'POST /import/host-a/cancel',
    ]);
    expect(facade.requests[1]?.body).toEqual({ project_id: databaseId });
  });

  test('returns BAD_USER_INPUT for an import that has ended', async () => {
    const { id } = await startFromHostA(facade);
    facade.sandbox.clock.advance(10_000);
    const { payload } = await cancel(id, 'owner');
    expect(payload).toMatchObject({
      projectImport: null,
      errors: [{ __typename: 'InvalidInputError', code: 'BAD_USER_INPUT', path: null }],
    });
    expect(await readImport(facade, id, 'importStatus')).toEqual({ importStatus: 'FINISHED' });
  });

  test('returns NOT_FOUND for an unknown project', async () => {
    const { payload } = await cancel('gid://service/ProjectImport/987654', 'owner');
    expect(payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND' }]);
  });

  test('requires at least the role Maintainer', async () => {
    const outcomes: Record<string, unknown> = {};
    for (const as of ['outsider', 'guest', 'developer', 'maintainer', 'owner', 'administrator'] as const) {
      const { id } = await startFromHostA(facade);
      const { payload, code } = await cancel(id, as);
      outcomes[as] = code ?? payload?.projectImport?.importStatus;
    }
    expect(outcomes).toEqual({
      outsider: 'NOT_FOUND',
      guest: 'FORBIDDEN',
      developer: 'FORBIDDEN',
      maintainer: 'CANCELED',
      owner: 'CANCELED',
      administrator: 'CANCELED',
    });
    const { id } = await startFromHostA(facade);
    expect((await cancel(id, 'anonymous')).code).toBe('UNAUTHENTICATED');
  });

  test.each([
    ['gid://service/Group/17', 'must be the id of a Project, not of a Group'],
    [
      'gid://service/ProjectImport/1/2',
      'must be the global id of a ProjectImport, of the form gid://service/ProjectImport/<id>',
    ],
    ['../17', 'must not contain the path segments "." or ".."'],
  ])('rejects %s without a REST call', async (id, message) => {
    const { payload } = await cancel(id, 'owner');
    expect(payload?.errors).toMatchObject([{ path: ['input', 'id'], message }]);
    expect(facade.calls).toEqual([]);
  });
});
