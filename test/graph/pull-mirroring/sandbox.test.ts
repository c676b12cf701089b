import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { mutate } from '../mutate.ts';
import { maintainersOnly, outcomes } from '../roles.ts';
import { everything } from './mirror.ts';

type Attributes = Readonly<Record<string, unknown>>;

const bothLimits = { mirrorBranchRegex: '^release/', onlyMirrorProtectedBranches: true };
const bothLimitsRefused = {
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

async function mirrorOf(project: string | number, selection = 'id', as: Role = 'maintainer') {
  const query = `query ($project: ID!) { project(id: $project) { pullMirror { ${selection} } } }`;
  const { data, errors } = await facade.execute<{ project: { pullMirror: Attributes | null } }>(
    query,
    { project },
    { as },
  );
  return { mirror: data.project.pullMirror, errors, code: errors?.[0]?.extensions?.code };
}
const update = (input: Attributes, as: Role = 'maintainer', selection = `pullMirror { ${everything} }`) =>
  mutate<{ pullMirror: Attributes | null }>(facade, 'pullMirrorUpdate', input, selection, as);

describe('the mirror of a project', () => {
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

  test('returns all attributes in one call, credentials masked', async () => {
    expect(await mirrorOf(16, everything)).toEqual({ mirror: geocoder });
    expect(facade.calls).toEqual(['GET /projects/16/mirror/pull']);
  });

  test('returns it by node, and leads to the project', async () => {
    const query = `{ node(id: "${geocoder.id}") { ... on PullMirror { ${everything} project { fullPath } } } }`;
    const { data } = await facade.execute(query, {}, { as: 'maintainer' });
    expect(data).toEqual({ node: { ...geocoder, project: { fullPath: 'meridian/platform/geocoder' } } });
    expect(facade.calls.toSorted()).toEqual(['GET /projects/16', 'GET /projects/16/mirror/pull']);
  });

  test('has one id for each way to the project', async () => {
    expect(await mirrorOf('meridian/platform/geocoder')).toEqual({ mirror: { id: geocoder.id } });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/meridian%2Fplatform%2Fgeocoder',
      'GET /projects/meridian%2Fplatform%2Fgeocoder/mirror/pull',
    ]);
  });

  test('reads an id above 2^31', async () => {
    expect(await mirrorOf(2_147_483_950, 'id databaseId', 'administrator')).toEqual({
      mirror: { id: 'gid://service/PullMirror/2147483950', databaseId: 3_000_000_103 },
    });
  });

  test('returns null for a project without a mirror, and for a missing project', async () => {
    expect(await mirrorOf(14)).toEqual({ mirror: null });
    expect(await mirrorOf(987654)).toEqual({ mirror: null });
    const { data, errors } = await facade.execute(
      '{ node(id: "gid://service/PullMirror/14") { id } }',
      {},
      { as: 'owner' },
    );
    expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined });
  });

  test('returns an error of permissions', async () => {
    expect(await outcomes((as) => mirrorOf(16, 'id', as))).toEqual(maintainersOnly);
    expect((await mirrorOf(16, 'id', 'guest')).mirror).toBeNull();
  });
});

