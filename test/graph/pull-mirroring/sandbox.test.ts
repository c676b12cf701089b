import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { maintainersOnly, outcomes } from '../roles.ts';
import { mirrorFields } from './mirror.ts';

type Attributes = Readonly<Record<string, unknown>>;

const conflictingSettings = { mirrorBranchRegex: '^release/', onlyMirrorProtectedBranches: true };
const conflictError = {
  code: 'BAD_USER_INPUT',
  path: ['input', 'mirrorBranchRegex'],
  message: 'cannot be combined with onlyMirrorProtectedBranches: true',
};

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse('2025-06-01T12:00:00Z') } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function readMirror(project: string | number, selection = 'id', as: Role = 'maintainer') {
  const query = `query ($project: ID!) { project(id: $project) { pullMirror { ${selection} } } }`;
  const { data, errors } = await facade.execute<{ project: { pullMirror: Attributes | null } }>(
    query,
    { project },
    { as },
  );
  return { mirror: data.project.pullMirror, errors, code: errors?.[0]?.extensions?.code };
}
const updateMirror = (input: Attributes, as: Role = 'maintainer', selection = `pullMirror { ${mirrorFields} }`) =>
  mutate<{ pullMirror: Attributes | null }>(facade, 'pullMirrorUpdate', input, selection, as);

describe('Project.pullMirror', () => {
  const geocoder = {
    id: 'gid://service/PullMirror/16',
    databaseId: 101,
    enabled: true,
    url: 'https://*****:*****@git.example.com/geocoder.git',
    updateStatus: 'FINISHED',
    lastError: null,
    lastUpdateAt: '2025-05-31T12:00:00.000Z',
    lastUpdateStartedAt: null,
    lastSuccessfulUpdateAt: '2025-05-31T12:00:00.000Z',
    mirrorTriggerBuilds: false,
    onlyMirrorProtectedBranches: null,
    mirrorOverwritesDivergedBranches: false,
    mirrorBranchRegex: '^release/',
  };

  test('returns all attributes in one call, with masked credentials', async () => {
    expect(await readMirror(16, mirrorFields)).toEqual({ mirror: geocoder });
    expect(facade.calls).toEqual(['GET /projects/16/mirror/pull']);
  });

  test('returns the mirror and its project from node', async () => {
    const query = `{ node(id: "${geocoder.id}") { ... on PullMirror { ${mirrorFields} project { fullPath } } } }`;
    const { data } = await facade.execute(query, {}, { as: 'maintainer' });
    expect(data).toEqual({ node: { ...geocoder, project: { fullPath: 'meridian/platform/geocoder' } } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/16', 'GET /projects/16/mirror/pull']);
  });

  test('has a global id with the number of a project that is queried by its path', async () => {
    expect(await readMirror('meridian/platform/geocoder')).toEqual({ mirror: { id: geocoder.id } });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/meridian%2Fplatform%2Fgeocoder',
      'GET /projects/meridian%2Fplatform%2Fgeocoder/mirror/pull',
    ]);
  });

  test('returns an id above 2^31', async () => {
    expect(await readMirror(2_147_483_950, 'id databaseId', 'administrator')).toEqual({
      mirror: { id: 'gid://service/PullMirror/2147483950', databaseId: 3_000_000_103 },
    });
  });

  test('returns null for a project without a mirror, and for one that does not exist', async () => {
    expect(await readMirror(14)).toEqual({ mirror: null });
    expect(await readMirror(987654)).toEqual({ mirror: null });
    const { data, errors } = await facade.execute(
      '{ node(id: "gid://service/PullMirror/14") { id } }',
      {},
      { as: 'owner' },
    );
    expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined });
  });

  test('returns an error to roles below Maintainer', async () => {
    expect(await outcomes((as) => readMirror(16, 'id', as))).toEqual(maintainersOnly);
    expect((await readMirror(16, 'id', 'guest')).mirror).toBeNull();
  });
});

