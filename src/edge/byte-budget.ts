/** Bytes that are held for clients, bounded for each of them and for all together. */

/** A limit on bytes and the setting that it comes from. */
export interface ByteLimit {
  readonly bytes: number;
  readonly setting: string;
}

/** Bytes that one answer, body or message holds. */
export interface HeldBytes {
  /** Says how many it holds from now on; after its release, nothing any longer. */
  resize(bytes: number): void;
  /** Gives all of them back; it may be called more than once. */
  release(): void;
}

/** Counts bytes; it is for those who hold them to ask first. */
export class ByteBudget {
  readonly #total: ByteLimit;
  readonly #each: ByteLimit;
  /** Only of clients for whom something is held, which is what bounds it. */
  readonly #held = new Map<string, number>();
  #sum = 0;

  /** @param each limit for one client */
  constructor(total: ByteLimit, each: ByteLimit) {
    this.#total = total;
    this.#each = each;
  }

  /** The limit that a client is beyond, or would be with that many bytes more; undefined where there is none. What is the only one fits. */
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
