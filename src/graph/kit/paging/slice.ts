/** Slices of lists, read as a whole or page by page. */
import type { Contract } from '../../../contract/index.ts';
import type { PageSizes } from '../../../rest/paging.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { readKeysetPages } from './keyset-slice.ts';
import { readOffsetPages } from './offset-slice.ts';
import type { GetPagesAhead, PageSlice, PageSliceArgs, ReadPage } from './page-slice.ts';

/** Slice of a list that is to be read. */
interface RequestedSlice {
  readonly contract: Contract;
  /** Request without page parameters. */
  readonly request: RestRequest;
  readonly args: PageSliceArgs;
  /** Whether to page by next links instead of page numbers. */
  readonly keyset: boolean;
  /** Page sizes that the upstream is known to accept. The pages that are read are added. */
  readonly pageSizes: PageSizes;
}

/** Consecutive pages of a slice. */
export interface StreamedPages {
  readonly first: PageSlice;
  /** Requests that were sent, in their order. */
  readonly requests: RestRequest[];
  /** Reads the other pages, each when it is requested, and further ones ahead. Called at most once. */
  readonly readOthers: (read: ReadPage, getPagesAhead: GetPagesAhead) => AsyncIterableIterator<PageSlice>;
}

/** Reads the first page of a slice. Together with the others, it needs the same calls as the whole slice. */
export async function readStreamedPages(
  { contract, request, args, keyset, pageSizes }: RequestedSlice,
  readFirst: ReadPage,
): Promise<StreamedPages> {
  let read = readFirst;
  let getPagesAhead: GetPagesAhead = () => 0;
  const requests: RestRequest[] = [];
  const readPages = keyset ? readKeysetPages : readOffsetPages;
  const readAndRecord: ReadPage = async (page) => {
    requests.push(page);
    const response = await read(page);
    pageSizes.record(page, response);
    return response;
  };
  const pages = readPages({
    contract,
    request,
    args,
    pageSizes,
    read: readAndRecord,
    getPagesAhead: (index) => getPagesAhead(index),
  });
  const { value: first } = await pages.next();
  if (first === undefined) throw new RangeError('A slice has at least one page');
  const readOthers: StreamedPages['readOthers'] = (readOther, getOthersAhead) => {
    read = readOther;
    getPagesAhead = getOthersAhead;
    return pages;
  };
  return { first, requests, readOthers };
}

/** Reads a slice with as few calls as possible. */
export async function readSlice(slice: RequestedSlice, read: ReadPage): Promise<PageSlice> {
  const { first, readOthers } = await readStreamedPages(slice, read);
  const others: PageSlice[] = [];
  for await (const page of readOthers(read, () => Number.POSITIVE_INFINITY)) others.push(page);
  return others.length === 0 ? first : joinPages(first, others);
}

/** Joins consecutive pages. */
function joinPages(first: PageSlice, others: readonly PageSlice[]): PageSlice {
  const pages = [first, ...others];
  return {
    ...first,
    items: first.items.concat(...others.map(({ items }) => items)),
    cursorAt: (index) => {
      if (index < 0) return pages.at(-1)?.cursorAt(index);
      let indexInPage = index;
      for (const page of pages) {
        if (indexInPage < page.items.length) return page.cursorAt(indexInPage);
        indexInPage -= page.items.length;
      }
      return undefined;
    },
    hasNextPage: others.at(-1)?.hasNextPage ?? first.hasNextPage,
  };
}
