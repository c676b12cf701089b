import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Share of the memory for entries that have been used once. */
const newShare = 0.25;
/** Bytes of an entry in addition to its key and value. */
const entryBytes = 200;
/** Keys that are remembered after their eviction, about 150 bytes each. */
const rememberedKeys = 10_000;

/**
 * A segmented LRU cache, bounded in bytes, that a scan does not empty. New entries go to a small segment; entries that are used or set
 * again, even after their eviction, go to a larger one, from which only such entries can evict them.
 */
export class SegmentedCache<Value extends object> {
  readonly #probation: LRUCache<string, Value>;
  readonly #protected: LRUCache<string, Value>;
  /** Hashes of keys that have been set, as the keys themselves may be large. */
  readonly #seen = new LRUCache<string, true>({ maxSize: rememberedKeys, sizeCalculation: () => 1 });
  readonly #bytesOf: (value: Value) => number;

  /** @param maxBytes of keys and values together; 0 keeps nothing @param bytesOf the memory of a value, or an estimate of it */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    const part = (share: number) => new LRUCache<string, Value>({ maxSize: Math.max(1, Math.floor(maxBytes * share)) });
    this.#probation = part(newShare);
    this.#protected = part(1 - newShare);
    this.#bytesOf = bytesOf;
  }

  /** Estimate of the memory that all entries take. */
  get bytes(): number {
    return this.#probation.calculatedSize + this.#protected.calculatedSize;
  }

  get(key: string): Value | undefined {
    const found = this.#protected.get(key);
    if (found !== undefined) return found;
    const value = this.#probation.get(key);
    if (value === undefined) return undefined;
    this.#probation.delete(key);
    this.#protected.set(key, value, { size: this.#sizeOf(key, value) });
    return value;
  }

  set(key: string, value: Value): void {
    const size = this.#sizeOf(key, value);
    const hash = createHash('sha256').update(key).digest('base64');
    const again = this.#protected.has(key) || this.#seen.has(hash);
    this.#seen.set(hash, true);
    if (again) this.#probation.delete(key);
    (again ? this.#protected : this.#probation).set(key, value, { size });
  }

  #sizeOf(key: string, value: Value): number {
    return Math.ceil(entryBytes + 2 * key.length + this.#bytesOf(value));
  }
}