describe('pullMirrorUpdate', () => {
  test('sends every setting, and omits the credentials from the response', async () => {
    const input = {
      url: 'https://git.example.com/engine.git',
      authUser: 'mirror-user',
      authPassword: 'correct-horse',
      enabled: true,
      mirrorTriggerBuilds: true,
      mirrorOverwritesDivergedBranches: true,
      onlyMirrorProtectedBranches: false,
      mirrorBranchRegex: '^main$',
    };
    const { response, payload } = await updateMirror({ project: 'gid://service/Project/15', ...input });
    expect(payload?.pullMirror).toMatchObject({
      id: 'gid://service/PullMirror/15',
      enabled: true,
      url: 'https://*****:*****@git.example.com/engine.git',
      updateStatus: 'NONE',
      lastUpdateAt: null,
      mirrorTriggerBuilds: true,
      onlyMirrorProtectedBranches: false,
      mirrorOverwritesDivergedBranches: true,
      mirrorBranchRegex: '^main$',
    });
    expect(JSON.stringify(response)).not.toMatch(/correct-horse|mirror-user/);
    expect(facade.calls).toEqual(['PUT /projects/15/mirror/pull']);
    expect(facade.requests[0]).toMatchObject({
      status: 200,
      body: {
        url: 'https://git.example.com/engine.git',
        auth_user: 'mirror-user',
        auth_password: 'correct-horse',
        enabled: true,
        mirror_trigger_builds: true,
        mirror_overwrites_diverged_branches: true,
        only_mirror_protected_branches: false,
        mirror_branch_regex: '^main$',
      },
    });
  });

  test('masks the password of a URL in the response', async () => {
    const url = 'https://user:battery-staple@git.example.com/web.git';
    const { response, payload } = await updateMirror({ project: 15, url });
    expect(payload?.pullMirror?.url).toBe('https://*****:*****@git.example.com/web.git');
    expect(JSON.stringify(response)).not.toContain('battery-staple');
  });

  test('changes only the attributes in the input', async () => {
    const { payload } = await updateMirror({ project: 16, mirrorTriggerBuilds: true });
    expect(payload?.pullMirror).toMatchObject({ mirrorTriggerBuilds: true, mirrorBranchRegex: '^release/' });
    expect(facade.requests[0]?.body).toEqual({ mirror_trigger_builds: true });
    await updateMirror({ project: 16, mirrorTriggerBuilds: false });
  });

  test('removes the mirror if it is disabled', async () => {
    const { payload } = await updateMirror({ project: 15, enabled: false });
    expect(payload?.pullMirror).toMatchObject({ enabled: false });
    expect(await readMirror(15)).toEqual({ mirror: null });
  });

  test('reports every violation of the input in one response, without a REST call', async () => {
    const { payload } = await updateMirror({ project: 'gid://service/Group/9', ...conflictingSettings });
    expect(payload).toMatchObject({
      pullMirror: null,
      errors: [conflictError, { path: ['input', 'project'], message: 'must be the id of a Project, not of a Group' }],
    });
    expect(facade.calls).toEqual([]);
  });

  test('returns the error of the service for a setting that conflicts with the current ones', async () => {
    const { payload } = await updateMirror({ project: 16, onlyMirrorProtectedBranches: true });
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
    expect(facade.calls).toHaveLength(1);
  });

  test('requires at least the role Maintainer', async () => {
    const write = (as: Role) => updateMirror({ project: 16, mirrorOverwritesDivergedBranches: false }, as);
    expect(await outcomes(write)).toEqual(maintainersOnly);
    expect((await updateMirror({ project: 987654, enabled: false })).code).toBe('NOT_FOUND');
  });
});

