/** What handlers answer besides plain values. */
import type { SchemaName } from '../../contract/index.ts';

interface ReplyParts<T> {
  readonly status?: number;
  readonly body?: T;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: { readonly bytes: Uint8Array; readonly type: string };
  readonly unchecked?: boolean;
}

/** An answer with more than a body of the documented status. */
export class Reply<T> {
  /** The documented success status when undefined. */
  readonly status: number | undefined;
  readonly body: T | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: { readonly bytes: Uint8Array; readonly type: string } | undefined;
  /** Whether the body is deliberately not what the contract says. */
  readonly unchecked: boolean;

  constructor({ status, body, headers = {}, file, unchecked = false }: ReplyParts<T>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.file = file;
    this.unchecked = unchecked;
  }
}

/** An answer with a status other than the first documented one, such as 202 while something is in progress. */
export function reply<T>(status: number, body: T, headers: Readonly<Record<string, string>> = {}): Reply<T> {
  return new Reply({ status, body, headers });
}

/** An answer without a body; 204 unless the contract says otherwise or another status is given. */
export function noContent(status?: number): Reply<never> {
  return new Reply(status === undefined ? {} : { status });
}

/** An answer that the contract does not describe, for what the documents leave open. */
export function uncheckedReply(status: number, body: unknown): Reply<never> {
  const file = { bytes: new TextEncoder().encode(JSON.stringify(body)), type: 'application/json' };
  return new Reply({ status, file, unchecked: true });
}

/** A file. */
export function fileReply(bytes: Uint8Array, type: string, filename: string): Reply<never> {
  return new Reply({ file: { bytes, type }, headers: { 'content-disposition': `attachment; filename="${filename}"` } });
}

/** Everything that a list call matched; the sandbox cuts the page that was asked for out of it. */
export class Listing<Item> {
  readonly count: number;
  /** Schema of the items where it is not the one that the contract gives the list. */
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

  /** Id of an item by its place in the list, for keyset paging; undefined beyond its ends. */
  idAt(index: number): number | string | undefined {
    return this.#idAt(index);
  }
}

/**
 * The answer of a list: its rows, filtered and in order, and how one of them looks to the caller.
 *
 * @param options.itemSchema Another schema for the items, where a caller deliberately gets more than the contract lists.
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
