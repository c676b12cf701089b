/** Lists of an upstream that sends no page headers: only a further call shows whether a full page is the last one. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type GraphResponse, startFacade } from '../harness.ts';

interface Upstream {
  /** Items of each list. */
  readonly length: number;
  /** Upper bound on the items of a page. */
  readonly maxPerPage?: number;
  /** Whether the upstream evaluates `page`. Otherwise each page contains all items. Defaults to true. */
  readonly isPaged?: boolean;
}

/** Starts a facade with an upstream whose lists are numbered items without page headers. */
async function startList({ length, maxPerPage = 100, isPaged = true }: Upstream) {
  const calls: string[] = [];
  const items = Array.from({ length }, (_, index) => ({ id: index + 1, name: `item_${index + 1}` }));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream');
    calls.push(`${url.pathname.replace('/api/v4', '')}${url.search}`);
    const page = Number(url.searchParams.get('page') ?? 1);
    const perPage = Math.min(maxPerPage, Number(url.searchParams.get('per_page') ?? 20));
    const body = isPaged ? items.slice((page - 1) * perPage, page * perPage) : items;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, {});
  onTestFinished(async () => {
    await facade.close();
    server.close();
  });
  return { ...facade, calls };
}

interface Page {
  readonly nodes: readonly { readonly databaseId: number }[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const selection = '{ nodes { databaseId } totalCount pageInfo { hasNextPage endCursor } }';

/** Reads all pages of a list. */
async function readPages(facade: Awaited<ReturnType<typeof startList>>, list: 'labels' | 'users', first: number) {
  const pages: Page[] = [];
  let after: string | null = null;
  while (pages.length === 0 || pages.at(-1)?.pageInfo.hasNextPage) {
    const field = `${list}(first: $first, after: $after) ${selection}`;
    const response: GraphResponse<{ project?: { labels: Page }; users?: Page }> = await facade.execute(
      `query ($first: Int, $after: String) { ${list === 'users' ? field : `project(id: 5) { ${field} }`} }`,
      { first, after },
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

  test.each([20, 50])('returns each of 130 items once if the upstream limits pages to %i items', async (maxPerPage) => {
    const facade = await startList({ length: 130, maxPerPage });
    for (const first of [1, 7, 20, 50, 60, 99, 100, 200])
      expect(getIds(await readPages(facade, 'labels', first)), `first: ${first}`).toEqual(numbersTo(130));
  });

  test.each([20, 50, 100])('makes one further call after a page of exactly %i items', async (length) => {
    for (const isPaged of [true, false]) {
      const facade = await startList({ length, isPaged });
      expect(getIds(await readPages(facade, 'labels', 100))).toEqual(numbersTo(length));
      expect(facade.calls).toHaveLength(2);
    }
  });

  test.each([0, 1, 19, 30, 99])('makes one call for %i items', async (length) => {
    const facade = await startList({ length });
    const [page] = await readPages(facade, 'labels', 100);
    expect(page).toMatchObject({ totalCount: length, pageInfo: { hasNextPage: false } });
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
});

describe('keyset paging', () => {
  test('returns all 250 items in pages of 150', async () => {
    const facade = await startList({ length: 250 });
    const pages = await readPages(facade, 'users', 150);
    expect(getIds(pages)).toEqual(numbersTo(250));
    expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, false]);
  });

  test.each([20, 50, 100])(
    'returns each of 130 items once if the upstream limits pages to %i items',
    async (maxPerPage) => {
      const facade = await startList({ length: 130, maxPerPage });
      for (const first of [7, 20, 50, 60, 100, 200])
        expect(getIds(await readPages(facade, 'users', first)), `first: ${first}`).toEqual(numbersTo(130));
    },
  );

  test.each([0, 1, 30])('makes one call for %i items', async (length) => {
    const facade = await startList({ length });
    const [page] = await readPages(facade, 'users', 100);
    expect(page?.pageInfo.hasNextPage).toBe(false);
    expect(facade.calls).toHaveLength(1);
  });
});