describe('pullMirrorUpdate', () => {
  test('sends every setting and never shows the credentials again', async () => {
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
    const { answer, payload } = await update({ project: 'gid://service/Project/15', ...input });
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
    expect(JSON.stringify(answer)).not.toMatch(/correct-horse|mirror-user/);
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

  test('the password of a URL is found nowhere in the answer', async () => {
    const url = 'https://user:battery-staple@git.example.com/web.git';
    const { answer, payload } = await update({ project: 15, url });
    expect(payload?.pullMirror?.url).toBe('https://*****:*****@git.example.com/web.git');
    expect(JSON.stringify(answer)).not.toContain('battery-staple');
  });

  test('changes only the attributes in the input', async () => {
    const { payload } = await update({ project: 16, mirrorTriggerBuilds: true });
    expect(payload?.pullMirror).toMatchObject({ mirrorTriggerBuilds: true, mirrorBranchRegex: '^release/' });
    expect(facade.requests[0]?.body).toEqual({ mirror_trigger_builds: true });
    await update({ project: 16, mirrorTriggerBuilds: false });
  });

  test('removes the mirror if it is disabled', async () => {
    const { payload } = await update({ project: 15, enabled: false });
    expect(payload?.pullMirror).toMatchObject({ enabled: false });
    expect(await mirrorOf(15)).toEqual({ mirror: null });
  });

  test('reports every violation before any call', async () => {
    const { payload } = await update({ project: 'gid://service/Group/9', ...bothLimits });
    expect(payload).toMatchObject({
      pullMirror: null,
      errors: [
        bothLimitsRefused,
        { path: ['input', 'project'], message: 'must be the id of a Project, not of a Group' },
      ],
    });
    expect(facade.calls).toEqual([]);
  });

  test('returns the error of the service if the other limit is set already', async () => {
    const { payload } = await update({ project: 16, onlyMirrorProtectedBranches: true });
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
    expect(facade.calls).toHaveLength(1);
  });

  test('requires at least the role Maintainer', async () => {
    const write = (as: Role) => update({ project: 16, mirrorOverwritesDivergedBranches: false }, as);
    expect(await outcomes(write)).toEqual(maintainersOnly);
    expect((await update({ project: 987654, enabled: false })).code).toBe('NOT_FOUND');
  });
});

describe('pullMirrorStart', () => {
  const start = (project: string | number, selection = '', as: Role = 'maintainer') =>
    mutate<{ pullMirror: Attributes | null }>(facade, 'pullMirrorStart', { project }, selection, as);

  test('makes one call, and a second one only if the mirror is selected', async () => {
    expect((await start(16, 'pullMirror { id }')).payload).toEqual({
      pullMirror: { id: 'gid://service/PullMirror/16' },
      errors: [],
    });
    expect(facade.calls).toEqual(['POST /projects/16/mirror/pull']);
    expect(facade.requests[0]?.status).toBe(202);
    facade.forget();
    const { payload } = await start(16, 'pullMirror { updateStatus url }');
    expect(payload?.pullMirror).toMatchObject({ updateStatus: 'SCHEDULED' });
    expect(facade.calls).toEqual(['POST /projects/16/mirror/pull', 'GET /projects/16/mirror/pull']);
  });

  test('changes the status from scheduled to finished, or to failed', async () => {
    const statuses = async () => {
      await start(16);
      const seen: unknown[] = [];
      for (let step = 0; step < 3; step++) {
        seen.push((await mirrorOf(16, 'updateStatus')).mirror?.updateStatus);
        facade.sandbox.clock.advance(4000);
      }
      return seen;
    };
    expect(await statuses()).toEqual(['SCHEDULED', 'STARTED', 'FINISHED']);
    await update({ project: 16, url: 'https://u:p4ssw0rd@unreachable.example.com/geocoder.git' });
    expect(await statuses()).toEqual(['SCHEDULED', 'STARTED', 'FAILED']);
    const { mirror } = await mirrorOf(16, 'lastError lastUpdateAt lastSuccessfulUpdateAt');
    expect(mirror?.lastError).toBe(
      "fatal: unable to access 'https://*****:*****@unreachable.example.com/geocoder.git'",
    );
    expect(mirror?.lastUpdateAt).not.toBe(mirror?.lastSuccessfulUpdateAt);
  });

  test('starts a pipeline if the mirror is configured to', async () => {
    const pipelines = async () => {
      const query = '{ project(id: 16) { pipelines { totalCount } } }';
      return Object((await facade.execute(query, {}, { as: 'maintainer' })).data).project.pipelines.totalCount;
    };
    const before = await pipelines();
    await start(16);
    expect(await pipelines()).toBe(before);
    await update({ project: 16, mirrorTriggerBuilds: true });
    await start(16);
    expect(await pipelines()).toBe(before + 1);
  });

  test('rejects a project without a mirror', async () => {
    expect((await start(14, 'pullMirror { id }')).payload).toMatchObject({
      pullMirror: null,
      errors: [{ code: 'BAD_USER_INPUT', message: 'The project is not mirrored', path: null }],
    });
  });

  test('requires at least the role Maintainer', async () => {
    expect(await outcomes((as) => start(16, '', as))).toEqual(maintainersOnly);
    expect((await start(987654)).code).toBe('NOT_FOUND');
    facade.forget();
    expect((await start('gid://service/Group/9')).code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });
});

describe('deprecated forms', () => {
  const importUrl = 'https://user:t0ken@git.example.com/lighthouse.git';
  const settings = { mirrorTriggerBuilds: true, onlyMirrorProtectedBranches: true };
  const body = {
    import_url: importUrl,
    mirror: true,
    mirror_trigger_builds: true,
    only_mirror_protected_branches: true,
  };

  test('projectCreateWithPullMirror creates a project that mirrors', async () => {
    const { answer, payload } = await mutate<{ project: Attributes }>(
      facade,
      'projectCreateWithPullMirror',
      { importUrl, mirror: true, path: 'lighthouse', ...settings },
      'project { databaseId name fullPath importStatus }',
      'developer',
    );
    expect(payload).toMatchObject({ project: { name: 'lighthouse', fullPath: 'dana.kim/lighthouse' }, errors: [] });
    expect(JSON.stringify(answer)).not.toContain('t0ken');
    expect(facade.calls).toEqual(['POST /projects']);
    expect(facade.requests[0]?.body).toEqual({ ...body, path: 'lighthouse' });
    const { mirror } = await mirrorOf(Number(payload?.project.databaseId), 'url mirrorTriggerBuilds', 'developer');
    expect(mirror).toEqual({
      url: 'https://*****:*****@git.example.com/lighthouse.git',
      mirrorTriggerBuilds: true,
    });
  });

  test('projectCreateWithPullMirror accepts an expression for branches instead', async () => {
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
    const { mirror } = await mirrorOf(Number(payload?.project.databaseId), 'mirrorBranchRegex', 'developer');
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

  test('projectPullMirrorUpdate sets up and removes the mirror', async () => {
    const write = (input: Attributes) =>
      mutate(facade, 'projectPullMirrorUpdate', { project: 17, importUrl, ...input }, 'project { fullPath }', 'owner');
    const { payload } = await write({ mirror: true, ...settings });
    expect(payload).toEqual({ project: { fullPath: 'meridian/platform/infrastructure' }, errors: [] });
    expect(facade.calls).toEqual(['PUT /projects/17']);
    expect(facade.requests[0]?.body).toEqual(body);
    expect((await mirrorOf(17, 'onlyMirrorProtectedBranches')).mirror).toEqual({ onlyMirrorProtectedBranches: true });
    await write({ mirror: true, onlyMirrorProtectedBranches: false, mirrorBranchRegex: '^v' });
    expect((await mirrorOf(17, 'mirrorBranchRegex')).mirror).toEqual({ mirrorBranchRegex: '^v' });
    await write({ mirror: false });
    expect(await mirrorOf(17)).toEqual({ mirror: null });
  });

  test.each([
    ['projectCreateWithPullMirror', { name: 'Lighthouse' }],
    ['projectPullMirrorUpdate', { project: 17 }],
  ])('%s accepts one limit of branches only', async (name, address) => {
    const input = { ...address, importUrl, mirror: true, ...bothLimits };
    const { payload } = await mutate(facade, name, input, 'project { id }', 'owner');
    expect(payload).toMatchObject({ project: null, errors: [bothLimitsRefused] });
    expect(facade.calls).toEqual([]);
    const missing = await mutate(facade, name, address, 'project { id }', 'owner');
    expect(missing.answer.errors?.map(({ message }) => message).join()).toMatch(/importUrl.*mirror/);
  });

  test('requires the role Maintainer for an update, and a signed-in caller for a creation', async () => {
    const write = (name: string, address: Attributes) => (as: Role) =>
      mutate(facade, name, { ...address, importUrl, mirror: true }, 'project { id }', as);
    expect(await outcomes(write('projectPullMirrorUpdate', { project: 17 }))).toEqual(maintainersOnly);
    expect((await write('projectPullMirrorUpdate', { project: 987654 })('owner')).code).toBe('NOT_FOUND');
    expect(await outcomes(write('projectCreateWithPullMirror', { name: 'Lighthouse' }))).toEqual({
      ...maintainersOnly,
      guest: undefined,
      developer: undefined,
    });
  });
});
