/** Paging as clients do it: through a list of 2,000 pipelines, and one of 50,001 users. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { landmarks } from '../../src/sandbox/index.ts';
import {
  PipelinesPageDocument,
  type PipelinesPageQuery,
  UsersPageDocument,
  type UsersPageQuery,
} from '../documents/documents.gen.ts';
import { type GraphResponse, type SandboxedFacade, sandboxWords, startFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const project = String(landmarks.busyProject.id);
const list = `GET /projects/${project}/pipelines`;
type Page = NonNullable<NonNullable<PipelinesPageQuery['project']>['pipelines']>;

async function pageOf(args: {
  first?: number;
  after?: string | null;
  last?: number;
  before?: string | null;
}): Promise<Page> {
  const { data, errors } = await facade.execute(PipelinesPageDocument, { project, ...args });
  expect(errors).toBeUndefined();
  if (!data.project) throw new Error('There is no page');
  return data.project.pipelines;
}

const idsOf = ({ nodes }: Page): number[] => nodes.map((node) => node.databaseId);
/** The newest first, as the list has them. */
const everyId = Array.from({ length: 2000 }, (_, index) => 3000 - index);

describe('a cursor', () => {
  const read = (args: string) =>
    facade.execute<{ project: { pipelines: { pageInfo: { endCursor: string } } | null } }>(
      `{ project(id: ${project}) { pipelines(first: 2${args}) { nodes { id } pageInfo { endCursor } } } }`,
    );

  test.each([
    ['', ', orderBy: { field: UPDATED_AT }'],
    ['', ', orderBy: { field: ID, direction: ASC }'],
    [', orderBy: { field: UPDATED_AT }', ''],
    [', orderBy: { field: REF, direction: ASC }', ', orderBy: { field: REF, direction: DESC }'],
    ['', ', filter: { status: SUCCESS }'],
    [', filter: { status: SUCCESS }', ''],
    [', filter: { status: SUCCESS }', ', filter: { status: FAILED }'],
    [', filter: { status: SUCCESS }', ', filter: { status: SUCCESS, ref: "main" }'],
    [', filter: { status: SUCCESS }, orderBy: { field: REF }', ', filter: { status: SUCCESS }'],
  ])('rejects one of the arguments "%s" with the arguments "%s" before any call', async (order, other) => {
    const { data } = await read(order);
    const after = `, after: "${data.project.pipelines?.pageInfo.endCursor}"`;
    expect((await read(`${order}${after}`)).errors).toBeUndefined();
    facade.forget();
    const { errors } = await read(`${other}${after}`);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      violations: [{ path: ['after'], message: 'must be a cursor of this field with the same filter and order' }],
    });
    expect(facade.calls).toEqual([]);
  });

  test.each([
    [', filter: {}', ''],
    [', filter: { ref: null }', ''],
    [', filter: { status: SUCCESS, ref: "main" }', ', filter: { ref: "main", status: SUCCESS, name: null }'],
  ])('accepts one of the filter "%s" with the equal filter "%s"', async (filter, equal) => {
    const { data } = await read(filter);
    const after = data.project.pipelines?.pageInfo.endCursor;
    if (typeof after !== 'string') throw new Error('The list is empty');
    expect((await read(`${equal}, after: "${after}"`)).errors).toBeUndefined();
  });

  test('accepts one of its filter that another instance with the same key has issued', async () => {
    const env = { CURSOR_KEY: 'k'.repeat(32) };
    const query = (after: string) =>
      `{ users(first: 2, filter: { search: "a" }${after}) { nodes { username } pageInfo { endCursor } } }`;
    const readPage = async (after: string) => {
      const keyed = await startSandboxed({ env });
      onTestFinished(() => keyed.close());
      return keyed.execute<{ users: { nodes: { username: string }[]; pageInfo: { endCursor: string } } }>(
        query(after),
        {},
        { as: 'developer' },
      );
    };
    const first = await readPage('');
    const second = await readPage(`, after: "${first.data.users.pageInfo.endCursor}"`);
    expect(second.errors).toBeUndefined();
    expect(second.data.users.nodes).not.toEqual(first.data.users.nodes);
  });

  test('accepts one of the documented order if that order is given', async () => {
    const { data } = await read('');
    const after = `, after: "${data.project.pipelines?.pageInfo.endCursor}"`;
    expect((await read(`, orderBy: { field: ID }${after}`)).errors).toBeUndefined();
  });

  test('equals that of version 0.2 in the documented order, so that both versions can run side by side', async () => {
    const keyed = await startSandboxed({ env: { CURSOR_KEY: 'k'.repeat(32) } });
    onTestFinished(() => keyed.close());
    const signature = createHmac('sha256', 'k'.repeat(32)).update('listPipelines\0o:1').digest('base64url');
    const endCursor = signature.slice(0, 24) + Buffer.from('o:1').toString('base64url');
    const { data } = await keyed.execute(
      `{ project(id: ${project}) { pipelines(first: 2) { pageInfo { endCursor } } } }`,
    );
    expect(data).toEqual({ project: { pipelines: { pageInfo: { endCursor } } } });
  });
});