describe('pullMirrorStart', () => {
  const startMirror = (project: string | number, selection = '', as: Role = 'maintainer') =>
    mutate<{ pullMirror: Attributes | null }>(facade, 'pullMirrorStart', { project }, selection, as);

  test('makes one call, and a second one if attributes of the mirror are selected', async () => {
    expect((await startMirror(16, 'pullMirror { id }')).payload).toEqual({
      pullMirror: { id: 'gid://service/PullMirror/16' },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /projects/16/mirror/pull']);
    expect(facade.requests[0]?.status).toBe(202);
    facade.forget();
    const { payload } = await startMirror(16, 'pullMirror { updateStatus url }');
    expect(payload?.pullMirror).toMatchObject({ updateStatus: 'SCHEDULED' });
    expect(facade.calls).toEqual(['POST /projects/16/mirror/pull', 'GET /projects/16/mirror/pull']);
  });

  test('changes the status from SCHEDULED to FINISHED, or to FAILED for an unreachable URL', async () => {
    const statuses = async () => {
      await startMirror(16);
      const observed: unknown[] = [];
      for (let step = 0; step < 3; step++) {
        observed.push((await readMirror(16, 'updateStatus')).mirror?.updateStatus);
        facade.sandbox.clock.advance(4000);
      }
      return observed;
    };
    expect(await statuses()).toEqual(['SCHEDULED', 'STARTED', 'FINISHED']);
    await updateMirror({ project: 16, url: 'https://u:p4ssw0rd@unreachable.example.com/geocoder.git' });
    expect(await statuses()).toEqual(['SCHEDULED', 'STARTED', 'FAILED']);
    const { mirror } = await readMirror(16, 'lastError lastUpdateAt lastSuccessfulUpdateAt');
    expect(mirror?.lastError).toBe(
      "fatal: unable to access 'https://*****:*****@unreachable.example.com/geocoder.git'",
    );
    expect(mirror?.lastUpdateAt).not.toBe(mirror?.lastSuccessfulUpdateAt);
  });

  test('starts a pipeline only if mirrorTriggerBuilds is true', async () => {
    const pipelines = async () => {
      const query = '{ project(id: 16) { pipelines { totalCount } } }';
      return Object((await facade.execute(query, {}, { as: 'maintainer' })).data).project.pipelines.totalCount;
    };
    const before = await pipelines();
    await startMirror(16);
    expect(await pipelines()).toBe(before);
    await updateMirror({ project: 16, mirrorTriggerBuilds: true });
    await startMirror(16);
    expect(await pipelines()).toBe(before + 1);
  });

  test('rejects a project without a mirror', async () => {
    expect((await startMirror(14, 'pullMirror { id }')).payload).toMatchObject({
      pullMirror: null,
      errors: [{ code: 'BAD_USER_INPUT', message: 'The project is not mirrored', path: null }],
    });
  });

  test('requires at least the role Maintainer', async () => {
    expect(await outcomes((as) => startMirror(16, '', as))).toEqual(maintainersOnly);
    expect((await startMirror(987654)).code).toBe('NOT_FOUND');
    facade.forget();
    expect((await startMirror('gid://service/Group/9')).code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });
});

describe('deprecated mutations', () => {
  const importUrl = 'https://user:t0ken@git.example.com/lighthouse.git';
  const settings = { mirrorTriggerBuilds: true, onlyMirrorProtectedBranches: true };
  const body = {
    import_url: importUrl,
    mirror: true,
    mirror_trigger_builds: true,
    only_mirror_protected_branches: true,
  };

  test('projectCreateWithPullMirror creates a project with a mirror', async () => {
    const { response, payload } = await mutate<{ project: Attributes }>(
      facade,
      'projectCreateWithPullMirror',
      { importUrl, mirror: true, path: 'lighthouse', ...settings },
      'project { databaseId name fullPath importStatus }',
      'developer',
    );
    expect(payload).toMatchObject({ project: { name: 'lighthouse', fullPath: 'dana.kim/lighthouse' }, errors: [] });
    expect(JSON.stringify(response)).not.toContain('t0ken');
    expect(facade.calls).toEqual(['POST /projects']);
    expect(facade.requests[0]?.body).toEqual({ ...body, path: 'lighthouse' });
    const { mirror } = await readMirror(Number(payload?.project.databaseId), 'url mirrorTriggerBuilds', 'developer');
    expect(mirror).toEqual({
      url: 'https://*****:*****@git.example.com/lighthouse.git',
      mirrorTriggerBuilds: true,
    });
  });

  test('projectCreateWithPullMirror accepts mirrorBranchRegex', async () => {
    const input = {
      importUrl: 'https://git.example.com/buoy.git',
      name: 'Buoy',
      mirror: true,
      mirrorBranchRegex: '^main$',
    };
    const { payload } = await mutate<{ project: Attributes }>(
      facade,
      'projectCreateWithPullMirror',
      input,
      'project { databaseId }',
      'developer',
    );
    const { mirror } = await readMirror(Number(payload?.project.databaseId), 'mirrorBranchRegex', 'developer');
    expect(mirror).toEqual({ mirrorBranchRegex: '^main$' });
  });

  test('projectCreateWithPullMirror requires a name or a path', async () => {
    const input = { importUrl, mirror: true };
    const { payload } = await mutate(facade, 'projectCreateWithPullMirror', input, 'project { id }', 'developer');
    expect(payload).toMatchObject({
      project: null,
      errors: [{ message: 'requires at least one of name, path', path: ['input'] }],
    });
    expect(facade.calls).toEqual([]);
  });

  test('projectPullMirrorUpdate configures and removes the mirror', async () => {
    const write = (input: Attributes) =>
      mutate(facade, 'projectPullMirrorUpdate', { project: 17, importUrl, ...input }, 'project { fullPath }', 'owner');
    const { payload } = await write({ mirror: true, ...settings });
    expect(payload).toEqual({ project: { fullPath: 'meridian/platform/infrastructure' }, errors: [] });
    expect(facade.calls).toEqual(['PUT /projects/17']);
    expect(facade.requests[0]?.body).toEqual(body);
    expect((await readMirror(17, 'onlyMirrorProtectedBranches')).mirror).toEqual({ onlyMirrorProtectedBranches: true });
    await write({ mirror: true, onlyMirrorProtectedBranches: false, mirrorBranchRegex: '^v' });
    expect((await readMirror(17, 'mirrorBranchRegex')).mirror).toEqual({ mirrorBranchRegex: '^v' });
    await write({ mirror: false });
    expect(await readMirror(17)).toEqual({ mirror: null });
  });

  test.each([
    ['projectCreateWithPullMirror', { name: 'Lighthouse' }],
    ['projectPullMirrorUpdate', { project: 17 }],
  ])(
    '%s rejects mirrorBranchRegex with onlyMirrorProtectedBranches, and requires importUrl and mirror',
    async (name, projectInput) => {
      const input = { ...projectInput, importUrl, mirror: true, ...conflictingSettings };
      const { payload } = await mutate(facade, name, input, 'project { id }', 'owner');
      expect(payload).toMatchObject({ project: null, errors: [conflictError] });
      expect(facade.calls).toEqual([]);
      const missing = await mutate(facade, name, projectInput, 'project { id }', 'owner');
      expect(missing.response.errors?.map(({ message }) => message).join()).toMatch(/importUrl.*mirror/);
    },
  );

  test('requires at least the role Maintainer for an update, and a credential for a creation', async () => {
    const write = (name: string, projectInput: Attributes) => (as: Role) =>
      mutate(facade, name, { ...projectInput, importUrl, mirror: true }, 'project { id }', as);
    expect(await outcomes(write('projectPullMirrorUpdate', { project: 17 }))).toEqual(maintainersOnly);
    expect((await write('projectPullMirrorUpdate', { project: 987654 })('owner')).code).toBe('NOT_FOUND');
    expect(await outcomes(write('projectCreateWithPullMirror', { name: 'Lighthouse' }))).toEqual({
      ...maintainersOnly,
      guest: undefined,
      developer: undefined,
    });
  });
});
