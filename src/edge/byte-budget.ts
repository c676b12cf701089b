/** Bytes that are held for clients, bounded for each of them and for all together. */

/** A limit on bytes and the setting that it comes from. */
export interface ByteLimit {
  readonly bytes: number;
  readonly setting: string;
}

/** Bytes that one response, body or message holds. */
export interface HeldBytes {
  /** Sets the number of bytes. Has no effect after the release. */
  resize(bytes: number): void;
  /** Releases all bytes. Further calls have no effect. */
  release(): void;
}

/** Counts bytes. It enforces nothing: callers check `exceeded` before they hold bytes. */
export class ByteBudget {
  readonly #total: ByteLimit;
  readonly #each: ByteLimit;
  /** By client. It has entries only for clients that hold something, so it cannot grow without bound. */
  readonly #held = new Map<string, number>();
  #sum = 0;

  /** @param each limit for one client */
  constructor(total: ByteLimit, each: ByteLimit) {
    this.#total = total;
    this.#each = each;
  }

  /** The limit that a client exceeds, or would exceed with so many more bytes; undefined where there is none. A first item always fits. */
  exceeded(client: string, more = 0): { readonly limit: ByteLimit; readonly isOwn: boolean } | undefined {
    const held = this.#held.get(client) ?? 0;
    if (held > 0 && held + more > this.#each.bytes) return { limit: this.#each, isOwn: true };
    return this.#sum > 0 && this.#sum + more > this.#total.bytes ? { limit: this.#total, isOwn: false } : undefined;
  }

  /** Begins to hold bytes for a client. */
  hold(client: string, bytes = 0): HeldBytes {
    let held = 0;
    let over = false;
    const resize = (size: number) => {
      if (over) return;
      const count = (this.#held.get(client) ?? 0) + size - held;
      this.#sum += size - held;
      held = size;
      if (count > 0) this.#held.set(client, count);
      else this.#held.delete(client);
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
