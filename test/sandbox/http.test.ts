import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { landmarks, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, getAttribute, pluck } from './client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: new Date('2026-03-01T12:00:00Z'), control: true, keptRequests: 100 });
});
afterEach(() => {
  expect(sandbox.contractViolations).toEqual([]);
  sandbox.faults.clear();
  sandbox.clearRequests();
});
afterAll(() => sandbox.close());

const pipelines = `/projects/${landmarks.busyProject.id}/pipelines`;

describe('pages', () => {
  it('have 20 items by default, and headers with the number of the page, totals and links', async () => {
    const { json, headers } = await call(sandbox, pipelines);
    expect(json).toHaveLength(20);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-total': '2000',
      'x-total-pages': '100',
      'x-page': '1',
      'x-per-page': '20',
      'x-next-page': '2',
      'x-prev-page': '',
    });
    expect(headers.get('link')).toBe(
      [
        `<${sandbox.url}${pipelines}?page=2&per_page=20>; rel="next"`,
        `<${sandbox.url}${pipelines}?page=1&per_page=20>; rel="first"`,
        `<${sandbox.url}${pipelines}?page=100&per_page=20>; rel="last"`,
      ].join(', '),
    );
  });

  it('have at most 100 items', async () => {
    expect((await call(sandbox, `${pipelines}?per_page=500`)).json).toHaveLength(100);
  });

  it('have an empty X-Next-Page at the end of the list, and no items after it', async () => {
    const last = await call(sandbox, `${pipelines}?per_page=100&page=20`);
    expect(last.headers.get('x-next-page')).toBe('');
    expect(last.headers.get('link')).not.toContain('rel="next"');
    expect((await call(sandbox, `${pipelines}?page=9999`)).json).toEqual([]);
  });

  it('have links by which keyset paging reads every item of a list in the order of ids', async () => {
    const ids: unknown[] = [];
    let next: string | undefined = '/users?pagination=keyset&order_by=id&sort=asc&per_page=60';
    while (next !== undefined) {
      const page = await call(sandbox, next, { as: 'guest' });
      expect(page.headers.get('x-total')).toBeNull();
      ids.push(...pluck(page, 'id'));
      next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.slice(sandbox.url.length);
    }
    expect(ids).toHaveLength(150);
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
  });

  it('have keyset cursors for groups, in the order of the list', async () => {
    const first = await call(sandbox, '/groups?pagination=keyset&per_page=5');
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await call(sandbox, next.slice(sandbox.url.length));
    const all = await call(sandbox, '/groups?per_page=10');
    expect([...pluck(first, 'id'), ...pluck(second, 'id')]).toEqual(pluck(all, 'id'));
  });
});

describe('large lists', () => {
  it('have no totals above 10,000 items, and require keyset paging for more than 50,000 users', async () => {
    const large = await startSandbox({ scale: { users: 50_001, extraGroups: 10_001 } });
    const groups = await call(large, '/groups');
    expect(groups.headers.get('x-total')).toBeNull();
    expect(groups.headers.get('link')).not.toContain('rel="last"');
    expect(groups.headers.get('x-next-page')).toBe('2');
    expect((await call(large, '/users', { as: 'owner' })).status).toBe(405);
    expect((await call(large, '/users?pagination=keyset', { as: 'owner' })).json).toHaveLength(20);
    await large.close();
  });
});

describe('paths', () => {
  it('identify a project by its number or its encoded path, but not by its unencoded path', async () => {
    const byId = await call(sandbox, `/projects/${landmarks.busyProject.id}`);
    const byPath = await call(sandbox, `/projects/${encodeURIComponent(landmarks.busyProject.path)}`);
    expect(byPath.json).toEqual(byId.json);
    expect((await call(sandbox, `/projects/${landmarks.busyProject.path}`)).status).toBe(404);
  });

  it('return 404 if they are unknown, and 405 for an unknown method', async () => {
    expect(await call(sandbox, '/nonsense')).toMatchObject({
      status: 404,
      json: {
        error:
          '404 Not Found: no contract of the sandbox has the operation GET /api/v4/nonsense; pass the area that declares it to the sandbox',
      },
    });
    expect(await call(sandbox, '/api/v4/groups')).toMatchObject({ status: 404 });
    expect(await call(sandbox, '/users', { method: 'DELETE', as: 'owner' })).toMatchObject({ status: 405 });
  });
});

