import { afterAll, beforeAll, expect, it } from 'vitest';
import { landmarks, type Role, roles, roleUsernames, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, pluck } from './client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  expect(sandbox.contractViolations).toEqual([]);
  await sandbox.close();
});

const search = async (query: string, as: Role = 'guest') =>
  pluck(await call(sandbox, `/users?per_page=100&${query}`, { as }), 'username');

it('returns the user of each token, and 401 for anonymous callers', async () => {
  for (const as of roles) {
    const { status, json } = await call(sandbox, '/user', { as });
    if (as === 'anonymous') expect(status).toBe(401);
    else expect(json).toMatchObject({ username: roleUsernames[as] });
  }
});

it('filters users for every caller', async () => {
  expect(await search('username=OLIVIA.Marsh')).toEqual(['olivia.marsh']);
  expect(await search('public_email=olivia@marsh.example.net')).toEqual(['olivia.marsh']);
  expect(await search('public_email=olivia@marsh')).toEqual([]);
  expect(await search('search=okafor')).toEqual(['amara.okafor']);
  expect(await search('blocked=true')).toContain('boris.gone');
  expect(await search('active=true')).not.toContain('boris.gone');
  expect(await search('active=false&search=boris.gone')).toEqual(['boris.gone']);
  expect(await search('exclude_active=true&search=olivia')).toEqual([]);
  expect(await search('exclude_humans=true&exclude_internal=true&without_project_bots=true')).toEqual([
    'service_account_deploy',
  ]);
});

it('searches private email addresses, filters by custom attributes, identity and admins, and sorts for administrators only', async () => {
  expect(await search('search=olivia.marsh@corp.example.com', 'administrator')).toEqual(['olivia.marsh']);
  expect(await search('search=olivia.marsh@corp.example.com')).toEqual([]);
  expect(await search('custom_attributes[department]=routing', 'administrator')).toEqual([
    'mateo.silva',
    'olivia.marsh',
  ]);
  expect(await search('provider=scim&extern_uid=ravi-4711', 'administrator')).toEqual(['ravi.patel']);
  expect(await search('admins=true', 'administrator')).toEqual(['amara.okafor']);
  expect(await search('admins=true')).toHaveLength(100);
  const names = await search('order_by=username&sort=asc', 'administrator');
  expect(names).toEqual([...names].sort());
});

it('returns attributes of users by the permissions of the caller', async () => {
  const user = async (id: number, as: Role) => (await call(sandbox, `/users/${id}`, { as })).json;
  expect((await call(sandbox, '/users/3')).status).toBe(401);
  expect((await call(sandbox, '/users/4040', { as: 'guest' })).json).toEqual({ message: '404 User Not Found' });
  expect(await user(3, 'guest')).not.toHaveProperty('email');
  expect(await user(3, 'administrator')).toMatchObject({ email: 'olivia.marsh@corp.example.com', created_by: null });
  expect(await user(landmarks.privateProfileUserId, 'guest')).not.toHaveProperty('bio');
  expect(await user(landmarks.privateProfileUserId, 'administrator')).toHaveProperty('bio');
  expect(await user(landmarks.largeUserId, 'guest')).toMatchObject({ id: landmarks.largeUserId });
});

it('masks the name of a bot for outsiders', async () => {
  expect((await call(sandbox, '/users/9', { as: 'outsider' })).json).toMatchObject({ name: '****' });
  expect((await call(sandbox, '/users/9', { as: 'bot' })).json).toMatchObject({ name: 'Release automation' });
});

it('has the projects of the landmarks', async () => {
  const projects = [
    landmarks.busyProject,
    landmarks.hiddenPipelinesProject,
    landmarks.privateProject,
    landmarks.emptyProject,
    landmarks.largeIdProject,
  ];
  for (const { id, path } of projects) {
    const { json } = await call(sandbox, `/projects/${id}`, { as: 'administrator' });
    expect(json).toMatchObject({ id, path_with_namespace: path });
  }
});
