import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../package/sandbox.ts';
import { operations } from '../../src/contract/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { startStubbed } from './stub-upstream.ts';

const project = landmarks.busyProject.id;

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface Iids {
  readonly nodes: readonly { readonly iid: number }[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

describe('slices of one list under several aliases', () => {
  test('requests one page that contains all slices, and returns the results of separate queries', async () => {
    const selection = 'nodes { iid } totalCount pageInfo { hasNextPage endCursor }';
    const separateResults = [
      await facade.execute<{ p: { w: Iids } }>(
        `{ p: project(id: ${project}) { w: pipelines(first: 3) { ${selection} } } }`,
      ),
      await facade.execute<{ p: { w: Iids } }>(
        `{ p: project(id: ${project}) { w: pipelines(first: 40) { ${selection} } } }`,
      ),
    ].map(({ data }) => data.p.w);
    facade.forget();
    const { data } = await facade.execute<{ p: { few: Iids; many: Iids; count: { totalCount: number } } }>(
      `{ p: project(id: ${project}) {
        few: pipelines(first: 3) { ${selection} } many: pipelines(first: 40) { ${selection} } count: pipelines { totalCount } } }`,
    );
    expect([data.p.few, data.p.many]).toEqual(separateResults);
    expect(data.p.count.totalCount).toBe(2000);
    expect(facade.calls).toEqual([`GET /projects/${project}/pipelines?page=1&per_page=40`]);
  });

  test('makes a separate call for each filter', async () => {
    await facade.execute(`{ project(id: ${project}) {
      failed: pipelines(first: 3, filter: { status: FAILED }) { nodes { iid } } any: pipelines(first: 3) { nodes { iid } } } }`);
    expect(facade.calls).toHaveLength(2);
  });
});

describe('lookups of several items of one list', () => {
  const selectLabel = (id: number) => `l${id}: label(by: { id: ${id} }) { name color openIssuesCount }`;
  interface Labels {
    readonly project: Readonly<Record<string, { readonly name: string } | null>>;
  }

  async function readLabelIds(): Promise<number[]> {
    const { data } = await facade.execute<{ project: { labels: { nodes: { databaseId: number }[] } } }>(
      '{ project(id: 14) { labels(first: 5) { nodes { databaseId } } } }',
    );
    facade.forget();
    return data.project.labels.nodes.map(({ databaseId }) => databaseId);
  }

  test('reads the list in one call instead of each item', async () => {
    const ids = await readLabelIds();
    const { data } = await facade.execute<Labels>(`{ project(id: 14) { ${ids.map(selectLabel).join('\n')} } }`);
    expect(Object.values(data.project).every((label) => label !== null)).toBe(true);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=100&with_counts=true']);
  });

  test('makes a separate call for an item that the list lacks, and returns the other items', async () => {
    const [id = 0] = await readLabelIds();
    const { data, errors } = await facade.execute<Labels>(
      `{ project(id: 14) { ${[id, 999_999].map(selectLabel).join('\n')} } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.project.l999999).toBeNull();
    expect(data.project[`l${id}`]?.name).toEqual(expect.any(String));
    expect(facade.calls).toEqual([
      'GET /projects/14/labels?page=1&per_page=100&with_counts=true',
      'GET /projects/14/labels/999999',
    ]);
  });
});

describe('items of a list are matched to lookups by their path parameter', () => {
  // The `id` of each item equals the `iid`, `key`, `name` and `title` of the other item.
  const swapped = [
    { id: 7, iid: 9, key: '9', name: '9', title: '9' },
    { id: 9, iid: 7, key: '7', name: '7', title: '7' },
  ];

  test('matches resource groups by key, even if the key consists of digits', async () => {
    const facade = await startStubbed({ 'GET /projects/5/resource_groups': { body: swapped } });
    const { data, errors } = await facade.execute(
      '{ nodes(ids: ["gid://service/ResourceGroup/5/7", "gid://service/ResourceGroup/5/9"]) { id ... on ResourceGroup { key databaseId } } project(id: 5) { resourceGroup(key: "7") { databaseId } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      nodes: [
        { id: 'gid://service/ResourceGroup/5/7', key: '7', databaseId: 9 },
        { id: 'gid://service/ResourceGroup/5/9', key: '9', databaseId: 7 },
      ],
      project: { resourceGroup: { databaseId: 9 } },
    });
    expect(facade.calls).toEqual(['GET /projects/5/resource_groups?page=1&per_page=100']);
  });

  test('matches labels by id for `by: { id }`, and by name for `by: { name }`', async () => {
    const facade = await startStubbed({
      'GET /projects/5/labels': { body: [...swapped, { id: 11, name: 'bug' }] },
    });
    const { data, errors } = await facade.execute(
      '{ project(id: 5) { a: label(by: { id: "7" }) { name } b: label(by: { id: "9" }) { name } c: label(by: { name: "bug" }) { databaseId } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      project: { a: { name: '9' }, b: { name: '7' }, c: { databaseId: 11 } },
    });
    expect(facade.calls).toHaveLength(1);
  });

  test('makes a separate call for a name that two labels of the list have', async () => {
    const facade = await startStubbed({
      'GET /projects/5/labels': {
        body: [
          { id: 1, name: 'bug' },
          { id: 2, name: 'bug' },
          { id: 3, name: 'docs' },
        ],
      },
      'GET /projects/5/labels/bug': { body: { id: 2, name: 'bug' } },
    });
    const { data } = await facade.execute(
      '{ project(id: 5) { a: label(by: { name: "bug" }) { databaseId } b: label(by: { name: "docs" }) { databaseId } } }',
    );
    expect(data).toEqual({ project: { a: { databaseId: 2 }, b: { databaseId: 3 } } });
    expect(facade.calls).toHaveLength(2);
  });

  test.each([
    ['notes of an issue', 'issue/5/3', '/projects/5/issues/3/notes'],
    ['notes of a snippet', 'snippet/5/3', '/projects/5/snippets/3/notes'],
    ['notes of a merge request', 'merge_request/5/3', '/projects/5/merge_requests/3/notes'],
    ['notes of an epic', 'epic/5/3', '/groups/5/epics/3/notes'],
  ])('matches %s by id', async (_, noteable, path) => {
    const facade = await startStubbed({
      [`GET ${path}`]: { body: swapped.map((note) => ({ ...note, body: `${note.id}` })) },
    });
    const { data, errors } = await facade.execute(
      `{ nodes(ids: ["gid://service/Note/${noteable}/7", "gid://service/Note/${noteable}/9"]) { ... on Note { body } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ nodes: [{ body: '7' }, { body: '9' }] });
    expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=100`]);
  });

  test('matches approval rules by id', async () => {
    const facade = await startStubbed({ 'GET /projects/5/approval_rules': { body: swapped } });
    const { data } = await facade.execute(
      '{ nodes(ids: ["gid://service/ApprovalRule/5/7", "gid://service/ApprovalRule/5/9"]) { ... on ApprovalRule { name } } }',
    );
    expect(data).toEqual({ nodes: [{ name: '9' }, { name: '7' }] });
    expect(facade.calls).toEqual(['GET /projects/5/approval_rules?page=1&per_page=100']);
  });

  test('covers every operation that returns an item of a list', () => {
    const operationIds = [...operations.values()].filter(({ itemOf }) => itemOf !== undefined).map(({ id }) => id);
    expect(operationIds.toSorted()).toEqual([
      'getEpicNote',
      'getIssueNote',
      'getLabel',
      'getMergeRequestNote',
      'getProjectApprovalRule',
      'getResourceGroup',
      'getSnippetNote',
    ]);
  });
});

describe('slices of a list without page headers', () => {
  const body = Array.from({ length: 40 }, (_, index) => ({ id: 40 - index, iid: 40 - index }));

  test('requests one page for all aliases, and returns `hasNextPage: true` after a full page', async () => {
    const facade = await startStubbed({ 'GET /projects/5/pipelines': { body } });
    const selection = 'nodes { iid } totalCount pageInfo { hasNextPage }';
    const { data } = await facade.execute<{ project: { few: unknown; many: unknown; all: unknown; count: unknown } }>(
      `{ project(id: 5) { few: pipelines(first: 2) { ${selection} } many: pipelines(first: 40) { ${selection} } count: pipelines { totalCount } } }`,
    );
    expect(data.project).toMatchObject({
      few: { nodes: [{ iid: 40 }, { iid: 39 }], pageInfo: { hasNextPage: true } },
      many: { pageInfo: { hasNextPage: true } },
    });
    expect(facade.calls).toEqual(['GET /projects/5/pipelines?page=1&per_page=40']);
  });

  test('uses all items of the response if the upstream returns more than requested', async () => {
    const facade = await startStubbed({ 'GET /projects/5/pipelines': { body } });
    const { data } = await facade.execute(
      '{ project(id: 5) { few: pipelines(first: 2) { nodes { iid } totalCount } last: pipelines(last: 1) { nodes { iid } } count: pipelines { totalCount } } }',
    );
    expect(data).toEqual({
      project: {
        few: { nodes: [{ iid: 40 }, { iid: 39 }], totalCount: 40 },
        last: { nodes: [{ iid: 1 }] },
        count: { totalCount: 40 },
      },
    });
  });
});
