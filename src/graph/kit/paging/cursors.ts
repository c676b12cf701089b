/** Cursors as clients see them: positions that only this facade can have written. */
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperationId } from '../../../contract/index.ts';

/** Position of an item in a list. */
export type Cursor =
  | {
      readonly kind: 'offset';
      /** Of the item, from 0. */
      readonly index: number;
      /** Fingerprint of the page that the item was on, where the upstream did not say whether it was the last. */
      readonly page?: string | undefined;
      /** Of a list without page headers: number of items of its full pages, or 100 if none was full. */
      readonly pageSize?: number | undefined;
    }
  | {
      readonly kind: 'keyset';
      /** Query parameters of the page that the item is on. */
      readonly page: Readonly<Record<string, string>>;
      /** Items of that page up to and with this one. */
      readonly skip: number;
    };

/** Characters, of six bits each. */
const signatureLength = 24;
/** Characters of a text that may be a cursor; none that was written here is as long. */
const longestCursor = 4096;

function toText(cursor: Cursor): string {
  if (cursor.kind === 'keyset') return `k:${cursor.skip}:${new URLSearchParams(cursor.page).toString()}`;
  const { index, page, pageSize } = cursor;
  if (pageSize !== undefined) return `o:${index}:${page ?? ''}:${pageSize}`;
  return page === undefined ? `o:${index}` : `o:${index}:${page}`;
}

function fromText(text: string): Cursor | undefined {
  const [, index, page, pageSize] = /^o:(\d{1,15})(?::([\w-]{0,32}))?(?::([1-9]\d{0,2}))?$/.exec(text) ?? [];
  if (index !== undefined)
    return {
      kind: 'offset',
      index: Number(index),
      page: page || undefined,
      ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
    };
  const [, skip, query] = /^k:(\d{1,3}):(.*)$/s.exec(text) ?? [];
  if (skip === undefined) return undefined;
  return { kind: 'keyset', skip: Number(skip), page: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes and reads cursors. What it has not written itself, for the same list, it does not read. */
export class Cursors {
  readonly #key: KeyObject;

  /** @param key secret that all instances share whose cursors should be the same; drawn unless given */
  constructor(key?: string) {
    this.#key = createSecretKey(key === undefined ? randomBytes(32) : Buffer.from(key));
  }

  /** The cursor of a position in a list that this operation gives. */
  encode(operation: OperationId, cursor: Cursor): string {
    return this.#signed(operation, toText(cursor));
  }

  /** The position that a cursor stands for; undefined for any other text, and for a cursor of another operation's list. */
  decode(operation: OperationId, encoded: string): Cursor | undefined {
    if (encoded.length <= signatureLength || encoded.length > longestCursor) return undefined;
    const text = Buffer.from(encoded.slice(signatureLength), 'base64url').toString('utf8');
    // Other spellings of the same bytes are no cursors either, which the comparison of the whole text finds.
    const [given, genuine] = [Buffer.from(encoded), Buffer.from(this.#signed(operation, text))];
    return given.length === genuine.length && timingSafeEqual(given, genuine) ? fromText(text) : undefined;
  }

  #signed(operation: OperationId, text: string): string {
    const signature = createHmac('sha256', this.#key).update(`${operation}\0${text}`).digest('base64url');
    return signature.slice(0, signatureLength) + Buffer.from(text).toString('base64url');
  }
}
