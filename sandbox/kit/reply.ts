/** Results of handlers other than plain response bodies. */
import type { SchemaName } from '../../src/contract/index.ts';

interface ReplyParts<T> {
  readonly status?: number;
  readonly body?: T;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: { readonly bytes: Uint8Array; readonly type: string };
  readonly unchecked?: boolean;
}

/** Response with another status, headers or a file. */
export class Reply<T> {
  /** Defaults to the documented success status. */
  readonly status: number | undefined;
  readonly body: T | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: { readonly bytes: Uint8Array; readonly type: string } | undefined;
  /** Whether the body deliberately differs from the contract. */
  readonly unchecked: boolean;

  constructor({ status, body, headers = {}, file, unchecked = false }: ReplyParts<T>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.file = file;
    this.unchecked = unchecked;
  }
}

/** Creates a response with another than the first documented status, such as 202 for work in progress. */
export function reply<T>(status: number, body: T, headers: Readonly<Record<string, string>> = {}): Reply<T> {
  return new Reply({ status, body, headers });
}

/** Creates a response without a body. Its status defaults to the documented one, or to 204. */
export function noContent(status?: number): Reply<never> {
  return new Reply(status === undefined ? {} : { status });
}

/** Creates a response that the contract does not describe, for cases that the documents do not specify. */
export function uncheckedReply(status: number, body: unknown): Reply<never> {
  const file = { bytes: new TextEncoder().encode(JSON.stringify(body)), type: 'application/json' };
  return new Reply({ status, file, unchecked: true });
}

/** Creates a response with a file. */
export function fileReply(bytes: Uint8Array, type: string, filename: string): Reply<never> {
  return new Reply({ file: { bytes, type }, headers: { 'content-disposition': `attachment; filename="${filename}"` } });
}

/** All rows of a list; the sandbox selects the requested page. */
export class Listing<Item> {
  readonly count: number;
  /** Schema of the items, if it differs from that of the contract. */
  readonly itemSchema: SchemaName | undefined;
  readonly #items: (start: number, end: number) => Item[];
  readonly #idAt: (index: number) => number | string | undefined;

  constructor(
    count: number,
    items: (start: number, end: number) => Item[],
    idAt: (index: number) => number | string | undefined,
    itemSchema: SchemaName | undefined,
  ) {
    this.count = count;
    this.#items = items;
    this.#idAt = idAt;
    this.itemSchema = itemSchema;
  }

  slice(start: number, end: number): Item[] {
    return this.#items(start, end);
  }

  /** Id of the item at an index, for keyset paging; `undefined` outside the list. */
  idAt(index: number): number | string | undefined {
    return this.#idAt(index);
  }
}

/**
 * Creates the result of a list: its filtered and sorted rows, and a function that presents a row to the caller.
 *
 * @param options.itemSchema schema of the items for callers who deliberately get more attributes than the contract has
 */
export function list<Row extends { readonly id: number | string }, Item>(
  rows: readonly Row[],
  present: (row: Row) => Item,
  options: { readonly itemSchema?: SchemaName } = {},
): Listing<Item> {
  return new Listing(
    rows.length,
    (start, end) => rows.slice(start, end).map((row) => present(row)),
    (index) => rows[index]?.id,
    options.itemSchema,
  );
}
