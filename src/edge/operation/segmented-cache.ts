import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Share of the memory for what has been used once. */
const newShare = 0.25;
/** Bytes of an entry beside its key and value. */
const entryBytes = 200;
/** Keys that are remembered after their values are gone, about 150 bytes each. */
const rememberedKeys = 10_000;

/**
 * A cache bounded in bytes that a scan does not empty: what came once only competes with what came once; what comes again, even after
 * it was pushed out, gets into the larger part, where only what came again can push it out.
 */
export class SegmentedCache<Value extends object> {
  readonly #fresh: LRUCache<string, Value>;
  readonly #proven: LRUCache<string, Value>;
  /** Hashes of keys that came, as keys themselves may be large. */
  readonly #seen = new LRUCache<string, true>({ max: rememberedKeys });
  readonly #bytesOf: (value: Value) => number;

  /** @param maxBytes of keys and values together; 0 keeps nothing @param bytesOf the memory of a value, or an estimate of it */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    const part = (share: number) => new LRUCache<string, Value>({ maxSize: Math.max(1, Math.floor(maxBytes * share)) });
    this.#fresh = part(newShare);
    this.#proven = part(1 - newShare);
    this.#bytesOf = bytesOf;
  }

  /** Estimate of the memory that all entries take. */
  get bytes(): number {
    return this.#fresh.calculatedSize + this.#proven.calculatedSize;
  }

  get(key: string): Value | undefined {
    const proven = this.#proven.get(key);
    if (proven !== undefined) return proven;
    const value = this.#fresh.get(key);
    if (value === undefined) return undefined;
    this.#fresh.delete(key);
    this.#proven.set(key, value, { size: this.#sizeOf(key, value) });
    return value;
  }

  set(key: string, value: Value): void {
    const size = this.#sizeOf(key, value);
    const hash = createHash('sha256').update(key).digest('base64');
    const again = this.#proven.has(key) || this.#seen.has(hash);
    this.#seen.set(hash, true);
    if (again) this.#fresh.delete(key);
    (again ? this.#proven : this.#fresh).set(key, value, { size });
  }

  #sizeOf(key: string, value: Value): number {
    return Math.ceil(entryBytes + 2 * key.length + this.#bytesOf(value));
  }
}
