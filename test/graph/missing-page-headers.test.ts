/** Lists of an upstream that sends no page headers: only a further call shows whether a full page is the last one. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type GraphResponse, startFacade } from '../harness.ts';
import { startList } from './list-upstream.ts';

interface Page {
  readonly nodes: readonly { readonly databaseId: number }[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const selection = '{ nodes { databaseId } totalCount pageInfo { hasNextPage endCursor } }';

/** Reads all pages of a list. */
async function readPages(
  facade: Awaited<ReturnType<typeof startList>>,
  list: 'labels' | 'users',
  first: number,
  headers: Readonly<Record<string, string>> = {},
  start: string | null = null,
) {
  const pages: Page[] = [];
  let after = start;
  while (pages.length === 0 || pages.at(-1)?.pageInfo.hasNextPage) {
    const field = `${list}(first: $first, after: $after) ${selection}`;
    const response: GraphResponse<{ project?: { labels: Page }; users?: Page }> = await facade.execute(
      `query ($first: Int, $after: String) { ${list === 'users' ? field : `project(id: 5) { ${field} }`} }`,
      { first, after },
      { headers },
    );
    expect(response.errors).toBeUndefined();
    const page = response.data.users ?? response.data.project?.labels;
    if (page === undefined) throw new Error('There is no page');
    pages.push(page);
    after = page.pageInfo.endCursor;
    if (pages.length > 200) throw new Error('The list has no end');
  }
  return pages;
}

