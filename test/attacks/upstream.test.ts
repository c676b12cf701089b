/** Hostile responses of the upstream: each fails at most its field, with a code, and other fields keep their data. */
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { everything } from '../graph/everything.ts';
import { type Facade, type GraphResponse, startFacade } from '../harness.ts';

interface Hostile {
  readonly execute: Facade['execute'];
  /** Requests, as `GET /projects/1/pipelines?per_page=20`. */
  readonly calls: readonly string[];
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A facade with an upstream that answers as it likes. */
async function startHostile(answer: RequestListener, env: NodeJS.ProcessEnv = {}): Promise<Hostile> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.replace('/api/v4', '')}`);
    answer(request, response);
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

/** The answer for the neighbour, and this one for everything else. */
function beside(
  text: string,
  status = 200,
  headers: Readonly<Record<string, string | string[]>> = {},
): RequestListener {
  return (request, response) => {
    const isNeighbour = request.url?.startsWith('/api/v4/projects/1') === true;
    response.writeHead(isNeighbour ? 200 : status, {
      'content-type': 'application/json',
      ...(isNeighbour ? {} : headers),
    });
    response.end(isNeighbour ? JSON.stringify(neighbour) : text);
  };
}

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

describe('nested without end', () => {
  test.each([
    ['2,400 lists', nested(2400)],
    ['20,000 lists', nested(20_000)],
    ['2,400 maps', nestedMaps(2400)],
    ['9,000 maps', nestedMaps(9000)],
  ])('%s in place of every attribute', async (_, deep) => {
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
      const names = [...new Set(selection.match(/\w+/g))].map((name) =>
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      const body = `{${names.map((name) => `"${name}":${deep}`).join(',')}}`;
      const { execute } = await startHostile(beside(body));
      const answer = await execute(withNeighbour(before + selection + after));
      expectHarmless(answer);
      expect(answer.errors?.length).toBeGreaterThan(0);
    }
  });

  test.each([nested(2400), nested(300_000), `[${nested(2400)}]`, nestedMaps(100_000), '['.repeat(4_000_000)])(
    'in place of a list or an object (%#)',
    async (text) => {
      const { execute } = await startHostile(beside(text));
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

describe('headers beyond every number', () => {
  const huge = ['100000000000000000000', '9007199254740993', '2147483648', '1e400', '-1', 'NaN', '٣'];
  const names = ['x-total', 'x-total-pages', 'x-page', 'x-per-page', 'x-next-page', 'x-prev-page'];
  const others = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'content-length-hint'];

  test.each(huge)('%s in each of them', async (value) => {
    const text = Buffer.from(value).toString('latin1');
    for (const name of [...names, ...others]) {
      const { execute } = await startHostile(beside('[{"id":5,"username":"a"}]', 200, { [name]: text }));
      const answer = await execute<{ users: { nodes: { username: string }[] } | null }>(
        withNeighbour(
          'users(orderBy: { field: NAME }) { nodes { username } totalCount pageInfo { hasNextPage endCursor } } all: users(orderBy: { field: NAME }) { totalCount }',
        ),
      );
      expectHarmless(answer);
      expect(answer.data.users?.nodes, `${name}: ${value}`).toEqual([{ username: 'a' }]);
    }
  });

  test('request ids that are none are not repeated', async () => {
    for (const id of ['x'.repeat(5000), '<script>alert(1)</script>', 'a b']) {
      const { execute } = await startHostile(beside('{}', 500, { 'x-request-id': id }));
      const answer = await execute(withNeighbour('user(by: { id: 5 }) { username }'));
      expectHarmless(answer);
      expect(JSON.stringify(answer)).not.toContain(id);
    }
  });

  test('reports a wait of 30 years as a day', async () => {
    for (const wait of ['1000000000', 'Fri, 01 Jan 2100 00:00:00 GMT', '1e300']) {
      const { execute, calls } = await startHostile(beside('{}', 429, { 'retry-after': wait }), { READ_RETRIES: '2' });
      const { errors } = await execute('{ user(by: { id: 5 }) { username } }');
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 86_400 });
      expect(calls).toHaveLength(1);
    }
  });

  test('an endless link', async () => {
    for (const link of ['<'.repeat(8000), '<a>;'.repeat(2000), `<?cursor=${'x'.repeat(5000)}>; rel="next"`]) {
      const { execute } = await startHostile(beside('[{"id":5,"username":"a"}]', 200, { link }));
      expectHarmless(await execute(withNeighbour('users(first: 1) { nodes { username } pageInfo { endCursor } }')));
    }
  });
});

describe('messages of failures', () => {
  const secret = 'postgres://portico:hunter2@10.0.0.7:5432/main';

  test.each([500, 502, 503, 504, 599])(
    'come from the facade for status %i, with the id of the request',
    async (status) => {
      const body = JSON.stringify({ message: `connection to ${secret} failed`, error: secret, errors: [secret] });
      const { execute } = await startHostile(beside(body, status, { 'x-request-id': '01HXYZ-7' }));
      const answer = await execute(withNeighbour('user(by: { id: 5 }) { username }'));
      expectHarmless(answer);
      expect(JSON.stringify(answer)).not.toMatch(/hunter2|10\.0\.0\.7|postgres/);
      expect(answer.errors?.[0]?.extensions).toMatchObject({ status, requestId: '01HXYZ-7' });
    },
  );

  test('with other statuses lose the user and password of URLs', async () => {
    const { execute } = await startHostile(beside(JSON.stringify({ message: `No route to ${secret}` }), 400));
    expect(JSON.stringify(await execute('{ user(by: { id: 5 }) { username } }'))).not.toContain('hunter2');
  });

  test.each([
    ['https://user:hunter2@git.example.com/a', 'https://git.example.com/a'],
    ['https://user:hun@ter2@git.example.com/a', 'https://git.example.com/a'],
    ['https://user:hunt/er2@git.example.com/a', 'https://git.example.com/a'],
    ['https://hunter2@git.example.com:8080/a', 'https://git.example.com:8080/a'],
    ['https://git.example.com:8080/@scope/a', 'https://git.example.com:8080/@scope/a'],
    ['https://[::1]/a@b', 'https://[::1]/a@b'],
  ])('lose the credentials in %s', async (url, shown) => {
    const { execute } = await startHostile(beside(JSON.stringify({ message: `Cannot clone ${url} now` }), 400));
    const { errors } = await execute('{ user(by: { id: 5 }) { username } }');
    expect(errors?.[0]?.message).toBe(`Cannot clone ${shown} now`);
  });

  test('are read up to a limit', async () => {
    const bodies = [
      JSON.stringify({ message: `${'https://'.repeat(2_000_000)}@` }),
      JSON.stringify({ message: 'a:'.repeat(4_000_000) }),
      `{"message":${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}}`,
      JSON.stringify({ message: Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, ''])) }),
    ];
    for (const body of bodies) {
      const { execute } = await startHostile(beside(body, 400));
      const startedAt = performance.now();
      const answer = await execute(withNeighbour('user(by: { id: 5 }) { username }'));
      expectHarmless(answer);
      expect(JSON.stringify(answer).length).toBeLessThan(10_000);
      // A regular expression that tries every beginning takes minutes.
      expect(performance.now() - startedAt).toBeLessThan(5000);
    }
  });
});

describe('unrequested responses', () => {
  test('a 304 is no answer, and no later read gets it', async () => {
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
      expect(errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_ANSWER');
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
    ['200 with an ETag without end', 200, `"${'x'.repeat(5000)}"`],
  ])('%s is not kept', async (_, status, etag) => {
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

describe('lists that say nothing of pages', () => {
  const flags = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `flag_${index}`, state: 'on' }));

  test.each([
    [100, 2],
    [99, 1],
    [250, 1],
    [0, 1],
  ])('an absent one of %i is found to be absent in %i calls', async (count, calls) => {
    const upstream = await startHostile((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(flags(count)));
    });
    const { data, errors } = await upstream.execute('{ node(id: "gid://service/FeatureFlag/absent") { id } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: null });
    expect(upstream.calls).toHaveLength(calls);
  });

  test.each([1, 7, 20, 100, 250])('20 of 20, and 100 of 100, with first: %i, come once', async (first) => {
    for (const count of [20, 100]) {
      const { execute, calls } = await startHostile((_, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(flags(count)));
      });
      const items: string[] = [];
      let after: string | null = null;
      for (let more = true; more; ) {
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
        more = data.featureFlags.pageInfo.hasNextPage;
        after = data.featureFlags.pageInfo.endCursor;
      }
      expect(items).toEqual(flags(count).map(({ name }) => name));
      expect(calls.length).toBeLessThanOrEqual(Math.ceil(count / first) + 1);
    }
  });

  test('next links that lead in circles are an error', async () => {
    const { execute, calls } = await startHostile(
      beside('[{"id":5,"username":"a"}]', 200, {
        link: '<https://forge.example.com/api/v4/users?cursor=again>; rel="next"',
      }),
    );
    const answer = await execute(withNeighbour('users(first: 500) { nodes { username } }'));
    expectHarmless(answer);
    expect(answer.errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_ANSWER');
    expect(calls.filter((call) => call.includes('/users'))).toHaveLength(2);
  });

  test('next links over empty pages do not go on for ever', async () => {
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
