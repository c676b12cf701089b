import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

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
  test('share the page that holds them all, and each is as it would be by itself', async () => {
    const parts = 'nodes { iid } totalCount pageInfo { hasNextPage endCursor }';
    const apart = [
      await facade.ask<{ p: { w: Iids } }>(`{ p: project(id: ${project}) { w: pipelines(first: 3) { ${parts} } } }`),
      await facade.ask<{ p: { w: Iids } }>(`{ p: project(id: ${project}) { w: pipelines(first: 40) { ${parts} } } }`),
    ].map(({ data }) => data.p.w);
    facade.forget();
    const { data } = await facade.ask<{ p: { few: Iids; many: Iids; count: { totalCount: number } } }>(
      `{ p: project(id: ${project}) {
        few: pipelines(first: 3) { ${parts} } many: pipelines(first: 40) { ${parts} } count: pipelines { totalCount } } }`,
    );
    expect([data.p.few, data.p.many]).toEqual(apart);
    expect(data.p.count.totalCount).toBe(2000);
    expect(facade.calls).toEqual([`GET /projects/${project}/pipelines?page=1&per_page=40`]);
  });

  test('with other filters are other calls', async () => {
    await facade.ask(`{ project(id: ${project}) {
      failed: pipelines(first: 3, status: FAILED) { nodes { iid } } any: pipelines(first: 3) { nodes { iid } } } }`);
    expect(facade.calls).toHaveLength(2);
  });
});

describe('several items of one list', () => {
  const label = (id: number) => `l${id}: label(id: ${id}) { name color openIssuesCount }`;
  interface Labels {
    readonly project: Readonly<Record<string, { readonly name: string } | null>>;
  }

  async function labelIds(): Promise<number[]> {
    const { data } = await facade.ask<{ project: { labels: { nodes: { databaseId: number }[] } } }>(
      '{ project(id: 14) { labels(first: 5) { nodes { databaseId } } } }',
    );
    facade.forget();
    return data.project.labels.nodes.map(({ databaseId }) => databaseId);
  }

  test('are that list, in one call', async () => {
    const ids = await labelIds();
    const { data } = await facade.ask<Labels>(`{ project(id: 14) { ${ids.map(label).join('\n')} } }`);
    expect(Object.values(data.project).every((found) => found !== null)).toBe(true);
    expect(facade.calls).toEqual(['GET /projects/14/labels?page=1&per_page=100&with_counts=true']);
  });

  test('that the list does not hold are asked for by themselves, and spoil nothing', async () => {
    const [id = 0] = await labelIds();
    const { data, errors } = await facade.ask<Labels>(`{ project(id: 14) { ${[id, 999_999].map(label).join('\n')} } }`);
    expect(errors).toBeUndefined();
    expect(data.project.l999999).toBeNull();
    expect(data.project[`l${id}`]?.name).toEqual(expect.any(String));
    expect(facade.calls).toEqual([
      'GET /projects/14/labels?page=1&per_page=100&with_counts=true',
      'GET /projects/14/labels/999999',
    ]);
  });
});
