/** Hostile responses of the upstream: each fails at most its field, with a code, and other fields keep their data. */
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { everything } from '../graph/everything.ts';
import { type Facade, type GraphResponse, startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

interface Hostile {
  readonly execute: Facade['execute'];
  /** Requests, as `GET /projects/1/pipelines?per_page=20`. */
  readonly calls: readonly string[];
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a facade whose upstream sends the responses of a listener. */
async function startHostile(respond: RequestListener, env: FacadeSettings = {}): Promise<Hostile> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.replace('/api/v4', '')}`);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  closers.push(async () => {
    await facade.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { execute: facade.execute, calls };
}

const neighbour = { id: 1, name: 'kept' };

/** Responds to reads of the neighbour with its project, and to all others with this response. */
function respondExceptToNeighbour(
  body: string,
  status = 200,
  headers: Readonly<Record<string, string | string[]>> = {},
): RequestListener {
  return (request, response) => {
    const isNeighbour = request.url?.startsWith('/api/v4/projects/1') === true;
    response.writeHead(isNeighbour ? 200 : status, {
      'content-type': 'application/json',
      ...(isNeighbour ? {} : headers),
    });
    response.end(isNeighbour ? JSON.stringify(neighbour) : body);
  };
}

/** Adds a field whose data must not be affected. */
const withNeighbour = (field: string) => `{ neighbour: project(id: 1) { name } ${field} }`;

function expectHarmless({ data, errors = [] }: GraphResponse<unknown>): void {
  expect(data).toMatchObject({ neighbour: { name: 'kept' } });
  for (const { message, extensions } of errors) {
    expect(extensions?.code, message).toEqual(expect.any(String));
    expect(extensions?.code, message).not.toBe('INTERNAL_SERVER_ERROR');
  }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const nestedMaps = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('deeply nested JSON', () => {
  test.each([
    ['2,400 lists', nested(2400)],
    ['20,000 lists', nested(20_000)],
    ['2,400 maps', nestedMaps(2400)],
    ['9,000 maps', nestedMaps(9000)],
  ])('fails only its field: %s in place of each attribute', async (_, nestedJson) => {
    const types = [
      ['MergeRequest', 'project(id: 5) { mergeRequest(iid: 7) { ', ' } }'],
      ['User', 'user(by: { id: 5 }) { ', ' }'],
      ['Group', 'group(id: 5) { ', ' }'],
      ['Runner', 'runner(id: 5) { ', ' }'],
      ['Pipeline', 'project(id: 5) { pipeline(id: 7) { ', ' } }'],
    ] as const;
    for (const [type, before, after] of types) {
      const selection = everything(type);
      // Every attribute of the type, under the name that the upstream gives it.
      const attributeNames = [...new Set(selection.match(/\w+/g))].map((name) =>
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      const body = `{${attributeNames.map((name) => `"${name}":${nestedJson}`).join(',')}}`;
      const { execute } = await startHostile(respondExceptToNeighbour(body));
      const result = await execute(withNeighbour(before + selection + after));
      expectHarmless(result);
      expect(result.errors?.length).toBeGreaterThan(0);
    }
  });

  test.each([nested(2400), nested(300_000), `[${nested(2400)}]`, nestedMaps(100_000), '['.repeat(4_000_000)])(
    'fails only its field: in place of a list or an object (%#)',
    async (text) => {
      const { execute } = await startHostile(respondExceptToNeighbour(text));
      for (const field of [
        'users { nodes { username } totalCount }',
        'user(by: { id: 7 }) { username }',
        'featureFlags { nodes { name gates { key listValue } } }',
        'group(id: 5) { id name integrations { nodes { slug } } }',
      ])
        expectHarmless(await execute(withNeighbour(field)));
    },
  );
});

describe('unexpected header values', () => {
  const invalidNumbers = ['100000000000000000000', '9007199254740993', '2147483648', '1e400', '-1', 'NaN', '٣'];
  const pageHeaders = ['x-total', 'x-total-pages', 'x-page', 'x-per-page', 'x-next-page', 'x-prev-page'];
  const limitHeaders = [
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'retry-after',
    'content-length-hint',
  ];

  test.each(invalidNumbers)(
    'do not affect the items of a list: %s in each header of pages and limits',
    async (value) => {
      const text = Buffer.from(value).toString('latin1');
      for (const name of [...pageHeaders, ...limitHeaders]) {
        const { execute } = await startHostile(
          respondExceptToNeighbour('[{"id":5,"username":"a"}]', 200, { [name]: text }),
        );
        const result = await execute<{ users: { nodes: { username: string }[] } | null }>(
          withNeighbour(
            'users(orderBy: { field: NAME }) { nodes { username } totalCount pageInfo { hasNextPage endCursor } } all: users(orderBy: { field: NAME }) { totalCount }',
          ),
        );
        expectHarmless(result);
        expect(result.data.users?.nodes, `${name}: ${value}`).toEqual([{ username: 'a' }]);
      }
    },
  );

  test('with an invalid request id are not in the response', async () => {
    for (const id of ['x'.repeat(5000), '<script>alert(1)</script>', 'a b']) {
      const { execute } = await startHostile(respondExceptToNeighbour('{}', 500, { 'x-request-id': id }));
      const result = await execute(withNeighbour('user(by: { id: 5 }) { username }'));
      expectHarmless(result);
      expect(JSON.stringify(result)).not.toContain(id);
    }
  });

  test('with a Retry-After of decades return RATE_LIMITED with a retryAfter of one day', async () => {
    for (const wait of ['1000000000', 'Fri, 01 Jan 2100 00:00:00 GMT', '1e300']) {
      const { execute, calls } = await startHostile(respondExceptToNeighbour('{}', 429, { 'retry-after': wait }), {
        READ_RETRIES: '2',
      });
      const { errors } = await execute('{ user(by: { id: 5 }) { username } }');
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 86_400 });
      expect(calls).toHaveLength(1);
    }
  });

  test('with a Link of thousands of characters fail only the field', async () => {
    for (const link of ['<'.repeat(8000), '<a>;'.repeat(2000), `<?cursor=${'x'.repeat(5000)}>; rel="next"`]) {
      const { execute } = await startHostile(respondExceptToNeighbour('[{"id":5,"username":"a"}]', 200, { link }));
      expectHarmless(await execute(withNeighbour('users(first: 1) { nodes { username } pageInfo { endCursor } }')));
    }
  });
});

describe('messages of upstream errors', () => {
  const secret = 'postgres://portico:hunter2@10.0.0.7:5432/main';

  test.each([500, 502, 503, 504, 599])(
    'with status %i contain no text of the upstream, and requestId identifies the call',
    async (status) => {
      const body = JSON.stringify({ message: `connection to ${secret} failed`, error: secret, errors: [secret] });
      const { execute } = await startHostile(respondExceptToNeighbour(body, status, { 'x-request-id': '01HXYZ-7' }));
      const result = await execute(withNeighbour('user(by: { id: 5 }) { username }'));
      expectHarmless(result);
      expect(JSON.stringify(result)).not.toMatch(/hunter2|10\.0\.0\.7|postgres/);
      expect(result.errors?.[0]?.extensions).toMatchObject({ status, requestId: '01HXYZ-7' });
    },
  );

  test('with status 400 omit the password in a URL', async () => {
    const { execute } = await startHostile(
      respondExceptToNeighbour(JSON.stringify({ message: `No route to ${secret}` }), 400),
    );
    expect(JSON.stringify(await execute('{ user(by: { id: 5 }) { username } }'))).not.toContain('hunter2');
  });

  test.each([
    ['https://user:hunter2@git.example.com/a', 'https://git.example.com/a'],
    ['https://user:hun@ter2@git.example.com/a', 'https://git.example.com/a'],
    ['https://user:hunt/er2@git.example.com/a', 'https://git.example.com/a'],
    ['https://hunter2@git.example.com:8080/a', 'https://git.example.com:8080/a'],
    ['https://git.example.com:8080/@scope/a', 'https://git.example.com:8080/@scope/a'],
    ['https://[::1]/a@b', 'https://[::1]/a@b'],
  ])('with status 400 omit the credentials in %s', async (url, redactedUrl) => {
    const { execute } = await startHostile(
      respondExceptToNeighbour(JSON.stringify({ message: `Cannot clone ${url} now` }), 400),
    );
    const { errors } = await execute('{ user(by: { id: 5 }) { username } }');
    expect(errors?.[0]?.message).toBe(`Cannot clone ${redactedUrl} now`);
  });

  test('with several megabytes are shortened within 5 seconds', async () => {
    const bodies = [
      JSON.stringify({ message: `${'https://'.repeat(2_000_000)}@` }),
      JSON.stringify({ message: 'a:'.repeat(4_000_000) }),
      `{"message":${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}}`,
      JSON.stringify({ message: Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, ''])) }),
    ];
    for (const body of bodies) {
      const { execute } = await startHostile(respondExceptToNeighbour(body, 400));
      const startedAt = performance.now();
      const result = await execute(withNeighbour('user(by: { id: 5 }) { username }'));
      expectHarmless(result);
      expect(JSON.stringify(result).length).toBeLessThan(10_000);
      // A regular expression that tries each start position takes minutes.
      expect(performance.now() - startedAt).toBeLessThan(5000);
    }
  });
});

describe('responses with unexpected status or ETag', () => {
  test('a 304 to an unconditional request returns UPSTREAM_INVALID_RESPONSE and is not cached', async () => {
    let status = 304;
    const { execute, calls } = await startHostile((request, response) => {
      expect(request.headers['if-none-match']).toBeUndefined();
      response.writeHead(status, { etag: '"1"', 'content-type': 'application/json' });
      response.end(status === 304 ? undefined : '{"id":5,"username":"a"}');
    });
    const read = () => execute('{ user(by: { id: 5 }) { username } }');
    for (let time = 0; time < 2; time++) {
      const { data, errors } = await read();
      expect(data).toEqual({ user: null });
      expect(errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_RESPONSE');
    }
    status = 200;
    expect((await read()).data).toEqual({ user: { username: 'a' } });
    expect(calls).toHaveLength(3);
  });

  test('a 304 with another ETag than the one requested does not revalidate the cached response', async () => {
    const conditions: (string | undefined)[] = [];
    const { execute } = await startHostile((request, response) => {
      const condition = request.headers['if-none-match'];
      conditions.push(condition);
      const isFirst = conditions.length === 1;
      response.writeHead(condition === undefined ? 200 : 304, {
        etag: isFirst ? '"1"' : '"2"',
        'content-type': 'application/json',
      });
      response.end(condition === undefined ? `{"id":5,"username":"${isFirst ? 'old' : 'new'}"}` : undefined);
    });
    const names: unknown[] = [];
    for (let time = 0; time < 3; time++) names.push((await execute('{ user(by: { id: 5 }) { username } }')).data);
    expect(names).toEqual([
      { user: { username: 'old' } },
      { user: { username: 'new' } },
      { user: { username: 'new' } },
    ]);
    expect(conditions).toEqual([undefined, '"1"', undefined, '"2"']);
  });

  test.each([
    ['without an ETag', undefined],
    ['with the weak form of the ETag', 'W/"1"'],
  ])('a 304 %s revalidates the cached response', async (_, etag) => {
    const { execute, calls } = await startHostile((request, response) => {
      const isConditional = request.headers['if-none-match'] !== undefined;
      response.writeHead(isConditional ? 304 : 200, {
        ...(isConditional ? etag && { etag } : { etag: '"1"' }),
        'content-type': 'application/json',
      });
      response.end(isConditional ? undefined : '{"id":5,"username":"a"}');
    });
    for (let time = 0; time < 2; time++)
      expect((await execute('{ user(by: { id: 5 }) { username } }')).data).toEqual({ user: { username: 'a' } });
    expect(calls).toHaveLength(2);
  });

  test.each([
    ['201', 201, '"1"'],
    ['203', 203, '"1"'],
    ['206', 206, '"1"'],
    ['200 with an ETag that cannot be sent back', 200, '"\u00e9\u00ff"'],
    ['200 with an ETag of 5,000 characters', 200, `"${'x'.repeat(5000)}"`],
  ])('%s is not cached', async (_, status, etag) => {
    const conditions: (string | undefined)[] = [];
    const { execute } = await startHostile((request, response) => {
      conditions.push(request.headers['if-none-match']);
      response.writeHead(status, { etag, 'content-type': 'application/json' });
      response.end('{"id":5,"username":"a"}');
    });
    for (let time = 0; time < 2; time++)
      expect((await execute('{ user(by: { id: 5 }) { username } }')).data).toEqual({ user: { username: 'a' } });
    expect(conditions).toEqual([undefined, undefined]);
  });
});

describe('lists with missing or wrong page headers', () => {
  const flags = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `flag_${index}`, state: 'on' }));

  test.each([
    [100, 2],
    [99, 2],
    [250, 1],
    [0, 1],
  ])('return null for an object that is not one of %i items, in %i calls', async (count, calls) => {
    const upstream = await startHostile((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(flags(count)));
    });
    const { data, errors } = await upstream.execute('{ node(id: "gid://service/FeatureFlag/absent") { id } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: null });
    expect(upstream.calls).toHaveLength(calls);
  });

  test.each([1, 7, 20, 100, 250])('return each of 20 or 100 items once with first: %i', async (first) => {
    for (const count of [20, 100]) {
      const { execute, calls } = await startHostile((_, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(flags(count)));
      });
      const items: string[] = [];
      let after: string | null = null;
      for (let hasNextPage = true; hasNextPage; ) {
        interface Page {
          readonly featureFlags: {
            readonly nodes: { readonly name: string }[];
            readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
          };
        }
        const { data, errors }: GraphResponse<Page> = await execute<Page>(
          'query ($first: Int!, $after: String) { featureFlags(first: $first, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }',
          { first, after },
        );
        expect(errors).toBeUndefined();
        items.push(...data.featureFlags.nodes.map(({ name }) => name));
        ({ hasNextPage, endCursor: after } = data.featureFlags.pageInfo);
      }
      expect(items).toEqual(flags(count).map(({ name }) => name));
      expect(calls.length).toBeLessThanOrEqual(Math.ceil(count / first) + 1);
    }
  });

  test('return UPSTREAM_INVALID_RESPONSE for a next link to the same page', async () => {
    const { execute, calls } = await startHostile(
      respondExceptToNeighbour('[{"id":5,"username":"a"}]', 200, {
        link: '<https://forge.example.com/api/v4/users?cursor=again>; rel="next"',
      }),
    );
    const result = await execute(withNeighbour('users(first: 500) { nodes { username } }'));
    expectHarmless(result);
    expect(result.errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_RESPONSE');
    expect(calls.filter((call) => call.includes('/users'))).toHaveLength(2);
  });

  test('return hasNextPage after one call if an empty page has a next link', async () => {
    let page = 0;
    const { execute, calls } = await startHostile((_, response) => {
      page += 1;
      response.writeHead(200, { link: `<https://forge.example.com/users?cursor=${page}>; rel="next"` });
      response.end('[]');
    });
    const { data } = await execute('{ users(first: 500) { nodes { username } pageInfo { hasNextPage endCursor } } }');
    expect(data).toEqual({
      users: { nodes: [], pageInfo: { hasNextPage: true, endCursor: expect.any(String) } },
    });
    expect(calls).toHaveLength(1);
  });
});
