/** Labels read from the sandbox: lists with every filter, one by id or name, what they cost. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../src/sandbox/index.ts';
import { type AskOptions, type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { everything } from '../everything.ts';
import { startStubbed } from '../stub-upstream.ts';

interface Label {
  readonly id: string;
  readonly databaseId: number;
  readonly name: string;
  readonly isProjectLabel: boolean;
  readonly archived: boolean;
  readonly subscribed: boolean;
  readonly openIssuesCount: number | null;
}
interface Page {
  readonly nodes: readonly Label[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string; readonly startCursor: string };
}

const engine = landmarks.busyProject;
/** Labels that the engine project sees: its own and those of the two groups above it. */
const all = 72;
const own = 66;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function list(args: string, selection = 'nodes { name } totalCount', options: AskOptions = {}): Promise<Page> {
  const { data, errors } = await facade.execute<{ project: { labels: Page } }>(
    `{ project(id: "${engine.id}") { labels${args} { ${selection} } } }`,
    {},
    options,
  );
  expect(errors).toBeUndefined();
  return data.project.labels;
}

type By = { readonly id: string } | { readonly name: string };

async function one(by: By, selection = 'id databaseId name', as: Role = 'anonymous', args = '') {
  const { data, errors } = await facade.execute<{ project: { label: Label | null } }, { by: By }>(
    `query ($by: LabelByInput!) { project(id: "${engine.id}") { label(by: $by${args}) { ${selection} } } }`,
    { by },
    { as },
  );
  return { label: data.project.label, errors };
}

const names = ({ nodes }: Page) => nodes.map(({ name }) => name);

describe('the list of a project', () => {
  test('returns 20 labels a page by default', async () => {
    expect((await list('')).nodes).toHaveLength(20);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=20']);
  });

  test.each([
    ['openIssuesCount', true],
    ['closedIssuesCount', true],
    ['openMergeRequestsCount', true],
    ['name color textColor description descriptionHtml subscribed priority isProjectLabel archived', false],
  ])('requests counts for the selection { %s } only if it contains counts', async (selection, counted) => {
    await list('(first: 5)', `nodes { ${selection} }`);
    expect(facade.calls).toEqual([`GET /projects/14/labels?page=1&per_page=5${counted ? '&with_counts=true' : ''}`]);
  });

  test('counts the issues and merge requests with the label', async () => {
    const { nodes } = await list(
      '(filter: { search: "bug" })',
      'edges { node { openMergeRequestsCount } } nodes { name openIssuesCount closedIssuesCount openMergeRequestsCount }',
    );
    expect(nodes).toEqual([
      { name: 'bug', openIssuesCount: 1, closedIssuesCount: 1, openMergeRequestsCount: expect.any(Number) },
    ]);
    expect(facade.calls).toHaveLength(1);
  });

  test('omits group labels on request', async () => {
    expect((await list('(first: 100)')).totalCount).toBe(all);
    expect((await list('(first: 100, filter: { includeAncestorGroups: true })')).totalCount).toBe(all);
    const { nodes } = await list('(first: 100, filter: { includeAncestorGroups: false })', 'nodes { isProjectLabel }');
    expect(nodes).toHaveLength(own);
    expect(nodes.every(({ isProjectLabel }) => isProjectLabel)).toBe(true);
    expect(facade.calls).toEqual([
      'GET /projects/14/labels?page=1&per_page=100',
      'GET /projects/14/labels?include_ancestor_groups=true&page=1&per_page=100',
      'GET /projects/14/labels?include_ancestor_groups=false&page=1&per_page=100',
    ]);
  });

  test('returns archived labels among the others, or alone', async () => {
    expect(names(await list('(first: 100)'))).toContain('windows 95');
    expect(await list('(first: 100, filter: { archivedOnly: true })', 'nodes { name archived }')).toEqual({
      nodes: [{ name: 'windows 95', archived: true }],
    });
    expect(names(await list('(first: 100, filter: { archivedOnly: false })'))).toContain('windows 95');
    expect(facade.calls).toEqual([
      'GET /projects/14/labels?page=1&per_page=100',
      'GET /projects/14/labels?archived=true&page=1&per_page=100',
      'GET /projects/14/labels?page=1&per_page=100',
    ]);
  });

  test('filters labels by search', async () => {
    expect(names(await list('(filter: { search: "area 0" })'))).toHaveLength(9);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=20&search=area%200']);
  });

  test('shows each caller its own subscription', async () => {
    const subscribed = async (as: Role) =>
      (await list('(filter: { search: "workflow" })', 'nodes { subscribed }', { as })).nodes.map(
        (label) => label.subscribed,
      );
    expect([await subscribed('developer'), await subscribed('guest'), await subscribed('anonymous')]).toEqual([
      [true],
      [false],
      [false],
    ]);
  });

  test('pages to the end, forward and backward, each label once', async () => {
    const selection = 'nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
    const whole = names(await list('(first: 100)'));
    const forward: string[] = [];
    for (let after = ''; ; ) {
      const page = await list(`(first: 30${after})`, selection);
      forward.push(...names(page));
      if (!page.pageInfo.hasNextPage) break;
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(forward).toEqual(whole);
    const last = await list('(last: 30)', selection);
    const before = await list(`(last: 50, before: "${last.pageInfo.startCursor}")`, selection);
    expect([...names(before), ...names(last)]).toEqual(whole);
  });

  test('returns an empty list without matches', async () => {
    expect(
      await list('(filter: { search: "no such label" })', 'nodes { id } totalCount pageInfo { hasNextPage }'),
    ).toEqual({
      nodes: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false },
    });
  });

  test('returns an error for a project that is missing, or that the caller may not read', async () => {
    for (const id of ['999999', String(landmarks.privateProject.id)]) {
      const { data, errors } = await facade.execute(`{ project(id: "${id}") { labels { nodes { id } } } }`);
      expect(data).toEqual({ project: { labels: null } });
      expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    }
  });

  test.each([
    ['first: -1', ['first']],
    ['first: 2, last: 2', undefined],
    ['after: "no cursor", first: 20000', ['after', 'first']],
  ])('rejects (%s) before any call', async (args, places) => {
    const { errors } = await facade.execute<unknown>(`{ project(id: "14") { labels(${args}) { nodes { id } } } }`);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    if (places)
      expect(errors?.[0]?.extensions?.violations).toEqual(
        expect.arrayContaining(places.map((place) => expect.objectContaining({ path: [place] }))),
      );
    expect(facade.calls).toEqual([]);
  });
});

