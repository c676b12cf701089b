import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { maintainersOnly, outcomes } from '../roles.ts';
import { atLevel } from './world.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const rejected = (path: readonly string[] | null, message: string) => ({ code: 'BAD_USER_INPUT', path, message });

describe('runnerUpdate', () => {
  const update = (input: Readonly<Record<string, unknown>>, as: Role = 'owner', selection = 'runner { id }') =>
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
    const shown = 'description paused tagList accessLevel maximumTimeout maintenanceNote';
    const { payload } = await update({ id: 6, ...settings }, 'owner', `runner { ${shown} }`);
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

  test('reports every violation before any call', async () => {
    const { payload } = await update({ id: 'all', paused: true, maintenanceNote: 'x'.repeat(1025) });
    expect(payload?.errors).toMatchObject([
      rejected(['input', 'id'], 'must be the global id or the number of a Runner'),
      rejected(['input', 'maintenanceNote'], 'must be at most 1024 characters long'),
    ]);
    expect(payload?.runner).toBeNull();
    expect(facade.calls).toEqual([]);
  });

  test('reports a runner that does not exist', async () => {
    expect((await update({ id: 987654, paused: true })).payload?.errors).toMatchObject([
      { __typename: 'NotFoundError', code: 'NOT_FOUND' },
    ]);
  });

  test('checks the permissions of each role', async () => {
    const of = (id: number) => outcomes((as) => update({ id, description: 'Seen' }, as));
    expect(await of(1)).toEqual({ ...maintainersOnly, maintainer: 'FORBIDDEN', owner: 'FORBIDDEN' });
    expect(await of(3)).toEqual({ ...maintainersOnly, maintainer: 'FORBIDDEN', owner: undefined });
    expect(await of(5)).toEqual(maintainersOnly);
    const change = async () => expect((await update({ id: 3, paused: false }, 'reporter')).code).toBeUndefined();
    await atLevel(facade, 'reporter', 20, change, 1);
  });
});

describe.each([
  ['runnerPause', true],
  ['runnerResume', false],
] as const)('%s', (name, paused) => {
  const write = (id: string | number, as: Role = 'maintainer') =>
    mutate(facade, name, { id }, 'runner { id paused status }', as);

  test('changes only whether the runner accepts jobs', async () => {
    const { payload } = await write('gid://service/Runner/5');
    expect(payload).toEqual({
      runner: { id: 'gid://service/Runner/5', paused, status: 'ONLINE' },
      errors: [],
    });
    expect(facade.calls).toEqual(['PUT /runners/5']);
    expect(facade.requests[0]?.body).toEqual({ paused });
  });

  test('returns the errors of an update', async () => {
    expect(await outcomes((as) => write(5, as))).toEqual(maintainersOnly);
    expect((await write(987654)).code).toBe('NOT_FOUND');
  });

  test('accepts runners only', async () => {
    expect((await write('gid://service/Project/5')).payload?.errors).toMatchObject([
      rejected(['input', 'id'], 'must be the id of a Runner, not of a Project'),
    ]);
    expect(facade.calls).toEqual([]);
  });
});

describe('runnerCreate', () => {
  const create = (input: Readonly<Record<string, unknown>>, as: Role = 'owner', selection = 'runner { id } token') =>
    mutate(facade, 'runnerCreate', input, selection, as);

  test('returns the token once, and the runner if further attributes are selected', async () => {
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
    const { payload } = await create(
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

  test('keeps the token out of each trace', async () => {
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
  ])('costs one call for a path: %j', async (input, reads, body) => {
    const { payload } = await create(input);
    expect(payload?.errors).toEqual([]);
    expect(facade.calls).toEqual([...reads, 'POST /user/runners']);
    expect(facade.requests.at(-1)?.body).toEqual(body);
  });

  test.each([
    [
      { target: { instance: false }, maintenanceNote: 'x'.repeat(1025) },
      [
        rejected(['input', 'target', 'instance'], 'must be true'),
        rejected(['input', 'maintenanceNote'], 'must be at most 1024 characters long'),
      ],
    ],
    [
      { target: { group: '' }, maintenanceNote: 'x'.repeat(1025) },
      [
        rejected(['input', 'target', 'group'], 'must not be empty'),
        rejected(['input', 'maintenanceNote'], 'must be at most 1024 characters long'),
      ],
    ],
    [
      { target: { project: 'gid://service/Group/9' } },
      [rejected(['input', 'target', 'project'], 'must be the id of a Project, not of a Group')],
    ],
  ])('reports every violation before any call: %j', async (input, errors) => {
    const { payload } = await create(input);
    expect(payload).toMatchObject({ runner: null, token: null, errors });
    expect(facade.calls).toEqual([]);
  });

  test('reports a group or project that does not exist', async () => {
    const { payload } = await create({ target: { project: 'no/project' } });
    expect(payload?.errors).toMatchObject([
      {
        code: 'NOT_FOUND',
        path: ['input', 'target', 'project'],
        message: 'must identify a Project that exists and that the caller may see',
      },
    ]);
    expect(facade.calls).toEqual(['GET /projects/no%2Fproject']);
    expect((await create({ target: { group: 987654 } })).code).toBe('NOT_FOUND');
  });

  test('checks the permissions of each role', async () => {
    const of = (input: Readonly<Record<string, unknown>>) => outcomes((as) => create(input, as));
    expect(await of({ target: { instance: true } })).toEqual({
      ...maintainersOnly,
      maintainer: 'FORBIDDEN',
      owner: 'FORBIDDEN',
    });
    expect(await of({ target: { group: 9 } })).toEqual({
      ...maintainersOnly,
      maintainer: 'FORBIDDEN',
      owner: undefined,
    });
    expect(await of({ target: { project: 14 } })).toEqual(maintainersOnly);
  });
});
