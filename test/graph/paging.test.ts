/** Paging of clients through a list of 2,000 pipelines and one of 50,001 users. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { landmarks } from '../../package/sandbox.ts';
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

async function readPage(args: {
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

const getIds = ({ nodes }: Page): number[] => nodes.map((node) => node.databaseId);
/** Ids in the order of the list, newest first. */
const everyId = Array.from({ length: 2000 }, (_, index) => 3000 - index);

describe('cursors', () => {
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
  ])('rejects a cursor of the arguments "%s" with the arguments "%s" before any call', async (args, otherArgs) => {
    const { data } = await read(args);
    const after = `, after: "${data.project.pipelines?.pageInfo.endCursor}"`;
    expect((await read(`${args}${after}`)).errors).toBeUndefined();
    facade.forget();
    const { errors } = await read(`${otherArgs}${after}`);
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
  ])('accepts a cursor of the filter "%s" with the equal filter "%s"', async (filter, equal) => {
    const { data } = await read(filter);
    const after = data.project.pipelines?.pageInfo.endCursor;
    if (typeof after !== 'string') throw new Error('The list is empty');
    expect((await read(`${equal}, after: "${after}"`)).errors).toBeUndefined();
  });

  test('accepts a cursor of another instance with the same CURSOR_KEY for the same filter', async () => {
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

  test('accepts a cursor of the default order if the request states that order', async () => {
    const { data } = await read('');
    const after = `, after: "${data.project.pipelines?.pageInfo.endCursor}"`;
    expect((await read(`, orderBy: { field: ID }${after}`)).errors).toBeUndefined();
  });

  test('returns the cursor of version 0.2 for the default order, so that instances of both versions accept it', async () => {
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

describe('an empty page', () => {
  const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const lists = [
    [
      'pipelines with offset paging',
      (args: string) => `project(id: ${project}) { list: pipelines(${args}) { ${pageInfo} } }`,
    ],
    ['users with keyset paging', (args: string) => `list: users(${args}) { ${pageInfo} }`],
  ] as const;

  test.each(lists)(
    'returns the cursor of `after` as endCursor, or null at the start of the list: %s',
    async (_, select) => {
      const read = async (args: string) => {
        const { data, errors } = await facade.execute<{
          project?: { list: Pick<Page, 'pageInfo'> };
          list?: Pick<Page, 'pageInfo'>;
        }>(`{ ${select(args)} }`, {}, { as: 'administrator' });
        expect(errors).toBeUndefined();
        return (data.project?.list ?? data.list)?.pageInfo;
      };
      const emptyPage = { hasNextPage: true, startCursor: null };
      expect(await read('first: 0')).toEqual({ ...emptyPage, hasPreviousPage: false, endCursor: null });
      const first = await read('first: 3');
      const empty = await read(`first: 0, after: "${first?.endCursor}"`);
      expect(empty).toEqual({ ...emptyPage, hasPreviousPage: true, endCursor: first?.endCursor });
    },
  );

  test('returns the cursor of the item before `before` as endCursor for last: 0', async () => {
    const { pageInfo } = await readPage({ first: 4 });
    const [, , third] = (await readPage({ first: 4 })).edges;
    const empty = await readPage({ last: 0, before: pageInfo.endCursor });
    expect(empty.pageInfo).toMatchObject({ hasNextPage: true, endCursor: third?.cursor });
  });
});

describe('a list of 2,000 pipelines', () => {
  test.each([20, 64, 99, 100, 101, 128, 200, 250])('returns each item once, forward with first: %i', async (first) => {
    const items: unknown[] = [];
    let after: string | null = null;
    for (let pages = 0; ; pages++) {
      facade.forget();
      const page: Page = await readPage({ first, after });
      items.push(...getIds(page));
      expect(page.totalCount).toBe(2000);
      expect(page.pageInfo.hasPreviousPage).toBe(pages > 0);
      expect(page.edges.map((edge) => edge.cursor).at(-1)).toBe(page.pageInfo.endCursor);
      if (first <= 100) expect(facade.calls).toEqual([`${list}?page=${pages + 1}&per_page=${first}`]);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(items).toEqual(everyId);
  });

  test.each([17, 100, 130, 250])('returns each item once, backward with last: %i', async (last) => {
    const items: unknown[] = [];
    let before: string | null = null;
    for (;;) {
      const page: Page = await readPage({ last, before });
      items.unshift(...getIds(page));
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(items).toEqual(everyId);
  });

  test('returns 20 items by default', async () => {
    const page = await readPage({});
    expect(getIds(page)).toEqual(everyId.slice(0, 20));
    expect(facade.calls).toEqual([`${list}?page=1&per_page=20`]);
  });

  test('makes three calls for first: 250', async () => {
    const page = await readPage({ first: 250 });
    expect(getIds(page)).toEqual(everyId.slice(0, 250));
    expect(facade.calls).toHaveLength(3);
  });

  test('makes one further call for last without before', async () => {
    const page = await readPage({ last: 20 });
    expect(getIds(page)).toEqual(everyId.slice(-20));
    expect(page.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(facade.calls).toEqual([`${list}?page=1&per_page=1`, `${list}?page=100&per_page=20`]);
  });

  test('requests one item for totalCount alone', async () => {
    const { data } = await facade.execute('{ project(id: 14) { pipelines { totalCount } } }');
    expect(data).toEqual({ project: { pipelines: { totalCount: 2000 } } });
    expect(facade.calls).toEqual([`${list}?page=1&per_page=1`]);
  });

  test('makes no further call for totalCount if items are selected', async () => {
    await facade.execute('{ project(id: 14) { pipelines(first: 3) { totalCount edges { node { iid } } } } }');
    expect(facade.calls).toHaveLength(1);
  });

  test('makes no call for a connection of which only __typename is selected', async () => {
    const { errors } = await facade.execute('{ project(id: 14) { pipelines { __typename } } }');
    expect(errors).toBeUndefined();
    expect(facade.calls).toEqual([]);
  });

  test('accepts first: 0, and the maximum of 10,000', async () => {
    expect(getIds(await readPage({ first: 0 }))).toEqual([]);
    expect(getIds(await readPage({ first: 10_000 }))).toEqual(everyId);
  });
});

test('reads from the start with an empty cursor', async () => {
  const { data, errors } = await facade.execute(
    '{ project(id: 14) { absent: pipelines(first: 2) { nodes { id } } after: pipelines(first: 2, after: "", before: "") { nodes { id } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ project: { absent: { nodes: [{}, {}] } } });
  const { project } = data as { readonly project: Readonly<Record<'absent' | 'after', unknown>> };
  expect(project.after).toEqual(project.absent);
});

describe('invalid arguments', () => {
  test.each([
    ['first: -1', ['first']],
    ['first: 10001', ['first']],
    ['last: -1', ['last']],
    ['first: 1, last: 1', ['last']],
    ['after: "nonsense"', ['after']],
    ['first: -1, after: "nonsense", before: "?"', ['first', 'after', 'before']],
  ])('returns one error before any call for %s', async (args, paths) => {
    const { data, errors } = await facade.execute(`{ project(id: 14) { pipelines(${args}) { nodes { iid } } } }`);
    expect(data).toEqual({ project: { pipelines: null } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    const violations = errors?.[0]?.extensions?.violations;
    expect(Array.isArray(violations) && violations.map((violation) => violation.path.join('.'))).toEqual(paths);
    expect(facade.calls).toEqual([]);
  });

  test('rejects last with keyset paging before any call', async () => {
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

  test('returns 50,001 users by descending id, with one call per 100 users', { timeout: 120_000 }, async () => {
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

  test('returns distinct users by descending id in five pages with first: 7, 20, 100 and 130', async () => {
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

  test('returns an error that mentions keyset paging for offset paging of 50,001 users', async () => {
    const { data, errors } = await large.execute(
      '{ users(orderBy: { field: NAME }) { nodes { username } } }',
      {},
      { as: 'administrator' },
    );
    expect(data).toEqual({ users: null });
    expect(errors?.[0]?.message).toContain('keyset');
  });
});

describe('slices of several pages', () => {
  test('returns an empty last page for a filter without matches', async () => {
    const { data } = await facade.execute(
      '{ project(id: 14) { pipelines(filter: { ref: "no-such-ref" }) { totalCount nodes { iid } pageInfo { hasNextPage endCursor } } } }',
    );
    expect(data).toEqual({
      project: { pipelines: { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
    });
  });

  test('returns null with an error for a list of which a page fails', async () => {
    const removeFault = facade.sandbox.faults.add({ match: { contains: 'page=2' }, status: 500 });
    const { data, errors } = await facade.execute('{ project(id: 14) { pipelines(first: 250) { nodes { iid } } } }');
    removeFault();
    expect(data).toEqual({ project: { pipelines: null } });
    expect(errors).toMatchObject([{ path: ['project', 'pipelines'], extensions: { code: 'UPSTREAM_FAILED' } }]);
  });
});

describe('keyset paging of groups for anonymous callers', () => {
  const document =
    'query ($first: Int, $after: String) { groups(keyset: true, first: $first, after: $after) { nodes { databaseId } totalCount pageInfo { hasNextPage endCursor } } }';
  interface Groups {
    readonly groups: {
      readonly nodes: readonly { readonly databaseId: number }[];
      readonly totalCount: number | null;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  }

  test('returns each group once, by ascending id', async () => {
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
    expect(facade.calls[0]).toBe('GET /groups?all_available=true&order_by=id&pagination=keyset&per_page=3&sort=asc');
    const all = await facade.execute<Groups>('{ groups(first: 100, orderBy: { field: ID }) { nodes { databaseId } } }');
    expect(items).toEqual(all.data.groups.nodes.map(({ databaseId }) => databaseId));
    expect(items.length).toBeGreaterThan(3);
  });

  test('rejects a cursor of offset paging in keyset paging before any call', async () => {
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
    ['accepts cursors of another instance with the same CURSOR_KEY', key, true],
    ['rejects cursors of another instance without CURSOR_KEY', '', false],
  ])('%s', async (_, CURSOR_KEY, isAccepted) => {
    const [issuer, reader] = await Promise.all([
      startFacade(facade.sandbox.url, { CURSOR_KEY }, { words: sandboxWords }),
      startFacade(facade.sandbox.url, { CURSOR_KEY }, { words: sandboxWords }),
    ]);
    try {
      const { data } = await issuer.execute<First>(first);
      const after = data.project.pipelines.pageInfo.endCursor;
      const { errors } = await reader.execute(next, { after });
      expect(errors?.[0]?.extensions?.code).toBe(isAccepted ? undefined : 'BAD_USER_INPUT');
      const otherField = await issuer.execute('query ($after: String) { groups(after: $after) { nodes { name } } }', {
        after,
      });
      expect(otherField.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    } finally {
      await issuer.close();
      await reader.close();
    }
  });

  test('accepts cursors of instances of the same and the next step while CURSOR_KEY is replaced', async () => {
    const newKey = 'another key for cursors, which is long enough';
    const start = (env: Readonly<Record<string, string>>) =>
      startFacade(facade.sandbox.url, env, { words: sandboxWords });
    const steps = await Promise.all([
      start({ CURSOR_KEY: key }),
      start({ CURSOR_KEY: key, CURSOR_KEY_ACCEPTED: newKey }),
      start({ CURSOR_KEY: newKey, CURSOR_KEY_ACCEPTED: key }),
      start({ CURSOR_KEY: newKey }),
    ]);
    try {
      const accepted = await Promise.all(
        steps.map(async (writer) => {
          const { data } = await writer.execute<First>(first);
          const after = data.project.pipelines.pageInfo.endCursor;
          return Promise.all(steps.map(async (reader) => (await reader.execute(next, { after })).errors === undefined));
        }),
      );
      // Instances of one step and of the next always accept each other's cursors.
      expect(accepted).toEqual([
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
