/** Connection whose items are available page by page. */
import type { PartIterator } from '../../../execution/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Connection, Edge, PageInfo } from './connection.ts';
import type { PageSlice, ReadPage } from './page-slice.ts';
import type { StreamedPages } from './slice.ts';

type Item = PageSlice['items'][number];
type Cursor = ReturnType<PageSlice['cursorAt']>;

/** Maximum number of pages that are read before a list needs them. */
const maxPagesAhead = 4;

export interface StreamedConnectionOptions {
  readonly toNode: (item: Item) => unknown;
  readonly encodeCursor: (cursor: Cursor) => string | undefined;
  /** Creates the function that reads the pages after the first one for a part of the response. */
  readonly readPageIn: (context: GraphContext) => ReadPage;
}

/**
 * Its lists can be iterated several times, from the tick in which it is created. They read a page when they need its items, and read ahead as
 * many pages as they have consumed, so that a client that reads nothing causes no further call. A page is released when all of them have
 * consumed it. `pageInfo` waits for the last page.
 */
export class StreamedConnection implements Connection {
  readonly totalCount: number | null;
  readonly #options: StreamedConnectionOptions;
  readonly #hasPreviousPage: boolean;
  readonly #startCursor: Cursor;
  readonly #requests: StreamedPages['requests'];
  readonly #readOthers: StreamedPages['readOthers'];
  /** Session of the operation. */
  readonly #session: GraphContext['rest'];
  /** Context of the list whose items the client receives incrementally. */
  #streamContext: GraphContext | undefined;
  #others: AsyncIterator<PageSlice> | undefined;
  /** Pages that are not released. */
  readonly #pages: (readonly Edge[])[] = [];
  #releasedCount = 0;
  #mayRelease = false;
  readonly #iterations = new Set<Iteration<unknown>>();
  #hasItems = false;
  #endCursor: Cursor;
  #hasNextPage = false;
  /** Settles when the page that is being read is loaded. */
  #reading: Promise<void> | undefined;
  #isEnded = false;
  #failure: { readonly reason: unknown } | undefined;
  #onIterationEnd = Promise.withResolvers<void>();

  constructor(
    { first, requests, readOthers }: StreamedPages,
    session: GraphContext['rest'],
    options: StreamedConnectionOptions,
  ) {
    this.#options = options;
    this.#session = session;
    this.#requests = requests;
    this.#readOthers = readOthers;
    this.totalCount = first.total ?? null;
    this.#hasPreviousPage = first.hasPreviousPage;
    this.#startCursor = first.cursorAt(0);
    this.#add(first);
    setImmediate(() => {
      this.#mayRelease = true;
      this.release();
    });
  }

  getNodes(context: GraphContext): AsyncIterable<unknown> {
    return this.#iterate(context, ({ node }) => node);
  }

  getEdges(context: GraphContext): AsyncIterable<Edge> {
    return this.#iterate(context, (edge) => edge);
  }

  async getPageInfo(context: GraphContext): Promise<PageInfo> {
    // The lists read the pages as fast as their clients.
    while (!this.#isEnded) await (this.#iterations.size > 0 ? this.#onIterationEnd.promise : this.#readNext(context));
    if (this.#failure !== undefined) throw this.#failure.reason;
    const { encodeCursor } = this.#options;
    return {
      hasNextPage: this.#hasNextPage,
      hasPreviousPage: this.#hasPreviousPage,
      startCursor: (this.#hasItems && encodeCursor(this.#startCursor)) || null,
      endCursor: ((this.#hasItems || this.#hasNextPage) && encodeCursor(this.#endCursor)) || null,
    };
  }

  /** Loads a page for an iteration. Returns `undefined` after the last one. */
  async load(index: number, context: GraphContext): Promise<readonly Edge[] | undefined> {
    while (index >= this.#releasedCount + this.#pages.length && !this.#isEnded) await this.#readNext(context);
    const page = this.#pages[index - this.#releasedCount];
    if (page === undefined && this.#failure !== undefined) throw this.#failure.reason;
    return page;
  }

  /** Sets the context in which further pages are read: that of the part that delivers their items. */
  enterPart(context: GraphContext): void {
    this.#streamContext ??= context;
  }

  /** Releases the pages that all iterations have consumed. */
  release(): void {
    if (!this.#mayRelease) return;
    const firstNeeded = Math.min(...Array.from(this.#iterations, ({ pageIndex }) => pageIndex));
    while (this.#releasedCount < firstNeeded && this.#pages.shift() !== undefined) {
      this.#releasedCount += 1;
      const request = this.#requests.shift();
      if (request !== undefined) this.#session.release(request);
    }
  }

  /** Ends an iteration. */
  leave(iteration: Iteration<unknown>): void {
    this.#iterations.delete(iteration);
    this.release();
    this.#onIterationEnd.resolve();
    this.#onIterationEnd = Promise.withResolvers();
  }

  #readNext(context: GraphContext): Promise<void> {
    this.#reading ??= this.#read(this.#streamContext ?? context);
    return this.#reading;
  }

  /** Reads the next page. */
  async #read(context: GraphContext): Promise<void> {
    this.#others ??= this.#readOthers(this.#options.readPageIn(context), (index) =>
      this.#session.loaded.hasRoom ? Math.min(index + 1, maxPagesAhead) : 0,
    );
    try {
      const { done, value } = await this.#others.next();
      if (done) this.#isEnded = true;
      else this.#add(value);
    } catch (reason) {
      this.#failure = { reason };
      this.#isEnded = true;
    }
    this.#reading = undefined;
  }

  #add(slice: PageSlice): void {
    const { toNode, encodeCursor } = this.#options;
    const toEdge = (item: Item, index: number) =>
      new LazyEdge(toNode(item), () => encodeCursor(slice.cursorAt(index)) ?? '');
    this.#pages.push(slice.items.map(toEdge));
    // The last page may be empty.
    if (slice.items.length > 0 || !this.#hasItems) this.#endCursor = slice.cursorAt(slice.items.length - 1);
    this.#hasItems ||= slice.items.length > 0;
    this.#hasNextPage = slice.hasNextPage;
    this.release();
  }

  #iterate<T>(context: GraphContext, convert: (edge: Edge) => T): AsyncIterable<T> {
    return {
      [Symbol.asyncIterator]: () => {
        if (this.#releasedCount > 0) throw new Error('The first items of the connection are released');
        const iteration = new Iteration(this, context, convert);
        this.#iterations.add(iteration);
        return iteration;
      },
    };
  }
}

/** Iteration of one list of a connection. */
class Iteration<T> implements PartIterator<T> {
  readonly #connection: StreamedConnection;
  readonly #convert: (edge: Edge) => T;
  #context: GraphContext;
  /** Index of the page that contains the next item. */
  pageIndex = 0;
  #index = 0;

  constructor(connection: StreamedConnection, context: GraphContext, convert: (edge: Edge) => T) {
    this.#connection = connection;
    this.#context = context;
    this.#convert = convert;
  }

  enterPart(context: GraphContext): void {
    this.#context = context;
    this.#connection.enterPart(context);
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    try {
      for (;;) {
        const page = await this.#connection.load(this.pageIndex, this.#context);
        if (page === undefined) return this.return();
        const edge = page[this.#index];
        if (edge !== undefined) {
          this.#index += 1;
          return { done: false, value: this.#convert(edge) };
        }
        this.pageIndex += 1;
        this.#index = 0;
        this.#connection.release();
      }
    } catch (error) {
      this.#connection.leave(this);
      throw error;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#connection.leave(this);
    return { done: true, value: undefined };
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
