/** Notes of the sandbox: lists of the four kinds of noteables, single notes, and the REST calls of each. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../package/sandbox.ts';
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

/** Noteables: fields that return them, and the path and the global id prefix of their notes. */
const noteables = {
  issue: ['project(id: "14") { issue(iid: 1)', '/projects/14/issues/1/notes', 'issue/14/1'],
  snippet: ['project(id: "14") { snippet(id: "501")', '/projects/14/snippets/501/notes', 'snippet/14/501'],
  mergeRequest: [
    'project(id: "14") { mergeRequest(iid: 4)',
    '/projects/14/merge_requests/4/notes',
    'merge_request/14/4',
  ],
  epic: ['group(id: "9") { epic(id: "7101")', '/groups/9/epics/7101/notes', 'epic/9/7101'],
} as const;
type Kind = keyof typeof noteables;
const kinds: readonly Kind[] = ['issue', 'snippet', 'mergeRequest', 'epic'];

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

/** Reads a selection on a noteable. */
async function readNoteable<T>(fields: string, selection: string, as: Role = 'anonymous') {
  const { data, errors } = await facade.execute<Record<string, Record<string, T | null> | null>>(
    `{ ${fields} { ${selection} } } }`,
    {},
    { as },
  );
  const [parent] = Object.values(data ?? {});
  const [value] = Object.values(parent ?? {});
  return { value: value ?? null, errors };
}

async function readNotes(fields: string, args = '', selection = 'nodes { id databaseId }', as: Role = 'anonymous') {
  const { value, errors } = await readNoteable<{ notes: Page }>(fields, `notes${args} { ${selection} }`, as);
  expect(errors).toBeUndefined();
  if (value === null) throw new Error(`${fields} is null`);
  return value.notes;
}

