import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { maintainersOnly, outcomes } from '../roles.ts';
import { withOutsiderAsMember } from './world.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const invalidInput = (path: readonly string[] | null, message: string) => ({ code: 'BAD_USER_INPUT', path, message });

describe('runnerUpdate', () => {
  const updateRunner = (input: Readonly<Record<string, unknown>>, as: Role = 'owner', selection = 'runner { id }') =>
    mutate(facade, 'runnerUpdate', input, selection, as);

  test('sends every setting and returns the runner, with new tags', async () => {
    const settings = {
      description: 'Slow but steady',
      paused: true,
      tagList: ['arm', 'slow'],
      runUntagged: false,
      locked: true,
      accessLevel: 'REF_PROTECTED',
      maximumTimeout: 3600,
      maintenanceNote: 'x'.repeat(1024),
    };
    const fields = 'description paused tagList accessLevel maximumTimeout maintenanceNote';
    const { payload } = await updateRunner({ id: 6, ...settings }, 'owner', `runner { ${fields} }`);
    const { runUntagged, locked, ...visible } = settings;
    expect(payload).toEqual({ runner: visible, errors: [] });
    expect(facade.calls).toEqual(['PUT /runners/6']);
    expect(facade.requests[0]?.body).toEqual({
      description: 'Slow but steady',
      paused: true,
      tag_list: ['arm', 'slow'],
      run_untagged: false,
      locked: true,
      access_level: 'ref_protected',
      maximum_timeout: 3600,
      maintenance_note: settings.maintenanceNote,
    });
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    const { payload } = await updateRunner({ id: 'all', paused: true, maintenanceNote: 'x'.repeat(1025) });
    expect(payload?.errors).toMatchObject([
      invalidInput(['input', 'id'], 'must be the global id or the number of a Runner'),
      invalidInput(['input', 'maintenanceNote'], 'must be at most 1024 characters long'),
    ]);
    expect(payload?.runner).toBeNull();
    expect(facade.calls).toEqual([]);
  });

  test('returns NOT_FOUND for a runner that does not exist', async () => {
    expect((await updateRunner({ id: 987654, paused: true })).payload?.errors).toMatchObject([
      { __typename: 'NotFoundError', code: 'NOT_FOUND' },
    ]);
  });

  test('requires a role that may administer the runner', async () => {
    const getOutcomes = (id: number) => outcomes((as) => updateRunner({ id, description: 'Seen' }, as));
    expect(await getOutcomes(1)).toEqual({ ...maintainersOnly, maintainer: 'FORBIDDEN', owner: 'FORBIDDEN' });
    expect(await getOutcomes(3)).toEqual({ ...maintainersOnly, maintainer: 'FORBIDDEN', owner: undefined });
    expect(await getOutcomes(5)).toEqual(maintainersOnly);
    const change = async () => expect((await updateRunner({ id: 3, paused: false }, 'outsider')).code).toBeUndefined();
    await withOutsiderAsMember(facade, { access_level: 20, member_role_id: 1 }, change);
  });
});

describe.each([
  ['runnerPause', true],
  ['runnerResume', false],
] as const)('%s', (name, paused) => {
  const runMutation = (id: string | number, as: Role = 'maintainer') =>
    mutate(facade, name, { id }, 'runner { id paused status }', as);

  test('sends only paused, and returns the runner', async () => {
    const { payload } = await runMutation('gid://service/Runner/5');
    expect(payload).toEqual({
      runner: { id: 'gid://service/Runner/5', paused, status: 'ONLINE' },
      errors: [],
    });
    expect(facade.calls).toEqual(['PUT /runners/5']);
    expect(facade.requests[0]?.body).toEqual({ paused });
  });

  test('requires at least the role Maintainer, and returns NOT_FOUND for a runner that does not exist', async () => {
    expect(await outcomes((as) => runMutation(5, as))).toEqual(maintainersOnly);
    expect((await runMutation(987654)).code).toBe('NOT_FOUND');
  });

  test('rejects the global id of another type without a REST call', async () => {
    expect((await runMutation('gid://service/Project/5')).payload?.errors).toMatchObject([
      invalidInput(['input', 'id'], 'must be the id of a Runner, not of a Project'),
    ]);
    expect(facade.calls).toEqual([]);
  });
});