const getIds = (pages: readonly Page[]) => pages.flatMap(({ nodes }) => nodes.map(({ databaseId }) => databaseId));
const numbersTo = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('offset paging', () => {
  test('returns all 130 items if the upstream limits pages to 50 items', async () => {
    const facade = await startList({ length: 130, maxPerPage: 50 });
    const pages = await readPages(facade, 'labels', 100);
    expect(getIds(pages)).toEqual(numbersTo(130));
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([null, null]);
    expect(facade.calls).toEqual([
      '/projects/5/labels?page=1&per_page=100',
      '/projects/5/labels?page=2&per_page=50',
      '/projects/5/labels?page=3&per_page=50',
    ]);
  });

  test.each([1, 7, 25, 30, 40])(
    'returns all of 51 items if the upstream limits pages to %i items',
    async (maxPerPage) => {
      const facade = await startList({ length: 51, maxPerPage });
      const pages = await readPages(facade, 'labels', 100);
      expect(getIds(pages)).toEqual(numbersTo(51));
      expect(pages).toMatchObject([{ totalCount: 51, pageInfo: { hasNextPage: false } }]);
      expect(facade.calls).toEqual([
        '/projects/5/labels?page=1&per_page=100',
        ...numbersTo(Math.floor(51 / maxPerPage)).map(
          (page) => `/projects/5/labels?page=${page + 1}&per_page=${maxPerPage}`,
        ),
      ]);
    },
  );

  test.each([5, 20, 30, 50])(
    'returns each of 130 items once if the upstream limits pages to %i items',
    async (maxPerPage) => {
      const facade = await startList({ length: 130, maxPerPage });
      for (const first of [1, 7, 20, 50, 60, 99, 100, 200])
        expect(getIds(await readPages(facade, 'labels', first)), `first: ${first}`).toEqual(numbersTo(130));
    },
  );

  test.each([1, 20, 30, 99, 100])('makes one further call after a page of exactly %i items', async (length) => {
    for (const isPaged of [true, false]) {
      const facade = await startList({ length, isPaged });
      const pages = await readPages(facade, 'labels', 100);
      expect(getIds(pages)).toEqual(numbersTo(length));
      expect(facade.calls).toHaveLength(2);
    }
  });

  test('makes one call for a list that is shorter than one before', async () => {
    const facade = await startList({ length: 30 });
    for (const length of [30, 29, 1, 0]) {
      facade.setLength(length);
      facade.calls.length = 0;
      const [page] = await readPages(facade, 'labels', 100);
      expect(page).toMatchObject({ totalCount: length, pageInfo: { hasNextPage: false } });
      expect(facade.calls).toHaveLength(length === 30 ? 2 : 1);
    }
  });

  test('returns the same cursors with and without a further call for the end of the list', async () => {
    const facade = await startList({ length: 3 });
    const [first] = await readPages(facade, 'labels', 100);
    expect(facade.calls).toHaveLength(2);
    facade.setLength(30);
    await readPages(facade, 'labels', 100);
    facade.setLength(3);
    facade.calls.length = 0;
    expect(await readPages(facade, 'labels', 100)).toEqual([first]);
    expect(facade.calls).toHaveLength(1);
  });

  test.each([50, 37])(
    'returns all items to a caller whose pages are limited to %i items, after longer pages of another one',
    async (maxPerPage) => {
      const facade = await startList({ length: 130, maxPerPage });
      facade.setMaxPerPage(100, 'a');
      for (const headers of [{ 'private-token': 'a' }, {}]) {
        const pages = await readPages(facade, 'labels', 200, headers);
        expect(getIds(pages)).toEqual(numbersTo(130));
        expect(pages).toMatchObject([{ totalCount: 130, pageInfo: { hasNextPage: false } }]);
      }
    },
  );

  test.each([20, 25, 30, 40, 50])(
    'returns all items after the upstream has lowered the limit on pages to %i items',
    async (maxPerPage) => {
      const facade = await startList({ length: 130 });
      const [first, second] = await readPages(facade, 'labels', 100);
      expect(first?.nodes).toHaveLength(100);
      facade.setMaxPerPage(maxPerPage);
      expect(getIds(await readPages(facade, 'labels', 100))).toEqual(numbersTo(130));
      expect(getIds(await readPages(facade, 'labels', 100, {}, first?.pageInfo.endCursor))).toEqual(
        getIds(second ? [second] : []),
      );
    },
  );

  test('returns all items after the upstream has lowered the limit on pages to that of another caller', async () => {
    const facade = await startList({ length: 130 });
    facade.setMaxPerPage(37, 'a');
    await readPages(facade, 'labels', 100, { 'private-token': 'a' });
    await readPages(facade, 'labels', 100);
    facade.setMaxPerPage(37);
    expect(getIds(await readPages(facade, 'labels', 100))).toEqual(numbersTo(130));
  });

  test('requests pages of the present size after a cursor of larger pages', async () => {
    const key = { CURSOR_KEY: 'k'.repeat(32) };
    const upstream = await startList({ length: 130, maxPerPage: 50, env: key });
    const [first] = await readPages(upstream, 'labels', 50);
    upstream.setMaxPerPage(30);
    // Another instance does not know that the upstream accepted pages of 50 items.
    const facade = await startFacade(upstream.upstreamUrl, key);
    onTestFinished(() => facade.close());
    upstream.calls.length = 0;
    const { data } = await facade.execute<{ project: { labels: Page } }>(
      `query ($after: String) { project(id: 5) { labels(first: 60, after: $after) ${selection} } }`,
      { after: first?.pageInfo.endCursor },
    );
    expect(getIds([data.project.labels])).toEqual(numbersTo(130).slice(50, 110));
    expect(upstream.calls).toEqual([
      '/projects/5/labels?page=2&per_page=37',
      '/projects/5/labels?page=1&per_page=37',
      '/projects/5/labels?page=2&per_page=30',
      '/projects/5/labels?page=3&per_page=30',
      '/projects/5/labels?page=4&per_page=30',
    ]);
  });

  test.each(['garbage', '-1', '0', 'null'])('returns all items if X-Next-Page is %s', async (value) => {
    for (const invalidPage of [1, 2]) {
      const getHeaders = (page: number) => ({
        'x-page': String(page),
        'x-next-page': page === invalidPage ? value : page < 3 ? String(page + 1) : '',
      });
      const facade = await startList({ length: 250, getHeaders });
      for (const first of [100, 300]) expect(getIds(await readPages(facade, 'labels', first))).toEqual(numbersTo(250));
    }
  });

  test('makes one call for an empty list', async () => {
    const facade = await startList({ length: 0 });
    const [page] = await readPages(facade, 'labels', 100);
    expect(page).toMatchObject({ totalCount: 0, pageInfo: { hasNextPage: false } });
    expect(facade.calls).toHaveLength(1);
  });

  test('returns 101 or null as totalCount of 101 items, for pages of varying size', async () => {
    const facade = await startList({ length: 101 });
    let after: string | null = null;
    const totals: unknown[] = [];
    for (const first of [1, 1, 97, 1, 1, 97, 1]) {
      const { data }: GraphResponse<{ project: { labels: Page } }> = await facade.execute(
        `query ($first: Int, $after: String) { project(id: 5) { labels(first: $first, after: $after) ${selection} } }`,
        { first, after },
      );
      totals.push(data.project.labels.totalCount);
      after = data.project.labels.pageInfo.endCursor ?? after;
    }
    expect(totals.filter((total) => total !== null && total !== 101)).toEqual([]);
    expect(totals).toContain(null);
  });

  test('returns the items of each alias if the upstream limits the page that they share', async () => {
    const facade = await startList({ length: 130, maxPerPage: 50 });
    const { data } = await facade.execute<{ project: Record<'a' | 'b', Page> }>(
      `{ project(id: 5) { a: labels(first: 40) ${selection} b: labels(first: 80) ${selection} } }`,
    );
    expect(getIds([data.project.a])).toEqual(numbersTo(40));
    expect(getIds([data.project.b])).toEqual(numbersTo(80));
    expect(data.project.b.pageInfo.hasNextPage).toBe(true);
  });

  test('makes one further call for all aliases of a short list', async () => {
    const facade = await startList({ length: 3 });
    const { data } = await facade.execute<{ project: Record<'a' | 'b' | 'c', Page> }>(
      `{ project(id: 5) { a: labels(first: 2) ${selection} b: labels(first: 5) ${selection} c: labels(first: 7) ${selection} } }`,
    );
    expect(getIds([data.project.a])).toEqual([1, 2]);
    expect(data.project.a.pageInfo.hasNextPage).toBe(true);
    for (const page of [data.project.b, data.project.c])
      expect(page).toMatchObject({ nodes: [{}, {}, {}], totalCount: 3, pageInfo: { hasNextPage: false } });
    expect(facade.calls).toEqual(['/projects/5/labels?page=1&per_page=7', '/projects/5/labels?page=2&per_page=3']);
  });
});

describe('keyset paging', () => {
  test('returns all 250 items in pages of 150', async () => {
    const facade = await startList({ length: 250 });
    const pages = await readPages(facade, 'users', 150);
    expect(getIds(pages)).toEqual(numbersTo(250));
    expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, false]);
  });

  test.each([5, 20, 30, 50, 100])(
    'returns each of 130 items once if the upstream limits pages to %i items',
    async (maxPerPage) => {
      const facade = await startList({ length: 130, maxPerPage });
      for (const first of [7, 20, 50, 60, 100, 200])
        expect(getIds(await readPages(facade, 'users', first)), `first: ${first}`).toEqual(numbersTo(130));
    },
  );

  test('makes one call for a list that is shorter than one before', async () => {
    const facade = await startList({ length: 30 });
    for (const length of [30, 29, 1, 0]) {
      facade.setLength(length);
      facade.calls.length = 0;
      const [page] = await readPages(facade, 'users', 100);
      expect(page?.pageInfo.hasNextPage).toBe(false);
      expect(facade.calls).toHaveLength(length === 30 ? 2 : 1);
    }
  });
});