describe('validation', () => {
  it.each([
    ['/users?colour=red', 'colour is unknown'],
    ['/users?active=maybe', 'active is invalid'],
    ['/users/olivia', 'id is invalid'],
    ['/groups?min_access_level=0', 'min_access_level does not have a valid value'],
    ['/groups?skip_groups=9', 'skip_groups is invalid'],
    [`${pipelines}?page=0`, 'page does not have a valid value'],
    [
      `${pipelines}?created_after=yesterday&status=fine`,
      'status does not have a valid value, created_after is invalid',
    ],
  ])('returns 400 for %s', async (path, error) => {
    expect(await call(sandbox, path, { as: 'administrator' })).toMatchObject({ status: 400, json: { error } });
  });

  it('returns 400 for an invalid body, with every error', async () => {
    const json = { variables: [{ key: 'A', value: 1, masked: true }] };
    expect(await call(sandbox, `/projects/14/pipeline`, { as: 'owner', method: 'POST', json })).toMatchObject({
      status: 400,
      json: { error: 'ref is missing, variables[0][masked] is unknown, variables[0][value] is invalid' },
    });
  });

  it('accepts a body as JSON, as a form and in the query', async () => {
    const form = new URLSearchParams([
      ['ref', 'main'],
      ['variables[][key]', 'A'],
      ['variables[][value]', '1'],
      ['variables[][key]', 'B'],
      ['variables[][value]', '2'],
    ]);
    const path = '/projects/14/pipeline';
    const created = [
      await call(sandbox, path, { as: 'owner', method: 'POST', json: { ref: 'main' } }),
      await call(sandbox, path, { as: 'owner', method: 'POST', body: form }),
      await call(sandbox, `${path}?ref=main`, { as: 'owner', method: 'POST' }),
    ];
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = created.map((response) => getAttribute(response, 'id'));
    const variables = await call(sandbox, `${pipelines}/${ids[1]}/variables`, { as: 'owner' });
    expect(variables.json).toEqual([
      { key: 'A', value: '1', variable_type: 'env_var' },
      { key: 'B', value: '2', variable_type: 'env_var' },
    ]);
  });
});

describe('credentials', () => {
  it('are accepted in either header and in the query parameter', async () => {
    const token = sandbox.tokens.guest;
    const bearer = await call(sandbox, '/user', { headers: { Authorization: `Bearer ${token}` } });
    expect(bearer.json).toMatchObject({ username: 'greta.holm' });
    expect((await call(sandbox, '/user', { as: 'guest' })).json).toEqual(bearer.json);
    expect((await call(sandbox, `/user?private_token=${token}`)).json).toEqual(bearer.json);
  });

  it('return 401 for an unknown token', async () => {
    const headers = { 'PRIVATE-TOKEN': 'unknown-token' };
    expect(await call(sandbox, '/groups', { headers })).toMatchObject({
      status: 401,
      json: { message: '401 Unauthorized' },
    });
  });
});

describe('headers', () => {
  it('contain an ETag, for which If-None-Match returns 304 until the group changes', async () => {
    const first = await call(sandbox, '/groups/9');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const second = await call(sandbox, '/groups/9', { headers: { 'If-None-Match': tag } });
    expect(second).toMatchObject({ status: 304, text: '' });
    await call(sandbox, '/groups/9', { as: 'owner', method: 'PUT', json: { description: 'Changed' } });
    expect((await call(sandbox, '/groups/9', { headers: { 'If-None-Match': tag } })).status).toBe(200);
  });

  it('contain a request id, and no rate limit of a sandbox without one', async () => {
    const { headers } = await call(sandbox, '/groups/9');
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    expect(headers.get('x-request-id')).toMatch(/./);
  });

  it('contain Retry-After with status 429 above the rateLimit per minute, until the next minute', async () => {
    const limited = await startSandbox({ rateLimit: 1, now: 0 });
    const { status, headers } = await call(limited, '/groups');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-limit': '1',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
    });
    const rejected = await call(limited, '/groups');
    expect(rejected).toMatchObject({ status: 429, text: 'Retry later\n' });
    expect(rejected.headers.get('retry-after')).toBe('60');
    limited.clock.advance(60_000);
    expect((await call(limited, '/groups')).status).toBe(200);
    await limited.close();
  });
});

