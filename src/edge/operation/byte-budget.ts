/** Counts the bytes that are buffered for clients, with a limit per caller and a total limit. */
import { CallerAmounts, type Callers } from '../../rest/callers.ts';
import type { Credential } from '../../rest/credential.ts';

/** Limit on bytes, with its setting. */
export interface ByteLimit {
  readonly bytes: number;
  readonly setting: string;
}

/** Counts bytes. It enforces nothing: the code that reserves bytes checks `exceeded` before. */
export class ByteBudget extends CallerAmounts {
  readonly #total: ByteLimit;
  readonly #each: ByteLimit;

  /** @param each limit per caller */
  constructor(callers: Callers, total: ByteLimit, each: ByteLimit) {
    super(callers);
    this.#total = total;
    this.#each = each;
  }

  /**
   * Limit that a caller exceeds, or would exceed with `more` bytes; `undefined` if none. A first reservation is always
   * admitted.
   */
  exceeded(credential: Credential, more = 0): { readonly limit: ByteLimit; readonly isOwn: boolean } | undefined {
    const reserved = this.get(credential);
    if (reserved > 0 && reserved + more > this.#each.bytes) return { limit: this.#each, isOwn: true };
    return this.total > 0 && this.total + more > this.#total.bytes ? { limit: this.#total, isOwn: false } : undefined;
  }
}
