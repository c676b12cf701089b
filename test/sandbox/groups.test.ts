import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { landmarks, type Role, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, getAttribute, pluck } from './client.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: new Date('2026-03-01T12:00:00Z') });
});
afterEach(async () => {
  expect(sandbox.contractViolations).toEqual([]);
  await sandbox.close();
});

const group = `/groups/${landmarks.publicGroup.id}`;
const updateGroup = (json: object, as: Role = 'owner', at = group) => call(sandbox, at, { as, method: 'PUT', json });

describe('visibility of groups', () => {
  it.each([
    ['anonymous', landmarks.publicGroup, 200],
    ['anonymous', landmarks.internalGroup, 404],
    ['outsider', landmarks.internalGroup, 200],
    ['outsider', landmarks.privateGroup, 404],
    ['guest', landmarks.privateGroup, 200],
    ['auditor', landmarks.privateGroup, 200],
    ['administrator', landmarks.privateGroup, 200],
  ] as const)('the role %s gets %o with status %i, by id and by path', async (as, { id, path }, status) => {
    expect((await call(sandbox, `/groups/${id}`, { as })).status).toBe(status);
    expect((await call(sandbox, `/groups/${encodeURIComponent(path)}`, { as })).status).toBe(status);
  });

  it('lists the groups of the caller unless all_available is true', async () => {
    const names = async (query: string, as: Role) =>
      pluck(await call(sandbox, `/groups?per_page=100${query}`, { as }), 'path');
    expect(await names('', 'outsider')).toEqual([]);
    expect(await names('&all_available=true', 'outsider')).toContain('lumen');
    expect(await names('', 'guest')).not.toContain('lumen');
    expect(await names('', 'administrator')).toContain('vault');
    expect(await names('&all_available=true&owned=true', 'owner')).not.toContain('lumen');
    expect(await names('&min_access_level=50', 'maintainer')).toEqual([]);
    expect(await names('&top_level_only=true', 'anonymous')).toEqual(landmarks.publicRootGroups);
    expect(await names('&active=false', 'administrator')).toEqual(['attic', 'sunset']);
  });

  it('pages by keyset for anonymous callers', async () => {
    const first = await call(sandbox, '/groups?pagination=keyset&order_by=id&sort=asc&per_page=4');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(first.headers.get('x-total')).toBeNull();
    const second = await call(sandbox, next.slice(next.indexOf('/groups')));
    expect([...pluck(first, 'id'), ...pluck(second, 'id')]).toEqual([9, 10, 11, 12, 13, 20, 21, 22]);
  });

  it('returns runners_token to owners only, and statistics to administrators only', async () => {
    expect((await call(sandbox, group, { as: 'owner' })).json).toHaveProperty('runners_token');
    const maintained = (await call(sandbox, group, { as: 'maintainer' })).json;
    expect(maintained).not.toHaveProperty('runners_token');
    expect(maintained).not.toHaveProperty('enabled_git_access_protocol');
    const query = '/groups?statistics=true&with_custom_attributes=true&search=meridian';
    expect((await call(sandbox, query, { as: 'owner' })).json).not.toHaveProperty([0, 'statistics']);
    expect((await call(sandbox, query, { as: 'administrator' })).json).toMatchObject([
      { statistics: {}, root_storage_statistics: {}, custom_attributes: [{ key: 'cost-center', value: '4400' }] },
    ]);
  });

  it('embeds at most 100 projects, and none with with_projects=false', async () => {
    const large = await startSandbox({ scale: { extraProjects: 120 } });
    expect(getAttribute(await call(large, '/groups/papertrail'), 'projects')).toHaveLength(100);
    expect((await call(large, '/groups/papertrail?with_projects=false')).json).not.toHaveProperty('projects');
    await large.close();
  });
});