describe('recorded requests', () => {
  it('contain the operation, URL, parameters, body, status and role, until they are cleared', async () => {
    await call(sandbox, '/groups?skip_groups[]=9&search=a%20b', { as: 'guest' });
    await call(sandbox, '/groups/9', { as: 'owner', method: 'PUT', json: { name: 'Meridian Maps' } });
    expect(sandbox.requests).toMatchObject([
      {
        operation: 'listGroups',
        method: 'GET',
        path: '/groups',
        url: '/groups?skip_groups[]=9&search=a%20b',
        query: { 'skip_groups[]': ['9'], search: 'a b' },
        status: 200,
        tokenRole: 'guest',
      },
      { operation: 'updateGroup', path: '/groups/{id}', pathParameters: { id: '9' }, body: { name: 'Meridian Maps' } },
    ]);
    sandbox.clearRequests();
    expect(sandbox.requests).toEqual([]);
  });

  it('are marked as aborted if the client disconnects', async () => {
    sandbox.faults.add({ latencyMs: 5000 });
    await expect(fetch(`${sandbox.url}/groups`, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    await expect.poll(() => sandbox.requests[0]?.aborted).toBe(true);
  });
});

describe('faults', () => {
  it('replace the responses of matching calls, the given number of times', async () => {
    sandbox.faults.add({
      match: { operation: 'getGroup', contains: '/groups/9' },
      times: 1,
      status: 429,
      headers: { 'Retry-After': '3' },
      body: 'Retry later',
    });
    expect((await call(sandbox, '/groups/20')).status).toBe(200);
    const replaced = await call(sandbox, '/groups/9');
    expect(replaced).toMatchObject({ status: 429, text: 'Retry later' });
    expect(replaced.headers.get('retry-after')).toBe('3');
    expect((await call(sandbox, '/groups/9')).status).toBe(200);
  });

  it('send HTML pages, empty bodies, status 304 and other JSON', async () => {
    sandbox.faults.add({ html: true, times: 1 });
    expect((await call(sandbox, '/groups')).text).toContain('<title>502</title>');
    sandbox.faults.add({ status: 500, emptyBody: true, times: 1 });
    expect(await call(sandbox, '/groups')).toMatchObject({ status: 500, text: '' });
    sandbox.faults.add({ status: 304, times: 1 });
    expect(await call(sandbox, '/groups')).toMatchObject({ status: 304, text: '' });
    sandbox.faults.add({ body: [{ id: 1, unknown: true }], times: 1 });
    expect(await call(sandbox, '/groups')).toMatchObject({ status: 200, json: [{ id: 1, unknown: true }] });
  });

  it('reset connections and truncate bodies', async () => {
    sandbox.faults.add({ reset: true, times: 1 });
    await expect(call(sandbox, '/groups')).rejects.toThrow();
    sandbox.faults.add({ truncate: true, times: 1 });
    await expect(call(sandbox, '/groups')).rejects.toThrow();
  });

  it('are set and removed over HTTP, which returns 400 for unknown members', async () => {
    const control = new URL('/__faults', sandbox.url);
    await fetch(control, { method: 'POST', body: JSON.stringify({ status: 503, times: 1 }) });
    expect((await call(sandbox, '/groups')).status).toBe(503);
    expect((await fetch(control, { method: 'POST', body: JSON.stringify({ explode: true }) })).status).toBe(400);
    await fetch(control, { method: 'DELETE' });
    expect(sandbox.faults.active).toEqual([]);
  });
});
