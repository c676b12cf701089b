/** Starts a facade with an upstream whose lists consist of numbered items, in pages of limited size. */
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { startFacade } from '../harness.ts';
import type { FacadeSettings } from '../settings.ts';

interface ListUpstream {
  /** Items of each list. */
  readonly length: number;
  /** Upper bound on the items of a page. */
  readonly maxPerPage?: number;
  /** Whether the upstream evaluates `page`. Otherwise each page contains all items. Defaults to true. */
  readonly isPaged?: boolean;
  /** Returns the page headers of a page. Defaults to none. */
  readonly getHeaders?: (page: number, perPage: number, url: URL) => Readonly<Record<string, string>>;
  /** Settings of the facade. */
  readonly env?: FacadeSettings;
}

/** Starts a facade with such an upstream for one test. */
export async function startList({ length, maxPerPage = 100, isPaged = true, getHeaders, env = {} }: ListUpstream) {
  const calls: string[] = [];
  const createItems = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `item_${index + 1}` }));
  let items = createItems(length);
  let max = maxPerPage;
  /** Upper bounds by token. */
  const maxByToken = new Map<unknown, number>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://upstream');
    calls.push(`${url.pathname.replace('/api/v4', '')}${url.search}`);
    const page = Number(url.searchParams.get('page') ?? 1);
    const perPage = Math.min(
      maxByToken.get(request.headers['private-token']) ?? max,
      Number(url.searchParams.get('per_page') ?? 20),
    );
    const body = isPaged ? items.slice((page - 1) * perPage, page * perPage) : items;
    response.writeHead(200, { 'content-type': 'application/json', ...getHeaders?.(page, perPage, url) });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const upstreamUrl = `http://127.0.0.1:${port}/api/v4`;
  const facade = await startFacade(upstreamUrl, env);
  onTestFinished(async () => {
    await facade.close();
    server.close();
  });
  return {
    ...facade,
    upstreamUrl,
    calls,
    setLength(count: number) {
      items = createItems(count);
    },
    setMaxPerPage(count: number, token?: string) {
      if (token === undefined) max = count;
      else maxByToken.set(token, count);
    },
  };
}
