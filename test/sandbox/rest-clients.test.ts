/** Requests of ordinary REST clients, and the responses that they expect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, getAttribute, pluck } from './client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('a DELETE request', () => {
  const create = (name: string) =>
    call(sandbox, '/projects/14/labels', { as: 'developer', method: 'POST', json: { name, color: '#112233' } });

  test.each([
    ['a JSON body', { json: { name: 'a' } }],
    ['a form', { body: new URLSearchParams({ name: 'a' }) }],
    ['a multipart form', { body: Object.assign(new FormData(), {}) }],
  ])('can have its parameters in %s', async (_, options) => {
    if ('body' in options && options.body instanceof FormData) options.body.set('name', 'a');
    expect((await create('a')).status).toBe(201);
    expect((await call(sandbox, '/projects/14/labels', { as: 'developer', method: 'DELETE', ...options })).status).toBe(
      204,
    );
    expect((await call(sandbox, '/projects/14/labels/a', { as: 'developer' })).status).toBe(404);
  });

  test('returns 400 for unknown members of the body', async () => {
    const json = { name: 'a', other: 1 };
    expect(await call(sandbox, '/projects/14/labels', { as: 'developer', method: 'DELETE', json })).toMatchObject({
      status: 400,
    });
  });
});

test('accepts a key with an underscore, encoded or not', async () => {
  for (const key of ['resource_a', 'resource%5Fa'])
    expect(getAttribute(await call(sandbox, `/projects/14/resource_groups/${key}`, { as: 'developer' }), 'key')).toBe(
      'resource_a',
    );
});

test('finds a label by a title that consists of digits', async () => {
  const response = await call(sandbox, '/projects/14/labels/404', { as: 'developer' });
  expect(getAttribute(response, 'name')).toBe('404');
});

test('returns 400 if a project is created without name and path', async () => {
  const json = { import_url: 'https://git.example.com/lighthouse.git', mirror: true };
  expect(await call(sandbox, '/projects', { as: 'developer', method: 'POST', json })).toMatchObject({
    status: 400,
    json: { error: 'name, path are missing, at least one parameter must be provided' },
  });
});

test('has no merge request with a time in the future', async () => {
  const now = Date.now();
  const past = ['created_at', 'updated_at', 'merged_at', 'closed_at', 'prepared_at'];
  let count = 0;
  for (let page = 1; ; page++) {
    const response = await call(sandbox, `/merge_requests?scope=all&state=all&per_page=100&page=${page}`, {
      as: 'administrator',
    });
    const ids = pluck(response, 'id');
    if (ids.length === 0) break;
    count += ids.length;
    for (const name of past)
      for (const time of pluck(response, name))
        if (typeof time === 'string') expect(Date.parse(time)).toBeLessThanOrEqual(now);
  }
  expect(count).toBeGreaterThan(100);
});
