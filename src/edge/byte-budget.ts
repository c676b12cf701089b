/** Counts the bytes that are buffered for clients, with a limit per client and a total limit. */

/** Limit on bytes, with its setting. */
export interface ByteLimit {
  readonly bytes: number;
  readonly setting: string;
}

/** Bytes that one response, body or message occupies. */
export interface ByteReservation {
  /** Sets the number of bytes. No-op after the release. */
  resize(bytes: number): void;
  /** Releases all bytes. Further calls have no effect. */
  release(): void;
}

/** Counts bytes. It enforces nothing: callers check `exceeded` before they reserve bytes. */
export class ByteBudget {
  readonly #total: ByteLimit;
  readonly #each: ByteLimit;
  /** Bytes by client. Contains only clients with reservations, so it cannot grow without bound. */
  readonly #reserved = new Map<string, number>();
  #sum = 0;

  /** @param each limit per client */
  constructor(total: ByteLimit, each: ByteLimit) {
    this.#total = total;
    this.#each = each;
  }

  /**
   * Limit that a client exceeds, or would exceed with `more` bytes; `undefined` if none. A first reservation is always
   * admitted.
   */
  exceeded(client: string, more = 0): { readonly limit: ByteLimit; readonly isOwn: boolean } | undefined {
    const held = this.#reserved.get(client) ?? 0;
    if (held > 0 && held + more > this.#each.bytes) return { limit: this.#each, isOwn: true };
    return this.#sum > 0 && this.#sum + more > this.#total.bytes ? { limit: this.#total, isOwn: false } : undefined;
  }

  /** Reserves bytes for a client. */
  reserve(client: string, bytes = 0): ByteReservation {
    let held = 0;
    let over = false;
    const resize = (size: number) => {
      if (over) return;
      const count = (this.#reserved.get(client) ?? 0) + size - held;
      this.#sum += size - held;
      held = size;
      if (count > 0) this.#reserved.set(client, count);
      else this.#reserved.delete(client);
    };
    resize(bytes);
    return {
      resize,
      release() {
        resize(0);
        over = true;
      },
    };
  }
}