describe('an empty page before others', () => {
  const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const lists = [
    [
      'pipelines by page numbers',
      (args: string) => `project(id: ${project}) { list: pipelines(${args}) { ${pageInfo} } }`,
    ],
    ['users by next links', (args: string) => `list: users(${args}) { ${pageInfo} }`],
  ] as const;

  test.each(lists)('has the cursor of `after`, or null at the start of the list: %s', async (_, select) => {
    const read = async (args: string) => {
      const { data, errors } = await facade.execute<{
        project?: { list: Pick<Page, 'pageInfo'> };
        list?: Pick<Page, 'pageInfo'>;
      }>(`{ ${select(args)} }`, {}, { as: 'administrator' });
      expect(errors).toBeUndefined();
      return (data.project?.list ?? data.list)?.pageInfo;
    };
    const none = { hasNextPage: true, startCursor: null };
    expect(await read('first: 0')).toEqual({ ...none, hasPreviousPage: false, endCursor: null });
    const first = await read('first: 3');
    const empty = await read(`first: 0, after: "${first?.endCursor}"`);
    expect(empty).toEqual({ ...none, hasPreviousPage: true, endCursor: first?.endCursor });
  });

  test('has the cursor before `before` for last: 0', async () => {
    const { pageInfo } = await pageOf({ first: 4 });
    const [, , third] = (await pageOf({ first: 4 })).edges;
    const empty = await pageOf({ last: 0, before: pageInfo.endCursor });
    expect(empty.pageInfo).toMatchObject({ hasNextPage: true, endCursor: third?.cursor });
  });
});