describe.each(kinds)('notes on %s', (kind) => {
  const [fields, path, idPrefix] = noteables[kind];

  test('returns the list in one call, with global ids that start with the kind', async () => {
    const { nodes } = await readNotes(fields);
    expect(nodes.length).toBeGreaterThan(0);
    for (const { id, databaseId } of nodes) expect(id).toBe(`gid://service/Note/${idPrefix}/${databaseId}`);
    expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=20`]);
  });

  test('sorts by creation in descending order by default, and otherwise by the requested order', async () => {
    const readTimes = async (args: string, by: 'createdAt' | 'updatedAt') => {
      const { nodes } = await readNotes(fields, args, 'nodes { databaseId createdAt updatedAt }');
      return nodes.map((note) => note[by]);
    };
    const sorted = (times: readonly string[]) => [...times].sort();
    const newestFirst = await readTimes('(first: 100)', 'createdAt');
    expect(newestFirst).toEqual(sorted(newestFirst).reverse());
    const oldestFirst = await readTimes('(first: 100, orderBy: { field: CREATED_AT, direction: ASC })', 'createdAt');
    expect(oldestFirst).toEqual(sorted(oldestFirst));
    const changedFirst = await readTimes('(first: 100, orderBy: { field: UPDATED_AT, direction: DESC })', 'updatedAt');
    expect(changedFirst).toEqual(sorted(changedFirst).reverse());
    expect(facade.calls).toEqual([
      `GET ${path}?page=1&per_page=100`,
      `GET ${path}?order_by=created_at&page=1&per_page=100&sort=asc`,
      `GET ${path}?order_by=updated_at&page=1&per_page=100&sort=desc`,
    ]);
  });

  test('returns a note with all attributes by its number, by its global id and from node, in one call each', async () => {
    const { nodes } = await readNotes(fields, '(first: 1)', 'nodes { databaseId }');
    const number = nodes[0]?.databaseId ?? 0;
    facade.forget();
    const selection = `${everything('Note')} author { databaseId username name state createdAt }`;
    const id = `gid://service/Note/${idPrefix}/${number}`;
    for (const reference of [number, id]) {
      const { value } = await readNoteable<{ note: Note }>(fields, `note(id: "${reference}") { ${selection} }`);
      expect(value?.note).toMatchObject({ id, databaseId: number, importedFrom: 'none', resolvable: false });
    }
    const { data } = await facade.execute<{ node: Note }>(`{ node(id: "${id}") { ... on Note { ${selection} } } }`);
    expect(data.node).toMatchObject({ id, databaseId: number });
    expect(facade.calls).toEqual([`GET ${path}/${number}`, `GET ${path}/${number}`, `GET ${path}/${number}`]);
  });

  test('returns null for a note that does not exist, also from node', async () => {
    expect(await readNoteable(fields, 'note(id: "999") { id }')).toEqual({ value: { note: null }, errors: undefined });
    const response = await facade.execute(`{ node(id: "gid://service/Note/${idPrefix}/999") { id } }`);
    expect(response).toEqual({ data: { node: null } });
  });

  test.each(['gid://service/Label/14/9', 'twelve', '-1'])('rejects the note id %s without a REST call', async (id) => {
    const { errors } = await readNoteable(fields, `note(id: "${id}") { id }`);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test.each(['first: -1', 'after: "nonsense"', 'first: 1, last: 1'])(
    'rejects notes(%s) without a REST call',
    async (args) => {
      const { errors } = await readNoteable(fields, `notes(${args}) { nodes { id } }`);
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      expect(facade.calls).toEqual([]);
    },
  );

  test('has no field for the position of a note in a diff', () => {
    expect(everything('Note').split(' ')).not.toContain('position');
  });
});

describe('lists', () => {
  const [fields] = noteables.issue;

  test('contain each note once when paging forward and backward', async () => {
    const selection = 'nodes { databaseId } totalCount pageInfo { hasNextPage startCursor endCursor }';
    const numbers = ({ nodes }: Page) => nodes.map(({ databaseId }) => databaseId);
    const forward: number[] = [];
    for (let after = ''; ; ) {
      const page = await readNotes(fields, `(first: 100${after})`, selection);
      expect(page.totalCount).toBe(230);
      forward.push(...numbers(page));
      if (!page.pageInfo.hasNextPage) break;
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(new Set(forward).size).toBe(230);
    expect(facade.calls).toHaveLength(3);
    const backward: number[] = [];
    for (let before = ''; backward.length < 230; ) {
      const page = await readNotes(fields, `(last: 70${before})`, selection);
      backward.unshift(...numbers(page));
      before = `, before: "${page.pageInfo.startCursor}"`;
    }
    expect(backward).toEqual(forward);
  });

  test('are empty for an issue without notes', async () => {
    expect(await readNotes('project(id: "14") { issue(iid: 4)', '', 'nodes { id } totalCount')).toEqual({
      nodes: [],
      totalCount: 0,
    });
  });

  test('filter notes of issues by activityFilter, which other noteables lack', async () => {
    const readSystemFlags = async (filter: string) => {
      const { nodes } = await readNotes(
        fields,
        `(first: 100, filter: { activityFilter: ${filter} })`,
        'nodes { system }',
      );
      return new Set(nodes.map(({ system }) => system));
    };
    expect(await readSystemFlags('ONLY_COMMENTS')).toEqual(new Set([false]));
    expect(await readSystemFlags('ONLY_ACTIVITY')).toEqual(new Set([true]));
    expect(await readSystemFlags('ALL_NOTES')).toEqual(new Set([true, false]));
    expect(facade.calls).toEqual(
      ['only_comments', 'only_activity', 'all_notes'].map(
        (filter) => `GET /projects/14/issues/1/notes?activity_filter=${filter}&page=1&per_page=100`,
      ),
    );
    for (const kind of kinds.slice(1)) {
      const { errors } = await readNoteable(
        noteables[kind][0],
        'notes(filter: { activityFilter: ALL_NOTES }) { nodes { id } }',
      );
      expect(errors?.[0]?.message).toContain('Unknown argument "filter"');
    }
  });

  test('reject UNKNOWN as a field of orderBy, without a REST call', async () => {
    const { errors } = await readNoteable(fields, 'notes(orderBy: { field: UNKNOWN }) { nodes { id } }');
    expect(errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(facade.calls).toEqual([]);
  });

  test('contain internal notes for reporters, but not for guests and anonymous callers', async () => {
    const issue = 'project(id: "14") { issue(iid: 2)';
    const readInternalNotes = async (as: Role) =>
      (await readNotes(issue, '', 'nodes { internal }', as)).nodes.filter(({ internal }) => internal);
    expect(await readInternalNotes('reporter')).toEqual([{ internal: true }]);
    expect(await readInternalNotes('guest')).toEqual([]);
    expect(await readInternalNotes('anonymous')).toEqual([]);
  });

  test.each([
    ['an issue that does not exist', 'project(id: "14") { issue(iid: 99)', 'anonymous'],
    ['a confidential issue', 'project(id: "14") { issue(iid: 3)', 'guest'],
    ['a project that the caller may not read', 'project(id: "18") { issue(iid: 1)', 'outsider'],
    ['a snippet of another project', 'project(id: "15") { snippet(id: "501")', 'developer'],
    ['a personal snippet', 'project(id: "14") { snippet(id: "503")', 'owner'],
    ['an id in place of the number of an issue', 'project(id: "14") { issue(iid: 7001)', 'owner'],
    ['the number of an epic in place of its id', 'group(id: "9") { epic(id: "1")', 'owner'],
    ['an epic of another group', 'group(id: "20") { epic(id: "7101")', 'owner'],
    ['a merge request that does not exist', 'project(id: "14") { mergeRequest(iid: 999)', 'owner'],
  ] as const)('return null and NOT_FOUND, not an empty list, for %s', async (_, fields, as) => {
    const { value, errors } = await readNoteable<{ notes: Page | null }>(fields, 'notes { nodes { id } }', as);
    expect(value).toEqual({ notes: null });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(errors?.[0]?.path?.at(-1)).toBe('notes');
  });

  test('contain notes of another epic if the number of an epic is the id of another, as the description states', async () => {
    const { nodes } = await readNotes('group(id: "9") { epic(id: "2")', '', 'nodes { body }');
    expect(nodes).toEqual([{ body: 'About epic 2.' }]);
    const { data } = await facade.execute<{ __type: { fields: { name: string; args: { description: string }[] }[] } }>(
      '{ __type(name: "Group") { fields(includeDeprecated: true) { name args { description } } } }',
    );
    const epic = data.__type.fields.find(({ name }) => name === 'epic');
    expect(epic?.args[0]?.description).toContain('can identify another epic');
  });

  test('deprecate Group.epic, but not the fields of Epic', async () => {
    const epicsEnd =
      'Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.';
    const deprecated = async (type: string) => {
      const { data } = await facade.execute<{
        __type: { fields: { name: string; deprecationReason: string | null }[] };
      }>(`{ __type(name: "${type}") { fields(includeDeprecated: true) { name deprecationReason } } }`);
      return Object.fromEntries(data.__type.fields.map(({ name, deprecationReason }) => [name, deprecationReason]));
    };
    expect((await deprecated('Group')).epic).toBe(epicsEnd);
    // `Noteable` has these fields, too, and the other types that implement it do not deprecate them.
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

  describe.each(objects)('%s', (type, fields, number, idPath, path, operation) => {
    const id = `gid://service/${idPath}`;
    const verification = `GET ${path}?page=1&per_page=1`;

    test('verifies the object by a page of one note, as a field and from node', async () => {
      const { value, errors } = await readNoteable<object>(fields, `id ${number}`);
      expect(errors).toBeUndefined();
      expect(value).toEqual({ id, [number]: Number(idPath.split('/').at(-1)) });
      const { data } = await facade.execute(`{ node(id: "${id}") { __typename id ... on ${type} { ${number} } } }`);
      expect(data).toEqual({ node: { __typename: type, ...value } });
      expect(facade.calls).toEqual([verification, verification]);
    });

    test('makes only the call for its notes if its id and its notes are selected', async () => {
      const { data } = await facade.execute<{ node: { notes: Page } }>(
        `{ node(id: "${id}") { ... on Noteable { id notes(first: 2) { nodes { id } } } } }`,
      );
      expect(data).toMatchObject({ node: { id, notes: { nodes: [{}, {}].slice(0, data.node.notes.nodes.length) } } });
      expect(data.node.notes.nodes.length).toBeGreaterThan(0);
      expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=2`]);
    });

    test('makes only the call for its notes if only these are selected', async () => {
      await readNotes(fields, '(first: 2)');
      expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=2`]);
    });

    test('returns null if it does not exist', async () => {
      const missing = fields.replace(/\d+\)$/, '999999)');
      expect(await readNoteable(missing, `id ${number}`)).toEqual({ value: null, errors: undefined });
      expect(await facade.execute(`{ node(id: "${id.replace(/\d+$/, '999999')}") { id } }`)).toEqual({
        data: { node: null },
      });
      expect(facade.calls).toHaveLength(2);
    });

    test('returns null and an error if the list of its notes fails with 503', async () => {
      facade.sandbox.faults.add({ match: { operation }, status: 503 });
      const { value, errors } = await readNoteable(fields, 'id');
      facade.sandbox.faults.clear();
      expect(value).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_FAILED' } }]);
    });
  });

  test('are null from node for callers that may not read them', async () => {
    const response = await facade.execute('{ node(id: "gid://service/Issue/14/3") { id } }', {}, { as: 'guest' });
    expect(response).toEqual({ data: { node: null } });
  });

  test('need no call of their own if a note returns them', async () => {
    const { data } = await facade.execute<unknown>(
      '{ node(id: "gid://service/Note/issue/14/1/30001") { ... on Note { noteable { id ... on Issue { iid } } } } }',
    );
    expect(data).toEqual({ node: { noteable: { id: 'gid://service/Issue/14/1', iid: 1 } } });
    expect(facade.calls).toEqual(['GET /projects/14/issues/1/notes/30001']);
  });

  test('return their notes through the interface Noteable', async () => {
    const { data, errors } = await facade.execute<{ node: { noteable: { note: Note; notes: Page } } }>(`{
      node(id: "gid://service/Note/issue/14/1/30001") {
        ... on Note { noteable { note(id: 30001) { databaseId } notes(first: 1, orderBy: { field: CREATED_AT }) { totalCount } } }
      }
    }`);
    expect(errors).toBeUndefined();
    expect(data.node.noteable).toEqual({ note: { databaseId: 30_001 }, notes: { totalCount: 230 } });
    expect(facade.calls.toSorted()).toEqual([
      'GET /projects/14/issues/1/notes/30001',
      'GET /projects/14/issues/1/notes?order_by=created_at&page=1&per_page=1&sort=desc',
    ]);
  });

  test.each(['Job/14/1', 'Milestone/1'])(
    'rejects the global id %s in node, as no call verifies that the object exists',
    async (idPath) => {
      const { errors } = await facade.execute(`{ node(id: "gid://service/${idPath}") { id } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(facade.calls).toEqual([]);
    },
  );

  test('return their project or group', async () => {
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
  ])('reject %s without a REST call', async (query) => {
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
  ])(
    'contain the number of the project from the notes, without a further call, for %s',
    async (fields, path, idPrefix) => {
      const { nodes } = await readNotes(fields, '(first: 2)', 'nodes { id databaseId }');
      for (const { id, databaseId } of nodes) expect(id).toBe(`gid://service/Note/${idPrefix}/${databaseId}`);
      expect(facade.calls).toEqual([`GET /projects/${path}/notes?page=1&per_page=2`]);
    },
  );

  test('contain the number of a group that is queried by its path, with one more call for all notes', async () => {
    const { nodes } = await readNotes('group(id: "meridian") { epic(id: "7101")', '', 'nodes { id databaseId }');
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
    'are rejected without a REST call: gid://service/%s',
    async (idPath) => {
      const { errors } = await facade.execute(`{ node(id: "gid://service/${idPath}") { id } }`);
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      expect(facade.calls).toEqual([]);
    },
  );
});
