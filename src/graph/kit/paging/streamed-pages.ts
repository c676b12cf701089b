/** Slices of lists that are delivered page by page. */
import type { Contract } from '../../../contract/index.ts';
import { maxPageSize, pageEnd, pageStart, pagesCovering, parsePageHeaders } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { parseItems } from '../resources/resource.ts';
import { readKeysetSlice } from './keyset-slice.ts';
import { getSliceBounds, readOffsetSlice, usesNextLinks } from './offset-slice.ts';
import { toPageRequest, toPageSlice } from './page-items.ts';
import {
  defaultPageSliceLength,
  getReducedPageSize,
  type PageSlice,
  type PageSliceArgs,
  type ReadPage,
} from './page-slice.ts';

/** Consecutive parts of a slice. */
export interface StreamedPages {
  readonly first: PageSlice;
  /** Reads the other parts. */
  readonly readOthers: (read: ReadPage) => AsyncIterable<PageSlice>;
}

export interface StreamedPagesOptions {
  readonly contract: Contract;
  readonly request: RestRequest;
  /** Arguments without `last` and `before`. */
  readonly args: PageSliceArgs;
  readonly keyset: boolean;
  /** Reads the first page. */
  readonly read: ReadPage;
}

async function* noPages(): AsyncGenerator<PageSlice> {}

/** Reads the first page of a slice. Together with the others, it needs the same calls as the whole slice. */
export function readStreamedPages(options: StreamedPagesOptions): Promise<StreamedPages> {
  return usesNextLinks(options.args, options.keyset) ? readLinkedPages(options) : readNumberedPages(options);
}

async function readLinkedPages(options: StreamedPagesOptions): Promise<StreamedPages> {
  const { contract, request, args, read } = options;
  const { first: count = defaultPageSliceLength } = args;
  const firstArgs = { ...args, first: Math.min(count, maxPageSize) };
  const first = await readKeysetSlice(contract, request, firstArgs, read);
  const remaining = count - first.items.length;
  return { first, readOthers: (readLater) => readFurtherLinked(options, first, remaining, readLater) };
}

async function* readFurtherLinked(
  { contract, request, args }: StreamedPagesOptions,
  first: PageSlice,
  count: number,
  read: ReadPage,
): AsyncGenerator<PageSlice> {
  let previous = first;
  let remaining = count;
  while (remaining > 0 && previous.hasNextPage) {
    const after = previous.cursorAt(previous.items.length - 1);
    if (after === undefined) return;
    const pageArgs = { ...args, first: Math.min(remaining, maxPageSize), after };
    previous = await readKeysetSlice(contract, request, pageArgs, read);
    yield previous;
    // Items may follow a page without items, but as in a slice that is read together, they are not read.
    if (previous.items.length === 0) return;
    remaining -= previous.items.length;
  }
}

async function readNumberedPages(options: StreamedPagesOptions): Promise<StreamedPages> {
  const { contract, request, args, read } = options;
  const { start, end = start } = getSliceBounds(args);
  const [page, ...others] = pagesCovering(start, end, getReducedPageSize(args));
  // The session sends the request for the first page only once.
  const readTogether = async () => ({
    first: await readOffsetSlice(contract, request, args, read),
    readOthers: noPages,
  });
  if (page === undefined) return readTogether();
  const response = await read(toPageRequest(request, page));
  const { total, next, hasPageHeaders, perPage = page.perPage } = parsePageHeaders(response);
  if (!hasPageHeaders || perPage < page.perPage || (next !== undefined && !next.has('page'))) return readTogether();
  const toSlice = (each: typeof page, pageResponse: typeof response): PageSlice => {
    const [from, reach] = [pageStart(each), pageEnd(each)];
    const more = parsePageHeaders(pageResponse).next !== undefined;
    const pages = { items: parseItems(pageResponse), from, reach, more, total };
    return toPageSlice(pages, Math.max(start, from), Math.min(end, reach));
  };
  const first = toSlice(page, response);
  const needed = next === undefined ? [] : others.filter((other) => total === undefined || pageStart(other) < total);
  async function* readOthers(readLater: ReadPage): AsyncGenerator<PageSlice> {
    const isLengthKnown = total !== undefined;
    const pending = isLengthKnown ? needed.map((each) => readLater(toPageRequest(request, each))) : [];
    // The error of a page is thrown when the iteration reaches that page.
    for (const each of pending) each.catch(() => {});
    for (const [index, each] of needed.entries()) {
      const slice = toSlice(each, await (pending[index] ?? readLater(toPageRequest(request, each))));
      yield slice;
      if (!isLengthKnown && !slice.hasNextPage) return;
    }
  }
  return { first, readOthers };
}
