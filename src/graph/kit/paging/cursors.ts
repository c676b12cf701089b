/** Authenticated cursors: positions in lists that only this facade can have created. */
import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OperationId } from '../../../contract/index.ts';

/** Position of an item in a list with offset paging. */
interface OffsetCursor {
  readonly kind: 'offset';
  /** Index of the item in the list, from 0. */
  readonly index: number;
  /** Fingerprint of the page of the item, if the upstream did not report whether it was the last. */
  readonly fingerprint?: string | undefined;
  /** Size to which the upstream reduced the pages of a list without page headers; 100 if it reduced none. */
  readonly pageSize?: number | undefined;
}

/** Position of an item in a list with keyset paging. */
export interface KeysetCursor {
  readonly kind: 'keyset';
  /** Query parameters that determine the page of the item. */
  readonly position: Readonly<Record<string, string>>;
  /** Number of items of that page up to and including this one. */
  readonly skip: number;
}

/** Position of an item in a list. */
export type Cursor = OffsetCursor | KeysetCursor;

/** Number of characters, each of six bits. */
const signatureLength = 24;
/** Upper bound on the characters of a cursor. Cursors of this class are shorter. */
const maxCursorLength = 4096;

function serializeCursor(cursor: Cursor): string {
  if (cursor.kind === 'keyset') return `k:${cursor.skip}:${new URLSearchParams(cursor.position).toString()}`;
  const { index, fingerprint, pageSize } = cursor;
  if (pageSize !== undefined) return `o:${index}:${fingerprint ?? ''}:${pageSize}`;
  return fingerprint === undefined ? `o:${index}` : `o:${index}:${fingerprint}`;
}

function parseCursor(text: string): Cursor | undefined {
  const [, index, fingerprint, pageSize] = /^o:(\d{1,15})(?::([\w-]{0,32}))?(?::([1-9]\d{0,2}))?$/.exec(text) ?? [];
  if (index !== undefined)
    return {
      kind: 'offset',
      index: Number(index),
      fingerprint: fingerprint || undefined,
      ...(pageSize !== undefined && { pageSize: Number(pageSize) }),
    };
  const [, skip, query] = /^k:(\d{1,3}):(.*)$/s.exec(text) ?? [];
  if (skip === undefined) return undefined;
  return { kind: 'keyset', skip: Number(skip), position: Object.fromEntries(new URLSearchParams(query)) };
}

/** Encodes and decodes cursors. Decodes only cursors that it has encoded, for the same list. */
export class Cursors {
  readonly #key: KeyObject;
  /** Keys of the cursors that are decoded. */
  readonly #accepted: readonly KeyObject[];

  /**
   * @param key secret of all instances that share cursors. Defaults to a random one
   * @param alsoAccepted another secret whose cursors are decoded
   */
  constructor(key?: string, alsoAccepted?: string) {
    this.#key = createSecretKey(key === undefined ? randomBytes(32) : Buffer.from(key));
    this.#accepted = alsoAccepted === undefined ? [this.#key] : [this.#key, createSecretKey(Buffer.from(alsoAccepted))];
  }

  /** Encodes a position in a list that an operation returns. @param scope order and filter of the list */
  encode(operation: OperationId, cursor: Cursor, scope = ''): string {
    return sign(this.#key, operation + scope, serializeCursor(cursor));
  }

  /** Decodes a cursor; `undefined` for other strings, and for a cursor of the list of another operation, order or filter. */
  decode(operation: OperationId, encoded: string, scope = ''): Cursor | undefined {
    if (encoded.length <= signatureLength || encoded.length > maxCursorLength) return undefined;
    const text = Buffer.from(encoded.slice(signatureLength), 'base64url').toString('utf8');
    const received = Buffer.from(encoded);
    // Comparing the whole string also rejects other encodings of the same bytes.
    const isGenuine = this.#accepted.some((key) => {
      const genuine = Buffer.from(sign(key, operation + scope, text));
      return received.length === genuine.length && timingSafeEqual(received, genuine);
    });
    return isGenuine ? parseCursor(text) : undefined;
  }
}

function sign(key: KeyObject, list: string, text: string): string {
  const signature = createHmac('sha256', key).update(`${list}\0${text}`).digest('base64url');
  return signature.slice(0, signatureLength) + Buffer.from(text).toString('base64url');
}
