/** Notes read from the sandbox: lists on all four kinds of things, one note, what they cost. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';

interface Note {
  readonly id: string;
  readonly databaseId: number;
  readonly body: string;
  readonly system: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly internal: boolean;
}
interface Page {
  readonly nodes: readonly Note[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string; readonly startCursor: string };
}

/** Where notes are: the selection that leads there, the REST path, and the start of their global ids. */
const places = {
  issue: ['project(id: "14") { issue(iid: 1)', '/projects/14/issues/1/notes', 'issue/14/1'],
  snippet: ['project(id: "14") { snippet(id: "501")', '/projects/14/snippets/501/notes', 'snippet/14/501'],
  mergeRequest: [
    'project(id: "14") { mergeRequest(iid: 4)',
    '/projects/14/merge_requests/4/notes',
    'merge_request/14/4',
  ],
  epic: ['group(id: "9") { epic(id: "7101")', '/groups/9/epics/7101/notes', 'epic/9/7101'],
} as const;
type Kind = keyof typeof places;
const kinds: readonly Kind[] = ['issue', 'snippet', 'mergeRequest', 'epic'];

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

/** Asks below what notes are about; the value stands under two names. */
async function below<T>(way: string, selection: string, as: Role = 'anonymous') {
  const { data, errors } = await facade.execute<Record<string, Record<string, T | null> | null>>(
    `{ ${way} { ${selection} } } }`,
    {},
    { as },
  );
  const [holder] = Object.values(data ?? {});
  const [value] = Object.values(holder ?? {});
  return { value: value ?? null, errors };
}

async function list(way: string, args = '', selection = 'nodes { id databaseId }', as: Role = 'anonymous') {
  const { value, errors } = await below<{ notes: Page }>(way, `notes${args} { ${selection} }`, as);
  expect(errors).toBeUndefined();
  if (value === null) throw new Error(`${way} is null`);
  return value.notes;
}