describe('one label', () => {
  test('returns the same by number, name and global id', async () => {
    const expected = { id: 'gid://service/Label/14/9', databaseId: 9, name: 'rendering' };
    for (const by of [{ id: '9' }, { name: 'rendering' }, { id: 'gid://service/Label/14/9' }])
      expect(await one(by)).toEqual({ label: expected, errors: undefined });
    expect(facade.calls).toEqual([
      'GET /projects/14/labels/9',
      'GET /projects/14/labels/rendering',
      'GET /projects/14/labels/9',
    ]);
  });

  test('finds a name of digits if no label has that id', async () => {
    expect((await one({ id: '11' })).label?.name).toBe('404');
    expect((await one({ name: '404' })).label?.databaseId).toBe(11);
    expect((await one({ name: '405' })).label).toBeNull();
    expect(facade.calls).toEqual(['11', '404', '405'].map((each) => `GET /projects/14/labels/${each}`));
  });

  test('returns null where the upstream reads digits as the other of id and name', async () => {
    expect(await one({ id: '404' })).toEqual({ label: null, errors: undefined });
    expect(await one({ name: '11' })).toEqual({ label: null, errors: undefined });
    expect(facade.calls).toEqual(['404', '11'].map((each) => `GET /projects/14/labels/${each}`));
  });

  test.each(['+7', ' 7', '7 days'])('returns null for the name %j if the upstream reads it as an id', async (name) => {
    const path = `/projects/1/labels/${encodeURIComponent(name)}`;
    const stubbed = await startStubbed({ [`GET ${path}`]: { body: { id: 7, name: 'bug' } } });
    const query = 'query ($name: String) { project(id: "1") { label(by: { name: $name }) { name } } }';
    expect(await stubbed.execute(query, { name })).toEqual({ data: { project: { label: null } } });
    expect(stubbed.calls).toEqual([`GET ${path}`]);
  });

  test('rejects a name as an id before any call', async () => {
    const { errors } = await one({ id: 'rendering' });
    expect(errors?.[0]).toMatchObject({
      message: 'by.id must be the global id of a Label or a number',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(facade.calls).toEqual([]);
  });

  test('sends every kind of character of a name unchanged', async () => {
    expect((await one({ name: 'a/b & c? ünï%' })).label?.databaseId).toBe(13);
    expect(facade.calls).toEqual(['GET /projects/14/labels/a%2Fb%20%26%20c%3F%20%C3%BCn%C3%AF%25']);
  });

  test.each(['../members', '.', '', 'a\nb'])('rejects the name %j before any call', async (name) => {
    const { label, errors } = await one({ name });
    expect(label).toBeNull();
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('rejects the global id of another type before any call', async () => {
    expect((await one({ id: 'gid://service/Pipeline/14/9' })).errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('does not find a group label without the groups', async () => {
    expect((await one({ name: 'bug' })).label?.databaseId).toBe(1);
    expect((await one({ name: 'bug' }, 'name', 'anonymous', ', includeAncestorGroups: false')).label).toBeNull();
    expect(facade.calls).toEqual([
      'GET /projects/14/labels/bug',
      'GET /projects/14/labels/bug?include_ancestor_groups=false',
    ]);
  });

  test('returns null for a missing label', async () => {
    expect(await one({ name: 'no such label' })).toEqual({ label: null, errors: undefined });
  });

  test('returns all its attributes with one call, and its project without a further one', async () => {
    const { label } = await one(
      { name: 'rendering' },
      `${everything('Label')} project { labels(first: 1) { totalCount } }`,
    );
    expect(label).toEqual({
      id: 'gid://service/Label/14/9',
      databaseId: 9,
      name: 'rendering',
      color: '#34495E',
      textColor: '#FFFFFF',
      description: 'Lines, areas, glyphs',
      descriptionHtml: 'Lines, areas, glyphs',
      openIssuesCount: 1,
      closedIssuesCount: 0,
      openMergeRequestsCount: 0,
      subscribed: false,
      priority: 0,
      isProjectLabel: true,
      archived: false,
      project: { labels: { totalCount: all } },
    });
    expect(facade.calls).toEqual(['GET /projects/14/labels/rendering', 'GET /projects/14/labels?page=1&per_page=1']);
  });

  test('returns a numeric id below a project given by its path, which costs one call for all labels', async () => {
    const { data } = await facade.execute<{ project: { labels: Page; label: Label } }>(
      `{ project(id: "${engine.path}") { labels(first: 3) { nodes { id } } label(by: { name: "promote" }) { id } } }`,
    );
    expect(data.project.label.id).toBe('gid://service/Label/14/12');
    expect(data.project.labels.nodes.every(({ id }) => id.startsWith('gid://service/Label/14/'))).toBe(true);
    const path = 'meridian%2Fplatform%2Fengine';
    expect([...facade.calls].sort()).toEqual([
      `GET /projects/${path}`,
      `GET /projects/${path}/labels/promote`,
      `GET /projects/${path}/labels?page=1&per_page=3`,
    ]);
  });

  test('returns it as a node, with an id above 2^31 too', async () => {
    const id = 'gid://service/Label/2147483950/5000000001';
    const { data } = await facade.execute<{ node: unknown }, { id: string }>(
      'query ($id: ID!) { node(id: $id) { id ... on Label { databaseId name } } }',
      { id },
      { as: 'developer' },
    );
    expect(data.node).toEqual({ id, databaseId: 5_000_000_001, name: 'continents' });
    expect(facade.calls).toEqual(['GET /projects/2147483950/labels/5000000001']);
  });

  test('returns null as a node for a label that is missing, or that the caller may not read', async () => {
    const ids = ['gid://service/Label/14/999', `gid://service/Label/${landmarks.privateProject.id}/1`];
    const { data, errors } = await facade.execute<{ nodes: unknown }, { ids: string[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids },
    );
    expect({ data, errors }).toEqual({ data: { nodes: [null, null] }, errors: undefined });
  });

  test('reads several nodes of one project in one call, counts included', async () => {
    const { data } = await facade.execute<{ nodes: readonly Label[] }>(
      '{ nodes(ids: ["gid://service/Label/14/1", "gid://service/Label/14/9"]) { ... on Label { name openIssuesCount } } }',
    );
    expect(data.nodes).toEqual([
      { name: 'bug', openIssuesCount: 1 },
      { name: 'rendering', openIssuesCount: 1 },
    ]);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=100&with_counts=true']);
  });
});

test('returns a label of a group as a separate object in each project, with the same databaseId', async () => {
  type Labels = { nodes: { id: string; databaseId: number; name: string; isProjectLabel: boolean }[] };
  const labels = 'labels(first: 100) { nodes { id databaseId name isProjectLabel } }';
  const { data } = await facade.execute<{
    a: { labels: Labels };
    b: { labels: Labels };
    __type: { description: string };
  }>(
    `{ a: project(id: 14) { ${labels} } b: project(id: 16) { ${labels} } __type(name: "Label") { description } }`,
    {},
    { as: 'owner' },
  );
  const shared = data.a.labels.nodes.filter(({ isProjectLabel }) => !isProjectLabel);
  const label = shared.find(({ name }) => data.b.labels.nodes.some((other) => other.name === name));
  const other = data.b.labels.nodes.find(({ name }) => name === label?.name);
  expect(label).toBeDefined();
  expect(other?.databaseId).toBe(label?.databaseId);
  expect(other?.id).toBe(label?.id.replace('/14/', '/16/'));
  expect(data.__type.description).toContain('a separate object in each project, with the same `databaseId`');
});
