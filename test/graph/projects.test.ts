/** Projects, which the reference documentation does not describe. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../package/sandbox.ts';
import { type GraphResponse, nullsAccepted, type SandboxedFacade, startSandboxed } from '../harness.ts';
import { everything } from './everything.ts';
import { startStubbed } from './stub-upstream.ts';

const example = {
  id: 2_147_483_950,
  description: null,
  name: 'Diaspora Client',
  name_with_namespace: 'Diaspora / Diaspora Client',
  path: 'diaspora-client',
  path_with_namespace: 'diaspora/diaspora-client',
  created_at: '2013-09-30T13:46:02.000Z',
  default_branch: 'main',
  visibility: 'private',
  archived: false,
  web_url: 'https://forge.example.com/diaspora/diaspora-client',
  avatar_url: 'https://forge.example.com/uploads/project/avatar/4/uploads/avatar.png',
  namespace: { id: 3_000_000_002, name: 'Diaspora', path: 'diaspora', kind: 'group', full_path: 'diaspora' },
  import_status: 'none',
};

const expected = {
  id: 'gid://service/Project/2147483950',
  databaseId: 2_147_483_950,
  description: null,
  name: 'Diaspora Client',
  fullName: 'Diaspora / Diaspora Client',
  path: 'diaspora-client',
  fullPath: 'diaspora/diaspora-client',
  createdAt: '2013-09-30T13:46:02.000Z',
  defaultBranch: 'main',
  visibility: 'PRIVATE',
  archived: false,
  webUrl: 'https://forge.example.com/diaspora/diaspora-client',
  avatarUrl: 'https://forge.example.com/uploads/project/avatar/4/uploads/avatar.png',
  namespace: { databaseId: 3_000_000_002, name: 'Diaspora', path: 'diaspora', kind: 'group', fullPath: 'diaspora' },
  importStatus: 'NONE',
};

/** Attributes of a project without those that require further calls. */
const attributes = `id databaseId description name fullName path fullPath createdAt defaultBranch visibility archived
  webUrl avatarUrl namespace { databaseId name path kind fullPath } importStatus`;

describe('literal responses', () => {
  test('getProject returns every attribute in one call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /projects/diaspora%2Fdiaspora-client': { body: example } });
    expect(await execute(`{ project(id: "diaspora/diaspora-client") { ${attributes} } }`)).toEqual({
      data: { project: expected },
    });
    expect(calls).toEqual(['GET /projects/diaspora%2Fdiaspora-client']);
  });

  test('returns null for missing attributes, and accepts unexpected ones', async () => {
    const body = { id: 5, visibility: 'secret', namespace: null, unlisted: true };
    const { execute, calls } = await startStubbed({ 'GET /projects/5': { body } }, nullsAccepted);
    const { data, errors } = await execute<{ project: object }>(`{ project(id: 5) { ${attributes} } }`);
    expect(errors).toBeUndefined();
    const nulls = Object.fromEntries(Object.keys(expected).map((name) => [name, null]));
    expect(data.project).toEqual({
      ...nulls,
      id: 'gid://service/Project/5',
      databaseId: 5,
      visibility: 'UNKNOWN',
    });
    expect(calls).toHaveLength(1);
  });

  test('uses the requested path in place of an id that the response omits', async () => {
    const { execute } = await startStubbed({ 'GET /projects/a%2Fb': { body: { name: 'b' } } }, nullsAccepted);
    expect(await execute('{ project(id: "a/b") { id databaseId name } }')).toEqual({
      data: { project: { id: 'gid://service/Project/a%2Fb', databaseId: null, name: 'b' } },
    });
  });

  test('listGroupProjects returns every attribute of an item in one call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /groups/9/projects': { body: [example] } });
    expect(await execute(`{ group(id: 9) { projects { nodes { ${attributes} } } } }`)).toEqual({
      data: { group: { projects: { nodes: [expected] } } },
    });
    expect(calls).toEqual(['GET /groups/9/projects?page=1&per_page=20']);
  });

  test('returns NOT_FOUND at the field of an operation that the upstream lacks, and the data of other fields', async () => {
    const { execute } = await startStubbed({
      'GET /groups/9': { body: { id: 9, name: 'Nine' } },
      'GET /groups/9/projects': { status: 404, body: { error: '404 Not Found' } },
    });
    const { data, errors } = await execute('{ group(id: 9) { name projects { nodes { path } } } }');
    expect(data).toEqual({ group: { name: 'Nine', projects: null } });
    expect(errors).toMatchObject([{ path: ['group', 'projects'], extensions: { code: 'NOT_FOUND' } }]);
  });
});