describe('2,000 pipelines', () => {
  test.each([20, 64, 99, 100, 101, 128, 200, 250])('contain each item once forward, first: %i', async (first) => {
    const items: unknown[] = [];
    let after: string | null = null;
    for (let pages = 0; ; pages++) {
      facade.forget();
      const page: Page = await pageOf({ first, after });
      items.push(...idsOf(page));
      expect(page.totalCount).toBe(2000);
      expect(page.pageInfo.hasPreviousPage).toBe(pages > 0);
      expect(page.edges.map((edge) => edge.cursor).at(-1)).toBe(page.pageInfo.endCursor);
      if (first <= 100) expect(facade.calls).toEqual([`${list}?page=${pages + 1}&per_page=${first}`]);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(items).toEqual(everyId);
  });

  test.each([17, 100, 130, 250])('contain each item once backward, last: %i', async (last) => {
    const items: unknown[] = [];
    let before: string | null = null;
    for (;;) {
      const page: Page = await pageOf({ last, before });
      items.unshift(...idsOf(page));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(items).toEqual(everyId);
  });

  test('are 20 a page by default', async () => {
    const page = await pageOf({});
    expect(idsOf(page)).toEqual(everyId.slice(0, 20));
    expect(facade.calls).toEqual([`${list}?page=1&per_page=20`]);
  });

  test('are several pages, fetched concurrently, for more than 100', async () => {
    const page = await pageOf({ first: 250 });
    expect(idsOf(page)).toEqual(everyId.slice(0, 250));
    expect(facade.calls).toHaveLength(3);
  });

  test('cost one more call for last without before', async () => {
    const page = await pageOf({ last: 20 });
    expect(idsOf(page)).toEqual(everyId.slice(-20));
    expect(page.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(facade.calls).toEqual([`${list}?page=1&per_page=1`, `${list}?page=100&per_page=20`]);
  });

  test('cost one call for one item for totalCount alone', async () => {
    const { data } = await facade.execute('{ project(id: 14) { pipelines { totalCount } } }');
    expect(data).toEqual({ project: { pipelines: { totalCount: 2000 } } });
    expect(facade.calls).toEqual([`${list}?page=1&per_page=1`]);
  });

  test('cost nothing more for totalCount next to the items', async () => {
    await facade.execute('{ project(id: 14) { pipelines(first: 3) { totalCount edges { node { iid } } } } }');
    expect(facade.calls).toHaveLength(1);
  });

  test('cost no call for a connection without a selection', async () => {
    const { errors } = await facade.execute('{ project(id: 14) { pipelines { __typename } } }');
    expect(errors).toBeUndefined();
    expect(facade.calls).toEqual([]);
  });

  test('accept first and last of 0, and as many as are allowed', async () => {
    expect(idsOf(await pageOf({ first: 0 }))).toEqual([]);
    expect(idsOf(await pageOf({ first: 10_000 }))).toEqual(everyId);
  });
});

describe('invalid arguments', () => {
  test.each([
    ['first: -1', ['first']],
    ['first: 10001', ['first']],
    ['last: -1', ['last']],
    ['first: 1, last: 1', ['last']],
    ['after: "nonsense"', ['after']],
    ['before: ""', ['before']],
    ['first: -1, after: "nonsense", before: "?"', ['first', 'after', 'before']],
  ])('cause an error before any call: %s', async (args, places) => {
    const { data, errors } = await facade.execute(`{ project(id: 14) { pipelines(${args}) { nodes { iid } } } }`);
    expect(data).toEqual({ project: { pipelines: null } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    const violations = errors?.[0]?.extensions?.violations;
    expect(Array.isArray(violations) && violations.map((violation) => violation.path.join('.'))).toEqual(places);
    expect(facade.calls).toEqual([]);
  });

  test('include last and before on a keyset list', async () => {
    const { errors } = await facade.execute('{ users(last: 5) { nodes { username } } }', {}, { as: 'developer' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path: ['last'] }] });
    expect(facade.calls).toEqual([]);
  });
});

describe('keyset paging', () => {
  let large: SandboxedFacade;
  const users = 50_001;
  beforeAll(async () => {
    large = await startSandboxed({ sandbox: { scale: { users } } });
  });
  afterAll(() => large.close());

  test('reads 50,001 users to the end, in one call a page of up to 100', { timeout: 120_000 }, async () => {
    const items: number[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { data, errors }: GraphResponse<UsersPageQuery> = await large.execute(
        UsersPageDocument,
        { first: 2000, after },
        { as: 'developer' },
      );
      expect(errors).toBeUndefined();
      items.push(...data.users.nodes.map((user) => user.databaseId));
      more = data.users.pageInfo.hasNextPage;
      after = data.users.pageInfo.endCursor;
      expect(data.users.totalCount).toBeNull();
    }
    expect(items).toHaveLength(users);
    expect(items).toEqual(items.toSorted((a, b) => b - a));
    expect(new Set(items).size).toBe(users);
    expect(large.calls).toHaveLength(Math.ceil(users / 100));
    expect(large.calls[0]).toBe('GET /users?pagination=keyset&per_page=100');
  });

  test('pages with any first', async () => {
    for (const first of [7, 20, 100, 130]) {
      const items: number[] = [];
      let after: string | null = null;
      for (let pages = 0; pages < 5; pages++) {
        const { data }: GraphResponse<UsersPageQuery> = await large.execute(
          UsersPageDocument,
          { first, after },
          { as: 'developer' },
        );
        items.push(...data.users.nodes.map((user) => user.databaseId));
        expect(data.users.pageInfo.hasPreviousPage).toBe(pages > 0);
        after = data.users.pageInfo.endCursor;
      }
      expect(new Set(items).size).toBe(5 * first);
      expect(items).toEqual(items.toSorted((a, b) => b - a));
    }
  });

  test('rejects paging by number with a clear error if there are too many', async () => {
    const { data, errors } = await large.execute(
      '{ users(orderBy: { field: NAME }) { nodes { username } } }',
      {},
      { as: 'administrator' },
    );
    expect(data).toEqual({ users: null });
    expect(errors?.[0]?.message).toContain('keyset');
  });
});

describe('paging that goes on by itself', () => {
  test('ends for a filter that finds nothing', async () => {
    const { data } = await facade.execute(
      '{ project(id: 14) { pipelines(filter: { ref: "no-such-ref" }) { totalCount nodes { iid } pageInfo { hasNextPage endCursor } } } }',
    );
    expect(data).toEqual({
      project: { pipelines: { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
    });
  });

  test('reports a page that fails as an error on the field, not as half a list', async () => {
    const takeBack = facade.sandbox.faults.add({ match: { contains: 'page=2' }, status: 500 });
    const { data, errors } = await facade.execute('{ project(id: 14) { pipelines(first: 250) { nodes { iid } } } }');
    takeBack();
    expect(data).toEqual({ project: { pipelines: null } });
    expect(errors).toMatchObject([{ path: ['project', 'pipelines'], extensions: { code: 'UPSTREAM_FAILED' } }]);
  });
});

describe('groups by keyset, for callers who are not signed in', () => {
  const document =
    'query ($first: Int, $after: String) { groups(keyset: true, first: $first, after: $after) { nodes { databaseId } totalCount pageInfo { hasNextPage endCursor } } }';
  interface Groups {
    readonly groups: {
      readonly nodes: readonly { readonly databaseId: number }[];
      readonly totalCount: number | null;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  }

  test('reads groups by id, each once', async () => {
    const items: number[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { data, errors }: GraphResponse<Groups> = await facade.execute<Groups>(document, { first: 3, after });
      expect(errors).toBeUndefined();
      expect(data.groups.totalCount).toBeNull();
      items.push(...data.groups.nodes.map(({ databaseId }) => databaseId));
      more = data.groups.pageInfo.hasNextPage;
      after = data.groups.pageInfo.endCursor;
    }
    expect(facade.calls[0]).toBe('GET /groups?order_by=id&pagination=keyset&per_page=3&sort=asc');
    const all = await facade.execute<Groups>('{ groups(first: 100, orderBy: { field: ID }) { nodes { databaseId } } }');
    expect(items).toEqual(all.data.groups.nodes.map(({ databaseId }) => databaseId));
    expect(items.length).toBeGreaterThan(3);
  });

  test('rejects a cursor of keyset paging in offset paging, and the reverse', async () => {
    const byNumber = await facade.execute<Groups>('{ groups(first: 1) { pageInfo { endCursor } } }');
    const { endCursor } = byNumber.data.groups.pageInfo;
    facade.forget();
    const { errors } = await facade.execute(document, { first: 1, after: endCursor });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path: ['after'] }] });
    expect(facade.calls).toEqual([]);
  });
});

describe('cursors of several instances', () => {
  const key = 'one key for all of the instances';
  const first = '{ project(id: 14) { pipelines(first: 2) { pageInfo { endCursor } } } }';
  const next =
    'query ($after: String) { project(id: 14) { pipelines(first: 2, after: $after) { nodes { databaseId } } } }';
  type First = { readonly project: { readonly pipelines: { readonly pageInfo: { readonly endCursor: string } } } };

  test.each([
    ['are the same with one CURSOR_KEY', key, true],
    ['are each their own without', '', false],
  ])('%s', async (_, CURSOR_KEY, shared) => {
    const [one, other] = await Promise.all([
      startFacade(facade.sandbox.url, { CURSOR_KEY }, { words: sandboxWords }),
      startFacade(facade.sandbox.url, { CURSOR_KEY }, { words: sandboxWords }),
    ]);
    try {
      const { data } = await one.execute<First>(first);
      const after = data.project.pipelines.pageInfo.endCursor;
      const { errors } = await other.execute(next, { after });
      expect(errors?.[0]?.extensions?.code).toBe(shared ? undefined : 'BAD_USER_INPUT');
      const elsewhere = await one.execute('query ($after: String) { groups(after: $after) { nodes { name } } }', {
        after,
      });
      expect(elsewhere.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    } finally {
      await one.close();
      await other.close();
    }
  });

  test('stay valid while CURSOR_KEY is replaced in two steps', async () => {
    const fresh = 'another key for cursors, which is long enough';
    const start = (env: Readonly<Record<string, string>>) =>
      startFacade(facade.sandbox.url, env, { words: sandboxWords });
    const steps = await Promise.all([
      start({ CURSOR_KEY: key }),
      start({ CURSOR_KEY: key, CURSOR_KEY_ACCEPTED: fresh }),
      start({ CURSOR_KEY: fresh, CURSOR_KEY_ACCEPTED: key }),
      start({ CURSOR_KEY: fresh }),
    ]);
    try {
      const codes = await Promise.all(
        steps.map(async (writer) => {
          const { data } = await writer.execute<First>(first);
          const after = data.project.pipelines.pageInfo.endCursor;
          return Promise.all(steps.map(async (reader) => (await reader.execute(next, { after })).errors === undefined));
        }),
      );
      // Instances of one step and of the next always read each other's cursors.
      expect(codes).toEqual([
        [true, true, true, false],
        [true, true, true, false],
        [false, true, true, true],
        [false, true, true, true],
      ]);
    } finally {
      await Promise.all(steps.map((facade) => facade.close()));
    }
  });
});