describe('runnerCreate', () => {
  const createRunner = (
    input: Readonly<Record<string, unknown>>,
    as: Role = 'owner',
    selection = 'runner { id } token',
  ) => mutate(facade, 'runnerCreate', input, selection, as);

  test('returns the token, and reads the runner if attributes other than the id are selected', async () => {
    const settings = {
      description: 'Fresh',
      paused: true,
      locked: true,
      runUntagged: false,
      tagList: ['fresh'],
      accessLevel: 'REF_PROTECTED',
      maximumTimeout: 600,
      maintenanceNote: 'New',
    };
    const { payload } = await createRunner(
      { target: { project: 14 }, ...settings },
      'maintainer',
      'runner { databaseId description paused tagList status projects { fullPath } } token tokenExpiresAt',
    );
    const number = Number(Object(payload?.runner).databaseId);
    expect(payload).toEqual({
      runner: {
        databaseId: number,
        description: 'Fresh',
        paused: true,
        tagList: ['fresh'],
        status: 'NEVER_CONTACTED',
        projects: [{ fullPath: 'meridian/platform/engine' }],
      },
      token: `sandbox-runner-token-${number}`,
      tokenExpiresAt: null,
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /user/runners', `GET /runners/${number}`]);
    expect(facade.requests[0]?.body).toEqual({
      runner_type: 'project_type',
      project_id: 14,
      description: 'Fresh',
      paused: true,
      locked: true,
      run_untagged: false,
      tag_list: ['fresh'],
      access_level: 'ref_protected',
      maximum_timeout: 600,
      maintenance_note: 'New',
    });
  });

  test('omits the token from the trace', async () => {
    const query = 'mutation { runnerCreate(input: { target: { group: 9 } }) { token errors { code } } }';
    const { data, extensions } = await facade.execute(query, {}, { as: 'owner', headers: { 'x-portico-trace': '1' } });
    expect(JSON.stringify(data)).toContain('sandbox-runner-token-');
    expect(extensions?.rest).toMatchObject([{ method: 'POST', path: '/user/runners', status: 201 }]);
    expect(JSON.stringify(extensions)).not.toContain('sandbox-runner-token-');
  });

  test.each([
    [{ target: { group: 'gid://service/Group/9' } }, [], { runner_type: 'group_type', group_id: 9 }],
    [
      { target: { group: 'meridian/platform' } },
      ['GET /groups/meridian%2Fplatform?with_projects=false'],
      { runner_type: 'group_type', group_id: 10 },
    ],
    [
      { target: { project: 'meridian/platform/engine' } },
      ['GET /projects/meridian%2Fplatform%2Fengine'],
      { runner_type: 'project_type', project_id: 14 },
    ],
  ])('sends the number of the target, which is read for a path: %j', async (input, reads, body) => {
    const { payload } = await createRunner(input);
    expect(payload?.errors).toEqual([]);
    expect(facade.calls).toEqual([...reads, 'POST /user/runners']);
    expect(facade.requests.at(-1)?.body).toEqual(body);
  });

  test.each([
    [
      { target: { instance: false }, maintenanceNote: 'x'.repeat(1025) },
      [
        invalidInput(['input', 'target', 'instance'], 'must be true'),
        invalidInput(['input', 'maintenanceNote'], 'must be at most 1024 characters long'),
      ],
    ],
    [
      { target: { group: '' }, maintenanceNote: 'x'.repeat(1025) },
      [
        invalidInput(['input', 'target', 'group'], 'must not be blank'),
        invalidInput(['input', 'maintenanceNote'], 'must be at most 1024 characters long'),
      ],
    ],
    [
      { target: { project: 'gid://service/Group/9' } },
      [invalidInput(['input', 'target', 'project'], 'must be the id of a Project, not of a Group')],
    ],
  ])('reports every violation in one response, without a REST call: %j', async (input, errors) => {
    const { payload } = await createRunner(input);
    expect(payload).toMatchObject({ runner: null, token: null, errors });
    expect(facade.calls).toEqual([]);
  });

  test('returns NOT_FOUND for a group or project that does not exist', async () => {
    const { payload } = await createRunner({ target: { project: 'no/project' } });
    expect(payload?.errors).toMatchObject([
      {
        code: 'NOT_FOUND',
        path: ['input', 'target', 'project'],
        message: 'must identify a Project that exists and that the caller may see',
      },
    ]);
    expect(facade.calls).toEqual(['GET /projects/no%2Fproject']);
    expect((await createRunner({ target: { group: 987654 } })).code).toBe('NOT_FOUND');
  });

  test('requires a role that may create runners of the target', async () => {
    const getOutcomes = (input: Readonly<Record<string, unknown>>) => outcomes((as) => createRunner(input, as));
    expect(await getOutcomes({ target: { instance: true } })).toEqual({
      ...maintainersOnly,
      maintainer: 'FORBIDDEN',
      owner: 'FORBIDDEN',
    });
    expect(await getOutcomes({ target: { group: 9 } })).toEqual({
      ...maintainersOnly,
      maintainer: 'FORBIDDEN',
      owner: undefined,
    });
    expect(await getOutcomes({ target: { project: 14 } })).toEqual(maintainersOnly);
  });
});
