/** Labels of the sandbox: lists with every filter, single labels by id or name, and the REST calls of each. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks, type Role } from '../../../package/sandbox.ts';
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
/** Labels in the list of the engine project: its own and those of its two ancestor groups. */
const totalLabels = 72;
const projectLabels = 66;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function readLabels(
  args: string,
  selection = 'nodes { name } totalCount',
  options: AskOptions = {},
): Promise<Page> {
  const { data, errors } = await facade.execute<{ project: { labels: Page } }>(
    `{ project(id: "${engine.id}") { labels${args} { ${selection} } } }`,
    {},
    options,
  );
  expect(errors).toBeUndefined();
  return data.project.labels;
}

type LabelBy = { readonly id: string } | { readonly name: string };

async function readLabel(by: LabelBy, selection = 'id databaseId name', as: Role = 'anonymous', args = '') {
  const { data, errors } = await facade.execute<{ project: { label: Label | null } }, { by: LabelBy }>(
    `query ($by: LabelByInput!) { project(id: "${engine.id}") { label(by: $by${args}) { ${selection} } } }`,
    { by },
    { as },
  );
  return { label: data.project.label, errors };
}

const getNames = ({ nodes }: Page) => nodes.map(({ name }) => name);

describe('the list of a project', () => {
  test('returns 20 labels by default', async () => {
    expect((await readLabels('')).nodes).toHaveLength(20);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=20']);
  });

  test.each([
    ['openIssuesCount', true],
    ['closedIssuesCount', true],
    ['openMergeRequestsCount', true],
    ['name color textColor description descriptionHtml subscribed priority isProjectLabel archived', false],
  ])('sends with_counts for the selection { %s } only if it contains a count', async (selection, hasCounts) => {
    await readLabels('(first: 5)', `nodes { ${selection} }`);
    expect(facade.calls).toEqual([`GET /projects/14/labels?page=1&per_page=5${hasCounts ? '&with_counts=true' : ''}`]);
  });

  test('returns the numbers of issues and merge requests with the label, in one call', async () => {
    const { nodes } = await readLabels(
      '(filter: { search: "bug" })',
      'edges { node { openMergeRequestsCount } } nodes { name openIssuesCount closedIssuesCount openMergeRequestsCount }',
    );
    expect(nodes).toEqual([
      { name: 'bug', openIssuesCount: 1, closedIssuesCount: 1, openMergeRequestsCount: expect.any(Number) },
    ]);
    expect(facade.calls).toHaveLength(1);
  });

  test('omits labels of groups if includeAncestorGroups is false', async () => {
    expect((await readLabels('(first: 100)')).totalCount).toBe(totalLabels);
    expect((await readLabels('(first: 100, filter: { includeAncestorGroups: true })')).totalCount).toBe(totalLabels);
    const { nodes } = await readLabels(
      '(first: 100, filter: { includeAncestorGroups: false })',
      'nodes { isProjectLabel }',
    );
    expect(nodes).toHaveLength(projectLabels);
    expect(nodes.every(({ isProjectLabel }) => isProjectLabel)).toBe(true);
    expect(facade.calls).toEqual([
      'GET /projects/14/labels?page=1&per_page=100',
      'GET /projects/14/labels?include_ancestor_groups=true&page=1&per_page=100',
      'GET /projects/14/labels?include_ancestor_groups=false&page=1&per_page=100',
    ]);
  });

  test('returns archived labels among others by default, and alone if archivedOnly is true', async () => {
    expect(getNames(await readLabels('(first: 100)'))).toContain('windows 95');
    expect(await readLabels('(first: 100, filter: { archivedOnly: true })', 'nodes { name archived }')).toEqual({
      nodes: [{ name: 'windows 95', archived: true }],
    });
    expect(getNames(await readLabels('(first: 100, filter: { archivedOnly: false })'))).toContain('windows 95');
    expect(facade.calls).toEqual([
      'GET /projects/14/labels?page=1&per_page=100',
      'GET /projects/14/labels?archived=true&page=1&per_page=100',
      'GET /projects/14/labels?page=1&per_page=100',
    ]);
  });

  test('filters labels by search', async () => {
    expect(getNames(await readLabels('(filter: { search: "area 0" })'))).toHaveLength(9);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=20&search=area%200']);
  });

  test('returns in subscribed whether the caller is subscribed', async () => {
    const subscribed = async (as: Role) =>
      (await readLabels('(filter: { search: "workflow" })', 'nodes { subscribed }', { as })).nodes.map(
        (label) => label.subscribed,
      );
    expect([await subscribed('developer'), await subscribed('guest'), await subscribed('anonymous')]).toEqual([
      [true],
      [false],
      [false],
    ]);
  });

  test('returns each label once when paging forward, and when paging backward', async () => {
    const selection = 'nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
    const allNames = getNames(await readLabels('(first: 100)'));
    const forward: string[] = [];
    for (let after = ''; ; ) {
      const page = await readLabels(`(first: 30${after})`, selection);
      forward.push(...getNames(page));
      if (!page.pageInfo.hasNextPage) break;
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(forward).toEqual(allNames);
    const last = await readLabels('(last: 30)', selection);
    const before = await readLabels(`(last: 50, before: "${last.pageInfo.startCursor}")`, selection);
    expect([...getNames(before), ...getNames(last)]).toEqual(allNames);
  });

  test('returns an empty list if no label matches', async () => {
    expect(
      await readLabels('(filter: { search: "no such label" })', 'nodes { id } totalCount pageInfo { hasNextPage }'),
    ).toEqual({
      nodes: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false },
    });
  });

  test('returns null and NOT_FOUND for a project that does not exist, and for one that the caller may not read', async () => {
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
  ])('rejects (%s) without a REST call', async (args, invalidArguments) => {
    const { errors } = await facade.execute<unknown>(`{ project(id: "14") { labels(${args}) { nodes { id } } } }`);
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    if (invalidArguments)
      expect(errors?.[0]?.extensions?.violations).toEqual(
        expect.arrayContaining(invalidArguments.map((name) => expect.objectContaining({ path: [name] }))),
      );
    expect(facade.calls).toEqual([]);
  });
});

