/** Connection whose items are available page by page. */
import type { PartIterator } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Connection, Edge, PageInfo } from './connection.ts';
import type { PageSlice, ReadPage } from './page-slice.ts';
import type { StreamedPages } from './slice.ts';

type Item = PageSlice['items'][number];

export interface StreamedConnectionOptions {
  readonly toNode: (item: Item) => unknown;
  readonly encodeCursor: (cursor: ReturnType<PageSlice['cursorAt']>) => string | undefined;
  /** Creates the function that reads the pages after the first one for a part of the response. */
  readonly readPageIn: (context: GraphContext) => ReadPage;
}

/** Its lists can be iterated several times. `pageInfo` waits for the last page. */
export class StreamedConnection implements Connection {
  readonly totalCount: number | null;
  readonly #options: StreamedConnectionOptions;
  readonly #pages: StreamedPages;
  readonly #items: Edge[] = [];
  #last: PageSlice;
  /** Settles after the last page; `undefined` before the second one is read. */
  #end: Promise<void> | undefined;
  #isEnded = false;
  #onChange = Promise.withResolvers<void>();

  constructor(pages: StreamedPages, options: StreamedConnectionOptions) {
    this.#options = options;
    this.#pages = pages;
    this.totalCount = pages.first.total ?? null;
    this.#last = pages.first;
    this.#add(pages.first);
  }

  getNodes(context: GraphContext): AsyncIterable<unknown> {
    return this.#iterate(context, ({ node }) => node);
  }

  getEdges(context: GraphContext): AsyncIterable<Edge> {
    return this.#iterate(context, (edge) => edge);
  }

  async getPageInfo(context: GraphContext): Promise<PageInfo> {
    await this.#readOthers(context);
    const { hasNextPage } = this.#last;
    const { encodeCursor } = this.#options;
    // The last page may be empty.
    const last = this.#items.at(-1);
    return {
      hasNextPage,
      hasPreviousPage: this.#pages.first.hasPreviousPage,
      startCursor: this.#items[0]?.cursor || null,
      endCursor: (last === undefined ? hasNextPage && encodeCursor(this.#last.cursorAt(-1)) : last.cursor) || null,
    };
  }

  #add(slice: PageSlice): void {
    const { toNode, encodeCursor } = this.#options;
    for (const [index, item] of slice.items.entries())
      this.#items.push(new LazyEdge(toNode(item), () => encodeCursor(slice.cursorAt(index)) ?? ''));
    this.#last = slice;
  }

  #readOthers(context: GraphContext): Promise<void> {
    if (this.#end === undefined) {
      this.#end = this.#readAll(this.#pages.readOthers(this.#options.readPageIn(context)));
      // Iterations and `pageInfo` report the error.
      this.#end.catch(() => {});
    }
    return this.#end;
  }

  async #readAll(others: AsyncIterable<PageSlice>): Promise<void> {
    try {
      for await (const slice of others) {
        this.#add(slice);
        this.#changed();
      }
    } finally {
      this.#isEnded = true;
      this.#changed();
    }
  }

  #changed(): void {
    this.#onChange.resolve();
    this.#onChange = Promise.withResolvers();
  }

  #iterate<T>(context: GraphContext, convert: (edge: Edge) => T): AsyncIterable<T> {
    return {
      [Symbol.asyncIterator]: (): PartIterator<T> => {
        let current = context;
        const items = this.#generate(convert, () => this.#readOthers(current));
        const enterPart = (part: GraphContext) => {
          current = part;
        };
        return Object.assign(items, { enterPart });
      },
    };
  }

  async *#generate<T>(convert: (edge: Edge) => T, readOthers: () => Promise<void>): AsyncGenerator<T> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#items.length && !this.#isEnded) {
        readOthers();
        await this.#onChange.promise;
      }
      const edge = this.#items[index];
      if (edge === undefined) return readOthers();
      yield convert(edge);
    }
  }
}

/** Edge whose cursor is created when it is selected. */
class LazyEdge implements Edge {
  readonly node: unknown;
  readonly #getCursor: () => string;

  constructor(node: unknown, getCursor: () => string) {
    this.node = node;
    this.#getCursor = getCursor;
  }

  get cursor(): string {
    return this.#getCursor();
  }
}