describe.each(kinds)('on %s', (kind) => {
  const [way, path, address] = places[kind];

  test('returns the list in one call, with ids that begin with the kind', async () => {
    const { nodes } = await list(way);
    expect(nodes.length).toBeGreaterThan(0);
    for (const { id, databaseId } of nodes) expect(id).toBe(`gid://service/Note/${address}/${databaseId}`);
    expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=20`]);
  });

  test('sorts the newest first by default', async () => {
    const order = async (args: string, by: 'createdAt' | 'updatedAt') => {
      const { nodes } = await list(way, args, 'nodes { databaseId createdAt updatedAt }');
      return nodes.map((note) => note[by]);
    };
    const sorted = (times: readonly string[]) => [...times].sort();
    const newestFirst = await order('(first: 100)', 'createdAt');
    expect(newestFirst).toEqual(sorted(newestFirst).reverse());
    const oldestFirst = await order('(first: 100, orderBy: { field: CREATED_AT, direction: ASC })', 'createdAt');
    expect(oldestFirst).toEqual(sorted(oldestFirst));
    const changedFirst = await order('(first: 100, orderBy: { field: UPDATED_AT, direction: DESC })', 'updatedAt');
    expect(changedFirst).toEqual(sorted(changedFirst).reverse());
    expect(facade.calls).toEqual([
      `GET ${path}?page=1&per_page=100`,
      `GET ${path}?order_by=created_at&page=1&per_page=100&sort=asc`,
      `GET ${path}?order_by=updated_at&page=1&per_page=100&sort=desc`,
    ]);
  });

  test('returns one note by its number and by its global id, with all its attributes, in one call each', async () => {
    const { nodes } = await list(way, '(first: 1)', 'nodes { databaseId }');
    const number = nodes[0]?.databaseId ?? 0;
    facade.forget();
    const selection = `${everything('Note')} author { databaseId username name state createdAt }`;
    const id = `gid://service/Note/${address}/${number}`;
    for (const reference of [number, id]) {
      const { value } = await below<{ note: Note }>(way, `note(id: "${reference}") { ${selection} }`);
      expect(value?.note).toMatchObject({ id, databaseId: number, importedFrom: 'none', resolvable: false });
    }
    const { data } = await facade.execute<{ node: Note }>(`{ node(id: "${id}") { ... on Note { ${selection} } } }`);
    expect(data.node).toMatchObject({ id, databaseId: number });
    expect(facade.calls).toEqual([`GET ${path}/${number}`, `GET ${path}/${number}`, `GET ${path}/${number}`]);
  });

  test('returns null for a missing note, as a node too', async () => {
    expect(await below(way, 'note(id: "999") { id }')).toEqual({ value: { note: null }, errors: undefined });
    const answer = await facade.execute(`{ node(id: "gid://service/Note/${address}/999") { id } }`);
    expect(answer).toEqual({ data: { node: null } });
  });

  test.each(['gid://service/Label/14/9', 'twelve', '-1'])('rejects the note id %s before any call', async (id) => {
    const { errors } = await below(way, `note(id: "${id}") { id }`);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test.each(['first: -1', 'after: "nonsense"', 'first: 1, last: 1'])(
    'rejects notes(%s) before any call',
    async (args) => {
      const { errors } = await below(way, `notes(${args}) { nodes { id } }`);
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      expect(facade.calls).toEqual([]);
    },
  );

  test('shows no position of a note in a diff', () => {
    expect(everything('Note').split(' ')).not.toContain('position');
  });
});

describe('lists', () => {
  const [way] = places.issue;

  test('page to the end, forward and backward, each note once', async () => {
    const selection = 'nodes { databaseId } totalCount pageInfo { hasNextPage startCursor endCursor }';
    const numbers = ({ nodes }: Page) => nodes.map(({ databaseId }) => databaseId);
    const forward: number[] = [];
    for (let after = ''; ; ) {
      const page = await list(way, `(first: 100${after})`, selection);
      expect(page.totalCount).toBe(230);
      forward.push(...numbers(page));
      if (!page.pageInfo.hasNextPage) break;
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(new Set(forward).size).toBe(230);
    expect(facade.calls).toHaveLength(3);
    const backward: number[] = [];
    for (let before = ''; backward.length < 230; ) {
      const page = await list(way, `(last: 70${before})`, selection);
      backward.unshift(...numbers(page));
      before = `, before: "${page.pageInfo.startCursor}"`;
    }
    expect(backward).toEqual(forward);
  });

  test('are empty without notes', async () => {
    expect(await list('project(id: "14") { issue(iid: 4)', '', 'nodes { id } totalCount')).toEqual({
      nodes: [],
      totalCount: 0,
    });
  });

  test('can be limited to comments or to activity for issues', async () => {
    const systems = async (filter: string) => {
      const { nodes } = await list(way, `(first: 100, filter: { activityFilter: ${filter} })`, 'nodes { system }');
      return new Set(nodes.map(({ system }) => system));
    };
    expect(await systems('ONLY_COMMENTS')).toEqual(new Set([false]));
    expect(await systems('ONLY_ACTIVITY')).toEqual(new Set([true]));
    // Both stand in the same list.
    expect(await systems('ALL_NOTES')).toEqual(new Set([true, false]));
    expect(facade.calls).toEqual(
      ['only_comments', 'only_activity', 'all_notes'].map(
        (filter) => `GET /projects/14/issues/1/notes?activity_filter=${filter}&page=1&per_page=100`,
      ),
    );
    for (const kind of kinds.slice(1)) {
      const { errors } = await below(places[kind][0], 'notes(filter: { activityFilter: ALL_NOTES }) { nodes { id } }');
      expect(errors?.[0]?.message).toContain('Unknown argument "filter"');
    }
  });

  test('reject an unknown value as input', async () => {
    const { errors } = await below(way, 'notes(orderBy: { field: UNKNOWN }) { nodes { id } }');
    expect(errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(facade.calls).toEqual([]);
  });

  test('show internal notes to members', async () => {
    const issue = 'project(id: "14") { issue(iid: 2)';
    const marks = async (as: Role) =>
      (await list(issue, '', 'nodes { internal }', as)).nodes.filter(({ internal }) => internal);
    expect(await marks('reporter')).toEqual([{ internal: true }]);
    expect(await marks('guest')).toEqual([]);
    expect(await marks('anonymous')).toEqual([]);
  });

  test.each([
    ['an issue that is not there', 'project(id: "14") { issue(iid: 99)', 'anonymous'],
    ['a confidential issue', 'project(id: "14") { issue(iid: 3)', 'guest'],
    ['a project that the caller may not see', 'project(id: "18") { issue(iid: 1)', 'outsider'],
    ['a snippet of another project', 'project(id: "15") { snippet(id: "501")', 'developer'],
    ['a personal snippet', 'project(id: "14") { snippet(id: "503")', 'owner'],
    ['an id in place of the number of an issue', 'project(id: "14") { issue(iid: 7001)', 'owner'],
    ['the number of an epic in place of its id', 'group(id: "9") { epic(id: "1")', 'owner'],
    ['an epic of another group', 'group(id: "20") { epic(id: "7101")', 'owner'],
    ['a merge request that is not there', 'project(id: "14") { mergeRequest(iid: 999)', 'owner'],
  ] as const)('return the error NOT_FOUND, and never an empty list, for %s', async (_, way, as) => {
    const { value, errors } = await below<{ notes: Page | null }>(way, 'notes { nodes { id } }', as);
    expect(value).toEqual({ notes: null });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(errors?.[0]?.path?.at(-1)).toBe('notes');
  });

  test('may belong to another epic if the number is the id of one, as the description states', async () => {
    const { nodes } = await list('group(id: "9") { epic(id: "2")', '', 'nodes { body }');
    expect(nodes).toEqual([{ body: 'About epic 2.' }]);
    const { data } = await facade.execute<{ __type: { fields: { name: string; args: { description: string }[] }[] } }>(
      '{ __type(name: "Group") { fields(includeDeprecated: true) { name args { description } } } }',
    );
    const epic = data.__type.fields.find(({ name }) => name === 'epic');
    expect(epic?.args[0]?.description).toContain('can identify another epic');
  });

  test('deprecate the field that leads to epics', async () => {
    const epicsEnd =
      'Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.';
    const deprecated = async (type: string) => {
      const { data } = await facade.execute<{
        __type: { fields: { name: string; deprecationReason: string | null }[] };
      }>(`{ __type(name: "${type}") { fields(includeDeprecated: true) { name deprecationReason } } }`);
      return Object.fromEntries(data.__type.fields.map(({ name, deprecationReason }) => [name, deprecationReason]));
    };
    expect((await deprecated('Group')).epic).toBe(epicsEnd);
    // `Noteable` has these fields too, which no other of its types deprecates.
    expect(await deprecated('Epic')).toMatchObject({ notes: null, note: null });
  });
});

describe('noteables', () => {
  const objects = [
    ['Issue', 'project(id: 14) { issue(iid: 1)', 'iid', 'Issue/14/1', '/projects/14/issues/1/notes', 'listIssueNotes'],
    [
      'Snippet',
      'project(id: 14) { snippet(id: 501)',
      'databaseId',
      'Snippet/14/501',
      '/projects/14/snippets/501/notes',
      'listSnippetNotes',
    ],
    [
      'Epic',
      'group(id: 9) { epic(id: 7101)',
      'databaseId',
      'Epic/9/7101',
      '/groups/9/epics/7101/notes',
      'listEpicNotes',
    ],
  ] as const;

  describe.each(objects)('%s', (type, way, number, end, path, operation) => {
    const id = `gid://service/${end}`;
    const verification = `GET ${path}?page=1&per_page=1`;

    test('costs a page of one note to verify it, as a field and as a node', async () => {
      const { value, errors } = await below<object>(way, `id ${number}`);
      expect(errors).toBeUndefined();
      expect(value).toEqual({ id, [number]: Number(end.split('/').at(-1)) });
      const { data } = await facade.execute(`{ node(id: "${id}") { __typename id ... on ${type} { ${number} } } }`);
      expect(data).toEqual({ node: { __typename: type, ...value } });
      expect(facade.calls).toEqual([verification, verification]);
    });

    test('costs only the list of its notes if that is selected', async () => {
      const { data } = await facade.execute<{ node: { notes: Page } }>(
        `{ node(id: "${id}") { ... on Noteable { id notes(first: 2) { nodes { id } } } } }`,
      );
      expect(data).toMatchObject({ node: { id, notes: { nodes: [{}, {}].slice(0, data.node.notes.nodes.length) } } });
      expect(data.node.notes.nodes.length).toBeGreaterThan(0);
      expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=2`]);
    });

    test('costs no call of its own if only its notes are selected', async () => {
      await list(way, '(first: 2)');
      expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=2`]);
    });

    test('returns null if it does not exist', async () => {
      const missing = way.replace(/\d+\)$/, '999999)');
      expect(await below(missing, `id ${number}`)).toEqual({ value: null, errors: undefined });
      expect(await facade.execute(`{ node(id: "${id.replace(/\d+$/, '999999')}") { id } }`)).toEqual({
        data: { node: null },
      });
      expect(facade.calls).toHaveLength(2);
    });

    test('fails with the list of its notes', async () => {
      facade.sandbox.faults.add({ match: { operation }, status: 503 });
      const { value, errors } = await below(way, 'id');
      facade.sandbox.faults.clear();
      expect(value).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_FAILED' } }]);
    });
  });

  test('are null as nodes for callers who may not see them', async () => {
    const answer = await facade.execute('{ node(id: "gid://service/Issue/14/3") { id } }', {}, { as: 'guest' });
    expect(answer).toEqual({ data: { node: null } });
  });

  test('are verified by their note', async () => {
    const { data } = await facade.execute<unknown>(
      '{ node(id: "gid://service/Note/issue/14/1/30001") { ... on Note { noteable { id ... on Issue { iid } } } } }',
    );
    expect(data).toEqual({ node: { noteable: { id: 'gid://service/Issue/14/1', iid: 1 } } });
    expect(facade.calls).toEqual(['GET /projects/14/issues/1/notes/30001']);
  });

  test('return their notes through the interface', async () => {
    const { data, errors } = await facade.execute<{ node: { noteable: { note: Note; notes: Page } } }>(`{
      node(id: "gid://service/Note/issue/14/1/30001") {
        ... on Note { noteable { note(id: 30001) { databaseId } notes(first: 1, orderBy: { field: CREATED_AT }) { totalCount } } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data.node.noteable).toEqual({ note: { databaseId: 30_001 }, notes: { totalCount: 230 } });
    expect(facade.calls).toEqual([
      'GET /projects/14/issues/1/notes/30001',
      'GET /projects/14/issues/1/notes?order_by=created_at&page=1&per_page=1&sort=desc',
    ]);
  });

  test.each(['Job/14/1', 'Milestone/1'])('%s is not a node, because no call verifies it', async (end) => {
    const { errors } = await facade.execute(`{ node(id: "gid://service/${end}") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });

  test('lead back to their project or group', async () => {
    const { data } = await facade.execute<unknown>(`{
      project(id: "14") { issue(iid: 1) { project { name } } snippet(id: "501") { project { name } } }
      group(id: "9") { epic(id: "7101") { group { name } } }
    }`);
    expect(data).toEqual({
      project: { issue: { project: { name: 'Engine' } }, snippet: { project: { name: 'Engine' } } },
      group: { epic: { group: { name: 'Meridian Maps' } } },
    });
    expect([...facade.calls].sort()).toEqual(['GET /groups/9?with_projects=false', 'GET /projects/14']);
  });

  test.each([
    'project(id: "14") { snippet(id: "gid://service/Epic/9/2") { id } }',
    'project(id: "14") { snippet(id: "main") { id } }',
    'group(id: "9") { epic(id: "first") { id } }',
    'project(id: "14") { issue(iid: -1) { notes { nodes { id } } } }',
  ])('reject %s before any call', async (query) => {
    const { errors } = await facade.execute(`{ ${query} }`);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });
});

describe('global ids', () => {
  test.each([
    ['project(id: "meridian/platform/engine") { issue(iid: 2)', 'meridian%2Fplatform%2Fengine/issues/2', 'issue/14/2'],
    [
      'project(id: "meridian/platform/engine") { snippet(id: "501")',
      'meridian%2Fplatform%2Fengine/snippets/501',
      'snippet/14/501',
    ],
  ])('below %s contain the number of the project that the notes contain', async (way, path, address) => {
    const { nodes } = await list(way, '(first: 2)', 'nodes { id databaseId }');
    for (const { id, databaseId } of nodes) expect(id).toBe(`gid://service/Note/${address}/${databaseId}`);
    expect(facade.calls).toEqual([`GET /projects/${path}/notes?page=1&per_page=2`]);
  });

  test('below a group given by its path cost one call for all', async () => {
    const { nodes } = await list('group(id: "meridian") { epic(id: "7101")', '', 'nodes { id databaseId }');
    for (const { id, databaseId } of nodes) expect(id).toBe(`gid://service/Note/epic/9/7101/${databaseId}`);
    expect([...facade.calls].sort()).toEqual([
      'GET /groups/meridian/epics/7101/notes?page=1&per_page=20',
      'GET /groups/meridian?with_projects=false',
    ]);
  });

  test('identify a note with an id above 2^31', async () => {
    const id = 'gid://service/Note/issue/2147483950/1/4400000001';
    const { data } = await facade.execute<{ node: unknown }>(
      `{ node(id: "${id}") { id ... on Note { databaseId noteableId imported importedFrom } } }`,
      {},
      { as: 'developer' },
    );
    expect(data.node).toEqual({
      id,
      databaseId: 4_400_000_001,
      noteableId: 6_000_000_001,
      imported: true,
      importedFrom: 'host_a',
    });
  });

  test.each(['Note/commit/14/1/30001', 'Note/14/1/30001', 'Note/issue/14/1', 'Note/issue/14//30001'])(
    'reject gid://service/%s without a call',
    async (end) => {
      const { errors } = await facade.execute(`{ node(id: "gid://service/${end}") { id } }`);
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      expect(facade.calls).toEqual([]);
    },
  );
});