describe('updates of groups', () => {
  it('keep the value of an absent attribute, and set null if the value is null', async () => {
    await updateGroup({ shared_runners_minutes_limit: 0 }, 'administrator');
    expect((await updateGroup({ description: 'New' })).json).toMatchObject({
      description: 'New',
      shared_runners_minutes_limit: 0,
    });
    expect((await updateGroup({ shared_runners_minutes_limit: null }, 'administrator')).json).toMatchObject({
      description: 'New',
      shared_runners_minutes_limit: null,
    });
  });

  it('return 400, 401 or 403 for invalid input, anonymous callers or callers without the permission', async () => {
    expect((await updateGroup({ name: 'x' }, 'maintainer')).status).toBe(403);
    expect((await updateGroup({ name: 'x' }, 'anonymous')).status).toBe(401);
    expect((await updateGroup({ shared_runners_minutes_limit: 5 })).status).toBe(403);
    expect((await updateGroup({ name: 'x' }, 'owner', `/groups/${landmarks.publicGroup.path}`)).status).toBe(400);
    expect((await updateGroup({ name: 'x' }, 'owner', `/groups/${landmarks.foreignGroup.id}`)).status).toBe(403);
    expect((await updateGroup({ unique_project_download_limit: 10_001 })).status).toBe(400);
    expect(await updateGroup({ path: 'lumen' })).toMatchObject({
      status: 400,
      json: { message: { path: ['has already been taken'] } },
    });
  });

  it('upload and remove an avatar, which can be downloaded', async () => {
    const form = new FormData();
    form.set('avatar', new File([new Uint8Array([1, 2, 3])], 'dot.png', { type: 'image/png' }));
    const uploaded = await call(sandbox, group, { as: 'owner', method: 'PUT', body: form });
    expect(getAttribute(uploaded, 'avatar_url')).toMatch(/dot\.png$/);
    const download = await call(sandbox, `${group}/avatar`);
    expect(download.headers.get('content-type')).toBe('image/png');
    expect(download.text).toBe('\u0001\u0002\u0003');
    expect((await updateGroup({ avatar: '' })).json).toMatchObject({ avatar_url: null });
    expect((await call(sandbox, `${group}/avatar`)).status).toBe(404);
  });

  it('share a group once, and end the share once', async () => {
    const share = (json: object) => call(sandbox, `${group}/share`, { as: 'owner', method: 'POST', json });
    const shared = await share({ group_id: 20, group_access: 30, expires_at: '2027-01-01' });
    expect(shared).toMatchObject({
      status: 200,
      json: { shared_with_groups: [{ group_id: 20, group_access_level: 30, expires_at: '2027-01-01' }] },
    });
    expect((await share({ group_id: 20, group_access: 30 })).status).toBe(409);
    expect((await share({ group_id: 30, group_access: 40, member_role_id: 3 })).status).toBe(400);
    const unshare = () => call(sandbox, `${group}/share/20`, { as: 'owner', method: 'DELETE' });
    expect((await unshare()).status).toBe(204);
    expect((await unshare()).status).toBe(404);
  });
});

describe('other operations of groups', () => {
  it('start a sync with LDAP, and list managed tokens for owners of a root group', async () => {
    expect(await call(sandbox, `${group}/ldap_sync`, { as: 'owner', method: 'POST' })).toMatchObject({ status: 202 });
    const tokens = `${group}/manage/personal_access_tokens`;
    const active = await call(sandbox, `${tokens}?state=active&sort=name_asc&per_page=100`, { as: 'owner' });
    expect(new Set(pluck(active, 'active'))).toEqual(new Set([true]));
    expect((await call(sandbox, tokens, { as: 'maintainer' })).status).toBe(403);
    expect((await call(sandbox, '/groups/10/manage/personal_access_tokens', { as: 'owner' })).status).toBe(400);
  });

  it('list the subgroups that the caller may see, and the projects of subgroups by a filter', async () => {
    expect(pluck(await call(sandbox, `${group}/subgroups`), 'path')).toEqual(['apps', 'platform']);
    expect(pluck(await call(sandbox, `${group}/subgroups`, { as: 'guest' }), 'path')).toContain('stealth');
    const projects = await call(sandbox, `${group}/projects?include_subgroups=true&search=rout&order_by=path&sort=asc`);
    expect(pluck(projects, 'path')).toEqual(['ants', 'router']);
  });
});