describe('a label', () => {
  test('returns the same label by number, name and global id', async () => {
    const expected = { id: 'gid://service/Label/14/9', databaseId: 9, name: 'rendering' };
    for (const by of [{ id: '9' }, { name: 'rendering' }, { id: 'gid://service/Label/14/9' }])
      expect(await readLabel(by)).toEqual({ label: expected, errors: undefined });
    expect(facade.calls).toEqual([
      'GET /projects/14/labels/9',
      'GET /projects/14/labels/rendering',
      'GET /projects/14/labels/9',
    ]);
  });

  test('returns a label by a name that consists of digits, if no label has that id', async () => {
    expect((await readLabel({ id: '11' })).label?.name).toBe('404');
    expect((await readLabel({ name: '404' })).label?.databaseId).toBe(11);
    expect((await readLabel({ name: '405' })).label).toBeNull();
    expect(facade.calls).toEqual(['11', '404', '405'].map((segment) => `GET /projects/14/labels/${segment}`));
  });

  test('returns null if the upstream reads the id as a name, or the name as an id', async () => {
    expect(await readLabel({ id: '404' })).toEqual({ label: null, errors: undefined });
    expect(await readLabel({ name: '11' })).toEqual({ label: null, errors: undefined });
    expect(facade.calls).toEqual(['404', '11'].map((segment) => `GET /projects/14/labels/${segment}`));
  });

  test.each(['+7', ' 7', '7 days'])('returns null for the name %j if the upstream reads it as an id', async (name) => {
    const path = `/projects/1/labels/${encodeURIComponent(name)}`;
    const stubbed = await startStubbed({ [`GET ${path}`]: { body: { id: 7, name: 'bug' } } });
    const query = 'query ($name: String) { project(id: "1") { label(by: { name: $name }) { name } } }';
    expect(await stubbed.execute(query, { name })).toEqual({ data: { project: { label: null } } });
    expect(stubbed.calls).toEqual([`GET ${path}`]);
  });

  test('rejects a name in by.id without a REST call', async () => {
    const { errors } = await readLabel({ id: 'rendering' });
    expect(errors?.[0]).toMatchObject({
      message: 'by.id must be the global id or the number of a Label',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(facade.calls).toEqual([]);
  });

  test('percent-encodes the name in the URL', async () => {
    expect((await readLabel({ name: 'a/b & c? ünï%' })).label?.databaseId).toBe(13);
    expect(facade.calls).toEqual(['GET /projects/14/labels/a%2Fb%20%26%20c%3F%20%C3%BCn%C3%AF%25']);
  });

  test.each(['../members', '.', '', 'a\nb'])('rejects the name %j without a REST call', async (name) => {
    const { label, errors } = await readLabel({ name });
    expect(label).toBeNull();
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(facade.calls).toEqual([]);
  });

  test('rejects the global id of another type without a REST call', async () => {
    expect((await readLabel({ id: 'gid://service/Pipeline/14/9' })).errors?.[0]?.extensions?.code).toBe(
      'BAD_USER_INPUT',
    );
    expect(facade.calls).toEqual([]);
  });

  test('returns null for a label of a group if includeAncestorGroups is false', async () => {
    expect((await readLabel({ name: 'bug' })).label?.databaseId).toBe(1);
    expect((await readLabel({ name: 'bug' }, 'name', 'anonymous', ', includeAncestorGroups: false')).label).toBeNull();
    expect(facade.calls).toEqual([
      'GET /projects/14/labels/bug',
      'GET /projects/14/labels/bug?include_ancestor_groups=false',
    ]);
  });

  test('returns null for a label that does not exist', async () => {
    expect(await readLabel({ name: 'no such label' })).toEqual({ label: null, errors: undefined });
  });

  test('returns all attributes in one call, and its project without a call for the project', async () => {
    const { label } = await readLabel(
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
      project: { labels: { totalCount: totalLabels } },
    });
    expect(facade.calls).toEqual(['GET /projects/14/labels/rendering', 'GET /projects/14/labels?page=1&per_page=1']);
  });

  test('returns global ids with the number of a project that is queried by its path, with one more call for all labels', async () => {
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

  test('returns a label with ids above 2^31 from node', async () => {
    const id = 'gid://service/Label/2147483950/5000000001';
    const { data } = await facade.execute<{ node: unknown }, { id: string }>(
      'query ($id: ID!) { node(id: $id) { id ... on Label { databaseId name } } }',
      { id },
      { as: 'developer' },
    );
    expect(data.node).toEqual({ id, databaseId: 5_000_000_001, name: 'continents' });
    expect(facade.calls).toEqual(['GET /projects/2147483950/labels/5000000001']);
  });

  test('returns null from nodes for a label that does not exist, and for one that the caller may not read', async () => {
    const ids = ['gid://service/Label/14/999', `gid://service/Label/${landmarks.privateProject.id}/1`];
    const { data, errors } = await facade.execute<{ nodes: unknown }, { ids: string[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids },
    );
    expect({ data, errors }).toEqual({ data: { nodes: [null, null] }, errors: undefined });
  });

  test('reads several labels of one project for nodes in one call, with their counts', async () => {
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
  const label = shared.find(({ name }) => data.b.labels.nodes.some((otherLabel) => otherLabel.name === name));
  const otherLabel = data.b.labels.nodes.find(({ name }) => name === label?.name);
  expect(label).toBeDefined();
  expect(otherLabel?.databaseId).toBe(label?.databaseId);
  expect(otherLabel?.id).toBe(label?.id.replace('/14/', '/16/'));
  expect(data.__type.description).toContain('a separate object in each project, with the same `databaseId`');
});