describe('against the sandbox', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed();
  });
  afterEach(() => facade.forget());
  afterAll(() => facade.close());

  const project = (id: string | number, selection: string, as: Role = 'anonymous') =>
    facade.execute('query ($id: ID!) { project(id: $id) { '.concat(selection, ' } }'), { id: String(id) }, { as });

  test('returns all attributes without an error', async () => {
    const { errors } = await project(landmarks.busyProject.id, everything('Project'), 'maintainer');
    expect(errors).toBeUndefined();
  });

  test.each([
    ['by number', '14', 'GET /projects/14'],
    ['by path', 'meridian/platform/engine', 'GET /projects/meridian%2Fplatform%2Fengine'],
    ['by global id', 'gid://service/Project/14', 'GET /projects/14'],
  ])('returns the same project %s', async (_, id, call) => {
    const { data } = await project(id, 'id databaseId fullPath');
    expect(data).toEqual({
      project: { id: 'gid://service/Project/14', databaseId: 14, fullPath: 'meridian/platform/engine' },
    });
    expect(facade.calls).toEqual([call]);
  });

  test('returns a project with an id above 2^31 by node', async () => {
    const id = `gid://service/Project/${landmarks.largeIdProject.id}`;
    const { data } = await facade.execute(
      '{ node(id: "gid://service/Project/2147483950") { id ... on Project { databaseId fullPath } } }',
      {},
      { as: 'developer' },
    );
    expect(data).toEqual({ node: { id, databaseId: 2_147_483_950, fullPath: 'cartography-guild/globe' } });
  });

  test.each([
    ['a project that does not exist', 'no/such/project', 'administrator'],
    ['a private project, to anonymous callers', landmarks.privateProject.path, 'anonymous'],
    ['a private project, to an outsider', landmarks.privateProject.path, 'outsider'],
  ] as const)('returns null for %s', async (_, id, as) => {
    expect(await project(id, 'name', as)).toEqual({ data: { project: null } });
  });

  test('returns a private project to a member', async () => {
    const { data } = await project(landmarks.privateProject.path, 'visibility', 'developer');
    expect(data).toEqual({ project: { visibility: 'PRIVATE' } });
  });

  interface ProjectNode {
    readonly fullPath: string;
    readonly archived: boolean;
    readonly visibility: string;
    readonly databaseId: number;
    readonly name: string;
    readonly path: string;
    readonly createdAt: string;
  }

  async function list(args: string, as: Role = 'owner') {
    facade.forget();
    const { data, errors } = await facade.execute<{ group: { projects: { nodes: ProjectNode[] } } }>(
      `{ group(id: "meridian") { projects(first: 100${args}) { nodes { fullPath archived visibility databaseId name path createdAt } } } }`,
      {},
      { as },
    );
    expect(errors).toBeUndefined();
    const [request] = facade.requests;
    const { page, per_page, ...query } = request?.query ?? {};
    return { nodes: data.group.projects.nodes, query };
  }

  const everyFilter: readonly [filter: string, query: object, isMatch: (project: ProjectNode) => boolean][] = [
    ['search: "hand"', { search: 'hand' }, ({ name }) => name === 'Handbook'],
    ['archived: true', { archived: 'true' }, ({ archived }) => archived],
    ['archived: false', { archived: 'false' }, ({ archived }) => !archived],
    ['visibility: PRIVATE', { visibility: 'private' }, ({ visibility }) => visibility === 'PRIVATE'],
    ['visibility: INTERNAL', { visibility: 'internal' }, ({ visibility }) => visibility === 'INTERNAL'],
  ];

  test.each(everyFilter)('filters by %s', async (filter, query, isMatch) => {
    const all = await list(', filter: { includeSubgroups: true }');
    const matches = await list(`, filter: { includeSubgroups: true, ${filter} }`);
    expect(matches.query).toEqual({ include_subgroups: 'true', ...query });
    expect(matches.nodes.length).toBeGreaterThan(0);
    expect(matches.nodes.every(isMatch)).toBe(true);
    expect(all.nodes.every(isMatch)).toBe(false);
  });

  test('lists projects of subgroups at any depth with includeSubgroups, and only direct ones without', async () => {
    const direct = (await list('')).nodes.map(({ fullPath }) => fullPath);
    const all = (await list(', filter: { includeSubgroups: true }')).nodes.map(({ fullPath }) => fullPath);
    expect(direct).toEqual(expect.arrayContaining(['meridian/handbook']));
    expect(direct).not.toContain('meridian/platform/engine');
    expect(all).toContain('meridian/platform/routing/experiments/ants');
  });

  test.each(['ID', 'NAME', 'PATH', 'CREATED_AT', 'UPDATED_AT', 'LAST_ACTIVITY_AT'])(
    'sorts by %s in both directions',
    async (orderBy) => {
      const ascending = await list(`, orderBy: { field: ${orderBy}, direction: ASC }`);
      const descending = await list(`, orderBy: { field: ${orderBy}, direction: DESC }`);
      expect(ascending.query).toEqual({ order_by: orderBy.toLowerCase(), sort: 'asc' });
      expect(descending.nodes).toEqual(ascending.nodes.toReversed());
      expect(ascending.nodes.length).toBeGreaterThan(1);
    },
  );

  test('returns each project once in pages of 4', async () => {
    const items: string[] = [];
    let after: string | null = null;
    interface Page {
      readonly group: {
        readonly projects: {
          readonly nodes: ProjectNode[];
          readonly totalCount: number;
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
        };
      };
    }
    for (let more = true; more; ) {
      const { data }: GraphResponse<Page> = await facade.execute(
        'query ($after: String) { group(id: 9) { projects(first: 4, after: $after, filter: { includeSubgroups: true }) { totalCount nodes { fullPath } pageInfo { hasNextPage endCursor } } } }',
        { after },
      );
      const { nodes, pageInfo }: Page['group']['projects'] = data.group.projects;
      items.push(...nodes.map(({ fullPath }) => fullPath));
      ({ hasNextPage: more, endCursor: after } = pageInfo);
      if (!more) expect(items).toHaveLength(data.group.projects.totalCount);
    }
    expect(new Set(items).size).toBe(items.length);
  });
});
