import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { landmarks } from '../../src/sandbox/index.ts';
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

describe('windows of one list under several aliases', () => {
  test('share the page that contains them all, with the same results as separate requests', async () => {
    const parts = 'nodes { iid } totalCount pageInfo { hasNextPage endCursor }';
    const apart = [
      await facade.execute<{ p: { w: Iids } }>(
        `{ p: project(id: ${project}) { w: pipelines(first: 3) { ${parts} } } }`,
      ),
      await facade.execute<{ p: { w: Iids } }>(
        `{ p: project(id: ${project}) { w: pipelines(first: 40) { ${parts} } } }`,
      ),
    ].map(({ data }) => data.p.w);
    facade.forget();
    const { data } = await facade.execute<{ p: { few: Iids; many: Iids; count: { totalCount: number } } }>(
      `{ p: project(id: ${project}) {
        few: pipelines(first: 3) { ${parts} } many: pipelines(first: 40) { ${parts} } count: pipelines { totalCount } } }`,
    );
    expect([data.p.few, data.p.many]).toEqual(apart);
    expect(data.p.count.totalCount).toBe(2000);
    expect(facade.calls).toEqual([`GET /projects/${project}/pipelines?page=1&per_page=40`]);
  });

  test('with other filters cause other calls', async () => {
    await facade.execute(`{ project(id: ${project}) {
      failed: pipelines(first: 3, filter: { status: FAILED }) { nodes { iid } } any: pipelines(first: 3) { nodes { iid } } } }`);
    expect(facade.calls).toHaveLength(2);
  });
});

describe('several items of one list', () => {
  const label = (id: number) => `l${id}: label(by: { id: ${id} }) { name color openIssuesCount }`;
  interface Labels {
    readonly project: Readonly<Record<string, { readonly name: string } | null>>;
  }

  async function labelIds(): Promise<number[]> {
    const { data } = await facade.execute<{ project: { labels: { nodes: { databaseId: number }[] } } }>(
      '{ project(id: 14) { labels(first: 5) { nodes { databaseId } } } }',
    );
    facade.forget();
    return data.project.labels.nodes.map(({ databaseId }) => databaseId);
  }

  test('are read as that list, in one call', async () => {
    const ids = await labelIds();
    const { data } = await facade.execute<Labels>(`{ project(id: 14) { ${ids.map(label).join('\n')} } }`);
    expect(Object.values(data.project).every((found) => found !== null)).toBe(true);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=100&with_counts=true']);
  });

  test('that the list does not contain are requested separately, without an effect on the others', async () => {
    const [id = 0] = await labelIds();
    const { data, errors } = await facade.execute<Labels>(
      `{ project(id: 14) { ${[id, 999_999].map(label).join('\n')} } }`,
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

describe('items are distinguished by what their path parameter accepts, never by their form', () => {
  // Each item has the number of another one in every other place.
  const swapped = [
    { id: 7, iid: 9, key: '9', name: '9', title: '9' },
    { id: 9, iid: 7, key: '7', name: '7', title: '7' },
  ];

  test('resource groups by their key, which may be digits', async () => {
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

  test('labels by their id where it is a number, else by their title', async () => {
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

  test('requests a title that two labels have separately', async () => {
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
  ])('reads %s by their id', async (_, address, path) => {
    const facade = await startStubbed({
      [`GET ${path}`]: { body: swapped.map((note) => ({ ...note, body: `${note.id}` })) },
    });
    const { data, errors } = await facade.execute(
      `{ nodes(ids: ["gid://service/Note/${address}/7", "gid://service/Note/${address}/9"]) { ... on Note { body } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ nodes: [{ body: '7' }, { body: '9' }] });
    expect(facade.calls).toEqual([`GET ${path}?page=1&per_page=100`]);
  });

  test('reads approval rules by their id', async () => {
    const facade = await startStubbed({ 'GET /projects/5/approval_rules': { body: swapped } });
    const { data } = await facade.execute(
      '{ nodes(ids: ["gid://service/ApprovalRule/5/7", "gid://service/ApprovalRule/5/9"]) { ... on ApprovalRule { name } } }',
    );
    expect(data).toEqual({ nodes: [{ name: '9' }, { name: '7' }] });
    expect(facade.calls).toEqual(['GET /projects/5/approval_rules?page=1&per_page=100']);
  });

  test('includes every operation whose item is in a list', () => {
    const merged = [...operations.values()].filter(({ itemOf }) => itemOf !== undefined).map(({ id }) => id);
    expect(merged.toSorted()).toEqual([
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

describe('windows of a list without page headers', () => {
  const body = Array.from({ length: 40 }, (_, index) => ({ id: 40 - index, iid: 40 - index }));

  test('share a page, and report the end only if it is certain', async () => {
    const facade = await startStubbed({ 'GET /projects/5/pipelines': { body } });
    const page = 'nodes { iid } totalCount pageInfo { hasNextPage }';
    const { data } = await facade.execute<{ project: { few: unknown; many: unknown; all: unknown; count: unknown } }>(
      `{ project(id: 5) { few: pipelines(first: 2) { ${page} } many: pipelines(first: 40) { ${page} } count: pipelines { totalCount } } }`,
    );
    expect(data.project).toMatchObject({
      few: { nodes: [{ iid: 40 }, { iid: 39 }], pageInfo: { hasNextPage: true } },
      many: { pageInfo: { hasNextPage: true } },
    });
    expect(facade.calls).toEqual(['GET /projects/5/pipelines?page=1&per_page=40']);
  });

  test('contain all items if the upstream returns more than requested', async () => {
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
